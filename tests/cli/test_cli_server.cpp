// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace in a database server, as a user of the command line meets it: everything that can be wrong with the
// address, the server, the rights or the schema is answered by one clear message that names field and value, the right
// exit code, and nothing changed or left behind.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include "tests/cli/cli_faults.h"
#include "tests/crash/order_client.h"

namespace test_cli_server {

using namespace evenhand;
using namespace evenhand::cli;
using evenhand::testing::MariadbServer;

namespace {

QString qt(const std::string& text) { return QString::fromStdString(text); }

/// evenhandctl with this password in its environment.
Outcome runAs(const Scratch& scratch, const char* password, const QStringList& arguments,
              const QByteArray& input = {}) {
    return scratch.run(arguments, input, [&](QProcess& process) {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("EVENHAND_DB_PASSWORD"), QString::fromLatin1(password));
        process.setProcessEnvironment(environment);
    });
}

Outcome initAs(const Scratch& scratch, const char* password, const std::string& url) {
    return runAs(scratch, password, {QStringLiteral("init"), QStringLiteral("--database"), qt(url)});
}

const QByteArray kCouriers = "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,1\nbob,north,Bob,2,1\n";

}  // namespace

class TestCliServer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void wrongAddressesAreWrongUsage_data();
    void wrongAddressesAreWrongUsage();
    void whatCannotBeReachedIsNamed_data();
    void whatCannotBeReachedIsNamed();
    void missingRightsLeaveNothingBehind();
    void latin1IsRefused();
    void foreignAndNewerSchemasAreRefused();
    void besideAnUnfinishedRestore();
    void tlsIsUsedAndCheckedWhereAskedFor();
    void grantsAreEnoughAndNotMore();
    void oneEngineAtATime();
    void anImportGoesOnWhenTheServerComesBack();
    void aFullServerLeavesWholeOrders();

private:
    /// Failed with one line that has all of `says`; neither folder nor tables are left.
    void isRefused(const Scratch& scratch, const Outcome& outcome, const QList<QByteArray>& says) {
        QVERIFY2(outcome.code == 1, outcome.text().constData());
        QCOMPARE(outcome.err.count('\n'), 1);
        for (const auto& text : says) {
            QVERIFY2(outcome.err.contains(text), (text + " is not in\n" + outcome.text()).constData());
        }
        QVERIFY2(!QFileInfo::exists(scratch.workspace()), "a folder is left behind");
    }
    /// A new database on the network with a user of its own who has every right on it.
    store::MysqlSettings newUser(const char* grants = "ALL PRIVILEGES") {
        auto settings = m_server.newDatabase();
        if (!settings) {
            return {};
        }
        const auto user = "u" + std::to_string(++m_users);
        const auto made = m_server.run("CREATE USER '" + user + "'@'%' IDENTIFIED BY 'right'");
        const auto granted =
            m_server.run(std::string("GRANT ") + grants + " ON " + settings->database + ".* TO '" + user + "'@'%'");
        return made && granted ? m_server.networkSettings(user, settings->database) : store::MysqlSettings{};
    }
    qint64 tablesIn(const std::string& database) const {
        const auto count =
            m_server.value("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = '" + database + "'");
        return count ? count->toLongLong() : -1;
    }
    void runScript(const QByteArray& sql) const {
        QProcess client;
        client.start(QStringLiteral("mariadb"), {QStringLiteral("--no-defaults"), QStringLiteral("--user=root"),
                                                 QStringLiteral("--socket=") + qt(m_server.settings().socket)});
        client.write(sql);
        client.closeWriteChannel();
        QVERIFY(client.waitForFinished());
        QVERIFY2(client.exitCode() == 0, client.readAllStandardError().constData());
    }

    MariadbServer m_server;  ///< with TLS, on the network
    int m_users = 0;
};

