// SPDX-License-Identifier: GPL-3.0-or-later
// The list of backups, and a whole database as rows that any other database of this program can take: for backups and
// restores. Thread: that of the Database.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/api/backup_desk.h"
#include "engine/store/database/database.h"

namespace evenhand::store::backups {

[[nodiscard]] Result<BackupId> insert(Database& database, const api::BackupRow& row);
/// Status, end, size, rows, audit head and error; by row.id.
[[nodiscard]] Result<void> update(Database& database, const api::BackupRow& row);
[[nodiscard]] Result<std::vector<api::BackupRow>> newest(Database& database, std::int64_t limit);
/// When the newest one began that was verified; nullopt: there is none.
[[nodiscard]] Result<std::optional<Instant>> lastVerified(Database& database);
/// Those that are still RUNNING, when the engine starts: their process is gone.
[[nodiscard]] Result<std::int64_t> failUnfinished(Database& database, Instant now);
[[nodiscard]] Result<api::BackupSchedule> schedule(Database& database);
[[nodiscard]] Result<void> setSchedule(Database& database, const api::BackupSchedule& schedule);

// --- whole tables
// -----------------------------------------------------------------------------------------------------
/// A value as it is stored: NULL, a number, text, or bytes. No table has any other kind.
struct Bytes {
    std::string data;
    bool operator==(const Bytes&) const = default;
};
using Value = std::variant<std::monostate, std::int64_t, std::string, Bytes>;
using Row = std::vector<Value>;
enum class Kind : std::uint8_t { Number, Text, Bytes };
struct Column {
    std::string name;
    Kind kind = Kind::Number;
    bool operator==(const Column&) const = default;
};
struct Table {
    std::string name;
    std::vector<Column> columns;
    std::vector<std::size_t> key;  ///< columns of the primary key, in its order
};
/// Every table of the schema of this version but those of one place (engine_lease, engine_node, id_block,
/// keyspace_gate, console_session), parents before children, so that rows can be put back in this order under foreign
/// keys. As the migrations make them in SQLite, so the same for every database; a backup's rows name their table by its
/// place here.
[[nodiscard]] std::vector<Table> tables(int schemaVersion);
/// Inside beginRead().
[[nodiscard]] Result<std::int64_t> countRows(Database& database, const Table& table);
/// Every row once, in order of the primary key, in constant memory; inside beginRead(): one snapshot. `fn` answers
/// false to end it with Cancelled. The row is reused.
[[nodiscard]] Result<void> eachRow(Database& database, const Table& table, const std::function<bool(const Row&)>& fn);
/// Into a table of an empty workspace (beginRestore), inside a transaction; row ids are kept. Values have the kind of
/// their column or are NULL.
[[nodiscard]] Result<void> putRows(Database& database, const Table& table, std::span<const Row> rows);

// --- after a restore, inside its last transaction
/// The backup whose snapshot this is was still being written in it: it is the file that was restored.
[[nodiscard]] Result<void> finishRestoredBackup(Database& database, const api::BackupRow& file);
/// The keyspace is somewhere else from now on: its journal and snapshots here are deleted.
[[nodiscard]] Result<void> forgetJournal(Database& database);
/// Nobody takes outward tasks until they are released.
[[nodiscard]] Result<void> holdOutward(Database& database, Instant at, std::string_view actor, std::string_view reason);

}  // namespace evenhand::store::backups
