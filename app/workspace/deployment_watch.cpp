// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/deployment_watch.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <tuple>
#include <utility>

#include "engine/store/records/node_store.h"

namespace evenhand::app {
namespace {

using api::PartHealth;
using api::PartKind;
using api::PartRole;
using api::PartState;

constexpr int kLookPatienceS = 2;  ///< with the database: whoever looks is to say soon that nobody answers

store::MysqlSettings hurriedly(store::MysqlSettings settings) {
    settings.connectTimeoutS = settings.readTimeoutS = settings.writeTimeoutS = kLookPatienceS;
    return settings;
}

redis::RedisOptions redisLimits() {
    constexpr std::int64_t kSilenceMs = 2'000;
    redis::RedisOptions limits;
    limits.commandTimeoutMs = kSilenceMs;
    return limits;
}

etcd::ClientOptions etcdLimits(const SharedPlace& place) {
    etcd::ClientOptions options;
    options.password = place.membershipPassword;
    return options;
}

/// "MariaDB 10.11.6" of "MariaDB 10.11.6, db.example:3306".
std::string programOf(const std::string& server) { return server.substr(0, server.find(',')); }

PartHealth namedPart(PartKind kind, std::string name) {
    PartHealth made;
    made.kind = kind;
    made.name = std::move(name);
    return made;
}

void away(PartHealth& of, std::string reason) {
    of.state = PartState::Away;
    of.reason = std::move(reason);
}

void impaired(PartHealth& of, const std::string& reason) {
    of.state = PartState::Impaired;
    of.reason += (of.reason.empty() ? "" : "; ") + reason;
}

/// Host and port of "http://etcd1:2379".
std::string hostOf(const std::string& url) {
    const auto scheme = url.find("://");
    return scheme == std::string::npos ? url : url.substr(scheme + 3);
}

}  // namespace

PartHealth partOf(const redis::NodeHealth& node) {
    auto made = namedPart(PartKind::Keyspace, node.node.text());
    const auto& info = node.info;
    const bool isReplica = info.role == redis::NodeRole::Replica;
    made.role = isReplica                              ? PartRole::Replica
                : info.role == redis::NodeRole::Master ? PartRole::Master
                                                       : PartRole::None;
    made.since = node.since;
    made.readAt = node.readAt;
    made.lagBytes = node.lagBytes.value_or(-1);
    if (node.readAt) {
        made.persistence = info.hasAppendLog ? api::Persistence::Log : api::Persistence::Snapshots;
    }
    if (node.circuit != redis::Circuit::Closed) {
        away(made, node.lastError);
        made.refuses = !isReplica;
        made.nextTry = node.nextTry;
        return made;
    }
    if (!node.readAt) {
        return made;
    }
    made.state = PartState::Well;
    if (info.isLoading) {
        impaired(made, "it reads its files and answers nothing else yet");
        made.refuses = !isReplica;
    }
    if (isReplica && !info.isLinked) {
        impaired(made, "it has no line to its master");
    }
    if (info.hasAppendLog && !info.appendLogWorks) {
        impaired(made, "it cannot write its append-only file");
    }
    if (!info.snapshotWorks) {
        impaired(made, "its last snapshot could not be written");
    }
    return made;
}

PartHealth partOf(const ServiceNote& note) {
    auto made = namedPart(PartKind::Service, note.address.empty() ? note.process : note.address);
    made.version = note.version;
    made.role = note.leads ? PartRole::DueWork : PartRole::None;
    made.since = note.since;
    made.consoles = note.consoles;
    made.reason = note.reason;
    switch (note.state) {
        case api::EngineState::Live: made.state = PartState::Well; break;
        case api::EngineState::Degraded: made.state = PartState::Impaired; break;
        case api::EngineState::ReadOnly:
        case api::EngineState::Disconnected: made.state = PartState::Away; break;
    }
    return made;
}

DeploymentWatch::DeploymentWatch(Given given, const Clock& clock)
    : m_given(std::move(given)),
      m_clock(clock),
      m_ownBoard(clock),
      m_board(m_given.board != nullptr ? *m_given.board : m_ownBoard),
      m_redis(m_given.place.keyspace, redisLimits(), clock, m_board),
      m_etcd(m_given.place.membership, etcdLimits(m_given.place)) {}

DeploymentWatch::~DeploymentWatch() { stop(); }

void DeploymentWatch::start() {
    m_threads[DatabaseSlot] = std::thread([this] {
        std::unique_ptr<store::Database> connection;  // of this thread
        repeat(DatabaseSlot, [this, &connection] { return lookAtDatabase(connection); });
    });
    m_threads[RedisSlot] = std::thread([this] { repeat(RedisSlot, [this] { return lookAtRedis(); }); });
    m_threads[EtcdSlot] = std::thread([this] {
        repeat(EtcdSlot, [this] { return lookAtEtcd(); });
        if (m_lease != 0) {
            std::ignore = m_etcd.revoke(m_lease);  // else it ends by itself
        }
    });
}

void DeploymentWatch::stop() {
    {
        const std::scoped_lock lock(m_mutex);
        m_stopping = true;
    }
    m_wake.notify_all();
    for (auto& thread : m_threads) {
        if (thread.joinable()) {
            thread.join();
        }
    }
}

void DeploymentWatch::repeat(Slot slot, const std::function<Parts()>& once) {
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        lock.unlock();
        keep(slot, once());
        lock.lock();
        m_wake.wait_for(lock, std::chrono::milliseconds(kPaceMs), [this] { return m_stopping; });
    }
}

