// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/team_labels.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "ui/widgets/formats.h"

namespace evenhand::ui {
namespace {

struct TeamLabels {
    Q_DECLARE_TR_FUNCTIONS(TeamLabels)
};

}  // namespace

// --- people -------------------------------------------------------------------------------------------------

QString label(api::Permission permission) {
    using api::Permission;
    switch (permission) {
        case Permission::Read: return TeamLabels::tr("read");
        case Permission::PlaceOrders: return TeamLabels::tr("place orders");
        case Permission::Dispatch: return TeamLabels::tr("dispatch");
        case Permission::CancelOrders: return TeamLabels::tr("cancel orders");
        case Permission::ManageCatalogue: return TeamLabels::tr("manage the catalogue");
        case Permission::ManageCouriers: return TeamLabels::tr("manage couriers");
        case Permission::ManagePolicies: return TeamLabels::tr("change settings");
        case Permission::ManageActivities: return TeamLabels::tr("manage flash sales");
        case Permission::ManageCampaigns: return TeamLabels::tr("manage campaigns");
        case Permission::RequestReturns: return TeamLabels::tr("request returns");
        case Permission::HandleGoods: return TeamLabels::tr("receive goods");
        case Permission::ApproveReturns: return TeamLabels::tr("approve returns");
        case Permission::RefundMoney: return TeamLabels::tr("refund money");
        case Permission::ApproveRefunds: return TeamLabels::tr("approve refunds");
        case Permission::SendRefunds: return TeamLabels::tr("send refunds (workers)");
        case Permission::RecordPayments: return TeamLabels::tr("record payments by hand");
        case Permission::ManageTasks: return TeamLabels::tr("manage tasks");
        case Permission::RunTasks: return TeamLabels::tr("run tasks (workers)");
        case Permission::ManageWebhooks: return TeamLabels::tr("manage webhooks");
        case Permission::ManagePeople: return TeamLabels::tr("manage people");
        case Permission::ReadAudit: return TeamLabels::tr("read the audit log");
        case Permission::ManageBackups: return TeamLabels::tr("manage backups");
    }
    return {};
}

QString label(api::Role role) {
    switch (role) {
        case api::Role::Administrator: return TeamLabels::tr("Administrator");
        case api::Role::Dispatcher: return TeamLabels::tr("Dispatcher");
        case api::Role::CampaignManager: return TeamLabels::tr("Campaign manager");
        case api::Role::RefundClerk: return TeamLabels::tr("Refund clerk");
        case api::Role::RefundApprover: return TeamLabels::tr("Refund approver");
        case api::Role::Auditor: return TeamLabels::tr("Auditor");
    }
    return {};
}

QString describe(api::Role role) {
    switch (role) {
        case api::Role::Administrator: return TeamLabels::tr("Everything, people and settings included.");
        case api::Role::Dispatcher: return TeamLabels::tr("Dispatches, cancels orders, manages couriers.");
        case api::Role::CampaignManager: return TeamLabels::tr("Sets up and runs flash sales and campaigns.");
        case api::Role::RefundClerk: return TeamLabels::tr("Requests returns, receives goods, refunds money.");
        case api::Role::RefundApprover: return TeamLabels::tr("Approves returns and refunds.");
        case api::Role::Auditor: return TeamLabels::tr("Reads everything, the audit log included; changes nothing.");
    }
    return {};
}

QString labels(const std::vector<api::Role>& roles) {
    QStringList names;
    for (const auto role : roles) {
        names << label(role);
    }
    return names.isEmpty() ? Formats::dash() : names.join(TeamLabels::tr(", ", "between roles"));
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
        case api::PasswordIssue::NotText: return TeamLabels::tr("It contains invalid characters.");
        case api::PasswordIssue::TooShort:
            return TeamLabels::tr("It needs at least %1 characters.").arg(api::kMinPassword);
        case api::PasswordIssue::TooLong:
            return TeamLabels::tr("It may have %1 characters at most.").arg(api::kMaxPassword);
        case api::PasswordIssue::Uniform: return TeamLabels::tr("It is a sequence or a repetition.");
        case api::PasswordIssue::LikeName: return TeamLabels::tr("It is too similar to a name.");
        case api::PasswordIssue::Common: return TeamLabels::tr("It is a common password.");
    }
    return {};
}

