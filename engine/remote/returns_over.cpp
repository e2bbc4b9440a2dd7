// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace returns_parts {

EVENHAND_PARTS(EVENHAND_CALLS_RETURNS)

class RemoteReturns final : EVENHAND_MADE_OF(EVENHAND_CALLS_RETURNS) {
public:
    explicit RemoteReturns(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace returns_parts

std::unique_ptr<api::ReturnsDesk> returnsOver(RemoteLine& line) {
    return std::make_unique<returns_parts::RemoteReturns>(line);
}

}  // namespace evenhand::remote
