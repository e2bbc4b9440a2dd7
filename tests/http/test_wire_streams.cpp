// SPDX-License-Identifier: GPL-3.0-or-later
// Server-sent events: in order, resumed, woken by commits, kept alive, cut off where nobody reads.
#include <QTest>

#include "raw_client.h"
#include "wire_fixture.h"

namespace test_wire_streams {

using namespace evenhand;
using namespace evenhand::test;

class TestWireStreams : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        start({});
        stage().feedFails = false;
    }
    void cleanup() { m_server.reset(); }

    void beginsNow() {
        stage().publish("old");
        RawClient client(m_server->port());
        QVERIFY(client.send(get("/t/events")));
        const auto head = client.until("retry: 2000\n\n");
        QVERIFY(head.starts_with("HTTP/1.1 200 OK\r\n"));
        QVERIFY(head.find("Content-Type: text/event-stream\r\n") != std::string::npos);
        QVERIFY(head.find("Content-Length") == std::string::npos);
        publishUntilSeen(client, "new");
        QVERIFY(m_seen.find("old") == std::string::npos);
    }

    void resumesWhereItWas() {
        const auto from = stage().published();
        for (int i = 0; i < 1000; ++i) {
            stage().publish("e" + std::to_string(i) + ".");
        }
        RawClient client(m_server->port());
        QVERIFY(client.send(get("/t/events", "Last-Event-ID: " + std::to_string(from + 10) + "\r\n")));
        const auto all = client.until("data: e999.\n\n");
        QVERIFY(all.find("data: e9.") == std::string::npos);
        std::size_t at = 0;
        for (int i = 10; i < 1000; ++i) {
            const auto number = std::to_string(static_cast<std::size_t>(i) + from + 1);
            const auto next = all.find("id: " + number + "\nevent: thing\ndata: e" + std::to_string(i) + ".\n\n", at);
            QVERIFY(next != std::string::npos);
            at = next;
        }
    }

    void staysAlive() {
        ingest::Limits limits;
        limits.heartbeatMs = 100;
        start(limits);
        RawClient client(m_server->port());
        QVERIFY(client.send(get("/t/events")));
        (void)client.until("retry: 2000\n\n");
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(client.until(":\n\n"), ":\n\n");
        }
        publishUntilSeen(client, "after the silence");
    }

    /// With many commits a second one page serves many; the last of them needs no other one to be told.
    void whatComesInAGapIsToldAtItsEnd() {
        ingest::Limits limits;
        limits.streamGapMs = 300;
        limits.heartbeatMs = 600'000;
        start(limits);
        RawClient client(m_server->port());
        QVERIFY(client.send(get("/t/events")));
        publishUntilSeen(client, "first");  // a gap has begun
        stage().publish("in the gap");
        m_server->wake();
        QVERIFY(client.until("data: in the gap\n\n").ends_with("data: in the gap\n\n"));
    }

    void endsWithItsToken() {
        ingest::Limits limits;
        limits.heartbeatMs = 100;
        start(limits);
        RawClient client(m_server->port());
        QVERIFY(client.send(get("/t/events")));
        (void)client.until("retry: 2000\n\n");
        stage().feedFails = true;
        QVERIFY(client.rest());
    }

    void whoDoesNotReadIsCutOff() {
        ingest::Limits limits;
        limits.writeMs = 500;
        ingest::ServerOptions options;
        options.limits = limits;
        options.sendBuffer = 4096;
        m_server = std::make_unique<WireServer>(options);
        const auto from = stage().published();
        const std::size_t before = residentBytes();
        RawClient client(m_server->port(), 4096);
        QVERIFY(client.send(get("/t/events", "Last-Event-ID: " + std::to_string(from) + "\r\n")));
        const std::string large(10'000, 'x');
        for (int i = 0; i < 2'000; ++i) {
            stage().publish(large);
        }
        m_server->wake();
        QTRY_VERIFY_WITH_TIMEOUT(!client.send("x"), 30'000);
        // 20 MB are kept by the stage itself; the stream holds a page of 200 at most.
        QVERIFY(residentBytes() < before + (std::size_t{40} << 20));
        RawClient another(m_server->port());
        QVERIFY(another.send(get("/t/hello")));
        QVERIFY(another.response());
    }

    void areLimited() {
        ingest::Limits limits;
        limits.streams = 2;
        start(limits);
        std::vector<RawClient> clients;
        for (int i = 0; i < 2; ++i) {
            clients.emplace_back(m_server->port());
            QVERIFY(clients.back().send(get("/t/events")));
            (void)clients.back().until("retry: 2000\n\n");
        }
        RawClient refused(m_server->port());
        QVERIFY(refused.send(get("/t/events")));
        QCOMPARE(refused.response().value_or(RawResponse{}).status, 503);
        clients.clear();
        const auto isWelcome = [this] {
            RawClient client(m_server->port());
            return client.send(get("/t/events")) && client.until("retry: 2000\n\n").starts_with("HTTP/1.1 200");
        };
        QTRY_VERIFY(isWelcome());
    }

    void haveAShareOfEachToken() {
        ingest::Limits limits;
        limits.streams = 8;
        limits.streamsPerToken = 2;
        start(limits);
        const auto listen = [this](const char* token) {
            RawClient client(m_server->port());
            (void)client.send(get("/t/mine", std::string("Authorization: Bearer ") + token + "\r\n"));
            return client;
        };
        std::vector<RawClient> clients;
        for (int i = 0; i < 2; ++i) {
            clients.push_back(listen("good"));
            QVERIFY(clients.back().until("retry: 2000\n\n").starts_with("HTTP/1.1 200"));
        }
        QCOMPARE(listen("good").response().value_or(RawResponse{}).status, 429);
        QVERIFY(listen("other").until("retry: 2000\n\n").starts_with("HTTP/1.1 200"));
        clients.clear();
        QTRY_VERIFY(listen("good").until("retry: 2000\n\n").starts_with("HTTP/1.1 200"));
    }

    void endWithTheServer() {
        RawClient client(m_server->port());
        QVERIFY(client.send(get("/t/events")));
        (void)client.until("retry: 2000\n\n");
        m_server->stop();
        QVERIFY(client.rest());
    }

private:
    void start(const ingest::Limits& limits) {
        m_server.reset();
        ingest::ServerOptions options;
        options.limits = limits;
        m_server = std::make_unique<WireServer>(options);
    }
    /// Its first read, which says where "now" is, may come after the head: so more than once.
    void publishUntilSeen(RawClient& client, const std::string& text) {
        std::atomic<bool> seen{false};
        std::thread publisher([&] {
            while (!seen) {
                stage().publish(text);
                m_server->wake();
                std::this_thread::yield();
            }
        });
        m_seen = client.until("data: " + text + "\n\n");
        seen = true;
        publisher.join();
        QVERIFY(m_seen.ends_with("data: " + text + "\n\n"));
    }

    std::unique_ptr<WireServer> m_server;
    std::string m_seen;
};

}  // namespace test_wire_streams

QTEST_GUILESS_MAIN(test_wire_streams::TestWireStreams)
#include "test_wire_streams.moc"
