// SPDX-License-Identifier: GPL-3.0-or-later
// Message consumers: delivery, retries with growing delay, dead letters, restarts, and the count of every message (D5).
#include <QTemporaryDir>
#include <QtTest>

#include "engine/base/rng.h"
#include "engine/runtime/topics.h"
#include "engine/store/records/dead_letter_store.h"
#include "tests/support/check.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/shops/toy_domain.h"

namespace test_messages {

using namespace evenhand;
using namespace evenhand::test;
using runtime::Message;
using runtime::UnitOfWork;

namespace {

constexpr Instant kStart{1'700'000'000'000};

/// Counts each message's effect in the keyspace; fails those it is told to, after writing.
class ToyHandler final : public runtime::MessageHandler {
public:
    Result<void> handle(UnitOfWork& work, const Message& message) override {
        const std::string id(message.field("id"));
        attempts.emplace_back(id, message.attempt, work.now().ms);
        EVENHAND_TRY(work.keyspace().call({"HINCRBY", "toy:handled", id, "1"}));
        if (chain && id.find('+') == std::string::npos) {
            EVENHAND_TRY(work.publish("chained", {{"id", id + "+"}}));
        }
        if (again > 0) {
            --again;
            EVENHAND_TRY(work.publish(std::string(message.topic), {{"id", id + "'"}}));
        }
        if (const auto left = failures.find(id); left != failures.end() && left->second > 0) {
            --left->second;
            return fail(ErrorCode::Conflict, "told to fail", "id", id);
        }
        return {};
    }
    Result<void> onDead(UnitOfWork& work, const Message& message, const Error& reason) override {
        if (deadFails > 0) {
            --deadFails;
            return fail(ErrorCode::Conflict, "cannot be put away");
        }
        EVENHAND_TRY(work.keyspace().call({"HSET", "toy:dead", message.field("id"), reason.message}));
        return {};
    }

    std::map<std::string, int> failures;
    int deadFails = 0;
    bool chain = false;
    int again = 0;  ///< so many times a message is followed by another one of its own topic
    std::vector<std::tuple<std::string, std::int64_t, std::int64_t>> attempts;
};

}  // namespace

class TestMessages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_clock = std::make_unique<base::VirtualClock>(kStart);
        m_path = m_folder->filePath(QStringLiteral("w")).toStdString();
        m_handler = {};
        m_options = {};
        m_policy = {};
        EVENHAND_NEED(app::WorkspaceCore::create(m_path, {.database = evenhand::testing::freshDatabase()}, options()));
        open();
    }
    void cleanup() { m_core.reset(); }

    void existIfAndOnlyIfTheirCommandCommits();
    void manyAreHandledInOneBatch();
    void failuresWaitLongerAndLonger();
    void aLaterFailurePutsOffNoOther();
    void lastAttemptMakesADeadLetter();
    void whatCannotBePutAwayStays();
    void retriesSurviveARestart();
    void deliveredButUnhandledComeFirstAfterARestart();
    void manyThatWaitAreLookedThroughAfterARestart();
    void whatAnotherConsumerLeftIsTakenOver();
    void whatWaitsForItsNextAttemptIsNotTakenOver();
    void aDeadLetterSaysWhatTheMessageWas();
    void aMessageThatWasDeletedIsForgotten();
    void handlersMayPublish();
    void handlersMayPublishToTheirOwnTopic();
    void messagesOfScriptsAreFound();
    void someAreHandledThoughThereIsNoTime();
    void countsAddUp_data();
    void countsAddUp();

