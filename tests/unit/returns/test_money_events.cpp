// SPDX-License-Identifier: GPL-3.0-or-later
// Pages that show returns and refunds read them again when they are told to: each step says so, and of which refund,
// return, order and campus. And the order's own timeline has what concerns its money.
#include <QtTest>

#include "return_world.h"

namespace test_money_events {

using namespace evenhand;
using namespace evenhand::test;
using Kind = api::Event::Kind;

namespace {

class ToldWorld : public ReturnWorld {
public:
    /// How often was told of this return since it was asked last; what names something else counts as a thousand.
    int toldReturn(ReturnId id, const std::string& no) {
        int count = 0;
        for (const auto& event : events) {
            if (event.kind == Kind::ReturnChanged) {
                const bool right = event.returnId == id && event.order == detail(no).row.id && event.campus == campus;
                count += right ? 1 : 1'000;
            }
        }
        return count;
    }
    /// The same of a refund; `of`: the return that it is of.
    int toldRefund(RefundId id, const std::string& no, ReturnId of = {}) {
        const auto order = no.empty() ? OrderId{} : detail(no).row.id;
        int count = 0;
        for (const auto& event : events) {
            if (event.kind == Kind::RefundChanged) {
                const bool right = event.refund == id && event.order == order && event.returnId == of &&
                                   event.campus == (no.empty() ? CampusId() : campus);
                count += right ? 1 : 1'000;
            }
        }
        return count;
    }
    /// The order's last event about a refund.
    std::string lastOf(const std::string& no) {
        std::string last;
        for (const auto& event : detail(no).events) {
            last = event.kind == api::EventKind::RefundChanged ? event.detail : last;
        }
        return last;
    }
};

}  // namespace

class TestMoneyEvents : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyStepOfAReturn();
    void everyStepOfARefund();
    void moneyOfNoOrder();
    void theTimelineOfTheOrder();
};

