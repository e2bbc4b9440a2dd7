// SPDX-License-Identifier: GPL-3.0-or-later
// Serves a keyspace to Redis clients: RESP2, pipelining, loopback only, expiry by a timer. The keyspace may be a
// scratch one or that of a closed workspace, then read-only.
// Thread: everything runs on the thread that calls run(); only stop() may be called from elsewhere. The keyspace
// and the script host belong to that thread while run() lasts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/script/script_host.h"

namespace evenhand::keyspace_server {

struct RespServerOptions {
    std::uint16_t port = 0;      ///< 0: any free one
    std::string password;        ///< empty: none
    bool readOnly = false;       ///< write commands answer READONLY, nothing expires away
    bool stopOnSignals = false;  ///< SIGINT and SIGTERM end run()
    std::size_t clients = 1000;  ///< more are answered with an error and closed
};

class RespServer {
public:
    /// All references must outlive the server. `scripts` may be null: no EVAL.
    RespServer(keyspace::EmbeddedKeyspace& keyspace, script::ScriptHost* scripts, const Clock& clock,
               const RespServerOptions& options);
    ~RespServer();
    RespServer(const RespServer&) = delete;
    RespServer& operator=(const RespServer&) = delete;

    /// Binds 127.0.0.1; the port in use. Storage if it is taken.
    [[nodiscard]] Result<std::uint16_t> listen();
    /// Serves until stop().
    void run();
    /// From any thread, also before run(). A script that runs is ended.
    void stop();

private:
    class Loop;
    std::unique_ptr<Loop> m_loop;
};

}  // namespace evenhand::keyspace_server
