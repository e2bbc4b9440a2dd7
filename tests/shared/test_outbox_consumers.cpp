// SPDX-License-Identifier: GPL-3.0-or-later
// Consumers of the outbox's streams on a real MariaDB and a real Redis: each message has its effect once, whoever dies
// or is overtaken at whichever step, and none stays behind.
#include <QtTest>
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/outbox/group_consumer.h"
#include "engine/outbox/relay.h"
#include "outbox_bench.h"
#include "tests/support/expect.h"
#include "tests/support/machine_clock.h"

namespace test_outbox_consumers {

using namespace evenhand;
using keyspace::Reply;
using outbox::GroupConsumer;
using test::OutboxBench;

namespace {

/// An hour: no machine is so slow that a message of this minute is older.
constexpr std::int64_t kLeaseMs = 3'600'000;
constexpr const char* kGroup = "g";
constexpr std::size_t kAll = 1'000;

/// Writes a row for each message.
class Effects final : public runtime::MessageHandler {
public:
    explicit Effects(std::string node) : m_node(std::move(node)) {}
    [[nodiscard]] Result<void> handle(runtime::UnitOfWork& work, const runtime::Message& message) override {
        attempts.push_back(message.attempt);
        auto& insert = work.database().statement("INSERT INTO effect(message_no, node) VALUES (?, ?)");
        EVENHAND_TRY(insert.bind(std::stoll(std::string(message.field("no")))).bind(m_node).write());
        if (during) {
            std::exchange(during, nullptr)();
        }
        auto& fails = failures[std::string(message.field("no"))];
        return fails-- > 0 ? fail(ErrorCode::Conflict, "not yet") : Result<void>();
    }
    [[nodiscard]] Result<void> onDead(runtime::UnitOfWork& /*work*/, const runtime::Message& message,
                                      const Error& /*reason*/) override {
        dead += std::string(message.field("no")) + " ";
        return {};
    }

    std::function<void()> during;         ///< once, within the first unit
    std::map<std::string, int> failures;  ///< how often this message still fails
    std::vector<std::int64_t> attempts;
    std::string dead;

private:
    std::string m_node;
};

outbox::GroupSettings settingsOf(const std::string& node, std::int64_t generation = 1) {
    outbox::GroupSettings settings;
    settings.topic = "t";
    settings.campus = "north";
    settings.generation = generation;
    settings.group = kGroup;
    settings.node = node;
    settings.leaseMs = kLeaseMs;
    settings.policy.firstMs = 1'000;
    settings.policy.attempts = 3;
    return settings;
}

/// A service that works on the stream: its connection, its way into the keyspace, its handler.
struct Node {
    Node(OutboxBench& bench, const std::string& name, std::int64_t generation = 1)
        : database(connected(bench)),
          keyspace(bench.client->keyspace),
          units(*database, keyspace),
          effects(name),
          consumer(settingsOf(name, generation), effects) {}

    static std::unique_ptr<store::Database> connected(OutboxBench& bench) {
        auto made = bench.connect();
        if (!made) {
            qFatal("%s", made.error().text().c_str());
        }
        return *std::move(made);
    }
    [[nodiscard]] Result<std::size_t> work(Instant now, std::size_t limit = kAll) {
        return consumer.work(units, keyspace, now, limit);
    }

