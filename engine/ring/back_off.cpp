// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ring/back_off.h"

#include <algorithm>

namespace evenhand::tasks {
std::optional<std::int64_t> retryGapMs(const api::TaskPolicy& policy, std::int64_t attempts, std::int64_t askedMs,
                                       Rng& rng) noexcept {
    if (attempts >= policy.maxAttempts) {
        return std::nullopt;
    }
    const std::int64_t last = std::max<std::int64_t>(policy.lastRetryMs, 1);
    std::int64_t gap = std::clamp<std::int64_t>(policy.firstRetryMs, 1, last);
    for (std::int64_t i = 1; i < attempts && gap < last; ++i) {
        gap = gap > last / 2 ? last : gap * 2;
    }
    gap -= static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(gap / 5) + 1));
    return std::max(gap, std::clamp<std::int64_t>(askedMs, 0, base::kDayMs));
}

}  // namespace evenhand::tasks
