// SPDX-License-Identifier: GPL-3.0-or-later
// What the sources of due work and the desk of campaigns tell each other, in this process.
// Thread: the engine's, but for the counters.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/api/campaign_types.h"

namespace evenhand::campaigns {

/// Refusals that leave no record, since the start.
class RefusalCounts {
public:
    void add(std::int64_t campaign, api::DrawRefusal reason) {
        const std::scoped_lock lock(m_mutex);
        ++m_counts[campaign][static_cast<std::size_t>(reason)];
    }
    [[nodiscard]] std::array<std::int64_t, 9> of(std::int64_t campaign) const {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_counts.find(campaign);
        return found == m_counts.end() ? std::array<std::int64_t, 9>{} : found->second;
    }

private:
    mutable std::mutex m_mutex;
    std::map<std::int64_t, std::array<std::int64_t, 9>> m_counts;
};

struct SharedState {
    RefusalCounts refusals;
    /// Campaigns were changed, or what was read of them may have been undone: read them again.
    bool buildStale = true;
    bool upkeepStale = true;
    void changed() noexcept { buildStale = upkeepStale = true; }
};

}  // namespace evenhand::campaigns
