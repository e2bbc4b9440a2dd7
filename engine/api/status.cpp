// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/status.h"

#include <array>

#include "engine/api/text_table.h"
#include "engine/api/timer_types.h"

namespace evenhand::api {
namespace {

using detail::TextTable;

constexpr TextTable<OrderStatus, 7> kOrderStatus{{{OrderStatus::WaitPay, "WAIT_PAY"},
                                                  {OrderStatus::Paid, "PAID"},
                                                  {OrderStatus::WaitPickUp, "WAIT_PICK_UP"},
                                                  {OrderStatus::Delivering, "DELIVERING"},
                                                  {OrderStatus::Delivered, "DELIVERED"},
                                                  {OrderStatus::Completed, "COMPLETED"},
                                                  {OrderStatus::Closed, "CLOSED"}}};
constexpr TextTable<CloseReason, 3> kCloseReason{
    {{CloseReason::Timeout, "timeout"}, {CloseReason::Cancelled, "cancelled"}, {CloseReason::Returned, "returned"}}};
constexpr TextTable<DispatchMode, 2> kDispatchMode{{{DispatchMode::Strong, "strong"}, {DispatchMode::Soft, "soft"}}};
constexpr TextTable<JoinRule, 2> kJoinRule{{{JoinRule::FairFromNow, "fair_from_now"}, {JoinRule::CatchUp, "catch_up"}}};
constexpr TextTable<WaitReason, 4> kWaitReason{{{WaitReason::Message, "message"},
                                                {WaitReason::NoCourier, "no_courier"},
                                                {WaitReason::Paused, "paused"},
                                                {WaitReason::DeadLetter, "dead_letter"}}};
constexpr TextTable<OwedKind, 4> kOwedKind{{{OwedKind::Late, "late"},
                                            {OwedKind::WrongAmount, "wrong_amount"},
                                            {OwedKind::SecondPayment, "second_payment"},
                                            {OwedKind::UnknownOrder, "unknown_order"}}};
constexpr TextTable<PaymentOutcome, 3> kPaymentOutcome{
    {{PaymentOutcome::Accepted, "accepted"}, {PaymentOutcome::Late, "late"}, {PaymentOutcome::Unmatched, "unmatched"}}};
constexpr TextTable<EventKind, 17> kEventKind{{{EventKind::Placed, "placed"},
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
constexpr TextTable<TimerKind, 5> kTimerKind{{{TimerKind::Unpaid, "unpaid"},
                                              {TimerKind::Unassigned, "unassigned"},
                                              {TimerKind::PickUpLate, "pick_up_late"},
                                              {TimerKind::DeliveryLate, "delivery_late"},
                                              {TimerKind::AutoConfirm, "auto_confirm"}}};
constexpr TextTable<TimerState, 4> kTimerState{{{TimerState::Pending, "pending"},
                                                {TimerState::Overdue, "overdue"},
                                                {TimerState::Retrying, "retrying"},
                                                {TimerState::Dead, "dead"}}};
constexpr TextTable<AlertState, 4> kAlertState{{{AlertState::Firing, "firing"},
                                                {AlertState::Acknowledged, "acknowledged"},
                                                {AlertState::Silenced, "silenced"},
                                                {AlertState::Resolved, "resolved"}}};
constexpr auto kAllTimerKinds = detail::valuesOf(kTimerKind);
constexpr auto kAllOrderStatuses = detail::valuesOf(kOrderStatus);
static_assert(detail::inOrder(kOrderStatus) && detail::inOrder(kCloseReason) && detail::inOrder(kDispatchMode) &&
              detail::inOrder(kJoinRule) && detail::inOrder(kWaitReason) && detail::inOrder(kOwedKind) &&
              detail::inOrder(kPaymentOutcome) && detail::inOrder(kEventKind) && detail::inOrder(kTimerKind) &&
              detail::inOrder(kTimerState) && detail::inOrder(kAlertState));

}  // namespace

std::string_view toText(OrderStatus value) noexcept { return detail::textOf(kOrderStatus, value); }
std::string_view toText(CloseReason value) noexcept { return detail::textOf(kCloseReason, value); }
std::string_view toText(DispatchMode value) noexcept { return detail::textOf(kDispatchMode, value); }
std::string_view toText(JoinRule value) noexcept { return detail::textOf(kJoinRule, value); }
std::string_view toText(WaitReason value) noexcept { return detail::textOf(kWaitReason, value); }
std::string_view toText(OwedKind value) noexcept { return detail::textOf(kOwedKind, value); }
std::string_view toText(PaymentOutcome value) noexcept { return detail::textOf(kPaymentOutcome, value); }
std::string_view toText(EventKind value) noexcept { return detail::textOf(kEventKind, value); }

std::optional<OrderStatus> orderStatusFrom(std::string_view text) noexcept {
    return detail::valueOf(kOrderStatus, text);
}
std::optional<CloseReason> closeReasonFrom(std::string_view text) noexcept {
    return detail::valueOf(kCloseReason, text);
}
std::optional<DispatchMode> dispatchModeFrom(std::string_view text) noexcept {
    return detail::valueOf(kDispatchMode, text);
}
std::optional<JoinRule> joinRuleFrom(std::string_view text) noexcept { return detail::valueOf(kJoinRule, text); }
std::optional<WaitReason> waitReasonFrom(std::string_view text) noexcept { return detail::valueOf(kWaitReason, text); }
std::optional<OwedKind> owedKindFrom(std::string_view text) noexcept { return detail::valueOf(kOwedKind, text); }
std::optional<EventKind> eventKindFrom(std::string_view text) noexcept { return detail::valueOf(kEventKind, text); }

std::string_view toText(TimerKind value) noexcept { return detail::textOf(kTimerKind, value); }
std::string_view toText(TimerState value) noexcept { return detail::textOf(kTimerState, value); }
std::string_view toText(AlertState value) noexcept { return detail::textOf(kAlertState, value); }
std::optional<TimerKind> timerKindFrom(std::string_view text) noexcept { return detail::valueOf(kTimerKind, text); }
std::optional<TimerState> timerStateFrom(std::string_view text) noexcept { return detail::valueOf(kTimerState, text); }
std::optional<AlertState> alertStateFrom(std::string_view text) noexcept { return detail::valueOf(kAlertState, text); }
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
