// SPDX-License-Identifier: GPL-3.0-or-later
// Load limits: who has as many orders in hand as allowed is passed over, an order waits while all have, and gets a
// courier as soon as one has room.
#include <QtTest>

#include "engine/store/records/assignment_store.h"
#include "tests/support/expect.h"
#include "tests/support/shops/rule_world.h"

namespace test_load_limits {

using namespace evenhand;
using test::RuleWorld;
using Deployment = test::RuleBench::Deployment;
using Kind = api::CourierReport::Kind;

namespace {

api::CampusPolicy limitedTo(std::int64_t orders) {
    api::CampusPolicy policy;
    policy.loadLimit = orders;
    return policy;
}

bool open(RuleWorld& world, std::initializer_list<const char*> couriers, const api::CampusPolicy& policy = {}) {
    return world.policy(policy) && world.couriers(couriers) && world.product("tea", 1000) && world.deliverAll();
}

/// Placed, paid and dispatched, as far as that goes.
bool bought(RuleWorld& world, std::initializer_list<const char*> orders) {
    for (const auto* order : orders) {
        if (!world.buy(order) || !world.deliverAll()) {
            return false;
        }
    }
    return true;
}

bool delivered(RuleWorld& world, const char* order) {
    const auto row = world.detail(order).row;
    return world.report(Kind::PickedUp, order, row.courier.str(), row.epoch) &&
           world.report(Kind::Delivered, order, row.courier.str(), row.epoch);
}

std::optional<api::WaitReason> waitOf(RuleWorld& world, const char* order) { return world.detail(order).row.wait; }

api::AssignmentEvidence evidenceOf(RuleWorld& world, const char* order) {
    const auto found = store::assignments::evidence(world.database(), OrderNo(order));
    return found && !found->rows.empty() ? found->rows.front() : api::AssignmentEvidence{};
}

}  // namespace

class TestLoadLimits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whoIsFullIsPassedOver_data();
    void whoIsFullIsPassedOver();
    void anOwnLimitGoesBeforeTheCampuss();
    void whereAllAreFullAnOrderWaits_data();
    void whereAllAreFullAnOrderWaits();
    void theOldestGetsTheRoom();
    void roomIsNotLostWithAnOrderThatWaited();
    void manyGetACourierOnceThereIsNoLimit();
    void excludedOneGetsItBackOnlyIfNobodyElseHasRoom();
    void reassignedToWhoIsFull();
    void severalHandedOverAtOnce();
    void namedOneIsFullMeanwhile();
    void undoRespectsTheLimit();
    void softChargeOfWhoIsFullMeanwhile();
    void ordersInHandAreCountedThroughEverything_data();
    void ordersInHandAreCountedThroughEverything();
    void recountOfALostKeyspace();
    void recountLeavesOpenTakes();
    void limitsAreSet();
    void evidenceAsText();
};

void TestLoadLimits::whoIsFullIsPassedOver_data() {
    QTest::addColumn<bool>("soft");
    QTest::newRow("strong") << false;
    QTest::newRow("soft") << true;
}

void TestLoadLimits::whoIsFullIsPassedOver() {
    QFETCH(bool, soft);
    RuleWorld world;
    api::CampusPolicy policy;
    policy.mode = soft ? api::DispatchMode::Soft : api::DispatchMode::Strong;
    QVERIFY(open(world, {"a", "b", "c"}, policy));
    DONE(world.limit("c", 1));
    QVERIFY(bought(world, {"A1", "A2", "A3", "A4"}));
    QCOMPARE(world.courierOf("A1"), std::string("c"));
    QVERIFY(evidenceOf(world, "A1").load == (api::CourierLoad{CourierId("c"), 0, 1}));
    QVERIFY(evidenceOf(world, "A2").passedOver.empty());  // c is not on top
    // All are level again and it would be the turn of c.
    QCOMPARE(world.courierOf("A4"), std::string("b"));
    const auto evidence = evidenceOf(world, "A4");
    QVERIFY(evidence.passedOver == (std::vector<api::CourierLoad>{{CourierId("c"), 1, 1}}));
    QVERIFY(!evidence.load);
    QCOMPARE(evidence.ranking.front().first, CourierId("c"));
    QVERIFY(world.loadsAgree());
    QVERIFY(world.weightsAgree());
    // Delivered: it is the turn of c.
    QVERIFY(delivered(world, "A1"));
    QCOMPARE(world.inHand("c"), 0);
    QVERIFY(bought(world, {"A5"}));
    QCOMPARE(world.courierOf("A5"), std::string("c"));
}

