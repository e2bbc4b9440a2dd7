// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace against the database: where nothing is wrong nothing is found; what was damaged is named, and nothing
// else; rebuilt, every invariant holds. Generations: which keyspace it is.
#include <QtTest>
#include <map>
#include <set>

#include "engine/base/log.h"
#include "engine/timer_queue/delay_queue.h"
#include "rebuild_world.h"

namespace test_rebuild {

using namespace evenhand;
using namespace evenhand::test;
using Part = api::KeyspacePart;
using State = api::GenerationState;

namespace {

/// What is done to which part, and what is named then.
struct Damage {
    Part part;
    std::vector<RebuildWorld::Command> commands;
    std::set<std::string> names;
};

Damage damageOf(RebuildWorld& world, const QByteArray& name) {
    const auto campus = RebuildWorld::campus();
    const auto& unpaid = timers::queueKeys(api::TimerKind::Unpaid);
    const auto first = runtime::streamKey("order@@first");
    const auto order = world.unpaid();
    const auto later = world.later();
    const std::map<QByteArray, Damage> all{
        {"another weight", {Part::Weights, {{"ZADD", campus.weights(), "99", "ann"}}, {campus.weights() + " ann"}}},
        {"no weights", {Part::Weights, {{"DEL", campus.weights()}}, {campus.weights() + " ann"}}},
        {"no weights of others", {Part::Weights, {{"DEL", campus.kept()}}, {campus.kept() + " bob"}}},
        {"nobody's weight", {Part::Weights, {{"ZADD", campus.weights(), "5", "zoe"}}, {campus.weights() + " zoe"}}},
        {"nobody's charge", {Part::Weights, {{"HSET", campus.open(), "zoe", "5"}}, {campus.open() + " zoe"}}},
        {"weights of another type",
         {Part::Weights,
          {{"DEL", campus.weights()}, {"SET", campus.weights(), "x"}},
          {campus.weights(), campus.weights() + " ann"}}},
        {"orders in hand", {Part::Weights, {{"HSET", campus.inHand(), "bob", "7"}}, {campus.inHand() + " bob"}}},
        {"a load limit", {Part::Weights, {{"HDEL", campus.limits(), "ann"}}, {campus.limits() + " ann"}}},
        {"nobody's limit", {Part::Weights, {{"HSET", campus.limits(), "zoe", "3"}}, {campus.limits() + " zoe"}}},
        {"a timer is gone", {Part::Timers, {{"ZREM", unpaid.due, order}}, {unpaid.due + " " + order}}},
        {"a timer is later", {Part::Timers, {{"ZADD", unpaid.due, later, order}}, {unpaid.due + " " + order}}},
        {"a timer of nothing", {Part::Timers, {{"ZADD", unpaid.due, later, "999"}}, {unpaid.due + " 999"}}},
        {"a claim of nothing", {Part::Timers, {{"ZADD", unpaid.flight, later, "999"}}, {unpaid.flight + " 999"}}},
        {"a timer that is dead", {Part::Timers, {{"ZADD", unpaid.dead, "1", "999"}}, {unpaid.dead + " 999"}}},
        {"a stock", {Part::Stocks, {{"HSET", world.keys.live, "stock", "1"}}, {world.keys.live + " stock"}}},
        {"an end", {Part::Stocks, {{"HSET", world.keys.live, "end", later}}, {world.keys.live + " end"}}},
        {"a slot is gone", {Part::Stocks, {{"HDEL", world.keys.slots, "cat"}}, {world.keys.slots + " cat"}}},
        {"a slot of nobody", {Part::Stocks, {{"HSET", world.keys.slots, "zoe", "N1 "}}, {world.keys.slots + " zoe"}}},
        {"what was acknowledged",
         {Part::Streams, {{"HSET", first + ":counters", "acknowledged", "99"}}, {first + ":counters acknowledged"}}},
        {"a try of nothing", {Part::Streams, {{"ZADD", first + ":retry", later, "1-1"}}, {first + ":retry 1-1"}}},
        {"attempts of nothing",
         {Part::Streams, {{"HSET", first + ":attempts", "1-1", "2"}}, {first + ":attempts 1-1"}}}};
    const auto found = all.find(name);
    return found == all.end() ? Damage{} : found->second;
}

constexpr const char* kDamages[] = {"another weight",
                                    "no weights",
                                    "no weights of others",
                                    "nobody's weight",
                                    "nobody's charge",
                                    "weights of another type",
                                    "orders in hand",
                                    "a load limit",
                                    "nobody's limit",
                                    "a timer is gone",
                                    "a timer is later",
                                    "a timer of nothing",
                                    "a claim of nothing",
                                    "a timer that is dead",
                                    "a stock",
                                    "an end",
                                    "a slot is gone",
                                    "a slot of nobody",
                                    "what was acknowledged",
                                    "a try of nothing",
                                    "attempts of nothing"};

}  // namespace

class TestRebuild : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }
    void whereNothingIsWrongNothingIsFound();
    void whatWasDamagedIsNamedAndRebuilt_data();
    void whatWasDamagedIsNamedAndRebuilt();
    void aMessageThatAnOrderWaitsForComesBack();
    void aLongCampusIsCountedNotKept();
    void manyTimersAreWalkedInPieces();
    void whatASwitchedOffQueueHoldsIsNothing();
    void generations();
    void aGenerationThatCannotBeRead();
    void whatIsRefused();
};

