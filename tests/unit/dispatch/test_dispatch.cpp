// SPDX-License-Identifier: GPL-3.0-or-later
// Fair dispatch, rule by rule: takes, waiting, pause, soft mode, duty and the join rules.
#include <QtTest>
#include <algorithm>
#include <map>

#include "engine/dispatch/board.h"
#include "engine/store/records/assignment_store.h"
#include "engine/store/records/courier_store.h"
#include "tests/support/check.h"
#include "tests/support/expect.h"
#include "tests/support/shops/rule_world.h"

namespace test_dispatch {

using namespace evenhand;
using test::RuleWorld;
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
    void othersActBetweenTakeAndRecord_data();
    void othersActBetweenTakeAndRecord();
    void closedBeforeTheMessageCameAgain_data();
    void closedBeforeTheMessageCameAgain();
    void olderEpochChangesNothing();
    void waitsForACourierAndIsAssignedByItself();
    void closedWhileItWaits();
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
        // Who is shown as the next one is the next one.
        const auto rows = store::couriers::boardRows(world.database(), world.campus);
        const auto weights = dispatch::weights(world.keyspace(), world.keys());
        QVERIFY(rows && weights);
        const auto board = dispatch::makeBoard({}, *rows, {world.now, *weights}, 0);
        QCOMPARE(board.couriers.front().id.str(), std::string(expected));
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
    const auto message = world.queue.back();
    QCOMPARE(message.topic, std::string(dispatch::kTopicFirst));
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

/// Keyspace and database apart: the courier is taken, and before that is recorded somebody else changes the order.
void TestDispatch::othersActBetweenTakeAndRecord_data() {
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<bool>("charged");
    QTest::newRow("the same take, recorded by another delivery")
        << QByteArray("UPDATE orders SET courier_id = 'ann', status = 'WAIT_PICK_UP', version = version + 1") << true;
    QTest::newRow("closed") << QByteArray("UPDATE orders SET status = 'CLOSED', version = version + 1") << false;
    QTest::newRow("reassigned") << QByteArray("UPDATE orders SET epoch = epoch + 1, version = version + 1") << false;
    QTest::newRow("reassigned, and assigned")
        << QByteArray("UPDATE orders SET epoch = epoch + 1, courier_id = 'ann', version = version + 1") << false;
}

void TestDispatch::othersActBetweenTakeAndRecord() {
    QFETCH(QByteArray, sql);
    QFETCH(bool, charged);
    RuleWorld world(RuleWorld::Deployment::Apart);
    EVENHAND_NEED(world.couriers({"ann"}));
    EVENHAND_NEED(world.product("tea", 10));
    QVERIFY(world.buy("A"));
    const auto start = world.weight("ann");
    bool acted = false;
    world.afterStep = [&] {
        if (!acted && world.weight("ann") < start) {
            acted = true;
            EVENHAND_NEED(world.database().execute(sql.toStdString()));
        }
    };
    QVERIFY(world.deliverAll());
    QVERIFY(acted);
    QCOMPARE(world.weight("ann") < start, charged);
    QCOMPARE(world.logEntries(), std::size_t{0});
    QCOMPARE(world.number("SELECT COUNT(*) FROM assignment"), 0);
}

void TestDispatch::closedBeforeTheMessageCameAgain_data() {
    QTest::addColumn<bool>("elsewhere");
    QTest::newRow("closed after the take, which closing gives back") << false;
    // Another process closed it between this one's look and its take: closing found nothing to give back.
    QTest::newRow("closed before the take") << true;
}

void TestDispatch::closedBeforeTheMessageCameAgain() {
    QFETCH(bool, elsewhere);
    RuleWorld world(RuleWorld::Deployment::Apart);
    EVENHAND_NEED(world.couriers({"ann"}));
    EVENHAND_NEED(world.product("tea", 10));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A"));
    const auto start = world.weight("ann");
    const auto message = world.queue.front();
    world.failCommit = true;  // taken in the keyspace, lost in the database
    QVERIFY(!world.deliver(message));
    world.failCommit = false;
    QCOMPARE(world.logEntries(), std::size_t{1});
    QVERIFY(world.weight("ann") < start);
    if (elsewhere) {
        EVENHAND_NEED(world.database().execute("UPDATE orders SET status = 'CLOSED', version = version + 1"));
    } else {
        EVENHAND_NEED(world.close("A"));
    }
    QVERIFY(world.deliver(message));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.weight("ann"), start);
    QCOMPARE(world.logEntries(), std::size_t{0});
    QVERIFY(world.weightsAgree());
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

/// Whoever looks at what waits must not find an order that nobody waits for any more.
void TestDispatch::closedWhileItWaits() {
    auto& world = *m_world;
    DONE(world.policy({}));
    DONE(world.product("tea", 10));
    DONE(world.couriers({"ann"}, false));
    for (const char* no : {"A1", "A2"}) {
        QVERIFY(world.buy(no));
    }
    QVERIFY(world.deliverAll());
    DONE(world.close("A1"));
    const auto waiting = store::orderPages::waiting(world.database(), world.campus, 10);
    DONE(waiting);
    QCOMPARE(waiting->size(), std::size_t{1});
    QCOMPARE(waiting->front().row.orderNo, OrderNo("A2"));
    QVERIFY(!world.detail("A1").row.wait);
    QCOMPARE(world.number("SELECT COUNT(*) FROM orders WHERE wait_reason IS NOT NULL OR wait_since IS NOT NULL"), 1);
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
    // Those who have waited longest come first.
    QVERIFY(world.number("SELECT MAX(order_id) FROM orders WHERE wait_reason = 'message'") <
            world.number("SELECT MIN(order_id) FROM orders WHERE wait_reason = 'no_courier'"));
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
        return world.run<std::int64_t>([&](auto& work) { return dispatch::setPaused(work, world.campus, paused); });
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
    // Nobody would get it: it is refused, not taken from whoever has it.
    REFUSED_FIELD(world.run<api::ReassignOutcome>([&](auto& work) {
        return dispatch::reassign(work, {OrderNo("A1"), 0}, {});
    }),
                  ErrorCode::WrongStatus, "paused");
    DONE(world.policy({}));  // seen before the pause, saved after it
    QVERIFY(world.queue.empty());
    QCOMPARE(world.number("SELECT paused FROM campus"), 1);
    DONE(world.duty("bob", false));
    DONE(world.duty("bob", true));  // coming on duty does not lift a pause
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string());
    DONE(pause(false));
    QVERIFY(world.deliverAll());
    QVERIFY(!world.courierOf("A1").empty());
    QVERIFY(!world.courierOf("A2").empty());
    QVERIFY(world.courierOf("A1") != world.courierOf("A2"));
    REFUSED(world.run<std::int64_t>([&](auto& work) { return dispatch::setPaused(work, CampusId("x"), true); }),
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
    DONE(dispatch::charge(keyspace, keys, keys.log("X1", 1), (*one)->courier, 10, 60'000, false));
    DONE(dispatch::charge(keyspace, keys, keys.log("X2", 1), (*two)->courier, 10, 60'000, false));
    QCOMPARE(std::abs(world.weight("ann") - world.weight("bob")), 20);
    const auto again = dispatch::charge(keyspace, keys, keys.log("X2", 1), (*two)->courier, 10, 60'000, false);
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
    for (const char* name : {"", " ", "\u3000", "\u200b"}) {
        REFUSED_FIELD(world.run<void>([&](auto& work) {
            return dispatch::upsertCampus(work, {world.campus, name, {}});
        }),
                      ErrorCode::InvalidArgument, "name");
    }
    QCOMPARE(world.number("SELECT COUNT(*) FROM campus"), 0);
}

}  // namespace test_dispatch

QTEST_GUILESS_MAIN(test_dispatch::TestDispatch)
#include "test_dispatch.moc"
