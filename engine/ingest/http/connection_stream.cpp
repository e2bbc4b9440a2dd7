// SPDX-License-Identifier: GPL-3.0-or-later
// Streams of server-sent events. The feed is asked for a page when the client has taken the one before, so a stream
// holds one page at most; a client that does not take it in time is cut off and comes back with Last-Event-ID.
#include <utility>

#include "engine/ingest/http/connection.h"
#include "engine/ingest/http/problem.h"
#include "engine/ingest/http/response_text.h"

namespace evenhand::ingest {
namespace {

constexpr std::size_t kPage = 200;

}  // namespace

void Connection::beginStream(const Response& response) {
    auto& figures = m_core->figures();
    auto& share = m_core->shareOf(m_admission.token);
    if (m_admission.token != 0 && share.streams >= m_core->limits().streamsPerToken) {
        auto refusal = problem(429, "too_many_streams", "the token has too many event streams open");
        refusal.headers.emplace_back("Retry-After", "5");
        write(std::move(refusal));
        return;
    }
    if (m_stopping || figures.streams >= m_core->limits().streams) {
        auto refusal = problem(503, "too_many_streams", "too many event streams are open");
        refusal.headers.emplace_back("Retry-After", "5");
        write(std::move(refusal));
        return;
    }
    note(response);
    m_feed = response.stream;
    ++figures.streams;
    ++share.streams;
    // A stream may last for hours and must not hold its request's share of the limit for so long.
    account(0);
    enter(State::Streaming, m_core->limits().writeMs);
    m_fresh = true;
    m_writing = true;
    m_head = headOf(response, After::Close, m_core->date()) + "retry: 2000\n\n";
    doWrite({boost::asio::buffer(m_head)});
    if (!m_reading) {
        m_reading = true;  // nothing is expected, but only a read tells that the client has gone
        doDiscard(boost::asio::buffer(m_input));
    }
}

void Connection::wake() {
    if (m_state == State::Streaming) {
        m_fresh = true;
        pump();
    }
}

void Connection::pump() {
    if (m_state != State::Streaming || m_asking || m_writing || !m_fresh) {
        return;
    }
    m_asking = true;
    // Before the feed looks: what is committed while it does sets this again, so the next page is asked for.
    m_fresh = false;
    m_feed->read(m_position, kPage, [core = m_core, connection = weak_from_this()](Result<FeedPage> page) {
        core->post([connection, page = std::move(page)]() mutable {
            if (const auto there = connection.lock()) {
                there->onPage(std::move(page));
            }
        });
    });
}

void Connection::onPage(Result<FeedPage> page) {
    m_asking = false;
    if (m_state != State::Streaming) {
        return;
    }
    if (!page) {
        close();
        return;
    }
    m_position = std::move(page->position);
    // A feed that filters may answer few events of a page that was full, and says itself that there is more behind
    // them.
    m_fresh = m_fresh || page->more || page->events.size() >= kPage;
    if (!page->events.empty()) {
        streamText(ingest::textOf(page->events));
        return;
    }
    pump();
}

/// The buffer may be replaced, for nothing else is being written: a page is asked for only when the last one was
/// written, and there is no heartbeat while a page is asked for.
void Connection::streamText(std::string text) {
    m_writing = true;
    m_deadlineMs = m_core->nowMs() + m_core->limits().writeMs;
    m_body = std::move(text);
    doWrite({boost::asio::buffer(m_body)});
}

void Connection::streamWritten() {
    m_writing = false;
    m_body = {};
    m_deadlineMs = m_core->nowMs() + m_core->limits().heartbeatMs;
    pump();
}

}  // namespace evenhand::ingest
