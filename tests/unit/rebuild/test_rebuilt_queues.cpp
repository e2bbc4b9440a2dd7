// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns rebuilt: what draws hold is not there again, what is left of the budget is, and nobody gets more or less
// than before.
#include <QtTest>
#include <map>
#include <set>

#include "engine/base/log.h"
#include "rebuild_world.h"

namespace test_rebuilt_queues {

using namespace evenhand;
using namespace evenhand::test;
using campaigns::QueueKeys;
using campaigns::ShardKeys;
using Part = api::KeyspacePart;

namespace {

std::string keyText(std::string_view key) { return std::string(key); }
QueueKeys queue(std::int64_t no) { return {RebuildWorld::kCampaign, no}; }

/// The totals that a user's charge is in.
std::string totalsOf(const std::string& user) {
    return keyText(ShardKeys(RebuildWorld::kCampaign, campaigns::shardOf(UserId(user), RebuildWorld::kQueues)).totals);
}

struct Damage {
    std::vector<RebuildWorld::Command> commands;
    std::set<std::string> names;
};

std::map<QByteArray, Damage> damages() {
    const auto figures = keyText(queue(0).figures);
    const auto chunks = keyText(queue(1).chunks);
    const auto returned = keyText(queue(0).returned);
    const auto compensation = keyText(queue(2).compensation);
    const auto totals = totalsOf("user1");
    return {{"an amount", {{{"HINCRBY", figures, "amount", "5"}}, {figures + " amount"}}},
            {"places ever", {{{"HSET", figures, "places", "1"}}, {figures + " places"}}},
            {"the cursor", {{{"HINCRBY", figures, "cursor", "1"}}, {figures + " cursor"}}},
            {"an end", {{{"HSET", figures, "ended", "1"}}, {figures + " ended"}}},
            {"no chunks", {{{"DEL", chunks}}, {chunks}}},
            {"other chunks", {{{"RPUSH", chunks, "xy"}}, {chunks}}},
            {"a place too many", {{{"LPUSH", returned, "3"}}, {returned}}},
            {"no number", {{{"LPUSH", returned, "x"}}, {returned}}},
            {"compensation", {{{"RPUSH", compensation, "7"}}, {compensation}}},
            {"a charge", {{{"HINCRBY", totals, "user1", "3"}}, {totals + " user1"}}},
            {"no charge", {{{"HDEL", totals, "user1"}}, {totals + " user1"}}},
            {"a charge of nobody", {{{"HSET", totals, "zoe", "1000000000001"}}, {totals + " zoe"}}}};
}

/// Of all queues and users.
std::vector<RebuildWorld::Command> everything() {
    std::vector<RebuildWorld::Command> commands;
    for (std::int64_t i = 0; i < RebuildWorld::kQueues; ++i) {
        const auto keys = queue(i);
        for (const std::string_view key : {keys.chunks, keys.returned, keys.compensation, keys.figures}) {
            commands.push_back({"DEL", std::string(key)});
        }
    }
    for (std::int64_t i = 0; i < campaigns::shardCount(RebuildWorld::kQueues); ++i) {
        commands.push_back({"DEL", keyText(ShardKeys(RebuildWorld::kCampaign, i).totals)});
    }
    return commands;
}

}  // namespace

class TestRebuiltQueues : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }
    void whatWasDamagedIsNamedAndRebuilt_data();
    void whatWasDamagedIsNamedAndRebuilt();
    void figuresThatAreGoneAreCountedAnew();
    void aCampaignThatWasLostGoesOn();
    void aCampaignThatEndedKeepsItsAccount();
    void oneThatWasNeverBuiltNeedsNothing();
    void largeDrawsLeaveNoDebt();
};

void TestRebuiltQueues::whatWasDamagedIsNamedAndRebuilt_data() {
    QTest::addColumn<QByteArray>("name");
    for (const auto& [name, damage] : damages()) {
        QTest::newRow(name.constData()) << name;
    }
}

