// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace on a real MariaDB server that is killed, cut off, left away, and fought over by two engines: nothing
// acknowledged is lost, nothing happens twice, each command wholly or not at all (E1), in database and keyspace alike.
#include <sys/prctl.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <map>
#include <set>
#include <thread>

#include "app/workspace/workspace.h"
#include "engine/base/rng.h"
#include "engine/store/database/workspace_lease.h"
#include "tests/support/check.h"
#include "tests/support/expect.h"
#include "tests/support/servers/cutting_proxy.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/shops/toy_domain.h"

using namespace evenhand;
using namespace evenhand::test;
using evenhand::testing::CuttingProxy;
using evenhand::testing::MariadbServer;

namespace {

constexpr store::LeaseTimes kLease{2'000, 400};

app::OpenOptions openOptions() {
    app::OpenOptions options;
    options.lease = kLease;
    options.engine.holdMs = 60'000;
    return options;
}

/// Toy commands through an engine with its own thread, and what became of each.
class Client {
public:
    explicit Client(app::WorkspaceCore& core) : m_core(core) {}

    api::Answer<std::int64_t> send(std::int64_t id) {
        return m_core.engine().ask<std::int64_t>(
            toyCall(), [id](runtime::UnitOfWork& work) { return runToy(work, {.id = id, .publish = false}); });
    }
    /// A window of commands under way at once, ids from `first` on.
    void run(std::int64_t first, std::int64_t count, std::int64_t window) {
        std::map<std::int64_t, api::Answer<std::int64_t>> open;
        for (std::int64_t id = first; id < first + count || !open.empty();) {
            if (id < first + count && static_cast<std::int64_t>(open.size()) < window) {
                open.emplace(id, send(id));
                ++id;
                continue;
            }
            auto oldest = open.begin();
            oldest->second.waitForFinished();
            const auto result = oldest->second.result();
            if (result) {
                acknowledged.insert(oldest->first);
            } else {
                refused[oldest->first] = result.error();
            }
            ++answered;
            open.erase(oldest);
        }
    }

    std::set<std::int64_t> acknowledged;
    std::map<std::int64_t, Error> refused;
    std::atomic<std::int64_t> answered{0};

private:
    app::WorkspaceCore& m_core;
};

constexpr std::int64_t kForEver = 1'000'000'000;

/// The child: an engine that does as many commands as each line of its input says, one at a time, until it is killed,
/// and says what was acknowledged.
int runChild(const std::string& folder, std::int64_t first) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    auto core = app::WorkspaceCore::open(folder, openOptions());
    if (core) {
        if (auto started = (*core)->start(); !started) {
            core = fail(started.error());
        }
    }
    if (!core) {
        std::printf("NOT %s\n", core.error().text().c_str());
        return 1;
    }
    std::printf("READY\n");
    std::fflush(stdout);
    Client client(**core);
    std::int64_t id = first;
    for (std::string count; std::getline(std::cin, count);) {
        for (const auto end = id + std::stoll(count); id < end; ++id) {
            auto answer = client.send(id);
            answer.waitForFinished();
            const auto result = answer.result();
            const std::string name(result ? "ok" : base::errorName(result.error().code));
            std::printf("%s %lld\n", name.c_str(), static_cast<long long>(id));
            std::fflush(stdout);
        }
    }
    return 0;
}

class Child {
public:
    bool start(const std::string& folder, std::int64_t first, std::int64_t commands = kForEver) {
        m_process.start(QCoreApplication::applicationFilePath(),
                        {QStringLiteral("--engine"), QString::fromStdString(folder), QString::number(first)});
        ask(commands);
        return waitFor([this] { return ready || !refusal.isEmpty(); }) && ready;
    }
    /// So many more.
    void ask(std::int64_t commands) { m_process.write(QByteArray::number(static_cast<qlonglong>(commands)) + '\n'); }
    ~Child() { kill(); }
    void signal(int number) { ::kill(static_cast<pid_t>(m_process.processId()), number); }
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
            constexpr int kLongMs = 60'000;
            if (!m_process.waitForReadyRead(kLongMs) && m_process.bytesAvailable() == 0) {
                return false;
            }
            read();
        }
        return true;
    }

    bool ready = false;
    QByteArray refusal;
    int answered = 0;
    std::set<std::int64_t> acknowledged;
    std::map<QByteArray, int> errors;

