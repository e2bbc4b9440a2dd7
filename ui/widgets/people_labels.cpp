// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/people_labels.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "ui/widgets/formats.h"

namespace evenhand::ui {
namespace {

struct PeopleLabels {
    Q_DECLARE_TR_FUNCTIONS(PeopleLabels)
};

}  // namespace

// --- people -------------------------------------------------------------------------------------------------

QString label(api::Permission permission) {
    using api::Permission;
    switch (permission) {
        case Permission::Read: return PeopleLabels::tr("read");
        case Permission::PlaceOrders: return PeopleLabels::tr("place orders");
        case Permission::TakeOrders: return PeopleLabels::tr("take orders by hand");
        case Permission::HandleCases: return PeopleLabels::tr("assign cases and write notes");
        case Permission::Dispatch: return PeopleLabels::tr("dispatch");
        case Permission::CancelOrders: return PeopleLabels::tr("cancel orders");
        case Permission::ManageCatalogue: return PeopleLabels::tr("manage the catalogue");
        case Permission::ManageCouriers: return PeopleLabels::tr("manage couriers");
        case Permission::ManagePolicies: return PeopleLabels::tr("change settings");
        case Permission::ManageActivities: return PeopleLabels::tr("manage flash sales");
        case Permission::ManageCampaigns: return PeopleLabels::tr("manage campaigns");
        case Permission::RequestReturns: return PeopleLabels::tr("request returns");
        case Permission::HandleGoods: return PeopleLabels::tr("receive goods");
        case Permission::ApproveReturns: return PeopleLabels::tr("approve returns");
        case Permission::RefundMoney: return PeopleLabels::tr("refund money");
        case Permission::ApproveRefunds: return PeopleLabels::tr("approve refunds");
        case Permission::SendRefunds: return PeopleLabels::tr("send refunds (workers)");
        case Permission::RecordPayments: return PeopleLabels::tr("record payments by hand");
        case Permission::ManageTasks: return PeopleLabels::tr("manage tasks");
        case Permission::RunTasks: return PeopleLabels::tr("run tasks (workers)");
        case Permission::ManageWebhooks: return PeopleLabels::tr("manage webhooks");
        case Permission::ManagePeople: return PeopleLabels::tr("manage people");
        case Permission::ReadAudit: return PeopleLabels::tr("read the audit log");
        case Permission::ManageBackups: return PeopleLabels::tr("manage backups");
    }
    return {};
}

QString label(api::Role role) {
    switch (role) {
        case api::Role::Administrator: return PeopleLabels::tr("Administrator");
        case api::Role::Dispatcher: return PeopleLabels::tr("Dispatcher");
        case api::Role::CampaignManager: return PeopleLabels::tr("Campaign manager");
        case api::Role::RefundClerk: return PeopleLabels::tr("Refund clerk");
        case api::Role::RefundApprover: return PeopleLabels::tr("Refund approver");
        case api::Role::Auditor: return PeopleLabels::tr("Auditor");
    }
    return {};
}

QString describe(api::Role role) {
    switch (role) {
        case api::Role::Administrator: return PeopleLabels::tr("Everything, people and settings included.");
        case api::Role::Dispatcher: return PeopleLabels::tr("Dispatches, cancels orders, manages couriers.");
        case api::Role::CampaignManager: return PeopleLabels::tr("Sets up and runs flash sales and campaigns.");
        case api::Role::RefundClerk: return PeopleLabels::tr("Requests returns, receives goods, refunds money.");
        case api::Role::RefundApprover: return PeopleLabels::tr("Approves returns and refunds.");
        case api::Role::Auditor: return PeopleLabels::tr("Reads everything, the audit log included; changes nothing.");
    }
    return {};
}

QString labels(const std::vector<api::Role>& roles) {
    QStringList names;
    for (const auto role : roles) {
        names << label(role);
    }
    return names.isEmpty() ? Formats::dash() : names.join(PeopleLabels::tr(", ", "between roles"));
}

std::vector<api::Role> rolesBehind(api::Permissions permissions) {
    std::vector<api::Role> roles;
    for (const auto role : api::allRoles()) {
        const auto all = api::permissionsOf(role);
        if ((permissions & all) == all && (api::permissionsOf(roles) & all) != all) {
            roles.push_back(role);
        }
    }
    return roles;
}

QString label(api::PasswordIssue issue) {
    switch (issue) {
        case api::PasswordIssue::NotText: return PeopleLabels::tr("It contains invalid characters.");
        case api::PasswordIssue::TooShort:
            return PeopleLabels::tr("It needs at least %1 characters.").arg(api::kMinPassword);
        case api::PasswordIssue::TooLong:
            return PeopleLabels::tr("It may have %1 characters at most.").arg(api::kMaxPassword);
        case api::PasswordIssue::Uniform: return PeopleLabels::tr("It is a sequence or a repetition.");
        case api::PasswordIssue::LikeName: return PeopleLabels::tr("It is too similar to a name.");
        case api::PasswordIssue::Common: return PeopleLabels::tr("It is a common password.");
    }
    return {};
}

// --- tasks and the ring -------------------------------------------------------------------------------------

QString label(api::TaskKind kind) {
    switch (kind) {
        case api::TaskKind::Refund: return PeopleLabels::tr("Refund");
        case api::TaskKind::Webhook: return PeopleLabels::tr("Webhook");
        case api::TaskKind::Calibrate: return PeopleLabels::tr("Calibration");
        case api::TaskKind::Reconcile: return PeopleLabels::tr("Reconciliation");
        case api::TaskKind::CleanUp: return PeopleLabels::tr("Clean-up");
        case api::TaskKind::Backup: return PeopleLabels::tr("Backup");
        case api::TaskKind::Rehearsal: return PeopleLabels::tr("Rehearsal");
    }
    return {};
}

QString label(api::TaskStatus status) {
    switch (status) {
        case api::TaskStatus::Pending: return PeopleLabels::tr("Pending");
        case api::TaskStatus::Processing: return PeopleLabels::tr("In progress");
        case api::TaskStatus::Done: return PeopleLabels::tr("Done");
        case api::TaskStatus::Dead: return PeopleLabels::tr("Dead letter");
        case api::TaskStatus::Dropped: return PeopleLabels::tr("Dropped");
    }
    return {};
}

Tone tone(api::TaskStatus status) {
    switch (status) {
        case api::TaskStatus::Pending: return Tone::Muted;
        case api::TaskStatus::Processing: return Tone::Info;
        case api::TaskStatus::Done: return Tone::Good;
        case api::TaskStatus::Dead: return Tone::Bad;
        case api::TaskStatus::Dropped: return Tone::Warn;
    }
    return Tone::Muted;
}

QString label(api::RingChange change) {
    switch (change) {
        case api::RingChange::Joined: return PeopleLabels::tr("Joined");
        case api::RingChange::Left: return PeopleLabels::tr("Left");
        case api::RingChange::Lost: return PeopleLabels::tr("Lost");
    }
    return {};
}

Tone tone(api::RingChange change) {
    switch (change) {
        case api::RingChange::Joined: return Tone::Good;
        case api::RingChange::Left: return Tone::Muted;
        case api::RingChange::Lost: return Tone::Bad;
    }
    return Tone::Muted;
}

// --- webhooks -----------------------------------------------------------------------------------------------

QString label(api::WebhookEvent event) {
    switch (event) {
        case api::WebhookEvent::OrderPlaced: return PeopleLabels::tr("Order placed");
        case api::WebhookEvent::OrderPaid: return PeopleLabels::tr("Order paid");
        case api::WebhookEvent::OrderAssigned: return PeopleLabels::tr("Order assigned");
        case api::WebhookEvent::OrderReassigned: return PeopleLabels::tr("Order reassigned");
        case api::WebhookEvent::OrderPickedUp: return PeopleLabels::tr("Order picked up");
        case api::WebhookEvent::OrderDelivered: return PeopleLabels::tr("Order delivered");
        case api::WebhookEvent::OrderLate: return PeopleLabels::tr("Order late");
        case api::WebhookEvent::OrderClosed: return PeopleLabels::tr("Order closed");
        case api::WebhookEvent::ReturnDecided: return PeopleLabels::tr("Return decided");
        case api::WebhookEvent::RefundSucceeded: return PeopleLabels::tr("Refund succeeded");
        case api::WebhookEvent::RefundFailed: return PeopleLabels::tr("Refund failed");
        case api::WebhookEvent::CampaignBudget: return PeopleLabels::tr("Campaign budget reached a limit");
        case api::WebhookEvent::AlertFired: return PeopleLabels::tr("Alert fired");
        case api::WebhookEvent::AlertResolved: return PeopleLabels::tr("Alert resolved");
        case api::WebhookEvent::Test: return PeopleLabels::tr("Test");
    }
    return {};
}

QString label(api::DeliveryStatus status) {
    switch (status) {
        case api::DeliveryStatus::Pending: return PeopleLabels::tr("Pending");
        case api::DeliveryStatus::Delivered: return PeopleLabels::tr("Delivered");
        case api::DeliveryStatus::Dead: return PeopleLabels::tr("Dead letter");
    }
    return {};
}

Tone tone(api::DeliveryStatus status) {
    switch (status) {
        case api::DeliveryStatus::Pending: return Tone::Muted;
        case api::DeliveryStatus::Delivered: return Tone::Good;
        case api::DeliveryStatus::Dead: return Tone::Bad;
    }
    return Tone::Muted;
}

// --- audit log ----------------------------------------------------------------------------------------------

QString label(api::Via via) {
    switch (via) {
        case api::Via::Engine: return PeopleLabels::tr("Engine");
        case api::Via::Console: return PeopleLabels::tr("Console");
        case api::Via::CommandLine: return PeopleLabels::tr("Command line");
        case api::Via::Http: return PeopleLabels::tr("HTTP");
    }
    return {};
}

QString label(api::AuditOutcome outcome) {
    switch (outcome) {
        case api::AuditOutcome::Done: return PeopleLabels::tr("Done");
        case api::AuditOutcome::Refused: return PeopleLabels::tr("Refused");
        case api::AuditOutcome::Noted: return PeopleLabels::tr("Noted");
    }
    return {};
}

Tone tone(api::AuditOutcome outcome) {
    switch (outcome) {
        case api::AuditOutcome::Done: return Tone::Good;
        case api::AuditOutcome::Refused: return Tone::Bad;
        case api::AuditOutcome::Noted: return Tone::Info;
    }
    return Tone::Muted;
}

QString label(api::AuditFaultKind kind) {
    switch (kind) {
        case api::AuditFaultKind::Edited: return PeopleLabels::tr("Changed or moved");
        case api::AuditFaultKind::Missing: return PeopleLabels::tr("Entries are missing");
        case api::AuditFaultKind::BadSeal: return PeopleLabels::tr("The seal does not fit");
        case api::AuditFaultKind::Truncated: return PeopleLabels::tr("Cut off at the end");
        case api::AuditFaultKind::BadAnchor: return PeopleLabels::tr("The anchor names another entry");
        case api::AuditFaultKind::NoAnchor: return PeopleLabels::tr("The anchor is missing");
        case api::AuditFaultKind::UnknownKey: return PeopleLabels::tr("Sealed with an unknown key");
    }
    return {};
}

// --- backups ------------------------------------------------------------------------------------------------

QString label(api::BackupStatus status) {
    switch (status) {
        case api::BackupStatus::Running: return PeopleLabels::tr("Being written");
        case api::BackupStatus::Verified: return PeopleLabels::tr("Verified");
        case api::BackupStatus::Failed: return PeopleLabels::tr("Failed");
    }
    return {};
}

Tone tone(api::BackupStatus status) {
    switch (status) {
        case api::BackupStatus::Running: return Tone::Info;
        case api::BackupStatus::Verified: return Tone::Good;
        case api::BackupStatus::Failed: return Tone::Bad;
    }
    return Tone::Muted;
}

QString byteText(std::int64_t bytes) {
    return QLocale(QLocale::English).formattedDataSize(bytes, 1, QLocale::DataSizeTraditionalFormat);
}

}  // namespace evenhand::ui
