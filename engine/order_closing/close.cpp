// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/order_closing/close.h"

#include "engine/alerts/low_stock.h"
#include "engine/base/invariant.h"
#include "engine/dispatch/assign.h"
#include "engine/dispatch/topics.h"
#include "engine/draws/draw.h"
#include "engine/order_events/order_events.h"
#include "engine/refunds/closing.h"
#include "engine/refunds/refund.h"
#include "engine/runtime/conflict.h"
#include "engine/seckill_slots/give_back.h"
#include "engine/store/records/dead_letter_store.h"
#include "engine/store/records/deduction_store.h"
#include "engine/store/records/order_roots.h"
#include "engine/store/records/order_store.h"
#include "engine/store/records/product_store.h"
#include "engine/store/records/timer_store.h"
#include "engine/task_making/announce.h"
#include "engine/timer_queue/stage.h"

namespace evenhand::orders {
namespace {

using runtime::UnitOfWork;

Result<void> giveStockBack(UnitOfWork& work, const store::orders::Record& order) {
    EVENHAND_ASSIGN(const auto lines, store::deductions::giveBackAll(work.database(), order.id, work.now()));
    for (const auto& line : lines) {
        EVENHAND_TRY(order.activity.empty() ? store::products::giveBack(work.database(), line.sku, line.quantity)
                                            : seckill::giveBack(work, order, line.sku, line.quantity));
        EVENHAND_TRY(alerts::stockCame(work, line.sku));
    }
    return {};
}

}  // namespace

Result<void> close(UnitOfWork& work, const api::OrderRef& ref, api::CloseReason reason, bool byHand) {
    auto& database = work.database();
    EVENHAND_TRY(store::lockForClosing(database, ref.orderNo));
    EVENHAND_ASSIGN(const auto order, store::orders::find(database, ref.orderNo));
    if (!order) {
        return fail(ErrorCode::NotFound, "no such order", "order_no", ref.orderNo.str());
    }
    if (ref.version != 0 && ref.version != order->version) {
        return fail(runtime::orderChanged(database, order->id, order->version, ref.version));
    }
    if (!api::mayMove(order->status, api::OrderStatus::Closed)) {
        return fail(ErrorCode::WrongStatus, "the order can no longer be closed", "status",
                    std::string(api::toText(order->status)));
    }
    EVENHAND_INVARIANT(order->status != api::OrderStatus::Closed && order->status != api::OrderStatus::Completed,
                       "an order that has come to its end would give its stock and its money back once more");
    EVENHAND_ASSIGN(const bool changed, store::orders::close(database, order->id, order->version, reason, work.now()));
    if (!changed) {
        return fail(ErrorCode::Conflict, "the order was changed meanwhile", "order_no", ref.orderNo.str());
    }
    if (reason == api::CloseReason::Timeout && order->timer.kind && order->timer.due) {
        EVENHAND_TRY(store::timers::insertEnd(database, order->id, *order->timer.kind, *order->timer.due, work.now(),
                                              store::TimerOutcome::Done, byHand, order->version));
    }
    EVENHAND_TRY(timers::moved(work, {order->id, order->campus, order->timer, order->timerFlags}, {}, "closed"));
    if (order->status != api::OrderStatus::WaitPay) {
        EVENHAND_TRY(returns::endReturns(work, *order));
    }
    EVENHAND_TRY(giveStockBack(work, *order));
    EVENHAND_TRY(campaigns::giveBackOfOrder(work, order->id));
    if (order->status != api::OrderStatus::WaitPay) {
        EVENHAND_TRY(dispatch::releaseAssignment(work, *order, "closed", true));
        EVENHAND_TRY(dispatch::settleWaiting(work, order->campus));
        EVENHAND_TRY(returns::refundClosedOrder(work, order->id, order->campus));
        EVENHAND_ASSIGN(const auto letters,
                        store::deadLetters::resolveOfOrder(database, order->orderNo, work.now(), "order closed"));
        if (letters > 0) {
            EVENHAND_TRY(dispatch::settleLetters(work));
            api::Event dead;
            dead.kind = api::Event::Kind::DeadLettersChanged;
            work.emit(std::move(dead));
        }
    }
    std::string detail(api::toText(reason));
    if (!work.call().reason.empty()) {
        detail += ": " + work.call().reason;
    }
    EVENHAND_TRY(note(work, order->id, order->campus, order->courier, api::EventKind::Closed, detail));
    return tasks::announce(work, api::WebhookEvent::OrderClosed, [&]() -> Result<tasks::EventPayload> {
        auto payload = tasks::orderPayload(order->orderNo, order->campus, {}, {}, 0);
        payload.data["reason"] = api::toText(reason);
        return payload;
    });
}

}  // namespace evenhand::orders
