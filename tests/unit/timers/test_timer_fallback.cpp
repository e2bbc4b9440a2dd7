// SPDX-License-Identifier: GPL-3.0-or-later
// The poller alone, the queue lost in whole or in part, claims that nobody finished, effects that fail.
#include <QtTest>

#include "engine/base/log.h"
#include "engine/task_making/make.h"
#include "engine/timers/reconcile.h"
#include "timer_world.h"

namespace test_timer_fallback {

using namespace evenhand;
using namespace evenhand::test;
using api::OrderStatus;
using api::TimerKind;
using api::TimerState;

/// No effect that needs the weights of north can be had any more: they are no sorted set. Answers the command that
/// brings them back.
static std::vector<std::string> breakWeights(TimerWorld& world) {
    std::vector<std::string> restore{"ZADD", "dispatch:{north}:weights"};
    const auto weights = world.workspace->core().embedded()->keyspace().call(
        {"ZRANGE", "dispatch:{north}:weights", "0", "-1", "WITHSCORES"});
    for (std::size_t i = 0; weights && i + 1 < weights->elements.size(); i += 2) {
        restore.insert(restore.end(), {weights->elements[i + 1].text, weights->elements[i].text});
    }
    (void)world.tamper({"DEL", "dispatch:{north}:weights"});
    (void)world.tamper({"SET", "dispatch:{north}:weights", "x"});
    return restore;
}
static bool mendWeights(TimerWorld& world, const std::vector<std::string>& restore) {
    (void)world.tamper({"DEL", "dispatch:{north}:weights"});
    return world.tamper(restore);
}

class TestTimerFallback : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        base::setLogSink([](auto, auto, auto) {});
        m_world = std::make_unique<TimerWorld>();
    }
    void pollerAlone();
    void queueSwitchedOnAgain();
    void queueSettingsAreChecked();
    void anotherIntervalLeavesTheQueueAlone();
    void queueLost();
    void entryLost();
    void compareAndRearm();
    void theNightlyComparisonWalksAllKinds();
    void aQueueThatIsOffDiffersFromNothing();
    void emptiedWhileItIsRearmed();
    void claimedAndNeverFinished();
    void claimedByADeadProcess();
    void claimedByTooManyDeadProcesses();
    void failsUntilDead_data();
    void failsUntilDead();
    void aDeadTimerGoesWithItsStage_data() { failsUntilDead_data(); }
    void aDeadTimerGoesWithItsStage();
    void triedAgainLaterAndLater_data() { failsUntilDead_data(); }
    void triedAgainLaterAndLater();
    void whatIsClaimedIsWhereItShouldBe();

private:
    bool dropQueue() {
        std::vector<std::string> keys{"DEL", std::string(timers::kWholeKey)};
        for (const auto kind : api::allTimerKinds()) {
            const auto& queue = timers::queueKeys(kind);
            keys.insert(keys.end(), {queue.due, queue.flight, queue.attempts, queue.dead});
        }
        return m_world->tamper(keys);
    }
    /// Some worker takes what is due of a kind, and is never heard of again.
    std::size_t claimAndStop(TimerKind kind, std::int64_t leaseMs) {
        auto& world = *m_world;
        return world
            .get(world.workspace->core().engine().ask<std::size_t>(
                world.call,
                [kind, leaseMs](runtime::UnitOfWork& work) -> Result<std::size_t> {
                    EVENHAND_ASSIGN(const auto claims, timers::claim(work.keyspace(), kind, work.now(),
                                                                     work.now().plusMs(leaseMs), 100, 8));
                    return claims.taken.size();
                }))
            .value_or(999);
    }
    std::unique_ptr<TimerWorld> m_world;
};

