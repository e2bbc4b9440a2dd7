// SPDX-License-Identifier: GPL-3.0-or-later
// The real rules on a real MariaDB server that is killed, cut off, left away and fought over by two engines: nothing
// acknowledged is lost, nothing happens twice, every invariant holds, recovering twice is the same.
#include <sys/prctl.h>

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <thread>

#include "engine/base/log.h"
#include "tests/crash/order_client.h"
#include "tests/support/check.h"
#include "tests/support/servers/cutting_proxy.h"
#include "tests/support/servers/mariadb_server.h"

using namespace evenhand;
using namespace evenhand::test;
using evenhand::testing::CuttingProxy;
using evenhand::testing::MariadbServer;

namespace {

constexpr int kAskedAtOnce = 10;  // by the child

constexpr store::LeaseTimes kLease{2'000, 400};
constexpr int kLongMs = 120'000;

app::OpenOptions openOptions() {
    app::OpenOptions options;
    options.lease = kLease;
    options.engine.holdMs = kLongMs;
    options.engine.compaction.journalRecords = 40;  // the journal is compacted meanwhile
    return options;
}

constexpr int kForEver = 1'000'000'000;

/// The child: an engine with a client that does as many rounds of commands as each line of its input says, until it is
/// killed, and says each fate and where a round ends. Once a command was refused it also says what the status is.
int runChild(const std::string& folder, const std::string& prefix) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const auto workspace = app::Workspace::open(folder, openOptions());
    if (!workspace) {
        std::printf("NOT %s\n", workspace.error().text().c_str());
        return 1;
    }
    bool refused = false;
    OrderClient client(**workspace, prefix, 7, [&](const std::string& what, const std::string& order, auto epoch) {
        std::printf("%s %s %lld\n", what.c_str(), order.c_str(), static_cast<long long>(epoch));
        refused = refused || what == "refused";
    });
    std::printf("READY\n");
    std::fflush(stdout);
    for (std::string count; std::getline(std::cin, count);) {
        for (int rounds = std::stoi(count); rounds > 0; --rounds) {
            client.run(20, kAskedAtOnce);
            const auto status = (*workspace)->status();
            if (refused && status.state != api::EngineState::Live) {
                std::printf("STATUS %d %s\n", static_cast<int>(status.state), status.reason.c_str());
            }
            std::printf("ROUND\n");
            std::fflush(stdout);
        }
    }
    return 0;
}

class Child {
public:
    bool start(const std::string& folder, const char* prefix, int times = kForEver) {
        m_process.start(QCoreApplication::applicationFilePath(),
                        {QStringLiteral("--engine"), QString::fromStdString(folder), QString::fromLatin1(prefix)});
        ask(times);
        return waitFor([this] { return ready || !refusal.isEmpty(); }) && ready;
    }
    /// So many more.
    void ask(int times) { m_process.write(QByteArray::number(times) + '\n'); }
    ~Child() { kill(); }
    void signal(int number) const { ::kill(static_cast<pid_t>(m_process.processId()), number); }
    void kill() {
        if (m_process.state() != QProcess::NotRunning) {
            m_process.kill();
            m_process.waitForFinished();
            read();
        }
    }
    /// Reads what the child says until `done`; false: it said nothing for a long while.
    template <typename Done>
    bool waitFor(Done done) {
        while (!done()) {
            if (!m_process.waitForReadyRead(kLongMs) && m_process.bytesAvailable() == 0) {
                return false;
            }
            read();
        }
        return true;
    }
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }

    bool ready = false;
    QByteArray refusal;
    QByteArray status;  ///< number of the state and the reason
    int rounds = 0;     ///< of which everything is answered
    Fates fates;

private:
    void read() {
        while (m_process.canReadLine()) {
            const auto line = m_process.readLine().trimmed();
            const auto words = line.split(' ');
            if (line == "READY") {
                ready = true;
            } else if (line == "ROUND") {
                ++rounds;
            } else if (line.startsWith("NOT ")) {
                refusal = line.mid(4);
            } else if (line.startsWith("STATUS ")) {
                status = line.mid(7);
            } else if (words.size() == 3) {
                fates.note(words[0].toStdString(), words[1].toStdString(), words[2].toLongLong());
            }
        }
    }
    QProcess m_process;
};

