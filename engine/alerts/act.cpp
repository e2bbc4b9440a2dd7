// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/alerts/act.h"

#include "engine/alerts/raise.h"
#include "engine/base/invariant.h"
#include "engine/runtime/conflict.h"

namespace evenhand::alerts {
namespace {

using runtime::UnitOfWork;
using store::alerts::Open;

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

Result<api::AlertOutcome> quiet(UnitOfWork& work, const api::AlertRef& ref, api::AlertState state,
                                std::optional<Instant> next) {
    EVENHAND_INVARIANT((state == api::AlertState::Silenced) == next.has_value(),
                       "a silenced alert would never ring again, or an acknowledged one would");
    EVENHAND_ASSIGN(const auto alert, openAlert(work, ref));
    EVENHAND_TRY(store::alerts::act(work.database(), ref.id, state, next, work.call().actor.name, work.now()));
    tell(work, api::Event::Kind::AlertsChanged, alert);
    return api::AlertOutcome{ref.id, std::nullopt};
}

}  // namespace

Result<api::AlertOutcome> acknowledge(UnitOfWork& work, const api::AlertRef& ref) {
    return quiet(work, ref, api::AlertState::Acknowledged, std::nullopt);
}

Result<api::AlertOutcome> silence(UnitOfWork& work, const api::AlertRef& ref, Instant until) {
    if (until <= work.now() || until.ms - work.now().ms > api::kMaxTimerDelayMs) {
        return fail(ErrorCode::InvalidArgument, "must be after now, and within 10 years", "until",
                    std::to_string(until.ms));
    }
    return quiet(work, ref, api::AlertState::Silenced, until);
}

Result<api::AlertOutcome> resolveByHand(UnitOfWork& work, const api::AlertRef& ref) {
    EVENHAND_ASSIGN(const auto alert, openAlert(work, ref));
    // Low stock is looked at again with every order and at every start, which is no news while it stays low.
    EVENHAND_TRY(resolve(work, alert, work.call().reason, alert.kind == api::AlertKind::LowStock));
    return api::AlertOutcome{ref.id, std::nullopt};
}

}  // namespace evenhand::alerts