void TestTimerFallback::pollerAlone() {
    auto& world = *m_world;
    DONE(world.get(world.timers().setQueue(world.call, false, 500)));
    const auto placed = world.clock.now();
    QCOMPARE(world.placeMany(300), 300);
    QVERIFY(world.buy("B1"));
    DONE(world.pay("A7"));
    world.pass(30 * kMinute - 1);
    QCOMPARE(world.status("A0"), OrderStatus::WaitPay);
    world.pass(501);
    api::OrderQuery all;
    all.limit = 1'000;
    const auto orders = world.get(world.orders().page(world.call, all));
    DONE(orders);
    QCOMPARE(orders->size(), std::size_t{301});
    for (const auto& order : *orders) {
        const auto& no = order.orderNo.str();
        QVERIFY2((order.status == OrderStatus::Closed) == (no != "A7" && no != "B1"), no.c_str());
    }
    QVERIFY(world.closedAt("A299") >= placed.ms + 30 * kMinute);
    QVERIFY(world.closedAt("A299") <= placed.ms + 30 * kMinute + 500);
    const auto board = world.get(world.timers().board(world.call, {}));
    QVERIFY(!board->queueOn);
    QVERIFY(!board->kinds[0].inFlight);
    QVERIFY(board->lastPoll.has_value());
    HOLDS(world);
    world.reopen();
    world.pass(2 * kHour);
    QCOMPARE(world.alerts().size(), 2U);  // A7 and B1 are not picked up
    HOLDS(world);
}

void TestTimerFallback::queueSwitchedOnAgain() {
    auto& world = *m_world;
    QVERIFY(world.place("A1"));
    QVERIFY(world.place("A2"));
    DONE(world.get(world.timers().setQueue(world.call, false, 86'400'000)));
    QVERIFY(world.place("A3"));
    DONE(world.pay("A2"));  // is still in the queue, which does not count
    const auto refs = std::vector<api::TimerRef>{{OrderNo("A1"), {}, {}}};
    QVERIFY(!world.get(world.timers().postponeBy(world.call, refs, kMinute))->front().error);
    DONE(world.get(world.timers().setQueue(world.call, true, 1000)));
    const auto compared = world.get(world.timers().compareQueue(world.call));
    DONE(compared);
    QCOMPARE(compared->missing, 0);
    QCOMPARE(compared->differing, 0);
    QCOMPARE(compared->extra, 0);
    HOLDS(world);
    world.pass(30 * kMinute);
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    QCOMPARE(world.status("A2"), OrderStatus::WaitPickUp);
    QCOMPARE(world.status("A3"), OrderStatus::Closed);
    world.pass(kMinute);
    QCOMPARE(world.status("A1"), OrderStatus::Closed);
    HOLDS(world);
}

void TestTimerFallback::queueSettingsAreChecked() {
    for (const std::int64_t value : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{99}, std::int64_t{86'400'001}}) {
        const auto refused = m_world->get(m_world->timers().setQueue(m_world->call, true, value));
        REFUSED(refused, ErrorCode::InvalidArgument);
        QCOMPARE(refused.error().field, std::string("poll_interval_ms"));
    }
}

/// Another interval does not empty the queue: what has failed there is still there.
void TestTimerFallback::anotherIntervalLeavesTheQueueAlone() {
    auto& world = *m_world;
    for (const char* no : {"A1", "A2", "A3"}) {
        QVERIFY(world.place(no));
    }
    const auto& attempts = timers::queueKeys(TimerKind::Unpaid).attempts;
    QVERIFY(world.tamper({"HSET", attempts, "1", "5"}));
    const auto rearmed = [&] { return world.get(world.timers().board(world.call, {}))->pollRearmed.value_or(0); };
    const auto before = rearmed();
    DONE(world.get(world.timers().setQueue(world.call, true, 700)));
    world.workspace->runUntilIdle();
    QCOMPARE(world.get(world.timers().board(world.call, {}))->pollIntervalMs, 700);
    QCOMPARE(rearmed(), before);
    QVERIFY(world.tamper({"HEXISTS", attempts, "1"}));
}

