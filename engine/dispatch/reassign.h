// SPDX-License-Identifier: GPL-3.0-or-later
// Taking an order from its courier by hand, to a named one or the next fairest, and undoing it.
// Thread: the engine's; stateless. One unit of work per order: it clears the courier, raises the epoch, gives back what
// was charged and publishes `order@@re`, or does nothing.
#pragma once

#include "engine/api/dispatch_desk.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::dispatch {

/// Errors: NotFound, Conflict (stale version), WrongStatus, InvalidArgument (`to`), NoCourierOnDuty, LoadLimit.
[[nodiscard]] Result<api::ReassignOutcome> reassign(runtime::UnitOfWork& work, const api::OrderRef& order,
                                                    const api::ReassignTarget& target);
/// Back to whom it came from; Conflict if the order has moved beyond the outcome's epoch.
[[nodiscard]] Result<api::ReassignOutcome> undoReassign(runtime::UnitOfWork& work, const api::ReassignOutcome& done);

}  // namespace evenhand::dispatch
