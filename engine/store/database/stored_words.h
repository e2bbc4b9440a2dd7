// SPDX-License-Identifier: GPL-3.0-or-later
// Every stored column that holds words of a fixed set: a status, a kind, several scopes. The code that reads a column
// knows its words (Statement::code); with this list the whole database can be checked, and a row be named.
// Thread: as database.h.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace evenhand::store {

class Database;

struct StoredWord {
    std::string_view table;
    std::string_view key;  ///< SQL that names a row for people: a number that they know, or the row id
    std::string_view column;
    bool (*isKnown)(std::string_view text);  ///< of the whole text; NULL is always known
    std::string_view only = {};              ///< SQL: for which rows; empty: all
};

[[nodiscard]] std::span<const StoredWord> storedWords();
/// nullptr: it is not one of them.
[[nodiscard]] const StoredWord* storedWordOf(std::string_view table, std::string_view column);

/// WorkspaceDamaged, with `field` "table.column" and `value` the word. `key`: of the row; empty: not known.
[[nodiscard]] Error unknownWordError(std::string_view table, std::string_view column, std::string_view key,
                                     std::string_view word);

/// Every row with an unknown word. `fn` gets the error that reading it would give. Reads each table once
/// from end to end. Answers the number of columns.
[[nodiscard]] Result<std::int64_t> eachUnknownWord(Database& database, const std::function<void(const Error&)>& fn);

}  // namespace evenhand::store
