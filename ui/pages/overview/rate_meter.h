// SPDX-License-Identifier: GPL-3.0-or-later
// Counts per minute, from counts as they come in: over the last minute, or over what there is since it began.
// Thread: GUI. Instants are given; it reads no clock.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>

#include "engine/base/clock.h"

namespace evenhand::ui {

class RateMeter {
public:
    static constexpr std::int64_t kSpanMs = 60'000;
    /// Nothing is said before so much was seen.
    static constexpr std::int64_t kMinMs = 5'000;

    /// Begins anew: nobody counted before.
    void begin(Instant now) {
        m_began = now;
        m_counts.clear();
    }
    void add(Instant now, std::int64_t count) {
        forget(now);
        m_counts.push_back({now, count});
    }
    [[nodiscard]] std::optional<double> perMinute(Instant now) {
        forget(now);
        const std::int64_t seen = std::min(kSpanMs, now.ms - m_began.ms);
        if (seen < kMinMs) {
            return std::nullopt;
        }
        std::int64_t sum = 0;
        for (const auto& each : m_counts) {
            sum += each.count;
        }
        return static_cast<double>(sum) * 60'000.0 / static_cast<double>(seen);
    }

private:
    void forget(Instant now) {
        while (!m_counts.empty() && m_counts.front().at.ms <= now.ms - kSpanMs) {
            m_counts.pop_front();
        }
    }

    struct Count {
        Instant at;
        std::int64_t count = 0;
    };
    Instant m_began;
    std::deque<Count> m_counts;
};

}  // namespace evenhand::ui
