// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker of the ring can do with tasks of one kind that is done outside the engine. Each worker has runners of
// its own, made by the sources that the composition root registers. Thread: the worker's alone; interrupt() from any.
#pragma once

#include <functional>
#include <memory>

#include "engine/api/engine_api.h"
#include "engine/api/task_types.h"

namespace evenhand::outward {

/// How often a report is tried before its task is left to the worker that takes it over next.
constexpr int kReportTries = 5;

/// Whether the engine may take the same report a moment later.
[[nodiscard]] constexpr bool worthAnotherTry(ErrorCode code) noexcept {
    return code == ErrorCode::Busy || code == ErrorCode::OutcomeUnknown || code == ErrorCode::ReadOnly ||
           code == ErrorCode::Storage;
}

/// What a runner may ask of its worker.
class TaskContext {
public:
    virtual ~TaskContext() = default;
    [[nodiscard]] virtual api::EngineApi& engine() noexcept = 0;
    /// The worker's, with the permissions of a worker.
    [[nodiscard]] virtual const api::Call& call() const noexcept = 0;
    /// True: the program ends; what is under way is to be reported as not done, soon.
    [[nodiscard]] virtual bool stopping() = 0;
    /// For work that takes its time, now and then: keeps the task's lease and the worker's place on the ring. False:
    /// somebody else has the task since, stop.
    [[nodiscard]] virtual bool renew(const api::TaskTicket& ticket) = 0;
    /// Hands over what came of the task, as TaskDesk::report(), and tries again while the engine is busy.
    virtual void report(const api::TaskReport& report) = 0;
    /// Waits until `done`, `ms` at most or until stopping(); answers whether it is done. An engine without threads is
    /// run until it is.
    [[nodiscard]] virtual bool waitUpTo(const std::function<bool()>& done, std::int64_t ms) = 0;
    /// Waits for an answer of the engine.
    template <typename T>
    [[nodiscard]] Result<T> wait(api::Answer<T> answer) {
        await([&answer] { return answer.isFinished(); });
        answer.waitForFinished();
        if (answer.resultCount() == 0) {
            return fail(ErrorCode::Cancelled, "the engine was shut down");
        }
        return answer.result();
    }

protected:
    /// Runs an engine without threads until `done`; nothing with threads.
    virtual void await(const std::function<bool()>& done) = 0;
};

class TaskRunner {
public:
    virtual ~TaskRunner() = default;
    [[nodiscard]] virtual api::TaskKind kind() const noexcept = 0;
    /// How many it takes at a time, 1 … 100: what is claimed and not begun is delayed where the program ends.
    [[nodiscard]] virtual std::int64_t atATime() const noexcept { return 4; }
    /// Does one claimed task and reports it, by its kind's own desk or by context.report(). Idempotent by the task's
    /// subject: an earlier attempt may have come through.
    virtual void run(const api::TaskJob& job, TaskContext& context) = 0;
    /// What is under way ends soon, as if the line had broken; also all that comes after it.
    virtual void interrupt() noexcept {}
};

/// Makes the runner of one worker.
using RunnerSource = std::function<std::unique_ptr<TaskRunner>()>;

}  // namespace evenhand::outward
