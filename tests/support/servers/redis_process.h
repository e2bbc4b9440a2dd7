// SPDX-License-Identifier: GPL-3.0-or-later
// A real redis-server 7.0 for one test program: private unix socket in a temporary directory, no persistence unless
// asked for. It dies with the test, however that ends, and can be killed, frozen and started again meanwhile. Thread:
// confined to its owner.
#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <memory>

#include "engine/base/result.h"

namespace evenhand::testing {

class RedisProcess {
public:
    RedisProcess() = default;
    ~RedisProcess();
    RedisProcess(const RedisProcess&) = delete;
    RedisProcess& operator=(const RedisProcess&) = delete;

    /// Starts it with these further options, waits until it answers at its socket.
    [[nodiscard]] Result<void> start(const QStringList& options = {});
    /// As start(), answering also at 127.0.0.1 and a free port; as a node of a cluster, with a second one for the
    /// others.
    [[nodiscard]] Result<void> startOnNetwork(const QStringList& options = {});
    [[nodiscard]] Result<void> startAsNode(const QStringList& options = {});
    /// After kill(), at the same ports, with the same options and files.
    [[nodiscard]] Result<void> startAgain();
    /// SIGKILL, as a crash of the server's machine would look to its clients.
    void kill();
    /// SIGSTOP and SIGCONT: a server that does not answer.
    void freeze();
    void thaw();

    [[nodiscard]] QString socketPath() const { return m_folder.filePath(QStringLiteral("redis.sock")); }
    [[nodiscard]] int port() const { return m_port; }
    [[nodiscard]] int clusterPort() const { return m_clusterPort; }

private:
    [[nodiscard]] Result<void> startAtPorts(bool inCluster, const QStringList& options);
    [[nodiscard]] Result<void> launch();
    [[nodiscard]] QByteArray logged() const;

    QTemporaryDir m_folder;
    std::unique_ptr<QProcess> m_process;
    QStringList m_options;
    int m_port = 0;
    int m_clusterPort = 0;
};

}  // namespace evenhand::testing
