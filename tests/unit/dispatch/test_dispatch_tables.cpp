// SPDX-License-Identifier: GPL-3.0-or-later
// Dispatch by tables: settings at their bounds, what may be reassigned and to whom, what is told and written of it.
#include <QJsonDocument>
#include <QtTest>
#include <algorithm>

#include "engine/dispatch/business_day.h"
#include "engine/dispatch/calibration_source.h"
#include "engine/store/records/assignment_store.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/dead_letter_store.h"
#include "tests/support/expect.h"
#include "tests/support/shops/rule_world.h"

namespace test_dispatch_tables {

using namespace evenhand;
using test::RuleWorld;
using Kind = api::CourierReport::Kind;
using Status = api::OrderStatus;

class TestDispatchTables : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_world = std::make_unique<RuleWorld>(); }
    void settingsAtTheirBounds();
    void reassignedInEachStatus_data();
    void reassignedInEachStatus();
    void refusalsNameTheField();
    void ownCourierOffDuty();
    void whatIsWrittenOfAReassignment();
    void lettersOfAReassignedOrderAreTold();
    void lettersAreRetriedAsTheyWere();
    void onlyThePresentEpochIsDead();
    void resumedWithNobodyThere();
    void dutyIsToldOnce();
    void settingsAndPausesAreTold();
    void ordersThatWaitAreTold();
    void whatIsAnnouncedOfWaiting();
    void aNewCampusIsNotPaused();
    void couriersAgain();
    void whatWasPickedUpStaysCharged();
    void anotherMinuteOfCalibration();
    void whatIsWrittenOfACalibration();
    void businessDays();

private:
    [[nodiscard]] std::ptrdiff_t told(api::Event::Kind kind) {
        return std::count_if(m_world->events.begin(), m_world->events.end(),
                             [kind](const api::Event& event) { return event.kind == kind; });
    }
    Result<void> bury(const runtime::Message& message) {
        return m_world->run<void>([&](runtime::UnitOfWork& work) -> Result<void> {
            const auto epoch = std::string(message.field("epoch"));
            store::deadLetters::NewLetter letter{
                message.topic, message.id, message.fields, message.field("no"), epoch.empty() ? 0 : std::stoll(epoch),
                "boom",        5,          work.now()};
            return store::deadLetters::insert(work.database(), letter);
        });
    }
    Result<void> retryAll() {
        std::vector<DeadLetterId> ids;
        for (const auto listed = store::deadLetters::open(m_world->database(), 10);
             const auto& letter : listed.value()) {
            ids.push_back(letter.id);
        }
        return m_world->run<void>([&](auto& work) -> Result<void> {
            for (const auto id : ids) {
                EVENHAND_TRY(dispatch::retryDeadLetter(work, id));
            }
            return {};
        });
    }
    std::unique_ptr<RuleWorld> m_world;
};

void TestDispatchTables::settingsAtTheirBounds() {
    auto& world = *m_world;
    std::vector<api::CampusPolicy> policies(12);
    policies[1].mode = api::DispatchMode::Soft;
    policies[2].joinRule = api::JoinRule::CatchUp;
    policies[3].startWeight = 1;
    policies[4].startWeight = 1'000'000'000;
    policies[5].step = 1;
    policies[6].step = 1'000'000;
    policies[7].logTtlMs = 60'000;
    policies[8].logTtlMs = 30LL * 86'400'000;
    policies[9].calibrateMinute = 0;
    policies[10].calibrateMinute = 1439;
    policies[11] = {api::DispatchMode::Soft, api::JoinRule::CatchUp, 7'000, 30, 90'000, 600};
    for (std::size_t i = 0; i < policies.size(); ++i) {
        // As a new campus, and over the settings of another.
        for (const auto& id : {CampusId("c" + std::to_string(i)), CampusId("again")}) {
            const auto name = "Campus " + std::to_string(i);
            DONE(world.run<void>([&](auto& work) { return dispatch::upsertCampus(work, {id, name, policies[i]}); }));
            const auto found = store::campuses::find(world.database(), id);
            QVERIFY(found && *found);
            QVERIFY2((*found)->row.policy == policies[i], std::to_string(i).c_str());
            QCOMPARE((*found)->row.name, name);
        }
    }
    QCOMPARE(world.number("SELECT COUNT(*) FROM campus"), 13);
    api::CampusPolicy policy;
    policy.logTtlMs = 30LL * 86'400'000 + 1;
    REFUSED_FIELD(world.policy(policy), ErrorCode::InvalidArgument, "log_ttl_ms");
}

