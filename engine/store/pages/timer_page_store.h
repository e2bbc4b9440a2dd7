// SPDX-License-Identifier: GPL-3.0-or-later
// Timers for tables and figures: pages, counts, what falls due when. `now`: engine time, by which a timer is overdue.
// Thread: that of the Database.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/timer_types.h"
#include "engine/store/database/database.h"
#include "engine/store/pages/armed_timers.h"

namespace evenhand::store::timerPages {

[[nodiscard]] Result<std::vector<api::TimerRow>> page(Database& database, const api::TimerQuery& query, Instant now);
/// Armed, overdue, retrying, dead, nextDue and oldestLateMs of each kind.
struct Figures {
    std::vector<api::TimerFigures> kinds;
    Instant at;                    ///< they are of this instant …
    std::optional<Instant> until;  ///< … and change at this one by time alone; nullopt: not at all
    /// What is the same at `now`, between `at` and `until`: lateness has grown.
    [[nodiscard]] std::vector<api::TimerFigures> as(Instant now) const;
    [[nodiscard]] bool covers(Instant now) const { return now >= at && (!until || now < *until); }
};
/// When the next timer of a kind and campus falls due, kept while none of these was changed.
class NextDue {
public:
    /// The first one that is due after `now`.
    [[nodiscard]] Result<std::optional<Instant>> of(Database& database, const ArmedTimers& armed, api::TimerKind kind,
                                                    const CampusId& campus, Instant now);

private:
    struct Kept {
        std::pair<std::int64_t, std::int64_t> changes;
        Instant due;
    };
    std::map<std::pair<std::string, api::TimerKind>, Kept> m_kept;
};

// In one read transaction with what is `armed`. Read are, in their index, those that are due, that failed, or that the
// answer tells apart; never all that are armed.

/// Empty campus: all.
[[nodiscard]] Result<Figures> figures(Database& database, const ArmedTimers& armed, NextDue& next,
                                      const CampusId& campus, Instant now);
/// Where the filter tells neither orders nor instants; else what matches is counted.
[[nodiscard]] Result<std::int64_t> count(Database& database, const ArmedTimers& armed, const api::TimerFilter& filter,
                                         Instant now);
[[nodiscard]] Result<api::DueHistogram> histogram(Database& database, const ArmedTimers& armed, const CampusId& campus,
                                                  const std::vector<api::TimerKind>& kinds, Instant from,
                                                  std::int64_t bucketMs, int buckets);

}  // namespace evenhand::store::timerPages
