// SPDX-License-Identifier: GPL-3.0-or-later
// The workers of one process, and its keeper: a thread that writes the ring's hand-over history and has the membership
// look for leases that ended, also while all workers are at work. How many workers there are says whoever starts them,
// or the workspace's settings: then another thread starts more when the settings say so, and ends those that are too
// many. Thread: made, started and stopped on the owner's; size() from any. Engine, membership and clock outlive it; the
// engine answers until stop() has returned.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine/outward/ring_worker.h"

namespace evenhand::outward {

/// What the history says of a ring that has become another: one row for each member that came or went, as if one after
/// the other.
[[nodiscard]] std::vector<api::RingChangeRow> changesOf(const api::MemberList& before, const api::MemberList& now,
                                                        Instant at);

class RingWorkerPool {
public:
    RingWorkerPool(api::EngineApi& engine, api::Membership& membership, const Clock& clock) noexcept
        : m_engine(engine), m_membership(membership), m_clock(clock) {}
    ~RingWorkerPool() { stop(); }

    void start(const std::vector<WorkerOptions>& workers);
    /// After start(): from now on as many as the workspace's settings say, also when they are changed. `make` says how
    /// the first, the second, … is made; it is called on a thread of the pool's.
    void follow(std::function<WorkerOptions(std::size_t number)> make);
    /// One more, or one less (the last that was started), while the others work. Not with follow().
    void add(const WorkerOptions& worker);
    void removeOne();
    [[nodiscard]] std::size_t size();
    /// All leave, what they have is reported, the history is written. Idempotent.
    void stop();

private:
    void keep();
    void note(const api::MemberList& list);
    void adjust();
    /// Ends the last ones, all at the same time.
    void shrinkTo(std::size_t count);
    [[nodiscard]] Result<std::size_t> wanted();

    api::EngineApi& m_engine;
    api::Membership& m_membership;
    const Clock& m_clock;
    std::function<WorkerOptions(std::size_t)> m_make;
    std::mutex m_workersMutex;  ///< of m_workers; never held while one ends
    std::vector<std::unique_ptr<RingWorker>> m_workers;
    api::MemberList m_known;  ///< the keeper's

    std::mutex m_mutex;  ///< of what is below
    std::condition_variable m_wake;
    std::deque<api::MemberList> m_lists;
    bool m_stopping = false;
    bool m_following = false;  ///< the settings
    bool m_changed = true;     ///< they may have changed since they were read
    std::thread m_keeper, m_adjuster;
    std::unique_ptr<api::Subscription> m_watch, m_events;
};

}  // namespace evenhand::outward
