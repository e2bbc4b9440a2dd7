// SPDX-License-Identifier: GPL-3.0-or-later
// Time as the engine knows it. Instants are UTC epoch milliseconds; only a Clock reads the system clock.
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <string>

namespace evenhand::base {

/// UTC epoch milliseconds.
struct Instant {
    std::int64_t ms = 0;
    auto operator<=>(const Instant&) const = default;
    [[nodiscard]] constexpr Instant plusMs(std::int64_t delta) const noexcept { return {ms + delta}; }
};

inline constexpr std::int64_t kNsPerMs = 1'000'000;
inline constexpr std::int64_t kMinuteMs = 60'000;
inline constexpr std::int64_t kHourMs = 60 * kMinuteMs;
inline constexpr std::int64_t kDayMs = 24 * kHourMs;
/// The latest that anybody may give: the end of the year 9999.
inline constexpr Instant kMaxInstant{253'402'300'799'999};

/// "2026-11-26 15:00:03 UTC", for what is said in English and to people in any zone.
[[nodiscard]] std::string utcText(Instant instant);

/// Source of "now". Thread: now() may be called from any thread.
class Clock {
public:
    virtual ~Clock() = default;
    /// Wall-clock time; may step in either direction.
    [[nodiscard]] virtual Instant now() const noexcept = 0;
    /// Never goes back; for measuring durations only. Nanoseconds since an arbitrary start.
    [[nodiscard]] virtual std::int64_t monotonicNs() const noexcept = 0;
};

class SystemClock final : public Clock {
public:
    [[nodiscard]] Instant now() const noexcept override;
    [[nodiscard]] std::int64_t monotonicNs() const noexcept override;
};

/// Set by hand: simulation, tests and imports.
class VirtualClock final : public Clock {
public:
    explicit VirtualClock(Instant start = {0}) : m_ms(start.ms) {}
    [[nodiscard]] Instant now() const noexcept override { return {m_ms.load(std::memory_order_relaxed)}; }
    [[nodiscard]] std::int64_t monotonicNs() const noexcept override {
        return m_ms.load(std::memory_order_relaxed) * 1'000'000;
    }
    void set(Instant instant) noexcept { m_ms.store(instant.ms, std::memory_order_relaxed); }
    void advanceMs(std::int64_t deltaMs) noexcept { m_ms.fetch_add(deltaMs, std::memory_order_relaxed); }

private:
    std::atomic<std::int64_t> m_ms;
};

}  // namespace evenhand::base

namespace evenhand {
using base::Clock;
using base::Instant;
}  // namespace evenhand
