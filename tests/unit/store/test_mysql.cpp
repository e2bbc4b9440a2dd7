// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QProcess>
#include <QtTest>
#include <thread>

#include "engine/store/database/database.h"
#include "engine/store/database/migrator.h"
#include "engine/store/database/mysql_settings.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_mysql {

using namespace evenhand;
using namespace evenhand::store;
using evenhand::testing::MariadbServer;

#define NEED(expression)                                                                 \
    do {                                                                                 \
        const auto& need = (expression);                                                 \
        QVERIFY2(need.has_value(), need.has_value() ? "" : need.error().text().c_str()); \
    } while (false)

namespace {

constexpr std::string_view kInsert = "INSERT INTO product (sku, name, unit_price, stock) VALUES (?, ?, 1, ?)";

WorkspaceMeta someMeta() { return {0, "b7a1f9a2-1111-4222-8333-444455556666", "CNY", 2, "Asia/Shanghai", {1}, {}}; }

std::int64_t scalar(Database& database, std::string_view sql) {
    auto& statement = database.statement(sql);
    if (!statement.query() || !statement.next()) {
        return -1;
    }
    const auto value = statement.onlyNumber();
    statement.finish();
    return value;
}

}  // namespace

class TestMysql : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();

    void sessionIsAsPromised();
    void stackedStatementsAreRefused();
    void quotesAndBytesArriveAsTheyAre();
    void idsDifferByCaseAndTrailingSpace();
    void gatheredRowsAreSentTogether();
    void gatheredRowsOfAnUndoneCommandAreGone();
    void olderRowsSurviveAnUndoAfterTheyWereSent();
    void gatheredDuplicateFaultsTheTransaction();
    void gatheredParentIsSentBeforeItsChild();
    void guardKeepsFromCommitting();
    void lockTimeoutIsAConflict();
    void deadlockIsAConflict();
    void droppedConnectionIsSaid();
    void brokenCommitIsUnknown();
    void lateCancelSparesTheNextQuery();
    void badAddressesAreNamed_data();
    void badAddressesAreNamed();
    void wrongPasswordIsSaid();
    void missingRightsAreSaid();
    void latin1IsRefused();
    void foreignDatabaseIsRefused();
    void interruptedMakingGoesOn_data();
    void interruptedMakingGoesOn();
    void everyStatementOfAMakingIsCounted();
    void interruptedRestoreBeginsAnew_data();
    void interruptedRestoreBeginsAnew();
    void aRestoreInterruptedInAMigrationBeginsAnew();
    void fullDiskIsSaid();
    void serversThatMayLoseCommitsAreSaid();
    void serverWithoutTlsIsRefused();
    void tlsIsUsedWhenAskedFor();

private:
    std::unique_ptr<Database> createDatabase() {
        auto database = Database::openMysql(m_settings, Database::Access::ReadWrite);
        if (!database) {
            qWarning("%s", database.error().text().c_str());
            return nullptr;
        }
        if (auto schema = createSchema(**database, someMeta()); !schema) {
            qWarning("%s", schema.error().text().c_str());
            return nullptr;
        }
        return std::move(*database);
    }

    MariadbServer* m_server = nullptr;
    MysqlSettings m_settings;
};

void TestMysql::init() {
    m_server = evenhand::testing::sharedMariadb();
    QVERIFY(m_server);
    auto settings = m_server->newDatabase();
    NEED(settings);
    m_settings = *settings;
}

void TestMysql::sessionIsAsPromised() {
    auto database = createDatabase();
    QVERIFY(database);
    auto& session = database->statement(
        "SELECT @@sql_mode AS mode, @@time_zone AS zone, @@character_set_client AS client, @@tx_isolation AS "
        "isolation, "
        "@@collation_connection AS sorting");
    NEED(session.query());
    QVERIFY(session.next());
    QVERIFY(session.text("mode").find("STRICT_ALL_TABLES") != std::string::npos);
    QVERIFY(session.text("mode").find("NO_BACKSLASH_ESCAPES") != std::string::npos);
    QCOMPARE(session.text("zone"), std::string("+00:00"));
    QCOMPARE(session.text("client"), std::string("utf8mb4"));
    QCOMPARE(session.text("isolation"), std::string("READ-COMMITTED"));
    QCOMPARE(session.text("sorting"), std::string("utf8mb4_nopad_bin"));
    QCOMPARE(scalar(*database,
                    "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND "
                    "(engine <> 'InnoDB' OR table_collation <> 'utf8mb4_nopad_bin')"),
             0);
    QVERIFY(database->server().starts_with("MariaDB 1"));
}