void TestDispatchTables::reassignedInEachStatus_data() {
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<bool>("may");
    QTest::newRow("not paid") << QByteArray("WAIT_PAY") << false;
    QTest::newRow("paid") << QByteArray("PAID") << true;
    QTest::newRow("to be picked up") << QByteArray("WAIT_PICK_UP") << true;
    QTest::newRow("on its way") << QByteArray("DELIVERING") << true;
    QTest::newRow("delivered") << QByteArray("DELIVERED") << false;
    QTest::newRow("completed") << QByteArray("COMPLETED") << false;
    QTest::newRow("closed") << QByteArray("CLOSED") << false;
}
void TestDispatchTables::reassignedInEachStatus() {
    QFETCH(QByteArray, status);
    QFETCH(bool, may);
    auto& world = *m_world;
    const auto wanted = api::orderStatusFrom(status.toStdString());
    QVERIFY(wanted);
    DONE(world.couriers({"a", "b"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    DONE(world.place(world.request("A1")));
    if (*wanted != Status::WaitPay) {
        DONE(world.pay("A1"));
        if (*wanted == Status::Paid) {
            world.queue.clear();
        } else {
            QVERIFY(world.deliverAll());
            QCOMPARE(world.courierOf("A1"), std::string("b"));
        }
    }
    if (*wanted == Status::Delivering || *wanted == Status::Delivered || *wanted == Status::Completed) {
        DONE(world.report(Kind::PickedUp, "A1", "b", 1));
    }
    if (*wanted == Status::Delivered || *wanted == Status::Completed) {
        DONE(world.report(Kind::Delivered, "A1", "b", 1));
    }
    if (*wanted == Status::Completed) {
        DONE(
            world.database().execute("UPDATE orders SET status = 'COMPLETED', timer = NULL, due_at = NULL, "
                                     "version = version + 1"));
    }
    if (*wanted == Status::Closed) {
        DONE(world.close("A1"));
    }
    const auto before = world.detail("A1").row;
    QVERIFY(before.status == *wanted);
    const auto done = world.reassign("A1");
    if (!may) {
        REFUSED_FIELD(done, ErrorCode::WrongStatus, "status");
        QCOMPARE(done.error().value, status.toStdString());
        QCOMPARE(world.detail("A1").row.epoch, before.epoch);
        QCOMPARE(world.detail("A1").row.version, before.version);
        return;
    }
    DONE(done);
    QCOMPARE(done->epoch, 2);
    QCOMPARE(world.number("SELECT COUNT(*) FROM orders WHERE timer = 'unassigned'"), 1);
    QCOMPARE(world.detail("A1").row.wait, api::WaitReason::Message);
    QVERIFY(world.deliverAll());
    const auto after = world.detail("A1").row;
    QVERIFY(after.status == (*wanted == Status::Delivering ? Status::Delivering : Status::WaitPickUp));
    QCOMPARE(after.courier.str(), std::string(*wanted == Status::Paid ? "b" : "a"));
    QVERIFY(!after.wait);
    QCOMPARE(world.number(*wanted == Status::Delivering ? "SELECT COUNT(*) FROM orders WHERE timer = 'delivery_late'"
                                                        : "SELECT COUNT(*) FROM orders WHERE timer = 'pick_up_late'"),
             1);
    QCOMPARE(world.weight("a") + world.weight("b"), 19990);  // one of them has it
    QVERIFY(world.weightsAgree());
}

void TestDispatchTables::refusalsNameTheField() {
    auto& world = *m_world;
    DONE(world.couriers({"a"}));
    DONE(world.couriers({"off"}, false));
    DONE(world.run<void>([](auto& work) {
        return dispatch::upsertCouriers(work, {{CourierId("far"), CampusId("south"), "", "", true}});
    }));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    REFUSED_FIELD(world.reassign("none"), ErrorCode::NotFound, "order_no");
    REFUSED_FIELD(world.reassign("A1"), ErrorCode::NoCourierOnDuty, "campus");
    for (const char* to : {"a", "off", "far"}) {
        REFUSED_FIELD(world.reassign("A1", to), ErrorCode::InvalidArgument, "to");
    }
    REFUSED_FIELD(world.reassign("A1", "nobody"), ErrorCode::NotFound, "to");
    const auto version = world.detail("A1").row.version;
    for (const auto other : {version - 1, version + 1}) {
        REFUSED_FIELD(world.reassign("A1", "", other), ErrorCode::Conflict, "version");
    }
    const auto undo = [&](api::ReassignOutcome done) {
        return world.run<api::ReassignOutcome>([&](auto& work) { return dispatch::undoReassign(work, done); });
    };
    REFUSED_FIELD(undo({OrderNo("none"), std::nullopt, CourierId("a"), 1}), ErrorCode::NotFound, "order_no");
    for (const std::int64_t epoch : {0, 2}) {
        REFUSED_FIELD(undo({OrderNo("A1"), std::nullopt, CourierId("off"), epoch}), ErrorCode::Conflict, "epoch");
    }
    REFUSED_FIELD(undo({OrderNo("A1"), std::nullopt, CourierId(), 1}), ErrorCode::WrongStatus, "from");
    REFUSED_FIELD(world.duty("nobody", true), ErrorCode::NotFound, "courier");
    REFUSED_FIELD(world.run<std::int64_t>([&](auto& work) { return dispatch::setPaused(work, CampusId("x"), true); }),
                  ErrorCode::NotFound, "campus");
    REFUSED_FIELD(world.run<std::vector<api::CalibrationRow>>(
                      [&](auto& work) { return dispatch::calibrate(work, CampusId("x")); }),
                  ErrorCode::NotFound, "campus");
    const auto upsert = [&](std::vector<api::CourierInput> inputs) {
        return world.run<void>([&](auto& work) { return dispatch::upsertCouriers(work, inputs); });
    };
    REFUSED_FIELD(upsert({{CourierId(""), world.campus, "", "", true}}), ErrorCode::InvalidArgument, "courier_id");
    REFUSED_FIELD(upsert({{CourierId("x"), CampusId(""), "", "", true}}), ErrorCode::InvalidArgument, "campus");
    REFUSED_FIELD(upsert({{CourierId("a"), CampusId("south"), "", "", true}}), ErrorCode::InvalidArgument, "campus");
    REFUSED_FIELD(upsert({{CourierId("x"), world.campus, std::string(201, 'n'), "", true}}), ErrorCode::InvalidArgument,
                  "name");
    REFUSED_FIELD(upsert({{CourierId("x"), world.campus, "", std::string(201, 'n'), true}}), ErrorCode::InvalidArgument,
                  "phone");
    QCOMPARE(world.courierOf("A1"), std::string("a"));
    QCOMPARE(world.detail("A1").row.version, version);
}

/// Whoever has it went off duty: one other who is there is enough.
void TestDispatchTables::ownCourierOffDuty() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("b"));
    DONE(world.duty("b", false));
    DONE(world.reassign("A1"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("a"));
    QCOMPARE(world.weight("b"), 10000);
    QVERIFY(world.weightsAgree());
    DONE(world.duty("a", false));
    REFUSED(world.reassign("A1"), ErrorCode::NoCourierOnDuty);  // nobody at all
}

void TestDispatchTables::whatIsWrittenOfAReassignment() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    const auto last = [&](std::size_t count) {
        const auto events = world.detail("A1").events;
        std::string text;
        for (auto i = events.size() - std::min(count, events.size()); i < events.size(); ++i) {
            text += std::string(api::toText(events[i].kind)) + " " + events[i].detail + "\n";
        }
        return text;
    };
    const auto name = [](api::EventKind kind) { return std::string(api::toText(kind)); };
    using Event = api::EventKind;
    QCOMPARE(last(1), name(Event::Assigned) + " b\n");
    world.events.clear();
    world.now = world.now.plusMs(1'000);
    DONE(world.reassign("A1"));
    QCOMPARE(last(2),
             name(Event::AssignmentReleased) + " b\n" + name(Event::ReassignRequested) + " next fairest: because\n");
    QCOMPARE(world.detail("A1").events.back().actor, std::string("local:tester"));
    const auto asked = std::find_if(world.events.begin(), world.events.end(), [](const api::Event& event) {
        return event.what == api::EventKind::ReassignRequested;
    });
    QVERIFY(asked != world.events.end());
    QCOMPARE(asked->courier.str(), std::string("b"));  // of whom it was
    QVERIFY(asked->campus == world.campus && asked->order == world.detail("A1").row.id);
    QVERIFY(world.deliverAll());
    QCOMPARE(last(1), name(Event::Assigned) + " a\n");
    DONE(world.reassign("A1", "b"));
    QCOMPARE(last(2), name(Event::AssignmentReleased) + " a\n" + name(Event::ReassignRequested) + " b: because\n");
    QVERIFY(world.deliverAll());
    const auto evidence = store::assignments::evidence(world.database(), OrderNo("A1"));
    DONE(evidence);
    QCOMPARE(evidence->rows.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& row = evidence->rows[i];
        QCOMPARE(row.epoch, static_cast<std::int64_t>(3 - i));
        QCOMPARE(row.courier.str(), std::string(i == 1 ? "a" : "b"));
        QCOMPARE(row.byName, i == 0);
        QCOMPARE(row.releasedAt.has_value(), i > 0);
        QVERIFY(!row.releasedAt || *row.releasedAt == world.now);
        QCOMPARE(row.releaseReason, std::string(i > 0 ? "reassigned: because" : ""));
    }
    // By name nobody was left out; the next fairest is one that is not b.
    QVERIFY(evidence->rows[0].excluded.empty());
    QCOMPARE(evidence->rows[1].excluded, std::vector<CourierId>{CourierId("b")});
    QVERIFY(evidence->rows[2].excluded.empty());
}

void TestDispatchTables::lettersOfAReassignedOrderAreTold() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    const auto message = world.queue.front();
    QVERIFY(world.deliverAll());
    world.events.clear();
    DONE(world.reassign("A1"));
    QCOMPARE(told(api::Event::Kind::DeadLettersChanged), 0);
    QVERIFY(world.deliverAll());
    DONE(bury(message));
    DONE(world.reassign("A1"));
    QCOMPARE(told(api::Event::Kind::DeadLettersChanged), 1);
    QCOMPARE(world.number("SELECT COUNT(*) FROM dead_letter WHERE resolution = 'reassigned by local:tester'"), 1);
}

void TestDispatchTables::lettersAreRetriedAsTheyWere() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b", "c"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    for (const char* no : {"A1", "A2"}) {
        QVERIFY(world.buy(no));
        QVERIFY(world.deliverAll());
    }
    QCOMPARE(world.courierOf("A1"), std::string("c"));
    QCOMPARE(world.courierOf("A2"), std::string("b"));
    // To a certain one, and to anybody but one.
    DONE(world.reassign("A1", "b"));
    DONE(world.reassign("A2"));
    const std::deque<runtime::Message> sent = world.queue;
    QCOMPARE(sent.size(), 2U);
    world.queue.clear();
    for (const auto& message : sent) {
        DONE(bury(message));
    }
    world.events.clear();
    DONE(retryAll());
    QCOMPARE(told(api::Event::Kind::DeadLettersChanged), 2);  // each is retried by itself
    QCOMPARE(world.queue.size(), 2U);
    for (const auto& message : world.queue) {
        const auto& before = message.field("no") == "A1" ? sent[0] : sent[1];
        QCOMPARE(message.topic, before.topic);
        for (const char* field : {"order", "no", "campus", "epoch", "to", "not"}) {
            QCOMPARE(std::string(message.field(field)), std::string(before.field(field)));
        }
    }
    QCOMPARE(world.number("SELECT COUNT(*) FROM dead_letter WHERE resolution = 'retried by local:tester'"), 2);
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("b"));
    QVERIFY(world.courierOf("A2") != "b");
    // Of a campus that was to be woken, and one that is not dispatch's.
    DONE(bury({"campus@@wake", "9-1", 1, {{"campus", world.campus.str()}}}));
    DONE(retryAll());
    QCOMPARE(world.queue.size(), 1U);
    QCOMPARE(world.queue.front().topic, std::string("campus@@wake"));
    QCOMPARE(std::string(world.queue.front().field("campus")), world.campus.str());
    QVERIFY(world.deliverAll());
    DONE(bury({"other@@topic", "9-2", 1, {{"order", "1"}, {"epoch", "1"}}}));
    REFUSED_FIELD(retryAll(), ErrorCode::Unsupported, "topic");
    // Those of flash sales are listed elsewhere.
    DONE(bury({"seckill@@x", "9-3", 1, {}}));
    const auto open = store::deadLetters::open(world.database(), 10);
    QCOMPARE(open->size(), 1U);
    QCOMPARE(open->front().topic, std::string("other@@topic"));
    QCOMPARE(open->front().messageId, std::string("9-2"));
    QCOMPARE(open->front().attempts, 5);
    QCOMPARE(open->front().at, world.now);
}

