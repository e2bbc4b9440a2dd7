// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/servers/etcd_server.h"

#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <csignal>
#include <tuple>

#include "engine/cluster/etcd/connection.h"

namespace evenhand::testing {
namespace {

constexpr int kStartMs = 60'000;
constexpr int kLookMs = 20;
constexpr int kTries = 5;  // somebody else may take a port before the server does
const QString kProgram = QStringLiteral("/usr/bin/etcd");

std::uint16_t unusedPort() {
    const int probe = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const bool bound = ::bind(probe, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                       ::getsockname(probe, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    ::close(probe);
    return bound ? ntohs(address.sin_port) : std::uint16_t{0};
}

QString urlOf(std::uint16_t port) { return QStringLiteral("http://127.0.0.1:%1").arg(port); }

}  // namespace

EtcdServer::EtcdServer() : m_name(QStringLiteral("alone")) {}

EtcdServer::~EtcdServer() { kill(); }

void EtcdServer::pickPorts() {
    m_port = unusedPort();
    m_peerPort = unusedPort();
}

QString EtcdServer::peer() const { return m_name + QLatin1Char('=') + urlOf(m_peerPort); }

Result<void> EtcdServer::start() {
    if (!m_peers.isEmpty()) {
        EVENHAND_TRY(launch(m_peers));
        return awaitAnswer();
    }
    Result<void> started;
    for (int i = 0; i < kTries; ++i) {
        pickPorts();
        started = launch(peer()).andThen([this] { return awaitAnswer(); });
        if (started) {
            break;
        }
        kill();
        forget();
    }
    return started;
}

Result<void> EtcdServer::launch(const QString& peers) {
    if (!m_folder.isValid()) {
        return fail(ErrorCode::Storage, "no temporary directory");
    }
    m_peers = peers;
    m_process = std::make_unique<QProcess>();
    m_process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    m_process->setStandardOutputFile(log(), QIODevice::Append);
    // The machine does not fail in these tests, so what is written need not reach its disk.
    m_process->start(kProgram, {QStringLiteral("--name=") + m_name, QStringLiteral("--data-dir=") + data(),
                                QStringLiteral("--listen-client-urls=") + urlOf(m_port),
                                QStringLiteral("--advertise-client-urls=") + urlOf(m_port),
                                QStringLiteral("--listen-peer-urls=") + urlOf(m_peerPort),
                                QStringLiteral("--initial-advertise-peer-urls=") + urlOf(m_peerPort),
                                QStringLiteral("--initial-cluster=") + peers, QStringLiteral("--heartbeat-interval=50"),
                                QStringLiteral("--election-timeout=500"), QStringLiteral("--unsafe-no-fsync")});
    if (!m_process->waitForStarted(kStartMs)) {
        return fail(ErrorCode::Internal, "etcd cannot be run: " + m_process->errorString().toStdString());
    }
    return {};
}

Result<void> EtcdServer::awaitAnswer() {
    for (int waitedMs = 0; waitedMs < kStartMs; waitedMs += kLookMs) {
        etcd::Connection connection(address().endpoints.front(), look_up::systemLookUp, kStartMs);
        const auto reply = connection.post("/v3/kv/range", {}, R"({"key":"YQ=="})", kStartMs);
        if (reply && reply->status < 500) {  // one with users refuses it
            return {};
        }
        if (m_process->waitForFinished(kLookMs)) {
            break;
        }
    }
    QFile file(log());
    std::ignore = file.open(QIODevice::ReadOnly);  // else there is nothing to say
    return fail(ErrorCode::Internal, "etcd did not start: " + file.readAll().toStdString());
}

void EtcdServer::kill() {
    if (m_process && m_process->state() != QProcess::NotRunning) {
        m_process->kill();
        m_process->waitForFinished();
    }
}

void EtcdServer::forget() { QDir(data()).removeRecursively(); }

etcd::Address EtcdServer::address() const { return {{}, {{"127.0.0.1", m_port}}}; }

Result<std::string> EtcdServer::ask(const std::string& path, const std::string& body) const {
    etcd::Connection connection({"127.0.0.1", m_port}, look_up::systemLookUp, kStartMs);
    EVENHAND_ASSIGN(auto reply, connection.post(path, {}, body, kStartMs));
    if (reply.status != 200) {
        return fail(ErrorCode::Internal, reply.body);
    }
    return std::move(reply.body);
}

Result<void> EtcdCluster::start() {
    Result<void> started;
    for (int i = 0; i < kTries; ++i) {
        QStringList peers;
        for (std::size_t index = 0; index < m_servers.size(); ++index) {
            m_servers[index].m_name = QStringLiteral("server%1").arg(index);
            m_servers[index].pickPorts();
            peers << m_servers[index].peer();
        }
        started = {};
        for (auto& server : m_servers) {
            started = started ? server.launch(peers.join(QLatin1Char(','))) : started;
        }
        for (auto& server : m_servers) {
            started = started ? server.awaitAnswer() : started;
        }
        if (started) {
            break;
        }
        for (auto& server : m_servers) {
            server.kill();
            server.forget();
        }
    }
    return started;
}

etcd::Address EtcdCluster::address() const {
    etcd::Address all;
    for (const auto& server : m_servers) {
        all.endpoints.push_back({"127.0.0.1", server.port()});
    }
    return all;
}

}  // namespace evenhand::testing