void TestMysql::stackedStatementsAreRefused() {
    auto database = createDatabase();
    QVERIFY(database);
    QVERIFY(!database->execute("SELECT 1; DROP TABLE meta"));
    QVERIFY(!database->statement("SELECT 1; DELETE FROM meta").query());
    QVERIFY(scalar(*database, "SELECT COUNT(*) FROM meta") > 0);
}

void TestMysql::quotesAndBytesArriveAsTheyAre() {
    auto database = createDatabase();
    QVERIFY(database);
    NEED(database->execute(database->dialect().expandSchema("CREATE TABLE t (k {pk}, s {text}, b {blob}) {table}")));
    std::string all;
    for (int i = 0; i < 256; ++i) {
        all += static_cast<char>(i);
    }
    for (const std::string text : {"it's", "''", "'", "\\", "\\'", "a\\0b", "'; DROP TABLE t; --", "?", "校园 🙂",
                                   "\"x\"", "line\nline\r\t", "%_"}) {
        NEED(database->statement("INSERT INTO t (s, b) VALUES (?, ?)").bind(text).bindBlob(all + text).write());
        auto& read = database->statement("SELECT s, b FROM t WHERE s = ? AND b = ? AND '?' = '?'")
                         .bind(text)
                         .bindBlob(all + text);
        NEED(read.query());
        QVERIFY2(read.next(), text.c_str());
        QCOMPARE(read.text("s"), text);
        QCOMPARE(read.blob("b"), all + text);
        QVERIFY(!read.next());
    }
    // Text that is no UTF-8 is refused, not changed.
    QVERIFY(!database->statement("INSERT INTO t (s, b) VALUES (?, ?)").bind("a\xff\x62").bindBlob("x").write());
    QVERIFY(!database->statement("INSERT INTO t (s, b) VALUES (?, ?)").bind("a\xe4").bindBlob("x").write());
    for (const std::int64_t number :
         {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
        auto& read = database->statement("SELECT ?").bind(number);
        NEED(read.query());
        QVERIFY(read.next());
        QCOMPARE(read.onlyNumber(), number);
    }
}

void TestMysql::idsDifferByCaseAndTrailingSpace() {
    auto database = createDatabase();
    QVERIFY(database);
    for (const std::string_view sku : {"a", "A", "a ", "ä", "a\t"}) {
        NEED(database->statement(kInsert).bind(sku).bind("n").bind(std::int64_t{1}).write());
    }
    auto& read = database->statement("SELECT sku FROM product ORDER BY sku");
    NEED(read.query());
    std::vector<std::string> order;
    while (read.next()) {
        order.push_back(read.text("sku"));
    }
    QCOMPARE(order, (std::vector<std::string>{"A", "a", "a\t", "a ", "ä"}));  // byte by byte
    QVERIFY(!database->statement(kInsert).bind(std::string(65, 'x')).bind("n").bind(std::int64_t{1}).write());
}

void TestMysql::gatheredRowsAreSentTogether() {
    auto database = createDatabase();
    QVERIFY(database);
    const auto before = scalar(*database,
                               "SELECT variable_value FROM information_schema.session_status WHERE "
                               "variable_name = 'COM_INSERT'");
    NEED(database->begin());
    for (int i = 0; i < 900; ++i) {
        database->openScope();
        NEED(database->statement(kInsert).bind("s" + std::to_string(i)).bind("it's").bind(std::int64_t{1}).gather());
        QVERIFY(database->scopeHasWrites());
        NEED(database->keepScope());
    }
    QVERIFY(database->transactionChanged());
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 900);  // a query of the table sends them first
    NEED(database->statement(kInsert).bind("last").bind("n").bind(std::int64_t{1}).gather());
    NEED(database->commit());
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 901);
    QCOMPARE(scalar(*database,
                    "SELECT variable_value FROM information_schema.session_status WHERE "
                    "variable_name = 'COM_INSERT'") -
                 before,
             2);
}

