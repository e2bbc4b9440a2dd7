// SPDX-License-Identifier: GPL-3.0-or-later
// The consumer's promise: a crash between any two steps ends, after redelivery, in the same state. Every fault point of
// every scenario is tried, with keyspace and database committing as one and apart.
#include <QtTest>

#include "engine/store/records/assignment_store.h"
#include "tests/support/expect.h"
#include "tests/support/shops/rule_world.h"

namespace test_dispatch_faults {

using namespace evenhand;
using test::RuleWorld;
using Deployment = test::RuleBench::Deployment;

namespace {

enum class Fault : std::uint8_t { BeforeStep, AfterStep, BeforeCommit, AfterCommit };

struct Outcome {
    std::string courier;
    std::string status;
    std::int64_t weightA = 0;
    std::int64_t weightB = 0;
    std::int64_t assignments = 0;
    std::int64_t inHandA = 0;
    std::int64_t inHandB = 0;
    bool operator==(const Outcome&) const = default;
};

Outcome outcomeOf(RuleWorld& world) {
    const auto detail = world.detail("A1");
    return {detail.row.courier.str(), std::string(api::toText(detail.row.status)),     world.weight("a"),
            world.weight("b"),        world.number("SELECT COUNT(*) FROM assignment"), world.inHand("a"),
            world.inHand("b")};
}

void arm(RuleWorld& world, Fault fault, int step) {
    switch (fault) {
        case Fault::BeforeStep: world.failKeyspaceBefore = step; break;
        case Fault::AfterStep: world.failKeyspaceAfter = step; break;
        case Fault::BeforeCommit: world.failCommit = true; break;
        case Fault::AfterCommit: world.loseAcknowledge = true; break;
    }
}

void disarm(RuleWorld& world) {
    world.failKeyspaceBefore.reset();
    world.failKeyspaceAfter.reset();
    world.failCommit = false;
    world.loseAcknowledge = false;
}

bool prepare(RuleWorld& world, api::DispatchMode mode) {
    api::CampusPolicy policy;
    policy.mode = mode;
    return world.policy(policy) && world.couriers({"a", "b"}) && world.product("tea", 10) && world.deliverAll();
}

}  // namespace

class TestDispatchFaults : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void assignment_data();
    void assignment();
    void assignmentToWhoHasRoom_data() { assignment_data(); }
    void assignmentToWhoHasRoom();
    void roomForTheNextOne_data() { assignment_data(); }
    void roomForTheNextOne();
    void reassignment_data() { assignment_data(); }
    void reassignment();
    void closedBetweenTakeAndRedelivery_data() { assignment_data(); }
    void closedBetweenTakeAndRedelivery();
    void recordedByAConcurrentDelivery();

private:
    /// Runs `act` (whose message handling is under test) with the fault at every step and compares with a clean run.
    void sweep(const std::function<bool(RuleWorld&)>& act);
};

void TestDispatchFaults::assignment_data() {
    QTest::addColumn<bool>("apart");
    QTest::addColumn<bool>("soft");
    for (const bool apart : {false, true}) {
        for (const bool soft : {false, true}) {
            QTest::addRow("%s, %s", apart ? "apart" : "one commit", soft ? "soft" : "strong") << apart << soft;
        }
    }
}

void TestDispatchFaults::sweep(const std::function<bool(RuleWorld&)>& act) {
    QFETCH(bool, apart);
    QFETCH(bool, soft);
    const auto deployment = apart ? Deployment::Apart : Deployment::OneCommit;
    const auto mode = soft ? api::DispatchMode::Soft : api::DispatchMode::Strong;
    RuleWorld clean(deployment);
    QVERIFY(prepare(clean, mode));
    QVERIFY(act(clean));
    QVERIFY(clean.deliverAll());
    const auto expected = outcomeOf(clean);
    QVERIFY(!expected.courier.empty());
    QVERIFY(clean.weightsAgree());
    int faults = 0;
    for (const auto fault : {Fault::BeforeStep, Fault::AfterStep, Fault::BeforeCommit, Fault::AfterCommit}) {
        const bool perStep = fault == Fault::BeforeStep || fault == Fault::AfterStep;
        for (int step = 1; step <= (perStep ? 20 : 1); ++step) {
            RuleWorld world(deployment);
            QVERIFY(prepare(world, mode));
            QVERIFY(act(world));
            const auto message = world.queue.front();
            arm(world, fault, step);
            const bool done = world.deliver(message);
            disarm(world);
            if (done) {
                break;  // the handler has no such step
            }
            ++faults;
            QVERIFY(world.deliverAll());      // the redelivery
            QVERIFY(world.deliver(message));  // and one more
            QVERIFY(outcomeOf(world) == expected);
            QCOMPARE(world.logEntries(), std::size_t{0});
            QVERIFY(world.weightsAgree());
            QVERIFY(world.loadsAgree());
        }
    }
    QVERIFY(faults >= 6);
}

