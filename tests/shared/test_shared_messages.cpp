// SPDX-License-Identifier: GPL-3.0-or-later
// Messages of engines that share a database and a Redis: what one publishes any of them handles, once, whichever
// batch, commit or connection fails on the way.
#include <QElapsedTimer>
#include <QThread>
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/runtime/topics.h"
#include "engine/shared/carrier.h"
#include "engine/store/records/campus_store.h"
#include "shared_world.h"
#include "tests/support/expect.h"

namespace test_shared_messages {

using namespace evenhand;
using evenhand::testing::CuttingProxy;
using shared::SharedEngine;
using test::SharedWorld;

namespace {

constexpr int kPatienceMs = 60'000;
constexpr const char* kTopic = "toys";
constexpr const char* kScripted = "sale@@a";
const api::Call kCall{api::Actor::administrator("local:tester"), "because", {}};

/// Writes a row for each message.
class Effects final : public runtime::MessageHandler {
public:
    [[nodiscard]] Result<void> handle(runtime::UnitOfWork& work, const runtime::Message& message) override {
        const auto no = std::string(message.field("no"));
        ++handled;
        if (failures[no]-- > 0) {
            return fail(ErrorCode::WrongStatus, "not yet");
        }
        EVENHAND_TRY(work.database().statement("INSERT INTO effect (message_no) VALUES (?)").bind(no).write());
        return {};
    }
    [[nodiscard]] Result<void> onDead(runtime::UnitOfWork&, const runtime::Message&, const Error&) override {
        ++dead;
        return {};
    }

    std::map<std::string, int> failures;  ///< how often this message still fails
    int handled = 0;
    int dead = 0;
};

/// Topics as another engine would find them: told of once, then remembered.
class Sales final : public runtime::TopicFamily {
public:
    explicit Sales(Effects& effects) : m_effects(effects) {}
    [[nodiscard]] bool changed() const noexcept override { return m_stale; }
    [[nodiscard]] Result<std::vector<std::string>> topics(store::Database& /*database*/) override {
        m_stale = false;
        return there;
    }
    void invalidate() noexcept override { m_stale = true; }
    [[nodiscard]] runtime::MessageHandler& handler() noexcept override { return m_effects; }

    std::vector<std::string> there;

private:
    Effects& m_effects;
    bool m_stale = true;
};

/// A service: its engine, and who carries its messages.
class Service {
public:
    explicit Service(SharedWorld& world, bool cutting = false) : sales(effects) {
        auto options = world.options();
        shared::CarrierOptions carrying;
        carrying.node = options.node;
        carrying.keyspace = options.keyspace;
        carrying.open = [&world] { return world.openDatabase(); };
        carrier = std::make_unique<shared::Carrier>(clock, carrying);
        options.outbox = carrier.get();
        options.inlet = carrier.get();
        engine = world.engine(options, cutting, {});
    }
    ~Service() {
        engine->stop();
        carrier->stop();
    }
    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;

    void handles() { engine->addConsumer(kTopic, "g", effects, {1, 2, 10, 3}); }
    void handlesSales() { engine->addFamily("g", sales, {1, 2, 10, 3}); }
    void relays() {
        carrier->start([this] { engine->wake(); },
                       [this](const std::vector<api::Event>& events) { engine->hear(events); });
    }
    /// Commits something that a console is to hear of.
    [[nodiscard]] Result<bool> tell(const char* campus) {
        auto answer = engine->ask<bool>(kCall, [campus](runtime::UnitOfWork& work) -> Result<bool> {
            api::Event event;
            event.kind = api::Event::Kind::CampusChanged;
            event.campus = CampusId(campus);
            work.emit(std::move(event));
            return true;
        });
        while (!answer.isFinished()) {
            engine->step();
        }
        return answer.result();
    }
    /// Publishes, steps until it is answered.
    [[nodiscard]] Result<bool> publish(int no, std::string_view campus = {}, bool fails = false) {
        auto answer = engine->ask<bool>(
            kCall, [no, campus = std::string(campus), fails](runtime::UnitOfWork& work) -> Result<bool> {
                const auto text = std::to_string(no);
                EVENHAND_TRY(work.publish(kTopic, {{"no", text}, {"campus", campus}}));
                return fails ? Result<bool>(fail(ErrorCode::WrongStatus, "as told")) : Result<bool>(true);
            });
        while (!answer.isFinished()) {
            engine->step();
        }
        return answer.result();
    }

