// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes of a Redis as this process knows them: one circuit breaker for each (M. Nygard, "Release It!"), which all
// connections to it share, and what a health display shows. A board is of one Redis.
//
// A node that has failed several times in a row is left alone: its circuit is open, and whoever wants something of it
// is answered Busy at once instead of waiting for a time-out. When the pause is over one caller may try (the circuit is
// probing); if that fails too, the next pause is twice as long, up to a bound.
//
// Invariants: while a circuit is open nobody is let through; while it is probing one caller is. A failure is what
// leaves a connection unusable (refused, lost, silent for too long, not RESP); a refusal by the keyspace is none.
// Durations are measured by the clock's monotonic time, instants are for people.
// Thread: any. The clock outlives it.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/cluster/redis/node_info.h"
#include "engine/cluster/redis/redis_address.h"

namespace evenhand::redis {

enum class Circuit : std::uint8_t { Closed, Open, Probing };

struct CircuitSettings {
    int failures = 3;              ///< in a row, until it opens; at least 1
    std::int64_t pauseMs = 1'000;  ///< of the first time; doubled by each probe that fails
    std::int64_t maxPauseMs = 15'000;
};

struct NodeHealth {
    NodeAddress node;
    NodeInfo info{};                  ///< as it was at readAt
    std::optional<Instant> readAt{};  ///< nullopt: it has never told
    std::optional<std::int64_t>
        lagBytes{};  ///< of a linked replica: what its master had written and it had not received

    Circuit circuit = Circuit::Closed;
    Instant since{};                   ///< when the circuit came to be so
    std::optional<Instant> nextTry{};  ///< unless it is closed
    int failuresInRow = 0;
    std::string lastError{};  ///< empty: none so far
    std::optional<Instant> lastErrorAt{};
};

class NodeBoard {
public:
    explicit NodeBoard(const Clock& clock, CircuitSettings settings = {});

    /// By address.
    [[nodiscard]] std::vector<NodeHealth> health() const;

    // --- for connections ---------------------------------------------------------------------------------
    enum class Entry { Usual, Probe };
    /// Probe: the caller is the one that tries, with a new connection, and says how it went by greeted() or failed();
    /// if it never does, another may when the pause is over once more. Busy (node) with the reason and the next try.
    [[nodiscard]] Result<Entry> admit(const NodeAddress& node);
    /// A new connection stands. The circuit closes; one more failure opens it again, until something succeeds.
    void greeted(const NodeAddress& node);
    void succeeded(const NodeAddress& node);
    void failed(const NodeAddress& node, const Error& error);
    /// Failures in a row, for whoever has a choice of nodes; 0 of an unknown one.
    [[nodiscard]] int failuresOf(const NodeAddress& node) const;
    /// What nodes have told of themselves, all at about the same time.
    void tell(const std::map<NodeAddress, NodeInfo>& infos);
    /// These are the nodes now, and others are forgotten.
    void keepOnly(const std::vector<NodeAddress>& nodes);

private:
    struct State {
        NodeHealth health;
        std::int64_t untilNs = 0;  ///< monotonic: end of the pause, or of waiting for the probe
        std::int64_t pauseMs = 0;  ///< of the last opening
    };
    State& stateOf(const NodeAddress& node);
    void turn(State& state, Circuit circuit);
    void pause(State& state, std::int64_t ms);

    const Clock& m_clock;
    const CircuitSettings m_settings;
    mutable std::mutex m_mutex;
    std::map<NodeAddress, State> m_states;
};

}  // namespace evenhand::redis
