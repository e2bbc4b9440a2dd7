// SPDX-License-Identifier: GPL-3.0-or-later
// A closed loop of HTTP/1.1 clients: so many connections, each sends its next request when the last one is answered.
// One thread with epoll, so that on a small machine most of it is left to the server.
// Thread: run() blocks its caller.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace evenhand::bench {

struct LoadResult {
    std::int64_t answered = 0;
    std::int64_t others = 0;  ///< of these, with another status than wanted
    double seconds = 0;
    std::vector<double> tookMs;
};

class HttpLoad {
public:
    /// The bytes of the `number`th request of all, from 0; empty: no more.
    using Next = std::function<std::string(std::int64_t number)>;
    HttpLoad(std::uint16_t port, std::size_t connections, int wanted)
        : m_port(port), m_connections(connections), m_wanted(wanted) {}
    [[nodiscard]] LoadResult run(const Next& next) const;

private:
    const std::uint16_t m_port;
    const std::size_t m_connections;
    const int m_wanted;
};

/// A POST of the API.
[[nodiscard]] std::string apiPost(std::string_view path, std::string_view token, std::string_view key,
                                  std::string_view body, std::string_view more = {});

}  // namespace evenhand::bench
