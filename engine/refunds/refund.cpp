// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/refunds/refund.h"

#include <algorithm>
#include <array>

#include "engine/alerts/letters.h"
#include "engine/base/invariant.h"
#include "engine/draws/draw.h"
#include "engine/ledger_entries/post.h"
#include "engine/order_events/order_events.h"
#include "engine/refunds/history.h"
#include "engine/refunds/refund_task.h"
#include "engine/runtime/conflict.h"
#include "engine/store/records/campaign_store.h"
#include "engine/store/records/order_store.h"
#include "engine/store/records/payment_store.h"
#include "engine/task_making/announce.h"

namespace evenhand::returns {

Error wrongRefundStatus(const Refund& refund) {
    return {ErrorCode::WrongStatus, "the refund's status does not allow it", "status",
            std::string(api::toText(refund.status))};
}

namespace {

using api::MoneyEventKind;
using api::RefundCause;
using api::RefundStatus;
using runtime::UnitOfWork;

constexpr std::string_view kSystem = "system";

Result<void> expectMove(const Refund& refund, RefundStatus to) {
    return api::mayMove(refund.status, to) ? Result<void>() : tl::unexpected(wrongRefundStatus(refund));
}

void tell(UnitOfWork& work, const Refund& refund) {
    api::Event event;
    event.kind = api::Event::Kind::RefundChanged;
    event.refund = refund.id;
    event.order = refund.order.value_or(OrderId{});
    event.returnId = refund.returnId.value_or(ReturnId{});
    event.campus = refund.campus;
    work.emit(std::move(event));
}

/// True: a line in the timeline of its order.
bool concernsOrder(MoneyEventKind what) {
    switch (what) {
        case MoneyEventKind::Requested:
        case MoneyEventKind::Cancelled:
        case MoneyEventKind::Granted:
        case MoneyEventKind::Succeeded:
        case MoneyEventKind::Failed:
        case MoneyEventKind::Retried:
        case MoneyEventKind::ByHand:
        case MoneyEventKind::Dead: return true;
        case MoneyEventKind::FirstApproval:
        case MoneyEventKind::Approved:
        case MoneyEventKind::Rejected:
        case MoneyEventKind::Undone:
        case MoneyEventKind::GoodsReceived:
        case MoneyEventKind::GoodsSkipped:
        case MoneyEventKind::Attempt:
        case MoneyEventKind::NotSent:
        case MoneyEventKind::Unknown:
        case MoneyEventKind::Noted:
        case MoneyEventKind::Assigned:
        case MoneyEventKind::ByRule: break;
    }
    return false;
}

Result<void> noteRefund(UnitOfWork& work, const Refund& refund, MoneyEventKind what, std::string_view detail) {
    EVENHAND_TRY(store::refunds::addEvent(work.database(), std::nullopt, refund.id, work.now(), what,
                                          work.call().actor.name, detail));
    if (refund.order && concernsOrder(what)) {
        EVENHAND_TRY(orders::note(work, *refund.order, refund.campus, {}, api::EventKind::RefundChanged,
                                  std::to_string(refund.amount.minor) + ": " + std::string(api::toText(what)) +
                                      (detail.empty() ? std::string() : ": " + std::string(detail))));
    }
    tell(work, refund);
    return {};
}

Result<tasks::EventPayload> payloadOf(UnitOfWork& work, const Refund& refund) {
    std::string orderNo;
    if (refund.order) {
        EVENHAND_ASSIGN(const auto order, store::orders::find(work.database(), *refund.order));
        orderNo = order ? order->orderNo.str() : orderNo;
    }
    return tasks::EventPayload{std::to_string(refund.id.value),
                               {{"amount", refund.amount.minor},
                                {"order_no", orderNo},
                                {"payment_no", refund.paymentNo.str()},
                                {"reference", refund.reference},
                                {"refund", refund.id.value}}};
}

/// A refund that failed, or whose sending was given up, waits for somebody. Whatever happens to it next ends that.
Result<void> settleAlerts(UnitOfWork& work, const Refund& refund, MoneyEventKind what, std::string_view detail) {
    const bool failed = refund.status == RefundStatus::Failed;
    const bool unknown = what == MoneyEventKind::Dead;
    alerts::Condition condition;
    condition.subject = {api::AlertSubjectType::Refund, std::to_string(refund.id.value)};
    condition.campus = refund.campus;
    condition.figure = refund.amount.minor;
    condition.detail = alerts::detailOf(detail);
    condition.kind = api::AlertKind::RefundFailed;
    EVENHAND_TRY(alerts::settle(work, failed, condition));
    condition.kind = api::AlertKind::RefundUnknown;
    EVENHAND_TRY(alerts::settle(work, unknown, condition));
    if (!failed && !unknown) {
        return {};
    }
    return tasks::announce(work, api::WebhookEvent::RefundFailed, [&]() -> Result<tasks::EventPayload> {
        EVENHAND_ASSIGN(auto payload, payloadOf(work, refund));
        payload.data["error"] = condition.detail;
        return payload;
    });
}

/// Commits what it takes of an accepted payment.
Result<void> commitMoney(UnitOfWork& work, const Refund& refund, Money paid) {
    EVENHAND_ASSIGN(const bool fits, store::refunds::commitMoney(work.database(), *refund.order, paid, refund.amount));
    if (fits) {
        return {};
    }
    EVENHAND_ASSIGN(const auto sums, store::refunds::orderSums(work.database(), *refund.order));
    const auto left = paid.minor - (sums ? sums->committed.minor : 0);
    return fail(ErrorCode::ExceedsRefundable, "only " + std::to_string(left) + " can still be refunded", "amount",
                std::to_string(refund.amount.minor));
}

/// A new row; of a granted one with its entries and its task.
Result<Refund> insert(UnitOfWork& work, Refund refund, std::string_view detail) {
    const bool granted = refund.status == RefundStatus::Pending;
    refund.requestedAt = work.now();
    if (granted) {
        refund.grantedAt = work.now();
    }
    EVENHAND_ASSIGN(const auto settings, store::refunds::settings(work.database()));
    refund.provider = settings.provider;
    EVENHAND_ASSIGN(refund.id, store::refunds::insert(work.database(), refund));
    EVENHAND_TRY(noteRefund(work, refund, granted ? MoneyEventKind::Granted : MoneyEventKind::Requested, detail));
    if (granted) {
        EVENHAND_TRY(ledger::postRefund(work, api::LedgerKind::RefundGranted, refund));
        EVENHAND_TRY(arm(work, refund));
    }
    return refund;
}

RefundCause causeOf(api::OwedKind kind) {
    switch (kind) {
        case api::OwedKind::Late: return RefundCause::LatePayment;
        case api::OwedKind::WrongAmount: return RefundCause::WrongAmount;
        case api::OwedKind::SecondPayment: return RefundCause::SecondPayment;
        case api::OwedKind::UnknownOrder: break;
    }
    return RefundCause::UnknownOrder;
}

}  // namespace

Result<Refund> refundReturn(UnitOfWork& work, const Return& made, const Deducted& order, Money amount, bool held,
                            std::string_view approver) {
    EVENHAND_ASSIGN(const auto payment, store::payments::ofOrder(work.database(), order.order));
    Refund refund;
    refund.status = held ? RefundStatus::Held : RefundStatus::Pending;
    refund.cause = RefundCause::Return;
    refund.source = std::to_string(made.id.value) + "/" + std::to_string(made.round);
    refund.order = order.order;
    refund.returnId = made.id;
    refund.paymentNo = payment ? payment->paymentNo : PaymentNo();
    refund.campus = order.campus;
    refund.amount = amount;
    refund.reason = made.reason;
    refund.reasonCode = made.reasonCode;
    refund.requester = made.requester;
    refund.firstApprover = made.firstApprover;
    refund.approver = std::string(approver);
    EVENHAND_TRY(commitMoney(work, refund, order.paid));
    return insert(work, std::move(refund), "return " + made.number.str());
}

Result<void> refundClosedOrder(UnitOfWork& work, OrderId order, const CampusId& campus) {
    EVENHAND_ASSIGN(const auto payment, store::payments::ofOrder(work.database(), order));
    if (!payment || payment->amount.minor == 0) {
        return {};
    }
    EVENHAND_ASSIGN(auto sums, store::refunds::orderSums(work.database(), order));
    if (sums) {
        EVENHAND_ASSIGN(auto others, store::refunds::ofOrder(work.database(), order));
        for (auto& other : others) {
            if (other.status == RefundStatus::Requested) {
                EVENHAND_TRY(cancel(work, other, "the order is closed"));
            }
        }
        EVENHAND_ASSIGN(sums, store::refunds::orderSums(work.database(), order));
    }
    const Money rest{payment->amount.minor - (sums ? sums->committed.minor : 0)};
    if (rest.minor == 0) {
        return {};
    }
    Refund refund;
    refund.status = RefundStatus::Pending;
    refund.cause = RefundCause::ClosedOrder;
    refund.source = std::to_string(order.value);
    refund.order = order;
    refund.paymentNo = payment->paymentNo;
    refund.campus = campus;
    refund.amount = rest;
    refund.requester = kSystem;
    EVENHAND_TRY(commitMoney(work, refund, payment->amount));
    EVENHAND_TRY(insert(work, std::move(refund), "the order is closed"));
    return {};
}

Result<void> refundOwed(UnitOfWork& work, const api::OwedPaymentRow& owed, std::optional<OrderId> order,
                        const CampusId& campus) {
    if (owed.amount.minor == 0) {
        return {};
    }
    EVENHAND_TRY(ledger::postOwed(
        work, owed.kind == api::OwedKind::Late ? api::LedgerKind::LatePayment : api::LedgerKind::UnmatchedPayment,
        order, owed.paymentNo, owed.amount));
    EVENHAND_ASSIGN(const auto settings, store::refunds::settings(work.database()));
    Refund refund;
    refund.status = settings.holdOwed ? RefundStatus::Held : RefundStatus::Pending;
    refund.cause = causeOf(owed.kind);
    refund.source = owed.paymentNo.str();
    refund.order = order;
    refund.paymentNo = owed.paymentNo;
    refund.campus = campus;
    refund.amount = owed.amount;
    refund.requester = kSystem;
    EVENHAND_TRY(insert(work, std::move(refund), api::toText(owed.kind)));
    return {};
}

Result<std::optional<Refund>> findOwedRefund(UnitOfWork& work, const api::OwedPaymentRow& owed) {
    return store::refunds::find(work.database(), causeOf(owed.kind), owed.paymentNo.str());
}

Result<Refund> makeRefund(UnitOfWork& work, Refund refund, Money paid, bool granted) {
    EVENHAND_TRY(commitMoney(work, refund, paid));
    refund.status = granted ? RefundStatus::Pending : RefundStatus::Requested;
    const auto detail = refund.reason;
    return insert(work, std::move(refund), detail);
}

Result<void> save(UnitOfWork& work, Refund& refund, MoneyEventKind what, std::string_view detail) {
    EVENHAND_ASSIGN(const bool changed, store::refunds::update(work.database(), refund));
    if (!changed) {
        return fail(runtime::refundChanged(work.database(), refund.id, refund.version, refund.version));
    }
    ++refund.version;
    EVENHAND_TRY(noteRefund(work, refund, what, detail));
    // Who works on it changes nothing of what is wrong, and is no news to endpoints.
    return what == MoneyEventKind::Assigned ? Result<void>() : settleAlerts(work, refund, what, detail);
}

Result<void> addNote(UnitOfWork& work, const Refund& refund, std::string_view text) {
    return noteRefund(work, refund, MoneyEventKind::Noted, text);
}

Result<void> grant(UnitOfWork& work, Refund& refund, MoneyEventKind what) {
    EVENHAND_TRY(expectMove(refund, RefundStatus::Pending));
    EVENHAND_INVARIANT(refund.status != RefundStatus::Succeeded && refund.status != RefundStatus::Sent,
                       "money that has left would be sent once more");
    const bool before = refund.status == RefundStatus::Failed;  // granted, and never taken back
    EVENHAND_ASSIGN(const auto settings, store::refunds::settings(work.database()));
    refund.provider = settings.provider;
    refund.status = RefundStatus::Pending;
    refund.doneAt.reset();
    if (!before) {
        refund.grantedAt = work.now();
    }
    EVENHAND_TRY(save(work, refund, what, work.call().reason));
    if (!before) {
        EVENHAND_TRY(ledger::postRefund(work, api::LedgerKind::RefundGranted, refund));
    }
    return arm(work, refund);
}

Result<void> holdAgain(UnitOfWork& work, Refund& refund) {
    EVENHAND_TRY(expectMove(refund, RefundStatus::Held));
    refund.status = RefundStatus::Held;
    refund.grantedAt.reset();
    EVENHAND_TRY(disarm(work, refund));
    EVENHAND_TRY(ledger::postRefund(work, api::LedgerKind::RefundCancelled, refund));
    return save(work, refund, MoneyEventKind::Undone, work.call().reason);
}

Result<void> cancel(UnitOfWork& work, Refund& refund, std::string_view detail) {
    EVENHAND_TRY(expectMove(refund, RefundStatus::Cancelled));
    const bool granted = refund.status == RefundStatus::Pending || refund.status == RefundStatus::Failed;
    refund.status = RefundStatus::Cancelled;
    refund.doneAt = work.now();
    EVENHAND_TRY(disarm(work, refund));
    if (granted) {
        EVENHAND_TRY(ledger::postRefund(work, api::LedgerKind::RefundCancelled, refund));
    }
    if (refund.order && ledger::ofAcceptedPayment(refund.cause)) {
        EVENHAND_ASSIGN(const bool back,
                        store::refunds::commitMoney(work.database(), *refund.order, {}, Money{-refund.amount.minor}));
        if (!back) {
            return fail(ErrorCode::Internal, "the order has not committed that much", "refund",
                        std::to_string(refund.id.value));
        }
    }
    return save(work, refund, MoneyEventKind::Cancelled, detail);
}

Result<void> markPaid(UnitOfWork& work, Refund& refund, std::string_view reference, MoneyEventKind what) {
    EVENHAND_TRY(expectMove(refund, RefundStatus::Succeeded));
    refund.status = RefundStatus::Succeeded;
    refund.reference = reference;
    refund.doneAt = work.now();
    refund.lastError.clear();
    EVENHAND_TRY(ledger::postRefund(work, api::LedgerKind::RefundPaid, refund));
    EVENHAND_TRY(save(work, refund, what, reference));
    EVENHAND_TRY(tasks::announce(work, api::WebhookEvent::RefundSucceeded, [&] { return payloadOf(work, refund); }));
    return moveReturn(work, refund);
}

Result<void> markFailed(UnitOfWork& work, Refund& refund, std::string_view why, MoneyEventKind what) {
    EVENHAND_TRY(expectMove(refund, RefundStatus::Failed));
    refund.status = RefundStatus::Failed;
    refund.lastError = why;
    EVENHAND_TRY(save(work, refund, what, why));
    return moveReturn(work, refund);
}

Result<void> moveReturn(UnitOfWork& work, const Refund& refund) {
    if (!refund.returnId) {
        return {};
    }
    EVENHAND_ASSIGN(const auto made, store::returns::find(work.database(), *refund.returnId));
    if (!made) {
        return {};
    }
    const auto stage = api::stageOf(made->status, made->firstApprover.has_value(), made->goods, refund.status);
    if (stage != made->stage) {
        EVENHAND_TRY(store::returns::setStage(work.database(), made->id, stage));
    }
    tellReturn(work, *made);
    return stage == api::ReturnStage::Done ? giveDiscountBack(work, made->order, made->deduction) : Result<void>();
}

Result<void> giveDiscountBack(UnitOfWork& work, OrderId order, DeductionId deduction) {
    EVENHAND_ASSIGN(const bool any, store::campaigns::any(work.database()));
    if (!any) {
        return {};
    }
    EVENHAND_ASSIGN(const auto units, store::returns::unitsOf(work.database(), deduction));
    if (!std::all_of(units.begin(), units.end(), [](const auto& sku) { return sku.returned == sku.deducted; })) {
        return {};
    }
    constexpr std::array kApproved{api::ReturnStatus::Approved};
    EVENHAND_ASSIGN(const auto all, store::returns::ofOrder(work.database(), order, kApproved));
    if (!std::all_of(all.begin(), all.end(), [](const auto& made) { return made.stage == api::ReturnStage::Done; })) {
        return {};
    }
    return campaigns::giveBackOfOrder(work, order);
}

Result<Refund> findRefund(UnitOfWork& work, const api::RefundRef& ref) {
    EVENHAND_ASSIGN(auto refund, store::refunds::find(work.database(), ref.id));
    if (!refund) {
        return fail(ErrorCode::NotFound, "no such refund", "refund", std::to_string(ref.id.value));
    }
    if (ref.version != 0 && ref.version != refund->version) {
        return fail(runtime::refundChanged(work.database(), refund->id, refund->version, ref.version));
    }
    return std::move(*refund);
}

api::RefundOutcome outcomeOf(const Refund& refund) { return {refund.id, std::nullopt, refund.status, refund.version}; }

}  // namespace evenhand::returns
