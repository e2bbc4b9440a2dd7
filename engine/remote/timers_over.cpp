// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace timers_parts {

EVENHAND_PARTS(EVENHAND_CALLS_TIMERS)

class RemoteTimer final : EVENHAND_MADE_OF(EVENHAND_CALLS_TIMERS) {
public:
    explicit RemoteTimer(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace timers_parts

std::unique_ptr<api::TimerDesk> timersOver(RemoteLine& line) {
    return std::make_unique<timers_parts::RemoteTimer>(line);
}

}  // namespace evenhand::remote