void TestMysql::gatheredRowsOfAnUndoneCommandAreGone() {
    auto database = createDatabase();
    QVERIFY(database);
    NEED(database->begin());
    for (const std::string_view sku : {"keep1", "undo", "keep2", "undo2"}) {
        database->openScope();
        NEED(database->statement(kInsert).bind(sku).bind("n").bind(std::int64_t{1}).gather());
        if (sku.starts_with("undo")) {
            NEED(database->undoScope());
        } else {
            NEED(database->keepScope());
        }
    }
    NEED(database->commit());
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 2);
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product WHERE sku LIKE 'undo%'"), 0);
    NEED(database->begin());
    database->openScope();
    NEED(database->statement(kInsert).bind("x").bind("n").bind(std::int64_t{1}).gather());
    NEED(database->undoScope());
    QVERIFY(!database->transactionChanged());
    database->rollback();
    NEED(database->begin());
    NEED(database->statement(kInsert).bind("y").bind("n").bind(std::int64_t{1}).gather());
    database->rollback();
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 2);
}

void TestMysql::olderRowsSurviveAnUndoAfterTheyWereSent() {
    auto database = createDatabase();
    QVERIFY(database);
    const std::string_view stockEntry = "INSERT INTO stock_entry (sku, at, quantity, actor) VALUES (?, 1, ?, 'x')";
    NEED(database->statement(kInsert).bind("p").bind("n").bind(std::int64_t{1}).write());
    for (const bool writeFirst : {true, false}) {
        NEED(database->begin());
        database->openScope();
        NEED(database->statement(stockEntry).bind("p").bind(std::int64_t{1}).gather());
        NEED(database->keepScope());
        database->openScope();
        if (writeFirst) {  // the savepoint is made before the older rows are sent
            NEED(database->statement("UPDATE product SET stock = stock + 1 WHERE sku = ?").bind("p").write());
        }
        NEED(database->statement(stockEntry).bind("p").bind(std::int64_t{2}).gather());
        QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM stock_entry WHERE quantity = 2"), 1);
        NEED(database->undoScope());
        QVERIFY(database->transactionChanged());
        database->openScope();
        NEED(database->statement(stockEntry).bind("p").bind(std::int64_t{3}).gather());
        NEED(database->keepScope());
        NEED(database->commit());
        QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM stock_entry WHERE quantity = 1"), 1);
        QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM stock_entry WHERE quantity = 2"), 0);
        QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM stock_entry WHERE quantity = 3"), 1);
        QCOMPARE(scalar(*database, "SELECT stock FROM product"), 1);
        NEED(database->execute("DELETE FROM stock_entry"));
    }
}

void TestMysql::gatheredDuplicateFaultsTheTransaction() {
    auto database = createDatabase();
    QVERIFY(database);
    NEED(database->statement(kInsert).bind("p").bind("n").bind(std::int64_t{1}).write());
    NEED(database->begin());
    NEED(database->statement(kInsert).bind("q").bind("n").bind(std::int64_t{1}).gather());
    NEED(database->statement(kInsert).bind("p").bind("n").bind(std::int64_t{1}).gather());
    const auto committed = database->commit();
    QVERIFY(!committed);
    QCOMPARE(committed.error().code, ErrorCode::AlreadyExists);
    QVERIFY(database->faulted());
    database->rollback();
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 1);
}

void TestMysql::gatheredParentIsSentBeforeItsChild() {
    auto database = createDatabase();
    QVERIFY(database);
    NEED(database->begin());
    NEED(database->statement(kInsert).bind("p").bind("n").bind(std::int64_t{1}).gather());
    NEED(database->statement("INSERT INTO stock_entry (sku, at, quantity, actor) VALUES (?, 1, 1, 'x')")
             .bind("p")
             .write());
    NEED(database->commit());
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 1);
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM stock_entry"), 1);
}

void TestMysql::guardKeepsFromCommitting() {
    auto database = createDatabase();
    QVERIFY(database);
    bool owner = true;
    std::int64_t seen = -1;
    database->setCommitGuard([&](Database& guarded) -> Result<void> {
        seen = scalar(guarded, "SELECT COUNT(*) FROM product");
        return owner ? Result<void>{} : fail(ErrorCode::WorkspaceInUse, "taken over");
    });
    NEED(database->begin());
    NEED(database->statement(kInsert).bind("p").bind("n").bind(std::int64_t{1}).gather());
    NEED(database->commit());
    QCOMPARE(seen, 1);  // it ran after everything else
    owner = false;
    NEED(database->begin());
    NEED(database->statement(kInsert).bind("q").bind("n").bind(std::int64_t{1}).gather());
    QCOMPARE(database->commit().error().code, ErrorCode::WorkspaceInUse);
    database->rollback();
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 1);
}

