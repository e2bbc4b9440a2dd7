// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/line/remote_line.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <thread>
#include <utility>

#include "engine/base/log.h"
#include "engine/base/sha256.h"
#include "engine/json/json_text.h"
#include "engine/remote/line/service_messages.h"
#include "engine/wire/values/value.h"

namespace evenhand::remote {
namespace {

constexpr std::int64_t kSweepMs = 100;
constexpr std::size_t kKeyBytes = 16;
constexpr std::int64_t kGreetingMs = 15'000;  ///< connecting, hello and session together

std::vector<api::Event> stateChanged() { return {api::Event{api::Event::Kind::StateChanged, {}, {}, {}, {}}}; }

}  // namespace

struct RemoteLine::Loop {
    boost::asio::io_context io{1};
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{boost::asio::make_work_guard(io)};
    boost::asio::steady_timer backOff{io};
    boost::asio::steady_timer sweep{io};
    std::thread thread;
};

RemoteLine::RemoteLine(LineOptions options)
    : m_options(std::move(options)),
      m_loop(std::make_unique<Loop>()),
      m_known(*m_options.clock),
      m_backOff(m_options.addresses.size()),
      m_calls(m_options.patienceMs) {}

RemoteLine::~RemoteLine() {
    if (m_loop->thread.joinable()) {
        stop();
        post([this] {
            m_loop->sweep.cancel();
            m_loop->io.stop();  // a closed socket's timers would keep the loop for seconds
        });
        m_loop->thread.join();
    }
}

void RemoteLine::stop() {
    post([this] {
        m_state = State::Ended;
        m_loop->backOff.cancel();
        ++m_number;
        if (m_socket) {
            m_socket->close();
        }
        m_calls.giveUpAll({ErrorCode::Cancelled, "the console is closing", {}, {}});
    });
}

template <typename Fn>
void RemoteLine::post(Fn fn) {
    boost::asio::post(m_loop->io, std::move(fn));
}

Result<void> RemoteLine::open() {
    m_loop->thread = std::thread([this] { m_loop->io.run(); });
    post([this] {
        connect();
        startSweeping();
    });
    return m_known.waitForFirst();
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
    m_socket = m_options.socket ? m_options.socket(m_loop->io, address, trust, std::move(listener))
                                : SocketLine::connect(m_loop->io, address, trust, std::move(listener));
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
        EVENHAND_ASSIGN(const auto told, readEvents(*events));
        m_handlers.tell(told);
        return {};
    }
    if (const auto* status = message.if_contains("status")) {
        EVENHAND_ASSIGN(auto told, wire::valueOf<api::EngineStatus>(*status));
        m_known.told(std::move(told));
        return {};
    }
    if (const auto* workspace = message.if_contains("workspace")) {
        EVENHAND_ASSIGN(auto told, wire::valueOf<api::WorkspaceInfo>(*workspace));
        m_known.told(std::move(told));
        return {};
    }
    if (const auto* grant = message.if_contains("grant"); grant != nullptr && grant->is_object()) {
        grantChanged(grant->get_object());
        return {};
    }
    const auto* id = message.if_contains("id");
    if (id == nullptr || !id->is_int64()) {
        return fail(ErrorCode::Internal, "is missing", "id");
    }
    answered(id->get_int64(), message);
    return {};
}

Result<void> RemoteLine::greeted(const boost::json::value& message) {
    EVENHAND_ASSIGN(const auto hello, readHello(message));
    if (!hello.isOurs) {
        end({ErrorCode::WorkspaceVersion,
             "the service runs " + hello.program + ", this is " EVENHAND_VERSION "; both must be the same", "service",
             hello.program});
        return {};
    }
    if (hello.now.ms !=
        0) {  // until somebody signs in nothing else tells it, and a wait before the next attempt needs it
        m_known.toldTime(hello.now);
    }
    if (!m_token.empty()) {
        resume();
        return {};
    }
    if (hello.actor) {
        owned(*hello.actor, hello.permissions);
    } else if (m_known.removeOwner() && m_grant != nullptr) {
        m_grant->end();  // somebody can sign in by now, and so has to
        m_grant.reset();
    }
    ready();
    return {};
}

/// The same grant for as long as it lasts: whoever holds the actor goes on after a cut.
void RemoteLine::owned(const std::string& name, api::Permissions permissions) {
    if (m_grant == nullptr) {
        m_grant = std::make_shared<api::Grant>(permissions);
    }
    m_known.setOwner({name, 0, m_grant, m_options.via});
}

