// SPDX-License-Identifier: GPL-3.0-or-later
// The whole product under random use and random accidents, from fresh seeds, which are printed: a broken one is made
// small and printed as a command line of evenhand_sim. EVENHAND_SIM_SECONDS: how long.
#include <QDir>
#include <QElapsedTimer>
#include <QScopeGuard>
#include <QtTest>

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
    void theSameSeedGivesTheSameTrace() {
        Plan plan;
        plan.acts = 60;
        plan.store = kind();
        // A line to a server comes back in real time, so after a cut two runs may differ.
        plan.faults = kind() == Store::Sqlite;
        for (plan.seed = 1; plan.seed <= 6; ++plan.seed) {
            QVERIFY2(m_world->run(plan), m_world->fault().c_str());
            const auto trace = m_world->trace();
            QVERIFY(trace.size() > 60);
            QVERIFY(m_world->run(plan));
            QCOMPARE(m_world->trace().size(), trace.size());
            QVERIFY(m_world->trace() == trace);
        }
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
        QTest::newRow("stock from nowhere") << QByteArray("UPDATE product SET stock = stock + 1 WHERE sku = 'tea'");
        QTest::newRow("an older version") << QByteArray("UPDATE activity SET version = version - 1");
        QTest::newRow("an entry written over") << QByteArray("UPDATE stock_entry SET actor = 'nobody'");
        QTest::newRow("a weight from nowhere") << QByteArray(
            "INSERT INTO weight_entry(courier_id, at, kind, amount, actor, reason) VALUES ('north 1', 1, 'drift', 5, "
            "'nobody', '')");
        QTest::newRow("a person of a version before") << QByteArray("UPDATE person SET version = version - 1");
    }
    void whatIsBrokenIsNoticedAndMadeSmall() {
        QFETCH(QByteArray, sql);
        constexpr int kLast = 29;  // whatever comes later may write the right value again
        const Plan plan{3, kLast + 1, kind()};
        const auto innocent = qScopeGuard([this] { m_world->sabotage = {}; });
        m_world->sabotage = [this, sql](int act) {
            if (act == kLast && m_world->alive()) {
                (void)m_world->workspace().core().embedded()->database().execute(sql.toStdString());
            }
        };
        QVERIFY(!m_world->run(plan));
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
        for (; time.elapsed() < seconds * 1'000LL; ++plan.seed) {
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
        if (kind() == Store::Sqlite) {
            // It is no simulation of everything if it does not get anywhere.
            for (const auto* reached :
                 {"order COMPLETED", "order CLOSED", "refund SUCCEEDED", "draw granted", "return done", "task DONE",
                  "act restore a backup", "act crash soon", "event of money unknown", "answered again",
                  "outcome unknown", "a process ended in a backup", "a process ended in a restore",
                  "a worker died in the middle", "a worker was away"}) {
                const auto found = m_world->figures().find(reached);
                QVERIFY2(found != m_world->figures().end() && found->second > 0, reached);
            }
        }
    }

private:
    std::unique_ptr<SimulatedStore> m_store;
    std::unique_ptr<World> m_world;
};

QTEST_GUILESS_MAIN(TestSimulator)
#include "test_simulator.moc"
