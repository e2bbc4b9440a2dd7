// SPDX-License-Identifier: GPL-3.0-or-later
// Products as people keep them; many at a time are engine/orders/catalogue.h.
// Thread: the engine's; stateless. Everything is checked before the first write.
#pragma once

#include "engine/api/shop_types.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/product_store.h"

namespace evenhand::shop {

// Errors: api/shop_desk.h. What changes a product answers its version since.
[[nodiscard]] Result<void> addProduct(runtime::UnitOfWork& work, const api::NewProduct& product);
[[nodiscard]] Result<std::int64_t> editProduct(runtime::UnitOfWork& work, const api::ProductEdit& edit);
[[nodiscard]] Result<std::int64_t> setProductDisabled(runtime::UnitOfWork& work, const Sku& sku, bool disabled,
                                                      std::int64_t version);

/// NotFound; Conflict for a stale version (0: whatever it is now).
[[nodiscard]] Result<store::products::Record> findProduct(runtime::UnitOfWork& work, const Sku& sku,
                                                          std::int64_t version);
void tellOfCatalogue(runtime::UnitOfWork& work);

}  // namespace evenhand::shop