private:
    void read() {
        while (m_process.canReadLine()) {
            const auto line = m_process.readLine().trimmed();
            const auto space = line.indexOf(' ');
            if (line == "READY") {
                ready = true;
            } else if (line.startsWith("NOT ")) {
                refusal = line.mid(4);
            } else if (line.startsWith("ok ")) {
                ++answered;
                acknowledged.insert(line.mid(space + 1).toLongLong());
            } else {
                ++answered;
                ++errors[line.left(space)];
            }
        }
    }
    QProcess m_process;
};

}  // namespace

class TestServerCrash : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { EVENHAND_NEED(m_server.start()); }
    void init() {
        m_parent = std::make_unique<QTemporaryDir>();
        m_folder = m_parent->filePath(QStringLiteral("depot")).toStdString();
        auto settings = m_server.newDatabase();
        EVENHAND_NEED(settings);
        m_settings = *settings;
        EVENHAND_NEED(app::WorkspaceCore::create(m_folder, {.database = m_settings.url()}, {}));
    }

    void serverIsKilledAtRandom_data();
    void serverIsKilledAtRandom();
    void commitIsCut_data();
    void commitIsCut();
    void connectionIsKilledByAnAdministrator();
    void awayForLongRefusesAndComesBack();
    void stoppingWhileAwayAnswersEverything();
    void secondEngineIsRefusedAndToldWho();
    void aCommitUnderAnotherLeaseIsRefused_data();
    void aCommitUnderAnotherLeaseIsRefused();
    void stoppingWaitsForNoLease();
    void crashedEngineIsReplacedAtOnce();
    void frozenEngineIsReplacedAndFenced();
    void givenBackWorkspaceIsFree();
    void aLeaseThatIsGivenBackIsWaitedForByNobody();
    void everyLossOfTheLeaseIsToldOnce();
    void secondFolderJoinsTheWorkspace();

private:
    std::unique_ptr<app::WorkspaceCore> opened(const std::string& folder, app::OpenOptions options = openOptions()) {
        auto core = app::WorkspaceCore::open(folder, std::move(options));
        if (core) {
            if (auto started = (*core)->start(); !started) {
                core = fail(started.error());
            }
        }
        if (!core) {
            QTest::qFail(core.error().text().c_str(), __FILE__, __LINE__);
            return nullptr;
        }
        return std::move(*core);
    }
    /// Another folder that leads to the same workspace, as on another machine.
    std::string joined() {
        const auto folder = m_parent->filePath(QStringLiteral("other")).toStdString();
        const auto made = app::WorkspaceCore::create(folder, {.database = m_settings.url()}, {});
        return made ? folder : std::string();
    }
    Result<ToyState> state(app::WorkspaceCore& core) {
        ToyState found;
        EVENHAND_TRY(core.inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
            EVENHAND_ASSIGN(found, readToy(database, keyspace));
            return {};
        }));
        return found;
    }
    /// Every acknowledged command is there, once and wholly; a refused one is not, unless its outcome is unknown.
    void checkHistory(app::WorkspaceCore& core, const std::set<std::int64_t>& acknowledged,
                      const std::map<std::int64_t, Error>& refused) {
        const auto found = state(core);
        EVENHAND_NEED(found);
        QCOMPARE(found->disagreement(), std::string());
        for (const auto id : acknowledged) {
            QVERIFY2(found->inDatabase.contains(id), qPrintable(QStringLiteral("lost: %1").arg(id)));
        }
        for (const auto& [id, error] : refused) {
            QVERIFY2(error.code == ErrorCode::OutcomeUnknown || !found->inDatabase.contains(id),
                     qPrintable(QStringLiteral("%1 was refused (%2) and happened")
                                    .arg(id)
                                    .arg(QString::fromStdString(error.text()))));
        }
    }

    MariadbServer m_server;
    std::unique_ptr<QTemporaryDir> m_parent;
    std::string m_folder;
    store::MysqlSettings m_settings;
};

