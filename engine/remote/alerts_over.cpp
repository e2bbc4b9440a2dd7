// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace alerts_parts {

EVENHAND_PARTS(EVENHAND_CALLS_ALERTS)

class RemoteAlert final : EVENHAND_MADE_OF(EVENHAND_CALLS_ALERTS) {
public:
    explicit RemoteAlert(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace alerts_parts

std::unique_ptr<api::AlertDesk> alertsOver(RemoteLine& line) {
    return std::make_unique<alerts_parts::RemoteAlert>(line);
}

}  // namespace evenhand::remote
