// SPDX-License-Identifier: GPL-3.0-or-later
// Products and stock received.
// Thread: the engine's; stateless.
#pragma once

#include <vector>

#include "engine/api/order_desk.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::orders {

/// All or none; a SKU once per call. Errors: InvalidArgument, Overflow.
[[nodiscard]] Result<void> upsertProducts(runtime::UnitOfWork& work, const std::vector<api::ProductRow>& products,
                                          bool addStock);

}  // namespace evenhand::orders
