// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/redis/redis_keyspace.h"

namespace evenhand::redis {

Result<keyspace::Reply> RedisKeyspace::call(std::span<const std::string_view> args) { return m_client.run({args}); }

Result<keyspace::Reply> RedisKeyspace::run(const keyspace::Script& script, std::span<const std::string_view> keys,
                                           std::span<const std::string_view> args) {
    return m_client.run({args, &script, keys});
}

}  // namespace evenhand::redis
