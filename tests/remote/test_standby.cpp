// SPDX-License-Identifier: GPL-3.0-or-later
// Two services for one workspace in a real MariaDB server: one serves, the other stands by and takes over when the
// first one ends.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <boost/json/parse.hpp>
#include <map>
#include <thread>

#include "app/service/system_random.h"
#include "app/workspace/keychain.h"
#include "app/workspace/workspace.h"
#include "engine/remote/remote_engine.h"
#include "tests/http/raw_client.h"
#include "tests/support/check.h"
#include "tests/support/expect.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_standby {

using namespace evenhand;
using namespace evenhand::test;

namespace {

constexpr int kWaitMs = 120'000;
constexpr const char* kPassword = "correct-horse-battery";
constexpr const char* kFirst = "first-correct-horse-battery";

template <typename T>
Result<T> wait(api::Answer<T> answer) {
    answer.waitForFinished();
    return answer.resultCount() > 0 ? answer.result() : Result<T>(fail(ErrorCode::Cancelled, "no answer"));
}

/// A folder that refers to the workspace, as on a machine of its own, and the service that runs in it.
class Machine {
public:
    Machine(QString folder, QString secrets)
        : m_folder(std::move(folder)), m_secrets(std::move(secrets)), m_port(evenhand::testing::freePort()) {}
    ~Machine() { kill(); }
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;

    /// Returns once it serves or stands by.
    [[nodiscard]] bool serve(bool standsBy = true) {
        const auto portFile = m_folder + QStringLiteral(".port");
        QFile::remove(portFile);
        QStringList words{QStringLiteral("serve"),
                          QStringLiteral("--listen"),
                          QStringLiteral("127.0.0.1:%1").arg(m_port),
                          QStringLiteral("--port-file"),
                          portFile,
                          QStringLiteral("--connections-per-address"),
                          QStringLiteral("1000")};
        if (standsBy) {
            words << QStringLiteral("--standby");
        }
        start(m_process, words);
        QDeadlineTimer deadline(kWaitMs);
        while (!QFile::exists(portFile) && !deadline.hasExpired() && !m_process.waitForFinished(20)) {
        }
        return QFile::exists(portFile);
    }
    void kill() {
        if (m_process.state() != QProcess::NotRunning) {
            m_process.kill();
            m_process.waitForFinished(kWaitMs);
        }
    }
    /// Ends the service and returns its exit code; -1 if it did not end normally.
    int stop() {
        m_process.terminate();
        return m_process.waitForFinished(kWaitMs) && m_process.exitStatus() == QProcess::NormalExit
                   ? m_process.exitCode()
                   : -1;
    }
    /// Runs a command on the folder and returns its exit code; -1 if it did not end normally.
    int run(const QStringList& words, QByteArray* said = nullptr) const {
        QProcess process;
        start(process, words);
        const bool ended = process.waitForFinished(kWaitMs) && process.exitStatus() == QProcess::NormalExit;
        if (said != nullptr) {
            *said = process.readAll();
        }
        return ended ? process.exitCode() : -1;
    }
    [[nodiscard]] RawResponse ask(const char* path) const {
        RawClient client(port());
        if (!client.connected() || !client.send(get(path))) {
            return {};
        }
        return client.response().value_or(RawResponse{});
    }
    [[nodiscard]] bool isReady() const { return ask("/readyz").status == 200; }
    [[nodiscard]] QByteArray said() {
        m_said += m_process.readAll();
        return m_said;
    }
    [[nodiscard]] std::uint16_t port() const { return static_cast<std::uint16_t>(m_port); }
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }
    [[nodiscard]] bool isRunning() const { return m_process.state() == QProcess::Running; }
    [[nodiscard]] std::string folder() const { return m_folder.toStdString(); }

private:
    void start(QProcess& process, const QStringList& words) const {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("EVENHAND_SECRETS_DIR"), m_secrets);
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(QStringLiteral(EVENHAND_CTL), QStringList{QStringLiteral("--workspace"), m_folder} + words);
    }

    const QString m_folder;
    const QString m_secrets;
    const int m_port;
    QProcess m_process;
    QByteArray m_said;
};

