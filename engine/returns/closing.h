// SPDX-License-Identifier: GPL-3.0-or-later
// What closing an order means for its returns. Thread: the engine's; stateless.
#pragma once

#include "engine/runtime/unit_of_work.h"
#include "engine/store/order_store.h"

namespace evenhand::returns {

/// Requested returns are cancelled; goods of approved ones that are awaited count as received and sellable (they never
/// left), so that refunds that waited for them are granted. Before the order gives back what is left of its stock.
[[nodiscard]] Result<void> endReturns(runtime::UnitOfWork& work, const store::orders::Record& order);

}  // namespace evenhand::returns
