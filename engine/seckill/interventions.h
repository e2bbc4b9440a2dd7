// SPDX-License-Identifier: GPL-3.0-or-later
// What operators do to messages that are pending and to dead letters. Each is a unit of its own; errors as
// seckill_desk.h. Thread: the engine's.
#pragma once

#include <string>
#include <vector>

#include "engine/runtime/unit_of_work.h"
#include "engine/seckill/shared_state.h"

namespace evenhand::seckill {

/// What an intervention is noted by in the audit log, and who was quicker found by.
[[nodiscard]] std::string messageSubject(const ActivityId& activity, const std::string& id);
[[nodiscard]] std::string letterSubject(DeadLetterId id);

/// Oldest first.
[[nodiscard]] Result<std::vector<api::PendingRow>> pendingOf(runtime::UnitOfWork& work, SharedState& shared,
                                                             const ActivityId& activity, std::int64_t limit);

[[nodiscard]] Result<void> claimMessage(runtime::UnitOfWork& work, SharedState& shared, const ActivityId& activity,
                                        const std::string& id);
[[nodiscard]] Result<void> acknowledgeMessage(runtime::UnitOfWork& work, SharedState& shared,
                                              const ActivityId& activity, const std::string& id);
[[nodiscard]] Result<void> releaseMessage(runtime::UnitOfWork& work, SharedState& shared, const ActivityId& activity,
                                          const std::string& id);
[[nodiscard]] Result<void> retryLetter(runtime::UnitOfWork& work, SharedState& shared, DeadLetterId id);
[[nodiscard]] Result<void> dismissLetter(runtime::UnitOfWork& work, DeadLetterId id);

}  // namespace evenhand::seckill