void TestMysql::lockTimeoutIsAConflict() {
    auto database = createDatabase();
    QVERIFY(database);
    NEED(database->statement(kInsert).bind("p").bind("n").bind(std::int64_t{1}).write());
    auto other = Database::openMysql(m_settings, Database::Access::ReadWrite);
    NEED(other);
    NEED(database->execute("SET SESSION innodb_lock_wait_timeout = 1"));
    NEED((*other)->begin());
    NEED((*other)->execute("UPDATE product SET stock = 5"));
    NEED(database->begin());
    const auto waited = database->statement("UPDATE product SET stock = 6").write();
    QVERIFY(!waited);
    QCOMPARE(waited.error().code, ErrorCode::Storage);
    QCOMPARE(database->faultKind(), Database::FaultKind::Conflict);
    database->rollback();
    NEED((*other)->commit());
    NEED(database->begin());
    QCOMPARE(database->faultKind(), Database::FaultKind::None);
    NEED(database->commit());
}

void TestMysql::deadlockIsAConflict() {
    auto database = createDatabase();
    QVERIFY(database);
    for (const std::string_view sku : {"p", "q"}) {
        NEED(database->statement(kInsert).bind(sku).bind("n").bind(std::int64_t{1}).write());
    }
    auto other = Database::openMysql(m_settings, Database::Access::ReadWrite);
    NEED(other);
    const std::string_view update = "UPDATE product SET stock = stock + 1 WHERE sku = ?";
    NEED(database->begin());
    NEED((*other)->begin());
    NEED(database->statement(update).bind("p").write());
    NEED((*other)->statement(update).bind("q").write());
    Result<std::int64_t> first;
    std::thread thread([&] { first = database->statement(update).bind("q").write(); });
    const auto second = (*other)->statement(update).bind("p").write();
    if (!second) {
        (*other)->rollback();
    }
    thread.join();
    QVERIFY(first.has_value() != second.has_value());  // the server has picked one
    QCOMPARE((first ? **other : *database).faultKind(), Database::FaultKind::Conflict);
    database->rollback();
    (*other)->rollback();
}

void TestMysql::droppedConnectionIsSaid() {
    auto database = createDatabase();
    QVERIFY(database);
    NEED(database->begin());
    NEED(database->statement(kInsert).bind("p").bind("n").bind(std::int64_t{1}).write());
    const auto id = scalar(*database, "SELECT CONNECTION_ID()");
    NEED(m_server->run("KILL CONNECTION " + std::to_string(id)));
    const auto write = database->statement(kInsert).bind("q").bind("n").bind(std::int64_t{1}).write();
    QVERIFY(!write);
    QCOMPARE(write.error().code, ErrorCode::Storage);
    QCOMPARE(database->faultKind(), Database::FaultKind::Dropped);
    QVERIFY(!database->isOpen());
    database->rollback();
    QVERIFY(!database->begin());
    NEED(database->reopen());
    NEED(database->begin());
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 0);
    NEED(database->commit());
}

void TestMysql::brokenCommitIsUnknown() {
    auto database = createDatabase();
    QVERIFY(database);
    NEED(database->begin());
    NEED(database->statement(kInsert).bind("p").bind("n").bind(std::int64_t{1}).write());
    database->setCommitGuard([&](Database& guarded) -> Result<void> {
        return m_server->run("KILL CONNECTION " + std::to_string(scalar(guarded, "SELECT CONNECTION_ID()")));
    });
    const auto committed = database->commit();
    QVERIFY(!committed);
    QCOMPARE(committed.error().code, ErrorCode::OutcomeUnknown);
    QCOMPARE(database->faultKind(), Database::FaultKind::Dropped);
}

