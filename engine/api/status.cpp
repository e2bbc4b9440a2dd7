// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/status.h"

#include <array>

#include "engine/api/order_desk.h"
#include "engine/api/timer_types.h"
#include "engine/base/text_table.h"

namespace evenhand::api {
namespace {

using base::TextTable;

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
constexpr TextTable<WaitReason, 5> kWaitReason{{{WaitReason::Message, "message"},
                                                {WaitReason::NoCourier, "no_courier"},
                                                {WaitReason::Paused, "paused"},
                                                {WaitReason::DeadLetter, "dead_letter"},
                                                {WaitReason::AtLimit, "at_limit"}}};
constexpr TextTable<OwedKind, 4> kOwedKind{{{OwedKind::Late, "late"},
                                            {OwedKind::WrongAmount, "wrong_amount"},
                                            {OwedKind::SecondPayment, "second_payment"},
                                            {OwedKind::UnknownOrder, "unknown_order"}}};
constexpr TextTable<PaymentOutcome, 3> kPaymentOutcome{
    {{PaymentOutcome::Accepted, "accepted"}, {PaymentOutcome::Late, "late"}, {PaymentOutcome::Unmatched, "unmatched"}}};
constexpr TextTable<EventKind, 18> kEventKind{{{EventKind::Placed, "placed"},
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
                                               {EventKind::RefundChanged, "refund"},
                                               {EventKind::Noted, "note"}}};
constexpr TextTable<TimerKind, 5> kTimerKind{{{TimerKind::Unpaid, "unpaid"},
                                              {TimerKind::Unassigned, "unassigned"},
                                              {TimerKind::PickUpLate, "pick_up_late"},
                                              {TimerKind::DeliveryLate, "delivery_late"},
                                              {TimerKind::AutoConfirm, "auto_confirm"}}};
constexpr TextTable<TimerState, 4> kTimerState{{{TimerState::Pending, "pending"},
                                                {TimerState::Overdue, "overdue"},
                                                {TimerState::Retrying, "retrying"},
                                                {TimerState::Dead, "dead"}}};
constexpr TextTable<WeightEntryKind, 4> kWeightEntryKind{{{WeightEntryKind::Start, "start"},
                                                          {WeightEntryKind::Join, "join"},
                                                          {WeightEntryKind::Drift, "drift"},
                                                          {WeightEntryKind::Calibration, "calibration"}}};
constexpr TextTable<CourierReport::Kind, 3> kReportKind{{{CourierReport::Kind::PickedUp, "picked_up"},
                                                         {CourierReport::Kind::Delivered, "delivered"},
                                                         {CourierReport::Kind::Failed, "failed"}}};
constexpr auto kAllTimerKinds = base::valuesOf(kTimerKind);
constexpr auto kAllOrderStatuses = base::valuesOf(kOrderStatus);
static_assert(base::inOrder(kOrderStatus) && base::inOrder(kCloseReason) && base::inOrder(kDispatchMode) &&
              base::inOrder(kJoinRule) && base::inOrder(kWaitReason) && base::inOrder(kOwedKind) &&
              base::inOrder(kPaymentOutcome) && base::inOrder(kEventKind) && base::inOrder(kTimerKind) &&
              base::inOrder(kTimerState) && base::inOrder(kWeightEntryKind) && base::inOrder(kReportKind));

}  // namespace

std::string_view toText(OrderStatus value) noexcept { return base::textOf(kOrderStatus, value); }
std::string_view toText(CloseReason value) noexcept { return base::textOf(kCloseReason, value); }
std::string_view toText(DispatchMode value) noexcept { return base::textOf(kDispatchMode, value); }
std::string_view toText(JoinRule value) noexcept { return base::textOf(kJoinRule, value); }
std::string_view toText(WaitReason value) noexcept { return base::textOf(kWaitReason, value); }
std::string_view toText(OwedKind value) noexcept { return base::textOf(kOwedKind, value); }
std::string_view toText(PaymentOutcome value) noexcept { return base::textOf(kPaymentOutcome, value); }
std::string_view toText(EventKind value) noexcept { return base::textOf(kEventKind, value); }
std::string_view toText(WeightEntryKind value) noexcept { return base::textOf(kWeightEntryKind, value); }
std::string_view toText(CourierReport::Kind value) noexcept { return base::textOf(kReportKind, value); }

std::optional<OrderStatus> orderStatusFrom(std::string_view text) noexcept { return base::valueOf(kOrderStatus, text); }
std::optional<CloseReason> closeReasonFrom(std::string_view text) noexcept { return base::valueOf(kCloseReason, text); }
std::optional<DispatchMode> dispatchModeFrom(std::string_view text) noexcept {
    return base::valueOf(kDispatchMode, text);
}
std::optional<JoinRule> joinRuleFrom(std::string_view text) noexcept { return base::valueOf(kJoinRule, text); }
std::optional<WaitReason> waitReasonFrom(std::string_view text) noexcept { return base::valueOf(kWaitReason, text); }
std::optional<OwedKind> owedKindFrom(std::string_view text) noexcept { return base::valueOf(kOwedKind, text); }
std::optional<EventKind> eventKindFrom(std::string_view text) noexcept { return base::valueOf(kEventKind, text); }
std::optional<WeightEntryKind> weightEntryKindFrom(std::string_view text) noexcept {
    return base::valueOf(kWeightEntryKind, text);
}
std::optional<CourierReport::Kind> reportKindFrom(std::string_view text) noexcept {
    return base::valueOf(kReportKind, text);
}

std::string_view toText(TimerKind value) noexcept { return base::textOf(kTimerKind, value); }
std::string_view toText(TimerState value) noexcept { return base::textOf(kTimerState, value); }
std::optional<TimerKind> timerKindFrom(std::string_view text) noexcept { return base::valueOf(kTimerKind, text); }
std::optional<TimerState> timerStateFrom(std::string_view text) noexcept { return base::valueOf(kTimerState, text); }
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

bool isUnderWay(OrderStatus status) noexcept {
    switch (status) {
        case OrderStatus::Paid:
        case OrderStatus::WaitPickUp:
        case OrderStatus::Delivering: return true;
        case OrderStatus::WaitPay:
        case OrderStatus::Delivered:
        case OrderStatus::Completed:
        case OrderStatus::Closed: return false;
    }
    return false;
}

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
