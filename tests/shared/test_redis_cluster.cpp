// SPDX-License-Identifier: GPL-3.0-or-later
// The client on a real cluster of three masters with replicas, while slots move under load, masters die or hang, and
// slots are served by nobody. What a node has refused is counted by the nodes themselves.
#include <QtTest>
#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "call_list.h"
#include "engine/base/rng.h"
#include "engine/cluster/redis/key_slot.h"
#include "tests/support/expect.h"
#include "tests/support/servers/redis_cluster.h"

namespace test_redis_cluster {

using namespace evenhand;
using keyspace::Reply;
using redis::Circuit;
using test::CallList;
using test::Client;
using test::kPatient;
using test::said;
using testing::Arguments;
using testing::RedisCluster;

namespace {

constexpr int kLongMs = 60'000;

/// A script of several keys, which a slot on its way refuses while some of them have left.
constexpr keyspace::Script kSum{"sum",
                                "local sum = 0\n"
                                "for _, key in ipairs(KEYS) do\n"
                                "  sum = sum + (tonumber(redis.call('GET', key)) or 0)\n"
                                "end\n"
                                "return sum\n",
                                "d577cffa466ee4fbdcea8f9443be8117a96bb3e0"};

/// A hash tag whose slot this node serves at first.
std::string tagOf(int node, int nth = 0) {
    constexpr int kThird = redis::kSlotCount / RedisCluster::kMasters + 1;
    for (int i = 0, found = 0;; ++i) {
        auto tag = "{t" + std::to_string(i) + "}";
        if (redis::slotOf(tag) / kThird == node && found++ == nth) {
            return tag;
        }
    }
}

}  // namespace

class TestRedisCluster : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_cluster = std::make_unique<RedisCluster>();
        DONE(m_cluster->start());
    }
    void cleanup() { m_cluster.reset(); }

    void slotsAreThoseOfTheServer() {
        Rng rng(Rng::systemSeed());
        for (int i = 0; i < 5'000; ++i) {
            std::string key;
            for (auto left = rng.below(12); left > 0; --left) {
                key += std::string("{}{}ab\0\xff", 8)[rng.below(8)];
            }
            QCOMPARE(m_cluster->ask(0, {"CLUSTER", "KEYSLOT", key}).integer, std::int64_t{redis::slotOf(key)});
        }
    }

    void oneNodeTellsOfAllOthers() {
        redis::RedisAddress one;
        one.nodes.push_back(m_cluster->address(4));  // a replica
        Client client(one);
        QVERIFY(client.client.isCluster().value());
        std::vector<redis::NodeAddress> masters{m_cluster->address(0), m_cluster->address(1), m_cluster->address(2)};
        std::sort(masters.begin(), masters.end());
        QCOMPARE(client.client.masters().value(), masters);
        CallList calls;
        for (int i = 0; i < 10'000; ++i) {
            calls.command({"SET", "key" + std::to_string(i), std::to_string(i)});
            calls.command({"GET", "key" + std::to_string(i)});
        }
        const auto answers = client.client.runAll(calls.calls());
        for (int i = 0; i < 10'000; ++i) {
            QCOMPARE(said(answers[static_cast<std::size_t>(2 * i)]), std::string("OK"));
            QCOMPARE(said(answers[static_cast<std::size_t>(2 * i + 1)]), std::to_string(i));
        }
        for (int node = 0; node < RedisCluster::kMasters; ++node) {  // all of them had work, and nobody was sent away
            QVERIFY(m_cluster->ask(node, {"DBSIZE"}).integer > 2'000);
            QCOMPARE(m_cluster->refusals(node, "MOVED"), std::int64_t{0});
        }
    }

    void whatIsAboutOneNodeIsAskedOfOne() {
        Client client(m_cluster->seeds());
        for (const char* name : {"SCAN", "FLUSHALL", "DBSIZE", "KEYS", "SCRIPT", "INFO"}) {
            REFUSED_FIELD(client.keyspace.call({name, "0"}), ErrorCode::Unsupported, "command");
        }
        QCOMPARE(said(client.keyspace.call({"PING"})), std::string("PONG"));
        DONE(client.keyspace.call({"SET", tagOf(1), "1"}));
        std::int64_t keys = 0;
        for (const auto& master : client.client.masters().value()) {
            keys += client.client.askNode(master, std::array<std::string_view, 1>{"DBSIZE"}).value().integer;
        }
        QCOMPARE(keys, std::int64_t{1});
        const auto tag = tagOf(1);
        const std::array<std::string_view, 2> get{"GET", tag};
        const auto moved = client.client.askNode(m_cluster->address(0), get);
        REFUSED(moved, ErrorCode::Script);
        QVERIFY(moved.error().message.starts_with("MOVED"));
    }

    void aSlotThatHasMovedIsFound() {
        const auto tag = tagOf(0);
        Client client(m_cluster->seeds());
        DONE(client.keyspace.call({"SET", tagOf(0, 1), "other"}));
        const auto before = m_cluster->refusals(0, "MOVED");
        move(tag, 0, 2);
        QCOMPARE(said(client.keyspace.call({"SET", tag, "1"})), std::string("OK"));
        QCOMPARE(m_cluster->ask(2, {"GET", tag}).text, std::string("1"));
        QCOMPARE(m_cluster->refusals(0, "MOVED"), before + 1);
        QCOMPARE(said(client.keyspace.call({"GET", tag})), std::string("1"));
        QCOMPARE(m_cluster->refusals(0, "MOVED"), before + 1);  // it is known by then
        QCOMPARE(said(client.keyspace.call({"GET", tagOf(0, 1)})), std::string("other"));
    }

    void aSlotOnItsWayIsServedByBoth() {
        const auto tag = tagOf(1);
        Client client(m_cluster->seeds());
        for (const char* key : {"a", "b"}) {
            DONE(client.keyspace.call({"SET", tag + key, "5"}));
        }
        beginMove(tag, 1, 0);
        carry(tag + "a", 1, 0);
        // What has left is asked for where it is, and a new key is made there.
        const auto asks = m_cluster->refusals(1, "ASK");
        QCOMPARE(said(client.keyspace.call({"GET", tag + "a"})), std::string("5"));
        QCOMPARE(said(client.keyspace.call({"GET", tag + "b"})), std::string("5"));
        QCOMPARE(said(client.keyspace.call({"SET", tag + "new", "1"})), std::string("OK"));
        QCOMPARE(said(client.keyspace.run(kSum, {tag + "a"}, {})), std::string("5"));
        QCOMPARE(m_cluster->refusals(1, "ASK"), asks + 3);
        QCOMPARE(m_cluster->ask(0, {"CLUSTER", "COUNTKEYSINSLOT", slot(tag)}).integer, std::int64_t{2});

        // Of several keys some have left: nobody can do it until all have.
        std::atomic<bool> isDone{false};
        std::string sum;
        std::thread caller([&] {
            Client other(m_cluster->seeds());
            sum = said(other.keyspace.run(kSum, {tag + "a", tag + "b"}, {}));
            isDone = true;
        });
        const bool waited = RedisCluster::eventually([&] { return m_cluster->refusals(1, "TRYAGAIN") >= 2; });
        const bool early = isDone;
        carry(tag + "b", 1, 0);
        endMove(tag, 1, 0);
        caller.join();
        QVERIFY(waited && !early);
        QCOMPARE(sum, std::string("10"));

        // Who does not wait that long is told why.
        beginMove(tag, 0, 1);
        carry(tag + "a", 0, 1);
        Client hasty(m_cluster->seeds(), {.connectTimeoutMs = kLongMs, .commandTimeoutMs = kLongMs, .retryForMs = 50});
        const auto refused = hasty.keyspace.run(kSum, {tag + "a", tag + "b"}, {});
        REFUSED_FIELD(refused, ErrorCode::Busy, "node");
        QVERIFY(refused.error().message.find("TRYAGAIN") != std::string::npos);
    }

    /// Slots go round and round while everybody works on them: every increment that was answered has happened, once.
    void nothingIsLostOrDoneTwiceWhileSlotsMove() {
        constexpr int kThreads = 3;
        constexpr int kKeys = 20;
        constexpr int kRounds = 12;
        const auto tag = tagOf(0);
        std::atomic<bool> stop{false};
        std::array<std::int64_t, kThreads> answered{};
        std::array<std::string, kThreads> faults;
        std::vector<std::thread> threads;
        for (std::size_t thread = 0; thread < kThreads; ++thread) {
            threads.emplace_back([&, thread] {
                Client client(m_cluster->seeds());
                for (int turn = 0; !stop; ++turn) {
                    CallList calls;
                    for (int i = 0; i < 10; ++i) {
                        calls.command({"INCR", tag + std::to_string((turn + i) % kKeys)});
                        calls.command({"INCR", "elsewhere" + std::to_string(i)});
                    }
                    calls.script(kSum, {tag + "0"}, {});
                    for (const auto& answer : client.client.runAll(calls.calls())) {
                        if (!answer) {
                            faults[thread] = answer.error().text();
                        }
                    }
                    answered[thread] += 10;
                }
            });
        }
        for (int round = 0; round < kRounds; ++round) {
            const int from = round % RedisCluster::kMasters;
            const int to = (round + 1) % RedisCluster::kMasters;
            // So that each owner is really asked.
            const auto calls = [&] { return m_cluster->ask(from, {"GET", tag + "0"}).text; };
            const auto before = calls();
            QVERIFY(RedisCluster::eventually([&] { return calls() != before; }));
            beginMove(tag, from, to);
            const auto asks = m_cluster->refusals(from, "ASK");
            carry(keysIn(tag, from).front(), from, to);
            QVERIFY(RedisCluster::eventually([&] { return m_cluster->refusals(from, "ASK") > asks; }));
            for (const auto& key : keysIn(tag, from)) {
                carry(key, from, to);
            }
            endMove(tag, from, to);
        }
        stop = true;
        for (auto& thread : threads) {
            thread.join();
        }
        for (const auto& fault : faults) {
            QCOMPARE(fault, std::string());
        }
        Client client(m_cluster->seeds());
        std::int64_t counted = 0;
        std::int64_t elsewhere = 0;
        for (int i = 0; i < kKeys; ++i) {
            const auto value = client.keyspace.call({"GET", tag + std::to_string(i)});
            counted += value->isNil() ? 0 : std::stoll(value->text);
        }
        for (int i = 0; i < 10; ++i) {
            elsewhere += std::stoll(client.keyspace.call({"GET", "elsewhere" + std::to_string(i)})->text);
        }
        const auto expected = answered[0] + answered[1] + answered[2];
        QCOMPARE(counted, expected);
        QCOMPARE(elsewhere, expected);
        std::int64_t moves = 0;
        for (int node = 0; node < RedisCluster::kMasters; ++node) {
            moves += m_cluster->refusals(node, "MOVED");
        }
        QVERIFY(moves >= kRounds - 1);  // nobody need have asked after the last
    }

    void aReplicaTakesOver() {
        const auto tag = tagOf(1);
        Client client(m_cluster->seeds());
        DONE(client.keyspace.call({"SET", tag, "1"}));
        DONE(client.keyspace.call({"SET", tagOf(0), "1"}));
        QTRY_VERIFY_WITH_TIMEOUT(hasReplicated(4, tag), kLongMs);
        m_cluster->process(1).kill();

        // Until it does, calls to the dead node fail and others do not.
        CallList calls;
        calls.command({"INCR", tag});
        calls.command({"INCR", tagOf(0)});
        auto answers = client.client.runAll(calls.calls());
        REFUSED_FIELD(answers[0], ErrorCode::Storage, "node");
        QCOMPARE(answers[0].error().value, m_cluster->address(1).text());
        QCOMPARE(said(answers[1]), std::string("2"));
        m_cluster->setPatienceMs(1'000);
        int elsewhere = 2;
        QVERIFY(RedisCluster::eventually([&] {
            answers = client.client.runAll(calls.calls());
            if (said(answers[1]) != std::to_string(++elsewhere)) {
                return true;  // seen below
            }
            return answers[0].has_value();
        }));
        QCOMPARE(said(answers[1]), std::to_string(elsewhere));
        QCOMPARE(said(answers[0]), std::string("2"));
        const auto masters = client.client.masters().value();
        QVERIFY(std::count(masters.begin(), masters.end(), m_cluster->address(4)) == 1);
        QVERIFY(std::count(masters.begin(), masters.end(), m_cluster->address(1)) == 0);

        // The old master comes back as a replica; whoever knows only it is told who serves now.
        DONE(m_cluster->process(1).startAgain());
        QTRY_VERIFY_WITH_TIMEOUT(
            m_cluster->ask(1, {"ROLE"}).elements.size() > 1 && m_cluster->ask(1, {"ROLE"}).elements[0].text == "slave",
            kLongMs);
        redis::RedisAddress old;
        old.nodes.push_back(m_cluster->address(1));
        Client newcomer(old);
        QTRY_COMPARE_WITH_TIMEOUT(said(newcomer.keyspace.call({"GET", tag})), std::string("2"), kLongMs);
    }

    void aMasterThatHangsKeepsNobodyElse() {
        const auto hung = tagOf(2);
        const auto well = tagOf(0);
        Client client(m_cluster->seeds(), {.connectTimeoutMs = 2'000, .commandTimeoutMs = 2'000, .retryForMs = 100},
                      {.failures = 2, .pauseMs = 3'600'000, .maxPauseMs = 3'600'000});
        DONE(client.keyspace.call({"SET", hung, "1"}));
        DONE(client.keyspace.call({"SET", well, "1"}));
        QTRY_VERIFY_WITH_TIMEOUT(hasReplicated(5, hung), kLongMs);
        m_cluster->process(2).freeze();

        CallList calls;
        calls.command({"INCR", well});
        calls.command({"GET", hung});
        calls.command({"INCR", well});
        auto answers = client.client.runAll(calls.calls());
        QCOMPARE(said(answers[0]), std::string("2"));
        QCOMPARE(said(answers[2]), std::string("3"));
        REFUSED(answers[1], ErrorCode::Storage);
        QVERIFY(answers[1].error().message.find("has not answered") != std::string::npos);
        answers = client.client.runAll(calls.calls());
        REFUSED(answers[1], ErrorCode::Storage);
        // From now on it is left alone: hundreds of calls that would each take seconds.
        for (int i = 0; i < 300; ++i) {
            answers = client.client.runAll(calls.calls());
            REFUSED_FIELD(answers[1], ErrorCode::Busy, "node");
            QCOMPARE(answers[1].error().value, m_cluster->address(2).text());
            QCOMPARE(said(answers[2]), std::to_string(2 * i + 7));
        }
        // Once the others have agreed on its replica that one is asked, whatever the circuit of the old one.
        for (const int node : {0, 1, 3, 4, 5}) {
            (void)m_cluster->ask(node, {"CONFIG", "SET", "cluster-node-timeout", "1000"});
        }
        QTRY_COMPARE_WITH_TIMEOUT(said(client.keyspace.call({"GET", hung})), std::string("1"), kLongMs);
        DONE(client.keyspace.call({"SET", hung, "2"}));

        // Awake again it believes for a moment that it is master; nobody asks it.
        m_cluster->process(2).thaw();
        QCOMPARE(said(client.keyspace.call({"GET", hung})), std::string("2"));
    }

    void aSlotThatNobodyServesIsWaitedFor() {
        const auto tag = tagOf(0);
        Client client(m_cluster->seeds());
        DONE(client.keyspace.call({"SET", tag, "1"}));
        QCOMPARE(m_cluster->ask(0, {"CLUSTER", "DELSLOTS", slot(tag)}), Reply::ok());

        redis::RedisAddress owner;  // the others still think that it serves the slot
        owner.nodes.push_back(m_cluster->address(0));
        Client hasty(owner, {.connectTimeoutMs = kLongMs, .commandTimeoutMs = kLongMs, .retryForMs = 50});
        REFUSED(hasty.keyspace.call({"GET", tag}), ErrorCode::Busy);
        QCOMPARE(said(hasty.keyspace.call({"SET", tagOf(0, 1), "1"})), std::string("OK"));

        const auto before = m_cluster->refusals(0, "CLUSTERDOWN");
        std::atomic<bool> isDone{false};
        std::string value;
        std::thread caller([&] {
            value = said(client.keyspace.call({"INCR", tag}));
            isDone = true;
        });
        const bool waited = RedisCluster::eventually([&] { return m_cluster->refusals(0, "CLUSTERDOWN") > before; });
        const bool early = isDone;
        const auto again = m_cluster->ask(0, {"CLUSTER", "ADDSLOTS", slot(tag)});
        caller.join();
        QVERIFY(waited && !early);
        QCOMPARE(again, Reply::ok());
        QCOMPARE(value, std::string("2"));
    }

    void healthIsThatOfEveryNode() {
        Client client(m_cluster->seeds());
        DONE(client.keyspace.call({"SET", tagOf(0), "1"}));
        QVERIFY(RedisCluster::eventually([&] {
            client.client.readHealth();
            const auto all = client.board.health();
            return std::count_if(all.begin(), all.end(), [](const auto& node) { return node.lagBytes == 0; }) == 3;
        }));
        auto health = client.board.health();
        QCOMPARE(health.size(), std::size_t{RedisCluster::kNodes});
        for (const auto& each : health) {
            const int node = m_cluster->nodeAt(each.node.port);
            const bool isMaster = node < RedisCluster::kMasters;
            QCOMPARE(each.info.role, isMaster ? redis::NodeRole::Master : redis::NodeRole::Replica);
            QCOMPARE(each.circuit, Circuit::Closed);
            QVERIFY(each.readAt && each.info.isLinked == !isMaster && !each.info.hasAppendLog);
            if (!isMaster) {
                QCOMPARE(each.info.master, std::optional(m_cluster->address(node - RedisCluster::kMasters)));
            }
        }
        m_cluster->process(5).kill();
        for (int i = 0; i < 3; ++i) {
            client.client.readHealth();
        }
        for (const auto& each : client.board.health()) {
            const bool isDead = each.node == m_cluster->address(5);
            QCOMPARE(each.circuit, isDead ? Circuit::Open : Circuit::Closed);
            QCOMPARE(!each.lastError.empty(), isDead);
        }
    }

private:
    static std::string slot(const std::string& tag) { return std::to_string(redis::slotOf(tag)); }

    void beginMove(const std::string& tag, int from, int to) {
        QCOMPARE(m_cluster->ask(to, {"CLUSTER", "SETSLOT", slot(tag), "IMPORTING", m_cluster->id(from)}), Reply::ok());
        QCOMPARE(m_cluster->ask(from, {"CLUSTER", "SETSLOT", slot(tag), "MIGRATING", m_cluster->id(to)}), Reply::ok());
    }
    void carry(const std::string& key, int from, int to) {
        const auto reply = m_cluster->ask(
            from, {"MIGRATE", "127.0.0.1", std::to_string(m_cluster->process(to).port()), key, "0", "60000"});
        QVERIFY2(reply.type == Reply::Type::Status, reply.text.c_str());
    }
    void endMove(const std::string& tag, int from, int to) {
        for (const int node : {to, from}) {
            QCOMPARE(m_cluster->ask(node, {"CLUSTER", "SETSLOT", slot(tag), "NODE", m_cluster->id(to)}), Reply::ok());
        }
    }
    void move(const std::string& tag, int from, int to) {
        beginMove(tag, from, to);
        for (const auto& key : keysIn(tag, from)) {
            carry(key, from, to);
        }
        endMove(tag, from, to);
    }
    bool hasReplicated(int replica, const std::string& key) {
        (void)m_cluster->ask(replica, {"READONLY"});  // of this link: it may be read from
        return m_cluster->ask(replica, {"GET", key}).text == "1";
    }
    std::vector<std::string> keysIn(const std::string& tag, int node) {
        std::vector<std::string> keys;
        for (const auto& key : m_cluster->ask(node, {"CLUSTER", "GETKEYSINSLOT", slot(tag), "100"}).elements) {
            keys.push_back(key.text);
        }
        return keys;
    }

    std::unique_ptr<RedisCluster> m_cluster;
};

}  // namespace test_redis_cluster

QTEST_GUILESS_MAIN(test_redis_cluster::TestRedisCluster)
#include "test_redis_cluster.moc"
