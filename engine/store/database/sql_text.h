// SPDX-License-Identifier: GPL-3.0-or-later
// Queries that depend on a filter, put together with their parameters, and short words for reading rows.
// Internal to engine/store. Thread: value types, any.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/api/limits.h"
#include "engine/store/database/database.h"

namespace evenhand::store {

/// SQL text with its parameters.
struct SqlText {
    using Value = std::variant<std::int64_t, std::string>;
    std::string sql;
    std::vector<Value> values;

    SqlText() = default;
    SqlText(std::string text, std::vector<Value> with) : sql(std::move(text)), values(std::move(with)) {}

    /// The first condition begins with WHERE.
    void where(std::string_view condition, std::initializer_list<Value> more = {}) {
        sql += m_where ? " AND " : " WHERE ";
        sql += condition;
        values.insert(values.end(), more);
        m_where = true;
    }
    template <typename T, typename ToText>
    void whereIn(std::string_view column, const std::vector<T>& wanted, ToText toText) {
        if (wanted.empty()) {
            return;
        }
        std::string list(column);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            list += i == 0 ? " IN (?" : ",?";
        }
        where(list + ")");
        for (const auto& value : wanted) {
            values.emplace_back(std::string(toText(value)));
        }
    }
    void add(std::string_view text, std::initializer_list<Value> more = {}) {
        sql += text;
        values.insert(values.end(), more);
    }
    void append(const SqlText& other) {
        sql += other.sql;
        values.insert(values.end(), other.values.begin(), other.values.end());
    }
    [[nodiscard]] Statement& bound(Database& database) const {
        auto& statement = database.statement(sql);
        for (const auto& value : values) {
            if (const auto* number = std::get_if<std::int64_t>(&value)) {
                statement.bind(*number);
            } else {
                statement.bind(std::get<std::string>(value));
            }
        }
        return statement;
    }

private:
    bool m_where = false;
};

/// What a list is sorted by: columns of an index, and last the row's id, by which equal rows have an order too. All go
/// in one direction, so that the index is walked from either end.
class SortColumns {
public:
    SortColumns(std::initializer_list<std::string_view> columns) : m_columns(columns) {}

    /// "amount, refund_id"; `table` is put before each.
    [[nodiscard]] std::string list(std::string_view table = {}) const { return joined(table, {}); }
    /// " ORDER BY amount DESC, refund_id DESC".
    [[nodiscard]] std::string order(bool descending, std::string_view table = {}) const {
        return " ORDER BY " + joined(table, descending ? " DESC" : "");
    }

private:
    [[nodiscard]] std::string joined(std::string_view before, std::string_view behind) const {
        std::string text;
        for (const auto column : m_columns) {
            text += text.empty() ? "" : ", ";
            text.append(before).append(column).append(behind);
        }
        return text;
    }

    std::vector<std::string_view> m_columns;
};

inline std::optional<Instant> instantOf(const Statement& row, ColumnName column) {
    const auto value = row.maybeNumber(column);
    return value ? std::optional(Instant{*value}) : std::nullopt;
}
inline std::optional<std::string> textOf(const Statement& row, ColumnName column) {
    return row.isNull(column) ? std::nullopt : std::optional(row.text(column));
}

/// Runs a query to its end.
template <typename Row>
Result<void> eachRow(Statement& statement, Row row) {
    EVENHAND_TRY(statement.query());
    while (statement.next()) {
        row(std::as_const(statement));
    }
    auto ended = statement.status();
    statement.finish();
    return ended;
}
template <typename Row>
auto readAll(Statement& statement, Row row) -> Result<std::vector<decltype(row(statement))>> {
    std::vector<decltype(row(statement))> rows;
    EVENHAND_TRY(eachRow(statement, [&](const Statement& s) { rows.push_back(row(s)); }));
    return rows;
}
/// The first row; a query that finds one at most.
template <typename Row>
auto readOne(Statement& statement, Row row) -> Result<std::optional<decltype(row(statement))>> {
    EVENHAND_TRY(statement.query());
    std::optional<decltype(row(statement))> found;
    if (statement.next()) {
        found = row(std::as_const(statement));
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return found;
}
/// Of a query with one column; 0: no row.
inline Result<std::int64_t> readNumber(Statement& statement) {
    EVENHAND_ASSIGN(const auto found, readOne(statement, [](const Statement& s) { return s.onlyNumber(); }));
    return found.value_or(0);
}
inline Result<bool> changedOne(Statement& statement) {
    EVENHAND_ASSIGN(const auto rows, statement.write());
    return rows == 1;
}

/// Why an offset or a limit of a page is refused.
inline Result<void> checkPage(std::int64_t offset, std::int64_t limit) {
    if (limit < 1 || limit > api::kMaxPageRows) {
        return fail(ErrorCode::InvalidArgument, "must be 1 to " + std::to_string(api::kMaxPageRows), "limit",
                    std::to_string(limit));
    }
    if (offset < 0) {
        return fail(ErrorCode::InvalidArgument, "must not be negative", "offset", std::to_string(offset));
    }
    return {};
}
/// A row to go on behind is told by what a list is sorted by if nobody asks for another order.
inline Result<void> checkAfter(bool asked, bool ownOrder) {
    if (asked && !ownOrder) {
        return fail(ErrorCode::InvalidArgument, "only in the order that the list has by itself", "after");
    }
    return {};
}

}  // namespace evenhand::store