private:
    app::OpenOptions options() {
        app::OpenOptions options;
        options.clock = m_clock.get();
        options.seed = 1;
        options.threaded = false;
        options.engine = m_options;
        return options;
    }
    void open() {
        m_core.reset();
        auto core = app::WorkspaceCore::open(m_path, options());
        EVENHAND_NEED(core);
        m_core = std::move(*core);
        engine().addConsumer("toy", "g", m_handler, m_policy);
        engine().addConsumer("chained", "g", m_handler, m_policy);
        EVENHAND_NEED(m_core->start());
    }
    runtime::EmbeddedEngine& engine() { return *m_core->embedded(); }
    api::Answer<std::int64_t> publish(std::int64_t id, ToyCommand::Fails fails = ToyCommand::Fails::Never) {
        const ToyCommand command{.id = id, .fails = fails, .publish = true};
        return engine().ask<std::int64_t>(toyCall(), [command](UnitOfWork& work) { return runToy(work, command); });
    }
    std::int64_t number(std::initializer_list<std::string_view> command) {
        const auto reply = engine().keyspace().call(command);
        return !reply ? -1 : reply->isNil() ? 0 : reply->text.empty() ? reply->integer : std::stoll(reply->text);
    }
    /// D5 of one topic: {added, undelivered + pending + acknowledged + dead}.
    std::pair<std::int64_t, std::int64_t> count(const std::string& topic) {
        const auto stream = runtime::streamKey(topic);
        std::int64_t added = 0;
        const auto info = engine().keyspace().call({"XINFO", "STREAM", stream});
        for (std::size_t i = 0; info && i + 1 < info->elements.size(); i += 2) {
            if (info->elements[i].text == "entries-added") {
                added = info->elements[i + 1].integer;
            }
        }
        std::int64_t pending = 0;
        const auto summary = engine().keyspace().call({"XPENDING", stream, "g"});
        if (summary && !summary->elements.empty()) {
            pending = summary->elements[0].integer;
        }
        const auto undelivered = number({"XLEN", stream}) - pending;
        const auto counters = runtime::countersKey(topic);
        return {added, undelivered + pending + number({"HGET", counters, "acknowledged"}) +
                           number({"HGET", counters, "dead"})};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<base::VirtualClock> m_clock;
    std::string m_path;
    runtime::EngineOptions m_options;
    runtime::RetryPolicy m_policy;
    ToyHandler m_handler;
    std::unique_ptr<app::WorkspaceCore> m_core;
};

void TestMessages::existIfAndOnlyIfTheirCommandCommits() {
    (void)publish(1);
    (void)publish(2, ToyCommand::Fails::AtTheEnd);
    (void)publish(3);
    engine().runUntilIdle();
    QCOMPARE(number({"HLEN", "toy:handled"}), 2);
    QCOMPARE(number({"HGET", "toy:handled", "2"}), 0);
    QCOMPARE(number({"XLEN", runtime::streamKey("toy")}), 0);  // acknowledged ones are removed
    QCOMPARE(count("toy"), (std::pair<std::int64_t, std::int64_t>{2, 2}));
}

void TestMessages::manyAreHandledInOneBatch() {
    const auto before = engine().journalSeq();
    for (std::int64_t id = 1; id <= 500; ++id) {
        (void)publish(id);
    }
    QVERIFY(engine().step());
    QCOMPARE(engine().journalSeq(), before + 1);
    QCOMPARE(number({"HLEN", "toy:handled"}), 0);  // whoever published them is answered first
    QVERIFY(engine().step());
    QCOMPARE(engine().journalSeq(), before + 2);
    QCOMPARE(number({"HLEN", "toy:handled"}), 500);
    engine().runUntilIdle();
    QCOMPARE(m_handler.attempts.size(), std::size_t{500});
    for (std::size_t i = 0; i < 500; ++i) {
        QCOMPARE(std::get<0>(m_handler.attempts[i]), std::to_string(i + 1));  // in order
    }
}

