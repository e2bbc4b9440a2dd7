// SPDX-License-Identifier: GPL-3.0-or-later
// Topics that come and go while the engine runs, with one handler for all: each gets its turn, whoever has much to do;
// newcomers are read from their first message; the earliest of all retries wakes the engine.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <set>

#include "tests/support/check.h"
#include "tests/support/shops/toy_domain.h"

namespace test_topic_families {

using namespace evenhand;
using namespace evenhand::test;
using runtime::Message;
using runtime::UnitOfWork;

namespace {

constexpr Instant kStart{1'700'000'000'000};

/// Notes whose messages come in which order, as "a1"; fails those it is told to, once.
class Stalls final : public runtime::TopicFamily, public runtime::MessageHandler {
public:
    bool changed() const noexcept override { return m_changed; }
    Result<std::vector<std::string>> topics(store::Database&) override {
        m_changed = false;
        return open;
    }
    void invalidate() noexcept override { m_changed = true; }
    runtime::MessageHandler& handler() noexcept override { return *this; }
    Result<void> handle(UnitOfWork&, const Message& message) override {
        const std::string id(message.field("id"));
        if (failing.erase(id) > 0) {
            return fail(ErrorCode::Conflict, "told to fail", "id", id);
        }
        handled.push_back(id);
        return {};
    }
    Result<void> onDead(UnitOfWork&, const Message&, const Error&) override { return {}; }

    std::vector<std::string> open;
    std::set<std::string> failing;
    std::vector<std::string> handled;

private:
    bool m_changed = true;
};

}  // namespace

class TestTopicFamilies : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_clock = std::make_unique<base::VirtualClock>(kStart);
        m_path = m_folder->filePath(QStringLiteral("w")).toStdString();
        m_engineOptions = {};
        m_stalls = {};
        EVENHAND_NEED(app::WorkspaceCore::create(m_path, {}, options()));
    }
    void cleanup() { m_core.reset(); }

    void everyTopicHasItsTurn();
    void newcomersAndThoseThatHaveGone();
    void theEarliestRetryOfAll();

private:
    app::OpenOptions options() {
        app::OpenOptions options;
        options.clock = m_clock.get();
        options.seed = 1;
        options.threaded = false;
        options.engine = m_engineOptions;
        return options;
    }
    void open(std::vector<std::string> topics) {
        m_stalls.open = std::move(topics);
        auto core = app::WorkspaceCore::open(m_path, options());
        EVENHAND_NEED(core);
        m_core = std::move(*core);
        engine().addFamily("g", m_stalls, {.firstMs = 1'000, .factor = 2, .maxMs = 5'000, .attempts = 5});
        EVENHAND_NEED(m_core->start());
    }
    runtime::EmbeddedEngine& engine() { return *m_core->embedded(); }
    /// One command publishes "a1" … to topic "a".
    void publish(const std::string& topic, int count) {
        auto sent = engine().ask<std::int64_t>(toyCall(), [=](UnitOfWork& work) -> Result<std::int64_t> {
            for (int i = 1; i <= count; ++i) {
                const auto id = topic + std::to_string(i);
                EVENHAND_TRY(work.publish(topic, {{"id", id}}));
            }
            return count;
        });
        m_sent.push_back(std::move(sent));
    }
    /// "a4 b3": whose messages were handled one after the other, and how many.
    std::string turns() const {
        std::string all;
        for (std::size_t i = 0; i < m_stalls.handled.size();) {
            const char topic = m_stalls.handled[i].front();
            std::size_t end = i;
            while (end < m_stalls.handled.size() && m_stalls.handled[end].front() == topic) {
                ++end;
            }
            all += (all.empty() ? "" : " ") + std::string(1, topic) + std::to_string(end - i);
            i = end;
        }
        return all;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<base::VirtualClock> m_clock;
    std::string m_path;
    runtime::EngineOptions m_engineOptions;
    Stalls m_stalls;
    std::unique_ptr<app::WorkspaceCore> m_core;
    std::vector<api::Answer<std::int64_t>> m_sent;
};

/// As many messages as a batch takes are there of the first topic alone.
void TestTopicFamilies::everyTopicHasItsTurn() {
    m_engineOptions.batchMessages = 4;
    open({"a", "b", "c"});
    engine().runUntilIdle();
    publish("a", 20);
    publish("b", 3);
    publish("c", 6);
    engine().runUntilIdle();
    QCOMPARE(m_stalls.handled.size(), std::size_t{29});
    // Nobody waits for more than a batch of each of the others.
    const auto lastOf = [this](const char* id) {
        return std::find(m_stalls.handled.begin(), m_stalls.handled.end(), id) - m_stalls.handled.begin();
    };
    QVERIFY2(lastOf("b3") < 3 * 4, qPrintable(QString::fromStdString(turns())));
    QVERIFY2(lastOf("c4") < 3 * 4, qPrintable(QString::fromStdString(turns())));
    for (const char topic : {'a', 'b', 'c'}) {  // and each in its own order
        int next = 0;
        for (const auto& id : m_stalls.handled) {
            if (id.front() == topic) {
                QCOMPARE(id, std::string(1, topic) + std::to_string(++next));
            }
        }
    }
}

void TestTopicFamilies::newcomersAndThoseThatHaveGone() {
    open({"a"});
    publish("a", 1);
    publish("b", 2);  // before anybody reads it
    engine().runUntilIdle();
    QCOMPARE(turns(), std::string("a1"));
    m_stalls.open = {"a", "b"};
    m_stalls.invalidate();
    engine().runUntilIdle();
    QCOMPARE(turns(), std::string("a1 b2"));
    m_stalls.open = {"b"};
    m_stalls.invalidate();
    publish("a", 1);
    publish("b", 1);
    engine().runUntilIdle();
    QCOMPARE(turns(), std::string("a1 b3"));
    m_stalls.open = {"a", "b"};
    m_stalls.invalidate();
    engine().runUntilIdle();
    QCOMPARE(turns(), std::string("a1 b3 a1"));
    engine().runUntilIdle();
    QVERIFY(!engine().nextWake());
}

void TestTopicFamilies::theEarliestRetryOfAll() {
    open({"a", "b", "c"});
    for (const auto& [topic, at] : {std::pair("b", 0), std::pair("a", 300), std::pair("c", 600)}) {
        m_clock->set(kStart.plusMs(at));
        m_stalls.failing.insert(topic + std::string("1"));
        publish(topic, 1);
        engine().runUntilIdle();
    }
    QVERIFY(m_stalls.handled.empty());
    for (const auto& [topic, at] : {std::pair("b", 1'000), std::pair("a", 1'300), std::pair("c", 1'600)}) {
        QCOMPARE(engine().nextWake(), std::optional(kStart.plusMs(at)));
        m_clock->set(kStart.plusMs(at - 1));
        engine().runUntilIdle();
        const auto before = m_stalls.handled.size();
        m_clock->set(kStart.plusMs(at));
        engine().runUntilIdle();
        QCOMPARE(m_stalls.handled.size(), before + 1);
        QCOMPARE(m_stalls.handled.back(), topic + std::string("1"));
    }
    QVERIFY(!engine().nextWake());
}

}  // namespace test_topic_families

QTEST_GUILESS_MAIN(test_topic_families::TestTopicFamilies)
#include "test_topic_families.moc"
