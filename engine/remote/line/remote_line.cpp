// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/line/remote_line.h"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <iterator>
#include <utility>

#include "engine/base/log.h"
#include "engine/base/sha256.h"
#include "engine/json/json_text.h"
#include "engine/wire/session_grant.h"
#include "engine/wire/values/all.h"
#include "engine/wire/values/value.h"

namespace evenhand::remote {
namespace {

constexpr std::int64_t kFirstBackOffMs = 200;
constexpr std::int64_t kLastBackOffMs = 5'000;
constexpr std::int64_t kStandbyBackOffMs = 500;
constexpr std::int64_t kSweepMs = 100;
constexpr std::size_t kKeyBytes = 16;
constexpr std::int64_t kGreetingMs = 15'000;  ///< connecting, hello and session together
constexpr int kMaxLines = 3;                  ///< a call is sent on; one that ends each of them is given up

/// Of a message with an answer.
template <typename T>
Result<T> resultOf(boost::json::object message) {
    message.erase("id");
    Result<T> result = fail(ErrorCode::Internal, "no answer");
    wire::Reading in;
    wire::read(boost::json::value(std::move(message)), result, in);
    return in.ok() ? std::move(result) : fail(in.fault());
}

/// Of a list among these, or of one that belongs to one of them, such as the lines of an order: the longest one.
std::pair<std::string_view, std::size_t> longestList(const boost::json::object& members) {
    std::pair<std::string_view, std::size_t> longest;
    for (const auto& member : members) {
        const auto* list = member.value().if_array();
        const auto* inner = member.value().if_object();
        const auto found = list != nullptr    ? std::pair<std::string_view, std::size_t>(member.key(), list->size())
                           : inner != nullptr ? longestList(*inner)
                                              : std::pair<std::string_view, std::size_t>();
        longest = found.second > longest.second ? found : longest;
    }
    return longest;
}

/// Of arguments that make a message of so many bytes: how many rows of the longest list would fit.
Error tooMuch(const boost::json::object& arguments, std::size_t bytes) {
    const auto [name, rows] = longestList(arguments);
    // Rows differ in length, so a tenth is left over.
    const auto most = bytes == 0 ? 0 : rows * (wire::kMaxRequest / 10 * 9) / bytes;
    if (most == 0) {
        return {ErrorCode::InvalidArgument, "is too much for one message", "arguments", {}};
    }
    return {ErrorCode::InvalidArgument,
            "are too many for one message to the service; ask for at most " + std::to_string(most) + " at a time",
            std::string(name), std::to_string(rows)};
}

boost::json::object problemMessage(const Error& error) {
    wire::Writing out;
    return {{"problem", wire::write(error, out)}};
}

}  // namespace

struct RemoteLine::Handlers {
    std::mutex mutex;
    std::map<std::uint64_t, api::EngineApi::EventHandler> all;
    std::uint64_t next = 0;
};

class RemoteLine::Listening final : public api::Subscription {
public:
    Listening(std::shared_ptr<Handlers> handlers, std::uint64_t id) : m_handlers(std::move(handlers)), m_id(id) {}
    ~Listening() override {
        const std::scoped_lock lock(m_handlers->mutex);
        m_handlers->all.erase(m_id);
    }
    Listening(const Listening&) = delete;
    Listening& operator=(const Listening&) = delete;

private:
    std::shared_ptr<Handlers> m_handlers;
    std::uint64_t m_id;
};

RemoteLine::RemoteLine(LineOptions options)
    : m_options(std::move(options)),
      m_work(boost::asio::make_work_guard(m_io)),
      m_backOff(m_io),
      m_sweep(m_io),
      m_handlers(std::make_shared<Handlers>()) {
    m_status.state = api::EngineState::Disconnected;
}

RemoteLine::~RemoteLine() {
    if (m_thread.joinable()) {
        stop();
        post([this] {
            m_sweep.cancel();
            m_io.stop();  // a closed socket's timers would keep the loop for seconds
        });
        m_thread.join();
    }
}

void RemoteLine::stop() {
    post([this] {
        m_state = State::Ended;
        m_backOff.cancel();
        ++m_number;
        if (m_socket) {
            m_socket->close();
        }
        for (auto& [id, open] : std::exchange(m_open, {})) {
            give(std::move(open), {ErrorCode::Cancelled, "the console is closing", {}, {}});
        }
    });
}

template <typename Fn>
void RemoteLine::post(Fn fn) {
    boost::asio::post(m_io, std::move(fn));
}

Result<void> RemoteLine::open() {
    m_thread = std::thread([this] { m_io.run(); });
    post([this] {
        connect();
        startSweeping();
    });
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_everReady || m_failure; });
    return m_everReady ? Result<void>() : fail(*m_failure);
}

