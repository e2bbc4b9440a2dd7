// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/etcd/etcd_membership.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/base/log.h"
#include "engine/cluster/member_check.h"

namespace evenhand::etcd {
namespace {

constexpr std::int64_t kMsPerS = 1'000;
/// By how much etcd's lease is longer than the member's: as much as two clocks may differ over it, and the least that a
/// process may need to stop.
constexpr std::int64_t kMinMarginMs = 500;
constexpr std::int64_t kMarginPart = 20;

constexpr std::int64_t kTurnMs = 250;  // the keeper looks for own leases that ended as often
constexpr std::int64_t kFirstPauseMs = 100;
constexpr std::int64_t kLastPauseMs = 2'000;
constexpr std::size_t kLeasesALook = 64;  // of other processes

std::int64_t ttlOf(std::int64_t leaseMs) {
    return (leaseMs + std::max(kMinMarginMs, leaseMs / kMarginPart) + kMsPerS - 1) / kMsPerS;
}

/// Whether a key that was read for itself is there.
bool exists(const std::vector<KeyValue>& read) { return !read.empty(); }

}  // namespace

Result<std::unique_ptr<EtcdMembership>> EtcdMembership::open(const Clock& clock, const Address& address,
                                                             const EtcdOptions& options) {
    auto made = std::unique_ptr<EtcdMembership>(new EtcdMembership(clock, address, options));
    EVENHAND_ASSIGN(const auto all, made->m_client.range(withPrefix(memberKey(options.prefix, {}))));
    made->m_table.replace(all.kvs, all.revision);
    made->m_told = made->m_table.revision();
    made->m_lookNs = clock.monotonicNs() + options.lookMs * base::kNsPerMs;
    made->m_keeper = std::thread([membership = made.get()] { membership->keep(); });
    made->m_teller = std::thread([membership = made.get()] { membership->tell(); });
    return made;
}

EtcdMembership::EtcdMembership(const Clock& clock, const Address& address, const EtcdOptions& options)
    : m_clock(clock), m_options(options), m_client(address, options.client), m_table(options.prefix) {}

EtcdMembership::~EtcdMembership() {
    {
        const std::scoped_lock lock(m_mutex);
        m_stopping = true;
        m_wake.notify_all();
    }
    m_client.interrupt();
    for (auto* thread : {&m_keeper, &m_teller}) {
        if (thread->joinable()) {
            thread->join();
        }
    }
}

Txn EtcdMembership::joining(const api::Member& member, std::int64_t leaseMs, std::int64_t lease) const {
    Txn txn;
    const auto add = [&](const std::string& key, std::string value) {
        txn.absent.push_back(key);
        txn.elseRead.push_back({key, {}});
        txn.puts.push_back({key, std::move(value), lease});
    };
    add(memberKey(m_options.prefix, member.id), memberText(member, leaseMs));
    for (const auto position : member.positions) {
        add(positionKey(m_options.prefix, position), member.id);
    }
    txn.thenRead.push_back(withPrefix(memberKey(m_options.prefix, {})));
    return txn;
}

Result<void> EtcdMembership::makeKeys(const api::Member& member, const OwnLease& own) {
    EVENHAND_ASSIGN(auto answer, m_client.txn(joining(member, own.leaseMs, own.lease)));
    if (!answer.isDone) {
        const auto& mine = answer.read.front();
        if (!exists(mine)) {
            const auto taken = std::find_if(answer.read.begin() + 1, answer.read.end(), exists);
            const auto index = std::min<std::ptrdiff_t>(taken - answer.read.begin() - 1,
                                                        static_cast<std::ptrdiff_t>(member.positions.size()) - 1);
            return fail(ErrorCode::Conflict, "the position is taken", "positions",
                        std::to_string(member.positions[static_cast<std::size_t>(index)]));
        }
        if (mine.front().lease != own.lease) {
            return fail(ErrorCode::AlreadyExists, "there is a member by this id", "id", member.id);
        }
        // A server that could not say so has done it, and this one tells of it.
        EVENHAND_ASSIGN(auto all, m_client.range(withPrefix(memberKey(m_options.prefix, {}))));
        answer.revision = all.revision;
        answer.read = {std::move(all.kvs)};
    }
    const std::scoped_lock lock(m_mutex);
    m_table.own(member.id, own);
    changed(m_table.replace(answer.read.front(), answer.revision));
    return {};
}

Result<Instant> EtcdMembership::join(const api::Member& member, std::int64_t leaseMs) {
    EVENHAND_TRY(cluster::checkMember(member, leaseMs));
    if (member.positions.size() > kMaxPositions) {
        return fail(ErrorCode::InvalidArgument, "must be at most 120 positions", "positions",
                    std::to_string(member.positions.size()));
    }
    dropEnded();
    revokeWaiting();  // its positions may be those of one whose lease has ended
    OwnLease own;
    own.leaseMs = leaseMs;
    const auto now = m_clock.now();
    own.untilNs = m_clock.monotonicNs() + leaseMs * base::kNsPerMs;  // from before the request, see above
    own.until = now.plusMs(leaseMs);
    EVENHAND_ASSIGN(const auto lease, m_client.grant(ttlOf(leaseMs)));
    own.lease = lease.id;
    auto joined = member;
    joined.joinedAt = now;
    auto made = lease.ttlS < ttlOf(leaseMs)
                    ? fail(ErrorCode::Internal, "etcd gives shorter leases than it is asked for", "lease_ms",
                           std::to_string(lease.ttlS * kMsPerS))
                    : makeKeys(joined, own);
    if (!made) {
        const std::scoped_lock lock(m_mutex);
        m_toRevoke.push_back(lease.id);  // whatever has become of its keys
        return fail(std::move(made).error());
    }
    return own.until;
}

Result<Instant> EtcdMembership::keepAlive(const std::string& id) {
    const auto ended = [&id] { return fail(ErrorCode::NotFound, "the lease has ended, join again", "id", id); };
    dropEnded();
    const auto untilNs = m_clock.monotonicNs();  // before the request, see above
    const auto now = m_clock.now();
    std::int64_t lease = 0;
    {
        const std::scoped_lock lock(m_mutex);
        const auto* own = m_table.findOwn(id);
        if (own == nullptr) {
            return ended();
        }
        lease = own->lease;
    }
    EVENHAND_ASSIGN(const auto ttlS, m_client.keepAlive(lease));
    const std::scoped_lock lock(m_mutex);
    auto* own = m_table.findOwn(id);
    if (own == nullptr || own->lease != lease) {
        return ended();  // meanwhile, by this process's clock
    }
    if (ttlS <= 0) {
        const auto before = m_table.revision();
        m_table.drop(id);
        changed(m_table.revision() != before);
        return ended();
    }
    own->untilNs = untilNs + own->leaseMs * base::kNsPerMs;
    own->until = now.plusMs(own->leaseMs);
    return own->until;
}

void EtcdMembership::leave(const std::string& id) {
    dropEnded();
    {
        const std::scoped_lock lock(m_mutex);
        const auto before = m_table.revision();
        if (const auto lease = m_table.drop(id); lease != 0) {
            m_toRevoke.push_back(lease);
        }
        changed(m_table.revision() != before);
    }
    revokeWaiting();
}

api::MemberList EtcdMembership::members() {
    dropEnded();
    const std::scoped_lock lock(m_mutex);
    return m_table.list();
}

std::unique_ptr<api::Subscription> EtcdMembership::watch(Handler handler) {
    const std::scoped_lock lock(m_mutex);
    return m_watchers.add(std::move(handler), m_table.revision());
}

/// With the lock.
void EtcdMembership::changed(bool isNews) {
    if (isNews) {
        m_wake.notify_all();
    }
}

bool EtcdMembership::stopping() {
    const std::scoped_lock lock(m_mutex);
    return m_stopping;
}

void EtcdMembership::pause(std::int64_t ms) {
    std::unique_lock lock(m_mutex);
    m_wake.wait_for(lock, std::chrono::milliseconds(ms), [this] { return m_stopping; });
}

void EtcdMembership::tell() {
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        if (m_told == m_table.revision()) {
            m_wake.wait(lock);
            continue;
        }
        m_told = m_table.revision();
        lock.unlock();
        m_watchers.tell([this] {
            const std::scoped_lock inner(m_mutex);
            return m_table.list();
        });
        lock.lock();
    }
}

