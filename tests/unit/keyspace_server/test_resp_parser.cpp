// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "app/keyspace_server/inline_command.h"
#include "app/keyspace_server/resp_parser.h"
#include "app/keyspace_server/resp_session.h"

namespace test_resp_parser {

using namespace evenhand::keyspace_server;
using Outcome = RespParser::Outcome;

namespace {

std::vector<std::string> copy(const RespParser& parser) {
    return {parser.arguments().begin(), parser.arguments().end()};
}

/// The error of the first request in `bytes`, or what came instead.
std::string firstError(std::string_view bytes, RespLimits limits = {}) {
    RespParser parser(limits);
    parser.append(bytes);
    switch (parser.next()) {
        case Outcome::Incomplete: return "incomplete";
        case Outcome::Request: return "request";
        case Outcome::ProtocolError: return parser.error();
    }
    return {};
}

}  // namespace

class TestRespParser : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pipelinedRequests();
    void anyCutGivesTheSame();
    void inlineCommands_data();
    void inlineCommands();
    void emptyRequestsAreSkipped();
    void protocolErrors();
    void limitsBeforeAuthentication();
    void everyLimitIsExact();
    void repliesAsTheProtocolHasThem();
    void nothingAfterAnError();
    void manyRequestsDoNotPileUp();
};

void TestRespParser::pipelinedRequests() {
    RespParser parser;
    parser.append("*2\r\n$3\r\nGET\r\n$1\r\na\r\nPING\r\n*1\r\n$0\r\n\r\n*2\r\n$1");
    QVERIFY(parser.next() == Outcome::Request);
    QCOMPARE(copy(parser), (std::vector<std::string>{"GET", "a"}));
    QVERIFY(parser.next() == Outcome::Request);
    QCOMPARE(copy(parser), (std::vector<std::string>{"PING"}));
    QVERIFY(parser.next() == Outcome::Request);
    QCOMPARE(copy(parser), (std::vector<std::string>{""}));
    QVERIFY(parser.next() == Outcome::Incomplete);
    parser.append("\r\nx\r\n$2\r\nyz\r\n");
    QVERIFY(parser.next() == Outcome::Request);
    QCOMPARE(copy(parser), (std::vector<std::string>{"x", "yz"}));
    QVERIFY(parser.next() == Outcome::Incomplete);
}

void TestRespParser::anyCutGivesTheSame() {
    const std::string bytes =
        std::string("*3\r\n$3\r\nSET\r\n$5\r\na\r\nb\0\r\n$2\r\n\r\n\r\n", 32).append("set \"x y\" 'q'\r\n");
    for (std::size_t first = 0; first <= bytes.size(); ++first) {
        for (std::size_t second = first; second <= bytes.size(); ++second) {
            RespParser parser;
            std::vector<std::vector<std::string>> requests;
            for (const std::string& piece :
                 {bytes.substr(0, first), bytes.substr(first, second - first), bytes.substr(second)}) {
                parser.append(piece);
                while (parser.next() == Outcome::Request) {
                    requests.push_back(copy(parser));
                }
            }
            QCOMPARE(requests.size(), std::size_t{2});
            QCOMPARE(requests[0], (std::vector<std::string>{"SET", std::string("a\r\nb\0", 5), "\r\n"}));
            QCOMPARE(requests[1], (std::vector<std::string>{"set", "x y", "q"}));
        }
    }
}

void TestRespParser::inlineCommands_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArrayList>("words");
    QTest::addColumn<bool>("valid");
    QTest::newRow("blanks") << QByteArray("  get \t a  ") << QByteArrayList{"get", "a"} << true;
    QTest::newRow("double quotes") << QByteArray(R"(set "a b" "\x41\n\"\q")") << QByteArrayList{"set", "a b", "A\n\"q"}
                                   << true;
    QTest::newRow("single quotes") << QByteArray(R"(set 'a\'b' '\n')") << QByteArrayList{"set", "a'b", "\\n"} << true;
    QTest::newRow("empty word") << QByteArray(R"(set "" x)") << QByteArrayList{"set", "", "x"} << true;
    QTest::newRow("glued") << QByteArray(R"(a"b")") << QByteArrayList{"ab"} << true;
    QTest::newRow("escapes") << QByteArray(R"("\n\r\t\b\a\\\"\x4g\xzz\x7A")") << QByteArrayList{"\n\r\t\b\a\\\"x4gxzzz"}
                             << true;
    QTest::newRow("half an escape") << QByteArray(R"("\x4")") << QByteArrayList{"x4"} << true;
    QTest::newRow("all blanks") << QByteArray("a\tb\vc\fd\0e\rf", 11) << QByteArrayList{"a", "b", "c", "d", "e", "f"}
                                << true;
    QTest::newRow("the other quote") << QByteArray(R"("it's" 'a"b')") << QByteArrayList{"it's", "a\"b"} << true;
    QTest::newRow("nothing") << QByteArray() << QByteArrayList() << true;
    QTest::newRow("text behind a single quote") << QByteArray("'a'b") << QByteArrayList() << false;
    QTest::newRow("open") << QByteArray(R"(set "a)") << QByteArrayList() << false;
    QTest::newRow("text behind the quote") << QByteArray(R"(set "a"b)") << QByteArrayList() << false;
    QTest::newRow("open single") << QByteArray("'a\\'") << QByteArrayList() << false;
}

