// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's bounded inbox and the jobs it is working through. A caller's commands keep their order of arrival;
// callers take turns of kTurn commands (round robin), so that one who asks for a hundred thousand things at once keeps
// nobody else waiting. A caller is who acts: the name of the call's actor. What somebody asks for in bulk (Call::bulk)
// is a caller of its own, so that an import does not keep the person waiting who started it and works on.
//
// Threads: submit() and depth() from any thread; everything else on the engine's thread.
// Invariants: every accepted job is resolved exactly once; depth() counts accepted commands without an answer and never
// exceeds the bound; a caller's arrival instants never decrease along the queue as long as the clock does not.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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
    static constexpr std::size_t kTurn = 128;  ///< commands

    CommandQueue(const Clock& clock, std::size_t bound) : m_clock(clock), m_bound(bound) {}

    /// Refuses on the calling thread: Busy beyond the bound, or what refuseNew() said.
    void submit(std::unique_ptr<Job> job);
    [[nodiscard]] std::size_t depth() const noexcept { return m_depth.load(std::memory_order_relaxed); }

    /// From now on submit() refuses with this error; nullopt accepts again. After close() it never does.
    void refuseNew(std::optional<Error> error);
    void close();
    [[nodiscard]] bool closed();

    /// Takes what has arrived. Answers the clock's instant: every command that arrived before it has been handed out or
    /// is in the queue.
    Instant collect();
    /// Hands out the next command, or nullopt.
    [[nodiscard]] std::optional<Slot> next();
    /// Lets the next commands, at most `limit`, say what they will read; answers how many.
    std::size_t prefetch(std::size_t limit, store::ReadAhead& ahead) const;
    /// The next command without handing it out.
    [[nodiscard]] Job* peek() noexcept;
    /// Arrival of the command that has waited longest; there is one.
    [[nodiscard]] Instant oldestArrival() const noexcept;
    /// The same among the commands of other callers than `job`'s, if any waits.
    [[nodiscard]] std::optional<Instant> oldestOfOthers(const Job& job) const noexcept;
    [[nodiscard]] static Instant arrival(const Job& job) noexcept { return job.m_arrival; }
    [[nodiscard]] static bool isOfSameCaller(const Job& one, const Job& other) noexcept {
        return callerOf(one) == callerOf(other);
    }

    /// The commands are durable: resolves each job whose last command this was. Also for refused ones.
    void answer(const std::vector<Slot>& slots);
    /// The same of commands that get this error.
    void refuse(const std::vector<Slot>& slots, const Error& error);
    /// Refuses every command that is waiting, taken or not.
    void refuseWaiting(const Error& error);

    /// Sleeps until something arrives, the queue is closed, or the clock reaches `until`.
    void wait(std::optional<Instant> until);
    /// Sleeps until something arrives, the queue is closed, or so long of real time is over.
    void waitFor(std::int64_t ns);
    /// Ends a wait().
    void wake();

private:
    /// Who asks, and whether in bulk.
    using CallerId = std::pair<std::string_view, bool>;
    [[nodiscard]] static CallerId callerOf(const Job& job) noexcept { return {job.call().actor.name, job.call().bulk}; }
    /// What waits of one caller, in order; never empty.
    struct Caller {
        std::string name;
        bool bulk = false;
        std::deque<std::unique_ptr<Job>> jobs{};
        [[nodiscard]] CallerId id() const noexcept { return {name, bulk}; }
    };
    void add(std::unique_ptr<Job> job);
    void passOn();

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
    std::vector<std::unique_ptr<Job>> m_taken;      ///< out of m_incoming; kept for its memory
    std::deque<std::unique_ptr<Caller>> m_callers;  ///< the first one's turn, the others in order
    std::map<CallerId, Caller*> m_byId;             ///< of them; the names are their own
    std::size_t m_turnLeft = kTurn;                 ///< commands
    std::vector<std::unique_ptr<Job>> m_handedOut;  ///< not yet answered
};

}  // namespace evenhand::runtime
