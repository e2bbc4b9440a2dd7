// SPDX-License-Identifier: GPL-3.0-or-later
// What the server counts about itself, for /metrics.
// Thread: the server's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace evenhand::ingest {

struct HttpFigures {
    /// Upper bounds of the buckets of durations, in seconds.
    static constexpr std::array kBounds{0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0};
    struct Durations {
        std::array<std::uint64_t, kBounds.size() + 1> counts{};
        double sum = 0;
        void add(double seconds) noexcept {
            std::size_t i = 0;
            while (i < kBounds.size() && seconds > kBounds[i]) {
                ++i;
            }
            ++counts[i];
            sum += seconds;
        }
    };

    /// By operation ("none" for what led to no route) and status.
    std::map<std::pair<std::string_view, int>, std::uint64_t> answers;
    std::map<std::string_view, Durations> durations;             ///< by operation
    std::map<std::string, std::uint64_t, std::less<>> refusals;  ///< by reason; the program's own names only
    std::uint64_t accepted = 0;                                  ///< connections
    std::uint64_t turnedAway = 0;                                ///< connections over the limit
    std::uint64_t timedOut = 0;                                  ///< connections ended for being slow
    std::size_t connections = 0;
    std::size_t streams = 0;
    std::size_t handling = 0;  ///< requests that wait for the engine
    std::size_t bodies = 0;    ///< bytes
};

}  // namespace evenhand::ingest
