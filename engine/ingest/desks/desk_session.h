// SPDX-License-Identifier: GPL-3.0-or-later
// One console or command line at the service: greets it, signs its person in, runs what it asks, hands it what happens.
// The actor of every call is made here, by AccountDesk::signIn(); nothing of it is read from messages.
//
// Messages are JSON objects, see engine/wire/protocol.h. One that is none, or is not as that page says, ends the line.
// A call that cannot be run is answered with a problem, and the line goes on.
//
// Connected → SignedOut ⇄ SignedIn → Closed
//
// Thread: the server's.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/api/account_desk.h"
#include "engine/api/team_desk.h"
#include "engine/ingest/desks/served_call.h"
#include "engine/ingest/http/upgrade.h"
#include "engine/wire/protocol.h"

namespace evenhand::ingest {

class DeskHub;
class PieceReader;

class DeskSession final : public FrameListener, public std::enable_shared_from_this<DeskSession> {
public:
    /// `hub` outlives it. `peer`: the other end's address. `owner`: who the other end is where the workspace has no
    /// people; nullopt: it may not come in then.
    DeskSession(DeskHub& hub, std::string peer, std::optional<api::Actor> owner);
    ~DeskSession() override;

    void onOpen(std::shared_ptr<FrameLine> line) override;
    void onMessage(std::string_view message) override;
    void onClosed() override;
    void onRoundTrip(std::int64_t ms) override;
    [[nodiscard]] std::string_view protocol() const noexcept override;
    [[nodiscard]] bool isKnown() const noexcept override { return m_state == State::SignedIn; }
    [[nodiscard]] bool hasBegun() const noexcept override { return m_state != State::Connected; }

    /// Tells what has happened, if it may know.
    void tell(const std::shared_ptr<const std::string>& message);
    /// Says that the grant has changed, or has ended; ends the line where an administrator has ended it.
    void checkGrant();
    /// Asks whether the other end is there, and so has the way there and back measured.
    void measure();
    /// Nobody sees it among those who are connected any more. Idempotent.
    void leaveTeam();
    /// As people see it.
    [[nodiscard]] const std::string& peer() const noexcept { return m_peer; }
    [[nodiscard]] bool isSignedIn() const noexcept { return m_state == State::SignedIn; }
    [[nodiscard]] const api::Actor& actor() const noexcept { return m_actor; }

private:
    enum class State : std::uint8_t { Connected, SignedOut, SignedIn, Closed };
    class Sink;

    [[nodiscard]] Result<void> handle(const boost::json::object& message);
    [[nodiscard]] Result<void> greeted(const boost::json::value& hello);
    [[nodiscard]] Result<void> ask(std::int64_t id, const boost::json::object& message);
    [[nodiscard]] Result<void> signIn(std::int64_t id, const boost::json::value& attempt);
    [[nodiscard]] Result<void> resume(std::int64_t id, const boost::json::value& token);
    void signInState(std::int64_t id);
    void signOut(std::int64_t id);
    void cancel(std::int64_t id);
    void signedIn(std::int64_t id, const Result<api::SignedIn>& result);
    void entered(std::int64_t id, wire::SessionGrant session);
    void resumed(std::int64_t id, const std::string& token, const Result<api::SignedIn>& result);
    void become(api::Actor actor);
    void endedByAdministrator();
    void run(std::int64_t id, const ServedCall& call, Asked asked);
    void finish(std::int64_t id, std::shared_ptr<PieceReader> file, boost::json::object message);
    void answered(std::int64_t id, boost::json::object message);
    void refuse(std::int64_t id, Error error);
    void send(const boost::json::object& message);
    void endWith(std::string reason);

    DeskHub& m_hub;
    const std::string m_peer;
    const std::optional<api::Actor> m_owner;
    std::shared_ptr<FrameLine> m_line;
    State m_state = State::Connected;
    api::Via m_via = api::Via::Console;
    std::string m_program;  ///< the other end's version
    api::Actor m_actor;
    api::EnteredConsole m_console;  ///< as the team knows it, while somebody is signed in
    std::optional<api::Permissions> m_toldPermissions;
    bool m_isEntering = false;                             ///< somebody is signing in: one at a time
    int m_refusals = 0;                                    ///< of signing in
    std::string m_token;                                   ///< of the session, by which the line can be taken up again
    std::map<std::int64_t, std::function<void()>> m_open;  ///< calls without an answer, and how each is cancelled
};

}  // namespace evenhand::ingest
