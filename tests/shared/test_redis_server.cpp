// SPDX-License-Identifier: GPL-3.0-or-later
// The client on a single real server: replies, scripts, order, who may sign in, and a server that is killed, started
// again, frozen or replaced by its replica.
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "call_list.h"
#include "engine/base/log.h"
#include "engine/script/script_library.h"
#include "tests/support/expect.h"
#include "tests/support/machine_clock.h"
#include "tests/support/servers/redis_cluster.h"
#include "tests/support/servers/redis_process.h"

namespace test_redis_server {

using namespace evenhand;
using keyspace::Reply;
using redis::Circuit;
using test::CallList;
using test::Client;
using test::kPatient;
using test::said;
using testing::RedisCluster;
using testing::RedisLink;
using testing::RedisProcess;

namespace {

/// A server with nothing in it, its private link, and its address.
struct Server {
    explicit Server(const QStringList& options = {}) { started = process.startOnNetwork(options); }
    [[nodiscard]] redis::NodeAddress node() const { return {"127.0.0.1", static_cast<std::uint16_t>(process.port())}; }
    [[nodiscard]] redis::RedisAddress address() const {
        redis::RedisAddress all;
        all.nodes.push_back(node());
        return all;
    }
    [[nodiscard]] Reply ask(const testing::Arguments& command) {
        if (!isOpen || link.broken()) {
            isOpen = link.open(process.socketPath().toStdString());
        }
        return isOpen ? link.ask(command) : Reply::error("nobody there");
    }

    RedisProcess process;
    RedisLink link;
    bool isOpen = false;
    Result<void> started;
};

/// Who waits this long for a server that hangs; healthy ones answer sooner on any machine.
constexpr redis::RedisOptions kImpatient{.connectTimeoutMs = 2'000, .commandTimeoutMs = 2'000, .retryForMs = 100};

/// A client whose circuits go by a clock of their own, set by hand.
struct WatchedClient {
    explicit WatchedClient(const redis::RedisAddress& address, const redis::RedisOptions& options = kPatient)
        : board(boardClock, {.failures = 3, .pauseMs = 10'000, .maxPauseMs = 40'000}),
          client(address, options, clock, board),
          keyspace(client) {}
    [[nodiscard]] redis::NodeHealth health() const { return board.health().front(); }

