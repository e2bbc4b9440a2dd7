// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/alerts/raise.h"

#include <boost/json/object.hpp>
#include <string>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/store/records/alert_limit_store.h"
#include "engine/store/records/timer_store.h"
#include "engine/task_making/announce.h"

namespace evenhand::alerts {
namespace {

using runtime::UnitOfWork;
using store::alerts::Open;

Result<std::int64_t> repeatMs(UnitOfWork& work, const CampusId& campus) {
    if (!campus.empty()) {
        EVENHAND_ASSIGN(const auto policy, store::timers::policy(work.database(), campus));
        return policy ? policy->alertRepeatMs : 0;
    }
    EVENHAND_ASSIGN(const auto limits, store::alertLimits::known(work.database()));
    return limits.repeatMs;
}

Result<std::optional<Instant>> nextRepeat(UnitOfWork& work, const CampusId& campus) {
    EVENHAND_ASSIGN(const auto everyMs, repeatMs(work, campus));
    return everyMs > 0 ? std::optional(work.now().plusMs(everyMs)) : std::optional<Instant>();
}

/// While this lasts, what was resolved a moment ago comes back without a sound.
struct Silence {
    Instant from;
    Instant until;
};

/// nullopt: it fires.
Result<std::optional<Silence>> silenceOf(UnitOfWork& work, const Condition& condition) {
    if (!condition.flaps) {
        return std::optional<Silence>();
    }
    EVENHAND_ASSIGN(const auto last, store::alerts::lastResolved(work.database(), condition.kind, condition.subject));
    // In the future: engine time was turned back since.
    if (!last || !last->actedAt || *last->actedAt > work.now() || last->level < condition.level) {
        return std::optional<Silence>();
    }
    EVENHAND_ASSIGN(const auto everyMs, repeatMs(work, condition.campus));
    // One that was quiet all its life does not begin the silence anew, or that would never end.
    const auto from = last->firedAt < last->since && last->repeats == 0 ? last->firedAt : *last->actedAt;
    const auto until = from.plusMs(everyMs);
    return until > work.now() ? std::optional(Silence{from, until}) : std::nullopt;
}

boost::json::object payloadOf(const Open& alert) {
    boost::json::object data{{"alert", alert.id.value}, {"campus", alert.campus.str()}};
    if (alert.figure) {
        data["figure"] = *alert.figure;
    }
    data["kind"] = api::toText(alert.kind);
    data["since"] = alert.since.ms;
    data["subject"] = alert.subject.id;
    data["subject_type"] = api::toText(alert.subject.type);
    return data;
}

/// What people call it in the log of deliveries.
std::string nameOf(const Open& alert) {
    const auto& id = alert.subject.id;
    return std::string(api::toText(alert.kind)) + (id.empty() ? std::string() : " " + id);
}

Result<void> announceFired(UnitOfWork& work, const Open& alert) {
    return tasks::announce(work, api::WebhookEvent::AlertFired, [&]() -> Result<tasks::EventPayload> {
        return tasks::EventPayload{nameOf(alert), payloadOf(alert)};
    });
}

Open openOf(AlertId id, const Condition& condition) {
    Open open;
    open.id = id;
    open.kind = condition.kind;
    open.subject = condition.subject;
    open.order = condition.order.value_or(OrderId{});
    open.campus = condition.campus;
    open.since = condition.since;
    open.level = condition.level;
    open.figure = condition.figure;
    return open;
}

/// True: one of no order lives at this level already, or was dismissed at it, which needs no query to know.
Result<bool> isKnown(UnitOfWork& work, const Condition& condition) {
    if (condition.subject.type == api::AlertSubjectType::Order) {
        return false;
    }
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto level, store::alerts::liveLevel(database, condition.kind, condition.subject));
    EVENHAND_ASSIGN(const auto dismissed, store::alerts::dismissedLevel(database, condition.kind, condition.subject));
    return (level && *level >= condition.level) || (dismissed && *dismissed >= condition.level);
}

}  // namespace

