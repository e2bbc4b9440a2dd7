// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "engine/store/database/dialect.h"
#include "engine/store/database/migrator.h"
#include "engine/store/database/mysql_error.h"
#include "engine/store/database/mysql_settings.h"

namespace test_mysql_settings {

using namespace evenhand;
using namespace evenhand::store;

class TestMysqlSettings : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void addressesAreRead();
    void addressComesBack_data();
    void addressComesBack();
    void badAddressesAreRefused_data();
    void badAddressesAreRefused();
    void passwordIsNeverRepeated();
    void namesAndPortsAtTheirBounds();
    void whatTheServerSays_data();
    void whatTheServerSays();
    void whichKeyIsThere();
    void aFullDiskByItsWords();
    void connectionsThatCannotBeMade_data();
    void connectionsThatCannotBeMade();
    void whyTheUserIsRefused();
    void whatIsThereAlready();
    void eachDialectsWords();
    void migrationsAreSplit();
};

void TestMysqlSettings::addressesAreRead() {
    const auto full = MysqlSettings::fromUrl("mysql://even%40hand@db.example:3307/shop%20one?ssl-ca=/etc/ca%20x.pem");
    QVERIFY(full);
    QCOMPARE(full->host, std::string("db.example"));
    QCOMPARE(full->port, 3307);
    QCOMPARE(full->user, std::string("even@hand"));
    QCOMPARE(full->database, std::string("shop one"));
    QCOMPARE(full->sslCa, std::string("/etc/ca x.pem"));
    QVERIFY(full->socket.empty());
    const auto socket = MysqlSettings::fromUrl("mariadb://me@/shop?socket=/run/mysqld/mysqld.sock");
    QVERIFY(socket);
    QCOMPARE(socket->socket, std::string("/run/mysqld/mysqld.sock"));
    QCOMPARE(socket->server(), std::string("/run/mysqld/mysqld.sock"));
    const auto v6 = MysqlSettings::fromUrl("mysql://me@[::1]/shop");
    QVERIFY(v6);
    QCOMPARE(v6->host, std::string("::1"));
    QCOMPARE(v6->port, 3306);
    QVERIFY(isMysqlUrl("mysql://x"));
    QVERIFY(!isMysqlUrl("/home/me/mysql"));
}

void TestMysqlSettings::addressComesBack_data() {
    QTest::addColumn<QByteArray>("url");
    for (const char* url :
         {"mysql://me@db.example/shop", "mysql://me@db.example:3307/shop?ssl-ca=/etc/a%20b%26c.pem",
          "mysql://me@/shop?socket=/run/x.sock", "mysql://a%40b@[::1]:1/%E6%A0%A1", "mysql://me@h/s?ssl-ca=/a+b%2Bc"}) {
        QTest::newRow(url) << QByteArray(url);
    }
}

void TestMysqlSettings::addressComesBack() {
    QFETCH(QByteArray, url);
    auto settings = MysqlSettings::fromUrl(url.toStdString());
    QVERIFY(settings);
    settings->password = "secret";
    QVERIFY(settings->url().find("secret") == std::string::npos);
    auto again = MysqlSettings::fromUrl(settings->url());
    QVERIFY2(again.has_value(), settings->url().c_str());
    settings->password.clear();
    QVERIFY(*again == *settings);
}

void TestMysqlSettings::badAddressesAreRefused_data() {
    QTest::addColumn<QByteArray>("url");
    QTest::addColumn<QByteArray>("field");
    const auto row = [](const char* url, const char* field) {
        QTest::newRow(url) << QByteArray(url) << QByteArray(field);
    };
    row("", "database");
    row("sqlite:///x", "database");
    row("mysql://", "host");
    row("mysql://me@h", "name");
    row("mysql://me@h/", "name");
    row("mysql://me@h/a/b", "name");
    row("mysql://h/shop", "user");
    row("mysql://me@/shop", "host");
    row("mysql://me:pw@h/shop", "database");
    row("mysql://me:@h/shop", "database");
    row("mysql://me@h:99999/shop", "database");
    row("mysql://me@h:0/shop", "port");
    row("mysql://me@h/shop?ssl=1", "ssl");
    row("mysql://me@h/shop?ssl-mode=REQUIRED", "ssl-mode");
    row("mysql://me@h/shop?ssl-ca=", "ssl-ca");
    row("mysql://me@h/shop?ssl-ca=/a;CLIENT_SSL=0", "ssl-ca");
    row("mysql://me@h/shop?socket=/a%3BMYSQL_OPT_RECONNECT=1", "socket");
    row("mysql://me@h/shop?timeout=3", "timeout");
    row("mysql://me@h/0123456789012345678901234567890123456789012345678901234567890123456789", "name");
}

