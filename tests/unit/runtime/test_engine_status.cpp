// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine says of itself: each figure of its status, rates, times and reasons.
#include <QtTest>
#include <numeric>

#include "engine/runtime/status_board.h"
#include "engine_bench.h"
#include "tests/support/shops/toy_domain.h"

namespace test_engine_status {

using namespace evenhand;
using namespace evenhand::test;
using namespace evenhand::test::toy_engine;

class TestEngineStatus : public QObject, protected EngineBench {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }

    void statusFigures();
    void eachFigureOfTheStatusStandsForItself();
    void ratesAndTimesOfTheStatus();
    void reasonsOfTheStatus();
};

void TestEngineStatus::statusFigures() {
    open();
    QCOMPARE(engine().status().state, api::EngineState::Live);
    QVERIFY(engine().status().commitP50Ms < 0);
    QCOMPARE(engine().status().unassigned, -1);
    for (std::int64_t id = 1; id <= 10; ++id) {
        (void)ask({.id = id, .fails = id == 5 ? ToyCommand::Fails::AtOnce : ToyCommand::Fails::Never});
    }
    engine().runUntilIdle();
    m_clock->advanceMs(1000);
    const auto status = engine().status();
    QCOMPARE(status.committed, 9U);
    QVERIFY(status.commitP50Ms >= 0);
    QCOMPARE(status.committedPerSecond, 9.0 / 5);
    QCOMPARE(status.unassigned, 0);
    QCOMPARE(status.deadLetters, 0);
}

void TestEngineStatus::eachFigureOfTheStatusStandsForItself() {
    base::VirtualClock clock{kStart};
    runtime::StatusBoard board(clock, nullptr, "here");
    const auto shown = [&board] {
        const auto status = board.copy(7);
        std::string text;
        for (const auto number : {status.unassigned, status.deadLetters, status.late, status.overdue, status.deadTimers,
                                  status.alerts, status.returnsWaiting, status.refundsFailed, status.deadTasks}) {
            text += std::to_string(number) + " ";
        }
        return text + (status.outwardHeld ? "held" : "not held");
    };
    QCOMPARE(shown(), std::string("-1 -1 -1 -1 -1 -1 -1 -1 -1 not held"));
    store::Figures figures;
    figures.unassigned = 1;
    figures.openDeadLetters = 2;
    figures.late = 3;
    figures.overdue = 4;
    figures.deadTimers = 5;
    figures.alerts = 6;
    figures.returnsWaiting = 7;
    figures.refundsFailed = 8;
    figures.deadTasks = 9;
    figures.outwardHeld = 1;
    board.setCounts(figures);
    QCOMPARE(shown(), std::string("1 2 3 4 5 6 7 8 9 held"));
    board.setCounts({});
    QCOMPARE(shown(), std::string("0 0 0 0 0 0 0 0 0 not held"));
    const auto status = board.copy(7);
    QCOMPARE(status.inboxDepth, 7U);
    QCOMPARE(status.deployment, std::string("here"));
    QCOMPARE(status.since, kStart);
    QVERIFY(status.state == api::EngineState::Live && status.reason.empty() && !status.cause);
    QVERIFY(status.commitP50Ms < 0 && status.commitP99Ms < 0);
}

