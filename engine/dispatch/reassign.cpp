// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/reassign.h"

#include <algorithm>

#include "engine/base/counted.h"
#include "engine/base/invariant.h"
#include "engine/dispatch/assign.h"
#include "engine/dispatch/loads.h"
#include "engine/dispatch/steps.h"
#include "engine/dispatch/topics.h"
#include "engine/refunds/closing.h"
#include "engine/runtime/conflict.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/courier_store.h"
#include "engine/store/records/dead_letter_store.h"
#include "engine/store/records/event_store.h"
#include "engine/store/records/order_store.h"
#include "engine/timer_queue/stage.h"

namespace evenhand::dispatch {
namespace {

using runtime::UnitOfWork;
using OrderRecord = store::orders::Record;

Result<void> checkStatus(const OrderRecord& order) {
    switch (order.status) {
        case api::OrderStatus::Paid:
        case api::OrderStatus::WaitPickUp:
        case api::OrderStatus::Delivering: return {};
        case api::OrderStatus::WaitPay:
        case api::OrderStatus::Delivered:
        case api::OrderStatus::Completed:
        case api::OrderStatus::Closed: break;
    }
    return fail(ErrorCode::WrongStatus, "only a paid, open order can be reassigned", "status",
                std::string(api::toText(order.status)));
}

/// An order whose units were all returned while it was on its way stays with its courier until the outcome is reported:
/// a second courier would be sent, and charged a step, for nothing.
Result<void> checkGoods(UnitOfWork& work, const OrderRecord& order) {
    EVENHAND_ASSIGN(const bool nothing, returns::nothingIsLeft(work, order.id));
    return nothing ? fail(ErrorCode::WrongStatus, "everything in the order was returned", "status",
                          std::string(api::toText(order.status)))
                   : Result<void>();
}

/// Somebody else must be on duty, and have room for it.
Result<void> checkOthers(UnitOfWork& work, const OrderRecord& order) {
    const CampusKeys keys(order.campus);
    EVENHAND_ASSIGN(auto others, countOnDuty(work.keyspace(), keys));
    if (!order.courier.empty() && others > 0) {
        EVENHAND_ASSIGN(const bool onDuty, isOnDuty(work.keyspace(), keys, order.courier.str()));
        others -= onDuty ? 1 : 0;
    }
    if (others == 0) {
        return fail(ErrorCode::NoCourierOnDuty, "no other courier is on duty", "campus", order.campus.str());
    }
    EVENHAND_ASSIGN(const auto all, weights(work.keyspace(), keys));
    EVENHAND_ASSIGN(const auto found, loads(work.keyspace(), keys));
    return std::any_of(
               all.onDuty.begin(), all.onDuty.end(),
               [&](const auto& entry) { return entry.first != order.courier && !found.isFull(entry.first.str()); })
               ? Result<void>()
               : fail(ErrorCode::LoadLimit, "every other courier on duty has as many orders as allowed", "campus",
                      order.campus.str());
}

/// What is on its way to the courier by name counts as in hand: several orders may be handed over at once.
Result<void> checkRoom(UnitOfWork& work, const OrderRecord& order, const CourierId& to) {
    EVENHAND_ASSIGN(const auto found, loads(work.keyspace(), CampusKeys(order.campus)));
    const auto limit = found.limitOf(to.str());
    if (limit == 0) {
        return {};
    }
    EVENHAND_ASSIGN(const auto coming, store::orders::countComing(work.database(), order.campus, to));
    const auto has = found.inHandOf(to.str()) + coming;
    return has < limit ? Result<void>()
                       : fail(ErrorCode::LoadLimit,
                              "the courier has " + std::to_string(has) + " of " + base::counted(limit, "order"), "to",
                              to.str());
}

/// A courier who may take it must be on duty now. Changes until the message is handled are left to the consumer.
Result<void> checkTarget(UnitOfWork& work, const OrderRecord& order, const api::ReassignTarget& target) {
    const auto& to = target.to;
    if (to.empty()) {
        return checkOthers(work, order);
    }
    if (to == order.courier) {
        return fail(ErrorCode::InvalidArgument, "the order already has this courier", "to", to.str());
    }
    EVENHAND_ASSIGN(const auto courier, store::couriers::find(work.database(), to));
    if (!courier) {
        return fail(ErrorCode::NotFound, "no such courier", "to", to.str());
    }
    if (courier->campus != order.campus) {
        return fail(ErrorCode::InvalidArgument, "the courier belongs to campus " + courier->campus.str(), "to",
                    to.str());
    }
    if (!courier->onDuty) {
        return fail(ErrorCode::InvalidArgument, "the courier is off duty", "to", to.str());
    }
    return target.allowOverLimit ? Result<void>() : checkRoom(work, order, to);
}

Result<api::ReassignOutcome> move(UnitOfWork& work, const OrderRecord& order, const api::ReassignTarget& target) {
    const auto& to = target.to;
    EVENHAND_TRY(checkStatus(order));
    EVENHAND_TRY(checkGoods(work, order));
    EVENHAND_TRY(checkTarget(work, order, target));
    EVENHAND_INVARIANT(to.empty() || to != order.courier,
                       "an order would be taken from its courier only to be given back to the same one");
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto campus, store::campuses::find(database, order.campus));
    const auto wait = campus && campus->row.paused ? api::WaitReason::Paused : api::WaitReason::Message;
    EVENHAND_ASSIGN(const auto timer,
                    timers::nextTimer(work, order.campus, order.timerFlags, api::TimerKind::Unassigned));
    EVENHAND_ASSIGN(const bool changed,
                    store::orders::requestReassign(database, order.id, order.version, work.now(), wait,
                                                   {to, !to.empty() && target.allowOverLimit}, order.courier, timer));
    if (!changed) {
        return fail(runtime::orderChanged(database, order.id, order.version, order.version));
    }
    EVENHAND_TRY(
        timers::moved(work, {order.id, order.campus, order.timer, order.timerFlags}, timer, "reassigned", true));
    const auto& call = work.call();
    EVENHAND_TRY(releaseAssignment(work, order, "reassigned: " + call.reason, false));
    EVENHAND_TRY(store::events::add(database, order.id, work.now(), api::EventKind::ReassignRequested, call.actor.name,
                                    (to.empty() ? std::string("next fairest") : to.str()) + ": " + call.reason));
    EVENHAND_ASSIGN(const auto letters, store::deadLetters::resolveOfOrder(database, order.orderNo, work.now(),
                                                                           std::string(kReassigned) + call.actor.name));
    const auto epoch = order.epoch + 1;
    EVENHAND_TRY(publishOrder(work, order.id, order.orderNo, order.campus, epoch, to.str(),
                              to.empty() ? order.courier.str() : std::string()));
    api::Event event;
    event.order = order.id;
    event.campus = order.campus;
    event.courier = order.courier;
    event.what = api::EventKind::ReassignRequested;
    work.emit(std::move(event));
    if (letters > 0) {
        EVENHAND_TRY(settleLetters(work));
        api::Event dead;
        dead.kind = api::Event::Kind::DeadLettersChanged;
        work.emit(std::move(dead));
    }
    return api::ReassignOutcome{order.orderNo, std::nullopt, order.courier, epoch};
}

/// The order would lose its courier and wait. Handing over is not refused: whoever leaves must be able to.
Result<void> checkGoesOn(UnitOfWork& work, const OrderRecord& order) {
    EVENHAND_ASSIGN(const auto campus, store::campuses::find(work.database(), order.campus));
    return campus && campus->row.paused
               ? fail(ErrorCode::WrongStatus, "dispatch is paused, so no courier would get the order", "paused",
                      order.campus.str())
               : Result<void>();
}

Result<OrderRecord> findOrder(UnitOfWork& work, const OrderNo& orderNo) {
    EVENHAND_ASSIGN(auto order, store::orders::find(work.database(), orderNo));
    if (!order) {
        return fail(ErrorCode::NotFound, "no such order", "order_no", orderNo.str());
    }
    return std::move(*order);
}

}  // namespace

Result<api::ReassignOutcome> reassign(UnitOfWork& work, const api::OrderRef& ref, const api::ReassignTarget& target) {
    EVENHAND_ASSIGN(const auto order, findOrder(work, ref.orderNo));
    if (ref.version != 0 && ref.version != order.version) {
        return fail(runtime::orderChanged(work.database(), order.id, order.version, ref.version));
    }
    EVENHAND_TRY(checkGoesOn(work, order));
    return move(work, order, target);
}

Result<api::ReassignOutcome> undoReassign(UnitOfWork& work, const api::ReassignOutcome& done) {
    EVENHAND_ASSIGN(const auto order, findOrder(work, done.orderNo));
    if (order.epoch != done.epoch) {
        return fail(ErrorCode::Conflict,
                    "the order was reassigned again meanwhile" + runtime::byWhom(work.database(), order.id), "epoch",
                    std::to_string(order.epoch));
    }
    if (done.from.empty()) {
        return fail(ErrorCode::WrongStatus, "the order had no courier before", "from");
    }
    EVENHAND_TRY(checkGoesOn(work, order));
    return move(work, order, {done.from});
}

}  // namespace evenhand::dispatch
