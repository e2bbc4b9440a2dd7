// SPDX-License-Identifier: GPL-3.0-or-later
// Inserts of several rows by one statement, and rows read by their ids. Internal to engine/store.
// Thread: any; the texts are made once per process and thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/store/database/database.h"
#include "engine/store/database/sql_text.h"

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
    if (database.gathers()) {
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

/// `readRow(row)` of the rows with these ids, in the order of `ids`; those that are not there are left out. `head` ends
/// with "IN (".
template <typename Tag, typename Id, typename Read>
auto rowsByIds(Database& database, std::string_view head, std::span<const Id> ids, Read readRow)
    -> Result<std::vector<decltype(readRow(std::declval<const Statement&>()))>> {
    using Row = decltype(readRow(std::declval<const Statement&>()));
    std::unordered_map<std::int64_t, Row> found;
    for (auto rest = ids; !rest.empty();) {
        const auto some = rest.first(std::min(rest.size(), kRowsPerStatement));
        auto& statement = database.statement(repeatedSql<Tag>(head, "?", ")", some.size()));
        for (const auto id : some) {
            statement.bind(id.value);
        }
        EVENHAND_TRY(eachRow(statement, [&](const Statement& read) {
            auto row = readRow(read);
            const auto id = row.id.value;
            found.emplace(id, std::move(row));
        }));
        rest = rest.subspan(some.size());
    }
    std::vector<Row> ordered;
    ordered.reserve(found.size());
    for (const auto id : ids) {
        if (const auto it = found.find(id.value); it != found.end()) {
            ordered.push_back(it->second);
        }
    }
    return ordered;
}

}  // namespace evenhand::store
