// SPDX-License-Identifier: GPL-3.0-or-later
// The invariants of flash sales over a snapshot of a workspace. Thread: the caller's.
#pragma once

#include <string>
#include <vector>

#include "engine/runtime/verifier.h"

namespace evenhand::seckill {

/// S1, S2, S3, S5. (S4, "a refused attempt leaves no trace", is about history: tests see to it.)
[[nodiscard]] std::vector<runtime::Check> seckillChecks();

/// Units of each activity, for stats: `stock` what may still be reserved.
struct ActivityUnits {
    std::string id;
    std::int64_t stock = 0, reserved = 0, ordered = 0;
};
[[nodiscard]] Result<std::vector<ActivityUnits>> activityUnits(store::Database& database,
                                                               keyspace::EmbeddedKeyspace& keyspace);

}  // namespace evenhand::seckill