// --- tasks and the ring -------------------------------------------------------------------------------------

QString label(api::TaskKind kind) {
    switch (kind) {
        case api::TaskKind::Refund: return TeamLabels::tr("Refund");
        case api::TaskKind::Webhook: return TeamLabels::tr("Webhook");
        case api::TaskKind::Calibrate: return TeamLabels::tr("Calibration");
        case api::TaskKind::Reconcile: return TeamLabels::tr("Reconciliation");
        case api::TaskKind::CleanUp: return TeamLabels::tr("Clean-up");
        case api::TaskKind::Backup: return TeamLabels::tr("Backup");
        case api::TaskKind::Rehearsal: return TeamLabels::tr("Rehearsal");
    }
    return {};
}

QString label(api::TaskStatus status) {
    switch (status) {
        case api::TaskStatus::Pending: return TeamLabels::tr("Pending");
        case api::TaskStatus::Processing: return TeamLabels::tr("In progress");
        case api::TaskStatus::Done: return TeamLabels::tr("Done");
        case api::TaskStatus::Dead: return TeamLabels::tr("Dead letter");
        case api::TaskStatus::Dropped: return TeamLabels::tr("Dropped");
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
        case api::RingChange::Joined: return TeamLabels::tr("Joined");
        case api::RingChange::Left: return TeamLabels::tr("Left");
        case api::RingChange::Lost: return TeamLabels::tr("Lost");
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
        case api::WebhookEvent::OrderAssigned: return TeamLabels::tr("Order assigned");
        case api::WebhookEvent::OrderReassigned: return TeamLabels::tr("Order reassigned");
        case api::WebhookEvent::OrderClosed: return TeamLabels::tr("Order closed");
        case api::WebhookEvent::ReturnDecided: return TeamLabels::tr("Return decided");
        case api::WebhookEvent::RefundSucceeded: return TeamLabels::tr("Refund succeeded");
        case api::WebhookEvent::Test: return TeamLabels::tr("Test");
    }
    return {};
}

QString label(api::DeliveryStatus status) {
    switch (status) {
        case api::DeliveryStatus::Pending: return TeamLabels::tr("Pending");
        case api::DeliveryStatus::Delivered: return TeamLabels::tr("Delivered");
        case api::DeliveryStatus::Dead: return TeamLabels::tr("Dead letter");
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
        case api::Via::Engine: return TeamLabels::tr("Engine");
        case api::Via::Console: return TeamLabels::tr("Console");
        case api::Via::CommandLine: return TeamLabels::tr("Command line");
        case api::Via::Http: return TeamLabels::tr("HTTP");
    }
    return {};
}

QString label(api::AuditOutcome outcome) {
    switch (outcome) {
        case api::AuditOutcome::Done: return TeamLabels::tr("Done");
        case api::AuditOutcome::Refused: return TeamLabels::tr("Refused");
        case api::AuditOutcome::Noted: return TeamLabels::tr("Noted");
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
        case api::AuditFaultKind::Edited: return TeamLabels::tr("Changed or moved");
        case api::AuditFaultKind::Missing: return TeamLabels::tr("Entries are missing");
        case api::AuditFaultKind::BadSeal: return TeamLabels::tr("The seal does not fit");
        case api::AuditFaultKind::Truncated: return TeamLabels::tr("Cut off at the end");
        case api::AuditFaultKind::BadAnchor: return TeamLabels::tr("The anchor names another entry");
        case api::AuditFaultKind::NoAnchor: return TeamLabels::tr("The anchor is missing");
        case api::AuditFaultKind::UnknownKey: return TeamLabels::tr("Sealed with an unknown key");
    }
    return {};
}

// --- backups ------------------------------------------------------------------------------------------------

QString label(api::BackupStatus status) {
    switch (status) {
        case api::BackupStatus::Running: return TeamLabels::tr("Being written");
        case api::BackupStatus::Verified: return TeamLabels::tr("Verified");
        case api::BackupStatus::Failed: return TeamLabels::tr("Failed");
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
