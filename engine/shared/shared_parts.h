// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine of the shared deployment has besides EngineCore: its time, the way to Redis, its name in the database.
// Threads: board and time are for any; everything else is the engine's.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/cluster/redis/node_board.h"
#include "engine/cluster/redis/redis_client.h"
#include "engine/cluster/redis/redis_keyspace.h"
#include "engine/runtime/engine_core.h"
#include "engine/runtime/unit_runner.h"
#include "engine/shared/gated_keyspace.h"
#include "engine/shared/shared_clock.h"
#include "engine/shared/shared_options.h"
#include "engine/shared/shared_unit.h"

namespace evenhand::shared {

/// Made before EngineCore, which works by it.
struct SharedTime {
    explicit SharedTime(const Clock& machine) : time(machine) {}
    SharedClock time;
};

struct SharedParts final : SharedTime, runtime::EngineCore {
    SharedParts(const Clock& machine, OpenDatabase open, runtime::EngineOptions with, SharedOptions givenOptions)
        : SharedTime(machine),
          EngineCore(time, std::move(open), std::move(with)),
          given(std::move(givenOptions)),
          board(machine, given.circuit),
          client(given.keyspace, given.limits, machine, board),
          redisKeyspace(client),
          keyspace(redisKeyspace),
          unit(redisKeyspace, keyspace, given.outbox, options.seed),
          runner(unit) {
        unit.attach(&audit);
    }

    /// Events that are durable: the other engines are told.
    void share(const std::vector<api::Event>& events) {
        if (given.outbox != nullptr && !events.empty()) {
            given.outbox->happened(redisKeyspace, events);
        }
    }

    const SharedOptions given;
    redis::NodeBoard board;
    redis::RedisClient client;
    redis::RedisKeyspace redisKeyspace;
    GatedKeyspace keyspace;  ///< the same, while it may be used
    SharedUnit unit;
    runtime::UnitRunner runner;

    std::int64_t slot = 0;   ///< of the sums that it changes
    std::int64_t batch = 0;  ///< number of its last batch that is durable
};

}  // namespace evenhand::shared
