// SPDX-License-Identifier: GPL-3.0-or-later
// Steering dispatch by hand, rule by rule: reassignment, undo, evidence, calibration, dead letters.
#include <QtTest>
#include <algorithm>

#include "engine/dispatch/board.h"
#include "engine/dispatch/business_day.h"
#include "engine/dispatch/calibration_source.h"
#include "engine/dispatch/fairness.h"
#include "engine/store/records/assignment_store.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/dead_letter_store.h"
#include "tests/support/expect.h"
#include "tests/support/shops/rule_world.h"

namespace test_steering {

using namespace evenhand;
using test::RuleWorld;
using Kind = api::CourierReport::Kind;
using Status = api::OrderStatus;

class TestSteering : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_world = std::make_unique<RuleWorld>(); }
    void reassignToNextFairest();
    void reassignToNamed();
    void reassignRefusals();
    void whilePausedACourierKeepsTheOrder();
    void reassignOfUnassignedOrder();
    void reassignedAgainBeforeAnybodyHasIt();
    void namedCourierLeftMeanwhile();
    void othersLeftMeanwhile();
    void undo();
    void chargedStepIsGivenBackAfterTheSettingChanged();
    void evidence();
    void calibration();
    void calibrationDuringAssignments();
    void calibrationOfALostKeyspace();
    void calibrationByTheClock();
    void calibrationFallsToOneOfSeveralEngines();
    void deadLetters();
    void externalTakeIsUsedOrTakenBack();
    void fairness();

private:
    std::unique_ptr<RuleWorld> m_world;
};

/// Of a, b and c, who have nothing yet, the last has the order.
static bool givesToC(RuleWorld& world, const char* order) {
    return world.couriers({"a", "b", "c"}) && world.product("tea", 10) && world.deliverAll() && world.buy(order) &&
           world.deliverAll() && world.courierOf(order) == "c";
}

void TestSteering::reassignToNextFairest() {
    auto& world = *m_world;
    QVERIFY(givesToC(world, "A1"));
    const auto outcome = world.reassign("A1");
    DONE(outcome);
    QCOMPARE(outcome->from, CourierId("c"));
    QCOMPARE(outcome->epoch, 2);
    // One commit: the courier is cleared, the step is back, the message is there.
    QCOMPARE(world.courierOf("A1"), std::string());
    QCOMPARE(world.weight("c"), 10000);
    QCOMPARE(world.queue.size(), std::size_t{1});
    QCOMPARE(std::string(world.queue.front().field("not")), std::string("c"));
    QVERIFY(world.weightsAgree());
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("b"));  // c is on top again, but not c
    QCOMPARE(world.weight("b"), 9990);
    QVERIFY(world.weightsAgree());
    QCOMPARE(world.detail("A1").row.epoch, 2);
    QCOMPARE(world.detail("A1").row.status, Status::WaitPickUp);
}

void TestSteering::whilePausedACourierKeepsTheOrder() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b", "c"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    const auto done = world.reassign("A1");
    DONE(done);
    QVERIFY(world.deliverAll());
    const auto holder = world.courierOf("A1");
    QVERIFY(!holder.empty());
    DONE(world.run<std::int64_t>([&](auto& work) { return dispatch::setPaused(work, world.campus, true); }));
    REFUSED_FIELD(world.reassign("A1"), ErrorCode::WrongStatus, "paused");
    REFUSED_FIELD(world.run<api::ReassignOutcome>([&](auto& work) { return dispatch::undoReassign(work, *done); }),
                  ErrorCode::WrongStatus, "paused");
    QCOMPARE(world.courierOf("A1"), holder);
    QVERIFY(world.weightsAgree());
}

void TestSteering::reassignToNamed() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b", "c"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    DONE(world.reassign("A1", "a"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("a"));
    QCOMPARE(world.weight("a"), 9990);
    const auto evidence = store::assignments::evidence(world.database(), OrderNo("A1"));
    QCOMPARE(evidence->rows.size(), std::size_t{2});
    QVERIFY(evidence->rows[0].byName);
    QVERIFY(!evidence->rows[1].byName);
    QVERIFY(evidence->rows[1].releasedAt.has_value());
    QCOMPARE(evidence->rows[1].releaseReason, std::string("reassigned: because"));
}

