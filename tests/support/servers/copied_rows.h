// SPDX-License-Identifier: GPL-3.0-or-later
// Copying a table's rows from one database of a server to another. Thread: that of the Database.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/store/database/database.h"

namespace evenhand::testing {

/// The statement that copies the rows of `from`.`table` into the table of this connection's database, without the
/// columns that the server reckons itself.
[[nodiscard]] inline Result<std::string> copyingRows(store::Database& database, const std::string& table,
                                                     const std::string& from) {
    auto& statement = database.statement(
        "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = ? AND table_name = ? AND "
        "extra "
        "NOT LIKE '%GENERATED%' ORDER BY ordinal_position");
    statement.bind(from).bind(table);
    EVENHAND_TRY(statement.query());
    std::string columns;
    while (statement.next()) {
        columns += (columns.empty() ? "" : ", ") + statement.text("name");
    }
    EVENHAND_TRY(statement.status());
    return "INSERT INTO " + table + " (" + columns + ") SELECT " + columns + " FROM " + from + "." + table;
}

}  // namespace evenhand::testing
