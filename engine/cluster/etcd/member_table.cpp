// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/etcd/member_table.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <limits>
#include <utility>

#include "engine/base/ids.h"
#include "engine/base/log.h"
#include "engine/json/json_text.h"

namespace evenhand::etcd {
namespace {

/// What another process has written, perhaps of another version.
std::optional<api::Member> memberFrom(const std::string& id, const std::string& text) {
    const auto members = parseAnswer(text);
    const auto* name = members.if_contains("name");
    const auto* positions = members.if_contains("positions");
    const auto* joined = members.if_contains("joined_at");
    const auto* leaseMs = members.if_contains("lease_ms");
    if (name == nullptr || !name->is_string() || positions == nullptr || !positions->is_array() || joined == nullptr ||
        !joined->is_int64() || leaseMs == nullptr || !leaseMs->is_int64()) {
        return std::nullopt;
    }
    api::Member member;
    member.id = id;
    member.name = std::string(name->get_string().data(), name->get_string().size());
    for (const auto& each : positions->get_array()) {
        const auto* position = each.if_int64();
        if (position == nullptr || *position < 0 || *position > std::numeric_limits<std::uint32_t>::max()) {
            return std::nullopt;
        }
        member.positions.push_back(static_cast<std::uint32_t>(*position));
    }
    if (member.name.empty() || !base::validateText(member.name, "name", base::kMaxNameCharacters) ||
        member.positions.empty()) {
        return std::nullopt;
    }
    member.joinedAt = {joined->get_int64()};
    member.leaseUntil = member.joinedAt.plusMs(leaseMs->get_int64());  // at least; see setUntil()
    return member;
}

}  // namespace

std::string memberKey(const std::string& prefix, const std::string& id) { return prefix + "members/" + id; }

std::string positionKey(const std::string& prefix, std::uint32_t position) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string key = prefix + "positions/";
    for (int shift = 28; shift >= 0; shift -= 4) {
        key += kDigits[position >> shift & 0xfU];
    }
    return key;
}

std::string memberText(const api::Member& member, std::int64_t leaseMs) {
    boost::json::array positions;
    for (const auto position : member.positions) {
        positions.push_back(static_cast<std::int64_t>(position));
    }
    boost::json::object out;
    out["name"] = member.name;
    out["positions"] = std::move(positions);
    out["joined_at"] = member.joinedAt.ms;
    out["lease_ms"] = leaseMs;
    return writeJson(out);
}

MemberTable::MemberTable(std::string prefix) : m_membersPrefix(memberKey(prefix, {})) {}

std::optional<std::string> MemberTable::idOf(const std::string& key) const {
    return key.starts_with(m_membersPrefix) ? std::optional(key.substr(m_membersPrefix.size())) : std::nullopt;
}

void MemberTable::take(const KeyValue& kv) {
    const auto id = idOf(kv.key);
    if (!id) {
        return;
    }
    auto member = memberFrom(*id, kv.value);
    if (!member) {
        base::log(base::LogLevel::Warning, "membership", "a member in etcd cannot be read: " + *id);
        return;
    }
    m_members[*id] = {*std::move(member), kv.lease};
}

bool MemberTable::noteChange() {
    std::set<std::string> shown;
    for (const auto& [id, entry] : m_members) {
        if (m_dropped.count(id) == 0) {
            shown.insert(id);
        }
    }
    std::erase_if(m_dropped, [this](const std::string& id) { return m_members.count(id) == 0; });
    if (shown == m_shown) {
        return false;
    }
    m_shown = std::move(shown);
    m_revision = std::max(m_revision + 1, m_etcdRevision);
    return true;
}

bool MemberTable::replace(const std::vector<KeyValue>& kvs, std::int64_t revision) {
    return revision >= m_etcdRevision && beginAnew(kvs, revision);
}

bool MemberTable::beginAnew(const std::vector<KeyValue>& kvs, std::int64_t revision) {
    auto before = std::exchange(m_members, {});
    for (const auto& kv : kvs) {
        take(kv);
        const auto id = idOf(kv.key);
        if (const auto known = id ? before.find(*id) : before.end(); known != before.end()) {
            m_members[*id].member.leaseUntil = known->second.member.leaseUntil;
        }
    }
    m_etcdRevision = revision;
    return noteChange();
}

bool MemberTable::apply(const std::vector<WatchEvent>& events) {
    auto newest = m_etcdRevision;
    for (const auto& event : events) {
        if (event.kv.modRevision <= m_etcdRevision) {
            continue;
        }
        newest = std::max(newest, event.kv.modRevision);
        if (!event.isDeleted) {
            take(event.kv);
        } else if (const auto id = idOf(event.kv.key)) {
            m_members.erase(*id);
        }
    }
    m_etcdRevision = newest;
    return noteChange();
}

void MemberTable::own(const std::string& id, const OwnLease& lease) {
    m_own[id] = lease;
    m_dropped.erase(id);
}

MemberTable::OwnLease* MemberTable::findOwn(const std::string& id) {
    const auto found = m_own.find(id);
    return found == m_own.end() ? nullptr : &found->second;
}

std::int64_t MemberTable::drop(const std::string& id) {
    std::int64_t lease = 0;
    if (const auto member = m_members.find(id); member != m_members.end()) {
        lease = member->second.lease;
        m_dropped.insert(id);
    }
    if (const auto own = m_own.find(id); own != m_own.end()) {
        lease = own->second.lease;
        m_own.erase(own);
    }
    noteChange();
    return lease;
}

std::vector<std::int64_t> MemberTable::dropEnded(std::int64_t nowNs) {
    std::vector<std::string> ended;
    for (const auto& [id, lease] : m_own) {
        if (lease.untilNs <= nowNs) {
            ended.push_back(id);
        }
    }
    std::vector<std::int64_t> leases;
    leases.reserve(ended.size());
    for (const auto& id : ended) {
        leases.push_back(drop(id));
    }
    return leases;
}

void MemberTable::setUntil(const std::string& id, Instant until) {
    if (const auto found = m_members.find(id); found != m_members.end()) {
        found->second.member.leaseUntil = until;
    }
}

std::vector<std::pair<std::string, std::int64_t>> MemberTable::othersFrom(const std::string& after) const {
    std::vector<std::pair<std::string, std::int64_t>> others;
    const auto add = [&](auto from, auto to) {
        for (auto each = from; each != to; ++each) {
            if (m_own.count(each->first) == 0 && m_dropped.count(each->first) == 0) {
                others.emplace_back(each->first, each->second.lease);
            }
        }
    };
    const auto middle = m_members.upper_bound(after);
    add(middle, m_members.end());
    add(m_members.begin(), middle);
    return others;
}

api::MemberList MemberTable::list() const {
    api::MemberList list{m_revision, {}};
    for (const auto& [id, entry] : m_members) {
        if (m_shown.count(id) == 0) {
            continue;
        }
        list.members.push_back(entry.member);
        if (const auto own = m_own.find(id); own != m_own.end()) {
            list.members.back().leaseUntil = own->second.until;
        }
    }
    return list;
}

}  // namespace evenhand::etcd