std::string detailOf(const RawResponse& response) {
    boost::system::error_code failed;
    const auto value = boost::json::parse(response.body, failed);
    const auto* object = failed ? nullptr : value.if_object();
    const auto* detail = object != nullptr ? object->if_contains("detail") : nullptr;
    return detail != nullptr && detail->is_string() ? std::string(detail->get_string()) : std::string();
}

}  // namespace

class TestStandby : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { EVENHAND_NEED(m_server.start()); }

    /// A workspace with people, and two folders that refer to it.
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        const auto secrets = m_folder->filePath(QStringLiteral("secrets"));
        QVERIFY(QDir().mkpath(secrets));
        QVERIFY(QFile::setPermissions(secrets, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        m_one = std::make_unique<Machine>(m_folder->filePath(QStringLiteral("one")), secrets);
        m_other = std::make_unique<Machine>(m_folder->filePath(QStringLiteral("other")), secrets);
        m_options = {};
        m_options.secrets = app::secretFolder(secrets.toStdString());
        m_options.hashCost = {1, 8192};
        m_options.workers = 0;
        const auto database = m_server.newDatabase();
        EVENHAND_NEED(database);
        m_settings = *database;
        app::WorkspaceOptions made;
        made.database = database->url();
        const auto workspace = app::Workspace::create(m_one->folder(), made, m_options);
        EVENHAND_NEED(workspace);
        auto& shop = **workspace;
        DONE(wait(shop.shop().addCampus(m_call, {CampusId("north"), "North"})));
        api::NewProduct tea;
        tea.sku = Sku("tea");
        tea.name = "Tea";
        tea.unitPrice = Money{250};
        tea.stock = 1'000'000;
        DONE(wait(shop.shop().addProduct(m_call, tea)));
        for (const char* login : {"boss", "ann", "carl"}) {
            const auto role = login == std::string("boss") ? api::Role::Administrator : api::Role::Dispatcher;
            const auto person =
                wait(shop.accounts().create(m_call, {login, login, {role}}, Secret(std::string(kFirst))));
            DONE(person);
            m_people[login] = person->id;
            const auto entered = wait(shop.accounts().signIn({login, Secret(std::string(kFirst)), api::Via::Console}));
            DONE(entered);
            DONE(wait(shop.accounts().changePassword({entered->actor, {}, {}}, Secret(std::string(kFirst)),
                                                     Secret(std::string(kPassword)))));
        }
        (*workspace)->stop();
        DONE(app::WorkspaceCore::create(m_other->folder(), made, m_options));
    }
    void cleanup() {
        m_one.reset();
        m_other.reset();
        m_folder.reset();
    }

    void whoServesIsSaidAndNothingElseIsAnswered() {
        QVERIFY(m_one->serve(false));
        QVERIFY(m_other->serve());
        QVERIFY(m_one->isReady());
        QCOMPARE(m_other->ask("/healthz").status, 200);
        const auto ready = m_other->ask("/readyz");
        QCOMPARE(ready.status, 503);
        const auto runner = "process " + std::to_string(m_one->pid());
        QVERIFY2(detailOf(ready).find(runner) != std::string::npos, ready.body.c_str());
        QVERIFY2(detailOf(ready).find("(since 20") != std::string::npos, ready.body.c_str());
        const auto orders = m_other->ask("/v1/orders/A1");
        QCOMPARE(orders.status, 503);
        QVERIFY(orders.body.find("standing_by") != std::string::npos);
        QVERIFY(orders.body.find(runner) == std::string::npos);
        QVERIFY(!orders.header("retry-after").empty());
        const auto refused = connect({m_other->port()});
        REFUSED_FIELD(refused, ErrorCode::Unreachable, "standby");
        QVERIFY2(refused.error().message.find(runner) != std::string::npos, refused.error().message.c_str());
        // A console that has both addresses goes on to the one that serves.
        const auto console = connect({m_other->port(), m_one->port()});
        DONE(console);
        DONE(signIn(**console, "boss"));
        // A standby stops at once, without disturbing the service that runs.
        QCOMPARE(m_other->stop(), 0);
        QVERIFY2(m_other->said().count("Standing by at ") == 1, m_other->said().constData());
        QVERIFY(!m_other->said().contains("Serving at "));
        QVERIFY(m_one->isReady());
        QCOMPARE(m_one->stop(), 0);
    }

    /// Without --standby a second service is refused, as a workspace has one at a time.
    void withoutTheOptionItIsRefused() {
        QVERIFY(m_one->serve());
        QVERIFY(m_one->isReady());
        QCOMPARE(m_other->run({QStringLiteral("serve"), QStringLiteral("--listen"), QStringLiteral("127.0.0.1:0")}), 5);
    }

    void aWorkspaceInAFileHasNoStandby() {
        const Machine file(m_folder->filePath(QStringLiteral("file")), m_folder->filePath(QStringLiteral("secrets")));
        QCOMPARE(file.run({QStringLiteral("init")}), 0);
        QByteArray said;
        QCOMPARE(file.run({QStringLiteral("serve"), QStringLiteral("--standby")}, &said), 2);
        QVERIFY2(said.contains("MySQL or MariaDB"), said.constData());
    }

    /// The first one ends and the standby takes over; when the first one is started again, it is the standby.
    void itServesWhenTheFirstOneHasEnded() {
        QVERIFY(m_one->serve());
        QVERIFY(m_other->serve());
        const auto console = connect({m_one->port(), m_other->port()});
        DONE(console);
        const auto ann = signIn(**console, "ann");
        DONE(ann);
        QCOMPARE(m_one->stop(), 0);
        QTRY_VERIFY_WITH_TIMEOUT(m_other->isReady(), kWaitMs);
        QTRY_COMPARE_WITH_TIMEOUT((*console)->status().state, api::EngineState::Live, kWaitMs);
        QVERIFY(!ann->actor.ended());
        DONE(wait((*console)->orders().page({ann->actor, {}, {}}, {})));
        QTRY_VERIFY_WITH_TIMEOUT(m_other->said().count("Serving at ") == 1, kWaitMs);
        QVERIFY(m_one->serve());
        QCOMPARE(m_one->ask("/readyz").status, 503);
        QCOMPARE(m_other->stop(), 0);
        QTRY_VERIFY_WITH_TIMEOUT(m_one->isReady(), kWaitMs);
        QTRY_COMPARE_WITH_TIMEOUT((*console)->status().state, api::EngineState::Live, kWaitMs);
        DONE(wait((*console)->orders().page({ann->actor, {}, {}}, {})));
        QCOMPARE(m_one->stop(), 0);
        QCOMPARE(m_one->run({QStringLiteral("verify")}), 0);
    }

    /// A machine that has disappeared cannot give its lease back: the standby takes over when the lease expires.
    void itServesWhenTheLeaseHasRunOut() {
        const auto lease = "UPDATE `" + m_settings.database + "`.engine_lease SET ";
        EVENHAND_NEED(m_server.run(lease + "owner = 'elsewhere, process 1 (another-boot/1)#1@1767225600000', " +
                                   "expires_at = UNIX_TIMESTAMP() * 1000 + 3600000"));
        QVERIFY(m_other->serve());
        const auto ready = m_other->ask("/readyz");
        QCOMPARE(ready.status, 503);
        QVERIFY2(detailOf(ready).find("elsewhere, process 1 (since 2026-01-01 00:00:00") != std::string::npos,
                 ready.body.c_str());
        EVENHAND_NEED(m_server.run(lease + "expires_at = UNIX_TIMESTAMP() * 1000"));
        QTRY_VERIFY_WITH_TIMEOUT(m_other->isReady(), kWaitMs);
        QCOMPARE(m_other->stop(), 0);
    }

    /// A service whose lease was taken by another one becomes a standby.
    void whoIsTakenOverStandsBy() {
        QVERIFY(m_one->serve());
        QVERIFY(m_one->isReady());
        EVENHAND_NEED(
            m_server.run("UPDATE `" + m_settings.database +
                         "`.engine_lease SET owner = 'elsewhere, process 1 (another-boot/1)#1', epoch = epoch + 1, " +
                         "expires_at = UNIX_TIMESTAMP() * 1000 + 3600000"));
        QTRY_VERIFY_WITH_TIMEOUT(detailOf(m_one->ask("/readyz")).find("elsewhere, process 1") != std::string::npos,
                                 kWaitMs);
        QVERIFY(m_one->isRunning());
        EVENHAND_NEED(
            m_server.run("UPDATE `" + m_settings.database + "`.engine_lease SET expires_at = UNIX_TIMESTAMP() * 1000"));
        QTRY_VERIFY_WITH_TIMEOUT(m_one->isReady(), kWaitMs);
        QCOMPARE(m_one->stop(), 0);
    }

    /// What is wrong from the beginning is said and not waited for: nobody would look at it for hours.
    void whatIsWrongFromTheBeginningIsNotWaitedFor() {
        const auto machine = machineOfAnotherUser();
        QVERIFY(machine);
        const QStringList serve{QStringLiteral("serve"), QStringLiteral("--standby"), QStringLiteral("--listen"),
                                QStringLiteral("127.0.0.1:0")};
        QByteArray said;
        EVENHAND_NEED(m_server.run("ALTER USER shop@localhost IDENTIFIED BY 'another'"));
        QVERIFY2(machine->run(serve, &said) > 0, said.constData());
        QVERIFY2(!said.contains("Standing by"), said.constData());
        // Nobody runs the workspace, which is seen, but it cannot be opened.
        EVENHAND_NEED(m_server.run("ALTER USER shop@localhost IDENTIFIED BY ''"));
        EVENHAND_NEED(mayConnect(1));
        QVERIFY2(machine->run(serve, &said) > 0, said.constData());
        QVERIFY2(said.contains("max_user_connections") && !said.contains("Standing by"), said.constData());
        EVENHAND_NEED(mayConnect(0));
        QVERIFY(machine->serve());
        QVERIFY(machine->isReady());
        QCOMPARE(machine->stop(), 0);
    }

    /// Once it stands by it has nothing better to do than wait: for a server that has gone, and for one that is not yet
    /// done with the service before.
    void whoStandsByWaitsForTheDatabaseToo() {
        const auto machine = machineOfAnotherUser();
        QVERIFY(machine);
        QVERIFY(m_one->serve());
        QVERIFY(machine->serve());
        const auto says = [&](const std::string& what) {
            return detailOf(machine->ask("/readyz")).find(what) != std::string::npos;
        };
        const auto runner = "process " + std::to_string(m_one->pid());
        QVERIFY(says(runner));
        EVENHAND_NEED(m_server.run("ALTER USER shop@localhost IDENTIFIED BY 'another'"));
        EVENHAND_NEED(m_server.run("KILL USER shop@localhost"));
        QTRY_VERIFY_WITH_TIMEOUT(says("the database does not say who runs the workspace"), kWaitMs);
        QVERIFY(machine->isRunning());
        EVENHAND_NEED(m_server.run("ALTER USER shop@localhost IDENTIFIED BY ''"));
        QTRY_VERIFY_WITH_TIMEOUT(says(runner), kWaitMs);
        EVENHAND_NEED(mayConnect(1));
        m_one->kill();
        QTRY_VERIFY_WITH_TIMEOUT(says("max_user_connections"), kWaitMs);
        QVERIFY(machine->isRunning());
        EVENHAND_NEED(mayConnect(0));
        QTRY_VERIFY_WITH_TIMEOUT(machine->isReady(), kWaitMs);
        QCOMPARE(machine->stop(), 0);
    }

    /// Who has served and is taken over waits from the beginning: at that moment the server may be down for anybody.
    void whoHasServedWaitsForTheDatabaseAtOnce() {
        const auto machine = machineOfAnotherUser();
        QVERIFY(machine);
        QVERIFY(machine->serve());
        QVERIFY(machine->isReady());
        // The oldest of its connections is the one by which it looked who serves, idle since then.
        const auto idle = m_server.value("SELECT MIN(id) FROM information_schema.processlist WHERE user = 'shop'");
        EVENHAND_NEED(idle);
        EVENHAND_NEED(m_server.run("KILL " + idle->toStdString()));
        EVENHAND_NEED(
            m_server.run("UPDATE `" + m_settings.database +
                         "`.engine_lease SET owner = 'elsewhere, process 1 (another-boot/1)#1', epoch = epoch + 1, " +
                         "expires_at = UNIX_TIMESTAMP() * 1000 + 3600000"));
        QTRY_VERIFY_WITH_TIMEOUT(detailOf(machine->ask("/readyz")).find("elsewhere, process 1") != std::string::npos,
                                 kWaitMs);
        QVERIFY(machine->isRunning());
        // So its first look has failed.
        const auto said = machine->said();
        QVERIFY2(said.contains("the database does not say who runs the workspace"), said.constData());
        EVENHAND_NEED(
            m_server.run("UPDATE `" + m_settings.database + "`.engine_lease SET expires_at = UNIX_TIMESTAMP() * 1000"));
        QTRY_VERIFY_WITH_TIMEOUT(machine->isReady(), kWaitMs);
        QCOMPARE(machine->stop(), 0);
    }

    /// Consoles send commands without a pause while one service after the other is killed. They go on at the standby,
    /// nobody has to sign in again, and each command has the effect that its console was told: one, none, or unknown
    /// but never two.
    void killedUnderConsoles() {
        constexpr int kConsoles = 4;
        constexpr int kRounds = 3;
        QVERIFY(m_one->serve());
        QVERIFY(m_other->serve());
        std::vector<std::unique_ptr<remote::RemoteEngine>> consoles;
        std::vector<api::Actor> actors;
        for (int i = 0; i < kConsoles; ++i) {
            auto console = connect(i % 2 == 0 ? std::vector{m_one->port(), m_other->port()}
                                              : std::vector{m_other->port(), m_one->port()});
            DONE(console);
            const auto entered = signIn(**console, "boss");
            DONE(entered);
            actors.push_back(entered->actor);
            consoles.push_back(*std::move(console));
        }
        std::atomic<bool> over{false};
        std::atomic<int> done{0};
        std::vector<std::map<std::string, Result<api::StockAnswer>>> told(kConsoles);
        std::vector<std::thread> people;
        for (std::size_t who = 0; who < kConsoles; ++who) {
            people.emplace_back([&, who] {
                for (int i = 0; !over; ++i) {
                    const auto name = std::to_string(who) + "-" + std::to_string(i);
                    auto result =
                        wait(consoles[who]->shop().receiveStock({actors[who], "because", {}}, Sku("tea"), 1, name));
                    done += result ? 1 : 0;
                    if (!result) {
                        QThread::msleep(5);  // no faster than a person
                    }
                    told[who].emplace(name, std::move(result));
                }
            });
        }
        auto* serves = m_one.get();
        auto* waits = m_other.get();
        bool went = true;
        for (int round = 0; round < kRounds && went; ++round) {
            const int before = done;
            went = QTest::qWaitFor([&] { return done > before + 50; }, kWaitMs);
            serves->kill();
            went = went && QTest::qWaitFor([&] { return waits->isReady(); }, kWaitMs);
            std::swap(serves, waits);
            went = went && waits->serve();
        }
        const int before = done;
        went = went && QTest::qWaitFor([&] { return done > before + 50; }, kWaitMs);
        over = true;
        for (auto& person : people) {
            person.join();
        }
        QVERIFY2(went, serves->said().constData());
        for (const auto& actor : actors) {
            QVERIFY(!actor.ended());
        }
        const auto reader = signIn(*consoles.front(), "boss");
        DONE(reader);
        std::map<std::string, int> there;
        std::int64_t from = 0;
        constexpr std::size_t kPage = 1'000;
        for (std::size_t got = kPage; got == kPage;) {
            const auto page =
                wait(consoles.front()->shop().stockHistory({reader->actor, {}, {}}, Sku("tea"), from, kPage));
            DONE(page);
            got = page->size();
            from += static_cast<std::int64_t>(got);
            for (const auto& row : *page) {
                ++there[row.reason];
            }
        }
        for (const auto& results : told) {
            for (const auto& [name, result] : results) {
                const int times = there[name];
                if (result) {
                    QVERIFY2(times == 1, (name + " was done " + std::to_string(times) + " times").c_str());
                } else if (result.error().code == ErrorCode::OutcomeUnknown) {
                    QVERIFY2(times <= 1, (name + " was done twice").c_str());
                } else {
                    QVERIFY2(result.error().code == ErrorCode::Unreachable, result.error().text().c_str());
                    QVERIFY2(times == 0, (name + " was refused and done").c_str());
                }
            }
        }
        consoles.clear();
        QCOMPARE(waits->stop(), 0);
        QCOMPARE(serves->stop(), 0);
        QByteArray said;
        QVERIFY2(m_one->run({QStringLiteral("verify")}, &said) == 0, said.constData());
    }

    /// Sessions of people who were disabled, or whose password was reset, while no service ran are not resumed.
    void sessionsOfWhoMayNoLongerComeInAreOver() {
        QVERIFY(m_one->serve());
        std::map<std::string, std::unique_ptr<remote::RemoteEngine>> consoles;
        std::map<std::string, api::Actor> actors;
        for (const auto& [login, id] : m_people) {
            auto console = connect({m_one->port(), m_other->port()});
            DONE(console);
            const auto entered = signIn(**console, login);
            DONE(entered);
            actors[login] = entered->actor;
            consoles[login] = *std::move(console);
        }
        m_one->kill();
        {
            const auto workspace = app::Workspace::open(m_one->folder(), m_options);
            EVENHAND_NEED(workspace);
            auto& accounts = (*workspace)->accounts();
            DONE(wait(accounts.setDisabled(m_call, {m_people.at("ann"), 0}, true)));
            DONE(wait(accounts.resetPassword(m_call, {m_people.at("carl"), 0}, Secret("another-long-password"))));
        }
        QVERIFY(m_other->serve());
        QTRY_COMPARE_WITH_TIMEOUT(consoles.at("boss")->status().state, api::EngineState::Live, kWaitMs);
        DONE(wait(consoles.at("boss")->accounts().people({actors.at("boss"), {}, {}})));
        QTRY_VERIFY_WITH_TIMEOUT(actors.at("ann").ended() && actors.at("carl").ended(), kWaitMs);
        QVERIFY(!actors.at("boss").ended());
        REFUSED(wait(consoles.at("ann")->orders().page({actors.at("ann"), {}, {}}, {})), ErrorCode::SessionEnded);
        // Signing out at the second service ends a session that began at the first.
        DONE(wait(consoles.at("boss")->accounts().signOut({actors.at("boss"), {}, {}})));
        REFUSED(wait(consoles.at("boss")->accounts().people({actors.at("boss"), {}, {}})), ErrorCode::SessionEnded);
    }

private:
    /// One more folder on the workspace, which reaches the server as a user that the server can be told to keep out.
    [[nodiscard]] std::unique_ptr<Machine> machineOfAnotherUser() {
        auto settings = m_settings;
        settings.user = "shop";
        app::WorkspaceOptions made;
        made.database = settings.url();
        auto machine = std::make_unique<Machine>(m_folder->filePath(QStringLiteral("third")),
                                                 m_folder->filePath(QStringLiteral("secrets")));
        const bool isMade = m_server.run("CREATE OR REPLACE USER shop@localhost") &&
                            m_server.run("GRANT ALL ON `" + settings.database + "`.* TO shop@localhost") &&
                            app::WorkspaceCore::create(machine->folder(), made, m_options);
        return isMade ? std::move(machine) : nullptr;
    }
    /// So many connections of that user at a time; 0: any number.
    [[nodiscard]] Result<void> mayConnect(int connections) const {
        return m_server.run("ALTER USER shop@localhost WITH MAX_USER_CONNECTIONS " + std::to_string(connections));
    }
    [[nodiscard]] Result<std::unique_ptr<remote::RemoteEngine>> connect(const std::vector<std::uint16_t>& ports) {
        remote::LineOptions options;
        for (const auto port : ports) {
            options.addresses.push_back({"127.0.0.1", port, false});
        }
        options.clock = &m_clock;
        options.random = app::systemRandom;
        return remote::RemoteEngine::connect(std::move(options));
    }
    static Result<api::SignedIn> signIn(api::EngineApi& engine, const std::string& login) {
        return wait(engine.accounts().signIn({login, Secret(std::string(kPassword)), api::Via::Console}));
    }

    const api::Call m_call{api::Actor::administrator("local:tester"), "because", {}};
    base::SystemClock m_clock;
    evenhand::testing::MariadbServer m_server;
    store::MysqlSettings m_settings;
    std::unique_ptr<QTemporaryDir> m_folder;
    app::OpenOptions m_options;
    std::map<std::string, PersonId> m_people;
    std::unique_ptr<Machine> m_one;
    std::unique_ptr<Machine> m_other;
};

}  // namespace test_standby

QTEST_GUILESS_MAIN(test_standby::TestStandby)
#include "test_standby.moc"
