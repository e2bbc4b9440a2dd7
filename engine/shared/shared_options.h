// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine of the shared deployment is made with, beside EngineOptions. Thread: value type, any.
#pragma once

#include <string>

#include "engine/cluster/redis/node_board.h"
#include "engine/cluster/redis/redis_address.h"
#include "engine/cluster/redis/redis_options.h"
#include "engine/runtime/work_sources.h"
#include "engine/shared/messages.h"

namespace evenhand::shared {

struct SharedOptions {
    std::string node;  ///< a name that no other engine ever has, at most 50 characters: a UUID
    redis::RedisAddress keyspace;
    redis::RedisOptions limits{};
    redis::CircuitSettings circuit{};
    /// Who carries messages (Carrier); they outlive the engine. Without `outbox` units that publish are refused,
    /// without `inlet` no messages are handled here.
    MessageOutbox* outbox = nullptr;
    MessageInlet* inlet = nullptr;
    /// Which due work falls to this engine (DueSource::Owns). Asked on the engine's thread, every batch. Where two
    /// think so for a moment the database decides, as between any two units. Empty: all.
    runtime::DueSource::Owns owns = {};
    /// The keyspace is used only while the gate of the database is open (store/records/gate_store.h), and not before
    /// GateWatch::checked() has said whose it is.
    bool isGated = false;
    std::int64_t measureTimeMs = 60'000;  ///< how often the database's clock is asked
};

}  // namespace evenhand::shared
