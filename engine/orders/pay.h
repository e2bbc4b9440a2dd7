// SPDX-License-Identifier: GPL-3.0-or-later
// Payments: accepted, late or unmatched. Money is never dropped: what is not accepted is recorded as owed back.
// Thread: the engine's; stateless.
#pragma once

#include "engine/api/order_desk.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/order_rows/read_ahead.h"
#include "engine/store/records/payment_store.h"

namespace evenhand::orders {

/// What it will read.
void prefetchPaying(const api::PayOrder& request, store::ReadAhead& ahead);
/// The same payment again gets the first answer. Errors: InvalidArgument; KeyReused if the number was used for another
/// order or amount.
[[nodiscard]] Result<api::PaymentAnswer> pay(runtime::UnitOfWork& work, const api::PayOrder& request);
/// pay() as a person vouches for it.
[[nodiscard]] Result<api::PaymentAnswer> recordPayment(runtime::UnitOfWork& work, const api::PayOrder& request);

/// At or after its instant an order closes before it is paid, whether or not its timer was quicker.
[[nodiscard]] Result<bool> isOverdue(runtime::UnitOfWork& work, const store::payments::Lookup::Order& order);
/// Where the money comes from: from the provider, or from what was owed back.
enum class PaymentFrom : std::uint8_t { Provider, Unmatched };
/// The order is paid: it waits for just this amount and is in time, as the caller has seen. Conflict.
[[nodiscard]] Result<void> acceptPayment(runtime::UnitOfWork& work, const store::payments::Lookup::Order& order,
                                         const api::PayOrder& payment, PaymentFrom from);

}  // namespace evenhand::orders
