// SPDX-License-Identifier: GPL-3.0-or-later
// The five timers: when they have their effect, what it is, and what keeps them from having it.
#include <QtTest>

#include "engine/store/records/order_store.h"
#include "timer_world.h"

namespace test_timers {

using namespace evenhand;
using namespace evenhand::test;
using api::OrderStatus;
using api::TimerKind;
using Report = api::CourierReport::Kind;

class TestTimers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_world = std::make_unique<TimerWorld>(); }
    void unpaidClosesToTheMillisecond();
    void payingCancels();
    void paymentAgainstClosing_data();
    void paymentAgainstClosing();
    void unassignedAlertsAndTriesAgain();
    void unassignedLeavesADeadLetterAlone();
    void pickUpLate();
    void pickUpLateReassigns();
    void deliveryLate();
    void autoConfirm();
    void settingsAreChecked_data();
    void settingsAreChecked();
    void settingsHoldForNewTimers();
    void noTimeAndTenYears();
    void clockBackAndForth();
    void everyKindSurvivesARestart();
    void importedOrdersHaveTheUnpaidTimerOnly();
    void wakesNoSoonerThanNeeded();
    void alertLife();

private:
    std::unique_ptr<TimerWorld> m_world;
};

void TestTimers::unpaidClosesToTheMillisecond() {
    auto& world = *m_world;
    const auto placed = world.clock.now();
    QVERIFY(world.place("A1"));
    QCOMPARE(world.stock(), 999);
    world.pass(30 * kMinute - 1);
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    world.pass(1);
    QCOMPARE(world.status("A1"), OrderStatus::Closed);
    QCOMPARE(world.row("A1").closeReason, api::CloseReason::Timeout);
    QCOMPARE(world.closedAt("A1"), placed.ms + 30 * kMinute);
    QCOMPARE(world.stock(), 1000);
    world.pass(kDay);
    QCOMPARE(world.stock(), 1000);
    QVERIFY(world.page().empty());
    HOLDS(world);
}

void TestTimers::payingCancels() {
    auto& world = *m_world;
    QVERIFY(world.place("A1"));
    world.pass(30 * kMinute - 1);
    const auto paid = world.pay("A1");
    DONE(paid);
    QCOMPARE(paid->outcome, api::PaymentOutcome::Accepted);
    world.pass(kMinute);
    QCOMPARE(world.status("A1"), OrderStatus::WaitPickUp);
    QCOMPARE(world.figures(TimerKind::Unpaid).armed, 0);
    QCOMPARE(world.figures(TimerKind::PickUpLate).armed, 1);
    HOLDS(world);
}

void TestTimers::paymentAgainstClosing_data() {
    QTest::addColumn<qint64>("paidAfter");
    QTest::addColumn<bool>("engineFirst");  // did the engine run at the due instant before the payment came?
    QTest::addColumn<bool>("wins");
    QTest::newRow("a millisecond before") << qint64{30 * kMinute - 1} << false << true;
    QTest::newRow("at the instant, in one batch") << qint64{30 * kMinute} << false << false;
    QTest::newRow("at the instant, after the timer") << qint64{30 * kMinute} << true << false;
    QTest::newRow("later, the engine slept") << qint64{40 * kMinute} << false << false;
    QTest::newRow("later") << qint64{40 * kMinute} << true << false;
}

void TestTimers::paymentAgainstClosing() {
    QFETCH(qint64, paidAfter);
    QFETCH(bool, engineFirst);
    QFETCH(bool, wins);
    auto& world = *m_world;
    const auto placed = world.clock.now();
    QVERIFY(world.place("A1"));
    if (engineFirst) {
        world.pass(paidAfter);
    } else {
        world.clock.advanceMs(paidAfter);
    }
    const auto paid = world.pay("A1");
    DONE(paid);
    QCOMPARE(paid->outcome, wins ? api::PaymentOutcome::Accepted : api::PaymentOutcome::Late);
    world.pass(kHour);
    QCOMPARE(world.status("A1") == OrderStatus::Closed, !wins);
    QCOMPARE(world.stock(), wins ? 999 : 1000);
    const auto owed = world.get(world.orders().owedPayments(world.call, 0, 10));
    QCOMPARE(owed->size(), wins ? 0U : 1U);
    if (!wins) {
        QCOMPARE(owed->front().amount.minor, 100);
        QVERIFY(world.closedAt("A1") >= placed.ms + 30 * kMinute);
    }
    HOLDS(world);
}

