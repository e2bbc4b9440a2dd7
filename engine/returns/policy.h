// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of returns, per campus. Errors as in returns_desk.h. Thread: the engine's; stateless.
#pragma once

#include "engine/api/returns_types.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::returns {

[[nodiscard]] Result<void> setPolicy(runtime::UnitOfWork& work, const CampusId& campus,
                                     const std::optional<api::ReturnPolicy>& policy, std::int64_t version = 0);

}  // namespace evenhand::returns
