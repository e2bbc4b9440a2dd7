// SPDX-License-Identifier: GPL-3.0-or-later
// When a source of due work asks a keyspace anew that is far away: behind each batch of its engine that has changed
// something, for that may have made something due earlier, and twice a second, because other engines work too. So what
// this engine has put into a queue is known at once, and what another one has put there half a second later at most.
// Where the keyspace is in the process there is nothing to save: every time.
// Thread: the engine's.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include "engine/base/clock.h"

namespace evenhand::runtime {

/// Number of the engine's last batch that has changed something; empty: its keyspace is in this process.
using BatchCounter = std::function<std::int64_t()>;

class LookPace {
public:
    static constexpr std::int64_t kEveryMs = 500;

    /// The clock outlives it.
    LookPace(const Clock& clock, BatchCounter batches) : m_clock(clock), m_batches(std::move(batches)) {}

    /// Whether to ask now; who is told so asks.
    [[nodiscard]] bool isTime() {
        if (!m_batches) {
            return true;
        }
        const auto batch = m_batches();
        const auto nowNs = m_clock.monotonicNs();
        if (batch == m_batch && nowNs - m_askedNs < kEveryMs * base::kNsPerMs) {
            return false;
        }
        m_batch = batch;
        m_askedNs = nowNs;
        return true;
    }
    /// What was answered last is not so any more.
    void again() noexcept { m_batch = -1; }

private:
    const Clock& m_clock;
    const BatchCounter m_batches;
    std::int64_t m_batch = -1;
    std::int64_t m_askedNs = 0;
};

}  // namespace evenhand::runtime
