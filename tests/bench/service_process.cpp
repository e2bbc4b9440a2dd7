// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/service_process.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <cstdio>
#include <utility>

#include "app/service/system_random.h"
#include "engine/base/clock.h"

namespace evenhand::bench {

ServiceProcess::ServiceProcess(const std::string& workspace) {
    constexpr qint64 kPatienceMs = 120'000;
    const auto portFile = m_scratch.filePath(QStringLiteral("port"));
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.start(QCoreApplication::applicationDirPath() + QStringLiteral("/evenhandctl"),
                    {QStringLiteral("--workspace"), QString::fromStdString(workspace), QStringLiteral("serve"),
                     QStringLiteral("--listen"), QStringLiteral("127.0.0.1:0"), QStringLiteral("--port-file"), portFile,
                     QStringLiteral("--connections"), QStringLiteral("1000"),
                     QStringLiteral("--connections-per-address"), QStringLiteral("1000")});
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

ServiceProcess::~ServiceProcess() {
    constexpr int kPatienceMs = 60'000;
    m_process.terminate();
    if (!m_process.waitForFinished(kPatienceMs)) {
        m_process.kill();
        m_process.waitForFinished();
    }
}

std::unique_ptr<remote::RemoteEngine> connectToService(std::uint16_t port) {
    static base::SystemClock s_clock;
    remote::LineOptions options;
    options.addresses = {{"127.0.0.1", port, false}};
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
