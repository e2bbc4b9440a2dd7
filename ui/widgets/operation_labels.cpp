// SPDX-License-Identifier: GPL-3.0-or-later
// What people call the operations of the engine.
#include <QCoreApplication>

#include "engine/api/operations.h"
#include "ui/widgets/team_labels.h"

namespace evenhand::ui {
namespace {

struct OperationLabels {
    Q_DECLARE_TR_FUNCTIONS(OperationLabels)
};

QString label(api::Operation operation) {
    using Op = api::Operation;
    switch (operation) {
        case Op::OrdersRead: return OperationLabels::tr("Look at orders");
        case Op::OrdersPlace: return OperationLabels::tr("Place an order");
        case Op::OrdersPay: return OperationLabels::tr("Pay an order");
        case Op::OrdersRecordPayment: return OperationLabels::tr("Record a payment by hand");
        case Op::OrdersCancel: return OperationLabels::tr("Cancel an order");
        case Op::OrdersReport: return OperationLabels::tr("Report pick-up or delivery");
        case Op::OrdersUpsertProducts: return OperationLabels::tr("Change products");
        case Op::DispatchRead: return OperationLabels::tr("Look at dispatch");
        case Op::DispatchTake: return OperationLabels::tr("Take a courier's turn");
        case Op::DispatchUpsertCampus: return OperationLabels::tr("Change a campus");
        case Op::DispatchSetPaused: return OperationLabels::tr("Pause or resume dispatch");
        case Op::DispatchUpsertCouriers: return OperationLabels::tr("Change couriers");
        case Op::DispatchSetDuty: return OperationLabels::tr("Set on or off duty");
        case Op::DispatchReassign: return OperationLabels::tr("Reassign an order");
        case Op::DispatchHandOver: return OperationLabels::tr("Hand over a courier's work");
        case Op::DispatchUndoReassign: return OperationLabels::tr("Undo a reassignment");
        case Op::DispatchCalibrate: return OperationLabels::tr("Calibrate weights");
        case Op::DispatchRetryLetters: return OperationLabels::tr("Retry dead letters of dispatch");
        case Op::TimersRead: return OperationLabels::tr("Look at timers");
        case Op::TimersPassTime: return OperationLabels::tr("Let time pass");
        case Op::TimersSetPolicy: return OperationLabels::tr("Change delays");
        case Op::TimersSetPaused: return OperationLabels::tr("Pause or resume timers");
        case Op::TimersSetQueue: return OperationLabels::tr("Switch the delay queue");
        case Op::TimersRun: return OperationLabels::tr("Run a timer now");
        case Op::TimersPostpone: return OperationLabels::tr("Postpone a timer");
        case Op::TimersCancel: return OperationLabels::tr("Cancel a timer");
        case Op::TimersRetry: return OperationLabels::tr("Retry a timer");
        case Op::TimersRearmQueue: return OperationLabels::tr("Re-arm the delay queue");
        case Op::AlertsAcknowledge: return OperationLabels::tr("Acknowledge an alert");
        case Op::AlertsSilence: return OperationLabels::tr("Silence an alert");
        case Op::AlertsResolve: return OperationLabels::tr("Resolve an alert");
        case Op::SeckillRead: return OperationLabels::tr("Look at flash sales");
        case Op::SeckillAttempt: return OperationLabels::tr("Attempt in a flash sale");
        case Op::SeckillSetUp: return OperationLabels::tr("Set up a flash sale");
        case Op::SeckillEdit: return OperationLabels::tr("Edit a flash sale");
        case Op::SeckillDiscard: return OperationLabels::tr("Discard a flash sale");
        case Op::SeckillStart: return OperationLabels::tr("Start a flash sale");
        case Op::SeckillResume: return OperationLabels::tr("Resume a flash sale");
        case Op::SeckillStop: return OperationLabels::tr("Stop a flash sale");
        case Op::SeckillTopUp: return OperationLabels::tr("Add stock to a flash sale");
        case Op::SeckillEnd: return OperationLabels::tr("End a flash sale");
        case Op::SeckillClaim: return OperationLabels::tr("Claim a message of a flash sale");
        case Op::SeckillAcknowledge: return OperationLabels::tr("Acknowledge a message of a flash sale");
        case Op::SeckillRelease: return OperationLabels::tr("Release a reservation");
        case Op::SeckillRetryLetters: return OperationLabels::tr("Retry dead letters of a flash sale");
        case Op::SeckillDismissLetters: return OperationLabels::tr("Dismiss dead letters of a flash sale");
        case Op::SeckillRepair: return OperationLabels::tr("Repair a flash sale");
        case Op::CampaignsRead: return OperationLabels::tr("Look at campaigns");
        case Op::CampaignsDraw: return OperationLabels::tr("Draw a discount");
        case Op::CampaignsCreate: return OperationLabels::tr("Make a campaign");
        case Op::CampaignsEdit: return OperationLabels::tr("Edit a campaign");
        case Op::CampaignsCopy: return OperationLabels::tr("Copy a campaign");
        case Op::CampaignsRemove: return OperationLabels::tr("Remove a campaign");
        case Op::CampaignsStart: return OperationLabels::tr("Start a campaign");
        case Op::CampaignsPause: return OperationLabels::tr("Pause a campaign");
        case Op::CampaignsResume: return OperationLabels::tr("Resume a campaign");
        case Op::CampaignsStop: return OperationLabels::tr("Stop a campaign");
        case Op::CampaignsGiveBack: return OperationLabels::tr("Give a discount back");
        case Op::ReturnsRead: return OperationLabels::tr("Look at returns");
        case Op::ReturnsRequest: return OperationLabels::tr("Request a return");
        case Op::ReturnsApprove: return OperationLabels::tr("Approve a return");
        case Op::ReturnsReject: return OperationLabels::tr("Reject a return");
        case Op::ReturnsCancel: return OperationLabels::tr("Cancel a return");
        case Op::ReturnsUndoDecision: return OperationLabels::tr("Undo a decision on a return");
        case Op::ReturnsUndoCancel: return OperationLabels::tr("Undo the cancel of a return");
        case Op::ReturnsReceive: return OperationLabels::tr("Receive goods");
        case Op::ReturnsSkipGoods: return OperationLabels::tr("Skip goods");
        case Op::ReturnsUndoGoods: return OperationLabels::tr("Undo the receipt of goods");
        case Op::ReturnsSetPolicy: return OperationLabels::tr("Change return settings");
        case Op::RefundsRead: return OperationLabels::tr("Look at refunds");
        case Op::RefundsSend: return OperationLabels::tr("Send refunds");
        case Op::RefundsRequest: return OperationLabels::tr("Ask for a refund");
        case Op::RefundsApprove: return OperationLabels::tr("Approve a refund");
        case Op::RefundsCancel: return OperationLabels::tr("Cancel a refund");
        case Op::RefundsRetry: return OperationLabels::tr("Retry a refund");
        case Op::RefundsRecordPaid: return OperationLabels::tr("Record a refund as paid");
        case Op::RefundsRecordFailed: return OperationLabels::tr("Record a refund as not paid");
        case Op::RefundsSetSettings: return OperationLabels::tr("Change how refunds are paid");
        case Op::LedgerRead: return OperationLabels::tr("Look at the ledger");
        case Op::TasksRead: return OperationLabels::tr("Look at background work");
        case Op::TasksRun: return OperationLabels::tr("Run background work");
        case Op::TasksRetry: return OperationLabels::tr("Retry background work");
        case Op::TasksDrop: return OperationLabels::tr("Drop background work");
        case Op::TasksSetHeld: return OperationLabels::tr("Hold or release background work");
        case Op::WebhooksRead: return OperationLabels::tr("Look at webhooks");
        case Op::WebhooksCreate: return OperationLabels::tr("Add a webhook");
        case Op::WebhooksEdit: return OperationLabels::tr("Edit a webhook");
        case Op::WebhooksRemove: return OperationLabels::tr("Remove a webhook");
        case Op::WebhooksNewSecret: return OperationLabels::tr("New secret of a webhook");
        case Op::WebhooksTest: return OperationLabels::tr("Test a webhook");
        case Op::WebhooksResend: return OperationLabels::tr("Resend a webhook's message");
        case Op::AccountsRead: return OperationLabels::tr("Look at people");
        case Op::AccountsSignIn: return OperationLabels::tr("Sign in");
        case Op::AccountsSignOut: return OperationLabels::tr("Sign out");
        case Op::AccountsUnlock: return OperationLabels::tr("Unlock");
        case Op::AccountsChangePassword: return OperationLabels::tr("Change one's password");
        case Op::AccountsCreate: return OperationLabels::tr("Add a person");
        case Op::AccountsEdit: return OperationLabels::tr("Rename a person");
        case Op::AccountsSetRoles: return OperationLabels::tr("Change roles");
        case Op::AccountsResetPassword: return OperationLabels::tr("Reset a password");
        case Op::AccountsSetDisabled: return OperationLabels::tr("Disable or enable a person");
        case Op::AccountsLift: return OperationLabels::tr("Lift a lock");
        case Op::AccountsSetSettings: return OperationLabels::tr("Change the rules of signing in");
        case Op::AuditRead: return OperationLabels::tr("Look at the audit log");
        case Op::BackupsRead: return OperationLabels::tr("Look at backups");
        case Op::BackupsTake: return OperationLabels::tr("Take a backup");
        case Op::BackupsVerify: return OperationLabels::tr("Verify a backup");
        case Op::BackupsSetSchedule: return OperationLabels::tr("Change the schedule of backups");
        case Op::BackupsRestore: return OperationLabels::tr("Restore from a backup");
    }
    return {};
}

}  // namespace

QString operationLabel(const std::string& name) {
    const auto operation = api::operationFrom(name);
    return operation ? label(*operation) : QString::fromStdString(name);
}

QString deskLabel(const std::string& desk) {
    const std::pair<const char*, QString> known[] = {
        {"orders", OperationLabels::tr("Orders")},       {"dispatch", OperationLabels::tr("Dispatch")},
        {"timers", OperationLabels::tr("Timers")},       {"alerts", OperationLabels::tr("Alerts")},
        {"seckill", OperationLabels::tr("Flash sales")}, {"campaigns", OperationLabels::tr("Campaigns")},
        {"returns", OperationLabels::tr("Returns")},     {"refunds", OperationLabels::tr("Refunds")},
        {"ledger", OperationLabels::tr("Ledger")},       {"tasks", OperationLabels::tr("Background work")},
        {"webhooks", OperationLabels::tr("Webhooks")},   {"accounts", OperationLabels::tr("People")},
        {"audit", OperationLabels::tr("Audit log")},     {"backups", OperationLabels::tr("Backups")}};
    for (const auto& [stored, shown] : known) {
        if (desk == stored) {
            return shown;
        }
    }
    return QString::fromStdString(desk);
}

}  // namespace evenhand::ui