void DeploymentWatch::keep(Slot slot, Parts parts) {
    const std::scoped_lock lock(m_mutex);
    m_found[slot] = std::move(parts);
}

std::vector<PartHealth> DeploymentWatch::look() {
    {
        std::unique_ptr<store::Database> connection;
        keep(DatabaseSlot, lookAtDatabase(connection));
    }
    keep(RedisSlot, lookAtRedis());
    keep(EtcdSlot, lookAtEtcd());
    return parts();
}

std::vector<PartHealth> DeploymentWatch::parts() const {
    const std::scoped_lock lock(m_mutex);
    Parts all;
    for (const auto& found : m_found) {
        all.insert(all.end(), found.begin(), found.end());
    }
    return all;
}

DeploymentWatch::Parts DeploymentWatch::lookAtDatabase(std::unique_ptr<store::Database>& connection) {
    auto made = namedPart(PartKind::Database, m_given.database.server());
    if (!connection) {
        auto opened = store::Database::openMysql(hurriedly(m_given.database), store::Database::Access::ReadOnly);
        if (!opened) {
            away(made, opened.error().message);
            made.refuses = true;
            return {made};
        }
        connection = *std::move(opened);
    }
    const auto beforeNs = m_clock.monotonicNs();
    const auto told = store::nodes::databaseTime(*connection);
    if (!told) {
        connection.reset();
        away(made, told.error().message);
        made.refuses = true;
        return {made};
    }
    made.state = PartState::Well;
    made.readMs = (m_clock.monotonicNs() - beforeNs) / base::kNsPerMs;
    made.readAt = m_clock.now();
    made.version = programOf(connection->server());
    if (const auto doubt = connection->durabilityDoubt()) {
        impaired(made, *doubt);
    }
    return {made};
}

DeploymentWatch::Parts DeploymentWatch::lookAtRedis() {
    m_redis.readHealth();
    Parts all;
    for (const auto& node : m_board.health()) {
        all.push_back(partOf(node));
    }
    return all;
}

DeploymentWatch::Parts DeploymentWatch::lookAtEtcd() {
    auto all = lookAtServers();
    auto services = lookAtServices();
    all.insert(all.end(), services.begin(), services.end());
    return all;
}