    Effects effects;
    Sales sales;
    base::SystemClock clock;
    std::unique_ptr<shared::Carrier> carrier;
    std::unique_ptr<SharedEngine> engine;
};

/// Steps the engines until it is so; false: it never came to be.
bool reached(std::initializer_list<Service*> services, const std::function<bool()>& what) {
    QElapsedTimer timer;
    timer.start();
    while (!what()) {
        if (timer.hasExpired(kPatienceMs)) {
            return false;
        }
        for (auto* const service : services) {
            service->engine->step();
        }
        QThread::yieldCurrentThread();
    }
    return true;
}

}  // namespace

class TestSharedMessages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](base::LogLevel, std::string_view, std::string_view) {});  // faults are meant here
    }
    void init() {
        m_world = std::make_unique<SharedWorld>();
        QVERIFY2(m_world->start(), m_world->problem.c_str());
        DONE(m_world->run("CREATE TABLE effect (message_no VARCHAR(20) NOT NULL)"));
    }
    void cleanup() { m_world.reset(); }

    void whatOnePublishesIsHandledOnceByAny() {
        Service a(*m_world);
        Service b(*m_world);
        for (auto* const service : {&a, &b}) {
            service->handles();
            DONE(service->engine->open());
            service->relays();
        }
        for (int i = 0; i < 60; ++i) {
            DONE((i % 2 == 0 ? a : b).publish(i));
        }
        QVERIFY(reached({&a, &b}, [this] { return effects() == 60; }));
        QVERIFY(reached({&a, &b}, [this] { return open() == 0; }));
        QCOMPARE(m_world->number("SELECT COUNT(DISTINCT message_no) FROM effect"), 60);
        QCOMPARE(effects(), 60);
        QCOMPARE(m_world->number("SELECT MAX(number) FROM outbox"), 60);  // dense
    }

    void aUnitThatFailsPublishesNothing() {
        Service a(*m_world);
        a.handles();
        DONE(a.engine->open());
        a.relays();
        REFUSED(a.publish(1, {}, true), ErrorCode::WrongStatus);
        DONE(a.publish(2));
        QVERIFY(reached({&a}, [this] { return effects() == 1; }));
        QCOMPARE(m_world->number("SELECT COUNT(*) FROM outbox"), 1);
    }

    /// Its streams are those of the campuses there are, whoever has made them.
    void aCampusThatIsMadeLaterHasItsMessagesHandled() {
        Service a(*m_world);
        a.handles();
        DONE(a.engine->open());
        a.relays();
        DONE(a.publish(1));
        QVERIFY(reached({&a}, [this] { return effects() == 1; }));
        DONE(makeCampus("north"));
        DONE(a.publish(2, "north"));
        QVERIFY(reached({&a}, [this] { return effects() == 2; }));
    }

    void whatFailsIsTriedAgain() {
        Service a(*m_world);
        a.handles();
        a.effects.failures = {{"1", 2}, {"2", 1'000}};
        DONE(a.engine->open());
        a.relays();
        DONE(a.publish(1));
        DONE(a.publish(2));
        QVERIFY(reached({&a}, [this] { return open() == 0; }));
        QCOMPARE(effects(), 1);
        QCOMPARE(a.effects.handled, 6);
        QCOMPARE(a.effects.dead, 1);
        QCOMPARE(m_world->number("SELECT COUNT(*) FROM dead_letter"), 1);
    }

    /// What a batch has handled that was rolled back comes again.
    void whatACutBatchHasHandledComesAgain_data() {
        QTest::addColumn<int>("how");
        QTest::newRow("it had not happened") << int(CuttingProxy::Cut::BeforeCommit);
        QTest::newRow("it had happened") << int(CuttingProxy::Cut::AfterCommit);
    }
    void whatACutBatchHasHandledComesAgain() {
        QFETCH(int, how);
        Service a(*m_world, true);
        Service b(*m_world);
        a.handles();
        DONE(a.engine->open());
        DONE(b.engine->open());
        b.relays();
        DONE(b.publish(1));
        QVERIFY(reached({&a}, [this] { return effects() == 1; }));
        m_world->proxy->cut(CuttingProxy::Cut(how));
        for (int i = 2; i <= 10; ++i) {
            DONE(b.publish(i));
        }
        QVERIFY(reached({&a}, [this] { return open() == 0; }));
        QCOMPARE(m_world->proxy->cuts(), 1);
        QCOMPARE(effects(), 10);
        QCOMPARE(m_world->number("SELECT COUNT(DISTINCT message_no) FROM effect"), 10);
    }

    /// A sale begins at another engine, and its reservations are handled by this one too.
    void messagesOfScriptsAreHandled() {
        Service a(*m_world);
        a.handlesSales();
        DONE(a.engine->open());
        while (a.engine->step()) {
        }
        a.sales.there = {kScripted};  // nobody tells it
        const auto stream = runtime::streamKey(kScripted);
        auto& keyspace = a.engine->keyspace();
        for (const auto* no : {"1", "2", "3"}) {
            DONE(keyspace.call({"XADD", stream, "*", "no", no}));
        }
        a.effects.failures = {{"3", 1'000}};
        QVERIFY(reached({&a}, [&] { return effects() == 2 && a.effects.dead == 1; }));
        QVERIFY(reached({&a}, [&] { return number(keyspace, {"XLEN", stream}) == 0; }));
        const auto counters = runtime::countersKey(kScripted);
        QCOMPARE(text(keyspace, {"HGET", counters, "acknowledged"}), std::string("2"));
        QCOMPARE(text(keyspace, {"HGET", counters, "dead"}), std::string("1"));
    }

    /// While Redis is away commands that do not need it go on, and messages follow when it is back.
    void commandsGoOnWhileMessagesCannotBeRead() {
        Service a(*m_world);
        a.handles();
        DONE(a.engine->open());
        a.relays();
        DONE(a.publish(1));
        QVERIFY(reached({&a}, [this] { return effects() == 1; }));
        m_world->redisServer.kill();
        DONE(a.publish(2));
        DONE(a.publish(3));
        DONE(m_world->redisServer.startAgain());
        QVERIFY(reached({&a}, [this] { return m_world->number("SELECT COUNT(*) FROM outbox WHERE number > 1") == 2; }));
        DONE(a.publish(4));
        QVERIFY(reached({&a}, [this] { return effects() == 4; }));
    }

    void whatOneCommitsIsToldAtTheOthers() {
        Service a(*m_world);
        Service b(*m_world);
        std::atomic<int> atA{0}, atB{0};
        const auto count = [](std::atomic<int>& heard) {
            return [&heard](const std::vector<api::Event>& events) {
                for (const auto& event : events) {
                    heard += event.kind == api::Event::Kind::CampusChanged && event.campus == CampusId("north") ? 1 : 0;
                }
            };
        };
        const auto ofA = a.engine->subscribe(count(atA));
        const auto ofB = b.engine->subscribe(count(atB));
        for (auto* const service : {&a, &b}) {
            DONE(service->engine->open());
            service->relays();
        }
        int told = 0;
        QVERIFY(reached({&a, &b}, [&] {  // its line may not stand yet
            told += a.tell("north") ? 1 : 0;
            return atB > 0;
        }));
        QCOMPARE(atA.load(), told);  // its own come once
    }

    void whatIsDoneIsDeletedLater() {
        Service a(*m_world);
        a.engine->addDueSource(a.carrier->cleaning());
        DONE(a.engine->open());
        DONE(
            m_world->run("INSERT INTO outbox (topic, campus_id, message, created_at, number, done_at) VALUES "
                         "('t', '', '', 1, 1, 1), ('t', '', '', 1, 2, 99999999999999)"));
        QVERIFY(reached({&a}, [this] { return m_world->number("SELECT COUNT(*) FROM outbox") == 1; }));
        QCOMPARE(m_world->number("SELECT MIN(number) FROM outbox"), 2);
    }

private:
    [[nodiscard]] std::int64_t effects() const { return m_world->number("SELECT COUNT(*) FROM effect"); }
    [[nodiscard]] std::int64_t open() const {
        return m_world->number("SELECT COUNT(*) FROM outbox WHERE done_at IS NULL");
    }
    [[nodiscard]] Result<void> makeCampus(const std::string& id) const {
        EVENHAND_ASSIGN(const auto database, m_world->openDatabase());
        EVENHAND_TRY(database->begin());
        api::CampusRow row;
        row.id = CampusId(id);
        row.name = id;
        EVENHAND_TRY(store::campuses::insert(*database, row, Instant{0}));
        return database->commit();
    }
    static std::int64_t number(keyspace::Keyspace& keyspace, std::initializer_list<std::string_view> command) {
        const auto reply = keyspace.call(command);
        return reply ? reply->integer : -1;
    }
    static std::string text(keyspace::Keyspace& keyspace, std::initializer_list<std::string_view> command) {
        const auto reply = keyspace.call(command);
        return reply ? reply->text : std::string("?");
    }

    std::unique_ptr<SharedWorld> m_world;
};

}  // namespace test_shared_messages

QTEST_GUILESS_MAIN(test_shared_messages::TestSharedMessages)
#include "test_shared_messages.moc"
