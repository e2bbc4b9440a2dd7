// SPDX-License-Identifier: GPL-3.0-or-later
// How long things took, counted in fixed buckets since the start: what monitoring asks for.
// Thread: HistogramCounts is a value; Histogram may be added to and copied by any thread.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace evenhand::base {

/// Upper bounds of the buckets, in seconds; one more bucket holds what is above.
inline constexpr std::array kHistogramBounds{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,  0.1,
                                             0.25,   0.5,   1.0,    2.5,   10.0, 60.0,  600.0, 3600.0};
inline constexpr std::size_t kHistogramBuckets = kHistogramBounds.size() + 1;

[[nodiscard]] constexpr std::size_t histogramBucket(double seconds) noexcept {
    std::size_t bucket = 0;
    while (bucket < kHistogramBounds.size() && seconds > kHistogramBounds[bucket]) {
        ++bucket;
    }
    return bucket;
}

struct HistogramCounts {
    std::array<std::uint64_t, kHistogramBuckets> counts{};  ///< of each bucket, not summed up
    double sum = 0;                                         ///< seconds
    void add(double seconds) noexcept {
        ++counts[histogramBucket(seconds)];
        sum += seconds;
    }
};

class Histogram {
public:
    void add(double seconds) noexcept {
        m_counts[histogramBucket(seconds)].fetch_add(1, std::memory_order_relaxed);
        m_sumNs.fetch_add(static_cast<std::int64_t>(seconds * 1e9), std::memory_order_relaxed);
    }
    [[nodiscard]] HistogramCounts copy() const noexcept {
        HistogramCounts copied;
        for (std::size_t i = 0; i < kHistogramBuckets; ++i) {
            copied.counts[i] = m_counts[i].load(std::memory_order_relaxed);
        }
        copied.sum = static_cast<double>(m_sumNs.load(std::memory_order_relaxed)) / 1e9;
        return copied;
    }

private:
    std::array<std::atomic<std::uint64_t>, kHistogramBuckets> m_counts{};
    std::atomic<std::int64_t> m_sumNs{0};
};

}  // namespace evenhand::base
