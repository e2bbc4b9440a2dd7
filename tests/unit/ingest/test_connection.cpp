// SPDX-License-Identifier: GPL-3.0-or-later
// A connection without a socket, step by step: what happens while something else is under way.
#include <QTest>
#include <cstring>
#include <deque>

#include "engine/ingest/http/connection.h"
#include "engine/ingest/http/event_feed.h"
#include "engine/ingest/http/server_core.h"

using namespace evenhand;
using namespace evenhand::ingest;

namespace {

/// Pages are answered when the test says so.
class HeldFeed final : public EventFeed {
public:
    void read(const std::string& position, std::size_t, Done done) override { asked.emplace_back(position, done); }
    std::deque<std::pair<std::string, Done>> asked;
};

std::shared_ptr<HeldFeed> theFeed;

void streamed(const RouteCall&, Respond respond) {
    Response response;
    response.stream = theFeed;
    respond(std::move(response));
}

/// What is written goes out when the test says so.
class HandConnection final : public Connection {
public:
    using Connection::Connection;
    void give(std::string_view bytes) {
        const auto into = std::exchange(m_into, {});
        std::memcpy(into.data(), bytes.data(), bytes.size());
        onRead({}, bytes.size());
    }
    /// What was being written; empty: nothing was.
    std::string takeWritten() {
        auto text = std::exchange(m_writing, {});
        if (!text.empty()) {
            onWritten({});
        }
        return text;
    }

private:
    void doHandshake() override { onReady({}); }
    void doRead(boost::asio::mutable_buffer into) override { m_into = into; }
    void doDiscard(boost::asio::mutable_buffer into) override { m_into = into; }
    void doWrite(const Buffers& buffers) override {
        QVERIFY2(m_writing.empty(), "two writes at a time");
        for (const auto& buffer : buffers) {
            m_writing.append(static_cast<const char*>(buffer.data()), buffer.size());
        }
    }
    void doShutdown() override { onShutdown(); }
    void doClose() override {}

    boost::asio::mutable_buffer m_into;
    std::string m_writing;
};

FeedPage pageOf(const std::string& id, bool more) { return {{{id, "thing", "data-" + id}}, id, more}; }

}  // namespace

class TestConnection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        theFeed = std::make_shared<HeldFeed>();
        m_clock.set(Instant{1'700'000'000'000});
        m_core = std::make_shared<ServerCore>(Services{.clock = &m_clock}, m_table, Limits{}, AccessSink());
        m_connection = std::make_shared<HandConnection>(m_core, "peer");
        m_connection->start();
        m_connection->give("GET /s HTTP/1.1\r\nHost: h\r\n\r\n");
        turn();
        QVERIFY(m_connection->takeWritten().starts_with("HTTP/1.1 200 OK\r\n"));
        QCOMPARE(theFeed->asked.size(), std::size_t{1});
    }
    void cleanup() {
        m_connection->close();
        m_connection.reset();
        theFeed.reset();
        m_core.reset();
    }

    void aPageThatComesLateIsNotLost() {
        m_clock.advanceMs(m_core->limits().heartbeatMs + 1);
        m_connection->sweep(m_core->nowMs());
        answer(pageOf("1", false));
        std::string all;
        for (auto text = m_connection->takeWritten(); !text.empty(); text = m_connection->takeWritten()) {
            all += text;
            turn();
        }
        QVERIFY(all.find("data: data-1\n") != std::string::npos);
    }

    void aQuietStreamIsKeptAlive() {
        answer({{}, "7", false});
        QCOMPARE(m_connection->takeWritten(), std::string());
        m_clock.advanceMs(m_core->limits().heartbeatMs + 1);
        m_connection->sweep(m_core->nowMs());
        QCOMPARE(m_connection->takeWritten(), std::string(":\n\n"));
        QCOMPARE(theFeed->asked.size(), std::size_t{1});  // whether the token still holds
        QCOMPARE(theFeed->asked.front().first, std::string("7"));
    }

    void goesOnWhereThereIsMore() {
        answer(pageOf("1", true));
        QVERIFY(!m_connection->takeWritten().empty());
        QCOMPARE(theFeed->asked.size(), std::size_t{1});
        answer(pageOf("2", false));
        QVERIFY(!m_connection->takeWritten().empty());
        QVERIFY(theFeed->asked.empty());  // until something is committed
        m_connection->wake();
        QCOMPARE(theFeed->asked.size(), std::size_t{1});
    }

private:
    void turn() {
        m_core->io().restart();
        m_core->io().poll();
    }
    void answer(FeedPage page) {
        const auto done = theFeed->asked.front().second;
        theFeed->asked.pop_front();
        done(std::move(page));
        turn();
    }

    base::VirtualClock m_clock;
    const std::vector<Route> m_table{{.pattern = "/s",
                                      .scope = {},
                                      .operationId = "stream",
                                      .summary = "for tests",
                                      .responseType = "text/event-stream",
                                      .handler = streamed}};
    std::shared_ptr<ServerCore> m_core;
    std::shared_ptr<HandConnection> m_connection;
};

QTEST_APPLESS_MAIN(TestConnection)
#include "test_connection.moc"
