// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace search_parts {

EVENHAND_PARTS(EVENHAND_CALLS_SEARCH)

class RemoteSearch final : EVENHAND_MADE_OF(EVENHAND_CALLS_SEARCH) {
public:
    explicit RemoteSearch(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace search_parts

std::unique_ptr<api::SearchDesk> searchOver(RemoteLine& line) {
    return std::make_unique<search_parts::RemoteSearch>(line);
}

}  // namespace evenhand::remote
