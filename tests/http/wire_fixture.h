// SPDX-License-Identifier: GPL-3.0-or-later
// A real server with routes of its own and no engine behind, so that the wire is tested alone.
// Thread: made and destroyed on one thread; the rest from any.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/clock.h"
#include "engine/ingest/http/event_feed.h"
#include "engine/ingest/http/http_server.h"

namespace evenhand::test {

/// Tokens: "good" and "other" have every scope, "narrow" none, "limited" two requests and then one a minute or so.
class FixedTokens final : public ingest::Authenticator {
public:
    [[nodiscard]] Result<ingest::TokenHolder> holderOf(std::string_view secret) override;
};

/// What the handlers of /t share with a test. One at a time.
class Stage {
public:
    /// Requests of /t/held and /t/kept wait here until they are let go.
    void hold(ingest::Respond respond);
    [[nodiscard]] std::size_t held();
    void letGo();
    /// /t/events: events by number, from 1.
    void publish(std::string data);
    [[nodiscard]] std::vector<std::string> after(std::size_t number, std::size_t limit);
    [[nodiscard]] std::size_t published();
    std::atomic<bool> feedFails{false};

private:
    std::mutex m_mutex;
    std::vector<ingest::Respond> m_held;
    std::vector<std::string> m_events;
};
[[nodiscard]] Stage& stage();

/// GET hello, things/{id}?limit, secret (a token), drop, throw, big?bytes, held, events, mine (events for a token);
/// POST echo, private (echo for a token), kept (as held), private/kept, keyed.
[[nodiscard]] std::span<const ingest::Route> wireRoutes();

class WireServer {
public:
    explicit WireServer(ingest::ServerOptions options = {});
    ~WireServer();
    WireServer(const WireServer&) = delete;
    WireServer& operator=(const WireServer&) = delete;

    [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }
    [[nodiscard]] QString url(const char* path, const char* scheme = "http") const;
    void stop();
    /// Begins to stop, without waiting.
    void beginStop() { m_server->stop(); }
    [[nodiscard]] std::string log();
    /// Something was committed.
    void wake();

private:
    base::SystemClock m_clock;
    FixedTokens m_tokens;
    std::mutex m_mutex;
    std::string m_log;
    std::unique_ptr<ingest::HttpServer> m_server;
    std::uint16_t m_port = 0;
    std::thread m_thread;
};

/// Resident memory of this process, in bytes.
[[nodiscard]] std::size_t residentBytes();

}  // namespace evenhand::test
