// SPDX-License-Identifier: GPL-3.0-or-later
// How late timers had their effect, over the last minutes: a histogram per kind and slice of time, so that memory does
// not grow with the rate. Thread: any.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>

#include "engine/api/timer_types.h"
#include "engine/base/histogram.h"

namespace evenhand::timers {

inline constexpr std::int64_t kLatenessWindowMs = 300'000;

class Lateness {
public:
    /// `at`: the instant of the effect; `lateMs` below 0 (run by hand before its time) counts as 0.
    void add(api::TimerKind kind, Instant at, std::int64_t lateMs);

    struct Figures {
        std::int64_t effects = 0;
        std::optional<std::int64_t> p50Ms;  ///< nullopt: no effect within the window
        std::optional<std::int64_t> p99Ms;  ///< exact below 64 ms, else within 2 %, rounded up
    };
    [[nodiscard]] Figures of(api::TimerKind kind, Instant now) const;
    /// Of all kinds, since start.
    [[nodiscard]] base::HistogramCounts sinceStart() const noexcept { return m_sinceStart.copy(); }

private:
    static constexpr std::size_t kSlices = 30;
    static constexpr std::int64_t kSliceMs = kLatenessWindowMs / static_cast<std::int64_t>(kSlices);
    static constexpr std::size_t kExact = 64;
    static constexpr std::size_t kPerDoubling = 32;
    static constexpr std::size_t kBuckets = kExact + 40 * kPerDoubling;
    [[nodiscard]] static std::size_t bucketOf(std::int64_t lateMs) noexcept;
    [[nodiscard]] static std::int64_t upperMs(std::size_t bucket) noexcept;

    struct Slice {
        std::int64_t number = -1;  ///< of the slice of time it holds
        std::int64_t total = 0;
        std::array<std::uint32_t, kBuckets> counts{};
    };
    base::Histogram m_sinceStart;
    mutable std::mutex m_mutex;
    std::array<std::array<Slice, kSlices>, api::kTimerKinds> m_slices{};
};

}  // namespace evenhand::timers