void TestMysql::lateCancelSparesTheNextQuery() {
    auto database = createDatabase();
    QVERIFY(database);
    std::atomic<bool> done{false};
    std::thread canceller([&] {
        while (!done.load()) {
            database->cancel();
            std::this_thread::yield();
        }
    });
    // Each statement is either cancelled itself or whole; one that comes when nobody cancels is always whole.
    for (int i = 0; i < 300; ++i) {
        auto& read = database->statement("SELECT COUNT(*) FROM meta");
        if (read.query()) {
            QVERIFY(read.next());
            read.finish();
        } else {
            QCOMPARE(read.status().error().code, ErrorCode::Cancelled);
        }
    }
    done = true;
    canceller.join();
    for (int i = 0; i < 50; ++i) {
        QVERIFY(scalar(*database, "SELECT COUNT(*) FROM meta") > 0);
    }
}

void TestMysql::badAddressesAreNamed_data() {
    QTest::addColumn<QString>("part");
    QTest::addColumn<int>("code");
    QTest::newRow("host") << QStringLiteral("host") << int(ErrorCode::Storage);
    QTest::newRow("port") << QStringLiteral("port") << int(ErrorCode::Storage);
    QTest::newRow("socket") << QStringLiteral("socket") << int(ErrorCode::Storage);
    QTest::newRow("name") << QStringLiteral("name") << int(ErrorCode::WorkspaceMissing);
    QTest::newRow("ssl-ca") << QStringLiteral("ssl-ca") << int(ErrorCode::InvalidArgument);
}

void TestMysql::badAddressesAreNamed() {
    QFETCH(QString, part);
    QFETCH(int, code);
    auto settings = m_settings;
    settings.connectTimeoutS = 2;
    if (part == QLatin1String("host")) {
        settings.socket.clear();
        settings.host = "no-such-host.invalid";
    } else if (part == QLatin1String("port")) {
        settings.socket.clear();
        settings.host = "127.0.0.1";
        settings.port = 1;
    } else if (part == QLatin1String("socket")) {
        settings.socket = "/nonexistent/x.sock";
    } else if (part == QLatin1String("name")) {
        settings.database = "nowhere";
    } else {
        settings.sslCa = "/nonexistent/ca.pem";
    }
    const auto database = Database::openMysql(settings, Database::Access::ReadWrite);
    QVERIFY(!database);
    QCOMPARE(int(database.error().code), code);
    QCOMPARE(QString::fromStdString(database.error().field), part);
}

void TestMysql::wrongPasswordIsSaid() {
    NEED(m_server->run("CREATE USER IF NOT EXISTS 'clerk'@'localhost' IDENTIFIED BY 'right'"));
    NEED(m_server->run("GRANT ALL ON " + m_settings.database + ".* TO 'clerk'@'localhost'"));
    auto settings = m_settings;
    settings.user = "clerk";
    settings.password = "wrong-one";
    const auto wrong = Database::openMysql(settings, Database::Access::ReadWrite);
    QVERIFY(!wrong);
    QCOMPARE(wrong.error().code, ErrorCode::PermissionDenied);
    QCOMPARE(wrong.error().field, std::string("user"));
    QVERIFY(wrong.error().text().find("wrong-one") == std::string::npos);
    settings.password = "right";
    NEED(Database::openMysql(settings, Database::Access::ReadWrite));
}

void TestMysql::missingRightsAreSaid() {
    auto owner = createDatabase();
    NEED(m_server->run("CREATE USER IF NOT EXISTS 'looker'@'localhost'"));
    auto settings = m_settings;
    settings.user = "looker";
    QCOMPARE(Database::openMysql(settings, Database::Access::ReadWrite).error().code, ErrorCode::PermissionDenied);
    NEED(m_server->run("GRANT SELECT ON " + m_settings.database + ".* TO 'looker'@'localhost'"));
    auto looker = Database::openMysql(settings, Database::Access::ReadWrite);
    NEED(looker);
    const auto write = (*looker)->statement(kInsert).bind("p").bind("n").bind(std::int64_t{1}).write();
    QVERIFY(!write);
    QCOMPARE(write.error().code, ErrorCode::PermissionDenied);
    QVERIFY(write.error().message.find("grants") != std::string::npos);
    NEED(m_server->run("CREATE DATABASE " + m_settings.database + "_empty CHARACTER SET utf8mb4"));
    NEED(m_server->run("GRANT SELECT ON " + m_settings.database + "_empty.* TO 'looker'@'localhost'"));
    settings.database += "_empty";
    auto empty = Database::openMysql(settings, Database::Access::ReadWrite);
    NEED(empty);
    QCOMPARE(createSchema(**empty, someMeta()).error().code, ErrorCode::PermissionDenied);
    QCOMPARE(scalar(**empty, "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE()"), 0);
}

