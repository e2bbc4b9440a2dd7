// SPDX-License-Identifier: GPL-3.0-or-later
// What a console and its service say to each other, from the console's side: who is signed in, calls on their way,
// what the service tells by itself. It connects again by itself, after 0.2 s at first and 5 s at most (half a
// second where a service stands by, which will soon serve), to the next address each time, takes up the session and
// asks again what has no answer yet: a command under its key, so that it has its effect once. Nothing is done before
// the service has said so. While there is no line what is asked in bulk waits for one, and anything else is refused.
//
// Connecting → Greeting → Ready ⇄ Down → Connecting …        Ended: another protocol, nothing more is tried
//
// Threads: all public functions from any; handlers and answers come on the line's own thread.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/engine_api.h"
#include "engine/remote/line/back_off.h"
#include "engine/remote/line/event_handlers.h"
#include "engine/remote/line/known_state.h"
#include "engine/remote/line/line_call.h"
#include "engine/remote/line/open_calls.h"
#include "engine/remote/line/service_address.h"
#include "engine/remote/line/socket_line.h"
#include "engine/wire/protocol.h"

namespace evenhand::remote {

struct LineOptions {
    std::vector<ServiceAddress> addresses;  ///< at least one
    std::vector<ServiceTrust> trust{};      ///< of each address; fewer: the system's authorities
    api::Via via = api::Via::Console;
    const Clock* clock = nullptr;                    ///< outlives the line
    std::function<std::string(std::size_t)> random;  ///< so many bytes that nobody can guess; called on any thread
    /// Told of each certificate that is not trusted: the place of its address in `addresses`, and its fingerprint. On
    /// the line's thread, or before open() has returned.
    std::function<void(std::size_t, const std::string&)> untrusted{};
    std::int64_t patienceMs = 60'000;  ///< so long after a cut a command may still have been done, or be asked again
    /// How the line's sockets are made; empty: SocketLine::connect().
    std::function<std::shared_ptr<SocketLine>(boost::asio::io_context&, const ServiceAddress&, const ServiceTrust&,
                                              SocketLine::Listener)>
        socket{};
};

class RemoteLine {
public:
    explicit RemoteLine(LineOptions options);
    ~RemoteLine();
    RemoteLine(const RemoteLine&) = delete;
    RemoteLine& operator=(const RemoteLine&) = delete;

    /// Waits until the service has answered, or every address has failed: Unreachable (service), AddressRefused
    /// (fingerprint: the certificate is not trusted), WorkspaceVersion (another protocol). Once, before anything else.
    [[nodiscard]] Result<void> open();
    /// Who the other end takes this one for where nobody signs in; nullopt: somebody has to.
    [[nodiscard]] std::optional<api::Actor> owner() const { return m_known.owner(); }
    /// Of the service that answers, or did last.
    [[nodiscard]] ServiceAddress address() const { return m_options.addresses[m_known.reached()]; }
    /// Gives up what is under way and does nothing any more: for whoever waits for an answer and must not go on.
    void stop();
    void ask(LineCall call);
    void signIn(api::SignIn attempt, std::function<void(Result<api::SignedIn>)> done);
    void signOut(std::function<void(Result<void>)> done);
    void signInState(std::function<void(Result<api::SignInState>)> done);

    [[nodiscard]] api::EngineStatus status() const { return m_known.status(); }
    [[nodiscard]] api::WorkspaceInfo workspace() const { return m_known.workspace(); }
    [[nodiscard]] std::unique_ptr<api::Subscription> subscribe(api::EngineApi::EventHandler handler) {
        return m_handlers.subscribe(std::move(handler));
    }
    /// A message to the service has at most this much for its arguments.
    [[nodiscard]] static constexpr std::size_t room() noexcept { return wire::kMaxRequest - 4'096; }

private:
    enum class State : std::uint8_t { Connecting, Greeting, Ready, Down, Ended };
    struct Loop;

    void connect();
    void opened();
    void received(const std::string& text);
    [[nodiscard]] Result<void> handle(const boost::json::object& message);
    [[nodiscard]] Result<void> greeted(const boost::json::value& hello);
    void grantChanged(const boost::json::object& grant);
    void answered(std::int64_t id, const boost::json::object& message);
    void ready();
    void resume();
    void resumed(const boost::json::object& message);
    void owned(const std::string& name, api::Permissions permissions);
    void enter(State state);
    void lost(Error why);
    void end(Error why);
    void sweep();
    void startSweeping();
    [[nodiscard]] OpenCalls::Send sending();
    [[nodiscard]] api::SignedIn signedIn(const wire::SessionGrant& grant, api::Via via);
    [[nodiscard]] std::int64_t nowMs() const { return m_options.clock->monotonicNs() / 1'000'000; }
    template <typename Fn>
    void post(Fn fn);

    const LineOptions m_options;
    const std::unique_ptr<Loop> m_loop;
    KnownState m_known;
    EventHandlers m_handlers;

    // The line's thread only.
    State m_state = State::Connecting;
    std::shared_ptr<SocketLine> m_socket;
    std::uint64_t m_number = 0;  ///< of the socket: what an older one says counts no more
    std::size_t m_address = 0;   ///< the next one to be tried
    BackOff m_backOff;
    OpenCalls m_calls;
    std::int64_t m_resumeId = 0;   ///< of the question for the session; 0: none is asked
    std::int64_t m_enteredMs = 0;  ///< when the state began
    std::string m_token;           ///< of the session; empty: nobody is signed in
    std::shared_ptr<api::Grant> m_grant;
};

}  // namespace evenhand::remote
