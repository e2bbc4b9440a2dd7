// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/meta_table.h"

#include "engine/store/database/sql_text.h"

namespace evenhand::store::meta {

Result<std::optional<std::string>> text(Database& database, std::string_view name) {
    auto& statement = database.statement("SELECT value FROM meta WHERE name = ?");
    return readOne(statement.bind(name), [](const Statement& row) { return row.text("value"); });
}

Result<void> set(Database& database, std::string_view name, std::string_view value) {
    // Portable upsert: the row is there or it is not, and nobody else writes.
    EVENHAND_ASSIGN(const auto changed,
                    database.statement("UPDATE meta SET value = ? WHERE name = ?").bind(value).bind(name).write());
    if (changed == 0) {
        EVENHAND_TRY(database.statement("INSERT INTO meta (name, value) VALUES (?, ?)").bind(name).bind(value).write());
    }
    return {};
}

}  // namespace evenhand::store::meta
