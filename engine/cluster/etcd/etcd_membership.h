// SPDX-License-Identifier: GPL-3.0-or-later
// Who works on the ring, where several services share it: membership by leases, "create if absent" and a watch of etcd.
//
// A member has a lease in etcd, and with it the key of its id and one key for each of its positions, all made in one
// transaction that fails where one of them is there. etcd is asked for a longer lease than the member believes to have:
// the member's ends `leaseMs` after the instant before the request was sent, by its own monotonic clock, etcd's a
// margin later, counted from when it has done the request. So a member that counts from before its call has stopped
// working on its ranges before others are told that it is gone, though its clock runs a little slower, its requests
// were long on their way, or nothing reaches etcd any more. Setting a machine's clock changes nothing.
//
// members() answers from memory; what is known is kept by a watch, which goes on from the last revision after a cut,
// and reads everything anew where etcd has forgotten that revision or is another one; every `lookMs` everything is read
// besides, for a line that has died without a word. While no server of etcd can be reached, the list stays as it is
// (but for members of this process whose lease ends), and join() and keepAlive() answer Unreachable.
// Errors name the server (field membership), beside those of api::Membership: Unreachable, SignInRefused,
// PermissionDenied, Storage, Internal; positions, at most kMaxPositions of them, else InvalidArgument.
// Thread: any; join(), keepAlive() and leave() block their caller for as long as etcd takes. Handlers run on a thread
// of its own. The clock outlives it. Members that have not left when it is destroyed are gone when their leases end.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine/cluster/etcd/client.h"
#include "engine/cluster/etcd/member_table.h"
#include "engine/cluster/member_watchers.h"

namespace evenhand::etcd {

struct EtcdOptions {
    std::string prefix = "evenhand/";  ///< of all keys, not empty; another one for each workspace
    ClientOptions client;
    std::int64_t lookMs = 5'000;  ///< how often everything is read besides the watch
};

class EtcdMembership final : public api::Membership {
public:
    /// Each position is a key of one transaction, of which etcd takes 128 by its default.
    static constexpr std::size_t kMaxPositions = 120;

    /// Reads who is there; so an error says at once that the address is wrong, or the user.
    [[nodiscard]] static Result<std::unique_ptr<EtcdMembership>> open(const Clock& clock, const Address& address,
                                                                      const EtcdOptions& options);
    ~EtcdMembership() override;

    [[nodiscard]] Result<Instant> join(const api::Member& member, std::int64_t leaseMs) override;
    [[nodiscard]] Result<Instant> keepAlive(const std::string& id) override;
    void leave(const std::string& id) override;
    [[nodiscard]] api::MemberList members() override;
    [[nodiscard]] std::unique_ptr<api::Subscription> watch(Handler handler) override;

private:
    using OwnLease = MemberTable::OwnLease;

    EtcdMembership(const Clock& clock, const Address& address, const EtcdOptions& options);
    [[nodiscard]] Txn joining(const api::Member& member, std::int64_t leaseMs, std::int64_t lease) const;
    /// The keys of the member, made; or the refusal.
    [[nodiscard]] Result<void> makeKeys(const api::Member& member, const OwnLease& own);

    void keep();
    void tell();
    /// What the keeper does between two looks at its watch.
    void follow(std::unique_ptr<Watch>& watch);
    void lookAt(std::unique_ptr<Watch>& watch);
    void askOthers();
    /// Ends the leases of members of this process that have ended by its own clock.
    void dropEnded();
    void revokeWaiting();
    void changed(bool isNews);
    /// Says it once when it begins and once when it ends.
    void reached(const Error* error);
    [[nodiscard]] bool stopping();
    void pause(std::int64_t ms);

    const Clock& m_clock;
    const EtcdOptions m_options;
    Client m_client;
    cluster::MemberWatchers m_watchers;

    std::mutex m_mutex;  ///< of what is below
    std::condition_variable m_wake;
    MemberTable m_table;
    std::vector<std::int64_t> m_toRevoke;  ///< leases that etcd shall end before their time
    std::int64_t m_told = 0;               ///< revision that the watchers have been told
    bool m_isReached = true;
    bool m_stopping = false;

    std::int64_t m_lookNs = 0;  ///< the keeper's: when everything is read again; monotonic
    std::string m_askedLast;    ///< the keeper's: whose lease was asked for last
    std::thread m_keeper, m_teller;
};

}  // namespace evenhand::etcd
