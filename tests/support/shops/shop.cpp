// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shops/shop.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <map>
#include <thread>
#include <tuple>

#include "engine/runtime/unit_of_work.h"

namespace evenhand::test {
namespace {

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
struct Shop::Snapshot {
    QTemporaryDir folder;
    std::shared_ptr<const FaultDisk::Image> image;
    std::map<std::string, Secret> secrets;
    Instant now;
    int numbers = 0;
    std::vector<OrderNo> paid;  ///< the oldest first
    [[nodiscard]] std::string path() const { return folder.filePath(QStringLiteral("shop")).toStdString(); }
};

Shop::Shop(ShopOptions options) : m_clock(kStart), m_loop([this] { m_workspace->runUntilIdle(); }) {
    static std::map<std::tuple<int, void (*)(Shop&), int, bool>, std::shared_ptr<Snapshot>> snapshots;
    auto& snapshot = snapshots[{options.orders, options.fill, options.campuses, options.products}];
    if (snapshot == nullptr) {
        m_snapshot = std::make_shared<Snapshot>();
        trade(options);
        m_workspace.reset();
        m_snapshot->image = m_disk.image(m_snapshot->path());
        m_snapshot->secrets = m_secrets->all();
        m_snapshot->now = m_clock.now();
        m_snapshot->numbers = m_numbers;
        snapshot = m_snapshot;
    }
    m_snapshot = snapshot;
    m_disk.restore(*m_snapshot->image);
    m_secrets->becomes(m_snapshot->secrets);
    m_clock.set(m_snapshot->now);
    m_numbers = m_snapshot->numbers;
    open();
    m_loop.start();
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
    const auto path = m_snapshot->path();
    if (m_snapshot->image == nullptr) {
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
    // Passwords are hashed by a thread of their own, which on a busy machine may take its time; only a test that hangs
    // is given up.
    const QDeadlineTimer hangs(60'000);
    while (!finished() && !hangs.hasExpired()) {
        m_workspace->runUntilIdle();
        QCoreApplication::sendPostedEvents();
        std::this_thread::yield();
    }
    if (!finished()) {
        broken("a command was never answered");
    }
}

void Shop::pass(std::int64_t ms) {
    const auto until = m_clock.now().plusMs(ms);
    m_workspace->runUntilIdle();
    while (const auto wake = m_workspace->core().embedded()->nextWake()) {
        if (*wake > until) {
            break;
        }
        m_clock.set(std::max(*wake, m_clock.now()));
        m_workspace->runUntilIdle();
    }
    m_clock.set(until);
    m_workspace->runUntilIdle();
}

void Shop::hold(bool held) { held ? m_loop.stop() : m_loop.start(); }

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
    for (int c = 0; c < options.campuses; ++c) {
        must(m_workspace->dispatch().upsertCampus(boss, {campus(c), kCampusNames[c], {}}));
        std::vector<api::CourierInput> couriers;
        for (int k = 0; k < kCouriers; ++k) {
            couriers.push_back({courier(c, k), campus(c), kCourierNames[k],
                                "+86 138 0000 " + std::to_string(1000 + c * 100 + k), k % 5 != 4});
        }
        must(m_workspace->dispatch().upsertCouriers(boss, couriers));
    }
    if (options.products) {
        must(m_workspace->orders().upsertProducts(
            boss,
            {{kRice, "Fried rice 扬州炒饭", Money{1'250}, 1'000'000}, {kTea, "<b>Milk tea</b>", Money{820}, 1'000'000}},
            false));
    }
    for (int i = 0; i < options.orders; ++i) {
        m_clock.advanceMs(kSpacingMs);
        const auto no =
            sell(i % options.campuses, i % 10 != 9 && i % 11 != 10, UserId("u" + std::to_string(i % 7)), {});
        if (order(no).paidAt) {
            m_snapshot->paid.push_back(no);
        } else if (i % 11 == 10) {
            (void)must(m_workspace->orders().cancel(boss, {{no, 0}}));
        }
    }
    m_clock.advanceMs(kMinuteMs);
    m_workspace->runUntilIdle();
    if (options.fill != nullptr) {
        options.fill(*this);
    }
}

OrderNo Shop::sell(int campus, bool paid, const UserId& user, std::optional<api::OrderDraw> draw) {
    char no[16];
    std::snprintf(no, sizeof no, "A%09d", ++m_numbers);
    api::PlaceOrder order;
    order.key = no;
    order.orderNo = OrderNo(no);
    order.user = user;
    order.campus = Shop::campus(campus);
    order.draw = std::move(draw);
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

void Shop::carry(const OrderNo& orderNo, bool delivered) {
    using Kind = api::CourierReport::Kind;
    const auto row = order(orderNo);
    for (const auto kind : {Kind::PickedUp, Kind::Delivered}) {
        if (kind == Kind::PickedUp ? row.status == api::OrderStatus::WaitPickUp : delivered) {
            must(m_workspace->orders().report(by(row.courierName), {kind, orderNo, row.courier, row.epoch, {}, 0}));
        }
    }
}

void Shop::setDuty(int campus, bool onDuty) {
    for (int k = 0; k < kCouriers; ++k) {
        must(m_workspace->dispatch().setDuty(by("root"), courier(campus, k), onDuty));
    }
}

void Shop::tamper(std::function<Result<void>(runtime::UnitOfWork&)> change) {
    (void)must(m_workspace->core().engine().ask<bool>(
        by("root"), [change = std::move(change)](runtime::UnitOfWork& work) -> Result<bool> {
            EVENHAND_TRY(change(work));
            return true;
        }));
}

std::string Shop::lastReason() {
    for (const auto& record : must(m_workspace->audit().page(by("root"), {}))) {
        if (!record.reason.empty()) {
            return record.reason;
        }
    }
    return {};
}

CourierId Shop::courier(int campus, int index) {
    return CourierId("K" + std::to_string((campus + 1) * 100 + index + 1));
}

CampusId Shop::campus(int index) { return CampusId("C" + std::to_string(index + 1)); }

OrderNo Shop::paidOrder(int index) const {
    return m_snapshot->paid.at(m_snapshot->paid.size() - 1 - static_cast<std::size_t>(index));
}

api::OrderRow Shop::order(const OrderNo& orderNo) {
    return must(m_workspace->orders().detail(by("root"), orderNo)).row;
}

}  // namespace evenhand::test