void TestTimers::unassignedAlertsAndTriesAgain() {
    auto& world = *m_world;
    DONE(world.get(world.dispatch().setDuty(world.call, CourierId("ann"), false)));
    DONE(world.get(world.dispatch().setDuty(world.call, CourierId("bob"), false)));
    QVERIFY(world.buy("A1"));
    world.pass(2 * kMinute - 1);
    QVERIFY(world.alerts().empty());
    world.pass(1);
    const auto alerts = world.alerts();
    QCOMPARE(alerts.size(), 1U);
    QCOMPARE(alerts[0].kind, api::AlertKind::Unassigned);
    QCOMPARE(alerts[0].orderNo.str(), std::string("A1"));
    QCOMPARE(world.row("A1").wait, api::WaitReason::NoCourier);
    HOLDS(world);
    DONE(world.get(world.dispatch().setDuty(world.call, CourierId("ann"), true)));
    QCOMPARE(world.status("A1"), OrderStatus::WaitPickUp);
    QVERIFY(world.alerts().empty());
    const auto resolved = world.alerts({api::AlertState::Resolved});
    QCOMPARE(resolved.size(), 1U);
    QCOMPARE(resolved[0].resolution, std::string("assigned"));
    HOLDS(world);
}

/// An order whose dead letter somebody has to look at is told as late, and not tried behind their back.
void TestTimers::unassignedLeavesADeadLetterAlone() {
    auto& world = *m_world;
    DONE(world.get(world.dispatch().setDuty(world.call, CourierId("ann"), false)));
    DONE(world.get(world.dispatch().setDuty(world.call, CourierId("bob"), false)));
    QVERIFY(world.buy("A1"));
    const auto waits = world.row("A1");
    const auto buried = world.get(
        world.workspace->core().engine().ask<bool>(world.call, [&](runtime::UnitOfWork& work) -> Result<bool> {
            return store::orders::setWaiting(work.database(), waits.id, waits.epoch, api::WaitReason::DeadLetter);
        }));
    QVERIFY(buried && *buried);
    DONE(world.get(world.dispatch().setDuty(world.call, CourierId("ann"), true)));
    world.pass(2 * kMinute);
    QCOMPARE(world.alerts().size(), 1U);
    QCOMPARE(world.alerts().front().kind, api::AlertKind::Unassigned);
    QCOMPARE(world.status("A1"), OrderStatus::Paid);
    QCOMPARE(world.row("A1").wait, api::WaitReason::DeadLetter);
}

void TestTimers::pickUpLate() {
    auto& world = *m_world;
    QVERIFY(world.buy("A1"));
    world.pass(2 * kHour);
    QCOMPARE(world.alerts().size(), 1U);
    QCOMPARE(world.alerts()[0].kind, api::AlertKind::PickUpLate);
    QCOMPARE(world.row("A1").epoch, 1);
    QVERIFY(world.report(Report::PickedUp, "A1"));
    QVERIFY(world.alerts().empty());
    HOLDS(world);
}

void TestTimers::pickUpLateReassigns() {
    auto& world = *m_world;
    api::TimerPolicy policy;
    policy.autoReassign = true;
    DONE(world.policy(policy));
    QVERIFY(world.buy("A1"));
    const auto first = world.row("A1").courier;
    world.pass(2 * kHour);
    QCOMPARE(world.row("A1").epoch, 2);
    QVERIFY(world.row("A1").courier != first);
    QVERIFY(!world.row("A1").courier.empty());
    QCOMPARE(world.alerts().size(), 1U);
    world.pass(3 * kHour);  // late again: it does not go round for ever
    QCOMPARE(world.row("A1").epoch, 2);
    QCOMPARE(world.alerts().size(), 1U);
    HOLDS(world);
}

void TestTimers::deliveryLate() {
    auto& world = *m_world;
    QVERIFY(world.buy("A1"));
    QVERIFY(world.report(Report::PickedUp, "A1"));
    world.pass(kDay - 1);
    QVERIFY(world.alerts().empty());
    world.pass(1);
    QCOMPARE(world.alerts().size(), 1U);
    QCOMPARE(world.alerts()[0].kind, api::AlertKind::DeliveryLate);
    QVERIFY(world.report(Report::Failed, "A1"));
    QVERIFY(world.alerts().empty());
    QCOMPARE(world.figures(TimerKind::PickUpLate).armed, 1);
    HOLDS(world);
}

void TestTimers::autoConfirm() {
    auto& world = *m_world;
    QVERIFY(world.buy("A1"));
    QVERIFY(world.report(Report::PickedUp, "A1"));
    QVERIFY(world.report(Report::Delivered, "A1"));
    world.pass(7 * kDay - 1);
    QCOMPARE(world.status("A1"), OrderStatus::Delivered);
    world.pass(1);
    QCOMPARE(world.status("A1"), OrderStatus::Completed);
    QVERIFY(world.page().empty());
    HOLDS(world);
}