DeploymentWatch::Parts DeploymentWatch::lookAtServers() {
    Parts all;
    std::set<std::uint64_t> seen;
    std::set<std::string> asked;
    bool agrees = false;
    const auto& endpoints = m_given.place.membership.endpoints;
    for (std::size_t i = 0; i < endpoints.size(); ++i) {
        auto made = namedPart(PartKind::Membership, etcd::textOf(endpoints[i]));
        asked.insert(made.name);
        const auto status = m_etcd.status(i);
        if (!status) {
            away(made, status.error().message);
            all.push_back(std::move(made));
            continue;
        }
        seen.insert(status->id);
        made.version = "etcd " + status->version;
        made.readAt = m_clock.now();
        made.state = PartState::Well;
        if (status->leader == 0) {
            away(made, "it knows of no leader: most of the servers are away");
        } else {
            agrees = true;
            made.role = status->leader == status->id ? PartRole::Leader : PartRole::Follower;
        }
        if (!status->trouble.empty() && made.state == PartState::Well) {
            impaired(made, status->trouble);
        }
        all.push_back(std::move(made));
    }
    for (auto& each : all) {
        each.refuses = !agrees;
    }
    const auto servers = agrees ? m_etcd.servers() : Result<std::vector<etcd::Server>>(std::vector<etcd::Server>());
    if (!servers) {
        return all;
    }
    for (const auto& server : *servers) {
        const bool isAsked = seen.count(server.id) != 0 ||
                             std::any_of(server.urls.begin(), server.urls.end(),
                                         [&asked](const std::string& url) { return asked.count(hostOf(url)) != 0; });
        // One of those that do not answer may be it, under another name.
        if (!isAsked && servers->size() > endpoints.size()) {
            auto made =
                namedPart(PartKind::Membership, server.urls.empty() ? server.name : hostOf(server.urls.front()));
            made.reason = "it is none of the addresses that were given";
            all.push_back(std::move(made));
        }
    }
    return all;
}

std::string DeploymentWatch::notePrefix() const { return "evenhand/" + m_given.workspace + "/services/"; }

/// What goes wrong is tried again by the next look; that etcd is away is said of its servers.
void DeploymentWatch::sayNote(const ServiceNote& own) {
    if (m_lease != 0) {
        const auto leftS = m_etcd.keepAlive(m_lease);
        if (!leftS) {
            return;
        }
        m_lease = *leftS > 0 ? m_lease : 0;
    }
    if (m_lease == 0) {
        const auto lease = m_etcd.grant(kLeaseS);
        if (!lease) {
            return;
        }
        m_lease = lease->id;
        m_said.clear();
    }
    auto text = own.text();
    if (text != m_said && m_etcd.put({notePrefix() + m_given.node, text, m_lease})) {
        m_said = std::move(text);
    }
}

DeploymentWatch::Parts DeploymentWatch::lookAtServices() {
    std::optional<ServiceNote> own;
    if (m_given.note) {
        own = m_given.note();
        sayNote(*own);
    }
    Parts services;
    if (own) {  // whatever etcd knows of it
        services.push_back(partOf(*own));
        services.back().isAsked = true;
        services.back().readAt = m_clock.now();
    }
    const auto told = m_etcd.range(etcd::withPrefix(notePrefix()));
    if (!told) {
        for (auto each : m_services) {
            each.state = PartState::Unknown;
            each.reason = "etcd does not tell how it is now";
            services.push_back(std::move(each));
        }
        return services;
    }
    Parts others;
    tasks::SharedState::FiguresByName workers;
    for (const auto& kv : told->kvs) {
        auto note = kv.key == notePrefix() + m_given.node ? std::nullopt : ServiceNote::from(kv.value);
        if (!note) {
            continue;
        }
        others.push_back(partOf(*note));
        others.back().readAt = m_clock.now();
        workers.merge(note->workers);
    }
    if (m_given.workers) {
        m_given.workers->tellOthers(std::move(workers));
    }
    std::sort(others.begin(), others.end(), [](const PartHealth& one, const PartHealth& other) {
        return std::tie(one.since, one.name) < std::tie(other.since, other.name);
    });
    m_services = others;
    services.insert(services.end(), others.begin(), others.end());
    return services;
}

}  // namespace evenhand::app