void TestMysql::latin1IsRefused() {
    NEED(m_server->run("CREATE DATABASE " + m_settings.database + "_old CHARACTER SET latin1"));
    auto settings = m_settings;
    settings.database += "_old";
    const auto old = Database::openMysql(settings, Database::Access::ReadWrite);
    QVERIFY(!old);
    QCOMPARE(old.error().code, ErrorCode::Unsupported);
    QVERIFY(old.error().message.find("latin1") != std::string::npos);
    {
        auto database = createDatabase();
        QVERIFY(database);
        NEED(database->execute("ALTER TABLE dead_letter MODIFY reason TEXT CHARACTER SET latin1"));
    }
    const auto column = Database::openMysql(m_settings, Database::Access::ReadWrite);
    QVERIFY(!column);
    QCOMPARE(column.error().code, ErrorCode::Unsupported);
    QCOMPARE(column.error().value, std::string("dead_letter.reason"));
}

void TestMysql::foreignDatabaseIsRefused() {
    NEED(m_server->run("CREATE TABLE " + m_settings.database + ".meta (recipe INT)"));
    auto database = Database::openMysql(m_settings, Database::Access::ReadWrite);
    NEED(database);
    QCOMPARE(createSchema(**database, someMeta()).error().code, ErrorCode::WorkspaceVersion);
    QCOMPARE(openSchema(**database, true).error().code, ErrorCode::WorkspaceVersion);
    QCOMPARE(scalar(**database, "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE()"), 1);
}

void TestMysql::interruptedMakingGoesOn_data() {
    QTest::addColumn<int>("statements");
    QTest::addColumn<bool>("counted");
    for (const int statements : {1, 2, 9, 40}) {
        QTest::addRow("after %d", statements) << statements << true;
        QTest::addRow("after %d, the last not counted", statements) << statements << false;
    }
}

void TestMysql::interruptedMakingGoesOn() {
    QFETCH(int, statements);
    QFETCH(bool, counted);
    auto database = Database::openMysql(m_settings, Database::Access::ReadWrite);
    NEED(database);
    const auto all = splitMigration((*database)->dialect(), allMigrations().front().sql);
    const auto done = std::min(static_cast<std::size_t>(statements), all.size());
    for (std::size_t i = 0; i < done; ++i) {
        NEED((*database)->execute(all[i]));
    }
    const auto recorded = static_cast<int>(done) - (counted ? 0 : 1);
    if (recorded > 0) {
        NEED((*database)->execute("INSERT INTO meta VALUES ('migrating', '1:" + std::to_string(recorded) + "')"));
    }
    if (statements > 1) {
        QCOMPARE(openSchema(**database, true).error().code, ErrorCode::WorkspaceMissing);
    }
    NEED(createSchema(**database, someMeta()));
    NEED(openSchema(**database, false));
    QCOMPARE(scalar(**database, "SELECT COUNT(*) FROM meta WHERE name = 'migrating'"), 0);
    QCOMPARE(createSchema(**database, someMeta()).error().code, ErrorCode::AlreadyExists);
}

/// Where all tables are there and only the first is counted, each attempt takes the next one for the one at which the
/// former was interrupted, counts it, and stops at the one after it.
void TestMysql::everyStatementOfAMakingIsCounted() {
    auto database = Database::openMysql(m_settings, Database::Access::ReadWrite);
    NEED(database);
    const auto all = splitMigration((*database)->dialect(), allMigrations().front().sql);
    QVERIFY(all.size() > 10);
    for (const auto& text : all) {
        NEED((*database)->execute(text));
    }
    NEED((*database)->execute("INSERT INTO meta VALUES ('migrating', '1:1')"));
    for (std::size_t counted = 2; counted < all.size(); ++counted) {
        QVERIFY(!createSchema(**database, someMeta()));
        auto& progress = (*database)->statement("SELECT value FROM meta WHERE name = 'migrating'");
        NEED(progress.query());
        QVERIFY(progress.next());
        QCOMPARE(progress.textAt(0), "1:" + std::to_string(counted));
        progress.finish();
    }
    NEED(createSchema(**database, someMeta()));
    NEED(openSchema(**database, false));
    QCOMPARE(scalar(**database, "SELECT COUNT(*) FROM meta WHERE name = 'migrating'"), 0);
}

