// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's bounded inbox and the jobs it is working through. Commands keep their order of arrival.
//
// Threads: submit() and depth() from any thread; everything else on the engine's thread.
// Invariants: every accepted job is resolved exactly once; depth() counts accepted commands without an answer and never
// exceeds the bound; arrival instants never decrease along the queue as long as the clock does not.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/base/clock.h"
#include "engine/runtime/engine.h"

namespace evenhand::runtime {

/// One command of a job, as it is in a batch.
struct Slot {
    Job* job = nullptr;
    std::size_t index = 0;
};

class CommandQueue {
public:
    CommandQueue(const Clock& clock, std::size_t bound) : m_clock(clock), m_bound(bound) {}

    /// Refuses on the calling thread: Busy beyond the bound, or what refuseNew() said.
    void submit(std::unique_ptr<Job> job);
    [[nodiscard]] std::size_t depth() const noexcept { return m_depth.load(std::memory_order_relaxed); }

    /// From now on submit() refuses with this error; nullopt accepts again. After close() it never does.
    void refuseNew(std::optional<Error> error);
    void close();
    [[nodiscard]] bool closed();

    /// Takes what has arrived, if everything taken before has been handed out. Answers the clock's instant of the
    /// latest taking: every command that arrived before it has been handed out or is in the queue.
    Instant collect();
    /// Hands out the next command, or nullopt.
    [[nodiscard]] std::optional<Slot> next();
    /// Lets the next commands, at most `limit`, say what they will read; answers how many.
    std::size_t foresee(std::size_t limit, store::ReadAhead& ahead) const;
    /// The next command without handing it out.
    [[nodiscard]] Job* peek() noexcept;
    /// Arrival of the next command.
    [[nodiscard]] Instant peekArrival() noexcept { return m_working[m_head]->m_arrival; }
    [[nodiscard]] static Instant arrival(const Job& job) noexcept { return job.m_arrival; }

    /// The commands are durable: resolves each job whose last command this was. Also for refused ones.
    void answer(const std::vector<Slot>& slots);
    /// Refuses every command that is waiting, taken or not.
    void refuseWaiting(const Error& error);

    /// Sleeps until something arrives, the queue is closed, or the clock reaches `until`.
    void wait(std::optional<Instant> until);
    /// Sleeps until something arrives, the queue is closed, or so long of real time is over.
    void waitFor(std::int64_t ns);
    /// Ends a wait().
    void wake();

private:
    void finish(Job& job);

    const Clock& m_clock;
    const std::size_t m_bound;
    std::atomic<std::size_t> m_depth{0};

    std::mutex m_mutex;  ///< guards the following
    std::condition_variable m_arrived;
    std::vector<std::unique_ptr<Job>> m_incoming;
    std::optional<Error> m_refusal;
    bool m_closed = false;
    bool m_sleeping = false;
    bool m_woken = false;

    // The engine's thread only.
    std::vector<std::unique_ptr<Job>> m_working;  ///< in order; handed out up to m_head
    std::size_t m_head = 0;
    std::vector<std::unique_ptr<Job>> m_handedOut;  ///< not yet answered, in order
    Instant m_collectedAt;
};

}  // namespace evenhand::runtime
