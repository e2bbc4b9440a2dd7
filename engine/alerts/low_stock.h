// SPDX-License-Identifier: GPL-3.0-or-later
// Products at their limit of low stock, or below: what every rule calls that changes a product's stock, its limit or
// whether it is sold. A product without a limit has no alert. Sold out is a level of its own, which fires again
// whatever was done to the lower one; as with every level, the alert stays there until the product is not low any more.
// One that somebody has resolved fires again once the product was not low meanwhile. Stock that goes up and down around
// the limit makes no sound each time: soon after its end an alert comes back in silence (see raise()).
// Thread: the engine's; stateless.
#pragma once

#include <string_view>

#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/product_store.h"

namespace evenhand::alerts {

/// `now`: the product from here on. Costs no statement where nothing changes.
[[nodiscard]] Result<void> settleStock(runtime::UnitOfWork& work, std::string_view sku,
                                       const store::products::Offer& now);
/// The same where the product has to be read.
[[nodiscard]] Result<void> settleStock(runtime::UnitOfWork& work, std::string_view sku);
/// Units have come, which can only end an alert, or that it was dismissed: without one nothing is read.
[[nodiscard]] Result<void> stockCame(runtime::UnitOfWork& work, std::string_view sku);
/// Of every product that is low: one that was so before there were such alerts, or was changed past these rules, may
/// never be changed again. One query, at start.
[[nodiscard]] Result<void> settleLowStock(runtime::UnitOfWork& work);

}  // namespace evenhand::alerts
