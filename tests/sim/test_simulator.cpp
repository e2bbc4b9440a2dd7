// SPDX-License-Identifier: GPL-3.0-or-later
// The whole product under random use and random accidents, from fresh seeds, which are printed: a broken one is made
// small and printed as a command line of evenhand_sim. EVENHAND_SIM_SECONDS: how long.
#include <QDir>
#include <QElapsedTimer>
#include <QScopeGuard>
#include <QtTest>
#include <algorithm>

#include "engine/base/log.h"
#include "shrink.h"
#include "tests/support/servers/mariadb_server.h"
#include "world.h"

using namespace evenhand;
using namespace evenhand::sim;

namespace {

Store kind() { return testing::onMariadb() ? Store::Mariadb : Store::Sqlite; }

}  // namespace

class TestSimulator : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
        m_store = makeStore(kind());
        m_world = std::make_unique<World>(*m_store);
    }
    void cleanupTestCase() {
        m_world.reset();
        m_store.reset();
    }
    /// Also elsewhere, in a folder of another name and length: rows, notes and hashes know nothing of it, and faults
    /// hit the same write.
    void theSameSeedGivesTheSameTrace() {
        const auto elsewhere = makeStore(kind(), "somewhere-else-where-nothing-of-it-is-known-" + std::string(50, 'x'));
        World other(*elsewhere);
        // What cannot repeat on a server: simulated_store.h.
        for (const bool faults : {true, false}) {
            if (faults && kind() == Store::Mariadb) {
                continue;
            }
            const int seeds = kind() == Store::Mariadb ? 6 : 25;
            for (int seed = 1; seed <= seeds; ++seed) {
                Plan plan;
                plan.seed = static_cast<std::uint64_t>(seed);
                plan.acts = 60;
                plan.store = kind();
                plan.faults = faults;
                QVERIFY2(m_world->run(plan), m_world->fault().c_str());
                const auto trace = m_world->trace();
                QVERIFY(trace.size() > 60);
                QVERIFY2(other.run(plan), other.fault().c_str());
                const auto [here, there] =
                    std::mismatch(trace.begin(), trace.end(), other.trace().begin(), other.trace().end());
                QVERIFY2(here == trace.end() && there == other.trace().end(),
                         ("seed " + std::to_string(seed) + ": " + (here == trace.end() ? "nothing" : *here) + " and " +
                          (there == other.trace().end() ? "nothing" : *there))
                             .c_str());
            }
        }
        // This one, also after others have run in it.
        const Plan again{1, 60, kind(), kind() == Store::Sqlite};
        QVERIFY(other.run(again));
        const auto trace = other.trace();
        QVERIFY(m_world->run(again));
        QVERIFY(m_world->trace() == trace);
    }
    void everythingHappensOnOneThread() {
        if (kind() == Store::Mariadb) {
            QSKIP("connections to a server have threads that end overdue statements");
        }
        const auto threads = [] { return QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs).size(); };
        const auto before = threads();
        qsizetype most = 0;
        m_world->sabotage = [&](int) { most = std::max(most, threads()); };
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            QVERIFY2(m_world->run({seed, 80, kind()}), m_world->fault().c_str());
        }
        m_world->sabotage = {};
        QCOMPARE(most, before);
        QVERIFY(m_world->figures().at("act act on webhooks") > 0);
        QVERIFY(m_world->figures().at("act tokens") > 0);
    }
    void whatIsBrokenIsNoticedAndMadeSmall_data() {
        QTest::addColumn<QByteArray>("sql");
        QTest::addColumn<QByteArray>("said");  // empty: whatever is noticed first
        const auto row = [](const char* name, const char* sql, const char* said = "") {
            QTest::newRow(name) << QByteArray(sql) << QByteArray(said);
        };
        row("stock from nowhere", "UPDATE product SET stock = stock + 1 WHERE sku = 'tea'");
        row("an older version", "UPDATE activity SET version = version - 1");
        row("an entry written over", "UPDATE stock_entry SET actor = 'nobody'");
        row("a weight from nowhere",
            "INSERT INTO weight_entry(courier_id, at, kind, amount, actor, reason) VALUES ('north 1', 1, 'drift', 5, "
            "'nobody', '')");
        row("a person of a version before", "UPDATE person SET version = version - 1");
        row("a budget that grew", "UPDATE campaign SET budget = budget + 1", "another budget than it began with (C1)");
        row("a draw beyond the budget",
            "INSERT INTO campaign_draw(draw_id, campaign_no, user_id, state, queue, amount, at) "
            "SELECT 'more', campaign_no, 'nobody', 'granted', 0, budget + 1, 1 FROM campaign WHERE campaign_id = "
            "'spring'",
            "is more than its campaign had (C1)");
        row("a draw from nowhere",
            "INSERT INTO campaign_draw(draw_id, campaign_no, user_id, state, queue, amount, at) "
            "SELECT 'more', campaign_no, 'nobody', 'granted', 0, 1, 1 FROM campaign WHERE campaign_id = 'spring'",
            "accounts for 2001 of 2000 (C1)");
    }
    void whatIsBrokenIsNoticedAndMadeSmall() {
        QFETCH(QByteArray, sql);
        QFETCH(QByteArray, said);
        constexpr int kLast = 29;  // whatever comes later may write the right value again
        const Plan plan{3, kLast + 1, kind()};
        const auto innocent = qScopeGuard([this] { m_world->sabotage = {}; });
        m_world->sabotage = [this, sql](int act) {
            if (act == kLast && m_world->alive()) {
                (void)m_world->workspace().core().embedded()->database().execute(sql.toStdString());
            }
        };
        QVERIFY(!m_world->run(plan));
        QVERIFY2(m_world->fault().find(said.toStdString()) != std::string::npos, m_world->fault().c_str());
        const auto small = shrunk(*m_world, plan);
        QVERIFY(!m_world->run(small));
        m_world->sabotage = {};
        QCOMPARE(small.only, std::vector<int>{kLast});
        QVERIFY(small.commandLine().starts_with("--seed 3 --acts 30"));
        QVERIFY2(m_world->run(plan), m_world->fault().c_str());
    }
    void freshSeeds() {
        const bool given = qEnvironmentVariableIsSet("EVENHAND_SIM_SECONDS");
        const auto seconds = given                  ? qEnvironmentVariableIntValue("EVENHAND_SIM_SECONDS")
                             : testing::onMariadb() ? 15
                                                    : 45;
        Plan plan;
        plan.seed = Rng::systemSeed() >> 20U;
        plan.store = kind();
        const auto first = plan.seed;
        qInfo("first seed %llu", static_cast<unsigned long long>(first));  // also of a run that crashes or hangs
        int crashes = 0;
        QElapsedTimer time;
        time.start();
        // It is no simulation of everything if it does not get anywhere. What is rare may need more simulations than a
        // busy machine has time for: they go on until there was enough of them in any case.
        constexpr std::uint64_t kEnough = 3'000;
        const auto missing = [this]() -> const char* {
            if (kind() != Store::Sqlite) {
                return nullptr;
            }
            for (const auto* reached :
                 {"order COMPLETED", "order CLOSED", "refund SUCCEEDED", "draw granted", "return done", "task DONE",
                  "act restore a backup", "act crash soon", "event of money unknown", "answered again",
                  "outcome unknown", "a process ended in a backup", "a process ended in a restore",
                  "a worker died in the middle", "a worker was away"}) {
                const auto found = m_world->figures().find(reached);
                if (found == m_world->figures().end() || found->second == 0) {
                    return reached;
                }
            }
            return nullptr;
        };
        for (; time.elapsed() < seconds * 1'000LL || (missing() != nullptr && plan.seed - first < kEnough);
             ++plan.seed) {
            if (!m_world->run(plan)) {
                const auto fault = m_world->fault();
                const auto small = shrunk(*m_world, plan);
                const auto text = fault + "\n  evenhand_sim " + plan.commandLine() + "\n  made small: evenhand_sim " +
                                  small.commandLine() + " --trace";
                QFAIL(text.c_str());
            }
            crashes += m_world->crashes();
        }
        qInfo("seeds %llu to %llu, %d processes ended", static_cast<unsigned long long>(first),
              static_cast<unsigned long long>(plan.seed - 1), crashes);
        const auto* left = missing();
        QVERIFY2(left == nullptr, left != nullptr ? left : "");
    }

private:
    std::unique_ptr<SimulatedStore> m_store;
    std::unique_ptr<World> m_world;
};

QTEST_GUILESS_MAIN(TestSimulator)
#include "test_simulator.moc"
