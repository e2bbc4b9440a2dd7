// SPDX-License-Identifier: GPL-3.0-or-later
// What came to a list since it was counted (kept_counts.h). Internal to engine/store. Thread: that of the Database.
#pragma once

#include "engine/store/sql_text.h"

namespace evenhand::store {

/// Rows of `table` with after < id <= upTo that meet `conditions` (begun with where(), or empty). Only they are read:
/// the conditions stand in the sum, where no index can draw the search away from the few row ids.
inline Result<std::int64_t> countAmong(Database& database, std::string_view table, std::string_view id,
                                       const SqlText& conditions, std::int64_t after, std::int64_t upTo) {
    constexpr std::string_view kWhere = " WHERE ";
    SqlText text{"SELECT COUNT(CASE WHEN ", conditions.values};
    text.add(conditions.sql.empty() ? std::string_view("1 = 1")
                                    : std::string_view(conditions.sql).substr(kWhere.size()));
    text.add(" THEN 1 END) FROM ");
    text.add(table);
    text.add(" WHERE ");
    text.add(id);
    text.add(" > ? AND ");
    text.add(id);
    text.add(" <= ?", {after, upTo});
    return readNumber(text.bound(database));
}

}  // namespace evenhand::store
