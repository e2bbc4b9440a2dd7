// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/local_membership.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "engine/base/ids.h"
#include "engine/base/invariant.h"

namespace evenhand::cluster {
namespace {

constexpr std::int64_t kMinLeaseMs = 1'000;
constexpr std::int64_t kMaxLeaseMs = base::kHourMs;

Result<void> check(const api::Member& member, std::int64_t leaseMs) {
    EVENHAND_TRY(base::validateId(member.id, "id"));
    EVENHAND_TRY(base::validateText(member.name, "name", base::kMaxNameCharacters));
    if (member.name.empty()) {
        return fail(ErrorCode::InvalidArgument, "a name is needed", "name");
    }
    const std::set<std::uint32_t> distinct(member.positions.begin(), member.positions.end());
    if (distinct.empty() || distinct.size() != member.positions.size()) {
        return fail(ErrorCode::InvalidArgument, "at least one position, and none twice", "positions");
    }
    if (leaseMs < kMinLeaseMs || leaseMs > kMaxLeaseMs) {
        return fail(ErrorCode::InvalidArgument, "must be 1000 to 3600000", "lease_ms", std::to_string(leaseMs));
    }
    return {};
}

}  // namespace

class LocalMembership::Ending final : public api::Subscription {
public:
    Ending(std::shared_ptr<Watchers> watchers, std::shared_ptr<Watcher> watcher)
        : m_watchers(std::move(watchers)), m_watcher(std::move(watcher)) {}
    ~Ending() override {
        {
            const std::scoped_lock lock(m_watchers->mutex);
            std::erase(m_watchers->list, m_watcher);
        }
        const std::scoped_lock lock(m_watcher->mutex);
        m_watcher->ended = true;
    }

private:
    std::shared_ptr<Watchers> m_watchers;
    std::shared_ptr<Watcher> m_watcher;
};

LocalMembership::LocalMembership(const Clock& clock) : m_clock(clock) {}

bool LocalMembership::expire() {
    const auto nowNs = m_clock.monotonicNs();
    const auto gone = std::erase_if(m_members, [&](const auto& entry) { return entry.second.untilNs <= nowNs; });
    m_revision += gone > 0 ? 1 : 0;
    return gone > 0;
}

Instant LocalMembership::renew(Entry& entry) const {
    entry.untilNs = m_clock.monotonicNs() + entry.leaseMs * base::kNsPerMs;
    return entry.member.leaseUntil = m_clock.now().plusMs(entry.leaseMs);
}

api::MemberList LocalMembership::listed() const {
    api::MemberList list{m_revision, {}};
    list.members.reserve(m_members.size());
    for (const auto& [id, entry] : m_members) {
        list.members.push_back(entry.member);
    }
    return list;
}

void LocalMembership::tell() {
    std::vector<std::shared_ptr<Watcher>> watchers;
    {
        const std::scoped_lock lock(m_watchers->mutex);
        watchers = m_watchers->list;
    }
    for (const auto& watcher : watchers) {
        const std::scoped_lock lock(watcher->mutex);
        api::MemberList list;
        {
            const std::scoped_lock inner(m_mutex);
            list = listed();
        }
        if (!watcher->ended && list.revision > watcher->seen) {
            watcher->seen = list.revision;
            watcher->handler(list);
        }
    }
}

Result<Instant> LocalMembership::join(const api::Member& member, std::int64_t leaseMs) {
    EVENHAND_TRY(check(member, leaseMs));
    Instant until;
    Result<void> taken;
    {
        const std::scoped_lock lock(m_mutex);
        expire();
        std::set<std::uint32_t> used;
        for (const auto& [id, entry] : m_members) {
            used.insert(entry.member.positions.begin(), entry.member.positions.end());
        }
        const auto clash = std::find_if(member.positions.begin(), member.positions.end(),
                                        [&](std::uint32_t position) { return used.count(position) != 0; });
        if (m_members.count(member.id) != 0) {
            taken = fail(ErrorCode::AlreadyExists, "there is a member by this id", "id", member.id);
        } else if (clash != member.positions.end()) {
            taken = fail(ErrorCode::Conflict, "the position is taken", "positions", std::to_string(*clash));
        } else {
            Entry entry{member, leaseMs};
            entry.member.joinedAt = m_clock.now();
            until = renew(entry);
            const bool isNew = m_members.emplace(member.id, std::move(entry)).second;
            EVENHAND_INVARIANT(isNew, "two members would have one id, and work on the same part of the ring");
            ++m_revision;
        }
    }
    tell();
    EVENHAND_TRY(std::move(taken));
    return until;
}

Result<Instant> LocalMembership::keepAlive(const std::string& id) {
    bool changed = false;
    std::optional<Instant> until;
    {
        const std::scoped_lock lock(m_mutex);
        changed = expire();
        if (const auto found = m_members.find(id); found != m_members.end()) {
            until = renew(found->second);
        }
    }
    if (changed) {
        tell();
    }
    return until ? Result<Instant>(*until) : fail(ErrorCode::NotFound, "the lease has ended, join again", "id", id);
}

void LocalMembership::leave(const std::string& id) {
    {
        const std::scoped_lock lock(m_mutex);
        expire();
        m_revision += static_cast<std::int64_t>(m_members.erase(id));
    }
    tell();
}

api::MemberList LocalMembership::members() {
    bool changed = false;
    api::MemberList list;
    {
        const std::scoped_lock lock(m_mutex);
        changed = expire();
        list = listed();
    }
    if (changed) {
        tell();
    }
    return list;
}

std::unique_ptr<api::Subscription> LocalMembership::watch(Handler handler) {
    auto watcher = std::make_shared<Watcher>();
    watcher->handler = std::move(handler);
    {
        const std::scoped_lock lock(m_mutex);
        watcher->seen = m_revision;
    }
    const std::scoped_lock lock(m_watchers->mutex);
    m_watchers->list.push_back(watcher);
    return std::make_unique<Ending>(m_watchers, std::move(watcher));
}

}  // namespace evenhand::cluster
