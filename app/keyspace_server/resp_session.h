// SPDX-License-Identifier: GPL-3.0-or-later
// What one connection may do: authentication, the connection's own commands (AUTH, HELLO, CLIENT, QUIT), and
// everything else on the keyspace. Knows nothing of sockets.
// Thread: confined to the server's thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/script/script_host.h"

namespace evenhand::keyspace_server {

/// What all sessions share.
struct RespBackend {
    keyspace::EmbeddedKeyspace& keyspace;
    script::ScriptHost* scripts = nullptr;  ///< null: EVAL is answered by the keyspace's own error
    const Clock& clock;
    std::string password;  ///< empty: none is asked for
};

class RespSession {
public:
    RespSession(RespBackend& backend, std::uint64_t id) : m_backend(backend), m_id(id) {}

    /// Runs one request (not empty) and appends its reply to `out` in RESP2. A line of HTTP has none and closes, as in
    /// Redis.
    void run(std::span<const std::string_view> arguments, std::string& out);
    [[nodiscard]] bool authenticated() const noexcept { return m_authenticated || m_backend.password.empty(); }
    /// True after QUIT or HTTP: close once the reply is sent.
    [[nodiscard]] bool closing() const noexcept { return m_closing; }

private:
    keyspace::Reply execute(std::span<const std::string_view> arguments);
    keyspace::Reply authenticate(std::span<const std::string_view> arguments);
    keyspace::Reply hello(std::span<const std::string_view> arguments);
    keyspace::Reply client(std::span<const std::string_view> arguments);
    /// True if the command belongs to the connection; its reply is then in `reply`.
    bool ownCommand(std::string_view name, std::span<const std::string_view> arguments, keyspace::Reply& reply);

    RespBackend& m_backend;
    const std::uint64_t m_id;
    std::string m_name;
    bool m_authenticated = false;
    bool m_closing = false;
};

/// Appends `reply` in RESP2.
void appendReply(std::string& out, const keyspace::Reply& reply);

}  // namespace evenhand::keyspace_server