void TestCliServer::initTestCase() {
    const QDir folder(m_server.folder());
    const auto made = evenhand::testing::makeCertificates(m_server.folder());
    QVERIFY2(made, made ? "" : made.error().text().c_str());
    const auto started =
        m_server.startOnNetwork({QStringLiteral("--ssl-cert=") + folder.filePath(QStringLiteral("server.pem")),
                                 QStringLiteral("--ssl-key=") + folder.filePath(QStringLiteral("server.key")),
                                 QStringLiteral("--ssl-ca=") + folder.filePath(QStringLiteral("ca.pem"))});
    QVERIFY2(started, started ? "" : started.error().text().c_str());
}

void TestCliServer::wrongAddressesAreWrongUsage_data() {
    QTest::addColumn<QByteArray>("url");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("no address") << QByteArray("db.example") << QByteArray("begins with mysql://");
    QTest::newRow("password") << QByteArray("mysql://me:sesame@db/shop") << QByteArray("EVENHAND_DB_PASSWORD");
    QTest::newRow("no user") << QByteArray("mysql://db/shop") << QByteArray("user");
    QTest::newRow("no name") << QByteArray("mysql://me@db") << QByteArray("names no database");
    QTest::newRow("no host") << QByteArray("mysql://me@/shop") << QByteArray("host");
    QTest::newRow("port") << QByteArray("mysql://me@db:0/shop") << QByteArray("port \"0\"");
    QTest::newRow("option") << QByteArray("mysql://me@db/shop?tls=1") << QByteArray("tls \"1\"");
    QTest::newRow("authority") << QByteArray("mysql://me@127.0.0.1/shop?ssl-ca=/no/ca.pem")
                               << QByteArray("ssl-ca \"/no/ca.pem\"");
}

void TestCliServer::wrongAddressesAreWrongUsage() {
    QFETCH(QByteArray, url);
    QFETCH(QByteArray, says);
    const Scratch scratch;
    const Outcome outcome = initAs(scratch, "", url.toStdString());
    QVERIFY2(outcome.code == 2, outcome.text().constData());
    QVERIFY2(outcome.err.contains("--database: ") && outcome.err.contains(says), outcome.text().constData());
    QVERIFY2(!outcome.err.contains("sesame"), "a password must never be shown");
    QVERIFY(!QFileInfo::exists(scratch.workspace()));
}

void TestCliServer::whatCannotBeReachedIsNamed_data() {
    QTest::addColumn<QByteArray>("wrong");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("names");
    QTest::newRow("host") << QByteArray("host") << QByteArray("storage") << QByteArray("(host = no-such-host.invalid)");
    QTest::newRow("port") << QByteArray("port") << QByteArray("storage") << QByteArray("(port = ");
    QTest::newRow("socket") << QByteArray("socket") << QByteArray("storage") << QByteArray("(socket = /no/db.sock)");
    QTest::newRow("name") << QByteArray("name") << QByteArray("permission_denied") << QByteArray("(user = ");
    QTest::newRow("no such database") << QByteArray("missing") << QByteArray("workspace_missing")
                                      << QByteArray("(name = nowhere)");
    QTest::newRow("user") << QByteArray("user") << QByteArray("permission_denied") << QByteArray("(user = nobody)");
    QTest::newRow("password") << QByteArray("password") << QByteArray("permission_denied") << QByteArray("(user = ");
    QTest::newRow("no password") << QByteArray("none") << QByteArray("no password was given") << QByteArray("(user = ");
}