void TestTimers::settingsAreChecked_data() {
    QTest::addColumn<int>("field");
    QTest::addColumn<qint64>("value");
    for (int field = 0; field < 5; ++field) {
        for (const qint64 value : {qint64{-1}, qint64{api::kMaxTimerDelayMs} + 1, std::numeric_limits<qint64>::min(),
                                   std::numeric_limits<qint64>::max()}) {
            QTest::addRow("%d: %lld", field, value) << field << value;
        }
    }
    QTest::newRow("repeat too often") << 5 << qint64{999};
}

void TestTimers::settingsAreChecked() {
    QFETCH(int, field);
    QFETCH(qint64, value);
    api::TimerPolicy policy;
    std::int64_t* const fields[] = {&policy.unpaidMs,       &policy.unassignedMs,  &policy.pickUpLateMs,
                                    &policy.deliveryLateMs, &policy.autoConfirmMs, &policy.alertRepeatMs};
    const char* const names[] = {"unpaid_ms",        "unassigned_ms",   "pick_up_late_ms",
                                 "delivery_late_ms", "auto_confirm_ms", "alert_repeat_ms"};
    *fields[field] = value;
    const auto refused = m_world->policy(policy);
    REFUSED(refused, ErrorCode::InvalidArgument);
    QCOMPARE(refused.error().field, std::string(names[field]));
    QCOMPARE(refused.error().value, std::to_string(value));
    const auto policies = m_world->get(m_world->timers().policies(m_world->call));
    QCOMPARE(policies->size(), 1U);
    QVERIFY(policies->front().policy == api::TimerPolicy());
    REFUSED(m_world->get(m_world->timers().setPolicy(m_world->call, CampusId("nowhere"), {})), ErrorCode::NotFound);
}

