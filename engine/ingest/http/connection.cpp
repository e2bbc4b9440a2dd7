// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/connection.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/ingest/http/problem.h"
#include "engine/ingest/http/refusal_sums.h"
#include "engine/ingest/http/response_text.h"

namespace evenhand::ingest {

/// The right to answer one request, once. A handler that drops it would leave its client waiting for the deadline, so
/// it answers for the handler then. It does not keep the connection: a client that has gone frees it at once.
class Ticket {
public:
    Ticket(std::shared_ptr<ServerCore> core, std::weak_ptr<Connection> connection, std::uint64_t serial)
        : m_core(std::move(core)), m_connection(std::move(connection)), m_serial(serial) {}
    ~Ticket() {
        if (!m_answered) {
            answer(problem(500, "internal", "the service cannot do this now"));
        }
    }
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;

    void answer(Response response) {
        if (m_answered.exchange(true)) {
            return;
        }
        m_core->post([connection = m_connection, serial = m_serial, response = std::move(response)]() mutable {
            if (const auto there = connection.lock()) {
                there->answered(serial, std::move(response));
            }
        });
    }

private:
    const std::shared_ptr<ServerCore> m_core;
    const std::weak_ptr<Connection> m_connection;
    const std::uint64_t m_serial;
    std::atomic<bool> m_answered{false};
};

Connection::Connection(std::shared_ptr<ServerCore> core, std::string peer)
    : m_core(std::move(core)), m_peer(std::move(peer)), m_peerKey(ServerCore::peerKey(m_peer)), m_input(kInput) {
    m_openedMs = m_core->nowMs();
    ++m_core->figures().connections;
    ++m_core->peers()[m_peerKey];
}

Connection::~Connection() {
    account(0);
    if (!closed()) {  // one that never was in the server's list
        leave();
    }
}

void Connection::leave() {
    --m_core->figures().connections;
    auto& peers = m_core->peers();
    if (const auto there = peers.find(m_peerKey); --there->second == 0) {
        peers.erase(there);
    }
}

void Connection::enter(State state, std::int64_t limitMs) {
    EVENHAND_INVARIANT(!closed(), "a connection that was counted out would be used again");
    m_state = state;
    m_sinceMs = m_core->nowMs();
    m_deadlineMs = m_sinceMs + limitMs;
}

void Connection::start() {
    enter(State::Handshake, m_core->limits().handshakeMs);
    doHandshake();
}

void Connection::turnAway() {
    m_startedNs = m_core->services().clock->monotonicNs();
    m_keepAlive = false;
    m_parser = std::make_unique<RequestParser>(m_core->limits());  // nothing is read, but write() and the log ask it
    auto response = problem(503, "too_many_connections", "too many clients are connected");
    response.headers.emplace_back("Retry-After", "1");
    write(std::move(response));
}

void Connection::onReady(const ErrorCode& error) {
    if (closed()) {
        return;
    }
    if (error) {
        close();
        return;
    }
    becomeIdle();
}

void Connection::becomeIdle() {
    m_request.reset();
    account(0);  // before the admission goes: it says from whose share the bytes were taken
    m_admission = {};
    if (m_stopping) {
        close();
        return;
    }
    m_parser = std::make_unique<RequestParser>(m_core->limits());
    enter(State::Idle, m_core->limits().idleMs);
    // A pipelined request is here already: a read would wait for bytes that its client has no reason to send.
    if (m_begin < m_end) {
        consume();
    } else {
        read();
    }
}

void Connection::read() {
    if (m_reading) {
        return;
    }
    // The parser takes a header in one piece only, so what it has left is moved to the front. That is at most a header
    // (8 KiB), so there is always room to read more.
    if (m_begin > 0) {
        std::memmove(m_input.data(), m_input.data() + m_begin, m_end - m_begin);
        m_end -= m_begin;
        m_begin = 0;
    }
    m_reading = true;
    doRead(boost::asio::buffer(m_input.data() + m_end, m_input.size() - m_end));
}

void Connection::onRead(const ErrorCode& error, std::size_t bytes) {
    m_reading = false;
    switch (m_state) {
        case State::Idle:
        case State::Reading:
            if (error) {
                close();
                return;
            }
            m_end += bytes;
            consume();
            return;
        case State::Streaming:
        case State::Lingering:
            if (error) {
                close();
                return;
            }
            m_reading = true;
            doDiscard(boost::asio::buffer(m_input));
            return;
        // A read that was under way when its request timed out: the request is answered and the connection ends, so its
        // bytes mean nothing any more.
        case State::Handshake:
        case State::Handling:
        case State::Writing:
        case State::Upgraded:
        case State::Closed: return;
    }
}

void Connection::account(std::size_t bytes) {
    m_core->figures().bodies += bytes;
    m_core->figures().bodies -= m_accounted;
    if (m_admission.token != 0) {
        auto& share = m_core->shareOf(m_admission.token);
        share.bodies += bytes;
        share.bodies -= m_accounted;
    }
    m_accounted = bytes;
}

bool Connection::hasRoomForBody() {
    const auto& limits = m_core->limits();
    const bool tooMany = m_core->figures().bodies > limits.bodies;
    const bool tooManyOfToken =
        m_admission.token != 0 && m_core->shareOf(m_admission.token).bodies > limits.bodiesPerToken;
    // A request without a body takes nothing of the limit and passes also while others fill it.
    if (m_accounted == 0 || (!tooMany && !tooManyOfToken)) {
        return true;
    }
    auto response = tooMany ? problem(503, "too_many_bodies", "too much is being received at the same time")
                            : problem(429, "too_many_bodies", "the token sends too much at the same time");
    response.headers.emplace_back("Retry-After", "1");
    answerAndClose(std::move(response));
    return false;
}

/// False: it was answered. Where the body has come whole with its header the connection may go on. Else it ends, since
/// the rest of the body would be read as the next request.
bool Connection::admitted() {
    auto refused = m_core->gate().admit(m_parser->head(), m_parser->hasBody(), m_admission);
    m_known = m_known || m_admission.token != 0;
    if (!refused) {
        return true;
    }
    m_begin += m_parser->feed({m_input.data() + m_begin, m_end - m_begin});
    m_keepAlive = m_parser->state() == RequestParser::State::Done && m_parser->keepAlive();
    write(*std::move(refused));
    return false;
}

void Connection::consume() {
    if (m_state == State::Idle) {
        m_startedNs = m_core->services().clock->monotonicNs();
        // One deadline for the whole header: one that each read put off would let a client send a byte now and then for
        // ever.
        enter(State::Reading, m_core->limits().headerMs);
    }
    if (m_parser->state() == RequestParser::State::Header) {
        m_begin += m_parser->feed({m_input.data() + m_begin, m_end - m_begin});
        if (m_parser->state() == RequestParser::State::Header) {
            read();
            return;
        }
        if (m_parser->state() != RequestParser::State::Refused) {
            if (!admitted()) {
                return;
            }
            enter(State::Reading, m_core->limits().bodyMs);
        }
    }
    m_begin += m_parser->feed({m_input.data() + m_begin, m_end - m_begin});
    if (m_parser->state() == RequestParser::State::Refused) {
        answerAndClose(m_parser->refusal());
        return;
    }
    // What has come counts, not what is announced: else a client could take everybody's room by a header alone.
    account(m_parser->bodyBytes());
    if (!hasRoomForBody()) {
        return;
    }
    if (m_parser->state() == RequestParser::State::Done) {
        handle();
    } else {
        waitForMore();
    }
}

void Connection::waitForMore() {
    if (m_parser->takeExpectsContinue()) {
        static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
        m_interim = true;
        doWrite({boost::asio::buffer(kContinue)});
        return;
    }
    read();
}

void Connection::handle() {
    enter(State::Handling, m_core->limits().handleMs);
    m_keepAlive = m_parser->keepAlive();
    auto request = std::make_shared<Request>(m_parser->take());
    request->peer = m_peer;
    if (request->header("upgrade")) {
        tellEnds(*request);
    }
    m_request = std::move(request);
    ++m_serial;
    ++m_core->figures().handling;
    // Shared, as a std::function has to be copyable: the last copy that goes answers, if nobody has.
    const auto ticket = std::make_shared<Ticket>(m_core, weak_from_this(), m_serial);
    m_core->gate().pass(m_request, m_admission, [ticket](Response response) { ticket->answer(std::move(response)); });
}

void Connection::answered(std::uint64_t serial, Response response) {
    if (m_state != State::Handling || serial != m_serial) {
        return;
    }
    --m_core->figures().handling;
    if (response.stream && response.status == 200 && !m_parser->headOnly()) {
        beginStream(response);
    } else if (response.upgrade) {
        beginUpgrade(std::move(response));
    } else {
        // The header of a stream has no length, so only the end of the connection tells where it ends.
        m_keepAlive = m_keepAlive && !response.stream;
        write(std::move(response));
    }
}

/// What has come behind the request would be lost: a client may not send before it was answered.
void Connection::beginUpgrade(Response response) {
    if (m_stopping || m_reading || m_begin < m_end) {
        answerAndClose(problem(m_stopping ? 503 : 400, m_stopping ? "stopping" : "too_early",
                               m_stopping ? "the service ends" : "nothing may be sent before the answer"));
        return;
    }
    note(response);
    account(0);
    enter(State::Upgraded, m_core->limits().handshakeMs);
    m_listener = response.upgrade;
    doUpgrade(*m_request, std::move(response.upgrade));
}

void Connection::onUpgradeEnded() { close(); }

void Connection::answerAndClose(Response response) {
    m_keepAlive = false;
    write(std::move(response));
}

void Connection::note(const Response& response) {
    auto& figures = m_core->figures();
    const std::string_view operation = m_admission.route != nullptr ? m_admission.route->operationId : "none";
    const std::int64_t micros = (m_core->services().clock->monotonicNs() - m_startedNs) / 1000;
    ++figures.answers[{operation, response.status}];
    figures.durations[operation].add(static_cast<double>(micros) / 1e6);
    // Read back from the body: gate, parser and handlers hand over finished problems, and the reason stands only there.
    if (response.contentType == "application/problem+json") {
        constexpr std::string_view kMark = R"("type":"urn:evenhand:problem:)";
        if (const auto at = response.body.find(kMark); at != std::string::npos) {
            const auto from = at + kMark.size();
            const auto reason = response.body.substr(from, response.body.find('"', from) - from);
            ++figures.refusals[reason];
            if (auto* sink = m_core->services().refusals; sink != nullptr && isGateRefusal(response.status)) {
                sink->refused(m_admission.holder, m_peer, response.status, reason);
            }
        }
    }
    if (m_core->accessLog()) {
        const std::string method = m_request ? m_request->method : m_parser->method();
        const std::string_view path = m_request ? m_request->path : m_parser->head().path;
        m_core->accessLog()(textOf(AccessRow{m_core->services().clock->now(), m_peer, m_admission.holder, method, path,
                                             response.status, response.body.size(), micros}));
    }
}