void TestLoadLimits::anOwnLimitGoesBeforeTheCampuss() {
    RuleWorld world;
    QVERIFY(open(world, {"a", "b"}, limitedTo(1)));
    DONE(world.limit("a", 0));
    DONE(world.limit("b", 2));
    QVERIFY(bought(world, {"A1", "A2", "A3", "A4", "A5", "A6"}));
    QCOMPARE(world.inHand("b"), 2);
    QCOMPARE(world.inHand("a"), 4);
    DONE(world.limit("a", std::nullopt));  // as the campus: full by far, and keeps what it has
    QCOMPARE(world.inHand("a"), 4);
    QVERIFY(bought(world, {"A7"}));
    QVERIFY(waitOf(world, "A7") == api::WaitReason::AtLimit);
    QVERIFY(world.loadsAgree());
}

void TestLoadLimits::whereAllAreFullAnOrderWaits_data() {
    using Act = std::function<bool(RuleWorld&)>;
    QTest::addColumn<Act>("act");
    QTest::addColumn<bool>("apart");
    const std::pair<const char*, Act> acts[] = {
        {"delivered", [](RuleWorld& world) { return delivered(world, "A1"); }},
        {"closed", [](RuleWorld& world) { return world.close("A1").has_value(); }},
        {"closed after a failed delivery",
         [](RuleWorld& world) {
             return world.report(Kind::PickedUp, "A1", "a", 1) && world.report(Kind::Failed, "A1", "a", 1, "rain") &&
                    world.close("A1");
         }},
        {"higher limit", [](RuleWorld& world) { return world.limit("a", 2).has_value(); }},
        {"no limit", [](RuleWorld& world) { return world.limit("a", 0).has_value(); }},
        {"the campus's limit is higher", [](RuleWorld& world) { return world.policy(limitedTo(2)).has_value(); }},
        {"the campus has none", [](RuleWorld& world) { return world.policy(limitedTo(0)).has_value(); }},
        {"somebody comes on duty", [](RuleWorld& world) { return world.duty("off", true).has_value(); }},
    };
    for (const bool apart : {false, true}) {
        for (const auto& [name, act] : acts) {
            QTest::addRow("%s, %s", name, apart ? "apart" : "one commit") << act << apart;
        }
    }
}

void TestLoadLimits::whereAllAreFullAnOrderWaits() {
    QFETCH(std::function<bool(RuleWorld&)>, act);
    QFETCH(bool, apart);
    RuleWorld world(apart ? Deployment::Apart : Deployment::OneCommit);
    QVERIFY(open(world, {"a"}, limitedTo(1)));
    DONE(world.couriers({"off"}, false));
    QVERIFY(bought(world, {"A1", "A2"}));
    QCOMPARE(world.courierOf("A1"), std::string("a"));
    QCOMPARE(world.courierOf("A2"), std::string());
    QVERIFY(waitOf(world, "A2") == api::WaitReason::AtLimit);
    QCOMPARE(world.weight("a"), 9990);  // nothing was charged for it
    QCOMPARE(world.logEntries(), std::size_t{0});
    QVERIFY(act(world));
    QVERIFY(world.deliverAll());
    QVERIFY(!world.courierOf("A2").empty());
    QVERIFY(!waitOf(world, "A2"));
    QVERIFY(world.loadsAgree());
    QVERIFY(world.weightsAgree());
}