void TestDispatchFaults::assignment() {
    sweep([](RuleWorld& world) { return world.buy("A1"); });
}

void TestDispatchFaults::assignmentToWhoHasRoom() {
    // b, whose turn it is, may have one order only and has it.
    sweep([](RuleWorld& world) {
        return world.limit("b", 1) && world.buy("A0") && world.buy("A00") && world.deliverAll() && world.buy("A1");
    });
}

void TestDispatchFaults::roomForTheNextOne() {
    // All have as many as they may; what is delivered makes room, and the message of it gives that to A1.
    sweep([](RuleWorld& world) {
        api::CampusPolicy policy = (*store::campuses::find(world.database(), world.campus))->row.policy;
        policy.loadLimit = 1;
        using Kind = api::CourierReport::Kind;
        return world.policy(policy) && world.buy("A0") && world.buy("A00") && world.buy("A1") && world.deliverAll() &&
               world.courierOf("A1").empty() && world.report(Kind::PickedUp, "A0", world.courierOf("A0"), 1) &&
               world.report(Kind::Delivered, "A0", world.courierOf("A0"), 1);
    });
}

void TestDispatchFaults::reassignment() {
    sweep([](RuleWorld& world) { return world.buy("A1") && world.deliverAll() && world.reassign("A1", "a"); });
}

void TestDispatchFaults::closedBetweenTakeAndRedelivery() {
    QFETCH(bool, apart);
    QFETCH(bool, soft);
    for (int step = 1; step <= 3; ++step) {
        RuleWorld world(apart ? Deployment::Apart : Deployment::OneCommit);
        QVERIFY(prepare(world, soft ? api::DispatchMode::Soft : api::DispatchMode::Strong));
        QVERIFY(world.buy("A1"));
        world.failKeyspaceAfter = step;  // taken, then died
        const bool done = world.deliver(world.queue.front());
        disarm(world);
        if (done) {
            break;
        }
        DONE(world.close("A1"));
        QVERIFY(world.deliverAll());
        QCOMPARE(world.weight("a") + world.weight("b"), 20000);
        QCOMPARE(world.detail("A1").row.status, api::OrderStatus::Closed);
        QCOMPARE(world.logEntries(), std::size_t{0});
        QVERIFY(world.weightsAgree());
        QVERIFY(world.loadsAgree());
    }
}

void TestDispatchFaults::recordedByAConcurrentDelivery() {
    // Two consumers hold the same message: the second finds the log entry, loses the update, and must not take the
    // charge back that the first has recorded.
    RuleWorld world(Deployment::Apart);
    QVERIFY(prepare(world, api::DispatchMode::Strong));
    QVERIFY(world.buy("A1"));
    const auto message = world.queue.front();
    world.loseAcknowledge = true;  // the first has committed and not yet deleted its log entry
    QVERIFY(!world.deliver(message));
    disarm(world);
    QCOMPARE(world.logEntries(), std::size_t{1});
    QVERIFY(world.deliverAll());
    QCOMPARE(world.weight("a") + world.weight("b"), 19990);
    QCOMPARE(world.logEntries(), std::size_t{0});
    QVERIFY(world.weightsAgree());
    QVERIFY(world.loadsAgree());
}

}  // namespace test_dispatch_faults

QTEST_GUILESS_MAIN(test_dispatch_faults::TestDispatchFaults)
#include "test_dispatch_faults.moc"
