// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace team_parts {

EVENHAND_PARTS(EVENHAND_CALLS_TEAM)

class RemoteTeam final : EVENHAND_MADE_OF(EVENHAND_CALLS_TEAM) {
public:
    explicit RemoteTeam(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace team_parts

std::unique_ptr<api::TeamDesk> teamOver(RemoteLine& line) { return std::make_unique<team_parts::RemoteTeam>(line); }

}  // namespace evenhand::remote
