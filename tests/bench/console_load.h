// SPDX-License-Identifier: GPL-3.0-or-later
// Many consoles at a service, in a process of their own, so that what they cost themselves can be told from what they
// cost the service. Each shows the newest orders, reads what it shows again as the console does after something has
// happened, and once a second writes a note that all the others hear of.
// Thread: the functions of the parent its main one; those of the child run it.
#pragma once

#include <QJsonObject>
#include <QProcess>
#include <QStringList>
#include <cstdint>

namespace evenhand::bench {

/// The child: `evenhand_bench --consoles PORT COUNT`. Says "ready" once all show their page, and what was seen as JSON
/// when its input ends. Its exit code.
[[nodiscard]] int runConsoles(const QStringList& arguments);
/// Another one: `evenhand_bench --burn CORES`: takes so much of the processors as that, until its input ends.
[[nodiscard]] int burnProcessor(const QStringList& arguments);

/// A child of this program that goes on until it is stopped.
class LoadProcess {
public:
    explicit LoadProcess(const QStringList& arguments);
    ~LoadProcess();
    LoadProcess(const LoadProcess&) = delete;
    LoadProcess& operator=(const LoadProcess&) = delete;
    /// It has said that it is ready.
    [[nodiscard]] bool isReady() const noexcept { return m_ready; }
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }
    /// Of consoles: `acts`, `refused`, `seen`, `missing` (changes that a console should have heard of and has not),
    /// `seen_p50_ms`, `seen_p99_ms`, `seen_max_ms`, `reads`, `read_p50_ms`, `read_p99_ms`. Empty: it did not end well.
    QJsonObject stop();

private:
    QProcess m_process;
    bool m_ready = false;
};

/// Of another process, from /proc: resident memory, processor time (user + system). -1: it is not there.
[[nodiscard]] std::int64_t residentBytesOf(qint64 pid);
[[nodiscard]] double cpuSecondsOf(qint64 pid);

}  // namespace evenhand::bench
