// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of restoring compare: every row of a workspace, and its invariants. Thread: the test's.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/workspace/restore.h"
#include "app/workspace/take_backup.h"
#include "app/workspace/verification.h"
#include "engine/store/database/migrator.h"
#include "tests/support/servers/other_connection.h"
#include "tests/unit/desks/desk_world.h"

namespace evenhand::test {

using Rows = std::map<std::string, std::vector<store::backups::Row>>;

/// Every row of a workspace's database, whichever kind it is.
inline Result<Rows> rowsOf(const std::string& folder) {
    EVENHAND_ASSIGN(const auto database, evenhand::testing::openOther(folder, store::Database::Access::ReadOnly));
    EVENHAND_TRY(database->beginRead());
    Rows all;
    for (const auto& table : store::backups::tables(store::allMigrations().back().number)) {
        auto& rows = all[table.name];
        EVENHAND_TRY(store::backups::eachRow(*database, table, [&](const store::backups::Row& row) {
            rows.push_back(row);
            return true;
        }));
    }
    EVENHAND_TRY(database->commit());
    return all;
}

/// Tables in which two workspaces differ; those that a restore itself writes are left out.
inline std::string differences(const Rows& left, const Rows& right) {
    std::string names;
    for (const auto& [table, rows] : left) {
        if (table == "meta" || table == "backup" || table == "audit_entry" || table == "task_hold") {
            continue;
        }
        const auto other = right.find(table);
        if (other == right.end() || other->second != rows) {
            names += " " + table;
        }
    }
    return names;
}

/// Empty: every invariant holds.
inline std::string violations(const app::WorkspaceCore& core) {
    std::string found;
    const auto inspected =
        core.inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
            EVENHAND_ASSIGN(const auto verdicts, runtime::verify(app::allChecks(), {database, keyspace}));
            for (const auto& verdict : verdicts) {
                for (const auto& offender : verdict.finding.offenders) {
                    found += verdict.id + ": " + offender + "; ";
                }
            }
            return {};
        });
    return inspected ? found : inspected.error().text();
}
inline std::string violations(const std::string& folder) {
    const auto core = app::WorkspaceCore::openReadOnly(folder);
    return core ? violations(**core) : core.error().text();
}

}  // namespace evenhand::test
