// SPDX-License-Identifier: GPL-3.0-or-later
// By what an order is looked for. What each way means stands here once: as conditions of SQL, for one order and for
// many at once, and as the question to the rows that are held in memory (HotRows). What has to be read or must not be
// there yet names the way. Internal to engine/store. Texts that are given must live as long as the lookup. Thread: that
// of the Database.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/store/database/database.h"
#include "engine/store/order_rows/hot_rows.h"

namespace evenhand::store {

/// By its number; by its idempotency key; by its row's id; the order of an activity's user that is not closed.
enum class OrderWay : std::uint8_t { Number, Key, Id, Live };

/// Reads `columns` of it; OrderLookup::bind() binds.
[[nodiscard]] std::string selectOrderSql(OrderWay way, std::string_view columns);
/// A condition: there is no such order; OrderLookup::bind() binds.
[[nodiscard]] std::string noOrderSql(OrderWay way);
/// A condition of orders that are found in one of several ways at once, without the list that ends it: "order_no IN (".
/// Of Key: those that have a key of their own; the others are found by Number.
[[nodiscard]] std::string manyOrdersSql(OrderWay way);

class OrderLookup {
public:
    [[nodiscard]] static OrderLookup byNumber(std::string_view number) { return {OrderWay::Number, number, {}, {}}; }
    [[nodiscard]] static OrderLookup byKey(std::string_view key) { return {OrderWay::Key, key, {}, {}}; }
    [[nodiscard]] static OrderLookup byId(OrderId id) { return {OrderWay::Id, {}, {}, id}; }
    [[nodiscard]] static OrderLookup live(std::string_view activity, std::string_view user) {
        return {OrderWay::Live, activity, user, {}};
    }
    /// An order that has of this way what `order` has; `order` must outlive the lookup.
    [[nodiscard]] static OrderLookup of(OrderWay way, const OrderRow& order);

    /// In the rows held in memory; nullptr: there is none.
    [[nodiscard]] Result<const HotRows::Order*> in(HotRows& hot) const;
    void bind(Statement& statement) const;

private:
    OrderLookup(OrderWay way, std::string_view first, std::string_view second, OrderId id)
        : m_way(way), m_first(first), m_second(second), m_id(id) {}

    OrderWay m_way;
    std::string_view m_first, m_second;
    OrderId m_id;
};

}  // namespace evenhand::store
