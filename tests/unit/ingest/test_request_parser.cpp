// SPDX-License-Identifier: GPL-3.0-or-later
// What the parser makes of bytes, and a target of its text: each limit from both sides, each refusal.
#include <QTest>
#include <string>

#include "engine/ingest/http/request_parser.h"
#include "engine/ingest/http/target.h"
#include "refusal_words.h"

namespace test_request_parser {

using namespace evenhand;
using namespace evenhand::ingest;
using test::wordsOf;

class TestRequestParser : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void targets_data() {
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<QByteArray>("expected");  // path, then segments, then the query; or the error's field
        const auto row = [](const char* target, const char* expected) {
            QTest::newRow(target) << QByteArray(target) << QByteArray(expected);
        };
        row("/", "/ []");
        row("/a/b", "/a/b [a][b]");
        row("/a//b/", "/a//b/ [a][][b][]");
        row("/a%2Fb/c", "/a/b/c [a/b][c]");
        row("/%41%7e%7E", "/A~~ [A~~]");
        row("/a+b?c=d+e&f=%2B", "/a+b [a+b] c=d e f=+");
        row("/?&&a=1&&b&=c&", "/ [] a=1 b= =c");
        row("/?a=b=c", "/ [] a=b=c");
        row("/a#b?c=d", "/a [a]");
        row("/a?b=c#d&e=f", "/a [a] b=c");
        row("http://h:1/x/y?z=1", "/x/y [x][y] z=1");
        row("//h/x", "//h/x [][h][x]");
        row("http://h", "! target");
        row("x", "! target");
        row("*", "! target");
        row("?a=1", "! target");
        row("/%", "! target");
        row("/%4", "! target");
        row("/%4g", "! target");
        row("/%g4", "! target");
        row("/%00", "! target");
        row("/%1F", "! target");
        row("/%20", "/  [ ]");
        row("/%7F", "! target");
        row("/%C3%A4", "/\xc3\xa4 [\xc3\xa4]");
        row("/%C3", "! target");
        row("/%C3/%A4", "! target");
        row("/?a=%0A", "! target");
        row("/?%0A=a", "! target");
        row("/?a=1&%61=2", "! a");
        row("/?a=1&A=2", "/ [] a=1 A=2");
    }
    void targets() {
        QFETCH(QByteArray, target);
        Request request;
        const auto read = readTarget(target.toStdString(), request);
        std::string text = read ? request.path + ' ' : "! " + read.error().field;
        for (const auto& segment : request.segments) {
            text += read ? '[' + segment + ']' : std::string();
        }
        for (const auto& [name, value] : request.query) {
            text += read ? ' ' + name + '=' + value : std::string();
        }
        QTEST(QByteArray::fromStdString(text), "expected");
        QVERIFY(read || read.error().code == ErrorCode::InvalidArgument);
    }

    void fieldsThatMeanSomethingStandOnce() {
        const Limits limits;
        for (const char* name : {"Authorization", "Content-Encoding", "Content-Type", "Expect", "Host",
                                 "Idempotency-Key", "Last-Event-ID"}) {
            RequestParser parser(limits);
            const auto line = std::string(name) + ": 100-continue\r\n";
            const auto host = std::string_view(name) == "Host" ? std::string() : std::string("Host: h\r\n");
            (void)parser.feed("GET / HTTP/1.1\r\n" + host + line + "X: y\r\n" + line + "\r\n");
            QVERIFY2(parser.state() == RequestParser::State::Refused, name);
            const auto words = wordsOf(parser.refusal());
            QVERIFY2(words.starts_with("400 header_repeated "), words.c_str());
            QVERIFY2(equalIgnoringCase(words.substr(words.rfind(' ') + 1), name), words.c_str());
        }
        RequestParser parser(limits);
        (void)parser.feed("GET / HTTP/1.1\r\nHost: h\r\nAccept: a/b\r\nAccept: c/d\r\n\r\n");
        QVERIFY(parser.state() == RequestParser::State::Done);
        QCOMPARE(parser.head().header("ACCEPT").value_or(""), std::string_view("a/b"));
    }