void TestSteering::reassignRefusals() {
    auto& world = *m_world;
    DONE(world.couriers({"a"}));
    DONE(world.couriers({"off"}, false));
    DONE(world.run<void>([](auto& work) {
        return dispatch::upsertCouriers(work, {{CourierId("far"), CampusId("south"), "", "", true}});
    }));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    REFUSED(world.reassign("none"), ErrorCode::NotFound);
    DONE(world.place(world.request("A1")));
    REFUSED(world.reassign("A1"), ErrorCode::WrongStatus);
    DONE(world.pay("A1"));
    QVERIFY(world.deliverAll());
    REFUSED(world.reassign("A1"), ErrorCode::NoCourierOnDuty);  // nobody else
    REFUSED(world.reassign("A1", "a"), ErrorCode::InvalidArgument);
    REFUSED(world.reassign("A1", "off"), ErrorCode::InvalidArgument);
    REFUSED(world.reassign("A1", "far"), ErrorCode::InvalidArgument);
    REFUSED(world.reassign("A1", "nobody"), ErrorCode::NotFound);
    const auto version = world.detail("A1").row.version;
    DONE(world.duty("off", true));
    QVERIFY(world.deliverAll());
    REFUSED(world.reassign("A1", "", version - 1), ErrorCode::Conflict);
    QCOMPARE(world.detail("A1").row.epoch, 1);
    QCOMPARE(world.courierOf("A1"), std::string("a"));
    DONE(world.reassign("A1", "", version));
    QVERIFY(world.deliverAll());
    DONE(world.report(Kind::PickedUp, "A1", "off", 2));
    DONE(world.report(Kind::Delivered, "A1", "off", 2));
    REFUSED(world.reassign("A1"), ErrorCode::WrongStatus);
}

void TestSteering::reassignOfUnassignedOrder() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    const auto lost = world.queue.front();
    world.queue.clear();  // its message is dead
    DONE(world.reassign("A1", "a"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("a"));
    QCOMPARE(world.detail("A1").row.status, Status::WaitPickUp);  // it moves on although the epoch is 2
    QVERIFY(world.deliver(lost));
    QCOMPARE(world.courierOf("A1"), std::string("a"));
    QVERIFY(world.weightsAgree());
}

/// From whom it was taken is remembered until somebody has it, though by then it is nobody's that is reassigned.
void TestSteering::reassignedAgainBeforeAnybodyHasIt() {
    auto& world = *m_world;
    QVERIFY(givesToC(world, "A1"));
    DONE(world.reassign("A1"));
    DONE(world.reassign("A1"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("b"));  // c is on top again
    QCOMPARE(world.detail("A1").row.epoch, 3);
    QVERIFY(world.weightsAgree());
    // Once it is somebody's, it is that one who does not get it again.
    DONE(world.reassign("A1"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("c"));
    QVERIFY(world.weightsAgree());
}

void TestSteering::namedCourierLeftMeanwhile() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b", "c"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    DONE(world.reassign("A1", "a"));
    DONE(world.duty("a", false));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("b"));  // the fairest that it was not taken from
    const auto evidence = store::assignments::evidence(world.database(), OrderNo("A1"));
    QVERIFY(!evidence->rows[0].byName);
    QVERIFY(world.weightsAgree());
}

void TestSteering::othersLeftMeanwhile() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    DONE(world.reassign("A1"));
    DONE(world.duty("a", false));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("b"));  // rather the same one than nobody
    QVERIFY(world.weightsAgree());
    DONE(world.duty("a", true));
    QVERIFY(world.deliverAll());
    DONE(world.reassign("A1"));
    DONE(world.duty("a", false));
    DONE(world.duty("b", false));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.detail("A1").row.wait, api::WaitReason::NoCourier);
    DONE(world.duty("a", true));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("a"));
    QVERIFY(world.weightsAgree());
}