void TestCliServer::whatCannotBeReachedIsNamed() {
    QFETCH(QByteArray, wrong);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, names);
    const auto right = newUser();
    QVERIFY(!right.user.empty());
    auto settings = right;
    const char* password = wrong == "password" ? "wrong-sesame" : wrong == "none" ? "" : "right";
    if (wrong == "host") {
        settings.host = "no-such-host.invalid";
    } else if (wrong == "port") {
        settings.port = evenhand::testing::freePort();
        names += QByteArray::number(settings.port);
    } else if (wrong == "socket") {
        settings.socket = "/no/db.sock";
    } else if (wrong == "name") {
        settings.database = "mysql";  // not theirs
    } else if (wrong == "missing") {
        QVERIFY(m_server.run("GRANT ALL ON *.* TO '" + settings.user + "'@'%'"));
        settings.database = "nowhere";
    } else if (wrong == "user") {
        settings.user = "nobody";
    }
    const Scratch scratch;
    const Outcome init = initAs(scratch, password, settings.url());
    isRefused(scratch, init, {code, names});
    QVERIFY2(!init.err.contains("sesame"), "a password must never be shown");
    QCOMPARE(tablesIn(right.database), 0);
    // The same for a workspace that is there.
    const Scratch populated;
    QCOMPARE(initAs(populated, "right", right.url()).code, 0);
    QVERIFY(app::writeAddress(populated.workspace().toStdString(), settings.url()));
    for (const char* command : {"stats", "verify", "run --until-idle", "import couriers -", "export orders o.csv"}) {
        const Outcome outcome = runAs(populated, password, words(command), kCouriers);
        QVERIFY2(outcome.code == 1 && outcome.err.count('\n') == 1, outcome.text().constData());
        QVERIFY2(outcome.err.contains(code) && outcome.err.contains(names), outcome.text().constData());
    }
    QVERIFY(!QFileInfo::exists(populated.path(QStringLiteral("o.csv"))));
    QVERIFY(app::writeAddress(populated.workspace().toStdString(), right.url()));
    QVERIFY(runAs(populated, "right", words("verify")).code == 0);
}

void TestCliServer::missingRightsLeaveNothingBehind() {
    for (const char* grants : {"SELECT", "SELECT, CREATE", "SELECT, CREATE, INSERT, REFERENCES, DROP"}) {
        const auto settings = newUser(grants);
        const Scratch scratch;
        const Outcome init = initAs(scratch, "right", settings.url());
        isRefused(scratch, init, {"permission_denied", "lacks a right", "mysql-grants.sql", settings.database.c_str()});
        if (QByteArray(grants).contains("DROP") || !QByteArray(grants).contains("CREATE")) {
            QCOMPARE(tablesIn(settings.database), 0);
        }
        // With the rights it is made, whatever was left.
        QVERIFY(m_server.run("GRANT ALL ON " + settings.database + ".* TO '" + settings.user + "'@'%'"));
        const Outcome again = initAs(scratch, "right", settings.url());
        QVERIFY2(again.code == 0, again.text().constData());
        QCOMPARE(runAs(scratch, "right", words("verify")).code, 0);
    }
}

void TestCliServer::latin1IsRefused() {
    const auto settings = newUser();
    QVERIFY(m_server.run("ALTER DATABASE " + settings.database + " CHARACTER SET latin1"));
    const Scratch scratch;
    isRefused(scratch, initAs(scratch, "right", settings.url()),
              {"unsupported", "latin1", "utf8mb4", ("(name = " + settings.database + ")").c_str()});
    QCOMPARE(tablesIn(settings.database), 0);
}

void TestCliServer::foreignAndNewerSchemasAreRefused() {
    const auto settings = newUser();
    QVERIFY(m_server.run("CREATE TABLE " + settings.database + ".recipes (name TEXT)"));
    const Scratch scratch;
    isRefused(scratch, initAs(scratch, "right", settings.url()),
              {"workspace_version", "not an Evenhand workspace", settings.database.c_str()});
    QCOMPARE(tablesIn(settings.database), 1);
    QVERIFY(m_server.run("DROP TABLE " + settings.database + ".recipes"));
    QCOMPARE(initAs(scratch, "right", settings.url()).code, 0);
    QVERIFY(m_server.run("UPDATE " + settings.database + ".meta SET value = '999' WHERE name = 'schema_version'"));
    for (const char* command : {"stats", "verify", "run --until-idle", "import couriers -"}) {
        const Outcome outcome = runAs(scratch, "right", words(command), kCouriers);
        QVERIFY2(outcome.code == 1 && outcome.err.count('\n') == 1, outcome.text().constData());
        QVERIFY2(outcome.err.contains("version 999") && outcome.err.contains("use a newer program") &&
                     outcome.err.contains(settings.url().c_str()),
                 outcome.text().constData());
    }
    const Scratch joining;  // nor does another machine join it
    isRefused(joining, initAs(joining, "right", settings.url()), {"version 999"});
}

