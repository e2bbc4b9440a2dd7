// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shop.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <map>

namespace evenhand::test {
namespace {

using api::RefundStatus;
using api::ReturnStage;

constexpr Instant kStart{1'715'300'000'000};  // 2024-05-10 in the morning
constexpr std::int64_t kSpacingMs = 7'000;
constexpr std::int64_t kMinuteMs = 60'000;
const Sku kRice("rice-01");
const Sku kTea("tea-07");
constexpr int kCampuses = 4;
constexpr int kCouriers = 6;
constexpr const char* kCampusNames[kCampuses] = {"North Gate 北门", "Riverside 滨江", "South Hall 南苑",
                                                 "East Lake 东湖"};
constexpr const char* kCourierNames[kCouriers] = {"Li Wei", "Wang Na", "Zhang Jun", "Chen Min", "Zhou Lei", "Wu Fang"};

}  // namespace

/// The files of a shop that has been made, its secrets, and what time it is there.
struct Shop::Picture {
    QTemporaryDir folder;
    std::shared_ptr<const FaultDisk::Image> image;
    std::map<std::string, Secret> secrets;
    Instant now;
    int numbers = 0;
    std::vector<OrderNo> paid;  ///< the oldest first
    [[nodiscard]] std::string path() const { return folder.filePath(QStringLiteral("shop")).toStdString(); }
};

Shop::Shop(ShopOptions options) : m_clock(kStart) {
    static std::map<ShopOptions, std::shared_ptr<Picture>> pictures;
    auto& picture = pictures[options];
    QObject::connect(&m_loop, &QTimer::timeout, &m_loop, [this] { m_workspace->runUntilIdle(); });
    if (picture == nullptr) {
        m_picture = std::make_shared<Picture>();
        trade(options);
        m_workspace.reset();
        m_picture->image = m_disk.image(m_picture->path());
        m_picture->secrets = m_secrets->all();
        m_picture->now = m_clock.now();
        m_picture->numbers = m_numbers;
        picture = m_picture;
    }
    m_picture = picture;
    m_disk.restore(*m_picture->image);
    m_secrets->becomes(m_picture->secrets);
    m_clock.set(m_picture->now);
    m_numbers = m_picture->numbers;
    open();
    m_loop.start(0);
}

Shop::~Shop() {
    m_loop.stop();
    fillDisk(false);
}

void Shop::broken(const std::string& why) { qFatal("the shop of the test: %s", why.c_str()); }

void Shop::open() {
    app::OpenOptions options;
    options.clock = &m_clock;
    options.seed = 3;
    options.threaded = false;
    options.vfs = m_disk.vfs();
    options.secrets = m_secrets;
    options.hashCost = {1, 8'192};
    const auto path = m_picture->path();
    if (m_picture->image == nullptr) {
        const auto made = app::WorkspaceCore::create(path, {"CNY", 2, "Asia/Shanghai", "Shop", {}}, options);
        if (!made) {
            broken(made.error().text());
        }
    }
    auto opened = app::Workspace::open(path, options);
    if (!opened) {
        broken(opened.error().text());
    }
    m_workspace = std::move(*opened);
    m_workspace->runUntilIdle();
}

void Shop::await(const std::function<bool()>& finished) {
    for (int i = 0; i < 10'000 && !finished(); ++i) {
        m_workspace->runUntilIdle();
        QCoreApplication::sendPostedEvents();
    }
    if (!finished()) {
        broken("a command was never answered");
    }
}

void Shop::hold(bool held) { held ? m_loop.stop() : m_loop.start(0); }

void Shop::fillDisk(bool full) {
    m_disk.plan(full ? Fault::Full : Fault::None, 1, INT64_MAX / 2, 1);
    if (full) {
        (void)ask(m_workspace->orders().upsertProducts(by("root"), {{kRice, "Rice", Money{1'250}, 1}}, true));
    }
}

void Shop::breakDisk(bool broken) {
    if (broken) {
        (void)sell(0);  // makes what a reader has in its cache obsolete
    }
    m_disk.plan(broken ? Fault::ReadError : Fault::None, 1, 1, 1);
}

void Shop::trade(const ShopOptions& options) {
    open();
    const auto boss = by("root");
    for (int c = 0; c < kCampuses; ++c) {
        must(m_workspace->dispatch().upsertCampus(boss, {campus(c), kCampusNames[c], {}}));
        std::vector<api::CourierInput> couriers;
        for (int k = 0; k < kCouriers; ++k) {
            couriers.push_back({CourierId("K" + std::to_string((c + 1) * 100 + k + 1)), campus(c), kCourierNames[k],
                                "+86 138 0000 " + std::to_string(1000 + c * 100 + k), k % 5 != 4});
        }
        must(m_workspace->dispatch().upsertCouriers(boss, couriers));
    }
    must(m_workspace->orders().upsertProducts(boss,
                                              {{kRice, "Fried rice 扬州炒饭", Money{1'250}, 1'000'000},
                                               {kTea, "<b>Milk tea</b>", Money{820}, 1'000'000}},
                                              false));
    for (int i = 0; i < options.orders; ++i) {
        m_clock.advanceMs(kSpacingMs);
        const auto no = place(i, i % 10 != 9 && i % 11 != 10);
        if (order(no).paidAt) {
            m_picture->paid.push_back(no);
        } else if (i % 11 == 10) {
            (void)must(m_workspace->orders().cancel(boss, {{no, 0}}));
        }
    }
    if (options.returns) {
        returnsInEveryStage();
    }
    m_clock.advanceMs(kMinuteMs);
    m_workspace->runUntilIdle();
}

OrderNo Shop::place(int number, bool paid) {
    char no[16];
    std::snprintf(no, sizeof no, "A%09d", ++m_numbers);
    api::PlaceOrder order;
    order.key = no;
    order.orderNo = OrderNo(no);
    order.user = UserId("u" + std::to_string(number % 7));
    order.campus = campus(number % kCampuses);
    order.lines = {{kRice, 3, Money{1'250}}, {kTea, 2, Money{820}}};
    const auto placed = must(m_workspace->orders().place(by("shop"), order));
    if (paid) {
        const auto answer = must(m_workspace->orders().pay(
            by("shop"), {PaymentNo(std::string("P-") + no), placed.orderNo, placed.payable, 0}));
        if (answer.outcome != api::PaymentOutcome::Accepted) {
            broken("a payment was not accepted");
        }
        m_workspace->runUntilIdle();  // its courier
    }
    return placed.orderNo;
}

OrderNo Shop::sell(int campus, bool paid) { return place(campus, paid); }

CampusId Shop::campus(int index) { return CampusId("C" + std::to_string(index + 1)); }

OrderNo Shop::paidOrder(int index) const {
    return m_picture->paid.at(m_picture->paid.size() - 1 - static_cast<std::size_t>(index));
}

api::OrderRow Shop::order(const OrderNo& orderNo) {
    return must(m_workspace->orders().detail(by("root"), orderNo)).row;
}

// --- returns and refunds ----------------------------------------------------------------------------------------

ReturnId Shop::askBack(int order, const std::string& requester, const std::string& reason) {
    api::RequestReturn asked;
    asked.orderNo = paidOrder(order);
    asked.number = ReturnNo("R-" + asked.orderNo.str());
    asked.lines = {{kRice, 2}, {kTea, 1}};
    asked.reason = reason;
    return must(m_workspace->returns().request(by(requester), asked)).id;
}

void Shop::setPolicy(const api::ReturnPolicy& policy, const CampusId& campus) {
    must(m_workspace->returns().setPolicy(by("root"), campus, policy));
}

api::ReturnDetail Shop::returned(ReturnId id) { return must(m_workspace->returns().detail(by("root"), id)); }

std::vector<api::ReturnRow> Shop::returns(api::ReturnFilter filter) {
    api::ReturnQuery query;
    query.filter = std::move(filter);
    query.limit = 10'000;
    return must(m_workspace->returns().page(by("root"), query));
}

std::int64_t Shop::returnsWaiting() {
    api::ReturnFilter filter;
    filter.stages = {ReturnStage::Approval, ReturnStage::SecondApproval};
    return static_cast<std::int64_t>(returns(filter).size());
}

std::vector<api::RefundRow> Shop::refunds(api::RefundFilter filter) {
    api::RefundQuery query;
    query.filter = std::move(filter);
    query.limit = 10'000;
    return must(m_workspace->refunds().page(by("root"), query));
}

api::RefundRow Shop::refund(RefundId id) { return must(m_workspace->refunds().rows(by("root"), {id})).front(); }

api::ReturnPolicyRow Shop::policy(const CampusId& campus) {
    for (auto& row : must(m_workspace->returns().policies(by("root")))) {
        if (row.campus == campus) {
            return row;
        }
    }
    broken("a campus has no policy");
}

void Shop::send(RefundId only, const std::function<api::RefundReport(const api::RefundJob&)>& report) {
    for (const auto& job : must(m_workspace->refunds().claimDue(by("worker"), {"worker", 16, {}}))) {
        if (job.id == only && report) {
            auto told = report(job);
            told.id = job.id;
            told.token = job.token;
            (void)must(m_workspace->refunds().report(by("worker"), {told}));
        }
    }
}

void Shop::returnsInEveryStage() {
    using api::SendOutcome;
    const auto approved = [&](int order) {
        const auto id = askBack(order, "anna", "One portion was missing.");
        const auto outcome = must(m_workspace->returns().approve(by("bo"), {id, 0}, {}));
        if (outcome.error) {
            broken(outcome.error->text());
        }
        m_clock.advanceMs(kMinuteMs);
        const auto detail = returned(id);
        return detail.refunds.front().id;
    };
    setPolicy({api::GoodsRule::GoodsFirst, std::nullopt, std::nullopt});
    for (int i = 9; i < 12; ++i) {
        (void)approved(i);
    }
    setPolicy({});
    const auto paid = approved(12);
    (void)must(m_workspace->refunds().recordPaid(by("cy"), {paid, 0}, "WX-20240510-0012"));
    (void)approved(14);
    api::RefundSettings http;
    http.provider = api::RefundProviderKind::Http;
    http.url = "https://pay.example/refunds";
    http.keyId = "shop";
    http.secretName = "refunds";
    http.maxAttempts = 1;
    http.leaseMs = 3'600'000;
    must(m_workspace->refunds().setSettings(by("root"), http));
    send(approved(15), [](const auto&) {
        return api::RefundReport{{}, 0, SendOutcome::Declined, {}, "declined: account closed <b>now</b>", 0};
    });
    send(approved(16), [](const auto&) {
        return api::RefundReport{{}, 0, SendOutcome::Unknown, {}, "time-out after 12 attempts", 0};
    });
    send(approved(13), {});  // on its way
    must(m_workspace->refunds().setSettings(by("root"), {}));
    (void)must(m_workspace->returns().reject(by("bo"), {{askBack(17, "anna", "Changed my mind."), 0}},
                                             "Eaten food stays."));
    (void)must(m_workspace->returns().cancel(by("cy"), {{askBack(18, "anna", "By mistake."), 0}}));
    const std::string hostile = "<img src=x onerror=alert(1)> & =HYPERLINK(\"http://evil\")";
    for (int i = 0; i < 9; ++i) {
        (void)askBack(i, i % 3 == 0 ? "local:test" : "anna", i == 1 ? hostile : "Arrived cold, the box was open.");
        m_clock.advanceMs(kMinuteMs);
    }
    // Money that is owed back by rule.
    const auto pays = [&](const char* payment, const OrderNo& orderNo, Money amount) {
        (void)must(m_workspace->orders().pay(by("provider"), {PaymentNo(payment), orderNo, amount, 0}));
    };
    pays("P-owed-unknown", OrderNo("X-4711"), Money{1'980});
    const auto twice = order(paidOrder(27));
    pays("P-owed-second", twice.orderNo, twice.payable);
    const auto late = sell(0, false);
    (void)must(m_workspace->orders().cancel(by("root"), {{late, 0}}));
    pays("P-owed-late", late, order(late).payable);
    (void)must(m_workspace->orders().cancel(by("root"), {{paidOrder(26), 0}}));
    m_workspace->runUntilIdle();
}

}  // namespace evenhand::test
