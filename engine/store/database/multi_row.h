// SPDX-License-Identifier: GPL-3.0-or-later
// Inserts of several rows by one statement. Internal to engine/store.
// Thread: any; the texts are made once per process and thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/store/database/database.h"

namespace evenhand::store {

/// "prefix item, item, …", one text per count, made once. `Tag` keeps the texts of one statement apart.
template <typename Tag>
const std::string& repeatedSql(std::string_view prefix, std::string_view item, std::string_view suffix,
                               std::size_t count) {
    thread_local std::vector<std::string> texts;
    if (texts.size() <= count) {
        texts.resize(count + 1);
    }
    auto& text = texts[count];
    if (text.empty()) {
        text = prefix;
        for (std::size_t i = 0; i < count; ++i) {
            text += i == 0 ? "" : ",";
            text += item;
        }
        text += suffix;
    }
    return text;
}

inline constexpr std::size_t kRowsPerStatement = 32;

/// Runs `prefix VALUES tuple, tuple, …` over `rows`, at most kRowsPerStatement at once; `bindRow(statement, row)`. The
/// caller knows them to fit: where the database holds rows back, they join those.
template <typename Tag, typename Row, typename Bind>
Result<void> insertRows(Database& database, std::string_view prefix, std::string_view tuple, std::span<const Row> rows,
                        Bind bindRow) {
    if (database.hotRows() != nullptr) {
        for (const auto& row : rows) {
            auto& statement = database.statement(repeatedSql<Tag>(prefix, tuple, "", 1));
            bindRow(statement, row);
            EVENHAND_TRY(statement.gather());
        }
        return {};
    }
    while (!rows.empty()) {
        const auto count = std::min(rows.size(), kRowsPerStatement);
        auto& statement = database.statement(repeatedSql<Tag>(prefix, tuple, "", count));
        for (const auto& row : rows.first(count)) {
            bindRow(statement, row);
        }
        EVENHAND_TRY(statement.write());
        rows = rows.subspan(count);
    }
    return {};
}

}  // namespace evenhand::store