void TestServerCrash::serverIsKilledAtRandom_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 4; ++seed) {
        QTest::addRow("seed %d", seed) << seed;
    }
}

void TestServerCrash::serverIsKilledAtRandom() {
    QFETCH(int, seed);
    Rng rng(static_cast<std::uint64_t>(seed));
    auto core = opened(m_folder);
    QVERIFY(core);
    Client client(*core);
    constexpr std::int64_t kCommands = 3'000;
    std::thread worker([&] { client.run(1, kCommands, 1 + static_cast<std::int64_t>(rng.below(60))); });
    for (int kills = 0; kills < 4; ++kills) {
        const auto at = client.answered + 50 + static_cast<std::int64_t>(rng.below(300));
        while (client.answered < std::min(at, kCommands)) {
            std::this_thread::yield();
        }
        m_server.kill();
        const auto restarted = m_server.start();
        if (!restarted) {
            worker.join();
            EVENHAND_NEED(restarted);
        }
    }
    worker.join();
    QCOMPARE(client.acknowledged.size() + client.refused.size(), static_cast<std::size_t>(kCommands));
    QVERIFY2(client.refused.empty(), client.refused.empty() ? "" : client.refused.begin()->second.text().c_str());
    checkHistory(*core, client.acknowledged, client.refused);
    const auto before = state(*core);
    core.reset();
    core = opened(m_folder);
    QVERIFY(core);
    const auto after = state(*core);
    EVENHAND_NEED(after);
    QCOMPARE(after->digest, before->digest);  // recovering twice is the same (E2)
}

void TestServerCrash::commitIsCut_data() {
    QTest::addColumn<int>("how");
    QTest::newRow("before the server sees it") << int(CuttingProxy::Cut::BeforeCommit);
    QTest::newRow("before the client hears of it") << int(CuttingProxy::Cut::AfterCommit);
}