std::optional<api::Actor> RemoteLine::owner() const {
    const std::scoped_lock lock(m_mutex);
    return m_owner;
}

ServiceAddress RemoteLine::address() const {
    const std::scoped_lock lock(m_mutex);
    return m_options.addresses[m_reached];
}

api::EngineStatus RemoteLine::status() const {
    const std::scoped_lock lock(m_mutex);
    auto status = m_status;
    // Time goes on while nobody tells it: without a line, and where nobody has signed in.
    constexpr std::int64_t kQuietMs = 1'000;
    const auto quietMs = nowMs() - m_toldMs;
    if (m_toldMs != 0 && (status.state == api::EngineState::Disconnected || quietMs > kQuietMs)) {
        status.now = status.now.plusMs(quietMs);
    }
    return status;
}

api::WorkspaceInfo RemoteLine::workspace() const {
    const std::scoped_lock lock(m_mutex);
    return m_workspace;
}

std::unique_ptr<api::Subscription> RemoteLine::subscribe(api::EngineApi::EventHandler handler) {
    const std::scoped_lock lock(m_handlers->mutex);
    const auto id = ++m_handlers->next;
    m_handlers->all.emplace(id, std::move(handler));
    return std::make_unique<Listening>(m_handlers, id);
}

void RemoteLine::tell(const std::vector<api::Event>& events) {
    const std::scoped_lock lock(m_handlers->mutex);
    for (const auto& [id, handler] : m_handlers->all) {
        handler(events);
    }
}

// --- the line
// ---------------------------------------------------------------------------------------------------------

void RemoteLine::connect() {
    if (m_state == State::Ended) {
        return;
    }
    enter(State::Connecting);
    const auto which = m_address++ % m_options.addresses.size();
    const auto& address = m_options.addresses[which];
    const auto number = ++m_number;
    const auto of = [this, number](auto fn) {
        return [this, number, fn](auto&&... what) {
            if (number == m_number) {
                fn(std::forward<decltype(what)>(what)...);
            }
        };
    };
    const auto trust = which < m_options.trust.size() ? m_options.trust[which] : ServiceTrust();
    SocketLine::Listener listener{of([this] { opened(); }), of([this](const std::string& text) { received(text); }),
                                  of([this, which](const Error& why) {
                                      if (m_options.untrusted && why.code == ErrorCode::AddressRefused) {
                                          m_options.untrusted(which, why.value);
                                      }
                                      lost(why);
                                  })};
    m_socket = m_options.socket ? m_options.socket(m_io, address, trust, std::move(listener))
                                : SocketLine::connect(m_io, address, trust, std::move(listener));
}

void RemoteLine::enter(State state) {
    m_state = state;
    m_enteredMs = nowMs();
}

void RemoteLine::opened() {
    enter(State::Greeting);
    wire::Writing out;
    m_socket->send(boost::json::serialize(boost::json::object{{"hello",
                                                               {{"program", EVENHAND_VERSION},
                                                                {"protocol", wire::protocolHash()},
                                                                {"via", wire::write(m_options.via, out)}}}}));
}

void RemoteLine::received(const std::string& text) {
    const auto message = json::parseJson(text);
    const auto done = !message                ? Result<void>(fail(message.error()))
                      : !message->is_object() ? Result<void>(fail(ErrorCode::Internal, "must be an object"))
                                              : handle(message->get_object());
    if (!done) {
        base::log(base::LogLevel::Warning, "service",
                  "the service says what is not understood: " + done.error().text());
        m_socket->close();
    }
}

