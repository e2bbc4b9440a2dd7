// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/redis/slot_map.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace evenhand::redis {
namespace {

using keyspace::Reply;

struct SlotRange {
    std::int64_t first = 0;
    std::int64_t last = 0;
};

tl::unexpected<Error> strangeMap(const NodeAddress& asked) {
    return fail(ErrorCode::Storage, "the Redis node " + asked.text() + " tells of slots in a way that is not Redis 7's",
                "node", asked.text());
}

std::optional<SlotRange> rangeOf(const Reply& entry) {
    constexpr std::size_t kFewestElements = 3;  // first slot, last slot, master
    if (entry.type != Reply::Type::Array || entry.elements.size() < kFewestElements ||
        entry.elements[0].type != Reply::Type::Integer || entry.elements[1].type != Reply::Type::Integer) {
        return std::nullopt;
    }
    const SlotRange range{entry.elements[0].integer, entry.elements[1].integer};
    return range.first >= 0 && range.first <= range.last && range.last < kSlotCount ? std::optional(range)
                                                                                    : std::nullopt;
}

/// Host, port, id, … of a node. An empty host: the node does not know its own name yet.
std::optional<NodeAddress> nodeOf(const Reply& node, const NodeAddress& asked) {
    constexpr std::int64_t kLastPort = 65'535;
    if (node.type != Reply::Type::Array || node.elements.size() < 2 || node.elements[1].type != Reply::Type::Integer ||
        node.elements[1].integer < 1 || node.elements[1].integer > kLastPort) {
        return std::nullopt;
    }
    const auto& host = node.elements[0];
    const auto port = static_cast<std::uint16_t>(node.elements[1].integer);
    if (host.isNil() || (host.type == Reply::Type::Bulk && host.text.empty())) {
        return NodeAddress{asked.host, port};  // "as you have called me"
    }
    if (host.type != Reply::Type::Bulk) {
        return std::nullopt;
    }
    return NodeAddress{host.text == "?" ? std::string() : host.text, port};
}

void addOnce(std::vector<NodeAddress>& nodes, const NodeAddress& node) {
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) {
        nodes.push_back(node);
    }
}

}  // namespace

std::int16_t SlotMap::indexOf(const NodeAddress& master) {
    const auto found = std::find(m_masters.begin(), m_masters.end(), master);
    const auto index = found - m_masters.begin();
    if (found == m_masters.end()) {
        m_masters.push_back(master);
    }
    return static_cast<std::int16_t>(index);
}

void SlotMap::arrange() {
    const auto before = m_masters;
    std::vector<NodeAddress> serving;
    for (const auto owner : m_owners) {
        if (owner != kNobody) {
            addOnce(serving, before[static_cast<std::size_t>(owner)]);
            if (serving.size() == before.size()) {
                break;
            }
        }
    }
    std::sort(serving.begin(), serving.end());
    std::vector<std::int16_t> places(before.size(), kNobody);
    for (std::size_t i = 0; i < before.size(); ++i) {
        const auto found = std::lower_bound(serving.begin(), serving.end(), before[i]);
        if (found != serving.end() && *found == before[i]) {
            places[i] = static_cast<std::int16_t>(found - serving.begin());
        }
    }
    for (auto& owner : m_owners) {
        owner = owner == kNobody ? kNobody : places[static_cast<std::size_t>(owner)];
    }
    m_masters = std::move(serving);
    std::sort(m_replicas.begin(), m_replicas.end());
}

Result<SlotMap> SlotMap::fromReply(const Reply& clusterSlots, const NodeAddress& asked) {
    if (clusterSlots.type != Reply::Type::Array) {
        return strangeMap(asked);
    }
    SlotMap map;
    map.m_isCluster = true;
    for (const auto& entry : clusterSlots.elements) {
        const auto range = rangeOf(entry);
        if (!range) {
            return strangeMap(asked);
        }
        for (std::size_t i = 2; i < entry.elements.size(); ++i) {
            const auto node = nodeOf(entry.elements[i], asked);
            if (!node) {
                return strangeMap(asked);
            }
            if (node->host.empty()) {
                continue;
            }
            if (i > 2) {
                addOnce(map.m_replicas, *node);
                continue;
            }
            std::fill(map.m_owners.begin() + range->first, map.m_owners.begin() + range->last + 1, map.indexOf(*node));
        }
    }
    map.arrange();
    return map;
}

SlotMap SlotMap::ofSingle(const NodeAddress& master, std::vector<NodeAddress> replicas) {
    SlotMap map;
    map.m_owners.fill(map.indexOf(master));
    map.m_replicas = std::move(replicas);
    map.arrange();
    return map;
}

const NodeAddress* SlotMap::masterOf(std::uint16_t slot) const noexcept {
    const auto owner = slot < kSlotCount ? m_owners[slot] : kNobody;
    return owner == kNobody ? nullptr : &m_masters[static_cast<std::size_t>(owner)];
}

void SlotMap::assign(std::uint16_t slot, const NodeAddress& master) {
    if (const auto* const before = masterOf(slot); slot >= kSlotCount || (before != nullptr && *before == master)) {
        return;
    }
    m_owners[slot] = indexOf(master);
    std::erase(m_replicas, master);
    arrange();
}

}  // namespace evenhand::redis
