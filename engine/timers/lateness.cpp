// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/timers/lateness.h"

#include <algorithm>
#include <bit>

namespace evenhand::timers {

std::size_t Lateness::bucketOf(std::int64_t lateMs) noexcept {
    const auto late = static_cast<std::uint64_t>(std::max<std::int64_t>(lateMs, 0));
    if (late < kExact) {
        return static_cast<std::size_t>(late);
    }
    const auto doubling = static_cast<std::size_t>(std::bit_width(late)) - 7;  // 64 … 127: 0
    const auto within = static_cast<std::size_t>((late >> (doubling + 1)) - kPerDoubling);
    return std::min(kExact + doubling * kPerDoubling + within, kBuckets - 1);
}

std::int64_t Lateness::upperMs(std::size_t bucket) noexcept {
    if (bucket < kExact) {
        return static_cast<std::int64_t>(bucket);
    }
    const auto doubling = (bucket - kExact) / kPerDoubling;
    const auto within = (bucket - kExact) % kPerDoubling;
    return static_cast<std::int64_t>(((kPerDoubling + within + 1) << (doubling + 1)) - 1);
}

void Lateness::add(api::TimerKind kind, Instant at, std::int64_t lateMs) {
    m_sinceStart.add(static_cast<double>(std::max<std::int64_t>(lateMs, 0)) / 1e3);
    const auto number = at.ms / kSliceMs;
    const std::scoped_lock lock(m_mutex);
    auto& slice = m_slices.at(static_cast<std::size_t>(kind)).at(static_cast<std::size_t>(number) % kSlices);
    if (slice.number != number) {
        slice.number = number;
        slice.total = 0;
        slice.counts.fill(0);
    }
    ++slice.total;
    ++slice.counts.at(bucketOf(lateMs));
}

Lateness::Figures Lateness::of(api::TimerKind kind, Instant now) const {
    const auto last = now.ms / kSliceMs;
    std::array<std::int64_t, kBuckets> counts{};
    Figures figures;
    {
        const std::scoped_lock lock(m_mutex);
        for (const auto& slice : m_slices.at(static_cast<std::size_t>(kind))) {
            if (slice.number < 0 || slice.number > last || slice.number <= last - static_cast<std::int64_t>(kSlices)) {
                continue;
            }
            figures.effects += slice.total;
            for (std::size_t i = 0; i < kBuckets; ++i) {
                counts[i] += slice.counts[i];
            }
        }
    }
    if (figures.effects == 0) {
        return figures;
    }
    const auto percentile = [&](std::int64_t percent) {
        const auto rank = (figures.effects * percent + 99) / 100;
        std::int64_t seen = 0;
        for (std::size_t i = 0; i < kBuckets; ++i) {
            seen += counts[i];
            if (seen >= rank) {
                return upperMs(i);
            }
        }
        return upperMs(kBuckets - 1);
    };
    figures.p50Ms = percentile(50);
    figures.p99Ms = percentile(99);
    return figures;
}

}  // namespace evenhand::timers
