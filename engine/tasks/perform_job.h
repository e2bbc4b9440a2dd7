// SPDX-License-Identifier: GPL-3.0-or-later
// Performing inner tasks: rehearsals, which have no effect, are completed together in one unit of work where nothing
// else is among them; every other task in one of its own, and where its effect fails, the attempt is counted in a
// further one. Thread: see Job.
#pragma once

#include <QPromise>
#include <memory>
#include <vector>

#include "engine/api/call.h"
#include "engine/api/task_types.h"
#include "engine/runtime/engine.h"
#include "engine/tasks/shared_state.h"

namespace evenhand::tasks {

class PerformJob final : public runtime::Job {
public:
    PerformJob(api::Call call, std::vector<api::TaskTicket> tickets, std::shared_ptr<SharedState> shared);
    [[nodiscard]] api::Answer<std::vector<api::TaskAnswer>> future() { return m_promise.future(); }
    /// The first unit is all rehearsals, then two of each ticket: the effect, and the failure.
    [[nodiscard]] std::size_t size() const noexcept override { return 1 + kMore * m_tickets.size(); }
    [[nodiscard]] bool run(std::size_t index, runtime::UnitOfWork& work) override;
    void refuse(std::size_t index, const Error& error) override;
    void resolve() override;

private:
    [[nodiscard]] Result<void> together(runtime::UnitOfWork& work);

    static constexpr std::size_t kMore = 2;
    std::vector<api::TaskTicket> m_tickets;
    std::vector<api::TaskAnswer> m_answers;
    // What the last run of the first unit, and of the effect, came to: a batch that was rolled back runs them again.
    std::vector<bool> m_together;
    std::vector<bool> m_effectFailed;
    std::shared_ptr<SharedState> m_shared;
    Instant m_now;
    QPromise<Result<std::vector<api::TaskAnswer>>> m_promise;
};

}  // namespace evenhand::tasks
