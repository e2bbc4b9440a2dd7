// SPDX-License-Identifier: GPL-3.0-or-later
// The circuit breakers of nodes, on a clock that is set by hand, and what the board tells of nodes.
#include <QtTest>
#include <map>
#include <string>

#include "engine/cluster/redis/node_board.h"
#include "tests/support/expect.h"
#include "tests/support/machine_clock.h"

namespace test_redis_circuit {

using namespace evenhand;
using redis::Circuit;
using redis::NodeAddress;
using redis::NodeBoard;
using redis::NodeHealth;
using redis::NodeInfo;
using redis::NodeRole;

namespace {

const NodeAddress kNode{"10.0.0.1", 7000};
const NodeAddress kOther{"10.0.0.2", 7000};
const Error kRefused{ErrorCode::Storage, "connection refused", "node", "10.0.0.1:7000"};
constexpr Instant kStart{1'700'000'000'000};

struct Watched {
    test::MachineClock clock{kStart};
    NodeBoard board{clock, {.failures = 3, .pauseMs = 1'000, .maxPauseMs = 3'000}};

    void fail(int times) {
        for (int i = 0; i < times; ++i) {
            board.failed(kNode, kRefused);
        }
    }
    [[nodiscard]] NodeHealth health() const { return board.health().front(); }
    /// What the node's next caller is told.
    [[nodiscard]] std::string admitted() {
        const auto entry = board.admit(kNode);
        return !entry ? "refused" : *entry == NodeBoard::Entry::Probe ? "probe" : "usual";
    }
};

}  // namespace

class TestRedisCircuit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itOpensAfterFailuresInARow() {
        Watched watched;
        watched.fail(2);
        watched.board.succeeded(kNode);
        watched.fail(2);
        QCOMPARE(watched.admitted(), std::string("usual"));
        watched.clock.advanceMs(50);
        watched.fail(1);

