// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/redis/batch.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <tuple>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/base/number_text.h"
#include "engine/cluster/redis/command_keys.h"
#include "engine/cluster/redis/key_slot.h"

namespace evenhand::redis {
namespace {

using keyspace::Reply;

constexpr int kMaxSentAway = 5;
constexpr std::int64_t kFirstPauseMs = 10;
constexpr std::int64_t kMaxPauseMs = 200;
constexpr std::array<std::string_view, 1> kAsking{"ASKING"};

Error later(const NodeAddress& node, const std::string& text) {
    return {ErrorCode::Busy, "the Redis node " + node.text() + " cannot do this now: " + text, "node", node.text()};
}

Error lacksRight(const NodeAddress& node, const std::string& text) {
    return {ErrorCode::PermissionDenied, "the Redis user lacks a right: " + text, "node", node.text()};
}

Error refusedLoad(const NodeAddress& node, const std::string& text) {
    return refusalOf(text, node).kind == RefusalKind::NoRights ? lacksRight(node, text)
                                                               : Error{ErrorCode::Script, text, {}, {}};
}

Error withOutcome(Error error, bool mayHaveRun) {
    if (error.code == ErrorCode::Storage) {
        error.message += mayHaveRun ? "; what it was asked may have been carried out" : "; it was not asked";
    }
    return error;
}

std::string commandName(std::span<const std::string_view> command) {
    return command.empty() ? std::string() : std::string(command.front());
}

}  // namespace

Result<void> checkAllowed(std::span<const std::string_view> command) {
    if (command.empty() || keysOf(command).routing == Routing::Forbidden) {
        return fail(ErrorCode::Unsupported, "no command that this connection may be used for", "command",
                    commandName(command));
    }
    return {};
}

Result<std::optional<std::uint16_t>> slotFor(const Call& call, bool isCluster) {
    auto keys = call.keys;
    if (call.script == nullptr) {
        EVENHAND_TRY(checkAllowed(call.args));
        const auto found = keysOf(call.args);
        if (isCluster && found.routing == Routing::OneNode) {
            return fail(ErrorCode::Unsupported, "the command is about one node, and the keyspace has several",
                        "command", commandName(call.args));
        }
        keys = found.keys;
    }
    if (!isCluster || keys.empty()) {
        return std::optional<std::uint16_t>();
    }
    const auto slot = slotOf(keys.front());
    EVENHAND_INVARIANT(std::all_of(keys.begin(), keys.end(), [slot](auto key) { return slotOf(key) == slot; }),
                       "keys of one call would lie in different slots, so that no node of a cluster could serve it");
    return std::optional(slot);
}

Batch::Batch(std::span<const Call> calls, const RedisOptions& options, Topology& topology, NodePool& pool)
    : m_options(options), m_topology(topology), m_pool(pool), m_items(calls.size()) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
        m_items[i].call = &calls[i];
    }
}

std::vector<Result<Reply>> Batch::run() {
    if (auto known = m_topology.ensure(); !known) {
        settleAll(withOutcome(std::move(known).error(), false));
    }
    const auto isOpen = [](const Item& item) { return !item.answer; };
    while (std::any_of(m_items.begin(), m_items.end(), isOpen)) {
        m_pauses = m_isOutdated = false;
        m_knows.reset();
        m_moved.clear();
        round();
        lookAround();
        if (m_pauses && !pause()) {
            settleWaiting();
        }
    }
    std::vector<Result<Reply>> answers;
    answers.reserve(m_items.size());
    for (auto& item : m_items) {
        answers.push_back(std::move(*item.answer));
    }
    return answers;
}

void Batch::settleAll(const Error& error) {
    for (auto& item : m_items) {
        item.answer = fail(error);
    }
}

/// Those that no node could serve in all the time there was.
void Batch::settleWaiting() {
    for (auto& item : m_items) {
        if (item.waits && !item.answer) {
            item.answer = fail(*item.why);
        }
    }
}

void Batch::wait(Item& item, Error why) {
    item.why = std::move(why);
    item.waits = m_pauses = true;
}

void Batch::round() {
    for (auto& item : m_items) {
        item.waits = false;
        item.fault.reset();
    }
    std::vector<Leg> legs;
    std::vector<Connection*> connections;
    for (const auto& [node, items] : byNode()) {
        auto opened = m_pool.open(node);
        if (opened) {
            legs.push_back(post(**opened, items));
            connections.push_back(*opened);
            continue;
        }
        for (auto* const item : items) {  // unless another node turns out to serve it: lookAround()
            item->fault = node;
            item->why = withOutcome(opened.error(), false);
        }
    }
    m_pool.exchange(connections);
    for (const auto& leg : legs) {
        collect(leg);
    }
}

/// Those without an answer, in order, by whom they are to be asked of.
std::map<NodeAddress, std::vector<Batch::Item*>> Batch::byNode() {
    std::map<NodeAddress, std::vector<Item*>> all;
    const auto& map = m_topology.map();
    for (auto& item : m_items) {
        if (item.answer) {
            continue;
        }
        if (item.ask) {
            all[*item.ask].push_back(&item);
            continue;
        }
        const auto slot = slotFor(*item.call, map.isCluster());
        if (!slot) {
            item.answer = fail(slot.error());
            continue;
        }
        const auto* const node = *slot ? map.masterOf(**slot) : &map.masters().front();
        if (node == nullptr) {
            m_isOutdated = true;
            wait(item,
                 {ErrorCode::Busy, "no Redis node serves these keys at the moment", "slot", std::to_string(**slot)});
            continue;
        }
        all[*node].push_back(&item);
    }
    return all;
}

