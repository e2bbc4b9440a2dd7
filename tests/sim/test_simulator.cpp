// SPDX-License-Identifier: GPL-3.0-or-later
// The whole product under random use and random accidents, from fresh seeds, which are printed: a broken one is made
// small and printed as a command line of evenhand_sim. EVENHAND_SIM_SECONDS: how long.
#include <unistd.h>
#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cstdlib>

#include "engine/base/log.h"
#include "shrink.h"
#include "tests/support/check.h"
#include "tests/support/servers/mariadb_server.h"
#include "under_way.h"
#include "world.h"

using namespace evenhand;
using namespace evenhand::sim;

namespace {

constexpr const char* kHow = "EVENHAND_SIM_ENDS_BADLY";
constexpr const char* kStock = "stock from nowhere";

Store kind() { return testing::onMariadb() ? Store::Mariadb : Store::Sqlite; }

}  // namespace

class TestSimulator : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
        m_store = makeStore(kind());
        m_world = std::make_unique<World>(*m_store);
        // Ten thousand times what one takes; for whoever waits until it is over, as long as that takes to be sure.
        sayWhatIsUnderWay(qgetenv(kHow) == "hang" ? 1 : 240);
        m_world->beginning = underWay;
    }
    void cleanup() { nothingIsUnderWay(); }
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
            const int seeds = kind() == Store::Mariadb ? 4 : 12;
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
        row(kStock, "UPDATE product SET stock = stock + 1 WHERE sku = 'tea'");
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
        // How it is made small does not depend on the database, and on a server it takes long: one shows that it works.
        if (kind() == Store::Mariadb && qstrcmp(QTest::currentDataTag(), kStock) != 0) {
            return;
        }
        const auto small = shrunk(*m_world, plan);
        QVERIFY(!m_world->run(small));
        m_world->sabotage = {};
        QCOMPARE(small.only, std::vector<int>{kLast});
        QVERIFY(small.commandLine().starts_with("--seed 3 --acts 30"));
        QVERIFY2(m_world->run(plan), m_world->fault().c_str());
    }
    /// Each look after a commit, on its own: the row that is changed is one that something has touched.
    void theStepIsNamed_data() {
        QTest::addColumn<QByteArray>("when");  // there is something to break: counts rows
        QTest::addColumn<QByteArray>("sql");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char* name, const char* when, const char* sql, const char* said) {
            QTest::newRow(name) << QByteArray("SELECT COUNT(*) FROM ") + when << QByteArray(sql) << QByteArray(said);
        };
        const char* unpaid = "orders WHERE status = 'WAIT_PAY' AND due_at IS NOT NULL";
        const auto touch = QByteArrayLiteral("; UPDATE orders SET version = version + 1 WHERE status = 'WAIT_PAY'");
        row("D6, a step that there is not", unpaid,
            "INSERT INTO order_event(order_id, at, kind, actor, detail) SELECT MAX(order_id), 1, 'delivered', "
            "'nobody', "
            "'' FROM orders WHERE status = 'WAIT_PAY'",
            "when 'delivered' happened to it (D6)");
        row("D6, a status from nowhere", unpaid,
            "UPDATE orders SET status = 'CLOSED', version = version + 1 WHERE status = 'WAIT_PAY'",
            "its events lead to 'WAIT_PAY' (D6)");
        row("D6, back", "orders WHERE status = 'WAIT_PICK_UP'",
            "UPDATE orders SET status = 'PAID', version = version + 1 WHERE status = 'WAIT_PICK_UP'", "went back (D6)");
        row("D7", "goods_return r JOIN orders o ON o.order_id = r.order_id WHERE o.status IN ('PAID', 'WAIT_PICK_UP')",
            "UPDATE goods_return SET status = 'APPROVED', decided_at = 1, version = version + 1 WHERE order_id IN "
            "(SELECT "
            "order_id FROM orders WHERE status IN ('PAID', 'WAIT_PICK_UP')); "
            "UPDATE deduction_line SET returned = quantity WHERE deduction_id IN (SELECT deduction_id FROM "
            "goods_return "
            "WHERE status = 'APPROVED')",
            "came back whole and is");
        row("D5", "orders WHERE status = 'WAIT_PICK_UP'", "HINCRBY stream:{order@@first}:counters acknowledged 1",
            "are done and 0 dead (D5)");
        row("M0, a discount", unpaid,
            "UPDATE orders SET discount = discount + 1, version = version + 1 WHERE status = 'WAIT_PAY'",
            "costs something else than its lines");
        row("T1, an alert", unpaid,
            "INSERT INTO alert(order_id, campus_id, kind, subject, subject_id, state, level, due_at, fired_at, "
            "repeats, "
            "version) SELECT order_id, campus_id, 'pick_up_late', 'order', order_no, 'firing', 0, 1, 1, 1, 1 FROM "
            "orders WHERE status = 'WAIT_PAY'; "
            "INSERT INTO alert(order_id, campus_id, kind, subject, subject_id, state, level, due_at, fired_at, "
            "repeats, "
            "version) SELECT order_id, campus_id, 'pick_up_late', 'order', order_no, 'firing', 0, 1, 1, 1, 1 FROM "
            "orders WHERE status = 'WAIT_PAY'",
            "has one alert twice (T1)");
        row("T3, dead and armed", unpaid,
            "INSERT INTO timer_failure(order_id, kind, due_at, attempts, reason, dead_at) SELECT order_id, timer, "
            "due_at, "
            "9, 'none', 1 FROM orders WHERE status = 'WAIT_PAY'" +
                touch,
            "nobody will try it again (T3)");
        row("T3, late", unpaid,
            "INSERT INTO timer_end(order_id, version, kind, due_at, at, outcome, by_hand) SELECT order_id, version + "
            "50, "
            "'pick_up_late', 1, 2, 'done', 0 FROM orders WHERE status = 'WAIT_PAY'" +
                touch,
            "was late and nobody was told (T3)");
        row("T4, another stage", unpaid,
            "UPDATE orders SET timer = 'auto_confirm', version = version + 1 WHERE status = 'WAIT_PAY'",
            "of a stage that it has left (T4)");
        row("T4, closed", "orders WHERE status = 'CLOSED' AND paid_at IS NOT NULL AND close_reason <> 'timeout'",
            "INSERT INTO timer_end(order_id, version, kind, due_at, at, outcome, by_hand) SELECT order_id, version + "
            "50, "
            "'unpaid', 1, 2, 'done', 0 FROM orders WHERE status = 'CLOSED' AND paid_at IS NOT NULL; "
            "UPDATE orders SET close_reason = 'timeout', version = version + 1 WHERE status = 'CLOSED' AND paid_at IS "
            "NOT "
            "NULL",
            "was closed by its timer though it is paid (T4)");
        row("T6, no timer", unpaid,
            "UPDATE orders SET timer = NULL, due_at = NULL, version = version + 1 WHERE status = 'WAIT_PAY'",
            "nobody looks at it (T6)");
        row("T6, a limit too many", unpaid,
            "INSERT INTO late_order(order_id, campus_id, kind, limit_at) SELECT order_id, campus_id, 'pick_up_late', 5 "
            "FROM orders WHERE status = 'WAIT_PAY'" +
                touch,
            "the limit of a stage that it has left (T6)");
        row("T6, no limit", "orders WHERE status = 'WAIT_PICK_UP' AND timer = 'pick_up_late'",
            "INSERT INTO timer_end(order_id, version, kind, due_at, at, outcome, by_hand) SELECT order_id, version + "
            "50, "
            "'pick_up_late', 1, 2, 'cancelled', 0 FROM orders WHERE status = 'WAIT_PICK_UP'; DELETE FROM late_order; "
            "UPDATE orders SET due_at = NULL, version = version + 1 WHERE status = 'WAIT_PICK_UP'",
            "a limit that nobody knows (T6)");
        row("W1", "task", "UPDATE task SET token = token + 1, attempts = token + 5", "without a token of its own (W1)");
        row("W2", "task", "UPDATE task SET token = token + 1, position = position + 1",
            "where its worker does not look (W2)");
        row("W3, due", "task WHERE status = 'PENDING'",
            "UPDATE task SET token = token + 1, due_at = NULL WHERE status = 'PENDING'",
            "its status says otherwise (W3)");
        row("W3, a delivery", "webhook_delivery WHERE status = 'pending'",
            "UPDATE webhook_delivery SET status = 'delivered' WHERE status = 'pending'; "
            "UPDATE task SET token = token + 1 WHERE kind = 'webhook'",
            "is delivered and its task is P");
        row("W3, a refund", "refund WHERE provider <> 'manual' AND status IN ('PENDING', 'SENT')",
            "DELETE FROM task WHERE kind = 'refund'; UPDATE refund SET version = version + 1",
            "its task is not there (W3)");
    }
    void theStepIsNamed() {
        QFETCH(QByteArray, when);
        QFETCH(QByteArray, sql);
        QFETCH(QByteArray, said);
        const auto innocent = qScopeGuard([this] { m_world->sabotage = {}; });
        bool broken = false;
        m_world->sabotage = [&](int) {
            if (broken || !m_world->alive()) {
                return;
            }
            auto& database = m_world->workspace().core().embedded()->database();
            auto& rows = database.statement(when.toStdString());
            broken = rows.query() && rows.next() && rows.onlyNumber() > 0;
            rows.finish();
            for (const auto& one : QString::fromLatin1(sql).split(QStringLiteral("; "))) {
                if (broken && one.startsWith(QStringLiteral("HINCRBY"))) {
                    const auto words = one.toUtf8().split(' ');
                    EVENHAND_NEED(m_world->workspace().core().embedded()->keyspace().call(
                        {words[0].constData(), words[1].constData(), words[2].constData(), words[3].constData()}));
                } else if (broken) {
                    EVENHAND_NEED(database.execute(one.toStdString()));
                }
            }
        };
        // What is broken is looked at when something touches it again. Where nothing does, only the last look at all of
        // it finds it, by another rule: then the next world is tried.
        int worlds = 0;
        bool named = false;
        for (std::uint64_t seed = 1; seed <= 100 && worlds < 8 && !named; ++seed) {
            broken = false;
            const bool good = m_world->run({seed, 80, kind(), false});
            worlds += broken ? 1 : 0;
            QCOMPARE(good, !broken);
            named = m_world->fault().find(said.toStdString()) != std::string::npos;
        }
        QVERIFY2(worlds > 0, "there was nothing to break");
        QVERIFY2(named, m_world->fault().c_str());
    }
    /// One that crashes or never ends says which it was.
    void whatIsUnderWayIsSaid_data() {
        QTest::addColumn<QString>("how");
        QTest::newRow("a crash") << QStringLiteral("crash");
        QTest::newRow("no end") << QStringLiteral("hang");
    }
    void whatIsUnderWayIsSaid() {
        QFETCH(QString, how);
        if (kind() == Store::Mariadb) {
            QSKIP("what is started here runs on SQLite in either case");
        }
        const QTemporaryDir place;  // what it leaves behind
        QProcess child;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QString::fromLatin1(kHow), how);
        environment.insert(QStringLiteral("TMPDIR"), place.path());
        environment.remove(QStringLiteral("EVENHAND_TEST_DATABASE"));
        child.setProcessEnvironment(environment);
        child.setProcessChannelMode(QProcess::MergedChannels);
        child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("endsBadly")});
        QVERIFY(child.waitForFinished(-1));
        const auto output = child.readAll();
        QVERIFY2(output.contains("under way: evenhand_sim --seed 5 --acts 30"), output.constData());
        QVERIFY2(child.exitStatus() == QProcess::CrashExit || child.exitCode() != 0, output.constData());
    }
    /// Only what whatIsUnderWayIsSaid() starts.
    void endsBadly() {
        const auto how = qgetenv(kHow);
        m_world->sabotage = [&how](int act) {
            if (act == 3 && how == "crash") {
                std::abort();
            }
            while (act == 3 && how == "hang") {
                ::pause();
            }
        };
        const auto innocent = qScopeGuard([this] { m_world->sabotage = {}; });
        QVERIFY2(m_world->run({5, 30, kind()}), m_world->fault().c_str());
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
            for (const auto* reached : {"order COMPLETED",
                                        "order CLOSED",
                                        "refund SUCCEEDED",
                                        "draw granted",
                                        "return done",
                                        "task DONE",
                                        "act restore a backup",
                                        "act crash soon",
                                        "event of money unknown",
                                        "answered again",
                                        "outcome unknown",
                                        "a process ended in a backup",
                                        "a process ended in a restore",
                                        "a worker died in the middle",
                                        "a worker was away",
                                        "somebody has worked",
                                        "somebody new has worked",
                                        "a confirm after a rollback was refused",
                                        "a message of a sale again",
                                        "messages of a sale late",
                                        "a file of orders imported",
                                        "a file of returns imported",
                                        "a process ended in an import",
                                        "entry of stock storefront"}) {
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
