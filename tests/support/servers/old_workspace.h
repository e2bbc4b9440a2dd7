// SPDX-License-Identifier: GPL-3.0-or-later
// The database of a workspace as an earlier version has left it, for tests of migrations: its tables, what every
// workspace says of itself, one campus "north", and the rows of the test. Thread: any.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/store/database/database.h"
#include "engine/store/database/migrator.h"
#include "tests/support/servers/mariadb_server.h"

namespace evenhand::testing {

/// Of schema `version`. In the file `path`, or in an empty database of the server (onMariadb()).
[[nodiscard]] inline Result<std::unique_ptr<store::Database>> oldWorkspace(const std::string& path, int version,
                                                                           const std::vector<std::string>& rows) {
    std::unique_ptr<store::Database> database;
    if (onMariadb()) {
        EVENHAND_ASSIGN(const auto settings, store::MysqlSettings::fromUrl(emptyDatabase()));
        EVENHAND_ASSIGN(database, store::Database::openMysql(settings, store::Database::Access::ReadWrite));
    } else {
        EVENHAND_ASSIGN(database, store::Database::openSqlite(path, store::Database::Access::ReadWrite, true));
    }
    for (const auto& migration : store::allMigrations().first(static_cast<std::size_t>(version))) {
        for (const auto& text : store::splitMigration(database->dialect(), migration.sql)) {
            EVENHAND_TRY(database->execute(text));
        }
    }
    std::vector<std::string> all = {
        "INSERT INTO meta VALUES ('schema_version', '" + std::to_string(version) + "')",
        "INSERT INTO meta VALUES ('workspace_id', '00000000-0000-4000-8000-000000000001')",
        "INSERT INTO meta VALUES ('currency', 'CNY')",
        "INSERT INTO meta VALUES ('minor_digits', '2')",
        "INSERT INTO meta VALUES ('time_zone', 'Asia/Shanghai')",
        "INSERT INTO meta VALUES ('created_at', '1')",
        "INSERT INTO meta VALUES ('created_by', 'local:tester')",
        "INSERT INTO campus(campus_id, name, mode, join_rule, start_weight, step, log_ttl_ms, calibrate_minute, "
        "calibrate_from, duty_version, paused) VALUES ('north', 'North', 'strong', 'fair_from_now', 10000, 10, "
        "86400000, "
        "-1, 0, 0, 0)"};
    all.insert(all.end(), rows.begin(), rows.end());
    for (const auto& text : all) {
        if (const auto made = database->execute(text); !made) {
            return fail(made.error().code, text + ": " + made.error().text());
        }
    }
    return database;
}

}  // namespace evenhand::testing
