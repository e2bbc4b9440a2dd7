// SPDX-License-Identifier: GPL-3.0-or-later
// When a task that failed is tried again. Thread: pure function, any thread.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/api/task_types.h"
#include "engine/base/rng.h"

namespace evenhand::tasks {

/// The gap before the next attempt, in ms, after `attempts` of them (>= 1); nullopt: that was the last one. Doubles
/// from firstRetryMs to lastRetryMs, each shortened by up to a fifth at random, so that what failed together does not
/// come back together. `askedMs`, what the other side asked for (0: nothing), is never undercut, but cut to a day.
[[nodiscard]] std::optional<std::int64_t> retryGapMs(const api::TaskPolicy& policy, std::int64_t attempts,
                                                     std::int64_t askedMs, Rng& rng) noexcept;

}  // namespace evenhand::tasks
