// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's loop on a toy domain: stepped on a virtual clock, and with its thread.
#include <QTemporaryDir>
#include <QtTest>
#include <map>
#include <numeric>

#include "engine/base/rng.h"
#include "engine/runtime/status_board.h"
#include "tests/support/check.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/servers/other_connection.h"
#include "tests/support/shops/toy_domain.h"

namespace test_engine {

using namespace evenhand;
using namespace evenhand::test;
using runtime::UnitOfWork;

namespace {

constexpr Instant kStart{1'700'000'000'000};

std::int64_t rowCount(store::Database& database) {
    auto& statement = database.statement("SELECT COUNT(*) FROM product");
    if (!statement.query() || !statement.next()) {
        return -1;
    }
    const auto value = statement.onlyNumber();
    statement.finish();
    return value;
}

/// Due items by hand; each appends its instant to a list in the keyspace.
class ToyDue final : public runtime::DueSource {
public:
    std::optional<Instant> nextDue() override {
        return pending.empty() ? std::nullopt : std::optional(*pending.begin());
    }
    Result<void> runDue(UnitOfWork& work) override {
        ++runs;
        const auto due = *pending.begin();
        EVENHAND_TRY(
            work.keyspace().call({"RPUSH", "toy:due", std::to_string(due.ms) + "@" + std::to_string(work.now().ms)}));
        if (failing) {
            return fail(ErrorCode::Conflict, "not now");
        }
        pending.erase(pending.begin());
        return {};
    }
    std::multiset<Instant> pending;
    bool failing = false;
    int runs = 0;
};

}  // namespace

class TestEngine : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_clock = std::make_unique<base::VirtualClock>(kStart);
        m_engineOptions = {};
        m_due = m_otherDue = {};
        m_path = m_folder->filePath(QStringLiteral("w")).toStdString();
        EVENHAND_NEED(app::WorkspaceCore::create(m_path, {.database = evenhand::testing::freshDatabase()}, options()));
    }
    void cleanup() {
        m_core.reset();
        m_folder.reset();
    }

    void answersComeAfterTheCommit();
    void failingCommandsAreUndoneAlone_data();
    void failingCommandsAreUndoneAlone();
    void nothingChangedCommitsNothing();
    void keyspaceOnlyCommandsAreDurable();
    void engineTimeNeverGoesBack();
    void fullInboxIsBusyAtOnce();
    void manyCommandsSpanBatches();
    void callersTakeTurns();
    void whatIsAskedInBulkIsACallerOfItsOwn();
    void aCallersOwnCommandsKeepTheirOrder();
    void timeDoesNotPassACommandThatWaits_data();
    void timeDoesNotPassACommandThatWaits();
    void stopFinishesWhatWasAccepted();
    void eventsComeAfterTheCommitAndOnlyOfWhatWasKept();
    void endedSubscriptionIsNotCalled();
    void importMovesTimeAndWhatIsDueHappensBetween();
    void onlyImportsSetTheTime();
    void dueWorkRunsInOrderAndFailuresWait();
    void aCommandWaitsForAllThatFellDueBeforeIt();
    void dueWorkThatFailsWaitsLongerAndLonger();
    void whatHasFailedIsTriedAgainWhenTimeIsTurnedBack();
    void expiredKeysAreRemovedByTheMinute();
    void dueBeforeACommandGoesFirst();
    void idleEngineHasNoWakeUp();
    void snapshotsBoundTheJournal();
    void anUndoneBatchTakesItsSliceAlong();
    void manyShortRecordsAreCompactedToo();
    void aSnapshotIsNotMadeAnewForLessThanItself();
    void aLongJournalIsCompactedWhenTheEngineStops();
    void recoveringTwiceIsTheSame();
    void damagedJournalRefusesToOpen();
    void threadAnswersAndStops();
    void threadWakesForDueWork();
    void statusFigures();
    void eachFigureOfTheStatusStandsForItself();
    void ratesAndTimesOfTheStatus();
    void reasonsOfTheStatus();