void Connection::write(Response response) {
    note(response);
    m_keepAlive = m_keepAlive && !m_stopping;
    enter(State::Writing, m_core->limits().writeMs);
    // The header first: it tells the body's length, also to a HEAD, whose body is left out.
    m_head = headOf(response, m_keepAlive ? After::KeepAlive : After::Close, m_core->date());
    m_body = m_parser->headOnly() ? std::string() : std::move(response.body);
    if (m_interim) {
        return;  // two writes at a time would mix; onWritten() sends this one after the interim answer
    }
    doWrite({boost::asio::buffer(m_head), boost::asio::buffer(m_body)});
}

void Connection::onWritten(const ErrorCode& error) {
    if (closed()) {
        return;
    }
    if (error) {
        close();
        return;
    }
    const bool interim = std::exchange(m_interim, false);
    if (m_state == State::Streaming) {
        streamWritten();
    } else if (m_state == State::Writing && interim) {
        doWrite({boost::asio::buffer(m_head), boost::asio::buffer(m_body)});
    } else if (m_state == State::Writing) {
        written();
    } else if (m_state == State::Reading && interim) {
        read();
    }
}

void Connection::written() {
    m_body = {};
    if (m_keepAlive) {
        becomeIdle();
        return;
    }
    // The system answers to unread bytes by a reset, which can take the answer from the client before it has read it.
    // So only our side ends, and what still comes is read and thrown away for a while.
    account(0);
    enter(State::Lingering, m_core->limits().lingerMs);
    doShutdown();
}

