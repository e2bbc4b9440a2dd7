// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/desks/desk_session.h"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/base/sha256.h"
#include "engine/ingest/desks/desk_hub.h"
#include "engine/ingest/desks/file_pieces.h"
#include "engine/ingest/http/server_core.h"
#include "engine/json/json_text.h"
#include "engine/wire/session_grant.h"
#include "engine/wire/values/all.h"
#include "engine/wire/values/value.h"

namespace evenhand::ingest {
namespace {

constexpr std::size_t kMaxKey = 64;
constexpr std::size_t kMaxProgram = 64;  ///< characters of a version
constexpr int kMaxRefusals = 20;         ///< of signing in; then the line ends
/// Below what may wait for one console, so that an answer that is too large is refused and the line stays.
constexpr std::size_t kMaxAnswer = std::size_t{24} << 20;
constexpr std::size_t kMaxEndReason = 120;  ///< bytes; a close frame has room for little more

/// The member of this name; the wrong type is a fault of the whole message.
template <typename T>
Result<T> memberOf(const boost::json::object& object, std::string_view name) {
    wire::Reading in;
    T into{};
    if (const auto* found = wire::readMember(object, name, in)) {
        in.enter(name);
        wire::read(*found, into, in);
        in.leave();
    }
    return in.ok() ? Result<T>(std::move(into)) : fail(in.fault());
}

template <typename T>
Result<T> optionalMember(const boost::json::object& object, std::string_view name) {
    return object.contains(name) ? memberOf<T>(object, name) : Result<T>(T{});
}

/// At most `bytes` of a text, no half of a character at its end.
std::string beginningOf(std::string text, std::size_t bytes) {
    if (text.size() > bytes) {
        text.resize(bytes);
        while (base::utf8Length(text) < 0) {
            text.pop_back();
        }
    }
    return text;
}

/// Without folders, which are nobody's business here.
std::string fileName(const std::string& path) {
    return beginningOf(path.substr(path.find_last_of("/\\") + 1), wire::kMaxFileName);
}

boost::json::object resultMessage(const Result<wire::SessionGrant>& result) {
    wire::Writing out;
    return std::move(wire::write(result, out).get_object());
}

}  // namespace

/// Answers of one call, from the engine's threads to the line.
class DeskSession::Sink final : public CallSink {
public:
    Sink(std::weak_ptr<DeskSession> session, std::shared_ptr<FrameLine> line, std::int64_t id, std::string file)
        : m_session(std::move(session)), m_line(std::move(line)), m_id(id), m_file(std::move(file)) {}
    ~Sink() override { removeFile(m_file); }
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;

