// SPDX-License-Identifier: GPL-3.0-or-later
// Stock as people count it: each change by hand leaves an entry in the product's history.
// Thread: the engine's; stateless. Everything is checked before the first write.
#pragma once

#include <string_view>

#include "engine/api/shop_types.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::shop {

/// `units` more, 1 … kMaxStock. InvalidArgument (units, note), NotFound (sku), Overflow (units).
[[nodiscard]] Result<api::StockAnswer> receiveStock(runtime::UnitOfWork& work, const Sku& sku, std::int64_t units,
                                                    std::string_view note);
/// `units` more or less, not 0; the entry has the call's reason. InvalidArgument (units), NotFound (sku), Overflow,
/// OutOfStock (units: less than none would be left).
[[nodiscard]] Result<api::StockAnswer> correctStock(runtime::UnitOfWork& work, const Sku& sku, std::int64_t units);

}  // namespace evenhand::shop
