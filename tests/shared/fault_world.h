// SPDX-License-Identifier: GPL-3.0-or-later
// A shared deployment of real processes to be broken: MariaDB, a Redis Cluster of three masters with a replica each,
// etcd, and services, each of which reaches MariaDB and etcd by a proxy of its own, whose lines can be cut.
// Thread: confined to its owner; connect() from any.
#pragma once

#include <QProcess>
#include <QTemporaryDir>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/clock.h"
#include "engine/remote/remote_engine.h"
#include "tests/remote/line_proxy.h"
#include "tests/support/servers/etcd_server.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/servers/redis_cluster.h"

namespace evenhand::test {

/// evenhandctl serve in a folder of its own, as on a machine of its own.
class FaultService {
public:
    FaultService(QString folder, QString secrets);
    ~FaultService() { kill(); }
    FaultService(const FaultService&) = delete;
    FaultService& operator=(const FaultService&) = delete;

    /// Runs a command on the folder; what it says, or Internal with that if its exit code is another than 0.
    [[nodiscard]] Result<QByteArray> run(const QStringList& words) const;
    /// Starts it and waits until it serves; false: it has ended before, as where a server is away.
    [[nodiscard]] bool serve();
    /// SIGKILL.
    void kill();
    /// SIGSTOP and SIGCONT: a machine that stands still.
    void freeze();
    void thaw();
    /// SIGTERM; its exit code, -1 if it did not end normally.
    int stop();
    [[nodiscard]] bool isRunning();
    [[nodiscard]] std::uint16_t port() const { return m_port; }
    [[nodiscard]] QByteArray said() { return m_said += m_process.readAll(); }

private:
    void begin(QProcess& process, const QStringList& words) const;

    const QString m_folder;
    const QString m_secrets;
    const std::uint16_t m_port;
    QProcess m_process;
    QByteArray m_said;
};

class FaultWorld {
public:
    static constexpr int kServices = 4;

    /// All of it, with a workspace in which a campus has couriers and stock; an error says what does not run.
    [[nodiscard]] Result<void> start();
    /// All services run, those that have ended are started again; false if one does not within minutes.
    [[nodiscard]] bool allServe();

    // Each returns once what it has broken works again, or another one has taken over.
    void killService(int service);
    /// Until the others say that its workers have gone, which is when its lease has ended.
    [[nodiscard]] bool freezeService(int service);
    /// Its replica takes over; the node comes back as a replica.
    [[nodiscard]] bool killRedisMaster(int of);
    /// A master and its replica: what they had is gone.
    [[nodiscard]] bool emptyRedis(int of);
    /// Every line between services and nodes.
    void cutRedis();
    void cutDatabase(int service) { m_toDatabase[static_cast<std::size_t>(service)]->cut(); }
    void cutEtcd(int service) { m_toEtcd[static_cast<std::size_t>(service)]->cut(); }
    /// Whatever it is about to commit; started again at another port, to which the proxies then lead.
    [[nodiscard]] Result<void> killDatabase();
    /// `meanwhile` while it is away.
    [[nodiscard]] Result<void> stopEtcd(const std::function<void()>& meanwhile);

    /// A console at this service, which goes on to the others when it ends.
    [[nodiscard]] Result<std::unique_ptr<remote::RemoteEngine>> connect(int service) const;
    [[nodiscard]] FaultService& service(int which) { return *m_services[static_cast<std::size_t>(which)]; }
    /// The first column of the first row; -1: it cannot be asked.
    [[nodiscard]] std::int64_t number(const std::string& sql) const;
    [[nodiscard]] const std::string& database() const noexcept { return m_databaseName; }
    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    [[nodiscard]] QString secrets() const { return m_folder.filePath(QStringLiteral("secrets")); }

private:
    [[nodiscard]] Result<void> makeWorkspace();

    QTemporaryDir m_folder;
    base::SystemClock m_clock;
    evenhand::testing::MariadbServer m_database;
    evenhand::testing::RedisCluster m_redis;
    evenhand::testing::EtcdServer m_etcd;
    std::string m_databaseName;
    std::vector<std::unique_ptr<LineProxy>> m_toDatabase, m_toEtcd;
    std::vector<std::unique_ptr<FaultService>> m_services;  ///< first to go
};

}  // namespace evenhand::test