Result<void> RemoteLine::handle(const boost::json::object& message) {
    if (const auto* hello = message.if_contains("hello")) {
        return greeted(*hello);
    }
    if (const auto* events = message.if_contains("events")) {
        const auto* list = events->if_array();
        if (list == nullptr) {
            return fail(ErrorCode::Internal, "must be a list", "events");
        }
        std::vector<api::Event> told;
        for (const auto& each : *list) {
            EVENHAND_ASSIGN(auto event, wire::readEvent(each));
            told.push_back(std::move(event));
        }
        tell(told);
        return {};
    }
    if (const auto* status = message.if_contains("status")) {
        EVENHAND_ASSIGN(auto told, wire::valueOf<api::EngineStatus>(*status));
        const std::scoped_lock lock(m_mutex);
        m_status = std::move(told);
        m_toldMs = nowMs();
        return {};
    }
    if (const auto* workspace = message.if_contains("workspace")) {
        EVENHAND_ASSIGN(auto told, wire::valueOf<api::WorkspaceInfo>(*workspace));
        const std::scoped_lock lock(m_mutex);
        m_workspace = std::move(told);
        return {};
    }
    if (const auto* grant = message.if_contains("grant"); grant != nullptr && grant->is_object()) {
        wire::Reading in;
        bool ended = false;
        api::Permissions permissions = 0;
        const auto* bits = wire::readMember(grant->get_object(), "permissions", in);
        const auto* end = wire::readMember(grant->get_object(), "ended", in);
        if (bits != nullptr && end != nullptr) {
            wire::read(*bits, permissions, in);
            wire::read(*end, ended, in);
        }
        if (in.ok() && m_grant != nullptr) {
            m_grant->change(permissions);
            if (ended) {
                m_grant->end();
                m_grant.reset();
                m_token.clear();
            }
        }
        return {};
    }
    const auto* id = message.if_contains("id");
    if (id == nullptr || !id->is_int64()) {
        return fail(ErrorCode::Internal, "is missing", "id");
    }
    answered(id->get_int64(), message);
    return {};
}

Result<void> RemoteLine::greeted(const boost::json::value& hello) {
    const auto* object = hello.if_object();
    wire::Reading in;
    std::string program;
    std::string protocol;
    std::optional<std::string> actor;
    if (object != nullptr) {
        if (const auto* found = wire::readMember(*object, "program", in)) {
            wire::read(*found, program, in);
        }
        if (const auto* found = wire::readMember(*object, "protocol", in)) {
            wire::read(*found, protocol, in);
        }
    }
    if (object == nullptr || !in.ok()) {
        return fail(ErrorCode::Internal, "is not understood", "hello");
    }
    if (protocol != wire::protocolHash()) {
        end({ErrorCode::WorkspaceVersion,
             "the service runs " + program + ", this is " EVENHAND_VERSION "; both must be the same", "service",
             program});
        return {};
    }
    if (const auto* found = object->if_contains("actor")) {
        wire::read(*found, actor, in);
    }
    api::Permissions permissions = 0;
    if (const auto* found = actor ? wire::readMember(*object, "permissions", in) : nullptr) {
        wire::read(*found, permissions, in);
    }
    Instant now;
    if (const auto* found = object->if_contains("now")) {
        wire::read(*found, now, in);
    }
    if (!in.ok()) {
        return fail(in.fault());
    }
    if (now.ms != 0) {  // until somebody signs in nothing else tells it, and a wait before the next attempt needs it
        const std::scoped_lock lock(m_mutex);
        m_status.now = now;
        m_toldMs = nowMs();
    }
    if (!m_token.empty()) {
        resume();
        return {};
    }
    if (actor) {
        owned(*actor, permissions);
    } else {
        const std::scoped_lock lock(m_mutex);
        if (std::exchange(m_owner, std::nullopt) && m_grant != nullptr) {
            m_grant->end();  // somebody can sign in by now, and so has to
            m_grant.reset();
        }
    }
    ready();
    return {};
}

/// The same grant for as long as it lasts: whoever holds the actor goes on after a cut.
void RemoteLine::owned(const std::string& name, api::Permissions permissions) {
    if (m_grant == nullptr) {
        m_grant = std::make_shared<api::Grant>(permissions);
    }
    const std::scoped_lock lock(m_mutex);
    m_owner = api::Actor{name, 0, m_grant, m_options.via};
}

void RemoteLine::resume() {
    m_resumeId = m_nextId++;
    m_socket->send(boost::json::serialize(boost::json::object{{"id", m_resumeId}, {"resume", m_token}}));
}

