// SPDX-License-Identifier: GPL-3.0-or-later
// A closed loop of HTTP/1.1 clients in a process of its own, wrk: so many connections, each sends its next request when
// the last one is answered.
// Thread: run() blocks its caller.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace evenhand::bench {

struct WrkResult {
    std::int64_t answered = 0;
    std::int64_t refused = 0;  ///< of these, with a status of 400 and above
    std::int64_t failed = 0;   ///< connections that broke, requests that timed out
    double seconds = 0;
    double p50Ms = 0;
    double p99Ms = 0;
    [[nodiscard]] double perSecond() const { return seconds > 0 ? static_cast<double>(answered) / seconds : 0; }
};

struct WrkPosts {
    std::string path;
    std::string headers;  ///< the same for all, each line with its end; without Host and Content-Length
    /// The body of a Lua function of the number of the request, from 1, that answers its own header lines, each with
    /// its end, and its body. nil for the body: there is nothing more to ask, the run ends.
    std::string request;
};

/// nullopt: wrk is not there, or did not end well.
[[nodiscard]] std::optional<WrkResult> runWrk(std::uint16_t port, int connections, int seconds, const WrkPosts& posts);

}  // namespace evenhand::bench
