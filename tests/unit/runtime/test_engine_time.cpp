// SPDX-License-Identifier: GPL-3.0-or-later
// Time in the engine: the instant of each command, work that falls due between them and fails, and when it wakes.
#include <QtTest>
#include <numeric>

#include "engine_bench.h"
#include "tests/support/check.h"
#include "tests/support/shops/toy_domain.h"

namespace test_engine_time {

using namespace evenhand;
using namespace evenhand::test;
using namespace evenhand::test::toy_engine;

class TestEngineTime : public QObject, protected EngineBench {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }

    void engineTimeNeverGoesBack();
    void timeDoesNotPassACommandThatWaits_data();
    void timeDoesNotPassACommandThatWaits();
    void importMovesTimeAndWhatIsDueHappensBetween();
    void onlyImportsSetTheTime();
    void dueWorkRunsInOrderAndFailuresWait();
    void aCommandWaitsForAllThatFellDueBeforeIt();
    void dueWorkThatFailsWaitsLongerAndLonger();
    void whatHasFailedIsTriedAgainWhenTimeIsTurnedBack();
    void expiredKeysAreRemovedByTheMinute();
    void dueBeforeACommandGoesFirst();
    void idleEngineHasNoWakeUp();
    void threadWakesForDueWork();
};

void TestEngineTime::engineTimeNeverGoesBack() {
    open();
    m_clock->set(kStart.plusMs(5000));
    auto first = ask({.id = 1});
    m_clock->set(kStart.plusMs(1000));  // the system's clock was set back
    auto second = ask({.id = 2});
    engine().runUntilIdle();
    QCOMPARE(first.result().value(), kStart.ms + 5000);
    QCOMPARE(second.result().value(), kStart.ms + 5000);
    open();
    QCOMPARE(engine().now().ms, kStart.ms + 5000);
    auto third = ask({.id = 3});
    engine().runUntilIdle();
    QCOMPARE(third.result().value(), kStart.ms + 5000);
}

/// Later commands of others run first. What fell due between must wait for the earliest all the same, whoever's turn it
/// is and with whomever a batch begins.
void TestEngineTime::timeDoesNotPassACommandThatWaits_data() {
    QTest::addColumn<qint64>("batch");
    QTest::addColumn<int>("others");
    constexpr qint64 kAll = 10'000;
    const auto turn = static_cast<qint64>(runtime::CommandQueue::kTurn);
    QTest::newRow("one other, all in one batch") << kAll << 1;
    QTest::newRow("several, all in one batch") << kAll << 3;
    QTest::newRow("several, a turn in each batch") << turn << 3;
}

void TestEngineTime::timeDoesNotPassACommandThatWaits() {
    QFETCH(qint64, batch);
    QFETCH(int, others);
    constexpr std::int64_t kCrowd = 1'000;
    m_engineOptions.batchCommands = static_cast<std::size_t>(batch);
    m_due.pending = {kStart.plusMs(5)};
    open([this](runtime::EmbeddedEngine& engine) { engine.addDueSource(m_due); });
    std::vector<std::int64_t> requests(kCrowd);
    std::iota(requests.begin(), requests.end(), 1);
    std::vector<Result<std::int64_t>> crowd;
    engine().askMany<std::int64_t, std::int64_t>(
        toyCall(), requests, [](UnitOfWork& work, const std::int64_t& id) { return runToy(work, {.id = id}); },
        [&](const auto& all) { crowd.assign(all.begin(), all.end()); });
    std::vector<api::Answer<std::int64_t>> answers;
    for (int i = 1; i <= others; ++i) {
        m_clock->advanceMs(10);
        answers.push_back(askAs("local:" + std::to_string(i), kCrowd + i));
    }
    engine().runUntilIdle();
    QCOMPARE(crowd.size(), static_cast<std::size_t>(kCrowd));
    for (const auto& ran : crowd) {
        EVENHAND_NEED(ran);
        QCOMPARE(*ran, kStart.ms);
    }
    for (auto& answer : answers) {
        EVENHAND_NEED(answer.result());
    }
    QCOMPARE(m_due.runs, 1);
}

