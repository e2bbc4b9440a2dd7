// SPDX-License-Identifier: GPL-3.0-or-later
// Which servers the engine works with, by what they say of themselves: their version, and a setting of one kind alone.
#include <QtTest>

#include "engine/store/database/database.h"
#include "tests/support/check.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_mysql_versions {

using namespace evenhand;
using namespace evenhand::store;
using evenhand::testing::MariadbServer;

class TestMysqlVersions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oldServersAreRefused();
    void mariadbsOwnWayToSyncIsAsGood();
};

void TestMysqlVersions::oldServersAreRefused() {
    MariadbServer server;
    struct Case {
        const char* version;
        bool refused;
    };
    for (const Case& one : std::initializer_list<Case>{{"10.4.34-MariaDB-log", true},
                                                       {"5.5.68-MariaDB", true},
                                                       {"5.7.44", true},
                                                       {"10.5.0-MariaDB", false},
                                                       {"11.0.2-MariaDB", false}}) {
        EVENHAND_NEED(server.start({QStringLiteral("--version=") + QLatin1String(one.version)}));
        const auto settings = server.newDatabase();
        EVENHAND_NEED(settings);
        for (const auto access : {Database::Access::ReadWrite, Database::Access::ReadOnly}) {
            const auto opened = Database::openMysql(*settings, access);
            QVERIFY2(opened.has_value() != one.refused, one.version);
            if (!opened) {
                QCOMPARE(opened.error().code, ErrorCode::Unsupported);
                QCOMPARE(opened.error().field, std::string("version"));
                QCOMPARE(opened.error().value, std::string(one.version));
            } else {
                const std::string_view version(one.version);
                const auto number = std::string(version.substr(0, version.find('-')));
                QVERIFY2((*opened)->server().starts_with("MariaDB " + number + ", "), (*opened)->server().c_str());
            }
        }
        server.kill();
    }
}

/// 3, which syncs more often than 1.
void TestMysqlVersions::mariadbsOwnWayToSyncIsAsGood() {
    MariadbServer server;
    EVENHAND_NEED(server.start());
    EVENHAND_NEED(server.run("CREATE DATABASE careful CHARACTER SET utf8mb4"));
    EVENHAND_NEED(server.run("SET GLOBAL innodb_flush_log_at_trx_commit = 3"));
    const auto opened = Database::openMysql(server.settings("careful"), Database::Access::ReadWrite);
    EVENHAND_NEED(opened);
    QVERIFY2(!(*opened)->durabilityDoubt(), (*opened)->durabilityDoubt().value_or("").c_str());
}

}  // namespace test_mysql_versions

QTEST_GUILESS_MAIN(test_mysql_versions::TestMysqlVersions)
#include "test_mysql_versions.moc"
