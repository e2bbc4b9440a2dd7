// SPDX-License-Identifier: GPL-3.0-or-later
// Inner kinds: their effect is a rule that runs in the same unit of work as the completion, so exactly once.
// Thread: the engine's; stateless.
#pragma once

#include <functional>

#include "engine/api/task_types.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::tasks {

/// The effect and the completion. Where it fails nothing of it is to be kept, and failed() goes in a unit of its own:
/// it answers what is wrong with the ticket (as held() in complete.h; WrongStatus: kind), or counts the effect's
/// failure.
/// `walkBegins`: see SharedState.
[[nodiscard]] Result<api::TaskAnswer> perform(runtime::UnitOfWork& work, const api::TaskTicket& ticket,
                                              const std::function<void()>& walkBegins = {});
/// The effect did not succeed: counts as Retry, with its error.
[[nodiscard]] Result<api::TaskAnswer> failed(runtime::UnitOfWork& work, const api::TaskTicket& ticket,
                                             const Error& why);

}  // namespace evenhand::tasks