void TestMysql::interruptedRestoreBeginsAnew_data() {
    QTest::addColumn<QByteArray>("entries");
    QTest::newRow("before its mark") << QByteArray();
    // CREATE TABLE commits by itself, so each of these entries does too.
    QTest::newRow("after its mark") << QByteArray("('restoring', '1')");
    QTest::newRow("when it counts") << QByteArray("('restoring', '1'), ('migrating', '1:1')");
}

void TestMysql::interruptedRestoreBeginsAnew() {
    QFETCH(QByteArray, entries);
    auto database = Database::openMysql(m_settings, Database::Access::ReadWrite);
    NEED(database);
    NEED((*database)->execute(splitMigration((*database)->dialect(), allMigrations().front().sql).front()));
    if (!entries.isEmpty()) {
        NEED((*database)->execute("INSERT INTO meta VALUES " + entries.toStdString()));
    }
    NEED(beginRestore(**database, allMigrations().back().number));
    QCOMPARE(scalar(**database, "SELECT COUNT(*) FROM meta WHERE name = 'restoring'"), 1);
}

/// Alerts stand in a table of their own while they are brought to the thirteenth version.
void TestMysql::aRestoreInterruptedInAMigrationBeginsAnew() {
    constexpr std::size_t kBefore = 12;
    auto database = Database::openMysql(m_settings, Database::Access::ReadWrite);
    NEED(database);
    NEED(beginRestore(**database, kBefore));
    const auto moves = splitMigration((*database)->dialect(), allMigrations()[kBefore].sql);
    NEED((*database)->execute(moves.front()));
    QCOMPARE(scalar(**database, "SELECT COUNT(*) FROM alert_before"), 0);
    NEED(beginRestore(**database, allMigrations().back().number));
    QCOMPARE(scalar(**database,
                    "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = "
                    "'alert_before'"),
             0);
}

void TestMysql::fullDiskIsSaid() {
    // A system tablespace that may not grow stands for a full disk: the server answers the same way.
    MariadbServer small;
    NEED(small.start({QStringLiteral("--innodb-file-per-table=0"),
                      QStringLiteral("--innodb-data-file-path=ibdata1:12M:autoextend:max:28M"),
                      QStringLiteral("--innodb-undo-tablespaces=0")}));
    auto settings = small.newDatabase();
    NEED(settings);
    auto database = Database::openMysql(*settings, Database::Access::ReadWrite);
    NEED(database);
    for (const auto& text : splitMigration((*database)->dialect(), allMigrations().front().sql)) {
        if (text.find("keyspace_journal") != std::string::npos) {
            NEED((*database)->execute(text));
        }
    }
    Result<std::int64_t> written = 0;
    const std::string bytes(6000, 'x');  // rows within their page: MariaDB 10.11 itself falls over large ones here
    std::int64_t rows = 0;
    NEED((*database)->begin());
    while (written && rows < 20'000) {
        written = (*database)
                      ->statement("INSERT INTO keyspace_journal (seq, at, payload, checksum) VALUES (?, 0, ?, 0)")
                      .bind(++rows)
                      .bindBlob(bytes)
                      .write();
    }
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::Storage);
    QVERIFY2(written.error().message.find("no space left") != std::string::npos, written.error().message.c_str());
    QCOMPARE((*database)->faultKind(), Database::FaultKind::Storage);
    (*database)->rollback();
    QCOMPARE(scalar(**database, "SELECT COUNT(*) FROM keyspace_journal"), 0);
}

