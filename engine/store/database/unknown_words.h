// SPDX-License-Identifier: GPL-3.0-or-later
// Damage that a list would pass over: it asks for the rows of some words, and a row whose word stands for nothing is of
// none of them.
// Internal to engine/store. Thread: as database.h.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/store/database/sql_text.h"
#include "engine/store/words/stored_words.h"

namespace evenhand::store {

/// What lies below, between and above these words. Each is a range of an index that begins with the column, so it costs
/// the same however many rows there are; all that are not among the words would be looked for in every row.
[[nodiscard]] inline std::vector<std::string> gapsBetween(std::string_view column,
                                                          std::vector<std::string_view> words) {
    std::sort(words.begin(), words.end());
    std::vector<std::string> gaps;
    std::string above;
    for (const auto word : words) {
        const std::string below = std::string(column) + " < '" + std::string(word) + "'";
        gaps.push_back(above.empty() ? below : above + " AND " + below);
        above = std::string(column) + " > '" + std::string(word) + "'";
    }
    gaps.push_back(above);
    return gaps;
}

/// All that are none of these words: for a list that names its rows, which are read in any case.
[[nodiscard]] inline std::string noneOf(std::string_view column, const std::vector<std::string_view>& words) {
    std::string condition(column);
    for (const auto word : words) {
        condition.append(condition.size() == column.size() ? " NOT IN ('" : ",'").append(word) += '\'';
    }
    return condition + ")";
}

/// Where a row of `column` holds none of `words`, all that there are, the database is told of the damage (see
/// Database::takeDamage). `more` adds what else the list asks for; the table is called `a` in it. `named`: among that
/// are the rows' ids, so one look at these is enough.
[[nodiscard]] inline Result<void> lookForUnknownWord(Database& database, const StoredWord& column,
                                                     const std::vector<std::string_view>& words,
                                                     const std::function<void(SqlText&)>& more, bool named = false) {
    const std::string name = "a." + std::string(column.column);
    SqlText text;
    int number = 0;
    for (const auto& gap : named ? std::vector{noneOf(name, words)} : gapsBetween(name, words)) {
        SqlText part{"SELECT a." + std::string(column.key) + " AS row_key, a." + std::string(column.column) +
                         " AS word FROM " + std::string(column.table) + " a",
                     {}};
        part.where(gap);
        more(part);
        text.add(number == 0 ? "SELECT * FROM (" : " UNION ALL SELECT * FROM (");
        text.append(part);
        text.add(" LIMIT 1) gap" + std::to_string(number++));
    }
    return eachRow(text.bound(database), [&](const Statement& row) {
        if (const auto word = row.text("word"); !column.isKnown(word)) {
            database.unknownWord(column.table, column.column, word, row.text("row_key"));
        }
    });
}

}  // namespace evenhand::store
