// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "engine/store/database/mysql_settings.h"

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

QTEST_GUILESS_MAIN(TestMysqlSettings)
#include "test_mysql_settings.moc"
