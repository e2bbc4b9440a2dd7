// SPDX-License-Identifier: GPL-3.0-or-later
// Commands in the engine: when they answer, what fails is undone alone, whose turn it is, and the events after a
// commit.
#include <QtTest>
#include <map>
#include <numeric>
#include <set>

#include "engine/base/rng.h"
#include "engine_bench.h"
#include "tests/support/check.h"
#include "tests/support/servers/other_connection.h"
#include "tests/support/shops/toy_domain.h"

namespace test_engine_commands {

using namespace evenhand;
using namespace evenhand::test;
using namespace evenhand::test::toy_engine;

namespace {

std::int64_t rowCount(store::Database& database) {
    auto& statement = database.statement("SELECT COUNT(*) FROM product");
    if (!statement.query() || !statement.next()) {
        return -1;
    }
    const auto value = statement.onlyNumber();
    statement.finish();
    return value;
}

}  // namespace

class TestEngineCommands : public QObject, protected EngineBench {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }

    void answersComeAfterTheCommit();
    void failingCommandsAreUndoneAlone_data();
    void failingCommandsAreUndoneAlone();
    void nothingChangedCommitsNothing();
    void keyspaceOnlyCommandsAreDurable();
    void fullInboxIsBusyAtOnce();
    void manyCommandsSpanBatches();
    void callersTakeTurns();
    void whatIsAskedInBulkIsACallerOfItsOwn();
    void aCallersOwnCommandsKeepTheirOrder();
    void stopFinishesWhatWasAccepted();
    void eventsComeAfterTheCommitAndOnlyOfWhatWasKept();
    void endedSubscriptionIsNotCalled();
    void threadAnswersAndStops();
};

void TestEngineCommands::answersComeAfterTheCommit() {
    open();
    auto other = evenhand::testing::openOther(m_path, store::Database::Access::ReadOnly);
    EVENHAND_NEED(other);
    std::vector<std::int64_t> seen;  // rows another connection sees when each answer comes
    std::vector<api::Answer<std::int64_t>> answers;
    for (std::int64_t id = 1; id <= 50; ++id) {
        auto answer = ask({.id = id});
        answer.then([&](const Result<std::int64_t>&) { seen.push_back(rowCount(**other)); });
        answers.push_back(std::move(answer));
    }
    QCOMPARE(rowCount(**other), 0);
    QVERIFY(!answers.front().isFinished());
    QVERIFY(engine().step());
    QCOMPARE(engine().journalSeq(), 1);  // one commit for all
    QCOMPARE(seen, std::vector<std::int64_t>(50, 50));
    for (auto& answer : answers) {
        EVENHAND_NEED(answer.result());
    }
}

void TestEngineCommands::failingCommandsAreUndoneAlone_data() {
    QTest::addColumn<quint64>("seed");
    for (quint64 seed = 1; seed <= 8; ++seed) {
        QTest::newRow(qPrintable(QStringLiteral("seed %1").arg(seed))) << seed;
    }
}

void TestEngineCommands::failingCommandsAreUndoneAlone() {
    QFETCH(quint64, seed);
    m_engineOptions.batchCommands = 1 + seed * 5;
    open();
    Rng rng(seed);
    std::set<std::int64_t> expected;
    std::int64_t id = 0;
    for (int round = 0; round < 20; ++round) {
        std::vector<std::pair<ToyCommand, api::Answer<std::int64_t>>> asked;
        const auto count = rng.between(1, 60);
        for (std::int64_t i = 0; i < count; ++i) {
            ToyCommand command;
            command.id = ++id;
            command.fails = rng.below(2) == 0 ? ToyCommand::Fails::Never : static_cast<ToyCommand::Fails>(rng.below(5));
            asked.emplace_back(command, ask(command));
            if (command.fails == ToyCommand::Fails::Never) {
                expected.insert(command.id);
            }
        }
        m_clock->advanceMs(rng.between(0, 50));
        engine().runUntilIdle();
        for (auto& [command, answer] : asked) {
            QVERIFY(answer.isFinished());
            QCOMPARE(answer.result().has_value(), command.fails == ToyCommand::Fails::Never);
        }
        if (rng.below(4) == 0) {
            open();  // and after every restart
        }
        const auto now = state();
        EVENHAND_NEED(now);
        QCOMPARE(now->disagreement(), std::string());
        QCOMPARE(now->entries, expected);
    }
}

