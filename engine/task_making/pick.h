// SPDX-License-Identifier: GPL-3.0-or-later
// What is due and may be taken: of these kinds, not held, in these ranges. Thread: the database's; stateless.
#pragma once

#include <span>
#include <vector>

#include "engine/api/ring_range.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/task_store.h"

namespace evenhand::tasks {

/// At most `limit`, oldest first; no ranges: everywhere. InvalidArgument (ranges: they overlap).
[[nodiscard]] Result<std::vector<store::tasks::Due>> pickDue(runtime::UnitOfWork& work,
                                                             std::span<const api::TaskKind> kinds, std::int64_t limit,
                                                             std::vector<api::RingRange> ranges);
/// When the next one falls due, leases included; nullopt: none. Of committed state, also on the reader's connection.
[[nodiscard]] Result<std::optional<Instant>> nextDue(store::Database& database, std::span<const api::TaskKind> kinds,
                                                     std::vector<api::RingRange> ranges);

}  // namespace evenhand::tasks
