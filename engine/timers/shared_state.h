// SPDX-License-Identifier: GPL-3.0-or-later
// What the sources of due work and the desk of timers tell each other, in this process. It may be wrong in the cautious
// direction only: looking once too often.
// Thread: the engine's, but for lateness and the figures of the poller.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "engine/timers/lateness.h"

namespace evenhand::timers {

struct SharedState {
    Lateness lateness;
    // The settings were changed, or what was read of them may have been undone: read them again.
    bool queueStale = true;
    bool pollerStale = true;
    std::optional<Instant> queueNextDue;  ///< earliest due instant in the queue when last asked
    std::atomic<std::int64_t> lastPollMs{-1};
    std::atomic<std::int64_t> pollRearmed{0};

    void settingsChanged() noexcept { queueStale = pollerStale = true; }
};

}  // namespace evenhand::timers
