// SPDX-License-Identifier: GPL-3.0-or-later
// A client of one Redis, a single server 7 or a Redis Cluster, which it finds out by itself. Calls go to the node that
// has their keys; those of one batch that go to the same node share a round trip, and the nodes work at the same time.
//
//  - What was not carried out is asked again by the client: a slot that has moved (MOVED, at most 5 times a call), that
//    is on its way (ASK, TRYAGAIN), a failover (CLUSTERDOWN, READONLY), a server that reads its files (LOADING), a
//    script that the node has forgotten (NOSCRIPT). Pauses between are 10 to 200 ms, RedisOptions::retryForMs in all.
//  - What may have been carried out is not: a connection that was lost while its answer was awaited is an error, and
//  only
//    the caller knows whether the step may be repeated.
//  - Order: calls of one batch with the same keys are carried out in the order of asking, unless the node refuses one
//  of
//    them for the moment (see above) and the next no more. Where that must not be they are one script, or two batches.
//  - A node that fails repeatedly is left alone, and calls to it answer Busy at once: see node_board.h.
// Blocking commands (XREADGROUP … BLOCK) have to end within the command's time-out.
// Thread: confined to its owner; each thread has a client of its own, and all share the board.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/cluster/redis/node_board.h"
#include "engine/cluster/redis/redis_address.h"
#include "engine/cluster/redis/redis_options.h"
#include "engine/keyspace/keyspace.h"

namespace evenhand::redis {

/// One command, or one script that was compiled into the program. A view: what it names outlives the call.
struct Call {
    std::span<const std::string_view> args;  ///< the command with its name; of a script ARGV
    const keyspace::Script* script = nullptr;
    std::span<const std::string_view> keys{};  ///< of a script: KEYS, in a cluster all under one hash tag
};

class RedisClient {
public:
    /// Connects when it is first asked. Clock and board outlive it.
    RedisClient(const RedisAddress& address, const RedisOptions& options, const Clock& clock, NodeBoard& board);
    ~RedisClient();
    RedisClient(const RedisClient&) = delete;
    RedisClient& operator=(const RedisClient&) = delete;

    /// The answers, in the order of the calls. Errors of each:
    ///  - Script: the keyspace has refused it, with Redis' text; a script has done what it did before it failed.
    ///  - Storage (node): the node cannot be reached, or the connection was lost or silent for too long: the message
    ///  says
    ///    whether the call may have been carried out. Also a server out of memory or one that cannot write its files.
    ///  - Busy (node): not carried out; the node is left alone, or nobody could serve the keys for retryForMs.
    ///  - PermissionDenied: user, password or the user's rights on the server.
    ///  - Unsupported (command): it would change what later answers mean (MULTI, SUBSCRIBE, SELECT, …), or is about one
    ///    node and this is a cluster: askNode().
    /// Keys of one call in different slots of a cluster are a programmer's error.
    [[nodiscard]] std::vector<Result<keyspace::Reply>> runAll(std::span<const Call> calls);
    [[nodiscard]] Result<keyspace::Reply> run(const Call& call);

    /// One command at one node, whatever its keys: SCAN, FLUSHALL, CLUSTER, INFO. Not asked again, whatever is
    /// answered; errors as above, redirections are Script.
    [[nodiscard]] Result<keyspace::Reply> askNode(const NodeAddress& node, std::span<const std::string_view> command);
    /// Who serves keys, in order of the addresses; a single server is one.
    [[nodiscard]] Result<std::vector<NodeAddress>> masters();
    [[nodiscard]] Result<bool> isCluster();
    /// Asks who the nodes are now, and each of them, replicas too, how it is, and puts it on the board. Nodes that do
    /// not answer stand there with their circuit. So this is also what tries again nodes that nobody asks for anything.
    void readHealth();

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

}  // namespace evenhand::redis
