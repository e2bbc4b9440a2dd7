// SPDX-License-Identifier: GPL-3.0-or-later
// Membership of workers in one process: one list, leases by the monotonic time of the clock given, so that nobody loses
// or keeps one because the machine's clock was set. It has no thread: a lease that ended is noticed by the next call,
// and members call keepAlive() several times per lease, so soon.
// Thread: any. Handlers run on the thread whose call changed the list, after it, one at a time each; they must only
// hand over. The clock outlives it.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "engine/cluster/member_watchers.h"

namespace evenhand::cluster {

class LocalMembership final : public api::Membership {
public:
    explicit LocalMembership(const Clock& clock);
    [[nodiscard]] Result<Instant> join(const api::Member& member, std::int64_t leaseMs) override;
    [[nodiscard]] Result<Instant> keepAlive(const std::string& id) override;
    void leave(const std::string& id) override;
    [[nodiscard]] api::MemberList members() override;
    [[nodiscard]] std::unique_ptr<api::Subscription> watch(Handler handler) override;

private:
    struct Entry {
        api::Member member;
        std::int64_t leaseMs = 0;
        std::int64_t untilNs = 0;  ///< end of the lease, monotonic; leaseUntil is for people
    };

    /// Removes those whose lease has ended; true: there were some.
    bool expire();
    Instant renew(Entry& entry) const;
    [[nodiscard]] api::MemberList listed() const;
    void tell();

    const Clock& m_clock;
    std::mutex m_mutex;  ///< of the list
    std::map<std::string, Entry> m_members;
    std::int64_t m_revision = 0;
    MemberWatchers m_watchers;
};

}  // namespace evenhand::cluster
