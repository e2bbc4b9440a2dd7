// SPDX-License-Identifier: GPL-3.0-or-later
// How long a service goes on without being able to store anything, before it ends so that a supervisor can restart it.
// Thread: confined to its owner.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/clock.h"

namespace evenhand::app {

class Patience {
public:
    /// In milliseconds; 0: without end.
    explicit Patience(std::int64_t ms) : m_ms(ms) {}

    /// One look. `stores`: something was stored since the last one, or could be. `nowNs`: steady time. True: nothing
    /// was for as long as that, counted from the first look that says so.
    [[nodiscard]] bool isOver(bool stores, std::int64_t nowNs) {
        if (stores) {
            m_sinceNs.reset();
            return false;
        }
        if (!m_sinceNs) {
            m_sinceNs = nowNs;
        }
        return m_ms > 0 && nowNs - *m_sinceNs >= m_ms * base::kNsPerMs;
    }

private:
    std::int64_t m_ms;
    std::optional<std::int64_t> m_sinceNs;
};

}  // namespace evenhand::app
