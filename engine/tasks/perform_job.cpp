// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/perform_job.h"

#include "engine/base/invariant.h"
#include "engine/tasks/complete.h"
#include "engine/tasks/inner.h"

namespace evenhand::tasks {

using api::TaskStatus;
using runtime::UnitOfWork;

PerformJob::PerformJob(api::Call call, std::vector<api::TaskTicket> tickets, std::shared_ptr<SharedState> shared)
    : Job(std::move(call)), m_tickets(std::move(tickets)), m_shared(std::move(shared)) {
    m_answers.resize(m_tickets.size());
    m_together.resize(m_tickets.size());
    m_effectFailed.resize(m_tickets.size());
    m_promise.start();
}

Result<void> PerformJob::together(UnitOfWork& work) {
    EVENHAND_ASSIGN(const auto done, store::tasks::finishRehearsals(work.database(), m_tickets, work.now()));
    EVENHAND_INVARIANT(done <= static_cast<std::int64_t>(m_tickets.size()),
                       "tasks would be over that this worker has not done");
    if (done == 0) {
        return {};  // each of them in a unit of its own
    }
    if (done != static_cast<std::int64_t>(m_tickets.size())) {
        return fail(ErrorCode::Conflict, "others are among them");  // undone, and as above
    }
    for (std::size_t i = 0; i < m_tickets.size(); ++i) {
        m_answers[i] = {m_tickets[i].id, std::nullopt, TaskStatus::Done, std::nullopt};
        m_together[i] = true;
    }
    return {};
}

bool PerformJob::run(std::size_t index, UnitOfWork& work) {
    m_now = work.now();
    if (index == 0) {
        m_together.assign(m_tickets.size(), false);
        if (together(work)) {
            return true;
        }
        m_together.assign(m_tickets.size(), false);
        return false;
    }
    const auto at = (index - 1) / kMore;
    const bool effect = (index - 1) % kMore == 0;
    if (m_together[at] || (!effect && !m_effectFailed[at])) {
        return true;
    }
    const auto& ticket = m_tickets[at];
    auto answer = effect ? perform(work, ticket, m_shared->walkBegins) : failed(work, ticket, *m_answers[at].error);
    m_effectFailed[at] = effect && !answer;
    if (answer) {
        m_answers[at] = *std::move(answer);
        return true;
    }
    m_answers[at] = {ticket.id, std::move(answer).error(), TaskStatus::Processing, std::nullopt};
    return false;
}

void PerformJob::refuse(std::size_t index, const Error& error) {
    if (index == 0) {
        for (std::size_t i = 0; i < m_tickets.size(); ++i) {
            if (m_together[i]) {
                m_answers[i] = {m_tickets[i].id, error, TaskStatus::Processing, std::nullopt};
            }
        }
        return;
    }
    const auto at = (index - 1) / kMore;
    if (!m_together[at]) {
        m_effectFailed[at] = false;
        m_answers[at] = {m_tickets[at].id, error, TaskStatus::Processing, std::nullopt};
    }
}

void PerformJob::resolve() {
    std::int64_t done = 0;
    for (const auto& answer : m_answers) {
        done += !answer.error && answer.status == TaskStatus::Done ? 1 : 0;
    }
    m_shared->done(call().actor.name, done, m_now);
    m_promise.addResult(Result<std::vector<api::TaskAnswer>>(std::move(m_answers)));
    m_promise.finish();
}

}  // namespace evenhand::tasks