void TestSteering::undo() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    const auto undo = [&](const api::ReassignOutcome& done) {
        return world.run<api::ReassignOutcome>([&](auto& work) { return dispatch::undoReassign(work, done); });
    };
    const auto done = world.reassign("A1");
    DONE(done);
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("a"));
    const auto undone = undo(*done);
    DONE(undone);
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("b"));
    QCOMPARE(world.weight("a"), 10000);
    QCOMPARE(world.weight("b"), 9990);
    REFUSED(undo(*done), ErrorCode::Conflict);
    // Before the message was handled, too.
    const auto second = world.reassign("A1");
    DONE(undo(*second));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("b"));
    QCOMPARE(world.detail("A1").row.epoch, 5);
    QVERIFY(world.weightsAgree());
    // What came from nobody cannot go back.
    QVERIFY(world.buy("A2"));
    world.queue.clear();
    const auto fromNobody = world.reassign("A2");
    DONE(fromNobody);
    REFUSED(undo(*fromNobody), ErrorCode::WrongStatus);
}

void TestSteering::chargedStepIsGivenBackAfterTheSettingChanged() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    api::CampusPolicy policy;
    policy.step = 777;
    DONE(world.policy(policy));
    DONE(world.reassign("A1"));
    QCOMPARE(world.weight("b"), 10000);
    QVERIFY(world.deliverAll());
    QCOMPARE(world.weight("a"), 10000 - 777);
    QVERIFY(world.weightsAgree());
}

void TestSteering::evidence() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b", "c", "d", "e", "f", "id with space"}));
    DONE(world.couriers({"off 1", "off 2"}, false));
    DONE(world.product("tea", 10));
    DONE(world.duty("f", false));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    DONE(world.duty("off 1", true));
    DONE(world.duty("a", false));
    const auto found = store::assignments::evidence(world.database(), OrderNo("A1"));
    QCOMPARE(found->rows.size(), std::size_t{1});
    const auto& row = found->rows[0];
    QCOMPARE(row.courier, CourierId("id with space"));
    QCOMPARE(row.epoch, 1);
    QCOMPARE(row.step, 10);
    QCOMPARE(row.mode, api::DispatchMode::Strong);
    QCOMPARE(row.at, world.now);
    QCOMPARE(row.ranking.size(), std::size_t{5});  // of six: what is shown is the top
    QCOMPARE(row.ranking[0], std::make_pair(CourierId("id with space"), std::int64_t{10000}));
    QCOMPARE(row.ranking[1].first, CourierId("e"));
    QCOMPARE(row.scriptSha.size(), std::size_t{40});
    QVERIFY(row.excluded.empty());
    // Who was off duty then, not who is now.
    const auto offDuty = store::couriers::offDutyAt(world.database(), world.campus, found->dutyVersions[0]);
    const std::vector<CourierId> expected{CourierId("f"), CourierId("off 1"), CourierId("off 2")};
    QCOMPARE(*offDuty, expected);
    DONE(world.reassign("A1"));
    QVERIFY(world.deliverAll());
    const auto second = store::assignments::evidence(world.database(), OrderNo("A1"));
    QCOMPARE(second->rows[0].excluded, std::vector<CourierId>{CourierId("id with space")});
    QCOMPARE(world.number("SELECT COUNT(*) FROM assignment WHERE message_id = ''"), 0);
}

