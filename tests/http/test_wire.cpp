// SPDX-License-Identifier: GPL-3.0-or-later
// Good requests and every refusal before a handler, by curl.
#include <QTest>

#include "curl_run.h"
#include "raw_client.h"
#include "wire_fixture.h"

namespace test_wire {

using namespace evenhand;
using namespace evenhand::test;

class TestWire : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_server = std::make_unique<WireServer>(); }
    void cleanup() { m_server.reset(); }

    void answersInFull() {
        const auto answer = curl({m_server->url("/t/hello")});
        QCOMPARE(answer.exitCode, 0);
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.body, QByteArray(R"({"hello":true})"));
        QCOMPARE(answer.headers.at("content-type"), "application/json");
        QCOMPARE(answer.headers.at("cache-control"), "no-store");
        QVERIFY(answer.headers.at("date").ends_with(" GMT"));
    }

    void headHasNoBody() {
        const auto answer = curl({QStringLiteral("-I"), m_server->url("/t/hello")});
        QCOMPARE(answer.exitCode, 0);
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.headers.at("content-length"), "14");
    }

    void keepsConnections() {
        const auto answer = curl({QStringLiteral("-o"), QStringLiteral("/dev/null"), QStringLiteral("-o"),
                                  QStringLiteral("/dev/null"), QStringLiteral("-w"), QStringLiteral("%{num_connects} "),
                                  m_server->url("/t/hello"), m_server->url("/t/hello")});
        QCOMPARE(answer.body, QByteArray("1 0 "));
    }

    void oldClientsAreClosed() {
        const auto answer = curl({QStringLiteral("--http1.0"), m_server->url("/t/hello")});
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.headers.at("connection"), "close");
    }

    void decodesPathAndQuery() {
        auto answer = curl({m_server->url("/t/things/a%2Fb%20%E4%B8%AD?limit=1%2B1")});
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.json()[QStringLiteral("id")].toString(), QString::fromUtf8("a/b 中"));
        QCOMPARE(answer.json()[QStringLiteral("limit")].toString(), QStringLiteral("1+1"));
    }

    void sendsAndGetsJson() {
        const auto answer = curl(
            {QStringLiteral("--json"), QStringLiteral(R"({"n":9007199254740993,"t":"é"})"), m_server->url("/t/echo")});
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.body, QByteArray(R"({"n":9007199254740993,"t":"é"})"));
    }

    void chunkedBodies() {
        const auto answer = curl({QStringLiteral("--json"), QStringLiteral(R"({"a":1})"), QStringLiteral("-H"),
                                  QStringLiteral("Transfer-Encoding: chunked"), m_server->url("/t/echo")});
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.body, QByteArray(R"({"a":1})"));
    }

    void refusals_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("reason");
        const auto header = [](const char* text) { return QStringList{QStringLiteral("-H"), QString::fromUtf8(text)}; };
        const auto body = [](const char* text) {
            return QStringList{QStringLiteral("--json"), QString::fromUtf8(text)};
        };
        const auto row = [](const char* name, const QStringList& arguments, const char* path, int status,
                            const char* reason) {
            QTest::newRow(name) << arguments << QByteArray(path) << status << QString::fromLatin1(reason);
        };
        row("unknown path", {}, "/t/nowhere", 404, "unknown_path");
        row("trailing slash", {}, "/t/hello/", 404, "unknown_path");
        row("empty parameter", {}, "/t/things/", 404, "unknown_path");
        row("method", {QStringLiteral("-X"), QStringLiteral("DELETE")}, "/t/hello", 405, "method_not_allowed");
        row("own method", {QStringLiteral("-X"), QStringLiteral("BREW")}, "/t/hello", 405, "method_not_allowed");
        row("accept", header("Accept: text/html"), "/t/hello", 406, "not_acceptable");
        row("accept zero", header("Accept: application/json;q=0"), "/t/hello", 406, "not_acceptable");
        row("no token", {}, "/t/secret", 401, "token_missing");
        row("basic", header("Authorization: Basic Zzp4"), "/t/secret", 401, "token_missing");
        row("unknown token", header("Authorization: Bearer wrong"), "/t/secret", 401, "token_unknown");
        row("scope", header("Authorization: Bearer narrow"), "/t/secret", 403, "scope_missing");
        row("two tokens", header("Authorization: Bearer good") + header("Authorization: Bearer narrow"), "/t/secret",
            400, "header_repeated");
        row("unknown parameter", {}, "/t/things/1?colour=red", 400, "unknown_parameter");
        row("parameter twice", {}, "/t/things/1?limit=1&limit=2", 400, "parameter_repeated");
        row("control character", {}, "/t/things/a%07", 400, "bad_target");
        row("not utf-8", {}, "/t/things/%FF%FE", 400, "bad_target");
        row("bad escape", {}, "/t/things/%4", 400, "bad_target");
        row("long id", {}, "/t/things/00000000001111111111222222222233333333334444444444555555555566666", 422,
            "invalid_argument");
        row("body of a get", body("{}") + QStringList{QStringLiteral("-X"), QStringLiteral("GET")}, "/t/hello", 400,
            "unexpected_body");
        row("form", {QStringLiteral("-d"), QStringLiteral("a=b")}, "/t/echo", 415, "unsupported_media_type");
        row("latin-1", body("{}") + header("Content-Type: application/json; charset=latin1"), "/t/echo", 415,
            "unsupported_media_type");
        row("gzip", body("{}") + header("Content-Encoding: gzip"), "/t/echo", 415, "unsupported_coding");
        row("no json", body("{"), "/t/echo", 400, "malformed_json");
        row("nothing", body(""), "/t/echo", 400, "malformed_json");
        row("two values", body("{} {}"), "/t/echo", 400, "malformed_json");
        row("comment", body("{/* */}"), "/t/echo", 400, "malformed_json");
        row("member twice", body("{\"a\":1,\"b\":{\"c\":\":\"},\"a\":2}"), "/t/echo", 400, "malformed_json");
        row("nan", body("[NaN]"), "/t/echo", 400, "malformed_json");
        row("lone surrogate", body(R"(["\ud800"])"), "/t/echo", 400, "malformed_json");
        row("no key", body("{}"), "/t/keyed", 400, "idempotency_key_missing");
        row("long key",
            body("{}") + header("Idempotency-Key: 00000000001111111111222222222233333333334444444444555555555566666"),
            "/t/keyed", 400, "bad_idempotency_key");
        row("odd key", body("{}") + header("Idempotency-Key: a b"), "/t/keyed", 400, "bad_idempotency_key");
        row("dropped", {}, "/t/drop", 500, "internal");
        row("thrown", {}, "/t/throw", 500, "internal");
    }
    void refusals() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, path);
        const auto answer =
            curl(arguments + QStringList{QStringLiteral("--path-as-is"), m_server->url(path.constData())});
        QCOMPARE(answer.exitCode, 0);
        QTEST(answer.status, "status");
        QCOMPARE(answer.headers.at("content-type"), "application/problem+json");
        const auto problem = answer.json();
        QTEST(problem[QStringLiteral("reason")].toString(), "reason");
        QCOMPARE(problem[QStringLiteral("status")].toInt(), answer.status);
        QCOMPARE(problem[QStringLiteral("type")].toString(),
                 QStringLiteral("urn:evenhand:problem:") + problem[QStringLiteral("reason")].toString());
        QVERIFY(!problem[QStringLiteral("title")].toString().isEmpty());
        QVERIFY(!answer.body.contains("secret in it"));
        // The server is there for the next one.
        QCOMPARE(curl({m_server->url("/t/hello")}).status, 200);
    }

    void saysWhatIsAllowed() {
        QCOMPARE(curl({QStringLiteral("-X"), QStringLiteral("PUT"), m_server->url("/t/hello")}).headers.at("allow"),
                 "GET, HEAD");
        const auto refused = curl({m_server->url("/t/secret")});
        QCOMPARE(refused.headers.at("www-authenticate"), "Bearer");
    }

    void knowsTokens() {
        const auto answer =
            curl({QStringLiteral("-H"), QStringLiteral("authorization: bearer good"), m_server->url("/t/secret")});
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.json()[QStringLiteral("actor")].toString(), QStringLiteral("token:good"));
    }

    void limitsRates() {
        const QStringList asked{QStringLiteral("-H"), QStringLiteral("Authorization: Bearer limited"),
                                m_server->url("/t/secret")};
        QCOMPARE(curl(asked).status, 200);
        int refused = 0;
        for (int i = 0; i < 20 && refused == 0; ++i) {
            RawClient client(m_server->port());
            client.send(get("/t/secret", "Authorization: Bearer limited\r\n"));
            const auto answer = client.response();
            QVERIFY(answer);
            if (answer->status == 429) {
                ++refused;
                QCOMPARE(answer->header("retry-after"), "1");
            }
        }
        QCOMPARE(refused, 1);
        QCOMPARE(curl({QStringLiteral("-H"), QStringLiteral("Authorization: Bearer good"), m_server->url("/t/secret")})
                     .status,
                 200);
    }

    void pipelinesInOrder() {
        constexpr int kMany = 100;
        std::string all;
        for (int i = 0; i < kMany; ++i) {
            all += i % 2 == 0 ? get("/t/things/" + std::to_string(i)) : post("/t/echo", "[" + std::to_string(i) + "]");
        }
        RawClient client(m_server->port());
        QVERIFY(client.send(all));
        for (int i = 0; i < kMany; ++i) {
            const auto answer = client.response();
            QVERIFY(answer);
            QCOMPARE(answer->status, 200);
            QVERIFY(answer->body.find(std::to_string(i)) != std::string::npos);
        }
    }

    void requestsByteByByte() {
        RawClient client(m_server->port());
        for (const char c : post("/t/echo", R"({"slow":1})")) {
            QVERIFY(client.send({&c, 1}));
        }
        const auto answer = client.response();
        QVERIFY(answer);
        QCOMPARE(answer->body, R"({"slow":1})");
    }

    void tellsToContinue() {
        RawClient client(m_server->port());
        QVERIFY(
            client.send("POST /t/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
                        "Expect: 100-continue\r\n\r\n"));
        QCOMPARE(client.until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
        QVERIFY(client.send("{}"));
        QCOMPARE(client.response().value_or(RawResponse{}).status, 200);
    }

    void logHasNoSecrets() {
        (void)curl({QStringLiteral("-H"), QStringLiteral("Authorization: Bearer good"), m_server->url("/t/secret")});
        (void)curl({QStringLiteral("-H"), QStringLiteral("Authorization: Bearer s3cr3t"), m_server->url("/t/secret")});
        (void)curl({m_server->url("/t/things/one%20two?limit=s3cr3t")});
        m_server->stop();
        const auto log = m_server->log();
        QVERIFY2(log.find("127.0.0.1 token:good GET /t/secret 200 ") != std::string::npos, log.c_str());
        QVERIFY2(log.find("127.0.0.1 - GET /t/secret 401 ") != std::string::npos, log.c_str());
        QVERIFY2(log.find("127.0.0.1 - GET /t/things/one\\x20two 200 ") != std::string::npos, log.c_str());
        QVERIFY(log.find("s3cr3t") == std::string::npos && log.find("Bearer") == std::string::npos);
    }

    void finishesWhatItHandles() {
        RawClient client(m_server->port());
        RawClient idle(m_server->port());
        QVERIFY(idle.send(get("/t/hello")));
        QVERIFY(idle.response());
        QVERIFY(client.send(get("/t/held") + get("/t/hello")));
        QTRY_COMPARE(stage().held(), std::size_t{1});
        m_server->beginStop();
        QCOMPARE(idle.rest().value_or("not closed"), "");
        stage().letGo();
        const auto answer = client.response();
        QVERIFY(answer);
        QCOMPARE(answer->body, R"({"held":true})");
        QCOMPARE(answer->header("connection"), "close");
        QCOMPARE(client.rest().value_or("not closed"), "");
        m_server->stop();
        QVERIFY(!RawClient(m_server->port()).connected());
    }

    void lateAnswersAreHarmless() {
        ingest::ServerOptions options;
        options.limits.handleMs = 50;
        options.limits.stopMs = 50;
        m_server = std::make_unique<WireServer>(options);
        RawClient client(m_server->port());
        QVERIFY(client.send(get("/t/held")));
        QCOMPARE(client.response().value_or(RawResponse{}).status, 504);
        QVERIFY(RawClient(m_server->port()).send(get("/t/held")));
        RawClient another(m_server->port());
        QVERIFY(another.send(get("/t/held")));
        QTRY_VERIFY(stage().held() >= 2);
        m_server.reset();
        stage().letGo();
    }

private:
    std::unique_ptr<WireServer> m_server;
};

}  // namespace test_wire

QTEST_GUILESS_MAIN(test_wire::TestWire)
#include "test_wire.moc"