        const auto refused = watched.board.admit(kNode);
        REFUSED_FIELD(refused, ErrorCode::Busy, "node");
        QCOMPARE(refused.error().value, kNode.text());
        // Who, until when, and why.
        QCOMPARE(refused.error().message, "the Redis node 10.0.0.1:7000 does not answer, next try at " +
                                              base::utcText(kStart.plusMs(1'050)) + ": connection refused");
        const auto health = watched.health();
        QCOMPARE(health.circuit, Circuit::Open);
        QCOMPARE(health.since, kStart.plusMs(50));
        QCOMPARE(health.nextTry, std::optional(kStart.plusMs(1'050)));
        QCOMPARE(health.failuresInRow, 3);
        QCOMPARE(health.lastError, kRefused.message);
        QCOMPARE(health.lastErrorAt, std::optional(kStart.plusMs(50)));
        // Others are not concerned.
        DONE(watched.board.admit(kOther));
    }

    void oneCallerTriesWhenThePauseIsOver() {
        Watched watched;
        watched.fail(3);
        watched.clock.advanceMs(999);
        QCOMPARE(watched.admitted(), std::string("refused"));
        watched.clock.advanceMs(1);
        QCOMPARE(watched.admitted(), std::string("probe"));
        QCOMPARE(watched.health().circuit, Circuit::Probing);
        QCOMPARE(watched.admitted(), std::string("refused"));
        // Who tries may never come back to say how it went.
        watched.clock.advanceMs(1'000);
        QCOMPARE(watched.admitted(), std::string("probe"));

        watched.board.greeted(kNode);
        QCOMPARE(watched.admitted(), std::string("usual"));
        QVERIFY(!watched.health().nextTry);
    }

    void pausesGrowUpToABound() {
        Watched watched;
        watched.fail(3);
        for (const std::int64_t pauseMs : {1'000, 2'000, 3'000, 3'000}) {
            QCOMPARE(watched.health().nextTry, std::optional(watched.clock.now().plusMs(pauseMs)));
            watched.clock.advanceMs(pauseMs - 1);
            QCOMPARE(watched.admitted(), std::string("refused"));
            watched.clock.advanceMs(1);
            QCOMPARE(watched.admitted(), std::string("probe"));
            watched.fail(1);
        }
        // After a success they are short again.
        watched.board.succeeded(kNode);
        watched.fail(3);
        QCOMPARE(watched.health().nextTry, std::optional(watched.clock.now().plusMs(1'000)));
    }

    /// A node that takes connections and then does not answer must not be tried three times again.
    void aConnectionAloneIsNoSuccess() {
        Watched watched;
        watched.fail(3);
        watched.clock.advanceMs(1'000);
        QCOMPARE(watched.admitted(), std::string("probe"));
        watched.board.greeted(kNode);
        watched.fail(1);
        QCOMPARE(watched.health().circuit, Circuit::Open);
        QCOMPARE(watched.health().nextTry, std::optional(watched.clock.now().plusMs(2'000)));
    }

    /// Those who were waiting for an answer when it opened fail one after the other.
    void lateFailuresDoNotMakeThePauseLonger() {
        Watched watched;
        watched.fail(3);
        watched.clock.advanceMs(500);
        watched.fail(5);
        QCOMPARE(watched.health().nextTry, std::optional(kStart.plusMs(1'000)));
        watched.clock.advanceMs(500);
        QCOMPARE(watched.admitted(), std::string("probe"));
    }

    /// Pauses are of time that passes, whatever somebody does to the machine's clock.
    void aClockThatIsSetChangesNoPause() {
        Watched watched;
        watched.fail(3);
        watched.clock.set(kStart.plusMs(86'400'000));
        QCOMPARE(watched.admitted(), std::string("refused"));
        watched.clock.set(kStart.plusMs(-86'400'000));
        watched.clock.advanceMs(1'000);
        QCOMPARE(watched.admitted(), std::string("probe"));
    }

    void replicasLagBehindTheirMaster() {
        Watched watched;
        const NodeInfo master{.role = NodeRole::Master, .offset = 500};
        NodeInfo replica{.role = NodeRole::Replica, .offset = 480, .master = kNode, .isLinked = true};
        watched.board.tell({{kNode, master}, {kOther, replica}});
        auto health = watched.board.health();
        QCOMPARE(health.size(), std::size_t{2});
        QVERIFY(!health[0].lagBytes);
        QCOMPARE(health[1].lagBytes, std::optional<std::int64_t>(20));
        QCOMPARE(health[1].readAt, std::optional(kStart));
        // It knows its master by another name, and there is only one.
        replica.master = NodeAddress{"other.name", 7000};
        watched.board.tell({{kNode, master}, {kOther, replica}});
        QCOMPARE(watched.board.health()[1].lagBytes, std::optional<std::int64_t>(20));
        // Nobody knows how far a replica is behind that hears nothing.
        replica.isLinked = false;
        watched.board.tell({{kNode, master}, {kOther, replica}});
        QVERIFY(!watched.board.health()[1].lagBytes);
    }

    void nodesThatAreNoMoreAreForgotten() {
        Watched watched;
        watched.fail(3);
        DONE(watched.board.admit(kOther));
        watched.board.keepOnly({kOther, {"10.0.0.3", 7000}});
        const auto health = watched.board.health();
        QCOMPARE(health.size(), std::size_t{2});
        QCOMPARE(health[0].node, kOther);
        QCOMPARE(health[1].node, (NodeAddress{"10.0.0.3", 7000}));
        QCOMPARE(watched.board.failuresOf(kNode), 0);
    }

    void infoIsRead() {
        const auto master = redis::nodeInfoOf(
            "# Replication\r\nrole:master\r\nconnected_slaves:1\r\nmaster_repl_offset:175\r\n"
            "# Persistence\r\nloading:0\r\nrdb_changes_since_last_save:2\r\nrdb_last_save_time:1700000000\r\n"
            "rdb_last_bgsave_status:ok\r\naof_enabled:1\r\naof_last_bgrewrite_status:ok\r\naof_last_write_status:"
            "ok\r\n");
        QCOMPARE(master.role, NodeRole::Master);
        QCOMPARE(master.offset, std::int64_t{175});
        QVERIFY(!master.master && !master.isLoading && master.hasAppendLog && master.appendLogWorks);
        QVERIFY(master.snapshotWorks);
        QCOMPARE(master.snapshotAt, kStart);
        QCOMPARE(master.unsaved, std::int64_t{2});

        const auto replica = redis::nodeInfoOf(
            "role:slave\nmaster_host:10.0.0.1\nmaster_port:7000\nmaster_link_status:up\nslave_repl_offset:99\n"
            "master_repl_offset:175\nloading:1\nrdb_last_bgsave_status:err\naof_enabled:0\naof_last_write_status:"
            "err\n");
        QCOMPARE(replica.role, NodeRole::Replica);
        QCOMPARE(replica.offset, std::int64_t{99});
        QCOMPARE(replica.master, std::optional(kNode));
        QVERIFY(replica.isLinked && replica.isLoading && !replica.hasAppendLog && !replica.appendLogWorks);
        QVERIFY(!replica.snapshotWorks);
        QVERIFY(!redis::nodeInfoOf("aof_last_bgrewrite_status:err").appendLogWorks);
        QVERIFY(!redis::nodeInfoOf("role:slave\nmaster_link_status:down").isLinked);

        QCOMPARE(redis::nodeInfoOf("").role, NodeRole::Unknown);
        QCOMPARE(redis::nodeInfoOf("role\r\n::\r\n\n\nloading:x").isLoading, false);
    }
};

}  // namespace test_redis_circuit

QTEST_APPLESS_MAIN(test_redis_circuit::TestRedisCircuit)
#include "test_redis_circuit.moc"