void TestTimerFallback::queueLost() {
    auto& world = *m_world;
    QCOMPARE(world.placeMany(1300), 1000);  // more than a slice, and than there are in stock
    QVERIFY(dropQueue());
    HOLDS(world);
    QCOMPARE(world.get(world.timers().compareQueue(world.call))->missing, 0);
    world.clock.advanceMs(40 * kMinute);
    QVERIFY(dropQueue());  // and again, when everything is due
    world.workspace->runUntilIdle();
    QCOMPARE(world.figures(TimerKind::Unpaid).armed, 0);
    QCOMPARE(world.stock(), 1000);
    HOLDS(world);
}

void TestTimerFallback::entryLost() {
    auto& world = *m_world;
    const auto placed = world.clock.now();
    QVERIFY(world.place("A1"));
    world.workspace->runUntilIdle();
    QVERIFY(world.tamper({"ZREM", timers::queueKeys(TimerKind::Unpaid).due, "1"}));
    QVERIFY(!world.verify().empty());  // seen
    world.pass(30 * kMinute + 1000);
    QCOMPARE(world.status("A1"), OrderStatus::Closed);
    QCOMPARE(world.closedAt("A1"), placed.ms + 30 * kMinute + 1000);
    QCOMPARE(world.get(world.timers().board(world.call, {}))->pollRearmed, std::optional<std::int64_t>(1));
    HOLDS(world);
}

/// One slice a task, each of which makes the next, until all kinds have been walked.
void TestTimerFallback::theNightlyComparisonWalksAllKinds() {
    auto& world = *m_world;
    QVERIFY(world.place("A1") && world.buy("A2") && world.buy("A3"));
    QVERIFY(world.report(api::CourierReport::Kind::PickedUp, "A3"));
    const auto drop = [&](TimerKind kind, const char* order) {
        return world.tamper({"ZREM", timers::queueKeys(kind).due, order});
    };
    QVERIFY(drop(TimerKind::Unpaid, "1") && drop(TimerKind::PickUpLate, "2") && drop(TimerKind::DeliveryLate, "3"));
    QCOMPARE(world.get(world.timers().compareQueue(world.call))->missing, 3);
    DONE(world.get(world.workspace->core().engine().ask<bool>(world.call, [](runtime::UnitOfWork& work) {
        return tasks::make(work, api::TaskKind::Reconcile, "by hand", {}, work.now());
    })));
    while (world.workspace->runTasks().value_or(0) > 0) {
    }
    QCOMPARE(world.get(world.timers().compareQueue(world.call))->missing, 0);
    HOLDS(world);
}

/// Nobody is told that it lacks what it is not given.
void TestTimerFallback::aQueueThatIsOffDiffersFromNothing() {
    auto& world = *m_world;
    DONE(world.get(world.timers().setQueue(world.call, false, 500)));
    QVERIFY(world.place("A1") && world.buy("A2"));
    DONE(world.get(world.workspace->core().engine().ask<bool>(world.call, [](runtime::UnitOfWork& work) {
        return tasks::make(work, api::TaskKind::Reconcile, "by hand", {}, work.now());
    })));
    while (world.workspace->runTasks().value_or(0) > 0) {
    }
    const auto alerts = world.get(world.alertDesk().page(world.call, {{api::AlertKind::QueueDiffers}, {}, {}, 0, 100}));
    QVERIFY(alerts && alerts->empty());
    HOLDS(world);
}

