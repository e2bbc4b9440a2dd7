// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/by_hand.h"

#include <QCryptographicHash>

#include "engine/base/invariant.h"
#include "engine/refunds/refund_task.h"
#include "engine/returns/cases.h"
#include "engine/returns/decide.h"
#include "engine/returns/four_eyes.h"
#include "engine/runtime/conflict.h"
#include "engine/store/records/order_store.h"
#include "engine/store/records/payment_store.h"

namespace evenhand::returns {
namespace {

using api::MoneyEventKind;
using api::RefundCause;
using api::RefundStatus;
using runtime::UnitOfWork;

std::string bodyHash(const api::RequestRefund& asked) {
    auto body = asked.orderNo.str() + "\n" + (asked.amount ? std::to_string(asked.amount->minor) : std::string("all"));
    if (!asked.reasonCode.empty()) {  // keys used before there were codes still fit
        body += "\n" + asked.reasonCode;
    }
    return QCryptographicHash::hash(QByteArrayView(body.data(), static_cast<qsizetype>(body.size())),
                                    QCryptographicHash::Blake2b_160)
        .toStdString();
}

Result<bool> isDead(UnitOfWork& work, const Refund& refund) {
    EVENHAND_ASSIGN(const auto task, taskOf(work, refund.id));
    return returns::isDead(task);
}

}  // namespace

Result<api::RefundAnswer> requestRefund(UnitOfWork& work, const api::RequestRefund& asked) {
    auto& database = work.database();
    EVENHAND_TRY(base::validateId(asked.key, "key"));
    EVENHAND_TRY(base::validateId(asked.orderNo.str(), "order_no"));
    if (asked.amount && (asked.amount->minor < 1 || asked.amount->minor > base::kMaxMoneyMinor)) {
        return fail(ErrorCode::InvalidArgument, "must be 1 to " + std::to_string(base::kMaxMoneyMinor), "amount",
                    std::to_string(asked.amount->minor));
    }
    if (!asked.reasonCode.empty()) {
        EVENHAND_TRY(base::validateId(asked.reasonCode, "reason_code"));
    }
    auto hash = bodyHash(asked);
    EVENHAND_ASSIGN(const auto first, store::refunds::find(database, RefundCause::Order, asked.key));
    if (first) {
        if (first->bodyHash != hash) {
            return fail(ErrorCode::KeyReused, "the key was used for another refund", "key", asked.key);
        }
        return api::RefundAnswer{first->id, first->status, first->amount, true};
    }
    // Only now: the same request again is answered as before, whatever is offered meanwhile.
    EVENHAND_TRY(checkReasonCode(database, asked.reasonCode));
    EVENHAND_ASSIGN(const auto order, store::returns::findDeduction(database, asked.orderNo));
    if (!order) {
        return fail(ErrorCode::NotFound, "no such order", "order_no", asked.orderNo.str());
    }
    if (asked.version != 0 && asked.version != order->version) {
        return fail(runtime::orderChanged(database, order->order, order->version, asked.version));
    }
    EVENHAND_TRY(expectOpen(*order));
    EVENHAND_ASSIGN(const auto committed, committedOf(database, *order));
    const Money left{order->paid.minor - committed.minor};
    const Money amount = asked.amount.value_or(left);
    if (amount > left || amount.minor == 0) {
        return fail(ErrorCode::ExceedsRefundable, "only " + std::to_string(left.minor) + " can still be refunded",
                    "amount", std::to_string(amount.minor));
    }
    EVENHAND_ASSIGN(const auto payment, store::payments::ofOrder(database, order->order));
    EVENHAND_ASSIGN(const auto policy, store::returns::policy(database, order->campus));
    Refund refund;
    refund.cause = RefundCause::Order;
    refund.source = asked.key;
    refund.order = order->order;
    refund.paymentNo = payment ? payment->paymentNo : PaymentNo();
    refund.campus = order->campus;
    refund.amount = amount;
    refund.bodyHash = std::move(hash);
    refund.reason = work.call().reason;
    refund.reasonCode = asked.reasonCode;
    refund.requester = work.call().actor.name;
    const int needed = approversNeeded(policy, Money{committed.minor + amount.minor});
    EVENHAND_ASSIGN(const auto made, makeRefund(work, std::move(refund), order->paid, needed == 0));
    return api::RefundAnswer{made.id, made.status, made.amount, false};
}

Result<api::RefundOutcome> approveRefund(UnitOfWork& work, const api::RefundRef& ref) {
    auto& database = work.database();
    EVENHAND_ASSIGN(auto refund, findRefund(work, ref));
    if (refund.status != RefundStatus::Requested || !refund.order) {
        return fail(wrongRefundStatus(refund));
    }
    // It counts as committed already.
    EVENHAND_ASSIGN(const auto sums, store::refunds::orderSums(database, *refund.order));
    EVENHAND_ASSIGN(const auto policy, store::returns::policy(database, refund.campus));
    const int needed = approversNeeded(policy, sums ? sums->committed : refund.amount);
    const auto& actor = work.call().actor.name;
    switch (judge(needed, refund.requester, refund.firstApprover.value_or(std::string()), actor)) {
        case Verdict::Refuse: return fail(refusal(refund.requester, actor));
        case Verdict::FirstOfTwo:
            refund.firstApprover = actor;
            EVENHAND_TRY(save(work, refund, MoneyEventKind::FirstApproval, work.call().reason));
            return outcomeOf(refund);
        case Verdict::Approve: break;
    }
    refund.approver = actor;
    EVENHAND_TRY(grant(work, refund, MoneyEventKind::Granted));
    return outcomeOf(refund);
}

Result<api::RefundOutcome> cancelRefund(UnitOfWork& work, const api::RefundRef& ref) {
    EVENHAND_ASSIGN(auto refund, findRefund(work, ref));
    if (!api::mayMove(refund.status, RefundStatus::Cancelled)) {
        return fail(wrongRefundStatus(refund));
    }
    if (refund.cause == RefundCause::Return && refund.returnId) {
        EVENHAND_ASSIGN(auto made, findReturn(work.database(), {*refund.returnId, 0}));
        EVENHAND_TRY(undoApproval(work, made));
        EVENHAND_ASSIGN(refund, findRefund(work, {ref.id, 0}));
        return outcomeOf(refund);
    }
    if (refund.cause != RefundCause::Order) {
        return fail(returns::wrongStatus("what is owed by rule stays owed", "cause", api::toText(refund.cause)));
    }
    if (refund.order) {
        EVENHAND_ASSIGN(const auto order, store::orders::find(work.database(), *refund.order));
        if (order && order->status == api::OrderStatus::Closed) {
            return fail(
                returns::wrongStatus("all money of a closed order goes back", "cause", api::toText(refund.cause)));
        }
    }
    EVENHAND_TRY(cancel(work, refund, work.call().reason));
    return outcomeOf(refund);
}

Result<api::RefundOutcome> retryRefund(UnitOfWork& work, const api::RefundRef& ref) {
    EVENHAND_ASSIGN(auto refund, findRefund(work, ref));
    if (refund.status == RefundStatus::Failed) {
        EVENHAND_TRY(grant(work, refund, MoneyEventKind::Retried));
        EVENHAND_TRY(moveReturn(work, refund));
        return outcomeOf(refund);
    }
    EVENHAND_ASSIGN(auto task, taskOf(work, refund.id));
    const bool open = refund.status == RefundStatus::Pending || refund.status == RefundStatus::Sent;
    if (!open || !returns::isDead(task)) {
        return fail(wrongRefundStatus(refund));
    }
    EVENHAND_INVARIANT(task->status == api::TaskStatus::Dead,
                       "a refund that a worker may be sending at this moment would be sent once more");
    const auto token = task->token++;
    task->status = api::TaskStatus::Pending;
    task->due = work.now();
    task->attempts = 0;
    task->endedAt.reset();
    EVENHAND_TRY(updateTask(work, *task, token));
    EVENHAND_TRY(save(work, refund, MoneyEventKind::Retried, work.call().reason));
    return outcomeOf(refund);
}

Result<api::RefundOutcome> recordPaid(UnitOfWork& work, const api::RefundRef& ref, const std::string& reference) {
    EVENHAND_TRY(base::validateText(reference, "reference", api::kMaxReference));
    if (reference.find_first_not_of(" \t\r\n") == std::string::npos) {
        return fail(ErrorCode::InvalidArgument, "a reference is needed", "reference");
    }
    EVENHAND_ASSIGN(auto refund, findRefund(work, ref));
    EVENHAND_ASSIGN(const bool dead, isDead(work, refund));
    if (!api::mayMove(refund.status, RefundStatus::Succeeded) || (refund.status == RefundStatus::Sent && !dead)) {
        return fail(wrongRefundStatus(refund));
    }
    EVENHAND_TRY(disarm(work, refund));
    EVENHAND_TRY(markPaid(work, refund, reference, MoneyEventKind::ByHand));
    return outcomeOf(refund);
}

Result<api::RefundOutcome> recordFailed(UnitOfWork& work, const api::RefundRef& ref) {
    EVENHAND_ASSIGN(auto refund, findRefund(work, ref));
    EVENHAND_ASSIGN(const bool dead, isDead(work, refund));
    if (refund.status != RefundStatus::Sent || !dead) {
        return fail(wrongRefundStatus(refund));
    }
    EVENHAND_TRY(disarm(work, refund));
    EVENHAND_TRY(markFailed(work, refund, work.call().reason, MoneyEventKind::ByHand));
    return outcomeOf(refund);
}

Result<api::RefundOutcome> sendBack(UnitOfWork& work, const api::RefundRef& ref) {
    EVENHAND_ASSIGN(auto refund, findRefund(work, ref));
    if (!api::isOwed(refund.cause)) {
        return fail(
            returns::wrongStatus("it is not of a late or unmatched payment", "cause", api::toText(refund.cause)));
    }
    switch (refund.status) {
        case RefundStatus::Held: EVENHAND_TRY(grant(work, refund, MoneyEventKind::Granted)); break;
        case RefundStatus::Failed: EVENHAND_TRY(grant(work, refund, MoneyEventKind::Retried)); break;
        case RefundStatus::Cancelled:
            return fail(returns::wrongStatus("the payment has paid an order", "payment_no", refund.paymentNo.str()));
        case RefundStatus::Pending:
        case RefundStatus::Sent: {
            EVENHAND_ASSIGN(const bool dead, isDead(work, refund));
            if (dead) {  // sending it was given up
                return retryRefund(work, ref);
            }
            break;
        }
        case RefundStatus::Requested:
        case RefundStatus::Succeeded: break;
    }
    return outcomeOf(refund);
}

Result<api::RefundOutcome> note(UnitOfWork& work, const api::RefundRef& ref, const std::string& text) {
    EVENHAND_TRY(checkNote(text));
    EVENHAND_ASSIGN(const auto refund, findRefund(work, ref));
    EVENHAND_TRY(addNote(work, refund, text));
    return outcomeOf(refund);
}

Result<void> checkNote(const std::string& text) { return base::validateNote(text, "note", api::kMaxNote); }

}  // namespace evenhand::returns
