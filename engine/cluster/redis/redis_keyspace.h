// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace of the shared deployment: Redis, as business rules see it. Unlike the embedded one it acts at once: what
// a unit of work has done here stays done if the unit fails, unless the unit takes it back. Thread: confined to the one
// that owns the client.
#pragma once

#include "engine/cluster/redis/redis_client.h"
#include "engine/keyspace/keyspace.h"

namespace evenhand::redis {

class RedisKeyspace final : public keyspace::Keyspace {
public:
    /// The client outlives it.
    explicit RedisKeyspace(RedisClient& client) : m_client(client) {}

    using Keyspace::call;
    using Keyspace::run;
    /// Errors as RedisClient::runAll().
    [[nodiscard]] Result<keyspace::Reply> call(std::span<const std::string_view> args) override;
    [[nodiscard]] Result<keyspace::Reply> run(const keyspace::Script& script, std::span<const std::string_view> keys,
                                              std::span<const std::string_view> args) override;

private:
    RedisClient& m_client;
};

}  // namespace evenhand::redis
