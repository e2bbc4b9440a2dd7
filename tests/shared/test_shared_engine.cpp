// SPDX-License-Identifier: GPL-3.0-or-later
// Engines that share a database and a Redis: what a unit did to the keyspace stays if and only if its rows do, however
// a unit, a commit or a connection fails; one whose outcome is unknown is not touched until it is known.
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/log.h"
#include "engine/store/records/node_store.h"
#include "shared_world.h"
#include "tests/support/expect.h"
#include "tests/support/machine_clock.h"

namespace test_shared_engine {

using namespace evenhand;
using evenhand::testing::CuttingProxy;
using shared::SharedEngine;
using test::SharedWorld;
using Texts = std::vector<std::string>;

namespace {

constexpr int kPatienceMs = 60'000;
const api::Call kCall{api::Actor::administrator("local:tester"), "because", {}};

/// A set of what was done, two steps and a row; lists of what was taken back and of what followed the commit.
Result<std::int64_t> act(runtime::UnitOfWork& work, std::int64_t id, bool fails) {
    const auto name = std::to_string(id);
    for (const auto* step : {"a", "b"}) {
        const auto member = name + step;
        EVENHAND_TRY(work.keyspace().call({"SADD", "done", member}));
        work.undoWith([&member] {
            return [member](keyspace::Keyspace& keyspace) -> Result<void> {
                EVENHAND_TRY(keyspace.call({"SREM", "done", member}));
                EVENHAND_TRY(keyspace.call({"RPUSH", "undone", member}));
                return {};
            };
        });
    }
    EVENHAND_TRY(work.afterCommit([name](keyspace::Keyspace& keyspace) -> Result<void> {
        EVENHAND_TRY(keyspace.call({"RPUSH", "after", name}));
        return {};
    }));
    EVENHAND_TRY(work.database()
                     .statement("INSERT INTO product (sku, name, unit_price, stock) VALUES (?, 'toy', 1, 0)")
                     .bind(name)
                     .write());
    if (fails) {
        return fail(ErrorCode::WrongStatus, "as told");
    }
    return id;
}

api::Answer<std::int64_t> send(SharedEngine& engine, std::int64_t id, bool fails = false) {
    return engine.ask<std::int64_t>(kCall, [id, fails](runtime::UnitOfWork& work) { return act(work, id, fails); });
}

/// Steps the engine until it has answered.
Result<std::int64_t> answered(SharedEngine& engine, const api::Answer<std::int64_t>& answer) {
    while (!answer.isFinished()) {
        engine.step();
    }
    return answer.result();
}

Result<std::int64_t> done(SharedEngine& engine, std::int64_t id, bool fails = false) {
    return answered(engine, send(engine, id, fails));
}

/// What a key holds, by this command; "?" where it cannot be read.
Texts kept(SharedEngine& engine, std::initializer_list<std::string_view> command) {
    const auto reply = engine.keyspace().call(command);
    if (!reply) {
        return {"?"};
    }
    Texts texts;
    for (const auto& element : reply->elements) {
        texts.push_back(element.text);
    }
    return texts;
}
Texts undone(SharedEngine& engine) { return kept(engine, {"LRANGE", "undone", "0", "-1"}); }
Texts after(SharedEngine& engine) { return kept(engine, {"LRANGE", "after", "0", "-1"}); }
std::size_t countDone(SharedEngine& engine) { return kept(engine, {"SMEMBERS", "done"}).size(); }

/// Has something to do whenever it is told that what it remembers may be wrong.
class Forgetful final : public runtime::DueSource {
public:
    std::optional<Instant> nextDue() override { return m_stale ? std::optional(Instant{0}) : std::nullopt; }
    Result<void> runDue(runtime::UnitOfWork&) override {
        m_stale = false;
        ++ran;
        return {};
    }
    void undone() noexcept override { m_stale = true; }
    int ran = 0;

private:
    bool m_stale = true;
};

bool hasReason(const SharedEngine& engine, std::string_view code) {
    const auto status = engine.status();
    return std::any_of(status.standing.begin(), status.standing.end(),
                       [&](const auto& reason) { return reason.code == code; });
}

}  // namespace

class TestSharedEngine : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](base::LogLevel, std::string_view, std::string_view) {});  // faults are meant here
    }
    void init() {
        m_world = std::make_unique<SharedWorld>();
        QVERIFY2(m_world->start(), m_world->problem.c_str());
    }
    void cleanup() { m_world.reset(); }

    void whatIsKeptHasItsStepsAndItsRow() {
        auto engine = m_world->engine();
        DONE(engine->open());
        DONE(done(*engine, 7));
        QCOMPARE(countDone(*engine), std::size_t{2});
        QCOMPARE(undone(*engine), Texts{});
        QCOMPARE(after(*engine), Texts{"7"});
        QCOMPARE(m_world->number("SELECT COUNT(*) FROM product"), 1);
        QCOMPARE(m_world->number("SELECT batch FROM engine_node"), 1);
        engine->stop();
        QCOMPARE(m_world->number("SELECT COUNT(*) FROM engine_node"), 0);
    }

    /// Who decides about a product has it alone until the commit.
    void unitsLockTheirRoots() {
        auto engine = m_world->engine();
        DONE(engine->open());
        DONE(done(*engine, 7));
        const auto held = engine->ask<std::int64_t>(kCall, [this](runtime::UnitOfWork& work) -> Result<std::int64_t> {
            EVENHAND_TRY(work.lock([](auto& roots) { roots.add(Sku("7")); }));
            return m_world->number("SELECT stock FROM product WHERE sku = '7' FOR UPDATE NOWAIT");
        });
        QCOMPARE(answered(*engine, held), std::int64_t{-1});
        QCOMPARE(m_world->number("SELECT stock FROM product WHERE sku = '7' FOR UPDATE NOWAIT"), 0);
    }

    void aUnitThatFailsIsTakenBackAlone() {
        auto engine = m_world->engine();
        DONE(engine->open());
        const auto before = send(*engine, 1);
        const auto failing = send(*engine, 2, true);
        const auto behind = send(*engine, 3);
        DONE(answered(*engine, before));
        REFUSED(answered(*engine, failing), ErrorCode::WrongStatus);
        DONE(answered(*engine, behind));
        QCOMPARE(undone(*engine), (Texts{"2b", "2a"}));  // the last one first
        QCOMPARE(after(*engine), (Texts{"1", "3"}));
        QCOMPARE(countDone(*engine), std::size_t{4});
        QCOMPARE(m_world->number("SELECT COUNT(*) FROM product"), 2);
    }

    /// The second unit's row is there already, by somebody else: its batch is undone and run again one by one.
    void aBatchThatStorageRefusesIsTakenBackAndRunAgain() {
        auto engine = m_world->engine();
        DONE(engine->open());
        const auto gathers = [](std::int64_t id) {
            return [id](runtime::UnitOfWork& work) -> Result<std::int64_t> {
                const auto name = std::to_string(id);
                EVENHAND_TRY(work.keyspace().call({"SADD", "done", name}));
                work.undoWith([&name] {
                    return [name](keyspace::Keyspace& keyspace) -> Result<void> {
                        EVENHAND_TRY(keyspace.call({"SREM", "done", name}));
                        EVENHAND_TRY(keyspace.call({"RPUSH", "undone", name}));
                        return {};
                    };
                });
                // Held back until the commit, where the server refuses it.
                EVENHAND_TRY(
                    work.database()
                        .statement("INSERT INTO product (sku, name, unit_price, stock) VALUES (?, 'toy', 1, 0)")
                        .bind(name)
                        .gather());
                return id;
            };
        };
        DONE(m_world->run("INSERT INTO product (sku, name, unit_price, stock) VALUES ('2', 'theirs', 1, 0)"));
        std::vector<api::Answer<std::int64_t>> answers;
        for (const std::int64_t id : {1, 2, 3}) {
            answers.push_back(engine->ask<std::int64_t>(kCall, gathers(id)));
        }
        DONE(answered(*engine, answers[0]));
        QVERIFY(!answered(*engine, answers[1]));
        DONE(answered(*engine, answers[2]));
        QCOMPARE(undone(*engine), (Texts{"3", "2", "1", "2"}));
        QCOMPARE(countDone(*engine), std::size_t{2});
        QVERIFY(!hasReason(*engine, api::kStorageFailed));
    }

    void aCommitThatDidNotHappenIsTakenBackAndRunAgain() {
        auto engine = m_world->engine(true);
        DONE(engine->open());
        DONE(done(*engine, 1));
        m_world->proxy->cut(CuttingProxy::Cut::BeforeCommit);
        DONE(done(*engine, 2));
        QCOMPARE(m_world->proxy->cuts(), 1);
        QCOMPARE(undone(*engine), (Texts{"2b", "2a"}));
        QCOMPARE(after(*engine), (Texts{"1", "2"}));
        QCOMPARE(countDone(*engine), std::size_t{4});
        QCOMPARE(m_world->number("SELECT COUNT(*) FROM product"), 2);
    }

    void aCommitThatHappenedUnheardIsFoundByItsNumber() {
        auto engine = m_world->engine(true);
        DONE(engine->open());
        DONE(done(*engine, 1));
        m_world->proxy->cut(CuttingProxy::Cut::AfterCommit);
        DONE(done(*engine, 2));
        QCOMPARE(m_world->proxy->cuts(), 1);
        QCOMPARE(undone(*engine), Texts{});
        QCOMPARE(after(*engine), (Texts{"1", "2"}));
        QCOMPARE(m_world->number("SELECT COUNT(*) FROM product"), 2);
        DONE(done(*engine, 3));  // the numbers go on
        QCOMPARE(m_world->number("SELECT batch FROM engine_node"), 3);
    }

    void whatIsUnknownIsNotTouchedUntilItIsKnown_data() {
        QTest::addColumn<int>("how");
        QTest::addColumn<Texts>("takenBack");
        QTest::addColumn<Texts>("followed");
        QTest::newRow("it had happened") << int(CuttingProxy::Cut::AfterCommit) << Texts{} << Texts{"1", "2"};
        QTest::newRow("it had not") << int(CuttingProxy::Cut::BeforeCommit) << Texts{"2b", "2a"} << Texts{"1"};
    }
    void whatIsUnknownIsNotTouchedUntilItIsKnown() {
        QFETCH(int, how);
        QFETCH(Texts, takenBack);
        QFETCH(Texts, followed);
        runtime::EngineOptions options;
        options.holdMs = 1;  // the caller is not kept waiting
        auto engine = m_world->engine(true, options);
        DONE(engine->open());
        DONE(done(*engine, 1));
        m_world->proxy->cutForGood(CuttingProxy::Cut(how), 1);
        REFUSED(done(*engine, 2), ErrorCode::OutcomeUnknown);
        QCOMPARE(countDone(*engine), std::size_t{4});
        QCOMPARE(undone(*engine), Texts{});
        QCOMPARE(after(*engine), Texts{"1"});
        REFUSED(done(*engine, 3), ErrorCode::ReadOnly);
        m_world->proxy->open();
        QTRY_VERIFY_WITH_TIMEOUT(engine->step() || engine->status().state != api::EngineState::Disconnected,
                                 kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!engine->step() && engine->status().state != api::EngineState::Disconnected,
                                 kPatienceMs);
        QCOMPARE(undone(*engine), takenBack);
        QCOMPARE(after(*engine), followed);
        DONE(done(*engine, 4));
    }

    /// Somebody ends the connections of an engine again and again, whatever they are doing.
    void connectionsAreKilledWhileCommandsRun() {
        constexpr std::int64_t kCommands = 400;
        auto how = m_world->options();
        auto engine = m_world->engine(how, false, {});
        DONE(engine->start());
        std::atomic<bool> stop{false};
        std::thread killer([&] {
            const auto database = m_world->openDatabase();
            std::uint64_t committed = 0;
            while (database && !stop) {
                const auto status = engine->status();
                if (status.committed == committed) {
                    std::this_thread::yield();  // it is to get somewhere between two of them
                    continue;
                }
                committed = status.committed;
                auto& holder = (*database)->statement("SELECT COALESCE(IS_USED_LOCK(?), 0)");
                holder.bind("evenhand.node." + how.node);
                if (holder.query() && holder.next()) {
                    const auto id = holder.onlyNumber();
                    holder.finish();
                    if (id != 0) {
                        (void)(*database)->execute("KILL CONNECTION " + std::to_string(id));
                    }
                }
            }
        });
        std::vector<api::Answer<std::int64_t>> answers;
        for (std::int64_t id = 0; id < kCommands; ++id) {
            answers.push_back(send(*engine, id));
            if (id % 20 == 19) {
                answers.back().waitForFinished();
            }
            stop = stop || id > kCommands / 2;
        }
        killer.join();
        for (auto& answer : answers) {
            answer.waitForFinished();
            DONE(answer.result());
        }
        engine->stop();
        QCOMPARE(m_world->number("SELECT COUNT(*) FROM product"), kCommands);
        QCOMPARE(countDone(*engine), static_cast<std::size_t>(2 * kCommands));
        QCOMPARE(after(*engine).size(), static_cast<std::size_t>(kCommands));
    }

    void enginesShareTheDatabase() {
        constexpr std::int64_t kEach = 300;
        std::vector<std::unique_ptr<SharedEngine>> engines;
        for (int i = 0; i < 3; ++i) {
            engines.push_back(m_world->engine());
            DONE(engines.back()->start());
        }
        QCOMPARE(m_world->number("SELECT COUNT(DISTINCT slot) FROM engine_node"), 3);
        std::vector<api::Answer<std::int64_t>> answers;
        for (std::int64_t id = 0; id < kEach; ++id) {
            for (std::size_t i = 0; i < engines.size(); ++i) {
                answers.push_back(send(*engines[i], id * 10 + static_cast<std::int64_t>(i)));
            }
        }
        for (auto& answer : answers) {
            answer.waitForFinished();
            DONE(answer.result());
        }
        QCOMPARE(m_world->number("SELECT COUNT(*) FROM product"), 3 * kEach);
        // Of one id only one of them succeeds, and the others' steps are taken back.
        std::vector<api::Answer<std::int64_t>> same;
        for (auto& engine : engines) {
            same.push_back(send(*engine, 1'000'000));
        }
        std::size_t succeeded = 0;
        for (auto& answer : same) {
            answer.waitForFinished();
            succeeded += answer.result() ? 1 : 0;
        }
        QCOMPARE(succeeded, std::size_t{1});
        for (auto& engine : engines) {
            engine->stop();  // from here on its keyspace is this thread's
        }
        const auto members = kept(*engines[0], {"SMEMBERS", "done"});
        QCOMPARE(std::count_if(members.begin(), members.end(),
                               [](const auto& member) { return !member.starts_with("1000000"); }),
                 static_cast<std::ptrdiff_t>(6 * kEach));
    }

    void aRedisThatIsAwayIsToldAtOnce() {
        auto how = m_world->options();
        how.limits = {.connectTimeoutMs = 2'000, .commandTimeoutMs = 2'000, .retryForMs = 100};
        how.circuit = {.failures = 2, .pauseMs = 50, .maxPauseMs = 100};
        auto engine = m_world->engine(how, false, {});
        DONE(engine->open());
        DONE(done(*engine, 1));
        m_world->redisServer.kill();
        Result<std::int64_t> answer = 0;
        for (std::int64_t id = 2; answer || answer.error().code != ErrorCode::Busy; ++id) {
            answer = done(*engine, id);
            QVERIFY(!answer);
            QVERIFY(id < 100);
        }
        QCOMPARE(m_world->number("SELECT COUNT(*) FROM product"), 1);
        QTRY_VERIFY_WITH_TIMEOUT((engine->step(), hasReason(*engine, shared::kKeyspaceAway)), kPatienceMs);
        // Who needs no keyspace goes on.
        DONE(answered(*engine, engine->ask<std::int64_t>(kCall, [](runtime::UnitOfWork& work) -> Result<std::int64_t> {
            EVENHAND_TRY(work.database().statement("UPDATE product SET stock = 5").write());
            return 0;
        })));
        DONE(m_world->redisServer.startAgain());
        QTRY_VERIFY_WITH_TIMEOUT((engine->step(), !hasReason(*engine, shared::kKeyspaceAway)), kPatienceMs);
        DONE(done(*engine, 1'000));
    }

    void dueWorkIsDoneByOneWhichLooksWhatOthersHaveDone() {
        Forgetful ours, theirs;
        auto how = m_world->options();
        how.owns = [](auto, auto) { return true; };
        auto one = m_world->engine(how, false, {});
        one->addDueSource(ours);
        DONE(one->open());
        how = m_world->options();
        how.owns = [](auto, auto) { return false; };
        auto other = m_world->engine(how, false, {});
        other->addDueSource(theirs);
        DONE(other->open());
        QTRY_VERIFY_WITH_TIMEOUT((one->step(), other->step(), ours.ran >= 3), kPatienceMs);
        QCOMPARE(theirs.ran, 0);
    }

    void enginesHaveSlotsOfTheirOwn() {
        const auto firstOf = [&](std::int64_t& next) {
            const auto database = m_world->openDatabase();
            const auto joined = store::nodes::join(**database, "node " + std::to_string(next));
            next = joined ? joined->slot : -1;
        };
        std::int64_t one = 1, two = 2;
        firstOf(one);
        firstOf(two);
        QCOMPARE(one, std::int64_t{1});
        QCOMPARE(two, std::int64_t{2});
        QCOMPARE(m_world->number("SELECT COUNT(*) FROM ledger_balance WHERE stripe = 2"),
                 m_world->number("SELECT COUNT(*) FROM ledger_balance WHERE stripe = 0"));
    }

    void timeFollowsTheDatabaseAndNeverRunsBackwards() {
        test::MachineClock machine(Instant{5'000});
        shared::SharedClock clock(machine);
        QCOMPARE(clock.now().ms, 5'000);  // nothing is measured yet
        const auto ns = machine.monotonicNs();
        clock.measured(Instant{1'000'000}, ns, ns);
        QCOMPARE(clock.now().ms, 1'000'000);
        machine.set(Instant{1});  // somebody sets the machine's clock
        machine.advanceMs(10);
        QCOMPARE(clock.now().ms, 1'000'010);
        // The database's clock was set back: time stands until that has caught up.
        const auto later = machine.monotonicNs();
        clock.measured(Instant{999'990}, later, later);
        QCOMPARE(clock.now().ms, 1'000'010);
        machine.advanceMs(15);
        QCOMPARE(clock.now().ms, 1'000'010);
        machine.advanceMs(10);
        QCOMPARE(clock.now().ms, 1'000'015);
        // A worse measurement does not replace a better one.
        const auto end = machine.monotonicNs();
        clock.measured(Instant{2'000'000}, end - 500'000'000, end);
        QCOMPARE(clock.now().ms, 1'000'015);
        clock.atLeast(Instant{1'000'100});
        QCOMPARE(clock.now().ms, 1'000'100);
    }

private:
    std::unique_ptr<SharedWorld> m_world;
};

}  // namespace test_shared_engine

QTEST_GUILESS_MAIN(test_shared_engine::TestSharedEngine)
#include "test_shared_engine.moc"
