// SPDX-License-Identifier: GPL-3.0-or-later
// A command on people whose outcome the sessions hear of on the engine's thread, in the order of the commits and before
// anybody else does. Thread: as runtime::Job.
#pragma once

#include <QPromise>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "engine/runtime/engine.h"

namespace evenhand::accounts {

template <typename T>
class AccountJob final : public runtime::Job {
public:
    using Rule = std::function<Result<T>(runtime::UnitOfWork&)>;
    using Ended = std::function<void(Result<T>&)>;

    AccountJob(api::Call call, Rule rule, Ended ended)
        : Job(std::move(call)), m_rule(std::move(rule)), m_ended(std::move(ended)) {
        m_promise.start();
    }
    [[nodiscard]] api::Answer<T> future() { return m_promise.future(); }
    [[nodiscard]] bool run(std::size_t, runtime::UnitOfWork& work) override {
        m_result.emplace(m_rule(work));
        tell(*m_result);
        return m_result->has_value();
    }
    void refuse(std::size_t, const Error& error) override { m_result.emplace(tl::unexpect, error); }
    void resolve() override {
        m_ended(*m_result);
        m_promise.addResult(std::move(*m_result));
        m_promise.finish();
    }

private:
    Rule m_rule;
    Ended m_ended;
    std::optional<Result<T>> m_result;
    QPromise<Result<T>> m_promise;
};

/// `ended(result)` runs once, after the commit or the refusal; it may still change the result.
template <typename T>
[[nodiscard]] api::Answer<T> askAccounts(runtime::Engine& engine, api::Call call, typename AccountJob<T>::Rule rule,
                                         typename AccountJob<T>::Ended ended) {
    auto job = std::make_unique<AccountJob<T>>(std::move(call), std::move(rule), std::move(ended));
    auto future = job->future();
    engine.submit(std::move(job));
    return future;
}

}  // namespace evenhand::accounts
