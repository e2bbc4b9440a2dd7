// SPDX-License-Identifier: GPL-3.0-or-later
// An order's row. The columns of it that change stand in a table with their names in the database: what is read,
// changed, sent and shown in pages goes by that. Internal to engine/store. Thread: value types, any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engine/api/order_types.h"
#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "engine/store/database/database.h"

namespace evenhand::store {

/// Words as they are stored, empty: NULL.
struct OrderState {
    std::string status, courier, waitReason, wanted, avoid, closeReason, timer;
    std::optional<std::int64_t> paidAt, waitSince, closedAt, dueAt, overLimit;
    std::int64_t epoch = 1, version = 1, timerFlags = 0;
    bool live = false;  ///< of an activity, and not closed; stored as 1 or NULL
};

/// In the order of kOrderColumns.
enum class OrderColumn : std::uint8_t {
    Status,
    PaidAt,
    Courier,
    Epoch,
    WaitReason,
    WaitSince,
    Wanted,
    Avoid,
    CloseReason,
    ClosedAt,
    Version,
    Timer,
    DueAt,
    TimerFlags,
    OverLimit,
    Live
};

/// The member of a row for the outside that is this column as it is stored; none: pages do not show it, or read it in
/// a way of their own (order_page_store.cpp).
using ShownMember = std::variant<std::monostate, std::string api::OrderRow::*, std::int64_t api::OrderRow::*,
                                 std::optional<Instant> api::OrderRow::*>;

struct OrderColumnOf {
    ColumnName name;
    std::variant<std::string OrderState::*, std::optional<std::int64_t> OrderState::*, std::int64_t OrderState::*,
                 bool OrderState::*>
        field;
    ShownMember shown = {};
};
inline constexpr OrderColumnOf kOrderColumns[] = {{"status", &OrderState::status},
                                                  {"paid_at", &OrderState::paidAt, &api::OrderRow::paidAt},
                                                  {"courier_id", &OrderState::courier},
                                                  {"epoch", &OrderState::epoch, &api::OrderRow::epoch},
                                                  {"wait_reason", &OrderState::waitReason},
                                                  {"wait_since", &OrderState::waitSince},
                                                  {"wanted_courier", &OrderState::wanted},
                                                  {"avoid_courier", &OrderState::avoid},
                                                  {"close_reason", &OrderState::closeReason},
                                                  {"closed_at", &OrderState::closedAt},
                                                  {"version", &OrderState::version, &api::OrderRow::version},
                                                  {"timer", &OrderState::timer},
                                                  {"due_at", &OrderState::dueAt},
                                                  {"timer_flags", &OrderState::timerFlags},
                                                  {"over_limit", &OrderState::overLimit},
                                                  {"live", &OrderState::live}};
static_assert(std::size(kOrderColumns) == static_cast<std::size_t>(OrderColumn::Live) + 1);

inline const OrderColumnOf& columnOf(OrderColumn column) { return kOrderColumns[static_cast<std::size_t>(column)]; }

/// With what it keeps for life.
struct OrderRow {
    OrderId id;  ///< none: the database makes one
    std::string number;
    std::string key;  ///< the idempotency key, also where it equals the number
    std::string bodyHash, user, campus;
    std::string activity;  ///< empty: none
    std::int64_t payable = 0, placedAt = 0, createdAt = 0, discount = 0;
    OrderState state;
};

/// Reads one of kOrderColumns, which the statement's row has under that name.
void readColumn(const Statement& row, const OrderColumnOf& column, OrderState& state);
/// Inserts a row whose values bindOrder() binds.
[[nodiscard]] std::string insertOrderSql();
/// `state` in place of the row's own.
void bindOrder(Statement& statement, const OrderRow& order, const OrderState& state);

}  // namespace evenhand::store
