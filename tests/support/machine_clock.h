// SPDX-License-Identifier: GPL-3.0-or-later
// A clock whose time of day and passed time differ, as on a machine whose clock somebody sets.
// Thread: set on one, read from any.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "engine/base/clock.h"

namespace evenhand::test {

/// The machine's clock, which somebody may set in either direction, and time as it passes, which goes on.
class MachineClock final : public Clock {
public:
    explicit MachineClock(Instant start) noexcept : m_nowMs(start.ms), m_latestMs(start.ms) {}
    MachineClock& operator=(const MachineClock& other) noexcept {
        m_nowMs = other.m_nowMs.load();
        m_latestMs = other.m_latestMs.load();
        m_passedMs = other.m_passedMs.load();
        return *this;
    }
    [[nodiscard]] Instant now() const noexcept override { return {m_nowMs}; }
    [[nodiscard]] std::int64_t monotonicNs() const noexcept override { return m_passedMs * 1'000'000; }
    /// The latest time that it ever showed.
    [[nodiscard]] Instant latest() const noexcept { return {m_latestMs}; }
    void advanceMs(std::int64_t ms) noexcept {
        set(Instant{m_nowMs}.plusMs(ms));
        m_passedMs += ms;
    }
    void set(Instant now) noexcept {
        m_nowMs = now.ms;
        m_latestMs = std::max(m_latestMs.load(), now.ms);
    }

private:
    std::atomic<std::int64_t> m_nowMs;
    std::atomic<std::int64_t> m_latestMs;
    std::atomic<std::int64_t> m_passedMs{1'000};
};

}  // namespace evenhand::test