void TestTimerFallback::compareAndRearm() {
    auto& world = *m_world;
    for (int i = 1; i <= 4; ++i) {
        QVERIFY(world.place("A" + std::to_string(i)));
    }
    const auto& due = timers::queueKeys(TimerKind::Unpaid).due;
    QVERIFY(world.tamper({"ZREM", due, "1"}));
    QVERIFY(!world.tamper({"ZADD", due, "9000000000000", "2"}));
    QVERIFY(world.tamper({"ZADD", due, "9000000000000", "77"}));
    auto compared = world.get(world.timers().compareQueue(world.call));
    DONE(compared);
    QCOMPARE(compared->inDatabase, 4);
    QCOMPARE(compared->inQueue, 4);
    QCOMPARE(compared->missing, 1);
    QCOMPARE(compared->differing, 1);
    QCOMPARE(compared->extra, 1);
    QCOMPARE(compared->rearmed, 0);
    compared = world.get(world.timers().rearmQueue(world.call));
    QCOMPARE(compared->rearmed, 2);
    QCOMPARE(compared->inDatabase, 4);
    QCOMPARE(compared->inQueue, 5);
    QCOMPARE(compared->missing, 1);
    QCOMPARE(compared->differing, 1);
    QCOMPARE(compared->extra, 1);  // what was armed again is none
    compared = world.get(world.timers().compareQueue(world.call));
    QCOMPARE(compared->missing, 0);
    QCOMPARE(compared->differing, 0);
    QCOMPARE(compared->extra, 1);
    QCOMPARE(compared->rearmed, 0);
    QVERIFY(world.tamper({"ZREM", due, "77"}));
    HOLDS(world);
    world.pass(30 * kMinute);
    QCOMPARE(world.figures(TimerKind::Unpaid).armed, 0);
}

/// A walk that had passed a kind before the queue was emptied knows nothing of what is missing there now: only the
/// poller, which begins anew when it is emptied, says that the queue is whole.
void TestTimerFallback::emptiedWhileItIsRearmed() {
    auto& world = *m_world;
    QVERIFY(world.place("A1"));
    const auto walked =
        world.get(world.workspace->core().engine().ask<bool>(world.call, [](runtime::UnitOfWork& work) -> Result<bool> {
            timers::QueueWalk walk;
            walk.fix = true;
            while (!walk.ended()) {
                if (walk.kind == api::kTimerKinds - 1) {
                    EVENHAND_TRY(timers::emptyQueue(work.keyspace()));
                }
                EVENHAND_TRY(timers::compareSlice(work, walk));
            }
            EVENHAND_ASSIGN(const auto whole, work.keyspace().call({"EXISTS", timers::kWholeKey}));
            return whole.integer == 1;
        }));
    DONE(walked);
    QVERIFY(!*walked);
    HOLDS(world);
    QCOMPARE(world.get(world.timers().compareQueue(world.call))->missing, 0);
}

void TestTimerFallback::claimedAndNeverFinished() {
    auto& world = *m_world;
    const auto placed = world.clock.now();
    QVERIFY(world.place("A1"));
    world.workspace->runUntilIdle();
    world.clock.advanceMs(30 * kMinute);
    QCOMPARE(claimAndStop(TimerKind::Unpaid, kMinute), 1U);
    world.pass(kMinute - 1);
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    QCOMPARE(world.figures(TimerKind::Unpaid).inFlight, std::optional<std::int64_t>(1));
    HOLDS(world);
    world.pass(1);
    QCOMPARE(world.closedAt("A1"), placed.ms + 31 * kMinute);
    HOLDS(world);
    // Paid while it is claimed.
    QVERIFY(world.place("A2"));
    DONE(world.get(world.timers().setPaused(world.call, TimerKind::Unpaid, true)));
    world.clock.advanceMs(30 * kMinute);
    QCOMPARE(claimAndStop(TimerKind::Unpaid, kMinute), 1U);
    DONE(world.pay("A2"));
    DONE(world.get(world.timers().setPaused(world.call, TimerKind::Unpaid, false)));
    world.pass(kHour);
    QCOMPARE(world.status("A2"), OrderStatus::WaitPickUp);
    HOLDS(world);
}

void TestTimerFallback::claimedByADeadProcess() {
    auto& world = *m_world;
    QVERIFY(world.place("A1"));
    world.workspace->runUntilIdle();
    world.clock.advanceMs(30 * kMinute);
    QCOMPARE(claimAndStop(TimerKind::Unpaid, kHour), 1U);
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    world.reopen();  // the new process need not wait for the lease
    world.workspace->runUntilIdle();
    QCOMPARE(world.status("A1"), OrderStatus::Closed);
    HOLDS(world);
}