void TestDispatchTables::onlyThePresentEpochIsDead() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    const auto first = world.queue.front();
    dispatch::OrderConsumer consumer;
    const auto dead = [&](const runtime::Message& message) {
        return world.run<void>([&](runtime::UnitOfWork& work) { return consumer.onDead(work, message, Error{}); });
    };
    QVERIFY(world.deliverAll());
    DONE(dead(first));
    QVERIFY(!world.detail("A1").row.wait);  // it has its courier
    DONE(world.reassign("A1"));
    DONE(dead(first));
    QCOMPARE(world.detail("A1").row.wait, api::WaitReason::Message);  // another message is on its way
    DONE(dead(world.queue.front()));
    QCOMPARE(world.detail("A1").row.wait, api::WaitReason::DeadLetter);
}

void TestDispatchTables::resumedWithNobodyThere() {
    auto& world = *m_world;
    DONE(world.couriers({"a"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    const auto pause = [&](bool paused) {
        return world.run<std::int64_t>([&](auto& work) { return dispatch::setPaused(work, world.campus, paused); });
    };
    DONE(pause(true));
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.detail("A1").row.wait, api::WaitReason::Paused);
    DONE(world.duty("a", false));
    DONE(pause(false));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.detail("A1").row.wait, api::WaitReason::NoCourier);
    DONE(world.duty("a", true));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("a"));
}

