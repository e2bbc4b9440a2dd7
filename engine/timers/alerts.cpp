// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/timers/alerts.h"

#include "engine/base/invariant.h"
#include "engine/runtime/conflict.h"
#include "engine/store/records/timer_store.h"
#include "engine/timer_queue/timer_event.h"

namespace evenhand::timers {
namespace {

using runtime::UnitOfWork;
using store::alerts::Open;

Result<std::optional<Instant>> nextRepeat(UnitOfWork& work, const CampusId& campus) {
    EVENHAND_ASSIGN(const auto policy, store::timers::policy(work.database(), campus));
    const auto everyMs = policy ? policy->alertRepeatMs : 0;
    return everyMs > 0 ? std::optional(work.now().plusMs(everyMs)) : std::optional<Instant>();
}

Result<Open> openAlert(UnitOfWork& work, const api::AlertRef& ref) {
    const auto id = std::to_string(ref.id.value);
    EVENHAND_ASSIGN(const auto alert, store::alerts::find(work.database(), ref.id));
    if (!alert) {
        return fail(ErrorCode::NotFound, "no such alert", "id", id);
    }
    if (alert->state == api::AlertState::Resolved) {
        return fail(ErrorCode::WrongStatus, "the alert is resolved", "id", id);
    }
    if (ref.version != 0 && ref.version != alert->version) {
        // An alert that has fired again since does not show any more what was done to it.
        const std::string_view did =
            alert->state == api::AlertState::Acknowledged ? api::infoOf(api::Operation::AlertsAcknowledge).name
            : alert->state == api::AlertState::Silenced   ? api::infoOf(api::Operation::AlertsSilence).name
                                                          : std::string_view();
        return fail(runtime::changedMeanwhile("alert " + id, alert->version,
                                              runtime::byWhom(alert->actor, alert->actedAt, did)));
    }
    return *alert;
}

}  // namespace

Result<bool> raiseAlert(UnitOfWork& work, OrderId order, const CampusId& campus, api::TimerKind kind, Instant due) {
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto open, store::alerts::openOf(database, order, kind));
    EVENHAND_ASSIGN(const auto next, nextRepeat(work, campus));
    if (open) {
        EVENHAND_TRY(store::alerts::fireAgain(database, open->id, next));
    } else {
        EVENHAND_TRY(store::alerts::insert(database, order, campus, kind, due, work.now(), next));
    }
    emit(work, api::Event::Kind::AlertFired, order, campus);
    return !open;
}

Result<void> repeatAlert(UnitOfWork& work, const Open& alert) {
    EVENHAND_ASSIGN(const auto next, nextRepeat(work, alert.campus));
    EVENHAND_INVARIANT(!next || *next > work.now(), "an alert would fire without a pause");
    EVENHAND_TRY(store::alerts::fireAgain(work.database(), alert.id, next));
    emit(work, api::Event::Kind::AlertFired, alert.order, alert.campus);
    return {};
}

Result<api::AlertOutcome> acknowledgeAlert(UnitOfWork& work, const api::AlertRef& ref) {
    EVENHAND_ASSIGN(const auto alert, openAlert(work, ref));
    EVENHAND_TRY(store::alerts::act(work.database(), ref.id, api::AlertState::Acknowledged, std::nullopt,
                                    work.call().actor.name, work.now()));
    emit(work, api::Event::Kind::AlertsChanged, alert.order, alert.campus);
    return api::AlertOutcome{ref.id, std::nullopt};
}

Result<api::AlertOutcome> silenceAlert(UnitOfWork& work, const api::AlertRef& ref, Instant until) {
    if (until <= work.now() || until.ms - work.now().ms > api::kMaxTimerDelayMs) {
        return fail(ErrorCode::InvalidArgument, "must be after now, and within 10 years", "until",
                    std::to_string(until.ms));
    }
    EVENHAND_ASSIGN(const auto alert, openAlert(work, ref));
    EVENHAND_TRY(store::alerts::act(work.database(), ref.id, api::AlertState::Silenced, until, work.call().actor.name,
                                    work.now()));
    emit(work, api::Event::Kind::AlertsChanged, alert.order, alert.campus);
    return api::AlertOutcome{ref.id, std::nullopt};
}

Result<api::AlertOutcome> resolveAlert(UnitOfWork& work, const api::AlertRef& ref) {
    EVENHAND_ASSIGN(const auto alert, openAlert(work, ref));
    EVENHAND_TRY(
        store::alerts::resolve(work.database(), ref.id, work.call().actor.name, work.call().reason, work.now()));
    emit(work, api::Event::Kind::AlertsChanged, alert.order, alert.campus);
    return api::AlertOutcome{ref.id, std::nullopt};
}

}  // namespace evenhand::timers