    void answer(boost::json::value result) override {
        // Removes the file, whatever becomes of the session.
        auto file = m_file.empty() ? nullptr : std::make_shared<PieceReader>(std::exchange(m_file, {}));
        m_line->post([session = m_session, id = m_id, file = std::move(file),
                      message = std::move(result.get_object())]() mutable {
            if (const auto there = session.lock()) {
                there->finish(id, std::move(file), std::move(message));
            }
        });
    }
    void progress(boost::json::array figures) override {
        m_line->post([session = m_session, id = m_id, figures = std::move(figures)]() mutable {
            if (const auto there = session.lock(); there != nullptr && there->m_open.contains(id)) {
                there->send({{"id", id}, {"progress", std::move(figures)}});
            }
        });
    }
    void onCancel(std::function<void()> cancel) override {
        m_line->post([session = m_session, id = m_id, cancel = std::move(cancel)] {
            const auto there = session.lock();
            const auto open =
                there == nullptr ? std::map<std::int64_t, std::function<void()>>::iterator() : there->m_open.find(id);
            if (there != nullptr && open != there->m_open.end()) {
                open->second = cancel;
            }
        });
    }

private:
    const std::weak_ptr<DeskSession> m_session;
    const std::shared_ptr<FrameLine> m_line;
    const std::int64_t m_id;
    std::string m_file;
};

DeskSession::DeskSession(DeskHub& hub, std::string peer, std::optional<api::Actor> owner)
    : m_hub(hub), m_peer(std::move(peer)), m_owner(std::move(owner)) {}

DeskSession::~DeskSession() = default;

std::string_view DeskSession::protocol() const noexcept { return wire::kSubprotocol; }

void DeskSession::onOpen(std::shared_ptr<FrameLine> line) {
    EVENHAND_INVARIANT(m_state == State::Connected && m_line == nullptr, "a session would have two lines");
    m_hub.lineOpened();
    m_line = std::move(line);
}

void DeskSession::onClosed() {
    if (m_line != nullptr) {
        checkGrant();  // an administrator may have ended it since the last look: it must not be taken up again
        m_hub.lineClosed();
    }
    m_state = State::Closed;
    leaveTeam();
    for (const auto& [id, cancel] : std::exchange(m_open, {})) {
        if (cancel) {
            cancel();
        }
    }
    m_line.reset();
}

void DeskSession::onRoundTrip(std::int64_t ms) {
    if (m_console.ended != nullptr) {
        (void)m_hub.engine().team().measured(m_console.id, ms);
    }
}

void DeskSession::measure() {
    if (m_state == State::SignedIn) {
        m_line->ping();
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
        endWith(done.error().text());
    }
}

Result<void> DeskSession::handle(const boost::json::object& message) {
    if (m_state == State::Connected) {
        const auto* hello = message.if_contains("hello");
        return hello != nullptr ? greeted(*hello) : fail(ErrorCode::InvalidArgument, "hello comes first");
    }
    if (message.contains("cancel")) {
        EVENHAND_ASSIGN(const auto id, memberOf<std::int64_t>(message, "cancel"));
        cancel(id);
        return {};
    }
    EVENHAND_ASSIGN(const auto id, memberOf<std::int64_t>(message, "id"));
    if (m_open.contains(id)) {
        return fail(ErrorCode::InvalidArgument, "a call with this id has no answer yet", "id", std::to_string(id));
    }
    if (m_open.size() >= wire::kMaxOpenCalls) {
        refuse(id, {ErrorCode::Busy, "too many calls of this line have no answer yet", {}, {}});
        return {};
    }
    const bool entering = message.contains("signIn") || message.contains("signInState") || message.contains("resume");
    if (entering && m_isEntering) {
        refuse(id, {ErrorCode::Busy, "one after the other", {}, {}});
        return {};
    }
    if (const auto* attempt = message.if_contains("signIn")) {
        return signIn(id, *attempt);
    }
    if (const auto* token = message.if_contains("resume")) {
        return resume(id, *token);
    }
    if (message.contains("signInState")) {
        signInState(id);
        return {};
    }
    if (message.contains("signOut")) {
        signOut(id);
        return {};
    }
    return ask(id, message);
}

Result<void> DeskSession::greeted(const boost::json::value& hello) {
    const auto* object = hello.if_object();
    if (object == nullptr) {
        return fail(ErrorCode::InvalidArgument, "must be an object", "hello");
    }
    EVENHAND_ASSIGN(const auto protocol, memberOf<std::string>(*object, "protocol"));
    EVENHAND_ASSIGN(const auto program, memberOf<std::string>(*object, "program"));
    EVENHAND_ASSIGN(const auto via, memberOf<api::Via>(*object, "via"));
    if (via != api::Via::Console && via != api::Via::CommandLine) {
        return fail(ErrorCode::InvalidArgument, "must be Console or CommandLine", "via");
    }
    EVENHAND_TRY(base::validateText(program, "program", kMaxProgram));
    m_via = via;
    m_program = program;
    m_state = State::SignedOut;
    boost::json::object answer{{"program", EVENHAND_VERSION}, {"protocol", wire::protocolHash()}};
    if (protocol != wire::protocolHash()) {
        send({{"hello", std::move(answer)}});
        m_line->end("the service runs " EVENHAND_VERSION ", this is " + beginningOf(program, kMaxKey));
        return {};
    }
    wire::Writing out;
    answer["now"] = wire::write(m_hub.engine().status().now, out);
    answer["actor"] = nullptr;
    if (!m_owner) {
        send({{"hello", std::move(answer)}});
        return {};
    }
    // Where there are people, everybody signs in, also at the service's own machine.
    m_hub.engine().accounts().signInState().then(
        [self = weak_from_this(), line = m_line, answer](const Result<api::SignInState>& state) {
            line->post([self, answer, mayEnter = state && !state->needed]() mutable {
                const auto there = self.lock();
                if (there == nullptr || there->m_state == State::Closed) {
                    return;
                }
                if (mayEnter) {
                    auto actor = there->m_hub.ownerNow(*there->m_owner);
                    actor.via = there->m_via;
                    answer["actor"] = actor.name;
                    answer["permissions"] = actor.grant->permissions();
                    there->become(std::move(actor));
                }
                there->send({{"hello", std::move(answer)}});
            });
        });
    return {};
}

Result<void> DeskSession::ask(std::int64_t id, const boost::json::object& message) {
    EVENHAND_ASSIGN(const auto name, memberOf<std::string>(message, "call"));
    EVENHAND_ASSIGN(const auto reason, optionalMember<std::string>(message, "reason"));
    EVENHAND_ASSIGN(const auto key, optionalMember<std::string>(message, "key"));
    EVENHAND_ASSIGN(const auto bulk, optionalMember<bool>(message, "bulk"));
    EVENHAND_ASSIGN(const auto file, optionalMember<std::string>(message, "file"));
    static constexpr std::array<std::string_view, 7> kMembers{"id",  "call", "arguments", "reason",
                                                              "key", "bulk", "file"};
    for (const auto& member : message) {
        if (std::find(kMembers.begin(), kMembers.end(), std::string_view(member.key())) == kMembers.end()) {
            return fail(ErrorCode::InvalidArgument, "is not known", member.key());
        }
    }
    const auto* arguments = message.if_contains("arguments");
    if (arguments == nullptr || !arguments->is_object()) {
        return fail(ErrorCode::InvalidArgument, "must be an object", "arguments");
    }
    if (key.size() > kMaxKey) {
        return fail(ErrorCode::InvalidArgument, "has at most 64 characters", "key", beginningOf(key, kMaxKey));
    }
    const auto* call = findCall(name);
    if (call == nullptr) {
        refuse(id, {ErrorCode::Unsupported, "the service has no such call", "call", beginningOf(name, kMaxKey)});
        return {};
    }
    if (call->kind == CallKind::Inside) {
        refuse(id, {ErrorCode::PermissionDenied, "this is not asked from outside", "call", name});
        return {};
    }
    if (m_state != State::SignedIn) {
        refuse(id, {ErrorCode::SessionEnded, "nobody is signed in", {}, {}});
        return {};
    }
    Asked asked;
    asked.call.actor = m_actor;
    asked.call.reason = reason;
    asked.call.bulk = bulk;
    asked.call.console = m_console.id;
    asked.arguments = arguments->get_object();
    if (call->kind == CallKind::Save) {
        asked.call.sentAs = fileName(file);
    }
    const bool keyed = call->kind == CallKind::Do || call->kind == CallKind::Many;
    if (keyed && !key.empty()) {
        const auto who = m_actor.name + '\n' + name + '\n' + key;
        const auto what = boost::json::serialize(*arguments) + '\n' + reason;
        asked.key = {"desk." + base::base64Of(base::bytesOf(base::sha256(who))),
                     std::string(base::bytesOf(base::sha256(what)))};
    } else if (keyed) {
        refuse(id, {ErrorCode::InvalidArgument, "a command needs a key", "key", {}});
        return {};
    }
    run(id, *call, std::move(asked));
    return {};
}

void DeskSession::run(std::int64_t id, const ServedCall& call, Asked asked) {
    m_open.emplace(id, nullptr);
    if (call.kind == CallKind::Save) {
        auto file = newFile(m_hub.filesFolder());
        if (!file) {
            refuse(id, file.error());
            return;
        }
        asked.file = *std::move(file);
    }
    asked.sink = std::make_shared<Sink>(weak_from_this(), m_line, id, asked.file);
    call.run(m_hub.engine(), std::move(asked));
}

Result<void> DeskSession::signIn(std::int64_t id, const boost::json::value& attempt) {
    EVENHAND_ASSIGN(auto given, wire::valueOf<api::SignIn>(attempt));
    given.via = m_via;
    m_open.emplace(id, nullptr);
    m_isEntering = true;
    m_hub.engine()
        .accounts()
        .signIn(std::move(given), ServerCore::peerKey(m_peer))
        .then([self = weak_from_this(), line = m_line, id](const Result<api::SignedIn>& result) {
            line->post([self, id, result] {
                if (const auto there = self.lock()) {
                    there->signedIn(id, result);
                }
            });
        });
    return {};
}

void DeskSession::signedIn(std::int64_t id, const Result<api::SignedIn>& result) {
    if (m_state == State::Closed) {
        return;
    }
    if (!result) {
        m_isEntering = false;
        answered(id, resultMessage(fail(result.error())));
        if (++m_refusals >= kMaxRefusals) {
            endWith("too many attempts to sign in");
        }
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
        .then([self = weak_from_this(), line = m_line, id, session](const Result<void>&) {
            line->post([self, id, session] {
                if (const auto there = self.lock()) {
                    there->entered(id, session);
                }
            });
        });
}

/// What was told of the grant until now the other end could not place.
void DeskSession::entered(std::int64_t id, wire::SessionGrant session) {
    m_isEntering = false;
    if (m_state != State::SignedIn || m_token != session.token) {
        refuse(id, {ErrorCode::SessionEnded, "sign in again", {}, {}});
        return;
    }
    session.permissions = m_actor.grant->permissions();
    answered(id, resultMessage(std::move(session)));
}

Result<void> DeskSession::resume(std::int64_t id, const boost::json::value& token) {
    EVENHAND_ASSIGN(const auto given, wire::valueOf<std::string>(token));
    m_open.emplace(id, nullptr);
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
        .then([self = weak_from_this(), line = m_line, id, given](const Result<api::SignedIn>& result) {
            line->post([self, id, given, result] {
                if (const auto there = self.lock()) {
                    there->m_isEntering = false;
                    there->resumed(id, given, result);
                }
            });
        });
    return {};
}

void DeskSession::resumed(std::int64_t id, const std::string& token, const Result<api::SignedIn>& result) {
    if (m_state == State::Closed) {
        return;
    }
    // Another line with the same token may have signed out while the engine was asked.
    if (!result || m_hub.isOver(token)) {
        refuse(id, result ? Error{ErrorCode::SessionEnded, "sign in again", {}, {}} : result.error());
        if (++m_refusals >= kMaxRefusals) {
            endWith("too many attempts to sign in");
        }
        return;
    }
    // Another line may have been quicker with the same token: one session has one grant.
    const auto there = m_hub.actorOf(token);
    become(there ? *there : result->actor);
    m_token = token;
    m_hub.keep(token, m_actor);
    answered(id, resultMessage(wire::SessionGrant{m_actor.name, m_actor.grant->permissions(), {}, {}, 0, m_token}));
}

void DeskSession::signInState(std::int64_t id) {
    m_open.emplace(id, nullptr);
    m_isEntering = true;
    m_hub.engine().accounts().signInState().then(
        [self = weak_from_this(), line = m_line, id](const Result<api::SignInState>& state) {
            wire::Writing out;
            line->post([self, id, message = wire::write(state, out)]() mutable {
                if (const auto there = self.lock()) {
                    there->m_isEntering = false;
                    there->answered(id, std::move(message.get_object()));
                }
            });
        });
}

void DeskSession::signOut(std::int64_t id) {
    m_open.emplace(id, nullptr);
    const auto actor = std::exchange(m_actor, {});
    m_hub.forget(std::exchange(m_token, {}));
    m_state = State::SignedOut;
    leaveTeam();
    m_toldPermissions.reset();
    m_hub.engine()
        .accounts()
        .signOut({actor, {}, {}})
        .then([self = weak_from_this(), line = m_line, id](const Result<void>& done) {
            wire::Writing out;
            line->post([self, id, message = wire::write(done, out)]() mutable {
                if (const auto there = self.lock()) {
                    there->answered(id, std::move(message.get_object()));
                }
            });
        });
}

void DeskSession::become(api::Actor actor) {
    m_actor = std::move(actor);
    m_state = State::SignedIn;
    m_toldPermissions.reset();
    leaveTeam();  // whoever was signed in here before
    if (auto entered = m_hub.engine().team().enter({m_actor.name, m_peer, m_program, m_via, m_actor.called}).result()) {
        m_console = *std::move(entered);
    }
    m_line->ping();
    wire::Writing out;
    send({{"workspace", wire::write(m_hub.engine().workspace(), out)}});
    send({{"status", wire::write(m_hub.engine().status(), out)}});
}

void DeskSession::leaveTeam() {
    if (const auto console = std::exchange(m_console, {}); console.ended != nullptr) {
        (void)m_hub.engine().team().leave(console.id);
    }
}

/// The session ends too: the line would be taken up again by its token.
void DeskSession::endedByAdministrator() {
    if (!m_token.empty()) {  // somebody has signed in
        send({{"grant", {{"permissions", api::Permissions{0}}, {"ended", true}}}});
        m_hub.forget(std::exchange(m_token, {}));
        (void)m_hub.engine().accounts().signOut({m_actor, {}, {}});
    }
    m_actor = {};
    m_state = State::SignedOut;
    leaveTeam();
    endWith("An administrator has ended this connection.");
}

void DeskSession::cancel(std::int64_t id) {
    if (const auto open = m_open.find(id); open != m_open.end() && open->second) {
        open->second();
    }
}

/// A piece of the file leaves when the one before it has, so that a slow line costs no memory.
void DeskSession::finish(std::int64_t id, std::shared_ptr<PieceReader> file, boost::json::object message) {
    if (m_state == State::Closed) {
        return;
    }
    if (file == nullptr || !message.contains("value")) {
        answered(id, std::move(message));
        return;
    }
    auto piece = file->next();
    if (!piece) {
        refuse(id, piece.error());
    } else if (piece->empty()) {
        answered(id, std::move(message));
    } else {
        send({{"id", id}, {"bytes", *std::move(piece)}});
        m_line->afterSent([self = weak_from_this(), id, file, message] {
            if (const auto there = self.lock()) {
                there->finish(id, file, message);
            }
        });
    }
}

void DeskSession::answered(std::int64_t id, boost::json::object message) {
    m_open.erase(id);
    message["id"] = id;
    auto text = boost::json::serialize(message);
    if (text.size() > kMaxAnswer) {
        wire::Writing out;
        text = boost::json::serialize(boost::json::object{
            {"id", id},
            {"problem",
             wire::write(Error{ErrorCode::InvalidArgument, "is too much for one answer", "limit", {}}, out)}});
    }
    if (m_line != nullptr) {
        m_line->send(std::make_shared<const std::string>(std::move(text)));
    }
}

void DeskSession::refuse(std::int64_t id, Error error) {
    wire::Writing out;
    answered(id, {{"problem", wire::write(error, out)}});
}

void DeskSession::send(const boost::json::object& message) {
    if (m_line != nullptr) {
        m_line->send(std::make_shared<const std::string>(boost::json::serialize(message)));
    }
}

void DeskSession::tell(const std::shared_ptr<const std::string>& message) {
    if (m_state == State::SignedIn && m_actor.may(api::Permission::Read)) {
        m_line->send(message);
    }
}

void DeskSession::checkGrant() {
    if (m_state != State::SignedIn || m_actor.grant == nullptr) {
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
    send({{"grant", {{"permissions", permissions}, {"ended", ended}}}});
    if (ended) {
        m_hub.forget(std::exchange(m_token, {}));
        m_actor = {};
        m_state = State::SignedOut;
        leaveTeam();
    }
}

void DeskSession::endWith(std::string reason) { m_line->end(beginningOf(std::move(reason), kMaxEndReason)); }

}  // namespace evenhand::ingest
