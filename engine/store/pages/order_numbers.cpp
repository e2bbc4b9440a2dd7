// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/order_numbers.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <string>

#include "engine/store/database/sql_text.h"

namespace evenhand::store {
namespace {

constexpr std::int64_t kAllOrders = std::numeric_limits<std::int64_t>::max();

std::vector<OrderId> orderIds(const std::vector<std::int64_t>& rows) {
    std::vector<OrderId> ids;
    ids.reserve(rows.size());
    std::transform(rows.begin(), rows.end(), std::back_inserter(ids), [](std::int64_t row) { return OrderId{row}; });
    return ids;
}

/// A part as LIKE has it, whatever the case of its ASCII letters.
std::string patternOf(std::string_view part) {
    std::string pattern = "%";
    for (const char c : part) {
        if (c == '%' || c == '_' || c == '!') {
            pattern += '!';
        }
        pattern += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return pattern + "%";
}

Result<std::vector<OrderId>> searched(Database& database, std::string_view sql, std::string_view part,
                                      std::size_t most) {
    if (part.empty()) {
        return std::vector<OrderId>();
    }
    auto& statement = database.statement(sql);
    const auto pattern = patternOf(part);
    statement.bind(pattern).bind(static_cast<std::int64_t>(most));
    return readAll(statement, [](const Statement& row) { return OrderId{row.number("order_id")}; });
}

}  // namespace

Result<std::int64_t> OrderNumbers::readOn(Database& database, std::int64_t most) {
    auto& statement = database.statement(
        "SELECT order_id, order_no, user_id FROM orders WHERE order_id > ? ORDER BY order_id LIMIT ?");
    statement.bind(m_upTo).bind(most);
    EVENHAND_TRY(statement.query());
    std::int64_t read = 0;
    while (statement.next()) {
        m_upTo = statement.number("order_id");
        m_numbers.add(m_upTo, statement.text("order_no"));
        const auto user = statement.text("user_id");
        if (m_knownByHash.insert(std::hash<std::string_view>{}(user)).second) {
            m_users.add(m_upTo, user);
        }
        ++read;
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return read;
}

Result<bool> OrderNumbers::readAhead(Database& database, std::int64_t orders) {
    if (database.expectsOthers()) {
        return false;
    }
    return readOn(database, orders).map([orders](std::int64_t read) { return read == orders; });
}

Result<std::vector<OrderId>> OrderNumbers::containing(Database& database, std::string_view part) {
    return part.size() < api::kMinOrderNumberPart ? std::vector<OrderId>() : newest(database, part, kMaxFound);
}

Result<std::vector<OrderId>> OrderNumbers::newest(Database& database, std::string_view part, std::size_t most) {
    if (database.expectsOthers()) {
        return searched(database,
                        "SELECT order_id FROM orders WHERE LOWER(order_no) LIKE ? ESCAPE '!' ORDER BY order_id DESC "
                        "LIMIT ?",
                        part, most);
    }
    EVENHAND_TRY(readOn(database, kAllOrders));
    return orderIds(m_numbers.newest(part, most));
}

Result<std::vector<OrderId>> OrderNumbers::firstOfUsers(Database& database, std::string_view part, std::size_t most) {
    if (database.expectsOthers()) {
        return searched(database,
                        "SELECT MIN(order_id) AS order_id FROM orders WHERE LOWER(user_id) LIKE ? ESCAPE '!' GROUP BY "
                        "user_id ORDER BY 1 DESC LIMIT ?",
                        part, most);
    }
    EVENHAND_TRY(readOn(database, kAllOrders));
    return orderIds(m_users.newest(part, most));
}

Result<void> OrderNumbers::complete(Database& database, api::OrderFilter& filter) {
    EVENHAND_ASSIGN(filter.withPart, containing(database, filter.text));
    return {};
}

}  // namespace evenhand::store
