// SPDX-License-Identifier: GPL-3.0-or-later
// What a Redis node tells of itself by INFO, as far as a health display needs it.
// Thread: value types, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/cluster/redis/redis_address.h"

namespace evenhand::redis {

enum class NodeRole : std::uint8_t { Unknown, Master, Replica };

struct NodeInfo {
    NodeRole role = NodeRole::Unknown;
    std::string history{};                ///< id of the writes that it has: another one after a restart or a failover
    std::int64_t offset = 0;              ///< bytes of the replication stream that it has written or received
    std::optional<NodeAddress> master{};  ///< of a replica
    bool isLinked = false;                ///< of a replica: the line to its master stands

    bool isLoading = false;      ///< reads its files: answers nothing else yet
    bool hasAppendLog = false;   ///< AOF is on
    bool appendLogWorks = true;  ///< its last write and rewrite went well
    bool snapshotWorks = true;   ///< the last RDB file was written
    Instant snapshotAt{};        ///< when
    std::int64_t unsaved = 0;    ///< changes since then
};

/// `text`: the sections replication and persistence. What is missing or no number stays as it is above.
[[nodiscard]] NodeInfo nodeInfoOf(std::string_view text);

}  // namespace evenhand::redis
