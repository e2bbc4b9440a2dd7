// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/schedule_source.h"

#include <algorithm>

#include "engine/task_making/make.h"

namespace evenhand::tasks {
namespace {

constexpr std::int64_t kCleanUpMs = base::kHourMs;
constexpr std::int64_t kReconcileMinute = 3 * 60 + 30;

Instant nextOf(const store::tasks::Schedule& schedule, Instant now, const dispatch::BusinessDay& day) {
    if (schedule.everyMs) {
        const auto every = std::max<std::int64_t>(*schedule.everyMs, 1'000);
        const auto missed = std::max<std::int64_t>(0, now.ms - schedule.next.ms) / every;
        return schedule.next.plusMs((missed + 1) * every);
    }
    return day.nextAt(now, static_cast<int>(schedule.minuteOfDay.value_or(0)));
}

}  // namespace

std::string scheduleSubject(std::string_view name, Instant at) {
    return std::string(name) + "@" + std::to_string(at.ms);
}

Result<void> ScheduleSource::put(runtime::UnitOfWork& work, store::tasks::Schedule schedule) {
    m_known = false;
    schedule.next = work.now();
    schedule.next = nextOf(schedule, work.now(), m_day);
    return store::tasks::put(work.database(), schedule);
}

Result<void> ScheduleSource::remove(runtime::UnitOfWork& work, std::string_view name) {
    m_known = false;
    return store::tasks::removeSchedule(work.database(), name);
}

std::optional<Instant> ScheduleSource::nextDue() {
    if (!m_known) {
        return Instant{0};  // at once: to look
    }
    std::optional<Instant> earliest;
    for (const auto& schedule : m_schedules) {
        if (!earliest || schedule.next < *earliest) {
            earliest = schedule.next;
        }
    }
    return earliest;
}

/// Reads them; the program's own are made when they are missing.
Result<void> ScheduleSource::load(runtime::UnitOfWork& work) {
    EVENHAND_ASSIGN(m_schedules, store::tasks::schedules(work.database()));
    const auto missing = [&](std::string_view name) {
        return std::none_of(m_schedules.begin(), m_schedules.end(),
                            [&](const store::tasks::Schedule& schedule) { return schedule.name == name; });
    };
    bool made = false;
    for (const auto& own :
         {store::tasks::Schedule{
              std::string(kCleanUpSchedule), api::TaskKind::CleanUp, {}, kCleanUpMs, std::nullopt, {}},
          store::tasks::Schedule{
              std::string(kReconcileSchedule), api::TaskKind::Reconcile, {}, std::nullopt, kReconcileMinute, {}}}) {
        if (m_own && missing(own.name)) {
            EVENHAND_TRY(put(work, own));
            made = true;
        }
    }
    if (made) {
        EVENHAND_ASSIGN(m_schedules, store::tasks::schedules(work.database()));
    }
    m_known = true;
    return {};
}

Result<void> ScheduleSource::runDue(runtime::UnitOfWork& work) {
    if (!m_known) {
        return load(work);
    }
    const auto due = std::find_if(m_schedules.begin(), m_schedules.end(),
                                  [&](const store::tasks::Schedule& schedule) { return schedule.next <= work.now(); });
    if (due == m_schedules.end()) {
        return {};
    }
    const auto schedule = *due;
    m_known = false;  // what is written below may be undone with its batch: look again
    EVENHAND_ASSIGN(const bool open, store::tasks::isOpen(work.database(), schedule.kind, schedule.name + "@"));
    if (!open) {
        EVENHAND_TRY(
            make(work, schedule.kind, scheduleSubject(schedule.name, schedule.next), schedule.payload, work.now()));
    }
    EVENHAND_ASSIGN(const bool moved, store::tasks::moveOn(work.database(), schedule.name, schedule.next,
                                                           nextOf(schedule, work.now(), m_day)));
    return moved ? Result<void>() : fail(ErrorCode::Conflict, "the schedule has moved on", "name", schedule.name);
}

}  // namespace evenhand::tasks
