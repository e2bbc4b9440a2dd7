// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of dispatch: the board of a campus and its fairness over time. Pure functions over what was read.
// Thread: any.
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

/// `steps` and `changes` in order of time, from the start of the first day on (changes: from the beginning).
[[nodiscard]] std::vector<api::FairnessPoint> fairnessPoints(const std::vector<store::assignments::Step>& steps,
                                                             const std::vector<store::couriers::DutyChange>& changes,
                                                             const BusinessDay& day, Instant from, Instant to,
                                                             int points);

}  // namespace evenhand::dispatch
