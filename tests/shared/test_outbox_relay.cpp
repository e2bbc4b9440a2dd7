// SPDX-License-Identifier: GPL-3.0-or-later
// The relay of the outbox between a real MariaDB and a real Redis: numbers of messages whose transactions overlap,
// relays that are frozen or killed between any two steps, new generations, what a pass costs, and how it is woken.
#include <QtTest>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/base/rng.h"
#include "engine/cluster/redis/subscription.h"
#include "engine/outbox/relay.h"
#include "engine/outbox/relay_loop.h"
#include "outbox_bench.h"
#include "tests/support/expect.h"
#include "tests/support/machine_clock.h"

namespace test_outbox_relay {

using namespace evenhand;
using outbox::Relay;
using test::OutboxBench;
using test::WatchedKeyspace;

namespace {

constexpr std::int64_t kLeaseMs = 10'000;
constexpr std::string_view kAppend = "outbox_append";

/// A relay with a connection and a way into the keyspace of its own.
struct Node {
    Node(OutboxBench& bench, const Clock& clock, const std::string& name)
        : database(connected(bench)),
          keyspace(bench.client->keyspace),
          relay(*database, keyspace, clock, {name, kLeaseMs}) {}

    static std::unique_ptr<store::Database> connected(OutboxBench& bench) {
        auto made = bench.connect();
        if (!made) {
            qFatal("%s", made.error().text().c_str());
        }
        return *std::move(made);
    }
    /// Until there is nothing to do at once; how many messages it was.
    [[nodiscard]] Result<std::size_t> passes() {
        std::size_t all = 0;
        for (bool more = true; more;) {
            EVENHAND_ASSIGN(const auto passed, relay.pass());
            all += passed.messages;
            more = passed.more;
        }
        return all;
    }

