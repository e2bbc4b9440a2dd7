// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/operations.h"

#include <array>

namespace evenhand::api {
namespace {

using Op = Operation;
using P = Permission;

enum class Keep : std::uint8_t { Nothing, Audited, OfPeople, WithReason };
constexpr Keep kAudited = Keep::Audited;
constexpr Keep kOfPeople = Keep::OfPeople;
constexpr Keep kReason = Keep::WithReason;  // and audited: a reason that nobody can read again would be no reason
constexpr std::optional<Permission> kAnybody;

constexpr OperationInfo row(Operation operation, std::string_view name, std::optional<Permission> permission,
                            Keep keep = Keep::Nothing) {
    return {operation, name, permission, keep == Keep::WithReason, keep != Keep::Nothing, keep == Keep::OfPeople};
}

constexpr std::array<OperationInfo, kOperations> kTable{
    row(Op::OrdersRead, "orders.read", P::Read),
    row(Op::OrdersPlace, "orders.place", P::PlaceOrders),
    row(Op::OrdersPlaceByHand, "orders.place_by_hand", P::TakeOrders, kAudited),
    row(Op::OrdersPay, "orders.pay", P::PlaceOrders),
    row(Op::OrdersRecordPayment, "orders.record_payment", P::RecordPayments, kReason),
    row(Op::OrdersMatchPayment, "orders.match_payment", P::RecordPayments, kReason),
    row(Op::OrdersCancel, "orders.cancel", P::CancelOrders, kReason),
    row(Op::OrdersNote, "orders.note", P::Dispatch, kAudited),
    row(Op::OrdersReport, "orders.report", P::Dispatch, kOfPeople),
    row(Op::OrdersUpsertProducts, "orders.upsert_products", P::ManageCatalogue, kAudited),
    row(Op::DispatchRead, "dispatch.read", P::Read),
    row(Op::DispatchTake, "dispatch.take", P::Dispatch),
    row(Op::DispatchUpsertCampus, "dispatch.upsert_campus", P::ManagePolicies, kAudited),
    row(Op::DispatchSetPaused, "dispatch.set_paused", P::Dispatch, kReason),
    row(Op::DispatchUpsertCouriers, "dispatch.upsert_couriers", P::ManageCouriers, kAudited),
    row(Op::DispatchSetDuty, "dispatch.set_duty", P::Dispatch, kAudited),
    row(Op::DispatchSetLoadLimit, "dispatch.set_load_limit", P::ManageCouriers, kAudited),
    row(Op::DispatchReassign, "dispatch.reassign", P::Dispatch, kReason),
    row(Op::DispatchHandOver, "dispatch.hand_over", P::Dispatch, kReason),
    row(Op::DispatchUndoReassign, "dispatch.undo_reassign", P::Dispatch, kReason),
    row(Op::DispatchCalibrate, "dispatch.calibrate", P::Dispatch, kReason),
    row(Op::DispatchRetryLetters, "dispatch.retry_letters", P::Dispatch, kReason),
    row(Op::ShopRead, "shop.read", P::Read),
    row(Op::ShopAddCampus, "shop.add_campus", P::ManagePolicies, kAudited),
    row(Op::ShopEditCampus, "shop.edit_campus", P::ManagePolicies, kAudited),
    row(Op::ShopSetCampusDisabled, "shop.set_campus_disabled", P::ManagePolicies, kReason),
    row(Op::ShopAddCourier, "shop.add_courier", P::ManageCouriers, kAudited),
    row(Op::ShopEditCourier, "shop.edit_courier", P::ManageCouriers, kAudited),
    row(Op::ShopSetCourierDisabled, "shop.set_courier_disabled", P::ManageCouriers, kReason),
    row(Op::ShopAddProduct, "shop.add_product", P::ManageCatalogue, kAudited),
    row(Op::ShopEditProduct, "shop.edit_product", P::ManageCatalogue, kAudited),
    row(Op::ShopSetProductDisabled, "shop.set_product_disabled", P::ManageCatalogue, kReason),
    row(Op::ShopReceiveStock, "shop.receive_stock", P::ManageCatalogue, kAudited),
    row(Op::ShopCorrectStock, "shop.correct_stock", P::ManageCatalogue, kReason),
    row(Op::ShiftsRead, "shifts.read", P::Read),
    row(Op::ShiftsSetRoster, "shifts.set_roster", P::ManageCouriers, kAudited),
    row(Op::TimersRead, "timers.read", P::Read),
    row(Op::TimersPassTime, "timers.pass_time", P::PlaceOrders),
    row(Op::TimersSetPolicy, "timers.set_policy", P::ManagePolicies, kAudited),
    row(Op::TimersSetPaused, "timers.set_paused", P::Dispatch, kReason),
    row(Op::TimersSetQueue, "timers.set_queue", P::ManagePolicies, kAudited),
    row(Op::TimersRun, "timers.run", P::Dispatch, kReason),
    row(Op::TimersPostpone, "timers.postpone", P::Dispatch, kReason),
    row(Op::TimersCancel, "timers.cancel", P::Dispatch, kReason),
    row(Op::TimersRetry, "timers.retry", P::Dispatch, kReason),
    row(Op::TimersRearmQueue, "timers.rearm_queue", P::Dispatch, kReason),
    row(Op::TimersResetClock, "timers.reset_clock", P::ManageBackups, kReason),
    row(Op::AlertsRead, "alerts.read", P::Read),
    row(Op::AlertsAcknowledge, "alerts.acknowledge", P::Dispatch, kAudited),
    row(Op::AlertsSilence, "alerts.silence", P::Dispatch, kAudited),
    row(Op::AlertsResolve, "alerts.resolve", P::Dispatch, kReason),
    row(Op::AlertsSetLimits, "alerts.set_limits", P::ManagePolicies, kAudited),
    row(Op::SeckillRead, "seckill.read", P::Read),
    row(Op::SeckillAttempt, "seckill.attempt", P::PlaceOrders),
    row(Op::SeckillSetUp, "seckill.set_up", P::ManageActivities, kAudited),
    row(Op::SeckillEdit, "seckill.edit", P::ManageActivities, kAudited),
    row(Op::SeckillDiscard, "seckill.discard", P::ManageActivities, kAudited),
    row(Op::SeckillStart, "seckill.start", P::ManageActivities, kReason),
    row(Op::SeckillResume, "seckill.resume", P::ManageActivities, kReason),
    row(Op::SeckillStop, "seckill.stop", P::ManageActivities, kReason),
    row(Op::SeckillTopUp, "seckill.top_up", P::ManageActivities, kReason),
    row(Op::SeckillEnd, "seckill.end", P::ManageActivities, kReason),
    row(Op::SeckillClaim, "seckill.claim", P::ManageActivities, kReason),
    row(Op::SeckillAcknowledge, "seckill.acknowledge", P::ManageActivities, kReason),
    row(Op::SeckillRelease, "seckill.release", P::ManageActivities, kReason),
    row(Op::SeckillRetryLetters, "seckill.retry_letters", P::ManageActivities, kReason),
    row(Op::SeckillDismissLetters, "seckill.dismiss_letters", P::ManageActivities, kReason),
    row(Op::SeckillRepair, "seckill.repair", P::ManageActivities, kReason),
    row(Op::CampaignsRead, "campaigns.read", P::Read),
    row(Op::CampaignsDraw, "campaigns.draw", P::PlaceOrders),
    row(Op::CampaignsCreate, "campaigns.create", P::ManageCampaigns, kAudited),
    row(Op::CampaignsEdit, "campaigns.edit", P::ManageCampaigns, kAudited),
    row(Op::CampaignsCopy, "campaigns.copy", P::ManageCampaigns, kAudited),
    row(Op::CampaignsRemove, "campaigns.remove", P::ManageCampaigns, kAudited),
    row(Op::CampaignsStart, "campaigns.start", P::ManageCampaigns, kReason),
    row(Op::CampaignsPause, "campaigns.pause", P::ManageCampaigns, kReason),
    row(Op::CampaignsResume, "campaigns.resume", P::ManageCampaigns, kReason),
    row(Op::CampaignsStop, "campaigns.stop", P::ManageCampaigns, kReason),
    row(Op::CampaignsGiveBack, "campaigns.give_back", P::ManageCampaigns, kReason),
    row(Op::ReturnsRead, "returns.read", P::Read),
    row(Op::ReturnsRequest, "returns.request", P::RequestReturns, kAudited),
    row(Op::ReturnsApprove, "returns.approve", P::ApproveReturns, kAudited),
    row(Op::ReturnsReject, "returns.reject", P::ApproveReturns, kReason),
    row(Op::ReturnsCancel, "returns.cancel", P::RequestReturns, kReason),
    row(Op::ReturnsUndoDecision, "returns.undo_decision", P::ApproveReturns, kReason),
    row(Op::ReturnsUndoCancel, "returns.undo_cancel", P::RequestReturns, kReason),
    row(Op::ReturnsReceive, "returns.receive", P::HandleGoods, kAudited),
    row(Op::ReturnsSkipGoods, "returns.skip_goods", P::HandleGoods, kReason),
    row(Op::ReturnsUndoGoods, "returns.undo_goods", P::HandleGoods, kReason),
    row(Op::ReturnsAssign, "returns.assign", P::HandleCases, kAudited),
    row(Op::ReturnsNote, "returns.note", P::HandleCases, kAudited),
    row(Op::ReturnsSetPolicy, "returns.set_policy", P::ManagePolicies, kAudited),
    row(Op::ReturnsSetCases, "returns.set_cases", P::ManagePolicies, kAudited),
    row(Op::RefundsRead, "refunds.read", P::Read),
    row(Op::RefundsSend, "refunds.send", P::SendRefunds),
    row(Op::RefundsRequest, "refunds.request", P::RefundMoney, kReason),
    row(Op::RefundsApprove, "refunds.approve", P::ApproveRefunds, kReason),
    row(Op::RefundsCancel, "refunds.cancel", P::RefundMoney, kReason),
    row(Op::RefundsRetry, "refunds.retry", P::RefundMoney, kReason),
    row(Op::RefundsRecordPaid, "refunds.record_paid", P::RefundMoney, kReason),
    row(Op::RefundsRecordFailed, "refunds.record_failed", P::RefundMoney, kReason),
    row(Op::RefundsSendBack, "refunds.send_back", P::RefundMoney, kReason),
    row(Op::RefundsAssign, "refunds.assign", P::HandleCases, kAudited),
    row(Op::RefundsNote, "refunds.note", P::HandleCases, kAudited),
    row(Op::RefundsSetSettings, "refunds.set_settings", P::ManagePolicies, kAudited),
    row(Op::RefundsSetSecret, "refunds.set_secret", P::ManagePolicies, kAudited),
    row(Op::LedgerRead, "ledger.read", P::Read),
    row(Op::TasksRead, "tasks.read", P::Read),
    row(Op::TasksRun, "tasks.run", P::RunTasks),
    row(Op::TasksRetry, "tasks.retry", P::ManageTasks, kReason),
    row(Op::TasksDrop, "tasks.drop", P::ManageTasks, kReason),
    row(Op::TasksSetHeld, "tasks.set_held", P::ManageTasks, kReason),
    row(Op::TasksSetWorkers, "tasks.set_workers", P::ManagePolicies, kAudited),
    row(Op::WebhooksRead, "webhooks.read", P::Read),
    row(Op::WebhooksCreate, "webhooks.create", P::ManageWebhooks, kAudited),
    row(Op::WebhooksEdit, "webhooks.edit", P::ManageWebhooks, kAudited),
    row(Op::WebhooksRemove, "webhooks.remove", P::ManageWebhooks, kAudited),
    row(Op::WebhooksNewSecret, "webhooks.new_secret", P::ManageWebhooks, kAudited),
    row(Op::WebhooksTest, "webhooks.test", P::ManageWebhooks, kAudited),
    row(Op::WebhooksResend, "webhooks.resend", P::ManageWebhooks, kReason),
    row(Op::AccountsRead, "accounts.read", P::ReadAudit),
    row(Op::AccountsReadSettings, "accounts.read_settings", P::Read),
    row(Op::AccountsSignIn, "accounts.sign_in", kAnybody, kAudited),
    row(Op::AccountsSignOut, "accounts.sign_out", kAnybody, kAudited),
    row(Op::AccountsUnlock, "accounts.unlock", kAnybody, kAudited),
    row(Op::AccountsChangePassword, "accounts.change_password", kAnybody, kAudited),
    row(Op::AccountsCreate, "accounts.create", P::ManagePeople, kAudited),
    row(Op::AccountsEdit, "accounts.edit", P::ManagePeople, kAudited),
    row(Op::AccountsSetRoles, "accounts.set_roles", P::ManagePeople, kReason),
    row(Op::AccountsResetPassword, "accounts.reset_password", P::ManagePeople, kReason),
    row(Op::AccountsSetDisabled, "accounts.set_disabled", P::ManagePeople, kReason),
    row(Op::AccountsLift, "accounts.lift", P::ManagePeople, kReason),
    row(Op::AccountsSetSettings, "accounts.set_settings", P::ManagePeople, kAudited),
    row(Op::TokensRead, "tokens.read", P::ReadAudit),
    row(Op::TokensCreate, "tokens.create", P::ManagePeople, kAudited),
    row(Op::TokensRevoke, "tokens.revoke", P::ManagePeople, kReason),
    row(Op::ServiceSwitch, "service.switch", P::ManagePeople, kAudited),
    row(Op::HttpRequest, "http.request", kAnybody),
    row(Op::SearchRead, "search.read", P::Read),
    row(Op::TeamRead, "team.read", P::ReadAudit),
    row(Op::TeamEnd, "team.end", P::ManagePeople, kReason),
    row(Op::TeamLook, "team.look", P::Read),
    row(Op::AuditRead, "audit.read", P::ReadAudit),
    row(Op::AuditSetAnchor, "audit.set_anchor", P::ManageBackups, kReason),
    row(Op::AuditAcceptLoss, "audit.accept_loss", P::ManageBackups, kReason),
    row(Op::DataExport, "data.export", P::Read),
    row(Op::DataImport, "data.import", P::Read),
    row(Op::BackupsRead, "backups.read", P::Read),
    row(Op::BackupsTake, "backups.take", P::ManageBackups, kAudited),
    row(Op::BackupsVerify, "backups.verify", P::ManageBackups),
    row(Op::BackupsSetSchedule, "backups.set_schedule", P::ManageBackups, kAudited),
    row(Op::BackupsRestore, "backups.restore", kAnybody, kAudited),
    row(Op::KeyspaceCompare, "keyspace.compare", P::Read),
    row(Op::KeyspaceRebuild, "keyspace.rebuild", P::ManageBackups, kReason)};

constexpr bool inOrder() {
    for (std::size_t i = 0; i < kTable.size(); ++i) {
        if (static_cast<std::size_t>(kTable[i].operation) != i || kTable[i].name.empty()) {
            return false;
        }
    }
    return true;
}
static_assert(inOrder());

}  // namespace

const OperationInfo& infoOf(Operation operation) noexcept { return kTable[static_cast<std::size_t>(operation)]; }

std::span<const OperationInfo> allOperations() noexcept { return kTable; }

}  // namespace evenhand::api