Batch::Leg Batch::post(Connection& connection, const std::vector<Item*>& items) {
    Leg leg{&connection};
    leg.posted.reserve(items.size());
    for (auto* const item : items) {
        if (item->call->script != nullptr) {
            postScript(leg, *item);
            continue;
        }
        if (item->ask) {
            connection.queue(kAsking);
            leg.posted.push_back({item, Kind::Asking});
        }
        connection.queue(item->call->args);
        leg.posted.push_back({item, Kind::Call});
    }
    return leg;
}

/// With its text the first time on this line: a node that was started anew knows no script.
void Batch::postScript(Leg& leg, Item& item) {
    const auto& call = *item.call;
    auto& connection = *leg.connection;
    if (connection.scripts.insert(call.script->sha1).second) {
        connection.queue(std::array<std::string_view, 3>{"SCRIPT", "LOAD", call.script->source});
        leg.posted.push_back({&item, Kind::Load});
    }
    if (item.ask) {  // of the very next command
        connection.queue(kAsking);
        leg.posted.push_back({&item, Kind::Asking});
    }
    const base::NumberText keyCount(static_cast<std::int64_t>(call.keys.size()));
    std::vector<std::string_view> command{"EVALSHA", call.script->sha1, keyCount};
    command.reserve(command.size() + call.keys.size() + call.args.size());
    command.insert(command.end(), call.keys.begin(), call.keys.end());
    command.insert(command.end(), call.args.begin(), call.args.end());
    connection.queue(command);
    leg.posted.push_back({&item, Kind::Call});
}

void Batch::collect(const Leg& leg) {
    auto& connection = *leg.connection;
    auto replies = connection.takeReplies();
    for (std::size_t i = 0; i < leg.posted.size(); ++i) {
        auto& item = *leg.posted[i].item;
        const auto kind = leg.posted[i].kind;
        if (i >= replies.size()) {
            if (kind == Kind::Call) {
                item.answer = fail(withOutcome(*connection.fault(), i < connection.sent()));
                item.fault = connection.node();
            }
        } else if (kind == Kind::Load && replies[i].isError()) {
            connection.scripts.erase(item.call->script->sha1);
            item.why = refusedLoad(connection.node(), replies[i].text);
        } else if (kind == Kind::Call) {
            judge(item, std::move(replies[i]), connection);
        }
    }
}

void Batch::judge(Item& item, Reply reply, Connection& connection) {
    if (!reply.isError()) {
        item.answer = std::move(reply);
        return;
    }
    const auto& node = connection.node();
    const auto refusal = refusalOf(reply.text, node);
    switch (refusal.kind) {
        case RefusalKind::Moved:
        case RefusalKind::Ask: redirect(item, refusal); return;
        case RefusalKind::MapOutdated: m_isOutdated = true; [[fallthrough]];
        case RefusalKind::NotNow: wait(item, later(node, reply.text)); return;
        case RefusalKind::NoScript:
            if (item.call->script != nullptr && ++item.sentAway <= kMaxSentAway) {
                connection.scripts.erase(item.call->script->sha1);
                return;
            }
            item.answer = fail(item.why.value_or(Error{ErrorCode::Script, reply.text, {}, {}}));
            return;
        case RefusalKind::NoRights: item.answer = fail(lacksRight(node, reply.text)); return;
        case RefusalKind::ServerFault:
            item.answer = fail(ErrorCode::Storage, "the Redis node " + node.text() + " has a fault: " + reply.text,
                               "node", node.text());
            return;
        case RefusalKind::CrossSlot:
            item.answer = fail(ErrorCode::Internal, std::move(reply.text), "command", commandName(item.call->args));
            return;
        case RefusalKind::ByKeyspace: item.answer = fail(ErrorCode::Script, std::move(reply.text)); return;
    }
}

void Batch::redirect(Item& item, const Refusal& refusal) {
    if (++item.sentAway > kMaxSentAway) {
        item.answer = fail(ErrorCode::Busy, "the Redis nodes send this call from one to the other, try again", "slot",
                           std::to_string(refusal.slot));
        return;
    }
    if (refusal.kind == RefusalKind::Ask) {
        item.ask = refusal.node;
        return;
    }
    item.ask.reset();
    m_isOutdated = true;
    m_knows = refusal.node;
    m_moved.emplace_back(refusal.slot, refusal.node);
}

/// Between two rounds: who serves what now, and what becomes of those whose node could not be reached.
void Batch::lookAround() {
    const auto isLost = [](const Item& item) { return item.fault.has_value(); };
    if (m_isOutdated) {
        std::ignore = m_topology.refresh(m_knows);  // if nobody can tell, what is known is tried
        for (const auto& [slot, node] : m_moved) {
            m_topology.assign(slot, node);  // said by the one who had the slot until now
        }
    } else if (std::any_of(m_items.begin(), m_items.end(), isLost)) {
        m_topology.refreshAfterFault();
    }
    const auto& map = m_topology.map();
    for (auto& item : m_items) {
        if (item.answer || !item.fault) {
            continue;
        }
        const auto slot = slotFor(*item.call, map.isCluster());
        const auto* const node = !slot ? nullptr : *slot ? map.masterOf(**slot) : &map.masters().front();
        const bool hasAnother = !item.ask && node != nullptr && *node != *item.fault;
        if (!hasAnother || ++item.sentAway > kMaxSentAway) {
            item.answer = fail(*item.why);
        }
    }
}

bool Batch::pause() {
    m_pauseMs = m_pauseMs == 0 ? kFirstPauseMs : std::min(m_pauseMs * 2, kMaxPauseMs);
    if (m_pausedMs + m_pauseMs > m_options.retryForMs) {
        return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(m_pauseMs));
    m_pausedMs += m_pauseMs;
    return true;
}

}  // namespace evenhand::redis
