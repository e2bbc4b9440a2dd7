// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/order_rows/order_lookup.h"

#include <array>
#include <cstddef>
#include <span>

namespace evenhand::store {
namespace {

/// Columns that an index serves, which are what is asked for, and what must be so besides.
struct Match {
    std::string_view column;
    std::string_view column2 = {};  ///< empty: one column alone
    std::string_view besides = {};
};

constexpr std::array kNumberMatch{Match{"order_no"}};
// A number is the key of an order that has no other.
constexpr std::array kKeyMatches{Match{"request_key"}, Match{"order_no", {}, "request_key IS NULL"}};
constexpr std::array kIdMatch{Match{"order_id"}};
constexpr std::array kLiveMatch{Match{"activity_id", "user_id", "live = 1"}};

/// An order is found by any of these.
std::span<const Match> matchesOf(OrderWay way) {
    switch (way) {
        case OrderWay::Number: return kNumberMatch;
        case OrderWay::Key: return kKeyMatches;
        case OrderWay::Id: return kIdMatch;
        case OrderWay::Live: return kLiveMatch;
    }
    return {};
}

std::string fromOrders(std::string_view columns, const Match& match) {
    std::string sql = "SELECT ";
    sql.append(columns).append(" FROM orders WHERE ").append(match.column).append(" = ?");
    if (!match.column2.empty()) {
        sql.append(" AND ").append(match.column2).append(" = ?");
    }
    if (!match.besides.empty()) {
        sql.append(" AND ").append(match.besides);
    }
    return sql;
}

}  // namespace

std::string selectOrderSql(OrderWay way, std::string_view columns) {
    std::string sql;
    for (const auto& match : matchesOf(way)) {
        sql.append(sql.empty() ? "" : " UNION ALL ").append(fromOrders(columns, match));
    }
    return sql;
}

std::string noOrderSql(OrderWay way) {
    std::string sql;
    for (const auto& match : matchesOf(way)) {
        sql.append(sql.empty() ? "" : " AND ").append("NOT EXISTS (").append(fromOrders("1", match)).append(")");
    }
    return sql;
}

std::string manyOrdersSql(OrderWay way) {
    const auto& match = matchesOf(way).front();
    std::string sql(match.besides);
    sql.append(sql.empty() ? "" : " AND ");
    if (match.column2.empty()) {
        return sql.append(match.column).append(" IN (");
    }
    return sql.append("(").append(match.column).append(", ").append(match.column2).append(") IN (");
}

OrderLookup OrderLookup::of(OrderWay way, const OrderRow& order) {
    switch (way) {
        case OrderWay::Number: break;
        case OrderWay::Key: return byKey(order.key);
        case OrderWay::Id: return byId(order.id);
        case OrderWay::Live: return live(order.activity, order.user);
    }
    return byNumber(order.number);
}

Result<const HotRows::Order*> OrderLookup::in(HotRows& hot) const {
    switch (m_way) {
        case OrderWay::Number: return hot.orderByNumber(m_first);
        case OrderWay::Key: return hot.orderByKey(m_first);
        case OrderWay::Id: return hot.orderById(m_id);
        case OrderWay::Live: return hot.liveOrder(m_first, m_second);
    }
    return nullptr;
}

void OrderLookup::bind(Statement& statement) const {
    for (const auto& match : matchesOf(m_way)) {
        if (m_way == OrderWay::Id) {
            statement.bind(m_id.value);
            continue;
        }
        statement.bind(m_first);
        if (!match.column2.empty()) {
            statement.bind(m_second);
        }
    }
}

}  // namespace evenhand::store
