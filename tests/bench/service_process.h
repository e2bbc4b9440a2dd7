// SPDX-License-Identifier: GPL-3.0-or-later
// `evenhandctl serve` on a workspace, in a process of its own, at a port of its own.
// Thread: the benchmark's main thread.
#pragma once

#include <QProcess>
#include <QTemporaryDir>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/remote/remote_engine.h"

namespace evenhand::bench {

class ServiceProcess {
public:
    explicit ServiceProcess(const std::string& workspace);
    /// Ends it as a person would.
    ~ServiceProcess();
    ServiceProcess(const ServiceProcess&) = delete;
    ServiceProcess& operator=(const ServiceProcess&) = delete;

    /// 0: it does not serve; why was said on standard error.
    [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }

private:
    QTemporaryDir m_scratch;
    QProcess m_process;
    std::uint16_t m_port = 0;
};

/// A line to a port of this machine; nullptr: there is none, why was said on standard error.
[[nodiscard]] std::unique_ptr<remote::RemoteEngine> connectToService(std::uint16_t port);

}  // namespace evenhand::bench
