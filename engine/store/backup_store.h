// SPDX-License-Identifier: GPL-3.0-or-later
// The list of backups, and a whole database as rows that any other database of this program can take: for backups and
// restores. Thread: that of the Database.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "engine/api/backup_desk.h"
#include "engine/store/database.h"

namespace evenhand::store::backups {

[[nodiscard]] Result<BackupId> insert(Database& database, const api::BackupRow& row);
[[nodiscard]] Result<void> update(Database& database, const api::BackupRow& row);
[[nodiscard]] Result<std::vector<api::BackupRow>> newest(Database& database, std::int64_t limit);
/// Those that are still RUNNING, when the engine starts: their process is gone.
[[nodiscard]] Result<std::int64_t> failUnfinished(Database& database, Instant now);
[[nodiscard]] Result<api::BackupSchedule> schedule(Database& database);
[[nodiscard]] Result<void> setSchedule(Database& database, const api::BackupSchedule& schedule);

// --- whole tables
// -----------------------------------------------------------------------------------------------------
/// A value as it is stored: NULL, a number, text, or bytes. No table has any other kind.
struct Bytes {
    std::string data;
};
using Value = std::variant<std::monostate, std::int64_t, std::string, Bytes>;
using Row = std::vector<Value>;
struct Table {
    std::string name;
    std::vector<std::string> columns;
};
/// Every table of the schema but those of one place (engine_lease), parents before children, so that rows can be put
/// back in this order under foreign keys. From the migrations, so the same for every database.
[[nodiscard]] std::vector<Table> tables(const Database& database);
/// Every row once, in order of the primary key, in constant memory; inside beginRead(): one picture. `fn` answers false
/// to end it with Cancelled.
[[nodiscard]] Result<void> eachRow(Database& database, const Table& table, const std::function<bool(Row&)>& fn);
/// Into a table of an empty workspace (createSchema), many at a time; row ids are kept.
[[nodiscard]] Result<void> putRows(Database& database, const Table& table, std::span<const Row> rows);

}  // namespace evenhand::store::backups