void TestEngineCommands::nothingChangedCommitsNothing() {
    open();
    (void)ask({.id = 1});
    engine().runUntilIdle();
    const auto seq = engine().journalSeq();
    auto read = engine().ask<std::string>(toyCall(), [](UnitOfWork& work) -> Result<std::string> {
        EVENHAND_ASSIGN(auto reply, work.keyspace().call({"GET", "toy:count"}));
        return reply.text;
    });
    auto failing = ask({.id = 2, .fails = ToyCommand::Fails::AtTheEnd});
    auto twice = ask({.id = 1});  // the database refuses it: unique key
    engine().runUntilIdle();
    QCOMPARE(read.result().value(), std::string("1"));
    QCOMPARE(failing.result().error().code, ErrorCode::Conflict);
    QCOMPARE(twice.result().error().code, ErrorCode::AlreadyExists);
    QCOMPARE(engine().journalSeq(), seq);
}

void TestEngineCommands::keyspaceOnlyCommandsAreDurable() {
    open();
    auto answer = ask({.id = 7, .database = false});
    engine().runUntilIdle();
    EVENHAND_NEED(answer.result());
    open();
    const auto now = state();
    EVENHAND_NEED(now);
    QCOMPARE(now->inKeyspace.count(7), std::size_t{1});
}

void TestEngineCommands::fullInboxIsBusyAtOnce() {
    m_engineOptions.inboxCommands = 10;
    open();
    std::vector<api::Answer<std::int64_t>> answers;
    for (std::int64_t id = 1; id <= 10; ++id) {
        answers.push_back(ask({.id = id}));
    }
    auto refused = ask({.id = 11});
    QVERIFY(refused.isFinished());
    QCOMPARE(refused.result().error().code, ErrorCode::Busy);
    bool called = false;
    engine().askMany<std::int64_t, std::int64_t>(
        toyCall(), std::vector<std::int64_t>{12, 13},
        [](UnitOfWork& work, const std::int64_t& id) { return runToy(work, {.id = id}); },
        [&](std::vector<Result<std::int64_t>> all) {
            called = true;
            QCOMPARE(all.size(), std::size_t{2});
            QCOMPARE(all[1].error().code, ErrorCode::Busy);
        });
    QVERIFY(called);
    QCOMPARE(engine().status().inboxDepth, 10U);
    engine().runUntilIdle();
    QCOMPARE(engine().status().inboxDepth, 0U);
    auto again = ask({.id = 14});
    engine().runUntilIdle();
    EVENHAND_NEED(again.result());
    QCOMPARE(state()->entries.size(), std::size_t{11});
}

void TestEngineCommands::manyCommandsSpanBatches() {
    m_engineOptions.batchCommands = 7;
    open();
    std::vector<std::int64_t> requests;
    for (std::int64_t id = 1; id <= 100; ++id) {
        requests.push_back(id);
    }
    std::vector<Result<std::int64_t>> answers;
    engine().askMany<std::int64_t, std::int64_t>(
        toyCall(), requests,
        [](UnitOfWork& work, const std::int64_t& id) {
            return runToy(
                work, {.id = id, .fails = id % 10 == 0 ? ToyCommand::Fails::AfterDatabase : ToyCommand::Fails::Never});
        },
        [&](std::vector<Result<std::int64_t>> all) { answers = std::move(all); });
    auto after = ask({.id = 1000});
    int steps = 0;
    while (engine().step()) {
        ++steps;
        QCOMPARE(answers.empty(), engine().status().inboxDepth > 1);
    }
    QVERIFY(steps >= 100 / 7);
    QCOMPARE(answers.size(), std::size_t{100});
    for (std::size_t i = 0; i < answers.size(); ++i) {
        QCOMPARE(answers[i].has_value(), (i + 1) % 10 != 0);
    }
    EVENHAND_NEED(after.result());
    QCOMPARE(state()->disagreement(), std::string());
    QCOMPARE(state()->entries.size(), std::size_t{91});
}

