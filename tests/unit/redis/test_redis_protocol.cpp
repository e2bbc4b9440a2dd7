// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes to replies, however the bytes come; what is no reply; what error replies mean; where the keys of a command
// stand.
#include <QtTest>
#include <string>
#include <string_view>
#include <vector>

#include "engine/cluster/redis/command_keys.h"
#include "engine/cluster/redis/refusal.h"
#include "engine/cluster/redis/reply_reader.h"

namespace test_redis_protocol {

using namespace evenhand;
using keyspace::Reply;
using redis::RefusalKind;
using redis::ReplyReader;
using redis::Routing;
using namespace std::string_literals;

namespace {

using Step = ReplyReader::Step;

const redis::NodeAddress kAsked{"10.0.0.9", 7009};

/// The replies in `bytes`, given in pieces of `piece`; whether it came to something that is none.
std::pair<std::vector<Reply>, bool> readAll(std::string_view bytes, std::size_t piece) {
    ReplyReader reader;
    std::vector<Reply> replies;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        reader.feed(bytes.substr(at, piece));
        for (;;) {
            Reply reply;
            const auto step = reader.next(reply);
            if (step == Step::Broken) {
                return {replies, true};
            }
            if (step == Step::NeedsMore) {
                break;
            }
            replies.push_back(std::move(reply));
        }
    }
    return {replies, false};
}

std::string keysIn(const std::vector<std::string_view>& command) {
    const auto found = redis::keysOf(command);
    std::string text = found.routing == Routing::AnyNode     ? "any"
                       : found.routing == Routing::OneNode   ? "one"
                       : found.routing == Routing::Forbidden ? "forbidden"
                                                             : "";
    for (const auto key : found.keys) {
        text += (text.empty() ? "" : " ") + std::string(key);
    }
    return text;
}

}  // namespace

