// SPDX-License-Identifier: GPL-3.0-or-later
// What people do to an alert. Errors: NotFound, WrongStatus (resolved), Conflict (version), InvalidArgument.
// Thread: the engine's; stateless.
#pragma once

#include "engine/api/alert_types.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::alerts {

[[nodiscard]] Result<api::AlertOutcome> acknowledge(runtime::UnitOfWork& work, const api::AlertRef& ref);
[[nodiscard]] Result<api::AlertOutcome> silence(runtime::UnitOfWork& work, const api::AlertRef& ref, Instant until);
[[nodiscard]] Result<api::AlertOutcome> resolveByHand(runtime::UnitOfWork& work, const api::AlertRef& ref);

}  // namespace evenhand::alerts