void TestDispatchTables::dutyIsToldOnce() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    QCOMPARE(told(api::Event::Kind::CourierChanged), 2);
    QCOMPARE(told(api::Event::Kind::CampusChanged), 1);
    QCOMPARE(world.queue.size(), 1U);  // one message wakes the campus
    QVERIFY(world.deliverAll());
    const auto entries = world.number("SELECT COUNT(*) FROM duty_entry");
    world.events.clear();
    DONE(world.duty("a", true));
    QCOMPARE(told(api::Event::Kind::CourierChanged), 0);
    QVERIFY(world.queue.empty());
    DONE(world.duty("a", false));
    QCOMPARE(told(api::Event::Kind::CourierChanged), 1);
    QVERIFY(world.queue.empty());
    DONE(world.duty("a", false));
    QCOMPARE(told(api::Event::Kind::CourierChanged), 1);
    DONE(world.duty("a", true));
    QCOMPARE(told(api::Event::Kind::CourierChanged), 2);
    QCOMPARE(world.queue.size(), 1U);
    QCOMPARE(world.queue.front().topic, std::string(dispatch::kTopicWake));
    QCOMPARE(world.number("SELECT COUNT(*) FROM duty_entry"), entries + 2);
    QVERIFY(world.events.back().courier.str() == "a" && world.events.back().campus == world.campus);
}

