// SPDX-License-Identifier: GPL-3.0-or-later
// Which node serves what, found out by asking the nodes: whether this is a cluster or a single server, and in either
// case who is master now. What is known stays until somebody tells better.
// Thread: confined to its owner.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/cluster/redis/node_pool.h"
#include "engine/cluster/redis/redis_address.h"
#include "engine/cluster/redis/slot_map.h"

namespace evenhand::redis {

class Topology {
public:
    /// `seeds`: nodes to ask at first, at least one. Clock and pool outlive it.
    Topology(std::vector<NodeAddress> seeds, NodePool& pool, const Clock& clock);

    /// Asks unless it is known.
    [[nodiscard]] Result<void> ensure();
    /// Asks anew: `first` before the others, then whoever has failed least. If nobody can tell, the error of one who
    /// was asked (Busy only if none of them may be), and the map stays as it was. Storage (keyspace) where of several
    /// single servers none, or more than one, says that it is a master.
    [[nodiscard]] Result<void> refresh(const std::optional<NodeAddress>& first = std::nullopt);
    /// After a fault, which may mean that another node has taken over: asks anew, but not more often than every 200 ms,
    /// and not a single server that is alone.
    void refreshAfterFault();
    /// A node has redirected us.
    void assign(std::uint16_t slot, const NodeAddress& master) { m_map.assign(slot, master); }

    [[nodiscard]] const SlotMap& map() const noexcept { return m_map; }
    /// Masters and replicas.
    [[nodiscard]] std::vector<NodeAddress> nodes() const;

private:
    enum class Told { Cluster, Single, Nothing };

    [[nodiscard]] std::vector<NodeAddress> candidates(const std::optional<NodeAddress>& first) const;
    [[nodiscard]] Told askSlots(const NodeAddress& node, std::optional<Error>& why);
    [[nodiscard]] Result<void> findMaster();
    void adopt(SlotMap map);

    const std::vector<NodeAddress> m_seeds;
    NodePool& m_pool;
    const Clock& m_clock;
    SlotMap m_map;
    bool m_isKnown = false;
    std::optional<std::int64_t> m_askedNs;  ///< monotonic: when after a fault
};

}  // namespace evenhand::redis
