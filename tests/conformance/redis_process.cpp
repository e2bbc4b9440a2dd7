// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis_process.h"

#include <sys/prctl.h>
#include <csignal>

namespace evenhand::conformance {
namespace {
constexpr int kStartMs = 60'000;
const QString kProgram = QStringLiteral("/usr/bin/redis-server");
}  // namespace

RedisProcess::~RedisProcess() {
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished();
    }
}

bool RedisProcess::refuse(const QString& reason) {
    m_error = reason;
    return false;
}

bool RedisProcess::start() {
    if (!m_folder.isValid()) {
        return refuse(QStringLiteral("no temporary directory"));
    }
    QProcess version;
    version.start(kProgram, {QStringLiteral("--version")});
    if (!version.waitForFinished(kStartMs) || version.exitCode() != 0) {
        return refuse(QStringLiteral("redis-server cannot be run: ") + version.errorString());
    }
    const QByteArray text = version.readAllStandardOutput();
    if (!text.contains(" v=7.0.")) {
        return refuse(QStringLiteral("this suite compares with Redis 7.0, found: ") + QString::fromUtf8(text));
    }
    m_process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setWorkingDirectory(m_folder.path());
    m_process.start(kProgram, {QStringLiteral("--port"), QStringLiteral("0"), QStringLiteral("--unixsocket"),
                               socketPath(), QStringLiteral("--save"), QString(), QStringLiteral("--appendonly"),
                               QStringLiteral("no"), QStringLiteral("--daemonize"), QStringLiteral("no")});
    QByteArray output;
    while (!output.contains("ready to accept connections") && !output.contains("Ready to accept connections")) {
        if (m_process.state() == QProcess::NotRunning || !m_process.waitForReadyRead(kStartMs)) {
            return refuse(QStringLiteral("redis-server did not start: ") + QString::fromUtf8(output));
        }
        output += m_process.readAll();
    }
    return true;
}

}  // namespace evenhand::conformance