void TestSteering::calibration() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    DONE(world.couriers({"off"}, false));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    // The keyspace lost and gained some.
    DONE(world.keyspace().call({"ZINCRBY", world.keys().weights(), "-30", "a"}));
    DONE(world.keyspace().call({"HINCRBY", world.keys().kept(), "off", "5"}));
    QVERIFY(!world.weightsAgree());
    const auto digest = world.keyspace().digest();
    const auto preview = world.run<std::vector<api::CalibrationRow>>(
        [&](auto& work) { return dispatch::previewCalibration(work, world.campus); });
    DONE(preview);
    QCOMPARE(world.keyspace().digest(), digest);  // looking changes nothing
    QCOMPARE(preview->at(0).difference, 30);
    QCOMPARE(preview->at(1).difference, 0);
    QCOMPARE(preview->at(2).difference, -5);
    QCOMPARE(preview->at(2).computed, 10000);
    const auto applied = world.calibrate();
    DONE(applied);
    QCOMPARE(world.weight("a"), 10000);
    QCOMPARE(world.weight("b"), 9990);
    QCOMPARE(world.weight("off"), 10000);
    QVERIFY(world.weightsAgree());
    // What was found and what was done about it are on record, and sum to nothing.
    QCOMPARE(world.number("SELECT SUM(amount) FROM weight_entry WHERE kind = 'calibration' AND courier_id = 'a'"), 30);
    QCOMPARE(world.number("SELECT SUM(amount) FROM weight_entry WHERE kind IN ('calibration', 'drift')"), 0);
    const auto entries = world.number("SELECT COUNT(*) FROM weight_entry");
    DONE(world.calibrate());
    QCOMPARE(world.number("SELECT COUNT(*) FROM weight_entry"), entries);
    REFUSED(world.run<std::vector<api::CalibrationRow>>(
                [&](auto& work) { return dispatch::calibrate(work, CampusId("x")); }),
            ErrorCode::NotFound);
}

void TestSteering::calibrationDuringAssignments() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    DONE(world.product("tea", 100));
    QVERIFY(world.deliverAll());
    DONE(world.keyspace().call({"ZINCRBY", world.keys().weights(), "15", "a"}));
    for (int i = 0; i < 20; ++i) {
        QVERIFY(world.buy("A" + std::to_string(i)));
    }
    // Between the messages, and with takes whose assignment is not in the database.
    for (int i = 0; i < 10; ++i) {
        QVERIFY(world.deliverOne());
    }
    const auto log = world.keys().log("elsewhere", 1);
    DONE(dispatch::take(world.keyspace(), world.keys(), log, 10, 60'000, {}));
    const auto open = world.weight("a") + world.weight("b");
    DONE(world.calibrate());
    QCOMPARE(world.weight("a") + world.weight("b"), open - 15);  // the take elsewhere is not undone
    QVERIFY(world.weightsAgree());
    QVERIFY(world.deliverAll());
    QVERIFY(world.weightsAgree());
    // It stays charged when its log entry has expired.
    world.now = world.now.plusMs(3'600'000);
    world.keyspace().setNow(world.now);
    world.keyspace().expireDue(1000);
    QCOMPARE(world.logEntries(), std::size_t{0});
    QVERIFY(world.weightsAgree());
}

void TestSteering::calibrationOfALostKeyspace() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    DONE(world.couriers({"off"}, false));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    DONE(world.keyspace().call({"FLUSHALL"}));
    DONE(world.calibrate());
    QCOMPARE(world.weight("a"), 10000);
    QCOMPARE(world.weight("b"), 9990);
    QCOMPARE(world.weight("off"), 10000);
    QVERIFY(*dispatch::isOnDuty(world.keyspace(), world.keys(), "a"));
    QVERIFY(!*dispatch::isOnDuty(world.keyspace(), world.keys(), "off"));
    QVERIFY(world.weightsAgree());
}

