// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of one batch on their way: sorted by node, sent, and asked again until each has its answer. One object for
// one RedisClient::runAll(), in rounds: what a round leaves without an answer is what the next one asks.
// Thread: confined to its owner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/cluster/redis/node_pool.h"
#include "engine/cluster/redis/redis_client.h"
#include "engine/cluster/redis/redis_options.h"
#include "engine/cluster/redis/refusal.h"
#include "engine/cluster/redis/topology.h"

namespace evenhand::redis {

/// Unsupported (command): see RedisClient.
[[nodiscard]] Result<void> checkAllowed(std::span<const std::string_view> command);
/// The slot of its keys; nullopt: any node will do. Unsupported (command) for what is about one node of a cluster.
/// Ends the program where the keys of a call lie in different slots of a cluster.
[[nodiscard]] Result<std::optional<std::uint16_t>> slotFor(const Call& call, bool isCluster);

class Batch {
public:
    /// All outlive it.
    Batch(std::span<const Call> calls, const RedisOptions& options, Topology& topology, NodePool& pool);
    [[nodiscard]] std::vector<Result<keyspace::Reply>> run();

private:
    struct Item {
        const Call* call = nullptr;
        std::optional<Result<keyspace::Reply>> answer{};
        std::optional<NodeAddress> ask{};    ///< where it has to be asked now, whoever has the slot
        std::optional<NodeAddress> fault{};  ///< the node that could not be reached
        std::optional<Error> why{};          ///< why it has no answer yet
        bool waits = false;                  ///< for what the node cannot do yet, after this round
        int sentAway = 0;                    ///< by MOVED, ASK, NOSCRIPT
    };
    enum class Kind : std::uint8_t { Load, Asking, Call };
    struct Posted {
        Item* item = nullptr;
        Kind kind = Kind::Call;
    };
    /// A node and what it is asked in this round.
    struct Leg {
        Connection* connection = nullptr;
        std::vector<Posted> posted{};
    };

    void settleAll(const Error& error);
    void settleWaiting();
    void wait(Item& item, Error why);
    void round();
    [[nodiscard]] std::map<NodeAddress, std::vector<Item*>> byNode();
    [[nodiscard]] Leg post(Connection& connection, const std::vector<Item*>& items);
    void postScript(Leg& leg, Item& item);
    void collect(const Leg& leg);
    void judge(Item& item, keyspace::Reply reply, Connection& connection);
    void redirect(Item& item, const Refusal& refusal);
    void lookAround();
    [[nodiscard]] bool pause();

    const RedisOptions& m_options;
    Topology& m_topology;
    NodePool& m_pool;
    std::vector<Item> m_items;
    // Of the round:
    bool m_pauses = false;                 ///< before the next one
    bool m_isOutdated = false;             ///< somebody knows better who serves what
    std::optional<NodeAddress> m_knows{};  ///< who
    std::vector<std::pair<std::uint16_t, NodeAddress>> m_moved{};
    // Of all:
    std::int64_t m_pausedMs = 0;
    std::int64_t m_pauseMs = 0;
};

}  // namespace evenhand::redis
