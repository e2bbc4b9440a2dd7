// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of dispatch: the board of a campus and its fairness over time. Pure functions over what was read, but
// for fairnessSteps(). Thread: any; that of the Database.
#pragma once

#include <string>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "engine/dispatch/business_day.h"
#include "engine/dispatch/steps.h"
#include "engine/store/assignment_store.h"
#include "engine/store/courier_store.h"

namespace evenhand::dispatch {

/// Weights as the keyspace had them at `at`.
struct WeightPicture {
    Instant at;
    Weights weights;
};

/// Adds weight, share and deviation to `rows` and sorts them; `waiting` as counted.
[[nodiscard]] api::DispatchBoard makeBoard(api::CampusRow campus, std::vector<api::CourierRow> rows,
                                           const WeightPicture& picture, std::int64_t waiting);
void addWeight(api::CourierRow& row, const Weights& weights);

/// The steps that fairnessPoints() needs: counted by point where the points are of one day.
[[nodiscard]] Result<std::vector<store::assignments::Step>> fairnessSteps(store::Database& database,
                                                                          const CampusId& campus,
                                                                          const BusinessDay& day, Instant from,
                                                                          Instant to, int points);
/// `steps` and `changes` in order of time, from the start of the first day on (changes: with who was on duty before).
[[nodiscard]] std::vector<api::FairnessPoint> fairnessPoints(const std::vector<store::assignments::Step>& steps,
                                                             const std::vector<store::couriers::DutyChange>& changes,
                                                             const BusinessDay& day, Instant from, Instant to,
                                                             int points);

}  // namespace evenhand::dispatch
