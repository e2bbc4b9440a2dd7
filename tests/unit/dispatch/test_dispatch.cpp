// SPDX-License-Identifier: GPL-3.0-or-later
// Fair dispatch, rule by rule: takes, duty and join rules, waiting, pause, reassignment, undo, calibration, evidence.
#include <QtTest>
#include <algorithm>
#include <map>

#include "engine/dispatch/board.h"
#include "engine/dispatch/business_day.h"
#include "engine/dispatch/calibration_source.h"
#include "engine/store/assignment_store.h"
#include "engine/store/campus_store.h"
#include "engine/store/dead_letter_store.h"
#include "expect.h"
#include "rule_world.h"

using namespace evenhand;
using test::RuleWorld;
using Kind = api::CourierReport::Kind;
using Status = api::OrderStatus;

class TestDispatch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_world = std::make_unique<RuleWorld>(); }
    void keysOfAnyCampusHaveOneTag();
    void strongModeIsEven();
    void tiesGoToTheGreatestId();
    void eachTakeGoesToAHighestWeight();
    void redeliveryChangesNothing();
    void olderEpochChangesNothing();
    void waitsForACourierAndIsAssignedByItself();
    void manyWaitingComeInSlices();
    void pauseAndResume();
    void softMode();
    void joinsAtTheLowerMedian();
    void togglingGainsNothing();
    void returningKeepsItsDistance();
    void nightAndMorning();
    void catchUpKeepsItsWeight();
    void giveBackOffDutyGoesToTheKeptWeight();
    void courierRefusals();
    void policyRefusals();
    void reassignToNextFairest();
    void reassignToNamed();
    void reassignRefusals();
    void reassignOfUnassignedOrder();
    void namedCourierLeftMeanwhile();
    void othersLeftMeanwhile();
    void undo();
    void chargedStepIsGivenBackAfterTheSettingChanged();
    void evidence();
    void calibration();
    void calibrationDuringAssignments();
    void calibrationOfALostKeyspace();
    void calibrationByTheClock();
    void deadLetters();
    void externalTakeIsUsedOrTakenBack();
    void fairness();

private:
    std::unique_ptr<RuleWorld> m_world;
};

void TestDispatch::keysOfAnyCampusHaveOneTag() {
    for (const char* id : {"a", "{", "}", "{}", "a{b}c", "%7B", ":", "北", "{}{}"}) {
        const dispatch::CampusKeys keys{CampusId(id)};
        const auto& key = keys.weights();
        const auto open = key.find('{');
        const auto close = key.find('}', open);
        QVERIFY(close > open + 1);  // not empty: it is the hash tag
        QCOMPARE(key.rfind('{'), open);
        QCOMPARE(key.rfind('}'), close);
        const auto tag = key.substr(0, close + 1);
        for (const auto& other : {keys.kept(), keys.open(), keys.medians(), keys.log("{x}", 3)}) {
            QVERIFY(other.starts_with(tag));
        }
    }
    QVERIFY(dispatch::CampusKeys(CampusId("{")).weights() != dispatch::CampusKeys(CampusId("%7B")).weights());
}

void TestDispatch::strongModeIsEven() {
    auto& world = *m_world;
    DONE(world.couriers({"ann", "bob", "cid"}));
    DONE(world.product("tea", 1000));
    QVERIFY(world.deliverAll());
    std::map<std::string, int> counts;
    for (int i = 0; i < 100; ++i) {
        const auto no = "A" + std::to_string(i);
        QVERIFY(world.buy(no));
        QVERIFY(world.deliverAll());
        ++counts[world.courierOf(no)];
        int least = 1000;
        int most = 0;
        for (const auto* courier : {"ann", "bob", "cid"}) {
            least = std::min(least, counts[courier]);
            most = std::max(most, counts[courier]);
        }
        QVERIFY(most - least <= 1);
        QVERIFY(world.weightsAgree());
    }
    QCOMPARE(world.weight("ann"), 10000 - 10 * counts["ann"]);
    QCOMPARE(world.detail("A99").row.status, Status::WaitPickUp);
    QCOMPARE(world.logEntries(), std::size_t{0});
}

