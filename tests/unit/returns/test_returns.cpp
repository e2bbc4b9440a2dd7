// SPDX-License-Identifier: GPL-3.0-or-later
// Returns by their rules: requests, decisions, goods, the way back of each, closing the order in between.
#include <QtTest>

#include "engine/order_closing/close.h"
#include "return_world.h"

namespace test_returns {

using namespace evenhand;
using namespace evenhand::test;
using api::LedgerAccount;
using api::RefundStatus;
using api::ReturnStage;
using api::ReturnStatus;

class TestReturns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theWhole() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto deduction = world.sell("A", {{Sku("tea"), 3, Money{100}}, {Sku("cup"), 1, Money{50}}});
        QVERIFY(deduction.valid());
        QCOMPARE(world.balance(LedgerAccount::Sales), -350);
        QCOMPARE(world.balance(LedgerAccount::ProviderClearing), 350);

        auto wanted = world.asked("R1", deduction, 2);
        wanted.lines.push_back({Sku("cup"), 1});
        wanted.reason = "broken";
        const auto made = world.requestReturn(wanted);
        QVERIFY(made);
        QCOMPARE(made->amount.minor, 250);
        QCOMPARE(made->orderNo, OrderNo("A"));
        QVERIFY(!made->repeated);
        QVERIFY(world.record(made->id).stage == ReturnStage::Approval);
        QCOMPARE(world.money("A").committed.minor, 0);
        RETURNS_HOLD(world);

        const auto approved = world.approve(made->id);
        QVERIFY(approved);
        QVERIFY(approved->stage == ReturnStage::Goods);
        auto refund = world.refundOf(made->id);
        QVERIFY(refund.status == RefundStatus::Pending);
        QCOMPARE(refund.amount.minor, 250);
        QCOMPARE(refund.paymentNo, PaymentNo("PA"));
        QCOMPARE(world.balance(LedgerAccount::SalesReturns), 250);
        QCOMPARE(world.balance(LedgerAccount::RefundsPayable), -250);
        RETURNS_HOLD(world);

        const auto before = world.stock("tea");
        const auto received = world.receive(made->id, {{Sku("tea"), 1, 1}, {Sku("cup"), 1, 0}});
        QVERIFY(received);
        QVERIFY(received->stage == ReturnStage::Money);
        QCOMPARE(world.stock("tea"), before + 1);
        RETURNS_HOLD(world);

