// SPDX-License-Identifier: GPL-3.0-or-later
// From when on something is an alert, as people set it. Thread: the engine's; stateless.
#pragma once

#include "engine/api/alert_types.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::alerts {

/// InvalidArgument (repeat_ms, spread, budget_percent, pace_percent, backup_age_ms).
[[nodiscard]] Result<void> validateLimits(const api::AlertLimits& limits);
/// Also Conflict (version).
[[nodiscard]] Result<void> setLimits(runtime::UnitOfWork& work, const api::AlertLimits& limits);

/// How many of the limits of a budget `percent` has reached: the level of its alert, 0: none.
[[nodiscard]] std::int64_t budgetLevel(const api::AlertLimits& limits, std::int64_t percent) noexcept;

}  // namespace evenhand::alerts
