// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/desks/desk_session.h"

#include <boost/json/serialize.hpp>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/base/sha256.h"
#include "engine/ingest/desks/desk_hub.h"
#include "engine/ingest/desks/desk_messages.h"
#include "engine/ingest/desks/session_line.h"
#include "engine/ingest/desks/session_person.h"
#include "engine/json/json_text.h"
#include "engine/wire/protocol.h"
#include "engine/wire/values/value.h"

namespace evenhand::ingest {

DeskSession::DeskSession(DeskHub& hub, std::string peer, std::optional<api::Actor> owner)
    : m_hub(hub),
      m_peer(std::move(peer)),
      m_line(std::make_shared<SessionLine>()),
      m_person(std::make_shared<SessionPerson>(hub, m_peer, std::move(owner), m_line)) {}

DeskSession::~DeskSession() = default;

std::string_view DeskSession::protocol() const noexcept { return wire::kSubprotocol; }

bool DeskSession::isSignedIn() const noexcept { return m_person->isIn(); }

const api::Actor& DeskSession::actor() const noexcept { return m_person->actor(); }

void DeskSession::onOpen(std::shared_ptr<FrameLine> line) {
    EVENHAND_INVARIANT(m_state == State::Connected && m_line->line() == nullptr, "a session would have two lines");
    m_hub.lineOpened();
    m_line->opened(std::move(line));
}

void DeskSession::onClosed() {
    if (m_line->line() != nullptr) {
        // An administrator may have ended it since the last look: it must not be resumed.
        m_person->checkGrant();
        m_hub.lineClosed();
    }
    m_state = State::Closed;
    m_person->closed();
    m_line->closed();
}

void DeskSession::onRoundTrip(std::int64_t ms) { m_person->measured(ms); }

void DeskSession::measure() {
    if (m_line->line() != nullptr && hasBegun()) {
        m_line->ping();
    }
}

void DeskSession::leaveTeam() { m_person->leaveTeam(); }

void DeskSession::checkGrant() { m_person->checkGrant(); }

void DeskSession::tell(const std::shared_ptr<const std::string>& message) {
    if (isSignedIn() && actor().may(api::Permission::Read)) {
        m_line->send(message);
    }
}

void DeskSession::onMessage(std::string_view text) {
    if (m_state == State::Closed) {
        return;
    }
    const auto message = json::parseJson(text);
    const auto done = !message                ? Result<void>(fail(message.error()))
                      : !message->is_object() ? Result<void>(fail(ErrorCode::InvalidArgument, "must be an object"))
                                              : handle(message->get_object());
    if (!done) {
        m_line->endWith(done.error().text());
    }
}

Result<void> DeskSession::handle(const boost::json::object& message) {
    if (m_state == State::Connected) {
        const auto* hello = message.if_contains("hello");
        return hello != nullptr ? greeted(*hello) : fail(ErrorCode::InvalidArgument, "hello comes first");
    }
    if (message.contains("cancel")) {
        EVENHAND_ASSIGN(const auto id, idIn(message, "cancel"));
        m_line->cancel(id);
        return {};
    }
    EVENHAND_ASSIGN(const auto id, idIn(message, "id"));
    if (m_line->isUnderWay(id)) {
        return fail(ErrorCode::InvalidArgument, "a call with this id has no answer yet", "id", std::to_string(id));
    }
    if (m_line->underWay() >= wire::kMaxOpenCalls) {
        m_line->refuse(id, {ErrorCode::Busy, "too many calls of this line have no answer yet", {}, {}});
        return {};
    }
    const bool entering = message.contains("signIn") || message.contains("signInState") || message.contains("resume");
    if (entering && m_person->isEntering()) {
        m_line->refuse(id, {ErrorCode::Busy, "one after the other", {}, {}});
        return {};
    }
    if (const auto* attempt = message.if_contains("signIn")) {
        return m_person->signIn(id, *attempt);
    }
    if (const auto* token = message.if_contains("resume")) {
        return m_person->resume(id, *token);
    }
    if (message.contains("signInState")) {
        m_person->signInState(id);
        return {};
    }
    if (message.contains("signOut")) {
        m_person->signOut(id);
        return {};
    }
    return ask(id, message);
}

Result<void> DeskSession::greeted(const boost::json::value& message) {
    EVENHAND_ASSIGN(const auto hello, readHello(message));
    m_person->greeted(hello.via, hello.program);
    m_state = State::Greeted;
    boost::json::object answer{{"program", EVENHAND_VERSION}, {"protocol", wire::protocolHash()}};
    if (hello.protocol != wire::protocolHash()) {
        m_line->send({{"hello", std::move(answer)}});
        m_line->endWith("the service runs " EVENHAND_VERSION ", this is " +
                        beginningOf(hello.program, AskedCall::kMaxKey));
        return {};
    }
    wire::Writing out;
    answer["now"] = wire::write(m_hub.engine().status().now, out);
    answer["actor"] = nullptr;
    m_person->answerHello(std::move(answer));
    return {};
}

Result<void> DeskSession::ask(std::int64_t id, const boost::json::object& message) {
    EVENHAND_ASSIGN(const auto given, readCall(message));
    const auto* call = findCall(given.name);
    if (call == nullptr) {
        m_line->refuse(id, {ErrorCode::Unsupported, "the service has no such call", "call",
                            beginningOf(given.name, AskedCall::kMaxKey)});
        return {};
    }
    if (call->kind == CallKind::Inside) {
        m_line->refuse(id, {ErrorCode::PermissionDenied, "this is not asked from outside", "call", given.name});
        return {};
    }
    if (!isSignedIn()) {
        m_line->refuse(id, {ErrorCode::SessionEnded, "nobody is signed in", {}, {}});
        return {};
    }
    Asked asked;
    asked.call.actor = actor();
    asked.call.reason = given.reason;
    asked.call.bulk = given.bulk;
    asked.call.console = m_person->console();
    asked.arguments = *given.arguments;
    if (call->kind == CallKind::Save) {
        asked.call.sentAs = given.file;
    }
    const bool keyed = call->kind == CallKind::Do || call->kind == CallKind::Many;
    if (keyed && !given.key.empty()) {
        const auto who = actor().name + '\n' + given.name + '\n' + given.key;
        const auto what = boost::json::serialize(*given.arguments) + '\n' + given.reason;
        asked.key = {"desk." + base::base64Of(base::bytesOf(base::sha256(who))),
                     std::string(base::bytesOf(base::sha256(what)))};
    } else if (keyed) {
        m_line->refuse(id, {ErrorCode::InvalidArgument, "a command needs a key", "key", {}});
        return {};
    }
    m_line->run(id, *call, std::move(asked), m_hub.engine(), m_hub.filesFolder());
    return {};
}

}  // namespace evenhand::ingest
