// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/redis/topology.h"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>

namespace evenhand::redis {
namespace {

using keyspace::Reply;

constexpr std::int64_t kFaultPaceMs = 200;
constexpr std::array<std::string_view, 2> kAskSlots{"CLUSTER", "SLOTS"};
constexpr std::array<std::string_view, 1> kAskRole{"ROLE"};

/// That of a node which may not be asked says least.
void keepTelling(std::optional<Error>& kept, Error error) {
    if (!kept || kept->code == ErrorCode::Busy) {
        kept = std::move(error);
    }
}

Error refusedToTell(const NodeAddress& node, const std::string& text) {
    if (text.starts_with("NOPERM")) {
        return {ErrorCode::PermissionDenied, "the Redis user lacks a right: " + text, "node", node.text()};
    }
    return {ErrorCode::Busy, "the Redis node " + node.text() + " cannot do this now: " + text, "node", node.text()};
}

bool saysRole(const Reply& role, std::string_view word) {
    return role.type == Reply::Type::Array && !role.elements.empty() && role.elements[0].text == word;
}

}  // namespace

Topology::Topology(std::vector<NodeAddress> seeds, NodePool& pool, const Clock& clock)
    : m_seeds(std::move(seeds)), m_pool(pool), m_clock(clock) {}

Result<void> Topology::ensure() { return m_isKnown ? Result<void>() : refresh(); }

std::vector<NodeAddress> Topology::nodes() const {
    auto all = m_map.masters();
    all.insert(all.end(), m_map.replicas().begin(), m_map.replicas().end());
    return all;
}

std::vector<NodeAddress> Topology::candidates(const std::optional<NodeAddress>& first) const {
    auto all = nodes();
    all.insert(all.end(), m_seeds.begin(), m_seeds.end());
    std::stable_sort(all.begin(), all.end(), [this](const NodeAddress& a, const NodeAddress& b) {
        return m_pool.board().failuresOf(a) < m_pool.board().failuresOf(b);
    });
    if (first) {
        all.insert(all.begin(), *first);
    }
    std::vector<NodeAddress> distinct;
    for (auto& node : all) {
        if (std::find(distinct.begin(), distinct.end(), node) == distinct.end()) {
            distinct.push_back(std::move(node));
        }
    }
    return distinct;
}

void Topology::adopt(SlotMap map) {
    m_map = std::move(map);
    m_isKnown = true;
    auto known = nodes();
    if (!m_map.isCluster()) {  // a seed that did not answer may come back as the master
        known.insert(known.end(), m_seeds.begin(), m_seeds.end());
    }
    m_pool.keepOnly(known);
}

Topology::Told Topology::askSlots(const NodeAddress& node, std::optional<Error>& why) {
    const auto reply = m_pool.ask(node, kAskSlots);
    if (!reply) {
        keepTelling(why, reply.error());
        return Told::Nothing;
    }
    if (reply->isError()) {
        if (reply->text.find("cluster support disabled") != std::string::npos) {
            return Told::Single;
        }
        keepTelling(why, refusedToTell(node, reply->text));
        return Told::Nothing;
    }
    auto map = SlotMap::fromReply(*reply, node);
    if (!map) {
        keepTelling(why, map.error());
        return Told::Nothing;
    }
    if (map->masters().empty()) {  // it belongs to no cluster (any more), others may
        keepTelling(why, {ErrorCode::Busy, "the Redis node " + node.text() + " knows of nobody who serves any key",
                          "node", node.text()});
        return Told::Nothing;
    }
    adopt(std::move(*map));
    return Told::Cluster;
}

Result<void> Topology::refresh(const std::optional<NodeAddress>& first) {
    std::optional<Error> why;
    for (const auto& node : candidates(first)) {
        switch (askSlots(node, why)) {
            case Told::Cluster: return {};
            case Told::Single: return findMaster();
            case Told::Nothing: break;
        }
    }
    return fail(*why);
}

/// Of single servers: the one of the seeds that is master.
Result<void> Topology::findMaster() {
    std::optional<Error> why;
    std::vector<NodeAddress> masters;
    std::vector<NodeAddress> replicas;
    for (const auto& node : m_seeds) {
        const auto role = m_pool.ask(node, kAskRole);
        if (!role) {
            keepTelling(why, role.error());
        } else if (saysRole(*role, "master") || (role->isError() && m_seeds.size() == 1)) {
            masters.push_back(node);  // one that must not tell its role is taken for it where there is no other
        } else if (saysRole(*role, "slave")) {
            replicas.push_back(node);
        } else {
            keepTelling(why, refusedToTell(node, role->text));
        }
    }
    if (masters.size() == 1) {
        adopt(SlotMap::ofSingle(masters.front(), std::move(replicas)));
        return {};
    }
    if (masters.size() > 1) {
        return fail(
            ErrorCode::Storage,
            "the Redis servers " + masters[0].text() + " and " + masters[1].text() + " both say that they are master",
            "keyspace");
    }
    if (why) {
        return fail(std::move(*why));
    }
    return fail(ErrorCode::Storage,
                "the Redis server " + m_seeds.front().text() + " is a replica, its master is needed", "keyspace",
                m_seeds.front().text());
}

void Topology::refreshAfterFault() {
    const auto nowNs = m_clock.monotonicNs();
    const bool isAlone = !m_map.isCluster() && m_seeds.size() == 1;
    if (isAlone || (m_askedNs && nowNs - *m_askedNs < kFaultPaceMs * base::kNsPerMs)) {
        return;
    }
    std::ignore = refresh();  // who has failed is known, and stands for it
    m_askedNs = m_clock.monotonicNs();
}

}  // namespace evenhand::redis
