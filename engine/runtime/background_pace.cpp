// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/background_pace.h"

#include <algorithm>
#include <utility>

namespace evenhand::runtime {
namespace {

constexpr int kSlowWindows = 3;        ///< that end a rush: one alone may be a disk that took its time
constexpr std::int64_t kLookFrom = 4;  ///< from one part in so many of a rush on callers are let go first for a moment
constexpr std::int64_t kPaceSecondNs = 1'000'000'000;

}  // namespace

void BackgroundPace::asked(std::size_t commands, std::int64_t nowNs) noexcept {
    m_busyNs = std::exchange(m_cut, false) ? std::min(2 * m_busyNs, m_limits.behindNs) : m_limits.busyNs;
    if (commands == 0) {
        return;
    }
    if (gone(nowNs)) {
        begin(false, m_limits.probeNs, nowNs);
    }
    m_lastNs = nowNs;
    m_commands += static_cast<std::int64_t>(commands);
    const auto tookNs = nowNs - m_sinceNs;
    if (tookNs < m_lengthNs) {
        return;
    }
    const auto perSecond = m_commands * kPaceSecondNs / tookNs;
    if (!m_first) {
        m_slow = kSlowWindows - 1;  // the first look is enough
        const bool look = perSecond >= m_limits.rushPerSecond / kLookFrom;
        begin(look, look ? m_limits.probeNs : m_limits.freedNs, nowNs);
        return;
    }
    m_slow = perSecond >= m_limits.rushPerSecond ? std::max(0, m_slow - 1) : m_slow + 1;
    const bool still = m_slow < kSlowWindows;
    begin(still, still ? m_limits.probeNs : m_limits.freedNs, nowNs);
}

void BackgroundPace::begin(bool first, std::int64_t lengthNs, std::int64_t nowNs) noexcept {
    if (first && !m_first) {
        m_filledNs = nowNs;
        m_creditNs = 0;
    }
    m_first = first;
    m_sinceNs = nowNs;
    m_lengthNs = lengthNs;
    m_commands = 0;
}

void BackgroundPace::fill(std::int64_t nowNs) noexcept {
    m_creditNs = std::min(m_limits.maxNs, m_creditNs + (nowNs - m_filledNs) / m_limits.rushShare);
    m_filledNs = nowNs;
}

std::int64_t BackgroundPace::expectedNs(std::int64_t nowNs) const noexcept {
    return first(nowNs) ? m_limits.goneNs - (nowNs - *m_lastNs) + 1 : 0;
}

bool BackgroundPace::takeSlice(std::int64_t nowNs) noexcept {
    if (!first(nowNs)) {
        return false;
    }
    fill(nowNs);
    return m_creditNs >= m_limits.minNs;
}

std::int64_t BackgroundPace::allowanceNs(std::int64_t nowNs) noexcept {
    if (gone(nowNs)) {
        return m_limits.freeNs;
    }
    if (!m_first) {
        return m_busyNs;
    }
    fill(nowNs);
    return m_creditNs;
}

}  // namespace evenhand::runtime
