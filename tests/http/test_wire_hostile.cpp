// SPDX-License-Identifier: GPL-3.0-or-later
// Clients that send what nobody should: the right status, bounded memory, and the next client is served.
#include <QTemporaryFile>
#include <QTest>

#include "curl_run.h"
#include "raw_client.h"
#include "wire_fixture.h"

namespace test_wire_hostile {

using namespace evenhand;
using namespace evenhand::test;

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

}  // namespace

class TestWireHostile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { start({}); }
    void cleanup() { m_server.reset(); }

    void malformed_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("status");
        const auto row = [](const char* name, const QByteArray& bytes, int status) {
            QTest::newRow(name) << bytes << status;
        };
        const QByteArray host("Host: x\r\n");
        const auto posted = [&host](const char* fields, const char* body = "") {
            return QByteArray("POST /t/echo HTTP/1.1\r\n") + host + "Content-Type: application/json\r\n" + fields +
                   "\r\n" + body;
        };
        row("garbage", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400);
        row("words", "hello world\r\n\r\n", 400);
        row("no host", "GET /t/hello HTTP/1.1\r\n\r\n", 400);
        row("two hosts", "GET /t/hello HTTP/1.1\r\n" + host + host + "\r\n", 400);
        row("version 2", "GET /t/hello HTTP/2.0\r\n" + host + "\r\n", 505);
        row("version 0.9", "GET /t/hello HTTP/0.9\r\n" + host + "\r\n", 505);
        row("no target", "GET HTTP/1.1\r\n" + host + "\r\n", 400);
        row("relative target", "GET t/hello HTTP/1.1\r\n" + host + "\r\n", 400);
        row("star", "OPTIONS * HTTP/1.1\r\n" + host + "\r\n", 400);
        row("connect", "CONNECT example.org:443 HTTP/1.1\r\n" + host + "\r\n", 400);
        row("space before colon", "GET /t/hello HTTP/1.1\r\nHost : x\r\n\r\n", 400);
        row("folded field", "GET /t/hello HTTP/1.1\r\n" + host + "X: a\r\n b\r\n\r\n", 400);
        row("folded by a tab", "GET /t/hello HTTP/1.1\r\nX: a\r\n\tb\r\n" + host + "\r\n", 400);
        row("folded first", "GET /t/hello HTTP/1.1\r\n X: a\r\n" + host + "\r\n", 400);
        row("folded to nothing", "GET /t/hello HTTP/1.1\r\n" + host + "X: a\r\n \r\n\r\n", 400);
        row("nul in a field", QByteArray("GET /t/hello HTTP/1.1\r\nHost: x\0y\r\n\r\n", 37), 400);
        row("raw bytes in the path", "GET /t/things/\xff\xfe HTTP/1.1\r\n" + host + "\r\n", 400);
        row("negative length", posted("Content-Length: -1\r\n"), 400);
        row("signed length", posted("Content-Length: +2\r\n", "{}"), 400);
        row("hexadecimal length", posted("Content-Length: 0x2\r\n", "{}"), 400);
        row("no length at all", posted("Content-Length: \r\n", "{}"), 400);
        row("two lengths", posted("Content-Length: 2\r\nContent-Length: 3\r\n", "{}"), 400);
        row("same length twice", posted("Content-Length: 2\r\nContent-Length: 2\r\n", "{}"), 400);
        row("list of lengths", posted("Content-Length: 2, 2\r\n", "{}"), 400);
        row("overflowing length", posted("Content-Length: 18446744073709551618\r\n"), 400);
        row("huge length", posted("Content-Length: 18446744073709551615\r\n"), 413);
        row("large length", posted("Content-Length: 1048577\r\n"), 413);
        row("length, then chunked", posted("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), 400);
        row("chunked, then length", posted("Transfer-Encoding: chunked\r\nContent-Length: 2\r\n", "0\r\n\r\n"), 400);
        row("chunked twice", posted("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), 400);
        row("gzip", posted("Transfer-Encoding: gzip\r\n"), 501);
        row("gzip, chunked", posted("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"), 501);
        row("misspelt chunked", posted("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"), 501);
        row("chunked in 1.0", "POST /t/echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400);
        row("chunk of no size", posted("Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n0\r\n\r\n"), 400);
        row("negative chunk", posted("Transfer-Encoding: chunked\r\n", "-2\r\n{}\r\n0\r\n\r\n"), 400);
        row("huge chunk", posted("Transfer-Encoding: chunked\r\n", "fffffffffffffff0\r\n"), 413);
        row("overflowing chunk", posted("Transfer-Encoding: chunked\r\n", "10000000000000002\r\n"), 400);
        row("chunk too long", posted("Transfer-Encoding: chunked\r\n", "2\r\n{}!\r\n0\r\n\r\n"), 400);
        row("expectation", posted("Content-Length: 2\r\nExpect: 200-ok\r\n"), 417);
        row("long header", "GET /t/hello HTTP/1.1\r\n" + host + "X: " + QByteArray(8 * 1024, 'x') + "\r\n\r\n", 431);
        row("many headers", "GET /t/hello HTTP/1.1\r\n" + host + QByteArray("A: b\r\n").repeated(2000) + "\r\n", 431);
        row("long target", "GET /" + QByteArray(9 * 1024, 'x') + " HTTP/1.1\r\n" + host + "\r\n", 431);
    }
    void malformed() {
        QFETCH(QByteArray, bytes);
        RawClient client(m_server->port());
        // What follows would be another request, if the first one were not the connection's end.
        (void)client.send(bytes.toStdString() + get("/t/things/smuggled"));
        const auto answer = client.response();
        QVERIFY(answer);
        QTEST(answer->status, "status");
        QCOMPARE(answer->header("connection"), "close");
        QCOMPARE(answer->header("content-type"), "application/problem+json");
        QCOMPARE(client.rest().value_or("not closed"), "");
        QCOMPARE(m_server->log().find("smuggled"), std::string::npos);
        QVERIFY(isUp());
    }

    void bodiesUpToTheLimit() {
        const std::string text = '"' + std::string(kMiB - 2, 'x') + '"';
        RawClient client(m_server->port());
        QVERIFY(client.send(post("/t/echo", text)));
        const auto answer = client.response();
        QVERIFY(answer);
        QCOMPARE(answer->status, 200);
        QVERIFY(answer->body == text);
    }

    void chunkedBeyondTheLimit() {
        RawClient client(m_server->port());
        (void)client.send(
            "POST /t/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n");
        const std::string chunk = "10000\r\n" + std::string(65536, ' ') + "\r\n";
        for (int i = 0; i < 17; ++i) {
            (void)client.send(chunk);
        }
        const auto answer = client.response();
        QVERIFY(answer);
        QCOMPARE(answer->status, 413);
    }

    void endlessChunkExtension() {
        RawClient client(m_server->port());
        (void)client.send(
            "POST /t/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n2;");
        const std::string more(4096, 'x');
        for (int i = 0; i < 64; ++i) {
            (void)client.send(more);
        }
        const auto answer = client.response();
        QVERIFY(answer);
        QCOMPARE(answer->status, 431);
    }

    void trailersAreNoHeaders() {
        RawClient client(m_server->port());
        QVERIFY(
            client.send("POST /t/keyed HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nIdempotency-Key: late\r\n\r\n"));
        QCOMPARE(client.response().value_or(RawResponse{}).status, 400);
    }

    void deepJson() {
        for (const int depth : {16, 17, 100'000}) {
            const auto text =
                std::string(static_cast<std::size_t>(depth), '[') + std::string(static_cast<std::size_t>(depth), ']');
            RawClient client(m_server->port());
            QVERIFY(client.send(post("/t/echo", text)));
            const auto answer = client.response();
            QVERIFY(answer);
            QCOMPARE(answer->status, depth <= 16 ? 200 : 400);
        }
    }

    void badUtf8_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("alone") << QByteArray("\xff");
        QTest::newRow("cut off") << QByteArray("\xe4\xb8");
        QTest::newRow("overlong") << QByteArray("\xc0\xaf");
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80");
        QTest::newRow("beyond") << QByteArray("\xf4\x90\x80\x80");
        QTest::newRow("control") << QByteArray("\x01");
    }
    void badUtf8() {
        QFETCH(QByteArray, text);
        RawClient client(m_server->port());
        QVERIFY(client.send(post("/t/echo", "{\"a\":\"" + text.toStdString() + "\"}")));
        const auto answer = client.response();
        QVERIFY(answer);
        QCOMPARE(answer->status, 400);
        QVERIFY(answer->body.find("malformed_json") != std::string::npos);
        // The connection goes on: the request itself was whole.
        QVERIFY(client.send(get("/t/hello")));
        QCOMPARE(client.response().value_or(RawResponse{}).status, 200);
    }

    void floodsCostNoMemory_data() {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<int>("megabytes");
        QTest::addColumn<int>("status");
        QTest::newRow("20 MB of headers") << QByteArray("GET /t/hello HTTP/1.1\r\nHost: x\r\nX: ") << 20 << 431;
        QTest::newRow("300 MB of body") << QByteArray(
                                               "POST /t/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                                               "Content-Length: 314572800\r\n\r\n")
                                        << 300 << 413;
    }
    void floodsCostNoMemory() {
        QFETCH(QByteArray, head);
        QFETCH(int, megabytes);
        QFETCH(int, status);
        const std::string piece(kMiB, 'x');
        const std::size_t before = residentBytes();
        RawClient client(m_server->port());
        bool taken = client.send(head.toStdString());
        for (int i = 0; i < megabytes && taken; ++i) {
            taken = client.send(piece);
        }
        const auto answer = client.response();
        QVERIFY(answer);
        QCOMPARE(answer->status, status);
        QVERIFY(residentBytes() < before + 32 * kMiB);
        QVERIFY(isUp());
    }

    void curlLearnsThatItsBodyIsTooLarge() {
        QTemporaryFile file;
        QVERIFY(file.open() && file.resize(300 * static_cast<qint64>(kMiB)));
        const auto answer =
            curl({QStringLiteral("-H"), QStringLiteral("Content-Type: application/json"),
                  QStringLiteral("--data-binary"), QLatin1Char('@') + file.fileName(), m_server->url("/t/echo")});
        QCOMPARE(answer.status, 413);
    }

    void slowClientsAreEnded() {
        ingest::Limits limits;
        limits.headerMs = 1'500;
        limits.bodyMs = 1'500;
        start(limits);
        const std::size_t before = residentBytes();
        std::vector<RawClient> clients;
        for (int i = 0; i < 400; ++i) {
            clients.emplace_back(m_server->port());
            QVERIFY(clients.back().send(i % 2 == 0 ? std::string("GET /t/hello HTTP/1.1\r\nHos")
                                                   : "POST /t/echo HTTP/1.1\r\nHost: x\r\nContent-Type: "
                                                     "application/json\r\nContent-Length: 1000000\r\n\r\n{"));
        }
        QVERIFY(isUp());
        QVERIFY(residentBytes() < before + 64 * kMiB);
        for (auto& client : clients) {
            const auto answer = client.response();
            QVERIFY(answer);
            QCOMPARE(answer->status, 408);
            QVERIFY(client.rest());
        }
        QVERIFY(isUp());
    }

    void idleClientsAreClosed() {
        ingest::Limits limits;
        limits.idleMs = 100;
        start(limits);
        RawClient silent(m_server->port());
        QCOMPARE(silent.rest().value_or("not closed"), "");
        RawClient client(m_server->port());
        QVERIFY(client.send(get("/t/hello")));
        QVERIFY(client.response());
        QCOMPARE(client.rest().value_or("not closed"), "");
    }

    void whoDoesNotReadIsClosed() {
        ingest::Limits limits;
        limits.writeMs = 300;
        start(limits);
        RawClient client(m_server->port(), 4096);
        QVERIFY(client.send(get("/t/big?bytes=50000000")));
        // Nothing is read until the server has given up: the answer stays cut off.
        QTRY_VERIFY(m_server->log().find("/t/big 200 50000000") != std::string::npos);
        QTRY_VERIFY_WITH_TIMEOUT(!client.send(get("/t/hello")), 30'000);
        QVERIFY(isUp());
    }

    void answersSlowlyHandledOnes() {
        ingest::Limits limits;
        limits.handleMs = 200;
        start(limits);
        RawClient client(m_server->port());
        QVERIFY(client.send(get("/t/held")));
        const auto answer = client.response();
        QVERIFY(answer);
        QCOMPARE(answer->status, 504);
        stage().letGo();
    }

    void fullServersTellSo() {
        ingest::Limits limits;
        limits.connections = 4;
        start(limits);
        std::vector<RawClient> clients;
        for (std::size_t i = 0; i < 4; ++i) {
            clients.emplace_back(m_server->port());
            QVERIFY(clients.back().send(get("/t/held")));
        }
        QTRY_COMPARE(stage().held(), std::size_t{4});
        RawClient turnedAway(m_server->port());
        const auto answer = turnedAway.response();
        QVERIFY(answer);
        QCOMPARE(answer->status, 503);
        QCOMPARE(answer->header("retry-after"), "1");
        stage().letGo();
        for (auto& client : clients) {
            QVERIFY(client.response());
        }
        // Now they are idle: each new client takes the place of one.
        for (int i = 0; i < 12; ++i) {
            RawClient client(m_server->port());
            QVERIFY(client.send(get("/t/hello")));
            QCOMPARE(client.response().value_or(RawResponse{}).status, 200);
        }
    }

    void bodiesTogetherAreLimited() {
        ingest::Limits limits;
        limits.bodies = 5 * kMiB / 2;
        start(limits);
        const std::string text = '"' + std::string(kMiB - 2, 'x') + '"';
        std::vector<RawClient> clients;
        for (std::size_t i = 1; i <= 2; ++i) {
            clients.emplace_back(m_server->port());
            QVERIFY(clients.back().send(post("/t/kept", text)));
            QTRY_COMPARE(stage().held(), i);  // it has been read
        }
        const auto statusOfOneMore = [&] {
            RawClient client(m_server->port());
            (void)client.send(post("/t/echo", text));
            return client.response().value_or(RawResponse{}).status;
        };
        QCOMPARE(statusOfOneMore(), 503);
        stage().letGo();
        for (auto& client : clients) {
            QCOMPARE(client.response().value_or(RawResponse{}).status, 200);
        }
        QCOMPARE(statusOfOneMore(), 200);
    }

    void whoMayNotAskSendsNoBody_data() {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<int>("status");
        const auto row = [](const char* name, const char* line, const char* fields, int status) {
            QTest::newRow(name) << QByteArray(line) + " HTTP/1.1\r\nHost: x\r\nContent-Length: 1048575\r\n" + fields +
                                       "\r\n"
                                << status;
        };
        const char* json = "Content-Type: application/json\r\n";
        row("no token", "POST /t/private", json, 401);
        row("unknown token", "POST /t/private", "Content-Type: application/json\r\nAuthorization: Bearer no\r\n", 401);
        row("scope", "POST /t/private", "Content-Type: application/json\r\nAuthorization: Bearer narrow\r\n", 403);
        row("path", "POST /t/nothing", json, 404);
        row("method", "POST /t/hello", json, 405);
        row("no type", "POST /t/echo", "", 415);
        row("no key", "POST /t/keyed", json, 400);
        row("waits to be told", "POST /t/private", "Content-Type: application/json\r\nExpect: 100-continue\r\n", 401);
    }
    void whoMayNotAskSendsNoBody() {
        QFETCH(QByteArray, head);
        RawClient client(m_server->port());
        QVERIFY(client.send(head.toStdString()));
        const auto answer = client.response();  // not a byte of the body was sent
        QVERIFY(answer);
        QTEST(answer->status, "status");
        QCOMPARE(answer->header("connection"), "close");
        QVERIFY(client.rest());
    }

    void aSmallBodyKeepsTheConnection() {
        RawClient client(m_server->port());
        QVERIFY(client.send(post("/t/private", "[1]") + post("/t/private", "[2]", "Authorization: Bearer good\r\n")));
        QCOMPARE(client.response().value_or(RawResponse{}).status, 401);
        const auto answer = client.response();
        QVERIFY(answer);
        QCOMPARE(answer->status, 200);
        QCOMPARE(answer->body, "[2]");
    }

    void bodiesOfNobodyShutNobodyOut() {
        ingest::Limits limits;
        limits.bodies = 2 * kMiB;
        start(limits);
        const auto text = '"' + std::string(kMiB - 2, 'x') + '"';
        const auto whole = post("/t/private", text);
        std::vector<RawClient> clients;
        for (int i = 0; i < 8; ++i) {
            clients.emplace_back(m_server->port());
            (void)clients.back().send(std::string_view(whole).substr(0, whole.size() - 1));
        }
        RawClient honest(m_server->port());
        QVERIFY(honest.send(post("/t/private", text, "Authorization: Bearer good\r\n")));
        QCOMPARE(honest.response().value_or(RawResponse{}).status, 200);
        for (auto& client : clients) {
            QCOMPARE(client.response().value_or(RawResponse{}).status, 401);
        }
    }

    void bodiesOfOneTokenLeaveRoomForOthers() {
        ingest::Limits limits;
        limits.bodiesPerToken = 3 * kMiB / 2;
        start(limits);
        const auto text = '"' + std::string(kMiB - 2, 'x') + '"';
        const auto asked = [&text](const char* token, const char* path = "/t/private") {
            return post(path, text, std::string("Authorization: Bearer ") + token + "\r\n");
        };
        RawClient first(m_server->port());
        QVERIFY(first.send(asked("good", "/t/private/kept")));
        QTRY_COMPARE(stage().held(), std::size_t{1});
        const auto statusOf = [&](const char* token) {
            RawClient client(m_server->port());
            (void)client.send(asked(token));
            return client.response().value_or(RawResponse{}).status;
        };
        QCOMPARE(statusOf("good"), 429);
        QCOMPARE(statusOf("other"), 200);
        stage().letGo();
        QCOMPARE(first.response().value_or(RawResponse{}).status, 200);
        QCOMPARE(statusOf("good"), 200);
    }

    void halfHeadersMakeRoom() {
        ingest::Limits limits;
        limits.connections = 16;
        start(limits);
        RawClient working(m_server->port());
        QVERIFY(working.send(get("/t/secret", "Authorization: Bearer good\r\n")));
        QCOMPARE(working.response().value_or(RawResponse{}).status, 200);
        std::vector<RawClient> clients;
        for (int i = 0; i < 100; ++i) {
            clients.emplace_back(m_server->port());
            (void)clients.back().send("GET /t/hello HTTP/1.1\r\nHos");
        }
        for (int i = 0; i < 20; ++i) {
            RawClient honest(m_server->port());
            QVERIFY(honest.send(get("/t/hello")));
            QCOMPARE(honest.response().value_or(RawResponse{}).status, 200);
        }
        // The oldest are gone; whoever has shown a token is still there.
        QCOMPARE(clients.front().rest().value_or("not closed"), "");
        QVERIFY(working.send(get("/t/secret", "Authorization: Bearer good\r\n")));
        QCOMPARE(working.response().value_or(RawResponse{}).status, 200);
    }

    void slowBodiesMakeRoom() {
        ingest::Limits limits;
        limits.connections = 4;
        limits.slowMs = -1;  // at once
        start(limits);
        std::vector<RawClient> clients;
        for (int i = 0; i < 8; ++i) {
            clients.emplace_back(m_server->port());
            (void)clients.back().send(
                "POST /t/private HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                "Authorization: Bearer good\r\nContent-Length: 1000\r\n\r\n{");
        }
        QVERIFY(isUp());
        QCOMPARE(clients.front().rest().value_or("not closed"), "");
    }

    void oneAddressHasAShare() {
        ingest::Limits limits;
        limits.connections = 16;
        limits.connectionsPerPeer = 4;
        start(limits);
        std::vector<RawClient> clients;
        for (std::size_t i = 0; i < 4; ++i) {
            clients.emplace_back(m_server->port());
            QVERIFY(clients.back().send(get("/t/held")));
        }
        QTRY_COMPARE(stage().held(), std::size_t{4});
        RawClient turnedAway(m_server->port());
        QCOMPARE(turnedAway.response().value_or(RawResponse{}).status, 503);
        RawClient elsewhere(m_server->port(), 0, "127.0.0.2");
        QVERIFY(elsewhere.send(get("/t/hello")));
        QCOMPARE(elsewhere.response().value_or(RawResponse{}).status, 200);
        stage().letGo();
        for (auto& client : clients) {
            QVERIFY(client.response());
        }
    }

    void connectionsThatBreak() {
        for (int i = 0; i < 200; ++i) {
            RawClient client(m_server->port());
            (void)client.send(i % 3 == 0 ? get("/t/hello") : i % 3 == 1 ? std::string("POST /t/ec") : get("/t/held"));
        }
        QVERIFY(isUp());
        stage().letGo();
        QVERIFY(isUp());
    }

private:
    void start(const ingest::Limits& limits) {
        m_server.reset();
        ingest::ServerOptions options;
        options.limits = limits;
        m_server = std::make_unique<WireServer>(options);
    }
    bool isUp() const { return curl({m_server->url("/t/hello")}).status == 200; }

    std::unique_ptr<WireServer> m_server;
};

}  // namespace test_wire_hostile

QTEST_GUILESS_MAIN(test_wire_hostile::TestWireHostile)
#include "test_wire_hostile.moc"
