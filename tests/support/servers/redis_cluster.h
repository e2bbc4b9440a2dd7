// SPDX-License-Identifier: GPL-3.0-or-later
// A Redis Cluster of real servers for one test program: three masters with a third of the slots each (nodes 0, 1, 2)
// and a replica of each (3, 4, 5). What it is told goes by the nodes' private sockets, not by the client under test.
// Thread: confined to its owner.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "engine/base/result.h"
#include "engine/cluster/redis/redis_address.h"
#include "engine/keyspace/reply.h"
#include "tests/support/servers/redis_link.h"
#include "tests/support/servers/redis_process.h"

namespace evenhand::testing {

class RedisCluster {
public:
    static constexpr int kMasters = 3;
    static constexpr int kNodes = 6;

    /// Nobody fails over before setPatienceMs(). Waits until every node knows of all the others and each replica
    /// follows.
    [[nodiscard]] Result<void> start();
    /// After how much silence a node is taken for dead, and its replica becomes master.
    void setPatienceMs(int ms);
    /// Every slot is served, by a master that is there, and every node but `except` agrees on who serves what.
    [[nodiscard]] bool isSettled(int except = -1);

    [[nodiscard]] RedisProcess& process(int node) { return m_processes[static_cast<std::size_t>(node)]; }
    [[nodiscard]] redis::NodeAddress address(int node) const;
    [[nodiscard]] redis::RedisAddress seeds() const;
    [[nodiscard]] std::string id(int node);
    /// The number of the node at this port, or -1.
    [[nodiscard]] int nodeAt(std::int64_t port) const;
    [[nodiscard]] keyspace::Reply ask(int node, const Arguments& command);
    /// How often the node has answered with an error that begins with this word.
    [[nodiscard]] std::int64_t refusals(int node, const std::string& word);

    /// True once `holds` does; false if it does not for a minute.
    [[nodiscard]] static bool eventually(const std::function<bool()>& holds);

private:
    [[nodiscard]] Result<void> join();

    std::array<RedisProcess, kNodes> m_processes;
    std::array<RedisLink, kNodes> m_links;
    std::array<bool, kNodes> m_isOpen{};
};

}  // namespace evenhand::testing