void RemoteLine::grantChanged(const boost::json::object& grant) {
    const auto news = readGrant(grant);
    if (!news || m_grant == nullptr) {
        return;
    }
    m_grant->change(news->permissions);
    if (news->ended) {
        m_grant->end();
        m_grant.reset();
        m_token.clear();
    }
}

void RemoteLine::resume() {
    m_resumeId = m_calls.nextId();
    m_socket->send(boost::json::serialize(boost::json::object{{"id", m_resumeId}, {"resume", m_token}}));
}

void RemoteLine::resumed(const boost::json::object& message) {
    m_resumeId = 0;
    const auto session = resultOf<wire::SessionGrant>(message);
    if (m_grant == nullptr) {  // signed out meanwhile
        m_socket->send(boost::json::serialize(boost::json::object{{"id", m_calls.nextId()}, {"signOut", nullptr}}));
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
    m_backOff.succeeded();
    m_known.up((m_address - 1) % m_options.addresses.size());  // it was counted on as it was called
    m_calls.lineReady(m_grant, sending());
    m_handlers.tell(stateChanged());
}

void RemoteLine::lost(Error why) {
    m_socket.reset();
    const bool wasUp = m_state == State::Ready;
    enter(State::Down);
    m_resumeId = 0;
    m_backOff.failed();
    m_calls.lineLost(nowMs());
    const auto wait = m_backOff.waitMs(why, m_options.random);
    m_known.down(why);
    if (wasUp) {
        m_handlers.tell(stateChanged());
    }
    if (m_backOff.allHaveFailed()) {
        m_known.firstTryFailed(std::move(why));
    }
    m_loop->backOff.expires_after(std::chrono::milliseconds(wait));
    m_loop->backOff.async_wait([this](boost::system::error_code failed) {
        if (!failed) {
            connect();
        }
    });
}

/// Nothing that could be tried would help.
void RemoteLine::end(Error why) {
    enter(State::Ended);
    ++m_number;
    m_socket->close();
    m_known.down(why);
    m_calls.endAll(why);
    m_known.ended(std::move(why));
}

void RemoteLine::startSweeping() {
    m_loop->sweep.expires_after(std::chrono::milliseconds(kSweepMs));
    m_loop->sweep.async_wait([this](boost::system::error_code failed) {
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
    m_calls.sweep(nowMs(), sending());
}

// --- calls
// ------------------------------------------------------------------------------------------------------------

OpenCalls::Send RemoteLine::sending() {
    return [this](const std::string& text) { m_socket->send(text); };
}

void RemoteLine::answered(std::int64_t id, const boost::json::object& message) {
    if (id == m_resumeId && id != 0) {
        resumed(message);
        return;
    }
    m_calls.answered(id, message, sending());
}

void RemoteLine::ask(LineCall call) {
    post([this, call = std::move(call)]() mutable {
        const bool waits = call.bulk && m_state != State::Ended;
        if (m_state != State::Ready && !waits) {
            OpenCalls::giveUp(call, serviceUnreachable());
            return;
        }
        auto key = call.kind == AskKind::Do ? base::hexOf(m_options.random(kKeyBytes)) : std::string();
        m_calls.ask(std::move(call), key, m_grant, m_state == State::Ready ? sending() : OpenCalls::Send(), nowMs());
    });
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
            done(fail(serviceUnreachable()));
            return;
        }
        LineCall call;
        call.kind = AskKind::Say;
        call.done = [this, done](const boost::json::object& message) {
            const auto session = resultOf<wire::SessionGrant>(message);
            done(session ? Result<api::SignedIn>(signedIn(*session, m_options.via)) : fail(session.error()));
        };
        wire::Writing out;
        m_calls.say(std::move(call), {{"signIn", wire::write(attempt, out)}}, m_grant, sending());
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
        m_calls.say(std::move(call), {{"signOut", nullptr}}, m_grant, sending());
    });
}

void RemoteLine::signInState(std::function<void(Result<api::SignInState>)> done) {
    post([this, done = std::move(done)] {
        if (m_state != State::Ready) {
            done(fail(serviceUnreachable()));
            return;
        }
        LineCall call;
        call.done = [done](const boost::json::object& message) { done(resultOf<api::SignInState>(message)); };
        m_calls.say(std::move(call), {{"signInState", nullptr}}, m_grant, sending());
    });
}

}  // namespace evenhand::remote
