// SPDX-License-Identifier: GPL-3.0-or-later
// What closing an order means for its returns. Thread: the engine's; stateless.
#pragma once

#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/order_store.h"

namespace evenhand::returns {

/// Requested returns are cancelled; goods of approved ones that are awaited, or that the campus' rule did not expect
/// back, count as received and sellable (they never left), so that refunds that waited for them are granted. What
/// somebody skipped stays skipped. Their fees are given up. Before the order gives back what is left of its stock and
/// of its money.
[[nodiscard]] Result<void> endReturns(runtime::UnitOfWork& work, const store::orders::Record& order);

/// Approved returns cover all units of the order, and the last one approved is no history: there is nothing to deliver.
[[nodiscard]] Result<bool> nothingIsLeft(runtime::UnitOfWork& work, OrderId order);

}  // namespace evenhand::returns
