// SPDX-License-Identifier: GPL-3.0-or-later
// Payments: accepted, late or unmatched. Money is never dropped: what is not accepted is recorded as owed back.
// Thread: the engine's; stateless.
#pragma once

#include "engine/api/order_desk.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/order_rows/read_ahead.h"

namespace evenhand::orders {

/// What it will read.
void prefetchPaying(const api::PayOrder& request, store::ReadAhead& ahead);
/// The same payment again gets the first answer. Errors: InvalidArgument; KeyReused if the number was used for another
/// order or amount.
[[nodiscard]] Result<api::PaymentAnswer> pay(runtime::UnitOfWork& work, const api::PayOrder& request);
/// pay() as a person vouches for it.
[[nodiscard]] Result<api::PaymentAnswer> recordPayment(runtime::UnitOfWork& work, const api::PayOrder& request);

}  // namespace evenhand::orders
