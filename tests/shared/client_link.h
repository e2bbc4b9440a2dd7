// SPDX-License-Identifier: GPL-3.0-or-later
// The client under test as somebody who answers commands, so that what compares a Redis with the embedded keyspace
// compares the client with it. Scripts of lua/ go their own way (RedisClient::run with a script); commands about one
// node go to every master, and what the last one says is the answer.
// Thread: confined to its owner.
#pragma once

#include <string>
#include <vector>

#include "engine/cluster/redis/redis_client.h"
#include "tests/support/servers/redis_link.h"

namespace evenhand::test {

class ClientLink final : public testing::CommandLink {
public:
    explicit ClientLink(redis::RedisClient& client) : m_client(client) {}

    void queue(const testing::Arguments& command) override { m_queued.push_back(command); }
    [[nodiscard]] std::vector<keyspace::Reply> flush() override;
    [[nodiscard]] bool broken() const noexcept override { return m_isBroken; }
    /// Why it is broken.
    [[nodiscard]] const std::string& fault() const noexcept { return m_fault; }
    /// How many calls were scripts of lua/.
    [[nodiscard]] std::uint64_t scripts() const noexcept { return m_scripts; }

private:
    [[nodiscard]] keyspace::Reply replyOf(Result<keyspace::Reply> answer);
    [[nodiscard]] keyspace::Reply askAll(const testing::Arguments& command);

    redis::RedisClient& m_client;
    std::vector<testing::Arguments> m_queued;
    std::string m_fault;
    std::uint64_t m_scripts = 0;
    bool m_isBroken = false;
};

}  // namespace evenhand::test
