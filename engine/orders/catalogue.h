// SPDX-License-Identifier: GPL-3.0-or-later
// Products and stock received.
// Thread: the engine's; stateless.
#pragma once

#include <vector>

#include "engine/api/order_desk.h"
#include "engine/api/shop_types.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::orders {

/// InvalidArgument or Overflow naming the field: SKU, name, price.
[[nodiscard]] Result<void> validateProduct(runtime::UnitOfWork& work, const api::ProductRow& product);

/// All or none; a SKU once per call. `change`: what the history calls the stock. Errors: InvalidArgument, Overflow.
[[nodiscard]] Result<void> upsertProducts(runtime::UnitOfWork& work, const std::vector<api::ProductRow>& products,
                                          bool addStock, api::StockChange change = api::StockChange::Imported);

}  // namespace evenhand::orders