void TestMysql::serversThatMayLoseCommitsAreSaid() {
    MariadbServer server;
    NEED(server.start({QStringLiteral("--log-bin=") + server.folder() + QStringLiteral("/binlog"),
                       QStringLiteral("--sync-binlog=1")}));
    NEED(server.run("CREATE DATABASE careless CHARACTER SET utf8mb4"));
    const auto settings = server.settings("careless");
    auto database = Database::openMysql(settings, Database::Access::ReadWrite);
    NEED(database);
    QVERIFY(!(*database)->durabilityDoubt());
    for (const auto* flush : {"0", "2"}) {
        NEED(server.run(std::string("SET GLOBAL innodb_flush_log_at_trx_commit = ") + flush));
        NEED((*database)->reopen());
        const auto doubt = (*database)->durabilityDoubt();
        QVERIFY(doubt && doubt->find("innodb_flush_log_at_trx_commit is " + std::string(flush)) != std::string::npos);
        QVERIFY(doubt->find("sync_binlog") == std::string::npos);
    }
    NEED(server.run("SET GLOBAL sync_binlog = 0"));
    auto reader = Database::openMysql(settings, Database::Access::ReadOnly);
    NEED(reader);
    const auto both = (*reader)->durabilityDoubt();
    QVERIFY(both && both->find("innodb_flush_log_at_trx_commit is 2") != std::string::npos);
    QVERIFY(both->find("sync_binlog is 0") != std::string::npos);
    NEED(server.run("SET GLOBAL innodb_flush_log_at_trx_commit = 1"));
    NEED((*database)->reopen());
    QVERIFY((*database)->durabilityDoubt());
    NEED(server.run("SET GLOBAL sync_binlog = 1"));
    NEED((*database)->reopen());
    QVERIFY(!(*database)->durabilityDoubt());
}

void TestMysql::serverWithoutTlsIsRefused() {
    auto settings = m_settings;
    QFile certificate(m_server->folder() + QStringLiteral("/some.pem"));
    QVERIFY(certificate.open(QIODevice::WriteOnly));
    QProcess openssl;
    openssl.start(QStringLiteral("openssl"),
                  {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"),
                   QStringLiteral("rsa:2048"), QStringLiteral("-nodes"), QStringLiteral("-keyout"),
                   QStringLiteral("/dev/null"), QStringLiteral("-subj"), QStringLiteral("/CN=none")});
    QVERIFY2(openssl.waitForFinished(), qPrintable(openssl.errorString()));
    certificate.write(openssl.readAllStandardOutput());
    certificate.close();
    settings.sslCa = certificate.fileName().toStdString();
    const auto database = Database::openMysql(settings, Database::Access::ReadWrite);
    QVERIFY(!database);
    QCOMPARE(database.error().code, ErrorCode::Storage);
    QCOMPARE(database.error().field, std::string("ssl-ca"));
}

void TestMysql::tlsIsUsedWhenAskedFor() {
    MariadbServer server;
    const auto file = [&](const char* name) { return server.folder() + QLatin1Char('/') + QLatin1String(name); };
    const auto openssl = [&](const QStringList& arguments) {
        QProcess process;
        process.start(QStringLiteral("openssl"), arguments);
        return process.waitForFinished() && process.exitCode() == 0;
    };
    for (const char* name : {"server", "other"}) {
        QVERIFY(openssl({QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"),
                         QStringLiteral("rsa:2048"), QStringLiteral("-nodes"), QStringLiteral("-days"),
                         QStringLiteral("2"), QStringLiteral("-keyout"), file(name) + QStringLiteral(".key"),
                         QStringLiteral("-out"), file(name) + QStringLiteral(".pem"), QStringLiteral("-subj"),
                         QStringLiteral("/CN=") + QLatin1String(name)}));
    }
    NEED(server.start(
        {QStringLiteral("--ssl-cert=") + file("server.pem"), QStringLiteral("--ssl-key=") + file("server.key")}));
    auto settings = server.newDatabase();
    NEED(settings);
    settings->sslCa = file("server.pem").toStdString();
    auto secured = Database::openMysql(*settings, Database::Access::ReadWrite);
    NEED(secured);
    auto& cipher = (*secured)->statement("SHOW STATUS LIKE 'Ssl_cipher'");
    NEED(cipher.query());
    QVERIFY(cipher.next());
    QVERIFY(!cipher.textAt(1).empty());
    settings->sslCa = file("other.pem").toStdString();  // an authority that has not signed the server's certificate
    const auto stranger = Database::openMysql(*settings, Database::Access::ReadWrite);
    QVERIFY(!stranger);
    QCOMPARE(stranger.error().field, std::string("ssl-ca"));
}

}  // namespace test_mysql

QTEST_GUILESS_MAIN(test_mysql::TestMysql)
#include "test_mysql.moc"