void RemoteLine::resumed(const boost::json::object& message) {
    m_resumeId = 0;
    const auto session = resultOf<wire::SessionGrant>(message);
    if (m_grant == nullptr) {  // signed out meanwhile
        m_socket->send(boost::json::serialize(boost::json::object{{"id", m_nextId++}, {"signOut", nullptr}}));
    } else if (session) {
        m_grant->change(session->permissions);
    } else if (session.error().code != ErrorCode::SessionEnded && saysNothingOfBefore(message)) {
        m_socket->close();  // the service cannot say now: it is asked again
        return;
    } else {
        m_grant->end();
        m_grant.reset();
        m_token.clear();
    }
    ready();
}

void RemoteLine::ready() {
    enter(State::Ready);
    m_failed = 0;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_status.state == api::EngineState::Disconnected) {
            m_status.state = api::EngineState::Live;  // until the service says how it is, which it does at once
            m_status.reason.clear();
        }
        m_everReady = true;
        m_reached = (m_address - 1) % m_options.addresses.size();  // it was counted on as it was called
    }
    m_changed.notify_all();
    std::vector<std::int64_t> waiting;
    std::vector<std::int64_t> ofOthers;
    for (auto& [id, open] : m_open) {
        if (!open.sent) {
            (open.grant == m_grant && open.lines < kMaxLines ? waiting : ofOthers).push_back(id);
        }
    }
    for (const auto id : waiting) {
        send(id);
    }
    // Asked by somebody whose session is over, it would be refused now, whatever became of it; nobody else asks for it.
    for (const auto id : ofOthers) {
        auto open = m_open.extract(id);
        const bool mayBeDone = open.mapped().lines > 0 && open.mapped().call.kind != AskKind::Read;
        give(std::move(open.mapped()), mayBeDone
                                           ? Error{ErrorCode::OutcomeUnknown, "the line to the service was cut", {}, {}}
                                           : Error{ErrorCode::Unreachable, "the service cannot be reached", {}, {}});
    }
    tell({api::Event{api::Event::Kind::StateChanged, {}, {}, {}, {}}});
}

/// Before the next try.
std::int64_t RemoteLine::backOffMs(const Error& why) {
    const bool standsBy = why.field == kStandby;
    const auto round = m_options.addresses.size();
    m_soon = standsBy ? 2 * round : m_soon - std::min<std::size_t>(m_soon, 1);
    if (standsBy && m_failed < round) {
        return 0;  // another address serves, most likely
    }
    auto longest = std::min(kLastBackOffMs, kFirstBackOffMs << std::min<std::size_t>(m_failed - 1, 5));
    if (m_soon > 0) {
        longest = std::min(longest, kStandbyBackOffMs);
    }
    // Consoles that lost the same service must not come back in step.
    const auto chance = static_cast<unsigned char>(m_options.random(1).front());
    return longest / 2 + longest / 2 * chance / 255;
}

void RemoteLine::lost(Error why) {
    m_socket.reset();
    const bool wasUp = m_state == State::Ready;
    enter(State::Down);
    m_resumeId = 0;
    ++m_failed;
    std::vector<std::int64_t> unknown;
    for (auto& [id, open] : m_open) {
        if (open.sent && open.call.kind == AskKind::Say) {
            unknown.push_back(id);
        } else if (open.sinceMs == 0) {
            open.sinceMs = nowMs();
        }
        open.sent = false;
    }
    for (const auto id : unknown) {
        auto open = m_open.extract(id);
        give(std::move(open.mapped()), {ErrorCode::OutcomeUnknown, "the line to the service was cut", {}, {}});
    }
    const auto wait = backOffMs(why);
    setDown(why);
    if (wasUp) {
        tell({api::Event{api::Event::Kind::StateChanged, {}, {}, {}, {}}});
    }
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_everReady && m_failed >= m_options.addresses.size()) {
            m_failure = std::move(why);
        }
    }
    m_changed.notify_all();
    m_backOff.expires_after(std::chrono::milliseconds(wait));
    m_backOff.async_wait([this](boost::system::error_code failed) {
        if (!failed) {
            connect();
        }
    });
}

