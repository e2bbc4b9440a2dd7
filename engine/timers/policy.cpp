// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/timers/policy.h"

#include "engine/base/code_words.h"
#include "engine/base/invariant.h"
#include "engine/base/within.h"
#include "engine/runtime/conflict.h"
#include "engine/store/records/setting_change_store.h"
#include "engine/store/records/timer_store.h"
#include "engine/store/words/setting_kinds.h"
#include "engine/timer_queue/delay_queue.h"

namespace evenhand::timers {
namespace {

using runtime::UnitOfWork;

void emitTimers(UnitOfWork& work) {
    api::Event event;
    event.kind = api::Event::Kind::TimersChanged;
    work.emit(std::move(event));
}

}  // namespace

Result<void> validatePolicy(const api::TimerPolicy& policy) {
    EVENHAND_TRY(base::within(policy.unpaidMs, 0, api::kMaxTimerDelayMs, "unpaid_ms"));
    EVENHAND_TRY(base::within(policy.unassignedMs, 0, api::kMaxTimerDelayMs, "unassigned_ms"));
    EVENHAND_TRY(base::within(policy.pickUpLateMs, 0, api::kMaxTimerDelayMs, "pick_up_late_ms"));
    EVENHAND_TRY(base::within(policy.deliveryLateMs, 0, api::kMaxTimerDelayMs, "delivery_late_ms"));
    EVENHAND_TRY(base::within(policy.autoConfirmMs, 0, api::kMaxTimerDelayMs, "auto_confirm_ms"));
    return policy.alertRepeatMs == 0
               ? Result<void>{}
               : base::within(policy.alertRepeatMs, 1'000, api::kMaxTimerDelayMs, "alert_repeat_ms");
}

Result<void> setPolicy(UnitOfWork& work, const CampusId& campus, const api::TimerPolicy& policy, std::int64_t version) {
    EVENHAND_TRY(base::validateId(campus.str(), "campus"));
    EVENHAND_TRY(validatePolicy(policy));
    EVENHAND_TRY(work.lock([&](auto& roots) { roots.add(campus); }));
    EVENHAND_ASSIGN(const auto before, store::timers::policy(work.database(), campus));
    if (!before) {
        return fail(ErrorCode::NotFound, "no such campus", "campus", campus.str());
    }
    EVENHAND_TRY(runtime::changeSettings(work, store::SettingKind::Timers, campus.str(),
                                         "timer policy of " + campus.str(), version));
    EVENHAND_ASSIGN(const bool known, store::timers::setPolicy(work.database(), campus, policy));
    EVENHAND_INVARIANT(known, "a policy would be counted as changed that is not there");
    api::Event event;
    event.kind = api::Event::Kind::CampusChanged;
    event.campus = campus;
    work.emit(std::move(event));
    return {};
}

Result<std::int64_t> setPaused(UnitOfWork& work, api::TimerKind kind, bool paused, std::int64_t version) {
    auto& database = work.database();
    const auto subject = api::toText(kind);
    EVENHAND_ASSIGN(const auto before, runtime::checkSettings(work, store::SettingKind::TimerPause, subject,
                                                              "pause of timers " + base::codeWords(subject), version));
    EVENHAND_ASSIGN(auto control, store::timers::control(database));
    if (control.isPaused(kind) == paused) {
        return before;
    }
    control.paused[static_cast<std::size_t>(kind)] = paused;
    EVENHAND_TRY(store::timers::setControl(database, control));
    EVENHAND_TRY(store::settingChanges::count(database, store::SettingKind::TimerPause, subject, work.now(),
                                              work.call().actor.name));
    emitTimers(work);
    return before + 1;
}

Result<void> setQueue(UnitOfWork& work, bool on, std::int64_t pollIntervalMs, std::int64_t version) {
    EVENHAND_TRY(base::within(pollIntervalMs, 100, base::kDayMs, "poll_interval_ms"));
    EVENHAND_TRY(runtime::changeSettings(work, store::SettingKind::Queue, {}, "working of the delay queue", version));
    EVENHAND_ASSIGN(auto control, store::timers::control(work.database()));
    if (on && !control.queueOn) {
        // It knows nothing of what was armed meanwhile, and still holds what has ended: it is built anew.
        EVENHAND_TRY(emptyQueue(work.keyspace()));
    }
    control.queueOn = on;
    control.pollMs = pollIntervalMs;
    EVENHAND_TRY(store::timers::setControl(work.database(), control));
    emitTimers(work);
    return {};
}

}  // namespace evenhand::timers
