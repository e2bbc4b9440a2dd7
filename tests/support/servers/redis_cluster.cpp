// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/servers/redis_cluster.h"

#include <QDeadlineTimer>
#include <QThread>
#include <algorithm>
#include <charconv>

namespace evenhand::testing {
namespace {

using keyspace::Reply;

constexpr int kNeverMs = 3'600'000;
/// While they get to know each other: nodes tell each other the quicker the less patient they are.
constexpr int kJoinMs = 2'000;
constexpr int kPatienceMs = 60'000;
constexpr int kLookMs = 5;
constexpr int kAllSlots = 16'384;

/// The number behind "name:" in an INFO text, or -1.
std::int64_t numberIn(const std::string& text, const std::string& name) {
    const auto at = text.find(name);
    std::int64_t number = -1;
    if (at != std::string::npos) {
        (void)std::from_chars(text.data() + at + name.size(), text.data() + text.size(), number);
    }
    return number;
}

}  // namespace

bool RedisCluster::eventually(const std::function<bool()>& holds) {
    const QDeadlineTimer until(kPatienceMs);
    while (!holds()) {
        if (until.hasExpired()) {
            return false;
        }
        QThread::msleep(kLookMs);
    }
    return true;
}

redis::NodeAddress RedisCluster::address(int node) const {
    return {"127.0.0.1", static_cast<std::uint16_t>(m_processes[static_cast<std::size_t>(node)].port())};
}

redis::RedisAddress RedisCluster::seeds() const {
    redis::RedisAddress all;
    for (int node = 0; node < kNodes; ++node) {
        all.nodes.push_back(address(node));
    }
    return all;
}

int RedisCluster::nodeAt(std::int64_t port) const {
    for (int node = 0; node < kNodes; ++node) {
        if (address(node).port == port) {
            return node;
        }
    }
    return -1;
}

Reply RedisCluster::ask(int node, const Arguments& command) {
    const auto index = static_cast<std::size_t>(node);
    if (!m_isOpen[index] || m_links[index].broken()) {  // it was killed since
        m_isOpen[index] = m_links[index].open(process(node).socketPath().toStdString());
    }
    return m_isOpen[index] ? m_links[index].ask(command) : Reply::error("nobody there");
}

std::string RedisCluster::id(int node) { return ask(node, {"CLUSTER", "MYID"}).text; }

std::int64_t RedisCluster::refusals(int node, const std::string& word) {
    return std::max<std::int64_t>(numberIn(ask(node, {"INFO", "errorstats"}).text, "errorstat_" + word + ":count="), 0);
}

void RedisCluster::setPatienceMs(int ms) {
    for (int node = 0; node < kNodes; ++node) {
        (void)ask(node, {"CONFIG", "SET", "cluster-node-timeout", std::to_string(ms)});
    }
}

Result<void> RedisCluster::start() {
    // Pings to replicas every second: nodes do not tell of a replica that has not received a byte yet.
    for (auto& process : m_processes) {
        EVENHAND_TRY(process.startAsNode({QStringLiteral("--cluster-node-timeout"), QString::number(kJoinMs),
                                          QStringLiteral("--cluster-require-full-coverage"), QStringLiteral("no"),
                                          QStringLiteral("--cluster-replica-validity-factor"), QStringLiteral("0"),
                                          QStringLiteral("--repl-diskless-sync-delay"), QStringLiteral("0"),
                                          QStringLiteral("--repl-ping-replica-period"), QStringLiteral("1")}));
    }
    return join();
}

Result<void> RedisCluster::join() {
    constexpr int kThird = kAllSlots / kMasters + 1;
    const auto told = [this](int node, const Arguments& command) -> Result<void> {
        if (const auto reply = ask(node, command); reply != Reply::ok()) {
            return fail(ErrorCode::Internal, "a node of the cluster refuses: " + reply.text, "command", command[1]);
        }
        return {};
    };
    for (int node = 0; node < kNodes; ++node) {
        if (node < kMasters) {
            EVENHAND_TRY(told(node, {"CLUSTER", "ADDSLOTSRANGE", std::to_string(node * kThird),
                                     std::to_string(std::min((node + 1) * kThird, kAllSlots) - 1)}));
        }
        EVENHAND_TRY(told(node, {"CLUSTER", "SET-CONFIG-EPOCH", std::to_string(node + 1)}));
    }
    for (int node = 1; node < kNodes; ++node) {
        EVENHAND_TRY(told(0, {"CLUSTER", "MEET", "127.0.0.1", std::to_string(process(node).port()),
                              std::to_string(process(node).clusterPort())}));
    }
    const bool met = eventually([this] {
        for (int node = 0; node < kNodes; ++node) {
            if (numberIn(ask(node, {"CLUSTER", "INFO"}).text, "cluster_known_nodes:") != kNodes) {
                return false;
            }
        }
        return true;
    });
    if (!met) {
        return fail(ErrorCode::Internal, "the nodes of the cluster do not find each other");
    }
    for (int node = kMasters; node < kNodes; ++node) {
        EVENHAND_TRY(told(node, {"CLUSTER", "REPLICATE", id(node - kMasters)}));
    }
    const bool follows = eventually([this] {
        for (int node = kMasters; node < kNodes; ++node) {
            if (ask(node, {"INFO", "replication"}).text.find("master_link_status:up") == std::string::npos) {
                return false;
            }
        }
        return isSettled();
    });
    if (!follows) {
        return fail(ErrorCode::Internal, "the replicas of the cluster do not follow");
    }
    setPatienceMs(kNeverMs);
    for (int node = 0; node < kMasters; ++node) {
        if (ask(node, {"ROLE"}).elements[0].text != "master") {
            return fail(ErrorCode::Internal, "a replica of the cluster has taken over already");
        }
    }
    return {};
}

bool RedisCluster::isSettled(int except) {
    std::string agreed;
    for (int node = 0; node < kNodes; ++node) {
        if (node == except) {
            continue;
        }
        if (ask(node, {"CLUSTER", "INFO"}).text.find("cluster_state:ok") == std::string::npos) {
            return false;
        }
        std::string told;
        std::int64_t served = 0;
        for (const auto& range : ask(node, {"CLUSTER", "SLOTS"}).elements) {
            if (range.elements.size() < 3) {
                return false;
            }
            const auto master = nodeAt(range.elements[2].elements[1].integer);
            std::vector<std::int64_t> replicas;
            for (std::size_t i = 3; i < range.elements.size(); ++i) {
                replicas.push_back(range.elements[i].elements[1].integer);
            }
            if (master == except || (except < 0 && replicas.empty())) {
                return false;
            }
            std::sort(replicas.begin(), replicas.end());
            served += range.elements[1].integer - range.elements[0].integer + 1;
            told += std::to_string(range.elements[0].integer) + ":" + std::to_string(master) + " ";
            for (const auto replica : replicas) {
                told += std::to_string(replica) + " ";
            }
        }
        if (served != kAllSlots || (!agreed.empty() && agreed != told)) {
            return false;
        }
        agreed = told;
    }
    return true;
}

}  // namespace evenhand::testing
