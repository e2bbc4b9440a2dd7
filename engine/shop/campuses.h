// SPDX-License-Identifier: GPL-3.0-or-later
// Campuses as people keep them; their policies are engine/dispatch and engine/timers.
// Thread: the engine's; stateless. Everything is checked before the first write.
#pragma once

#include "engine/api/shop_types.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::shop {

// Errors: api/shop_desk.h. What changes a campus answers its version since.
[[nodiscard]] Result<void> addCampus(runtime::UnitOfWork& work, const api::NewCampus& campus);
[[nodiscard]] Result<std::int64_t> editCampus(runtime::UnitOfWork& work, const api::CampusEdit& edit);
[[nodiscard]] Result<std::int64_t> setCampusDisabled(runtime::UnitOfWork& work, const CampusId& campus, bool disabled,
                                                     std::int64_t version);

}  // namespace evenhand::shop
