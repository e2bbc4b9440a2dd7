// SPDX-License-Identifier: GPL-3.0-or-later
// Makes and upgrades the schema of a workspace database by numbered migrations (resources/schema, compiled in), and
// reads what the workspace says about itself. All migrations of an upgrade are one transaction.
// Thread: the connection's.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/store/database/database.h"

namespace evenhand::store {

struct Migration {
    int number = 0;  ///< 1, 2, … without gaps
    std::string_view name;
    std::string_view sql;  ///< with {words} of the dialect
};

/// In order. The last number is the schema version of this program.
[[nodiscard]] std::span<const Migration> allMigrations() noexcept;

/// What the meta table holds.
struct WorkspaceMeta {
    int schemaVersion = 0;
    std::string workspaceId;  ///< UUID
    std::string currency;     ///< ISO 4217
    int minorDigits = 2;      ///< 0 … 6
    std::string timeZone;     ///< IANA name
    Instant createdAt;
    std::string createdBy;  ///< who made it: "local:root"
};

/// Fills an empty database. AlreadyExists if it holds a workspace, WorkspaceVersion if it holds something else.
[[nodiscard]] Result<void> createSchema(Database& database, const WorkspaceMeta& meta);
/// Reads the meta table and, with `mayMigrate`, brings an older schema up to this program's version.
/// WorkspaceMissing: an empty database. WorkspaceVersion: newer than this program (says both versions), a foreign
/// database, or older without `mayMigrate`. WorkspaceDamaged: entries of the meta table are missing or malformed.
[[nodiscard]] Result<WorkspaceMeta> openSchema(Database& database, bool mayMigrate);

// A workspace from the rows of another one, for restores: beginRestore(), rows, finishRestore(). In between the
// database is no workspace: openSchema() and createSchema() refuse it and say what to do.
/// The tables of schema `version`, without a row in them, in a database that is empty or where a restore was
/// interrupted (what that left is dropped). Errors as createSchema().
[[nodiscard]] Result<void> beginRestore(Database& database, int version);
/// Brings the schema up to date and then, in one transaction, runs `last` and makes it a workspace: writes the entries
/// of the meta table as another workspace had them, except those that are about that database.
using MetaEntries = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] Result<void> finishRestore(Database& database, int version, const MetaEntries& entries,
                                         const std::function<Result<void>()>& last);
/// Takes back what beginRestore() has made, as far as it can.
void abandonRestore(Database& database);

/// Makes sure that what this process sees of the database is on the disk, and that the disk takes writes: rewrites the
/// log and commits a counter behind it, in one transaction. Before the first commit after a failed sync or a crash.
[[nodiscard]] Result<void> confirmStorage(Database& database);
/// In a transaction: changes a counter, so that its commit is one that writes.
[[nodiscard]] Result<void> probeStorage(Database& database);

/// The statements of a migration, comments removed, {words} replaced.
[[nodiscard]] std::vector<std::string> splitMigration(const Dialect& dialect, std::string_view sql);

}  // namespace evenhand::store