void EtcdMembership::dropEnded() {
    const std::scoped_lock lock(m_mutex);
    auto ended = m_table.dropEnded(m_clock.monotonicNs());
    changed(!ended.empty());
    m_toRevoke.insert(m_toRevoke.end(), ended.begin(), ended.end());
}

/// What cannot be revoked now is tried again by the keeper, and ends by itself otherwise.
void EtcdMembership::revokeWaiting() {
    std::vector<std::int64_t> leases;
    {
        const std::scoped_lock lock(m_mutex);
        leases = std::exchange(m_toRevoke, {});
    }
    for (std::size_t i = 0; i < leases.size(); ++i) {
        const auto revoked = m_client.revoke(leases[i]);
        if (!revoked && revoked.error().code == ErrorCode::Unreachable) {
            const std::scoped_lock lock(m_mutex);
            m_toRevoke.insert(m_toRevoke.end(), leases.begin() + static_cast<std::ptrdiff_t>(i), leases.end());
            return;
        }
    }
}

void EtcdMembership::reached(const Error* error) {
    const std::scoped_lock lock(m_mutex);
    if (const bool is = error == nullptr; is != m_isReached && !m_stopping) {
        m_isReached = is;
        base::log(is ? base::LogLevel::Info : base::LogLevel::Warning, "membership",
                  is ? "etcd is there again" : error->text());
    }
}

