// SPDX-License-Identifier: GPL-3.0-or-later
// One console or command line at the service: greets it, has its person sign in, runs what it asks, hands it what
// happens. The actor of every call is the one that is signed in; nothing of it is read from messages.
//
// Messages are JSON objects, see engine/wire/protocol.h. One that is none, or is not as that page says, ends the line.
// A call that cannot be run is answered with a problem, and the line goes on.
//
// Connected → Greeted (where somebody signs in and out) → Closed
//
// Thread: the server's.
#pragma once

#include <boost/json/fwd.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/api/actor.h"
#include "engine/base/result.h"
#include "engine/ingest/http/upgrade.h"

namespace evenhand::ingest {

class DeskHub;
class SessionLine;
class SessionPerson;

class DeskSession final : public FrameListener {
public:
    /// `hub` outlives it. `peer`: the other end's address. `owner`: who the other end is where the workspace has no
    /// people; nullopt: it may not come in then.
    DeskSession(DeskHub& hub, std::string peer, std::optional<api::Actor> owner);
    ~DeskSession() override;
    DeskSession(const DeskSession&) = delete;
    DeskSession& operator=(const DeskSession&) = delete;

    void onOpen(std::shared_ptr<FrameLine> line) override;
    void onMessage(std::string_view message) override;
    void onClosed() override;
    void onRoundTrip(std::int64_t ms) override;
    [[nodiscard]] std::string_view protocol() const noexcept override;
    [[nodiscard]] bool isKnown() const noexcept override { return isSignedIn(); }
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
    [[nodiscard]] bool isSignedIn() const noexcept;
    [[nodiscard]] const api::Actor& actor() const noexcept;

private:
    enum class State : std::uint8_t { Connected, Greeted, Closed };

    [[nodiscard]] Result<void> handle(const boost::json::object& message);
    [[nodiscard]] Result<void> greeted(const boost::json::value& message);
    [[nodiscard]] Result<void> ask(std::int64_t id, const boost::json::object& message);

    DeskHub& m_hub;
    const std::string m_peer;
    const std::shared_ptr<SessionLine> m_line;
    const std::shared_ptr<SessionPerson> m_person;
    State m_state = State::Connected;
};

}  // namespace evenhand::ingest
