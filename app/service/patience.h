// SPDX-License-Identifier: GPL-3.0-or-later
// Decides when a service that cannot store anything ends, so that a supervisor can restart it.
// Thread: confined to its owner.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/clock.h"

namespace evenhand::app {

class Patience {
public:
    /// `ms`: how long to wait; 0: for ever.
    explicit Patience(std::int64_t ms) : m_ms(ms) {}

    /// Call again and again. `stores`: something was stored since the last call, or could have been. `nowNs`: monotonic
    /// time. True once this was false for that long.
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
