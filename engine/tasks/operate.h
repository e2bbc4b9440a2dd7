// SPDX-License-Identifier: GPL-3.0-or-later
// What people do to tasks: retry and drop them, hold and release kinds, say how many workers there are. What is done to
// a task raises its token, so that a worker that still has it is refused. Thread: the engine's; stateless.
#pragma once

#include <string>
#include <vector>

#include "engine/api/task_board.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/task_store.h"

namespace evenhand::tasks {

/// Conflict (token) of a task that is not as it was seen. `named`: what people know it by, "task 7" or "delivery 3".
/// Says which person has changed it last, unless a worker has claimed it since: then the worker was the last.
[[nodiscard]] Error changedMeanwhile(runtime::UnitOfWork& work, const store::tasks::Record& record,
                                     const std::string& named);

// NotFound (id), Conflict (token), WrongStatus (status; kind, where the kind's own desk does it).
[[nodiscard]] Result<api::TaskAnswer> retry(runtime::UnitOfWork& work, const api::TaskRef& ref);
[[nodiscard]] Result<api::TaskAnswer> drop(runtime::UnitOfWork& work, const api::TaskRef& ref);
/// Idempotent. All or none: Conflict (version) where one is at another version than was seen. Answers their versions.
[[nodiscard]] Result<api::HoldVersions> setHeld(runtime::UnitOfWork& work, const std::vector<api::TaskKind>& kinds,
                                                bool held, const api::HoldVersions& seen = {});

/// InvalidArgument (workers), Conflict (version).
[[nodiscard]] Result<void> setWorkers(runtime::UnitOfWork& work, const api::WorkerSettings& settings);

}  // namespace evenhand::tasks
