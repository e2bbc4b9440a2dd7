// SPDX-License-Identifier: GPL-3.0-or-later
// The door of a service that waits for its workspace: it listens where it will serve, so that whoever watches it sees
// that it lives and why it is not ready, and consoles go on to their next address.
// Threads: start(), say() and stop() on one thread; a thread of its own answers.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/ingest/http/http_server.h"

namespace evenhand::app {

class StandbyHost {
public:
    /// `runner`: as say(). Errors of HttpServer::listen().
    [[nodiscard]] static Result<std::unique_ptr<StandbyHost>> start(const ingest::ServerOptions& options,
                                                                    std::string runner);
    ~StandbyHost();
    StandbyHost(const StandbyHost&) = delete;
    StandbyHost& operator=(const StandbyHost&) = delete;

    [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }
    [[nodiscard]] const std::string& url() const noexcept { return m_url; }
    /// Who runs the workspace, or why that is not known: "shop-a, process 12, runs the workspace".
    void say(std::string runner);
    /// Idempotent; the destructor does it too. The port is free afterwards.
    void stop();

private:
    StandbyHost(const ingest::ServerOptions& options, std::string runner);

    const base::SystemClock m_clock;
    std::mutex m_mutex;
    std::string m_runner;  ///< by m_mutex
    ingest::HttpServer m_server;
    std::uint16_t m_port = 0;
    std::string m_url;
    std::thread m_thread;
};

}  // namespace evenhand::app
