// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/orders/match_payment.h"

#include "engine/base/invariant.h"
#include "engine/orders/pay.h"
#include "engine/refunds/refund.h"
#include "engine/runtime/conflict.h"
#include "engine/store/records/meta_store.h"
#include "engine/store/records/payment_store.h"

namespace evenhand::orders {
namespace {

using runtime::UnitOfWork;

/// The refund by which it would go back, where that can still be stopped.
Result<returns::Refund> stoppableRefund(UnitOfWork& work, const api::MatchPayment& request,
                                        const api::OwedPaymentRow& owed) {
    EVENHAND_ASSIGN(auto refund, returns::findOwedRefund(work, owed));
    if (!refund) {
        return fail(ErrorCode::NotFound, "nothing of this payment is owed back", "payment_no", owed.paymentNo.str());
    }
    if (request.version != 0 && request.version != refund->version) {
        return fail(runtime::refundChanged(work.database(), refund->id, refund->version, request.version));
    }
    if (!api::mayMove(refund->status, api::RefundStatus::Cancelled)) {
        return fail(ErrorCode::WrongStatus, "the payment has been sent back", "refund",
                    std::string(api::toText(refund->status)));
    }
    return std::move(*refund);
}

/// As pay() would accept it.
Result<void> expectWaiting(UnitOfWork& work, const store::payments::Lookup::Order& order, Money amount) {
    if (order.status != api::OrderStatus::WaitPay) {
        return fail(ErrorCode::WrongStatus, "the order does not wait for a payment", "status",
                    std::string(api::toText(order.status)));
    }
    EVENHAND_ASSIGN(const bool overdue, isOverdue(work, order));
    if (overdue) {
        return fail(ErrorCode::WrongStatus, "the order's time to pay is over", "status",
                    std::string(api::toText(order.status)));
    }
    if (order.payable != amount) {
        EVENHAND_ASSIGN(const auto wanted, store::meta::amountText(work.database(), order.payable));
        EVENHAND_ASSIGN(const auto given, store::meta::amountText(work.database(), amount));
        return fail(ErrorCode::InvalidArgument, "the order asks for " + wanted, "amount", given);
    }
    return {};
}

}  // namespace

Result<api::MatchAnswer> matchPayment(UnitOfWork& work, const api::MatchPayment& request) {
    EVENHAND_TRY(base::validateId(request.paymentNo.str(), "payment_no"));
    EVENHAND_TRY(base::validateId(request.orderNo.str(), "order_no"));
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto owed, store::payments::findOwed(database, request.paymentNo));
    if (!owed) {
        return fail(ErrorCode::NotFound, "no such late or unmatched payment", "payment_no", request.paymentNo.str());
    }
    if (owed->matchedOrderNo == request.orderNo) {
        return api::MatchAnswer{owed->paymentNo, request.orderNo, owed->amount, true};
    }
    if (!owed->matchedOrderNo.empty()) {
        return fail(ErrorCode::WrongStatus, "the payment has paid order " + owed->matchedOrderNo.str(), "payment_no",
                    request.paymentNo.str());
    }
    EVENHAND_ASSIGN(auto refund, stoppableRefund(work, request, *owed));
    EVENHAND_ASSIGN(const auto found, store::payments::lookup(database, request.paymentNo, request.orderNo));
    if (!found.order) {
        return fail(ErrorCode::NotFound, "no such order", "order_no", request.orderNo.str());
    }
    EVENHAND_TRY(expectWaiting(work, *found.order, owed->amount));
    EVENHAND_TRY(returns::cancel(work, refund, "paid order " + request.orderNo.str()));
    EVENHAND_ASSIGN(const bool first, store::payments::setMatched(database, request.paymentNo, found.order->id));
    if (!first) {
        return fail(ErrorCode::Internal, "the payment has paid an order already", "payment_no",
                    request.paymentNo.str());
    }
    EVENHAND_INVARIANT(found.order->payable == owed->amount, "a payment would pay an order that asks for another sum");
    EVENHAND_TRY(
        acceptPayment(work, *found.order, {request.paymentNo, request.orderNo, owed->amount}, PaymentFrom::Unmatched));
    EVENHAND_ASSIGN(const auto amount, store::meta::amountText(database, owed->amount));
    work.note("order " + request.orderNo.str(), "payment " + request.paymentNo.str() + " of " + amount);
    return api::MatchAnswer{owed->paymentNo, request.orderNo, owed->amount, false};
}

}  // namespace evenhand::orders