        QVERIFY(world.paidByHand(refund.id));
        refund = world.refundOf(made->id);
        QVERIFY(refund.status == RefundStatus::Succeeded);
        QCOMPARE(refund.reference, std::string("R-1"));
        QVERIFY(world.record(made->id).stage == ReturnStage::Done);
        QCOMPARE(world.balance(LedgerAccount::RefundsPayable), 0);
        QCOMPARE(world.balance(LedgerAccount::ProviderClearing), 100);
        QCOMPARE(world.money("A").refundable.minor, 100);
        RETURNS_HOLD(world);
        const auto seen = world.look(made->id);
        QCOMPARE(seen.reason, std::string("broken"));
        QCOMPARE(seen.lines.size(), std::size_t{2});
        QCOMPARE(seen.lines[1].amount->minor, 200);
        QCOMPARE(seen.lines[1].damaged.value_or(-1), 1);
        QVERIFY(seen.events.size() >= 4);
        QVERIFY(seen.events.front().kind == api::MoneyEventKind::Requested);
        QVERIFY(seen.events.back().kind == api::MoneyEventKind::ByHand);
    }

    void sameNumber() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto deduction = world.sell("A", {{Sku("tea"), 3, Money{100}}, {Sku("cup"), 2, Money{50}}});
        auto wanted = world.asked("R1", deduction, 2);
        wanted.lines.push_back({Sku("cup"), 1});
        const auto first = world.requestReturn(wanted);
        QVERIFY(first);
        std::swap(wanted.lines[0], wanted.lines[1]);  // the same body
        wanted.deduction = {};
        wanted.orderNo = OrderNo("A");
        const auto again = world.requestReturn(wanted);
        QVERIFY(again && again->repeated);
        QCOMPARE(again->id, first->id);
        QVERIFY(world.approve(first->id));
        const auto later = world.requestReturn(wanted);  // as it stands now
        QVERIFY(later && later->repeated && later->status == ReturnStatus::Approved);
        auto other = wanted;
        other.lines[0].units = 2;
        REFUSED_FIELD(world.requestReturn(other), ErrorCode::KeyReused, "number");
        other = wanted;
        other.reason = "another";
        REFUSED_FIELD(world.requestReturn(other), ErrorCode::KeyReused, "number");
        // Another deduction may use the number.
        const auto second = world.sell("B");
        QVERIFY(world.requestReturn(world.asked("R1", second)));
        QCOMPARE(world.number("SELECT COUNT(*) FROM goods_return"), 2);
        RETURNS_HOLD(world);
    }

    void badInput() {
        ReturnWorld world;
        QVERIFY(world.open());
        const auto deduction = world.sell("A");
        QVERIFY(deduction.valid());
        const auto with = [&](auto change) {
            auto made = world.asked("R1", deduction);
            change(made);
            return world.requestReturn(made);
        };
        using R = api::RequestReturn;
        REFUSED_FIELD(with([](R& r) { r.deduction = {}; }), ErrorCode::InvalidArgument, "order_no");
        REFUSED_FIELD(with([](R& r) { r.deduction = DeductionId{4711}; }), ErrorCode::NotFound, "deduction");
        REFUSED_FIELD(with([](R& r) {
                          r.deduction = {};
                          r.orderNo = OrderNo("nobody's");
                      }),
                      ErrorCode::NotFound, "order_no");
        REFUSED_FIELD(with([](R& r) { r.orderNo = OrderNo("B"); }), ErrorCode::InvalidArgument, "order_no");
        REFUSED_FIELD(with([](R& r) { r.lines[0].sku = Sku("cup"); }), ErrorCode::NotFound, "sku");
        REFUSED_FIELD(with([](R& r) { r.lines[0].sku = Sku("TEA"); }), ErrorCode::NotFound, "sku");
        REFUSED_FIELD(with([](R& r) { r.lines[0].units = 4; }), ErrorCode::ExceedsDeducted, "units");
        REFUSED_FIELD(with([](R& r) { r.lines[0].units = 0; }), ErrorCode::InvalidArgument, "units");
        REFUSED_FIELD(with([](R& r) { r.lines[0].units = -1; }), ErrorCode::InvalidArgument, "units");
        REFUSED_FIELD(with([](R& r) { r.lines[0].units = INT64_MAX; }), ErrorCode::InvalidArgument, "units");
        REFUSED_FIELD(with([](R& r) { r.lines[0].units = INT64_MIN; }), ErrorCode::InvalidArgument, "units");
        REFUSED_FIELD(with([](R& r) { r.lines.push_back(r.lines[0]); }), ErrorCode::InvalidArgument, "sku");
        REFUSED_FIELD(with([](R& r) { r.lines.clear(); }), ErrorCode::InvalidArgument, "lines");
        REFUSED_FIELD(with([](R& r) { r.lines.assign(10'001, {Sku("tea"), 1}); }), ErrorCode::InvalidArgument, "lines");
        REFUSED_FIELD(with([](R& r) { r.number = ReturnNo(""); }), ErrorCode::InvalidArgument, "number");
        REFUSED_FIELD(with([](R& r) { r.number = ReturnNo(std::string(65, 'x')); }), ErrorCode::InvalidArgument,
                      "number");
        REFUSED_FIELD(with([](R& r) { r.reason = std::string(1 << 20, 'x'); }), ErrorCode::InvalidArgument, "reason");
        REFUSED_FIELD(with([](R& r) { r.reason = std::string("a\0b", 3); }), ErrorCode::InvalidArgument, "reason");
        REFUSED_FIELD(with([](R& r) { r.reason = "\xff"; }), ErrorCode::InvalidArgument, "reason");
        QCOMPARE(world.number("SELECT COUNT(*) FROM goods_return"), 0);
        QVERIFY(with([](R& r) { r.reason = "=1+1 <b>bold</b> '); DROP TABLE orders; --\n\"quoted\""; }));
        QCOMPARE(world.look(ReturnId{1}).reason, std::string("=1+1 <b>bold</b> '); DROP TABLE orders; --\n\"quoted\""));
        RETURNS_HOLD(world);
    }

    void statusOfTheOrder() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.place(world.request("W")));
        REFUSED_FIELD(world.requestReturn(world.asked("R", world.detail("W").deduction)), ErrorCode::WrongStatus,
                      "status");
        QVERIFY(world.close("W"));
        REFUSED_FIELD(world.requestReturn(world.asked("R", world.detail("W").deduction)), ErrorCode::WrongStatus,
                      "status");
        const auto deduction = world.sell("A");
        QVERIFY(world.deliverAll());
        using Kind = api::CourierReport::Kind;
        QVERIFY(world.report(Kind::PickedUp, "A", "anna", 1));
        QVERIFY(world.report(Kind::Delivered, "A", "anna", 1));
        QVERIFY(world.requestReturn(world.asked("R", deduction)));
        QVERIFY(world.detail("A").row.status == api::OrderStatus::Delivered);  // as it was
        RETURNS_HOLD(world);
    }

    void neverMoreThanDeducted() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto deduction = world.sell("A", {{Sku("tea"), 2, Money{100}}, {Sku("tea"), 3, Money{10}}});
        const auto a = world.requestReturn(world.asked("a", deduction, 3));
        const auto b = world.requestReturn(world.asked("b", deduction, 2));
        QVERIFY(a && b);
        REFUSED_FIELD(world.requestReturn(world.asked("c", deduction)), ErrorCode::ExceedsDeducted, "units");
        QVERIFY(world.cancelReturn(b->id));
        const auto c = world.requestReturn(world.asked("c", deduction));
        QVERIFY(c);
        REFUSED_FIELD(world.undo(b->id), ErrorCode::ExceedsDeducted, "units");
        QVERIFY(world.reject(c->id));
        QVERIFY(world.undo(b->id));
        REFUSED_FIELD(world.undo(c->id), ErrorCode::ExceedsDeducted, "units");
        QVERIFY(world.approve(a->id, {{Sku("tea"), 1}}));  // two of them are free again
        QVERIFY(world.undo(c->id));
        REFUSED_FIELD(world.undo(a->id), ErrorCode::ExceedsDeducted, "units");
        RETURNS_HOLD(world);
        // Two dearer units first, in line order.
        QCOMPARE(world.refundOf(a->id).amount.minor, 100);
        QVERIFY(world.approve(b->id));
        QCOMPARE(world.refundOf(b->id).amount.minor, 110);
        RETURNS_HOLD(world);
    }

    /// Everything comes back one by one: exactly the payment, whatever the discount left odd.
    void wholeOrderUnitByUnit() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely(api::GoodsRule::NoGoods));
        const auto deduction = world.sell("A", {{Sku("tea"), 3, Money{100}}, {Sku("cup"), 4, Money{33}}});
        std::int64_t refunded = 0;
        for (int i = 0; i < 7; ++i) {
            const auto made = world.requestReturn(
                world.asked(std::to_string(i).c_str(), deduction, 1, i % 2 == 0 && i < 6 ? "tea" : "cup"));
            QVERIFY(made);
            QVERIFY(world.approve(made->id));
            refunded += world.refundOf(made->id).amount.minor;
            RETURNS_HOLD(world);
        }
        QCOMPARE(refunded, 432);
        QCOMPARE(world.money("A").refundable.minor, 0);
        QVERIFY(world.detail("A").row.closeReason == api::CloseReason::Returned);  // it was never picked up
        QCOMPARE(world.stock("tea"), 1'000);  // the rule says that goods do not come back; these had never left
        QCOMPARE(world.stock("cup"), 1'000);
    }

    void fourEyes() {
        ReturnWorld world;
        QVERIFY(world.open());
        api::ReturnPolicy policy;
        policy.fourEyesAbove = Money{100};
        policy.secondAbove = Money{300};
        QVERIFY(world.returnPolicy(policy));
        const auto deduction = world.sell("A", {{Sku("tea"), 10, Money{100}}});
        world.as("ann");
        world.call.reason.clear();
        auto small = world.asked("small", deduction, 1);
        small.approve = true;
        const auto first = world.requestReturn(small);  // 100: not above, and needs no reason
        QVERIFY(first && first->status == ReturnStatus::Approved);
        // The second of 100 is 200 with the first: splitting does not help.
        auto split = world.asked("split", deduction, 1);
        split.approve = true;
        const auto second = world.requestReturn(split);
        QVERIFY(second && second->status == ReturnStatus::Requested);
        REFUSED_FIELD(world.approve(second->id), ErrorCode::FourEyes, "approver");
        world.as("bob");
        world.call.reason = " ";
        REFUSED_FIELD(world.approve(second->id), ErrorCode::InvalidArgument,
                      "reason");  // above the threshold it needs one
        RETURNS_HOLD(world);
        world.call.reason = "as agreed";
        QVERIFY(world.approve(second->id));  // 200
        world.as("ann");
        const auto third = world.requestReturn(world.asked("third", deduction, 2));
        REFUSED_FIELD(world.approve(third->id), ErrorCode::FourEyes, "approver");
        world.as("bob");
        const auto waits = world.approve(third->id, {{Sku("tea"), 2}});  // 400: two approvers
        QVERIFY(waits && waits->stage == ReturnStage::SecondApproval);
        QCOMPARE(world.money("A").committed.minor, 200);
        RETURNS_HOLD(world);
        REFUSED_FIELD(world.approve(third->id), ErrorCode::FourEyes, "approver");
        world.as("ann");
        REFUSED_FIELD(world.approve(third->id), ErrorCode::FourEyes, "approver");
        world.as("cem");
        REFUSED_FIELD(world.approve(third->id, {{Sku("tea"), 1}}), ErrorCode::Conflict, "lines");
        QVERIFY(world.approve(third->id));
        QCOMPARE(world.refundOf(third->id).firstApprover.value_or(""), std::string("bob"));
        QCOMPARE(world.refundOf(third->id).approver.value_or(""), std::string("cem"));
        QCOMPARE(world.money("A").committed.minor, 400);
        RETURNS_HOLD(world);
    }

    void firstApprovalBack() {
        ReturnWorld world;
        QVERIFY(world.open());
        api::ReturnPolicy policy;
        policy.fourEyesAbove = Money{0};
        policy.secondAbove = Money{0};
        QVERIFY(world.returnPolicy(policy));
        const auto deduction = world.sell("A");
        world.as("ann");
        const auto made = world.requestReturn(world.asked("R", deduction, 2));
        REFUSED_FIELD(world.undo(made->id), ErrorCode::WrongStatus, "status");
        world.as("bob");
        QVERIFY(world.approve(made->id, {{Sku("tea"), 1}}));
        QVERIFY(world.undo(made->id));
        QVERIFY(world.record(made->id).stage == ReturnStage::Approval);
        QVERIFY(!world.look(made->id).lines[0].approved);
        QVERIFY(world.approve(made->id));
        QVERIFY(world.record(made->id).stage == ReturnStage::SecondApproval);  // bob is the first again
        world.as("cem");
        QVERIFY(world.reject(made->id, "no <b>"));
        QCOMPARE(world.record(made->id).customerNote, std::string("no <b>"));
        QVERIFY(!world.look(made->id).lines[0].approved);
        RETURNS_HOLD(world);
        QVERIFY(world.undo(made->id));
        RETURNS_HOLD(world);
    }

    /// Remembered, it is what a count would say, whatever becomes of a return.
    void whatWaitsForApprovalIsCountedAsItChanges() {
        ReturnWorld world;
        QVERIFY(world.open());
        api::ReturnPolicy policy;
        policy.fourEyesAbove = Money{0};
        policy.secondAbove = Money{0};
        QVERIFY(world.returnPolicy(policy));
        const auto deduction = world.sell("A");
        const auto waiting = [&world] { return store::returns::countWaiting(world.database()).value_or(-1); };
        QCOMPARE(waiting(), std::int64_t{0});
        world.as("ann");
        const auto first = world.requestReturn(world.asked("R1", deduction));
        const auto second = world.requestReturn(world.asked("R2", deduction));
        QVERIFY(first && second);
        QCOMPARE(waiting(), std::int64_t{2});
        REFUSED_FIELD(world.approve(first->id), ErrorCode::FourEyes, "approver");
        QCOMPARE(waiting(), std::int64_t{2});
        world.as("bob");
        QVERIFY(world.approve(first->id));  // now for the second approval
        QCOMPARE(waiting(), std::int64_t{2});
        world.as("cem");
        QVERIFY(world.approve(first->id));
        QCOMPARE(waiting(), std::int64_t{1});
        QVERIFY(world.reject(second->id));
        QCOMPARE(waiting(), std::int64_t{0});
        QVERIFY(world.undo(second->id));
        QCOMPARE(waiting(), std::int64_t{1});
        QVERIFY(world.cancelReturn(second->id));
        QCOMPARE(waiting(), std::int64_t{0});
    }

    void approvalsChecked() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto deduction = world.sell("A", {{Sku("tea"), 3, Money{100}}, {Sku("cup"), 1, Money{50}}});
        const auto made = world.requestReturn(world.asked("R", deduction, 2));
        const auto id = made->id;
        REFUSED_FIELD(world.approve(ReturnId{99}), ErrorCode::NotFound, "return");
        REFUSED_FIELD(world.approve(id, {}, 7), ErrorCode::Conflict, "version");
        REFUSED_FIELD(world.approve(id, {{Sku("tea"), 3}}), ErrorCode::InvalidArgument, "units");
        REFUSED_FIELD(world.approve(id, {{Sku("tea"), -1}}), ErrorCode::InvalidArgument, "units");
        REFUSED_FIELD(world.approve(id, {{Sku("tea"), 0}}), ErrorCode::InvalidArgument, "units");
        REFUSED_FIELD(world.approve(id, {{Sku("cup"), 1}}), ErrorCode::InvalidArgument, "sku");
        REFUSED_FIELD(world.approve(id, {{Sku("tea"), 1}, {Sku("tea"), 1}}), ErrorCode::InvalidArgument, "sku");
        QVERIFY(world.approve(id, {{Sku("tea"), 1}}, world.record(id).version));
        REFUSED_FIELD(world.approve(id), ErrorCode::WrongStatus, "status");
        REFUSED_FIELD(world.reject(id), ErrorCode::WrongStatus, "status");
        REFUSED_FIELD(world.cancelReturn(id), ErrorCode::WrongStatus, "status");
        RETURNS_HOLD(world);
    }

    void goodsChecked() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto deduction = world.sell("A", {{Sku("tea"), 3, Money{100}}, {Sku("cup"), 1, Money{50}}});
        auto wanted = world.asked("R", deduction, 2);
        wanted.lines.push_back({Sku("cup"), 1});
        const auto id = world.requestReturn(wanted)->id;
        REFUSED_FIELD(world.receive(id), ErrorCode::WrongStatus, "status");
        QVERIFY(world.approve(id));
        REFUSED_FIELD(world.receive(id, {{Sku("tea"), 1, 0}, {Sku("cup"), 1, 0}}), ErrorCode::InvalidArgument,
                      "damaged");
        REFUSED_FIELD(world.receive(id, {{Sku("tea"), 3, 0}, {Sku("cup"), 1, 0}}), ErrorCode::InvalidArgument,
                      "sellable");
        REFUSED_FIELD(world.receive(id, {{Sku("tea"), -1, 3}, {Sku("cup"), 1, 0}}), ErrorCode::InvalidArgument,
                      "sellable");
        REFUSED_FIELD(world.receive(id, {{Sku("tea"), 2, 0}}), ErrorCode::InvalidArgument, "sku");
        REFUSED_FIELD(world.receive(id, {{Sku("tea"), 2, 0}, {Sku("tea"), 2, 0}}), ErrorCode::InvalidArgument, "sku");
        // Named twice with two counts, though nothing is missing: neither of them counts.
        REFUSED_FIELD(world.receive(id, {{Sku("tea"), 2, 0}, {Sku("cup"), 1, 0}, {Sku("tea"), 0, 2}}),
                      ErrorCode::InvalidArgument, "sku");
        REFUSED_FIELD(world.receive(id, {{Sku("pot"), 2, 0}}), ErrorCode::InvalidArgument, "sku");
        REFUSED_FIELD(world.undoGoods(id), ErrorCode::WrongStatus, "goods");
        RETURNS_HOLD(world);
        const auto before = world.stock("tea");
        QVERIFY(world.receive(id));
        QCOMPARE(world.stock("tea"), before + 2);
        REFUSED_FIELD(world.receive(id), ErrorCode::WrongStatus, "goods");
        REFUSED_FIELD(world.undo(id), ErrorCode::WrongStatus, "goods");
        QVERIFY(world.undoGoods(id));
        QCOMPARE(world.stock("tea"), before);
        RETURNS_HOLD(world);
        QVERIFY(world.skipGoods(id));
        RETURNS_HOLD(world);
        QVERIFY(world.undoGoods(id));
        QVERIFY(world.receive(id, {{Sku("tea"), 0, 2}, {Sku("cup"), 0, 1}}));
        QCOMPARE(world.stock("tea"), before);
        RETURNS_HOLD(world);
        QVERIFY(world.undoGoods(id));
        QVERIFY(world.receive(id));
        QVERIFY(world.place(world.request("B", {{Sku("tea"), world.stock("tea"), Money{1}}})));  // sold again
        REFUSED_FIELD(world.undoGoods(id), ErrorCode::OutOfStock, "sku");
        RETURNS_HOLD(world);
    }

    void goodsFirst() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely(api::GoodsRule::GoodsFirst));
        const auto deduction = world.sell("A");
        const auto id = world.requestReturn(world.asked("R", deduction, 2))->id;
        QVERIFY(world.approve(id));
        QVERIFY(world.refundOf(id).status == RefundStatus::Held);
        QCOMPARE(world.balance(LedgerAccount::RefundsPayable), 0);
        REFUSED_FIELD(world.paidByHand(world.refundOf(id).id), ErrorCode::WrongStatus, "status");
        RETURNS_HOLD(world);
        QVERIFY(world.receive(id));
        QVERIFY(world.refundOf(id).status == RefundStatus::Pending);
        QCOMPARE(world.balance(LedgerAccount::RefundsPayable), -200);
        RETURNS_HOLD(world);
        QVERIFY(world.undoGoods(id));
        QVERIFY(world.refundOf(id).status == RefundStatus::Held);
        QCOMPARE(world.balance(LedgerAccount::RefundsPayable), 0);
        RETURNS_HOLD(world);
        // The policy of now does not matter: this one waits for its goods.
        QVERIFY(world.freely(api::GoodsRule::MoneyFirst));
        QVERIFY(world.skipGoods(id));
        QVERIFY(world.undoGoods(id));
        QVERIFY(world.refundOf(id).status == RefundStatus::Held);
        QVERIFY(world.receive(id));
        QVERIFY(world.paidByHand(world.refundOf(id).id));
        REFUSED_FIELD(world.undoGoods(id), ErrorCode::WrongStatus, "refund");
        RETURNS_HOLD(world);
    }

    void approvalBack() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto deduction = world.sell("A");
        const auto id = world.requestReturn(world.asked("R", deduction, 2))->id;
        for (int round = 1; round <= 3; ++round) {
            QVERIFY(world.approve(id));
            QCOMPARE(world.record(id).round, round);
            RETURNS_HOLD(world);
            QVERIFY(world.undo(id));
            QCOMPARE(world.money("A").committed.minor, 0);
            QCOMPARE(world.balance(LedgerAccount::RefundsPayable), 0);
            RETURNS_HOLD(world);
        }
        QVERIFY(world.approve(id));
        QVERIFY(world.paidByHand(world.refundOf(id).id));
        REFUSED_FIELD(world.undo(id), ErrorCode::WrongStatus, "refund");
        RETURNS_HOLD(world);
    }

    /// A refund by hand took a part: the returns pay what is left, never more.
    void cappedByOtherRefunds() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto deduction = world.sell("A");
        QVERIFY(world.deliver("A"));
        const auto byHand = world.refundOrder("k", "A", 250);
        QVERIFY(byHand && byHand->status == RefundStatus::Pending);
        const auto a = world.requestReturn(world.asked("a", deduction, 1));
        QCOMPARE(a->amount.minor, 50);
        QVERIFY(world.approve(a->id));
        QCOMPARE(world.refundOf(a->id).amount.minor, 50);
        RETURNS_HOLD(world);
        const auto b = world.requestReturn(world.asked("b", deduction, 2));
        QVERIFY(world.approve(b->id));
        QVERIFY(!world.refundOf(b->id).id.valid());  // nothing is left to pay
        QVERIFY(world.receive(b->id));
        QVERIFY(world.record(b->id).stage == ReturnStage::Done);
        RETURNS_HOLD(world);
        QVERIFY(world.refund(returns::cancelRefund, byHand->id));  // refundable by hand again
        QCOMPARE(world.money("A").refundable.minor, 250);
        RETURNS_HOLD(world);
    }

    void closingInBetween() {
        for (const auto rule : {api::GoodsRule::MoneyFirst, api::GoodsRule::GoodsFirst}) {
            ReturnWorld world;
            QVERIFY(world.open());
            QVERIFY(world.freely(rule));
            const auto before = world.stock("tea");
            const auto deduction = world.sell("A", {{Sku("tea"), 9, Money{100}}});
            const auto done = world.requestReturn(world.asked("done", deduction, 1))->id;
            QVERIFY(world.approve(done));
            QVERIFY(world.receive(done, {{Sku("tea"), 0, 1}}));
            const auto awaited = world.requestReturn(world.asked("awaited", deduction, 2))->id;
            QVERIFY(world.approve(awaited));
            const auto open = world.requestReturn(world.asked("open", deduction, 3))->id;
            const auto byHand = world.refundOrder("k", "A", 50);
            QVERIFY(byHand);
            RETURNS_HOLD(world);
            QVERIFY(world.close("A"));
            RETURNS_HOLD(world);
            QVERIFY(world.record(open).status == ReturnStatus::Cancelled);
            QVERIFY(world.record(awaited).goods == api::GoodsState::Received);
            QVERIFY(world.refundOf(awaited).status == RefundStatus::Pending);
            QCOMPARE(world.stock("tea"), before - 1);  // only the damaged one is gone
            QCOMPARE(world.money("A").granted.minor, 900);
            REFUSED_FIELD(world.undo(awaited), ErrorCode::WrongStatus, "status");
            REFUSED_FIELD(world.undo(open), ErrorCode::WrongStatus, "status");
            REFUSED_FIELD(world.undoGoods(awaited), ErrorCode::WrongStatus, "status");
            REFUSED_FIELD(world.refund(returns::cancelRefund, world.refundOf(awaited).id), ErrorCode::WrongStatus,
                          "status");
            REFUSED_FIELD(world.refund(returns::cancelRefund, byHand->id), ErrorCode::WrongStatus, "cause");
            REFUSED_FIELD(world.refundOrder("again", "A"), ErrorCode::WrongStatus, "status");
            for (const auto& refund : world.refundsOf("A")) {
                QVERIFY(world.paidByHand(refund.id));
                RETURNS_HOLD(world);
            }
            QCOMPARE(world.balance(LedgerAccount::ProviderClearing), 0);
        }
    }

    /// Nobody is sent for what came back: with the last unit the order closes, and gives back each thing once.
    void returnOfTheLastUnitBeforePickUp() {
        for (const auto rule : {api::GoodsRule::MoneyFirst, api::GoodsRule::GoodsFirst, api::GoodsRule::NoGoods}) {
            for (const bool dispatched : {false, true}) {
                ReturnWorld world;
                QVERIFY(world.open());
                QVERIFY(world.freely(rule));
                const auto stock = world.stock("tea");
                const auto weight = world.weight("anna");
                const auto deduction = world.sell("A");
                QVERIFY(!dispatched || world.deliverAll());
                QCOMPARE(world.weight("anna"), weight - (dispatched ? 10 : 0));
                const auto first = world.requestReturn(world.asked("first", deduction, 1))->id;
                const auto second = world.requestReturn(world.asked("second", deduction, 2))->id;
                QVERIFY(world.approve(first));
                QVERIFY(world.detail("A").row.status !=  // two are left to deliver
                        api::OrderStatus::Closed);
                QCOMPARE(world.detail("A").lines.at(0).returned, 1);
                RETURNS_HOLD(world);
                world.call.reason = "all of it";
                const auto approved = world.approve(second);
                QVERIFY(approved);
                QVERIFY(approved->stage == ReturnStage::Money);
                QCOMPARE(approved->version, world.record(second).version);
                RETURNS_HOLD(world);
                const auto detail = world.detail("A");
                QVERIFY(detail.row.status == api::OrderStatus::Closed);
                QVERIFY(detail.row.closeReason == api::CloseReason::Returned);
                QVERIFY(detail.events.back().kind == api::EventKind::Closed);
                QCOMPARE(detail.events.back().detail, std::string("returned: all of it"));
                QVERIFY(world.record(first).goods == api::GoodsState::Received);
                QCOMPARE(world.stock("tea"), stock);
                QCOMPARE(world.money("A").granted.minor, 300);
                QCOMPARE(world.balance(LedgerAccount::RefundsPayable), -300);
                QVERIFY(world.deliverAll());  // the message of the payment finds nothing to do
                QCOMPARE(world.weight("anna"), weight);
                QVERIFY(world.weightsAgree());
                QCOMPARE(world.logEntries(), std::size_t{0});
                REFUSED_FIELD(world.close("A"), ErrorCode::WrongStatus, "status");
                REFUSED_FIELD(world.undo(second), ErrorCode::WrongStatus, "status");
                REFUSED_FIELD(world.receive(second), ErrorCode::WrongStatus, "status");
                RETURNS_HOLD(world);
            }
        }
    }

    /// What was found broken is gone, what somebody has skipped stays skipped; a second approver closes, not the first.
    void returnOfTheLastUnitOfSeveralKinds() {
        ReturnWorld world;
        QVERIFY(world.open());
        api::ReturnPolicy policy;
        policy.fourEyesAbove = Money{250};
        policy.secondAbove = Money{250};
        QVERIFY(world.returnPolicy(policy));
        const auto stock = world.stock("tea");
        const auto deduction = world.sell("A");
        world.as("ann");
        const auto damaged = world.requestReturn(world.asked("damaged", deduction, 1))->id;
        QVERIFY(world.approve(damaged));
        QVERIFY(world.receive(damaged, {{Sku("tea"), 0, 1}}));
        const auto skipped = world.requestReturn(world.asked("skipped", deduction, 1))->id;
        QVERIFY(world.approve(skipped));
        QVERIFY(world.skipGoods(skipped));
        const auto last = world.requestReturn(world.asked("last", deduction, 1))->id;
        world.as("bob");
        QVERIFY(world.approve(last));
        QVERIFY(world.detail("A").row.status == api::OrderStatus::Paid);
        world.as("cem");
        QVERIFY(world.approve(last));
        QVERIFY(world.detail("A").row.closeReason == api::CloseReason::Returned);
        QVERIFY(world.record(skipped).goods == api::GoodsState::Skipped);
        QCOMPARE(world.stock("tea"), stock - 2);
        QCOMPARE(world.money("A").granted.minor, 300);
        RETURNS_HOLD(world);
    }

    /// An import records what has happened: the goods had arrived, so it closes nothing. A person's return does.
    void importedReturnsCloseNothing() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        auto history = world.asked("I", world.sell("A"), 3);
        history.history = history.approve = true;
        history.at = world.now;
        QVERIFY(world.requestReturn(history)->status == ReturnStatus::Approved);
        QVERIFY(world.detail("A").row.status == api::OrderStatus::Paid);
        QVERIFY(world.sell("B").valid());
        const auto matched = world.matched({ReturnNo("I"), UserId("user"), {Sku("tea"), 3}, "", world.now, true});
        QVERIFY(matched && matched->front().orderNo == OrderNo("B"));
        QVERIFY(world.detail("B").row.status == api::OrderStatus::Paid);
        RETURNS_HOLD(world);
        const auto deduction = world.sell("C");
        history = world.asked("I", deduction, 2);
        history.history = history.approve = true;
        QVERIFY(world.requestReturn(history));
        // Approved later by a person, it is history all the same.
        history = world.asked("J", world.sell("D"), 3);
        history.history = true;
        const auto later = world.requestReturn(history)->id;
        QVERIFY(world.approve(later));
        QVERIFY(world.detail("D").row.status == api::OrderStatus::Paid);
        RETURNS_HOLD(world);
        QVERIFY(world.approve(world.requestReturn(world.asked("last", deduction))->id));
        QVERIFY(world.detail("C").row.closeReason == api::CloseReason::Returned);
        RETURNS_HOLD(world);
        // The last unit by import, at the very instant of a person's return.
        const auto mixed = world.sell("E");
        QVERIFY(world.approve(world.requestReturn(world.asked("some", mixed, 2))->id));
        history = world.asked("I", mixed, 1);
        history.history = history.approve = true;
        QVERIFY(world.requestReturn(history));
        QVERIFY(world.detail("E").row.status == api::OrderStatus::Paid);
        RETURNS_HOLD(world);
    }

    /// Returned on its way: the courier has it, so it stays; when it cannot be delivered it does not go out again.
    void returnedOnItsWay() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto stock = world.stock("tea");
        const auto deduction = world.sell("A");
        QVERIFY(world.pickUp("A"));
        const auto weight = world.weight("anna");
        QVERIFY(world.approve(world.requestReturn(world.asked("R", deduction, 3))->id));
        QVERIFY(world.detail("A").row.status == api::OrderStatus::Delivering);
        RETURNS_HOLD(world);
        QVERIFY(world.report(api::CourierReport::Kind::Failed, "A", "anna", 1, "nobody there"));
        QVERIFY(world.detail("A").row.closeReason == api::CloseReason::Returned);
        QCOMPARE(world.stock("tea"), stock);
        QCOMPARE(world.weight("anna"), weight);  // the step stays: the courier was on the way
        QCOMPARE(world.money("A").granted.minor, 300);
        RETURNS_HOLD(world);
        // Only a part: what is left goes out again.
        const auto some = world.sell("B");
        QVERIFY(world.pickUp("B"));
        QVERIFY(world.approve(world.requestReturn(world.asked("R", some, 2))->id));
        QVERIFY(world.report(api::CourierReport::Kind::Failed, "B", "anna", 1, "nobody there"));
        QVERIFY(world.detail("B").row.status == api::OrderStatus::WaitPickUp);
        RETURNS_HOLD(world);
    }

    /// What came back whole while it was on its way is not given to anybody else; what was only recorded is.
    void nobodyElseIsSentForWhatCameBack() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto some = world.sell("B");
        const auto whole = world.sell("A");
        const auto recorded = world.sell("C");
        for (const char* no : {"A", "B", "C"}) {
            QVERIFY(world.pickUp(no));
        }
        QVERIFY(world.couriers({"zoe"}).has_value());
        QVERIFY(world.deliverAll());
        QVERIFY(world.approve(world.requestReturn(world.asked("R", some, 2))->id));
        auto history = world.asked("I", recorded, 3);
        history.history = history.approve = true;
        QVERIFY(world.requestReturn(history));
        const auto asked = world.requestReturn(world.asked("R", whole, 3));
        QVERIFY(asked);
        const auto moved = world.reassign("A");  // asked for, it may still be refused
        QVERIFY(moved);
        QVERIFY(world.deliverAll());
        QCOMPARE(world.courierOf("A"), std::string("zoe"));
        QVERIFY(world.approve(asked->id));
        QVERIFY(world.detail("A").row.status == api::OrderStatus::Delivering);
        const auto weight = world.weight("anna");
        for (const char* to : {"", "anna"}) {
            REFUSED(world.reassign("A", to), ErrorCode::WrongStatus);
        }
        REFUSED(world.run<api::ReassignOutcome>([&](auto& work) { return dispatch::undoReassign(work, *moved); }),
                ErrorCode::WrongStatus);
        QVERIFY(world.deliverAll());
        QCOMPARE(world.courierOf("A"), std::string("zoe"));
        QCOMPARE(world.weight("anna"), weight);
        for (const char* no : {"B", "C"}) {
            QVERIFY(world.reassign(no));
            QVERIFY(world.deliverAll());
            QCOMPARE(world.courierOf(no), std::string("zoe"));
        }
        RETURNS_HOLD(world);
    }

    /// All of it came back between the hand-over of an order on its way and the message that finds it another courier.
    /// Only a courier's report ends such an order and says where its goods are, so it gets one; the step goes back.
    void whatCameBackBetweenTwoCouriersIsEndedByTheSecond() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto stock = world.stock("tea");
        const auto deduction = world.sell("A");
        QVERIFY(world.pickUp("A"));
        QVERIFY(world.couriers({"zoe"}).has_value());
        QVERIFY(world.deliverAll());
        const auto weight = world.weight("zoe");
        QVERIFY(world.reassign("A"));
        QVERIFY(world.approve(world.requestReturn(world.asked("R", deduction, 3))->id));
        QVERIFY(world.detail("A").row.status == api::OrderStatus::Delivering);
        QVERIFY(world.deliverAll());
        QCOMPARE(world.courierOf("A"), std::string("zoe"));
        QVERIFY(world.weight("zoe") < weight);
        RETURNS_HOLD(world);
        REFUSED(world.reassign("A"), ErrorCode::WrongStatus);
        QVERIFY(world.report(api::CourierReport::Kind::Failed, "A", "zoe", 2, "it had come back"));
        QVERIFY(world.detail("A").row.closeReason == api::CloseReason::Returned);
        QVERIFY(world.deliverAll());
        QCOMPARE(world.weight("zoe"), weight);
        QCOMPARE(world.stock("tea"), stock);
        QCOMPARE(world.money("A").granted.minor, 300);
        RETURNS_HOLD(world);
    }

    /// A workspace of before may hold such an order: the check names it, cancelling it by hand mends it.
    void returnedOrderOfBefore() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto deduction = world.sell("A");
        auto made = world.asked("R", deduction, 3);
        made.history = made.approve = true;
        QVERIFY(world.requestReturn(made));
        RETURNS_HOLD(world);
        QVERIFY(world.database().execute("UPDATE goods_return SET imported = 0"));
        QVERIFY(world.verify().starts_with("D7: order A"));
        QVERIFY(world.close("A"));
        RETURNS_HOLD(world);
        QCOMPARE(world.money("A").granted.minor, 300);
    }

    void closingCoversWhatNobodyApproved() {
        ReturnWorld world;
        QVERIFY(world.open());
        api::ReturnPolicy policy;
        policy.fourEyesAbove = Money{0};
        policy.secondAbove.reset();
        QVERIFY(world.returnPolicy(policy));
        QVERIFY(world.sell("A").valid());
        const auto waits = world.refundOrder("k", "A", 120);
        QVERIFY(waits && waits->status == RefundStatus::Requested);
        QVERIFY(world.close("A"));
        QCOMPARE(world.money("A").granted.minor, 300);
        RETURNS_HOLD(world);
        REFUSED_FIELD(world.refund(returns::approveRefund, waits->id), ErrorCode::WrongStatus, "status");
    }

    void matching() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto start = world.now;
        QVERIFY(world.sell("old", {{Sku("tea"), 2, Money{100}}}).valid());
        world.now = world.now.plusMs(1'000);
        QVERIFY(world.sell("b", {{Sku("tea"), 2, Money{100}}}).valid());
        QVERIFY(world.sell("a", {{Sku("tea"), 2, Money{100}}}).valid());
        QVERIFY(world.place(world.request("unpaid", {{Sku("tea"), 5, Money{100}}})));
        api::MatchReturn row{ReturnNo("R/1"), UserId("user"), {Sku("tea"), 3}, "", world.now};
        const auto made = world.matched(row);
        QVERIFY(made);
        QCOMPARE(made->size(), std::size_t{2});  // newest first, then the higher order number
        QCOMPARE((*made)[0].orderNo, OrderNo("b"));
        QCOMPARE((*made)[1].orderNo, OrderNo("a"));
        QCOMPARE(world.record((*made)[0].id).units, 2);
        QCOMPARE(world.record((*made)[1].id).units, 1);
        const auto again = world.matched(row);
        QVERIFY(again && again->size() == 2 && (*again)[0].repeated);
        row.line.units = 2;
        REFUSED_FIELD(world.matched(row), ErrorCode::KeyReused, "number");
        row.number = ReturnNo("R/2");
        row.line.units = 4;
        REFUSED_FIELD(world.matched(row), ErrorCode::ExceedsDeducted, "units");
        QCOMPARE(world.number("SELECT COUNT(*) FROM goods_return"), 2);  // nothing was taken
        row.line.units = 3;
        QVERIFY(world.matched(row));
        row.number = ReturnNo("R/3");
        row.line = {Sku("cup"), 1};
        REFUSED_FIELD(world.matched(row), ErrorCode::NotFound, "sku");
        row.line = {Sku("tea"), 1};
        row.at = start.plusMs(-1);
        REFUSED_FIELD(world.matched(row), ErrorCode::NotFound, "sku");
        row.user = UserId("");
        REFUSED_FIELD(world.matched(row), ErrorCode::NotFound, "user");
        row.user = UserId("somebody");
        REFUSED_FIELD(world.matched(row), ErrorCode::NotFound, "sku");
        RETURNS_HOLD(world);
    }

    void policies() {
        ReturnWorld world;
        QVERIFY(world.open());
        api::ReturnPolicy policy;
        policy.goods = api::GoodsRule::NoGoods;
        policy.secondAbove.reset();
        REFUSED_FIELD(world.returnPolicy(policy, CampusId("nowhere")), ErrorCode::NotFound, "campus");
        QVERIFY(world.returnPolicy(policy, world.campus));
        auto bad = policy;
        bad.fourEyesAbove = Money{-1};
        REFUSED_FIELD(world.returnPolicy(bad), ErrorCode::InvalidArgument, "four_eyes");
        bad.fourEyesAbove = Money{10};
        bad.secondAbove = Money{9};
        REFUSED_FIELD(world.returnPolicy(bad), ErrorCode::InvalidArgument, "second");
        const auto rows = store::returns::policiesFresh(world.database());
        QVERIFY(rows && rows->size() == 2);
        QVERIFY((*rows)[0].campus.empty() && (*rows)[0].policy == api::ReturnPolicy{});
        QVERIFY((*rows)[1].own && (*rows)[1].policy == policy);
        const auto id = world.requestReturn(world.asked("R", world.sell("A"), 1))->id;
        QVERIFY(world.approve(id));
        QVERIFY(world.record(id).goods == api::GoodsState::Skipped);
        RETURNS_HOLD(world);
    }
};

}  // namespace test_returns

QTEST_GUILESS_MAIN(test_returns::TestReturns)
#include "test_returns.moc"