void Connection::onShutdown() {
    if (m_state == State::Lingering && !m_reading) {
        m_reading = true;
        doDiscard(boost::asio::buffer(m_input));
    }
}

std::optional<Connection::Yield> Connection::yields(std::int64_t nowMs) const noexcept {
    using Rank = Yield::Rank;
    switch (m_state) {
        case State::Handling:  // the engine does it in any case: its client would only lose the answer
        case State::Streaming:
        case State::Closed: return std::nullopt;
        case State::Upgraded:
            if (m_listener->isKnown()) {
                return std::nullopt;
            }
            break;
        case State::Handshake:
        case State::Idle:
        case State::Lingering: break;
        case State::Reading:
            if (m_admission.token != 0) {  // its body
                return nowMs - m_sinceMs > m_core->limits().slowMs ? std::optional(Yield{Rank::Slow, m_sinceMs})
                                                                   : std::nullopt;
            }
            break;
        case State::Writing:
            return nowMs - m_sinceMs > m_core->limits().slowMs ? std::optional(Yield{Rank::Slow, m_sinceMs})
                                                               : std::nullopt;
    }
    // Who has shown no token is counted from its connecting: each request, even a refused one, would make it young
    // again.
    return m_known ? Yield{Rank::Waiting, m_sinceMs} : Yield{Rank::Unknown, m_openedMs};
}