void TestDispatchTables::settingsAndPausesAreTold() {
    auto& world = *m_world;
    const auto changed = [&] {
        const auto count = std::count_if(world.events.begin(), world.events.end(), [&](const api::Event& event) {
            return event.kind == api::Event::Kind::CampusChanged && event.campus == world.campus;
        });
        world.events.clear();
        return count;
    };
    DONE(world.policy({}));
    QCOMPARE(changed(), 1);
    DONE(world.policy({}));
    QCOMPARE(changed(), 1);
    for (const bool paused : {true, false}) {
        for (const int told : {1, 0}) {  // as it is already: not again
            DONE(world.run<std::int64_t>([&](auto& work) { return dispatch::setPaused(work, world.campus, paused); }));
            QCOMPARE(changed(), told);
        }
    }
}

/// Nothing happened to them that their timeline would say; their row is another one all the same.
void TestDispatchTables::ordersThatWaitAreTold() {
    auto& world = *m_world;
    DONE(world.policy({}));
    DONE(world.product("tea", 10));
    const auto changed = [&] {
        const auto id = world.detail("A1").row.id;
        const auto count = std::count_if(world.events.begin(), world.events.end(), [&](const api::Event& event) {
            return event.kind == api::Event::Kind::OrderChanged && event.order == id && event.campus == world.campus;
        });
        world.events.clear();
        return count;
    };
    QVERIFY(world.buy("A1"));
    const auto message = world.queue.front();
    world.events.clear();
    QVERIFY(world.deliverAll());
    QCOMPARE(world.detail("A1").row.wait, api::WaitReason::NoCourier);
    QCOMPARE(changed(), 1);
    QVERIFY(world.deliver(message));  // it waits already
    QCOMPARE(changed(), 0);
    dispatch::OrderConsumer consumer;
    DONE(world.run<void>([&](auto& work) {
        return consumer.onDead(work, message, Error{ErrorCode::Internal, "boom", {}, {}});
    }));
    QCOMPARE(world.detail("A1").row.wait, api::WaitReason::DeadLetter);
    QCOMPARE(changed(), 1);
    // Whoever is assigned is told with it.
    DONE(world.couriers({"a"}));
    QVERIFY(world.buy("A2"));
    world.events.clear();
    QVERIFY(world.deliverAll());
    const auto assigned = std::find_if(world.events.begin(), world.events.end(),
                                       [](const api::Event& event) { return event.what == api::EventKind::Assigned; });
    QVERIFY(assigned != world.events.end());
    QCOMPARE(assigned->order, world.detail("A2").row.id);
    QCOMPARE(assigned->courier, CourierId("a"));
    QCOMPARE(assigned->campus, world.campus);
}