/// Whatever kills them: the next one does not try it as well, and the timer is where an operator sees it.
void TestTimerFallback::claimedByTooManyDeadProcesses() {
    auto& world = *m_world;
    QVERIFY(world.place("A1"));
    const auto due = world.clock.now().plusMs(30 * kMinute);
    world.clock.advanceMs(30 * kMinute);
    QCOMPARE(claimAndStop(TimerKind::Unpaid, kHour), 1U);
    (void)world.tamper({"HSET", timers::queueKeys(TimerKind::Unpaid).attempts, "1", "8"});
    world.reopen();
    world.pass(kHour);
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    const auto rows = world.page();
    QCOMPARE(rows.size(), 1U);
    QCOMPARE(rows[0].state, TimerState::Dead);
    QCOMPARE(rows[0].due, due);
    QCOMPARE(rows[0].reason, std::string("its worker stopped too often"));
    QCOMPARE(world.figures(TimerKind::Unpaid).dead, 1);
    HOLDS(world);
    QVERIFY(!world.get(world.timers().retry(world.call, {{OrderNo("A1"), {}, {}}}))->front().error);
    QCOMPARE(world.status("A1"), OrderStatus::Closed);
    HOLDS(world);
}

void TestTimerFallback::failsUntilDead_data() {
    QTest::addColumn<bool>("queue");
    QTest::newRow("queue") << true;
    QTest::newRow("poller") << false;
}

void TestTimerFallback::failsUntilDead() {
    QFETCH(bool, queue);
    auto& world = *m_world;
    DONE(world.get(world.timers().setQueue(world.call, queue, 1000)));
    api::TimerPolicy policy;
    policy.autoReassign = true;
    DONE(world.policy(policy));
    QVERIFY(world.buy("A1"));
    world.workspace->runUntilIdle();
    QVERIFY(world.place("A2"));
    const auto restore = breakWeights(world);
    world.pass(2 * kHour);
    QCOMPARE(world.status("A2"), OrderStatus::Closed);
    world.pass(5 * kSecond);
    auto rows = world.page({{TimerKind::PickUpLate}, {}, {}, {}, {}, {}});
    QCOMPARE(rows.size(), 1U);
    QCOMPARE(rows[0].state, TimerState::Retrying);
    QVERIFY(rows[0].attempts >= 2 && rows[0].nextTry && !rows[0].reason.empty());
    QVERIFY(world.alerts().empty());
    QCOMPARE(world.row("A1").epoch, 1);
    world.pass(kHour);
    rows = world.page();
    QCOMPARE(rows.size(), 1U);
    QCOMPARE(rows[0].state, TimerState::Dead);
    QCOMPARE(rows[0].attempts, 8);
    QCOMPARE(world.figures(TimerKind::PickUpLate).dead, 1);
    QCOMPARE(world.figures(TimerKind::PickUpLate).armed, 0);
    world.reopen();
    world.pass(kHour);
    QCOMPARE(world.page().size(), 1U);
    // Put right, and tried again by an operator.
    QVERIFY(mendWeights(world, restore));
    HOLDS(world);
    const auto retried = world.get(world.timers().retry(world.call, {{OrderNo("A1"), {}, {}}}));
    QVERIFY(!retried->front().error);
    world.pass(kSecond);
    QCOMPARE(world.row("A1").epoch, 2);
    QCOMPARE(world.alerts().size(), 1U);
    QVERIFY(world.page({{}, {TimerState::Dead, TimerState::Retrying}, {}, {}, {}, {}}).empty());
    HOLDS(world);
}

