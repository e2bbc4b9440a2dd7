// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of the store share: a workspace's database, a new one for each function, of the kind that is tested.
// Thread: the test's.
#pragma once

#include <sqlite3.h>

#include <QTemporaryDir>
#include <QtTest>
#include <memory>
#include <string>

#include "engine/store/database/database.h"
#include "engine/store/database/migrator.h"
#include "engine/store/database/mysql_settings.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_store_bench {

using namespace evenhand;
using namespace evenhand::store;

#define NEED(expression)                                                                 \
    do {                                                                                 \
        const auto& need = (expression);                                                 \
        QVERIFY2(need.has_value(), need.has_value() ? "" : need.error().text().c_str()); \
    } while (false)

inline WorkspaceMeta someMeta() {
    return {0, "b7a1f9a2-1111-4222-8333-444455556666", "GBP", 2, "Europe/London", {1234567}, "local:ann"};
}

inline std::int64_t scalar(Database& database, std::string_view sql) {
    auto& statement = database.statement(sql);
    if (!statement.query() || !statement.next()) {
        return -1;
    }
    const auto value = statement.onlyNumber();
    statement.finish();
    return value;
}

/// A second, plain SQLite connection, to damage and to lock.
class Raw {
public:
    explicit Raw(const std::string& path) { sqlite3_open(path.c_str(), &m_handle); }
    ~Raw() { sqlite3_close(m_handle); }
    bool run(const char* sql) { return sqlite3_exec(m_handle, sql, nullptr, nullptr, nullptr) == SQLITE_OK; }

private:
    sqlite3* m_handle = nullptr;
};

#define SQLITE_ONLY()                                  \
    if (evenhand::testing::onMariadb()) {              \
        QSKIP("this is about SQLite's own behaviour"); \
    }

class StoreBench {
protected:
    void begin() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(QStringLiteral("w %41#?.db")).toStdString();
        if (evenhand::testing::onMariadb()) {
            auto* server = evenhand::testing::sharedMariadb();
            QVERIFY(server);
            auto settings = server->newDatabase();
            NEED(settings);
            m_mysql = *settings;
        }
    }
    void end() { m_folder.reset(); }

    std::unique_ptr<Database> createDatabase() {
        if (evenhand::testing::onMariadb()) {
            auto prepared = evenhand::testing::sharedMariadb()->preparedDatabase();
            if (!prepared) {
                qWarning("%s", prepared.error().text().c_str());
                return nullptr;
            }
            m_mysql = *prepared;
        }
        auto database = open(Database::Access::ReadWrite, true);
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
    Result<std::unique_ptr<Database>> open(Database::Access access = Database::Access::ReadWrite, bool create = false) {
        return evenhand::testing::onMariadb() ? Database::openMysql(m_mysql, access)
                                              : Database::openSqlite(m_path, access, create);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_path;
    MysqlSettings m_mysql;
};

}  // namespace test_store_bench
