// SPDX-License-Identifier: GPL-3.0-or-later
// Every status of the domain, its stored text, and the one table of allowed transitions.
// Thread: value types, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace evenhand::api {

enum class OrderStatus : std::uint8_t { WaitPay, Paid, WaitPickUp, Delivering, Delivered, Completed, Closed };
/// Returned: before pick-up, returns of all its units were approved.
enum class CloseReason : std::uint8_t { Timeout, Cancelled, Returned };
enum class DispatchMode : std::uint8_t { Strong, Soft };
enum class JoinRule : std::uint8_t { FairFromNow, CatchUp };
/// Why a paid order has no courier yet. Message: dispatch is under way.
/// AtLimit: every courier on duty has as many orders in hand as the load limit allows.
enum class WaitReason : std::uint8_t { Message, NoCourier, Paused, DeadLetter, AtLimit };
/// Why money that arrived is owed back.
enum class OwedKind : std::uint8_t { Late, WrongAmount, SecondPayment, UnknownOrder };
enum class PaymentOutcome : std::uint8_t { Accepted, Late, Unmatched };
enum class EventKind : std::uint8_t {
    Placed,
    Paid,
    Assigned,
    AssignmentReleased,
    ReassignRequested,
    PickedUp,
    Delivered,
    DeliveryFailed,
    Completed,
    Closed,
    LatePayment,
    UnmatchedPayment,
    TimerPostponed,
    TimerCancelled,
    Late,           ///< an alert was raised; the detail is the timer's kind
    ReturnChanged,  ///< the detail: "NUMBER: what", what as MoneyEventKind's text
    RefundChanged,  ///< the detail: "AMOUNT: what", amount in minor units
    Noted,          ///< the detail is what somebody wrote
};

/// What changes a courier's weight beside orders. Drift and Calibration come in pairs that sum to 0: what was found,
/// and what was done about it.
enum class WeightEntryKind : std::uint8_t { Start, Join, Drift, Calibration };

// Stored and exported text ("WAIT_PAY", "strong", …) and back; nullopt for text that is none of them.
[[nodiscard]] std::string_view toText(OrderStatus value) noexcept;
[[nodiscard]] std::string_view toText(CloseReason value) noexcept;
[[nodiscard]] std::string_view toText(DispatchMode value) noexcept;
[[nodiscard]] std::string_view toText(JoinRule value) noexcept;
[[nodiscard]] std::string_view toText(WaitReason value) noexcept;
[[nodiscard]] std::string_view toText(OwedKind value) noexcept;
[[nodiscard]] std::string_view toText(PaymentOutcome value) noexcept;
[[nodiscard]] std::string_view toText(EventKind value) noexcept;
[[nodiscard]] std::string_view toText(WeightEntryKind value) noexcept;
[[nodiscard]] std::optional<OrderStatus> orderStatusFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<CloseReason> closeReasonFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<DispatchMode> dispatchModeFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<JoinRule> joinRuleFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<WaitReason> waitReasonFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<OwedKind> owedKindFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<EventKind> eventKindFrom(std::string_view text) noexcept;
[[nodiscard]] std::optional<WeightEntryKind> weightEntryKindFrom(std::string_view text) noexcept;

[[nodiscard]] std::span<const OrderStatus> allOrderStatuses() noexcept;

/// Paid and not closed or delivered: it goes out, or would.
[[nodiscard]] bool isUnderWay(OrderStatus status) noexcept;

/// The transition table: WAIT_PAY → PAID → WAIT_PICK_UP → DELIVERING → DELIVERED → COMPLETED; DELIVERING →
/// WAIT_PICK_UP when a delivery failed; WAIT_PAY, PAID, WAIT_PICK_UP → CLOSED. Nothing else.
/// (A reassignment clears the courier and leaves the status as it is.)
[[nodiscard]] bool mayMove(OrderStatus from, OrderStatus to) noexcept;

}  // namespace evenhand::api
