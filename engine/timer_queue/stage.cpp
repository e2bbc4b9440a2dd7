// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/timer_queue/stage.h"

#include "engine/alerts/raise.h"
#include "engine/base/invariant.h"
#include "engine/store/records/late_store.h"
#include "engine/store/records/timer_store.h"
#include "engine/store/records/timer_tally.h"
#include "engine/timer_queue/delay_queue.h"
#include "engine/timer_queue/timer_event.h"

namespace evenhand::timers {
namespace {

using runtime::UnitOfWork;
using store::orders::Timer;

/// A stage has ended: so has its limit. An order that was late and goes to another courier stays late until it is
/// picked up or delivered; that it had none is over once it has one.
Result<void> settleLimit(UnitOfWork& work, const Left& before, bool reassigned, bool assigned) {
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto limit, store::late::find(database, before.order));
    if (!limit) {
        return {};
    }
    const bool stays =
        reassigned && limit->at <= work.now() && !(assigned && limit->kind == api::TimerKind::Unassigned);
    return stays ? Result<void>() : store::late::forget(database, before.order);
}

/// Keeps the limit of an order that is late by a timer not handled yet, which is armed again for another courier.
Result<void> keepLimit(UnitOfWork& work, const Left& before) {
    const auto& timer = before.timer;
    if (!timer.kind || !timer.due || !store::late::isLimit(*timer.kind) || *timer.due > work.now()) {
        return {};
    }
    EVENHAND_TRY(store::late::keep(work.database(), before.order, before.campus, {*timer.kind, *timer.due}));
    return store::timers::markTrouble(work.database(), before.order);
}

/// The order had an alert or a failing timer: rare, so it may cost a few statements.
Result<void> settle(UnitOfWork& work, const Left& before, std::string_view resolution, bool reassigned) {
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto open, store::alerts::openOfOrder(database, before.order));
    for (const auto& alert : open) {
        if (reassigned && api::isLate(alert.kind) && alert.kind != api::AlertKind::Unassigned) {
            continue;
        }
        EVENHAND_TRY(alerts::resolve(work, alert, resolution));
    }
    EVENHAND_ASSIGN(const bool forgot, store::timers::forgetFailure(database, before.order));
    if (forgot) {
        if (before.timer.kind && !before.timer.due) {  // a dead letter
            EVENHAND_TRY(disarmed(work, before.order, *before.timer.kind));
        }
        emit(work, api::Event::Kind::TimersChanged, before.order, before.campus);
    }
    return {};
}

}  // namespace

Result<Timer> nextTimer(UnitOfWork& work, const CampusId& campus, std::int64_t flags, api::TimerKind kind) {
    if (kind != api::TimerKind::Unpaid && (flags & store::orders::kTimersOfAllStages) == 0) {
        return Timer{};
    }
    EVENHAND_ASSIGN(const auto policy, store::timers::policy(work.database(), campus));
    if (!policy) {
        return Timer{};
    }
    return Timer{kind, work.now().plusMs(policy->delayMs(kind))};
}

void tell(UnitOfWork& work, const CampusId& campus, api::TimerKind kind, int by) {
    store::timerTallyOf(work.database())->change(campus, kind, by);
}

Result<void> placed(UnitOfWork& work, OrderId order, const CampusId& campus, const Timer& timer) {
    if (timer.kind && timer.due) {
        tell(work, campus, *timer.kind, 1);
    }
    return armed(work, order, timer);
}

Result<void> armed(UnitOfWork& work, OrderId order, const Timer& timer) {
    if (!timer.kind || !timer.due) {
        return {};
    }
    EVENHAND_ASSIGN(const auto control, store::timers::control(work.database()));
    if (!control.queueOn) {
        return {};
    }
    if (work.atomic()) {
        return schedule(work.keyspace(), *timer.kind, order, *timer.due);
    }
    return work.afterCommit([order, kind = *timer.kind, due = *timer.due](keyspace::Keyspace& keyspace) {
        return schedule(keyspace, kind, order, due);
    });
}

Result<void> disarmed(UnitOfWork& work, OrderId order, api::TimerKind kind) {
    if (work.atomic()) {
        return unschedule(work.keyspace(), kind, order);
    }
    return work.afterCommit([order, kind](keyspace::Keyspace& keyspace) { return unschedule(keyspace, kind, order); });
}

Result<void> moved(UnitOfWork& work, const Left& before, const Timer& next, std::string_view resolution,
                   bool reassigned) {
    EVENHAND_INVARIANT(next.kind.has_value() == next.due.has_value(),
                       "the next stage of an order would have a timer that never fires, or one of no kind");
    if (before.timer.kind && before.timer.due) {
        tell(work, before.campus, *before.timer.kind, -1);
    }
    if (before.timer.kind && before.timer.due && before.timer.kind != next.kind) {
        EVENHAND_ASSIGN(const auto control, store::timers::control(work.database()));
        if (control.queueOn) {
            EVENHAND_TRY(disarmed(work, before.order, *before.timer.kind));
        }
    }
    const bool assigned = next.kind != api::TimerKind::Unassigned;
    if ((before.flags & store::orders::kTimerTrouble) != 0) {
        EVENHAND_TRY(settle(work, before, resolution, reassigned));
        EVENHAND_TRY(settleLimit(work, before, reassigned, assigned));
    }
    if (reassigned && !assigned) {
        EVENHAND_TRY(keepLimit(work, before));
    }
    return placed(work, before.order, before.campus, next);
}

}  // namespace evenhand::timers