void TestRespParser::inlineCommands() {
    QFETCH(QByteArray, line);
    QFETCH(QByteArrayList, words);
    QFETCH(bool, valid);
    std::vector<std::string> found;
    QCOMPARE(splitInlineCommand(line.toStdString(), found), valid);
    if (valid) {
        QCOMPARE(found.size(), static_cast<std::size_t>(words.size()));
        for (qsizetype i = 0; i < words.size(); ++i) {
            QCOMPARE(found[static_cast<std::size_t>(i)], words[i].toStdString());
        }
    }
}

void TestRespParser::emptyRequestsAreSkipped() {
    RespParser parser;
    parser.append("\r\n*0\r\n*-1\r\n   \r\nPING\r\n");
    for (int i = 0; i < 4; ++i) {
        QVERIFY(parser.next() == Outcome::Request);
        QVERIFY(parser.arguments().empty());
    }
    QVERIFY(parser.next() == Outcome::Request);
    QCOMPARE(copy(parser), (std::vector<std::string>{"PING"}));
}

void TestRespParser::protocolErrors() {
    QCOMPARE(firstError("*x\r\n"), "ERR Protocol error: invalid multibulk length");
    QCOMPARE(firstError("*1048577\r\n"), "ERR Protocol error: invalid multibulk length");
    QCOMPARE(firstError("*99999999999999999999\r\n"), "ERR Protocol error: invalid multibulk length");
    QCOMPARE(firstError("*1\r\nPING\r\n"), "ERR Protocol error: expected '$', got 'P'");
    QCOMPARE(firstError("*1\r\n$x\r\n"), "ERR Protocol error: invalid bulk length");
    QCOMPARE(firstError("*1\r\n$-1\r\n"), "ERR Protocol error: invalid bulk length");
    QCOMPARE(firstError("*1\r\n$67108865\r\n"), "ERR Protocol error: invalid bulk length");
    QCOMPARE(firstError("*1\r\n$67108864\r\n"), "incomplete");
    QCOMPARE(firstError("*3\r\n$67108864\r\n" + std::string(67108864, 'x') + "\r\n$67108864\r\n" +
                        std::string(67108864, 'x') + "\r\n$1\r\n"),
             "ERR Protocol error: request too large");
    QCOMPARE(firstError(std::string(70'000, 'a')), "ERR Protocol error: too big inline request");
    QCOMPARE(firstError("*" + std::string(70'000, '1')), "ERR Protocol error: too big mbulk count string");
    QCOMPARE(firstError("*1\r\n$" + std::string(70'000, '1')), "ERR Protocol error: too big bulk count string");
    QCOMPARE(firstError("set \"a\r\n"), "ERR Protocol error: unbalanced quotes in request");
}

void TestRespParser::limitsBeforeAuthentication() {
    QCOMPARE(firstError("*11\r\n", unauthenticatedLimits()), "ERR Protocol error: unauthenticated multibulk length");
    QCOMPARE(firstError("*10\r\n", unauthenticatedLimits()), "incomplete");
    QCOMPARE(firstError("*1\r\n$16385\r\n", unauthenticatedLimits()),
             "ERR Protocol error: unauthenticated bulk length");
    QCOMPARE(firstError("*1\r\n$16384\r\n", unauthenticatedLimits()), "incomplete");
}

/// As many as may be, and one more.
void TestRespParser::everyLimitIsExact() {
    const RespLimits limits{100, 3, 120, 20};  // of a bulk, of arguments, of a request, of a line
    QCOMPARE(firstError("*3\r\n", limits), "incomplete");
    QCOMPARE(firstError("*4\r\n", limits), "ERR Protocol error: unauthenticated multibulk length");
    QCOMPARE(firstError("*1\r\n$100\r\n", limits), "incomplete");
    QCOMPARE(firstError("*1\r\n$101\r\n", limits), "ERR Protocol error: unauthenticated bulk length");
    const std::string most = "*3\r\n$100\r\n" + std::string(100, 'x') + "\r\n$19\r\n" + std::string(19, 'y') + "\r\n";
    QCOMPARE(firstError(most + "$1\r\nz\r\n", limits), "request");
    QCOMPARE(firstError(most + "$2\r\nzz\r\n", limits), "ERR Protocol error: request too large");
    QCOMPARE(firstError(std::string(20, 'a'), limits), "incomplete");
    QCOMPARE(firstError(std::string(21, 'a'), limits), "ERR Protocol error: too big inline request");
    QCOMPARE(firstError("*" + std::string(19, '1'), limits), "incomplete");
    QCOMPARE(firstError("*" + std::string(20, '1'), limits), "ERR Protocol error: too big mbulk count string");
    QCOMPARE(firstError("*1\r\n$" + std::string(19, '1'), limits), "incomplete");
    QCOMPARE(firstError("*1\r\n$" + std::string(20, '1'), limits), "ERR Protocol error: too big bulk count string");
    QCOMPARE(firstError("*1048576\r\n"), "incomplete");
    QCOMPARE(firstError("*\r\n"), "ERR Protocol error: invalid multibulk length");
    QCOMPARE(firstError("*1x\r\n"), "ERR Protocol error: invalid multibulk length");
    // What one request has taken is not counted against the next.
    RespParser parser(limits);
    for (int i = 0; i < 3; ++i) {
        parser.append("*1\r\n$100\r\n" + std::string(100, 'x') + "\r\n");
        QVERIFY(parser.next() == Outcome::Request);
        QCOMPARE(parser.arguments().size(), std::size_t{1});
    }
}

void TestRespParser::repliesAsTheProtocolHasThem() {
    using evenhand::keyspace::Reply;
    const auto text = [](const Reply& reply) {
        std::string out = "before";
        appendReply(out, reply);
        return out.substr(6);
    };
    QCOMPARE(text(Reply::nil()), "$-1\r\n");
    QCOMPARE(text(Reply::ok()), "+OK\r\n");
    QCOMPARE(text(Reply::number(-7)), ":-7\r\n");
    QCOMPARE(text(Reply::number(INT64_MIN)), ":-9223372036854775808\r\n");
    QCOMPARE(text(Reply::bulk("a\r\nb")), "$4\r\na\r\nb\r\n");
    QCOMPARE(text(Reply::bulk("")), "$0\r\n\r\n");
    QCOMPARE(text(Reply::error("ERR a\r\nb\nc")), "-ERR a  b c\r\n");  // one line, or it would be two replies
    QCOMPARE(text(Reply::array()), "*0\r\n");
    QCOMPARE(text(Reply::array({Reply::number(1), Reply::array({Reply::nil()})})), "*2\r\n:1\r\n*1\r\n$-1\r\n");
}

void TestRespParser::nothingAfterAnError() {
    RespParser parser;
    parser.append("*x\r\nPING\r\n");
    QVERIFY(parser.next() == Outcome::ProtocolError);
    parser.append("PING\r\n");
    QVERIFY(parser.next() == Outcome::ProtocolError);
    QVERIFY(parser.arguments().empty());
}

void TestRespParser::manyRequestsDoNotPileUp() {
    RespParser parser;
    const std::string request = "*2\r\n$3\r\nGET\r\n$100\r\n" + std::string(100, 'k') + "\r\n";
    for (int i = 0; i < 10'000; ++i) {
        parser.append(request + request.substr(0, 40));
        QVERIFY(parser.next() == Outcome::Request);
        parser.append(request.substr(40));
        QVERIFY(parser.next() == Outcome::Request);
        QCOMPARE(parser.arguments()[1].size(), std::size_t{100});
        QVERIFY(parser.next() == Outcome::Incomplete);
        QCOMPARE(parser.buffered(), std::size_t{0});
    }
}

}  // namespace test_resp_parser

QTEST_APPLESS_MAIN(test_resp_parser::TestRespParser)
#include "test_resp_parser.moc"
