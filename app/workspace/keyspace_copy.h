// SPDX-License-Identifier: GPL-3.0-or-later
// A keyspace copied key by key, by plain commands: out of Redis for whoever looks at a shared workspace or backs it up,
// and into Redis from a backup. Nobody writes to either meanwhile. Copied are values, times to live, and of streams the
// entries, the ids and counts, groups with what is pending in them.
// Thread: that of the keyspaces.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/cluster/redis/redis_client.h"
#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/keyspace/keyspace.h"

namespace evenhand::app {

/// Every key of all masters, by SCAN.
[[nodiscard]] Result<std::vector<std::string>> keysOf(redis::RedisClient& client);
[[nodiscard]] Result<std::vector<std::string>> keysOf(keyspace::EmbeddedKeyspace& keyspace);

/// A key that `to` has not. Nothing if `from` has not got it (any more).
[[nodiscard]] Result<void> copyKey(keyspace::Keyspace& from, keyspace::EmbeddedKeyspace& to, const std::string& key);
/// The same into Redis.
[[nodiscard]] Result<void> copyKey(keyspace::EmbeddedKeyspace& from, keyspace::Keyspace& redis, const std::string& key);

/// A stream through which `added` messages have gone: entries are put behind it. With ids from 0-1 on, so `added` is
/// less than what their first id allows.
[[nodiscard]] Result<void> addGone(keyspace::EmbeddedKeyspace& to, const std::string& stream, std::int64_t added);

}  // namespace evenhand::app