void TestRebuiltQueues::whatWasDamagedIsNamedAndRebuilt() {
    QFETCH(QByteArray, name);
    RebuildWorld world;
    QVERIFY(world.startCampaign());
    QVERIFY(world.compare({Part::Queues})->agrees());
    const auto before = world.budget();
    const auto damage = damages().at(name);
    QVERIFY(world.damage(damage.commands));
    const auto found = world.compare({Part::Queues});
    DONE(found);
    QVERIFY2(RebuildWorld::named(*found) == damage.names, RebuildWorld::text(*found).constData());
    const auto rebuilt = world.rebuild({Part::Queues});
    DONE(rebuilt);
    QVERIFY2(rebuilt->partsAgree(), RebuildWorld::text(*rebuilt).constData());
    QVERIFY(rebuilt->parts.front().repaired > 0);
    QVERIFY(world.compare()->agrees());
    HOLDS(world);
    const auto after = world.budget();
    QCOMPARE(world.accounted(), 20'000);
    QCOMPARE(after.granted, before.granted);
    QCOMPARE(after.queued + after.compensation, before.queued + before.compensation);
}

/// The lists say what the figures are to be, also how much of the first chunk is used.
void TestRebuiltQueues::figuresThatAreGoneAreCountedAnew() {
    RebuildWorld world;
    QVERIFY(world.startCampaign());
    const auto before = world.budget();
    const auto figures = keyText(queue(1).figures);
    QVERIFY(world.damage({{"DEL", figures}}));
    const auto found = world.compare({Part::Queues});
    DONE(found);
    const auto names = RebuildWorld::named(*found);
    QVERIFY(names.contains(figures + " places") && names.contains(figures + " amount"));
    for (const auto& name : names) {
        QVERIFY2(name.starts_with(figures), name.c_str());
    }
    QVERIFY(world.rebuild({Part::Queues})->partsAgree());
    HOLDS(world);
    const auto after = world.budget();
    QCOMPARE(after.queued, before.queued);
    QCOMPARE(after.compensation, before.compensation);
    QCOMPARE(after.queues.at(1).places, before.queues.at(1).places);
}

/// As much as is left is drawn, by as many as there are places, and no user is forgotten.
void TestRebuiltQueues::aCampaignThatWasLostGoesOn() {
    RebuildWorld world;
    QVERIFY(world.startCampaign());
    const auto before = world.budget();
    QVERIFY(world.damage(everything()));
    QVERIFY(!world.compare({Part::Queues})->partsAgree());
    const auto rebuilt = world.rebuild({Part::Queues});
    DONE(rebuilt);
    QVERIFY2(rebuilt->partsAgree(), RebuildWorld::text(*rebuilt).constData());
    HOLDS(world);
    QCOMPARE(world.accounted(), 20'000);
    std::int64_t places = 0;
    for (const auto& each : world.budget().queues) {
        places += each.places;
    }
    std::int64_t placesBefore = 0;
    for (const auto& each : before.queues) {
        placesBefore += each.places;
    }
    QCOMPARE(places, placesBefore);
    // Who had all that a user may have has it still.
    QVERIFY(world.draw("user0")->refusal.has_value());
    std::int64_t granted = 0;
    for (int i = 0; i < 2'000; ++i) {
        const auto answer = world.draw("late" + std::to_string(i));
        DONE(answer);
        if (answer->refusal) {
            QCOMPARE(*answer->refusal, api::DrawRefusal::Exhausted);
            break;
        }
        ++granted;
    }
    QCOMPARE(granted, places);
    QCOMPARE(world.accounted(), 20'000);
    HOLDS(world);
    QVERIFY(world.compare()->agrees());
}

void TestRebuiltQueues::aCampaignThatEndedKeepsItsAccount() {
    RebuildWorld world;
    QVERIFY(world.startCampaign());
    DONE(world.get(world.workspace->campaigns().stop(world.call, RebuildWorld::lunch(), 0)));
    QVERIFY(world.compare({Part::Queues})->agrees());
    const auto unspent = world.budget().unspent;
    const auto figures = keyText(queue(2).figures);
    QVERIFY(world.damage({{"HINCRBY", figures, "unspent", "9"}}));
    const auto found = world.compare({Part::Queues});
    DONE(found);
    QVERIFY2(RebuildWorld::named(*found) == std::set<std::string>{figures + " unspent"},
             RebuildWorld::text(*found).constData());
    QVERIFY(world.rebuild({Part::Queues})->partsAgree());
    QCOMPARE(world.budget().unspent, unspent);
    QVERIFY(world.damage(everything()));
    QVERIFY(world.rebuild({Part::Queues})->partsAgree());
    QCOMPARE(world.budget().unspent, unspent);
    QCOMPARE(world.accounted(), 20'000);
    HOLDS(world);
}

void TestRebuiltQueues::oneThatWasNeverBuiltNeedsNothing() {
    RebuildWorld world;
    api::CampaignSettings made;
    made.name = "Draft";
    made.shape = {Money{20'000}, 200, Money{1'000}, 2};
    made.countLimit = 1;
    made.amountLimit = Money{1'000};
    made.begin = world.clock.now();
    made.end = world.clock.now().plusMs(kDay);
    DONE(world.get(world.workspace->campaigns().create(world.call, CampaignId("draft"), made)));
    const auto found = world.compare({Part::Queues});
    DONE(found);
    QVERIFY(found->agrees());
    QCOMPARE(found->parts.front().checked, 0);
}

/// Draws that hold more than the first places are worth: the largest count as held, and nothing is owed.
void TestRebuiltQueues::largeDrawsLeaveNoDebt() {
    RebuildWorld world;
    QVERIFY(world.startCampaign());
    // As if some draws had been granted more than the places at the head are worth.
    const auto raised =
        world.get(world.workspace->core().engine().ask<bool>(world.call, [](runtime::UnitOfWork& work) -> Result<bool> {
            auto& update = work.database().statement(
                "UPDATE campaign_draw SET amount = amount + 60 WHERE state = 'granted' AND draw_no <= 12");
            EVENHAND_TRY(update.write());
            return true;
        }));
    QVERIFY(raised.value_or(false));
    const auto rebuilt = world.rebuild({Part::Queues});
    DONE(rebuilt);
    QVERIFY2(rebuilt->partsAgree(), RebuildWorld::text(*rebuilt).constData());
    QCOMPARE(world.accounted(), 20'000);
    for (const auto& each : world.budget().queues) {
        QVERIFY(each.compensation >= 0);
    }
}

}  // namespace test_rebuilt_queues

QTEST_GUILESS_MAIN(test_rebuilt_queues::TestRebuiltQueues)
#include "test_rebuilt_queues.moc"
