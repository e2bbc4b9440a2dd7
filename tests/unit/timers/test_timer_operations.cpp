// SPDX-License-Identifier: GPL-3.0-or-later
// What operators do to timers, one by one and as a frozen selection; lists, figures, lateness.
#include <QtTest>

#include "timer_world.h"

namespace test_timer_operations {

using namespace evenhand;
using namespace evenhand::test;
using api::OrderStatus;
using api::TimerKind;
using api::TimerState;

class TestTimerOperations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_world = std::make_unique<TimerWorld>(); }
    void permissionsAndReasons();
    void runNow();
    void postpone();
    void postponeRefusals();
    void cancelled();
    void frozenSelection();
    void pausedKinds();
    void listsAndCounts();
    void histogram();
    void latenessApartFromBacklog();
    void goneAndMovedOn();
    void anEntryOfAnotherStageDoesNothing();

private:
    api::TimerRef ref(const std::string& no) { return {OrderNo(no), std::nullopt, std::nullopt}; }
    std::unique_ptr<TimerWorld> m_world;
};

void TestTimerOperations::permissionsAndReasons() {
    auto& world = *m_world;
    const api::Call nobody{{"auditor", 0}, "because", {}};
    auto& timers = world.timers();
    constexpr auto kDenied = ErrorCode::PermissionDenied;
    REFUSED(world.get(timers.setPolicy(nobody, CampusId("north"), {})), kDenied);
    REFUSED(world.get(timers.setPaused(nobody, TimerKind::Unpaid, true)), kDenied);
    REFUSED(world.get(timers.setQueue(nobody, false, 1000)), kDenied);
    REFUSED(world.get(timers.run(nobody, {ref("A1")})), kDenied);
    REFUSED(world.get(timers.postponeTo(nobody, {ref("A1")}, Instant{1})), kDenied);
    REFUSED(world.get(timers.postponeBy(nobody, {ref("A1")}, 1)), kDenied);
    REFUSED(world.get(timers.cancel(nobody, {ref("A1")})), kDenied);
    REFUSED(world.get(timers.retry(nobody, {ref("A1")})), kDenied);
    REFUSED(world.get(timers.page(nobody, {})), kDenied);
    REFUSED(world.get(timers.count(nobody, {})), kDenied);
    REFUSED(world.get(timers.board(nobody, {})), kDenied);
    REFUSED(world.get(timers.histogram(nobody, {}, {}, {}, 60'000, 1)), kDenied);
    REFUSED(world.get(timers.compareQueue(nobody)), kDenied);
    REFUSED(world.get(timers.rearmQueue(nobody)), kDenied);
    auto& alerts = world.alertDesk();
    REFUSED(world.get(alerts.page(nobody, {})), kDenied);
    REFUSED(world.get(alerts.count(nobody, {})), kDenied);
    REFUSED(world.get(alerts.counts(nobody, {})), kDenied);
    REFUSED(world.get(alerts.limits(nobody)), kDenied);
    REFUSED(world.get(alerts.setLimits(nobody, {})), kDenied);
    REFUSED(world.get(alerts.acknowledge(nobody, {AlertId{1}})), kDenied);
    REFUSED(world.get(alerts.silence(nobody, {AlertId{1}}, {})), kDenied);
    REFUSED(world.get(alerts.resolve(nobody, {AlertId{1}})), kDenied);
    REFUSED(world.get(timers.passTime(nobody)), kDenied);
    auto mute = world.call;
    mute.reason.clear();
    REFUSED(world.get(timers.run(mute, {ref("A1")})), ErrorCode::InvalidArgument);
    REFUSED(world.get(timers.cancel(mute, {ref("A1")})), ErrorCode::InvalidArgument);
    REFUSED(world.get(timers.setPaused(mute, TimerKind::Unpaid, true)), ErrorCode::InvalidArgument);
    // Closing an unpaid order needs the right to cancel it.
    QVERIFY(world.place("A1"));
    api::Call dispatcher{{"dispatcher", 1U << static_cast<unsigned>(api::Permission::Dispatch)}, "because", {}};
    QCOMPARE(world.get(timers.run(dispatcher, {ref("A1")}))->front().error->code, kDenied);
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
}

void TestTimerOperations::runNow() {
    auto& world = *m_world;
    QVERIFY(world.place("A1"));
    QVERIFY(world.buy("A2"));
    const auto done = world.get(world.timers().run(world.call, {ref("A1"), ref("A2"), ref("A9")}));
    DONE(done);
    QVERIFY(!(*done)[0].error);
    QVERIFY(!(*done)[1].error);
    QCOMPARE((*done)[2].error->code, ErrorCode::NotFound);
    QCOMPARE(world.status("A1"), OrderStatus::Closed);
    QCOMPARE(world.stock(), 999);
    QCOMPARE(world.alerts().size(), 1U);
    QCOMPARE(world.get(world.timers().run(world.call, {ref("A1")}))->front().error->code, ErrorCode::WrongStatus);
    world.pass(kDay);
    QCOMPARE(world.stock(), 999);
    HOLDS(world);
}

void TestTimerOperations::postpone() {
    auto& world = *m_world;
    const auto placed = world.clock.now();
    QVERIFY(world.place("A1"));
    auto done = world.get(world.timers().postponeTo(world.call, {ref("A1")}, placed.plusMs(40 * kMinute)));
    QVERIFY(!done->front().error);
    QCOMPARE(done->front().due->ms, placed.ms + 40 * kMinute);
    world.pass(30 * kMinute);
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    done = world.get(world.timers().postponeBy(world.call, {ref("A1")}, 5 * kMinute));
    QCOMPARE(done->front().due->ms, placed.ms + 45 * kMinute);
    world.reopen();
    world.pass(15 * kMinute);
    QCOMPARE(world.closedAt("A1"), placed.ms + 45 * kMinute);
    // Sooner is possible too.
    QVERIFY(world.place("A2"));
    const auto second = world.clock.now();
    done = world.get(world.timers().postponeTo(world.call, {ref("A2")}, second.plusMs(1)));
    QVERIFY(!done->front().error);
    world.pass(1);
    QCOMPARE(world.status("A2"), OrderStatus::Closed);
    HOLDS(world);
}

void TestTimerOperations::postponeRefusals() {
    auto& world = *m_world;
    QVERIFY(world.place("A1"));
    const auto now = world.clock.now();
    for (const auto due :
         {now, now.plusMs(-1), Instant{0}, now.plusMs(api::kMaxTimerDelayMs + 1), Instant{INT64_MAX}}) {
        const auto done = world.get(world.timers().postponeTo(world.call, {ref("A1")}, due));
        QVERIFY(done->front().error);
        QCOMPARE(done->front().error->code, ErrorCode::InvalidArgument);
        QCOMPARE(done->front().error->field, std::string("due"));
    }
    for (const std::int64_t by :
         {std::int64_t{0}, std::int64_t{-1}, std::int64_t{INT64_MIN}, std::int64_t{INT64_MAX}}) {
        const auto done = world.get(world.timers().postponeBy(world.call, {ref("A1")}, by));
        QVERIFY(done->front().error);
        QCOMPARE(done->front().error->code, ErrorCode::InvalidArgument);
    }
    QCOMPARE(world.page()[0].due.ms, now.ms + 30 * kMinute);
}

void TestTimerOperations::cancelled() {
    auto& world = *m_world;
    QVERIFY(world.place("A1"));
    const auto done = world.get(world.timers().cancel(world.call, {ref("A1")}));
    QVERIFY(!done->front().error);
    QVERIFY(!done->front().due);
    world.pass(kDay);
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    QVERIFY(world.page().empty());
    HOLDS(world);
    // Nothing brings it back, not even building the queue anew; the next stage has its timer.
    DONE(world.get(world.timers().rearmQueue(world.call)));
    world.reopen();
    world.pass(kDay);
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    DONE(world.pay("A1"));
    QCOMPARE(world.page().size(), 1U);
    QCOMPARE(world.page()[0].kind, TimerKind::PickUpLate);
    HOLDS(world);
}

void TestTimerOperations::frozenSelection() {
    auto& world = *m_world;
    QVERIFY(world.place("A1"));
    QVERIFY(world.place("A2"));
    QVERIFY(world.place("A3"));
    std::vector<api::TimerRef> selection;
    for (const auto& row : world.page()) {
        selection.push_back({row.orderNo, row.kind, row.due});
    }
    QCOMPARE(selection.size(), 3U);
    DONE(world.pay("A2"));
    QVERIFY(!world.get(world.timers().postponeBy(world.call, {ref("A3")}, 1))->front().error);
    const auto done = world.get(world.timers().run(world.call, selection));
    QVERIFY(!(*done)[0].error);
    QCOMPARE((*done)[1].error->code, ErrorCode::Conflict);
    QCOMPARE((*done)[2].error->code, ErrorCode::Conflict);
    QCOMPARE(world.status("A1"), OrderStatus::Closed);
    QCOMPARE(world.status("A2"), OrderStatus::WaitPickUp);
    QCOMPARE(world.status("A3"), OrderStatus::WaitPay);
}

void TestTimerOperations::pausedKinds() {
    auto& world = *m_world;
    QVERIFY(world.place("A1"));
    QVERIFY(world.place("A2"));
    DONE(world.get(world.timers().setPaused(world.call, TimerKind::Unpaid, true)));
    QCOMPARE(world.workspace->status().overdue, 0);
    world.pass(kHour);
    QCOMPARE(world.workspace->status().overdue, 2);  // told though nothing happened but time
    QVERIFY(!world.workspace->core().embedded()->nextWake());
    world.reopen();
    world.pass(kHour);
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    QVERIFY(world.figures(TimerKind::Unpaid).paused);
    QCOMPARE(world.figures(TimerKind::Unpaid).overdue, 2);
    QCOMPARE(world.figures(TimerKind::Unpaid).oldestLateMs, std::optional<std::int64_t>(90 * kMinute));
    const auto paid = world.pay("A2");
    QCOMPARE(paid->outcome, api::PaymentOutcome::Accepted);
    HOLDS(world);
    DONE(world.get(world.timers().setPaused(world.call, TimerKind::Unpaid, false)));
    QCOMPARE(world.status("A1"), OrderStatus::Closed);
    QCOMPARE(world.status("A2"), OrderStatus::WaitPickUp);
    HOLDS(world);
}

void TestTimerOperations::listsAndCounts() {
    auto& world = *m_world;
    for (int i = 0; i < 7; ++i) {
        QVERIFY(world.place("A" + std::to_string(i)));
        world.pass(kMinute);
    }
    QVERIFY(world.buy("B1"));
    QCOMPARE(world.page().size(), 8U);
    QCOMPARE(world.page()[0].orderNo.str(), std::string("A0"));
    QCOMPARE(world.page()[0].user.str(), std::string("user of A0"));
    QCOMPARE(world.page()[0].payable.minor, 100);
    QCOMPARE(world.page({{TimerKind::PickUpLate}, {}, {}, {}, {}, {}}).size(), 1U);
    QCOMPARE(world.page({{}, {}, {}, "A", {}, {}}).size(), 7U);
    QCOMPARE(world.page({{}, {}, CampusId("south"), {}, {}, {}}).size(), 0U);
    QCOMPARE(world.page({{}, {TimerState::Pending}, {}, {}, {}, {}}).size(), 8U);
    QCOMPARE(world.page({{}, {TimerState::Overdue, TimerState::Retrying, TimerState::Dead}, {}, {}, {}, {}}).size(),
             0U);
    const auto second = world.get(world.timers().page(world.call, {{}, true, 2, 3}));
    QCOMPARE(second->size(), 3U);
    QCOMPARE((*second)[0].orderNo.str(), std::string("A5"));
    QCOMPARE(*world.get(world.timers().count(world.call, {{TimerKind::Unpaid}, {}, {}, {}, {}, {}})), 7);
    REFUSED(world.get(world.timers().page(world.call, {{}, false, 0, 0})), ErrorCode::InvalidArgument);
    REFUSED(world.get(world.timers().page(world.call, {{}, false, 0, 10'001})), ErrorCode::InvalidArgument);
    REFUSED(world.get(world.timers().page(world.call, {{}, false, -1, 1})), ErrorCode::InvalidArgument);
}

void TestTimerOperations::histogram() {
    auto& world = *m_world;
    const auto start = world.clock.now();
    for (int i = 0; i < 4; ++i) {
        QVERIFY(world.place("A" + std::to_string(i)));
        world.pass(i == 1 ? kMinute : 0);
    }
    const auto found = world.get(
        world.timers().histogram(world.call, {}, {TimerKind::Unpaid}, start.plusMs(30 * kMinute), kMinute, 2));
    DONE(found);
    QCOMPARE(found->before, 0);
    QCOMPARE(found->counts, (std::vector<std::int64_t>{2, 2}));
    QCOMPARE(found->after, 0);
    const auto late = world.get(
        world.timers().histogram(world.call, CampusId("north"), {}, start.plusMs(30 * kMinute + 1), kMinute, 1));
    QCOMPARE(late->before, 2);
    QCOMPARE(late->counts, (std::vector<std::int64_t>{2}));
    REFUSED(world.get(world.timers().histogram(world.call, {}, {}, start, 999, 1)), ErrorCode::InvalidArgument);
    REFUSED(world.get(world.timers().histogram(world.call, {}, {}, start, 1000, 0)), ErrorCode::InvalidArgument);
}

void TestTimerOperations::latenessApartFromBacklog() {
    auto& world = *m_world;
    auto unpaid = world.figures(TimerKind::Unpaid);
    QCOMPARE(unpaid.armed, 0);
    QVERIFY(!unpaid.lateP50Ms && !unpaid.lateP99Ms && !unpaid.oldestLateMs && !unpaid.nextDue);
    for (int i = 0; i < 10; ++i) {
        QVERIFY(world.place("A" + std::to_string(i)));
        world.clock.advanceMs(i == 0 ? 20 : 0);
    }
    unpaid = world.figures(TimerKind::Unpaid);
    QCOMPARE(unpaid.armed, 10);
    QCOMPARE(unpaid.overdue, 0);
    QVERIFY(!unpaid.lateP50Ms && !unpaid.oldestLateMs);
    QCOMPARE(unpaid.inFlight, std::optional<std::int64_t>(0));
    world.clock.advanceMs(30 * kMinute + 40);  // the engine was away
    world.workspace->runUntilIdle();
    unpaid = world.figures(TimerKind::Unpaid);
    QCOMPARE(unpaid.armed, 0);
    QCOMPARE(unpaid.effects, 10);
    QCOMPARE(unpaid.lateP50Ms, std::optional<std::int64_t>(40));
    QCOMPARE(unpaid.lateP99Ms, std::optional<std::int64_t>(60));  // the first of them
    QCOMPARE(world.workspace->status().timerLateness.sum, 0.42);  // for monitoring, in seconds
    world.pass(6 * kMinute);
    unpaid = world.figures(TimerKind::Unpaid);
    QCOMPARE(unpaid.effects, 0);
    QVERIFY(!unpaid.lateP50Ms);
}

void TestTimerOperations::goneAndMovedOn() {
    auto& world = *m_world;
    QVERIFY(world.place("A1"));
    // A timer in the queue of an order that never was, and one of a stage that the order has left.
    QVERIFY(world.tamper({"ZADD", "timer:{unpaid}:due", "5", "4711"}));
    QVERIFY(world.tamper({"ZADD", "timer:{auto_confirm}:due", "5", "1"}));
    world.workspace->runUntilIdle();
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    QCOMPARE(world.figures(TimerKind::Unpaid).inFlight, std::optional<std::int64_t>(0));
    // One that comes too early is put where it belongs.
    const auto placed = world.clock.now();
    QVERIFY(!world.tamper({"ZADD", "timer:{unpaid}:due", "5", "1"}));
    world.workspace->runUntilIdle();
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    world.pass(30 * kMinute);
    QCOMPARE(world.closedAt("A1"), placed.ms + 30 * kMinute);
    HOLDS(world);
}

/// The order's own timer is due as well, and kept back: what the entry is for has to be looked at, not only whether
/// anything is due.
void TestTimerOperations::anEntryOfAnotherStageDoesNothing() {
    auto& world = *m_world;
    QVERIFY(world.place("A1"));
    QCOMPARE(world.pay("A1")->outcome, api::PaymentOutcome::Accepted);
    QCOMPARE(world.status("A1"), OrderStatus::WaitPickUp);
    DONE(world.get(world.timers().setPaused(world.call, TimerKind::PickUpLate, true)));
    world.pass(3 * kHour);
    QVERIFY(world.tamper({"ZADD", "timer:{unpaid}:due", "5", "1"}));
    world.workspace->runUntilIdle();
    QCOMPARE(world.status("A1"), OrderStatus::WaitPickUp);
    QCOMPARE(world.figures(TimerKind::Unpaid).inFlight, std::optional<std::int64_t>(0));
    HOLDS(world);
}

}  // namespace test_timer_operations

QTEST_GUILESS_MAIN(test_timer_operations::TestTimerOperations)
#include "test_timer_operations.moc"