    std::unique_ptr<store::Database> database;
    WatchedKeyspace keyspace;
    Relay relay;
};

/// "1:1 2:2 …".
std::string inOrder(int count) {
    std::string text;
    for (int i = 1; i <= count; ++i) {
        text += (i == 1 ? "" : " ") + std::to_string(i) + ":" + std::to_string(i);
    }
    return text;
}

}  // namespace

class TestOutboxRelay : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_bench = std::make_unique<OutboxBench>();
        DONE(m_bench->start());
        m_clock = test::MachineClock{{1'700'000'000'000}};
    }
    void cleanup() { m_bench.reset(); }

    void messagesGoIntoTheirStreams() {
        DONE(m_bench->write(1, 2));
        DONE(m_bench->write(3, 1, "t", "south"));
        DONE(m_bench->write(4, 1, "u", ""));
        DONE(m_bench->write(5, 1));
        Node a(*m_bench, m_clock, "a");
        QCOMPARE(a.passes().value(), std::size_t{5});
        QCOMPARE(m_bench->numbered(), inOrder(5));
        QCOMPARE(m_bench->inStream(), std::string("1:1 2:2 5:5"));
        QCOMPARE(m_bench->inStream(1, "t", "south"), std::string("3:3"));
        QCOMPARE(m_bench->inStream(1, "u", ""), std::string("4:4"));
    }

    void anyTextArrivesAsItIs() {
        const std::string odd = "a\nb\\n \\ 渠道 c=d\n";
        const runtime::Field fields[] = {{"no", odd}, {"empty", ""}, {"last", " x "}};
        const auto message = outbox::textOf(fields);
        DONE(m_bench->database->begin());
        DONE(store::outbox::add(*m_bench->database, {"t", "north", message, Instant{5}}));
        DONE(m_bench->database->commit());
        Node a(*m_bench, m_clock, "a");
        DONE(a.passes());
        QCOMPARE(m_bench->inStream(), "1:" + odd);
        const auto read = outbox::fieldsOf(message);
        QCOMPARE(read.size(), std::size_t{3});
        QCOMPARE(read[1].first + "=" + read[1].second, std::string("empty="));
        QCOMPARE(read[2].first + "=" + read[2].second, std::string("last= x "));
        // No two pairs of topic and campus share a stream.
        QVERIFY(outbox::streamOf("a:b", "c", 1) != outbox::streamOf("a", "b:c", 1));
        QVERIFY(outbox::streamOf("a", "b}", 1) != outbox::streamOf("a", "b", 1));
        QVERIFY(outbox::streamOf("a", "b", 1) != outbox::streamOf("a", "b", 2));
    }

    /// An open transaction keeps nobody waiting, and its messages come when it is committed; one that is undone leaves
    /// no gap in the numbers.
    void transactionsOverlap() {
        Node a(*m_bench, m_clock, "a");
        auto slow = Node::connected(*m_bench);
        auto undone = Node::connected(*m_bench);
        DONE(slow->begin());
        DONE(OutboxBench::add(*slow, 1));
        DONE(slow->flush());
        DONE(undone->begin());
        DONE(OutboxBench::add(*undone, 2));
        DONE(undone->flush());
        DONE(m_bench->write(3, 2));
        QCOMPARE(a.passes().value(), std::size_t{2});
        QCOMPARE(m_bench->numbered(), std::string("1:3 2:4"));
        undone->rollback();
        DONE(m_bench->write(5, 1));
        DONE(slow->commit());
        QCOMPARE(a.passes().value(), std::size_t{2});
        // Of those that are seen together the smaller id is first, whoever has committed first.
        QCOMPARE(m_bench->numbered(), std::string("1:3 2:4 3:1 4:5"));
        QCOMPARE(m_bench->inStream(), m_bench->numbered());
    }

    void whatActsOnOneThingKeepsItsOrder_data() {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 8; ++seed) {
            QTest::newRow(std::to_string(seed).c_str()) << seed;
        }
    }
    /// Five connections change four things, each locked until the commit, in any order; the relay looks at any moment.
    /// Whatever is said of a thing has numbers in the order of its changes, and the numbers are dense.
    void whatActsOnOneThingKeepsItsOrder() {
        QFETCH(int, seed);
        constexpr int kRoots = 4;
        constexpr std::size_t kWriters = 5;
        struct Writer {
            std::unique_ptr<store::Database> database;
            int root = -1;  ///< locked by it
        };
        std::vector<Writer> writers(kWriters);
        for (auto& writer : writers) {
            writer.database = Node::connected(*m_bench);
        }
        std::vector<int> versions(kRoots, 0);
        std::vector<bool> locked(kRoots, false);
        for (int i = 0; i < kRoots; ++i) {
            DONE(m_bench->database->execute("INSERT INTO root VALUES (" + std::to_string(i) + ", 0)"));
        }
        Node a(*m_bench, m_clock, "a");
        Rng rng(static_cast<std::uint64_t>(seed));
        for (int step = 0; step < 400; ++step) {
            auto& writer = writers[rng.below(kWriters)];
            const auto root = static_cast<int>(rng.below(kRoots));
            if (rng.below(4) == 0) {
                DONE(a.relay.pass());
            } else if (writer.root >= 0) {
                if (rng.below(8) == 0) {
                    writer.database->rollback();
                    --versions[static_cast<std::size_t>(writer.root)];
                } else {
                    DONE(writer.database->commit());
                }
                locked[static_cast<std::size_t>(writer.root)] = false;
                writer.root = -1;
            } else if (!locked[static_cast<std::size_t>(root)]) {
                DONE(writer.database->begin());
                auto& lock = writer.database->statement("UPDATE root SET version = version + 1 WHERE name = ?");
                DONE(lock.bind(std::int64_t{root}).write());
                DONE(OutboxBench::add(*writer.database, 100'000 * root + ++versions[static_cast<std::size_t>(root)]));
                DONE(writer.database->flush());
                locked[static_cast<std::size_t>(root)] = true;
                writer.root = root;
            }
        }
        for (auto& writer : writers) {
            if (writer.root >= 0) {
                DONE(writer.database->commit());
            }
        }
        DONE(a.passes());
        const auto rows = store::outbox::behind(*m_bench->database, 0, store::outbox::kMostRows);
        DONE(rows);
        QVERIFY(rows->size() > 50);
        std::vector<int> seen(kRoots, 0);
        for (std::size_t i = 0; i < rows->size(); ++i) {
            QCOMPARE((*rows)[i].number, static_cast<std::int64_t>(i) + 1);
            const int no = std::stoi(outbox::fieldsOf((*rows)[i].message).front().second);
            auto& last = seen[static_cast<std::size_t>(no / 100'000)];
            QCOMPARE(no % 100'000, ++last);
        }
        QCOMPARE(seen, versions);
        QCOMPARE(m_bench->inStream(), m_bench->numbered());
    }

    /// The one that waits looks at the row alone: it takes over when that has stood still for the lease.
    void theNextRelayWaitsForTheLease() {
        DONE(m_bench->write(1, 1));
        Node a(*m_bench, m_clock, "a");
        Node b(*m_bench, m_clock, "b");
        QVERIFY(a.relay.pass().value().relays);
        DONE(a.passes());
        // Longer than the lease: who is there renews it while nothing happens, at each second look, the last one too.
        for (int i = 0; i < 9; ++i) {
            m_clock.advanceMs(kLeaseMs / 3);
            QVERIFY(a.relay.pass().value().relays);
            QVERIFY(!b.relay.pass().value().relays);
        }
        m_clock.advanceMs(kLeaseMs - 1);
        QVERIFY(!b.relay.pass().value().relays);
        m_clock.advanceMs(1);
        QVERIFY(b.relay.pass().value().relays);
        QVERIFY(!a.relay.pass().value().relays);
        QVERIFY(!a.relay.pass().value().relays);
        DONE(m_bench->write(2, 1));
        QCOMPARE(a.passes().value(), std::size_t{0});
        QCOMPARE(b.passes().value(), std::size_t{1});
        QCOMPARE(m_bench->inStream(), inOrder(2));
    }

    void whoStopsLetsTheNextOneBegin() {
        Node a(*m_bench, m_clock, "a");
        Node b(*m_bench, m_clock, "b");
        DONE(a.passes());
        QVERIFY(!b.relay.pass().value().relays);
        a.relay.release();
        QVERIFY(b.relay.pass().value().relays);
    }

    /// Frozen between reading and numbering, for longer than its lease: what it writes when it goes on changes nothing.
    void aFrozenRelayNumbersNothing() {
        Node a(*m_bench, m_clock, "a");
        Node b(*m_bench, m_clock, "b");
        DONE(a.passes());
        const auto held = store::outbox::relayRow(*a.database);
        DONE(held);
        DONE(m_bench->write(1, 3));
        auto rows = store::outbox::unnumbered(*a.database, store::outbox::kMostRows);
        DONE(rows);
        DONE(b.relay.pass());
        m_clock.advanceMs(kLeaseMs);
        DONE(m_bench->write(4, 1));
        QCOMPARE(b.passes().value(), std::size_t{4});
        const auto before = m_bench->number("SELECT epoch * 1000000 + beat * 1000 + last_number FROM outbox_relay");

        DONE(a.database->begin());
        QCOMPARE(store::outbox::giveNumbers(*a.database, *held, held->relayed, *rows).value(), false);
        DONE(a.database->commit());
        QCOMPARE(m_bench->number("SELECT epoch * 1000000 + beat * 1000 + last_number FROM outbox_relay"), before);
        QCOMPARE(m_bench->numbered(), inOrder(4));
        QCOMPARE(a.passes().value(), std::size_t{0});
        QCOMPARE(m_bench->inStream(), inOrder(4));
    }

    /// Frozen between numbering and appending: the next one appends what it had numbered before anything of its own,
    /// and what the first one sends when it goes on is refused by the stream.
    void aFrozenRelayAppendsNothingTwice() {
        Node a(*m_bench, m_clock, "a");
        Node b(*m_bench, m_clock, "b");
        DONE(a.passes());
        DONE(m_bench->write(1, 3));
        bool isFrozen = false;
        std::size_t byB = 0;
        a.keyspace.before = [&](std::string_view name) {
            if (name != kAppend || std::exchange(isFrozen, true)) {
                return;
            }
            DONE(b.relay.pass());
            m_clock.advanceMs(kLeaseMs);
            DONE(m_bench->write(4, 2));
            const auto passed = b.passes();
            DONE(passed);
            byB = *passed;
        };
        const auto passed = a.relay.pass();
        DONE(passed);
        QVERIFY(isFrozen);
        QCOMPARE(byB, std::size_t{5});
        QCOMPARE(m_bench->inStream(), inOrder(5));
        DONE(m_bench->write(6, 1));
        QCOMPARE(a.passes().value(), std::size_t{0});
        QCOMPARE(b.passes().value(), std::size_t{1});
        QCOMPARE(m_bench->numbered(), inOrder(6));
        QCOMPARE(m_bench->inStream(), inOrder(6));
        QCOMPARE(entriesAdded(), 6);
    }

    void killedAnywhere_data() {
        QTest::addColumn<bool>("appended");
        QTest::newRow("numbered, and nothing appended") << false;
        QTest::newRow("appended, and nobody knows") << true;
    }
    /// What was numbered is appended by the next one with the same numbers; what was appended is refused.
    void killedAnywhere() {
        QFETCH(bool, appended);
        DONE(m_bench->write(1, 2));
        {
            Node a(*m_bench, m_clock, "a");
            DONE(a.passes());
            DONE(m_bench->write(3, 2));
            DONE(m_bench->write(5, 1, "t", "south"));
            (appended ? a.keyspace.failsAfter : a.keyspace.failsBefore) = kAppend;
            REFUSED(a.relay.pass(), ErrorCode::Storage);
        }
        QCOMPARE(m_bench->numbered(), inOrder(5));
        Node b(*m_bench, m_clock, "b");
        DONE(b.relay.pass());
        DONE(m_bench->write(6, 1));
        m_clock.advanceMs(kLeaseMs);
        DONE(b.passes());
        QCOMPARE(m_bench->numbered(), inOrder(6));
        QCOMPARE(m_bench->inStream(), std::string("1:1 2:2 3:3 4:4 6:6"));
        QCOMPARE(m_bench->inStream(1, "t", "south"), std::string("5:5"));
        QCOMPARE(entriesAdded(), 6);
    }

    /// A keyspace that fails for a while: the same relay goes on where it was, without another number in between.
    void aKeyspaceThatFailsForAWhile() {
        Node a(*m_bench, m_clock, "a");
        DONE(a.passes());
        DONE(m_bench->write(1, 2));
        a.keyspace.failsBefore = kAppend;
        REFUSED(a.relay.pass(), ErrorCode::Storage);
        DONE(m_bench->write(3, 1));
        REFUSED(a.relay.pass(), ErrorCode::Storage);
        REFUSED(a.relay.pass(), ErrorCode::Storage);
        QCOMPARE(m_bench->number("SELECT COUNT(*) FROM outbox WHERE number IS NULL"), 1);
        a.keyspace.failsBefore.clear();
        DONE(a.passes());
        QCOMPARE(m_bench->inStream(), inOrder(3));
    }

    /// The streams of a new generation get what is not done, with its numbers, and then what comes.
    void aNewGenerationGetsWhatIsNotDone() {
        DONE(m_bench->write(1, 5));
        Node a(*m_bench, m_clock, "a");
        DONE(a.passes());
        const std::vector<std::int64_t> done{1, 3, 4};
        DONE(store::outbox::markDone(*m_bench->database, done, Instant{7}));
        DONE(m_bench->client->keyspace.call({"DEL", outbox::streamOf("t", "north", 1)}));
        QVERIFY(store::outbox::beginGeneration(*m_bench->database, 2).value());
        DONE(m_bench->write(6, 1));
        DONE(a.passes());
        QCOMPARE(m_bench->inStream(2), std::string("2:2 5:5 6:6"));
        QCOMPARE(m_bench->inStream(1), std::string());
        DONE(m_bench->write(7, 1));
        DONE(a.passes());
        QCOMPARE(m_bench->inStream(2), std::string("2:2 5:5 6:6 7:7"));
        // Again, while nothing else happens and all is written down.
        DONE(a.passes());
        QVERIFY(store::outbox::beginGeneration(*m_bench->database, 3).value());
        DONE(a.passes());
        QCOMPARE(m_bench->inStream(3), std::string("2:2 5:5 6:6 7:7"));
    }

    /// More than one statement takes, of several streams, by a relay that has just begun.
    void manyMessages() {
        constexpr int kMany = 600;
        for (int i = 1; i <= kMany; i += 100) {
            DONE(m_bench->write(i, 100, "t", i % 200 == 1 ? "north" : "south"));
        }
        {
            Node a(*m_bench, m_clock, "a");
            QCOMPARE(a.passes().value(), std::size_t{kMany});
        }
        QCOMPARE(m_bench->number("SELECT COUNT(DISTINCT number) FROM outbox WHERE number = outbox_id"), kMany);
        QVERIFY(store::outbox::beginGeneration(*m_bench->database, 2).value());
        Node b(*m_bench, m_clock, "b");
        DONE(b.relay.pass());
        m_clock.advanceMs(kLeaseMs);
        QCOMPARE(b.passes().value(), std::size_t{kMany});
        QCOMPARE(m_bench->inStream(2), m_bench->inStream(1));
        QCOMPARE(m_bench->inStream(2, "t", "south"), m_bench->inStream(1, "t", "south"));
    }

    /// In statements and commands, however many messages a batch has.
    void whatAPassCosts() {
        Node a(*m_bench, m_clock, "a");
        DONE(a.passes());
        const auto cost = [&a]() -> std::pair<std::int64_t, int> {
            const auto statements = OutboxBench::statementsOf(*a.database);
            const auto commands = a.keyspace.commands;
            const auto passed = a.relay.pass();
            return {passed ? OutboxBench::statementsOf(*a.database) - statements - 1 : -1,
                    a.keyspace.commands - commands};
        };
        QCOMPARE(cost(), std::make_pair(std::int64_t{2}, 0));
        DONE(m_bench->write(1, 1));
        QCOMPARE(cost(), std::make_pair(std::int64_t{5}, 1));
        DONE(m_bench->write(2, 256));
        QCOMPARE(cost(), std::make_pair(std::int64_t{5}, 1));
        DONE(m_bench->write(258, 20));
        DONE(m_bench->write(278, 20, "t", "south"));
        QCOMPARE(cost(), std::make_pair(std::int64_t{5}, 2));
        QCOMPARE(cost(), std::make_pair(std::int64_t{2}, 0));  // and writes down that all of it is relayed
        QCOMPARE(cost(), std::make_pair(std::int64_t{2}, 0));
    }

    /// A transaction that has written messages and stays open holds nobody up.
    void numberingWaitsForNobody() {
        auto open = Node::connected(*m_bench);
        Node a(*m_bench, m_clock, "a");
        DONE(a.passes());
        for (const int count : {1, 3, 40}) {
            DONE(open->begin());
            DONE(OutboxBench::add(*open, 0));
            DONE(open->flush());
            DONE(m_bench->write(1, count));
            QCOMPARE(a.passes().value(), static_cast<std::size_t>(count));
            const auto last = m_bench->number("SELECT MAX(number) FROM outbox");
            const std::vector<std::int64_t> done{last};
            QCOMPARE(store::outbox::markDone(*m_bench->database, done, Instant{7}).value(), std::int64_t{1});
            open->rollback();
        }
    }

    void theLoopWaitsOnlyForWhatIsNotThere() {
        DONE(m_bench->write(1, 300));
        Node a(*m_bench, m_clock, "a");
        std::vector<std::int64_t> waits;
        outbox::RelayLoop loop(a.relay, [&waits](std::int64_t ms) { waits.push_back(ms); });
        int turns = 0;
        while (waits.empty() && turns < 10) {
            loop.turn();
            ++turns;
        }
        QCOMPARE(waits, std::vector<std::int64_t>{200});
        QCOMPARE(turns, 3);  // nothing of before, a whole batch, the rest
        QCOMPARE(m_bench->number("SELECT COUNT(*) FROM outbox WHERE number IS NULL"), 0);
        a.keyspace.failsBefore = kAppend;
        DONE(m_bench->write(301, 1));
        loop.turn();
        loop.turn();
        QCOMPARE(waits.size(), std::size_t{3});
        a.keyspace.failsBefore.clear();
        loop.run([&waits] { return waits.size() > 3; });
        QCOMPARE(m_bench->number("SELECT COUNT(*) FROM outbox_relay WHERE owner = ''"), 1);
        QCOMPARE(entriesAdded(), 301);
    }

    /// Woken by whoever has committed, on a line that comes back by itself.
    void nudgesAreHeard() {
        base::SystemClock clock;
        redis::Subscription heard(m_bench->address, std::string(outbox::kNudges), test::kPatient, clock);
        QVERIFY(!heard.isListening());
        QVERIFY(heard.wait(60'000));  // it has just begun to listen
        QVERIFY(heard.isListening());
        QVERIFY(!heard.wait(0));
        DONE(outbox::nudge(m_bench->client->keyspace));
        DONE(outbox::nudge(m_bench->client->keyspace));
        QVERIFY(heard.wait(60'000));
        DONE(m_bench->client->keyspace.call({"PUBLISH", "elsewhere", ""}));
        while (heard.wait(0)) {  // the second one, if it came later than the first
        }
        std::thread other([this] { std::ignore = outbox::nudge(m_bench->client->keyspace); });
        const bool isWoken = heard.wait(60'000);
        other.join();
        QVERIFY(isWoken);
        while (heard.wait(0)) {
        }
        m_bench->process.kill();
        QVERIFY(heard.wait(60'000));  // what was said since is lost
        QVERIFY(!heard.isListening());
        QVERIFY(!heard.wait(1));
        DONE(m_bench->process.startAgain());
        QTRY_VERIFY_WITH_TIMEOUT(heard.wait(100) && heard.isListening(), 60'000);
    }

private:
    /// To all streams of the first generation, deleted ones and all.
    [[nodiscard]] std::int64_t entriesAdded() const {
        std::int64_t all = 0;
        for (const char* campus : {"north", "south"}) {
            const auto stream = outbox::streamOf("t", campus, 1);
            const auto info = m_bench->client->keyspace.call({"XINFO", "STREAM", stream});
            for (std::size_t i = 0; info && i + 1 < info->elements.size(); i += 2) {
                all += info->elements[i].text == "entries-added" ? info->elements[i + 1].integer : 0;
            }
        }
        return all;
    }

    std::unique_ptr<OutboxBench> m_bench;
    test::MachineClock m_clock{{1'700'000'000'000}};
};

}  // namespace test_outbox_relay

QTEST_GUILESS_MAIN(test_outbox_relay::TestOutboxRelay)
#include "test_outbox_relay.moc"
