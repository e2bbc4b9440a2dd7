// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/task_types.h"

#include "engine/api/backup_desk.h"
#include "engine/base/text_table.h"

namespace evenhand::api {
namespace {

using base::TextTable;

constexpr TextTable<TaskKind, 7> kTaskKinds{{{TaskKind::Refund, "refund"},
                                             {TaskKind::Webhook, "webhook"},
                                             {TaskKind::Calibrate, "calibrate"},
                                             {TaskKind::Reconcile, "reconcile"},
                                             {TaskKind::CleanUp, "clean_up"},
                                             {TaskKind::Backup, "backup"},
                                             {TaskKind::Rehearsal, "rehearsal"}}};
constexpr TextTable<TaskStatus, 5> kTaskStatuses{{{TaskStatus::Pending, "PENDING"},
                                                  {TaskStatus::Processing, "PROCESSING"},
                                                  {TaskStatus::Done, "DONE"},
                                                  {TaskStatus::Dead, "DEAD"},
                                                  {TaskStatus::Dropped, "DROPPED"}}};
constexpr TextTable<TaskOutcome, 3> kTaskOutcomes{
    {{TaskOutcome::Done, "done"}, {TaskOutcome::Retry, "retry"}, {TaskOutcome::Dead, "dead"}}};
constexpr TextTable<RingChange, 3> kChanges{
    {{RingChange::Joined, "joined"}, {RingChange::Left, "left"}, {RingChange::Lost, "lost"}}};
constexpr TextTable<BackupStatus, 3> kBackups{
    {{BackupStatus::Running, "running"}, {BackupStatus::Verified, "verified"}, {BackupStatus::Failed, "failed"}}};
static_assert(base::inOrder(kTaskKinds) && base::inOrder(kTaskStatuses) && base::inOrder(kTaskOutcomes) &&
              base::inOrder(kChanges) && base::inOrder(kBackups));
constexpr auto kAllKinds = base::valuesOf(kTaskKinds);
constexpr auto kAllStatuses = base::valuesOf(kTaskStatuses);

}  // namespace

std::string_view toText(TaskKind value) noexcept { return base::textOf(kTaskKinds, value); }
std::string_view toText(TaskStatus value) noexcept { return base::textOf(kTaskStatuses, value); }
std::string_view toText(TaskOutcome value) noexcept { return base::textOf(kTaskOutcomes, value); }
std::string_view toText(RingChange value) noexcept { return base::textOf(kChanges, value); }
std::string_view toText(BackupStatus value) noexcept { return base::textOf(kBackups, value); }
std::optional<TaskKind> taskKindFrom(std::string_view text) noexcept { return base::valueOf(kTaskKinds, text); }
std::optional<TaskStatus> taskStatusFrom(std::string_view text) noexcept { return base::valueOf(kTaskStatuses, text); }
std::optional<RingChange> ringChangeFrom(std::string_view text) noexcept { return base::valueOf(kChanges, text); }
std::optional<BackupStatus> backupStatusFrom(std::string_view text) noexcept { return base::valueOf(kBackups, text); }
std::span<const TaskKind> allTaskKinds() noexcept { return kAllKinds; }
std::span<const TaskStatus> allTaskStatuses() noexcept { return kAllStatuses; }

bool isOutward(TaskKind kind) noexcept { return kind == TaskKind::Refund || kind == TaskKind::Webhook; }

bool isInner(TaskKind kind) noexcept {
    switch (kind) {
        case TaskKind::Refund:
        case TaskKind::Webhook:
        case TaskKind::Backup: return false;
        case TaskKind::Calibrate:
        case TaskKind::Reconcile:
        case TaskKind::CleanUp:
        case TaskKind::Rehearsal: return true;
    }
    return false;
}

bool mayMove(TaskStatus from, TaskStatus to) noexcept {
    using S = TaskStatus;
    switch (from) {
        case S::Pending: return to == S::Processing || to == S::Dropped;
        case S::Processing: return to != S::Dropped;
        case S::Dead: return to == S::Pending || to == S::Dropped;
        case S::Done:
        case S::Dropped: return false;
    }
    return false;
}

TaskPolicy policyOf(TaskKind kind) noexcept {
    switch (kind) {
        case TaskKind::Refund: return {};
        // 5 s, 10 s, 20 s, … 6 h: about two days in all.
        case TaskKind::Webhook: return {base::kMinuteMs, 5'000, 6 * base::kHourMs, 18};
        case TaskKind::Calibrate:
        case TaskKind::Reconcile:
        case TaskKind::CleanUp: return {base::kMinuteMs, 1'000, 10 * base::kMinuteMs, 10};
        // The worker renews the lease while it writes.
        case TaskKind::Backup: return {5 * base::kMinuteMs, base::kMinuteMs, base::kHourMs, 5};
        case TaskKind::Rehearsal: return {10'000, 100, 10'000, 10};
    }
    return {};
}

}  // namespace evenhand::api
