// SPDX-License-Identifier: GPL-3.0-or-later
// What placing an order takes, an order as a row of a table, and the one table of such a row's plain facts: the CSV
// export, the HTTP API with its schema, and the console's table and detail go by it.
// Thread: value types, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/campaign_types.h"
#include "engine/api/order_field.h"
#include "engine/api/status.h"
#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "engine/base/money.h"

namespace evenhand::api {

struct OrderLine {
    Sku sku;
    std::int64_t quantity = 0;  ///< 1 … 1,000,000
    Money unitPrice;            ///< >= 0
    bool operator==(const OrderLine&) const = default;
};

struct PlaceOrder {
    std::string key;  ///< idempotency key, 1..64 characters; for imports the order number
    OrderNo orderNo;  ///< empty: the engine makes one
    UserId user;
    CampusId campus;
    std::vector<OrderLine> lines;     ///< 1 … 10,000
    std::optional<Instant> placedAt;  ///< recorded fact of an import; engine time if absent
    /// placeAvailable() only: pays what became payable, in the same unit of work and at the same instant, so that a
    /// cancelled or killed import leaves whole orders.
    std::optional<PaymentNo> payWith{};
    /// place() only: takes a discount off what is payable, by a draw of the user's that was granted before, else by a
    /// new one. A draw that is refused leaves the order at its full price and is in the answer.
    std::optional<OrderDraw> draw{};
};
/// All members, for their description in engine/wire/values/orders.h.
#define EVENHAND_PLACE_ORDER_MEMBERS (key, orderNo, user, campus, lines, placedAt, payWith, draw)

struct OrderRow {
    OrderId id;
    OrderNo orderNo;
    UserId user;
    CampusId campus;
    OrderStatus status = OrderStatus::WaitPay;
    Money payable;
    Instant placedAt;
    std::optional<Instant> paidAt;
    CourierId courier;  ///< empty: none
    std::string courierName;
    std::int64_t epoch = 0;
    std::optional<WaitReason> wait;
    std::optional<CloseReason> closeReason;
    std::int64_t version = 0;  ///< grows with every change; for frozen selections
    /// When the order's stage (unassigned, pick-up, delivery) should have moved on; nullopt: it has no limit.
    std::optional<Instant> limit{};
    [[nodiscard]] bool isLate(Instant now) const noexcept { return limit && *limit <= now; }
};
/// As above.
#define EVENHAND_ORDER_ROW_MEMBERS                                                                                 \
    (id, orderNo, user, campus, status, payable, placedAt, paidAt, courier, courierName, epoch, wait, closeReason, \
     version, limit)

inline constexpr std::string_view kWaitWords[] = {"message", "no_courier", "paused", "dead_letter", "at_limit"};
inline constexpr std::string_view kCloseWords[] = {"timeout", "cancelled", "returned"};

/// The plain facts of a row, in the order in which JSON, its schema and the CSV export give them; a new one comes last.
/// What is more than a plain fact (lines, money that came and went, history) is in OrderDetail.
inline constexpr OrderField kOrderFields[] = {
    orderField<&OrderRow::orderNo>("order_no", "order_no").required().forPeople(),
    orderField<&OrderRow::user>("user_id", "user_id").required().forPeople(),
    orderField<&OrderRow::campus>("campus_id", "campus").required().forPeople(),
    orderField<&OrderRow::status>("status", "status").required().forPeople(),
    orderField<&OrderRow::payable>("payable_minor", "payable").required().forPeople(),
    orderField<&OrderRow::placedAt>("placed_at", "placed_at").required().forPeople(),
    orderField<&OrderRow::paidAt>("paid_at", "paid_at").forPeople(),
    orderField<&OrderRow::courier>("courier_id", "courier_id").forPeople(),
    // Beside every id of a courier, also of one who has no name.
    orderField<&OrderRow::courierName>("courier_name", "courier_name").readBy([](const OrderRow& row) {
        return row.courier.empty() ? OrderValue() : OrderValue(std::string_view(row.courierName));
    }),
    orderField<&OrderRow::epoch>("epoch", "epoch")
        .required()
        .described("of the assignment; a courier's report names it"),
    orderField<&OrderRow::wait>("waits_for", "wait_reason").oneOf(kWaitWords),
    orderField<&OrderRow::closeReason>("close_reason", "close_reason").oneOf(kCloseWords),
    orderField<&OrderRow::limit>("late_at", "")
        .described("when the stage (assignment, pick-up, delivery) should have moved on; late from then until it has"),
    orderField<&OrderRow::version>("version", "").required(),
};

}  // namespace evenhand::api