/// An order that waits is announced as reassigned only if it had a courier, who then is without it.
void TestDispatchTables::whatIsAnnouncedOfWaiting() {
    auto& world = *m_world;
    DONE(world.database().execute(
        "INSERT INTO webhook(name, url, events, enabled, allow_private, allow_plain, secret_name, created_at, "
        "created_by, version) VALUES ('x', 'https://x.example/', 'order.assigned order.reassigned', 1, 0, 0, 'x', 1, "
        "'x', 1)"));
    world.database().memo(store::Database::Memo::Webhooks).reset();  // as when it is opened again
    const auto announced = [&] {
        QStringList found;
        auto& statement =
            world.database().statement("SELECT event, subject, body FROM webhook_event ORDER BY event_id");
        if (!statement.query()) {
            return QStringList{QStringLiteral("cannot be read")};
        }
        while (statement.next()) {
            const auto body = QJsonDocument::fromJson(QByteArray::fromStdString(statement.text("body")));
            const auto data = body[QStringLiteral("data")];
            found << QString::fromStdString(statement.text("event") + " " + statement.text("subject")) +
                         QStringLiteral(": from %1 to %2, epoch %3")
                             .arg(data[QStringLiteral("former_courier")].toString(),
                                  data[QStringLiteral("courier")].toString())
                             .arg(data[QStringLiteral("epoch")].toInt());
        }
        statement.finish();
        return found;
    };
    DONE(world.policy({}));
    DONE(world.product("tea", 10));
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.detail("A1").row.wait, api::WaitReason::NoCourier);
    QCOMPARE(announced(), QStringList());
    DONE(world.couriers({"a"}));
    QVERIFY(world.deliverAll());
    QStringList expected{QStringLiteral("order.assigned A1: from  to a, epoch 1")};
    QCOMPARE(announced(), expected);
    DONE(world.couriers({"b"}));
    DONE(world.reassign("A1"));
    DONE(world.duty("a", false));
    DONE(world.duty("b", false));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.detail("A1").row.wait, api::WaitReason::NoCourier);
    expected << QStringLiteral("order.reassigned A1: from a to , epoch 2");
    QCOMPARE(announced(), expected);
    DONE(world.duty("b", true));
    QVERIFY(world.deliverAll());
    expected << QStringLiteral("order.reassigned A1: from a to b, epoch 2");
    QCOMPARE(announced(), expected);
}

