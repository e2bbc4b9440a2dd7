// SPDX-License-Identifier: GPL-3.0-or-later
// Making tasks, in the transaction of their cause: what rules of other rooms call. Thread: the engine's; stateless.
#pragma once

#include <string>
#include <string_view>

#include "engine/api/task_types.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::tasks {

/// A task, due at `due`, unless there is one by that kind and subject; answers whether it was made. Subjects:
/// 1 … 64 characters (InvalidArgument).
[[nodiscard]] Result<bool> make(runtime::UnitOfWork& work, api::TaskKind kind, const std::string& subject,
                                const std::string& payload, Instant due);
/// The same where the caller knows that there is none: costs no look.
[[nodiscard]] Result<void> makeNew(runtime::UnitOfWork& work, api::TaskKind kind, const std::string& subject,
                                   const std::string& payload, Instant due);
/// Tells workers and windows that tasks of this kind have changed.
void tell(runtime::UnitOfWork& work, api::TaskKind kind);

}  // namespace evenhand::tasks