void TestMysqlSettings::badAddressesAreRefused() {
    QFETCH(QByteArray, url);
    QFETCH(QByteArray, field);
    const auto settings = MysqlSettings::fromUrl(url.toStdString());
    QVERIFY(!settings);
    QCOMPARE(settings.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(QByteArray::fromStdString(settings.error().field), field);
}

void TestMysqlSettings::passwordIsNeverRepeated() {
    const auto settings = MysqlSettings::fromUrl("mysql://me:topsecret@h/shop");
    QVERIFY(!settings);
    QVERIFY(settings.error().text().find("topsecret") == std::string::npos);
}

void TestMysqlSettings::namesAndPortsAtTheirBounds() {
    const std::string longest(64, 'n');
    const auto settings = MysqlSettings::fromUrl("mysql://me@h:65535/" + longest);
    QVERIFY(settings);
    QCOMPARE(settings->database, longest);
    QCOMPARE(settings->port, 65535);
    QCOMPARE(settings->server(), std::string("h:65535"));
    QCOMPARE(MysqlSettings::fromUrl("mysql://me@h/" + longest + "n").error().field, std::string("name"));
}

void TestMysqlSettings::whatTheServerSays_data() {
    QTest::addColumn<unsigned>("number");
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("fault");
    QTest::addColumn<QByteArray>("field");
    const auto rows = [](ErrorCode code, MysqlFault fault, const char* field, std::initializer_list<unsigned> numbers) {
        for (const unsigned number : numbers) {
            QTest::newRow(qPrintable(QString::number(number)))
                << number << static_cast<int>(code) << static_cast<int>(fault) << QByteArray(field);
        }
    };
    rows(ErrorCode::AlreadyExists, MysqlFault::None, "order_no", {1062, 1586});
    rows(ErrorCode::Cancelled, MysqlFault::None, "", {1317});
    rows(ErrorCode::Internal, MysqlFault::None, "constraint", {1048, 1216, 1217, 1451, 1452, 3819, 4025});
    rows(ErrorCode::PermissionDenied, MysqlFault::None, "database", {1044, 1095, 1142, 1143, 1227, 1370});
    rows(ErrorCode::Internal, MysqlFault::None, "path", {1054, 1064, 1146});
    // A deadlock, a lock that did not come: the whole batch once more.
    rows(ErrorCode::Storage, MysqlFault::Conflict, "path", {1205, 1213});
    // The connection has gone: what happened is found out when the server is back.
    rows(ErrorCode::Storage, MysqlFault::Dropped, "path", {1053, 1927, 2002, 2003, 2006, 2013, 2055, 4031});
    rows(ErrorCode::Storage, MysqlFault::Storage, "path", {1021, 1026, 1030, 1114, 1153, 1290, 1665, 1792, 1969, 3675});
    rows(ErrorCode::WorkspaceDamaged, MysqlFault::Storage, "path", {1034, 1712});
}

void TestMysqlSettings::whatTheServerSays() {
    QFETCH(unsigned, number);
    QFETCH(int, code);
    QFETCH(int, fault);
    QFETCH(QByteArray, field);
    const std::string_view said = "Duplicate entry 'A-1' for key 'orders.order_no'";
    const auto error = mysqlError(number, said, "while running", "mysql://me@h/shop");
    QCOMPARE(static_cast<int>(error.code), code);
    QCOMPARE(static_cast<int>(mysqlFault(number, said)), fault);
    QCOMPARE(QByteArray::fromStdString(error.field), field);
    if (field == "path" || field == "database") {
        QCOMPARE(error.value, std::string("mysql://me@h/shop"));
    }
    // The words of SQL are for the log.
    const bool told = error.message.find("Duplicate entry") != std::string::npos;
    QCOMPARE(told, error.code == ErrorCode::Storage || error.code == ErrorCode::WorkspaceDamaged || number == 1095);
    QCOMPARE(lacksReferencedRow(number), number == 1452);
}

void TestMysqlSettings::whichKeyIsThere() {
    const auto keyOf = [](std::string_view said) { return mysqlError(1062, said, "", "").field; };
    QCOMPARE(keyOf("Duplicate entry 'x' for key 'product.PRIMARY'"), std::string("key"));
    QCOMPARE(keyOf("Duplicate entry 'x' for key 'PRIMARY'"), std::string("key"));
    QCOMPARE(keyOf("Duplicate entry 'x' for key 'order_no'"), std::string("order_no"));
    QCOMPARE(keyOf("Duplicate entry 'it's' for key 'orders.order_no'"), std::string("order_no"));
    QCOMPARE(keyOf("Duplicate entry"), std::string());
    QCOMPARE(keyOf("'"), std::string());
    QVERIFY(mysqlError(1062, "Duplicate entry 'x' for key 'k'", "", "").value.empty());
}

void TestMysqlSettings::aFullDiskByItsWords() {
    for (const char* said : {"Error writing file (Errcode: 28 \"No space left on device\")", "(Errcode: 28)",
                             "errno: 28", "No space left on device", "No more room in record file"}) {
        QCOMPARE(static_cast<int>(mysqlFault(3, said)), static_cast<int>(MysqlFault::Storage));
        const auto error = mysqlError(3, said, "while writing", "db");
        QCOMPARE(error.code, ErrorCode::Storage);
        QVERIFY2(error.message.find("no space left") != std::string::npos, error.message.c_str());
    }
    for (const unsigned number : {1021U, 1114U, 3675U}) {
        QVERIFY(mysqlError(number, "full", "", "").message.find("no space left") != std::string::npos);
    }
    QVERIFY(mysqlError(1213, "Deadlock", "", "").message.find("no space left") == std::string::npos);
}

void TestMysqlSettings::connectionsThatCannotBeMade_data() {
    QTest::addColumn<unsigned>("number");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](unsigned number, ErrorCode code, const char* field, const char* value) {
        QTest::newRow(qPrintable(QString::number(number)))
            << number << static_cast<int>(code) << QByteArray(field) << QByteArray(value);
    };
    row(2002, ErrorCode::Storage, "port", "3307");
    row(2003, ErrorCode::Storage, "port", "3307");
    row(2005, ErrorCode::Storage, "host", "h");
    row(1045, ErrorCode::PermissionDenied, "user", "me");
    row(1130, ErrorCode::PermissionDenied, "host", "h");
    row(1044, ErrorCode::PermissionDenied, "user", "me");
    row(1049, ErrorCode::WorkspaceMissing, "name", "shop");
    row(2026, ErrorCode::Storage, "ssl-ca", "/ca.pem");
    row(1251, ErrorCode::PermissionDenied, "user", "me");
    row(2059, ErrorCode::PermissionDenied, "user", "me");
    row(1040, ErrorCode::Storage, "host", "h:3307");
    row(2012, ErrorCode::Storage, "host", "h:3307");
    row(2013, ErrorCode::Storage, "host", "h:3307");
    row(2006, ErrorCode::Storage, "host", "h:3307");
    row(9999, ErrorCode::Storage, "host", "h:3307");
}