void TestRebuild::whereNothingIsWrongNothingIsFound() {
    RebuildWorld world;
    QVERIFY(world.fill());
    const auto found = world.compare();
    DONE(found);
    QVERIFY2(found->agrees(), RebuildWorld::text(*found).constData());
    QCOMPARE(found->parts.size(), api::kKeyspaceParts);
    for (const auto& part : found->parts) {
        QVERIFY2(part.checked > 0, std::string(api::toText(part.part)).c_str());
        QCOMPARE(part.repaired, 0);
    }
    QCOMPARE(found->at.ms, world.clock.now().ms);
    const auto snapshot = world.compareSnapshot();
    DONE(snapshot);
    QVERIFY2(snapshot->agrees(), RebuildWorld::text(*snapshot).constData());
    for (std::size_t i = 0; i < found->parts.size(); ++i) {
        QCOMPARE(snapshot->parts[i].checked, found->parts[i].checked);
    }
    // And there is nothing to put right.
    const auto rebuilt = world.rebuild({Part::Weights, Part::Timers, Part::Stocks, Part::Queues, Part::Streams});
    DONE(rebuilt);
    for (const auto& part : rebuilt->parts) {
        QCOMPARE(part.repaired, 0);
    }
    HOLDS(world);
}

void TestRebuild::whatWasDamagedIsNamedAndRebuilt_data() {
    QTest::addColumn<QByteArray>("name");
    for (const auto* name : kDamages) {
        QTest::newRow(name) << QByteArray(name);
    }
}

void TestRebuild::whatWasDamagedIsNamedAndRebuilt() {
    QFETCH(QByteArray, name);
    RebuildWorld world;
    QVERIFY(world.fill());
    const auto damage = damageOf(world, name);
    QVERIFY(!damage.commands.empty());
    QVERIFY(world.damage(damage.commands));
    const auto found = world.compare();
    DONE(found);
    QVERIFY(!found->partsAgree());
    QVERIFY2(RebuildWorld::named(*found) == damage.names, RebuildWorld::text(*found).constData());
    const auto snapshot = world.compareSnapshot();
    DONE(snapshot);
    QVERIFY2(RebuildWorld::named(*snapshot) == damage.names, RebuildWorld::text(*snapshot).constData());
    // Another part leaves it as it is.
    DONE(world.rebuild({damage.part == Part::Weights ? Part::Timers : Part::Weights}));
    QVERIFY(RebuildWorld::named(*world.compare()) == damage.names);
    const auto rebuilt = world.rebuild({damage.part});
    DONE(rebuilt);
    QVERIFY2(rebuilt->partsAgree(), RebuildWorld::text(*rebuilt).constData());
    QCOMPARE(rebuilt->parts.size(), std::size_t{1});
    QVERIFY(rebuilt->parts.front().repaired > 0);
    const auto again = world.compare();
    DONE(again);
    QVERIFY2(again->agrees(), RebuildWorld::text(*again).constData());
    HOLDS(world);
    const auto audit = world.lastAudit("keyspace.rebuild");
    QCOMPARE(audit.subject, std::string("keyspace"));
    QCOMPARE(audit.reason, world.call.reason);
    QVERIFY2(audit.detail.starts_with(api::toText(damage.part)), audit.detail.c_str());
}