/// A crowd of one caller's commands keeps another caller waiting for its turn only, not until it is done.
void TestEngineCommands::callersTakeTurns() {
    constexpr std::int64_t kCrowd = 10'000;
    m_engineOptions.batchCommands = 256;
    open();
    std::vector<std::int64_t> requests(kCrowd);
    std::iota(requests.begin(), requests.end(), 1);
    bool crowdAnswered = false;
    const auto run = [](UnitOfWork& work, const std::int64_t& id) { return runToy(work, {.id = id}); };
    engine().askMany<std::int64_t, std::int64_t>(toyCall(), requests, run,
                                                 [&](const auto& all) { crowdAnswered = all.size() == kCrowd; });
    QVERIFY(engine().step());
    std::vector<api::Answer<std::int64_t>> others;
    for (const char* name : {"local:a", "local:b"}) {
        const auto id = kCrowd + 1 + static_cast<std::int64_t>(others.size());
        others.push_back(askAs(name, id));
    }
    QVERIFY(engine().step());
    for (auto& answer : others) {
        QVERIFY(answer.isFinished());
        EVENHAND_NEED(answer.result());
    }
    QVERIFY(!crowdAnswered);
    engine().runUntilIdle();
    QVERIFY(crowdAnswered);
    QCOMPARE(engine().status().inboxDepth, 0U);
    QCOMPARE(state()->entries.size(), std::size_t{kCrowd + 2});
}

/// An import and what the person who runs it does meanwhile; time does not pass what waits of the import.
void TestEngineCommands::whatIsAskedInBulkIsACallerOfItsOwn() {
    constexpr std::int64_t kCrowd = 2'000;
    m_engineOptions.batchCommands = 256;
    open();
    std::vector<std::int64_t> requests(kCrowd);
    std::iota(requests.begin(), requests.end(), 1);
    auto inBulk = toyCall();
    inBulk.bulk = true;
    std::vector<Result<std::int64_t>> crowd;
    engine().askMany<std::int64_t, std::int64_t>(
        inBulk, requests, [](UnitOfWork& work, const std::int64_t& id) { return runToy(work, {.id = id}); },
        [&](const auto& all) { crowd.assign(all.begin(), all.end()); });
    QVERIFY(engine().step());
    m_clock->advanceMs(10);
    auto own = ask({.id = kCrowd + 1});
    QVERIFY(engine().step());
    QVERIFY(own.isFinished());
    EVENHAND_NEED(own.result());
    QCOMPARE(*own.result(), kStart.ms);
    QVERIFY(crowd.empty());
    engine().runUntilIdle();
    QCOMPARE(crowd.size(), static_cast<std::size_t>(kCrowd));
    for (const auto& ran : crowd) {
        EVENHAND_NEED(ran);
        QCOMPARE(*ran, kStart.ms);
    }
    QCOMPARE(state()->entries.size(), static_cast<std::size_t>(kCrowd) + 1);
}

