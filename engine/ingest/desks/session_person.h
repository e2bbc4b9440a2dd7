// SPDX-License-Identifier: GPL-3.0-or-later
// Who is at the other end of a session's line: signs in and out, takes up a session that lost its line, and follows the
// grant, of which the other end is told. Actors are made here, by AccountDesk, and nothing of them is read from
// messages.
//
// Out ⇄ In → Closed
//
// Thread: the server's.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/api/account_desk.h"
#include "engine/api/team_desk.h"
#include "engine/ingest/desks/session_line.h"
#include "engine/wire/protocol.h"

namespace evenhand::ingest {

class DeskHub;

class SessionPerson final : public std::enable_shared_from_this<SessionPerson> {
public:
    /// As DeskSession has it; `line` is its own.
    SessionPerson(DeskHub& hub, std::string peer, std::optional<api::Actor> owner, std::shared_ptr<SessionLine> line);
    ~SessionPerson();

    /// The other end has said which program it is and what it is for.
    void greeted(api::Via via, std::string program);
    /// Answers hello: says who the other end is where the owner of the workspace comes in without signing in.
    void answerHello(boost::json::object hello);
    /// These answer the call. A fault is one of the message.
    [[nodiscard]] Result<void> signIn(std::int64_t id, const boost::json::value& attempt);
    [[nodiscard]] Result<void> resume(std::int64_t id, const boost::json::value& token);
    void signInState(std::int64_t id);
    void signOut(std::int64_t id);
    /// Somebody is signing in: one at a time.
    [[nodiscard]] bool isEntering() const noexcept { return m_isEntering; }

    /// Says that the grant has changed, or has ended; ends the line where an administrator has ended it.
    void checkGrant();
    void measured(std::int64_t roundTripMs);
    /// Nobody sees it among those who are connected any more. Idempotent.
    void leaveTeam();
    void closed();

    [[nodiscard]] bool isIn() const noexcept { return m_state == State::In; }
    [[nodiscard]] const api::Actor& actor() const noexcept { return m_actor; }
    /// Of whoever is in, as the team knows it.
    [[nodiscard]] ConsoleId console() const noexcept { return m_console.id; }

private:
    enum class State : std::uint8_t { Out, In, Closed };

    void signedIn(std::int64_t id, const Result<api::SignedIn>& result);
    void entered(std::int64_t id, wire::SessionGrant session);
    void resumed(std::int64_t id, const std::string& token, const Result<api::SignedIn>& result);
    void refused();
    void become(api::Actor actor);
    void leave();
    void endedByAdministrator();

    DeskHub& m_hub;
    const std::string m_peer;
    const std::optional<api::Actor> m_owner;
    const std::shared_ptr<SessionLine> m_line;
    State m_state = State::Out;
    api::Via m_via = api::Via::Console;
    std::string m_program;  ///< the other end's version
    api::Actor m_actor;
    api::EnteredConsole m_console;
    std::optional<api::Permissions> m_toldPermissions;
    bool m_isEntering = false;
    int m_refusals = 0;   ///< of signing in
    std::string m_token;  ///< of the session, by which the line can be taken up again
};

}  // namespace evenhand::ingest
