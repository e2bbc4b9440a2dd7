// SPDX-License-Identifier: GPL-3.0-or-later
// Who works on the ring. An interface: implemented in the process (engine/cluster/local_membership) and over etcd
// (engine/cluster/etcd), and made so that leases, "create if absent" and watches are enough for it. A constructor
// argument of the workers and of the task desk.
//
// Promises: a position belongs to one member at a time; a member whose lease has ended is gone from members() and
// cannot keep itself alive, it must join again (with other positions); the revision grows with every change, and
// whoever watches sees the newest list after a change, not necessarily each one between. A lease lasts for its length
// from the instant before the call of join() or keepAlive() that gave it, by the monotonic clock of whoever called:
// others are told that the member is gone only afterwards. So whoever counts from there has stopped in time, though it
// hears nothing any more. What it does not promise: that two members never believe at the same time that they own a
// position. The fencing tokens of tasks make that harmless. Thread: every function from any thread; handlers run on the
// membership's own and must only hand over.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/api/subscription.h"
#include "engine/base/clock.h"
#include "engine/base/result.h"

namespace evenhand::api {

struct Member {
    std::string id;                        ///< unique for ever: a UUID made when it joined
    std::string name;                      ///< for people: "worker 3 of host, process 123"; 1 … 200 characters
    std::vector<std::uint32_t> positions;  ///< of its virtual nodes, at least one, none twice
    Instant joinedAt{};
    Instant leaseUntil{};  ///< as far as this side knows
    bool operator==(const Member&) const = default;
};
struct MemberList {
    std::int64_t revision = 0;
    std::vector<Member> members;  ///< in order of id
};

class Membership {
public:
    virtual ~Membership() = default;

    /// All positions or none, for `leaseMs` (1 s … 1 h). Answers the end of the lease. Conflict (positions; the value
    /// is one that is taken): try others. InvalidArgument (name, positions, lease_ms), AlreadyExists (id). Unreachable
    /// and others where it is a service: whether the member has joined is not known; it is gone when its lease ends.
    [[nodiscard]] virtual Result<Instant> join(const Member& member, std::int64_t leaseMs) = 0;
    /// Renews the lease for its length from now; answers its new end. NotFound: it has ended, others have the work. Any
    /// other error: it goes on as before.
    [[nodiscard]] virtual Result<Instant> keepAlive(const std::string& id) = 0;
    /// Leaves now, not only when the lease ends. Idempotent.
    virtual void leave(const std::string& id) = 0;
    /// Without those whose lease has ended.
    [[nodiscard]] virtual MemberList members() = 0;
    using Handler = std::function<void(const MemberList&)>;
    [[nodiscard]] virtual std::unique_ptr<Subscription> watch(Handler handler) = 0;
};

}  // namespace evenhand::api