/// Nothing waits any more for a courier.
bool isQuiet(app::Workspace& workspace) {
    api::OrderFilter waiting;
    waiting.unassignedOnly = true;
    const api::Call call{api::Actor::administrator("test"), "because", {}};
    const auto count = workspace.orders().count(call, waiting).result();
    return workspace.status().state == api::EngineState::Live && count && *count == 0;
}

}  // namespace

class TestServerOrders : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
        EVENHAND_NEED(m_server.start());
    }
    void init() {
        m_parent = std::make_unique<QTemporaryDir>();
        m_folder = m_parent->filePath(QStringLiteral("depot")).toStdString();
        auto settings = m_server.newDatabase();
        EVENHAND_NEED(settings);
        m_settings = *settings;
        const auto made = app::Workspace::create(m_folder, {.database = m_settings.url()}, {});
        EVENHAND_NEED(made);
        EVENHAND_NEED(OrderClient(**made, "x", 1).populate());
    }

    void serverIsKilledAtRandom_data();
    void serverIsKilledAtRandom();
    void commitsAreCut_data();
    void commitsAreCut();
    void awayForLongRefusesAndComesBack();
    void engineIsKilledAndReplacedAgainAndAgain();
    void engineOfALostMachineIsReplacedWhenItsLeaseEnds();
    void frozenEngineIsReplacedAndSaysSo();
    void takenOverInTheMiddleOfATransaction();
    void whatAnotherEngineBuiltUponIsNotDoneAgain();

private:
    std::unique_ptr<app::Workspace> opened(const std::string& folder, app::OpenOptions options = openOptions()) {
        auto workspace = app::Workspace::open(folder, std::move(options));
        if (!workspace) {
            QTest::qFail(workspace.error().text().c_str(), __FILE__, __LINE__);
            return nullptr;
        }
        return std::move(*workspace);
    }
    /// Another folder that leads to the same workspace, as on another machine.
    std::string joined() {
        const auto folder = m_parent->filePath(QStringLiteral("other")).toStdString();
        const auto made = app::WorkspaceCore::create(folder, {.database = m_settings.url()}, {});
        return made ? folder : std::string();
    }
    QString leased(const char* column) {
        const auto value =
            m_server.value(std::string("SELECT ") + column + " FROM " + m_settings.database + ".engine_lease");
        return value ? *value : QString();
    }
    /// Everything that must hold, now and after another recovery.
    void checkAll(std::unique_ptr<app::Workspace> workspace, const Fates& fates) {
        QTRY_VERIFY_WITH_TIMEOUT(isQuiet(*workspace), kLongMs);
        QCOMPARE(faultOf(*workspace, fates), std::string());
        workspace->stop();
        const auto once = digestOf(*workspace);
        QVERIFY(once != 0);
        workspace.reset();
        auto options = openOptions();
        options.threaded = false;  // recovered, and not a step further
        workspace = opened(m_folder, options);
        QVERIFY(workspace);
        QCOMPARE(workspace->core().embedded()->keyspace().digest(), once);
    }

    MariadbServer m_server;
    std::unique_ptr<QTemporaryDir> m_parent;
    std::string m_folder;
    store::MysqlSettings m_settings;
};

void TestServerOrders::serverIsKilledAtRandom_data() {
    QTest::addColumn<int>("seed");
    QTest::addColumn<bool>("away");
    for (int seed = 1; seed <= 4; ++seed) {
        QTest::addRow("seed %d", seed) << seed << (seed % 2 == 0);
    }
}

