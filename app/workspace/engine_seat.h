// SPDX-License-Identifier: GPL-3.0-or-later
// An engine among those that share a workspace: it is a member of a list of engines, under a lease that a thread of its
// own renews, and tells whether it is the one that has been there for longest. That one does what one engine does for
// all: due work. While nobody can tell (etcd is away) it goes on until its lease may have ended, and then no engine
// does, until somebody can tell again; where two take themselves for it for a moment the database decides. Threads:
// leads() from any; the rest on its owner's.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "engine/api/membership.h"
#include "engine/base/clock.h"

namespace evenhand::app {

class EngineSeat {
public:
    static constexpr std::int64_t kLeaseMs = 10'000;
    static constexpr std::int64_t kRenewMs = 2'500;

    /// `id`: a UUID; `name`: for people. Membership (of engines alone) and clock outlive it.
    EngineSeat(api::Membership& membership, const Clock& clock, std::string id, std::string name);
    ~EngineSeat() { stop(); }
    EngineSeat(const EngineSeat&) = delete;
    EngineSeat& operator=(const EngineSeat&) = delete;

    /// Joins, and keeps the lease from then on. What goes wrong is tried again.
    void start();
    /// Leaves. Idempotent.
    void stop();
    [[nodiscard]] bool leads() const noexcept;

private:
    void keep();
    void renew();

    api::Membership& m_membership;
    const Clock& m_clock;
    const std::string m_id, m_name;
    bool m_isMember = false;                 ///< the thread's
    std::atomic<bool> m_first{false};        ///< of those that are there
    std::atomic<std::int64_t> m_untilNs{0};  ///< end of the own lease, monotonic

    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_stopping = false;
    std::thread m_thread;
};

}  // namespace evenhand::app
