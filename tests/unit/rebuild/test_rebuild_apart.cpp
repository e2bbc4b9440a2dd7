// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace rebuilt where it and the database commit apart: all of it lost, draws that were interrupted, what was
// given back and not told yet.
#include <QtTest>

#include "engine/base/log.h"
#include "engine/rebuild/walk.h"
#include "tests/support/expect.h"
#include "tests/unit/campaigns/campaign_world.h"

namespace test_rebuild_apart {

using namespace evenhand;
using namespace evenhand::test;
using Part = api::KeyspacePart;

namespace {

/// Piece by piece, each in a unit of its own; the first error ends it.
Result<api::KeyspaceComparison> walkThrough(CampaignWorld& world, std::vector<Part> parts, bool fix) {
    auto walk = rebuild::begin(std::move(parts), fix);
    if (!walk) {
        return fail(walk.error());
    }
    while (!walk->ended) {
        const auto done = world.run<void>([&](auto& work) { return rebuild::step(work, *walk); });
        if (!done) {
            return fail(done.error());
        }
    }
    return walk->result;
}

std::string textOf(const api::KeyspaceComparison& found) {
    std::string all;
    for (const auto& part : found.parts) {
        for (const auto& one : part.differences) {
            all += one.key + " " + one.member + ": " + one.found + " for " + one.expected + "; ";
        }
    }
    return all;
}

bool agrees(CampaignWorld& world, std::vector<Part> parts = {}) {
    const auto found = walkThrough(world, std::move(parts), false);
    if (!found || !found->agrees()) {
        qWarning("%s", (found ? textOf(*found) : found.error().text()).c_str());
        return false;
    }
    return true;
}

bool forgetEverything(CampaignWorld& world) { return world.keyspace().call({"FLUSHALL"}).has_value(); }

}  // namespace

class TestRebuildApart : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }
    void allOfItIsLost();
    void drawsUnderWayAreWaitedFor();
    void whatWasGivenBackCountsOnce();
};

void TestRebuildApart::allOfItIsLost() {
    CampaignWorld world(RuleBench::Deployment::Apart);
    DONE(world.couriers({"ann", "bob"}));
    DONE(world.couriers({"cat"}, false));
    DONE(world.product("tea", 100));
    QVERIFY(world.buy("A1") && world.buy("A2"));
    QVERIFY(world.place(world.request("U1")).has_value());
    QVERIFY(world.deliverAll());
    DONE(world.limit("bob", 7));
    QVERIFY(world.start(world.settings(20'000, 200)));
    for (int i = 1; i <= 12; ++i) {
        DONE(world.draw("user" + std::to_string(i % 4), i));
    }
    DONE(walkThrough(world, {}, true));  // the queue of timers has no poller here that would have marked it
    QVERIFY(agrees(world));
    const auto ann = world.weight("ann");
    const auto cat = world.weight("cat");

    QVERIFY(forgetEverything(world));
    const auto lost = walkThrough(world, {}, false);
    DONE(lost);
    QCOMPARE(lost->generation.state, api::GenerationState::Missing);
    for (const auto& part : lost->parts) {
        const bool hasSome = part.part == Part::Weights || part.part == Part::Timers || part.part == Part::Queues;
        QVERIFY2((part.differing > 0) == hasSome, std::string(api::toText(part.part)).c_str());
    }
    const auto rebuilt = walkThrough(world, {}, true);
    DONE(rebuilt);
    QVERIFY2(rebuilt->agrees(), textOf(*rebuilt).c_str());
    QCOMPARE(rebuilt->generation.number, 2);
    QCOMPARE(world.weight("ann"), ann);
    QCOMPARE(world.weight("cat"), cat);
    QVERIFY(world.weightsAgree() && world.loadsAgree());
    CAMPAIGN_HOLDS(world);
    // And work goes on.
    QVERIFY(world.buy("A3") && world.deliverAll());
    QVERIFY(!world.courierOf("A3").empty());
    QVERIFY(!world.draw("late", 99)->refusal);
    QCOMPARE(world.missing(), 0);
    QVERIFY(agrees(world));
}

/// Whose amount was taken and who has no row yet: nobody can tell what the queue is to hold.
void TestRebuildApart::drawsUnderWayAreWaitedFor() {
    CampaignWorld world(RuleBench::Deployment::Apart);
    const auto made = world.settings(20'000, 200);
    QVERIFY(world.start(made));
    DONE(world.draw("ann", 1));
    world.failKeyspaceAfter = 2;  // begun and taken, then the process dies
    QVERIFY(!world.draw("bob", 2));
    world.clearFaults();
    QVERIFY(agrees(world, {Part::Queues}));  // nothing that would be wrong
    REFUSED_FIELD(walkThrough(world, {Part::Queues}, true), ErrorCode::Conflict, "campaign");
    world.now = world.now.plusMs(made.recoveryMs + 1);
    QVERIFY(world.upkeep());
    QVERIFY(agrees(world, {Part::Queues}));
    DONE(walkThrough(world, {Part::Queues}, true));
    CAMPAIGN_HOLDS(world);
}

/// The upkeep tells the keyspace what was given back when a crash has kept it from being told.
void TestRebuildApart::whatWasGivenBackCountsOnce() {
    CampaignWorld world(RuleBench::Deployment::Apart);
    QVERIFY(world.start(world.settings(20'000, 200)));
    for (int i = 1; i <= 6; ++i) {
        DONE(world.draw("user" + std::to_string(i), i));
    }
    world.loseAcknowledge = true;
    (void)world.run<api::DrawAnswer>([](auto& work) { return campaigns::giveBackUnused(work, DrawId(uuidOf(3))); });
    world.clearFaults();
    QVERIFY(world.sums().refundsDue > 0);
    QVERIFY(agrees(world, {Part::Queues}));
    QVERIFY(forgetEverything(world));
    DONE(walkThrough(world, {Part::Queues}, true));
    QVERIFY(agrees(world, {Part::Queues}));
    CAMPAIGN_HOLDS(world);
    QVERIFY(world.upkeep());
    QCOMPARE(world.sums().refundsDue, 0);
    QVERIFY(agrees(world, {Part::Queues}));
    QCOMPARE(world.missing(), 0);
    CAMPAIGN_HOLDS(world);
}

}  // namespace test_rebuild_apart

QTEST_GUILESS_MAIN(test_rebuild_apart::TestRebuildApart)
#include "test_rebuild_apart.moc"
