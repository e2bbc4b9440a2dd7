// SPDX-License-Identifier: GPL-3.0-or-later
// What is submitted to the engine: a command, or several of one kind, with its answer.
// Thread: made on any thread, run and answered on the engine's.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

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

}  // namespace evenhand::runtime
