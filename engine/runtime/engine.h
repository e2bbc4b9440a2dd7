// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's loop: commands from a bounded inbox, message consumers and due work, in batches that commit as one
// transaction; futures resolve and events go out only after the commit.
//
// Threads: submit…() from any thread. Everything else runs on the engine's thread, or, without start(), on the
// thread that calls step() (simulation and tests: single-threaded, on a virtual clock).
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "engine/api/call.h"
#include "engine/runtime/job.h"
#include "engine/runtime/rule_jobs.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/runtime/work_sources.h"

namespace evenhand::runtime {

class Engine {
public:
    virtual ~Engine() = default;

    /// Refuses at once with Busy (inbox full), ReadOnly or Cancelled (shutting down), by refuse() + resolve() on
    /// the calling thread.
    virtual void submit(std::unique_ptr<Job> job) = 0;
    /// A desk refused this for lack of a permission: an entry of the audit log, as a command of its own. Any thread.
    virtual void noteRefusal(const api::Call& /*call*/, api::Operation /*operation*/, api::Permission /*missing*/) {}
    /// Something that leaves the database as it is and is to be told all the same, such as an export: an entry of the
    /// audit log, as a command of its own. `record` without an actor is of the call's. Answers when it is durable, or
    /// sure to become an entry. Any thread.
    [[nodiscard]] virtual api::Answer<void> noteDone(const api::Call& call, api::AuditRecord record);

    /// One command as a future. `fn` must be re-runnable.
    template <typename T>
    [[nodiscard]] api::Answer<T> ask(api::Call call, std::function<Result<T>(UnitOfWork&)> fn);
    /// As ask(), of a rule that takes a request; `prefetch` may be nullptr.
    template <typename Request, typename T>
    [[nodiscard]] api::Answer<T> askRule(api::Call call, Request request,
                                         Result<T> (*rule)(UnitOfWork&, const Request&), Prefetch<Request> prefetch);
    /// Many commands of one kind with one completion call. `fn(work, request)` must be re-runnable.
    template <typename Request, typename T>
    void askMany(api::Call call, std::vector<Request> requests,
                 std::function<Result<T>(UnitOfWork&, const Request&)> fn, api::BatchCompletion<T> done,
                 Prefetch<Request> prefetch = nullptr);
};

template <typename T>
api::Answer<T> Engine::ask(api::Call call, std::function<Result<T>(UnitOfWork&)> fn) {
    auto job = std::make_unique<detail::FutureJob<T>>(std::move(call), std::move(fn));
    auto future = job->future();
    submit(std::move(job));
    return future;
}

template <typename Request, typename T>
api::Answer<T> Engine::askRule(api::Call call, Request request, Result<T> (*rule)(UnitOfWork&, const Request&),
                               Prefetch<Request> prefetch) {
    auto job = std::make_unique<detail::RuleJob<Request, T>>(std::move(call), std::move(request), rule, prefetch);
    auto future = job->future();
    submit(std::move(job));
    return future;
}

template <typename Request, typename T>
void Engine::askMany(api::Call call, std::vector<Request> requests,
                     std::function<Result<T>(UnitOfWork&, const Request&)> fn, api::BatchCompletion<T> done,
                     Prefetch<Request> prefetch) {
    submit(std::make_unique<detail::ManyJob<Request, T>>(std::move(call), std::move(requests), std::move(fn),
                                                         std::move(done), prefetch));
}

inline api::Answer<void> Engine::noteDone(const api::Call& call, api::AuditRecord record) {
    // No operation: the entry is all that the command does, and it needs no entry of its own.
    return ask<void>({{call.actor.name, 0, {}, call.actor.via}, call.reason, {}, {}, call.once},
                     [record = std::move(record)](UnitOfWork& work) { return work.record(record); });
}

}  // namespace evenhand::runtime
