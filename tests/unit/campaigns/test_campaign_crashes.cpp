// SPDX-License-Identifier: GPL-3.0-or-later
// Draws whose process dies at every step in turn, on a keyspace that keeps what was done to it when the database is
// rolled back: after every single script the budget is accounted for to the cent; recovery, interrupted and run twice,
// leaves nothing behind. With one commit for both, a crash leaves no trace at all.
#include <QtTest>

#include "campaign_world.h"
#include "engine/draws/steps.h"

namespace test_campaign_crashes {

using namespace evenhand;
using namespace evenhand::test;

namespace {

using Refusal = api::DrawRefusal;
using Deployment = RuleBench::Deployment;

/// Looks after every script; the first fault is kept.
void watch(CampaignWorld& world, std::string& fault) {
    world.afterStep = [&world, &fault] {
        if (fault.empty()) {
            const auto missing = world.missing();
            if (missing != 0) {
                fault = "after step " + std::to_string(world.keyspaceSteps()) + ": " + std::to_string(missing) +
                        " is not accounted for";
            }
        }
    };
}

/// One of the ways to die within a unit.
void setFault(CampaignWorld& world, std::uint64_t kind, int step) {
    switch (kind) {
        case 0: world.failKeyspaceBefore = step; return;
        case 1: world.failKeyspaceAfter = step; return;
        case 2: world.failCommit = true; return;
        default: world.loseAcknowledge = true; return;
    }
}

bool recoverAll(CampaignWorld& world) {
    world.now = world.now.plusMs(5'000);
    return world.upkeep();
}

}  // namespace

class TestCampaignCrashes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A draw of each kind (whole, capped by the order, over the limit), dying at each step before and after it.
    void everyStep_data() {
        QTest::addColumn<qint64>("payable");
        QTest::addColumn<bool>("overLimit");
        QTest::addColumn<bool>("compensation");
        QTest::newRow("granted whole") << -1LL << false << false;
        QTest::newRow("with compensation") << -1LL << false << true;
        QTest::newRow("capped") << 2LL << false << true;
        QTest::newRow("over the limit") << -1LL << true << true;
    }
    void everyStep() {
        QFETCH(qint64, payable);
        QFETCH(bool, overLimit);
        QFETCH(bool, compensation);
        for (std::uint64_t kind = 0; kind < 4; ++kind) {
            for (int step = 1; step <= (kind < 2 ? 9 : 1); ++step) {
                CampaignWorld world(Deployment::Apart);
                auto made = world.settings(30'000, 60, 2);
                made.countLimit = 3;
                QVERIFY(world.start(made));
                std::int64_t number = 1;
                if (compensation) {
                    QVERIFY(!world.draw("eve", number++, 1)->refusal);
                }
                for (int i = 0; overLimit && i < 3; ++i) {
                    QVERIFY(!world.draw("ann", number++)->refusal);
                }
                std::string fault;
                watch(world, fault);
                const auto bound = payable < 0 ? std::nullopt : std::optional(payable);
                const auto before = world.sums();
                setFault(world, kind, step);
                const auto first = world.draw("ann", number, bound);
                world.clearFaults();
                // The caller asks again: the same draw, finished or still with recovery; never a second one.
                const auto again = world.draw("ann", number, bound);
                QVERIFY(again);
                QVERIFY(recoverAll(world));
                const auto last = world.draw("ann", number, bound);
                QVERIFY(last);
                QVERIFY(last->refusal != Refusal::UnderWay);
                if (first) {
                    QCOMPARE(last->refusal, first->refusal);
                    QCOMPARE(last->amount, first->amount);
                }
                if (again->refusal != Refusal::UnderWay) {
                    QCOMPARE(last->refusal, again->refusal);
                    QCOMPARE(last->amount, again->amount);
                }
                QVERIFY2(fault.empty(), fault.c_str());
                QCOMPARE(world.missing(), 0);
                QCOMPARE(world.balance().draws, 0);
                QCOMPARE(world.balance().inFlight, 0);
                QVERIFY(world.sums().draws <= before.draws + 1);
                CAMPAIGN_HOLDS(world);
            }
        }
    }

    /// Recovery dies at each of its steps, and is run again; the end is the same.
    void recoveryInterrupted() {
        for (const int drawStep : {2, 3, 4}) {
            for (std::uint64_t kind = 0; kind < 4; ++kind) {
                for (int step = 1; step <= (kind < 2 ? 9 : 1); ++step) {
                    CampaignWorld world(Deployment::Apart);
                    QVERIFY(world.start(world.settings(30'000, 60, 2)));
                    QVERIFY(!world.draw("eve", 1, 1)->refusal);
                    std::string fault;
                    watch(world, fault);
                    world.failKeyspaceAfter = drawStep;
                    QVERIFY(!world.draw("ann", 2, 2));
                    world.clearFaults();
                    world.now = world.now.plusMs(5'000);
                    world.shared.upkeepStale = true;
                    QVERIFY(world.upkeepOnce());  // loads
                    setFault(world, kind, step);
                    for (int i = 0; i < 4; ++i) {
                        (void)world.upkeepOnce();
                    }
                    world.clearFaults();
                    QVERIFY(recoverAll(world));
                    QVERIFY(recoverAll(world));  // twice changes nothing more
                    QVERIFY2(fault.empty(), fault.c_str());
                    QCOMPARE(world.missing(), 0);
                    QCOMPARE(world.balance().draws, 0);
                    QCOMPARE(world.balance().inFlight, 0);
                    QCOMPARE(world.sums().draws, 1);
                    QCOMPARE(world.draw("ann", 2, 2)->refusal, Refusal::RolledBack);
                    CAMPAIGN_HOLDS(world);
                }
            }
        }
    }

    /// A step that arrives after the draw was rolled back is refused, under each tag, and so is its confirmation.
    void lateStepsAreRefused() {
        CampaignWorld world(Deployment::Apart);
        QVERIFY(world.start(world.settings(30'000, 60, 3)));
        world.failKeyspaceAfter = 2;  // begun and taken
        QVERIFY(!world.draw("ann", 1));
        world.clearFaults();
        QVERIFY(recoverAll(world));
        const auto no = world.record().no;
        const DrawId id(uuidOf(1));
        const auto before = world.keyspace().digest();
        for (std::int64_t queue = 0; queue < 3; ++queue) {
            QCOMPARE(campaigns::take(world.keyspace(), campaigns::QueueKeys(no, queue), id, UserId("ann"), 2)->found,
                     campaigns::Found::Over);
        }
        const campaigns::ShardKeys shard(no, campaigns::shardOf(UserId("ann"), 3));
        QCOMPARE(campaigns::begin(world.keyspace(), shard, id, UserId("ann"), world.now)->found,
                 campaigns::Found::Over);
        QCOMPARE(campaigns::settle(world.keyspace(), shard, id, 0, {campaigns::Found::Now, 5, 0}, {10, 1'000, -1, -1})
                     ->found,
                 campaigns::Found::Over);
        QCOMPARE(world.keyspace().digest(), before);
        QCOMPARE(world.draw("ann", 1)->refusal, Refusal::RolledBack);
        store::draws::Record confirm;
        confirm.id = id;
        confirm.campaign = no;
        confirm.user = UserId("ann");
        confirm.amount = Money{5};
        const auto inserted = store::draws::insert(world.database(), confirm);
        QVERIFY(inserted && !*inserted);
        CAMPAIGN_HOLDS(world);
    }

    /// Recovery comes while the first caller is still at it: whoever writes the row first has decided.
    void callerWakesUpAfterRecovery() {
        CampaignWorld world(Deployment::Apart);
        QVERIFY(world.start(world.settings(30'000, 60, 2)));
        const auto no = world.record().no;
        const DrawId id(uuidOf(1));
        const UserId user("ann");
        const campaigns::ShardKeys shard(no, campaigns::shardOf(user, 2));
        const campaigns::QueueKeys queue(no, 0);
        QVERIFY(campaigns::begin(world.keyspace(), shard, id, user, world.now));
        const auto taken = campaigns::take(world.keyspace(), queue, id, user, 2);
        QVERIFY(taken && taken->amount > 0);
        QVERIFY(campaigns::settle(world.keyspace(), shard, id, 0, *taken, {10, 100'000, -1, 1'000}));
        world.failKeyspaceBefore = 1'000;
        QVERIFY(recoverAll(world));  // rolled back
        world.clearFaults();
        QCOMPARE(world.missing(), 0);
        const auto answer = world.draw("ann", 1);
        QCOMPARE(answer->refusal, Refusal::RolledBack);
        CAMPAIGN_HOLDS(world);
    }

    /// Wherever it began, the oldest draw under way is the oldest of all users.
    void theOldestOfAllUsersIsShown() {
        for (std::int64_t first = 0; first < 3; ++first) {
            CampaignWorld world(Deployment::Apart);
            QVERIFY(world.start(world.settings(30'000, 60, 3)));
            std::int64_t number = 0;
            const auto began = world.now.plusMs(1);
            for (std::int64_t i = 0; i < 3; ++i) {
                auto name = std::string("u");  // the next one whose home comes after the last one's
                while (campaigns::shardOf(UserId(name), 3) != (first + i) % 3) {
                    name += 'u';
                }
                world.now = world.now.plusMs(1);
                world.failKeyspaceAfter = 2;  // begun and taken
                QVERIFY(!world.draw(name, ++number));
                world.clearFaults();
                QCOMPARE(world.balance().draws, number);
                QCOMPARE(world.balance().oldest, std::optional(began));
            }
        }
    }

    /// Two callers of one user at once, step by step in every order: the limit of 1 holds.
    void twoDrawersOfOneUser() {
        for (int order = 0; order < 6; ++order) {
            CampaignWorld world(Deployment::Apart);
            auto made = world.settings(30'000, 60, 2);
            made.countLimit = 1;
            QVERIFY(world.start(made));
            // One dies after `order` steps; the other draws meanwhile; then the first is recovered.
            world.failKeyspaceAfter = order + 1;
            const auto first = world.draw("ann", 1);
            world.clearFaults();
            const auto second = world.draw("ann", 2);
            QVERIFY(second);
            QVERIFY(recoverAll(world));
            const auto one = world.draw("ann", 1);
            const auto other = world.draw("ann", 2);
            QVERIFY(one && other);
            QVERIFY(one->refusal || other->refusal);
            QCOMPARE(world.missing(), 0);
            CAMPAIGN_HOLDS(world);
        }
    }

    void tenThousandDraws_data() {
        QTest::addColumn<bool>("apart");
        QTest::newRow("one commit") << false;
        QTest::newRow("apart") << true;
    }
    /// Each draw dies at the next step in turn; some are retried; now and then recovery runs, itself interrupted.
    void tenThousandDraws() {
        QFETCH(bool, apart);
        CampaignWorld world(apart ? Deployment::Apart : Deployment::OneCommit);
        auto made = world.settings(2'000'000, 8'000, 3);
        made.countLimit = 60;
        made.amountLimit = Money{14'000};
        made.validityMs = 3'600'000;
        QVERIFY(world.start(made));
        Rng rng(11);
        int failed = 0;
        for (std::int64_t i = 1; i <= 10'000; ++i) {
            const auto user = "user" + std::to_string(rng.below(150));
            setFault(world, static_cast<std::uint64_t>(i % 4), static_cast<int>(1 + i / 4 % 8));
            const auto payable = rng.below(3) == 0 ? std::optional(rng.between(1, 900)) : std::optional<std::int64_t>();
            const auto answer = world.draw(user, i, payable);
            failed += answer ? 0 : 1;
            world.clearFaults();
            if (!answer && rng.below(2) == 0) {
                (void)world.draw(user, i, payable);
            }
            if (i % 50 == 0) {
                world.now = world.now.plusMs(rng.between(0, 6'000));
                setFault(world, rng.below(4), static_cast<int>(rng.between(1, 20)));
                (void)world.upkeep();
                world.clearFaults();
            }
            if (i % 1'000 == 0) {
                QCOMPARE(world.missing(), 0);
            }
        }
        QVERIFY(failed > 3'000);
        QVERIFY(recoverAll(world));
        QCOMPARE(world.missing(), 0);
        QCOMPARE(world.balance().draws, 0);
        QCOMPARE(world.balance().inFlight, 0);
        QVERIFY(world.sums().draws > 1'000);
        CAMPAIGN_HOLDS(world);
    }

    void randomHistories_data() {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = 1; seed <= 8; ++seed) {
            QTest::addRow("seed %llu", seed) << seed;
        }
    }
    /// Draws, orders, closings, pauses, clock steps, expiries, retries, crashes: C1 after every script, all at the end.
    void randomHistories() {
        QFETCH(quint64, seed);
        Rng rng(seed);
        CampaignWorld world(Deployment::Apart);
        QVERIFY(world.policy({}) && world.product("tea", 10'000));
        auto made = world.settings(rng.between(2'000, 40'000), 100, rng.between(1, 5));
        made.countLimit = rng.between(2, 8);
        made.amountLimit = Money{rng.between(500, 4'000)};
        made.capAtMax = rng.below(2) == 0;
        made.validityMs = rng.between(5'000, 60'000);
        QVERIFY(world.start(made));
        std::string fault;
        watch(world, fault);
        for (std::int64_t i = 1; i <= 260 && fault.empty(); ++i) {
            const auto user = "user" + std::to_string(rng.below(12));
            const bool crash = rng.below(3) == 0;
            if (crash) {
                setFault(world, rng.below(4), static_cast<int>(rng.between(1, 12)));
            }
            const auto known = rng.between(std::max<std::int64_t>(1, i - 20), i);
            switch (rng.below(8)) {
                case 0:
                case 1:
                case 2: (void)world.draw(user, i); break;
                case 3: (void)world.draw(user, i, rng.between(0, 400)); break;
                case 4: (void)world.draw("user" + std::to_string(rng.below(12)), known); break;
                case 5: (void)world.placeWith(std::to_string(i), i, rng.between(1, 1'500), user.c_str()); break;
                case 6: (void)world.close(std::to_string(known)); break;
                case 7:
                    // The clock may step either way; nothing depends on it but what is due.
                    world.now = world.now.plusMs(rng.between(-2'000, 8'000));
                    (void)world.upkeep();
                    break;
            }
            world.clearFaults();
        }
        QVERIFY2(fault.empty(), fault.c_str());
        QVERIFY(recoverAll(world));
        world.now = world.now.plusMs(60'000);
        QVERIFY(world.upkeep());
        QVERIFY(recoverAll(world));
        QVERIFY2(fault.empty(), fault.c_str());
        QCOMPARE(world.missing(), 0);
        QCOMPARE(world.balance().inFlight, 0);
        QVERIFY(world.sums().draws > 5);
        CAMPAIGN_HOLDS(world);
    }
};

}  // namespace test_campaign_crashes

QTEST_GUILESS_MAIN(test_campaign_crashes::TestCampaignCrashes)
#include "test_campaign_crashes.moc"
