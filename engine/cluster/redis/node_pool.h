// SPDX-License-Identifier: GPL-3.0-or-later
// The connections of one client, one for each node, opened when they are needed; whatever goes well or wrong is told to
// the board, whose circuits say who may be asked at all.
// Thread: confined to its owner.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/cluster/redis/connection.h"
#include "engine/cluster/redis/node_board.h"
#include "engine/cluster/redis/redis_options.h"

namespace evenhand::redis {

class NodePool {
public:
    /// Clock and board outlive it.
    NodePool(Login login, const RedisOptions& options, const Clock& clock, NodeBoard& board);

    /// Stands, with nothing queued. Busy (node) while its circuit is open; else as Connection::open().
    [[nodiscard]] Result<Connection*> open(const NodeAddress& node);
    /// Connection::exchange() of connections that open() has answered.
    void exchange(std::span<Connection* const> connections);
    /// One command; a refusal comes back as a reply. Errors as open(), Storage (node) if the connection was lost.
    [[nodiscard]] Result<keyspace::Reply> ask(const NodeAddress& node, std::span<const std::string_view> command);
    /// Ends the connections to others, and has the board forget them.
    void keepOnly(const std::vector<NodeAddress>& nodes);
    [[nodiscard]] NodeBoard& board() noexcept { return m_board; }

private:
    const Login m_login;
    const RedisOptions m_options;
    const Clock& m_clock;
    NodeBoard& m_board;
    std::map<NodeAddress, std::unique_ptr<Connection>> m_connections;
};

}  // namespace evenhand::redis