void TestLoadLimits::theOldestGetsTheRoom() {
    RuleWorld world;
    QVERIFY(open(world, {"a", "b"}, limitedTo(1)));
    QVERIFY(bought(world, {"A1", "A2", "A3", "A4", "A5"}));
    QVERIFY(delivered(world, "A2"));
    QVERIFY(world.deliverAll());
    QVERIFY(!world.courierOf("A3").empty());
    QVERIFY(waitOf(world, "A4") == api::WaitReason::AtLimit);
    // Without a further message: one that finds no room publishes none.
    QVERIFY(world.queue.empty());
    DONE(world.limit("a", 2));
    QVERIFY(world.deliverAll());
    QVERIFY(!world.courierOf("A4").empty());
    QVERIFY(waitOf(world, "A5") == api::WaitReason::AtLimit);
    QVERIFY(world.loadsAgree());
}

void TestLoadLimits::roomIsNotLostWithAnOrderThatWaited() {
    RuleWorld world;
    QVERIFY(open(world, {"a"}, limitedTo(1)));
    QVERIFY(bought(world, {"A1", "A2", "A3"}));
    QVERIFY(delivered(world, "A1"));
    DONE(world.close("A2"));  // before anybody is told of the room
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A3"), std::string("a"));
}

void TestLoadLimits::manyGetACourierOnceThereIsNoLimit() {
    RuleWorld world;
    QVERIFY(open(world, {"a", "b"}, limitedTo(1)));
    for (int i = 1; i <= 300; ++i) {  // more than one slice
        QVERIFY(world.buy("A" + std::to_string(i)));
    }
    QVERIFY(world.deliverAll());
    QCOMPARE(world.number("SELECT COUNT(*) FROM orders WHERE wait_reason = 'at_limit'"), 298);
    DONE(world.policy(limitedTo(100)));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.number("SELECT COUNT(*) FROM orders WHERE wait_reason = 'at_limit'"), 100);
    QCOMPARE(world.inHand("a"), 100);
    QCOMPARE(world.inHand("b"), 100);
    DONE(world.policy(limitedTo(0)));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.number("SELECT COUNT(*) FROM orders WHERE wait_reason IS NOT NULL"), 0);
    QVERIFY(world.loadsAgree());
    QVERIFY(world.weightsAgree());
}

void TestLoadLimits::excludedOneGetsItBackOnlyIfNobodyElseHasRoom() {
    RuleWorld world;
    QVERIFY(open(world, {"a", "b", "c"}));
    QVERIFY(bought(world, {"A1", "A2"}));
    QCOMPARE(world.courierOf("A1"), std::string("c"));
    DONE(world.limit("a", 1));
    DONE(world.limit("b", 1));
    DONE(world.reassign("A1"));  // b is full, a is not
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("a"));
    // Now both of the others are.
    QVERIFY(bought(world, {"A3"}));
    QCOMPARE(world.courierOf("A3"), std::string("c"));
    REFUSED_FIELD(world.reassign("A3"), ErrorCode::LoadLimit, "campus");
    QCOMPARE(world.courierOf("A3"), std::string("c"));
    QCOMPARE(world.detail("A3").row.epoch, 1);
    // Full between the command and its message: better the same courier than none.
    DONE(world.limit("a", 2));
    QVERIFY(world.deliverAll());
    DONE(world.reassign("A3"));
    DONE(world.limit("a", 1));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A3"), std::string("c"));
    QVERIFY(world.loadsAgree());
}

