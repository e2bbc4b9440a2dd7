// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the entries of a cause, in its unit of work. An amount of 0 writes nothing. Thread: the engine's; stateless.
#pragma once

#include <optional>

#include "engine/ledger_entries/entries.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/refund_store.h"

namespace evenhand::ledger {

/// An order is paid: the payment, and what a campaign took off its price.
[[nodiscard]] Result<void> postPayment(runtime::UnitOfWork& work, OrderId order, const PaymentNo& paymentNo,
                                       Money amount, Money discount);
/// A payment that was not accepted has paid this order after all.
[[nodiscard]] Result<void> postMatched(runtime::UnitOfWork& work, OrderId order, const PaymentNo& paymentNo,
                                       Money amount, Money discount);
/// A payment that was not accepted. `kind`: LatePayment or UnmatchedPayment.
[[nodiscard]] Result<void> postOwed(runtime::UnitOfWork& work, api::LedgerKind kind, std::optional<OrderId> order,
                                    const PaymentNo& paymentNo, Money amount);
/// What the approval of a return keeps, or gives up again. `kind`: FeeKept or FeeWaived.
[[nodiscard]] Result<void> postFee(runtime::UnitOfWork& work, api::LedgerKind kind, OrderId order,
                                   const PaymentNo& paymentNo, Money fee);
/// `kind`: RefundGranted, RefundCancelled or RefundPaid.
[[nodiscard]] Result<void> postRefund(runtime::UnitOfWork& work, api::LedgerKind kind,
                                      const store::refunds::Record& refund);

}  // namespace evenhand::ledger