void TestMoneyEvents::everyStepOfAReturn() {
    ToldWorld world;
    QVERIFY(world.open());
    DONE(world.freely(api::GoodsRule::GoodsFirst));
    const auto deduction = world.sell("A1");
    QVERIFY(world.deliver("A1"));
    world.events.clear();
    const auto made = world.requestReturn(ToldWorld::asked("R1", deduction));
    DONE(made);
    const auto id = made->id;
    QCOMPARE(world.toldReturn(id, "A1"), 1);
    const auto told = [&](const Result<api::ReturnOutcome>& done) {
        const auto count = done ? world.toldReturn(id, "A1") : -1;
        return count;
    };
    const auto fresh = [&] { world.events.clear(); };
    fresh();
    QCOMPARE(told(world.reject(id)), 1);
    fresh();
    QCOMPARE(told(world.undo(id)), 1);
    fresh();
    QCOMPARE(told(world.cancelReturn(id)), 1);
    fresh();
    QCOMPARE(told(world.undo(id)), 1);
    fresh();
    QVERIFY(told(world.approve(id)) >= 1);
    const auto refund = world.refundOf(id).id;
    QCOMPARE(world.toldRefund(refund, "A1", id), 1);
    fresh();
    QVERIFY(told(world.receive(id)) >= 1);
    QCOMPARE(world.toldRefund(refund, "A1", id), 1);
    fresh();
    QVERIFY(told(world.undoGoods(id)) >= 1);
    QCOMPARE(world.toldRefund(refund, "A1", id), 1);
    fresh();
    QVERIFY(told(world.skipGoods(id)) >= 1);
    fresh();
    DONE(world.paidByHand(refund));
    // Its refund has moved the return on, and its page shows that.
    QVERIFY(world.toldReturn(id, "A1") >= 1);
    QVERIFY(world.toldReturn(id, "A1") < 1'000);
    QCOMPARE(world.toldRefund(refund, "A1", id), 1);
    QCOMPARE(world.record(id).stage, api::ReturnStage::Done);
    RETURNS_HOLD(world);
}

void TestMoneyEvents::everyStepOfARefund() {
    ToldWorld world;
    QVERIFY(world.open());
    QVERIFY(world.sell("A1").valid());
    api::ReturnPolicy policy;
    policy.fourEyesAbove = Money{0};
    policy.secondAbove = Money{0};
    DONE(world.returnPolicy(policy));
    world.events.clear();
    const auto made = world.refundOrder("K1", "A1", 100);
    DONE(made);
    QCOMPARE(made->status, api::RefundStatus::Requested);
    QCOMPARE(world.toldRefund(made->id, "A1"), 1);
    for (const char* who : {"one", "two"}) {
        world.as(who);
        world.events.clear();
        DONE(world.refund(returns::approveRefund, made->id));
        QCOMPARE(world.toldRefund(made->id, "A1"), 1);
    }
    world.events.clear();
    DONE(world.refund(returns::cancelRefund, made->id));
    QCOMPARE(world.toldRefund(made->id, "A1"), 1);
    // Over a provider that declines it.
    DONE(world.freely());
    DONE(world.overHttp());
    const auto sent = world.refundOrder("K2", "A1", 50);
    DONE(sent);
    world.events.clear();
    const auto jobs = world.claim();
    QCOMPARE(jobs.size(), std::size_t{1});
    QCOMPARE(world.toldRefund(sent->id, "A1"), 1);
    world.events.clear();
    DONE(world.reportJob(jobs.front(), api::SendOutcome::Declined));
    QCOMPARE(world.toldRefund(sent->id, "A1"), 1);
    world.events.clear();
    DONE(world.refund(returns::retryRefund, sent->id));
    QCOMPARE(world.toldRefund(sent->id, "A1"), 1);
    RETURNS_HOLD(world);
}

/// What came for an order that is not there is nobody's campus.
void TestMoneyEvents::moneyOfNoOrder() {
    ToldWorld world;
    QVERIFY(world.open());
    world.events.clear();
    DONE(world.pay("nowhere", 5, "P1"));
    const RefundId id{world.number("SELECT MAX(refund_id) FROM refund")};
    QCOMPARE(world.toldRefund(id, ""), 1);
    // Late money of an order that is there is its campus's.
    QVERIFY(world.sell("A1").valid());
    DONE(world.close("A1"));
    world.events.clear();
    DONE(world.pay("A1", 300, "P2"));
    QCOMPARE(world.toldRefund(RefundId{world.number("SELECT MAX(refund_id) FROM refund")}, "A1"), 1);
    RETURNS_HOLD(world);
}

void TestMoneyEvents::theTimelineOfTheOrder() {
    ToldWorld world;
    QVERIFY(world.open());
    QVERIFY(world.sell("A1").valid());
    DONE(world.overHttp(1));
    const auto made = world.refundOrder("K1", "A1", 100);
    DONE(made);
    QCOMPARE(world.lastOf("A1"), std::string("100: granted: because"));
    const auto jobs = world.claim();
    QCOMPARE(jobs.size(), std::size_t{1});
    DONE(world.reportJob(jobs.front(), api::SendOutcome::Unknown));  // the last attempt
    QCOMPARE(world.lastOf("A1"), std::string("100: dead: said so"));
    DONE(world.refund(returns::retryRefund, made->id));
    QCOMPARE(world.lastOf("A1"), std::string("100: retried: because"));
    const auto again = world.claim();
    QCOMPARE(again.size(), std::size_t{1});
    DONE(world.reportJob(again.front(), api::SendOutcome::Declined));
    QCOMPARE(world.lastOf("A1"), std::string("100: failed: said so"));
    DONE(world.refund(returns::cancelRefund, made->id));
    QCOMPARE(world.lastOf("A1"), std::string("100: cancelled: because"));
    RETURNS_HOLD(world);
}

}  // namespace test_money_events

QTEST_GUILESS_MAIN(test_money_events::TestMoneyEvents)
#include "test_money_events.moc"