void TestDispatch::tiesGoToTheGreatestId() {
    auto& world = *m_world;
    DONE(world.couriers({"b", "a", "c"}));
    DONE(world.product("tea", 10));
    for (const char* expected : {"c", "b", "a", "c"}) {
        const std::string no = "A" + std::to_string(world.number("SELECT COUNT(*) FROM orders"));
        QVERIFY(world.buy(no));
        QVERIFY(world.deliverAll());
        QCOMPARE(world.courierOf(no), std::string(expected));
    }
}

void TestDispatch::eachTakeGoesToAHighestWeight() {
    auto& world = *m_world;
    DONE(world.couriers({"ann", "bob", "cid"}));
    DONE(world.product("tea", 100));
    QVERIFY(world.deliverAll());
    for (int i = 0; i < 20; ++i) {
        const auto before = dispatch::weights(world.keyspace(), world.keys());
        const auto no = "A" + std::to_string(i);
        QVERIFY(world.buy(no));
        QVERIFY(world.deliverAll());
        QCOMPARE(world.courierOf(no), before->onDuty.front().first.str());
        if (i % 4 == 0) {
            DONE(world.close("A" + std::to_string(i)));
        }
    }
}

void TestDispatch::redeliveryChangesNothing() {
    auto& world = *m_world;
    DONE(world.couriers({"ann", "bob"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    const auto message = world.queue.front();
    QVERIFY(world.deliverAll());
    const auto digest = world.keyspace().digest();
    const auto version = world.detail("A1").row.version;
    const auto events = world.events.size();
    for (int i = 0; i < 3; ++i) {
        QVERIFY(world.deliver(message));
    }
    QCOMPARE(world.keyspace().digest(), digest);
    QCOMPARE(world.detail("A1").row.version, version);
    QCOMPARE(world.events.size(), events);
    // Also after the order was closed.
    DONE(world.close("A1"));
    const auto closed = world.keyspace().digest();
    QVERIFY(world.deliver(message));
    QCOMPARE(world.keyspace().digest(), closed);
}

void TestDispatch::olderEpochChangesNothing() {
    auto& world = *m_world;
    DONE(world.couriers({"ann", "bob"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    const auto first = world.queue.front();
    QVERIFY(world.deliverAll());
    DONE(world.reassign("A1"));
    const auto second = world.queue.front();
    QCOMPARE(second.topic, std::string("order@@re"));
    QVERIFY(world.deliver(first));  // before the second is handled
    QCOMPARE(world.courierOf("A1"), std::string());
    QVERIFY(world.deliverAll());
    const auto courier = world.courierOf("A1");
    QVERIFY(world.deliver(first));
    QVERIFY(world.deliver(second));
    QCOMPARE(world.courierOf("A1"), courier);
    QVERIFY(world.weightsAgree());
    auto future = second;
    for (auto& [name, value] : future.fields) {
        if (name == "epoch") {
            value = "9";
        }
    }
    QVERIFY(!world.deliver(future));
}

void TestDispatch::waitsForACourierAndIsAssignedByItself() {
    auto& world = *m_world;
    DONE(world.policy({}));
    DONE(world.product("tea", 10));
    DONE(world.couriers({"ann"}, false));
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.detail("A1").row.wait, api::WaitReason::NoCourier);
    QCOMPARE(world.detail("A1").row.status, Status::Paid);
    const auto waiting = store::orderPages::waiting(world.database(), world.campus, 10);
    QCOMPARE(waiting->size(), std::size_t{1});
    QCOMPARE(waiting->front().since, world.now);
    world.now = world.now.plusMs(60'000);
    DONE(world.duty("ann", true));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("ann"));
    QVERIFY(!world.detail("A1").row.wait);
    QCOMPARE(world.weight("ann"), 9990);
}

void TestDispatch::manyWaitingComeInSlices() {
    auto& world = *m_world;
    DONE(world.policy({}));
    DONE(world.product("tea", 1000));
    for (int i = 0; i < 600; ++i) {
        QVERIFY(world.buy("A" + std::to_string(i)));
    }
    QVERIFY(world.deliverAll());
    QCOMPARE(world.number("SELECT COUNT(*) FROM orders WHERE wait_reason = 'no_courier'"), 600);
    DONE(world.couriers({"ann", "bob"}));
    QVERIFY(world.deliverOne());
    QCOMPARE(world.number("SELECT COUNT(*) FROM orders WHERE wait_reason = 'message'"), 256);
    QVERIFY(world.deliverAll());
    QCOMPARE(world.number("SELECT COUNT(*) FROM orders WHERE courier_id = 'ann'"), 300);
    QCOMPARE(world.number("SELECT COUNT(*) FROM orders WHERE courier_id = 'bob'"), 300);
    QVERIFY(world.weightsAgree());
}

void TestDispatch::pauseAndResume() {
    auto& world = *m_world;
    DONE(world.couriers({"ann", "bob"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    const auto pause = [&](bool paused) {
        return world.run<void>([&](auto& work) { return dispatch::setPaused(work, world.campus, paused); });
    };
    QVERIFY(world.buy("A1"));  // paid before, handled after
    DONE(pause(true));
    QVERIFY(world.buy("A2"));
    QCOMPARE(world.detail("A2").row.wait, api::WaitReason::Paused);
    QVERIFY(world.deliverAll());
    for (const auto* no : {"A1", "A2"}) {
        QCOMPARE(world.courierOf(no), std::string());
        QCOMPARE(world.detail(no).row.wait, api::WaitReason::Paused);
    }
    DONE(pause(true));  // nothing to do
    QVERIFY(world.queue.empty());
    DONE(world.duty("bob", false));
    DONE(world.duty("bob", true));  // coming on duty does not lift a pause
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string());
    DONE(pause(false));
    QVERIFY(world.deliverAll());
    QVERIFY(!world.courierOf("A1").empty());
    QVERIFY(!world.courierOf("A2").empty());
    QVERIFY(world.courierOf("A1") != world.courierOf("A2"));
    REFUSED(world.run<void>([&](auto& work) { return dispatch::setPaused(work, CampusId("x"), true); }),
            ErrorCode::NotFound);
}

void TestDispatch::softMode() {
    auto& world = *m_world;
    api::CampusPolicy policy;
    policy.mode = api::DispatchMode::Soft;
    DONE(world.policy(policy));
    DONE(world.couriers({"ann", "bob"}));
    DONE(world.product("tea", 100));
    QVERIFY(world.deliverAll());
    for (int i = 0; i < 10; ++i) {
        QVERIFY(world.buy("A" + std::to_string(i)));
        QVERIFY(world.deliverAll());
        QVERIFY(world.weightsAgree());
    }
    QCOMPARE(world.weight("ann"), 9950);
    QCOMPARE(world.weight("bob"), 9950);
    const auto evidence = store::assignments::evidence(world.database(), OrderNo("A0"));
    QCOMPARE(evidence->rows[0].mode, api::DispatchMode::Soft);
    QCOMPARE(evidence->rows[0].ranking.size(), std::size_t{2});
    // Two consumers that read before either charges pick the same courier; the spread evens out afterwards.
    auto& keyspace = world.keyspace();
    const auto keys = world.keys();
    const auto one = dispatch::top(keyspace, keys, keys.log("X1", 1), {});
    const auto two = dispatch::top(keyspace, keys, keys.log("X2", 1), {});
    QCOMPARE((*one)->courier, (*two)->courier);
    DONE(dispatch::charge(keyspace, keys, keys.log("X1", 1), (*one)->courier, 10, 60'000));
    DONE(dispatch::charge(keyspace, keys, keys.log("X2", 1), (*two)->courier, 10, 60'000));
    QCOMPARE(std::abs(world.weight("ann") - world.weight("bob")), 20);
    const auto again = dispatch::charge(keyspace, keys, keys.log("X2", 1), (*two)->courier, 10, 60'000);
    QVERIFY((*again)->repeated);
    QCOMPARE(std::abs(world.weight("ann") - world.weight("bob")), 20);
}

void TestDispatch::joinsAtTheLowerMedian() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b", "c", "d"}));
    DONE(world.product("tea", 100));
    QVERIFY(world.deliverAll());
    for (int i = 0; i < 6; ++i) {  // d, c, b, a, d, c: 9990 9990 9980 9980
        QVERIFY(world.buy("A" + std::to_string(i)));
        QVERIFY(world.deliverAll());
    }
    DONE(world.couriers({"new"}));
    QCOMPARE(world.weight("new"), 9980);  // the lower of the two in the middle
    QCOMPARE(world.number("SELECT amount FROM weight_entry WHERE courier_id = 'new' AND kind = 'start'"), 10000);
    QCOMPARE(world.number("SELECT amount FROM weight_entry WHERE courier_id = 'new' AND kind = 'join'"), -20);
    DONE(world.couriers({"next"}));  // of 9990 9990 9980 9980 9980
    QCOMPARE(world.weight("next"), 9980);
    QVERIFY(world.weightsAgree());
    // Nobody on duty: a new one begins with the start weight.
    for (const auto* courier : {"a", "b", "c", "d", "new", "next"}) {
        DONE(world.duty(courier, false));
    }
    DONE(world.couriers({"lone"}));
    QCOMPARE(world.weight("lone"), 10000);
    QVERIFY(world.weightsAgree());
}

void TestDispatch::togglingGainsNothing() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b", "c", "d", "e"}));
    DONE(world.product("tea", 100));
    QVERIFY(world.deliverAll());
    for (int i = 0; i < 13; ++i) {
        QVERIFY(world.buy("A" + std::to_string(i)));
        QVERIFY(world.deliverAll());
        if (i % 3 == 0) {
            const auto no = "A" + std::to_string(i);
            DONE(world.reassign(no, world.courierOf(no) == "a" ? "b" : "a"));
            QVERIFY(world.deliverAll());
        }
    }
    for (const auto* courier : {"a", "b", "c", "d", "e"}) {
        const auto before = world.weight(courier);
        DONE(world.duty(courier, false));
        QCOMPARE(world.weight(courier), before);
        DONE(world.duty(courier, false));  // nothing to do
        DONE(world.duty(courier, true));
        QCOMPARE(world.weight(courier), before);
        DONE(world.duty(courier, true));
        QCOMPARE(world.weight(courier), before);
        QVERIFY(world.weightsAgree());
    }
}

void TestDispatch::returningKeepsItsDistance() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b", "c"}));
    DONE(world.product("tea", 1000));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A0"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A0"), std::string("c"));
    DONE(world.duty("c", false));  // 9990 while the others have 10000
    for (int i = 1; i <= 100; ++i) {
        QVERIFY(world.buy("A" + std::to_string(i)));
        QVERIFY(world.deliverAll());
    }
    QCOMPARE(world.weight("a"), 9500);
    DONE(world.duty("c", true));
    QCOMPARE(world.weight("c"), 9490);  // no flood of the fifty that it missed
    QVERIFY(world.weightsAgree());
}

void TestDispatch::nightAndMorning() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b", "c"}));
    DONE(world.product("tea", 1000));
    QVERIFY(world.deliverAll());
    for (int i = 0; i < 300; ++i) {
        QVERIFY(world.buy("A" + std::to_string(i)));
        QVERIFY(world.deliverAll());
    }
    for (const auto* courier : {"a", "b", "c"}) {
        DONE(world.duty(courier, false));
    }
    for (const auto* courier : {"b", "a", "c"}) {
        DONE(world.duty(courier, true));
    }
    for (const auto* courier : {"a", "b", "c"}) {
        QCOMPARE(world.weight(courier), 9000);  // whoever comes first sets no new mark
    }
    QVERIFY(world.weightsAgree());
}

void TestDispatch::catchUpKeepsItsWeight() {
    auto& world = *m_world;
    api::CampusPolicy policy;
    policy.joinRule = api::JoinRule::CatchUp;
    DONE(world.policy(policy));
    DONE(world.couriers({"a", "b"}));
    DONE(world.product("tea", 1000));
    QVERIFY(world.deliverAll());
    DONE(world.duty("b", false));
    for (int i = 0; i < 5; ++i) {
        QVERIFY(world.buy("A" + std::to_string(i)));
        QVERIFY(world.deliverAll());
    }
    DONE(world.duty("b", true));
    QCOMPARE(world.weight("b"), 10000);
    for (int i = 5; i < 10; ++i) {
        QVERIFY(world.buy("A" + std::to_string(i)));
        QVERIFY(world.deliverAll());
        QCOMPARE(world.courierOf("A" + std::to_string(i)), std::string("b"));
    }
    QVERIFY(world.weightsAgree());
}

void TestDispatch::giveBackOffDutyGoesToTheKeptWeight() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A0"));
    QVERIFY(world.deliverAll());
    DONE(world.duty("b", false));
    QCOMPARE(world.weight("b"), 9990);
    DONE(world.close("A0"));
    QCOMPARE(world.weight("b"), 10000);
    const auto onDuty = dispatch::isOnDuty(world.keyspace(), world.keys(), "b");
    QVERIFY(!*onDuty);  // and never puts it back on duty
    QVERIFY(world.weightsAgree());
    DONE(world.duty("b", true));
    QCOMPARE(world.weight("b"), 10000);
}

void TestDispatch::courierRefusals() {
    auto& world = *m_world;
    DONE(world.couriers({"a"}));
    const auto upsert = [&](std::vector<api::CourierInput> inputs) {
        return world.run<void>([&](auto& work) { return dispatch::upsertCouriers(work, inputs); });
    };
    const CampusId other("south");
    REFUSED(upsert({{CourierId("a"), other, "", "", true}}), ErrorCode::InvalidArgument);
    REFUSED(upsert({{CourierId(""), other, "", "", true}}), ErrorCode::InvalidArgument);
    REFUSED(upsert({{CourierId("x"), CampusId(""), "", "", true}}), ErrorCode::InvalidArgument);
    REFUSED(upsert({{CourierId("x"), other, std::string(201, 'n'), "", true}}), ErrorCode::InvalidArgument);
    REFUSED(upsert({{CourierId("x"), other, "", "", true}, {CourierId("x"), world.campus, "", "", true}}),
            ErrorCode::InvalidArgument);
    // All or none.
    REFUSED(upsert({{CourierId("y"), other, "", "", true}, {CourierId("a"), other, "", "", true}}),
            ErrorCode::InvalidArgument);
    QCOMPARE(world.number("SELECT COUNT(*) FROM courier"), 1);
    QCOMPARE(world.number("SELECT COUNT(*) FROM campus"), 1);
    REFUSED(world.duty("nobody", true), ErrorCode::NotFound);
    // The same again with other words: name and duty change, the weight does not.
    DONE(upsert({{CourierId("a"), world.campus, "Anna", "123", false}}));
    QCOMPARE(world.number("SELECT on_duty FROM courier"), 0);
    QCOMPARE(world.weight("a"), 10000);
    QCOMPARE(world.number("SELECT COUNT(*) FROM weight_entry WHERE kind = 'start'"), 1);
}

void TestDispatch::policyRefusals() {
    auto& world = *m_world;
    const auto refused = [&](auto change, const char* field) {
        api::CampusPolicy policy;
        change(policy);
        const auto result = world.policy(policy);
        QVERIFY(!result);
        QCOMPARE(result.error().field, std::string(field));
    };
    refused([](auto& p) { p.step = 0; }, "step");
    refused([](auto& p) { p.step = 1'000'001; }, "step");
    refused([](auto& p) { p.startWeight = 0; }, "start_weight");
    refused([](auto& p) { p.startWeight = 1'000'000'001; }, "start_weight");
    refused([](auto& p) { p.logTtlMs = 59'999; }, "log_ttl_ms");
    refused([](auto& p) { p.logTtlMs = 31LL * 86'400'000; }, "log_ttl_ms");
    refused([](auto& p) { p.calibrateMinute = 1440; }, "calibrate_minute");
    refused([](auto& p) { p.calibrateMinute = -2; }, "calibrate_minute");
    QCOMPARE(world.number("SELECT COUNT(*) FROM campus"), 0);
}

void TestDispatch::reassignToNextFairest() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b", "c"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("c"));
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

void TestDispatch::reassignToNamed() {
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

void TestDispatch::reassignRefusals() {
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

void TestDispatch::reassignOfUnassignedOrder() {
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

void TestDispatch::namedCourierLeftMeanwhile() {
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

void TestDispatch::othersLeftMeanwhile() {
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

void TestDispatch::undo() {
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

void TestDispatch::chargedStepIsGivenBackAfterTheSettingChanged() {
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

void TestDispatch::evidence() {
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

void TestDispatch::calibration() {
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

void TestDispatch::calibrationDuringAssignments() {
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

void TestDispatch::calibrationOfALostKeyspace() {
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

void TestDispatch::calibrationByTheClock() {
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

void TestDispatch::deadLetters() {
    auto& world = *m_world;
    DONE(world.couriers({"a", "b"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    dispatch::OrderConsumer consumer;
    const auto bury = [&](const runtime::Message& message) {
        return world.run<void>([&](runtime::UnitOfWork& work) -> Result<void> {
            store::deadLetters::NewLetter letter{message.topic, message.id, message.fields, message.field("no"),
                                                 std::stoll(std::string(message.field("epoch"))), "boom", 5, work.now()};
            EVENHAND_TRY(store::deadLetters::insert(work.database(), letter));
            return consumer.onDead(work, message, Error{});
        });
    };
    const auto retry = [&](std::vector<std::int64_t> ids) {
        return world.run<void>([&](auto& work) { return dispatch::retryDeadLetters(work, ids); });
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
    REFUSED(retry({letters->at(2).id, 999}), ErrorCode::NotFound);  // all or none
    QVERIFY(world.queue.empty());
    DONE(retry({letters->at(2).id}));
    QCOMPARE(world.detail("A1").row.wait, api::WaitReason::Message);
    QVERIFY(world.deliverAll());
    QVERIFY(!world.courierOf("A1").empty());
    REFUSED(retry({letters->at(2).id}), ErrorCode::NotFound);
    // By hand: a reassignment settles the letter.
    DONE(world.reassign("A2", "a"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A2"), std::string("a"));
    DONE(world.close("A3"));
    QCOMPARE(*store::deadLetters::countOpen(world.database()), 0);
    QVERIFY(world.weightsAgree());
}

void TestDispatch::externalTakeIsUsedOrTakenBack() {
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

void TestDispatch::fairness() {
    using Steps = std::vector<store::assignments::Step>;
    using Changes = std::vector<store::couriers::DutyChange>;
    const auto day = dispatch::BusinessDay::of("UTC");
    const Instant start{86'400'000LL * 1000};
    const auto at = [&](std::int64_t minutes) { return start.plusMs(minutes * 60'000); };
    const Steps steps{{at(10), "a"}, {at(20), "a"}, {at(30), "b"}, {at(1440 + 5), "a"}};
    const Changes changes{{at(-100), "a", true}, {at(-100), "c", true}, {at(-50), "c", false}, {at(15), "b", true}};
    const auto points = dispatch::fairnessPoints(steps, changes, *day, at(0), at(1440 + 10), 146);
    QCOMPARE(points.size(), std::size_t{146});
    QCOMPARE(points[0].spread, 0);
    QCOMPARE(points[1].spread, 0);  // alone on duty
    QCOMPARE(points[2].spread, 2);  // b came on duty at 15 and has none
    QCOMPARE(points[3].spread, 1);
    QCOMPARE(points[3].assigned, 3);
    QCOMPARE(points[144].spread, 0);  // a new day
    QCOMPARE(points[144].assigned, 0);
    QCOMPARE(points[145].spread, 1);
}

QTEST_GUILESS_MAIN(TestDispatch)
#include "test_dispatch.moc"
