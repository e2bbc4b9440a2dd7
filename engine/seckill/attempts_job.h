// SPDX-License-Identifier: GPL-3.0-or-later
// Many attempts at flash sales with one answer; counts their outcomes once they are durable.
// Thread: made on any; runs and resolves on the engine's.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/runtime/engine.h"
#include "engine/seckill/attempt.h"

namespace evenhand::seckill {

class AttemptsJob final : public runtime::Job {
public:
    using Answers = std::vector<Result<api::AttemptAnswer>>;
    AttemptsJob(api::Call call, std::vector<api::SeckillAttempt> requests, std::shared_ptr<SharedState> shared,
                std::function<void(Answers)> done)
        : Job(std::move(call)), m_requests(std::move(requests)), m_shared(std::move(shared)), m_done(std::move(done)) {
        m_answers.resize(m_requests.size(), api::AttemptAnswer{});
    }
    [[nodiscard]] std::size_t size() const noexcept override { return m_requests.size(); }
    [[nodiscard]] bool run(std::size_t index, runtime::UnitOfWork& work) override {
        m_at = work.now();
        m_answers[index] = attempt(work, *m_shared, m_requests[index]);
        return m_answers[index].has_value();
    }
    void refuse(std::size_t index, const Error& error) override { m_answers[index] = tl::unexpected<Error>(error); }
    void resolve() override {
        for (std::size_t i = 0; i < m_answers.size(); ++i) {
            // Those of activities that do not exist would fill the memory.
            if (m_answers[i] && !m_answers[i]->repeated && m_answers[i]->outcome != api::AttemptOutcome::Unknown) {
                m_shared->counter(m_requests[i].activity).count(m_answers[i]->outcome, m_at);
            }
        }
        m_done(std::move(m_answers));
    }

private:
    std::vector<api::SeckillAttempt> m_requests;
    std::shared_ptr<SharedState> m_shared;
    std::function<void(Answers)> m_done;
    Answers m_answers;
    Instant m_at;
};

}  // namespace evenhand::seckill
