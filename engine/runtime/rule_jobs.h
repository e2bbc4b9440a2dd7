// SPDX-License-Identifier: GPL-3.0-or-later
// The jobs that Engine::ask(), askRule() and askMany() submit. For engine.h alone.
// Thread: as Job.
#pragma once

#include <QPromise>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engine/api/call.h"
#include "engine/runtime/job.h"

namespace evenhand::runtime {

/// Tells what the rule will ask the database for to answer this request, as Job::prefetch().
template <typename Request>
using Prefetch = void (*)(const Request&, store::ReadAhead&);

namespace detail {

template <typename T>
class FutureJob final : public Job {
public:
    FutureJob(api::Call call, std::function<Result<T>(UnitOfWork&)> fn) : Job(std::move(call)), m_fn(std::move(fn)) {
        m_promise.start();
    }
    [[nodiscard]] api::Answer<T> future() { return m_promise.future(); }
    [[nodiscard]] bool run(std::size_t, UnitOfWork& work) override {
        m_result.emplace(m_fn(work));
        tell(*m_result);
        return m_result->has_value();
    }
    void refuse(std::size_t, const Error& error) override { m_result.emplace(tl::unexpect, error); }
    void resolve() override {
        m_promise.addResult(std::move(*m_result));
        m_promise.finish();
    }

private:
    std::function<Result<T>(UnitOfWork&)> m_fn;
    std::optional<Result<T>> m_result;
    QPromise<Result<T>> m_promise;
};

template <typename Request, typename T>
class RuleJob final : public Job {
public:
    using Rule = Result<T> (*)(UnitOfWork&, const Request&);
    RuleJob(api::Call call, Request request, Rule rule, Prefetch<Request> says)
        : Job(std::move(call)), m_request(std::move(request)), m_rule(rule), m_prefetch(says) {
        m_promise.start();
    }
    [[nodiscard]] api::Answer<T> future() { return m_promise.future(); }
    [[nodiscard]] bool run(std::size_t, UnitOfWork& work) override {
        m_result.emplace(m_rule(work, m_request));
        tell(*m_result);
        return m_result->has_value();
    }
    void prefetch(std::size_t, store::ReadAhead& ahead) const override {
        if (m_prefetch != nullptr) {
            m_prefetch(m_request, ahead);
        }
    }
    void refuse(std::size_t, const Error& error) override { m_result.emplace(tl::unexpect, error); }
    void resolve() override {
        m_promise.addResult(std::move(*m_result));
        m_promise.finish();
    }

private:
    Request m_request;
    Rule m_rule;
    Prefetch<Request> m_prefetch;
    std::optional<Result<T>> m_result;
    QPromise<Result<T>> m_promise;
};

template <typename Request, typename T>
class ManyJob final : public Job {
public:
    ManyJob(api::Call call, std::vector<Request> requests, std::function<Result<T>(UnitOfWork&, const Request&)> fn,
            api::BatchCompletion<T> done, Prefetch<Request> says)
        : Job(std::move(call)),
          m_requests(std::move(requests)),
          m_fn(std::move(fn)),
          m_done(std::move(done)),
          m_prefetch(says) {
        m_results.resize(m_requests.size(), tl::unexpected<Error>(Error{}));
    }
    [[nodiscard]] std::size_t size() const noexcept override { return m_requests.size(); }
    [[nodiscard]] bool run(std::size_t index, UnitOfWork& work) override {
        m_results[index] = m_fn(work, m_requests[index]);
        tell(m_results[index]);
        return m_results[index].has_value();
    }
    void prefetch(std::size_t index, store::ReadAhead& ahead) const override {
        if (m_prefetch != nullptr) {
            m_prefetch(m_requests[index], ahead);
        }
    }
    void refuse(std::size_t index, const Error& error) override { m_results[index] = tl::unexpected<Error>(error); }
    void resolve() override { m_done(std::move(m_results)); }

private:
    std::vector<Request> m_requests;
    std::function<Result<T>(UnitOfWork&, const Request&)> m_fn;
    std::vector<Result<T>> m_results;
    api::BatchCompletion<T> m_done;
    Prefetch<Request> m_prefetch;
};

}  // namespace detail

}  // namespace evenhand::runtime
