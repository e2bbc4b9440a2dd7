// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shops/returns_shop.h"

namespace evenhand::test {
namespace {

using api::RefundStatus;
using api::ReturnStage;
const Sku kRice("rice-01");
const Sku kTea("tea-07");
constexpr std::int64_t kMinuteMs = 60'000;

ReturnId askBackOf(Shop& shop, int order, const std::string& requester, const std::string& reason) {
    api::RequestReturn asked;
    asked.orderNo = shop.paidOrder(order);
    asked.number = ReturnNo("R-" + asked.orderNo.str());
    asked.lines = {{kRice, 2}, {kTea, 1}};
    asked.reason = reason;
    return shop.must(shop.engine().returns().request(Shop::by(requester), asked)).id;
}

void setPolicyOf(Shop& shop, const api::ReturnPolicy& policy, const CampusId& campus = {}) {
    shop.must(shop.engine().returns().setPolicy(Shop::by("root"), campus, policy));
}

/// Claims what is due, as a worker does, and reports on this one.
void sendOf(Shop& shop, RefundId only, std::optional<api::RefundReport> report) {
    auto& desk = shop.engine().refunds();
    for (const auto& job : shop.must(desk.claimDue(Shop::by("worker"), {"worker", 16, {}}))) {
        if (job.id == only && report) {
            report->id = job.id;
            report->token = job.token;
            (void)shop.must(desk.report(Shop::by("worker"), {*report}));
        }
    }
}

}  // namespace

ReturnsShop::ReturnsShop(int orders, bool empty) : Shop({orders, empty ? nullptr : &ReturnsShop::fill}) {}

ReturnId ReturnsShop::askBack(int order, const std::string& requester, const std::string& reason) {
    return askBackOf(*this, order, requester, reason);
}

void ReturnsShop::setPolicy(const api::ReturnPolicy& policy, const CampusId& campus) {
    setPolicyOf(*this, policy, campus);
}

api::ReturnDetail ReturnsShop::returned(ReturnId id) { return must(engine().returns().detail(by("root"), id)); }

std::vector<api::ReturnRow> ReturnsShop::returns(api::ReturnFilter filter) {
    api::ReturnQuery query;
    query.filter = std::move(filter);
    query.limit = 10'000;
    return must(engine().returns().page(by("root"), query));
}

std::int64_t ReturnsShop::returnsWaiting() {
    api::ReturnFilter filter;
    filter.stages = {ReturnStage::Approval, ReturnStage::SecondApproval};
    return static_cast<std::int64_t>(returns(filter).size());
}

std::vector<api::RefundRow> ReturnsShop::refunds(api::RefundFilter filter) {
    api::RefundQuery query;
    query.filter = std::move(filter);
    query.limit = 10'000;
    return must(engine().refunds().page(by("root"), query));
}

api::RefundRow ReturnsShop::refund(RefundId id) { return must(engine().refunds().rows(by("root"), {id})).front(); }

api::ReturnPolicyRow ReturnsShop::policy(const CampusId& campus) {
    for (auto& row : must(engine().returns().policies(by("root")))) {
        if (row.campus == campus) {
            return row;
        }
    }
    broken("a campus has no policy");
}

void ReturnsShop::fill(Shop& shop) {
    auto& engine = shop.engine();
    using api::SendOutcome;
    const auto approved = [&](int order) {
        const auto id = askBackOf(shop, order, "anna", "One portion was missing.");
        const auto outcome = shop.must(engine.returns().approve(Shop::by("bo"), {id, 0}, {}));
        if (outcome.error) {
            Shop::broken(outcome.error->text());
        }
        shop.clock().advanceMs(kMinuteMs);
        return shop.must(engine.returns().detail(Shop::by("root"), id)).refunds.front().id;
    };
    setPolicyOf(shop, {api::GoodsRule::GoodsFirst, std::nullopt, std::nullopt});
    for (int i = 9; i < 12; ++i) {
        (void)approved(i);
    }
    setPolicyOf(shop, {});
    const auto paid = approved(12);
    (void)shop.must(engine.refunds().recordPaid(Shop::by("cy"), {paid, 0}, "WX-20240510-0012"));
    (void)approved(14);
    api::RefundSettings http;
    http.provider = api::RefundProviderKind::Http;
    http.url = "https://pay.example/refunds";
    http.keyId = "shop";
    http.secretName = "refunds";
    http.maxAttempts = 1;
    http.leaseMs = 3'600'000;
    shop.must(engine.refunds().setSettings(Shop::by("root"), http));
    sendOf(shop, approved(15),
           api::RefundReport{{}, 0, SendOutcome::Declined, {}, "declined: account closed <b>now</b>", 0});
    sendOf(shop, approved(16), api::RefundReport{{}, 0, SendOutcome::Unknown, {}, "time-out after 12 attempts", 0});
    sendOf(shop, approved(13), {});  // on its way
    shop.must(engine.refunds().setSettings(Shop::by("root"), {}));
    (void)shop.must(engine.returns().reject(Shop::by("bo"), {{askBackOf(shop, 17, "anna", "Changed my mind."), 0}},
                                            "Eaten food stays."));
    (void)shop.must(engine.returns().cancel(Shop::by("cy"), {{askBackOf(shop, 18, "anna", "By mistake."), 0}}));
    const std::string hostile = "<img src=x onerror=alert(1)> & =HYPERLINK(\"http://evil\")";
    for (int i = 0; i < 9; ++i) {
        (void)askBackOf(shop, i, i % 3 == 0 ? "local:test" : "anna",
                        i == 1 ? hostile : "Arrived cold, the box was open.");
        shop.clock().advanceMs(kMinuteMs);
    }
    // Money that is owed back by rule.
    const auto pays = [&](const char* payment, const OrderNo& orderNo, Money amount) {
        (void)shop.must(engine.orders().pay(Shop::by("provider"), {PaymentNo(payment), orderNo, amount, 0}));
    };
    pays("P-owed-unknown", OrderNo("X-4711"), Money{1'980});
    const auto twice = shop.order(shop.paidOrder(27));
    pays("P-owed-second", twice.orderNo, twice.payable);
    const auto late = shop.sell(0, false);
    (void)shop.must(engine.orders().cancel(Shop::by("root"), {{late, 0}}));
    pays("P-owed-late", late, shop.order(late).payable);
    (void)shop.must(engine.orders().cancel(Shop::by("root"), {{shop.paidOrder(26), 0}}));
    engine.runUntilIdle();
}

}  // namespace evenhand::test
