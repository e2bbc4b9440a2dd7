// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/service_process.h"

#include <signal.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <cstdio>
#include <utility>

#include "app/service/system_random.h"
#include "engine/base/clock.h"

namespace evenhand::bench {

ServiceProcess::ServiceProcess(const std::string& workspace, const QStringList& more) {
    constexpr qint64 kPatienceMs = 120'000;
    const auto portFile = m_scratch.filePath(QStringLiteral("port"));
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.start(
        QCoreApplication::applicationDirPath() + QStringLiteral("/evenhandctl"),
        QStringList{QStringLiteral("--workspace"), QString::fromStdString(workspace), QStringLiteral("serve"),
                    QStringLiteral("--listen"), QStringLiteral("127.0.0.1:0"), QStringLiteral("--port-file"), portFile,
                    QStringLiteral("--connections"), QStringLiteral("1000"),
                    QStringLiteral("--connections-per-address"), QStringLiteral("1000")} +
            more);
    QElapsedTimer since;
    since.start();
    while (m_port == 0 && since.elapsed() < kPatienceMs && !m_process.waitForFinished(20) &&
           m_process.state() != QProcess::NotRunning) {
        if (QFile file(portFile); file.open(QIODevice::ReadOnly)) {
            m_port = file.readAll().trimmed().toUShort();
        }
    }
    if (m_port == 0) {
        std::fprintf(stderr, "evenhandctl serve does not serve: %s\n", qPrintable(m_process.errorString()));
    }
}

ServiceProcess::~ServiceProcess() { stop(); }

void ServiceProcess::stop() {
    constexpr int kPatienceMs = 60'000;
    if (m_process.state() == QProcess::NotRunning) {
        return;
    }
    m_process.terminate();
    if (!m_process.waitForFinished(kPatienceMs)) {
        kill();
    }
}

void ServiceProcess::kill(const std::function<void()>& meanwhile) {
    if (m_process.state() == QProcess::NotRunning) {
        return;
    }
    if (meanwhile) {
        (void)::kill(static_cast<pid_t>(m_process.processId()), SIGSTOP);
        meanwhile();
    }
    m_process.kill();
    m_process.waitForFinished();
}

std::unique_ptr<remote::RemoteEngine> connectToService(std::uint16_t port) { return connectToServices({port}); }

std::unique_ptr<remote::RemoteEngine> connectToServices(const std::vector<std::uint16_t>& ports) {
    static base::SystemClock s_clock;
    remote::LineOptions options;
    for (const auto port : ports) {
        options.addresses.push_back({"127.0.0.1", port, false});
    }
    options.clock = &s_clock;
    options.random = app::systemRandom;
    auto engine = remote::RemoteEngine::connect(std::move(options));
    if (!engine) {
        std::fprintf(stderr, "%s\n", engine.error().text().c_str());
        return nullptr;
    }
    return *std::move(engine);
}

}  // namespace evenhand::bench