/// What a killed restore has left in a database is for the next restore; what it has left in a folder is for nobody.
void TestCliServer::besideAnUnfinishedRestore() {
    const auto settings = newUser();
    const Scratch first;
    QCOMPARE(initAs(first, "right", settings.url()).code, 0);
    const auto meta = settings.database + ".meta";
    QVERIFY(m_server.run("DELETE FROM " + meta + " WHERE name = 'workspace_id'"));
    QVERIFY(m_server.run("INSERT INTO " + meta + " VALUES ('restoring', '1')"));
    const auto entries = [&] {
        return m_server.value("SELECT GROUP_CONCAT(name, ' ', value ORDER BY name) FROM " + meta);
    };
    const auto tables = tablesIn(settings.database);
    const auto before = entries();
    QVERIFY(before && before->contains(QStringLiteral("restoring 1")));
    const Scratch scratch;
    isRefused(scratch, initAs(scratch, "right", settings.url()),
              {"workspace_missing", "restoring into this database was interrupted", "run `evenhandctl restore` again",
               settings.database.c_str()});
    QCOMPARE(tablesIn(settings.database), tables);
    const auto after = entries();
    QVERIFY(after && *after == *before);

    const Scratch beside;
    QVERIFY(QDir().mkpath(beside.workspace()));
    for (const auto* name : {"w/restoring.db", "w/audit.anchor", "w/work.mark"}) {
        (void)beside.write(QLatin1String(name), "left");
    }
    const Outcome made = initAs(beside, "right", newUser().url());
    QVERIFY2(made.code == 0, made.text().constData());
    QVERIFY(!QFileInfo::exists(beside.path(QStringLiteral("w/restoring.db"))));
    for (const char* command : {"run --until-idle", "verify"}) {
        const Outcome outcome = runAs(beside, "right", words(command));
        QVERIFY2(outcome.code == 0, outcome.text().constData());
    }
}

void TestCliServer::tlsIsUsedAndCheckedWhereAskedFor() {
    auto settings = newUser();
    QVERIFY(m_server.run("ALTER USER '" + settings.user + "'@'%' REQUIRE SSL"));
    const Scratch plain;
    isRefused(plain, initAs(plain, "right", settings.url()), {"permission_denied", "ssl-ca", settings.user.c_str()});
    settings.sslCa = m_server.folder().toStdString() + "/ca.pem";
    const Scratch scratch;
    const Outcome init = initAs(scratch, "right", settings.url());
    QVERIFY2(init.code == 0, init.text().constData());
    QCOMPARE(runAs(scratch, "right", words("import couriers -"), kCouriers).code, 0);  // every connection is secured
    QCOMPARE(runAs(scratch, "right", words("verify")).code, 0);
    // Another authority.
    const Scratch others;
    QVERIFY(QDir().mkpath(others.path(QStringLiteral("ca"))));
    QVERIFY(evenhand::testing::makeCertificates(others.path(QStringLiteral("ca"))));
    auto wrong = newUser();
    wrong.sslCa = others.path(QStringLiteral("ca/ca.pem")).toStdString();
    isRefused(others, initAs(others, "right", wrong.url()), {"storage", "TLS", ("(ssl-ca = " + wrong.sslCa).c_str()});
    QCOMPARE(tablesIn(wrong.database), 0);
    // A server that has no TLS.
    auto* bare = evenhand::testing::sharedMariadb();
    QVERIFY(bare);
    auto unsecured = bare->newDatabase();
    QVERIFY(unsecured);
    unsecured->sslCa = settings.sslCa;
    isRefused(others, initAs(others, "", unsecured->url()),
              {"storage", "TLS", ("(ssl-ca = " + settings.sslCa).c_str()});
}