private:
    std::int64_t numberOf(const char* sql) {
        auto& statement = engine().database().statement(sql);
        const auto value = statement.query() && statement.next() ? statement.onlyNumber() : -1;
        statement.finish();
        return value;
    }
    app::OpenOptions options() {
        app::OpenOptions options;
        options.clock = m_clock.get();
        options.seed = 1;
        options.threaded = false;
        options.engine = m_engineOptions;
        return options;
    }
    void open(const std::function<void(runtime::EmbeddedEngine&)>& prepare = {}) {
        m_core.reset();
        auto core = app::WorkspaceCore::open(m_path, options());
        EVENHAND_NEED(core);
        m_core = std::move(*core);
        if (prepare) {
            prepare(engine());
        }
        EVENHAND_NEED(m_core->start());
    }
    runtime::EmbeddedEngine& engine() { return *m_core->embedded(); }
    api::Answer<std::int64_t> ask(ToyCommand command, std::optional<Instant> at = std::nullopt) {
        return engine().ask<std::int64_t>(toyCall(at), [command](UnitOfWork& work) { return runToy(work, command); });
    }
    api::Answer<std::int64_t> askAs(std::string actor, std::int64_t id) {
        return engine().ask<std::int64_t>({api::Actor::administrator(std::move(actor)), {}, {}},
                                          [id](UnitOfWork& work) { return runToy(work, {.id = id}); });
    }
    Result<ToyState> state() { return readToy(engine().database(), engine().keyspace()); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<base::VirtualClock> m_clock;
    runtime::EngineOptions m_engineOptions;
    std::string m_path;
    ToyDue m_due;  // outlive the engine
    ToyDue m_otherDue;
    std::unique_ptr<app::WorkspaceCore> m_core;
};

