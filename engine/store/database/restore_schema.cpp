// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/meta_table.h"
#include "engine/store/database/migrator.h"
#include "engine/store/database/schema_making.h"

namespace evenhand::store {
namespace {

/// What migrations put into tables that were empty: the rows that come have it too.
Result<void> emptyTables(Database& database) {
    std::vector<std::string> tables;
    auto& names = database.statement(database.dialect().tableNames());
    EVENHAND_TRY(names.query());
    while (names.next()) {
        tables.push_back(names.text("name"));
    }
    EVENHAND_TRY(names.status());
    for (const auto& table : tables) {
        if (table != "meta" && !table.starts_with("sqlite_")) {
            EVENHAND_TRY(database.execute("DELETE FROM " + table));
        }
    }
    return {};
}

/// Empty, or left by a restore that was interrupted: then it is emptied.
Result<void> takeEmpty(Database& database) {
    EVENHAND_ASSIGN(const auto found, making::content(database));
    switch (found) {
        case making::Content::Empty: return {};
        case making::Content::Foreign: return fail(making::foreign(database));
        case making::Content::Begun:
        case making::Content::Workspace: break;
    }
    // A table without entries is what the very beginning of a making or restoring leaves.
    auto& entries = database.statement("SELECT COUNT(*) FROM meta");
    EVENHAND_TRY(entries.query());
    const bool bare = entries.next() && entries.onlyNumber() == 0;
    entries.finish();
    EVENHAND_ASSIGN(const bool restoring, making::isRestoring(database));
    if (!restoring && !(bare && found == making::Content::Begun)) {
        return fail(ErrorCode::AlreadyExists,
                    found == making::Content::Workspace
                        ? "there is a workspace already"
                        : "creating a workspace was interrupted here; empty the database first",
                    "path", database.location());
    }
    making::dropContent(database);
    return {};
}

constexpr bool isAboutThePlace(std::string_view entry) {
    return entry == "schema_version" || entry == "storage_confirmed" || entry == making::kProgress ||
           entry == making::kRestoring || entry == "deployment";
}

}  // namespace

Result<void> beginRestore(Database& database, int version) {
    if (database.dialect().schemaIsTransactional()) {
        EVENHAND_TRY(takeEmpty(database));
        return making::inTransaction(database, [&]() -> Result<void> {
            EVENHAND_TRY(making::migrate(database, 0, version));
            EVENHAND_TRY(store::meta::set(database, making::kRestoring, "1"));
            return emptyTables(database);
        });
    }
    EVENHAND_TRY(making::lockMaking(database));  // until the connection closes
    EVENHAND_TRY(takeEmpty(database));
    // The mark comes with the first table, so that whatever stands there later is known for what it is.
    const auto first = splitMigration(database.dialect(), allMigrations().front().sql).front();
    auto marked = making::inTransaction(database, [&]() -> Result<void> {
        EVENHAND_TRY(database.execute(first));
        EVENHAND_TRY(store::meta::set(database, making::kRestoring, "1"));
        return store::meta::set(database, making::kProgress, "1:1");
    });
    EVENHAND_TRY(marked);
    auto made = making::migrateStepwise(database, 0, true, version);
    if (made) {
        made = emptyTables(database);
    }
    if (!made) {
        making::dropContent(database);
    }
    return made;
}

Result<void> finishRestore(Database& database, int version, const MetaEntries& entries,
                           const std::function<Result<void>()>& last) {
    const bool transactional = database.dialect().schemaIsTransactional();
    if (!transactional) {
        EVENHAND_TRY(making::migrateStepwise(database, version, true));
    }
    return making::inTransaction(database, [&]() -> Result<void> {
        if (transactional) {
            EVENHAND_TRY(making::migrate(database, version));
        }
        for (const auto& [name, value] : entries) {
            if (!isAboutThePlace(name)) {
                EVENHAND_TRY(store::meta::set(database, name, value));
            }
        }
        EVENHAND_TRY(last());
        EVENHAND_TRY(making::forgetProgress(database));
        EVENHAND_TRY(database.statement("DELETE FROM meta WHERE name = ?").bind(making::kRestoring).write());
        return {};
    });
}

void abandonRestore(Database& database) { making::dropContent(database); }

}  // namespace evenhand::store