void TestMysqlSettings::connectionsThatCannotBeMade() {
    QFETCH(unsigned, number);
    QFETCH(int, code);
    QFETCH(QByteArray, field);
    QFETCH(QByteArray, value);
    auto settings = MysqlSettings::fromUrl("mysql://me@h:3307/shop?ssl-ca=/ca.pem");
    QVERIFY(settings);
    settings->password = "topsecret";
    const auto error = mysqlConnectError(number, "said the server", *settings);
    QCOMPARE(static_cast<int>(error.code), code);
    QCOMPARE(QByteArray::fromStdString(error.field), field);
    QCOMPARE(QByteArray::fromStdString(error.value), value);
    QVERIFY(error.message.ends_with(": said the server (error " + std::to_string(number) + ")"));
    QVERIFY(error.text().find("topsecret") == std::string::npos);
    // By a socket there is no port to put right.
    auto bySocket = MysqlSettings::fromUrl("mysql://me@/shop?socket=/run/x.sock");
    QVERIFY(bySocket);
    if (field == "port") {
        QCOMPARE(mysqlConnectError(number, "", *bySocket).field, std::string("socket"));
        QCOMPARE(mysqlConnectError(number, "", *bySocket).value, std::string("/run/x.sock"));
    }
}

void TestMysqlSettings::whyTheUserIsRefused() {
    const auto said = [](const char* url, const char* password, std::string_view part) {
        auto settings = *MysqlSettings::fromUrl(url);
        settings.password = password;
        return mysqlConnectError(1045, "no", settings).message.find(part) != std::string::npos;
    };
    const char* const plain = "mysql://me@h/shop";
    QVERIFY(said(plain, "", "no password was given"));
    QVERIFY(!said(plain, "x", "no password was given"));
    QVERIFY(said(plain, "x", "the user or the password"));
    QVERIFY(said(plain, "x", "ssl-ca=FILE"));
    QVERIFY(!said("mysql://me@h/shop?ssl-ca=/ca.pem", "x", "ssl-ca=FILE"));
    QVERIFY(!said("mysql://me@/shop?socket=/run/x.sock", "x", "ssl-ca=FILE"));
}

