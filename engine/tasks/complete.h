// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a task that a worker has: longer leases, done, again after a while, dead. Whoever comes with an older
// token is refused and has changed nothing (W1). Thread: the engine's; stateless.
#pragma once

#include <string>

#include "engine/api/task_types.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/task_store.h"

namespace evenhand::tasks {

/// The task of a ticket. NotFound (id), StaleEpoch (token). A repeated report finds it PROCESSING no more.
[[nodiscard]] Result<store::tasks::Record> held(runtime::UnitOfWork& work, const api::TaskTicket& ticket);
/// Of a record that was read in this unit and is PROCESSING. `message`, `note`: cut to 500 characters.
struct AttemptResult {
    api::TaskOutcome outcome = api::TaskOutcome::Done;
    std::string message, note;
    std::int64_t retryAfterMs = 0;
};
[[nodiscard]] Result<api::TaskAnswer> conclude(runtime::UnitOfWork& work, store::tasks::Record& record,
                                               const AttemptResult& said, const api::TaskPolicy& policy);
[[nodiscard]] api::TaskAnswer answerOf(const store::tasks::Record& record);

/// Puts the end of the lease off, by its length from now. WrongStatus (status): it is over.
[[nodiscard]] Result<api::TaskAnswer> renew(runtime::UnitOfWork& work, const api::TaskTicket& ticket);
/// Of kinds that the worker does alone; WrongStatus (kind) for others: TaskDesk::perform(), RefundDesk::report(),
/// WebhookDesk::report().
[[nodiscard]] Result<api::TaskAnswer> report(runtime::UnitOfWork& work, const api::TaskReport& said);

/// A dead task of this kind was dealt with: ends the alert of them where none is left.
[[nodiscard]] Result<void> settleDead(runtime::UnitOfWork& work, api::TaskKind kind);

}  // namespace evenhand::tasks