/// To pause is an operation of its own, which says so: whoever sets up a campus does not pause it by the way.
void TestDispatchTables::aNewCampusIsNotPaused() {
    auto& world = *m_world;
    api::CampusRow wanted{world.campus, "Campus", {}};
    wanted.paused = true;
    DONE(world.run<void>([&](auto& work) { return dispatch::upsertCampus(work, wanted); }));
    const auto made = store::campuses::find(world.database(), world.campus);
    QVERIFY(made && *made && !(*made)->row.paused);
    DONE(world.product("tea", 10));
    DONE(world.couriers({"a"}));
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("a"));
}

void TestDispatchTables::couriersAgain() {
    auto& world = *m_world;
    const auto upsert = [&](const char* id, const char* name, const char* phone, bool onDuty) {
        return world.run<void>([&](auto& work) {
            return dispatch::upsertCouriers(work, {{CourierId(id), world.campus, name, phone, onDuty}});
        });
    };
    DONE(upsert("a", "Anna", "123", false));
    QVERIFY(world.queue.empty());  // nobody came
    QCOMPARE(world.number("SELECT COUNT(*) FROM duty_entry WHERE on_duty = 0"), 1);
    QCOMPARE(world.number("SELECT COUNT(*) FROM weight_entry WHERE kind = 'start' AND amount = 10000"), 1);
    DONE(upsert("a", "Anne", "456", true));
    QCOMPARE(world.queue.size(), 1U);
    QVERIFY(world.deliverAll());
    QCOMPARE(world.number("SELECT COUNT(*) FROM courier WHERE name = 'Anne' AND phone = '456' AND on_duty = 1"), 1);
    DONE(upsert("a", "Anne", "789", true));
    QVERIFY(world.queue.empty());  // was there before
    QCOMPARE(world.number("SELECT COUNT(*) FROM courier WHERE phone = '789' AND on_duty = 1"), 1);
    DONE(upsert("a", "Anne", "789", false));
    QVERIFY(world.queue.empty());
    QCOMPARE(world.number("SELECT on_duty FROM courier"), 0);
    QVERIFY(!*dispatch::isOnDuty(world.keyspace(), world.keys(), "a"));
    // Twice in one list: the last word counts.
    DONE(world.run<void>([&](auto& work) {
        return dispatch::upsertCouriers(work, {{CourierId("b"), world.campus, "First", "", true},
                                               {CourierId("b"), world.campus, "Second", "", false}});
    }));
    QCOMPARE(world.number("SELECT COUNT(*) FROM courier WHERE courier_id = 'b' AND name = 'Second' AND on_duty = 0"),
             1);
    QCOMPARE(world.number("SELECT COUNT(*) FROM weight_entry WHERE courier_id = 'b' AND kind = 'start'"), 1);
    QVERIFY(world.weightsAgree());
}

/// Who has carried an order pays for it, even if it is closed later; who has not gets the step back.
void TestDispatchTables::whatWasPickedUpStaysCharged() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1") && world.buy("A2"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("b"));
    QCOMPARE(world.courierOf("A2"), std::string("a"));
    DONE(world.report(Kind::PickedUp, "A1", "b", 1));
    DONE(world.report(Kind::Failed, "A1", "b", 1, "nobody at home"));
    DONE(world.close("A1"));
    DONE(world.close("A2"));
    QCOMPARE(world.weight("b"), 9990);
    QCOMPARE(world.weight("a"), 10000);
    QCOMPARE(world.number("SELECT COUNT(*) FROM assignment WHERE release_reason = 'closed'"), 2);
    QCOMPARE(world.number("SELECT SUM(given_back) FROM assignment"), 10);
    QVERIFY(world.weightsAgree());
}

