// SPDX-License-Identifier: GPL-3.0-or-later
// Which slot a key has, and who serves it by what CLUSTER SLOTS tells. (That a real server computes the same slots:
// tests/shared/test_redis_cluster.)
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <QtTest>
#include <csignal>
#include <functional>
#include <string>
#include <vector>

#include "engine/cluster/redis/batch.h"
#include "engine/cluster/redis/key_slot.h"
#include "engine/cluster/redis/slot_map.h"
#include "tests/support/expect.h"

namespace test_redis_slots {

using namespace evenhand;
using keyspace::Reply;
using redis::NodeAddress;
using redis::SlotMap;

namespace {

const NodeAddress kAsked{"10.0.0.9", 7009};

Reply nodeReply(const std::string& host, std::int64_t port) {
    return Reply::array({Reply::bulk(host), Reply::number(port), Reply::bulk("id"), Reply::array()});
}
Reply rangeReply(std::int64_t first, std::int64_t last, std::vector<Reply> nodes) {
    std::vector<Reply> parts{Reply::number(first), Reply::number(last)};
    parts.insert(parts.end(), nodes.begin(), nodes.end());
    return Reply::array(std::move(parts));
}

std::string ownerOf(const SlotMap& map, std::uint16_t slot) {
    const auto* const node = map.masterOf(slot);
    return node == nullptr ? "nobody" : node->text();
}

redis::Call commandOf(std::span<const std::string_view> words) { return {words}; }

/// How a process ends that does this.
int endOf(const std::function<void()>& act) {
    const auto child = ::fork();
    if (child == 0) {
        const rlimit none{0, 0};
        ::setrlimit(RLIMIT_CORE, &none);
        ::signal(SIGABRT, SIG_DFL);  // Qt Test's own would report a crash
        act();
        ::_exit(0);
    }
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

class TestRedisSlots : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void slotsAreThoseOfTheSpecification() {
        QCOMPARE(redis::crc16("123456789"), std::uint16_t{0x31C3});  // its appendix A
        QCOMPARE(redis::crc16(""), std::uint16_t{0});
        QCOMPARE(redis::slotOf("foo"), std::uint16_t{12182});
        QCOMPARE(redis::slotOf("{a}x"), std::uint16_t{15495});
        QCOMPARE(redis::slotOf("foo{}{bar}"), std::uint16_t{8363});
    }

    void theTagIsTheFirstThatHoldsSomething() {
        QCOMPARE(redis::slotOf("{user1000}.following"), redis::slotOf("user1000"));
        QCOMPARE(redis::slotOf("foo{{bar}}zap"), redis::slotOf("{bar"));
        QCOMPARE(redis::slotOf("foo{bar}{zap}"), redis::slotOf("bar"));
        QCOMPARE(redis::slotOf("}a{b}"), redis::slotOf("b"));
        QVERIFY(redis::slotOf("foo{}{bar}") != redis::slotOf("bar"));
        QVERIFY(redis::slotOf("foo{bar") != redis::slotOf("bar"));
    }

    void mapsAreRead() {
        const auto reply =
            Reply::array({rangeReply(0, 99, {nodeReply("b", 2), nodeReply("r", 3)}),
                          rangeReply(100, 100, {nodeReply("a", 1)}), rangeReply(200, 16383, {nodeReply("b", 2)})});
        const auto map = SlotMap::fromReply(reply, kAsked);
        DONE(map);
        QVERIFY(map->isCluster());
        QCOMPARE(ownerOf(*map, 0), std::string("b:2"));
        QCOMPARE(ownerOf(*map, 99), std::string("b:2"));
        QCOMPARE(ownerOf(*map, 100), std::string("a:1"));
        QCOMPARE(ownerOf(*map, 101), std::string("nobody"));
        QCOMPARE(ownerOf(*map, 16383), std::string("b:2"));
        QCOMPARE(ownerOf(*map, 16384), std::string("nobody"));
        QCOMPARE(map->masters(), (std::vector<NodeAddress>{{"a", 1}, {"b", 2}}));
        QCOMPARE(map->replicas(), (std::vector<NodeAddress>{{"r", 3}}));
        QVERIFY(SlotMap::fromReply(Reply::array(), kAsked)->masters().empty());
    }

    void hostsThatAreNotNamedAreThoseThatWereAsked() {
        auto unnamed = nodeReply("", 7001);
        auto nil = nodeReply("", 7002);
        nil.elements[0] = Reply::nil();
        const auto map = SlotMap::fromReply(Reply::array({rangeReply(0, 0, {unnamed}), rangeReply(1, 1, {nil}),
                                                          rangeReply(2, 2, {nodeReply("?", 7003)})}),
                                            kAsked);
        DONE(map);
        QCOMPARE(ownerOf(*map, 0), std::string("10.0.0.9:7001"));
        QCOMPARE(ownerOf(*map, 1), std::string("10.0.0.9:7002"));
        QCOMPARE(ownerOf(*map, 2), std::string("nobody"));
    }

    void strangeMapsAreRefused() {
        const auto good = nodeReply("a", 1);
        for (const auto& reply :
             {Reply::ok(), Reply::nilArray(), Reply::array({Reply::number(1)}), Reply::array({Reply::array()}),
              Reply::array({rangeReply(0, 1, {})}), Reply::array({rangeReply(-1, 1, {good})}),
              Reply::array({rangeReply(2, 1, {good})}), Reply::array({rangeReply(0, 16384, {good})}),
              Reply::array({rangeReply(0, 1, {Reply::bulk("a")})}),
              Reply::array({rangeReply(0, 1, {nodeReply("a", 0)})}),
              Reply::array({rangeReply(0, 1, {nodeReply("a", 65536)})}),
              Reply::array({rangeReply(0, 1, {good, Reply::number(1)})}),
              Reply::array({rangeReply(0, 1, {Reply::array({Reply::number(1), Reply::number(1)})})}),
              Reply::array({Reply::array({Reply::bulk("0"), Reply::number(1), good})})}) {
            REFUSED_FIELD(SlotMap::fromReply(reply, kAsked), ErrorCode::Storage, "node");
        }
    }

    void aSlotThatHasMovedIsServedByTheOther() {
        auto map = *SlotMap::fromReply(Reply::array({rangeReply(0, 1, {nodeReply("a", 1), nodeReply("c", 3)}),
                                                     rangeReply(2, 2, {nodeReply("b", 2)})}),
                                       kAsked);
        map.assign(1, {"c", 3});  // the replica
        QCOMPARE(ownerOf(map, 0), std::string("a:1"));
        QCOMPARE(ownerOf(map, 1), std::string("c:3"));
        QVERIFY(map.replicas().empty());
        map.assign(2, {"a", 1});
        QCOMPARE(ownerOf(map, 2), std::string("a:1"));
        QCOMPARE(map.masters(), (std::vector<NodeAddress>{{"a", 1}, {"c", 3}}));  // b has none left
        map.assign(16384, {"z", 1});
        QCOMPARE(map.masters().size(), std::size_t{2});
    }

    void aSingleServerServesAll() {
        const auto map = SlotMap::ofSingle({"a", 1}, {{"b", 2}});
        QVERIFY(!map.isCluster());
        QCOMPARE(ownerOf(map, 0), std::string("a:1"));
        QCOMPARE(ownerOf(map, 16383), std::string("a:1"));
        QCOMPARE(map.replicas(), (std::vector<NodeAddress>{{"b", 2}}));
    }

    void callsGoByTheirKeys() {
        const std::vector<std::string_view> del{"DEL", "x{a}", "{a}y"};
        const auto slot = redis::slotFor(commandOf(del), true);
        DONE(slot);
        QCOMPARE(*slot, std::optional<std::uint16_t>(15495));
        QCOMPARE(*redis::slotFor(commandOf(del), false), std::optional<std::uint16_t>());

        const keyspace::Script script{"step", "return 1", "0123"};
        const std::vector<std::string_view> keys{"{a}1", "{a}2"};
        const std::vector<std::string_view> args{"MULTI"};  // of a script a word like any other
        QCOMPARE(*redis::slotFor({args, &script, keys}, true), std::optional<std::uint16_t>(15495));
        QCOMPARE(*redis::slotFor({args, &script, {}}, true), std::optional<std::uint16_t>());

        const std::vector<std::string_view> scan{"SCAN", "0"};
        REFUSED_FIELD(redis::slotFor(commandOf(scan), true), ErrorCode::Unsupported, "command");
        DONE(redis::slotFor(commandOf(scan), false));
        const std::vector<std::string_view> select{"SELECT", "1"};
        REFUSED_FIELD(redis::slotFor(commandOf(select), false), ErrorCode::Unsupported, "command");
        REFUSED_FIELD(redis::slotFor({}, false), ErrorCode::Unsupported, "command");
    }

    void keysOfOneCallInDifferentSlotsEndTheProgram() {
        const std::vector<std::string_view> del{"DEL", "{a}x", "{b}x"};
        QCOMPARE(endOf([&] { (void)redis::slotFor(commandOf(del), true); }), SIGABRT);
        QCOMPARE(endOf([&] { (void)redis::slotFor(commandOf(del), false); }), 0);  // one server has them all
        const keyspace::Script script{"step", "return 1", "0123"};
        const std::vector<std::string_view> keys{"{a}1", "{b}2"};
        QCOMPARE(endOf([&] { (void)redis::slotFor({{}, &script, keys}, true); }), SIGABRT);
    }
};

}  // namespace test_redis_slots

QTEST_APPLESS_MAIN(test_redis_slots::TestRedisSlots)
#include "test_redis_slots.moc"
