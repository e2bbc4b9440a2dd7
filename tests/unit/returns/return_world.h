// SPDX-License-Identifier: GPL-3.0-or-later
// Returns on a RuleWorld: short words for what customers, clerks, approvers and workers do. After every step that a
// test asks about, all invariants of money and goods can be looked at. Thread: confined to its owner.
#pragma once

#include "engine/ledger/ledger_checks.h"
#include "engine/orders/order_checks.h"
#include "engine/returns/by_hand.h"
#include "engine/returns/decide.h"
#include "engine/returns/goods.h"
#include "engine/returns/policy.h"
#include "engine/returns/request.h"
#include "engine/returns/return_checks.h"
#include "engine/returns/sending.h"
#include "engine/store/pages/refund_page_store.h"
#include "engine/store/pages/return_page_store.h"
#include "engine/store/records/ledger_store.h"
#include "tests/support/expect.h"
#include "tests/support/shops/rule_world.h"

namespace evenhand::test {

class ReturnWorld : public RuleWorld {
public:
    explicit ReturnWorld(Deployment deployment = Deployment::OneCommit) : RuleWorld(deployment) {}

    bool open() {
        return policy(api::CampusPolicy{}).has_value() && couriers({"anna"}).has_value() &&
               product("tea", 1'000).has_value() && product("cup", 1'000).has_value();
    }
    /// Placed and paid; answers its deduction, 0 if that failed.
    DeductionId sell(const std::string& no, std::vector<api::OrderLine> lines = {{Sku("tea"), 3, Money{100}}}) {
        const auto placed = place(request(no, std::move(lines)));
        const auto paid = placed ? pay(no, placed->payable.minor) : tl::unexpected(placed.error());
        if (!paid) {
            qWarning("%s", paid.error().text().c_str());
            return {};
        }
        return detail(no).deduction;
    }
    /// Dispatched to anna and picked up; and delivered.
    bool pickUp(const std::string& no) {
        return deliverAll() && report(api::CourierReport::Kind::PickedUp, no, "anna", 1).has_value();
    }
    bool deliver(const std::string& no) {
        return pickUp(no) && report(api::CourierReport::Kind::Delivered, no, "anna", 1).has_value();
    }
    void as(const char* name) { call.actor = api::Actor::administrator(name); }