void TestDispatchTables::anotherMinuteOfCalibration() {
    auto& world = *m_world;
    const auto day = dispatch::BusinessDay::of("Asia/Shanghai");
    DONE(day);
    dispatch::CalibrationSource source(*day);
    const auto nextDue = [&](int minute, std::int64_t step) {
        api::CampusPolicy policy;
        policy.calibrateMinute = minute;
        policy.step = step;
        (void)world.policy(policy);
        source.policyChanged();
        (void)world.run<void>([&](auto& work) { return source.runDue(work); });
        return source.nextDue().value_or(Instant{-1}).ms;
    };
    const auto eight = world.now;  // in the morning, in Shanghai
    constexpr std::int64_t kMinuteMs = 60'000;
    const auto dueAt = eight.ms + (20 * 60 + 30) * kMinuteMs;  // tomorrow at half past four
    QCOMPARE(nextDue(4 * 60 + 30, 10), dueAt);
    QCOMPARE(nextDue(-1, 10), std::int64_t{-1});
    QCOMPARE(nextDue(4 * 60 + 30, 10), dueAt);
    // Past it, and other settings change: it is still to be done.
    world.now = Instant{dueAt + 60 * kMinuteMs};
    QCOMPARE(nextDue(4 * 60 + 30, 11), dueAt);
    // Another minute that has passed today is one of tomorrow.
    QCOMPARE(nextDue(5 * 60, 11), dueAt + (24 * 60 + 30) * kMinuteMs);
    QCOMPARE(nextDue(6 * 60, 11), dueAt + 90 * kMinuteMs);
}

void TestDispatchTables::whatIsWrittenOfACalibration() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    QVERIFY(world.deliverAll());
    DONE(world.keyspace().call({"ZINCRBY", world.keys().weights(), "-30", "a"}));
    world.events.clear();
    const auto rows = world.calibrate();
    DONE(rows);
    QCOMPARE(rows->size(), 2U);
    QCOMPARE((*rows)[0].courier.str(), std::string("a"));
    QCOMPARE((*rows)[0].name, std::string("Name of a"));
    QVERIFY((*rows)[0].onDuty);
    QCOMPARE((*rows)[0].current, 9970);
    QCOMPARE((*rows)[0].computed, 10000);
    QCOMPARE((*rows)[0].difference, 30);
    QCOMPARE(world.number("SELECT COUNT(*) FROM weight_entry WHERE kind = 'calibration' AND amount = 30 AND "
                          "reason = 'because' AND actor = 'local:tester' AND courier_id = 'a'"),
             1);
    QCOMPARE(world.number("SELECT COUNT(*) FROM weight_entry WHERE kind = 'drift' AND amount = -30 AND "
                          "reason = 'found by calibration' AND courier_id = 'a'"),
             1);
    QCOMPARE(told(api::Event::Kind::CourierChanged), 1);
    QCOMPARE(world.events.back().courier.str(), std::string("a"));
    world.events.clear();
    DONE(world.calibrate());
    QVERIFY(world.events.empty());
}

void TestDispatchTables::businessDays() {
    const auto day = dispatch::BusinessDay::of("Asia/Shanghai");
    DONE(day);
    const Instant midnight{1'717'171'200'000};  // 2024-05-31 16:00 UTC
    constexpr std::int64_t kDayMs = 86'400'000;
    QCOMPARE(day->startOf(midnight), midnight);
    QCOMPARE(day->startOf(midnight.plusMs(-1)), midnight.plusMs(-kDayMs));
    QCOMPARE(day->startOf(midnight.plusMs(kDayMs - 1)), midnight);
    QCOMPARE(day->nextAt(midnight.plusMs(-1), 0), midnight);
    QCOMPARE(day->nextAt(midnight, 0), midnight.plusMs(kDayMs));  // after, not at
    QCOMPARE(day->nextAt(midnight, 1439), midnight.plusMs(1439 * 60'000));
    REFUSED_FIELD(dispatch::BusinessDay::of("Nowhere/Land"), ErrorCode::InvalidArgument, "time_zone");
}

}  // namespace test_dispatch_tables

QTEST_GUILESS_MAIN(test_dispatch_tables::TestDispatchTables)
#include "test_dispatch_tables.moc"
