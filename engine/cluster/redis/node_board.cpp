// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/redis/node_board.h"

#include <algorithm>

#include "engine/base/log.h"

namespace evenhand::redis {
namespace {

/// Of a replica, if it is there. A replica may know its master by another name than we do: then the only one is it.
const NodeInfo* masterAmong(const std::map<NodeAddress, NodeInfo>& infos, const NodeInfo& replica) {
    if (!replica.master) {
        return nullptr;
    }
    if (const auto named = infos.find(*replica.master); named != infos.end()) {
        return &named->second;
    }
    const auto isMaster = [](const auto& entry) { return entry.second.role == NodeRole::Master; };
    const auto only = std::find_if(infos.begin(), infos.end(), isMaster);
    return std::count_if(infos.begin(), infos.end(), isMaster) == 1 ? &only->second : nullptr;
}

}  // namespace

NodeBoard::NodeBoard(const Clock& clock, CircuitSettings settings) : m_clock(clock), m_settings(settings) {}

NodeBoard::State& NodeBoard::stateOf(const NodeAddress& node) {
    const auto [entry, isNew] = m_states.try_emplace(node);
    if (isNew) {
        entry->second.health.node = node;
        entry->second.health.since = m_clock.now();
    }
    return entry->second;
}

void NodeBoard::turn(State& state, Circuit circuit) {
    if (state.health.circuit != circuit) {
        state.health.circuit = circuit;
        state.health.since = m_clock.now();
    }
}

void NodeBoard::pause(State& state, std::int64_t ms) {
    state.untilNs = m_clock.monotonicNs() + ms * base::kNsPerMs;
    state.health.nextTry = m_clock.now().plusMs(ms);
}

Result<NodeBoard::Entry> NodeBoard::admit(const NodeAddress& node) {
    const std::scoped_lock lock(m_mutex);
    auto& state = stateOf(node);
    if (state.health.circuit == Circuit::Closed) {
        return Entry::Usual;
    }
    if (m_clock.monotonicNs() >= state.untilNs) {
        turn(state, Circuit::Probing);
        pause(state, state.pauseMs);
        return Entry::Probe;
    }
    return fail(ErrorCode::Busy,
                "the Redis node " + node.text() + " does not answer, next try at " +
                    base::utcText(*state.health.nextTry) + ": " + state.health.lastError,
                "node", node.text());
}

void NodeBoard::greeted(const NodeAddress& node) {
    const std::scoped_lock lock(m_mutex);
    auto& state = stateOf(node);
    if (state.health.circuit != Circuit::Closed) {
        base::log(base::LogLevel::Info, "redis", node.text() + " answers again");
        turn(state, Circuit::Closed);
        state.health.nextTry.reset();
        state.health.failuresInRow = m_settings.failures - 1;
    }
}

void NodeBoard::succeeded(const NodeAddress& node) {
    const std::scoped_lock lock(m_mutex);
    auto& state = stateOf(node);
    turn(state, Circuit::Closed);
    state.health.nextTry.reset();
    state.health.failuresInRow = 0;
    state.pauseMs = 0;
}

void NodeBoard::failed(const NodeAddress& node, const Error& error) {
    const std::scoped_lock lock(m_mutex);
    auto& state = stateOf(node);
    auto& health = state.health;
    health.lastError = error.message;
    health.lastErrorAt = m_clock.now();
    ++health.failuresInRow;
    // What others had begun before it opened does not make the pause longer.
    if (health.circuit == Circuit::Open || health.failuresInRow < m_settings.failures) {
        return;
    }
    state.pauseMs = std::min(state.pauseMs == 0 ? m_settings.pauseMs : state.pauseMs * 2, m_settings.maxPauseMs);
    pause(state, state.pauseMs);
    turn(state, Circuit::Open);
    base::log(base::LogLevel::Warning, "redis",
              node.text() + " is left alone until " + base::utcText(*health.nextTry) + ": " + error.message);
}

int NodeBoard::failuresOf(const NodeAddress& node) const {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_states.find(node);
    return found == m_states.end() ? 0 : found->second.health.failuresInRow;
}

void NodeBoard::tell(const std::map<NodeAddress, NodeInfo>& infos) {
    const std::scoped_lock lock(m_mutex);
    const auto now = m_clock.now();
    for (const auto& [node, info] : infos) {
        auto& health = stateOf(node).health;
        health.info = info;
        health.readAt = now;
        health.lagBytes.reset();
        if (const auto* const master = masterAmong(infos, info); master != nullptr && info.isLinked) {
            // Never negative: the two were not asked at the same instant.
            health.lagBytes = std::max<std::int64_t>(master->offset - info.offset, 0);
        }
    }
}

void NodeBoard::keepOnly(const std::vector<NodeAddress>& nodes) {
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_states, [&nodes](const auto& entry) {
        return std::find(nodes.begin(), nodes.end(), entry.first) == nodes.end();
    });
    for (const auto& node : nodes) {
        stateOf(node);
    }
}

std::vector<NodeHealth> NodeBoard::health() const {
    const std::scoped_lock lock(m_mutex);
    std::vector<NodeHealth> all;
    all.reserve(m_states.size());
    for (const auto& [node, state] : m_states) {
        all.push_back(state.health);
    }
    return all;
}

}  // namespace evenhand::redis
