// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/migrator.h"

#include <charconv>
#include <cstdlib>
#include <optional>

#include "engine/store/database/meta_table.h"
#include "engine/store/database/schema_making.h"

namespace evenhand::store {
namespace {

Result<std::string> neededText(Database& database, std::string_view name) {
    EVENHAND_ASSIGN(auto value, store::meta::text(database, name));
    if (!value) {
        return fail(making::damagedMeta(database, "no entry " + std::string(name)));
    }
    return *std::move(value);
}

Result<std::int64_t> neededNumber(Database& database, std::string_view name) {
    EVENHAND_ASSIGN(const auto text, neededText(database, name));
    std::int64_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc{} || end != text.data() + text.size()) {
        return fail(making::damagedMeta(database, "entry " + std::string(name) + " is no number"));
    }
    return number;
}

/// What is there is no workspace yet; `restoring`: of a restore.
Error unfinished(const Database& database, bool restoring) {
    return {ErrorCode::WorkspaceMissing,
            restoring ? "restoring into this database was interrupted; run `evenhandctl restore` again, or empty it"
                      : "creating this workspace was interrupted; run `evenhandctl init` again",
            "path", database.location()};
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

}  // namespace

Result<void> confirmStorage(Database& database) {
    if (!database.dialect().isLocalFile()) {
        return {};
    }
    bool logIsSafe = false;
    auto confirmed = making::inTransaction(database, [&]() -> Result<void> {
        EVENHAND_TRY(database.rewriteLog());
        logIsSafe = true;
        return probeStorage(database);
    });
    if (confirmed || !logIsSafe) {
        return confirmed;
    }
    // The disk may be full of the log itself. Once it is all in the database file it begins anew, in the room it has.
    EVENHAND_TRY(database.checkpoint(false));
    return making::inTransaction(database, [&] { return probeStorage(database); });
}

Result<void> probeStorage(Database& database) {
    EVENHAND_ASSIGN(const auto before, store::meta::text(database, "storage_confirmed"));
    // The value must change, or SQLite writes nothing.
    const std::int64_t count = before ? std::strtoll(before->c_str(), nullptr, 10) + 1 : 1;
    return store::meta::set(database, "storage_confirmed", std::to_string(count));
}

namespace {

Result<void> createContent(Database& database, const WorkspaceMeta& meta) {
    EVENHAND_ASSIGN(const auto found, making::content(database));
    const bool transactional = database.dialect().schemaIsTransactional();
    bool halfMade = false;
    switch (found) {
        case making::Content::Empty: break;
        case making::Content::Begun: halfMade = true; break;
        case making::Content::Workspace:
            if (!transactional) {
                EVENHAND_ASSIGN(halfMade, isHalfMade(database));
            }
            if (!halfMade) {
                return fail(ErrorCode::AlreadyExists, "there is a workspace already", "path", database.location());
            }
            break;
        case making::Content::Foreign: return fail(making::foreign(database));
    }
    if (halfMade) {
        EVENHAND_ASSIGN(const bool restoring, making::isRestoring(database));
        if (restoring) {
            auto error = unfinished(database, true);
            error.code = ErrorCode::AlreadyExists;
            return fail(std::move(error));
        }
    }
    if (!transactional) {
        auto made = making::migrateStepwise(database, 0, halfMade);
        if (made) {
            made = making::inTransaction(database, [&]() -> Result<void> {
                EVENHAND_TRY(making::forgetProgress(database));
                return writeMeta(database, meta);
            });
        }
        if (!made && found == making::Content::Empty) {
            making::dropContent(database);
        }
        return made;
    }
    return making::inTransaction(database, [&]() -> Result<void> {
        EVENHAND_TRY(making::migrate(database, 0));
        return writeMeta(database, meta);
    });
}

}  // namespace

Result<void> createSchema(Database& database, const WorkspaceMeta& meta) {
    if (database.dialect().schemaIsTransactional()) {
        return createContent(database, meta);
    }
    EVENHAND_TRY(making::lockMaking(database));
    auto made = createContent(database, meta);
    making::unlockMaking(database);
    return made;
}

Result<WorkspaceMeta> openSchema(Database& database, bool mayMigrate) {
    EVENHAND_ASSIGN(const auto found, making::content(database));
    switch (found) {
        case making::Content::Workspace: break;
        case making::Content::Empty:
            return fail(ErrorCode::WorkspaceMissing, "the database is empty, it holds no workspace", "path",
                        database.location());
        case making::Content::Begun: return fail(unfinished(database, false));
        case making::Content::Foreign: return fail(making::foreign(database));
    }
    const bool transactional = database.dialect().schemaIsTransactional();
    EVENHAND_ASSIGN(const bool half, isHalfMade(database));
    if (half) {
        EVENHAND_ASSIGN(const bool restoring, making::isRestoring(database));
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
        return fail(making::damagedMeta(database, "schema_version is " + std::to_string(version)));
    }
    if (version < known) {
        if (!mayMigrate) {
            return fail(ErrorCode::WorkspaceVersion, versions + "; open it for writing once to bring it up to date",
                        "path", database.location());
        }
        const int from = static_cast<int>(version);
        if (transactional) {
            EVENHAND_TRY(making::inTransaction(database, [&] { return making::migrate(database, from); }));
        } else {
            EVENHAND_TRY(making::migrateStepwise(database, from, true));
            EVENHAND_TRY(making::forgetProgress(database));
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

}  // namespace evenhand::store