/// Where the schema is changed statement by statement one of them may have been done before it was counted.
void TestMysqlSettings::whatIsThereAlready() {
    const auto isThere = [](const Dialect& dialect, int number) {
        return dialect.isAlreadyThere({ErrorCode::Internal, "refused (error " + std::to_string(number) + ")", {}, {}});
    };
    for (const int number : {1050, 1060, 1061, 1091}) {
        QVERIFY(isThere(mysqlDialect(true), number));
        QVERIFY(isThere(mysqlDialect(false), number));
        QVERIFY(!isThere(sqliteDialect(), number));
    }
    for (const int number : {1051, 1054, 1062, 1064, 1146, 105, 10500}) {
        QVERIFY(!isThere(mysqlDialect(true), number));
    }
}

void TestMysqlSettings::eachDialectsWords() {
    const auto& sqlite = sqliteDialect();
    QCOMPARE(sqlite.expandSchema("CREATE TABLE t (a {pk}, b {id}, c {int}, d {blob}) {table}"),
             std::string("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT, c INTEGER, d BLOB) STRICT"));
    QCOMPARE(sqlite.expandSchema("{table:clustered}"), std::string("STRICT, WITHOUT ROWID"));
    QCOMPARE(sqlite.expandSchema("DROP INDEX i {on t}; CREATE INDEX i ON t (a) {only a};"),
             std::string("DROP INDEX i ; CREATE INDEX i ON t (a) WHERE a IS NOT NULL;"));
    QCOMPARE("INSERT" + sqlite.onConflict("k") + "a = " + sqlite.incoming("a"),
             std::string("INSERT ON CONFLICT(k) DO UPDATE SET a = excluded.a"));
    QCOMPARE(sqlite.insertIgnore(), std::string_view("INSERT OR IGNORE INTO"));
    QVERIFY(sqlite.isLocalFile() && sqlite.schemaIsTransactional());
    for (const bool mariadb : {false, true}) {
        const auto& mysql = mysqlDialect(mariadb);
        const std::string collation = mariadb ? "utf8mb4_nopad_bin" : "utf8mb4_0900_bin";  // case and blanks count
        QCOMPARE(mysql.name(), std::string_view(mariadb ? "MariaDB" : "MySQL"));
        QCOMPARE(mysql.expandSchema("b {id}"), "b VARCHAR(64) CHARACTER SET utf8mb4 COLLATE " + collation);
        QCOMPARE(mysql.expandSchema("c {int} d {blob}"), std::string("c BIGINT d LONGBLOB"));
        QCOMPARE(mysql.expandSchema("{table}"),
                 "ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE " + collation);
        QCOMPARE(mysql.expandSchema("DROP INDEX i {on t}; CREATE INDEX i ON t (a) {only a};"),
                 std::string("DROP INDEX i ON t; CREATE INDEX i ON t (a) ;"));
        QCOMPARE("INSERT" + mysql.onConflict("k") + "a = " + mysql.incoming("a"),
                 std::string("INSERT ON DUPLICATE KEY UPDATE a = VALUES(a)"));
        QCOMPARE(mysql.insertIgnore(), std::string_view("INSERT IGNORE INTO"));
        QVERIFY(!mysql.isLocalFile() && !mysql.schemaIsTransactional());
    }
}

void TestMysqlSettings::migrationsAreSplit() {
    const std::string_view sql =
        "-- first; 'quoted\nCREATE TABLE a (x {id} DEFAULT 'b;--c');\n\n ;CREATE INDEX i ON a (x) {only x}; -- the "
        "end;\n";
    const auto statements = splitMigration(sqliteDialect(), sql);
    QCOMPARE(statements.size(), std::size_t{2});
    QCOMPARE(statements[0], std::string("\nCREATE TABLE a (x TEXT DEFAULT 'b;--c')"));
    QCOMPARE(statements[1], std::string("CREATE INDEX i ON a (x) WHERE x IS NOT NULL"));
    QCOMPARE(splitMigration(sqliteDialect(), "SELECT 1").size(), std::size_t{1});  // the last needs no semicolon
    QVERIFY(splitMigration(sqliteDialect(), " ;\n-- nothing\n; ").empty());
}

}  // namespace test_mysql_settings

QTEST_GUILESS_MAIN(test_mysql_settings::TestMysqlSettings)
#include "test_mysql_settings.moc"
