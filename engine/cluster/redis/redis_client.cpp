// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/redis/redis_client.h"

#include <array>
#include <map>
#include <string>
#include <utility>

#include "engine/cluster/redis/batch.h"
#include "engine/cluster/redis/node_pool.h"
#include "engine/cluster/redis/topology.h"

namespace evenhand::redis {

using keyspace::Reply;

struct RedisClient::Parts {
    Parts(const RedisAddress& address, const RedisOptions& given, const Clock& clock, NodeBoard& board)
        : options(given),
          pool(Login{address.user, address.password}, given, clock, board),
          topology(address.nodes, pool, clock) {}

    const RedisOptions options;
    NodePool pool;
    Topology topology;
};

RedisClient::RedisClient(const RedisAddress& address, const RedisOptions& options, const Clock& clock, NodeBoard& board)
    : m_parts(std::make_unique<Parts>(address, options, clock, board)) {}

RedisClient::~RedisClient() = default;

std::vector<Result<Reply>> RedisClient::runAll(std::span<const Call> calls) {
    return Batch(calls, m_parts->options, m_parts->topology, m_parts->pool).run();
}

Result<Reply> RedisClient::run(const Call& call) { return std::move(runAll({&call, 1}).front()); }

Result<Reply> RedisClient::askNode(const NodeAddress& node, std::span<const std::string_view> command) {
    EVENHAND_TRY(checkAllowed(command));
    EVENHAND_ASSIGN(auto reply, m_parts->pool.ask(node, command));
    if (reply.isError()) {
        return fail(ErrorCode::Script, std::move(reply.text));
    }
    return reply;
}

Result<std::vector<NodeAddress>> RedisClient::masters() {
    EVENHAND_TRY(m_parts->topology.ensure());
    return m_parts->topology.map().masters();
}

Result<bool> RedisClient::isCluster() {
    EVENHAND_TRY(m_parts->topology.ensure());
    return m_parts->topology.map().isCluster();
}

void RedisClient::readHealth() {
    static constexpr std::array<std::string_view, 2> kReplication{"INFO", "replication"};
    static constexpr std::array<std::string_view, 2> kPersistence{"INFO", "persistence"};
    // Anew each time: a node that has taken over is to be there, and one that belongs no more to be forgotten.
    if (!m_parts->topology.refresh() && m_parts->topology.nodes().empty()) {
        return;  // whom it has asked stands on the board
    }
    std::vector<Connection*> asked;
    for (const auto& node : m_parts->topology.nodes()) {
        if (const auto connection = m_parts->pool.open(node)) {
            (*connection)->queue(kReplication);
            (*connection)->queue(kPersistence);
            asked.push_back(*connection);
        }
    }
    m_parts->pool.exchange(asked);
    std::map<NodeAddress, NodeInfo> infos;
    for (auto* const connection : asked) {
        std::string text;
        for (const auto& reply : connection->takeReplies()) {
            text += reply.isError() ? std::string() : reply.text;
        }
        if (!connection->fault() && !text.empty()) {
            infos.emplace(connection->node(), nodeInfoOf(text));
        }
    }
    m_parts->pool.board().tell(infos);
}

}  // namespace evenhand::redis
