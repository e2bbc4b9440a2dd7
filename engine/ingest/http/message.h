// SPDX-License-Identifier: GPL-3.0-or-later
// Requests and responses of the HTTP API, free of any server: what handlers see and give.
// Thread: value types, any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evenhand::ingest {

class EventFeed;
class FrameListener;

using Pairs = std::vector<std::pair<std::string, std::string>>;

/// A whole request that has passed the limits of limits.h. Header fields keep their order; a field that came more than
/// once stands there more than once.
struct Request {
    std::string method;  ///< as sent: "POST"
    std::string path;    ///< percent-decoded, valid UTF-8, begins with '/', without the query
    /// The path's parts between slashes, decoded one by one, so that an id may contain a slash (%2F).
    std::vector<std::string> segments;
    Pairs query;  ///< percent-decoded, in the order sent, no name twice
    Pairs headers;
    std::string body;
    std::string peer;  ///< address of the other end, without its port
    // Of a request that wants to go on as a WebSocket; else empty: the other end's port, this end's address and port.
    std::uint16_t peerPort = 0;
    std::string localAddress;
    std::uint16_t localPort = 0;

    /// The first header field of this name, whatever its case; nullopt: none.
    [[nodiscard]] std::optional<std::string_view> header(std::string_view name) const noexcept;
    [[nodiscard]] std::optional<std::string_view> queryValue(std::string_view name) const noexcept;
};

struct Response {
    int status = 200;
    std::string contentType;  ///< empty: no body
    Pairs headers;            ///< besides those that the server writes (length, type, date, connection)
    std::string body;
    /// Set: the answer is a stream of server-sent events; status 200, the body is not used.
    std::shared_ptr<EventFeed> stream{};
    /// Set, with status 101: the connection goes on as a WebSocket, and this listens to it.
    std::shared_ptr<FrameListener> upgrade{};
};

/// Answers a request: once, from any thread. A handler that drops it without a call has the client answered 500.
using Respond = std::function<void(Response)>;

/// Equal but for the case of ASCII letters.
[[nodiscard]] bool equalIgnoringCase(std::string_view a, std::string_view b) noexcept;

}  // namespace evenhand::ingest
