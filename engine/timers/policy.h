// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of timers: of a campus, and of the workspace (paused kinds, the queue).
// Thread: the engine's; stateless.
#pragma once

#include "engine/api/timer_types.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::timers {

/// InvalidArgument names the field and the value.
[[nodiscard]] Result<void> validatePolicy(const api::TimerPolicy& policy);
/// `version`: as somebody saw it, else Conflict; 0: whatever it is now.
[[nodiscard]] Result<void> setPolicy(runtime::UnitOfWork& work, const CampusId& campus, const api::TimerPolicy& policy,
                                     std::int64_t version = 0);
/// `version`: as above. Nothing to do if already so. Answers the version since.
[[nodiscard]] Result<std::int64_t> setPaused(runtime::UnitOfWork& work, api::TimerKind kind, bool paused,
                                             std::int64_t version = 0);
[[nodiscard]] Result<void> setQueue(runtime::UnitOfWork& work, bool on, std::int64_t pollIntervalMs,
                                    std::int64_t version);

}  // namespace evenhand::timers
