// SPDX-License-Identifier: GPL-3.0-or-later
// A late or unmatched payment that is found to be that of another order pays it, if it could have been its payment.
// Thread: the engine's; stateless.
#pragma once

#include "engine/api/order_desk.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::orders {

/// What would have gone back is cancelled, the order is paid, and the money moves in the ledger. Errors as in
/// OrderDesk::matchPayment().
[[nodiscard]] Result<api::MatchAnswer> matchPayment(runtime::UnitOfWork& work, const api::MatchPayment& request);

}  // namespace evenhand::orders
