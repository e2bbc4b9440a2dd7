// SPDX-License-Identifier: GPL-3.0-or-later
// What a client may take of the service. Sizes in bytes, times in milliseconds.
// Thread: values, any thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace evenhand::ingest {

struct Limits {
    std::size_t header = 8UL * 1024;           ///< request line and header fields of one request
    std::size_t body = 1024UL * 1024;          ///< of one request
    std::size_t bodies = 128UL * 1024 * 1024;  ///< of all requests that are being read or handled
    std::size_t bodiesPerToken = 64UL * 1024 * 1024;
    std::size_t connections = 1024;               ///< at the limit one that waits or is slow makes room, else 503
    std::size_t connectionsPerPeer = 512;         ///< likewise, of one address (of IPv6 its /64)
    std::size_t streams = 128;                    ///< of live events, among the connections
    std::size_t streamsPerToken = 32;             ///< likewise, of one token
    std::size_t message = 1024UL * 1024;          ///< of a console's line, from it
    std::size_t lineBuffer = 32UL * 1024 * 1024;  ///< what waits to be sent to one console
    std::int64_t slowMs = 1'000;                  ///< a body or an answer on its way for longer makes room for others
    std::int64_t handshakeMs = 10'000;            ///< TLS
    std::int64_t headerMs = 10'000;               ///< from a request's first byte to the end of its header
    std::int64_t bodyMs = 30'000;                 ///< from there to the end of its body
    std::int64_t idleMs = 60'000;                 ///< between requests
    std::int64_t writeMs = 30'000;                ///< one answer, or one piece of a stream
    std::int64_t handleMs = 60'000;               ///< until the engine has answered
    std::int64_t lingerMs = 2'000;                ///< what comes after a refusal is read and thrown away so long
    std::int64_t heartbeatMs = 15'000;            ///< of a stream with nothing to say
    std::int64_t streamGapMs = 50;                ///< between two reads of what is new for streams
    std::int64_t stopMs = 10'000;                 ///< at the end, for requests that are being handled
};

}  // namespace evenhand::ingest
