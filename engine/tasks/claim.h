// SPDX-License-Identifier: GPL-3.0-or-later
// Handing tasks to workers: what is due in their ranges, each by compare-and-set, under a lease and a new token; leases
// that ended are taken over; what has used up its attempts becomes a dead letter. In bulk, since a million go through.
// Thread: the engine's; stateless.
#pragma once

#include <string>
#include <vector>

#include "engine/api/task_types.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::tasks {

/// InvalidArgument (worker, limit, ranges, kinds: refunds have a claim of their own).
[[nodiscard]] Result<std::vector<api::TaskJob>> claim(runtime::UnitOfWork& work, const api::TaskClaim& claim);

}  // namespace evenhand::tasks