void EtcdMembership::keep() {
    std::unique_ptr<Watch> watch;
    std::int64_t pauseMs = kFirstPauseMs;
    while (!stopping()) {
        const bool hadNone = watch == nullptr;
        follow(watch);
        dropEnded();
        if (watch == nullptr) {  // it was cut, or could not begin
            pause(pauseMs);
            pauseMs = hadNone ? std::min(2 * pauseMs, kLastPauseMs) : pauseMs;
            continue;
        }
        pauseMs = kFirstPauseMs;
        revokeWaiting();
        if (m_clock.monotonicNs() >= m_lookNs) {
            lookAt(watch);
            m_lookNs = m_clock.monotonicNs() + m_options.lookMs * base::kNsPerMs;
        }
    }
}

/// One turn: begins to watch, or takes what has come.
void EtcdMembership::follow(std::unique_ptr<Watch>& watch) {
    if (watch == nullptr) {
        std::int64_t from = 0;
        {
            const std::scoped_lock lock(m_mutex);
            from = m_table.etcdRevision() + 1;
        }
        auto begun = m_client.watch(withPrefix(memberKey(m_options.prefix, {})), from);
        reached(begun ? nullptr : &begun.error());
        if (begun) {
            watch = *std::move(begun);
        }
        return;
    }
    const auto news = watch->next(kTurnMs);
    if (!news) {
        watch.reset();
        return;
    }
    if (!*news) {
        return;
    }
    bool isLost = (*news)->compactedTo != 0;
    if (isLost) {
        watch.reset();
    } else {
        const std::scoped_lock lock(m_mutex);
        // Either this server is behind the others, or etcd has lost what was known of it.
        isLost = (*news)->revision < m_table.etcdRevision() && (*news)->revision > 0;
        changed(m_table.apply((*news)->events));
    }
    if (isLost) {
        lookAt(watch);
    }
}

/// Reads everything. What that finds and the watch has not told of means that the watch is dead, or on its way: it is
/// begun anew. Whoever reads from the majority never sees an older revision than was seen before; if so, this is not
/// the etcd that was known, or it has been set back.
void EtcdMembership::lookAt(std::unique_ptr<Watch>& watch) {
    std::int64_t known = 0;
    {
        const std::scoped_lock lock(m_mutex);
        known = m_table.etcdRevision();
    }
    const auto all = m_client.range(withPrefix(memberKey(m_options.prefix, {})));
    reached(all ? nullptr : &all.error());
    if (!all) {
        return;
    }
    {
        const std::scoped_lock lock(m_mutex);
        const bool isOther = all->revision < known;
        const bool isNews =
            isOther ? m_table.beginAnew(all->kvs, all->revision) : m_table.replace(all->kvs, all->revision);
        changed(isNews);
        if (isNews || isOther) {
            watch.reset();
        }
    }
    askOthers();
}

/// So that people see how long others' leases go on, and the history whether somebody has left or was lost.
void EtcdMembership::askOthers() {
    std::vector<std::pair<std::string, std::int64_t>> others;
    {
        const std::scoped_lock lock(m_mutex);
        others = m_table.othersFrom(m_askedLast);
    }
    others.resize(std::min(others.size(), kLeasesALook));
    for (const auto& [id, lease] : others) {
        const auto now = m_clock.now();
        const auto leftS = m_client.timeToLive(lease);
        if (!leftS) {
            return;
        }
        m_askedLast = id;
        if (*leftS >= 0) {
            const std::scoped_lock lock(m_mutex);
            m_table.setUntil(id, now.plusMs(*leftS * kMsPerS));
        }
    }
}

}  // namespace evenhand::etcd
