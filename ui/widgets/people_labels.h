// SPDX-License-Identifier: GPL-3.0-or-later
// Names of what background work, people, the audit log, webhooks and backups are made of, in the language shown.
// Thread: GUI.
#pragma once

#include <QString>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/audit_types.h"
#include "engine/api/backup_desk.h"
#include "engine/api/password_policy.h"
#include "engine/api/permission.h"
#include "engine/api/task_types.h"
#include "engine/api/webhook_types.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

/// UTF-8 that is stored, as a key of a choice.
[[nodiscard]] inline QString keyText(std::string_view stored) {
    return QString::fromUtf8(stored.data(), static_cast<qsizetype>(stored.size()));
}

[[nodiscard]] QString label(api::Permission permission);
[[nodiscard]] QString label(api::Role role);
/// What somebody with it may do, in one sentence.
[[nodiscard]] QString describe(api::Role role);
/// "Administrator, Auditor"; none: a dash.
[[nodiscard]] QString labels(const std::vector<api::Role>& roles);
/// The fewest roles that give these permissions; for people whose roles may not be read.
[[nodiscard]] std::vector<api::Role> rolesBehind(api::Permissions permissions);
[[nodiscard]] QString label(api::PasswordIssue issue);

[[nodiscard]] QString label(api::TaskKind kind);
[[nodiscard]] QString label(api::TaskStatus status);
[[nodiscard]] Tone tone(api::TaskStatus status);
[[nodiscard]] QString label(api::RingChange change);
[[nodiscard]] Tone tone(api::RingChange change);

[[nodiscard]] QString label(api::WebhookEvent event);
[[nodiscard]] QString label(api::DeliveryStatus status);
[[nodiscard]] Tone tone(api::DeliveryStatus status);

[[nodiscard]] QString label(api::Via via);
[[nodiscard]] QString label(api::AuditOutcome outcome);
[[nodiscard]] Tone tone(api::AuditOutcome outcome);
[[nodiscard]] QString label(api::AuditFaultKind kind);
/// Of OperationInfo::name; one that is not known any more stays as it is stored.
[[nodiscard]] QString operationLabel(const std::string& name);
/// Of the part before the point: "orders" is "Orders".
[[nodiscard]] QString deskLabel(const std::string& desk);

[[nodiscard]] QString label(api::BackupStatus status);
[[nodiscard]] Tone tone(api::BackupStatus status);

/// "3.4 MB".
[[nodiscard]] QString byteText(std::int64_t bytes);

}  // namespace evenhand::ui
