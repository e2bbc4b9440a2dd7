// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace shifts_parts {

EVENHAND_PARTS(EVENHAND_CALLS_SHIFTS)

class RemoteShift final : EVENHAND_MADE_OF(EVENHAND_CALLS_SHIFTS) {
public:
    explicit RemoteShift(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace shifts_parts

std::unique_ptr<api::ShiftDesk> shiftsOver(RemoteLine& line) {
    return std::make_unique<shifts_parts::RemoteShift>(line);
}

}  // namespace evenhand::remote
