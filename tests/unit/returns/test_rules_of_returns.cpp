// SPDX-License-Identifier: GPL-3.0-or-later
// Return rules: the window, what the system approves by itself, the restocking fee; with the ledger and all invariants.
#include <QtTest>

#include "engine/returns/cases.h"
#include "engine/returns/rules.h"
#include "return_world.h"

namespace test_rules_of_returns {

using namespace evenhand;
using namespace evenhand::test;
using api::LedgerAccount;
using api::MoneyEventKind;
using api::RequestDecision;
using api::ReturnStatus;

namespace {

constexpr std::int64_t kDay = 86'400'000;

class RuledWorld : public ReturnWorld {
public:
    bool begin(const api::ReturnPolicy& made) {
        api::CaseSettings offered;
        offered.reasons = {{"damaged", "Arrived damaged"}, {"regret", "Changed their mind"}};
        return open() && run<void>([&](auto& work) { return returns::setCaseSettings(work, offered); }).has_value() &&
               returnPolicy(made).has_value();
    }
    /// For a reason; none if it is empty.
    Result<api::ReturnAnswer> ask(const char* number, DeductionId deduction, std::int64_t units,
                                  const char* code = "") {
        auto made = asked(number, deduction, units);
        made.reasonCode = code;
        return requestReturn(made);
    }
    Result<api::RequestPreview> preview(const api::RequestReturn& made) {
        return returns::previewRequest(database(), now, made);
    }
    /// Previews it, then requests it. How the two differ; empty: in nothing, and the preview has stored nothing.
    std::string differs(const api::RequestReturn& made) {
        const auto before = stored();
        const auto seen = preview(made);
        if (stored() != before) {
            return "the preview has stored something";
        }
        const auto answer = requestReturn(made);
        if (!seen || !answer) {
            const bool alike = !seen && !answer && seen.error().text() == answer.error().text();
            return alike ? std::string() : "only one of them is refused, or otherwise";
        }
        const auto is = record(answer->id);
        if (seen->amount != answer->amount || seen->amount != is.asked) {
            return "amount " + std::to_string(seen->amount.minor) + ", not " + std::to_string(answer->amount.minor);
        }
        const bool approved = answer->status == ReturnStatus::Approved;
        if (approved && (is.fee != seen->fee || is.amount != seen->amount)) {
            return "fee " + std::to_string(seen->fee.minor) + ", not " + std::to_string(is.fee.minor);
        }
        const auto decided = !approved                                            ? RequestDecision::Approval
                             : is.decider == std::optional<std::string>("system") ? RequestDecision::ByRule
                                                                                  : RequestDecision::Approved;
        return decided == seen->decision ? std::string() : "it is decided otherwise";
    }
    std::int64_t stored() {
        std::int64_t rows = 0;
        for (const char* table : {"goods_return", "return_line", "return_share", "line_share", "refund"}) {
            rows += number(std::string("SELECT COUNT(*) FROM ") + table);
        }
        return rows + entries() + number("SELECT COUNT(*) FROM deduction_line WHERE requested > 0");
    }
    std::int64_t fees() { return balance(LedgerAccount::RestockingFees); }
    std::vector<api::MoneyEvent> byRule(ReturnId id) {
        std::vector<api::MoneyEvent> found;
        for (const auto& event : look(id).events) {
            if (event.kind == MoneyEventKind::ByRule) {
                found.push_back(event);
            }
        }
        return found;
    }
};

/// Without four eyes.
api::ReturnPolicy policyWith(const std::function<void(api::ReturnPolicy&)>& change) {
    api::ReturnPolicy policy;
    policy.fourEyesAbove.reset();
    policy.secondAbove.reset();
    change(policy);
    return policy;
}

}  // namespace

class TestRulesOfReturns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theWindowCountsFromDelivery() {
        RuledWorld world;
        QVERIFY(world.begin(policyWith([](auto& policy) { policy.windowDays = 7; })));
        const auto deduction = world.sell("A");
        QVERIFY(world.deliver("A"));
        const auto delivered = world.now;
        world.now = delivered.plusMs(7 * kDay - 1);
        DONE(world.ask("R1", deduction, 1));
        world.now = delivered.plusMs(7 * kDay);
        REFUSED_FIELD(world.ask("R2", deduction, 1), ErrorCode::WrongStatus, "window");
        QVERIFY(world.ask("R1", deduction, 1)->repeated);  // what was asked in time is answered as before
        // What an import records had happened; what was not delivered has no window.
        auto history = ReturnWorld::asked("R3", deduction);
        history.history = true;
        DONE(world.requestReturn(history));
        const auto open = world.sell("B");
        world.now = world.now.plusMs(30 * kDay);
        DONE(world.ask("R4", open, 1));
        RETURNS_HOLD(world);
    }