void TestEngine::answersComeAfterTheCommit() {
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

void TestEngine::failingCommandsAreUndoneAlone_data() {
    QTest::addColumn<quint64>("seed");
    for (quint64 seed = 1; seed <= 8; ++seed) {
        QTest::newRow(qPrintable(QStringLiteral("seed %1").arg(seed))) << seed;
    }
}

void TestEngine::failingCommandsAreUndoneAlone() {
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

void TestEngine::nothingChangedCommitsNothing() {
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

void TestEngine::keyspaceOnlyCommandsAreDurable() {
    open();
    auto answer = ask({.id = 7, .database = false});
    engine().runUntilIdle();
    EVENHAND_NEED(answer.result());
    open();
    const auto now = state();
    EVENHAND_NEED(now);
    QCOMPARE(now->inKeyspace.count(7), std::size_t{1});
}

void TestEngine::engineTimeNeverGoesBack() {
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

void TestEngine::fullInboxIsBusyAtOnce() {
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

void TestEngine::manyCommandsSpanBatches() {
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
void TestEngine::callersTakeTurns() {
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
void TestEngine::whatIsAskedInBulkIsACallerOfItsOwn() {
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

void TestEngine::aCallersOwnCommandsKeepTheirOrder() {
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

/// Later commands of others run first. What fell due between must wait for the earliest all the same, whoever's turn it
/// is and with whomever a batch begins.
void TestEngine::timeDoesNotPassACommandThatWaits_data() {
    QTest::addColumn<qint64>("batch");
    QTest::addColumn<int>("others");
    constexpr qint64 kAll = 10'000;
    const auto turn = static_cast<qint64>(runtime::CommandQueue::kTurn);
    QTest::newRow("one other, all in one batch") << kAll << 1;
    QTest::newRow("several, all in one batch") << kAll << 3;
    QTest::newRow("several, a turn in each batch") << turn << 3;
}
void TestEngine::timeDoesNotPassACommandThatWaits() {
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

void TestEngine::stopFinishesWhatWasAccepted() {
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

void TestEngine::eventsComeAfterTheCommitAndOnlyOfWhatWasKept() {
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

void TestEngine::endedSubscriptionIsNotCalled() {
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

void TestEngine::importMovesTimeAndWhatIsDueHappensBetween() {
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

void TestEngine::onlyImportsSetTheTime() {
    open();
    auto answer = ask({.id = 1}, Instant{1'000});
    engine().runUntilIdle();
    QCOMPARE(answer.result().error().code, ErrorCode::InvalidArgument);
    QCOMPARE(answer.result().error().field, std::string("at"));
    QCOMPARE(state()->entries.size(), std::size_t{0});
}

void TestEngine::dueWorkRunsInOrderAndFailuresWait() {
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
void TestEngine::aCommandWaitsForAllThatFellDueBeforeIt() {
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

void TestEngine::dueWorkThatFailsWaitsLongerAndLonger() {
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
void TestEngine::whatHasFailedIsTriedAgainWhenTimeIsTurnedBack() {
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
void TestEngine::expiredKeysAreRemovedByTheMinute() {
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

void TestEngine::dueBeforeACommandGoesFirst() {
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

void TestEngine::idleEngineHasNoWakeUp() {
    open();
    (void)ask({.id = 1});
    engine().runUntilIdle();
    QVERIFY(!engine().nextWake());
    QVERIFY(!engine().step());
}

void TestEngine::snapshotsBoundTheJournal() {
    m_engineOptions.compaction.journalBytes = 4'000;
    m_engineOptions.compaction.journalRecords = 1'000'000;
    m_engineOptions.compaction.sliceBytes = 200;
    open();
    Rng rng(3);
    for (std::int64_t id = 1; id <= 600; ++id) {
        (void)ask({.id = id, .fails = rng.below(5) == 0 ? ToyCommand::Fails::AfterDatabase : ToyCommand::Fails::Never});
        (void)engine().step();  // a slice and a command each
        if (id % 97 == 0) {
            const auto digest = engine().keyspace().digest();
            open();  // in the middle of a snapshot, as often as not
            QCOMPARE(engine().keyspace().digest(), digest);
            QCOMPARE(state()->disagreement(), std::string());
        }
    }
    engine().runUntilIdle();
    const auto rows = [&](const char* sql) {
        auto& statement = engine().database().statement(sql);
        if (!statement.query() || !statement.next()) {
            return std::int64_t{-1};
        }
        const auto value = statement.onlyNumber();
        statement.finish();
        return value;
    };
    QVERIFY(rows("SELECT COUNT(*) FROM keyspace_snapshot WHERE slice_no = 0") == 1);
    QVERIFY(rows("SELECT COUNT(*) FROM keyspace_snapshot") > 10);
    QVERIFY2(rows("SELECT COUNT(*) FROM keyspace_journal") < 200, "the journal was not trimmed");
}

/// A slice is written with a batch. Where that batch is undone, in whatever step of the compaction, the snapshot is
/// whole all the same.
void TestEngine::anUndoneBatchTakesItsSliceAlong() {
    m_engineOptions.compaction.journalRecords = 20;
    m_engineOptions.compaction.sliceBytes = 200;
    std::int64_t id = 0;
    // Before a snapshot begins, with each of its first slices, and after.
    for (int undone = 18; undone < 30; ++undone) {
        open();
        for (int i = 0; i < undone; ++i) {
            auto asked = ask({.id = ++id});
            (void)engine().step();
            QVERIFY(asked.isFinished());
            EVENHAND_NEED(asked.result());
        }
        // It takes the place of the batch's own record, which is written behind the slice.
        auto refused = engine().ask<std::int64_t>(toyCall(), [](UnitOfWork& work) -> Result<std::int64_t> {
            EVENHAND_TRY(work.database().execute(
                "INSERT INTO keyspace_journal(seq, at, payload, checksum) SELECT seq + 1, at, payload, checksum FROM "
                "keyspace_journal ORDER BY seq DESC LIMIT 1"));
            return runToy(work, {.id = 1'000'000});
        });
        (void)engine().step();
        QVERIFY(refused.isFinished() && !refused.result());
        m_clock->advanceMs(60'000);
        engine().runUntilIdle();
        const auto digest = engine().keyspace().digest();
        open();
        QCOMPARE(engine().keyspace().digest(), digest);
        QCOMPARE(state()->disagreement(), std::string());
    }
    QVERIFY(numberOf("SELECT COUNT(*) FROM keyspace_snapshot") > 3);
}

void TestEngine::manyShortRecordsAreCompactedToo() {
    m_engineOptions.compaction.journalRecords = 20;
    open();
    for (std::int64_t id = 1; id <= 20; ++id) {
        (void)ask({.id = id});
        engine().runUntilIdle();
    }
    QCOMPARE(numberOf("SELECT COUNT(*) FROM keyspace_snapshot"), 0);
    QCOMPARE(numberOf("SELECT COUNT(*) FROM keyspace_journal"), 20);
    (void)ask({.id = 21});
    engine().runUntilIdle();
    QCOMPARE(numberOf("SELECT COUNT(*) FROM keyspace_snapshot WHERE slice_no = 0"), 1);
    QCOMPARE(numberOf("SELECT COUNT(*) FROM keyspace_journal"), 1);  // the newest stays
    // They are counted from the snapshot on.
    for (std::int64_t id = 22; id <= 40; ++id) {
        (void)ask({.id = id});
        engine().runUntilIdle();
    }
    QCOMPARE(numberOf("SELECT MAX(snapshot_id) FROM keyspace_snapshot"), 21);
}

/// What is large is not written again and again for the little that changes.
void TestEngine::aSnapshotIsNotMadeAnewForLessThanItself() {
    m_engineOptions.compaction.journalBytes = 1'000;
    open();
    Rng rng(5);
    std::string large;
    while (large.size() < 100'000) {
        large += static_cast<char>(rng.below(256));
    }
    auto set = engine().ask<std::int64_t>(toyCall(), [&](UnitOfWork& work) -> Result<std::int64_t> {
        EVENHAND_TRY(work.keyspace().call({"SET", "toy:large", large}));
        return 0;
    });
    engine().runUntilIdle();
    EVENHAND_NEED(set.result());
    QCOMPARE(numberOf("SELECT MAX(snapshot_id) FROM keyspace_snapshot"), 1);
    for (std::int64_t id = 1; id <= 60; ++id) {
        (void)ask({.id = id});
        engine().runUntilIdle();
        if (id == 30) {
            open();  // what the snapshot takes is known again
        }
    }
    QCOMPARE(numberOf("SELECT COUNT(*) FROM keyspace_journal WHERE seq > 1"), 60);  // far more than 1,000 bytes
    QCOMPARE(numberOf("SELECT MAX(snapshot_id) FROM keyspace_snapshot"), 1);
}

/// The next start reads a snapshot of what there is, not all that has ever changed.
void TestEngine::aLongJournalIsCompactedWhenTheEngineStops() {
    m_engineOptions.compaction.restBytes = 2'000;
    open();
    const auto rows = [&](const char* sql) {
        auto& statement = engine().database().statement(sql);
        const auto value = statement.query() && statement.next() ? statement.onlyNumber() : -1;
        statement.finish();
        return value;
    };
    (void)ask({.id = 1});
    engine().runUntilIdle();
    open();
    QCOMPARE(rows("SELECT COUNT(*) FROM keyspace_snapshot"), 0);  // little to read
    for (std::int64_t id = 2; id <= 200; ++id) {
        (void)ask({.id = id});
        (void)engine().step();
    }
    engine().runUntilIdle();
    const auto digest = engine().keyspace().digest();
    QVERIFY(rows("SELECT COUNT(*) FROM keyspace_journal") >= 199);
    open();
    QCOMPARE(engine().keyspace().digest(), digest);
    QCOMPARE(rows("SELECT COUNT(*) FROM keyspace_snapshot WHERE slice_no = 0"), 1);
    QVERIFY(rows("SELECT COUNT(*) FROM keyspace_journal") < 10);
    QCOMPARE(state()->disagreement(), std::string());
    const auto seq = engine().journalSeq();
    open();  // nothing was added: nothing is compacted again
    QCOMPARE(engine().journalSeq(), seq);
    QCOMPARE(engine().keyspace().digest(), digest);
}

void TestEngine::recoveringTwiceIsTheSame() {
    open();
    for (std::int64_t id = 1; id <= 100; ++id) {
        (void)ask({.id = id, .publish = false});
        if (id % 7 == 0) {
            engine().runUntilIdle();
        }
    }
    engine().runUntilIdle();
    const auto live = state();
    open();
    const auto once = state();
    open();
    const auto twice = state();
    QCOMPARE(once->digest, live->digest);
    QCOMPARE(twice->digest, live->digest);
    QCOMPARE(twice->inDatabase, live->inDatabase);
}

void TestEngine::damagedJournalRefusesToOpen() {
    open();
    for (std::int64_t id = 1; id <= 5; ++id) {
        (void)ask({.id = id});
        engine().runUntilIdle();
    }
    m_core.reset();
    {
        auto database = evenhand::testing::openOther(m_path, store::Database::Access::ReadWrite);
        EVENHAND_NEED(database);
        EVENHAND_NEED((*database)->execute("DELETE FROM keyspace_journal WHERE seq = 3"));
    }
    auto core = app::WorkspaceCore::open(m_path, options());
    EVENHAND_NEED(core);
    const auto started = (*core)->start();
    QVERIFY(!started);
    QCOMPARE(started.error().code, ErrorCode::WorkspaceDamaged);
    QVERIFY(started.error().message.find("record 3") != std::string::npos);
}

void TestEngine::threadAnswersAndStops() {
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

void TestEngine::threadWakesForDueWork() {
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

void TestEngine::statusFigures() {
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

void TestEngine::eachFigureOfTheStatusStandsForItself() {
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

void TestEngine::ratesAndTimesOfTheStatus() {
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

void TestEngine::reasonsOfTheStatus() {
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

}  // namespace test_engine

QTEST_GUILESS_MAIN(test_engine::TestEngine)
#include "test_engine.moc"
