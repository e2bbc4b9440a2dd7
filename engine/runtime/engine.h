// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's loop: commands from a bounded inbox, message consumers and due work, in batches that commit as one
// transaction; futures resolve and events go out only after the commit.
//
// Threads: submit…() from any thread. Everything else runs on the engine's thread, or, without start(), on the
// thread that calls step() (simulation and tests: single-threaded, on a virtual clock).
#pragma once

#include <QFuture>
#include <QPromise>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/api/call.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/order_rows/read_ahead.h"

namespace evenhand::runtime {

/// A group of commands with one answer. Each command is a unit of its own: if it fails it is undone alone.
/// run() may be called more than once for the same index, when a batch was rolled back; the last run counts.
class Job {
public:
    explicit Job(api::Call call) : m_call(std::move(call)) {}
    virtual ~Job() = default;
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    [[nodiscard]] const api::Call& call() const noexcept { return m_call; }
    [[nodiscard]] virtual std::size_t size() const noexcept { return 1; }
    /// Runs command `index`, keeps its result inside; false: it failed and must be undone.
    [[nodiscard]] virtual bool run(std::size_t index, UnitOfWork& work) = 0;
    /// What command `index` will ask the database for, as far as its request tells; called before run() where that
    /// saves time. Views into the request.
    virtual void prefetch(std::size_t /*index*/, store::ReadAhead& /*ahead*/) const {}
    /// The command did not commit: keep this error as its result instead (Busy, ReadOnly, OutcomeUnknown, Storage).
    virtual void refuse(std::size_t index, const Error& error) = 0;
    /// All commands are durable or refused: answer. Called once.
    virtual void resolve() = 0;

protected:
    /// What the command that runs gave, as soon as it is there: for Call::once. Without it such a command is refused.
    template <typename T>
    void tell(const Result<T>& result) {
        if (m_call.once && result) {
            if constexpr (std::is_void_v<T>) {
                m_call.once->done();
            } else {
                m_call.once->done(*result);
            }
        }
    }

private:
    friend class CommandQueue;
    api::Call m_call;
    // The engine's bookkeeping.
    Instant m_arrival;             ///< engine clock when it was submitted
    std::size_t m_taken = 0;       ///< commands handed to batches so far
    std::size_t m_unanswered = 0;  ///< commands that are neither durable nor refused
};

/// A message read from a topic.
struct Message {
    std::string topic;
    std::string id;
    std::int64_t attempt = 1;  ///< deliveries so far, this one included
    std::vector<std::pair<std::string, std::string>> fields;
    [[nodiscard]] std::string_view field(std::string_view name) const noexcept;
};

/// Handles messages of one topic. A handler that fails is undone and retried with growing delay; after the last
/// attempt the message goes to the dead letters and onDead() runs in the same unit of work.
class MessageHandler {
public:
    virtual ~MessageHandler() = default;
    [[nodiscard]] virtual Result<void> handle(UnitOfWork& work, const Message& message) = 0;
    /// As Job::prefetch().
    virtual void prefetch(const Message& /*message*/, store::ReadAhead& /*ahead*/) const {}
    [[nodiscard]] virtual Result<void> onDead(UnitOfWork& work, const Message& message, const Error& reason) = 0;
};

/// Work that falls due by time.
class DueSource {
public:
    virtual ~DueSource() = default;
    /// Earliest instant at which runDue() has something to do; nullopt: nothing pending. Cheap: asked every batch.
    [[nodiscard]] virtual std::optional<Instant> nextDue() = 0;
    /// Handles one due item as one unit of work (undone alone if it fails).
    [[nodiscard]] virtual Result<void> runDue(UnitOfWork& work) = 0;
    /// True: commands that arrive at or after the instant of an item need not wait for it, the rules look at instants
    /// themselves. (On an import clock they wait in any case.)
    [[nodiscard]] virtual bool mayFallBehind() const noexcept { return false; }
    /// True: the source has taken note of a failure of runDue() and is to be asked again at once; else it is given
    /// time.
    [[nodiscard]] virtual bool notesFailures() const noexcept { return false; }
    /// True: it makes sense only while time really passes, so it is left out on an import clock, which jumps from row
    /// to row over time that nobody has waited through.
    [[nodiscard]] virtual bool isOfThePresent() const noexcept { return false; }
    /// A batch was rolled back: what was learnt or remembered since the last one may be wrong, look again.
    virtual void undone() noexcept {}
    /// Engine time was turned back: instants that the source remembers mean nothing any more.
    virtual void timeTurnedBack() noexcept { undone(); }
};

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
    /// As ask(), of a rule that takes a request; `prefetch(request, ahead)` as Job::prefetch(), or nullptr.
    template <typename Request>
    using Prefetch = void (*)(const Request&, store::ReadAhead&);
    template <typename Request, typename T>
    [[nodiscard]] api::Answer<T> askRule(api::Call call, Request request,
                                         Result<T> (*rule)(UnitOfWork&, const Request&), Prefetch<Request> prefetch);
    /// Many commands of one kind with one completion call. `fn(work, request)` must be re-runnable.
    template <typename Request, typename T>
    void askMany(api::Call call, std::vector<Request> requests,
                 std::function<Result<T>(UnitOfWork&, const Request&)> fn, api::BatchCompletion<T> done,
                 Prefetch<Request> prefetch = nullptr);
};

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
    RuleJob(api::Call call, Request request, Rule rule, Engine::Prefetch<Request> says)
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
    Engine::Prefetch<Request> m_prefetch;
    std::optional<Result<T>> m_result;
    QPromise<Result<T>> m_promise;
};

template <typename Request, typename T>
class ManyJob final : public Job {
public:
    ManyJob(api::Call call, std::vector<Request> requests, std::function<Result<T>(UnitOfWork&, const Request&)> fn,
            api::BatchCompletion<T> done, Engine::Prefetch<Request> says)
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
    Engine::Prefetch<Request> m_prefetch;
};

}  // namespace detail

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
