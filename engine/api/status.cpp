// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/status.h"

#include <array>
#include <utility>

#include "engine/api/timer_types.h"

namespace evenhand::api {
namespace {

template <typename E, std::size_t N>
using Names = std::array<std::pair<E, std::string_view>, N>;

constexpr Names<OrderStatus, 7> kOrderStatus{{{OrderStatus::WaitPay, "WAIT_PAY"},
                                              {OrderStatus::Paid, "PAID"},
                                              {OrderStatus::WaitPickUp, "WAIT_PICK_UP"},
                                              {OrderStatus::Delivering, "DELIVERING"},
                                              {OrderStatus::Delivered, "DELIVERED"},
                                              {OrderStatus::Completed, "COMPLETED"},
                                              {OrderStatus::Closed, "CLOSED"}}};
constexpr Names<CloseReason, 3> kCloseReason{
    {{CloseReason::Timeout, "timeout"}, {CloseReason::Cancelled, "cancelled"}, {CloseReason::Returned, "returned"}}};
constexpr Names<DispatchMode, 2> kDispatchMode{{{DispatchMode::Strong, "strong"}, {DispatchMode::Soft, "soft"}}};
constexpr Names<JoinRule, 2> kJoinRule{{{JoinRule::FairFromNow, "fair_from_now"}, {JoinRule::CatchUp, "catch_up"}}};
constexpr Names<WaitReason, 4> kWaitReason{{{WaitReason::Message, "message"},
                                            {WaitReason::NoCourier, "no_courier"},
                                            {WaitReason::Paused, "paused"},
                                            {WaitReason::DeadLetter, "dead_letter"}}};
constexpr Names<OwedKind, 4> kOwedKind{{{OwedKind::Late, "late"},
                                        {OwedKind::WrongAmount, "wrong_amount"},
                                        {OwedKind::SecondPayment, "second_payment"},
                                        {OwedKind::UnknownOrder, "unknown_order"}}};
constexpr Names<PaymentOutcome, 3> kPaymentOutcome{
    {{PaymentOutcome::Accepted, "accepted"}, {PaymentOutcome::Late, "late"}, {PaymentOutcome::Unmatched, "unmatched"}}};
constexpr Names<EventKind, 17> kEventKind{{{EventKind::Placed, "placed"},
                                           {EventKind::Paid, "paid"},
                                           {EventKind::Assigned, "assigned"},
                                           {EventKind::AssignmentReleased, "assignment_released"},
                                           {EventKind::ReassignRequested, "reassign_requested"},
                                           {EventKind::PickedUp, "picked_up"},
                                           {EventKind::Delivered, "delivered"},
                                           {EventKind::DeliveryFailed, "delivery_failed"},
                                           {EventKind::Completed, "completed"},
                                           {EventKind::Closed, "closed"},
                                           {EventKind::LatePayment, "late_payment"},
                                           {EventKind::UnmatchedPayment, "unmatched_payment"},
                                           {EventKind::TimerPostponed, "timer_postponed"},
                                           {EventKind::TimerCancelled, "timer_cancelled"},
                                           {EventKind::Late, "late"},
                                           {EventKind::ReturnChanged, "return"},
                                           {EventKind::RefundChanged, "refund"}}};
constexpr Names<TimerKind, 5> kTimerKind{{{TimerKind::Unpaid, "unpaid"},
                                          {TimerKind::Unassigned, "unassigned"},
                                          {TimerKind::PickUpLate, "pick_up_late"},
                                          {TimerKind::DeliveryLate, "delivery_late"},
                                          {TimerKind::AutoConfirm, "auto_confirm"}}};
constexpr Names<TimerState, 4> kTimerState{{{TimerState::Pending, "pending"},
                                            {TimerState::Overdue, "overdue"},
                                            {TimerState::Retrying, "retrying"},
                                            {TimerState::Dead, "dead"}}};
constexpr Names<AlertState, 4> kAlertState{{{AlertState::Firing, "firing"},
                                            {AlertState::Acknowledged, "acknowledged"},
                                            {AlertState::Silenced, "silenced"},
                                            {AlertState::Resolved, "resolved"}}};
constexpr std::array kAllTimerKinds{TimerKind::Unpaid, TimerKind::Unassigned, TimerKind::PickUpLate,
                                    TimerKind::DeliveryLate, TimerKind::AutoConfirm};
constexpr std::array kAllOrderStatuses{OrderStatus::WaitPay,    OrderStatus::Paid,      OrderStatus::WaitPickUp,
                                       OrderStatus::Delivering, OrderStatus::Delivered, OrderStatus::Completed,
                                       OrderStatus::Closed};

// Tables are in declaration order, so that a value indexes its own row.
template <typename E, std::size_t N>
constexpr bool inOrder(const Names<E, N>& names) {
    for (std::size_t i = 0; i < N; ++i) {
        if (static_cast<std::size_t>(names[i].first) != i) {
            return false;
        }
    }
    return true;
}
static_assert(inOrder(kOrderStatus) && inOrder(kCloseReason) && inOrder(kDispatchMode) && inOrder(kJoinRule) &&
              inOrder(kWaitReason) && inOrder(kOwedKind) && inOrder(kPaymentOutcome) && inOrder(kEventKind) &&
              inOrder(kTimerKind) && inOrder(kTimerState) && inOrder(kAlertState));

template <typename E, std::size_t N>
std::string_view textOf(const Names<E, N>& names, E value) noexcept {
    const auto index = static_cast<std::size_t>(value);
    return index < N ? names[index].second : std::string_view("?");
}

template <typename E, std::size_t N>
std::optional<E> valueOf(const Names<E, N>& names, std::string_view text) noexcept {
    for (const auto& [value, name] : names) {
        if (name == text) {
            return value;
        }
    }
    return std::nullopt;
}

}  // namespace

std::string_view toText(OrderStatus value) noexcept { return textOf(kOrderStatus, value); }
std::string_view toText(CloseReason value) noexcept { return textOf(kCloseReason, value); }
std::string_view toText(DispatchMode value) noexcept { return textOf(kDispatchMode, value); }
std::string_view toText(JoinRule value) noexcept { return textOf(kJoinRule, value); }
std::string_view toText(WaitReason value) noexcept { return textOf(kWaitReason, value); }
std::string_view toText(OwedKind value) noexcept { return textOf(kOwedKind, value); }
std::string_view toText(PaymentOutcome value) noexcept { return textOf(kPaymentOutcome, value); }
std::string_view toText(EventKind value) noexcept { return textOf(kEventKind, value); }

std::optional<OrderStatus> orderStatusFrom(std::string_view text) noexcept { return valueOf(kOrderStatus, text); }
std::optional<CloseReason> closeReasonFrom(std::string_view text) noexcept { return valueOf(kCloseReason, text); }
std::optional<DispatchMode> dispatchModeFrom(std::string_view text) noexcept { return valueOf(kDispatchMode, text); }
std::optional<JoinRule> joinRuleFrom(std::string_view text) noexcept { return valueOf(kJoinRule, text); }
std::optional<WaitReason> waitReasonFrom(std::string_view text) noexcept { return valueOf(kWaitReason, text); }
std::optional<OwedKind> owedKindFrom(std::string_view text) noexcept { return valueOf(kOwedKind, text); }
std::optional<EventKind> eventKindFrom(std::string_view text) noexcept { return valueOf(kEventKind, text); }

std::string_view toText(TimerKind value) noexcept { return textOf(kTimerKind, value); }
std::string_view toText(TimerState value) noexcept { return textOf(kTimerState, value); }
std::string_view toText(AlertState value) noexcept { return textOf(kAlertState, value); }
std::optional<TimerKind> timerKindFrom(std::string_view text) noexcept { return valueOf(kTimerKind, text); }
std::optional<TimerState> timerStateFrom(std::string_view text) noexcept { return valueOf(kTimerState, text); }
std::optional<AlertState> alertStateFrom(std::string_view text) noexcept { return valueOf(kAlertState, text); }
std::span<const TimerKind> allTimerKinds() noexcept { return kAllTimerKinds; }

std::int64_t TimerPolicy::delayMs(TimerKind kind) const noexcept {
    switch (kind) {
        case TimerKind::Unpaid: return unpaidMs;
        case TimerKind::Unassigned: return unassignedMs;
        case TimerKind::PickUpLate: return pickUpLateMs;
        case TimerKind::DeliveryLate: return deliveryLateMs;
        case TimerKind::AutoConfirm: return autoConfirmMs;
    }
    return unpaidMs;
}

std::span<const OrderStatus> allOrderStatuses() noexcept { return kAllOrderStatuses; }

bool mayMove(OrderStatus from, OrderStatus to) noexcept {
    switch (from) {
        case OrderStatus::WaitPay: return to == OrderStatus::Paid || to == OrderStatus::Closed;
        case OrderStatus::Paid: return to == OrderStatus::WaitPickUp || to == OrderStatus::Closed;
        case OrderStatus::WaitPickUp: return to == OrderStatus::Delivering || to == OrderStatus::Closed;
        case OrderStatus::Delivering: return to == OrderStatus::Delivered || to == OrderStatus::WaitPickUp;
        case OrderStatus::Delivered: return to == OrderStatus::Completed;
        case OrderStatus::Completed:
        case OrderStatus::Closed: return false;
    }
    return false;
}

}  // namespace evenhand::api
