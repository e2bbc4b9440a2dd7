// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/timers/operate.h"

#include <algorithm>

#include "engine/alerts/raise.h"
#include "engine/base/invariant.h"
#include "engine/base/within.h"
#include "engine/order_events/order_events.h"
#include "engine/runtime/conflict.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/records/late_store.h"
#include "engine/store/records/timer_store.h"
#include "engine/timer_queue/stage.h"
#include "engine/timers/effects.h"

namespace evenhand::timers {
namespace {

using runtime::UnitOfWork;
using store::late::Limit;
using store::orders::Record;

/// The order's timer, armed or dead.
struct Subject {
    Record order;
    api::TimerKind kind = api::TimerKind::Unpaid;
    Instant due;
    std::optional<store::timers::Failure> failure;
    [[nodiscard]] bool isArmed() const { return order.timer.due.has_value(); }
};

Result<Record> findOrder(UnitOfWork& work, const OrderNo& number) {
    EVENHAND_TRY(base::validateId(number.str(), "order_no"));
    EVENHAND_ASSIGN(auto order, store::orders::find(work.database(), number));
    if (!order) {
        return fail(ErrorCode::NotFound, "no such order", "order_no", number.str());
    }
    return *std::move(order);
}

/// Of its present timer.
Result<std::optional<store::timers::Failure>> failureOf(UnitOfWork& work, const Record& order) {
    EVENHAND_ASSIGN(auto failure, store::timers::failure(work.database(), order.id));
    if (failure && failure->kind != order.timer.kind) {
        failure.reset();
    }
    return failure;
}

/// Who has dealt with the order, for whoever acts on what they have seen of it.
std::string byWhom(UnitOfWork& work, const api::TimerRef& ref, OrderId order) {
    return ref.kind || ref.due ? runtime::byWhom(work.database(), order) : std::string();
}

Result<Subject> find(UnitOfWork& work, const api::TimerRef& ref) {
    EVENHAND_ASSIGN(auto order, findOrder(work, ref.orderNo));
    EVENHAND_ASSIGN(const auto failure, failureOf(work, order));
    const bool dead = failure && failure->dead;
    if (!order.timer.kind || (!order.timer.due && !dead)) {
        return fail(ErrorCode::WrongStatus, "the order has no open timer" + byWhom(work, ref, order.id), "status",
                    std::string(api::toText(order.status)));
    }
    const auto due = order.timer.due.value_or(dead ? failure->due : Instant{});
    if ((ref.kind && *ref.kind != *order.timer.kind) || (ref.due && *ref.due != due)) {
        return fail(ErrorCode::Conflict, "the timer was changed meanwhile" + byWhom(work, ref, order.id), "due",
                    std::to_string(due.ms));
    }
    const auto kind = *order.timer.kind;
    return Subject{std::move(order), kind, due, failure};
}

void emitTimer(UnitOfWork& work, const Record& order) {
    api::Event event;
    event.kind = api::Event::Kind::TimersChanged;
    event.order = order.id;
    event.campus = order.campus;
    work.emit(std::move(event));
}

/// What failed is dealt with: so is what asks somebody to look at it.
Result<void> forgetFailure(UnitOfWork& work, const Record& order) {
    EVENHAND_TRY(store::timers::forgetFailure(work.database(), order.id));
    EVENHAND_TRY(
        alerts::resolve(work, api::AlertKind::DeadLetter, {api::AlertSubjectType::Order, order.orderNo.str()}));
    return {};
}

/// Another instant, in the row and in the queue; failures are forgotten.
Result<void> rearm(UnitOfWork& work, const Subject& subject, Instant due) {
    EVENHAND_INVARIANT(due >= work.now(), "a timer would be set to an instant that has passed, and be handled at once");
    auto& database = work.database();
    EVENHAND_ASSIGN(const bool changed,
                    store::timers::arm(database, subject.order.id, subject.kind, subject.order.version, due));
    if (!changed) {
        return fail(ErrorCode::Conflict, "the order was changed meanwhile", "order_no", subject.order.orderNo.str());
    }
    tell(work, subject.order.campus, subject.kind, subject.isArmed() ? 0 : 1);
    if (subject.failure) {
        EVENHAND_TRY(forgetFailure(work, subject.order));
        EVENHAND_TRY(disarmed(work, subject.order.id, subject.kind));
    }
    EVENHAND_TRY(armed(work, subject.order.id, {subject.kind, due}));
    emitTimer(work, subject.order);
    return {};
}

Result<void> checkBy(std::int64_t byMs) { return base::within(byMs, 1, api::kMaxTimerDelayMs, "by_ms"); }

/// Late or not does not depend on the timer: the limit stays where it was. The order's flags say that it is kept.
Result<void> keepLimit(UnitOfWork& work, const Subject& subject) {
    if (!store::late::isLimit(subject.kind)) {
        return {};
    }
    EVENHAND_TRY(
        store::late::keep(work.database(), subject.order.id, subject.order.campus, {subject.kind, subject.due}));
    return store::timers::markTrouble(work.database(), subject.order.id);
}

Result<void> notePostponed(UnitOfWork& work, const Record& order, const Limit& before, Instant due) {
    const std::string detail = std::string(api::toText(before.kind)) + " " + std::to_string(before.at.ms) + " -> " +
                               std::to_string(due.ms) + ": " + work.call().reason;
    return orders::note(work, order.id, order.campus, order.courier, api::EventKind::TimerPostponed, detail);
}

Result<api::TimerOutcome> postpone(UnitOfWork& work, const Subject& subject, Instant due) {
    if (due <= work.now() || due.ms - work.now().ms > api::kMaxTimerDelayMs) {
        return fail(ErrorCode::InvalidArgument, "must be after now, and within 10 years", "due",
                    std::to_string(due.ms));
    }
    if (subject.due <= work.now()) {  // it is late already; before, the limit itself is postponed
        EVENHAND_TRY(keepLimit(work, subject));
    }
    EVENHAND_TRY(rearm(work, subject, due));
    EVENHAND_TRY(notePostponed(work, subject.order, {subject.kind, subject.due}, due));
    return api::TimerOutcome{subject.order.orderNo, std::nullopt, due};
}

/// Passed or to come; nullopt: its stage has none.
Result<std::optional<Limit>> limitOf(UnitOfWork& work, const Record& order) {
    EVENHAND_ASSIGN(auto kept, store::late::find(work.database(), order.id));
    const auto& timer = order.timer;
    if (!kept && timer.kind && timer.due && store::late::isLimit(*timer.kind)) {
        kept = Limit{*timer.kind, *timer.due};
    }
    return kept;
}

Result<void> resolveLate(UnitOfWork& work, OrderId order) {
    EVENHAND_ASSIGN(const auto open, store::alerts::openOfOrder(work.database(), order));
    for (const auto& alert : open) {
        if (api::isLate(alert.kind)) {
            EVENHAND_TRY(alerts::resolve(work, alert, "extended"));
        }
    }
    return {};
}

}  // namespace

Result<api::TimerOutcome> runTimer(UnitOfWork& work, const api::TimerRef& ref) {
    EVENHAND_ASSIGN(const auto subject, find(work, ref));
    if (subject.kind == api::TimerKind::Unpaid) {
        EVENHAND_TRY(runtime::checkPermission(work.call(), api::Permission::CancelOrders));
    }
    if (!subject.isArmed()) {
        EVENHAND_TRY(rearm(work, subject, work.now()));
    }
    EVENHAND_ASSIGN(const auto fired, fire(work, subject.order.id, subject.kind, true));
    if (fired != Fired::Done) {
        return fail(ErrorCode::Conflict, "the timer was changed meanwhile", "order_no", ref.orderNo.str());
    }
    EVENHAND_ASSIGN(const auto after, store::orders::find(work.database(), subject.order.id));
    return api::TimerOutcome{subject.order.orderNo, std::nullopt, after ? after->timer.due : std::nullopt};
}

Result<api::TimerOutcome> postponeTimerTo(UnitOfWork& work, const api::TimerRef& ref, Instant due) {
    EVENHAND_ASSIGN(const auto subject, find(work, ref));
    return postpone(work, subject, due);
}

Result<api::TimerOutcome> postponeTimerBy(UnitOfWork& work, const api::TimerRef& ref, std::int64_t byMs) {
    EVENHAND_TRY(checkBy(byMs));
    EVENHAND_ASSIGN(const auto subject, find(work, ref));
    return postpone(work, subject, std::max(subject.due, work.now()).plusMs(byMs));
}

Result<api::TimerOutcome> extendLimit(UnitOfWork& work, const api::TimerRef& ref, std::int64_t byMs) {
    EVENHAND_TRY(checkBy(byMs));
    EVENHAND_ASSIGN(auto order, findOrder(work, ref.orderNo));
    EVENHAND_ASSIGN(const auto limit, limitOf(work, order));
    if (!limit || limit->at > work.now() || !order.timer.kind) {
        return fail(ErrorCode::WrongStatus, "the order is not late" + byWhom(work, ref, order.id), "status",
                    std::string(api::toText(order.status)));
    }
    if ((ref.kind && *ref.kind != limit->kind) || (ref.due && *ref.due != limit->at)) {
        return fail(ErrorCode::Conflict, "its limit was changed meanwhile" + byWhom(work, ref, order.id), "due",
                    std::to_string(limit->at.ms));
    }
    EVENHAND_ASSIGN(const auto failure, failureOf(work, order));
    const auto kind = *order.timer.kind;
    const Subject subject{std::move(order), kind, limit->at, failure};
    // The timer of another courier than the one who was late may be armed for later than that.
    const auto due = std::max(subject.order.timer.due.value_or(Instant{}), work.now().plusMs(byMs));
    EVENHAND_TRY(rearm(work, subject, due));
    EVENHAND_TRY(store::late::forget(work.database(), subject.order.id));
    EVENHAND_TRY(resolveLate(work, subject.order.id));
    EVENHAND_TRY(notePostponed(work, subject.order, *limit, due));
    return api::TimerOutcome{subject.order.orderNo, std::nullopt, due};
}

Result<api::TimerOutcome> cancelTimer(UnitOfWork& work, const api::TimerRef& ref) {
    EVENHAND_ASSIGN(const auto subject, find(work, ref));
    auto& database = work.database();
    const auto& order = subject.order;
    if (subject.isArmed()) {
        EVENHAND_ASSIGN(const bool changed,
                        store::timers::disarm(database, order.id, subject.kind, subject.due, false));
        if (!changed) {
            return fail(ErrorCode::Conflict, "the order was changed meanwhile", "order_no", order.orderNo.str());
        }
        tell(work, order.campus, subject.kind, -1);
    }
    EVENHAND_TRY(store::timers::insertEnd(database, order.id, subject.kind, subject.due, work.now(),
                                          store::TimerOutcome::Cancelled, true, order.version));
    EVENHAND_TRY(keepLimit(work, subject));
    EVENHAND_TRY(forgetFailure(work, order));
    EVENHAND_TRY(disarmed(work, order.id, subject.kind));
    emitTimer(work, order);
    EVENHAND_TRY(orders::note(work, order.id, order.campus, order.courier, api::EventKind::TimerCancelled,
                              std::string(api::toText(subject.kind)) + ": " + work.call().reason));
    return api::TimerOutcome{order.orderNo, std::nullopt, std::nullopt};
}

Result<api::TimerOutcome> retryTimer(UnitOfWork& work, const api::TimerRef& ref) {
    EVENHAND_ASSIGN(const auto subject, find(work, ref));
    if (subject.kind == api::TimerKind::Unpaid) {
        EVENHAND_TRY(runtime::checkPermission(work.call(), api::Permission::CancelOrders));
    }
    if (!subject.failure) {
        return fail(ErrorCode::WrongStatus, "the timer has not failed" + byWhom(work, ref, subject.order.id),
                    "order_no", ref.orderNo.str());
    }
    EVENHAND_TRY(rearm(work, subject, work.now()));
    return api::TimerOutcome{subject.order.orderNo, std::nullopt, work.now()};
}

}  // namespace evenhand::timers