void TestEngineCommands::aCallersOwnCommandsKeepTheirOrder() {
    open();
    std::vector<std::pair<char, int>> ran;
    const auto submit = [&](char who, int number) {
        const api::Call call{api::Actor::administrator(std::string("local:") + who), {}, {}};
        return engine().ask<int>(call, [&ran, who, number](UnitOfWork&) -> Result<int> {
            ran.emplace_back(who, number);
            return number;
        });
    };
    constexpr int kEach = 1'000;
    std::vector<api::Answer<int>> answers;
    for (int i = 0; i < kEach; ++i) {
        answers.push_back(submit('a', i));
        if (i % 2 == 0) {
            answers.push_back(submit('b', i));
        }
    }
    engine().runUntilIdle();
    std::map<char, int> last{{'a', -1}, {'b', -1}};
    std::map<char, std::size_t> inARow;
    for (const auto& [who, number] : ran) {
        QVERIFY(number > last[who]);
        last[who] = number;
        const char other = who == 'a' ? 'b' : 'a';
        inARow[other] = 0;
        ++inARow[who];
        QVERIFY(last[other] >= kEach - 2 || inARow[who] <= runtime::CommandQueue::kTurn);
    }
    QCOMPARE(ran.size(), answers.size());
}

void TestEngineCommands::stopFinishesWhatWasAccepted() {
    open();
    auto accepted = ask({.id = 1});
    m_core->embedded()->stop();
    EVENHAND_NEED(accepted.result());
    auto late = ask({.id = 2});
    QVERIFY(late.isFinished());
    QCOMPARE(late.result().error().code, ErrorCode::Cancelled);
    open();
    QCOMPARE(state()->entries, std::set<std::int64_t>{1});
}

void TestEngineCommands::eventsComeAfterTheCommitAndOnlyOfWhatWasKept() {
    open();
    auto other = evenhand::testing::openOther(m_path, store::Database::Access::ReadOnly);
    EVENHAND_NEED(other);
    std::vector<std::int64_t> ids;
    std::int64_t rowsSeen = -1;
    const auto subscription = engine().subscribe([&](const std::vector<api::Event>& events) {
        rowsSeen = rowCount(**other);
        for (const auto& event : events) {
            ids.push_back(event.order.value);
        }
    });
    (void)ask({.id = 1});
    (void)ask({.id = 2, .fails = ToyCommand::Fails::AtTheEnd});  // after its event
    (void)ask({.id = 3});
    engine().runUntilIdle();
    QCOMPARE(ids, (std::vector<std::int64_t>{1, 3}));
    QCOMPARE(rowsSeen, 2);
}

void TestEngineCommands::endedSubscriptionIsNotCalled() {
    open();
    int first = 0;
    int second = 0;
    std::unique_ptr<api::Subscription> endsItself;
    endsItself = engine().subscribe([&](const auto&) {
        ++first;
        endsItself.reset();  // from inside the handler
    });
    auto stays = engine().subscribe([&](const auto&) { ++second; });
    for (std::int64_t id = 1; id <= 3; ++id) {
        (void)ask({.id = id});
        engine().runUntilIdle();
    }
    QCOMPARE(first, 1);
    QCOMPARE(second, 3);
    stays.reset();
    (void)ask({.id = 4});
    engine().runUntilIdle();
    QCOMPARE(second, 3);
}

void TestEngineCommands::threadAnswersAndStops() {
    base::SystemClock clock;
    auto threaded = options();
    threaded.clock = &clock;
    threaded.threaded = true;
    auto core = app::WorkspaceCore::open(m_path, threaded);
    EVENHAND_NEED(core);
    EVENHAND_NEED((*core)->start());
    std::vector<api::Answer<std::int64_t>> answers;
    for (std::int64_t id = 1; id <= 2000; ++id) {
        answers.push_back((*core)->engine().ask<std::int64_t>(
            toyCall(), [id](UnitOfWork& work) { return runToy(work, {.id = id}); }));
    }
    (*core)->stop();  // finishes them all
    std::int64_t last = 0;
    for (auto& answer : answers) {
        QVERIFY(answer.isFinished());
        const auto result = answer.result();
        EVENHAND_NEED(result);
        QVERIFY(*result >= last);
        last = *result;
    }
    core->reset();
    open();
    QCOMPARE(state()->entries.size(), std::size_t{2000});
    QCOMPARE(state()->disagreement(), std::string());
}

}  // namespace test_engine_commands

QTEST_GUILESS_MAIN(test_engine_commands::TestEngineCommands)
#include "test_engine_commands.moc"