void RemoteLine::setDown(const Error& why) {
    const std::scoped_lock lock(m_mutex);
    if (m_status.state != api::EngineState::Disconnected) {
        m_status.since = m_status.now;
    }
    m_status.state = api::EngineState::Disconnected;
    m_status.cause = why.code;
    m_status.reason = why.message;
    m_status.standing.clear();
}

/// Nothing that could be tried would help.
void RemoteLine::end(Error why) {
    enter(State::Ended);
    ++m_number;
    m_socket->close();
    setDown(why);
    for (auto& [id, open] : std::exchange(m_open, {})) {
        auto told = why;
        if (open.lines > 0 && open.call.kind != AskKind::Read) {
            told.code = ErrorCode::OutcomeUnknown;  // the service of before may have done it
        }
        give(std::move(open), told);
    }
    {
        const std::scoped_lock lock(m_mutex);
        m_failure = std::move(why);
    }
    m_changed.notify_all();
}

void RemoteLine::startSweeping() {
    m_sweep.expires_after(std::chrono::milliseconds(kSweepMs));
    m_sweep.async_wait([this](boost::system::error_code failed) {
        if (!failed) {
            sweep();
            startSweeping();
        }
    });
}

void RemoteLine::sweep() {
    const bool isGreeting = m_state == State::Connecting || m_state == State::Greeting;
    if (isGreeting && m_socket != nullptr && nowMs() - m_enteredMs > kGreetingMs) {
        m_socket->close();  // there is somebody who says nothing
    }
    std::vector<std::int64_t> late;
    for (auto& [id, open] : m_open) {
        if (open.sinceMs != 0 && nowMs() - open.sinceMs > m_options.patienceMs) {
            late.push_back(id);
        } else if (!open.canceled && open.call.isCanceled && open.call.isCanceled()) {
            open.canceled = true;
            if (open.sent) {
                m_socket->send(boost::json::serialize(boost::json::object{{"cancel", id}}));
            } else {
                late.push_back(id);
            }
        }
    }
    for (const auto id : late) {
        auto open = m_open.extract(id);
        const bool mayBeDone = open.mapped().call.kind != AskKind::Read;
        give(std::move(open.mapped()), mayBeDone
                                           ? Error{ErrorCode::OutcomeUnknown, "the line to the service was cut", {}, {}}
                                           : Error{ErrorCode::Unreachable, "the service cannot be reached", {}, {}});
    }
}

// --- calls
// ------------------------------------------------------------------------------------------------------------

std::int64_t RemoteLine::enqueue(LineCall call, const boost::json::object& message) {
    const auto id = m_nextId++;
    auto text = message;
    text["id"] = id;
    Open open{std::move(call), boost::json::serialize(text)};
    open.grant = m_grant;
    m_open.emplace(id, std::move(open));
    return id;
}

void RemoteLine::send(std::int64_t id) {
    auto& open = m_open.at(id);
    open.sent = true;
    ++open.lines;
    open.sinceMs = 0;
    m_socket->send(open.text);
}

void RemoteLine::give(Open open, const Error& error) { open.call.done(problemMessage(error)); }

void RemoteLine::ask(LineCall call) {
    post([this, call = std::move(call)]() mutable {
        if (m_state != State::Ready) {
            give({std::move(call), {}}, {ErrorCode::Unreachable, "the service cannot be reached", {}, {}});
            return;
        }
        boost::json::object message{
            {"call", call.name}, {"arguments", std::move(call.arguments)}, {"reason", call.reason}};
        if (call.bulk) {
            message["bulk"] = true;
        }
        if (call.kind == AskKind::Do) {
            message["key"] = base::hexOf(m_options.random(kKeyBytes));
        }
        if (!call.file.empty() && call.file.size() <= wire::kMaxFileName) {
            wire::Writing out;
            message["file"] = wire::writeText(call.file, out);
        }
        const auto id = enqueue(std::move(call), message);
        if (const auto bytes = m_open.at(id).text.size(); bytes > wire::kMaxRequest) {
            auto open = m_open.extract(id);
            give(std::move(open.mapped()), tooMuch(message["arguments"].get_object(), bytes));
            return;
        }
        send(id);
    });
}

