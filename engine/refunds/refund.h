// SPDX-License-Identifier: GPL-3.0-or-later
// The life of a refund: made by rule or by hand, granted, held, cancelled, paid. The only writer of `refund` and
// `order_refund`; each step writes its ledger entries and its history, and tells the outside.
// Thread: the engine's; stateless.
#pragma once

#include "engine/api/order_desk.h"
#include "engine/api/refund_desk.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/refund_store.h"
#include "engine/store/records/return_store.h"

namespace evenhand::returns {

using Refund = store::refunds::Record;
using Return = store::returns::Record;
using Deducted = store::returns::Deducted;

/// Its status does not allow what was asked.
[[nodiscard]] Error wrongRefundStatus(const Refund& refund);

// --- made by rule ---------------------------------------------------------------------------------------------
/// Of an approved return; commits `amount` (>= 1) of what the order may refund. `held`: it waits for the goods.
[[nodiscard]] Result<Refund> refundReturn(runtime::UnitOfWork& work, const Return& made, const Deducted& order,
                                          Money amount, bool held, std::string_view approver);
/// All that is still refundable of an order that is being closed; what was asked for and nobody has approved is
/// cancelled, as this covers it.
[[nodiscard]] Result<void> refundClosedOrder(runtime::UnitOfWork& work, OrderId order, const CampusId& campus);
/// A payment that was not accepted goes back, at once or when somebody says so, as the settings have it; an amount of 0
/// needs nothing.
[[nodiscard]] Result<void> refundOwed(runtime::UnitOfWork& work, const api::OwedPaymentRow& owed,
                                      std::optional<OrderId> order, const CampusId& campus);

/// By which it goes back, whatever has become of it; nullopt: its amount is 0.
[[nodiscard]] Result<std::optional<Refund>> findOwedRefund(runtime::UnitOfWork& work, const api::OwedPaymentRow& owed);

// --- made by hand -----------------------------------------------------------------------------------------------
/// REQUESTED, or PENDING if `granted`. ExceedsRefundable (amount).
[[nodiscard]] Result<Refund> makeRefund(runtime::UnitOfWork& work, Refund refund, Money paid, bool granted);

// --- steps; WrongStatus (status) where mayMove() does not allow them
// --------------------------------------------------
/// REQUESTED, HELD, FAILED → PENDING, with its task if a worker sends it.
[[nodiscard]] Result<void> grant(runtime::UnitOfWork& work, Refund& refund, api::MoneyEventKind what);
/// PENDING → HELD.
[[nodiscard]] Result<void> holdAgain(runtime::UnitOfWork& work, Refund& refund);
/// → CANCELLED; what it had committed is refundable again.
[[nodiscard]] Result<void> cancel(runtime::UnitOfWork& work, Refund& refund, std::string_view detail);
/// → SUCCEEDED.
[[nodiscard]] Result<void> markPaid(runtime::UnitOfWork& work, Refund& refund, std::string_view reference,
                                    api::MoneyEventKind what);
/// SENT → FAILED.
[[nodiscard]] Result<void> markFailed(runtime::UnitOfWork& work, Refund& refund, std::string_view why,
                                      api::MoneyEventKind what);
/// A line in its history that somebody has written; nothing else changes.
[[nodiscard]] Result<void> addNote(runtime::UnitOfWork& work, const Refund& refund, std::string_view text);
/// Writes it with its event and tells the outside. Conflict: somebody else was first.
[[nodiscard]] Result<void> save(runtime::UnitOfWork& work, Refund& refund, api::MoneyEventKind what,
                                std::string_view detail);

/// The refund has moved: so has its return, if it has one.
[[nodiscard]] Result<void> moveReturn(runtime::UnitOfWork& work, const Refund& refund);
/// A return is done: if all of its order came back and nothing of it can be undone any more, the order's campaign gets
/// its discount back.
[[nodiscard]] Result<void> giveDiscountBack(runtime::UnitOfWork& work, OrderId order, DeductionId deduction);

/// NotFound, Conflict.
[[nodiscard]] Result<Refund> findRefund(runtime::UnitOfWork& work, const api::RefundRef& ref);
[[nodiscard]] api::RefundOutcome outcomeOf(const Refund& refund);

}  // namespace evenhand::returns
