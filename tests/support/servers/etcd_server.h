// SPDX-License-Identifier: GPL-3.0-or-later
// Real servers of etcd for one test program: free ports of this machine, data in a temporary directory. They die with
// the test, however that ends, and can be killed, started again on the same data or on none.
// Thread: confined to their owner.
#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/cluster/etcd/address.h"

namespace evenhand::testing {

class EtcdServer {
public:
    EtcdServer();
    ~EtcdServer();
    EtcdServer(const EtcdServer&) = delete;
    EtcdServer& operator=(const EtcdServer&) = delete;

    /// Starts it alone, or again after kill(), and waits until it answers. On the ports that it had the first time.
    [[nodiscard]] Result<void> start();
    /// SIGKILL.
    void kill();
    /// After kill(): it has lost everything.
    void forget();

    [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }
    [[nodiscard]] etcd::Address address() const;
    /// One request as it is ("/v3/kv/compaction"); the answer's text, Internal for another status than 200.
    [[nodiscard]] Result<std::string> ask(const std::string& path, const std::string& body) const;

private:
    friend class EtcdCluster;
    void pickPorts();
    /// `peers`: name=url of each server, with commas.
    [[nodiscard]] Result<void> launch(const QString& peers);
    [[nodiscard]] Result<void> awaitAnswer();
    [[nodiscard]] QString peer() const;
    [[nodiscard]] QString data() const { return m_folder.filePath(QStringLiteral("data")); }
    [[nodiscard]] QString log() const { return m_folder.filePath(QStringLiteral("log")); }

    QTemporaryDir m_folder;
    QString m_name;
    QString m_peers;  ///< it was launched with; empty: never
    std::uint16_t m_port = 0, m_peerPort = 0;
    std::unique_ptr<QProcess> m_process;
};

/// Three of them, which agree.
class EtcdCluster {
public:
    [[nodiscard]] Result<void> start();
    [[nodiscard]] EtcdServer& server(std::size_t index) { return m_servers.at(index); }
    [[nodiscard]] etcd::Address address() const;

private:
    std::array<EtcdServer, 3> m_servers;
};

}  // namespace evenhand::testing
