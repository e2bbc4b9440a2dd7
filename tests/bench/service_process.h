// SPDX-License-Identifier: GPL-3.0-or-later
// `evenhandctl serve` on a workspace, in a process of its own, at a port of its own.
// Thread: the benchmark's main thread.
#pragma once

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/remote/remote_engine.h"

namespace evenhand::bench {

class ServiceProcess {
public:
    /// `more`: options of `serve`. Returns once it serves, or stands by.
    explicit ServiceProcess(const std::string& workspace, const QStringList& more = {});
    /// Ends it as a person would, unless it has ended.
    ~ServiceProcess();
    ServiceProcess(const ServiceProcess&) = delete;
    ServiceProcess& operator=(const ServiceProcess&) = delete;

    /// 0: it does not serve; why was said on standard error.
    [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }
    /// As a person would; returns once it has ended.
    void stop();
    /// Stopped in its tracks (SIGSTOP), as long as `meanwhile` takes, then killed (SIGKILL); returns once it has ended.
    void kill(const std::function<void()>& meanwhile = {});

private:
    QTemporaryDir m_scratch;
    QProcess m_process;
    std::uint16_t m_port = 0;
};

/// A line to a port of this machine; nullptr: there is none, why was said on standard error.
[[nodiscard]] std::unique_ptr<remote::RemoteEngine> connectToService(std::uint16_t port);
/// To the first of several that serves.
[[nodiscard]] std::unique_ptr<remote::RemoteEngine> connectToServices(const std::vector<std::uint16_t>& ports);

}  // namespace evenhand::bench
