// SPDX-License-Identifier: GPL-3.0-or-later
// The board of a campus: pure functions over what was read. Thread: any.
#pragma once

#include <string>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "engine/dispatch/steps.h"

namespace evenhand::dispatch {

/// Weights as the keyspace had them at `at`.
struct WeightSnapshot {
    Instant at;
    Weights weights;
};

/// Adds weight, share and deviation to `rows` and sorts them; `waiting` as counted.
[[nodiscard]] api::DispatchBoard makeBoard(api::CampusRow campus, std::vector<api::CourierRow> rows,
                                           const WeightSnapshot& snapshot, std::int64_t waiting);
void addWeight(api::CourierRow& row, const Weights& weights);

}  // namespace evenhand::dispatch
