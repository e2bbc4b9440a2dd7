// SPDX-License-Identifier: GPL-3.0-or-later
// The rows that invariants are checked on, streamed one by one: a million orders cost no memory.
// Thread: that of the Database; call inside one read transaction.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "engine/api/timer_types.h"
#include "engine/store/database/database.h"

namespace evenhand::store::verify {

struct AssignedOrder {
    std::string orderNo;
    std::optional<api::OrderStatus> status;  ///< nullopt: a text that is none
    std::string campus;
    std::string courier;     ///< empty: none
    std::string waitReason;  ///< empty: none
    std::int64_t epoch = 0;
    bool hasAssignment = false;  ///< in this epoch
    std::string assignedTo;
    bool released = false;
    std::int64_t otherLive = 0;  ///< assignments of other epochs that were not released
    std::int64_t beyond = 0;     ///< assignments of an epoch that the order has not reached, or below 1
};
[[nodiscard]] Result<void> eachOrderWithAssignment(Database& database,
                                                   const std::function<void(const AssignedOrder&)>& fn);

struct Assignment {
    OrderId order;
    std::string orderNo;
    std::string campus;
    std::int64_t epoch = 0;
    std::string courier;
    Instant at;
    bool strong = false;
    bool byName = false;
    std::int64_t charged = 0;
    std::int64_t givenBack = 0;
    bool released = false;
    std::string evidence;
};
/// By order, then epoch.
[[nodiscard]] Result<void> eachAssignment(Database& database, const std::function<void(const Assignment&)>& fn);
/// Message ids that had more than one effect.
[[nodiscard]] Result<void> eachRepeatedMessage(Database& database, const std::function<void(std::string_view)>& fn);
/// Dead letters ever written for a topic.
[[nodiscard]] Result<std::int64_t> deadLetters(Database& database, std::string_view topic);

/// What the fairness promise needs to know of a courier: it holds for equal starts and a fixed set.
struct CourierStart {
    std::string campus;
    std::string courier;
    bool onDuty = false;
    std::int64_t startWeight = 0;  ///< start and join adjustments
    bool calibrated = false;       ///< by a difference other than 0
    std::int64_t dutyChanges = 0;
    std::optional<Instant> lastDutyChange;
};
[[nodiscard]] Result<void> eachCourierStart(Database& database, const std::function<void(const CourierStart&)>& fn);

struct Event {
    OrderId order;
    std::optional<api::EventKind> kind;  ///< nullopt: a text that is none
};
/// In order of writing.
[[nodiscard]] Result<void> eachEvent(Database& database, const std::function<void(const Event&)>& fn);
struct OrderStatusRow {
    OrderId order;
    std::string orderNo;
    std::optional<api::OrderStatus> status;
};
[[nodiscard]] Result<void> eachStatus(Database& database, const std::function<void(const OrderStatusRow&)>& fn);

struct Stock {
    std::string sku;
    std::int64_t onHand = 0;  ///< with what flash sales hold of it
    std::int64_t received = 0, taken = 0, givenBack = 0, restocked = 0;
};
[[nodiscard]] Result<void> eachStock(Database& database, const std::function<void(const Stock&)>& fn);

struct OrderSums {
    std::string orderNo;
    std::optional<api::OrderStatus> status;
    std::int64_t payable = 0, lineTotal = 0, lineUnits = 0;
    std::int64_t deductions = 0, deductedUnits = 0, givenBackUnits = 0, returnedUnits = 0;
    bool paidAt = false;
    std::optional<std::int64_t> payment;  ///< accepted
    std::int64_t refunds = 0;             ///< of that payment, not cancelled
    std::int64_t discount = 0;            ///< as the order says
    std::int64_t drawn = 0;               ///< of its draw in a campaign
};
[[nodiscard]] Result<void> eachOrderSums(Database& database, const std::function<void(const OrderSums&)>& fn);

/// An order with approved returns that was not picked up (PAID, WAIT_PICK_UP).
struct ReturnedOrder {
    std::string orderNo;
    std::int64_t left = 0;                ///< units that have not come back
    std::optional<Instant> lastApproved;  ///< of its returns here
    std::optional<Instant> lastImported;  ///< of its returns by import
};
[[nodiscard]] Result<void> eachReturnedOrder(Database& database, const std::function<void(const ReturnedOrder&)>& fn);

/// The timer of an order's present stage.
struct StageTimer {
    OrderId order;
    std::string orderNo;
    std::optional<api::OrderStatus> status;
    bool waiting = false;    ///< paid, open, without a courier
    bool allStages = false;  ///< else only the unpaid one
    std::optional<api::TimerKind> kind;
    std::optional<Instant> due;
    bool ended = false;     ///< one of this kind had its effect or was cancelled
    bool dead = false;      ///< in the list of dead letters, of this kind
    bool timedOut = false;  ///< closed by its timer
    bool paid = false;
    std::int64_t closings = 0;  ///< ends of its unpaid timer by effect
    std::int64_t confirmings = 0;
    bool limitKept = false;  ///< the limit of the stage is kept apart from the timer
};
/// Without filter: every order.
[[nodiscard]] Result<void> eachStageTimer(Database& database, const std::function<void(const StageTimer&)>& fn);
struct TimerEnd {
    std::string orderNo;
    std::optional<api::TimerKind> kind;
    Instant due;
    Instant at;
    bool done = false;  ///< else cancelled
    bool byHand = false;
    std::int64_t alerts = 0;  ///< of this order and kind
    std::int64_t openAlerts = 0;
};
[[nodiscard]] Result<void> eachTimerEnd(Database& database, const std::function<void(const TimerEnd&)>& fn);
/// Dead letters of a kind.
[[nodiscard]] Result<std::int64_t> deadTimers(Database& database, api::TimerKind kind);

/// What the database finds wrong with its own structure: damaged pages, references without a target. SQLite only.
[[nodiscard]] Result<void> eachStructureFault(Database& database, const std::function<void(std::string_view)>& fn);

/// Pages whose checksum does not hold, as texts. Answers the pages read; 0 where the database keeps no checksums that
/// can be read: a server checks its own, and of one that does not, that is told.
[[nodiscard]] Result<std::int64_t> eachBadPage(Database& database, const std::function<void(std::string_view)>& fn);

/// Every row with a text that stands for nothing. `fn` gets the error that reading it would give. Reads each table once
/// from end to end. Answers the number of columns.
[[nodiscard]] Result<std::int64_t> eachUnknownWord(Database& database, const std::function<void(const Error&)>& fn);

}  // namespace evenhand::store::verify
