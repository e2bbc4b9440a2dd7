// SPDX-License-Identifier: GPL-3.0-or-later
// How evenly the orders of a business day went to the couriers of a campus, over time. Thread: that of the Database.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "engine/dispatch/business_day.h"
#include "engine/store/records/assignment_store.h"
#include "engine/store/records/courier_store.h"

namespace evenhand::dispatch {

/// The steps that fairnessPoints() needs: counted by point where the points are of one day.
[[nodiscard]] Result<std::vector<store::assignments::Step>> fairnessSteps(store::Database& database,
                                                                          const CampusId& campus,
                                                                          const BusinessDay& day, Instant from,
                                                                          Instant to, int points);

/// A change of duty, and what is added to the courier's count of the day from then on.
struct DutyStep {
    Instant at;
    std::string courier;
    bool onDuty = false;
    std::int64_t headStart = 0;
};

/// The changes of duty that fairnessPoints() needs. Who comes on duty while others are there has missed what those got
/// meanwhile, and must not look unfairly treated for it: a head start brings their count between the fewest and the
/// most of those on duty at that instant. The counts at such instants are kept, so that asking again reads nothing.
class DutySteps {
public:
    /// From the start of `from`'s day until `to`; before them who was on duty then.
    [[nodiscard]] Result<std::vector<DutyStep>> read(store::Database& database, const CampusId& campus,
                                                     const BusinessDay& day, Instant from, Instant to);

private:
    using Counts = std::map<std::string, std::int64_t>;  ///< by courier; those without any are left out

    [[nodiscard]] Result<Counts> countsAt(store::Database& database, const CampusId& campus, Instant dayStart,
                                          Instant at);

    static constexpr std::size_t kMax = 1024;  ///< instants kept
    std::map<std::pair<CampusId, Instant>, Counts> m_kept;
};

/// `steps` and `changes` in order of time, from the start of the first day on (changes: with who was on duty before).
[[nodiscard]] std::vector<api::FairnessPoint> fairnessPoints(const std::vector<store::assignments::Step>& steps,
                                                             const std::vector<DutyStep>& changes,
                                                             const BusinessDay& day, Instant from, Instant to,
                                                             int points);

}  // namespace evenhand::dispatch