void TestLoadLimits::reassignedToWhoIsFull() {
    RuleWorld world;
    QVERIFY(open(world, {"a", "b"}));
    QVERIFY(bought(world, {"A1", "A2"}));
    QCOMPARE(world.courierOf("A1"), std::string("b"));
    DONE(world.limit("a", 1));
    const auto refused = world.reassign("A1", "a");
    REFUSED_FIELD(refused, ErrorCode::LoadLimit, "to");
    QCOMPARE(refused.error().value, std::string("a"));
    QVERIFY(refused.error().message.find("1 of 1 order") != std::string::npos);
    QCOMPARE(world.courierOf("A1"), std::string("b"));
    QVERIFY(world.queue.empty());
    DONE(world.reassignOverLimit("A1", "a"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("a"));
    QCOMPARE(world.inHand("a"), 2);
    const auto evidence = evidenceOf(world, "A1");
    QVERIFY(evidence.byName);
    QVERIFY(evidence.load == (api::CourierLoad{CourierId("a"), 1, 1}));
    // That was for this one order.
    QVERIFY(bought(world, {"A3"}));
    QCOMPARE(world.courierOf("A3"), std::string("b"));
    REFUSED(world.reassign("A3", "a"), ErrorCode::LoadLimit);
    QVERIFY(world.loadsAgree());
}

void TestLoadLimits::severalHandedOverAtOnce() {
    RuleWorld world;
    QVERIFY(open(world, {"a"}));
    QVERIFY(bought(world, {"A1", "A2", "A3"}));
    DONE(world.couriers({"b"}));
    QVERIFY(world.deliverAll());
    DONE(world.limit("b", 2));
    // What is on its way counts, though none of it has been charged yet.
    DONE(world.reassign("A1", "b"));
    DONE(world.reassign("A2", "b"));
    REFUSED_FIELD(world.reassign("A3", "b"), ErrorCode::LoadLimit, "to");
    QVERIFY(world.deliverAll());
    QCOMPARE(world.inHand("b"), 2);
    QCOMPARE(world.courierOf("A3"), std::string("a"));
    QVERIFY(world.loadsAgree());
}

void TestLoadLimits::namedOneIsFullMeanwhile() {
    RuleWorld world;
    QVERIFY(open(world, {"a", "b", "c"}));
    QVERIFY(bought(world, {"A1", "A2"}));
    QCOMPARE(world.courierOf("A2"), std::string("b"));
    DONE(world.reassign("A1", "b"));
    DONE(world.limit("b", 1));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("a"));  // the fairest other one
    QVERIFY(!evidenceOf(world, "A1").byName);
    DONE(world.reassignOverLimit("A1", "b"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("b"));
    QCOMPARE(world.inHand("b"), 2);
}

void TestLoadLimits::undoRespectsTheLimit() {
    RuleWorld world;
    QVERIFY(open(world, {"a", "b"}));
    QVERIFY(bought(world, {"A1"}));
    const auto done = world.reassign("A1");
    DONE(done);
    QVERIFY(world.deliverAll());
    QVERIFY(bought(world, {"A2"}));
    QCOMPARE(world.courierOf("A2"), std::string("b"));
    DONE(world.limit("b", 1));
    const auto undo = [&] {
        return world.run<api::ReassignOutcome>([&](auto& work) { return dispatch::undoReassign(work, *done); });
    };
    REFUSED_FIELD(undo(), ErrorCode::LoadLimit, "to");
    DONE(world.limit("b", 2));
    QVERIFY(world.deliverAll());
    DONE(undo());
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), std::string("b"));
}

