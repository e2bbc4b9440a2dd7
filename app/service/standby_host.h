// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP server of a service that stands by. It listens at the address where the service will serve, so that
// monitoring sees that the service is alive and why it is not ready, and consoles go on to their next address.
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
    /// `runner`: as for say(). Errors: those of HttpServer::listen().
    [[nodiscard]] static Result<std::unique_ptr<StandbyHost>> start(const ingest::ServerOptions& options,
                                                                    std::string runner);
    ~StandbyHost();
    StandbyHost(const StandbyHost&) = delete;
    StandbyHost& operator=(const StandbyHost&) = delete;

    [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }
    [[nodiscard]] const std::string& url() const noexcept { return m_url; }
    /// Who runs the workspace, or why that is not known: "shop-a, process 12, runs the workspace".
    void say(std::string runner);
    /// Frees the port. Idempotent; the destructor calls it.
    void stop();

private:
    StandbyHost(const ingest::ServerOptions& options, std::string runner);

    const base::SystemClock m_clock;
    std::mutex m_mutex;
    std::string m_runner;  ///< guarded by m_mutex
    ingest::HttpServer m_server;
    std::uint16_t m_port = 0;
    std::string m_url;
    std::thread m_thread;
};

}  // namespace evenhand::app
