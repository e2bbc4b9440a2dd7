// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shared/shared_clock.h"

#include <algorithm>

namespace evenhand::shared {
namespace {

constexpr std::int64_t kDriftPer = 10'000;  ///< quartz clocks differ by less than one part in so many

}  // namespace

Instant SharedClock::now() const noexcept {
    const auto offset = m_offsetMs.load(std::memory_order_acquire);
    const auto reading = offset == kNone ? m_machine.now().ms : m_machine.monotonicNs() / base::kNsPerMs + offset;
    auto last = m_last.load(std::memory_order_relaxed);
    while (last < reading && !m_last.compare_exchange_weak(last, reading, std::memory_order_relaxed)) {
    }
    return {std::max(last, reading)};
}

std::int64_t SharedClock::errorNsAt(std::int64_t nowNs) const {
    return m_errorNs + std::max<std::int64_t>(nowNs - m_measuredNs, 0) / kDriftPer;
}

void SharedClock::measured(Instant database, std::int64_t beforeNs, std::int64_t afterNs) {
    const auto errorNs = (afterNs - beforeNs) / 2 + base::kNsPerMs;  // the database tells whole milliseconds
    const std::lock_guard lock(m_mutex);
    if (m_offsetMs.load(std::memory_order_relaxed) != kNone && errorNs > errorNsAt(afterNs)) {
        return;
    }
    m_errorNs = errorNs;
    m_measuredNs = afterNs;
    m_offsetMs.store(database.ms - (beforeNs + (afterNs - beforeNs) / 2) / base::kNsPerMs, std::memory_order_release);
}

void SharedClock::atLeast(Instant instant) noexcept {
    auto last = m_last.load(std::memory_order_relaxed);
    while (last < instant.ms && !m_last.compare_exchange_weak(last, instant.ms, std::memory_order_relaxed)) {
    }
}

std::int64_t SharedClock::errorMs() const {
    const std::lock_guard lock(m_mutex);
    return (errorNsAt(m_machine.monotonicNs()) + base::kNsPerMs - 1) / base::kNsPerMs;
}

}  // namespace evenhand::shared