    test::MachineClock boardClock{{1'700'000'000'000}};
    base::SystemClock clock;
    redis::NodeBoard board;
    redis::RedisClient client;
    redis::RedisKeyspace keyspace;
};

}  // namespace

class TestRedisServer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_server = std::make_unique<Server>();
        DONE(m_server->started);
    }
    void cleanup() { m_server.reset(); }

    void everyKindOfReply() {
        Client client(m_server->address());
        auto& keys = client.keyspace;
        QCOMPARE(keys.call({"SET", "text", "a"}).value(), Reply::ok());
        QCOMPARE(keys.call({"GET", "text"}).value(), Reply::bulk("a"));
        QCOMPARE(keys.call({"GET", "nothing"}).value(), Reply::nil());
        QCOMPARE(keys.call({"LPOP", "nothing", "2"}).value(), Reply::nilArray());
        QCOMPARE(keys.call({"INCRBY", "number", "-9223372036854775808"}).value(), Reply::number(INT64_MIN));
        QCOMPARE(keys.call({"LRANGE", "nothing", "0", "-1"}).value(), Reply::array());
        QCOMPARE(keys.call({"XADD", "stream", "1-1", "f", "v"}).value(), Reply::bulk("1-1"));
        QCOMPARE(
            keys.call({"XRANGE", "stream", "-", "+"}).value(),
            Reply::array({Reply::array({Reply::bulk("1-1"), Reply::array({Reply::bulk("f"), Reply::bulk("v")})})}));
        // Bytes are bytes, and many of them are no more than few.
        std::string large(3'000'000, 'x');
        large.replace(1'000'000, 6, std::string("\0\r\n\xff$1", 6));
        QCOMPARE(keys.call({"SET", large, large}).value(), Reply::ok());
        QVERIFY(keys.call({"GET", large}).value() == Reply::bulk(large));

        const auto refused = keys.call({"INCR", "text"});
        REFUSED(refused, ErrorCode::Script);
        QCOMPARE(refused.error().message, std::string("ERR value is not an integer or out of range"));
        const auto wrong = keys.call({"HGET", "text", "f"});
        QCOMPARE(wrong.error().message,
                 std::string("WRONGTYPE Operation against a key holding the wrong kind of value"));
        REFUSED(keys.call({"NOSUCHCOMMAND", "a"}), ErrorCode::Script);
        // Of an Error inside of an array nothing is lost either.
        QCOMPARE(keys.call({"EVAL", "return {1, redis.error_reply('ERR x'), false}", "0"}).value(),
                 Reply::array({Reply::number(1), Reply::error("ERR x"), Reply::nil()}));
    }

    void whatWouldConfuseTheConnectionIsNotSent() {
        Client client(m_server->address());
        for (const char* name : {"MULTI", "SUBSCRIBE", "SELECT", "AUTH", "CLIENT", "quit"}) {
            REFUSED_FIELD(client.keyspace.call({name, "1"}), ErrorCode::Unsupported, "command");
            const std::vector<std::string_view> words{name, "1"};
            REFUSED_FIELD(client.client.askNode(m_server->node(), words), ErrorCode::Unsupported, "command");
        }
        REFUSED_FIELD(client.keyspace.call(std::span<const std::string_view>()), ErrorCode::Unsupported, "command");
        QCOMPARE(said(client.keyspace.call({"PING"})), std::string("PONG"));
    }

    void aBatchIsAnsweredInTheOrderOfAsking() {
        Client client(m_server->address());
        CallList calls;
        constexpr int kCalls = 30'000;
        for (int i = 0; i < kCalls; ++i) {
            if (i % 100 == 7) {
                calls.command({"HGET", "counter", "f"});
            } else if (i % 100 == 8) {
                calls.command({"MULTI"});
            } else {
                calls.command({"INCR", "counter"});
            }
        }
        const auto answers = client.client.runAll(calls.calls());
        QCOMPARE(answers.size(), std::size_t{kCalls});
        std::int64_t counted = 0;
        for (int i = 0; i < kCalls; ++i) {
            const auto& answer = answers[static_cast<std::size_t>(i)];
            const auto expected = i % 100 == 7   ? std::string("script")
                                  : i % 100 == 8 ? std::string("unsupported")
                                                 : std::to_string(++counted);
            QCOMPARE(said(answer), expected);
        }
        QVERIFY(client.client.runAll({}).empty());
    }

    /// More is written than the two sockets hold while as much comes back.
    void aLargeBatchDoesNotBlockItself() {
        Client client(m_server->address());
        DONE(client.keyspace.call({"SET", "large", std::string(100'000, 'x')}));
        CallList calls;
        for (int i = 0; i < 200; ++i) {
            calls.command({"ECHO", std::string(100'000, static_cast<char>('a' + i % 26))});
            calls.command({"GET", "large"});
        }
        const auto answers = client.client.runAll(calls.calls());
        for (std::size_t i = 0; i < answers.size(); i += 2) {
            DONE(answers[i]);
            QVERIFY(answers[i]->text == std::string(100'000, static_cast<char>('a' + static_cast<int>(i / 2) % 26)));
            QCOMPARE(answers[i + 1]->text.size(), std::size_t{100'000});
        }
    }

    void scriptsRunWhateverTheServerRemembers() {
        Client client(m_server->address());
        const auto& script = script::scriptNamed("dispatch_enrol");
        const auto enrol = [&](std::string_view courier) {
            return said(client.keyspace.run(script, {"{c}w", "{c}k"}, {courier, "5"}));
        };
        QCOMPARE(enrol("ann"), std::string("1"));
        QCOMPARE(enrol("ann"), std::string("0"));
        QCOMPARE(m_server->ask({"SCRIPT", "EXISTS", std::string(script.sha1)}), Reply::array({Reply::number(1)}));
        QCOMPARE(m_server->ask({"SCRIPT", "FLUSH"}), Reply::ok());
        QCOMPARE(enrol("bob"), std::string("1"));

        // Forgotten again in the middle of a batch.
        CallList calls;
        calls.script(script, {"{c}w", "{c}k"}, {"cat", "5"});
        calls.command({"EVAL", "return 'known'", "0"});
        calls.command({"SCRIPT", "FLUSH"});
        calls.script(script, {"{c}w", "{c}k"}, {"dan", "5"});
        calls.script(script, {"{c}w", "{c}k"}, {"dan", "5"});
        const auto answers = client.client.runAll(calls.calls());
        QCOMPARE(said(answers[0]), std::string("1"));
        QCOMPARE(said(answers[1]), std::string("known"));
        QCOMPARE(said(answers[3]), std::string("1"));
        QCOMPARE(said(answers[4]), std::string("0"));
        QCOMPARE(said(client.keyspace.call({"HLEN", "{c}k"})), std::string("4"));

        // One that is not of lua/ is asked for by its number, and is not known.
        const auto unknown = client.keyspace.call({"EVALSHA", std::string(40, 'a'), "0"});
        REFUSED(unknown, ErrorCode::Script);
        QVERIFY(unknown.error().message.starts_with("NOSCRIPT"));
        // A script that fails says so in Redis' words.
        const auto failed = client.keyspace.run(script, {"{c}w", "{c}k"}, {});
        REFUSED(failed, ErrorCode::Script);
        QVERIFY(!failed.error().message.empty());
    }

    void aServerThatWasStartedAgainIsUsedAgain() {
        WatchedClient client(m_server->address());
        const auto& script = script::scriptNamed("dispatch_enrol");
        const auto enrol = [&] { return client.keyspace.run(script, {"{c}w", "{c}k"}, {"ann", "5"}); };
        QCOMPARE(said(enrol()), std::string("1"));
        m_server->process.kill();

        // Nothing was lost that had been asked: the end of the line is seen before anything is sent.
        const auto refused = enrol();
        REFUSED_FIELD(refused, ErrorCode::Storage, "node");
        QCOMPARE(refused.error().value, m_server->node().text());
        QVERIFY2(refused.error().message.find("it was not asked") != std::string::npos,
                 refused.error().message.c_str());
        REFUSED(enrol(), ErrorCode::Storage);
        REFUSED(enrol(), ErrorCode::Storage);
        const auto busy = enrol();
        REFUSED_FIELD(busy, ErrorCode::Busy, "node");
        QVERIFY2(busy.error().message.find(m_server->node().text()) != std::string::npos, busy.error().message.c_str());

        DONE(m_server->process.startAgain());
        REFUSED(enrol(), ErrorCode::Busy);  // until the pause is over
        client.boardClock.advanceMs(10'000);
        QCOMPARE(said(enrol()), std::string("1"));  // and the new server knows neither courier nor script
        QCOMPARE(client.health().circuit, Circuit::Closed);
        QCOMPARE(client.health().failuresInRow, 0);
    }

    void aLineThatTheServerHasEndedIsNotUsed() {
        Client client(m_server->address());
        DONE(client.keyspace.call({"SET", "a", "1"}));
        QVERIFY(!m_server->ask({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}).isError());
        QCOMPARE(said(client.keyspace.call({"INCR", "a"})), std::string("2"));
        QCOMPARE(client.board.health().front().lastError, std::string());
    }

    void aFrozenServerIsLeftAlone() {
        WatchedClient client(m_server->address(), kImpatient);
        DONE(client.keyspace.call({"SET", "a", "1"}));
        m_server->process.freeze();

        const auto late = client.keyspace.call({"INCR", "a"});
        REFUSED_FIELD(late, ErrorCode::Storage, "node");
        QVERIFY2(late.error().message.find(
                     "has not answered for 2000 ms; what it was asked may have been carried out") != std::string::npos,
                 late.error().message.c_str());
        // The system takes connections for it; nobody greets them.
        REFUSED(client.keyspace.call({"INCR", "a"}), ErrorCode::Storage);
        REFUSED(client.keyspace.call({"INCR", "a"}), ErrorCode::Storage);
        QCOMPARE(client.health().circuit, Circuit::Open);
        QCOMPARE(client.health().nextTry, std::optional(client.boardClock.now().plusMs(10'000)));
        for (int i = 0; i < 1'000; ++i) {  // each of which would take two seconds, were it asked
            REFUSED(client.keyspace.call({"INCR", "a"}), ErrorCode::Busy);
        }

        client.boardClock.advanceMs(10'000);
        REFUSED(client.keyspace.call({"INCR", "a"}), ErrorCode::Storage);  // the one that tries
        REFUSED(client.keyspace.call({"INCR", "a"}), ErrorCode::Busy);
        QCOMPARE(client.health().nextTry, std::optional(client.boardClock.now().plusMs(20'000)));

        m_server->process.thaw();
        // What had been sent was carried out once the server went on, and its late answer is nobody's.
        QTRY_COMPARE_WITH_TIMEOUT(m_server->ask({"GET", "a"}).text, std::string("2"), 60'000);
        const auto triedAgain = [&client] {
            client.boardClock.advanceMs(40'000);
            return said(client.keyspace.call({"GET", "a"}));
        };
        QTRY_COMPARE_WITH_TIMEOUT(triedAgain(), std::string("2"), 60'000);
        QCOMPARE(said(client.keyspace.call({"INCR", "a"})), std::string("3"));
    }

    void whoMaySignIn() {
        Server server({QStringLiteral("--requirepass"), QStringLiteral("geheim")});
        DONE(server.started);
        QCOMPARE(server.ask({"AUTH", "geheim"}), Reply::ok());
        QCOMPARE(server.ask({"ACL", "SETUSER", "app", "on", ">s@cret", "~app:*", "+@all", "-flushall", "-ping"}),
                 Reply::ok());
        std::string logged;
        base::setLogSink([&logged](base::LogLevel, std::string_view, std::string_view line) { logged += line; });
        const auto signedIn = [&server](const char* user, const char* password) {
            auto address = server.address();
            address.user = user;
            address.password = Secret(password);
            return address;
        };
        Client administrator(signedIn("", "geheim"));
        QCOMPARE(said(administrator.keyspace.call({"SET", "b", "1"})), std::string("OK"));

        Client user(signedIn("app", "s@cret"));
        QCOMPARE(said(user.keyspace.call({"SET", "app:1", "1"})), std::string("OK"));
        const auto noRight = user.keyspace.call({"SET", "b", "2"});
        REFUSED_FIELD(noRight, ErrorCode::PermissionDenied, "node");
        QVERIFY(noRight.error().message.find("NOPERM") != std::string::npos);
        REFUSED(user.keyspace.call({"FLUSHALL"}), ErrorCode::PermissionDenied);

        constexpr std::pair<const char*, const char*> kWrong[] = {
            {"", "falsch"}, {"app", "falsch"}, {"nobody", "falsch"}, {"app", ""}};
        for (const auto& [name, password] : kWrong) {
            Client wrong(signedIn(name, password));
            const auto refused = wrong.keyspace.call({"GET", "app:1"});
            REFUSED_FIELD(refused, ErrorCode::PermissionDenied, "user");
            QCOMPARE(refused.error().value, std::string(name));
            QVERIFY(refused.error().message.find(server.node().text()) != std::string::npos);
            // A server is not asked for ever by who has the wrong password.
            REFUSED(wrong.keyspace.call({"GET", "app:1"}), ErrorCode::PermissionDenied);
            REFUSED(wrong.keyspace.call({"GET", "app:1"}), ErrorCode::PermissionDenied);
            const auto busy = wrong.keyspace.call({"GET", "app:1"});
            REFUSED(busy, ErrorCode::Busy);
            QVERIFY(busy.error().message.find("refuses the user or the password") != std::string::npos);
            QVERIFY((refused.error().text() + busy.error().text()).find("falsch") == std::string::npos);
        }
        Client without(server.address());
        const auto refused = without.keyspace.call({"GET", "app:1"});
        REFUSED_FIELD(refused, ErrorCode::PermissionDenied, "user");
        QVERIFY(refused.error().message.find("wants a password") != std::string::npos);
        base::setLogSink({});
        QVERIFY2(!logged.empty() && logged.find("falsch") == std::string::npos, logged.c_str());
    }

    void aServerThatIsFullHasAFault() {
        Client client(m_server->address());
        DONE(client.keyspace.call({"SET", "a", "1"}));
        QCOMPARE(m_server->ask({"CONFIG", "SET", "maxmemory", "1"}), Reply::ok());
        const auto full = client.keyspace.call({"SET", "a", "2"});
        REFUSED_FIELD(full, ErrorCode::Storage, "node");
        QVERIFY(full.error().message.find("OOM") != std::string::npos);
        REFUSED(client.keyspace.run(script::scriptNamed("dispatch_enrol"), {"{c}w", "{c}k"}, {"ann", "5"}),
                ErrorCode::Storage);
        QCOMPARE(said(client.keyspace.call({"GET", "a"})), std::string("1"));
        QCOMPARE(client.board.health().front().circuit, Circuit::Closed);  // it answers
        QCOMPARE(m_server->ask({"CONFIG", "SET", "maxclients", "1"}), Reply::ok());
        Client another(m_server->address());
        REFUSED_FIELD(another.keyspace.call({"GET", "a"}), ErrorCode::Storage, "node");
    }

    /// Two servers without a cluster: whoever is master is asked, also after the two have changed places.
    void theMasterAmongServersIsFound() {
        Server other;
        DONE(other.started);
        const auto follow = [](Server& server, const Server& master) {
            return server.ask({"REPLICAOF", "127.0.0.1", std::to_string(master.process.port())}) == Reply::ok();
        };
        const auto follows = [](Server& server) {
            return server.ask({"INFO", "replication"}).text.find("master_link_status:up") != std::string::npos;
        };
        redis::RedisAddress both;
        both.nodes = {m_server->node(), other.node()};
        {
            Client client(both);
            const auto two = client.keyspace.call({"GET", "a"});
            REFUSED_FIELD(two, ErrorCode::Storage, "keyspace");
            QVERIFY(two.error().message.find(other.node().text()) != std::string::npos);
        }
        QVERIFY(follow(*m_server, other));
        QTRY_VERIFY_WITH_TIMEOUT(follows(*m_server), 60'000);
        Client client(both);
        DONE(client.keyspace.call({"SET", "a", "1"}));
        QCOMPARE(client.client.masters().value(), std::vector{other.node()});
        QCOMPARE(client.client.isCluster().value(), false);

        QTRY_COMPARE_WITH_TIMEOUT(m_server->ask({"GET", "a"}).text, std::string("1"), 60'000);
        QCOMPARE(m_server->ask({"REPLICAOF", "NO", "ONE"}), Reply::ok());
        QVERIFY(follow(other, *m_server));
        QCOMPARE(said(client.keyspace.call({"INCR", "a"})), std::string("2"));
        QCOMPARE(client.client.masters().value(), std::vector{m_server->node()});
        QCOMPARE(m_server->ask({"GET", "a"}).text, std::string("2"));

        // The master dies, the replica is promoted by hand.
        QTRY_VERIFY_WITH_TIMEOUT(follows(other), 60'000);
        QTRY_COMPARE_WITH_TIMEOUT(other.ask({"GET", "a"}).text, std::string("2"), 60'000);
        m_server->process.kill();
        REFUSED(client.keyspace.call({"INCR", "a"}), ErrorCode::Storage);
        QCOMPARE(other.ask({"REPLICAOF", "NO", "ONE"}), Reply::ok());
        std::string next;  // a comparison asks once more than it waits
        const auto added = [&] { return next == "3" ? next : next = said(client.keyspace.call({"INCR", "a"})); };
        QTRY_COMPARE_WITH_TIMEOUT(added(), std::string("3"), 60'000);

        // A replica alone is not what is asked for.
        QVERIFY(follow(other, *m_server));
        Client alone(other.address());
        REFUSED_FIELD(alone.keyspace.call({"GET", "a"}), ErrorCode::Storage, "keyspace");
    }

    void threadsShareWhatIsKnownOfTheServer() {
        constexpr int kThreads = 6;
        constexpr int kEach = 2'000;
        const base::SystemClock clock;
        redis::NodeBoard board(clock);
        std::vector<std::thread> threads;
        std::atomic<int> failed{0};
        for (int i = 0; i < kThreads; ++i) {
            threads.emplace_back([&] {
                redis::RedisClient client(m_server->address(), kPatient, clock, board);
                redis::RedisKeyspace keyspace(client);
                for (int call = 0; call < kEach; ++call) {
                    failed += keyspace.call({"INCR", "a"}) ? 0 : 1;
                    if (call % 100 == 0) {
                        client.readHealth();
                        failed += board.health().size() == 1 ? 0 : 1;
                    }
                }
            });
        }
        for (auto& thread : threads) {
            thread.join();
        }
        QCOMPARE(failed.load(), 0);
        QCOMPARE(m_server->ask({"GET", "a"}).text, std::to_string(kThreads * kEach));
    }

    void healthIsRead() {
        Server replica;
        DONE(replica.started);
        QCOMPARE(replica.ask({"REPLICAOF", "127.0.0.1", std::to_string(m_server->process.port())}), Reply::ok());
        QCOMPARE(m_server->ask({"CONFIG", "SET", "appendonly", "yes"}), Reply::ok());
        redis::RedisAddress both;
        both.nodes = {m_server->node(), replica.node()};
        Client client(both);
        const auto healthOf = [&client](const Server& server) {
            const auto all = client.board.health();
            const auto found =
                std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.node == server.node(); });
            return found == all.end() ? redis::NodeHealth{} : *found;
        };
        DONE(client.keyspace.call({"SET", "a", "1"}));
        QVERIFY(RedisCluster::eventually([&] {
            client.client.readHealth();
            return healthOf(replica).lagBytes == std::optional<std::int64_t>(0);
        }));
        const auto master = healthOf(*m_server);
        QCOMPARE(master.info.role, redis::NodeRole::Master);
        QVERIFY(master.readAt && master.info.hasAppendLog && master.info.appendLogWorks);
        const auto follower = healthOf(replica);
        QCOMPARE(follower.info.role, redis::NodeRole::Replica);
        QCOMPARE(follower.info.master, std::optional(m_server->node()));
        QVERIFY(follower.info.isLinked && !follower.info.hasAppendLog);

        replica.process.kill();
        for (int i = 0; i < 3; ++i) {
            client.client.readHealth();
        }
        QCOMPARE(healthOf(replica).circuit, Circuit::Open);
        QVERIFY(!healthOf(replica).lastError.empty());
        QCOMPARE(healthOf(*m_server).circuit, Circuit::Closed);
        QCOMPARE(said(client.keyspace.call({"GET", "a"})), std::string("1"));
    }

private:
    std::unique_ptr<Server> m_server;
};

}  // namespace test_redis_server

QTEST_GUILESS_MAIN(test_redis_server::TestRedisServer)
#include "test_redis_server.moc"
