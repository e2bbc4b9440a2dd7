// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/desks/session_person.h"

#include <utility>

#include "engine/ingest/desks/desk_hub.h"
#include "engine/ingest/http/server_core.h"
#include "engine/wire/values/value.h"

namespace evenhand::ingest {
namespace {

constexpr int kMaxRefusals = 20;  ///< of signing in; then the line ends

boost::json::object resultMessage(const Result<wire::SessionGrant>& result) {
    wire::Writing out;
    return std::move(wire::write(result, out).get_object());
}

}  // namespace

SessionPerson::SessionPerson(DeskHub& hub, std::string peer, std::optional<api::Actor> owner,
                             std::shared_ptr<SessionLine> line)
    : m_hub(hub), m_peer(std::move(peer)), m_owner(std::move(owner)), m_line(std::move(line)) {}

SessionPerson::~SessionPerson() = default;

void SessionPerson::greeted(api::Via via, std::string program) {
    m_via = via;
    m_program = std::move(program);
}

void SessionPerson::answerHello(boost::json::object hello) {
    if (!m_owner) {
        m_line->send({{"hello", std::move(hello)}});
        return;
    }
    // Where there are people, everybody signs in, also at the service's own machine.
    m_hub.engine().accounts().signInState().then([self = weak_from_this(), line = m_line->line(),
                                                  hello = std::move(hello)](const Result<api::SignInState>& state) {
        line->post([self, hello, mayEnter = state && !state->needed]() mutable {
            const auto there = self.lock();
            if (there == nullptr || there->m_state == State::Closed) {
                return;
            }
            if (mayEnter) {
                auto actor = there->m_hub.ownerNow(*there->m_owner);
                actor.via = there->m_via;
                hello["actor"] = actor.name;
                hello["permissions"] = actor.grant->permissions();
                there->become(std::move(actor));
            }
            there->m_line->send({{"hello", std::move(hello)}});
        });
    });
}

Result<void> SessionPerson::signIn(std::int64_t id, const boost::json::value& attempt) {
    EVENHAND_ASSIGN(auto given, wire::valueOf<api::SignIn>(attempt));
    given.via = m_via;
    m_line->begin(id);
    m_isEntering = true;
    m_hub.engine()
        .accounts()
        .signIn(std::move(given), ServerCore::peerKey(m_peer))
        .then([self = weak_from_this(), line = m_line->line(), id](const Result<api::SignedIn>& result) {
            line->post([self, id, result] {
                if (const auto there = self.lock()) {
                    there->signedIn(id, result);
                }
            });
        });
    return {};
}

void SessionPerson::signedIn(std::int64_t id, const Result<api::SignedIn>& result) {
    if (m_state == State::Closed) {
        return;
    }
    if (!result) {
        m_isEntering = false;
        m_line->answer(id, resultMessage(fail(result.error())));
        refused();
        return;
    }
    if (!m_token.empty()) {  // whoever was signed in at this desk before
        m_hub.forget(m_token);
        (void)m_hub.engine().accounts().signOut({m_actor, {}, {}});
    }
    become(result->actor);
    m_token = m_hub.keep(m_actor);
    wire::SessionGrant session{m_actor.name, 0, result->person, result->lastSignIn, result->failuresSince, m_token};
    // Not before it is stored: then the console goes on at another service if this one ends now. Where it cannot be
    // stored the session is good here all the same.
    m_hub.engine()
        .accounts()
        .keepSession({m_actor, {}, {}}, DeskHub::hashOf(m_token))
        .then([self = weak_from_this(), line = m_line->line(), id, session](const Result<void>&) {
            line->post([self, id, session] {
                if (const auto there = self.lock()) {
                    there->entered(id, session);
                }
            });
        });
}

/// What was told of the grant until now the other end could not place.
void SessionPerson::entered(std::int64_t id, wire::SessionGrant session) {
    m_isEntering = false;
    if (m_state != State::In || m_token != session.token) {
        m_line->refuse(id, {ErrorCode::SessionEnded, "sign in again", {}, {}});
        return;
    }
    session.permissions = m_actor.grant->permissions();
    m_line->answer(id, resultMessage(std::move(session)));
}

Result<void> SessionPerson::resume(std::int64_t id, const boost::json::value& token) {
    EVENHAND_ASSIGN(const auto given, wire::valueOf<std::string>(token));
    m_line->begin(id);
    if (m_hub.isOver(given)) {
        resumed(id, given, fail(ErrorCode::SessionEnded, "sign in again"));
        return {};
    }
    if (auto actor = m_hub.actorOf(given)) {
        resumed(id, given, api::SignedIn{*std::move(actor), {}, {}, 0});
        return {};
    }
    m_isEntering = true;
    m_hub.engine()
        .accounts()
        .resumeSession(DeskHub::hashOf(given), m_via)
        .then([self = weak_from_this(), line = m_line->line(), id, given](const Result<api::SignedIn>& result) {
            line->post([self, id, given, result] {
                if (const auto there = self.lock()) {
                    there->m_isEntering = false;
                    there->resumed(id, given, result);
                }
            });
        });
    return {};
}

void SessionPerson::resumed(std::int64_t id, const std::string& token, const Result<api::SignedIn>& result) {
    if (m_state == State::Closed) {
        return;
    }
    // Another line with the same token may have signed out while the engine was asked.
    if (!result || m_hub.isOver(token)) {
        m_line->refuse(id, result ? Error{ErrorCode::SessionEnded, "sign in again", {}, {}} : result.error());
        refused();
        return;
    }
    // Another line may have been quicker with the same token: one session has one grant.
    const auto there = m_hub.actorOf(token);
    become(there ? *there : result->actor);
    m_token = token;
    m_hub.keep(token, m_actor);
    m_line->answer(id,
                   resultMessage(wire::SessionGrant{m_actor.name, m_actor.grant->permissions(), {}, {}, 0, m_token}));
}

void SessionPerson::refused() {
    if (++m_refusals >= kMaxRefusals) {
        m_line->endWith("too many attempts to sign in");
    }
}

void SessionPerson::signInState(std::int64_t id) {
    m_line->begin(id);
    m_isEntering = true;
    m_hub.engine().accounts().signInState().then(
        [self = weak_from_this(), line = m_line->line(), id](const Result<api::SignInState>& state) {
            wire::Writing out;
            line->post([self, id, message = wire::write(state, out)]() mutable {
                if (const auto there = self.lock()) {
                    there->m_isEntering = false;
                    there->m_line->answer(id, std::move(message.get_object()));
                }
            });
        });
}

void SessionPerson::signOut(std::int64_t id) {
    m_line->begin(id);
    const auto actor = std::exchange(m_actor, {});
    m_hub.forget(std::exchange(m_token, {}));
    m_state = State::Out;
    leaveTeam();
    m_toldPermissions.reset();
    m_hub.engine()
        .accounts()
        .signOut({actor, {}, {}})
        .then([self = weak_from_this(), line = m_line->line(), id](const Result<void>& done) {
            wire::Writing out;
            line->post([self, id, message = wire::write(done, out)]() mutable {
                if (const auto there = self.lock()) {
                    there->m_line->answer(id, std::move(message.get_object()));
                }
            });
        });
}

void SessionPerson::become(api::Actor actor) {
    m_actor = std::move(actor);
    m_state = State::In;
    m_toldPermissions.reset();
    leaveTeam();  // whoever was signed in here before
    if (auto entered = m_hub.engine().team().enter({m_actor.name, m_peer, m_program, m_via, m_actor.called}).result()) {
        m_console = *std::move(entered);
    }
    m_line->ping();
    wire::Writing out;
    m_line->send({{"workspace", wire::write(m_hub.engine().workspace(), out)}});
    m_line->send({{"status", wire::write(m_hub.engine().status(), out)}});
}

/// Nobody is signed in any more.
void SessionPerson::leave() {
    m_actor = {};
    m_state = State::Out;
    leaveTeam();
}

void SessionPerson::leaveTeam() {
    if (const auto console = std::exchange(m_console, {}); console.ended != nullptr) {
        (void)m_hub.engine().team().leave(console.id);
    }
}

/// The session ends too: the line would be taken up again by its token.
void SessionPerson::endedByAdministrator() {
    if (!m_token.empty()) {  // somebody has signed in
        m_line->send({{"grant", {{"permissions", api::Permissions{0}}, {"ended", true}}}});
        m_hub.forget(std::exchange(m_token, {}));
        (void)m_hub.engine().accounts().signOut({m_actor, {}, {}});
    }
    leave();
    m_line->endWith("An administrator has ended this connection.");
}

void SessionPerson::checkGrant() {
    if (m_state != State::In || m_actor.grant == nullptr) {
        return;
    }
    if (m_console.ended != nullptr && *m_console.ended) {
        endedByAdministrator();
        return;
    }
    const bool ended = m_actor.ended();
    const auto permissions = m_actor.grant->permissions();
    if (!ended && m_toldPermissions == permissions) {
        return;
    }
    m_toldPermissions = permissions;
    m_line->send({{"grant", {{"permissions", permissions}, {"ended", ended}}}});
    if (ended) {
        m_hub.forget(std::exchange(m_token, {}));
        leave();
    }
}

void SessionPerson::measured(std::int64_t roundTripMs) {
    if (m_console.ended != nullptr) {
        (void)m_hub.engine().team().measured(m_console.id, roundTripMs);
    }
}

void SessionPerson::closed() {
    m_state = State::Closed;
    leaveTeam();
}

}  // namespace evenhand::ingest