    void theSystemApprovesUpToAnAmountOfAnOrder() {
        RuledWorld world;
        QVERIFY(world.begin(policyWith([](auto& policy) {
            policy.autoApproveUpTo = Money{200};
            policy.autoReasons = {"damaged"};
        })));
        world.as("clerk");
        const auto deduction = world.sell("A");
        const auto other = world.ask("R0", deduction, 1, "regret");
        QVERIFY(other && other->status == ReturnStatus::Requested);
        DONE(world.reject(other->id));
        QVERIFY(world.ask("R1", deduction, 1)->status == ReturnStatus::Requested);  // for no reason
        const auto made = world.ask("R2", deduction, 1, "damaged");
        DONE(made);
        QVERIFY(made->status == ReturnStatus::Approved);
        QCOMPARE(world.record(made->id).decider, std::optional<std::string>("system"));
        QCOMPARE(world.record(made->id).requester, std::string("clerk"));
        QVERIFY(world.refundOf(made->id).status == api::RefundStatus::Pending);
        const auto rules = world.byRule(made->id);
        QCOMPARE(rules.size(), std::size_t{1});
        QCOMPARE(rules.front().actor, std::string("system"));
        QCOMPARE(rules.front().detail, std::string("auto_approval; 200; damaged"));
        QVERIFY(world.ask("R2", deduction, 1, "damaged")->status == ReturnStatus::Approved);
        RETURNS_HOLD(world);
        // All of the order together: what is split is added up.
        const auto second = world.sell("B");
        QVERIFY(world.ask("S1", second, 2, "damaged")->status == ReturnStatus::Approved);
        QVERIFY(world.ask("S2", second, 1, "damaged")->status == ReturnStatus::Requested);
        RETURNS_HOLD(world);
    }

