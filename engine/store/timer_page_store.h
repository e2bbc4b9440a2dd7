// SPDX-License-Identifier: GPL-3.0-or-later
// Timers for tables and figures: pages, counts, what falls due when. `now`: engine time, by which a timer is overdue.
// Thread: that of the Database.
#pragma once

#include <array>
#include <vector>

#include "engine/api/timer_types.h"
#include "engine/store/database.h"

namespace evenhand::store::timerPages {

[[nodiscard]] Result<std::vector<api::TimerRow>> page(Database& database, const api::TimerQuery& query, Instant now);
[[nodiscard]] Result<std::int64_t> count(Database& database, const api::TimerFilter& filter, Instant now);
/// Armed, overdue, retrying, dead, nextDue and oldestLateMs of each kind. Empty campus: all.
[[nodiscard]] Result<std::vector<api::TimerFigures>> figures(Database& database, const CampusId& campus, Instant now);
[[nodiscard]] Result<api::DueHistogram> histogram(Database& database, const CampusId& campus,
                                                  const std::vector<api::TimerKind>& kinds, Instant from,
                                                  std::int64_t bucketMs, int buckets);

}  // namespace evenhand::store::timerPages
