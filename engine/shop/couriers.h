// SPDX-License-Identifier: GPL-3.0-or-later
// Couriers as people keep them; who is on duty is engine/dispatch.
// Thread: the engine's; stateless. Everything is checked before the first write.
#pragma once

#include "engine/api/shop_types.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::shop {

// Errors: api/shop_desk.h. What changes a courier answers the version since.
[[nodiscard]] Result<void> addCourier(runtime::UnitOfWork& work, const api::NewCourier& courier);
[[nodiscard]] Result<std::int64_t> editCourier(runtime::UnitOfWork& work, const api::CourierEdit& edit);
[[nodiscard]] Result<std::int64_t> setCourierDisabled(runtime::UnitOfWork& work, const CourierId& courier,
                                                      bool disabled, std::int64_t version);

}  // namespace evenhand::shop
