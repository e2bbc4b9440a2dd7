// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace dispatch_parts {

EVENHAND_PARTS(EVENHAND_CALLS_DISPATCH)

class RemoteDispatch final : EVENHAND_MADE_OF(EVENHAND_CALLS_DISPATCH) {
public:
    explicit RemoteDispatch(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace dispatch_parts

std::unique_ptr<api::DispatchDesk> dispatchOver(RemoteLine& line) {
    return std::make_unique<dispatch_parts::RemoteDispatch>(line);
}

}  // namespace evenhand::remote
