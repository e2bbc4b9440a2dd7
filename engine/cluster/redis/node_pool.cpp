// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/redis/node_pool.h"

#include <algorithm>
#include <array>
#include <utility>

namespace evenhand::redis {

NodePool::NodePool(Login login, const RedisOptions& options, const Clock& clock, NodeBoard& board)
    : m_login(std::move(login)), m_options(options), m_clock(clock), m_board(board) {}

Result<Connection*> NodePool::open(const NodeAddress& node) {
    EVENHAND_ASSIGN(const auto entry, m_board.admit(node));
    auto& connection = m_connections[node];
    if (!connection) {
        connection = std::make_unique<Connection>(node, m_login, m_clock);
    }
    // A probe asks the node whether it is well, which a line that stands from before does not tell.
    if (entry == NodeBoard::Entry::Probe || !connection->isUsable()) {
        if (auto opened = connection->open(m_options.connectTimeoutMs); !opened) {
            m_board.failed(node, opened.error());
            return fail(std::move(opened).error());
        }
        m_board.greeted(node);
    }
    return connection.get();
}

void NodePool::exchange(std::span<Connection* const> connections) {
    Connection::exchange(connections, m_options.commandTimeoutMs, m_clock);
    for (const auto* const connection : connections) {
        if (connection->fault()) {
            m_board.failed(connection->node(), *connection->fault());
        } else {
            m_board.succeeded(connection->node());
        }
    }
}

Result<keyspace::Reply> NodePool::ask(const NodeAddress& node, std::span<const std::string_view> command) {
    EVENHAND_ASSIGN(auto* const connection, open(node));
    connection->queue(command);
    const std::array<Connection*, 1> alone{connection};
    exchange(alone);
    auto replies = connection->takeReplies();
    if (replies.empty()) {
        return fail(*connection->fault());
    }
    return std::move(replies.front());
}

void NodePool::keepOnly(const std::vector<NodeAddress>& nodes) {
    std::erase_if(m_connections, [&nodes](const auto& entry) {
        return std::find(nodes.begin(), nodes.end(), entry.first) == nodes.end();
    });
    m_board.keepOnly(nodes);
}

}  // namespace evenhand::redis
