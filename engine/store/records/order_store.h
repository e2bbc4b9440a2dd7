// SPDX-License-Identifier: GPL-3.0-or-later
// Orders and their lines: what commands need. Tables and details for the outside are in order_page_store.h.
// Every status change is a compare-and-set on what the caller saw; false means somebody else was first.
// Thread: that of the Database.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/order_desk.h"
#include "engine/api/timer_types.h"
#include "engine/store/database/database.h"
#include "engine/store/order_rows/order_state.h"

namespace evenhand::store::orders {

/// The timer of an order's stage. No kind: the stage has none; no due: it is not armed.
struct Timer {
    std::optional<api::TimerKind> kind;
    std::optional<Instant> due;
};
/// Bits of orders.timer_flags.
inline constexpr std::int64_t kTimersOfAllStages = 1;  ///< not set for imported orders: they have the unpaid timer only
inline constexpr std::int64_t kTimerTrouble = 2;       ///< there may be an open alert, or a failure of the timer

void setTimer(OrderRow& order, const Timer& timer);

/// WAIT_PAY, epoch 1, version 1, whatever its state says of these. nullopt, and nothing inserted: the number or the key
/// is known, or the campus is not known or disabled, or the user has a live order of the activity.
[[nodiscard]] Result<std::optional<OrderId>> insert(Database& database, OrderRow order);
/// Numbered from 1.
[[nodiscard]] Result<void> insertLines(Database& database, OrderId order, std::span<const api::OrderLine> lines);

struct FirstAnswer {
    OrderId id;
    OrderNo orderNo;
    std::string bodyHash;
    Money payable;
};
[[nodiscard]] Result<std::optional<FirstAnswer>> findByKey(Database& database, std::string_view key);
[[nodiscard]] Result<bool> numberExists(Database& database, const OrderNo& orderNo);

struct Record {
    OrderId id;
    OrderNo orderNo;
    CampusId campus;
    api::OrderStatus status = api::OrderStatus::WaitPay;
    Money payable;
    CourierId courier;  ///< empty: none
    std::int64_t epoch = 0;
    std::int64_t version = 0;
    Timer timer;
    std::int64_t timerFlags = 0;
    std::optional<api::WaitReason> wait;  ///< paid, open, without a courier
    // Only of an order of a flash sale:
    ActivityId activity;  ///< empty: none
    UserId user;
    Instant placedAt;
};
[[nodiscard]] Result<std::optional<Record>> find(Database& database, const OrderNo& orderNo);
[[nodiscard]] Result<std::optional<Record>> find(Database& database, OrderId id);

// Each change of the stage takes the timer of the next one.

/// WAIT_PAY → PAID, waiting for its courier.
[[nodiscard]] Result<bool> markPaid(Database& database, OrderId id, Instant at, api::WaitReason wait,
                                    const Timer& timer);
/// `from` → CLOSED at this version.
[[nodiscard]] Result<bool> close(Database& database, OrderId id, std::int64_t version, api::CloseReason reason,
                                 Instant at);
/// A courier's report: `from` → `to`, if the epoch is still this one.
[[nodiscard]] Result<bool> move(Database& database, OrderId id, std::int64_t epoch, api::OrderStatus from,
                                api::OrderStatus to, const Timer& timer);
/// DELIVERED → COMPLETED at this version.
[[nodiscard]] Result<bool> complete(Database& database, OrderId id, std::int64_t version);

/// What the dispatch of one order needs to know, with its campus's policy.
struct DispatchView {
    OrderId id;
    OrderNo orderNo;
    CampusId campus;
    api::OrderStatus status = api::OrderStatus::Paid;
    std::int64_t epoch = 0;
    CourierId courier;
    CourierId wanted;
    CourierId avoid;
    bool overLimit = false;  ///< `wanted` gets it also at the load limit
    api::DispatchMode mode = api::DispatchMode::Strong;
    std::int64_t step = 0;
    std::int64_t logTtlMs = 0;
    bool paused = false;
    std::int64_t dutyVersion = 0;
    Timer timer;
    std::int64_t timerFlags = 0;
};
[[nodiscard]] Result<std::optional<DispatchView>> forDispatch(Database& database, OrderId id);
/// Sets the courier where there is none, in this epoch and status; PAID becomes WAIT_PICK_UP, others stay.
[[nodiscard]] Result<bool> assign(Database& database, OrderId id, std::int64_t epoch, api::OrderStatus from,
                                  const CourierId& courier, const Timer& timer);
/// Says why a paid, open order has no courier; keeps since when.
[[nodiscard]] Result<bool> setWaiting(Database& database, OrderId id, std::int64_t epoch, api::WaitReason reason);
/// Clears the courier and raises the epoch, at this version. `avoid`: empty keeps the one of a reassignment that is
/// still under way.
struct Wanted {
    CourierId courier;       ///< empty: none
    bool overLimit = false;  ///< also at the load limit
};
[[nodiscard]] Result<bool> requestReassign(Database& database, OrderId id, std::int64_t version, Instant at,
                                           api::WaitReason wait, const Wanted& wanted, const CourierId& avoid,
                                           const Timer& timer);

struct Waiting {
    OrderId id;
    OrderNo orderNo;
    std::int64_t epoch = 0;
};
/// Orders of a campus that wait for this reason, oldest first.
[[nodiscard]] Result<std::vector<Waiting>> waiting(Database& database, const CampusId& campus, api::WaitReason reason,
                                                   std::int64_t limit);
/// How many orders of a campus are on their way to a courier who was named for them.
[[nodiscard]] Result<std::int64_t> countComing(Database& database, const CampusId& campus, const CourierId& wanted);
/// WAIT_PICK_UP and DELIVERING of a courier, oldest first, with their versions.
[[nodiscard]] Result<std::vector<api::OrderRef>> inHand(Database& database, const CourierId& courier);

}  // namespace evenhand::store::orders