void TestLoadLimits::softChargeOfWhoIsFullMeanwhile() {
    RuleWorld world;
    QVERIFY(open(world, {"a"}, limitedTo(1)));
    const auto keys = world.keys();
    const auto charge = [&](const char* no, bool over) {
        return dispatch::charge(world.keyspace(), keys, keys.log(no, 1), "a", 10, 60'000, over);
    };
    const auto seen = dispatch::top(world.keyspace(), keys, keys.log("A1", 1), {});
    DONE(seen);
    QVERIFY(*seen && (*seen)->courier == "a");
    DONE(charge("A2", false));  // by another consumer, in between
    REFUSED(charge("A1", false), ErrorCode::Conflict);
    QCOMPARE(world.weight("a"), 9990);
    QCOMPARE(world.inHand("a"), 1);
    DONE(charge("A1", true));
    QCOMPARE(world.inHand("a"), 2);
}

void TestLoadLimits::ordersInHandAreCountedThroughEverything_data() {
    QTest::addColumn<bool>("apart");
    QTest::newRow("one commit") << false;
    QTest::newRow("apart") << true;
}

void TestLoadLimits::ordersInHandAreCountedThroughEverything() {
    QFETCH(bool, apart);
    RuleWorld world(apart ? Deployment::Apart : Deployment::OneCommit);
    QVERIFY(open(world, {"a", "b"}));
    QVERIFY(bought(world, {"A1", "A2", "A3", "A4"}));
    QVERIFY(world.loadsAgree());
    QCOMPARE(world.inHand("a") + world.inHand("b"), 4);
    const auto holder = world.courierOf("A1");
    DONE(world.reassign("A1"));
    QVERIFY(world.loadsAgree());  // with nobody for the moment
    QVERIFY(world.deliverAll());
    QVERIFY(world.courierOf("A1") != holder);
    DONE(world.report(Kind::PickedUp, "A1", world.courierOf("A1"), 2));
    QVERIFY(world.loadsAgree());
    DONE(world.report(Kind::Failed, "A1", world.courierOf("A1"), 2, "nobody there"));
    QVERIFY(world.loadsAgree());
    DONE(world.close("A1"));
    QVERIFY(world.loadsAgree());
    DONE(world.close("A2"));
    QVERIFY(world.loadsAgree());
    QVERIFY(delivered(world, "A3"));
    QVERIFY(world.loadsAgree());
    QCOMPARE(world.inHand("a") + world.inHand("b"), 1);
    DONE(world.duty(world.courierOf("A4").c_str(), false));
    QVERIFY(delivered(world, "A4"));
    QVERIFY(world.loadsAgree());
    QCOMPARE(world.inHand("a") + world.inHand("b"), 0);
}

void TestLoadLimits::recountOfALostKeyspace() {
    RuleWorld world;
    QVERIFY(open(world, {"a", "b"}, limitedTo(2)));
    DONE(world.limit("b", 1));
    QVERIFY(bought(world, {"A1", "A2", "A3", "A4"}));
    QVERIFY(waitOf(world, "A4") == api::WaitReason::AtLimit);
    // As a workspace of an older version has it.
    DONE(world.keyspace().call({"DEL", world.keys().inHand()}));
    DONE(world.keyspace().call({"DEL", world.keys().limits()}));
    QVERIFY(!world.loadsAgree());
    DONE(world.recount());
    QVERIFY(world.loadsAgree());
    QVERIFY(world.deliverAll());
    QVERIFY(waitOf(world, "A4") == api::WaitReason::AtLimit);
    // Too many were counted: that is room for the order that waits.
    QVERIFY(delivered(world, "A1"));
    world.queue.clear();
    DONE(world.keyspace().call({"HINCRBY", world.keys().inHand(), "a", "5"}));
    DONE(world.keyspace().call({"HINCRBY", world.keys().inHand(), "b", "5"}));
    DONE(world.recount());
    QVERIFY(world.loadsAgree());
    QVERIFY(world.deliverAll());
    QVERIFY(!world.courierOf("A4").empty());
    DONE(world.recount());
    QVERIFY(world.queue.empty());  // nothing was wrong, and nobody is told
}

void TestLoadLimits::recountLeavesOpenTakes() {
    RuleWorld world;
    QVERIFY(open(world, {"a"}));
    QVERIFY(bought(world, {"A1"}));
    // Taken, and its assignment not in the database.
    DONE(dispatch::take(world.keyspace(), world.keys(), world.keys().log("X1", 1), 10, 60'000, {}));
    QCOMPARE(world.inHand("a"), 2);
    DONE(world.recount());
    QCOMPARE(world.inHand("a"), 2);
    DONE(world.keyspace().call({"HSET", world.keys().inHand(), "a", "0"}));
    DONE(world.recount());
    QCOMPARE(world.inHand("a"), 1);  // what the database knows, at least
    DONE(world.keyspace().call({"HSET", world.keys().inHand(), "a", "50"}));
    DONE(world.recount());
    QCOMPARE(world.inHand("a"), 11);  // a charge of 10 is ten takes at most
}

void TestLoadLimits::limitsAreSet() {
    RuleWorld world;
    QVERIFY(open(world, {"a"}));
    REFUSED_FIELD(world.limit("a", -1), ErrorCode::InvalidArgument, "load_limit");
    REFUSED_FIELD(world.limit("a", api::kMaxLoadLimit + 1), ErrorCode::InvalidArgument, "load_limit");
    REFUSED_FIELD(world.limit("nobody", 1), ErrorCode::NotFound, "courier");
    REFUSED_FIELD(world.policy(limitedTo(-1)), ErrorCode::InvalidArgument, "load_limit");
    REFUSED_FIELD(world.policy(limitedTo(api::kMaxLoadLimit + 1)), ErrorCode::InvalidArgument, "load_limit");
    DONE(world.policy(limitedTo(api::kMaxLoadLimit)));
    QVERIFY(world.loadsAgree());
    QCOMPARE(*world.limit("a", std::nullopt), 1);  // so it is already
    QCOMPARE(*world.limit("a", 1, 1), 2);
    QCOMPARE(*world.limit("a", 1, 2), 2);
    REFUSED_FIELD(world.limit("a", 2, 1), ErrorCode::Conflict, "version");
    QCOMPARE(*world.limit("a", 0, 2), 3);
    QVERIFY(world.loadsAgree());
    const auto rows = store::couriers::boardRows(world.database(), world.campus);
    DONE(rows);
    QVERIFY(rows->front().loadLimit == std::int64_t{0});
    QCOMPARE(rows->front().campusLoadLimit, api::kMaxLoadLimit);
    QCOMPARE(rows->front().limit(), 0);
    QCOMPARE(rows->front().limitVersion, 3);
    QCOMPARE(*world.limit("a", std::nullopt), 4);
    QVERIFY(!store::couriers::find(world.database(), CourierId("a"))->value().loadLimit);
    QVERIFY(world.loadsAgree());
}

void TestLoadLimits::evidenceAsText() {
    const std::vector<std::pair<CourierId, std::int64_t>> ranking{{CourierId("x y"), -20}};
    const std::vector<api::CourierLoad> passed{{CourierId("m 1"), 5, 5}, {CourierId("f"), 7, 3}};
    const auto text = store::assignments::evidenceText(ranking, CourierId("c"), {{CourierId("x y"), 2, 3}, passed, 4});
    api::AssignmentEvidence evidence;
    store::assignments::readEvidence(text, evidence);
    QVERIFY(evidence.ranking == ranking);
    QVERIFY(evidence.excluded == std::vector<CourierId>{CourierId("c")});
    QVERIFY(evidence.load == (api::CourierLoad{CourierId("x y"), 2, 3}));
    QVERIFY(evidence.passedOver == passed);
    QCOMPARE(evidence.passedMore, 4);
    // Where no limit mattered the text is what it was before there were any.
    QCOMPARE(store::assignments::evidenceText(ranking, CourierId(), {{CourierId("x y"), 2, 0}, {}, 0}),
             std::string("-20 x y"));
}

}  // namespace test_load_limits

QTEST_GUILESS_MAIN(test_load_limits::TestLoadLimits)
#include "test_load_limits.moc"
