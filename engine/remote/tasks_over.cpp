// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace tasks_parts {

EVENHAND_PARTS(EVENHAND_CALLS_TASKS)

class RemoteTask final : EVENHAND_MADE_OF(EVENHAND_CALLS_TASKS) {
public:
    explicit RemoteTask(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace tasks_parts

std::unique_ptr<api::TaskDesk> tasksOver(RemoteLine& line) { return std::make_unique<tasks_parts::RemoteTask>(line); }

}  // namespace evenhand::remote
