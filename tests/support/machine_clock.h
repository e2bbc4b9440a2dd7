// SPDX-License-Identifier: GPL-3.0-or-later
// A clock whose time of day and passed time differ, as on a machine whose clock somebody sets.
// Thread: one.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/base/clock.h"

namespace evenhand::test {

/// The machine's clock, which somebody may set in either direction, and time as it passes, which goes on.
class MachineClock final : public Clock {
public:
    explicit MachineClock(Instant start) noexcept : m_now(start) {}
    [[nodiscard]] Instant now() const noexcept override { return m_now; }
    [[nodiscard]] std::int64_t monotonicNs() const noexcept override { return m_passedMs * 1'000'000; }
    /// The latest time that it ever showed.
    [[nodiscard]] Instant latest() const noexcept { return m_latest; }
    void advanceMs(std::int64_t ms) noexcept {
        set(m_now.plusMs(ms));
        m_passedMs += ms;
    }
    void set(Instant now) noexcept {
        m_now = now;
        m_latest = std::max(m_latest, now);
    }

private:
    Instant m_now;
    Instant m_latest = m_now;
    std::int64_t m_passedMs = 1'000;
};

}  // namespace evenhand::test
