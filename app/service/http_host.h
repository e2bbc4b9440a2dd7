// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP API of an open workspace: the server and the thread that it runs on.
// Threads: start() and stop() on one thread. The workspace must outlive the host; stop() the host before the workspace.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "app/service/console_door.h"
#include "app/service/refusal_recorder.h"
#include "engine/api/engine_api.h"
#include "engine/base/clock.h"
#include "engine/ingest/http/http_server.h"
#include "engine/ingest/http/token_authenticator.h"

namespace evenhand::app {

/// Scheme, address and port, as people read them.
[[nodiscard]] std::string urlOf(const ingest::ServerOptions& server, std::uint16_t port);

struct HttpHostOptions {
    ingest::ServerOptions server{};
    std::int64_t perSecond = 0;  ///< requests of a token without a rate of its own; 0: no limit
    /// The owner of the workspace; nullopt: consoles are not served.
    std::optional<api::Actor> owner{};
    std::string filesFolder{};  ///< where exports are written before they are sent to a console
};

class HttpHost {
public:
    /// Reads the tokens (this waits for the engine), then listens and serves. Errors: those of HttpServer::listen() and
    /// TokenDesk::load().
    [[nodiscard]] static Result<std::unique_ptr<HttpHost>> start(api::EngineApi& engine,
                                                                 const HttpHostOptions& options);
    ~HttpHost();
    HttpHost(const HttpHost&) = delete;
    HttpHost& operator=(const HttpHost&) = delete;

    [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }
    /// Scheme, address and port, as people read them.
    [[nodiscard]] const std::string& url() const noexcept { return m_url; }
    /// Accepts nothing more, answers the requests that are being handled, then ends. Idempotent; the destructor calls
    /// it.
    void stop();

private:
    HttpHost(api::EngineApi& engine, HttpHostOptions options, std::string feedId);

    base::SystemClock m_clock;
    ingest::TokenAuthenticator m_authenticator;
    RefusalRecorder m_refusals;
    std::unique_ptr<ConsoleDoor> m_consoles;  ///< nullptr: none are served
    ingest::HttpServer m_server;
    std::uint16_t m_port = 0;
    std::string m_url;
    std::unique_ptr<api::Subscription> m_subscription;  ///< ends before the server
    std::thread m_thread;
};

}  // namespace evenhand::app