void TestSteering::calibrationByTheClock() {
    auto& world = *m_world;
    const auto day = dispatch::BusinessDay::of("Asia/Shanghai");
    DONE(day);
    REFUSED(dispatch::BusinessDay::of("Nowhere/Land"), ErrorCode::InvalidArgument);
    dispatch::CalibrationSource source(*day);
    const auto runDue = [&] { return world.run<void>([&](auto& work) { return source.runDue(work); }); };
    QCOMPARE(source.nextDue(), std::optional<Instant>(Instant{0}));  // it has to look first
    DONE(runDue());
    QVERIFY(!source.nextDue());
    api::CampusPolicy policy;
    policy.calibrateMinute = 4 * 60 + 30;
    DONE(world.policy(policy));
    DONE(world.couriers({"a"}));
    source.policyChanged();
    DONE(runDue());
    // Now is 08:00 in Shanghai: tomorrow at 04:30, which is 20:30 UTC.
    const Instant due = world.now.plusMs((20 * 60 + 30) * 60'000);
    QCOMPARE(source.nextDue(), std::optional<Instant>(due));
    DONE(world.keyspace().call({"ZINCRBY", world.keys().weights(), "7", "a"}));
    world.now = due.plusMs(-1);
    DONE(runDue());
    QCOMPARE(world.weight("a"), 10007);
    world.now = due;
    DONE(runDue());
    QCOMPARE(world.weight("a"), 10000);
    DONE(runDue());
    QCOMPARE(source.nextDue(), std::optional<Instant>(due.plusMs(86'400'000)));
    // Three days without the engine: made up for once.
    world.now = due.plusMs(3 * 86'400'000 + 5);
    dispatch::CalibrationSource restarted(*day);
    DONE(world.run<void>([&](auto& work) { return restarted.runDue(work); }));
    QVERIFY(*restarted.nextDue() <= world.now);
    DONE(world.run<void>([&](auto& work) { return restarted.runDue(work); }));
    DONE(world.run<void>([&](auto& work) { return restarted.runDue(work); }));
    QCOMPARE(restarted.nextDue(), std::optional<Instant>(due.plusMs(4 * 86'400'000)));
}

void TestSteering::calibrationFallsToOneOfSeveralEngines() {
    auto& world = *m_world;
    const auto day = dispatch::BusinessDay::of("Asia/Shanghai");
    DONE(day);
    api::CampusPolicy policy;
    policy.calibrateMinute = 4 * 60 + 30;
    DONE(world.policy(policy));
    bool falls = false;
    dispatch::CalibrationSource source(*day);
    QVERIFY(
        source.divide([&falls](std::string_view name, std::string_view) { return falls && name == "calibration"; }));
    const auto runDue = [&] { return world.run<void>([&](auto& work) { return source.runDue(work); }); };
    DONE(runDue());
    QVERIFY(!source.nextDue());  // another engine does it
    falls = true;
    source.othersWrote();
    DONE(runDue());
    const auto due = source.nextDue();
    QVERIFY(due && *due > world.now);
    // The one that it fell to before has done it in the meantime: it is not done again.
    world.now = *due;
    dispatch::CalibrationSource other(*day);
    const auto runOther = [&] { return world.run<void>([&](auto& work) { return other.runDue(work); }); };
    DONE(runOther());
    DONE(runOther());
    DONE(world.couriers({"a"}));
    DONE(world.keyspace().call({"ZINCRBY", world.keys().weights(), "7", "a"}));
    DONE(runDue());
    QCOMPARE(world.weight("a"), 10007);
}

void TestSteering::deadLetters() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    dispatch::OrderConsumer consumer;
    const auto bury = [&](const runtime::Message& message) {
        return world.run<void>([&](runtime::UnitOfWork& work) -> Result<void> {
            store::deadLetters::NewLetter letter{message.topic,
                                                 message.id,
                                                 message.fields,
                                                 message.field("no"),
                                                 std::stoll(std::string(message.field("epoch"))),
                                                 "boom",
                                                 5,
                                                 work.now()};
            EVENHAND_TRY(store::deadLetters::insert(work.database(), letter));
            return consumer.onDead(work, message, Error{});
        });
    };
    const auto retry = [&](DeadLetterId id) {
        return world.run<api::DeadLetterOutcome>([&](auto& work) { return dispatch::retryDeadLetter(work, id); });
    };
    for (const auto* no : {"A1", "A2", "A3"}) {
        QVERIFY(world.buy(no));
        DONE(bury(world.queue.front()));
        world.queue.clear();
        QCOMPARE(world.detail(no).row.wait, api::WaitReason::DeadLetter);
    }
    const auto letters = store::deadLetters::open(world.database(), 10);
    QCOMPARE(letters->size(), std::size_t{3});
    QCOMPARE(letters->at(2).orderNo, OrderNo("A1"));
    QCOMPARE(letters->at(2).reason, std::string("boom"));
    REFUSED(retry(DeadLetterId{999}), ErrorCode::NotFound);
    QVERIFY(world.queue.empty());
    DONE(retry(letters->at(2).id));
    QCOMPARE(world.detail("A1").row.wait, api::WaitReason::Message);
    QVERIFY(world.deliverAll());
    QVERIFY(!world.courierOf("A1").empty());
    const auto again = retry(letters->at(2).id);
    QVERIFY(!again && again.error().code == ErrorCode::Conflict);
    QVERIFY2(again.error().message.ends_with("UTC (dispatch.retry_letters)"), again.error().message.c_str());
    // By hand: a reassignment settles the letter.
    DONE(world.reassign("A2", "a"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A2"), std::string("a"));
    DONE(world.close("A3"));
    QVERIFY(store::deadLetters::open(world.database(), 10)->empty());
    // What was settled before stays as it was.
    const auto settled = [&] {
        auto& read = world.database().statement(
            "SELECT COALESCE(resolved_at, 0) AS at, COALESCE(resolution, '') AS resolution FROM dead_letter "
            "WHERE order_no = 'A1'");
        return read.query() && read.next() ? std::to_string(read.number("at")) + " " + read.text("resolution")
                                           : std::string();
    };
    const auto before = settled();
    QVERIFY(!before.starts_with("0 "));
    DONE(world.close("A1"));
    QCOMPARE(settled(), before);
    QVERIFY(world.weightsAgree());
}

void TestSteering::externalTakeIsUsedOrTakenBack() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    const auto take = [&](const char* no, std::int64_t epoch) {
        const auto taken = dispatch::take(world.keyspace(), world.keys(), world.keys().log(no, epoch), 10, 60'000, {});
        return (*taken)->courier;
    };
    // Taken by somebody else before the message came: that courier it is, charged once.
    QVERIFY(world.buy("A1"));
    const auto courier = take("A1", 1);
    QCOMPARE(take("A1", 1), courier);
    QVERIFY(world.weightsAgree());
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), courier);
    QCOMPARE(world.weight(courier.c_str()), 9990);
    QVERIFY(world.weightsAgree());
    // Taken, and then the order was closed or reassigned before it was recorded.
    QVERIFY(world.buy("A2"));
    take("A2", 1);
    DONE(world.close("A2"));
    QVERIFY(world.weightsAgree());
    QCOMPARE(world.weight("a") + world.weight("b"), 19990);
    QVERIFY(world.buy("A3"));
    take("A3", 1);
    DONE(world.reassign("A3"));
    QVERIFY(world.deliverAll());
    QVERIFY(world.weightsAgree());
    QCOMPARE(world.weight("a") + world.weight("b"), 19980);
    QCOMPARE(world.logEntries(), std::size_t{0});
}

