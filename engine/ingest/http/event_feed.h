// SPDX-License-Identifier: GPL-3.0-or-later
// Where a stream of server-sent events gets them from. The server pulls: it asks for the next page when the client has
// taken the last one, so that a slow client costs no memory; it asks again after each commit.
// Thread: read() is called on the server's thread, one at a time; `done` may be called from any.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace evenhand::ingest {

struct LiveEvent {
    std::string id;    ///< what a client that comes back sends as Last-Event-ID; without line breaks
    std::string name;  ///< "order", …; without line breaks
    std::string data;  ///< JSON in one line
};

/// Events in their order, and the position after the last of them, also when there is none.
struct FeedPage {
    std::vector<LiveEvent> events;
    std::string position;
    bool more = false;  ///< there may be more behind it already
};

class EventFeed {
public:
    virtual ~EventFeed() = default;
    using Done = std::function<void(Result<FeedPage>)>;
    /// At most `limit` committed events after `position` (empty only in the first call: where this feed begins, which
    /// is what the client asked for by Last-Event-ID, else now). An error ends the stream.
    virtual void read(const std::string& position, std::size_t limit, Done done) = 0;
};

}  // namespace evenhand::ingest