void TestTimers::settingsHoldForNewTimers() {
    auto& world = *m_world;
    QVERIFY(world.place("A1"));
    api::TimerPolicy policy;
    policy.unpaidMs = 5'001;
    DONE(world.policy(policy));
    QVERIFY(world.place("A2"));
    world.pass(5'000);
    QCOMPARE(world.status("A2"), OrderStatus::WaitPay);
    world.pass(1);
    QCOMPARE(world.status("A2"), OrderStatus::Closed);
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    world.pass(30 * kMinute);
    QCOMPARE(world.status("A1"), OrderStatus::Closed);
    // Somebody else's change of the campus leaves them alone.
    DONE(world.get(world.dispatch().upsertCampus(world.call, {CampusId("north"), "North", {}})));
    QCOMPARE(world.get(world.timers().policies(world.call))->front().policy.unpaidMs, 5'001);
}

void TestTimers::noTimeAndTenYears() {
    auto& world = *m_world;
    api::TimerPolicy policy;
    policy.unpaidMs = 0;
    DONE(world.policy(policy));
    QVERIFY(world.place("A1"));
    QCOMPARE(world.status("A1"), OrderStatus::Closed);
    policy.unpaidMs = api::kMaxTimerDelayMs;
    DONE(world.policy(policy));
    const auto placed = world.clock.now();
    QVERIFY(world.place("A2"));
    world.pass(api::kMaxTimerDelayMs - 1);
    QCOMPARE(world.status("A2"), OrderStatus::WaitPay);
    world.pass(1);
    QCOMPARE(world.closedAt("A2"), placed.ms + api::kMaxTimerDelayMs);
    HOLDS(world);
}

void TestTimers::clockBackAndForth() {
    auto& world = *m_world;
    const auto placed = world.clock.now();
    QVERIFY(world.place("A1"));
    world.pass(20 * kMinute);
    world.clock.advanceMs(-365 * kDay);
    world.workspace->runUntilIdle();
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    QVERIFY(world.get(world.timers().board(world.call, {}))->clockBehindMs.value_or(0) > 300 * kDay);
    world.clock.set(placed.plusMs(30 * kMinute - 1));
    world.workspace->runUntilIdle();
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    QVERIFY(!world.get(world.timers().board(world.call, {}))->clockBehindMs);
    world.clock.set(placed.plusMs(100 * kDay));  // forwards, far beyond: not lost
    world.workspace->runUntilIdle();
    QCOMPARE(world.status("A1"), OrderStatus::Closed);
    HOLDS(world);
}

void TestTimers::everyKindSurvivesARestart() {
    auto& world = *m_world;
    QVERIFY(world.place("A1"));
    QVERIFY(world.buy("A2"));
    QVERIFY(world.buy("A3"));
    QVERIFY(world.report(Report::PickedUp, "A3"));
    QVERIFY(world.buy("A4"));
    QVERIFY(world.report(Report::PickedUp, "A4"));
    QVERIFY(world.report(Report::Delivered, "A4"));
    const auto before = world.page();
    QCOMPARE(before.size(), 4U);
    world.reopen();
    const auto after = world.page();
    QCOMPARE(after.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        QCOMPARE(after[i].orderNo.str(), before[i].orderNo.str());
        QCOMPARE(after[i].due.ms, before[i].due.ms);
    }
    world.pass(7 * kDay);
    QCOMPARE(world.status("A1"), OrderStatus::Closed);
    QCOMPARE(world.status("A4"), OrderStatus::Completed);
    QCOMPARE(world.alerts().size(), 2U);
    HOLDS(world);
}

void TestTimers::importedOrdersHaveTheUnpaidTimerOnly() {
    auto& world = *m_world;
    auto order = DeskWorld::request("A1");
    order.placedAt = world.clock.now().plusMs(-kDay);
    DONE(world.get(world.orders().place(world.call, order)));
    QCOMPARE(world.page().size(), 1U);
    QCOMPARE(world.page()[0].due.ms, world.clock.now().ms + 30 * kMinute);  // engine time is later
    DONE(world.pay("A1"));
    QVERIFY(world.page().empty());
    HOLDS(world);
}

void TestTimers::wakesNoSoonerThanNeeded() {
    auto& world = *m_world;
    QVERIFY(world.place("A1"));
    world.workspace->runUntilIdle();
    auto* engine = world.workspace->core().embedded();
    const auto committed = engine->journalSeq();
    const auto wake = engine->nextWake();
    QVERIFY(wake.has_value());
    QCOMPARE(wake->ms, world.clock.now().ms + 30 * kMinute);
    world.clock.advanceMs(29 * kMinute);
    QVERIFY(!world.workspace->step());
    QCOMPARE(engine->journalSeq(), committed);
}

void TestTimers::alertLife() {
    auto& world = *m_world;
    int fired = 0;
    const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& events) {
        for (const auto& event : events) {
            fired += event.kind == api::Event::Kind::AlertFired ? 1 : 0;
        }
    });
    QVERIFY(world.buy("A1"));
    QVERIFY(world.buy("A2"));
    world.pass(2 * kHour);
    QCOMPARE(fired, 2);
    world.pass(5 * kMinute - 1);
    QCOMPARE(fired, 2);
    world.pass(1);
    QCOMPARE(fired, 4);
    auto open = world.alerts();
    QCOMPARE(open.size(), 2U);
    QCOMPARE(open[0].repeats, 1);
    // One is acknowledged, the other silenced for an hour.
    const auto seen = world.get(world.alertDesk().acknowledge(world.call, {open[0].id, AlertId{999}}));
    DONE(seen);
    QVERIFY(!(*seen)[0].error);
    QCOMPARE((*seen)[1].error->code, ErrorCode::NotFound);
    const auto past = world.get(world.alertDesk().silence(world.call, {open[1].id}, world.clock.now()));
    QCOMPARE((*past)[0].error->code, ErrorCode::InvalidArgument);
    const auto silenced =
        world.get(world.alertDesk().silence(world.call, {open[1].id}, world.clock.now().plusMs(kHour)));
    QVERIFY(!(*silenced)[0].error);
    const auto counts = world.get(world.alertDesk().counts(world.call, CampusId("north")));
    QCOMPARE(counts->firing, 0);
    QCOMPARE(counts->acknowledged, 1);
    QCOMPARE(counts->silenced, 1);
    world.pass(kHour - 1);
    QCOMPARE(fired, 4);
    world.pass(1);
    QCOMPARE(fired, 5);
    open = world.alerts({api::AlertState::Firing});
    QCOMPARE(open.size(), 1U);
    // Resolved by hand it stays so, and needs a reason.
    auto mute = world.call;
    mute.reason.clear();
    REFUSED(world.get(world.alertDesk().resolve(mute, {open[0].id})), ErrorCode::InvalidArgument);
    QVERIFY(!world.get(world.alertDesk().resolve(world.call, {open[0].id}))->front().error);
    QCOMPARE(world.get(world.alertDesk().resolve(world.call, {open[0].id}))->front().error->code,
             ErrorCode::WrongStatus);
    world.reopen();
    world.pass(kDay);
    QCOMPARE(fired, 5);
    QCOMPARE(world.alerts().size(), 1U);
    HOLDS(world);
}

}  // namespace test_timers

QTEST_GUILESS_MAIN(test_timers::TestTimers)
#include "test_timers.moc"
