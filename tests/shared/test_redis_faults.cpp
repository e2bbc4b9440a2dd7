// SPDX-License-Identifier: GPL-3.0-or-later
// The client and those who are no good Redis: lines that are cut in the middle of an answer, servers that talk
// nonsense, say too much or repeat what they were sent, and nodes that send everybody away. What a real cluster does:
// test_redis_cluster.
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "call_list.h"
#include "engine/base/log.h"
#include "tests/remote/line_proxy.h"
#include "tests/support/expect.h"
#include "tests/support/servers/answering_peer.h"
#include "tests/support/servers/free_port.h"
#include "tests/support/servers/redis_link.h"
#include "tests/support/servers/redis_process.h"

namespace test_redis_faults {

using namespace evenhand;
using keyspace::Reply;
using test::CallList;
using test::Client;
using test::kPatient;
using test::said;
using testing::AnsweringPeer;
using testing::Arguments;

namespace {

using Said = std::optional<std::string>;

const std::string kPong = "+PONG\r\n";
const std::string kNoCluster = "-ERR This instance has cluster support disabled\r\n";
const std::string kMaster = "*3\r\n$6\r\nmaster\r\n:0\r\n*0\r\n";

/// What a single server says of itself; what else it is asked, `otherwise` answers.
AnsweringPeer::Answer singleServer(AnsweringPeer::Answer otherwise) {
    return [otherwise = std::move(otherwise)](const Arguments& command) -> Said {
        if (command[0] == "PING") {
            return kPong;
        }
        if (command[0] == "CLUSTER") {
            return kNoCluster;
        }
        return command[0] == "ROLE" ? Said(kMaster) : otherwise(command);
    };
}

/// A node of a cluster that says the same of all slots: `master` serves them.
AnsweringPeer::Answer clusterNode(const std::atomic<std::uint16_t>& master, AnsweringPeer::Answer otherwise) {
    return [&master, otherwise = std::move(otherwise)](const Arguments& command) -> Said {
        if (command[0] == "PING") {
            return kPong;
        }
        if (command[0] == "CLUSTER") {
            return "*1\r\n*3\r\n:0\r\n:16383\r\n*3\r\n$9\r\n127.0.0.1\r\n:" + std::to_string(master.load()) +
                   "\r\n$2\r\nid\r\n";
        }
        return otherwise(command);
    };
}

redis::RedisAddress at(std::uint16_t port) {
    redis::RedisAddress address;
    address.nodes.push_back({"127.0.0.1", port});
    return address;
}

/// Names of what was asked, but for what every client asks first.
std::string namesOf(const std::vector<Arguments>& asked) {
    std::string names;
    for (const auto& command : asked) {
        if (command[0] != "CLUSTER" && command[0] != "ROLE") {
            names += (names.empty() ? "" : " ") + command[0];
        }
    }
    return names;
}

constexpr keyspace::Script kScript{"step", "return 1", "e0e1f9fabfc9d4800c877a703b823ac0578ff8db"};

}  // namespace

class TestRedisFaults : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aLineThatIsCutInTheMiddleOfAnAnswer() {
        testing::RedisProcess server;
        DONE(server.startOnNetwork());
        testing::RedisLink direct;
        QVERIFY(direct.open(server.socketPath().toStdString()));
        QCOMPARE(direct.ask({"SET", "large", std::string(100'000, 'x')}), Reply::ok());
        test::LineProxy proxy(static_cast<std::uint16_t>(server.port()));
        // What a client is told before the batch are 80 bytes.
        for (const std::size_t bytes : {85, 5'000, 50'000, 100'000}) {
            Client client(at(proxy.port()));
            proxy.cutAfter(bytes);
            CallList calls;
            calls.command({"INCR", "before"});
            calls.command({"GET", "large"});
            calls.command({"INCR", "behind"});
            const auto answers = client.client.runAll(calls.calls());
            QVERIFY2(!answers[1] && !answers[2], "was not cut");
            for (const auto& answer : answers) {  // the first one may have come whole
                if (!answer) {
                    REFUSED_FIELD(answer, ErrorCode::Storage, "node");
                    QCOMPARE(answer.error().value, "127.0.0.1:" + std::to_string(proxy.port()));
                    QVERIFY2(answer.error().message.find("may have been carried out") != std::string::npos,
                             answer.error().message.c_str());
                } else {
                    QCOMPARE(answer->type, Reply::Type::Integer);
                }
            }
            // The next line is a good one, and nothing of the cut answer is left.
            QCOMPARE(said(client.keyspace.call({"ECHO", "well"})), std::string("well"));
        }
    }

    void aProxyThatLosesEverythingOnItsWayIsASilentServer() {
        testing::RedisProcess server;
        DONE(server.startOnNetwork());
        test::LineProxy proxy(static_cast<std::uint16_t>(server.port()));
        Client client(at(proxy.port()), {.connectTimeoutMs = 2'000, .commandTimeoutMs = 1'000, .retryForMs = 100});
        DONE(client.keyspace.call({"SET", "a", "1"}));
        proxy.stall(true);
        auto lost = client.keyspace.call({"INCR", "a"});  // what it is reading at this moment still passes
        for (int i = 0; i < 1'000 && lost; ++i) {
            lost = client.keyspace.call({"INCR", "a"});
        }
        REFUSED_FIELD(lost, ErrorCode::Storage, "node");
        QVERIFY(lost.error().message.find("may have been carried out") != std::string::npos);
        proxy.cut();
        proxy.stall(false);
        QTRY_COMPARE_WITH_TIMEOUT(said(client.keyspace.call({"EXISTS", "a"})), std::string("1"), 60'000);
    }

    void nobodyListens() {
        Client client(at(static_cast<std::uint16_t>(testing::freePort())));
        const auto refused = client.keyspace.call({"GET", "a"});
        REFUSED_FIELD(refused, ErrorCode::Storage, "node");
        QVERIFY(refused.error().message.find("cannot be reached") != std::string::npos);
        QVERIFY(refused.error().message.find("it was not asked") != std::string::npos);
        // All of a batch.
        CallList calls;
        calls.command({"GET", "a"});
        calls.command({"GET", "b"});
        for (const auto& answer : client.client.runAll(calls.calls())) {
            REFUSED_FIELD(answer, ErrorCode::Storage, "node");
        }
    }

    void whatIsNoAnswerIsAFault_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("another protocol") << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n");
        QTest::newRow("no number") << QByteArray(":one\r\n");
        QTest::newRow("a negative length") << QByteArray("$-7\r\n");
        QTest::newRow("RESP3") << QByteArray("%1\r\n+a\r\n+b\r\n");
        QTest::newRow("nonsense behind the answer") << QByteArray("*2\r\n:1\r\nnonsense\r\n");
    }
    void whatIsNoAnswerIsAFault() {
        QFETCH(const QByteArray, bytes);
        AnsweringPeer peer(singleServer([&bytes](const Arguments&) -> Said { return bytes.toStdString(); }));
        Client client(peer.seeds());
        CallList calls;
        calls.command({"GET", "a"});
        calls.command({"GET", "b"});
        for (int i = 0; i < 3; ++i) {
            for (const auto& answer : client.client.runAll(calls.calls())) {
                REFUSED_FIELD(answer, ErrorCode::Storage, "node");
                QVERIFY2(answer.error().message.find("not Redis' protocol") != std::string::npos,
                         answer.error().message.c_str());
            }
        }
        REFUSED(client.keyspace.call({"GET", "a"}), ErrorCode::Busy);  // it has been tried often enough
        QCOMPARE(client.board.health().front().circuit, redis::Circuit::Open);
    }

    void whatNobodyAskedForIsNobodysAnswer() {
        AnsweringPeer peer(singleServer([](const Arguments& command) -> Said {
            return "$" + std::to_string(command[1].size()) + "\r\n" + command[1] + "\r\n" +
                   (command[1] == "first" ? "$5\r\nstray\r\n" : "");
        }));
        Client client(peer.seeds());
        for (int i = 0; i < 20; ++i) {
            QCOMPARE(said(client.keyspace.call({"GET", "first"})), std::string("first"));
            QCOMPARE(said(client.keyspace.call({"GET", "second"})), std::string("second"));
        }
    }

    void aServerThatRepeatsThePasswordIsNotRepeated() {
        AnsweringPeer peer([](const Arguments& command) -> Said {
            std::string all;
            for (const auto& word : command) {
                all += "'" + word + "' ";
            }
            return "-ERR unknown command, with args beginning with: " + all + "\r\n";
        });
        auto address = peer.seeds();
        address.user = "app";
        address.password = Secret("geheim");
        std::string logged;
        base::setLogSink([&logged](base::LogLevel, std::string_view, std::string_view line) { logged += line; });
        Client client(address);
        for (int i = 0; i < 5; ++i) {
            const auto refused = client.keyspace.call({"GET", "a"});
            QVERIFY(!refused);
            logged += refused.error().text();
        }
        client.client.readHealth();
        logged += client.board.health().front().lastError;
        base::setLogSink({});
        QVERIFY2(logged.find("geheim") == std::string::npos, logged.c_str());
        QVERIFY(logged.find("refuses the user or the password") != std::string::npos);
    }

    void whatWillBeOverSoonIsWaitedFor_data() {
        QTest::addColumn<QByteArray>("refusal");
        for (const char* refusal :
             {"LOADING Redis is loading the dataset in memory", "BUSY Redis is busy running a script.",
              "TRYAGAIN Multiple keys request during rehashing of slot", "CLUSTERDOWN The cluster is down",
              "READONLY You can't write against a read only replica.", "MASTERDOWN Link with MASTER is down",
              "NOREPLICAS Not enough good replicas to write."}) {
            QTest::newRow(refusal) << QByteArray(refusal);
        }
    }
    void whatWillBeOverSoonIsWaitedFor() {
        QFETCH(const QByteArray, refusal);
        std::atomic<int> refusals{3};
        const auto answer = [&refusals, text = "-" + refusal.toStdString() + "\r\n"](const Arguments& command) -> Said {
            return command[1] == "a" && refusals-- > 0 ? text : std::string("+") + command[1] + "\r\n";
        };
        AnsweringPeer peer(singleServer(answer));
        Client client(peer.seeds());
        CallList calls;
        calls.command({"GET", "a"});
        calls.command({"GET", "b"});
        auto answers = client.client.runAll(calls.calls());
        QCOMPARE(said(answers[0]), std::string("a"));
        QCOMPARE(said(answers[1]), std::string("b"));
        QCOMPARE(namesOf(peer.asked()), std::string("GET GET GET GET GET"));  // "b" once

        // Not for ever: 10 + 20 ms, and 40 would be too much.
        refusals = 1'000'000;
        Client hasty(peer.seeds(), {.connectTimeoutMs = 60'000, .commandTimeoutMs = 60'000, .retryForMs = 50});
        answers = hasty.client.runAll(calls.calls());
        REFUSED_FIELD(answers[0], ErrorCode::Busy, "node");
        QVERIFY2(answers[0].error().message.find(refusal.toStdString()) != std::string::npos,
                 answers[0].error().message.c_str());
        QCOMPARE(said(answers[1]), std::string("b"));
        QCOMPARE(namesOf(peer.asked()), std::string("GET GET GET GET GET GET GET GET GET"));
        // A server that answers is no fault of its circuit.
        QCOMPARE(hasty.board.health().front().circuit, redis::Circuit::Closed);
    }

    void aServerThatLoadsWhenItIsMet() {
        std::atomic<int> refusals{4};
        const std::string loading = "-LOADING Redis is loading the dataset in memory\r\n";
        AnsweringPeer peer([&](const Arguments& command) -> Said {
            if (refusals > 0 && command[0] != "CLUSTER" && command[0] != "ROLE") {
                --refusals;
                return loading;
            }
            return *singleServer([](const Arguments&) -> Said { return "+done\r\n"; })(command);
        });
        Client client(peer.seeds());
        QCOMPARE(said(client.keyspace.call({"GET", "a"})), std::string("done"));
        QCOMPARE(peer.connections(), 1);
    }

    void nodesThatSendEverybodyAwayAreAskedFiveTimesMore() {
        std::atomic<std::uint16_t> first{0};
        std::atomic<std::uint16_t> second{0};
        const auto sendsTo = [](std::atomic<std::uint16_t>& port) {
            return [&port](const Arguments& command) -> Said {
                return command[0] == "GET" ? "-MOVED 15495 127.0.0.1:" + std::to_string(port.load()) + "\r\n"
                                           : "+here\r\n";
            };
        };
        AnsweringPeer one(clusterNode(first, sendsTo(second)));
        AnsweringPeer two(clusterNode(second, sendsTo(first)));
        first = one.address().port;
        second = two.address().port;
        Client client(one.seeds());
        const auto refused = client.keyspace.call({"GET", "{a}"});
        REFUSED_FIELD(refused, ErrorCode::Busy, "slot");
        QCOMPARE(refused.error().value, std::string("15495"));
        QCOMPARE(namesOf(one.asked()), std::string("GET GET GET"));
        QCOMPARE(namesOf(two.asked()), std::string("GET GET GET"));
        QCOMPARE(said(client.keyspace.call({"SET", "{a}", "1"})), std::string("here"));
    }

    void whoIsAskedInsteadIsToldSo() {
        std::atomic<std::uint16_t> source{0};
        std::atomic<std::uint16_t> target{0};
        AnsweringPeer old(clusterNode(source, [&target](const Arguments& command) -> Said {
            return command[0] == "SCRIPT" ? "+any\r\n"
                                          : "-ASK 15495 127.0.0.1:" + std::to_string(target.load()) + "\r\n";
        }));
        std::atomic<int> refusals{2};
        AnsweringPeer next(clusterNode(source, [&refusals](const Arguments& command) -> Said {
            const bool isCall = command[0] == "GET" || command[0] == "EVALSHA";
            return isCall && refusals-- > 0 ? "-TRYAGAIN Multiple keys request during rehashing of slot\r\n"
                                            : "+" + command[0] + "\r\n";
        }));
        source = old.address().port;
        target = next.address().port;
        Client client(old.seeds());
        QCOMPARE(said(client.keyspace.call({"GET", "{a}"})), std::string("GET"));
        // Who has sent the call on is not asked again while the other cannot do it yet.
        QCOMPARE(namesOf(old.asked()), std::string("GET"));
        QCOMPARE(namesOf(next.asked()), std::string("ASKING GET ASKING GET ASKING GET"));
        // ASKING is of the next command alone, so the script is told before.
        QCOMPARE(said(client.keyspace.run(kScript, {"{a}1", "{a}2"}, {})), std::string("EVALSHA"));
        QCOMPARE(namesOf(old.asked()), std::string("GET SCRIPT EVALSHA"));
        QCOMPARE(namesOf(next.asked()), std::string("ASKING GET ASKING GET ASKING GET SCRIPT ASKING EVALSHA"));
    }

    void aServerThatKeepsNoScriptIsNotAskedForEver() {
        std::atomic<bool> hasRight{true};
        AnsweringPeer peer(singleServer([&hasRight](const Arguments& command) -> Said {
            if (command[0] == "SCRIPT") {
                return hasRight ? "+loaded\r\n"
                                : "-NOPERM this user has no permissions to run the 'script|load' command\r\n";
            }
            return "-NOSCRIPT No matching script. Please use EVAL.\r\n";
        }));
        {
            Client client(peer.seeds());
            const auto refused = client.keyspace.run(kScript, {"a"}, {});
            REFUSED(refused, ErrorCode::Script);
            QVERIFY(refused.error().message.starts_with("NOSCRIPT"));
            QCOMPARE(namesOf(peer.asked()), std::string("SCRIPT EVALSHA SCRIPT EVALSHA SCRIPT EVALSHA SCRIPT EVALSHA "
                                                        "SCRIPT EVALSHA SCRIPT EVALSHA"));
        }
        hasRight = false;
        Client client(peer.seeds());
        const auto refused = client.keyspace.run(kScript, {"a"}, {});
        REFUSED_FIELD(refused, ErrorCode::PermissionDenied, "node");
        QVERIFY2(refused.error().message.find("script|load") != std::string::npos, refused.error().message.c_str());
    }

    void aNodeThatTellsNonsenseOfSlotsIsNotBelieved() {
        AnsweringPeer peer([](const Arguments& command) -> Said {
            return command[0] == "PING" ? kPong : std::string("*1\r\n*3\r\n:0\r\n:99999\r\n*2\r\n$1\r\na\r\n:1\r\n");
        });
        Client client(peer.seeds());
        REFUSED_FIELD(client.keyspace.call({"GET", "a"}), ErrorCode::Storage, "node");
        AnsweringPeer empty([](const Arguments& command) -> Said { return command[0] == "PING" ? kPong : "*0\r\n"; });
        Client lonely(empty.seeds());
        REFUSED_FIELD(lonely.keyspace.call({"GET", "a"}), ErrorCode::Busy, "node");
    }

    /// Of the nodes of one batch, each fails or does not by itself.
    void nodesOfOneBatchFailByThemselves() {
        AnsweringPeer good([](const Arguments& command) -> Said {
            return command[0] == "PING" ? kPong : "+" + command.back() + "\r\n";
        });
        AnsweringPeer nonsense([](const Arguments& command) -> Said {
            return command[0] == "PING" ? kPong : std::string("nonsense\r\n");
        });
        AnsweringPeer ends([](const Arguments& command) -> Said {
            return command[0] == "PING" ? Said(kPong) : command.back() == "{b}2" ? std::nullopt : Said("+ended\r\n");
        });
        AnsweringPeer silent(
            [](const Arguments& command) -> Said { return command[0] == "PING" ? kPong : std::string(); });
        // Slots by quarters; {a} 15495, {b} 3300, {c} 7365, {d} 11298.
        AnsweringPeer knows([&](const Arguments& command) -> Said {
            if (command[0] == "PING") {
                return kPong;
            }
            std::string map = "*4\r\n";
            int first = 0;
            for (const auto* const peer : {&ends, &nonsense, &silent, &good}) {
                map += "*3\r\n:" + std::to_string(first) + "\r\n:" + std::to_string(first + 4'095) +
                       "\r\n*3\r\n$9\r\n127.0.0.1\r\n:" + std::to_string(peer->address().port) + "\r\n$2\r\nid\r\n";
                first += 4'096;
            }
            return map;
        });
        Client client(knows.seeds(), {.connectTimeoutMs = 60'000, .commandTimeoutMs = 2'000, .retryForMs = 100});
        CallList calls;
        for (const char* key : {"{a}1", "{b}1", "{c}1", "{d}1", "{b}2", "{a}2", "{b}3"}) {
            calls.command({"GET", key});
        }
        const auto answers = client.client.runAll(calls.calls());
        QCOMPARE(said(answers[0]), std::string("{a}1"));
        QCOMPARE(said(answers[5]), std::string("{a}2"));
        QCOMPARE(said(answers[1]), std::string("ended"));
        REFUSED(answers[4], ErrorCode::Storage);
        REFUSED(answers[6], ErrorCode::Storage);
        REFUSED(answers[2], ErrorCode::Storage);
        REFUSED(answers[3], ErrorCode::Storage);
        QVERIFY(answers[2].error().message.find("protocol") != std::string::npos);
        QVERIFY(answers[3].error().message.find("has not answered for 2000 ms") != std::string::npos);
    }
};

}  // namespace test_redis_faults

QTEST_GUILESS_MAIN(test_redis_faults::TestRedisFaults)
#include "test_redis_faults.moc"