/// A refusal that looks at who asks, or at how the engine is, before it looks for what was kept.
bool RemoteLine::saysNothingOfBefore(const boost::json::object& message) {
    constexpr ErrorCode kCodes[] = {ErrorCode::SessionEnded, ErrorCode::PermissionDenied, ErrorCode::ReadOnly,
                                    ErrorCode::Busy, ErrorCode::Cancelled, ErrorCode::Storage,
                                    // Of a service whose workspace another one has taken over; of a commit that broke.
                                    ErrorCode::WorkspaceInUse, ErrorCode::OutcomeUnknown};
    const auto* problem = message.if_contains("problem");
    const auto* code = problem != nullptr && problem->is_object() ? problem->get_object().if_contains("code") : nullptr;
    return code != nullptr && code->is_string() &&
           std::any_of(std::begin(kCodes), std::end(kCodes),
                       [&](ErrorCode each) { return code->get_string() == wire::nameOf(each); });
}

void RemoteLine::answered(std::int64_t id, const boost::json::object& message) {
    if (id == m_resumeId && id != 0) {
        resumed(message);
        return;
    }
    const auto open = m_open.find(id);
    if (open == m_open.end()) {
        return;  // it was given up
    }
    if (const auto* progress = message.if_contains("progress")) {
        if (open->second.call.progress && progress->is_array()) {
            open->second.call.progress(progress->get_array());
        }
        return;
    }
    if (const auto* bytes = message.if_contains("bytes")) {
        if (const auto piece = bytes->is_string() ? base::fromBase64(bytes->get_string()) : std::nullopt;
            piece && open->second.call.bytes) {
            open->second.call.bytes(*piece);
        }
        return;
    }
    auto answeredCall = m_open.extract(open);
    const bool wasSentBefore = answeredCall.mapped().lines > 1 && answeredCall.mapped().call.kind == AskKind::Do;
    if (wasSentBefore && saysNothingOfBefore(message)) {
        give(std::move(answeredCall.mapped()), {ErrorCode::OutcomeUnknown, "the line to the service was cut", {}, {}});
        return;
    }
    auto answer = message;
    answer.erase("id");
    answeredCall.mapped().call.done(answer);
}

// --- people
// -----------------------------------------------------------------------------------------------------------

api::SignedIn RemoteLine::signedIn(const wire::SessionGrant& session, api::Via via) {
    m_token = session.token;
    m_grant = std::make_shared<api::Grant>(session.permissions);
    return {api::Actor{session.name, 0, m_grant, via}, session.person, session.lastSignIn, session.failuresSince};
}

void RemoteLine::signIn(api::SignIn attempt, std::function<void(Result<api::SignedIn>)> done) {
    post([this, attempt = std::move(attempt), done = std::move(done)] {
        if (m_state != State::Ready) {
            done(fail(ErrorCode::Unreachable, "the service cannot be reached"));
            return;
        }
        LineCall call;
        call.kind = AskKind::Say;
        call.done = [this, done](const boost::json::object& message) {
            const auto session = resultOf<wire::SessionGrant>(message);
            done(session ? Result<api::SignedIn>(signedIn(*session, m_options.via)) : fail(session.error()));
        };
        wire::Writing out;
        send(enqueue(std::move(call), {{"signIn", wire::write(attempt, out)}}));
    });
}

void RemoteLine::signOut(std::function<void(Result<void>)> done) {
    post([this, done = std::move(done)] {
        if (m_grant != nullptr) {
            m_grant->end();
            m_grant.reset();
        }
        m_token.clear();
        if (m_state != State::Ready) {
            done({});  // the service ends a session without a line by itself
            return;
        }
        LineCall call;
        call.kind = AskKind::Say;
        call.done = [done](const boost::json::object& message) { done(resultOf<void>(message)); };
        send(enqueue(std::move(call), {{"signOut", nullptr}}));
    });
}

void RemoteLine::signInState(std::function<void(Result<api::SignInState>)> done) {
    post([this, done = std::move(done)] {
        if (m_state != State::Ready) {
            done(fail(ErrorCode::Unreachable, "the service cannot be reached"));
            return;
        }
        LineCall call;
        call.done = [done](const boost::json::object& message) { done(resultOf<api::SignInState>(message)); };
        send(enqueue(std::move(call), {{"signInState", nullptr}}));
    });
}

}  // namespace evenhand::remote
