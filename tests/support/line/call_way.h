// SPDX-License-Identifier: GPL-3.0-or-later
// Carries a call from the caller to the engine that answers it, and its answer back. If the caller cancels the answer,
// the call behind it is cancelled by tellCancels().
// Thread: ask() and askMany() from any; the others as they say.
#pragma once

#include <QFuture>
#include <QPromise>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "engine/api/engine_api.h"

namespace evenhand::test {

/// Counts the calls on a line. Shared by both ends and kept alive until the last late answer has come.
class CallsOnTheWay {
public:
    /// The number of calls and answers between the ends. Calls that an engine holds back are not counted.
    [[nodiscard]] int count() const { return m_count; }
    void more() { ++m_count; }
    void less() { --m_count; }

    /// Notes a call until forget(). `isCanceled` says whether the caller has cancelled it. Both functions are called by
    /// tellCancels() alone.
    std::int64_t note(std::function<bool()> isCanceled, std::function<void()> cancel) {
        const std::scoped_lock lock(m_mutex);
        m_open.emplace(++m_last, Open{std::move(isCanceled), std::move(cancel)});
        return m_last;
    }
    void forget(std::int64_t number) {
        decltype(m_open)::node_type gone;  // destroyed outside the lock, because its destructor may call this again
        const std::scoped_lock lock(m_mutex);
        gone = m_open.extract(number);
    }
    void tellCancels() {
        std::vector<std::function<void()>> cancels;
        {
            const std::scoped_lock lock(m_mutex);
            for (auto& [number, open] : m_open) {
                if (open.cancel && open.isCanceled()) {
                    cancels.push_back(std::exchange(open.cancel, nullptr));
                }
            }
        }
        for (const auto& cancel : cancels) {
            cancel();
        }
    }

private:
    struct Open {
        std::function<bool()> isCanceled;
        std::function<void()> cancel;
    };
    std::atomic<int> m_count{0};
    std::mutex m_mutex;
    std::map<std::int64_t, Open> m_open;  ///< guarded by m_mutex
    std::int64_t m_last = 0;              ///< by m_mutex
};

/// The answer of one call, from the engine behind to whoever has asked. There is one for each of some two hundred
/// functions, so what need not know its type is in call_way.cpp.
class PassedAnswer {
public:
    virtual ~PassedAnswer() = default;
    /// Asks the engine behind.
    [[nodiscard]] virtual QFuture<void> ask(api::EngineApi& behind) = 0;
    /// What was answered.
    virtual void pass() = 0;
    virtual void passCancelled() = 0;
    /// By whoever has asked.
    [[nodiscard]] virtual bool isCanceled() const = 0;
};
template <typename T>
class PassedAnswerOf : public PassedAnswer {
public:
    PassedAnswerOf() { m_promise.start(); }
    [[nodiscard]] api::Answer<T> future() const { return m_promise.future(); }
    [[nodiscard]] QFuture<void> ask(api::EngineApi& behind) final {
        m_answer = call(behind);
        return QFuture<void>(m_answer);
    }
    void pass() final {
        m_promise.addResult(*std::as_const(m_answer).constBegin());
        m_promise.finish();
    }
    void passCancelled() final {
        m_promise.future().cancel();
        m_promise.finish();
    }
    [[nodiscard]] bool isCanceled() const final { return m_promise.isCanceled(); }

private:
    [[nodiscard]] virtual api::Answer<T> call(api::EngineApi& behind) = 0;

    QPromise<Result<T>> m_promise;
    api::Answer<T> m_answer;
};
template <typename T, typename Fn>
class PassedBy final : public PassedAnswerOf<T> {
public:
    explicit PassedBy(Fn fn) : m_fn(std::move(fn)) {}

private:
    [[nodiscard]] api::Answer<T> call(api::EngineApi& behind) override { return m_fn(behind); }
    Fn m_fn;
};

template <typename T>
[[nodiscard]] api::Answer<T> answeredNow(Result<T> result) {
    QPromise<Result<T>> promise;
    promise.start();
    promise.addResult(std::move(result));
    promise.finish();
    return promise.future();
}

class CallWay {
public:
    using Step = std::function<void(api::EngineApi& behind)>;

    explicit CallWay(std::shared_ptr<CallsOnTheWay> calls) : m_calls(std::move(calls)) {}
    virtual ~CallWay() = default;

    /// `fn` asks the engine behind: it takes that, and answers its answer.
    template <typename T, typename Fn>
    [[nodiscard]] api::Answer<T> ask(Fn fn) {
        auto passed = std::make_unique<PassedBy<T, Fn>>(std::move(fn));
        auto future = passed->future();
        pass(std::move(passed));
        return future;
    }
    template <typename T>
    void askMany(std::function<void(api::EngineApi&, api::BatchCompletion<T>)> fn, api::BatchCompletion<T> done) {
        const bool isAsker = this->isAsker();
        if (isAsker) {
            m_calls->more();
        }
        run([isAsker, calls = m_calls, fn = std::move(fn), done = std::move(done)](api::EngineApi& behind) {
            if (!isAsker) {
                calls->less();
            }
            fn(behind, [isAsker, calls, done](std::vector<Result<T>> results) {
                if (!isAsker) {
                    calls->more();
                }
                done(std::move(results));
                if (isAsker) {
                    calls->less();
                }
            });
        });
    }
    /// The call as the engine behind should see it.
    [[nodiscard]] virtual api::Call seen(const api::Call& call) const { return call; }
    /// True on the side where calls begin, false where they go on to the engine.
    [[nodiscard]] virtual bool isAsker() const = 0;
    /// The answer for the service's door when it asks whether somebody must sign in; nullopt: the console asks, and the
    /// engine behind answers.
    [[nodiscard]] virtual std::optional<api::SignInState> saidToDoor() const { return std::nullopt; }
    [[nodiscard]] const std::shared_ptr<CallsOnTheWay>& calls() const { return m_calls; }

protected:
    /// Runs the step on the thread where the engine behind may be called.
    virtual void run(Step step) = 0;

private:
    void pass(std::unique_ptr<PassedAnswer> answer);

    const std::shared_ptr<CallsOnTheWay> m_calls;
};

}  // namespace evenhand::test