void TestRebuild::aMessageThatAnOrderWaitsForComesBack() {
    RebuildWorld world;
    DONE(world.couriers({"ann", "bob"}, "north", false));
    QVERIFY(world.buy("L1"));
    QVERIFY(world.row("L1").wait == api::WaitReason::NoCourier);
    const auto order = world.row("L1");
    const auto waits = world.get(
        world.workspace->core().engine().ask<bool>(world.call, [order](runtime::UnitOfWork& work) -> Result<bool> {
            return store::orders::setWaiting(work.database(), order.id, order.epoch, api::WaitReason::Message);
        }));
    QVERIFY(waits.value_or(false));
    const auto found = world.compare();
    DONE(found);
    QVERIFY2(RebuildWorld::named(*found) == std::set<std::string>{"stream:{order@@first} order L1"},
             RebuildWorld::text(*found).constData());
    DONE(world.couriers({"bob"}));  // on duty, and nobody asks for a courier
    const auto rebuilt = world.rebuild({Part::Streams});
    DONE(rebuilt);
    world.workspace->runUntilIdle();
    QCOMPARE(world.row("L1").courier, CourierId("bob"));
    QVERIFY(world.compare()->agrees());
    HOLDS(world);
}

/// All differences are counted; how many are kept is bounded.
void TestRebuild::aLongCampusIsCountedNotKept() {
    RebuildWorld world;
    std::vector<RebuildWorld::Command> commands;
    for (int i = 0; i < 60; ++i) {
        commands.push_back({"HSET", RebuildWorld::campus().kept(), "zoe" + std::to_string(i), "1"});
    }
    QVERIFY(world.damage(commands));
    const auto found = world.compare({Part::Weights});
    DONE(found);
    QCOMPARE(found->parts.front().differing, 60);
    QCOMPARE(found->parts.front().differences.size(), api::kMaxKeyspaceDifferences);
    const auto rebuilt = world.rebuild({Part::Weights});
    DONE(rebuilt);
    QCOMPARE(rebuilt->parts.front().repaired, 60);
    QVERIFY(rebuilt->agrees());
}

