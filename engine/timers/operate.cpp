// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/timers/operate.h"

#include <algorithm>

#include "engine/alerts/raise.h"
#include "engine/order_events/order_events.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/records/late_store.h"
#include "engine/store/records/timer_store.h"
#include "engine/timer_queue/delay_queue.h"
#include "engine/timer_queue/stage.h"
#include "engine/timers/effects.h"

namespace evenhand::timers {
namespace {

using runtime::UnitOfWork;
using store::orders::Record;

/// The order's timer, armed or dead.
struct Subject {
    Record order;
    api::TimerKind kind = api::TimerKind::Unpaid;
    Instant due;
    std::optional<store::timers::Failure> failure;
    [[nodiscard]] bool isArmed() const { return order.timer.due.has_value(); }
};

Result<Subject> find(UnitOfWork& work, const api::TimerRef& ref) {
    EVENHAND_TRY(base::validateId(ref.orderNo.str(), "order_no"));
    EVENHAND_ASSIGN(auto order, store::orders::find(work.database(), ref.orderNo));
    if (!order) {
        return fail(ErrorCode::NotFound, "no such order", "order_no", ref.orderNo.str());
    }
    EVENHAND_ASSIGN(auto failure, store::timers::failure(work.database(), order->id));
    if (failure && failure->kind != order->timer.kind) {
        failure.reset();
    }
    const bool dead = failure && failure->dead;
    if (!order->timer.kind || (!order->timer.due && !dead)) {
        return fail(ErrorCode::WrongStatus, "the order has no open timer", "status",
                    std::string(api::toText(order->status)));
    }
    const auto due = order->timer.due.value_or(dead ? failure->due : Instant{});
    if ((ref.kind && *ref.kind != *order->timer.kind) || (ref.due && *ref.due != due)) {
        return fail(ErrorCode::Conflict, "the timer was changed meanwhile", "due", std::to_string(due.ms));
    }
    const auto kind = *order->timer.kind;
    return Subject{std::move(*order), kind, due, failure};
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
    auto& database = work.database();
    EVENHAND_ASSIGN(const bool changed,
                    store::timers::arm(database, subject.order.id, subject.kind, subject.order.version, due));
    if (!changed) {
        return fail(ErrorCode::Conflict, "the order was changed meanwhile", "order_no", subject.order.orderNo.str());
    }
    tell(work, subject.order.campus, subject.kind, subject.isArmed() ? 0 : 1);
    if (subject.failure) {
        EVENHAND_TRY(forgetFailure(work, subject.order));
        EVENHAND_TRY(unschedule(work.keyspace(), subject.kind, subject.order.id));
    }
    EVENHAND_TRY(armed(work, subject.order.id, {subject.kind, due}));
    emitTimer(work, subject.order);
    return {};
}

/// Late or not does not depend on the timer: the limit stays where it was. The order's flags say that it is kept.
Result<void> keepLimit(UnitOfWork& work, const Subject& subject) {
    if (!store::late::isLimit(subject.kind)) {
        return {};
    }
    EVENHAND_TRY(
        store::late::keep(work.database(), subject.order.id, subject.order.campus, {subject.kind, subject.due}));
    return store::timers::markTrouble(work.database(), subject.order.id);
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
    std::string detail = std::string(api::toText(subject.kind)) + " " + std::to_string(subject.due.ms) + " -> " +
                         std::to_string(due.ms) + ": " + work.call().reason;
    EVENHAND_TRY(orders::note(work, subject.order.id, subject.order.campus, subject.order.courier,
                              api::EventKind::TimerPostponed, detail));
    return api::TimerOutcome{subject.order.orderNo, std::nullopt, due};
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
    if (byMs < 1 || byMs > api::kMaxTimerDelayMs) {
        return fail(ErrorCode::InvalidArgument, "must be 1 to " + std::to_string(api::kMaxTimerDelayMs), "by_ms",
                    std::to_string(byMs));
    }
    EVENHAND_ASSIGN(const auto subject, find(work, ref));
    return postpone(work, subject, std::max(subject.due, work.now()).plusMs(byMs));
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
    EVENHAND_TRY(unschedule(work.keyspace(), subject.kind, order.id));
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
        return fail(ErrorCode::WrongStatus, "the timer has not failed", "order_no", ref.orderNo.str());
    }
    EVENHAND_TRY(rearm(work, subject, work.now()));
    return api::TimerOutcome{subject.order.orderNo, std::nullopt, work.now()};
}

}  // namespace evenhand::timers