void TestEngineTime::importMovesTimeAndWhatIsDueHappensBetween() {
    m_engineOptions.importClock = true;
    m_clock->set({0});
    auto& due = m_due;
    due.pending = {{2'000}, {2'500}, {9'000}};
    open([&](auto& engine) { engine.addDueSource(due); });
    auto first = ask({.id = 1}, Instant{1'000});
    auto second = ask({.id = 2}, Instant{3'000});
    auto older = ask({.id = 3}, Instant{2'000});  // time does not go back
    engine().runUntilIdle();
    QCOMPARE(first.result().value(), 1'000);
    QCOMPARE(second.result().value(), 3'000);
    QCOMPARE(older.result().value(), 3'000);
    QCOMPARE(due.pending.size(), std::size_t{1});  // 9000 waits, no clock moves it
    const auto list = engine().keyspace().call({"LRANGE", "toy:due", "0", "-1"});
    EVENHAND_NEED(list);
    QCOMPARE(list->elements.size(), std::size_t{2});
    QCOMPARE(list->elements[0].text, std::string("2000@2000"));  // each at its own instant
    QCOMPARE(list->elements[1].text, std::string("2500@2500"));
    QVERIFY(!engine().step());
}

void TestEngineTime::onlyImportsSetTheTime() {
    open();
    auto answer = ask({.id = 1}, Instant{1'000});
    engine().runUntilIdle();
    QCOMPARE(answer.result().error().code, ErrorCode::InvalidArgument);
    QCOMPARE(answer.result().error().field, std::string("at"));
    QCOMPARE(state()->entries.size(), std::size_t{0});
}

void TestEngineTime::dueWorkRunsInOrderAndFailuresWait() {
    auto& one = m_due;
    auto& two = m_otherDue;
    one.pending = {kStart.plusMs(100), kStart.plusMs(300)};
    two.pending = {kStart.plusMs(200)};
    open([&](auto& engine) {
        engine.addDueSource(two);
        engine.addDueSource(one);
    });
    engine().runUntilIdle();
    QCOMPARE(one.runs + two.runs, 0);
    QCOMPARE(engine().nextWake(), std::optional(kStart.plusMs(100)));  // exactly
    m_clock->set(kStart.plusMs(99));
    engine().runUntilIdle();
    QCOMPARE(one.runs, 0);
    m_clock->set(kStart.plusMs(250));
    engine().runUntilIdle();
    QCOMPARE(one.runs, 1);
    QCOMPARE(two.runs, 1);
    const auto list = engine().keyspace().call({"LRANGE", "toy:due", "0", "-1"});
    EVENHAND_NEED(list);
    QCOMPARE(list->elements[0].text, std::to_string(kStart.ms + 100) + "@" + std::to_string(kStart.ms + 250));
    one.failing = true;
    m_clock->set(kStart.plusMs(300));
    engine().runUntilIdle();
    QCOMPARE(one.runs, 2);  // not again and again
    QVERIFY(engine().nextWake() && *engine().nextWake() > m_clock->now());
    const auto length = engine().keyspace().call({"LLEN", "toy:due"});
    QCOMPARE(length->integer, 2);  // what the failing one wrote is undone
    one.failing = false;
    m_clock->set(*engine().nextWake());
    engine().runUntilIdle();
    QCOMPARE(one.pending.size(), std::size_t{0});
}

/// Also where that is more than a batch takes.
void TestEngineTime::aCommandWaitsForAllThatFellDueBeforeIt() {
    m_engineOptions.batchDue = 10;
    for (int i = 0; i < 75; ++i) {
        m_due.pending.insert(kStart.plusMs(100 + i % 3));
    }
    m_due.pending.insert(kStart.plusMs(201));
    open([&](auto& engine) { engine.addDueSource(m_due); });
    m_clock->set(kStart.plusMs(200));
    auto seen = engine().ask<std::int64_t>(toyCall(), [](UnitOfWork& work) -> Result<std::int64_t> {
        EVENHAND_ASSIGN(const auto reply, work.keyspace().call({"LLEN", "toy:due"}));
        return reply.integer;
    });
    QVERIFY(engine().step());
    QVERIFY(!seen.isFinished());
    QVERIFY(m_due.runs < 40);
    engine().runUntilIdle();
    QCOMPARE(seen.result().value(), 75);
    QCOMPARE(m_due.pending.size(), std::size_t{1});
}

void TestEngineTime::dueWorkThatFailsWaitsLongerAndLonger() {
    m_due.pending = {kStart.plusMs(100)};
    m_due.failing = true;
    open([&](auto& engine) { engine.addDueSource(m_due); });
    m_clock->set(kStart.plusMs(100));
    engine().runUntilIdle();
    int runs = 1;
    for (const std::int64_t delayMs : {1'000, 2'000, 4'000, 8'000, 16'000, 32'000, 60'000, 60'000}) {
        QCOMPARE(m_due.runs, runs);
        QCOMPARE(engine().nextWake(), std::optional(m_clock->now().plusMs(delayMs)));
        m_clock->advanceMs(delayMs - 1);
        engine().runUntilIdle();
        QCOMPARE(m_due.runs, runs);
        m_clock->advanceMs(1);
        engine().runUntilIdle();
        ++runs;
    }
    m_due.failing = false;
    m_clock->set(*engine().nextWake());
    engine().runUntilIdle();
    QVERIFY(m_due.pending.empty());
    // What has succeeded once begins again with the shortest.
    m_due.failing = true;
    m_due.pending = {m_clock->now().plusMs(10)};
    m_clock->advanceMs(10);
    engine().runUntilIdle();
    QCOMPARE(engine().nextWake(), std::optional(m_clock->now().plusMs(1'000)));
}

/// The pause after a failure ends at an instant of the time that was: nothing of the source would happen until then.
void TestEngineTime::whatHasFailedIsTriedAgainWhenTimeIsTurnedBack() {
    m_due.pending = {kStart.plusMs(base::kDayMs)};
    m_due.failing = true;
    open([&](auto& engine) { engine.addDueSource(m_due); });
    m_clock->set(kStart.plusMs(base::kDayMs));
    engine().runUntilIdle();
    QCOMPARE(m_due.runs, 1);
    m_clock->set(kStart);
    auto turned = engine().ask<std::int64_t>(toyCall(), [this](UnitOfWork& work) -> Result<std::int64_t> {
        EVENHAND_TRY(work.turnBack(kStart));
        m_due.pending = {kStart.plusMs(10)};
        m_due.failing = false;
        return 0;
    });
    engine().runUntilIdle();
    EVENHAND_NEED(turned.result());
    QCOMPARE(engine().nextWake(), std::optional(kStart.plusMs(10)));
    m_clock->advanceMs(10);
    engine().runUntilIdle();
    QCOMPARE(m_due.runs, 2);
    QVERIFY(m_due.pending.empty());
}

/// Nobody sees them any more at once; their memory waits for the next full minute.
void TestEngineTime::expiredKeysAreRemovedByTheMinute() {
    open();
    auto set = engine().ask<std::int64_t>(toyCall(), [](UnitOfWork& work) -> Result<std::int64_t> {
        EVENHAND_TRY(work.keyspace().call({"SET", "toy:short", "1", "PX", "10000"}));
        return 0;
    });
    engine().runUntilIdle();
    EVENHAND_NEED(set.result());
    const Instant minute{(kStart.ms + 10'000) / 60'000 * 60'000 + 60'000};
    QCOMPARE(engine().nextWake(), std::optional(minute));
    m_clock->set(minute.plusMs(-1));
    QVERIFY(!engine().step());
    QVERIFY(engine().keyspace().nextExpiry());
    m_clock->set(minute);
    engine().runUntilIdle();
    QVERIFY(!engine().keyspace().nextExpiry());
    QVERIFY(!engine().nextWake());
}

void TestEngineTime::dueBeforeACommandGoesFirst() {
    auto& due = m_due;
    due.pending = {kStart.plusMs(100)};
    open([&](auto& engine) { engine.addDueSource(due); });
    const auto lengthSeen = [&] {
        return engine().ask<std::int64_t>(toyCall(), [](UnitOfWork& work) -> Result<std::int64_t> {
            EVENHAND_ASSIGN(const auto reply, work.keyspace().call({"LLEN", "toy:due"}));
            return reply.integer;
        });
    };
    m_clock->set(kStart.plusMs(99));
    auto before = lengthSeen();  // arrives before the due instant …
    m_clock->set(kStart.plusMs(100));
    auto after = lengthSeen();
    m_clock->set(kStart.plusMs(500));
    engine().runUntilIdle();  // … though the engine gets to both only later
    QCOMPARE(before.result().value(), 0);
    QCOMPARE(after.result().value(), 1);
}

void TestEngineTime::idleEngineHasNoWakeUp() {
    open();
    (void)ask({.id = 1});
    engine().runUntilIdle();
    QVERIFY(!engine().nextWake());
    QVERIFY(!engine().step());
}

void TestEngineTime::threadWakesForDueWork() {
    base::SystemClock clock;
    auto& due = m_due;
    due.pending = {clock.now().plusMs(30), clock.now().plusMs(60)};
    auto threaded = options();
    threaded.clock = &clock;
    threaded.threaded = true;
    auto core = app::WorkspaceCore::open(m_path, threaded);
    EVENHAND_NEED(core);
    (*core)->embedded()->addDueSource(due);
    EVENHAND_NEED((*core)->start());
    // Nothing is submitted: the thread wakes by itself.
    QTRY_COMPARE(
        (*core)
            ->engine()
            .ask<std::int64_t>(toyCall(),
                               [](UnitOfWork& work) -> Result<std::int64_t> {
                                   EVENHAND_ASSIGN(const auto reply, work.keyspace().call({"LLEN", "toy:due"}));
                                   return reply.integer;
                               })
            .result()
            .value(),
        std::int64_t{2});
    (*core)->stop();
    QCOMPARE(due.pending.size(), std::size_t{0});
}

}  // namespace test_engine_time

QTEST_GUILESS_MAIN(test_engine_time::TestEngineTime)
#include "test_engine_time.moc"