/// More than one piece holds, on both sides.
void TestRebuild::manyTimersAreWalkedInPieces() {
    RebuildWorld world;
    DONE(world.product("tea", 10'000));
    QCOMPARE(world.placeMany(700), 700);
    QVERIFY(world.compare({Part::Timers})->agrees());
    const auto& unpaid = timers::queueKeys(api::TimerKind::Unpaid);
    std::vector<RebuildWorld::Command> commands{{"ZREM", unpaid.due, std::to_string(world.row("A699").id.value)}};
    for (int i = 0; i < 600; ++i) {
        commands.push_back({"ZADD", unpaid.due, world.later(), std::to_string(100'000 + i)});
    }
    QVERIFY(world.damage(commands));
    const auto found = world.compare({Part::Timers});
    DONE(found);
    QCOMPARE(found->parts.front().differing, 601);
    const auto rebuilt = world.rebuild({Part::Timers});
    DONE(rebuilt);
    QCOMPARE(rebuilt->parts.front().repaired, 601);
    QVERIFY2(rebuilt->partsAgree(), RebuildWorld::text(*rebuilt).constData());
    HOLDS(world);
}

void TestRebuild::whatASwitchedOffQueueHoldsIsNothing() {
    RebuildWorld world;
    QVERIFY(world.place("U1"));
    DONE(world.get(world.timers().setQueue(world.call, false, 86'400'000)));
    QVERIFY(world.place("U2"));  // in the database alone
    const auto found = world.compare({Part::Timers});
    DONE(found);
    QVERIFY2(found->agrees(), RebuildWorld::text(*found).constData());
}

void TestRebuild::generations() {
    RebuildWorld world;
    QVERIFY(world.place("U1"));
    auto found = world.compare();
    DONE(found);
    QCOMPARE(found->generation.state, State::Same);
    QCOMPARE(found->generation.number, 0);
    found = world.rebuild();
    DONE(found);
    QVERIFY2(found->agrees(), RebuildWorld::text(*found).constData());
    QCOMPARE(found->generation.number, 1);
    QVERIFY(found->generation.openedAt == world.clock.now());
    const auto audit = world.lastAudit("keyspace.rebuild");
    QVERIFY2(audit.detail.find("generation 1 opened") != std::string::npos, audit.detail.c_str());
    const auto mark = found->generation.found;
    QCOMPARE(mark, world.workspace->workspace().id + ":1");
    QVERIFY(world.compareSnapshot()->agrees());

    QVERIFY(world.damage({{"DEL", "generation"}}));
    found = world.compare();
    QCOMPARE(found->generation.state, State::Missing);
    QVERIFY(!found->agrees() && found->partsAgree());
    // One part alone does not say that the keyspace is whole again.
    QCOMPARE(world.rebuild({Part::Timers})->generation.state, State::Missing);
    found = world.rebuild();
    DONE(found);
    QCOMPARE(found->generation.state, State::Same);
    QCOMPARE(found->generation.number, 2);

    QVERIFY(world.damage({{"SET", "generation", mark}}));  // put back to before
    QCOMPARE(world.compare()->generation.state, State::Older);
    QVERIFY(world.damage({{"SET", "generation", "another:2"}}));
    QCOMPARE(world.compare()->generation.state, State::Foreign);
    QCOMPARE(world.rebuild()->generation.number, 3);
    // Nor is it one that the database has forgotten.
    QVERIFY(world.damage({{"SET", "generation", world.workspace->workspace().id + ":7"}}));
    QCOMPARE(world.compare()->generation.state, State::Foreign);
    found = world.rebuild();
    DONE(found);
    QCOMPARE(found->generation.number, 8);
    QVERIFY(found->agrees());
    HOLDS(world);
}

void TestRebuild::aGenerationThatCannotBeRead() {
    RebuildWorld world;
    DONE(world.rebuild());
    QVERIFY(world.damage({{"DEL", "generation"}, {"HSET", "generation", "a", "b"}}));
    QCOMPARE(world.compare()->generation.state, State::Foreign);
    QVERIFY(world.damage({{"DEL", "generation"}, {"SET", "generation", "no number"}}));
    QCOMPARE(world.compare()->generation.state, State::Foreign);
}

void TestRebuild::whatIsRefused() {
    RebuildWorld world;
    REFUSED_FIELD(world.compare({Part::Timers, Part::Timers}), ErrorCode::InvalidArgument, "parts");
    REFUSED_FIELD(world.rebuild({Part::Queues, Part::Weights, Part::Queues}), ErrorCode::InvalidArgument, "parts");
    auto silent = world.call;
    silent.reason.clear();
    REFUSED_FIELD(world.get(world.workspace->keyspace().rebuild(silent, {})), ErrorCode::InvalidArgument, "reason");
    QCOMPARE(world.compare()->generation.number, 0);
}

}  // namespace test_rebuild

QTEST_GUILESS_MAIN(test_rebuild::TestRebuild)
#include "test_rebuild.moc"
