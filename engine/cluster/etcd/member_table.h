// SPDX-License-Identifier: GPL-3.0-or-later
// What a process knows of the members whose keys are in etcd, and of the leases of those that are its own: the list
// that everybody is shown, and when it has changed. Pure state, which asks nobody.
//
// A member's key is PREFIX "members/" ID, its value JSON; each of its positions has a key PREFIX "positions/" and the
// position as eight hexadecimal digits, whose value is the id. All have the member's lease.
//
// Invariants: what is told is never older than what was told before; a member of this process whose lease has ended by
// this process's own clock, or that has left, is not shown, whatever etcd still says.
// Thread: none of its own; whoever has it holds a lock.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/membership.h"
#include "engine/cluster/etcd/messages.h"

namespace evenhand::etcd {

/// Keys and values of members.
[[nodiscard]] std::string memberKey(const std::string& prefix, const std::string& id);
[[nodiscard]] std::string positionKey(const std::string& prefix, std::uint32_t position);
[[nodiscard]] std::string memberText(const api::Member& member, std::int64_t leaseMs);

class MemberTable {
public:
    /// A lease of a member of this process.
    struct OwnLease {
        std::int64_t lease = 0;
        std::int64_t leaseMs = 0;
        std::int64_t untilNs = 0;  ///< its end by the monotonic clock; from there on it has ended
        Instant until;             ///< the same for people
    };

    explicit MemberTable(std::string prefix);

    /// All keys of members as etcd had them at a revision. True: that is news; false also if newer ones are known.
    bool replace(const std::vector<KeyValue>& kvs, std::int64_t revision);
    /// As replace(), though the revision is an older one: this etcd's history is another than the one that was known.
    bool beginAnew(const std::vector<KeyValue>& kvs, std::int64_t revision);
    /// What is older than what is known already counts for nothing.
    bool apply(const std::vector<WatchEvent>& events);

    /// After its keys have come; it may be told of before.
    void own(const std::string& id, const OwnLease& lease);
    [[nodiscard]] OwnLease* findOwn(const std::string& id);
    /// A member that has left, or whose lease etcd says has ended: not shown any more. Its lease; 0: no such member.
    std::int64_t drop(const std::string& id);
    /// Drops those whose lease has ended; their leases.
    [[nodiscard]] std::vector<std::int64_t> dropEnded(std::int64_t nowNs);
    /// How long the lease of a member of another process goes on, as etcd says.
    void setUntil(const std::string& id, Instant until);
    /// Members of other processes, and their leases, in order of id from the one behind `after`, and then from the
    /// first.
    [[nodiscard]] std::vector<std::pair<std::string, std::int64_t>> othersFrom(const std::string& after) const;

    [[nodiscard]] api::MemberList list() const;
    [[nodiscard]] std::int64_t etcdRevision() const noexcept { return m_etcdRevision; }
    /// Grows with every change of the list; never smaller than etcd's.
    [[nodiscard]] std::int64_t revision() const noexcept { return m_revision; }

private:
    struct Entry {
        api::Member member;
        std::int64_t lease = 0;
    };
    /// The id in a key of a member.
    [[nodiscard]] std::optional<std::string> idOf(const std::string& key) const;
    void take(const KeyValue& kv);
    /// Compares with what was shown last; true: it is another list.
    bool noteChange();

    const std::string m_membersPrefix;
    std::map<std::string, Entry> m_members;  ///< by id, as etcd has them
    std::map<std::string, OwnLease> m_own;   ///< by id
    std::set<std::string> m_dropped;         ///< ids that are not shown, though etcd may still have them
    std::set<std::string> m_shown;           ///< ids of the newest list
    std::int64_t m_etcdRevision = 0;         ///< that m_members is of
    std::int64_t m_revision = 0;
};

}  // namespace evenhand::etcd
