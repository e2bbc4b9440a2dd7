// SPDX-License-Identifier: GPL-3.0-or-later
// How many timers of each kind are armed in each campus, kept between reads: counted in their index once, from then on
// that figure and what the engine's connection tells it has armed and disarmed since (timer_tally.h), however many
// there are. Thread: that of the Database, always the same one.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "engine/store/database/database.h"
#include "engine/store/records/timer_tally.h"

namespace evenhand::store {

/// As of one snapshot.
class ArmedTimers {
public:
    using Counts = std::map<std::string, std::array<std::int64_t, api::kTimerKinds>, std::less<>>;  ///< campus

    ArmedTimers(Counts counts, std::optional<TimerTally::Cut> cut)
        : m_counts(std::move(counts)), m_cut(std::move(cut)) {}
    /// Empty campus: all.
    [[nodiscard]] std::int64_t of(api::TimerKind kind, const CampusId& campus) const;
    /// The same again: no timer of that kind and campus was armed or disarmed in between. nullopt: cannot be told.
    [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> changes(api::TimerKind kind,
                                                                               const CampusId& campus) const;

private:
    Counts m_counts;
    std::optional<TimerTally::Cut> m_cut;
};

/// Counted here and now.
[[nodiscard]] Result<ArmedTimers> countArmed(Database& database);

class ArmedTimersCache {
public:
    /// Begins a read transaction, which the caller ends. `tally`: of the connection that changes timers; nullptr: it is
    /// not of this process, so that they are counted each time.
    [[nodiscard]] Result<ArmedTimers> beginRead(Database& database, TimerTally* tally);

private:
    std::int64_t m_epoch = -1;
    ArmedTimers::Counts m_before;  ///< counted, less what the tally told of that moment
};

}  // namespace evenhand::store