void Connection::sweep(std::int64_t nowMs) {
    if (nowMs < m_deadlineMs || closed()) {
        return;
    }
    switch (m_state) {
        case State::Reading:
            ++m_core->figures().timedOut;
            answerAndClose(problem(408, "request_timeout", "the request came too slowly"));
            return;
        case State::Handling:
            ++m_serial;
            --m_core->figures().handling;
            answerAndClose(problem(504, "no_answer_yet", "the engine has not answered; try again with the same key"));
            return;
        case State::Streaming:
            if (m_asking) {
                // No heartbeat now: the page could come while it is being written, and there is one buffer for both.
                m_deadlineMs = nowMs + m_core->limits().heartbeatMs;
                return;
            }
            if (!m_writing) {
                m_fresh = true;  // also finds out whether the token still holds
                streamText(":\n\n");
                return;
            }
            break;
        case State::Upgraded:
            if (m_listener->hasBegun()) {
                return;  // it has its own limits of time
            }
            break;
        case State::Handshake:
        case State::Idle:
        case State::Writing:
        case State::Lingering:
        case State::Closed: break;
    }
    m_core->figures().timedOut += m_state == State::Idle || m_state == State::Lingering ? 0 : 1;
    close();
}

void Connection::finish() {
    m_stopping = true;
    switch (m_state) {
        case State::Handling:
        case State::Writing:
        case State::Closed: return;
        case State::Handshake:
        case State::Idle:
        case State::Reading:
        case State::Streaming:
        case State::Upgraded:
        case State::Lingering: close(); return;
    }
}

void Connection::close() {
    if (closed()) {
        return;
    }
    auto& figures = m_core->figures();
    figures.handling -= m_state == State::Handling ? 1 : 0;
    if (m_feed) {
        --figures.streams;
        --m_core->shareOf(m_admission.token).streams;
    }
    m_state = State::Closed;
    m_feed.reset();
    account(0);
    leave();
    doClose();
}

}  // namespace evenhand::ingest