void TestServerOrders::serverIsKilledAtRandom() {
    QFETCH(int, seed);
    QFETCH(bool, away);
    Rng rng(static_cast<std::uint64_t>(seed));
    auto workspace = opened(m_folder);
    QVERIFY(workspace);
    OrderClient client(*workspace, "n", static_cast<std::uint64_t>(seed));
    std::thread worker([&] { client.run(1'000, rng.below(2) == 0 ? 4 : 60); });
    Result<void> restarted;
    for (int kills = 0; kills < 3 && restarted; ++kills) {
        const auto at = std::min(900, client.answered + 20 + static_cast<int>(rng.below(200)));
        while (client.answered < at) {
            std::this_thread::yield();
        }
        m_server.kill();
        while (away && workspace->status().state == api::EngineState::Live) {
            std::this_thread::yield();  // until the engine has noticed, and longer
        }
        restarted = m_server.start();
    }
    client.stop = !restarted;
    worker.join();
    EVENHAND_NEED(restarted);
    QVERIFY2(client.fates.refused.empty(), "commands wait for the server");
    QVERIFY(client.fates.placed() > 200);
    checkAll(std::move(workspace), client.fates);
}

void TestServerOrders::commitsAreCut_data() {
    QTest::addColumn<int>("how");
    QTest::newRow("before the server sees it") << int(CuttingProxy::Cut::BeforeCommit);
    QTest::newRow("before the client hears of it") << int(CuttingProxy::Cut::AfterCommit);
}

void TestServerOrders::commitsAreCut() {
    QFETCH(int, how);
    const auto socket = m_parent->filePath(QStringLiteral("cut.sock")).toStdString();
    CuttingProxy proxy(socket, m_settings.socket);
    QVERIFY(proxy.isListening());
    auto through = m_settings;
    through.socket = socket;
    EVENHAND_NEED(app::writeAddress(m_folder, through.url()));
    auto workspace = opened(m_folder);
    QVERIFY(workspace);
    OrderClient client(*workspace, "n", 3);
    client.run(60, 10);
    for (int round = 0; round < 12; ++round) {
        proxy.cut(CuttingProxy::Cut(how), 1 + round % 4);
        client.run(60, round % 3 == 0 ? 1 : 12);
        QCOMPARE(proxy.cuts(), round + 1);
    }
    QVERIFY(client.fates.refused.empty());
    checkAll(std::move(workspace), client.fates);
}

void TestServerOrders::awayForLongRefusesAndComesBack() {
    auto options = openOptions();
    options.engine.holdMs = 50;
    auto workspace = opened(m_folder, options);
    QVERIFY(workspace);
    OrderClient client(*workspace, "n", 5);
    client.run(200, 20);
    m_server.kill();
    client.run(200, 20);
    QVERIFY(!client.fates.refused.empty());
    QVERIFY(client.fates.errors.contains("read_only"));
    QVERIFY(workspace->status().state == api::EngineState::Disconnected);
    EVENHAND_NEED(m_server.start());
    QTRY_VERIFY_WITH_TIMEOUT(workspace->status().state == api::EngineState::Live, kLongMs);
    const auto before = client.fates.placed();
    client.run(200, 20);
    QVERIFY(client.fates.placed() > before);
    checkAll(std::move(workspace), client.fates);
}

void TestServerOrders::engineIsKilledAndReplacedAgainAndAgain() {
    const auto other = joined();
    QVERIFY(!other.empty());
    Fates fates;
    Rng rng(9);
    for (int round = 0; round < 5; ++round) {
        Child child;
        const auto prefix = QByteArray("r") + QByteArray::number(round) + '-';
        QVERIFY2(child.start(round % 2 == 0 ? m_folder : other, prefix.constData()), child.refusal.constData());
        const auto enough = 10 + rng.below(120);
        QVERIFY(child.waitFor([&] { return child.fates.placed() >= enough; }));
        child.kill();
        QVERIFY(child.fates.refused.empty());
        fates.add(child.fates);
    }
    auto workspace = opened(m_folder);
    QVERIFY(workspace);
    QCOMPARE(leased("epoch"), QStringLiteral("7"));  // the one that populated it, five children's, this one's
    checkAll(std::move(workspace), fates);
}

void TestServerOrders::engineOfALostMachineIsReplacedWhenItsLeaseEnds() {
    Child child;
    QVERIFY2(child.start(m_folder, "n"), child.refusal.constData());
    QVERIFY(child.waitFor([&] { return child.fates.placed() >= 50; }));
    child.kill();
    // Nobody here can tell whether a process of another machine is alive: only its lease says so.
    EVENHAND_NEED(m_server.run("UPDATE " + m_settings.database +
                               ".engine_lease SET owner = 'elsewhere, process 1 (another-boot/1)#1'"));
    auto workspace = opened(joined());
    QVERIFY(workspace);
    QCOMPARE(leased("epoch"), QStringLiteral("3"));
    checkAll(std::move(workspace), child.fates);
}

void TestServerOrders::frozenEngineIsReplacedAndSaysSo() {
    const auto other = joined();
    Child child;
    constexpr int kRounds = 10;
    QVERIFY2(child.start(m_folder, "frozen-", kRounds), child.refusal.constData());
    QVERIFY(child.waitFor([&] { return child.rounds == kRounds; }));
    QVERIFY(child.fates.placed() >= 60);
    child.signal(SIGSTOP);  // everything is answered, so there is nothing whose outcome it cannot know
    const auto former = leased("connection_id");
    Result<std::unique_ptr<app::Workspace>> second = fail(ErrorCode::WorkspaceInUse, "not tried yet");
    while (!second) {  // until its lease runs out the other engine is told who works
        QCOMPARE(second.error().code, ErrorCode::WorkspaceInUse);
        second = app::Workspace::open(other, openOptions());
    }
    QCOMPARE(leased("epoch"), QStringLiteral("3"));
    const auto left =
        m_server.value("SELECT COUNT(*) FROM information_schema.processlist WHERE id = " + former.toStdString());
    EVENHAND_NEED(left);
    QCOMPARE(*left, QStringLiteral("0"));  // its connection was ended, what it had open is rolled back
    OrderClient client(**second, "taker-", 2);
    client.run(300, 20);
    child.signal(SIGCONT);
    child.fates.errors.clear();
    child.ask(2);
    QVERIFY(child.waitFor([&] { return child.rounds == kRounds + 2; }));  // it notices, and says who has taken over
    QCOMPARE(child.fates.errors.size(), std::size_t{1});
    QCOMPARE(child.fates.errors.begin()->first, std::string("workspace_in_use"));
    QCOMPARE(child.status.left(1).toInt(), static_cast<int>(api::EngineState::ReadOnly));
    QVERIFY2(child.status.contains("process " + QByteArray::number(QCoreApplication::applicationPid())),
             child.status.constData());
    client.run(300, 20);
    QVERIFY(client.fates.refused.empty());
    child.kill();
    auto fates = client.fates;
    fates.add(child.fates);
    checkAll(std::move(*second), fates);
}

void TestServerOrders::takenOverInTheMiddleOfATransaction() {
    // A lease that has always run out and is never renewed: the engine that is stepped no further is the frozen one.
    base::VirtualClock clock{{1'700'000'000'000}};
    auto options = openOptions();
    options.clock = &clock;
    options.threaded = false;
    options.lease = {1, 3'600'000};
    auto first = opened(m_folder, options);
    QVERIFY(first);
    const auto other = joined();
    std::unique_ptr<app::Workspace> second;
    const api::Call call{api::Actor::administrator("test"), "because", {}};
    auto before = first->orders().place(
        call, {"n1", OrderNo("n1"), UserId("u"), CampusId("north"), {{Sku("tea"), 1, Money{250}}}, {}, {}});
    auto taken = first->core().engine().ask<bool>(call, [&](runtime::UnitOfWork& work) -> Result<bool> {
        // Rows are written and locked, the commit has not come: now the other one takes the workspace.
        EVENHAND_TRY(work.database().execute("UPDATE product SET stock = stock - 500"));
        second = opened(other);
        return second != nullptr;
    });
    auto after = first->orders().place(
        call, {"n2", OrderNo("n2"), UserId("u"), CampusId("north"), {{Sku("tea"), 1, Money{250}}}, {}, {}});
    while (!before.isFinished() || !taken.isFinished() || !after.isFinished()) {
        (void)first->step();
    }
    QVERIFY(second);
    for (const auto& error : {before.result().error(), taken.result().error(), after.result().error()}) {
        QVERIFY2(error.code == ErrorCode::WorkspaceInUse, error.text().c_str());
        QVERIFY2(error.message.find("run by another engine") != std::string::npos, error.text().c_str());
    }
    QVERIFY(first->status().state == api::EngineState::ReadOnly);
    QVERIFY(first->status().reason.find("epoch 3") != std::string::npos);
    QCOMPARE(first->core().embedded()->keyspace().digest(), keyspace::EmbeddedKeyspace().digest());
    OrderClient client(*second, "taker-", 4);
    client.run(100, 10);
    QVERIFY(client.fates.refused.empty());
    client.fates.refused = {"n1", "n2"};
    QCOMPARE(faultOf(*second, client.fates), std::string());
    // It may be given back: then the former owner takes it again by itself, with what the other one did.
    second->stop();
    const auto digest = digestOf(*second);
    second.reset();
    // Degraded then: the other one committed by the real clock, which is years ahead of this one's.
    while (first->status().state != api::EngineState::Degraded) {
        clock.advanceMs(1'000);
        (void)first->step();
    }
    QCOMPARE(leased("epoch"), QStringLiteral("4"));
    first->runUntilIdle();
    QVERIFY(digest != 0);
    QCOMPARE(faultOf(*first, client.fates), std::string());
}

void TestServerOrders::whatAnotherEngineBuiltUponIsNotDoneAgain() {
    // The answer of a commit is lost; before the engine looks, another one has taken the workspace, gone on so far that
    // the journal has forgotten that commit, and given the workspace back.
    const auto socket = m_parent->filePath(QStringLiteral("cut.sock")).toStdString();
    CuttingProxy proxy(socket, m_settings.socket);
    QVERIFY(proxy.isListening());
    const auto other = joined();
    auto through = m_settings;
    through.socket = socket;
    EVENHAND_NEED(app::writeAddress(m_folder, through.url()));
    base::VirtualClock clock{{1'700'000'000'000}};
    auto options = openOptions();
    options.clock = &clock;
    options.threaded = false;
    options.lease = {1, 3'600'000};
    auto first = opened(m_folder, options);
    QVERIFY(first);
    const api::Call call{api::Actor::administrator("test"), "because", {}};
    const OrderNo number("n1");
    auto placed = first->orders().place(
        call, {"n1", number, UserId("u"), CampusId("north"), {{Sku("tea"), 1, Money{250}}}, {}, {}});
    auto paid = first->orders().pay(call, {PaymentNo("P"), number, Money{250}});
    first->runUntilIdle();
    QVERIFY(placed.result() && paid.result());
    proxy.cut(CuttingProxy::Cut::AfterCommit);
    auto moved = first->dispatch().reassign(call, {{number, 0}}, {});
    while (proxy.cuts() == 0) {
        (void)first->step();
    }
    QVERIFY(!moved.isFinished());
    {
        auto second = opened(other);
        QVERIFY(second);
        QCOMPARE(second->orders().detail(call, number).result()->row.epoch, 2);
        OrderClient client(*second, "taker-", 6);
        client.run(400, 4);
        QVERIFY(client.fates.refused.empty());
    }
    const auto forgotten =
        m_server.value("SELECT MIN(seq) > " + std::to_string(first->core().embedded()->journalSeq() + 1) + " FROM " +
                       m_settings.database + ".keyspace_journal");
    EVENHAND_NEED(forgotten);
    QCOMPARE(*forgotten, QStringLiteral("1"));
    while (!moved.isFinished()) {
        (void)first->step();
    }
    EVENHAND_NEED(moved.result());
    QVERIFY(moved.result()->front().error);
    QCOMPARE(moved.result()->front().error->code, ErrorCode::OutcomeUnknown);
    first->runUntilIdle();
    QCOMPARE(first->orders().detail(call, number).result()->row.epoch, 2);
    QCOMPARE(faultOf(*first, {}), std::string());
}

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    const auto arguments = QCoreApplication::arguments();
    if (arguments.size() == 4 && arguments[1] == QLatin1String("--engine")) {
        return runChild(arguments[2].toStdString(), arguments[3].toStdString());
    }
    TestServerOrders test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_server_orders.moc"
