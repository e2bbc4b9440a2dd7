// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/refunds/refund_task.h"

#include "engine/base/invariant.h"
#include "engine/task_making/make.h"

namespace evenhand::returns {

using api::TaskStatus;
using runtime::UnitOfWork;

Result<std::optional<Task>> taskOf(UnitOfWork& work, RefundId id) {
    return store::tasks::find(work.database(), api::TaskKind::Refund, std::to_string(id.value));
}

bool isDead(const std::optional<Task>& task) noexcept { return task && task->status == TaskStatus::Dead; }

Result<void> updateTask(UnitOfWork& work, const Task& task, std::int64_t tokenBefore) {
    EVENHAND_INVARIANT(task.token >= tokenBefore,
                       "a worker that has lost its lease could send the refund all the same");
    EVENHAND_ASSIGN(const bool changed, store::tasks::update(work.database(), task, tokenBefore));
    return changed ? Result<void>()
                   : fail(ErrorCode::StaleEpoch, "another worker has it", "token", std::to_string(tokenBefore));
}

Result<void> arm(UnitOfWork& work, const Refund& refund) {
    EVENHAND_ASSIGN(auto task, taskOf(work, refund.id));
    const bool sends = refund.provider != api::RefundProviderKind::Manual;
    if (!task) {
        return sends ? tasks::makeNew(work, api::TaskKind::Refund, std::to_string(refund.id.value), {}, work.now())
                     : Result<void>();
    }
    const auto token = task->token++;
    task->attempts = 0;
    task->note.clear();
    task->lastError.clear();
    task->status = sends ? TaskStatus::Pending : TaskStatus::Done;
    task->due = sends ? std::optional(work.now()) : std::nullopt;
    task->endedAt = sends ? std::nullopt : std::optional(work.now());
    return updateTask(work, *task, token);
}

Result<void> disarm(UnitOfWork& work, const Refund& refund) {
    EVENHAND_ASSIGN(auto task, taskOf(work, refund.id));
    if (!task || (!task->due && task->status != TaskStatus::Dead)) {
        return {};
    }
    const auto token = task->token++;
    task->status = TaskStatus::Done;
    task->due.reset();
    task->endedAt = work.now();
    return updateTask(work, *task, token);
}

}  // namespace evenhand::returns
