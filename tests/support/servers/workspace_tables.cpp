// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/servers/workspace_tables.h"

#include <utility>

#include "engine/store/database/migrator.h"
#include "tests/support/servers/copied_rows.h"

namespace evenhand::testing {
namespace {

Result<std::vector<std::string>> textsOf(store::Database& database, const std::string& sql, int column = 0) {
    auto& statement = database.statement(sql);
    EVENHAND_TRY(statement.query());
    std::vector<std::string> texts;
    while (statement.next()) {
        texts.push_back(statement.textAt(column));
    }
    EVENHAND_TRY(statement.status());
    return texts;
}

Result<std::string> oneText(store::Database& database, const std::string& sql, int column = 0) {
    EVENHAND_ASSIGN(const auto texts, textsOf(database, sql, column));
    return texts.size() == 1 ? Result<std::string>(texts.front()) : fail(ErrorCode::Internal, "not one row: " + sql);
}

Result<void> executeAll(store::Database& database, const std::vector<std::string>& statements) {
    for (const auto& statement : statements) {
        EVENHAND_TRY(database.execute(statement));
    }
    return {};
}

}  // namespace

Result<WorkspaceTables> WorkspaceTables::of(store::Database& model, const std::string& name) {
    store::WorkspaceMeta meta;
    meta.workspaceId = "00000000-0000-4000-8000-000000000000";
    meta.currency = "CNY";
    meta.timeZone = "UTC";
    meta.createdBy = "tests";
    EVENHAND_TRY(store::createSchema(model, meta));
    WorkspaceTables tables;
    tables.m_making = {"SET SESSION foreign_key_checks = 0"};  // in the order of their names, not of who names whom
    EVENHAND_ASSIGN(const auto names, textsOf(model, std::string(model.dialect().tableNames())));
    std::vector<std::string> rows;
    for (const auto& table : names) {
        EVENHAND_ASSIGN(auto made, oneText(model, "SHOW CREATE TABLE " + table, 1));
        tables.m_making.push_back(std::move(made));
        EVENHAND_ASSIGN(const auto filled, textsOf(model, "SELECT 'x' FROM " + table + " LIMIT 1"));
        if (!filled.empty() && table != "meta") {
            EVENHAND_ASSIGN(auto copying, copyingRows(model, table, name));
            rows.push_back(std::move(copying));
        }
    }
    tables.m_making.insert(tables.m_making.end(), rows.begin(), rows.end());
    tables.m_making.emplace_back("SET SESSION foreign_key_checks = 1");
    const auto& last = store::allMigrations().back();
    const auto number = std::to_string(last.number);
    const auto steps = std::to_string(store::splitMigration(model.dialect(), last.sql).size());
    tables.m_meta = {"INSERT INTO meta(name, value) VALUES ('schema_version', '" + number + "'), ('migrating', '" +
                     number + ":" + steps + "')"};
    return tables;
}

Result<void> WorkspaceTables::makeIn(store::Database& database) const {
    EVENHAND_TRY(executeAll(database, m_making));
    return executeAll(database, m_meta);
}

Result<void> WorkspaceTables::unmake(store::Database& database) const {
    EVENHAND_TRY(database.execute("SET SESSION lock_wait_timeout = 5"));  // somebody else may still look at a table
    EVENHAND_ASSIGN(const auto counted,
                    textsOf(database,
                            "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND "
                            "auto_increment > 1"));
    for (const auto& table : counted) {
        EVENHAND_TRY(database.execute("ALTER TABLE " + table + " AUTO_INCREMENT = 1"));
    }
    EVENHAND_TRY(database.execute("DELETE FROM meta"));
    return executeAll(database, m_meta);
}

Result<std::int64_t> lastingChanges(store::Database& database) {
    auto& statement = database.statement(
        "SELECT CAST(SUM(variable_value) AS SIGNED) AS changes FROM information_schema.session_status WHERE "
        "variable_name IN ('COM_ALTER_TABLE', 'COM_BEGIN', 'COM_COMMIT', 'COM_CREATE_INDEX', 'COM_CREATE_TABLE', "
        "'COM_DROP_INDEX', 'COM_DROP_TABLE', 'COM_LOCK_TABLES', 'COM_RENAME_TABLE', 'COM_TRUNCATE')");
    EVENHAND_TRY(statement.query());
    const auto changes = statement.next() ? statement.onlyNumber() : -1;
    EVENHAND_TRY(statement.status());
    statement.finish();
    return changes;
}

}  // namespace evenhand::testing
