// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/timers/effects.h"

#include <algorithm>

#include "engine/alerts/letters.h"
#include "engine/alerts/raise.h"
#include "engine/base/invariant.h"
#include "engine/dispatch/reassign.h"
#include "engine/dispatch/topics.h"
#include "engine/order_closing/close.h"
#include "engine/order_events/order_events.h"
#include "engine/store/records/late_store.h"
#include "engine/store/records/order_roots.h"
#include "engine/store/records/timer_store.h"
#include "engine/timer_queue/stage.h"

namespace evenhand::timers {
namespace {

using runtime::UnitOfWork;
using store::orders::Record;

api::AlertSubject ofOrder(const Record& order) { return {api::AlertSubjectType::Order, order.orderNo.str()}; }

/// Its end, its place in the queue, the alert, the line in the order's timeline.
Result<bool> alarm(UnitOfWork& work, const Record& order, api::TimerKind kind, bool byHand) {
    auto& database = work.database();
    const auto due = *order.timer.due;
    EVENHAND_ASSIGN(const bool changed, store::timers::disarm(database, order.id, kind, due, true));
    if (!changed) {
        return fail(ErrorCode::Conflict, "the order was changed meanwhile", "order_no", order.orderNo.str());
    }
    tell(work, order.campus, kind, -1);
    EVENHAND_TRY(store::timers::insertEnd(database, order.id, kind, due, work.now(), store::TimerOutcome::Done, byHand,
                                          order.version));
    EVENHAND_ASSIGN(const auto limit, store::late::keep(database, order.id, order.campus, {kind, due}));
    EVENHAND_ASSIGN(const auto control, store::timers::control(database));
    if (control.queueOn) {
        EVENHAND_TRY(disarmed(work, order.id, kind));
    }
    if ((order.timerFlags & store::orders::kTimerTrouble) != 0) {
        EVENHAND_TRY(store::timers::forgetFailure(database, order.id));
    }
    const auto alert = api::alertOf(kind);
    EVENHAND_INVARIANT(alert.has_value(), "an order would be late by a timer that is no limit");
    // Late since the limit that counts, which is not this timer's where the order was late before it: more time is
    // given to whoever names that limit, and an alert is where people read it.
    EVENHAND_ASSIGN(const auto raised,
                    alerts::raise(work, {*alert, ofOrder(order), order.id, order.campus, limit.at, 0, {}, {}}, true));
    EVENHAND_TRY(orders::note(work, order.id, order.campus, order.courier, api::EventKind::Late, api::toText(kind)));
    return raised.isNew;
}

/// Dispatch looks at the order once more; a message that comes twice changes nothing. A paused campus and a dead letter
/// wait for somebody.
Result<void> retryAssignment(UnitOfWork& work, const Record& order) {
    EVENHAND_ASSIGN(const auto view, store::orders::forDispatch(work.database(), order.id));
    if (!view || view->paused || !view->courier.empty() || order.wait == api::WaitReason::DeadLetter) {
        return {};
    }
    // An order that waits for lack of couriers, or of room, keeps that reason until it has one: changing it with every
    // try would announce the wait again and again.
    if (order.wait != api::WaitReason::NoCourier && order.wait != api::WaitReason::AtLimit) {
        EVENHAND_TRY(store::orders::setWaiting(work.database(), order.id, order.epoch, api::WaitReason::Message));
    }
    return dispatch::publishOrder(work, order.id, order.orderNo, order.campus, order.epoch);
}

/// The first time only: an order does not go round for ever. Nobody else on duty or with room, or nothing left to
/// deliver: the alert has to do.
Result<void> reassignLate(UnitOfWork& work, const Record& order) {
    EVENHAND_ASSIGN(const auto policy, store::timers::policy(work.database(), order.campus));
    if (!policy || !policy->autoReassign) {
        return {};
    }
    auto moved = dispatch::reassign(work, {order.orderNo, 0}, {});
    if (!moved && moved.error().code != ErrorCode::NoCourierOnDuty && moved.error().code != ErrorCode::LoadLimit &&
        moved.error().code != ErrorCode::WrongStatus) {
        return tl::unexpected<Error>(std::move(moved).error());
    }
    return {};
}

Result<void> confirm(UnitOfWork& work, const Record& order, bool byHand) {
    auto& database = work.database();
    EVENHAND_ASSIGN(const bool changed, store::orders::complete(database, order.id, order.version));
    if (!changed) {
        return fail(ErrorCode::Conflict, "the order was changed meanwhile", "order_no", order.orderNo.str());
    }
    EVENHAND_TRY(store::timers::insertEnd(database, order.id, api::TimerKind::AutoConfirm, *order.timer.due, work.now(),
                                          store::TimerOutcome::Done, byHand, order.version));
    EVENHAND_TRY(moved(work, {order.id, order.campus, order.timer, order.timerFlags}, {}, "completed"));
    return orders::note(work, order.id, order.campus, order.courier, api::EventKind::Completed, "auto_confirm");
}

Result<void> apply(UnitOfWork& work, const Record& order, api::TimerKind kind, bool byHand) {
    switch (kind) {
        case api::TimerKind::Unpaid:
            return orders::close(work, {order.orderNo, order.version}, api::CloseReason::Timeout, byHand);
        case api::TimerKind::Unassigned: {
            EVENHAND_TRY(alarm(work, order, kind, byHand));
            return retryAssignment(work, order);
        }
        case api::TimerKind::PickUpLate: {
            EVENHAND_ASSIGN(const bool fresh, alarm(work, order, kind, byHand));
            return fresh ? reassignLate(work, order) : Result<void>{};
        }
        case api::TimerKind::DeliveryLate: {
            EVENHAND_TRY(alarm(work, order, kind, byHand));
            return {};
        }
        case api::TimerKind::AutoConfirm: return confirm(work, order, byHand);
    }
    return {};
}

}  // namespace

Result<Fired> fire(UnitOfWork& work, OrderId id, api::TimerKind kind, bool byHand, Instant* due) {
    if (kind == api::TimerKind::Unpaid) {
        EVENHAND_TRY(store::lockForClosing(work.database(), id));  // it closes the order
    }
    EVENHAND_ASSIGN(const auto order, store::orders::find(work.database(), id));
    if (auto damage = work.database().takeDamage()) {
        return fail(*std::move(damage));
    }
    if (!order || order->timer.kind != kind || !order->timer.due) {
        return Fired::MovedOn;
    }
    if (*order->timer.due > work.now() && !byHand) {
        EVENHAND_TRY(armed(work, id, order->timer));
        return Fired::NotYet;
    }
    EVENHAND_INVARIANT(byHand || *order->timer.due <= work.now(), "a timer would fire before its time");
    EVENHAND_TRY(apply(work, *order, kind, byHand));
    if (auto damage = work.database().takeDamage()) {
        return fail(*std::move(damage));  // so that the source takes note of it and goes on with the other orders
    }
    if (due != nullptr) {
        *due = *order->timer.due;
    }
    return Fired::Done;
}

Result<void> noteFailure(UnitOfWork& work, OrderId id, api::TimerKind kind, std::string_view reason,
                         std::optional<Instant> nextTry) {
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto order, store::orders::find(database, id));
    (void)database.takeDamage();  // where the row is damaged, that is what is noted here
    if (!order || order->timer.kind != kind || !order->timer.due) {
        return {};
    }
    EVENHAND_TRY(store::timers::recordFailure(database, id, kind, *order->timer.due, reason, nextTry, work.now()));
    EVENHAND_TRY(store::timers::markTrouble(database, id));
    if (!nextTry) {
        EVENHAND_ASSIGN(const bool changed, store::timers::disarm(database, id, kind, *order->timer.due, true));
        if (changed) {
            tell(work, order->campus, kind, -1);
        }
        if (store::late::isLimit(kind)) {
            EVENHAND_TRY(store::late::keep(database, id, order->campus, {kind, *order->timer.due}));
        }
        EVENHAND_TRY(alerts::raise(
            work,
            {api::AlertKind::DeadLetter, ofOrder(*order), id, order->campus, {}, 0, {}, alerts::detailOf(reason)}));
    }
    api::Event event;
    event.kind = api::Event::Kind::TimersChanged;
    event.order = id;
    event.campus = order->campus;
    work.emit(std::move(event));
    return {};
}

std::int64_t retryDelayMs(std::int64_t failed) noexcept {
    return std::min<std::int64_t>(60'000, 1'000LL << std::min<std::int64_t>(std::max<std::int64_t>(failed, 1) - 1, 10));
}

}  // namespace evenhand::timers
