// SPDX-License-Identifier: GPL-3.0-or-later
// Looks how the parts of a workspace that services share are: the database, the nodes of Redis, the servers of etcd,
// the services. A service also says of itself in etcd, under a lease, where it is reached, how it is, who is connected
// and what its workers have done, so that each of them can show all; what the others say of their workers it hands on.
//
// Threads: look() on its caller's, start() and stop() on one; the rest from any. Between them a thread for each of
// database, Redis and etcd looks every two seconds, so that one that is silent keeps nobody from the others.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/workspace/shared_place.h"
#include "engine/api/engine_api.h"
#include "engine/base/clock.h"
#include "engine/cluster/etcd/client.h"
#include "engine/cluster/redis/node_board.h"
#include "engine/cluster/redis/redis_client.h"
#include "engine/store/database/database.h"
#include "engine/store/database/mysql_settings.h"
#include "engine/tasks/shared_state.h"

namespace evenhand::app {

/// What a service says of itself. Pure, for the watch and its tests.
struct ServiceNote {
    std::string process;  ///< "host, process 12"
    std::string address;  ///< at which it is reached; empty: at none
    std::string version;
    std::string reason;  ///< of its engine's state
    api::EngineState state = api::EngineState::Live;
    bool leads = false;
    std::int64_t consoles = -1;
    Instant since;
    tasks::SharedState::FiguresByName workers;

    [[nodiscard]] std::string text() const;
    /// nullopt: no such note. What another version leaves out stays as it is above.
    [[nodiscard]] static std::optional<ServiceNote> from(std::string_view text);
};
[[nodiscard]] api::PartHealth partOf(const ServiceNote& note);
/// Of one node of Redis.
[[nodiscard]] api::PartHealth partOf(const redis::NodeHealth& node);

class DeploymentWatch {
public:
    static constexpr std::int64_t kPaceMs = 2'000;
    static constexpr std::int64_t kLeaseS = 10;

    struct Given {
        SharedPlace place;
        store::MysqlSettings database;
        std::string workspace;              ///< id
        redis::NodeBoard* board = nullptr;  ///< the engine's; nullptr: one of its own
        /// Of a service: its name among the members, what it says of itself now, and where others' workers are told
        /// to. Empty: it is none, and only looks.
        std::string node{};
        std::function<ServiceNote()> note{};
        std::shared_ptr<tasks::SharedState> workers{};
    };

    /// The clock outlives it, and so does what `given` names.
    DeploymentWatch(Given given, const Clock& clock);
    ~DeploymentWatch();
    DeploymentWatch(const DeploymentWatch&) = delete;
    DeploymentWatch& operator=(const DeploymentWatch&) = delete;

    void start();
    /// Takes back what the service says of itself. Idempotent.
    void stop();
    /// Looks at all of them once, and waits for who is silent; not beside start().
    [[nodiscard]] std::vector<api::PartHealth> look();
    /// As they were when each was looked at last; before the first look there are none.
    [[nodiscard]] std::vector<api::PartHealth> parts() const;

private:
    using Parts = std::vector<api::PartHealth>;
    enum Slot : std::uint8_t { DatabaseSlot, RedisSlot, EtcdSlot, kSlots };

    [[nodiscard]] Parts lookAtDatabase(std::unique_ptr<store::Database>& connection);
    [[nodiscard]] Parts lookAtRedis();
    [[nodiscard]] Parts lookAtEtcd();
    [[nodiscard]] Parts lookAtServers();
    [[nodiscard]] Parts lookAtServices();
    [[nodiscard]] std::string notePrefix() const;
    void sayNote(const ServiceNote& own);
    void keep(Slot slot, Parts parts);
    /// Until it is to end.
    void repeat(Slot slot, const std::function<Parts()>& once);

    const Given m_given;
    const Clock& m_clock;
    redis::NodeBoard m_ownBoard;
    redis::NodeBoard& m_board;
    redis::RedisClient m_redis;  ///< of the thread that looks at Redis
    etcd::Client m_etcd;
    std::int64_t m_lease = 0;  ///< of the note; the thread's that looks at etcd
    std::string m_said;        ///< likewise: the note that etcd has
    Parts m_services;          ///< likewise: as etcd told last

    mutable std::mutex m_mutex;  ///< guards the following
    std::condition_variable m_wake;
    bool m_stopping = false;
    std::array<Parts, kSlots> m_found;
    std::array<std::thread, kSlots> m_threads;
};

}  // namespace evenhand::app
