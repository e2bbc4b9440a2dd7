// SPDX-License-Identifier: GPL-3.0-or-later
// The life of an alert: it fires, repeats until somebody acknowledges it, may be silenced for a while, and is resolved
// by what happens to its order (stage.h) or by hand. Thread: the engine's; stateless.
#pragma once

#include <vector>

#include "engine/api/timer_desk.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/alert_store.h"

namespace evenhand::timers {

/// Fires: a new one, or the open one of this order and kind once more. Answers whether it is new.
[[nodiscard]] Result<bool> raiseAlert(runtime::UnitOfWork& work, OrderId order, const CampusId& campus,
                                      api::TimerKind kind, Instant due);
/// It is due to fire again.
[[nodiscard]] Result<void> repeatAlert(runtime::UnitOfWork& work, const store::alerts::Open& alert);

// By operators. Errors: NotFound, WrongStatus (resolved), Conflict (version), InvalidArgument.
[[nodiscard]] Result<api::AlertOutcome> acknowledgeAlert(runtime::UnitOfWork& work, const api::AlertRef& ref);
[[nodiscard]] Result<api::AlertOutcome> silenceAlert(runtime::UnitOfWork& work, const api::AlertRef& ref,
                                                     Instant until);
[[nodiscard]] Result<api::AlertOutcome> resolveAlert(runtime::UnitOfWork& work, const api::AlertRef& ref);

}  // namespace evenhand::timers