void TestMessages::failuresWaitLongerAndLonger() {
    m_policy = {.firstMs = 100, .factor = 3, .maxMs = 500, .attempts = 6};
    open();
    m_handler.failures["1"] = 4;
    (void)publish(1);
    (void)publish(2);
    engine().runUntilIdle();
    QCOMPARE(number({"HGET", "toy:handled", "1"}), 0);  // its effect was undone
    QCOMPARE(number({"HGET", "toy:handled", "2"}), 1);  // it holds up nobody
    while (const auto wake = engine().nextWake()) {
        m_clock->set(wake->plusMs(-1));
        engine().runUntilIdle();
        const auto soFar = m_handler.attempts.size();
        m_clock->set(*wake);  // exactly then
        engine().runUntilIdle();
        QCOMPARE(m_handler.attempts.size(), soFar + 1);
    }
    std::vector<std::pair<std::int64_t, std::int64_t>> ofOne;
    for (const auto& [id, attempt, at] : m_handler.attempts) {
        if (id == "1") {
            ofOne.emplace_back(attempt, at - kStart.ms);
        }
    }
    QCOMPARE(ofOne,
             (std::vector<std::pair<std::int64_t, std::int64_t>>{{1, 0}, {2, 100}, {3, 400}, {4, 900}, {5, 1400}}));
    QCOMPARE(number({"HGET", "toy:handled", "1"}), 1);
    QCOMPARE(number({"EXISTS", runtime::retryKey("toy"), runtime::attemptsKey("toy")}), 0);  // nothing left over
    QCOMPARE(count("toy"), (std::pair<std::int64_t, std::int64_t>{2, 2}));
}

void TestMessages::aLaterFailurePutsOffNoOther() {
    m_policy = {.firstMs = 100, .factor = 3, .maxMs = 500, .attempts = 6};
    open();
    m_handler.failures["1"] = 1;
    m_handler.failures["2"] = 1;
    (void)publish(1);
    engine().runUntilIdle();
    m_clock->advanceMs(60);
    (void)publish(2);
    engine().runUntilIdle();
    std::vector<std::int64_t> woken;
    while (const auto wake = engine().nextWake()) {
        woken.push_back(wake->ms - kStart.ms);
        m_clock->set(*wake);
        engine().runUntilIdle();
    }
    QCOMPARE(woken, (std::vector<std::int64_t>{100, 160}));
    QCOMPARE(m_handler.attempts,
             (std::vector<std::tuple<std::string, std::int64_t, std::int64_t>>{
                 {"1", 1, kStart.ms}, {"2", 1, kStart.ms + 60}, {"1", 2, kStart.ms + 100}, {"2", 2, kStart.ms + 160}}));
}

void TestMessages::lastAttemptMakesADeadLetter() {
    m_policy = {.firstMs = 100, .factor = 2, .maxMs = 500, .attempts = 3};
    open();
    m_handler.failures["1"] = 100;
    int changed = 0;
    const auto subscription = engine().subscribe([&](const auto& events) {
        for (const auto& event : events) {
            changed += event.kind == api::Event::Kind::DeadLettersChanged ? 1 : 0;
        }
    });
    (void)publish(1);
    engine().runUntilIdle();
    while (const auto wake = engine().nextWake()) {
        m_clock->set(*wake);
        engine().runUntilIdle();
    }
    QCOMPARE(m_handler.attempts.size(), std::size_t{3});
    const auto letters = store::deadLetters::open(engine().database(), 10);
    EVENHAND_NEED(letters);
    QCOMPARE(letters->size(), std::size_t{1});
    QCOMPARE(letters->front().attempts, 3);
    QCOMPARE(letters->front().topic, std::string("toy"));
    QVERIFY(letters->front().reason.find("told to fail") != std::string::npos);
    QCOMPARE(number({"HLEN", "toy:dead"}), 1);
    QCOMPARE(number({"HGET", "toy:handled", "1"}), 0);
    QCOMPARE(changed, 1);
    QCOMPARE(engine().status().deadLetters, 1);
    QCOMPARE(number({"XLEN", runtime::streamKey("toy")}), 0);
    QCOMPARE(number({"EXISTS", runtime::retryKey("toy"), runtime::attemptsKey("toy")}), 0);
    QCOMPARE(count("toy"), (std::pair<std::int64_t, std::int64_t>{1, 1}));
}

void TestMessages::whatCannotBePutAwayStays() {
    m_policy = {.firstMs = 100, .factor = 2, .maxMs = 500, .attempts = 1};
    open();
    m_handler.failures["1"] = 100;
    m_handler.deadFails = 2;
    (void)publish(1);
    engine().runUntilIdle();
    QCOMPARE(store::deadLetters::open(engine().database(), 10)->size(), std::size_t{0});  // not half
    QCOMPARE(count("toy"), (std::pair<std::int64_t, std::int64_t>{1, 1}));
    QCOMPARE(engine().nextWake(), std::optional(kStart.plusMs(500)));  // the longest delay
    while (const auto wake = engine().nextWake()) {
        m_clock->set(*wake);
        engine().runUntilIdle();
    }
    QCOMPARE(store::deadLetters::open(engine().database(), 10)->size(), std::size_t{1});
    QCOMPARE(count("toy"), (std::pair<std::int64_t, std::int64_t>{1, 1}));
}

