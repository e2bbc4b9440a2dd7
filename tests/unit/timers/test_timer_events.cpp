// SPDX-License-Identifier: GPL-3.0-or-later
// Pages that show timers and alerts read them again when they are told to: whatever changes one says so, once, and of
// which order and campus.
#include <QtTest>

#include "engine/timers/effects.h"
#include "timer_world.h"

namespace test_timer_events {

using namespace evenhand;
using namespace evenhand::test;
using api::TimerKind;
using Kind = api::Event::Kind;

namespace {

class ToldWorld : public TimerWorld {
public:
    /// How many of a kind have been told since it was asked last; `no` and campus as they are given: of that order.
    int told(Kind kind, const std::string& no = {}) {
        const auto order = no.empty() ? OrderId{} : row(no).id;
        const CampusId campus(no.empty() ? "" : "north");
        workspace->runUntilIdle();
        int count = 0;
        for (const auto& event : m_events) {
            count += event.kind == kind && event.order == order && event.campus == campus ? 1 : 0;
        }
        m_events.clear();
        return count;
    }
    /// The effect of its timer has failed; without another try it is dead, as the queue would leave it.
    bool fails(const std::string& no, TimerKind kind, std::optional<Instant> nextTry) {
        const auto order = row(no).id;
        return get(workspace->core().engine().ask<bool>(
                       call,
                       [=](runtime::UnitOfWork& work) -> Result<bool> {
                           if (!nextTry) {
                               EVENHAND_TRY(timers::unschedule(work.keyspace(), kind, order));
                           }
                           EVENHAND_TRY(timers::noteFailure(work, order, kind, "why", nextTry));
                           return true;
                       }))
            .value_or(false);
    }
    static api::TimerRef ref(const std::string& no) { return {OrderNo(no), std::nullopt, std::nullopt}; }

private:
    std::vector<api::Event> m_events;
    std::unique_ptr<api::Subscription> m_subscription = workspace->subscribe(
        [this](const std::vector<api::Event>& batch) { m_events.insert(m_events.end(), batch.begin(), batch.end()); });
};

/// Of a call that acts on one row.
template <typename Outcomes>
bool acted(const Result<Outcomes>& outcomes) {
    return outcomes && outcomes->size() == 1 && !outcomes->front().error;
}

}  // namespace

class TestTimerEvents : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatAPersonDoesToATimer();
    void settings();
    void failuresAndTheirEnd();
    void alertsOfAStageThatIsOver();
    void whoMayNotCancelIsWrittenDown();
};

void TestTimerEvents::whatAPersonDoesToATimer() {
    ToldWorld world;
    auto& timers = world.timers();
    QVERIFY(world.place("A1"));
    (void)world.told(Kind::TimersChanged);
    QVERIFY(acted(world.get(timers.postponeBy(world.call, {ToldWorld::ref("A1")}, kMinute))));
    QCOMPARE(world.told(Kind::TimersChanged, "A1"), 1);
    QVERIFY(acted(world.get(timers.postponeTo(world.call, {ToldWorld::ref("A1")}, world.clock.now().plusMs(kHour)))));
    QCOMPARE(world.told(Kind::TimersChanged, "A1"), 1);
    QVERIFY(acted(world.get(timers.cancel(world.call, {ToldWorld::ref("A1")}))));
    QCOMPARE(world.told(Kind::TimersChanged, "A1"), 1);
    QVERIFY(!acted(world.get(timers.cancel(world.call, {ToldWorld::ref("A1")}))));  // what did not happen is not told
    QCOMPARE(world.told(Kind::TimersChanged, "A1"), 0);
}

void TestTimerEvents::settings() {
    ToldWorld world;
    (void)world.told(Kind::TimersChanged);
    for (const bool paused : {true, false}) {
        DONE(world.get(world.timers().setPaused(world.call, TimerKind::PickUpLate, paused)));
        QCOMPARE(world.told(Kind::TimersChanged), 1);
        DONE(world.get(world.timers().setPaused(world.call, TimerKind::PickUpLate, paused)));  // as it is
        QCOMPARE(world.told(Kind::TimersChanged), 0);
    }
    for (const bool on : {false, true}) {
        DONE(world.get(world.timers().setQueue(world.call, on, 1'000)));
        QCOMPARE(world.told(Kind::TimersChanged), 1);
    }
}

void TestTimerEvents::failuresAndTheirEnd() {
    ToldWorld world;
    for (const char* no : {"A1", "A2"}) {
        QVERIFY(world.place(no));
    }
    (void)world.told(Kind::TimersChanged);
    QVERIFY(world.fails("A1", TimerKind::Unpaid, world.clock.now().plusMs(kMinute)));
    QCOMPARE(world.told(Kind::TimersChanged, "A1"), 1);
    QVERIFY(world.fails("A1", TimerKind::Unpaid, std::nullopt));
    QCOMPARE(world.told(Kind::TimersChanged, "A1"), 1);
    QVERIFY(acted(world.get(world.timers().retry(world.call, {ToldWorld::ref("A1")}))));
    QCOMPARE(world.told(Kind::TimersChanged, "A1"), 1);
    // A payment ends the stage of the timer that is dead.
    QVERIFY(world.fails("A2", TimerKind::Unpaid, std::nullopt));
    (void)world.told(Kind::TimersChanged);
    DONE(world.pay("A2"));
    QCOMPARE(world.told(Kind::TimersChanged, "A2"), 1);
    HOLDS(world);
}

void TestTimerEvents::alertsOfAStageThatIsOver() {
    ToldWorld world;
    QVERIFY(world.buy("A1"));
    world.pass(2 * kHour);
    QCOMPARE(world.told(Kind::AlertFired, "A1"), 1);
    QVERIFY(world.report(api::CourierReport::Kind::PickedUp, "A1"));
    QCOMPARE(world.told(Kind::AlertsChanged, "A1"), 1);
    QVERIFY(world.report(api::CourierReport::Kind::Delivered, "A1"));
    QCOMPARE(world.told(Kind::AlertsChanged, "A1"), 0);
}

void TestTimerEvents::whoMayNotCancelIsWrittenDown() {
    ToldWorld world;
    QVERIFY(world.place("A1"));
    const api::Call dispatcher{{"dispatcher", 1U << static_cast<unsigned>(api::Permission::Dispatch)}, "because", {}};
    QVERIFY(!acted(world.get(world.timers().run(dispatcher, {ToldWorld::ref("A1")}))));
    QCOMPARE(world.status("A1"), api::OrderStatus::WaitPay);
    const auto written = world.lastAudit("timers.run");
    QCOMPARE(written.outcome, api::AuditOutcome::Refused);
    QCOMPARE(written.actor, std::string("dispatcher"));
    QCOMPARE(written.detail, "lacks " + std::string(api::toText(api::Permission::CancelOrders)));
}

}  // namespace test_timer_events

QTEST_GUILESS_MAIN(test_timer_events::TestTimerEvents)
#include "test_timer_events.moc"