/// Nobody is shown it any more, and nothing of it is left in the queue.
void TestTimerFallback::aDeadTimerGoesWithItsStage() {
    QFETCH(bool, queue);
    auto& world = *m_world;
    DONE(world.get(world.timers().setQueue(world.call, queue, 1000)));
    api::TimerPolicy policy;
    policy.autoReassign = true;
    policy.pickUpLateMs = kMinute;
    DONE(world.policy(policy));
    QVERIFY(world.buy("A1"));
    const auto restore = breakWeights(world);
    world.pass(kHour);
    QCOMPARE(world.figures(TimerKind::PickUpLate).dead, 1);
    QVERIFY(mendWeights(world, restore));
    HOLDS(world);
    QVERIFY(world.report(api::CourierReport::Kind::PickedUp, "A1"));
    QCOMPARE(world.figures(TimerKind::PickUpLate).dead, 0);
    const auto left =
        world.workspace->core().embedded()->keyspace().call({"ZCARD", timers::queueKeys(TimerKind::PickUpLate).dead});
    DONE(left);
    QCOMPARE(left->integer, 0);
    QCOMPARE(world.page().size(), 1U);
    QCOMPARE(world.page()[0].kind, TimerKind::DeliveryLate);
    HOLDS(world);
}

/// After a second, two, four, … and a minute at most; the eighth failure is the last.
void TestTimerFallback::triedAgainLaterAndLater() {
    QFETCH(bool, queue);
    auto& world = *m_world;
    DONE(world.get(world.timers().setQueue(world.call, queue, 1000)));
    api::TimerPolicy policy;
    policy.autoReassign = true;
    policy.pickUpLateMs = kMinute;
    DONE(world.policy(policy));
    QVERIFY(world.buy("A1"));
    const auto due = world.clock.now().plusMs(kMinute);
    (void)breakWeights(world);
    world.pass(kMinute);
    std::int64_t failed = 0;
    for (const std::int64_t seconds : {1, 2, 4, 8, 16, 32, 60}) {
        ++failed;
        const auto expected = [&] {
            const auto rows = world.page();
            return rows.size() == 1 && rows[0].state == TimerState::Retrying && rows[0].attempts == failed &&
                   rows[0].due == due;
        };
        QVERIFY2(expected(), std::to_string(failed).c_str());
        QCOMPARE(world.page()[0].nextTry.value_or(Instant{0}).ms, world.clock.now().ms + seconds * kSecond);
        if (queue) {  // it stands at its next try, which is where it should be
            const auto compared = world.get(world.timers().compareQueue(world.call));
            DONE(compared);
            QCOMPARE(compared->missing + compared->differing + compared->extra, 0);
        }
        world.pass(seconds * kSecond - 1);
        QVERIFY2(expected(), std::to_string(failed).c_str());
        world.pass(1);
    }
    const auto rows = world.page();
    QCOMPARE(rows.size(), 1U);
    QCOMPARE(rows[0].state, TimerState::Dead);
    QCOMPARE(rows[0].attempts, 8);
    QVERIFY(!rows[0].nextTry);
    QCOMPARE(rows[0].due, due);
    QVERIFY(world.row("A1").isLate(world.clock.now()));
    QVERIFY(world.alerts().empty());
}

void TestTimerFallback::whatIsClaimedIsWhereItShouldBe() {
    auto& world = *m_world;
    QVERIFY(world.place("A1"));
    world.workspace->runUntilIdle();
    world.clock.advanceMs(30 * kMinute);
    QCOMPARE(claimAndStop(TimerKind::Unpaid, kMinute), 1U);
    for (const bool fix : {false, true}) {
        const auto compared =
            world.get(fix ? world.timers().rearmQueue(world.call) : world.timers().compareQueue(world.call));
        DONE(compared);
        QCOMPARE(compared->inDatabase, 1);
        QCOMPARE(compared->inQueue, 1);
        QCOMPARE(compared->missing + compared->differing + compared->extra + compared->rearmed, 0);
        QCOMPARE(compared->at, world.clock.now());
    }
    QCOMPARE(world.figures(TimerKind::Unpaid).inFlight, std::optional<std::int64_t>(1));
    world.pass(kMinute);
    QCOMPARE(world.status("A1"), OrderStatus::Closed);
    HOLDS(world);
}

}  // namespace test_timer_fallback

QTEST_GUILESS_MAIN(test_timer_fallback::TestTimerFallback)
#include "test_timer_fallback.moc"