    static api::RequestReturn asked(const char* number, DeductionId deduction, std::int64_t units = 1,
                                    const char* sku = "tea") {
        api::RequestReturn made;
        made.number = ReturnNo(number);
        made.deduction = deduction;
        made.lines = {{Sku(sku), units}};
        return made;
    }
    Result<api::ReturnAnswer> requestReturn(const api::RequestReturn& made) {
        return run<api::ReturnAnswer>([&](auto& work) { return returns::request(work, made); });
    }
    Result<std::vector<api::ReturnAnswer>> matched(const api::MatchReturn& made) {
        return run<std::vector<api::ReturnAnswer>>([&](auto& work) { return returns::requestMatched(work, made); });
    }
    Result<api::ReturnOutcome> approve(ReturnId id, std::vector<api::ReturnLine> lines = {}, std::int64_t version = 0) {
        return run<api::ReturnOutcome>([&](auto& work) { return returns::approve(work, {id, version}, lines); });
    }
    Result<api::ReturnOutcome> reject(ReturnId id, const std::string& note = "sorry") {
        return run<api::ReturnOutcome>([&](auto& work) { return returns::reject(work, {id, 0}, note); });
    }
    Result<api::ReturnOutcome> cancelReturn(ReturnId id) {
        return run<api::ReturnOutcome>([&](auto& work) { return returns::cancelReturn(work, {id, 0}); });
    }
    Result<api::ReturnOutcome> undo(ReturnId id) {
        return run<api::ReturnOutcome>([&](auto& work) { return returns::undo(work, {id, 0}); });
    }
    Result<api::ReturnOutcome> receive(ReturnId id, std::vector<api::ReceivedLine> lines = {}) {
        return run<api::ReturnOutcome>([&](auto& work) { return returns::receive(work, {id, 0}, lines); });
    }
    Result<api::ReturnOutcome> skipGoods(ReturnId id) {
        return run<api::ReturnOutcome>([&](auto& work) { return returns::skipGoods(work, {id, 0}); });
    }
    Result<api::ReturnOutcome> undoGoods(ReturnId id) {
        return run<api::ReturnOutcome>([&](auto& work) { return returns::undoGoods(work, {id, 0}); });
    }
    Result<api::RefundAnswer> refundOrder(const char* key, const std::string& no,
                                          std::optional<std::int64_t> amount = std::nullopt,
                                          const char* reasonCode = "") {
        api::RequestRefund made;
        made.reasonCode = reasonCode;
        made.key = key;
        made.orderNo = OrderNo(no);
        if (amount) {
            made.amount = Money{*amount};
        }
        return run<api::RefundAnswer>([&](auto& work) { return returns::requestRefund(work, made); });
    }
    using ByHand = Result<api::RefundOutcome> (*)(runtime::UnitOfWork&, const api::RefundRef&);
    Result<api::RefundOutcome> refund(ByHand rule, RefundId id) {
        return run<api::RefundOutcome>([&](auto& work) { return rule(work, {id, 0}); });
    }
    Result<api::RefundOutcome> paidByHand(RefundId id, const std::string& reference = "R-1") {
        return run<api::RefundOutcome>([&](auto& work) { return returns::recordPaid(work, {id, 0}, reference); });
    }
    Result<void> returnPolicy(const api::ReturnPolicy& made, CampusId of = {}) {
        return run<void>([&](auto& work) { return returns::setPolicy(work, of, made); });
    }
    /// No thresholds.
    Result<void> freely(api::GoodsRule rule = api::GoodsRule::MoneyFirst) {
        api::ReturnPolicy made;
        made.goods = rule;
        made.fourEyesAbove.reset();
        made.secondAbove.reset();
        return returnPolicy(made);
    }
    Result<void> overHttp(std::int64_t maxAttempts = 3) {
        api::RefundSettings made;
        made.provider = api::RefundProviderKind::Http;
        made.url = "http://localhost:1/refunds";
        made.maxAttempts = maxAttempts;
        return run<void>([&](auto& work) { return returns::setSettings(work, made); });
    }
    std::vector<api::RefundJob> claim(std::int64_t limit = 16, std::vector<api::RingRange> ranges = {}) {
        auto jobs = run<std::vector<api::RefundJob>>([&](auto& work) {
            return returns::claimDue(work, {"worker", limit, ranges}, {"CNY", 2});
        });
        return jobs ? std::move(*jobs) : std::vector<api::RefundJob>();
    }
    Result<api::RefundOutcome> reportJob(const api::RefundJob& job, api::SendOutcome outcome,
                                         std::int64_t retryAfterMs = 0) {
        const api::RefundReport said{job.id, job.token, outcome, "ref", "said so", retryAfterMs};
        return run<api::RefundOutcome>([&](auto& work) { return returns::report(work, said); });
    }

    store::returns::Record record(ReturnId id) {
        const auto found = store::returns::find(database(), id);
        return found && *found ? **found : store::returns::Record{};
    }
    api::ReturnDetail look(ReturnId id) {
        auto found = store::returnPages::detail(database(), id);
        return found ? std::move(*found) : api::ReturnDetail{};
    }
    /// The refund of a return that is not cancelled.
    store::refunds::Record refundOf(ReturnId id) {
        const auto found = store::refunds::ofReturn(database(), id);
        return found && *found ? **found : store::refunds::Record{};
    }
    std::vector<store::refunds::Record> refundsOf(const std::string& no) {
        const auto found = store::refunds::ofOrder(database(), detail(no).row.id);
        return found ? *found : std::vector<store::refunds::Record>{};
    }
    api::OrderMoney money(const std::string& no) {
        const auto found = store::refundPages::moneyOf(database(), OrderNo(no));
        return found ? *found : api::OrderMoney{};
    }
    std::int64_t balance(api::LedgerAccount account) {
        const auto all = store::ledger::balances(database());
        for (const auto& one : *all) {
            if (one.account == account) {
                return one.balance.minor;
            }
        }
        return -1;
    }
    std::int64_t entries() { return number("SELECT COUNT(*) FROM ledger_entry"); }
    /// Every invariant of orders, returns and money; empty: all hold.
    std::string verify() {
        std::vector<runtime::Check> checks = orders::orderChecks();
        for (auto&& more : {returns::returnChecks(), ledger::ledgerChecks()}) {
            checks.insert(checks.end(), more.begin(), more.end());
        }
        const auto verdicts = runtime::verify(checks, {database(), keyspace()});
        if (!verdicts) {
            return verdicts.error().text();
        }
        std::string problem;
        for (const auto& verdict : *verdicts) {
            if (verdict.finding.violations > 0) {
                problem += verdict.id + ": " + verdict.finding.offenders.front() + "; ";
            }
        }
        return problem;
    }
};

#define RETURNS_HOLD(world)                         \
    do {                                            \
        const auto problem = (world).verify();      \
        QVERIFY2(problem.empty(), problem.c_str()); \
    } while (false)

}  // namespace evenhand::test
