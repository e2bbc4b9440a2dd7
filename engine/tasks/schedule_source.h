// SPDX-License-Identifier: GPL-3.0-or-later
// What recurs: makes the task of a schedule when its instant has come, and moves the instant on. An instant that passed
// while the engine was not running is made up for once; one that comes while the task of the one before is still open
// is left out. Thread: the engine's.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/dispatch/business_day.h"
#include "engine/runtime/engine.h"
#include "engine/store/records/task_store.h"

namespace evenhand::tasks {

/// The subject of the task that a schedule makes for an instant: "NAME@MS".
[[nodiscard]] std::string scheduleSubject(std::string_view name, Instant at);
inline constexpr std::string_view kCleanUpSchedule = "clean_up";
inline constexpr std::string_view kReconcileSchedule = "reconcile";
inline constexpr std::string_view kBackupSchedule = "backup";

class ScheduleSource final : public runtime::DueSource {
public:
    /// `own`: it also writes the program's own schedules where they are missing; else what nobody performs would only
    /// keep an engine without workers awake.
    ScheduleSource(dispatch::BusinessDay day, bool own) : m_day(std::move(day)), m_own(own) {}
    [[nodiscard]] std::optional<Instant> nextDue() override;
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    /// Writes or replaces one, with its first instant after `work.now()`.
    [[nodiscard]] Result<void> put(runtime::UnitOfWork& work, store::tasks::Schedule schedule);
    /// Idempotent.
    [[nodiscard]] Result<void> remove(runtime::UnitOfWork& work, std::string_view name);
    [[nodiscard]] std::string_view name() const noexcept override { return "schedules"; }
    void undone() noexcept override { m_known = false; }
    [[nodiscard]] bool mayFallBehind() const noexcept override { return true; }

private:
    [[nodiscard]] Result<void> load(runtime::UnitOfWork& work);

    dispatch::BusinessDay m_day;
    bool m_own;
    bool m_known = false;
    std::vector<store::tasks::Schedule> m_schedules;
};

}  // namespace evenhand::tasks
