// SPDX-License-Identifier: GPL-3.0-or-later
// Every stored column that holds words of a fixed set: a status, a kind, several scopes. The code that reads a column
// knows its words (Statement::code); with this list the whole database can be checked, and a row be named.
// Thread: pure, any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace evenhand::store {

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

}  // namespace evenhand::store
