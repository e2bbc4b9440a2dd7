// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace feed_parts {

EVENHAND_PARTS(EVENHAND_CALLS_FEED)

class RemoteFeed final : EVENHAND_MADE_OF(EVENHAND_CALLS_FEED) {
public:
    explicit RemoteFeed(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace feed_parts

std::unique_ptr<api::FeedDesk> feedOver(RemoteLine& line) { return std::make_unique<feed_parts::RemoteFeed>(line); }

}  // namespace evenhand::remote
