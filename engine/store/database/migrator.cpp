// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/migrator.h"

#include <charconv>
#include <cstdlib>
#include <optional>

#include "engine/store/database/meta_table.h"
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

Error damagedMeta(const Database& database, const std::string& what) {
    return {ErrorCode::WorkspaceDamaged, "the workspace's meta table is damaged: " + what + "; restore a backup",
            "path", database.location()};
}

Result<std::string> neededText(Database& database, std::string_view name) {
    EVENHAND_ASSIGN(auto value, store::meta::text(database, name));
    if (!value) {
        return fail(damagedMeta(database, "no entry " + std::string(name)));
    }
    return *std::move(value);
}

Result<std::int64_t> neededNumber(Database& database, std::string_view name) {
    EVENHAND_ASSIGN(const auto text, neededText(database, name));
    std::int64_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc{} || end != text.data() + text.size()) {
        return fail(damagedMeta(database, "entry " + std::string(name) + " is no number"));
    }
    return number;
}

// In the meta table while rows are being put back.
constexpr std::string_view kRestoring = "restoring";

/// What is there is no workspace yet; `restoring`: of a restore.
Error unfinished(const Database& database, bool restoring) {
    return {ErrorCode::WorkspaceMissing,
            restoring ? "restoring into this database was interrupted; run `evenhandctl restore` again, or empty it"
                      : "creating this workspace was interrupted; run `evenhandctl init` again",
            "path", database.location()};
}

enum class Content : std::uint8_t {
    Empty,
    Begun,  ///< the making of a workspace was interrupted before all tables were there
    Workspace,
    Foreign,
};

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

/// Runs `work` in a transaction of its own.
template <typename Work>
Result<void> inTransaction(Database& database, Work work) {
    EVENHAND_TRY(database.begin());
    Result<void> done = work();
    if (done) {
        done = database.commit();
    }
    if (!done) {
        database.rollback();
    }
    return done;
}