    std::unique_ptr<store::Database> database;
    test::WatchedKeyspace keyspace;
    test::NodeUnits units;
    Effects effects;
    GroupConsumer consumer;
};

}  // namespace

class TestOutboxConsumers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_bench = std::make_unique<OutboxBench>();
        DONE(m_bench->start());
        m_clock = std::make_unique<test::MachineClock>(Instant{1'700'000'000'000});
        m_database = Node::connected(*m_bench);
        m_relay = std::make_unique<outbox::Relay>(*m_database, m_bench->client->keyspace, *m_clock,
                                                  outbox::RelaySettings{"relay", kLeaseMs});
    }
    void cleanup() {
        m_relay.reset();
        m_database.reset();
        m_bench.reset();
    }

    void messagesAreHandledByOneNodeEach() {
        relayed(1, 10);
        Node a(*m_bench, "a");
        Node b(*m_bench, "b");
        QCOMPARE(a.work(kNow, 4).value(), std::size_t{4});
        QCOMPARE(b.work(kNow, 3).value(), std::size_t{3});
        QCOMPARE(a.work(kNow).value(), std::size_t{3});
        QCOMPARE(b.work(kNow).value(), std::size_t{0});
        QCOMPARE(effects(), std::string("1a 2a 3a 4a 5b 6b 7b 8a 9a 10a"));
        nothingIsLeft();
        relayed(11, 1);
        QCOMPARE(b.work(kNow).value(), std::size_t{1});
        nothingIsLeft();
    }

    void whoDiesLeavesItsMessagesToOthers() {
        relayed(1, 6);
        Node a(*m_bench, "a");
        Node b(*m_bench, "b");
        QCOMPARE(a.work(kNow, 2).value(), std::size_t{2});
        // a reads three more and dies.
        DONE(command({"XREADGROUP", "GROUP", kGroup, "a", "COUNT", "3", "STREAMS", stream(), ">"}));
        QCOMPARE(b.work(kNow).value(), std::size_t{1});
        QCOMPARE(b.work(kNow.plusMs(60'000)).value(), std::size_t{0});  // as far as anybody knows it works on them
        idle("a", "3", kLeaseMs + 1);
        idle("a", "4", kLeaseMs + 1);
        idle("a", "5", kLeaseMs / 2);
        QCOMPARE(b.work(kNow.plusMs(60'500)).value(), std::size_t{0});  // it looks once a second
        QCOMPARE(b.work(kNow.plusMs(61'000)).value(), std::size_t{2});
        QCOMPARE(effects(), std::string("1a 2a 3b 4b 6b"));
        // The one that was taken for dead comes back: it finds what is still its own.
        Node again(*m_bench, "a");
        QCOMPARE(again.work(kNow).value(), std::size_t{1});
        QCOMPARE(effects(), std::string("1a 2a 3b 4b 5a 6b"));
        nothingIsLeft();
    }

    /// While one node is at work on a message another one takes it over and is quicker: only its effect is kept.
    void overtakenInTheMiddle() {
        relayed(1, 3);
        Node a(*m_bench, "a");
        Node b(*m_bench, "b");
        DONE(b.work(kNow));  // so that there is a group
        relayed(4, 3);
        a.effects.during = [&] {
            idle("a", "5", kLeaseMs + 1);
            const auto worked = b.work(kNow.plusMs(1'000));
            DONE(worked);
            QCOMPARE(*worked, std::size_t{1});
        };
        REFUSED(a.work(kNow), ErrorCode::Conflict);
        QCOMPARE(effects(), std::string("1b 2b 3b 5b"));
        QCOMPARE(a.work(kNow).value(), std::size_t{2});
        QCOMPARE(effects(), std::string("1b 2b 3b 4a 5b 6a"));
        nothingIsLeft();
    }

    void whatWasNotCommittedIsNotAcknowledged() {
        relayed(1, 3);
        Node a(*m_bench, "a");
        a.units.failCommit = true;
        REFUSED(a.work(kNow), ErrorCode::Storage);
        QCOMPARE(effects(), std::string());
        QCOMPARE(pending(), 3);
        QCOMPARE(m_bench->inStream(), std::string("1:1 2:2 3:3"));
        a.units.failCommit = false;
        QCOMPARE(a.work(kNow).value(), std::size_t{3});
        QCOMPARE(effects(), std::string("1a 2a 3a"));
        nothingIsLeft();
    }

    void diedBetweenCommitAndAcknowledgement_data() {
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<bool>("carriedOut");
        for (const char* name : {"XACK", "XDEL"}) {
            QTest::newRow((std::string(name) + " not sent").c_str()) << QByteArray(name) << false;
            QTest::newRow((std::string(name) + " sent").c_str()) << QByteArray(name) << true;
        }
    }
    /// The message comes again, to whoever takes over, and has no second effect.
    void diedBetweenCommitAndAcknowledgement() {
        QFETCH(QByteArray, command);
        QFETCH(bool, carriedOut);
        relayed(1, 2);
        {
            Node a(*m_bench, "a");
            (carriedOut ? a.keyspace.failsAfter : a.keyspace.failsBefore) = command.toStdString();
            REFUSED(a.work(kNow), ErrorCode::Storage);
        }
        QCOMPARE(effects(), std::string("1a 2a"));
        Node b(*m_bench, "b");
        for (const char* id : {"1", "2"}) {
            idle("a", id, kLeaseMs + 1);
        }
        DONE(b.work(kNow));
        QCOMPARE(effects(), std::string("1a 2a"));
        QVERIFY(b.effects.attempts.empty());
        nothingIsLeft();
    }

    /// Streams of a new generation, and a node that still works in the old one.
    void aNewGenerationHasNoSecondEffect() {
        relayed(1, 4);
        Node old(*m_bench, "a");
        QCOMPARE(old.work(kNow, 2).value(), std::size_t{2});
        QVERIFY(store::outbox::beginGeneration(*m_bench->database, 2).value());
        relayed(5, 1);
        QCOMPARE(m_bench->inStream(2), std::string("3:3 4:4 5:5"));
        Node b(*m_bench, "b", 2);
        QCOMPARE(b.work(kNow, 1).value(), std::size_t{1});
        QCOMPARE(old.work(kNow).value(), std::size_t{2});
        QCOMPARE(b.work(kNow).value(), std::size_t{2});
        QCOMPARE(effects(), std::string("1a 2a 3b 4a 5b"));
        QCOMPARE(m_bench->number("SELECT COUNT(*) FROM outbox WHERE done_at IS NULL"), 0);
    }

    /// One that fails waits longer each time, keeps no other from being handled, and is undone alone. Whoever looks
    /// when it is due takes it, one of them.
    void whatFailsIsTriedAgain() {
        relayed(1, 3);
        Node a(*m_bench, "a");
        a.effects.failures["2"] = 1;
        QCOMPARE(a.work(kNow).value(), std::size_t{3});
        QCOMPARE(effects(), std::string("1a 3a"));
        QCOMPARE(a.consumer.nextRetry(), std::optional(kNow.plusMs(1'000)));
        QCOMPARE(a.work(kNow.plusMs(999)).value(), std::size_t{0});
        Node b(*m_bench, "b");
        b.effects.failures["2"] = 1;
        QCOMPARE(b.work(kNow.plusMs(1'000)).value(), std::size_t{1});
        QCOMPARE(b.effects.attempts, std::vector<std::int64_t>{2});
        QCOMPARE(a.work(kNow.plusMs(1'000)).value(), std::size_t{0});
        QCOMPARE(a.work(kNow.plusMs(2'999)).value(), std::size_t{0});
        QCOMPARE(b.consumer.nextRetry(), std::optional(kNow.plusMs(3'000)));
        // b dies; its message is not taken from the time that it waits, though it is pending for long.
        idle("b", "2", kLeaseMs + 1);
        Node c(*m_bench, "c");
        QCOMPARE(c.work(kNow.plusMs(2'000)).value(), std::size_t{0});
        QCOMPARE(c.work(kNow.plusMs(3'000)).value(), std::size_t{1});
        QCOMPARE(c.effects.attempts, std::vector<std::int64_t>{3});
        QCOMPARE(effects(), std::string("1a 2c 3a"));
        nothingIsLeft();
    }

    void whatFailsTooOftenBecomesALetter() {
        relayed(1, 2);
        Node a(*m_bench, "a");
        a.effects.failures["1"] = 9;
        for (const std::int64_t ms : {0, 1'000, 3'000}) {
            DONE(a.work(kNow.plusMs(ms)));
        }
        QCOMPARE(a.effects.attempts, (std::vector<std::int64_t>{1, 1, 2, 3}));
        QCOMPARE(a.effects.dead, std::string("1 "));
        QCOMPARE(effects(), std::string("2a"));
        QCOMPARE(m_bench->number("SELECT COUNT(*) FROM dead_letter WHERE topic = 't' AND message_id = '1-0' AND "
                                 "attempts = 3 AND order_no = '1' AND resolved_at IS NULL"),
                 1);
        nothingIsLeft();
    }

    /// Entries that somebody has deleted, and messages whose rows are gone with the old done ones.
    void whatIsGoneIsSettled() {
        relayed(1, 3);
        Node a(*m_bench, "a");
        a.units.failCommit = true;
        REFUSED(a.work(kNow), ErrorCode::Storage);
        a.units.failCommit = false;
        DONE(command({"XDEL", stream(), "1"}));
        const std::vector<std::int64_t> done{2};
        DONE(store::outbox::markDone(*m_bench->database, done, Instant{5}));
        DONE(m_bench->database->begin());
        QCOMPARE(store::outbox::clean(*m_bench->database, Instant{6}, 9).value(), std::int64_t{1});
        DONE(m_bench->database->commit());
        DONE(a.work(kNow));
        QCOMPARE(effects(), std::string("3a"));
        QCOMPARE(pending(), 0);
        QCOMPARE(m_bench->inStream(), std::string());
    }

    void aUnitMayMarkItsOwnMessage() {
        relayed(1, 1);
        Node a(*m_bench, "a");
        const api::Call call{api::Actor::administrator("system"), {}, {}};
        for (const bool first : {true, false}) {
            DONE(a.units.begin());
            const auto ran = a.units.run(kNow, call, [&](runtime::UnitOfWork& work) {
                const auto marked = outbox::done(work, 1);
                return marked && *marked == first;
            });
            QVERIFY(ran == runtime::Ran::Kept);
            DONE(a.units.commit());
        }
    }

    /// What units publish by the outbox is there if they are kept, and in no other case.
    void publishingIsPartOfTheUnit() {
        Node a(*m_bench, "a");
        const api::Call call{api::Actor::administrator("system"), {}, {}};
        DONE(a.units.begin());
        for (const bool keeps : {true, false, true}) {
            const auto ran = a.units.run(kNow, call, [&](runtime::UnitOfWork& work) {
                return work.publish("u", {{"no", keeps ? "7" : "8"}}).has_value() && keeps;
            });
            QVERIFY(ran == (keeps ? runtime::Ran::Kept : runtime::Ran::Undone));
        }
        DONE(a.units.commit());
        DONE(a.units.begin());
        (void)a.units.run(kNow, call, [](runtime::UnitOfWork& work) {
            return work.publish("u", {{"no", "9"}}).has_value();
        });
        a.units.rollback();
        relay();
        QCOMPARE(m_bench->numbered(), std::string("1:7 2:7"));
        QCOMPARE(m_bench->inStream(1, "u", ""), std::string("1:7 2:7"));
    }

    /// For a batch, however large: which are done, the effects, that they are done, begin and commit; one command to
    /// read, two to acknowledge, and one now and then for what others have left.
    void whatABatchCosts() {
        relayed(1, 1);
        Node a(*m_bench, "a");
        DONE(a.work(kNow));
        for (const int count : {1, 200}) {
            relayed(count, count);
            const auto statements = OutboxBench::statementsOf(*a.database);
            const auto commands = a.keyspace.commands;
            QCOMPARE(a.work(kNow).value(), static_cast<std::size_t>(count));
            // Each effect here is a savepoint and an insert.
            QCOMPARE(OutboxBench::statementsOf(*a.database) - statements - 1, 4 + 2 * count);
            QCOMPARE(a.keyspace.commands - commands, 3);
        }
        const auto commands = a.keyspace.commands;
        QCOMPARE(a.work(kNow).value(), std::size_t{0});
        QCOMPARE(a.keyspace.commands - commands, 1);
    }

private:
    static constexpr Instant kNow{1'700'000'000'000};

    /// Messages no=FIRST …, written and relayed.
    void relayed(int first, int count) {
        DONE(m_bench->write(first, count));
        relay();
    }
    void relay() {
        for (bool more = true; more;) {
            const auto passed = m_relay->pass();
            DONE(passed);
            more = passed->more;
        }
    }
    [[nodiscard]] static std::string stream() { return outbox::streamOf("t", "north", 1); }
    [[nodiscard]] Result<Reply> command(const testing::Arguments& words) const {
        const std::vector<std::string_view> views(words.begin(), words.end());
        return m_bench->client->keyspace.call(std::span<const std::string_view>(views));
    }
    /// The message counts as read by `node` this long ago. Nothing if it is not pending.
    void idle(const char* node, const char* id, std::int64_t ms) const {
        DONE(command({"XCLAIM", stream(), kGroup, node, "0", id, "IDLE", std::to_string(ms), "JUSTID"}));
    }
    [[nodiscard]] std::int64_t pending() const {
        const auto summary = command({"XPENDING", stream(), kGroup});
        return summary && !summary->elements.empty() ? summary->elements[0].integer : -1;
    }
    /// "1a 2b": the messages that have had their effect, by whom.
    [[nodiscard]] std::string effects() const {
        std::string text;
        auto& rows = m_bench->database->statement("SELECT message_no, node FROM effect ORDER BY message_no, node");
        if (rows.query()) {
            while (rows.next()) {
                text += (text.empty() ? "" : " ") + std::to_string(rows.number("message_no")) + rows.text("node");
            }
        }
        return text;
    }
    void nothingIsLeft() const {
        QCOMPARE(m_bench->inStream(), std::string());
        QCOMPARE(pending(), 0);
        QCOMPARE(command({"EXISTS", stream() + ":retry", stream() + ":attempts"}).value(), Reply::number(0));
        QCOMPARE(m_bench->number("SELECT COUNT(*) FROM outbox WHERE done_at IS NULL"), 0);
    }

    std::unique_ptr<OutboxBench> m_bench;
    std::unique_ptr<test::MachineClock> m_clock;
    std::unique_ptr<store::Database> m_database;  ///< the relay's
    std::unique_ptr<outbox::Relay> m_relay;
};

}  // namespace test_outbox_consumers

QTEST_GUILESS_MAIN(test_outbox_consumers::TestOutboxConsumers)
#include "test_outbox_consumers.moc"
