// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/servers/redis_process.h"

#include <sys/prctl.h>
#include <QDeadlineTimer>
#include <QFile>
#include <csignal>

#include "tests/support/servers/free_port.h"

namespace evenhand::testing {
namespace {

constexpr int kStartMs = 60'000;
constexpr int kLookMs = 5;
const QString kProgram = QStringLiteral("/usr/bin/redis-server");

Result<void> checkVersion() {
    QProcess version;
    version.start(kProgram, {QStringLiteral("--version")});
    if (!version.waitForFinished(kStartMs) || version.exitCode() != 0) {
        return fail(ErrorCode::NotFound, "redis-server cannot be run: " + version.errorString().toStdString());
    }
    const QByteArray text = version.readAllStandardOutput();
    if (!text.contains(" v=7.0.")) {
        return fail(ErrorCode::Unsupported, "these tests are about Redis 7.0, found: " + text.toStdString());
    }
    return {};
}

}  // namespace

RedisProcess::~RedisProcess() { kill(); }

QByteArray RedisProcess::logged() const {
    QFile log(m_folder.filePath(QStringLiteral("log")));
    return log.open(QIODevice::ReadOnly) ? log.readAll() : QByteArray();
}

Result<void> RedisProcess::launch() {
    if (!m_folder.isValid()) {
        return fail(ErrorCode::Internal, "no temporary directory");
    }
    EVENHAND_TRY(checkVersion());
    const auto log = m_folder.filePath(QStringLiteral("log"));
    QFile::remove(log);
    m_process = std::make_unique<QProcess>();
    m_process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    // Into a file: nobody empties a pipe while a test is busy, and a server that waits in writing answers nobody.
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    m_process->setStandardOutputFile(log);
    m_process->setWorkingDirectory(m_folder.path());
    const auto port = QString::number(m_port);
    m_process->start(kProgram, QStringList{QStringLiteral("--port"), port, QStringLiteral("--unixsocket"), socketPath(),
                                           QStringLiteral("--bind"), QStringLiteral("127.0.0.1"),
                                           QStringLiteral("--save"), QString(), QStringLiteral("--appendonly"),
                                           QStringLiteral("no"), QStringLiteral("--daemonize"), QStringLiteral("no")} +
                                   m_options);
    const QDeadlineTimer until(kStartMs);
    while (!logged().toLower().contains("ready to accept connections")) {
        if (m_process->waitForFinished(kLookMs) || m_process->state() == QProcess::NotRunning || until.hasExpired()) {
            return fail(ErrorCode::Internal, "redis-server did not start: " + logged().toStdString());
        }
    }
    return {};
}

Result<void> RedisProcess::start(const QStringList& options) {
    m_options = options;
    return launch();
}

Result<void> RedisProcess::startAtPorts(bool inCluster, const QStringList& options) {
    constexpr int kTries = 5;  // somebody else may take a port meanwhile
    Result<void> started;
    for (int i = 0; i < kTries; ++i) {
        m_port = freePort();
        m_options = options;
        if (inCluster) {
            m_clusterPort = freePort();
            m_options << QStringLiteral("--cluster-enabled") << QStringLiteral("yes")
                      << QStringLiteral("--cluster-port") << QString::number(m_clusterPort);
        }
        started = launch();
        if (started) {
            break;
        }
        kill();
    }
    return started;
}

Result<void> RedisProcess::startOnNetwork(const QStringList& options) { return startAtPorts(false, options); }
Result<void> RedisProcess::startAsNode(const QStringList& options) { return startAtPorts(true, options); }
Result<void> RedisProcess::startAgain() { return launch(); }

void RedisProcess::kill() {
    if (m_process && m_process->state() != QProcess::NotRunning) {
        m_process->kill();
        m_process->waitForFinished();
    }
}

void RedisProcess::freeze() { ::kill(static_cast<pid_t>(m_process->processId()), SIGSTOP); }
void RedisProcess::thaw() { ::kill(static_cast<pid_t>(m_process->processId()), SIGCONT); }

}  // namespace evenhand::testing