/// `to`: the last migration, 0 for this program's.
Result<void> migrate(Database& database, int from, int to = 0) {
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

// Where CREATE and ALTER commit by themselves, the meta entry `migrating` ("number:statements done") says how far an
// upgrade has come, so that one that was interrupted goes on. A statement may have run without being counted: the first
// one after an interruption is allowed to find its work done.
constexpr std::string_view kProgress = "migrating";

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

/// `resuming`: an interrupted upgrade left something behind. `to` as above.
Result<void> migrateStepwise(Database& database, int from, bool resuming, int to = 0) {
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

Result<void> writeMeta(Database& database, const WorkspaceMeta& meta) {
    EVENHAND_TRY(store::meta::set(database, "currency", meta.currency));
    EVENHAND_TRY(store::meta::set(database, "minor_digits", std::to_string(meta.minorDigits)));
    EVENHAND_TRY(store::meta::set(database, "time_zone", meta.timeZone));
    EVENHAND_TRY(store::meta::set(database, "created_by", meta.createdBy));
    EVENHAND_TRY(store::meta::set(database, "created_at", std::to_string(meta.createdAt.ms)));
    return store::meta::set(database, "workspace_id", meta.workspaceId);
}

/// A making that was interrupted: the progress is there, the entry that is written last is not.
Result<bool> isHalfMade(Database& database) {
    EVENHAND_ASSIGN(const auto id, store::meta::text(database, "workspace_id"));
    return !id;
}

// The name of the lock is the server's, hence the database's name in it; it goes with the connection.
constexpr std::string_view kMakingLock = "CONCAT('evenhand-init/', MD5(DATABASE()))";

Result<bool> isRestoring(Database& database) {
    EVENHAND_ASSIGN(const auto entry, store::meta::text(database, kRestoring));
    return entry.has_value();
}

/// On a server two programs may begin to make a workspace in the same database: one after the other.
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

/// Takes back what a making that failed has left in a database that was empty, as far as it can.
void dropContent(Database& database) {
    const auto tables = tablesOfAllVersions();
    for (auto table = tables.rbegin(); table != tables.rend(); ++table) {
        if (!database.execute("DROP TABLE IF EXISTS " + *table)) {
            return;
        }
    }
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

Result<void> confirmStorage(Database& database) {
    if (!database.dialect().isLocalFile()) {
        return {};
    }
    bool logIsSafe = false;
    auto confirmed = inTransaction(database, [&]() -> Result<void> {
        EVENHAND_TRY(database.rewriteLog());
        logIsSafe = true;
        return probeStorage(database);
    });
    if (confirmed || !logIsSafe) {
        return confirmed;
    }
    // The disk may be full of the log itself. Once it is all in the database file it begins anew, in the room it has.
    EVENHAND_TRY(database.checkpoint(false));
    return inTransaction(database, [&] { return probeStorage(database); });
}

Result<void> probeStorage(Database& database) {
    EVENHAND_ASSIGN(const auto before, store::meta::text(database, "storage_confirmed"));
    // The value must change, or SQLite writes nothing.
    const std::int64_t count = before ? std::strtoll(before->c_str(), nullptr, 10) + 1 : 1;
    return store::meta::set(database, "storage_confirmed", std::to_string(count));
}

namespace {

Result<void> createContent(Database& database, const WorkspaceMeta& meta) {
    EVENHAND_ASSIGN(const auto found, content(database));
    const bool transactional = database.dialect().schemaIsTransactional();
    bool halfMade = false;
    switch (found) {
        case Content::Empty: break;
        case Content::Begun: halfMade = true; break;
        case Content::Workspace:
            if (!transactional) {
                EVENHAND_ASSIGN(halfMade, isHalfMade(database));
            }
            if (!halfMade) {
                return fail(ErrorCode::AlreadyExists, "there is a workspace already", "path", database.location());
            }
            break;
        case Content::Foreign: return fail(foreign(database));
    }
    if (halfMade) {
        EVENHAND_ASSIGN(const bool restoring, isRestoring(database));
        if (restoring) {
            auto error = unfinished(database, true);
            error.code = ErrorCode::AlreadyExists;
            return fail(std::move(error));
        }
    }
    if (!transactional) {
        auto made = migrateStepwise(database, 0, halfMade);
        if (made) {
            made = inTransaction(database, [&]() -> Result<void> {
                EVENHAND_TRY(forgetProgress(database));
                return writeMeta(database, meta);
            });
        }
        if (!made && found == Content::Empty) {
            dropContent(database);
        }
        return made;
    }
    return inTransaction(database, [&]() -> Result<void> {
        EVENHAND_TRY(migrate(database, 0));
        return writeMeta(database, meta);
    });
}

}  // namespace

Result<void> createSchema(Database& database, const WorkspaceMeta& meta) {
    if (database.dialect().schemaIsTransactional()) {
        return createContent(database, meta);
    }
    EVENHAND_TRY(lockMaking(database));
    auto made = createContent(database, meta);
    unlockMaking(database);
    return made;
}
Result<WorkspaceMeta> openSchema(Database& database, bool mayMigrate) {
    EVENHAND_ASSIGN(const auto found, content(database));
    switch (found) {
        case Content::Workspace: break;
        case Content::Empty:
            return fail(ErrorCode::WorkspaceMissing, "the database is empty, it holds no workspace", "path",
                        database.location());
        case Content::Begun: return fail(unfinished(database, false));
        case Content::Foreign: return fail(foreign(database));
    }
    const bool transactional = database.dialect().schemaIsTransactional();
    EVENHAND_ASSIGN(const bool half, isHalfMade(database));
    if (half) {
        EVENHAND_ASSIGN(const bool restoring, isRestoring(database));
        if (restoring || !transactional) {
            return fail(unfinished(database, restoring));
        }
    }
    WorkspaceMeta meta;
    EVENHAND_ASSIGN(const auto version, neededNumber(database, "schema_version"));
    const int known = allMigrations().back().number;
    const auto versions = "the workspace has version " + std::to_string(version) + ", this program knows version " +
                          std::to_string(known);
    if (version > known) {
        return fail(ErrorCode::WorkspaceVersion, versions + "; use a newer program", "path", database.location());
    }
    if (version < 1) {
        return fail(damagedMeta(database, "schema_version is " + std::to_string(version)));
    }
    if (version < known) {
        if (!mayMigrate) {
            return fail(ErrorCode::WorkspaceVersion, versions + "; open it for writing once to bring it up to date",
                        "path", database.location());
        }
        const int from = static_cast<int>(version);
        if (transactional) {
            EVENHAND_TRY(inTransaction(database, [&] { return migrate(database, from); }));
        } else {
            EVENHAND_TRY(migrateStepwise(database, from, true));
            EVENHAND_TRY(forgetProgress(database));
        }
    }
    if (mayMigrate) {
        EVENHAND_ASSIGN(const bool checked, database.hasPageChecksums());
        if (!checked) {
            EVENHAND_TRY(database.addPageChecksums());
        }
    }
    meta.schemaVersion = known;
    EVENHAND_ASSIGN(meta.workspaceId, neededText(database, "workspace_id"));
    EVENHAND_ASSIGN(meta.currency, neededText(database, "currency"));
    EVENHAND_ASSIGN(const auto digits, neededNumber(database, "minor_digits"));
    meta.minorDigits = static_cast<int>(digits);
    EVENHAND_ASSIGN(meta.timeZone, neededText(database, "time_zone"));
    EVENHAND_ASSIGN(meta.createdAt.ms, neededNumber(database, "created_at"));
    EVENHAND_ASSIGN(meta.createdBy, neededText(database, "created_by"));
    return meta;
}

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
    EVENHAND_ASSIGN(const auto found, content(database));
    switch (found) {
        case Content::Empty: return {};
        case Content::Foreign: return fail(foreign(database));
        case Content::Begun:
        case Content::Workspace: break;
    }
    // A table without entries is what the very beginning of a making or restoring leaves.
    auto& entries = database.statement("SELECT COUNT(*) FROM meta");
    EVENHAND_TRY(entries.query());
    const bool bare = entries.next() && entries.onlyNumber() == 0;
    entries.finish();
    EVENHAND_ASSIGN(const bool restoring, isRestoring(database));
    if (!restoring && !(bare && found == Content::Begun)) {
        return fail(ErrorCode::AlreadyExists,
                    found == Content::Workspace ? "there is a workspace already"
                                                : "creating a workspace was interrupted here; empty the database first",
                    "path", database.location());
    }
    dropContent(database);
    return {};
}

constexpr bool isAboutThePlace(std::string_view entry) {
    return entry == "schema_version" || entry == "storage_confirmed" || entry == kProgress || entry == kRestoring;
}

}  // namespace

Result<void> beginRestore(Database& database, int version) {
    if (database.dialect().schemaIsTransactional()) {
        EVENHAND_TRY(takeEmpty(database));
        return inTransaction(database, [&]() -> Result<void> {
            EVENHAND_TRY(migrate(database, 0, version));
            EVENHAND_TRY(store::meta::set(database, kRestoring, "1"));
            return emptyTables(database);
        });
    }
    EVENHAND_TRY(lockMaking(database));  // until the connection closes
    EVENHAND_TRY(takeEmpty(database));
    // The mark comes with the first table, so that whatever stands there later is known for what it is.
    const auto first = splitMigration(database.dialect(), allMigrations().front().sql).front();
    auto marked = inTransaction(database, [&]() -> Result<void> {
        EVENHAND_TRY(database.execute(first));
        EVENHAND_TRY(store::meta::set(database, kRestoring, "1"));
        return store::meta::set(database, kProgress, "1:1");
    });
    EVENHAND_TRY(marked);
    auto made = migrateStepwise(database, 0, true, version);
    if (made) {
        made = emptyTables(database);
    }
    if (!made) {
        dropContent(database);
    }
    return made;
}

Result<void> finishRestore(Database& database, int version, const MetaEntries& entries,
                           const std::function<Result<void>()>& last) {
    const bool transactional = database.dialect().schemaIsTransactional();
    if (!transactional) {
        EVENHAND_TRY(migrateStepwise(database, version, true));
    }
    return inTransaction(database, [&]() -> Result<void> {
        if (transactional) {
            EVENHAND_TRY(migrate(database, version));
        }
        for (const auto& [name, value] : entries) {
            if (!isAboutThePlace(name)) {
                EVENHAND_TRY(store::meta::set(database, name, value));
            }
        }
        EVENHAND_TRY(last());
        EVENHAND_TRY(forgetProgress(database));
        EVENHAND_TRY(database.statement("DELETE FROM meta WHERE name = ?").bind(kRestoring).write());
        return {};
    });
}

void abandonRestore(Database& database) { dropContent(database); }

}  // namespace evenhand::store
