// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/schema_making.h"

#include <charconv>
#include <vector>

#include "engine/store/database/meta_table.h"
#include "engine/store/database/migrator.h"
#include "engine/store/database/schema_catalogue.h"

namespace evenhand::store {
namespace {

std::string withoutComments(std::string_view sql) {
    std::string out;
    bool quoted = false;
    for (std::size_t i = 0; i < sql.size(); ++i) {
        if (!quoted && sql.substr(i, 2) == "--") {
            while (i < sql.size() && sql[i] != '\n') {
                ++i;
            }
            out += '\n';
            continue;
        }
        quoted = quoted != (sql[i] == '\'');
        out += sql[i];
    }
    return out;
}

}  // namespace

std::vector<std::string> splitMigration(const Dialect& dialect, std::string_view sql) {
    const std::string text = dialect.expandSchema(withoutComments(sql));
    std::vector<std::string> statements;
    std::string current;
    bool quoted = false;
    const auto flush = [&] {
        if (current.find_first_not_of(" \t\r\n") != std::string::npos) {
            statements.push_back(current);
        }
        current.clear();
    };
    for (const char c : text) {
        quoted = quoted != (c == '\'');
        if (c == ';' && !quoted) {
            flush();
        } else {
            current += c;
        }
    }
    flush();
    return statements;
}

namespace making {
namespace {

// The name of the lock is the server's, hence the database's name in it; it goes with the connection.
constexpr std::string_view kMakingLock = "CONCAT('evenhand-init/', MD5(DATABASE()))";

struct Progress {
    int number = 0;
    std::size_t done = 0;
};

Result<Progress> progressOf(Database& database, int from) {
    EVENHAND_ASSIGN(const auto text, store::meta::text(database, kProgress));
    Progress progress{from + 1, 0};
    if (text) {
        const auto colon = text->find(':');
        const char* const end = text->data() + text->size();
        if (colon == std::string::npos ||
            std::from_chars(text->data(), text->data() + colon, progress.number).ec != std::errc{} ||
            std::from_chars(text->data() + colon + 1, end, progress.done).ec != std::errc{}) {
            return fail(damagedMeta(database, "entry migrating is malformed"));
        }
        if (progress.number <= from) {
            progress = {from + 1, 0};  // of an upgrade that was finished
        }
    }
    return progress;
}

}  // namespace

Result<Content> content(Database& database) {
    auto& tables = database.statement(database.dialect().tableNames());
    EVENHAND_TRY(tables.query());
    int tableCount = 0;
    bool meta = false;
    bool journal = false;
    while (tables.next()) {
        ++tableCount;
        const auto name = tables.text("name");
        meta = meta || name == "meta";
        journal = journal || name == "keyspace_journal";
    }
    EVENHAND_TRY(tables.status());
    if (tableCount == 0 || (meta && journal)) {
        return tableCount > 0 ? Content::Workspace : Content::Empty;
    }
    if (!meta || database.dialect().schemaIsTransactional()) {
        return Content::Foreign;
    }
    // Only a table `meta` of ours counts what was done, is marked by a restore, or is alone and empty.
    auto& entries = database.statement(
        "SELECT (SELECT COUNT(*) FROM meta) AS entries, "
        "(SELECT COUNT(*) FROM meta WHERE name IN ('migrating', 'restoring')) AS begun");
    if (!entries.query() || !entries.next()) {
        return Content::Foreign;  // it has other columns
    }
    const bool ours = entries.number("begun") > 0 || (entries.number("entries") == 0 && tableCount == 1);
    entries.finish();
    return ours ? Content::Begun : Content::Foreign;
}

Error foreign(const Database& database) {
    return {ErrorCode::WorkspaceVersion, "this database is not an Evenhand workspace", "path", database.location()};
}

Error damagedMeta(const Database& database, const std::string& what) {
    return {ErrorCode::WorkspaceDamaged, "the workspace's meta table is damaged: " + what + "; restore a backup",
            "path", database.location()};
}

Result<void> migrate(Database& database, int from, int to) {
    for (const auto& migration : allMigrations()) {
        if (migration.number <= from || (to > 0 && migration.number > to)) {
            continue;
        }
        for (const auto& text : splitMigration(database.dialect(), migration.sql)) {
            EVENHAND_TRY(database.execute(text));
        }
        EVENHAND_TRY(store::meta::set(database, "schema_version", std::to_string(migration.number)));
    }
    return {};
}

Result<void> migrateStepwise(Database& database, int from, bool resuming, int to) {
    Progress progress{from + 1, 0};
    if (resuming) {
        EVENHAND_ASSIGN(progress, progressOf(database, from));
    }
    for (const auto& migration : allMigrations()) {
        if (migration.number < progress.number || (to > 0 && migration.number > to)) {
            continue;
        }
        const auto statements = splitMigration(database.dialect(), migration.sql);
        const bool here = migration.number == progress.number;
        for (std::size_t i = here ? progress.done : 0; i < statements.size(); ++i) {
            const bool first = resuming && here && i == progress.done;
            EVENHAND_TRY(inTransaction(database, [&]() -> Result<void> {
                auto run = database.execute(statements[i]);
                if (!run && !(first && database.dialect().isAlreadyThere(run.error()))) {
                    return run;
                }
                return store::meta::set(database, kProgress,
                                        std::to_string(migration.number) + ":" + std::to_string(i + 1));
            }));
        }
        EVENHAND_TRY(store::meta::set(database, "schema_version", std::to_string(migration.number)));
    }
    return {};
}

Result<void> forgetProgress(Database& database) {
    EVENHAND_TRY(database.statement("DELETE FROM meta WHERE name = ?").bind(kProgress).write());
    return {};
}

Result<bool> isRestoring(Database& database) {
    EVENHAND_ASSIGN(const auto entry, store::meta::text(database, kRestoring));
    return entry.has_value();
}

Result<void> lockMaking(Database& database) {
    constexpr std::string_view kWaitS = "30";
    auto& lock = database.statement("SELECT GET_LOCK(" + std::string(kMakingLock) + ", " + std::string(kWaitS) + ")");
    EVENHAND_TRY(lock.query());
    const bool got = lock.next() && lock.onlyNumber() == 1;
    EVENHAND_TRY(lock.status());
    lock.finish();
    return got ? Result<void>{}
               : fail(ErrorCode::WorkspaceInUse, "another program is creating a workspace in this database", "database",
                      database.location());
}

void unlockMaking(Database& database) {
    auto& unlock = database.statement("SELECT RELEASE_LOCK(" + std::string(kMakingLock) + ")");
    if (unlock.query()) {
        unlock.finish();
    }
}

void dropContent(Database& database) {
    const auto tables = tablesOfAllVersions();
    for (auto table = tables.rbegin(); table != tables.rend(); ++table) {
        if (!database.execute("DROP TABLE IF EXISTS " + *table)) {
            return;
        }
    }
}

}  // namespace making
}  // namespace evenhand::store
