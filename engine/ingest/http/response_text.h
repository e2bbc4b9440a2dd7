// SPDX-License-Identifier: GPL-3.0-or-later
// Responses and server-sent events as bytes; the line of a request in the access log.
// Thread: pure, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/clock.h"
#include "engine/ingest/http/event_feed.h"
#include "engine/ingest/http/message.h"

namespace evenhand::ingest {

/// "Sun, 06 Nov 1994 08:49:37 GMT".
[[nodiscard]] std::string httpDate(Instant at);

enum class After : std::uint8_t { KeepAlive, Close };
/// Status line, fields and empty line; Content-Length unless the answer is a stream.
[[nodiscard]] std::string headOf(const Response& response, After after, std::string_view date);

[[nodiscard]] std::string textOf(const std::vector<LiveEvent>& events);

/// One line without its end. Never the query or a header field: both may hold secrets.
struct AccessRow {
    Instant at;
    std::string_view peer;
    std::string_view holder;  ///< empty: nobody
    std::string_view method;
    std::string_view path;
    int status = 0;
    std::size_t bytes = 0;  ///< of the answer's body
    std::int64_t micros = 0;
};
[[nodiscard]] std::string textOf(const AccessRow& row);

}  // namespace evenhand::ingest
