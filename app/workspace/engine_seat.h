// SPDX-License-Identifier: GPL-3.0-or-later
// An engine among those that share a workspace: it is a member of a list of engines, under a lease that a thread of its
// own renews, and has its part of the ring that these are (engine/ring): what falls due is done by the engine that owns
// its position there, so one that comes or goes moves only its share. While nobody can tell (etcd is away) it goes on
// with what it had until its lease may have ended, and then does nothing, until somebody can tell again; where two take
// themselves for the owner for a moment the database decides. Threads: owns() from any; the rest on its owner's.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "engine/api/membership.h"
#include "engine/base/clock.h"
#include "engine/base/rng.h"
#include "engine/ring/ring.h"

namespace evenhand::app {

class EngineSeat {
public:
    static constexpr std::int64_t kLeaseMs = 10'000;
    static constexpr std::int64_t kRenewMs = 1'000;

    /// `id`: a UUID; `name`: for people. Membership (of engines alone) and clock outlive it.
    EngineSeat(api::Membership& membership, const Clock& clock, std::string id, std::string name);
    ~EngineSeat() { stop(); }
    EngineSeat(const EngineSeat&) = delete;
    EngineSeat& operator=(const EngineSeat&) = delete;

    /// Joins, and keeps the lease from then on. What goes wrong is tried again.
    void start();
    /// Leaves. Idempotent.
    void stop();
    /// What falls due in a source of this name, of this subject (perhaps none), is this engine's to do.
    [[nodiscard]] bool owns(std::string_view name, std::string_view subject) const;

private:
    void keep();
    void renew();

    api::Membership& m_membership;
    const Clock& m_clock;
    const std::string m_id, m_name;
    bool m_isMember = false;  ///< the thread's, as the next
    Rng m_rng{Rng::systemSeed()};
    std::atomic<std::int64_t> m_untilNs{0};  ///< end of the own lease, monotonic

    mutable std::mutex m_ringMutex;  ///< guards the following
    tasks::Ring m_ring;
    std::optional<std::size_t> m_place;  ///< among those that made it; nullopt: not there

    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_stopping = false;
    std::thread m_thread;
};

}  // namespace evenhand::app
