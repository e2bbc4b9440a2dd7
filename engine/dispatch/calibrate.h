// SPDX-License-Identifier: GPL-3.0-or-later
// Weights recomputed from the database, compared with the keyspace, and put right by differences.
// Thread: the engine's; stateless. Also used to verify D3.
#pragma once

#include <string_view>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::dispatch {

/// Every courier of the campus: its weight in the keyspace, and what the database and the open charges (takes whose
/// assignment is not in the database) say it should be. In order of id. D3 holds if every difference is 0.
[[nodiscard]] Result<std::vector<api::CalibrationRow>> compareWeights(store::Database& database,
                                                                      keyspace::Keyspace& keyspace,
                                                                      const CampusId& campus);
/// NotFound for an unknown campus.
[[nodiscard]] Result<std::vector<api::CalibrationRow>> previewCalibration(runtime::UnitOfWork& work,
                                                                          const CampusId& campus);
/// Applies the differences. Each is recorded as a pair (drift found, calibration) that sums to 0: the recomputed
/// weight stays what it was and the keyspace now agrees with it. `seen`: as previewed; Conflict (courier) where a
/// difference is another one by now. Empty: whatever they are.
[[nodiscard]] Result<std::vector<api::CalibrationRow>> calibrate(runtime::UnitOfWork& work, const CampusId& campus,
                                                                 const std::vector<api::CalibrationRow>& seen = {});

}  // namespace evenhand::dispatch
