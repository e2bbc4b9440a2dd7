// SPDX-License-Identifier: GPL-3.0-or-later
// Closing an order before pick-up: gives back, each exactly once, what it took: stock, the courier's step, the money.
// Thread: the engine's; stateless.
#pragma once

#include "engine/api/order_desk.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::orders {

/// Errors: NotFound, Conflict (stale version), WrongStatus. `byHand`: an operator has run its timer.
[[nodiscard]] Result<void> close(runtime::UnitOfWork& work, const api::OrderRef& order, api::CloseReason reason,
                                 bool byHand = false);

}  // namespace evenhand::orders
