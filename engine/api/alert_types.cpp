// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/alert_types.h"

#include "engine/base/text_table.h"

namespace evenhand::api {
namespace {

using base::TextTable;

constexpr TextTable<AlertKind, kAlertKinds> kKinds{{{AlertKind::Unassigned, "unassigned"},
                                                    {AlertKind::PickUpLate, "pick_up_late"},
                                                    {AlertKind::DeliveryLate, "delivery_late"},
                                                    {AlertKind::NoCourier, "no_courier"},
                                                    {AlertKind::AtLimit, "at_limit"},
                                                    {AlertKind::DeadLetter, "dead_letter"},
                                                    {AlertKind::RefundFailed, "refund_failed"},
                                                    {AlertKind::RefundUnknown, "refund_unknown"},
                                                    {AlertKind::Budget, "budget"},
                                                    {AlertKind::BudgetPace, "budget_pace"},
                                                    {AlertKind::Spread, "spread"},
                                                    {AlertKind::SaleDiffers, "sale_differs"},
                                                    {AlertKind::QueueDiffers, "queue_differs"},
                                                    {AlertKind::WorkerLost, "worker_lost"},
                                                    {AlertKind::LowStock, "low_stock"},
                                                    {AlertKind::Clock, "clock"},
                                                    {AlertKind::Storage, "storage"},
                                                    {AlertKind::AuditLog, "audit_log"},
                                                    {AlertKind::BackupFailed, "backup_failed"},
                                                    {AlertKind::BackupOld, "backup_old"},
                                                    {AlertKind::CaseOld, "case_old"}}};
constexpr TextTable<AlertSubjectType, 10> kSubjects{{{AlertSubjectType::Workspace, "workspace"},
                                                     {AlertSubjectType::Order, "order"},
                                                     {AlertSubjectType::Campus, "campus"},
                                                     {AlertSubjectType::Campaign, "campaign"},
                                                     {AlertSubjectType::Sale, "sale"},
                                                     {AlertSubjectType::Refund, "refund"},
                                                     {AlertSubjectType::Product, "product"},
                                                     {AlertSubjectType::Worker, "worker"},
                                                     {AlertSubjectType::Tasks, "tasks"},
                                                     {AlertSubjectType::Topic, "topic"}}};
constexpr TextTable<AlertState, 4> kStates{{{AlertState::Firing, "firing"},
                                            {AlertState::Acknowledged, "acknowledged"},
                                            {AlertState::Silenced, "silenced"},
                                            {AlertState::Resolved, "resolved"}}};
static_assert(base::inOrder(kKinds) && base::inOrder(kSubjects) && base::inOrder(kStates));
constexpr auto kAllAlertKinds = base::valuesOf(kKinds);

}  // namespace

std::optional<AlertKind> alertOf(TimerKind kind) noexcept {
    switch (kind) {
        case TimerKind::Unassigned: return AlertKind::Unassigned;
        case TimerKind::PickUpLate: return AlertKind::PickUpLate;
        case TimerKind::DeliveryLate: return AlertKind::DeliveryLate;
        case TimerKind::Unpaid:
        case TimerKind::AutoConfirm: break;
    }
    return std::nullopt;
}

std::string_view toText(AlertKind value) noexcept { return base::textOf(kKinds, value); }
std::string_view toText(AlertSubjectType value) noexcept { return base::textOf(kSubjects, value); }
std::string_view toText(AlertState value) noexcept { return base::textOf(kStates, value); }
std::optional<AlertKind> alertKindFrom(std::string_view text) noexcept { return base::valueOf(kKinds, text); }
std::optional<AlertSubjectType> alertSubjectTypeFrom(std::string_view text) noexcept {
    return base::valueOf(kSubjects, text);
}
std::optional<AlertState> alertStateFrom(std::string_view text) noexcept { return base::valueOf(kStates, text); }
std::span<const AlertKind> allAlertKinds() noexcept { return kAllAlertKinds; }

}  // namespace evenhand::api