    void requests_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const QByteArray& bytes, const char* expected) {
            QTest::newRow(name) << bytes << QByteArray(expected);
        };
        const QByteArray first(" / HTTP/1.1\r\nHost: h\r\n");
        row("kept", "GET" + first + "\r\n", "kept");
        row("closed", "GET" + first + "Connection: close\r\n\r\n", "");
        row("1.0", "GET / HTTP/1.0\r\n\r\n", "");
        row("1.0, kept", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "kept");
        row("head", "HEAD" + first + "\r\n", "kept head");
        row("a body of nothing", "POST" + first + "Content-Length: 0\r\n\r\n", "kept");
        row("a body", "POST" + first + "Content-Length: 1\r\n\r\nx", "kept body 1");
        row("a part of it", "POST" + first + "Content-Length: 2\r\n\r\nx", "kept body 1 more");
        row("chunks", "POST" + first + "Transfer-Encoding: CHUNKED\r\n\r\n2\r\nxy\r\n1\r\nz\r\n0\r\n\r\n",
            "kept body 3");
        row("no chunk", "POST" + first + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "kept body 0");
        row("waits to be told", "POST" + first + "Expect: 100-Continue\r\nContent-Length: 1\r\n\r\n",
            "kept expects body 0 more");
        row("has nothing to wait for", "POST" + first + "Expect: 100-continue\r\nContent-Length: 0\r\n\r\n", "kept");
        row("1.0 is told nothing", "POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n",
            "body 0 more");
        row("no host", "GET / HTTP/1.1\r\n\r\n", "400 host_missing Host");
        row("version", "GET / HTTP/1.2\r\nHost: h\r\n\r\n", "505 bad_version");
        row("expectation", "POST" + first + "Expect: more\r\nContent-Length: 1\r\n\r\n", "417 bad_expectation Expect");
        row("length", "POST" + first + "Content-Length: x\r\n\r\n", "400 bad_content_length Content-Length");
        row("too long", "POST" + first + "Content-Length: 101\r\n\r\n", "413 body_too_large");
        row("as long as may be", "POST" + first + "Content-Length: 100\r\n\r\nx", "kept body 1 more");
        row("coding", "POST" + first + "Transfer-Encoding: gzip\r\n\r\n",
            "501 bad_transfer_encoding Transfer-Encoding");
        row("chunks of 1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
            "400 bad_transfer_encoding Transfer-Encoding");
        row("target", "GET x HTTP/1.1\r\nHost: h\r\n\r\n", "400 bad_target target");
        row("parameter", "GET /?a=1&a=2 HTTP/1.1\r\nHost: h\r\n\r\n", "400 parameter_repeated a");
        row("folded", "GET" + first + "X: a\r\n b\r\n\r\n", "400 malformed_request");
        // 200 bytes of header and one more.
        const QByteArray begun("GET" + first + "X: ");
        row("the longest header", begun + QByteArray(200 - 4 - begun.size(), 'x') + "\r\n\r\n", "kept");
        row("a longer header", begun + QByteArray(201 - 4 - begun.size(), 'x') + "\r\n\r\n", "431 header_too_large");
    }
    void requests() {
        QFETCH(QByteArray, bytes);
        Limits limits;
        limits.header = 200;
        limits.body = 100;
        RequestParser parser(limits);
        QVERIFY(!parser.begun());
        std::string_view rest(bytes.constData(), static_cast<std::size_t>(bytes.size()));
        const auto header = parser.feed(rest);
        std::string text;
        const auto add = [&text](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
        if (parser.state() != RequestParser::State::Refused) {
            add(parser.keepAlive() ? "kept" : "");
            add(parser.headOnly() ? "head" : "");
            add(parser.takeExpectsContinue() ? "expects" : "");
            QVERIFY(!parser.takeExpectsContinue());  // once
            rest.remove_prefix(header);
            rest.remove_prefix(parser.feed(rest));
            QVERIFY(rest.empty());
            add(parser.hasBody() ? "body " + std::to_string(parser.bodyBytes()) : "");
            add(parser.state() == RequestParser::State::Body ? "more" : "");
        }
        QVERIFY(parser.begun());
        if (parser.state() == RequestParser::State::Refused) {
            text = wordsOf(parser.refusal());
        }
        QTEST(QByteArray::fromStdString(text).simplified(), "expected");
    }
};

}  // namespace test_request_parser

QTEST_APPLESS_MAIN(test_request_parser::TestRequestParser)
#include "test_request_parser.moc"