class TestRedisProtocol : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyKindOfReplyInPiecesOfEverySize() {
        const std::string bytes =
            "+OK\r\n-WRONGTYPE no\r\n:-9223372036854775808\r\n$5\r\na\r\n\0b\r\n$0\r\n\r\n$-1\r\n*-1\r\n*0\r\n"
            "*3\r\n$-1\r\n*2\r\n:1\r\n*1\r\n*-1\r\n+done\r\n:7\r\n"s;
        const std::vector<Reply> expected{
            Reply::ok(),
            Reply::error("WRONGTYPE no"),
            Reply::number(INT64_MIN),
            Reply::bulk("a\r\n\0b"s),
            Reply::bulk(""),
            Reply::nil(),
            Reply::nilArray(),
            Reply::array(),
            Reply::array({Reply::nil(), Reply::array({Reply::number(1), Reply::array({Reply::nilArray()})}),
                          Reply::status("done")}),
            Reply::number(7)};
        for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
            const auto [replies, broken] = readAll(bytes, piece);
            QVERIFY(!broken);
            QVERIFY2(replies == expected, std::to_string(piece).c_str());
        }
    }

    void aReplyIsWholeOrNotThere() {
        ReplyReader reader;
        Reply reply;
        QVERIFY(reader.isEmpty());
        QCOMPARE(reader.next(reply), Step::NeedsMore);
        reader.feed("*2\r\n:1\r\n$3\r\nab");
        QCOMPARE(reader.next(reply), Step::NeedsMore);
        QVERIFY(!reader.isEmpty());
        reader.feed("c\r\n+the next");
        QCOMPARE(reader.next(reply), Step::Complete);
        QVERIFY(reply == Reply::array({Reply::number(1), Reply::bulk("abc")}));
        QVERIFY(!reader.isEmpty());
        QCOMPARE(reader.next(reply), Step::NeedsMore);
    }

    void whatIsNoReplyIsNotTakenForOne_data() {
        QTest::addColumn<QByteArray>("bytes");
        for (const char* bytes :
             {"HTTP/1.1 400 Bad Request\r\n\r\n", ":12x\r\n", ":\r\n", "$abc\r\n", "$-2\r\n", "*-2\r\n",
              "*99999999999\r\n", "\r\n", "%1\r\n+a\r\n+b\r\n",
              "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n", "*2\r\n:1\r\n?\r\n"}) {
            QTest::newRow(bytes) << QByteArray(bytes);
        }
    }
    void whatIsNoReplyIsNotTakenForOne() {
        QFETCH(const QByteArray, bytes);
        const auto [replies, broken] = readAll({bytes.constData(), static_cast<std::size_t>(bytes.size())}, 3);
        QVERIFY(broken);
        QVERIFY(replies.empty());
    }

    /// What is promised costs nothing until it comes.
    void hugePromisesAreOnlyAwaited() {
        for (const char* bytes :
             {"*2147483647\r\n", "*2147483647\r\n*2147483647\r\n:1\r\n", "$9223372036854775807\r\nab"}) {
            const auto [replies, broken] = readAll(bytes, 5);
            QVERIFY2(!broken && replies.empty(), bytes);
        }
    }

    void commandsAreWrittenWithTheirLengths() {
        std::string out = "before";
        redis::appendCommand(out, std::vector<std::string_view>{"SET", "k\r\n", std::string_view("\0", 1), ""});
        QCOMPARE(out, "before*4\r\n$3\r\nSET\r\n$3\r\nk\r\n\r\n$1\r\n\0\r\n$0\r\n\r\n"s);
    }

    void refusalsAreToldApart() {
        const struct {
            const char* text;
            RefusalKind kind;
        } cases[] = {{"TRYAGAIN Multiple keys request during rehashing of slot", RefusalKind::NotNow},
                     {"LOADING Redis is loading the dataset in memory", RefusalKind::NotNow},
                     {"BUSY Redis is busy running a script.", RefusalKind::NotNow},
                     {"NOREPLICAS Not enough good replicas to write.", RefusalKind::NotNow},
                     {"CLUSTERDOWN Hash slot not served", RefusalKind::MapOutdated},
                     {"READONLY You can't write against a read only replica. script: x", RefusalKind::MapOutdated},
                     {"MASTERDOWN Link with MASTER is down", RefusalKind::MapOutdated},
                     {"NOSCRIPT No matching script. Please use EVAL.", RefusalKind::NoScript},
                     {"NOPERM this user has no permissions", RefusalKind::NoRights},
                     {"NOAUTH Authentication required.", RefusalKind::NoRights},
                     {"OOM command not allowed when used memory > 'maxmemory'.", RefusalKind::ServerFault},
                     {"MISCONF Redis is configured to save RDB snapshots", RefusalKind::ServerFault},
                     {"CROSSSLOT Keys in request don't hash to the same slot", RefusalKind::CrossSlot},
                     {"WRONGTYPE Operation against a key", RefusalKind::ByKeyspace},
                     {"ERR MOVED 1 a:1", RefusalKind::ByKeyspace},
                     {"BUSYGROUP Consumer Group name already exists", RefusalKind::ByKeyspace},
                     {"MOVED", RefusalKind::ByKeyspace},
                     {"MOVED 1", RefusalKind::ByKeyspace},
                     {"MOVED x 127.0.0.1:1", RefusalKind::ByKeyspace},
                     {"MOVED 16384 127.0.0.1:1", RefusalKind::ByKeyspace},
                     {"MOVED -1 127.0.0.1:1", RefusalKind::ByKeyspace},
                     {"ASK 1 127.0.0.1:0", RefusalKind::ByKeyspace},
                     {"ASK 1 127.0.0.1:65536", RefusalKind::ByKeyspace},
                     {"ASK 1 ?:6379", RefusalKind::ByKeyspace},
                     {"", RefusalKind::ByKeyspace}};
        for (const auto& each : cases) {
            QVERIFY2(redis::refusalOf(each.text, kAsked).kind == each.kind, each.text);
        }
    }

    void redirectionsNameTheNode() {
        const auto moved = redis::refusalOf("MOVED 3999 127.0.0.1:6381", kAsked);
        QCOMPARE(moved.kind, RefusalKind::Moved);
        QCOMPARE(moved.slot, std::uint16_t{3999});
        QCOMPARE(moved.node, (redis::NodeAddress{"127.0.0.1", 6381}));
        const auto ask = redis::refusalOf("ASK 0 fe80::1:6381", kAsked);
        QCOMPARE(ask.kind, RefusalKind::Ask);
        QCOMPARE(ask.node, (redis::NodeAddress{"fe80::1", 6381}));
        // The node does not say what it is called: it is the one that was asked, at that port.
        QCOMPARE(redis::refusalOf("MOVED 16383 :6381", kAsked).node, (redis::NodeAddress{kAsked.host, 6381}));
    }

    void keysStandWhereTheCommandHasThem() {
        QCOMPARE(keysIn({"GET", "a"}), std::string("a"));
        QCOMPARE(keysIn({"HSET", "a", "f", "v"}), std::string("a"));
        QCOMPARE(keysIn({"dEl", "a", "b", "c"}), std::string("a b c"));
        QCOMPARE(keysIn({"EXISTS", "a", "b"}), std::string("a b"));
        QCOMPARE(keysIn({"evalsha", "sha", "2", "a", "b", "c"}), std::string("a b"));
        QCOMPARE(keysIn({"EVAL", "text", "0", "a"}), std::string());
        QCOMPARE(keysIn({"EVAL", "text", "9", "a"}), std::string("a"));
        QCOMPARE(keysIn({"EVAL", "text", "-1", "a"}), std::string());
        QCOMPARE(keysIn({"EVAL", "text", "x", "a"}), std::string());
        QCOMPARE(keysIn({"EVAL"}), std::string());
        QCOMPARE(keysIn({"XGROUP", "CREATE", "a", "g", "0"}), std::string("a"));
        QCOMPARE(keysIn({"XINFO", "STREAM", "a"}), std::string("a"));
        QCOMPARE(keysIn({"XINFO", "HELP"}), std::string());
        QCOMPARE(keysIn({"XREADGROUP", "GROUP", "g", "c", "COUNT", "1", "STREAMS", "a", "b", ">", ">"}),
                 std::string("a b"));
        // A group may be called so, too.
        QCOMPARE(keysIn({"XREADGROUP", "group", "STREAMS", "streams", "streams", "a", ">"}), std::string("a"));
        QCOMPARE(keysIn({"XREAD", "STREAMS", "a", "0"}), std::string("a"));
        QCOMPARE(keysIn({"XREADGROUP", "GROUP", "g", "c", "COUNT", "1"}), std::string());
        QCOMPARE(keysIn({"GET"}), std::string());
        QCOMPARE(keysIn({"NOSUCHCOMMANDANYWHERE", "a"}), std::string("a"));
        QCOMPARE(keysIn({"PING"}), std::string("any"));
        QCOMPARE(keysIn({"time"}), std::string("any"));
        QCOMPARE(keysIn({"SCAN", "0"}), std::string("one"));
        QCOMPARE(keysIn({"Script", "FLUSH"}), std::string("one"));
        for (const auto name :
             {"MULTI", "subscribe", "SELECT", "AUTH", "CLIENT", "QUIT", "MONITOR", "HELLO", "ASKING"}) {
            QCOMPARE(keysIn({name, "a"}), std::string("forbidden"));
        }
    }
};

}  // namespace test_redis_protocol

QTEST_APPLESS_MAIN(test_redis_protocol::TestRedisProtocol)
#include "test_redis_protocol.moc"