void TestEngineStatus::ratesAndTimesOfTheStatus() {
    base::VirtualClock clock{kStart};
    runtime::StatusBoard board(clock, nullptr, "here");
    const auto rate = [&board] { return board.copy(0).committedPerSecond; };
    board.committed(10, 1'000'000, kStart);
    QCOMPARE(rate(), 0.0);  // whole seconds only
    clock.advanceMs(1'000);
    QCOMPARE(rate(), 2.0);
    board.committed(5, 1'000'000, kStart);
    clock.advanceMs(4'000);
    QCOMPARE(rate(), 3.0);
    clock.advanceMs(1'000);
    QCOMPARE(rate(), 1.0);  // the first of them is six seconds ago
    clock.advanceMs(1'000);
    QCOMPARE(rate(), 0.0);
    QCOMPARE(board.copy(0).committed, 15U);
    // What was committed is never later than now.
    board.committed(1, 1'000'000, clock.now().plusMs(10'000));
    QCOMPARE(board.copy(0).committedAt, clock.now().plusMs(10'000));
    QCOMPARE(board.copy(0).now, clock.now().plusMs(10'000));
    clock.advanceMs(20'000);
    QCOMPARE(board.copy(0).now, clock.now());
    runtime::StatusBoard times(clock, nullptr, "here");
    for (std::int64_t ms = 100; ms > 0; --ms) {
        times.committed(1, ms * 1'000'000, kStart);
    }
    QCOMPARE(times.copy(0).commitP50Ms, 50.0);
    QCOMPARE(times.copy(0).commitP99Ms, 99.0);
    for (int i = 0; i < 512; ++i) {  // as many as are looked at
        times.committed(1, 2'000'000, kStart);
    }
    QCOMPARE(times.copy(0).commitP50Ms, 2.0);
    QCOMPARE(times.copy(0).commitP99Ms, 2.0);
    const auto counts = times.copy(0).commitTimes.counts;
    QCOMPARE(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), std::uint64_t{612});
    QCOMPARE(times.copy(0).commitTimes.sum, 6.074);  // seconds: 5,050 ms and 512 times 2 ms
    QCOMPARE(counts[base::histogramBucket(0.002)], std::uint64_t{513});
}

void TestEngineStatus::reasonsOfTheStatus() {
    base::VirtualClock clock{kStart};
    runtime::StatusBoard board(clock, nullptr, "here");
    clock.advanceMs(1'000);
    QVERIFY(!board.setStandingReason("first", std::nullopt));
    QVERIFY(board.setStandingReason("first", "one"));
    QVERIFY(!board.setStandingReason("first", "one"));  // nothing new
    clock.advanceMs(1'000);
    QVERIFY(board.setStandingReason("second", "two"));
    auto status = board.copy(0);
    QVERIFY(status.state == api::EngineState::Degraded && board.ownState() == api::EngineState::Live);
    QCOMPARE(status.reason, std::string("one; two"));
    QCOMPARE(status.since, kStart.plusMs(1'000));
    QCOMPARE(status.standing.size(), std::size_t{2});
    QVERIFY(board.setStandingReason("second", "another"));
    QCOMPARE(board.copy(0).reason, std::string("one; another"));
    // What is worse is said alone.
    clock.advanceMs(1'000);
    board.setState(api::EngineState::ReadOnly, "the disk", ErrorCode::Storage);
    clock.advanceMs(1'000);
    board.setState(api::EngineState::ReadOnly, "the disk again", ErrorCode::Storage);
    status = board.copy(0);
    QVERIFY(status.state == api::EngineState::ReadOnly);
    QCOMPARE(status.reason, std::string("the disk again"));
    QCOMPARE(status.since, kStart.plusMs(3'000));
    QVERIFY(status.cause == ErrorCode::Storage);
    board.setState(api::EngineState::Degraded, "a batch", ErrorCode::Storage);
    status = board.copy(0);
    QCOMPARE(status.reason, std::string("a batch; one; another"));
    QCOMPARE(status.standing.front().code, std::string(api::kStorageFailed));
    QCOMPARE(status.since, kStart.plusMs(4'000));
    board.setState(api::EngineState::Live, {});
    QVERIFY(board.setStandingReason("first", std::nullopt));
    QCOMPARE(board.copy(0).reason, std::string("another"));
    QVERIFY(board.setStandingReason("second", std::nullopt));
    status = board.copy(0);
    QVERIFY(status.state == api::EngineState::Live && status.reason.empty() && status.standing.empty());
    // A clock that is behind is behind since somebody first saw it.
    base::VirtualClock machine{kStart};
    runtime::StatusBoard behind(clock, &machine, "here");
    behind.setEngineTime(kStart.plusMs(api::kClockToleranceMs));
    QVERIFY(behind.copy(0).state == api::EngineState::Live);
    behind.setEngineTime(kStart.plusMs(api::kClockToleranceMs + 10'000));
    machine.advanceMs(5'000);
    status = behind.copy(0);
    QVERIFY(status.state == api::EngineState::Degraded && status.standing.size() == 1);
    QCOMPARE(status.since, kStart.plusMs(5'000));
    QCOMPARE(status.clock, machine.now());
    machine.advanceMs(1'000);
    QCOMPARE(behind.copy(0).since, kStart.plusMs(5'000));
    // Right meanwhile, it is behind anew.
    machine.advanceMs(60'000);
    QVERIFY(behind.copy(0).state == api::EngineState::Live);
    behind.setEngineTime(machine.now().plusMs(api::kClockToleranceMs + 1));
    machine.advanceMs(-1'000);
    const auto since = machine.now();
    QCOMPARE(behind.copy(0).since, since);
    // Of several reasons the oldest counts, whichever of them it is.
    clock.set(since.plusMs(10));
    QVERIFY(behind.setStandingReason("first", "one"));
    QCOMPARE(behind.copy(0).since, since);
    QVERIFY(behind.setStandingReason("first", std::nullopt));
    clock.set(since.plusMs(-10));
    QVERIFY(behind.setStandingReason("first", "one"));
    status = behind.copy(0);
    QCOMPARE(status.since, since.plusMs(-10));
    QCOMPARE(status.standing.size(), std::size_t{2});
}

}  // namespace test_engine_status

QTEST_GUILESS_MAIN(test_engine_status::TestEngineStatus)
#include "test_engine_status.moc"