    void neverAboveFourEyes() {
        RuledWorld world;
        QVERIFY(world.begin(policyWith([](auto& policy) {
            policy.fourEyesAbove = Money{100};
            policy.autoApproveUpTo = Money{1'000};
        })));
        const auto deduction = world.sell("A");
        const auto small = world.ask("R1", deduction, 1);
        QVERIFY(small && small->status == ReturnStatus::Approved);
        const auto more = world.ask("R2", deduction, 1);  // 200 of the order
        QVERIFY(more && more->status == ReturnStatus::Requested);
        QVERIFY(world.byRule(more->id).empty());
        RETURNS_HOLD(world);
    }

    void historyIsNotDecidedAgain() {
        RuledWorld world;
        QVERIFY(world.begin(policyWith([](auto& policy) {
            policy.autoApproveUpTo = Money{1'000};
            policy.feePoints = 1'000;
        })));
        auto history = ReturnWorld::asked("R1", world.sell("A"));
        QVERIFY(world.deliver("A"));
        history.history = true;
        const auto made = world.requestReturn(history);
        QVERIFY(made && made->status == ReturnStatus::Requested);
        DONE(world.approve(made->id));
        QCOMPARE(world.fees(), 0);
        RETURNS_HOLD(world);
    }

    void aFeeIsKeptOfWhatIsRefunded() {
        RuledWorld world;
        QVERIFY(world.begin(policyWith([](auto& policy) {
            policy.feePoints = 1'250;  // 12.5 %
            policy.feeFreeReasons = {"damaged"};
        })));
        const auto deduction = world.sell("A");  // three of 100
        QVERIFY(world.deliver("A"));
        const auto made = world.ask("R1", deduction, 1, "regret");
        DONE(made);
        QCOMPARE(made->amount.minor, 88);  // 12.5 is rounded down to 12
        const auto preview = returns::preview(world.database(), world.call.actor, made->id, {});
        QVERIFY(preview && preview->amount.minor == 88 && preview->fee.minor == 12 && preview->settlement.minor == 100);
        DONE(world.approve(made->id));
        QCOMPARE(world.refundOf(made->id).amount.minor, 88);
        QCOMPARE(world.look(made->id).row.fee.minor, 12);
        QCOMPARE(world.fees(), -12);
        QCOMPARE(world.balance(LedgerAccount::SalesReturns), 100);
        QCOMPARE(world.byRule(made->id).front().detail, std::string("restocking_fee; 1250; 12"));
        RETURNS_HOLD(world);
        // Undone, the fee is given up, and kept again by the next approval.
        DONE(world.undo(made->id));
        QCOMPARE(world.fees(), 0);
        QCOMPARE(world.balance(LedgerAccount::SalesReturns), 0);
        QCOMPARE(world.look(made->id).row.fee.minor, 0);
        RETURNS_HOLD(world);
        DONE(world.approve(made->id));
        QCOMPARE(world.fees(), -12);
        // No fee for this reason: the whole share.
        const auto free = world.ask("R2", deduction, 1, "damaged");
        QCOMPARE(free->amount.minor, 100);
        DONE(world.approve(free->id));
        const auto last = world.ask("R3", deduction, 1, "regret");
        DONE(world.approve(last->id));
        // It came back whole: what was paid, less the fees.
        QCOMPARE(world.fees(), -24);
        QCOMPARE(world.money("A").committed.minor, 276);
        RETURNS_HOLD(world);
    }

    /// Goods that never left are not restocked.
    void noFeeBeforePickUp() {
        RuledWorld world;
        QVERIFY(world.begin(policyWith([](auto& policy) { policy.feePoints = 10'000; })));
        const auto deduction = world.sell("A");
        const auto made = world.ask("R1", deduction, 1);
        QCOMPARE(made->amount.minor, 100);
        DONE(world.approve(made->id));
        QCOMPARE(world.fees(), 0);
        QVERIFY(world.pickUp("A"));
        const auto all = world.ask("R2", deduction, 2);
        QCOMPARE(all->amount.minor, 0);  // the whole of it
        DONE(world.approve(all->id));
        QCOMPARE(world.fees(), -200);
        QCOMPARE(world.refundsOf("A").size(), std::size_t{1});
        RETURNS_HOLD(world);
    }

    /// What could not be delivered goes back whole: nothing of it is kept.
    void aClosedOrderKeepsNoFee() {
        RuledWorld world;
        QVERIFY(world.begin(policyWith([](auto& policy) { policy.feePoints = 1'000; })));
        const auto whole = world.sell("A");  // three of 100
        QVERIFY(world.pickUp("A"));
        const auto made = world.ask("R1", whole, 3);
        DONE(world.approve(made->id));
        QCOMPARE(world.fees(), -30);
        QVERIFY(world.report(api::CourierReport::Kind::Failed, "A", "anna", 1, "nobody there").has_value());
        QVERIFY(world.detail("A").row.status == api::OrderStatus::Closed);
        QCOMPARE(world.fees(), 0);
        QCOMPARE(world.look(made->id).row.fee.minor, 0);
        QCOMPARE(world.look(made->id).row.amount.minor, 270);
        QCOMPARE(world.byRule(made->id).back().detail, std::string("restocking_fee; 0; 0"));
        QCOMPARE(world.money("A").granted.minor, 300);
        QCOMPARE(world.balance(LedgerAccount::SalesReturns), 300);
        RETURNS_HOLD(world);
        // Of a part that came back before somebody closed the rest, and whose goods are awaited.
        const auto part = world.sell("B");
        QVERIFY(world.pickUp("B"));
        const auto some = world.ask("R2", part, 1);
        DONE(world.approve(some->id));
        QVERIFY(world.report(api::CourierReport::Kind::Failed, "B", "anna", 1, "nobody there").has_value());
        QCOMPARE(world.fees(), -10);
        DONE(world.close("B"));
        QCOMPARE(world.fees(), 0);
        QCOMPARE(world.money("B").granted.minor, 300);
        RETURNS_HOLD(world);
    }

    void aRequestIsPreviewedAsItIsStored() {
        RuledWorld world;
        QVERIFY(world.begin(policyWith([](auto& policy) {
            policy.feePoints = 1'250;  // 12.5 %
            policy.feeFreeReasons = {"damaged"};
            policy.autoApproveUpTo = Money{200};
        })));
        world.as("clerk");
        const auto deduction = world.sell("A", {{Sku("tea"), 3, Money{100}}, {Sku("cup"), 2, Money{50}}});
        QVERIFY(world.deliver("A"));
        const auto back = [deduction](const char* number, std::int64_t units, const char* sku, const char* code = "") {
            auto made = ReturnWorld::asked(number, deduction, units, sku);
            made.reasonCode = code;
            return made;
        };
        auto seen = world.preview(back("", 1, "tea", "regret"));
        QVERIFY(seen.has_value());
        QCOMPARE(seen->amount.minor, 88);  // 12.5 is rounded down to 12
        QCOMPARE(seen->fee.minor, 12);
        QCOMPARE(seen->feePoints, std::int64_t{1'250});
        QCOMPARE(seen->settlement.minor, 100);
        QVERIFY(seen->decision == RequestDecision::ByRule);
        QCOMPARE(seen->upTo, std::optional(Money{200}));
        QCOMPARE(world.differs(back("R1", 1, "tea", "regret")), std::string());
        // No fee for this reason, and still within what the rules approve of an order.
        seen = world.preview(back("", 2, "cup", "damaged"));
        QVERIFY(seen && seen->amount.minor == 100 && seen->fee.minor == 0 && seen->feePoints == 0);
        QCOMPARE(world.differs(back("R2", 2, "cup", "damaged")), std::string());
        // 276 of the order are too much.
        seen = world.preview(back("", 1, "tea"));
        QVERIFY(seen && seen->decision == RequestDecision::Approval && seen->approvers == 0 && !seen->upTo);
        QCOMPARE(world.differs(back("R3", 1, "tea")), std::string());
        const auto third = world.requestReturn(back("R3", 1, "tea"));
        QVERIFY(third && third->repeated);
        DONE(world.approve(third->id));
        QCOMPARE(world.record(third->id).fee, seen->fee);
        QCOMPARE(world.record(third->id).amount, std::optional(seen->amount));
        // The last piece, approved by who asks for it; and then nothing is left.
        auto last = back("R4", 1, "tea");
        last.approve = true;
        QVERIFY(world.preview(last)->decision == RequestDecision::Approved);
        QCOMPARE(world.differs(last), std::string());
        REFUSED_FIELD(world.preview(back("", 1, "tea")), ErrorCode::ExceedsDeducted, "units");
        QCOMPARE(world.differs(back("R5", 1, "tea")), std::string());
        RETURNS_HOLD(world);
    }

    /// What went back already caps it; before pick-up the last piece closes the order.
    void aPreviewKnowsWhatIsLeft() {
        RuledWorld world;
        QVERIFY(world.begin(policyWith([](auto& policy) {
            policy.feePoints = 1'000;
            policy.autoApproveUpTo = Money{1'000};
        })));
        const auto capped = world.sell("A");  // three of 100
        QVERIFY(world.deliver("A"));
        DONE(world.refundOrder("k", "A", 250));
        const auto seen = world.preview(ReturnWorld::asked("", capped, 2));
        QVERIFY(seen.has_value());
        QCOMPARE(seen->settlement.minor, 200);
        QCOMPARE(seen->fee.minor, 5);
        QCOMPARE(seen->amount.minor, 45);
        QCOMPARE(world.differs(ReturnWorld::asked("R1", capped, 2)), std::string());
        const auto whole = world.sell("B");
        const auto first = world.preview(ReturnWorld::asked("", whole, 2));
        QVERIFY(first && first->amount.minor == 200 && first->fee.minor == 0);  // the goods never left
        QCOMPARE(world.differs(ReturnWorld::asked("R2", whole, 2)), std::string());
        QCOMPARE(world.differs(ReturnWorld::asked("R3", whole, 1)), std::string());
        QVERIFY(world.detail("B").row.status == api::OrderStatus::Closed);
        REFUSED_FIELD(world.preview(ReturnWorld::asked("", whole, 1)), ErrorCode::WrongStatus, "status");
        RETURNS_HOLD(world);
    }

    void aPreviewSaysWhoMustAgree() {
        RuledWorld world;
        QVERIFY(world.begin(policyWith([](auto& policy) {
            policy.fourEyesAbove = Money{100};
            policy.secondAbove = Money{200};
            policy.autoApproveUpTo = Money{1'000};
        })));
        const auto deduction = world.sell("A");  // three of 100
        int approvers = 0;
        for (const std::int64_t units : {1, 2, 3}) {
            auto made = ReturnWorld::asked("", deduction, units);
            made.approve = true;
            const auto seen = world.preview(made);
            QVERIFY(seen.has_value());
            QCOMPARE(seen->approvers, approvers++);
            QVERIFY(seen->decision == (units == 1 ? RequestDecision::Approved : RequestDecision::Approval));
        }
        auto two = ReturnWorld::asked("R1", deduction, 2);
        two.approve = true;
        QCOMPARE(world.differs(two), std::string());
        RETURNS_HOLD(world);
    }

    void aPreviewIsRefusedAsTheRequestIs() {
        RuledWorld world;
        QVERIFY(world.begin(policyWith([](auto& policy) { policy.windowDays = 7; })));
        const auto deduction = world.sell("A");
        QVERIFY(world.deliver("A"));
        const auto delivered = world.now;
        world.now = delivered.plusMs(7 * kDay - 1);
        QVERIFY(world.preview(ReturnWorld::asked("", deduction, 1)).has_value());
        REFUSED_FIELD(world.preview(ReturnWorld::asked("", deduction, 4)), ErrorCode::ExceedsDeducted, "units");
        REFUSED_FIELD(world.preview(ReturnWorld::asked("", deduction, 0)), ErrorCode::InvalidArgument, "units");
        REFUSED_FIELD(world.preview(ReturnWorld::asked("", deduction, 1, "none")), ErrorCode::NotFound, "sku");
        REFUSED_FIELD(world.preview(ReturnWorld::asked("", DeductionId{99}, 1)), ErrorCode::NotFound, "deduction");
        auto unheard = ReturnWorld::asked("", deduction, 1);
        unheard.reasonCode = "unheard-of";
        REFUSED_FIELD(world.preview(unheard), ErrorCode::InvalidArgument, "reason_code");
        world.now = delivered.plusMs(7 * kDay);
        REFUSED_FIELD(world.preview(ReturnWorld::asked("", deduction, 1)), ErrorCode::WrongStatus, "window");
        QCOMPARE(world.differs(ReturnWorld::asked("R1", deduction, 1)), std::string());
        RETURNS_HOLD(world);
    }

    void rulesAreChecked() {
        RuledWorld world;
        QVERIFY(world.begin(policyWith([](auto&) {})));
        const auto refuse = [&](const std::function<void(api::ReturnPolicy&)>& change, const char* field) {
            REFUSED_FIELD(world.returnPolicy(policyWith(change)), ErrorCode::InvalidArgument, field);
        };
        refuse([](auto& policy) { policy.windowDays = 0; }, "window_days");
        refuse([](auto& policy) { policy.windowDays = 3'651; }, "window_days");
        refuse([](auto& policy) { policy.autoApproveUpTo = Money{-1}; }, "auto_approve_up_to");
        refuse([](auto& policy) { policy.feePoints = -1; }, "fee_points");
        refuse([](auto& policy) { policy.feePoints = 10'001; }, "fee_points");
        refuse([](auto& policy) { policy.autoReasons = {"unheard of"}; }, "reason_code");
        refuse([](auto& policy) { policy.feeFreeReasons = {""}; }, "reason_code");
        const auto whole = policyWith([](auto& policy) {
            policy.windowDays = 3'650;
            policy.autoApproveUpTo = Money{0};
            policy.autoReasons = {"damaged", "regret"};
            policy.feePoints = 10'000;
            policy.feeFreeReasons = {"regret"};
        });
        DONE(world.returnPolicy(whole));
        QVERIFY(*store::returns::policyFresh(world.database(), world.campus) == whole);
    }

    void amountsOfFees() {
        QCOMPARE(returns::feeOf(Money{199}, 1'000).minor, 19);
        QCOMPARE(returns::feeOf(Money{199}, 0).minor, 0);
        QCOMPARE(returns::feeOf(Money{199}, 10'000).minor, 199);
        QCOMPARE(returns::feeOf(Money{base::kMaxMoneyMinor}, 10'000).minor, base::kMaxMoneyMinor);
    }
};

}  // namespace test_rules_of_returns

QTEST_GUILESS_MAIN(test_rules_of_returns::TestRulesOfReturns)
#include "test_rules_of_returns.moc"
