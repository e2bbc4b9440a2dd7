// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/local_membership.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/cluster/member_check.h"

namespace evenhand::cluster {

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
    m_watchers.tell([this] {
        const std::scoped_lock lock(m_mutex);
        return listed();
    });
}

Result<Instant> LocalMembership::join(const api::Member& member, std::int64_t leaseMs) {
    EVENHAND_TRY(checkMember(member, leaseMs));
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
    std::int64_t seen = 0;
    {
        const std::scoped_lock lock(m_mutex);
        seen = m_revision;
    }
    return m_watchers.add(std::move(handler), seen);
}

}  // namespace evenhand::cluster