void TestMessages::retriesSurviveARestart() {
    m_policy = {.firstMs = 1000, .factor = 2, .maxMs = 5000, .attempts = 5};
    open();
    m_handler.failures["1"] = 2;
    (void)publish(1);
    engine().runUntilIdle();
    open();
    engine().runUntilIdle();
    QCOMPARE(m_handler.attempts.size(), std::size_t{1});  // it keeps waiting
    m_clock->set(kStart.plusMs(1000));
    engine().runUntilIdle();
    open();
    m_clock->set(kStart.plusMs(10'000));
    engine().runUntilIdle();
    QCOMPARE(m_handler.attempts.size(), std::size_t{3});
    QCOMPARE(std::get<1>(m_handler.attempts.back()), 3);
    QCOMPARE(number({"HGET", "toy:handled", "1"}), 1);
    QCOMPARE(count("toy"), (std::pair<std::int64_t, std::int64_t>{1, 1}));
}

void TestMessages::deliveredButUnhandledComeFirstAfterARestart() {
    engine().runUntilIdle();
    // As if a consumer had read them and died before it did anything.
    auto read = engine().ask<std::int64_t>(toyCall(), [](UnitOfWork& work) -> Result<std::int64_t> {
        for (const std::string_view id : {"1", "2", "3"}) {
            EVENHAND_TRY(work.publish("toy", {{"id", id}}));
        }
        EVENHAND_TRY(work.keyspace().call(
            {"XREADGROUP", "GROUP", "g", "engine", "COUNT", "2", "STREAMS", runtime::streamKey("toy"), ">"}));
        return 0;
    });
    engine().runUntilIdle();
    EVENHAND_NEED(read.result());
    QCOMPARE(m_handler.attempts.size(), std::size_t{1});
    open();
    engine().runUntilIdle();
    QCOMPARE(m_handler.attempts.size(), std::size_t{3});
    QCOMPARE(std::get<0>(m_handler.attempts[1]), std::string("1"));
    QCOMPARE(count("toy"), (std::pair<std::int64_t, std::int64_t>{3, 3}));
}

/// They are read in pages, and those that were read and not handled stand behind them.
void TestMessages::manyThatWaitAreLookedThroughAfterARestart() {
    constexpr int kWaiting = 150;
    m_policy = {.firstMs = 1'000, .factor = 2, .maxMs = 5'000, .attempts = 5};
    open();
    for (int id = 1; id <= kWaiting; ++id) {
        m_handler.failures[std::to_string(id)] = 1;
        (void)publish(id);
    }
    engine().runUntilIdle();
    QCOMPARE(m_handler.attempts.size(), std::size_t{kWaiting});
    auto read = engine().ask<std::int64_t>(toyCall(), [](UnitOfWork& work) -> Result<std::int64_t> {
        for (const std::string_view id : {"a", "b"}) {
            EVENHAND_TRY(work.publish("toy", {{"id", id}}));
        }
        EVENHAND_TRY(work.keyspace().call(
            {"XREADGROUP", "GROUP", "g", "engine", "COUNT", "2", "STREAMS", runtime::streamKey("toy"), ">"}));
        return 0;
    });
    engine().runUntilIdle();
    EVENHAND_NEED(read.result());
    QCOMPARE(m_handler.attempts.size(), std::size_t{kWaiting});
    open();
    engine().runUntilIdle();
    QCOMPARE(m_handler.attempts.size(), std::size_t{kWaiting + 2});
    QCOMPARE(std::get<0>(m_handler.attempts[kWaiting]), std::string("a"));
    QCOMPARE(std::get<0>(m_handler.attempts[kWaiting + 1]), std::string("b"));
    m_clock->set(kStart.plusMs(1'000));
    engine().runUntilIdle();
    QCOMPARE(m_handler.attempts.size(), std::size_t{2 * kWaiting + 2});
    QCOMPARE(count("toy"), (std::pair<std::int64_t, std::int64_t>{kWaiting + 2, kWaiting + 2}));
    QCOMPARE(number({"XLEN", runtime::streamKey("toy")}), 0);
}

void TestMessages::whatAnotherConsumerLeftIsTakenOver() {
    m_policy.claimIdleMs = 1'000;
    open();
    engine().runUntilIdle();
    auto read = engine().ask<std::int64_t>(toyCall(), [](UnitOfWork& work) -> Result<std::int64_t> {
        for (const std::string_view id : {"1", "2", "3"}) {
            EVENHAND_TRY(work.publish("toy", {{"id", id}}));
        }
        EVENHAND_TRY(work.keyspace().call(
            {"XREADGROUP", "GROUP", "g", "another", "COUNT", "2", "STREAMS", runtime::streamKey("toy"), ">"}));
        return 0;
    });
    engine().runUntilIdle();
    EVENHAND_NEED(read.result());
    QCOMPARE(m_handler.attempts.size(), std::size_t{1});
    m_clock->set(kStart.plusMs(999));
    engine().runUntilIdle();
    QCOMPARE(m_handler.attempts.size(), std::size_t{1});
    QCOMPARE(engine().nextWake(), std::optional(kStart.plusMs(1'000)));
    m_clock->set(kStart.plusMs(1'000));
    engine().runUntilIdle();
    QCOMPARE(m_handler.attempts.size(), std::size_t{3});
    const auto& [id, attempt, at] = m_handler.attempts[1];
    QCOMPARE(id, std::string("1"));
    QCOMPARE(attempt, 1);
    QCOMPARE(at, kStart.ms + 1'000);
    QCOMPARE(std::get<0>(m_handler.attempts[2]), std::string("2"));
    QCOMPARE(count("toy"), (std::pair<std::int64_t, std::int64_t>{3, 3}));
    QVERIFY(!engine().nextWake());  // nothing is left that could be somebody's
}

void TestMessages::whatWaitsForItsNextAttemptIsNotTakenOver() {
    m_policy = {.firstMs = 5'000, .factor = 2, .maxMs = 5'000, .attempts = 5, .claimIdleMs = 1'000};
    open();
    m_handler.failures["1"] = 1;
    (void)publish(1);
    for (const int ms : {0, 1'000, 2'000, 4'999}) {
        m_clock->set(kStart.plusMs(ms));
        engine().runUntilIdle();
        QCOMPARE(m_handler.attempts.size(), std::size_t{1});
    }
    m_clock->set(kStart.plusMs(5'000));
    engine().runUntilIdle();
    QCOMPARE(m_handler.attempts.size(), std::size_t{2});
    QCOMPARE(std::get<1>(m_handler.attempts.back()), 2);
    QCOMPARE(number({"HGET", "toy:handled", "1"}), 1);
}

void TestMessages::aDeadLetterSaysWhatTheMessageWas() {
    m_policy = {.firstMs = 100, .factor = 2, .maxMs = 500, .attempts = 2};
    open();
    m_handler.failures["9"] = m_handler.failures["10"] = 2;
    const auto send = [&](std::initializer_list<runtime::Field> fields) {
        auto sent = engine().ask<std::string>(toyCall(), [&](UnitOfWork& work) { return work.publish("toy", fields); });
        engine().runUntilIdle();
        return sent.result().value();
    };
    const auto first = send({{"id", "9"}, {"no", "A-1"}, {"epoch", "3"}});
    const auto second = send({{"id", "10"}});  // about no order
    m_clock->set(kStart.plusMs(100));
    engine().runUntilIdle();
    const auto letters = store::deadLetters::open(engine().database(), 10);
    EVENHAND_NEED(letters);
    QCOMPARE(letters->size(), std::size_t{2});
    const auto& about = letters->back();  // newest first
    QCOMPARE(about.topic, std::string("toy"));
    QCOMPARE(about.messageId, first);
    QCOMPARE(about.orderNo, OrderNo("A-1"));
    QCOMPARE(about.epoch, 3);
    QCOMPARE(about.attempts, 2);
    QCOMPARE(about.at, kStart.plusMs(100));
    QCOMPARE(about.reason, std::string("conflict: told to fail (id = 9)"));
    QCOMPARE(letters->front().messageId, second);
    QVERIFY(letters->front().orderNo.str().empty());
    QCOMPARE(letters->front().epoch, 0);
    const auto letter = store::deadLetters::findOpen(engine().database(), about.id);
    EVENHAND_NEED(letter);
    QVERIFY(letter->has_value());
    QCOMPARE((*letter)->fields, (store::deadLetters::Fields{{"id", "9"}, {"no", "A-1"}, {"epoch", "3"}}));
    QCOMPARE(number({"HGET", runtime::countersKey("toy"), "dead"}), 2);
    QCOMPARE(number({"XLEN", runtime::streamKey("toy")}), 0);
    const auto pending = engine().keyspace().call({"XPENDING", runtime::streamKey("toy"), "g"});
    EVENHAND_NEED(pending);
    QCOMPARE(pending->elements[0].integer, 0);
}

void TestMessages::aMessageThatWasDeletedIsForgotten() {
    m_policy = {.firstMs = 100, .factor = 2, .maxMs = 500, .attempts = 5};
    open();
    m_handler.failures["1"] = 1;
    (void)publish(1);
    engine().runUntilIdle();
    auto deleted = engine().ask<std::int64_t>(toyCall(), [](UnitOfWork& work) -> Result<std::int64_t> {
        EVENHAND_ASSIGN(const auto waiting, work.keyspace().call({"ZRANGE", runtime::retryKey("toy"), "0", "-1"}));
        EVENHAND_ASSIGN(const auto gone,
                        work.keyspace().call({"XDEL", runtime::streamKey("toy"), waiting.elements.at(0).text}));
        return gone.integer;
    });
    engine().runUntilIdle();
    QCOMPARE(deleted.result().value(), 1);
    m_clock->set(kStart.plusMs(100));
    engine().runUntilIdle();
    QCOMPARE(m_handler.attempts.size(), std::size_t{1});
    QCOMPARE(number({"EXISTS", runtime::retryKey("toy"), runtime::attemptsKey("toy")}), 0);
    QCOMPARE(count("toy"), (std::pair<std::int64_t, std::int64_t>{1, 1}));
    QVERIFY(!engine().nextWake());
}

void TestMessages::handlersMayPublishToTheirOwnTopic() {
    m_handler.again = 3;
    (void)publish(1);
    engine().runUntilIdle();
    QCOMPARE(number({"HLEN", "toy:handled"}), 4);
    QCOMPARE(count("toy"), (std::pair<std::int64_t, std::int64_t>{4, 4}));
    // Also while another message waits for its next attempt, which is nothing new.
    m_handler.failures["2"] = 1;
    (void)publish(2);
    engine().runUntilIdle();
    m_handler.again = 2;
    (void)publish(3);
    engine().runUntilIdle();
    QCOMPARE(number({"HLEN", "toy:handled"}), 7);
    QVERIFY(!engine().step());
}

void TestMessages::handlersMayPublish() {
    m_handler.chain = true;
    m_handler.failures["1"] = 1;
    (void)publish(1);
    engine().runUntilIdle();
    QCOMPARE(count("chained").first, 0);  // the failing attempt published nothing
    m_clock->advanceMs(60'000);
    engine().runUntilIdle();
    QCOMPARE(count("chained"), (std::pair<std::int64_t, std::int64_t>{1, 1}));
    QCOMPARE(number({"HGET", "toy:handled", "1+"}), 1);
}

void TestMessages::messagesOfScriptsAreFound() {
    engine().runUntilIdle();
    auto added = engine().ask<std::int64_t>(toyCall(), [](UnitOfWork& work) -> Result<std::int64_t> {
        EVENHAND_TRY(work.keyspace().call({"XADD", runtime::streamKey("toy"), "*", "id", "77"}));  // not by publish()
        return 0;
    });
    engine().runUntilIdle();
    QCOMPARE(number({"HGET", "toy:handled", "77"}), 1);
}

/// However little time a batch has for them: one that handles none would be followed by another like it, for ever.
void TestMessages::someAreHandledThoughThereIsNoTime() {
    constexpr std::size_t kThere = 100;
    auto sent = engine().ask<std::int64_t>(toyCall(), [](UnitOfWork& work) -> Result<std::int64_t> {
        for (std::size_t i = 0; i < kThere; ++i) {
            const auto id = std::to_string(i);
            EVENHAND_TRY(work.publish("late", {{"id", id}}));
        }
        return 0;
    });
    engine().runUntilIdle();
    EVENHAND_NEED(sent.result());
    QVERIFY(m_handler.attempts.empty());
    auto& database = engine().database();
    auto& keyspace = engine().keyspace();
    runtime::EngineUnit unit(keyspace, 1);
    unit.attach(&database);
    runtime::UnitRunner runner(unit, keyspace);
    runner.attach(&database);
    runtime::TopicConsumer consumer("late", "g", m_handler, m_policy);
    EVENHAND_NEED(database.begin(store::Database::Undo::Scope));
    const auto mark = keyspace.mark();
    const auto done = consumer.work(runner, kStart, kThere, [] { return true; });
    database.rollback();
    keyspace.undoTo(mark);
    EVENHAND_NEED(done);
    QVERIFY(*done > 0 && *done < kThere);
    QCOMPARE(m_handler.attempts.size(), *done);
}

void TestMessages::countsAddUp_data() {
    QTest::addColumn<quint64>("seed");
    for (quint64 seed = 1; seed <= 6; ++seed) {
        QTest::newRow(qPrintable(QStringLiteral("seed %1").arg(seed))) << seed;
    }
}

void TestMessages::countsAddUp() {
    QFETCH(quint64, seed);
    Rng rng(seed);
    m_policy = {.firstMs = 50, .factor = 2, .maxMs = 400, .attempts = 4};
    m_options.batchCommands = 10;
    m_options.batchMessages = 7;
    m_options.compaction.journalBytes = 3000;
    open();
    std::int64_t published = 0;
    for (int round = 0; round < 60; ++round) {
        for (std::int64_t i = rng.between(0, 12); i > 0; --i) {
            const bool fails = rng.below(4) == 0;
            ++published;
            (void)publish(published, fails ? ToyCommand::Fails::AtTheEnd : ToyCommand::Fails::Never);
            if (rng.below(3) == 0) {
                m_handler.failures[std::to_string(published)] = static_cast<int>(rng.between(1, 6));
            }
        }
        for (std::int64_t i = rng.between(0, 4); i > 0; --i) {
            (void)engine().step();
            const auto counts = count("toy");
            QCOMPARE(counts.second, counts.first);  // after every batch, not only at the end
        }
        m_clock->advanceMs(rng.between(0, 120));
        if (rng.below(6) == 0) {
            open();
            const auto counts = count("toy");
            QCOMPARE(counts.second, counts.first);
        }
    }
    while (true) {
        engine().runUntilIdle();
        const auto wake = engine().nextWake();
        if (!wake) {
            break;
        }
        m_clock->set(*wake);
    }
    const auto now = readToy(engine().database(), engine().keyspace());
    EVENHAND_NEED(now);
    QCOMPARE(now->disagreement(), std::string());
    const auto added = static_cast<std::int64_t>(now->entries.size());
    QCOMPARE(count("toy"), (std::pair<std::int64_t, std::int64_t>{added, added}));
    QCOMPARE(number({"XLEN", runtime::streamKey("toy")}), 0);  // drained
    const auto handled = engine().keyspace().call({"HGETALL", "toy:handled"});
    for (std::size_t i = 1; i < handled->elements.size(); i += 2) {
        QCOMPARE(handled->elements[i].text, std::string("1"));  // effect at most once
    }
    const auto dead = static_cast<std::int64_t>(store::deadLetters::open(engine().database(), 10'000)->size());
    QCOMPARE(static_cast<std::int64_t>(handled->elements.size()) / 2 + dead, added);
}

}  // namespace test_messages

QTEST_GUILESS_MAIN(test_messages::TestMessages)
#include "test_messages.moc"