void TestCliServer::grantsAreEnoughAndNotMore() {
    QFile file(QStringLiteral(EVENHAND_SOURCE_DIR "/resources/packaging/mysql-grants.sql"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto script = file.readAll();
    const auto part2 = script.indexOf("-- Part 2");
    QVERIFY(part2 > 0);
    runScript(script.left(part2));
    const Scratch scratch;
    const auto url = [&](const char* user) { return m_server.networkSettings(user, "evenhand").url(); };
    const Scratch early;
    isRefused(early, initAs(early, "change-me-2", url("evenhand")), {"permission_denied", "evenhand"});
    const Outcome init = initAs(scratch, "change-me-1", url("evenhand_migrate"));
    QVERIFY2(init.code == 0, init.text().constData());
    runScript(script.mid(part2));
    QVERIFY(app::writeAddress(scratch.workspace().toStdString(), url("evenhand")));
    const auto works = [&](const char* command, const QByteArray& input = {}) {
        const Outcome outcome = runAs(scratch, "change-me-2", words(command), input);
        QVERIFY2(outcome.code == 0, (QByteArray(command) + ": " + outcome.text()).constData());
    };
    works("import couriers -", kCouriers);
    works("import products -", "sku,name,unit_price,stock\ntea,Tea,1.00,500\n");
    works("import orders - --paid --stock-for-new-sku 1000", manyOrders(30));
    works("reassign N1 --reason ill");
    {
        app::OpenOptions options;
        options.password = [](const store::MysqlSettings&) -> Result<std::string> {
            return std::string("change-me-2");
        };
        options.engine.compaction.journalRecords = 20;
        auto workspace = app::Workspace::open(scratch.workspace().toStdString(), options);
        QVERIFY2(workspace, workspace ? "" : workspace.error().text().c_str());
        const api::Call call{api::Actor::administrator("test"), "because", {}};
        auto& dispatch = (*workspace)->dispatch();
        test::OrderClient client(**workspace, "c", 11);
        QVERIFY(client.populate());
        client.run(600, 20);
        const CampusId north("north");
        QVERIFY(dispatch.upsertCampus(call, {north, "North", {}}).result());
        for (const auto& done :
             {dispatch.setPaused(call, north, true).result(), dispatch.setPaused(call, north, false).result(),
              dispatch.setDuty(call, CourierId("k0"), false).result(),
              dispatch.setDuty(call, CourierId("k0"), true).result()}) {
            QVERIFY2(done || done.error().code != ErrorCode::PermissionDenied, done ? "" : done.error().text().c_str());
        }
        QVERIFY(dispatch.retryDeadLetters(call, {}).result());
        QVERIFY(dispatch.handOver(call, CourierId("k1"), {}).result());
        QVERIFY(dispatch.calibrate(call, north).result());
        auto& timers = (*workspace)->timers();
        for (const bool paused : {true, false}) {
            QVERIFY(timers.setPaused(call, api::TimerKind::Unpaid, paused).result());
        }
        for (const auto& done :
             {timers.setPolicy(call, north, {}).result(), timers.setQueue(call, false, 1'000).result(),
              timers.setQueue(call, true, 1'000).result()}) {
            QVERIFY2(done, done ? "" : done.error().text().c_str());
        }
        auto placed =
            (*workspace)
                ->orders()
                .place(call,
                       {"late", OrderNo("late"), UserId("u"), north, {{Sku("tea"), 1, Money{100}}}, std::nullopt});
        QVERIFY(placed.result());
        const auto ran = timers.run(call, {{OrderNo("late"), std::nullopt, std::nullopt}}).result();
        QVERIFY2(ran && !ran->front().error, ran && ran->front().error ? ran->front().error->text().c_str() : "");
        auto& sales = (*workspace)->seckill();
        const Instant now = (*workspace)->status().now;
        const api::ActivityInput sale{ActivityId("s"), "Sale", Sku("tea"), north,
                                      Money{1},        5,      now,        now.plusMs(3'600'000)};
        QVERIFY(sales.setUp(call, sale).result());
        QVERIFY(sales.discard(call, sale.id, 0).result());
        QVERIFY(sales.setUp(call, sale).result());
        QVERIFY(sales.start(call, sale.id).result());
        const auto attempt = sales.attempt(call, {sale.id, UserId("u")}).result();
        QVERIFY(attempt && attempt->outcome == api::AttemptOutcome::Reserved);
        QVERIFY(sales.end(call, sale.id).result());
        QVERIFY(client.fates.errors.empty());
        QVERIFY((*workspace)->status().state == api::EngineState::Live);
        QCOMPARE(test::faultOf(**workspace, client.fates), std::string());
    }
    works("run --until-idle");
    works("verify");
    auto engine = m_server.networkSettings("evenhand", "evenhand");
    engine.password = "change-me-2";
    const auto database = store::Database::openMysql(engine, store::Database::Access::ReadWrite);
    QVERIFY(database);
    for (const char* table : {"weight_entry", "order_event", "duty_entry", "stock_entry", "payment", "owed_payment",
                              "ledger_entry", "money_event", "order_line", "meta"}) {
        for (const auto& sql :
             {"DELETE FROM " + std::string(table), "UPDATE " + std::string(table) + " SET " +
                                                       (qstrcmp(table, "meta") == 0         ? "value = 'x'"
                                                        : qstrcmp(table, "order_line") == 0 ? "quantity = 1"
                                                                                            : "at = 0")}) {
            const auto done = (*database)->execute(sql);
            QVERIFY2(!done && done.error().code == ErrorCode::PermissionDenied, sql.c_str());
        }
    }
    for (const char* sql : {"DROP TABLE meta", "DELETE FROM orders", "TRUNCATE TABLE payment",
                            "ALTER TABLE payment ADD x INT", "UPDATE keyspace_journal SET at = 0"}) {
        const auto done = (*database)->execute(sql);
        QVERIFY2(!done && done.error().code == ErrorCode::PermissionDenied, sql);
    }
    // Whoever reports reads all and changes nothing.
    QVERIFY(app::writeAddress(scratch.workspace().toStdString(), url("evenhand_report")));
    const auto before = runAs(scratch, "change-me-3", words("export orders -")).out;
    QCOMPARE(runAs(scratch, "change-me-3", words("stats")).code, 0);
    QCOMPARE(runAs(scratch, "change-me-3", words("verify")).code, 0);
    for (const char* command : {"import couriers -", "run --until-idle", "reassign N2 --reason x"}) {
        const Outcome outcome = runAs(scratch, "change-me-3", words(command), kCouriers);
        QVERIFY2(outcome.code == 1 && outcome.err.contains("permission_denied") && outcome.err.count('\n') == 1,
                 outcome.text().constData());
    }
    QCOMPARE(runAs(scratch, "change-me-3", words("export orders -")).out, before);
}

void TestCliServer::oneEngineAtATime() {
    const auto settings = newUser();
    const Scratch first;
    const Scratch second;  // another machine's folder
    for (const auto* scratch : {&first, &second}) {
        const Outcome init = initAs(*scratch, "right", settings.url());
        QVERIFY2(init.code == 0, init.text().constData());
    }
    QProcess engine;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("EVENHAND_DB_PASSWORD"), QStringLiteral("right"));
    engine.setProcessEnvironment(environment);
    engine.start(ctlPath(), {QStringLiteral("--workspace"), first.workspace(), QStringLiteral("run")});
    QVERIFY(engine.waitForStarted());
    engine.setReadChannel(QProcess::StandardError);
    while (!engine.canReadLine()) {
        QVERIFY(engine.waitForReadyRead(60'000));
    }
    QVERIFY(engine.readLine().startsWith("Running"));
    for (const auto* scratch : {&first, &second}) {
        for (const char* busy : {"run --until-idle", "import couriers -", "reassign A1 --reason x"}) {
            const Outcome outcome = runAs(*scratch, "right", words(busy), kCouriers);
            QVERIFY2(outcome.code == 5 && outcome.err.count('\n') == 1, outcome.text().constData());
            QVERIFY2(outcome.err.contains("process " + QByteArray::number(engine.processId())),
                     outcome.err.constData());
        }
        QCOMPARE(runAs(*scratch, "right", words("verify")).code, 0);
    }
    engine.terminate();
    QVERIFY(engine.waitForFinished(60'000));
    QCOMPARE(engine.exitCode(), 0);
    QCOMPARE(runAs(second, "right", words("import couriers -"), kCouriers).code, 0);
}

void TestCliServer::anImportGoesOnWhenTheServerComesBack() {
    constexpr int kMany = 1'500;
    MariadbServer server;
    const auto started = server.start();
    QVERIFY2(started, started ? "" : started.error().text().c_str());
    const auto settings = server.newDatabase();
    QVERIFY(settings);
    const Scratch scratch;
    QCOMPARE(initAs(scratch, "", settings->url()).code, 0);
    QCOMPARE(scratch.run(words("import couriers -"), kCouriers).code, 0);
    (void)scratch.write(QStringLiteral("many.csv"), manyOrders(kMany));
    QProcess process;
    process.setWorkingDirectory(scratch.path(QString()));
    process.start(ctlPath(), QStringList{QStringLiteral("--workspace"), scratch.workspace(), QStringLiteral("--json")} +
                                 words("import orders many.csv --paid --stock-for-new-sku 1000000"));
    QVERIFY(process.waitForStarted());
    while (process.state() == QProcess::Running && numberIn(scratch, "SELECT COUNT(*) FROM orders") < 200) {
        process.waitForFinished(1);
    }
    server.kill();
    QVERIFY(server.start());
    QVERIFY(process.waitForFinished(300'000));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    QVERIFY(process.readAllStandardOutput().contains("\"orders\":{\"accepted\":1500,\"duplicate\":0,\"rejected\":0}"));
    QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("orders.total")), kMany);
    verifyWhole(scratch);
}

void TestCliServer::aFullServerLeavesWholeOrders() {
    // A system tablespace that may not grow stands for a full disk: the server answers the same way.
    MariadbServer small;
    const auto limited = [](const char* most) {
        return QStringList{QStringLiteral("--innodb-file-per-table=0"), QStringLiteral("--innodb-undo-tablespaces=0"),
                           QStringLiteral("--innodb-data-file-path=ibdata1:12M:autoextend:max:") + QLatin1String(most)};
    };
    const auto started = small.start(limited("18M"));
    QVERIFY2(started, started ? "" : started.error().text().c_str());
    const auto settings = small.newDatabase();
    QVERIFY(settings);
    const Scratch scratch;
    const Outcome init = initAs(scratch, "", settings->url());
    QVERIFY2(init.code == 0, init.text().constData());
    QCOMPARE(scratch.run(words("import couriers -"), kCouriers).code, 0);
    (void)scratch.write(QStringLiteral("many.csv"), manyOrders(5'000));
    const auto import = words("import orders many.csv --paid --stock-for-new-sku 1000000");
    const Outcome full = scratch.run(import);
    QVERIFY2(full.code == 1, full.text().constData());
    QVERIFY2(full.err.contains("no space left") && full.err.contains("storage"), full.text().constData());
    const auto taken = scratch.json(words("stats")).number(QStringLiteral("orders.total"));
    QVERIFY(taken > 0 && taken < 5'000);
    QCOMPARE(scratch.run(words("verify")).code, 0);
    // Nor can another workspace be made, and nothing of it is left.
    const auto another = small.newDatabase();
    QVERIFY(another);
    const Scratch late;
    const Outcome refused = initAs(late, "", another->url());
    isRefused(late, refused, {"storage", "no space left"});
    const auto left =
        small.value("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = '" + another->database + "'");
    QVERIFY(left);
    QCOMPARE(*left, QStringLiteral("0"));
    // With room again the same command takes the rest.
    small.kill();
    QVERIFY(small.start(limited("500M")));
    const Outcome rest = scratch.json(import);
    QVERIFY2(rest.code == 0, rest.text().constData());
    QCOMPARE(rest.number(QStringLiteral("orders.duplicate")), taken);
    verifyWhole(scratch);
}

}  // namespace test_cli_server

QTEST_GUILESS_MAIN(test_cli_server::TestCliServer)
#include "test_cli_server.moc"
