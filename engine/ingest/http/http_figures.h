// SPDX-License-Identifier: GPL-3.0-or-later
// What the server counts about itself, for /metrics.
// Thread: the server's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/histogram.h"

namespace evenhand::ingest {

struct HttpFigures {
    /// By operation ("none" for what led to no route) and status.
    std::map<std::pair<std::string_view, int>, std::uint64_t> answers;
    std::map<std::string_view, base::HistogramCounts> durations;  ///< by operation
    std::map<std::string, std::uint64_t, std::less<>> refusals;   ///< by reason; the program's own names only
    std::uint64_t accepted = 0;                                   ///< connections
    std::uint64_t turnedAway = 0;                                 ///< connections over the limit
    std::uint64_t madeRoom = 0;                                   ///< connections ended for others' sake
    std::uint64_t timedOut = 0;                                   ///< connections ended for being slow
    std::size_t connections = 0;
    std::size_t streams = 0;
    std::size_t handling = 0;  ///< requests that wait for the engine
    std::size_t bodies = 0;    ///< bytes
};

}  // namespace evenhand::ingest
