// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/order_numbers.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>

namespace evenhand::store {
namespace {

constexpr std::int64_t kAllOrders = std::numeric_limits<std::int64_t>::max();

std::vector<OrderId> orderIds(const std::vector<std::int64_t>& rows) {
    std::vector<OrderId> ids;
    ids.reserve(rows.size());
    std::transform(rows.begin(), rows.end(), std::back_inserter(ids), [](std::int64_t row) { return OrderId{row}; });
    return ids;
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
    return readOn(database, orders).map([orders](std::int64_t read) { return read == orders; });
}

Result<std::vector<OrderId>> OrderNumbers::containing(Database& database, std::string_view part) {
    return part.size() < api::kMinOrderNumberPart ? std::vector<OrderId>() : newest(database, part, kMaxFound);
}

Result<std::vector<OrderId>> OrderNumbers::newest(Database& database, std::string_view part, std::size_t most) {
    EVENHAND_TRY(readOn(database, kAllOrders));
    return orderIds(m_numbers.newest(part, most));
}

Result<std::vector<OrderId>> OrderNumbers::firstOfUsers(Database& database, std::string_view part, std::size_t most) {
    EVENHAND_TRY(readOn(database, kAllOrders));
    return orderIds(m_users.newest(part, most));
}

Result<void> OrderNumbers::complete(Database& database, api::OrderFilter& filter) {
    EVENHAND_ASSIGN(filter.withPart, containing(database, filter.text));
    return {};
}

}  // namespace evenhand::store
