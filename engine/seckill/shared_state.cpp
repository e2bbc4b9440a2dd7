// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/seckill/shared_state.h"

#include <algorithm>

namespace evenhand::seckill {

void AttemptCounter::count(api::AttemptOutcome outcome, Instant at) {
    const auto index = static_cast<std::size_t>(outcome);
    ++m_totals[index];
    const Instant second{at.ms / 1'000 * 1'000};
    auto& slot = m_seconds[static_cast<std::size_t>(at.ms / 1'000) % kSeconds];
    if (slot.at != second) {
        slot = {second, {}};
    }
    ++slot.counts[index];
}

std::vector<api::AttemptSecond> AttemptCounter::seconds(Instant now) const {
    constexpr auto kWindowMs = static_cast<std::int64_t>(kSeconds) * 1'000;
    std::vector<api::AttemptSecond> recent;
    for (const auto& slot : m_seconds) {
        if (slot.at.ms > now.ms - kWindowMs && slot.at <= now && slot.at.ms > 0) {
            recent.push_back(slot);
        }
    }
    std::sort(recent.begin(), recent.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
    return recent;
}

void OrderLatency::add(std::int64_t ms) {
    if (m_ms.size() < kKept) {
        m_ms.push_back(ms);
    } else {
        m_ms[m_next] = ms;
    }
    m_next = (m_next + 1) % kKept;
}

std::optional<double> OrderLatency::quantile(double q) const {
    if (m_ms.empty()) {
        return std::nullopt;
    }
    auto sorted = m_ms;
    const auto rank = std::min(sorted.size() - 1, static_cast<std::size_t>(q * static_cast<double>(sorted.size())));
    std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(rank), sorted.end());
    return static_cast<double>(sorted[rank]);
}

const ActivityKeys& SharedState::keys(const ActivityId& activity) {
    constexpr std::size_t kMax = 4'096;  // attempts may name anything
    if (knownKeys.size() > kMax) {
        knownKeys.clear();
    }
    return knownKeys.try_emplace(activity, activity).first->second;
}

}  // namespace evenhand::seckill
