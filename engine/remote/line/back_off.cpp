// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/line/back_off.h"

#include <algorithm>

#include "engine/remote/line/socket_line.h"

namespace evenhand::remote {
namespace {

constexpr std::int64_t kFirstBackOffMs = 200;
constexpr std::int64_t kLastBackOffMs = 5'000;
constexpr std::int64_t kStandbyBackOffMs = 500;

}  // namespace

std::int64_t BackOff::waitMs(const Error& why, const std::function<std::string(std::size_t)>& random) {
    const bool standsBy = why.field == kStandby;
    m_soon = standsBy ? 2 * m_addresses : m_soon - std::min<std::size_t>(m_soon, 1);
    if (standsBy && m_failed < m_addresses) {
        return 0;  // another address serves, most likely
    }
    auto longest = std::min(kLastBackOffMs, kFirstBackOffMs << std::min<std::size_t>(m_failed - 1, 5));
    if (m_soon > 0) {
        longest = std::min(longest, kStandbyBackOffMs);
    }
    // Consoles that lost the same service must not come back in step.
    const auto chance = static_cast<unsigned char>(random(1).front());
    return longest / 2 + longest / 2 * chance / 255;
}

}  // namespace evenhand::remote
