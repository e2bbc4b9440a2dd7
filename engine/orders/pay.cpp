// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/orders/pay.h"

#include "engine/base/code_words.h"
#include "engine/base/invariant.h"
#include "engine/dispatch/topics.h"
#include "engine/ledger_entries/post.h"
#include "engine/order_closing/close.h"
#include "engine/order_events/order_events.h"
#include "engine/refunds/refund.h"
#include "engine/runtime/conflict.h"
#include "engine/store/records/meta_store.h"
#include "engine/store/records/order_store.h"
#include "engine/store/records/payment_store.h"
#include "engine/store/records/timer_store.h"
#include "engine/timer_queue/stage.h"

namespace evenhand::orders {
namespace {

using runtime::UnitOfWork;
using Lookup = store::payments::Lookup;

api::PaymentAnswer answerOf(std::optional<api::OwedKind> owed, bool repeated) {
    if (!owed) {
        return {api::PaymentOutcome::Accepted, std::nullopt, repeated};
    }
    const bool late = *owed == api::OwedKind::Late;
    return {late ? api::PaymentOutcome::Late : api::PaymentOutcome::Unmatched, owed, repeated};
}

/// Why the money cannot be accepted; nullopt if it can.
std::optional<api::OwedKind> refusal(const Lookup& found, Money amount) {
    if (!found.order) {
        return api::OwedKind::UnknownOrder;
    }
    switch (found.order->status) {
        case api::OrderStatus::WaitPay: break;
        case api::OrderStatus::Closed: return api::OwedKind::Late;
        case api::OrderStatus::Paid:
        case api::OrderStatus::WaitPickUp:
        case api::OrderStatus::Delivering:
        case api::OrderStatus::Delivered:
        case api::OrderStatus::Completed: return api::OwedKind::SecondPayment;
    }
    if (amount != found.order->payable) {
        return api::OwedKind::WrongAmount;
    }
    return std::nullopt;
}

Result<void> recordOwed(UnitOfWork& work, const api::PayOrder& request, const Lookup& found, api::OwedKind kind) {
    const api::OwedPaymentRow money{request.paymentNo, request.orderNo.str(), request.amount, work.now(), kind};
    EVENHAND_TRY(store::payments::insertOwed(work.database(), money));
    EVENHAND_TRY(returns::refundOwed(work, money, found.order ? std::optional(found.order->id) : std::nullopt,
                                     found.order ? found.order->campus : CampusId()));
    if (found.order) {
        const auto event = kind == api::OwedKind::Late ? api::EventKind::LatePayment : api::EventKind::UnmatchedPayment;
        const auto detail = request.paymentNo.str() + ": " + std::to_string(request.amount.minor) + ", " +
                            std::string(api::toText(kind));
        EVENHAND_TRY(note(work, found.order->id, found.order->campus, {}, event, detail));
    }
    api::Event owed;
    owed.kind = api::Event::Kind::PaymentOwed;
    if (found.order) {
        owed.order = found.order->id;
        owed.campus = found.order->campus;
    }
    work.emit(std::move(owed));
    return {};
}

Result<void> closeIfOverdue(UnitOfWork& work, const api::PayOrder& request, Lookup& found) {
    EVENHAND_ASSIGN(const bool overdue, found.order ? isOverdue(work, *found.order) : Result<bool>(false));
    if (!overdue) {
        return {};
    }
    EVENHAND_TRY(close(work, {request.orderNo, 0}, api::CloseReason::Timeout));
    found.order->status = api::OrderStatus::Closed;
    return {};
}

}  // namespace

void prefetchPaying(const api::PayOrder& request, store::ReadAhead& ahead) {
    ahead.orderNumbers.push_back(request.orderNo.str());
    ahead.paymentNumbers.push_back(request.paymentNo.str());
}

Result<api::PaymentAnswer> pay(UnitOfWork& work, const api::PayOrder& request) {
    EVENHAND_TRY(base::validateId(request.paymentNo.str(), "payment_no"));
    EVENHAND_TRY(base::validateId(request.orderNo.str(), "order_no"));
    if (request.amount.minor < 0 || request.amount.minor > base::kMaxMoneyMinor) {
        return fail(ErrorCode::InvalidArgument, "must be 0 to " + std::to_string(base::kMaxMoneyMinor), "amount",
                    std::to_string(request.amount.minor));
    }
    auto& database = work.database();
    EVENHAND_ASSIGN(auto found, store::payments::lookup(database, request.paymentNo, request.orderNo));
    if (found.known) {
        if (found.known->orderNo != request.orderNo.str() || found.known->amount != request.amount) {
            return fail(ErrorCode::KeyReused, "the payment number was used for another order or amount", "payment_no",
                        request.paymentNo.str());
        }
        return answerOf(found.known->owed, true);
    }
    if (request.version != 0 && found.order && found.order->version != request.version) {
        return fail(runtime::orderChanged(database, found.order->id, found.order->version, request.version));
    }
    // What an order asks for was looked at when it was placed.
    const bool asked =
        found.order && found.order->status == api::OrderStatus::WaitPay && found.order->payable == request.amount;
    if (!asked) {
        EVENHAND_TRY(store::meta::checkAmount(database, request.amount, "amount"));
    }
    EVENHAND_TRY(closeIfOverdue(work, request, found));
    if (const auto kind = refusal(found, request.amount)) {
        EVENHAND_TRY(recordOwed(work, request, found, *kind));
        return answerOf(kind, false);
    }
    EVENHAND_TRY(acceptPayment(work, *found.order, request, PaymentFrom::Provider));
    return answerOf(std::nullopt, false);
}

Result<bool> isOverdue(UnitOfWork& work, const Lookup::Order& order) {
    if (order.status != api::OrderStatus::WaitPay || !order.due || *order.due > work.now()) {
        return false;
    }
    EVENHAND_ASSIGN(const auto control, store::timers::control(work.database()));
    return !control.isPaused(api::TimerKind::Unpaid);
}

Result<void> acceptPayment(UnitOfWork& work, const Lookup::Order& order, const api::PayOrder& payment,
                           PaymentFrom from) {
    auto& database = work.database();
    EVENHAND_INVARIANT(order.status == api::OrderStatus::WaitPay && order.payable == payment.amount,
                       "money would be accepted for an order that does not ask for it");
    const auto wait = order.paused ? api::WaitReason::Paused : api::WaitReason::Message;
    EVENHAND_ASSIGN(const auto timer,
                    timers::nextTimer(work, order.campus, order.timerFlags, api::TimerKind::Unassigned));
    EVENHAND_ASSIGN(const bool changed, store::orders::markPaid(database, order.id, work.now(), wait, timer));
    if (!changed) {
        return fail(ErrorCode::Conflict, "the order was changed meanwhile", "order_no", payment.orderNo.str());
    }
    EVENHAND_TRY(timers::moved(work, {order.id, order.campus, {api::TimerKind::Unpaid, order.due}, order.timerFlags},
                               timer, "paid"));
    EVENHAND_TRY(store::payments::insert(database, payment.paymentNo, order.id, payment.amount, work.now()));
    EVENHAND_TRY(from == PaymentFrom::Provider
                     ? ledger::postPayment(work, order.id, payment.paymentNo, payment.amount, order.discount)
                     : ledger::postMatched(work, order.id, payment.paymentNo, payment.amount, order.discount));
    // An order of the past, as an import brings, has no timer of any stage: its payment is none of the present.
    const bool recorded = (order.timerFlags & store::orders::kTimersOfAllStages) == 0;
    EVENHAND_TRY(note(work, order.id, order.campus, {}, api::EventKind::Paid, payment.paymentNo.str(), recorded));
    return dispatch::publishOrder(work, order.id, payment.orderNo, order.campus, order.epoch);
}

Result<api::PaymentAnswer> recordPayment(UnitOfWork& work, const api::PayOrder& request) {
    EVENHAND_ASSIGN(auto answer, pay(work, request));
    EVENHAND_ASSIGN(const auto amount, store::meta::amountText(work.database(), request.amount));
    work.note("order " + request.orderNo.str(),
              "payment " + request.paymentNo.str() + " of " + amount +
                  " by hand: " + (answer.owed ? base::codeWords(api::toText(*answer.owed)) : std::string("accepted")));
    return answer;
}

}  // namespace evenhand::orders