void TestSteering::fairness() {
    using Steps = std::vector<store::assignments::Step>;
    using Changes = std::vector<dispatch::DutyStep>;
    const auto day = dispatch::BusinessDay::of("UTC");
    const Instant start{86'400'000LL * 1000};
    const auto at = [&](std::int64_t minutes) { return start.plusMs(minutes * 60'000); };
    const Steps steps{{at(10), "a"}, {at(20), "a"}, {at(30), "b"}, {at(1440 + 5), "a"}};
    const Changes changes{{at(-100), "a", true},
                          {at(-100), "c", true},
                          {at(-50), "c", false},
                          {at(15), "b", true, 1},
                          {at(1440 + 7), "c", true, 1}};
    const auto points = dispatch::fairnessPoints(steps, changes, *day, at(0), at(1440 + 10), 146);
    QCOMPARE(points.size(), std::size_t{146});
    QCOMPARE(points[0].spread, 0);
    QCOMPARE(points[1].spread, 0);  // alone on duty
    QCOMPARE(points[2].spread, 1);  // b came on duty at 15, when a had one, and has none of the next
    QCOMPARE(points[3].spread, 0);
    QCOMPARE(points[3].assigned, 3);
    QCOMPARE(points[144].spread, 0);  // a new day
    QCOMPARE(points[144].assigned, 0);
    QCOMPARE(points[145].spread, 1);
}

}  // namespace test_steering

QTEST_GUILESS_MAIN(test_steering::TestSteering)
#include "test_steering.moc"