void tell(UnitOfWork& work, api::Event::Kind what, const Open& alert) {
    api::Event event;
    event.kind = what;
    event.order = alert.order;
    event.campus = alert.campus;
    event.alert = alert.kind;
    work.emit(std::move(event));
}

Result<Raised> raise(UnitOfWork& work, Condition condition, bool again) {
    EVENHAND_INVARIANT(condition.order.has_value() == (condition.subject.type == api::AlertSubjectType::Order),
                       "an alert about an order would not know which, or one about something else name one");
    if (!again) {
        EVENHAND_ASSIGN(const bool known, isKnown(work, condition));
        if (known) {
            return Raised{};
        }
    }
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto live, store::alerts::liveOf(database, condition.kind, condition.subject));
    if (live && !again && live->level >= condition.level) {
        return Raised{};
    }
    EVENHAND_ASSIGN(const auto next, nextRepeat(work, condition.campus));
    if (live) {
        const bool moved = again && condition.since.ms != 0;
        EVENHAND_TRY(
            store::alerts::fireAgain(database, live->id, next, moved ? std::optional(condition.since) : std::nullopt));
        tell(work, api::Event::Kind::AlertFired, *live);
        if (condition.level <= live->level) {
            return Raised{false, true};
        }
        EVENHAND_TRY(store::alerts::setFound(database, live->id, condition));
        auto found = *live;
        found.figure = condition.figure;
        EVENHAND_TRY(announceFired(work, found));
        return Raised{false, true};
    }
    condition.since = condition.since.ms == 0 ? work.now() : condition.since;
    EVENHAND_TRY(store::alerts::endDismissal(database, condition.kind, condition.subject));
    EVENHAND_ASSIGN(const auto quiet, silenceOf(work, condition));
    const Instant firedAt = quiet ? quiet->from : work.now();
    EVENHAND_ASSIGN(const auto id, store::alerts::insert(database, condition, firedAt,
                                                         quiet ? std::optional<Instant>(quiet->until) : next));
    const auto fired = openOf(id, condition);
    tell(work, quiet ? api::Event::Kind::AlertsChanged : api::Event::Kind::AlertFired, fired);
    EVENHAND_TRY(announceFired(work, fired));
    return Raised{true, !quiet};
}

Result<void> resolve(UnitOfWork& work, const Open& alert, std::string_view resolution, bool isDismissed) {
    EVENHAND_TRY(
        store::alerts::resolve(work.database(), alert, work.call().actor.name, resolution, work.now(), isDismissed));
    tell(work, api::Event::Kind::AlertsChanged, alert);
    return tasks::announce(work, api::WebhookEvent::AlertResolved, [&]() -> Result<tasks::EventPayload> {
        auto data = payloadOf(alert);
        data["resolution"] = resolution;
        return tasks::EventPayload{nameOf(alert), std::move(data)};
    });
}

Result<bool> resolve(UnitOfWork& work, api::AlertKind kind, const api::AlertSubject& subject,
                     std::string_view resolution) {
    EVENHAND_TRY(store::alerts::endDismissal(work.database(), kind, subject));
    EVENHAND_ASSIGN(const auto live, store::alerts::liveOf(work.database(), kind, subject));
    if (!live) {
        return false;
    }
    EVENHAND_TRY(resolve(work, *live, resolution));
    return true;
}

Result<void> settle(UnitOfWork& work, bool holds, const Condition& condition) {
    if (holds) {
        EVENHAND_TRY(raise(work, condition));
    } else {
        EVENHAND_TRY(resolve(work, condition.kind, condition.subject));
    }
    return {};
}

Result<void> repeat(UnitOfWork& work, const Open& alert) {
    EVENHAND_ASSIGN(const auto next, nextRepeat(work, alert.campus));
    EVENHAND_INVARIANT(!next || *next > work.now(), "an alert would fire without a pause");
    EVENHAND_TRY(store::alerts::fireAgain(work.database(), alert.id, next));
    tell(work, api::Event::Kind::AlertFired, alert);
    return {};
}

}  // namespace evenhand::alerts
