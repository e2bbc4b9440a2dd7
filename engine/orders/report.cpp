// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/orders/report.h"

#include "engine/api/limits.h"
#include "engine/base/invariant.h"
#include "engine/dispatch/assign.h"
#include "engine/order_closing/close.h"
#include "engine/order_events/order_events.h"
#include "engine/refunds/closing.h"
#include "engine/runtime/conflict.h"
#include "engine/store/records/assignment_store.h"
#include "engine/store/records/order_roots.h"
#include "engine/store/records/order_store.h"
#include "engine/timer_queue/stage.h"

namespace evenhand::orders {
namespace {

struct Effect {
    api::OrderStatus from;
    api::OrderStatus to;
    api::EventKind event;
    api::TimerKind timer;  ///< of the next stage
};

Effect effectOf(api::CourierReport::Kind kind) {
    using Kind = api::CourierReport::Kind;
    using Status = api::OrderStatus;
    switch (kind) {
        case Kind::PickedUp:
            return {Status::WaitPickUp, Status::Delivering, api::EventKind::PickedUp, api::TimerKind::DeliveryLate};
        case Kind::Delivered:
            return {Status::Delivering, Status::Delivered, api::EventKind::Delivered, api::TimerKind::AutoConfirm};
        case Kind::Failed:
            return {Status::Delivering, Status::WaitPickUp, api::EventKind::DeliveryFailed, api::TimerKind::PickUpLate};
    }
    return {Status::WaitPickUp, Status::Delivering, api::EventKind::PickedUp, api::TimerKind::DeliveryLate};
}

Result<void> checkReporter(const store::orders::Record& order, const api::CourierReport& report) {
    if (report.epoch < order.epoch) {
        return fail(ErrorCode::StaleEpoch, "the order was reassigned", "epoch", std::to_string(report.epoch));
    }
    if (report.epoch > order.epoch) {
        return fail(ErrorCode::InvalidArgument, "the order has not reached this epoch", "epoch",
                    std::to_string(report.epoch));
    }
    if (report.courier != order.courier) {
        return fail(ErrorCode::InvalidArgument, "the order belongs to another courier", "courier",
                    report.courier.str());
    }
    return {};
}

/// All of it was returned while it was on its way: it does not go out again.
Result<void> closeIfNothingIsLeft(runtime::UnitOfWork& work, const store::orders::Record& order) {
    EVENHAND_ASSIGN(const bool nothing, returns::nothingIsLeft(work, order.id));
    return nothing ? close(work, {order.orderNo, 0}, api::CloseReason::Returned) : Result<void>();
}

}  // namespace

Result<void> report(runtime::UnitOfWork& work, const api::CourierReport& report) {
    EVENHAND_TRY(base::validateId(report.orderNo.str(), "order_no"));
    EVENHAND_TRY(base::validateId(report.courier.str(), "courier"));
    EVENHAND_TRY(base::validateText(report.note, "note", api::kMaxReportNote));
    if (report.kind == api::CourierReport::Kind::Failed &&
        report.note.find_first_not_of(" \t\r\n") == std::string::npos) {
        return fail(ErrorCode::InvalidArgument, "a failed delivery needs a reason", "note");
    }
    auto& database = work.database();
    if (report.kind == api::CourierReport::Kind::Failed) {
        EVENHAND_TRY(store::lockForClosing(database, report.orderNo));  // it may be closed, see closeIfNothingIsLeft()
    }
    EVENHAND_ASSIGN(const auto order, store::orders::find(database, report.orderNo));
    if (!order) {
        return fail(ErrorCode::NotFound, "no such order", "order_no", report.orderNo.str());
    }
    // Before the courier and the epoch: where the order has moved on since it was looked at, naming its former courier
    // is no mistake of the caller but somebody's change.
    if (report.version != 0 && report.version != order->version) {
        return fail(runtime::orderChanged(database, order->id, order->version, report.version));
    }
    EVENHAND_TRY(checkReporter(*order, report));
    const auto effect = effectOf(report.kind);
    EVENHAND_INVARIANT(api::mayMove(effect.from, effect.to),
                       "a courier's report would move an order along a way that its life does not have");
    if (order->status != effect.from) {
        return fail(ErrorCode::WrongStatus, "not possible in this status", "status",
                    std::string(api::toText(order->status)));
    }
    EVENHAND_ASSIGN(const auto timer, timers::nextTimer(work, order->campus, order->timerFlags, effect.timer));
    EVENHAND_ASSIGN(const bool moved,
                    store::orders::move(database, order->id, report.epoch, effect.from, effect.to, timer));
    if (!moved) {
        return fail(ErrorCode::Conflict, "the order was changed meanwhile", "order_no", report.orderNo.str());
    }
    EVENHAND_TRY(timers::moved(work, {order->id, order->campus, order->timer, order->timerFlags}, timer,
                               api::toText(effect.event)));
    if (report.kind == api::CourierReport::Kind::PickedUp) {
        EVENHAND_TRY(store::assignments::setPickedUp(database, order->id, order->epoch, work.now()));
    }
    if (report.kind == api::CourierReport::Kind::Delivered) {
        EVENHAND_TRY(dispatch::handIn(work, order->campus, order->courier));
    }
    const auto detail = report.note.empty() ? report.courier.str() : report.courier.str() + ": " + report.note;
    EVENHAND_TRY(note(work, order->id, order->campus, order->courier, effect.event, detail));
    return report.kind == api::CourierReport::Kind::Failed ? closeIfNothingIsLeft(work, *order) : Result<void>();
}

}  // namespace evenhand::orders
