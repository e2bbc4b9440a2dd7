// SPDX-License-Identifier: GPL-3.0-or-later
// Who serves which slot: of a cluster as CLUSTER SLOTS tells it, of a single server all by its master.
// Thread: value type, any thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/base/result.h"
#include "engine/cluster/redis/key_slot.h"
#include "engine/cluster/redis/redis_address.h"
#include "engine/keyspace/reply.h"

namespace evenhand::redis {

class SlotMap {
public:
    /// Knows nobody.
    SlotMap() { m_owners.fill(kNobody); }
    /// `asked` is meant where an entry names no host. Storage if the reply has another shape than Redis 7 gives it, or
    /// a slot or port out of range. Slots of a node whose name is not known yet ("?") stay without one.
    [[nodiscard]] static Result<SlotMap> fromReply(const keyspace::Reply& clusterSlots, const NodeAddress& asked);
    [[nodiscard]] static SlotMap ofSingle(const NodeAddress& master, std::vector<NodeAddress> replicas);

    [[nodiscard]] bool isCluster() const noexcept { return m_isCluster; }
    /// Null if nobody serves the slot, as far as is known.
    [[nodiscard]] const NodeAddress* masterOf(std::uint16_t slot) const noexcept;
    /// A node has said that this one serves the slot now.
    void assign(std::uint16_t slot, const NodeAddress& master);
    /// Masters with slots, in order of the addresses; none twice.
    [[nodiscard]] const std::vector<NodeAddress>& masters() const noexcept { return m_masters; }
    [[nodiscard]] const std::vector<NodeAddress>& replicas() const noexcept { return m_replicas; }

private:
    static constexpr std::int16_t kNobody = -1;

    [[nodiscard]] std::int16_t indexOf(const NodeAddress& master);
    /// Masters in order, the table by it.
    void arrange();

    bool m_isCluster = false;
    std::array<std::int16_t, kSlotCount> m_owners{};  ///< slot → place in m_masters
    std::vector<NodeAddress> m_masters;
    std::vector<NodeAddress> m_replicas;
};

}  // namespace evenhand::redis
