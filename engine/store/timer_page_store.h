// SPDX-License-Identifier: GPL-3.0-or-later
// Timers for tables and figures: pages, counts, what falls due when. `now`: engine time, by which a timer is overdue.
// Thread: that of the Database.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/api/timer_types.h"
#include "engine/store/database.h"

namespace evenhand::store::timerPages {

[[nodiscard]] Result<std::vector<api::TimerRow>> page(Database& database, const api::TimerQuery& query, Instant now);
[[nodiscard]] Result<std::int64_t> count(Database& database, const api::TimerFilter& filter, Instant now);
/// Armed, overdue, retrying, dead, nextDue and oldestLateMs of each kind.
struct Figures {
    std::vector<api::TimerFigures> kinds;
    Instant at;                    ///< they are of this instant …
    std::optional<Instant> until;  ///< … and change at this one by time alone; nullopt: not at all
    /// What is the same at `now`, between `at` and `until`: lateness has grown.
    [[nodiscard]] std::vector<api::TimerFigures> as(Instant now) const;
    [[nodiscard]] bool covers(Instant now) const { return now >= at && (!until || now < *until); }
};
/// Empty campus: all. An index is counted, no row is read.
[[nodiscard]] Result<Figures> figures(Database& database, const CampusId& campus, Instant now);
[[nodiscard]] Result<api::DueHistogram> histogram(Database& database, const CampusId& campus,
                                                  const std::vector<api::TimerKind>& kinds, Instant from,
                                                  std::int64_t bucketMs, int buckets);

}  // namespace evenhand::store::timerPages