void TestServerCrash::commitIsCut() {
    QFETCH(int, how);
    const auto socket = m_parent->filePath(QStringLiteral("cut.sock")).toStdString();
    CuttingProxy proxy(socket, m_settings.socket);
    QVERIFY(proxy.isListening());
    auto through = m_settings;
    through.socket = socket;
    EVENHAND_NEED(app::writeAddress(m_folder, through.url()));
    auto core = opened(m_folder);
    QVERIFY(core);
    Client client(*core);
    client.run(1, 20, 1);
    std::atomic<int> events{0};  // answers come before them: the last ones of before may still be on their way
    auto subscription = core->embedded()->subscribe([&](const std::vector<api::Event>& batch) {
        for (const auto& event : batch) {
            events += event.kind == api::Event::Kind::OrderChanged && event.order.value >= 100 ? 1 : 0;
        }
    });
    for (int round = 0; round < 5; ++round) {
        proxy.cut(CuttingProxy::Cut(how));
        client.run(100 + round * 100, 30, 10);
        QCOMPARE(proxy.cuts(), round + 1);
    }
    QVERIFY2(client.refused.empty(), client.refused.empty() ? "" : client.refused.begin()->second.text().c_str());
    checkHistory(*core, client.acknowledged, client.refused);
    QTRY_COMPARE_WITH_TIMEOUT(events.load(), 150, 60'000);
    core->stop();
    subscription.reset();
    QCOMPARE(events.load(), 150);  // each once, also of the commit that nobody heard of
}

void TestServerCrash::connectionIsKilledByAnAdministrator() {
    auto core = opened(m_folder);
    QVERIFY(core);
    Client client(*core);
    for (int round = 0; round < 5; ++round) {
        client.run(1 + round * 100, 20, 5);
        const auto id = m_server.value("SELECT connection_id FROM " + m_settings.database + ".engine_lease");
        EVENHAND_NEED(id);
        EVENHAND_NEED(m_server.run("KILL CONNECTION " + id->toStdString()));
    }
    client.run(1'000, 20, 5);
    QVERIFY2(client.refused.empty(), client.refused.empty() ? "" : client.refused.begin()->second.text().c_str());
    checkHistory(*core, client.acknowledged, client.refused);
    const auto epoch = m_server.value("SELECT epoch FROM " + m_settings.database + ".engine_lease");
    QCOMPARE(*epoch, QStringLiteral("1"));  // it was the owner all the time
}

void TestServerCrash::awayForLongRefusesAndComesBack() {
    auto options = openOptions();
    options.engine.holdMs = 100;
    auto core = opened(m_folder, options);
    QVERIFY(core);
    Client client(*core);
    client.run(1, 20, 5);
    m_server.kill();
    client.run(100, 20, 5);
    QCOMPARE(client.refused.size(), std::size_t{20});
    QVERIFY(core->status().state == api::EngineState::Disconnected);
    QVERIFY(!core->status().reason.empty());
    EVENHAND_NEED(m_server.start());
    QTRY_VERIFY_WITH_TIMEOUT(core->status().state == api::EngineState::Live, 60'000);
    client.run(200, 20, 5);
    QCOMPARE(client.acknowledged.size(), std::size_t{40});
    checkHistory(*core, client.acknowledged, client.refused);
}

void TestServerCrash::stoppingWhileAwayAnswersEverything() {
    auto core = opened(m_folder);
    QVERIFY(core);
    Client client(*core);
    client.run(1, 10, 5);
    m_server.kill();
    auto first = client.send(100);
    QTRY_VERIFY_WITH_TIMEOUT(core->status().state == api::EngineState::Disconnected, 60'000);
    auto second = client.send(101);
    core->stop();
    QVERIFY(first.isFinished() && !first.result());
    QVERIFY(second.isFinished() && !second.result());
    core.reset();
    EVENHAND_NEED(m_server.start());
    core = opened(m_folder);
    QVERIFY(core);
    checkHistory(*core, client.acknowledged, {{101, second.result().error()}});
}

void TestServerCrash::secondEngineIsRefusedAndToldWho() {
    const auto other = joined();
    QVERIFY(!other.empty());
    auto core = opened(m_folder);
    QVERIFY(core);
    auto second = app::WorkspaceCore::open(other, openOptions());
    EVENHAND_NEED(second);
    const auto started = (*second)->start();
    QVERIFY(!started);
    QCOMPARE(started.error().code, ErrorCode::WorkspaceInUse);
    QVERIFY2(started.error().message.find("process " + std::to_string(QCoreApplication::applicationPid())) !=
                 std::string::npos,
             started.error().message.c_str());
    Client client(*core);
    client.run(1, 20, 5);
    QCOMPARE(client.acknowledged.size(), std::size_t{20});
}

void TestServerCrash::aCommitUnderAnotherLeaseIsRefused_data() {
    QTest::addColumn<QByteArray>("change");
    QTest::newRow("the epoch of a later engine") << QByteArray("epoch = epoch + 1");
    QTest::newRow("another owner in the same epoch") << QByteArray("owner = 'elsewhere, process 1 (another-boot/1)#1'");
}

/// Fencing by the row alone: its connection is still there, so only the comparison at the commit can refuse.
void TestServerCrash::aCommitUnderAnotherLeaseIsRefused() {
    QFETCH(QByteArray, change);
    auto options = openOptions();
    options.lease = {60'000, 30'000};  // it is not looked at in between
    auto core = opened(m_folder, options);
    QVERIFY(core);
    Client client(*core);
    client.run(1, 20, 5);
    QCOMPARE(client.acknowledged.size(), std::size_t{20});
    EVENHAND_NEED(m_server.run("UPDATE " + m_settings.database + ".engine_lease SET " + change.toStdString()));
    auto answer = client.send(500);
    answer.waitForFinished();
    const auto result = answer.result();
    QVERIFY(!result);
    QCOMPARE(base::errorName(result.error().code), base::errorName(ErrorCode::WorkspaceInUse));
    QTRY_COMPARE(core->status().state, api::EngineState::ReadOnly);
    // The other engine gives the workspace back.
    EVENHAND_NEED(m_server.run("UPDATE " + m_settings.database + ".engine_lease SET expires_at = 0"));
    QTRY_COMPARE_WITH_TIMEOUT(core->status().state, api::EngineState::Live, 60'000);
    checkHistory(*core, client.acknowledged, {{500, result.error()}});
}

/// An engine that has lost its workspace and is told to end does so, however long the other's lease may be.
void TestServerCrash::stoppingWaitsForNoLease() {
    auto options = openOptions();
    options.lease = {3'600'000, 600'000};
    auto core = opened(m_folder, options);
    QVERIFY(core);
    EVENHAND_NEED(m_server.run("UPDATE " + m_settings.database +
                               ".engine_lease SET owner = 'elsewhere, process 1 (another-boot/1)#1'"));
    Client client(*core);
    auto answer = client.send(1);
    answer.waitForFinished();
    REFUSED(answer.result(),
            ErrorCode::WorkspaceInUse);  // nothing is unknown: the lease is looked at before the commit
    QTRY_COMPARE(core->status().state, api::EngineState::ReadOnly);
    core.reset();
}

void TestServerCrash::crashedEngineIsReplacedAtOnce() {
    const auto other = joined();
    Child child;
    QVERIFY2(child.start(m_folder, 1), child.refusal.constData());
    QVERIFY(child.waitFor([&] { return child.acknowledged.size() >= 100; }));
    child.kill();
    auto core = opened(other);  // within acquire(): no operator, no retry
    QVERIFY(core);
    checkHistory(*core, child.acknowledged, {});
    const auto epoch = m_server.value("SELECT epoch FROM " + m_settings.database + ".engine_lease");
    QCOMPARE(*epoch, QStringLiteral("2"));
}

void TestServerCrash::frozenEngineIsReplacedAndFenced() {
    const auto other = joined();
    Child child;
    QVERIFY2(child.start(m_folder, 1, 100), child.refusal.constData());
    QVERIFY(child.waitFor([&] { return child.acknowledged.size() == 100; }));
    child.signal(SIGSTOP);  // nothing is asked of it, so there is nothing whose outcome it cannot know
    std::unique_ptr<app::WorkspaceCore> core;
    QElapsedTimer timer;
    timer.start();
    while (!core) {  // its lease runs out; until then the other engine is told so
        auto second = app::WorkspaceCore::open(other, openOptions());
        EVENHAND_NEED(second);
        const auto started = (*second)->start();
        if (started) {
            core = std::move(*second);
        } else {
            QCOMPARE(started.error().code, ErrorCode::WorkspaceInUse);
            QVERIFY(timer.elapsed() < 60'000);
        }
    }
    Client client(*core);
    client.run(1'000'000, 200, 20);
    QCOMPARE(client.acknowledged.size(), std::size_t{200});
    child.signal(SIGCONT);
    child.ask(20);  // it notices that it was replaced, at the first of them
    QVERIFY(child.waitFor([&] { return child.answered == 120; }));
    QCOMPARE(child.errors, (std::map<QByteArray, int>{{"workspace_in_use", 20}}));
    client.run(2'000'000, 200, 20);
    QCOMPARE(client.acknowledged.size(), std::size_t{400});
    child.kill();
    auto all = client.acknowledged;
    all.insert(child.acknowledged.begin(), child.acknowledged.end());
    checkHistory(*core, all, client.refused);
    QVERIFY(core->status().state == api::EngineState::Live);
}

void TestServerCrash::givenBackWorkspaceIsFree() {
    const auto other = joined();
    for (int round = 0; round < 4; ++round) {
        auto core = opened(round % 2 == 0 ? m_folder : other);
        QVERIFY(core);
        Client client(*core);
        client.run(1 + round * 10, 5, 5);
        QCOMPARE(client.acknowledged.size(), std::size_t{5});
    }
}

/// The process that gives a lease back lives on, as a console does that opens another workspace.
void TestServerCrash::aLeaseThatIsGivenBackIsWaitedForByNobody() {
    constexpr store::LeaseTimes kLong{3'600'000, 900'000};
    const base::SystemClock clock;
    const auto connect = [this] { return store::Database::openMysql(m_settings, store::Database::Access::ReadWrite); };
    for (const bool givesBack : {true, false}) {
        auto first = connect();
        EVENHAND_NEED(first);
        store::WorkspaceLease owner(m_settings, store::WorkspaceLease::thisProcess(), kLong, clock);
        EVENHAND_NEED(owner.acquire(**first));
        if (givesBack) {
            owner.release(**first);
        }
        (*first)->close();
        auto second = connect();
        EVENHAND_NEED(second);
        store::WorkspaceLease next(m_settings, store::WorkspaceLease::thisProcess(), kLong, clock);
        next.stopWaiting();
        const auto acquired = next.acquire(**second);
        QCOMPARE(acquired.has_value(), givesBack);
        if (acquired) {
            next.release(**second);
        } else {
            QCOMPARE(acquired.error().code, ErrorCode::WorkspaceInUse);
        }
    }
}

/// However often it is then looked at in vain; and the next loss again, once the workspace was its own in between.
void TestServerCrash::everyLossOfTheLeaseIsToldOnce() {
    const base::SystemClock clock;
    auto database = store::Database::openMysql(m_settings, store::Database::Access::ReadWrite);
    EVENHAND_NEED(database);
    std::atomic<int> told{0};
    store::WorkspaceLease lease(m_settings, store::WorkspaceLease::thisProcess(), {3'600'000, 5}, clock);
    lease.onTrouble([&told](const Error& error) { told += error.code == ErrorCode::WorkspaceInUse ? 1 : 100; });
    EVENHAND_NEED(lease.acquire(**database));
    for (int losses = 1; losses <= 2; ++losses) {
        EVENHAND_NEED(
            m_server.run("UPDATE " + m_settings.database + ".engine_lease SET epoch = epoch + 1, expires_at = 0"));
        QTRY_COMPARE(told.load(), losses);
        EVENHAND_NEED(lease.acquire(**database));
        QCOMPARE(told.load(), losses);
    }
    lease.release(**database);
}

void TestServerCrash::secondFolderJoinsTheWorkspace() {
    const auto other = joined();
    QVERIFY(!other.empty());
    auto first = app::WorkspaceCore::openReadOnly(m_folder);
    auto second = app::WorkspaceCore::openReadOnly(other);
    EVENHAND_NEED(first);
    EVENHAND_NEED(second);
    QCOMPARE((*first)->info().id, (*second)->info().id);
    QVERIFY((*first)->status().deployment.starts_with("MariaDB"));
    const auto found = app::testDatabase(m_settings.url());
    EVENHAND_NEED(found);
    QVERIFY(found->holdsWorkspace);
    QCOMPARE(found->workspaceId, (*first)->info().id);
    QCOMPARE(app::testDatabase("mysql://root@/nowhere?socket=" + m_settings.socket).error().code,
             ErrorCode::WorkspaceMissing);
}

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    const auto arguments = QCoreApplication::arguments();
    if (arguments.size() == 4 && arguments[1] == QLatin1String("--engine")) {
        return runChild(arguments[2].toStdString(), arguments[3].toLongLong());
    }
    TestServerCrash test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_server_crash.moc"
