// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP API's server: HTTP/1.1 and TLS on one thread, within limits.
// Thread: listen() and run() on one thread; stop() from any. Destroy it when run() has returned.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/base/result.h"
#include "engine/ingest/http/limits.h"
#include "engine/ingest/http/route.h"
#include "engine/ingest/http/services.h"

namespace evenhand::ingest {

class ServerCore;

struct ServerOptions {
    std::string address = "127.0.0.1";  ///< to listen at, as a number
    std::uint16_t port = 8480;          ///< 0: any free one
    std::string certificateFile;        ///< PEM, with its chain; empty: no TLS
    std::string keyFile;                ///< PEM
    Limits limits{};
    AccessSink accessLog{};  ///< called on the server's thread with a line per answer; empty: none
    int sendBuffer = 0;      ///< of the system, per connection; 0: as it decides
};

class HttpServer {
public:
    /// What `services` points to must outlive the server and every command that it gave to the engine. `table`
    /// likewise, mostly routes() of ../routes/routes.h.
    HttpServer(const Services& services, ServerOptions options, std::span<const Route> table);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    /// The port in use. InvalidArgument: the address, or certificate and key cannot be used together (field
    /// "certificate", "key"); Storage: the port is taken.
    [[nodiscard]] Result<std::uint16_t> listen();
    /// Serves until stop(); what is being handled then is answered first, for at most Limits::stopMs.
    void run();
    /// Also before run().
    void stop();
    /// Something was committed: streams look for it. Any thread; costs next to nothing when nobody listens.
    void committed();

private:
    class Listener;
    std::shared_ptr<ServerCore> m_core;
    std::unique_ptr<Listener> m_listener;
};

}  // namespace evenhand::ingest
