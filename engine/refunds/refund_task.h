// SPDX-License-Identifier: GPL-3.0-or-later
// A refund's task in the general table: kind `refund`, subject its id, note "look_up" where an earlier attempt may have
// left. A refund that is granted again begins its task again (DONE → PENDING); the token grows on, so that whoever
// still holds an old one is refused. Thread: the engine's; stateless.
#pragma once

#include <string_view>

#include "engine/refunds/refund.h"
#include "engine/store/records/task_store.h"

namespace evenhand::returns {

using Task = store::tasks::Record;
inline constexpr std::string_view kLookUp = "look_up";

/// nullopt: no worker ever had anything to do with it.
[[nodiscard]] Result<std::optional<Task>> taskOf(runtime::UnitOfWork& work, RefundId id);
[[nodiscard]] bool isDead(const std::optional<Task>& task) noexcept;
/// Due now for a worker, with its attempts forgotten; a refund that a person pays has no task.
[[nodiscard]] Result<void> arm(runtime::UnitOfWork& work, const Refund& refund);
/// Nothing to do for a worker any more; what one still does is refused by its token.
[[nodiscard]] Result<void> disarm(runtime::UnitOfWork& work, const Refund& refund);
/// StaleEpoch (token): another worker has it.
[[nodiscard]] Result<void> updateTask(runtime::UnitOfWork& work, const Task& task, std::int64_t tokenBefore);

}  // namespace evenhand::returns
