// SPDX-License-Identifier: GPL-3.0-or-later
// The draw and what gives it back, as rules: both cases of the amount limit, caps, queues in turn, compensation,
// orders.
#include <QtTest>

#include "campaign_world.h"

namespace test_campaign_draws {

using namespace evenhand;
using namespace evenhand::test;

namespace {

using Refusal = api::DrawRefusal;

/// Draws until a refusal; the sum granted.
std::int64_t drain(CampaignWorld& world, std::int64_t first, Refusal& refusal) {
    std::int64_t sum = 0;
    for (std::int64_t i = first;; ++i) {
        const auto answer = world.draw("user" + std::to_string(i % 5), i);
        if (!answer) {
            qFatal("%s", answer.error().text().c_str());
        }
        if (answer->refusal) {
            refusal = *answer->refusal;
            return sum;
        }
        sum += answer->amount.minor;
    }
}

}  // namespace

class TestCampaignDraws : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wholeBudgetIsDrawnOnce() {
        for (const auto deployment : {RuleBench::Deployment::OneCommit, RuleBench::Deployment::Apart}) {
            CampaignWorld world(deployment);
            QVERIFY(world.start(world.settings(20'000, 200, 3)));
            CAMPAIGN_HOLDS(world);
            Refusal refusal{};
            QCOMPARE(drain(world, 1, refusal), 20'000);
            QCOMPARE(refusal, Refusal::Exhausted);
            QCOMPARE(world.sums().draws, 200);
            QCOMPARE(world.record().row.state, api::CampaignState::Ended);
            QCOMPARE(world.record().row.ended, api::CampaignEnd::Exhausted);
            QCOMPARE(world.draw("late", 5'000)->refusal, Refusal::Ended);
            CAMPAIGN_HOLDS(world);
        }
    }

    void largeOnesAreBuiltInSlices() {
        CampaignWorld world;
        const auto made = world.settings(30'000'000, 300'000, 4);
        QVERIFY(
            world.run<api::CampaignRow>([&](auto& work) { return campaigns::createCampaign(work, world.id, made); }));
        QVERIFY(world.run<api::CampaignRow>([&](auto& work) { return campaigns::startCampaign(work, world.id); }));
        campaigns::BuildSource source(world.shared);
        std::int64_t built = 0;
        int units = 0;
        for (; source.nextDue(); ++units) {
            QVERIFY(world.run<void>([&](auto& work) { return source.runDue(work); }));
            const auto now = world.balance().placesEver;
            QVERIFY2(now - built <= 12'800, qPrintable(QString::number(now - built)));
            built = now;
        }
        QCOMPARE(built, 300'000);
        QVERIFY(units > 30);
        // Two bytes an amount, and nothing else that grows with the places.
        std::size_t bytes = 0;
        for (std::int64_t queue = 0; queue < 4; ++queue) {
            const auto chunks =
                world.keyspace().call({"LRANGE", campaigns::QueueKeys(world.record().no, queue).chunks, "0", "-1"});
            for (const auto& chunk : chunks->elements) {
                bytes += chunk.text.size();
            }
        }
        QCOMPARE(bytes, std::size_t{600'000});
        CAMPAIGN_HOLDS(world);
    }

    /// A unit that is undone while the queues are filled: they are whole all the same.
    void undoneFillsAreRepeated() {
        CampaignWorld world;
        const auto made = world.settings(3'000'000, 30'000, 2);
        QVERIFY(
            world.run<api::CampaignRow>([&](auto& work) { return campaigns::createCampaign(work, world.id, made); }));
        QVERIFY(world.run<api::CampaignRow>([&](auto& work) { return campaigns::startCampaign(work, world.id); }));
        campaigns::BuildSource source(world.shared);
        for (int units = 0; source.nextDue(); ++units) {
            world.failCommit = units % 3 == 1;
            (void)world.run<void>([&](auto& work) { return source.runDue(work); });
            world.failCommit = false;
            QVERIFY(units < 100);
        }
        QCOMPARE(world.record().row.state, api::CampaignState::Running);
        QCOMPARE(world.balance().queued, 3'000'000);
        CAMPAIGN_HOLDS(world);
    }

    void sameDrawSameAnswer() {
        CampaignWorld world;
        QVERIFY(world.start(world.settings(20'000, 100)));
        const auto first = world.draw("ann", 1);
        QVERIFY(first && !first->refusal && !first->repeated);
        const auto again = world.draw("ann", 1);
        QVERIFY(again && again->repeated);
        QCOMPARE(again->amount, first->amount);
        QCOMPARE(world.sums().draws, 1);
        const auto other = world.draw("bob", 1);
        QVERIFY(!other);
        QCOMPARE(other.error().code, ErrorCode::KeyReused);
        QCOMPARE(QString::fromStdString(other.error().field), QStringLiteral("draw_id"));
        CAMPAIGN_HOLDS(world);
    }

    void countLimit() {
        CampaignWorld world;
        auto made = world.settings(20'000, 100);
        made.countLimit = 2;
        QVERIFY(world.start(made));
        QVERIFY(!world.draw("ann", 1)->refusal);
        QVERIFY(!world.draw("ann", 2)->refusal);
        QCOMPARE(world.draw("ann", 3)->refusal, Refusal::CountLimit);
        QCOMPARE(world.draw("ann", 3)->refusal, Refusal::CountLimit);
        QVERIFY(!world.draw("bob", 4)->refusal);
        // What the refused draw had taken is the next to be drawn, whole.
        QCOMPARE(world.balance().placesLeft, 97);
        QCOMPARE(world.balance().compensation, 0);
        CAMPAIGN_HOLDS(world);
    }

    void amountLimitIsMetExactly() {
        CampaignWorld world;
        auto made = world.settings(50'000, 100);
        made.amountLimit = Money{777};
        QVERIFY(world.start(made));
        std::int64_t sum = 0;
        std::int64_t i = 1;
        for (;; ++i) {
            const auto answer = world.draw("ann", i);
            QVERIFY(answer);
            QCOMPARE(world.missing(), 0);
            if (answer->refusal) {
                QCOMPARE(answer->refusal, Refusal::AmountLimit);
                break;
            }
            sum += answer->amount.minor;
        }
        QCOMPARE(sum, 777);
        QCOMPARE(world.balance().placesLeft, 100 - (i - 1));  // places stay used, and the refused one came back
        QVERIFY(world.balance().compensation > 0);            // the uncovered part
        // Somebody else gets compensation with an amount.
        Refusal refusal{};
        (void)drain(world, 1'000, refusal);
        CAMPAIGN_HOLDS(world);
    }

    void payableBounds() {
        CampaignWorld world;
        QVERIFY(world.start(world.settings(50'000, 100)));
        const auto answer = world.draw("ann", 1, 3);
        QVERIFY(answer && !answer->refusal);
        QVERIFY(answer->amount.minor <= 3);
        QCOMPARE(world.draw("ann", 2, 0)->refusal, Refusal::NothingPayable);
        QCOMPARE(world.missing(), 0);
        const auto wrong = world.draw("ann", 3, -1);
        QVERIFY(!wrong);
        QCOMPARE(QString::fromStdString(wrong.error().field), QStringLiteral("payable"));
        CAMPAIGN_HOLDS(world);
    }

    void capAtMax() {
        for (const bool cap : {true, false}) {
            CampaignWorld world;
            auto made = world.settings(95'000, 100, 1);  // amounts close to the largest
            made.capAtMax = cap;
            QVERIFY(world.start(made));
            // Small orders leave compensation behind.
            for (std::int64_t i = 1; i <= 30; ++i) {
                QVERIFY(!world.draw("ann", i, 1)->refusal);
            }
            QVERIFY(world.balance().compensation > 0);
            bool above = false;
            for (std::int64_t i = 31; i <= 60; ++i) {
                const auto answer = world.draw("bob", i);
                QVERIFY(answer && !answer->refusal);
                above = above || answer->amount.minor > 1'000;
                QCOMPARE(world.missing(), 0);
            }
            QCOMPARE(above, !cap);
            CAMPAIGN_HOLDS(world);
        }
    }

    void everyQueueIsEmptied() {
        CampaignWorld world;
        QVERIFY(world.start(world.settings(5'000, 20, 7)));  // queues of 2 or 3 places
        std::int64_t sum = 0;
        for (std::int64_t i = 1; i <= 20; ++i) {
            const auto answer = world.draw("ann", i);  // her home queue first, then the others
            QVERIFY(answer && !answer->refusal);
            sum += answer->amount.minor;
        }
        QCOMPARE(sum, 5'000);
        QCOMPARE(world.record().row.state, api::CampaignState::Running);  // only an empty draw ends it
        QCOMPARE(world.draw("ann", 21)->refusal, Refusal::Exhausted);
        CAMPAIGN_HOLDS(world);
    }

    void leftCompensationIsUnspent() {
        CampaignWorld world;
        QVERIFY(world.start(world.settings(5'000, 10, 2)));
        for (std::int64_t i = 1; i <= 10; ++i) {
            QVERIFY(!world.draw("ann", i, 1)->refusal);
        }
        QCOMPARE(world.draw("ann", 11)->refusal, Refusal::Exhausted);
        QCOMPARE(world.balance().unspent, 4'990);
        QCOMPARE(world.balance().compensation, 0);
        CAMPAIGN_HOLDS(world);
    }

    void ordersUseDraws() {
        CampaignWorld world;
        QVERIFY(world.policy({}) && world.product("tea", 100));
        QVERIFY(world.start(world.settings(50'000, 100)));
        const auto placed = world.placeWith("1", 1, 3'000);
        QVERIFY2(placed, placed ? "" : placed.error().text().c_str());
        QVERIFY(placed->draw && !placed->draw->refusal);
        QCOMPARE(placed->payable.minor, 3'000 - placed->draw->amount.minor);
        QCOMPARE(world.detail("1").discount, placed->draw->amount);
        // The same key again: the same draw, nothing twice.
        const auto again = world.placeWith("1", 1, 3'000);
        QVERIFY(again && again->repeated && again->draw);
        QCOMPARE(again->draw->amount, placed->draw->amount);
        QCOMPARE(world.sums().draws, 1);
        // Another order cannot use it, another body under the key neither.
        QCOMPARE(world.placeWith("2", 1, 3'000).error().code, ErrorCode::AlreadyExists);
        QCOMPARE(world.placeWith("1", 2, 3'000).error().code, ErrorCode::KeyReused);
        // Paid and closed: the discount comes back, the place stays used.
        QCOMPARE(world.pay("1", placed->payable.minor)->outcome, api::PaymentOutcome::Accepted);
        const auto before = world.balance();
        QVERIFY(world.close("1"));
        QCOMPARE(world.balance().compensation, before.compensation + placed->draw->amount.minor);
        QCOMPARE(world.balance().placesLeft, before.placesLeft);
        QCOMPARE(world.missing(), 0);
        CAMPAIGN_HOLDS(world);
    }

    void drawBeforeOrder() {
        CampaignWorld world;
        QVERIFY(world.policy({}) && world.product("tea", 100));
        QVERIFY(world.start(world.settings(50'000, 100)));
        const auto drawn = world.draw("ann", 1);
        QVERIFY(drawn && drawn->validUntil);
        // Hers alone, and not for an order that is worth less.
        QCOMPARE(world.placeWith("1", 1, 3'000, "bob").error().code, ErrorCode::KeyReused);
        if (drawn->amount.minor > 1) {
            const auto small = world.placeWith("1", 1, drawn->amount.minor - 1, "ann");
            QCOMPARE(small.error().code, ErrorCode::InvalidArgument);
        }
        QVERIFY(world.detail("1").row.orderNo.empty());
        const auto placed = world.placeWith("1", 1, 3'000, "ann");
        QVERIFY(placed);
        QCOMPARE(placed->payable.minor, 3'000 - drawn->amount.minor);
        CAMPAIGN_HOLDS(world);
    }

    /// A discount may be all that an order is worth.
    void nothingLeftToPay() {
        CampaignWorld world;
        QVERIFY(world.policy({}) && world.product("tea", 100));
        QVERIFY(world.start(world.settings(50'000, 100)));
        const auto drawn = world.draw("ann", 1);
        QVERIFY(drawn && !drawn->refusal);
        const auto placed = world.placeWith("1", 1, drawn->amount.minor, "ann");
        QVERIFY2(placed, placed ? "" : placed.error().text().c_str());
        QCOMPARE(placed->payable.minor, 0);
        QCOMPARE(world.detail("1").discount, drawn->amount);
        CAMPAIGN_HOLDS(world);
    }

    void refusedDrawLeavesFullPrice() {
        CampaignWorld world;
        QVERIFY(world.policy({}) && world.product("tea", 100));
        auto made = world.settings(50'000, 100);
        made.countLimit = 1;
        QVERIFY(world.start(made));
        QVERIFY(!world.placeWith("1", 1, 3'000)->draw->refusal);
        const auto placed = world.placeWith("2", 2, 3'000);
        QVERIFY(placed);
        QCOMPARE(placed->payable.minor, 3'000);
        QCOMPARE(placed->draw->refusal, Refusal::CountLimit);
        CAMPAIGN_HOLDS(world);
    }

    void failedOrderRollsBack() {
        CampaignWorld world;
        QVERIFY(world.policy({}) && world.product("tea", 0));
        QVERIFY(world.start(world.settings(50'000, 100)));
        QCOMPARE(world.placeWith("1", 1, 3'000).error().code, ErrorCode::OutOfStock);
        QCOMPARE(world.sums().draws, 0);
        QCOMPARE(world.balance().placesLeft, 100);
        CAMPAIGN_HOLDS(world);
    }

    void unusedDrawRunsOut() {
        for (const auto deployment : {RuleBench::Deployment::OneCommit, RuleBench::Deployment::Apart}) {
            CampaignWorld world(deployment);
            QVERIFY(world.policy({}) && world.product("tea", 100));
            auto made = world.settings(50'000, 100);
            made.validityMs = 60'000;
            QVERIFY(world.start(made));
            const auto drawn = world.draw("ann", 1);
            QVERIFY(world.upkeep());
            QVERIFY(!world.draw("ann", 1)->givenBack);
            world.now = world.now.plusMs(60'000);
            // At the instant it has run out, whoever is quicker.
            QCOMPARE(world.placeWith("1", 1, 3'000, "ann").error().code, ErrorCode::WrongStatus);
            QVERIFY(world.upkeep());
            QVERIFY(world.draw("ann", 1)->givenBack);
            QCOMPARE(world.balance().compensation, drawn->amount.minor);
            QVERIFY(world.upkeep());
            QCOMPARE(world.balance().compensation, drawn->amount.minor);  // once
            QCOMPARE(world.missing(), 0);
            CAMPAIGN_HOLDS(world);
        }
    }

    /// To the last millisecond.
    void usedJustInTime() {
        CampaignWorld world;
        QVERIFY(world.policy({}) && world.product("tea", 100));
        auto made = world.settings(50'000, 100);
        made.validityMs = 60'000;
        QVERIFY(world.start(made));
        const auto drawn = world.draw("ann", 1);
        QVERIFY(drawn && drawn->validUntil);
        QCOMPARE(drawn->validUntil->ms, world.now.ms + 60'000);
        world.now = world.now.plusMs(59'999);
        const auto placed = world.placeWith("1", 1, 3'000, "ann");
        QVERIFY2(placed, placed ? "" : placed.error().text().c_str());
        QVERIFY(placed->draw && !placed->draw->validUntil);  // an order has it
        world.now = world.now.plusMs(3'600'000);
        QVERIFY(world.upkeep());
        QVERIFY(!world.draw("ann", 1)->givenBack);
        CAMPAIGN_HOLDS(world);
    }

    void giveBackAfterTheEnd() {
        CampaignWorld world;
        QVERIFY(world.policy({}) && world.product("tea", 100));
        QVERIFY(world.start(world.settings(50'000, 100)));
        const auto placed = world.placeWith("1", 1, 3'000);
        QVERIFY(world.run<api::CampaignRow>([&](auto& work) { return campaigns::stopCampaign(work, world.id); }));
        const auto unspent = world.balance().unspent;
        QCOMPARE(unspent, 50'000 - placed->draw->amount.minor);
        QVERIFY(world.close("1"));
        QCOMPARE(world.balance().unspent, 50'000);
        QCOMPARE(world.balance().compensation, 0);
        CAMPAIGN_HOLDS(world);
    }

    /// Stopped before its amounts stood ready, or when some of them did: nothing was ever granted, so that all of the
    /// budget is unspent.
    void stoppedWhileItIsBuilt() {
        for (const bool begun : {false, true}) {
            CampaignWorld world;
            const auto made = world.settings(8'000'000, 80'000);
            QVERIFY(world.run<api::CampaignRow>(
                [&](auto& work) { return campaigns::createCampaign(work, world.id, made); }));
            QVERIFY(world.run<api::CampaignRow>([&](auto& work) { return campaigns::startCampaign(work, world.id); }));
            campaigns::BuildSource building(world.shared);
            while (begun && world.balance().placesEver == 0) {
                QVERIFY(world.run<void>([&](auto& work) { return building.runDue(work); }));
            }
            QVERIFY(world.balance().placesEver < 80'000);
            QCOMPARE(world.balance().unspent, 0);
            QCOMPARE(world.record().row.state, api::CampaignState::Building);
            CAMPAIGN_HOLDS(world);
            QVERIFY(world.run<api::CampaignRow>([&](auto& work) { return campaigns::stopCampaign(work, world.id); }));
            QCOMPARE(world.record().row.state, api::CampaignState::Ended);
            QCOMPARE(world.balance().unspent, 8'000'000);
            QCOMPARE(world.balance().queued, 0);
            QCOMPARE(world.missing(), 0);
            CAMPAIGN_HOLDS(world);
        }
    }

    void outsideItsTime() {
        CampaignWorld world;
        auto made = world.settings(50'000, 100);
        made.begin = world.now.plusMs(1'000);
        made.end = world.now.plusMs(2'000);
        QVERIFY(world.start(made));
        QCOMPARE(world.draw("ann", 1)->refusal, Refusal::NotStarted);
        world.now = made.begin;
        QVERIFY(!world.draw("ann", 1)->refusal);  // the refusal left no record
        QVERIFY(world.run<api::CampaignRow>([&](auto& work) { return campaigns::pauseCampaign(work, world.id); }));
        QCOMPARE(world.draw("ann", 2)->refusal, Refusal::Paused);
        QVERIFY(world.draw("ann", 1)->repeated);
        QVERIFY(world.run<api::CampaignRow>([&](auto& work) { return campaigns::resumeCampaign(work, world.id); }));
        world.now = made.end;
        QCOMPARE(world.draw("ann", 2)->refusal, Refusal::Ended);
        QVERIFY(world.upkeep());
        QCOMPARE(world.record().row.ended, api::CampaignEnd::Time);
        CAMPAIGN_HOLDS(world);
    }

    void badDrawIds() {
        CampaignWorld world;
        QVERIFY(world.start(world.settings(50'000, 100)));
        for (const char* bad : {"1", "00000000-0000-4000-8000-00000000000g", "00000000.0000.4000.8000.000000000001",
                                "00000000-0000-4000-8000-00000000001", "00000000-0000-4000-8000-0000000000001",
                                "0000000-00000-4000-8000-000000000001", "00000000-000004000-8000-000000000001",
                                "00000000-0000-400008000-000000000001", "00000000-0000-4000-80000000000000001"}) {
            const auto answer = world.run<api::DrawAnswer>([&](auto& work) {
                return campaigns::draw(work, {world.id, DrawId(bad), UserId("ann"), std::nullopt});
            });
            QVERIFY(!answer);
            QCOMPARE(QString::fromStdString(answer.error().field), QStringLiteral("draw_id"));
        }
        const auto none = world.run<api::DrawAnswer>([&](auto& work) {
            return campaigns::draw(work, {CampaignId("none"), {}, UserId("ann"), std::nullopt});
        });
        QCOMPARE(none.error().code, ErrorCode::NotFound);
        QCOMPARE(world.sums().draws, 0);
        const auto capitals = world.run<api::DrawAnswer>([&](auto& work) {
            return campaigns::draw(
                work, {world.id, DrawId("ABCDEFAB-CDEF-4000-8000-0123456789AF"), UserId("ann"), std::nullopt});
        });
        QVERIFY(capitals && !capitals->refusal);
        for (const std::int64_t payable : {std::int64_t{-1}, base::kMaxMoneyMinor + 1}) {
            const auto refused = world.draw("ann", 7, payable);
            QVERIFY(!refused);
            QCOMPARE(QString::fromStdString(refused.error().field), QStringLiteral("payable"));
        }
        QVERIFY(!world.draw("ann", 8, base::kMaxMoneyMinor)->refusal);
    }

    /// Ids that the engine makes grow with time, and are as good as a caller's own when the draw is asked for again.
    void idsMadeByTheEngine() {
        CampaignWorld world;
        QVERIFY(world.start(world.settings(50'000, 100)));
        const auto drawn = [&](const DrawId& id) {
            return world.run<api::DrawAnswer>([&](auto& work) {
                return campaigns::draw(work, {world.id, id, UserId("ann"), std::nullopt});
            });
        };
        DrawId last;
        for (int i = 0; i < 20; ++i) {
            const auto answer = drawn({});
            QVERIFY(answer && !answer->refusal && !answer->repeated);
            QVERIFY(last < answer->id);
            last = answer->id;
            const auto again = drawn(last);
            QVERIFY(again && again->repeated);
            QCOMPARE(again->amount.minor, answer->amount.minor);
            world.now = world.now.plusMs(1);
        }
        QCOMPARE(world.sums().draws, 20);
        CAMPAIGN_HOLDS(world);
    }

    void wideAmounts() {
        CampaignWorld world;
        auto made = world.settings(999'999'999'999, 20, 2);
        made.shape.maxDiscount = Money{100'000'000'000};
        QVERIFY(world.start(made));
        Refusal refusal{};
        QCOMPARE(drain(world, 1, refusal), 999'999'999'999);
        CAMPAIGN_HOLDS(world);
    }
};

}  // namespace test_campaign_draws

QTEST_GUILESS_MAIN(test_campaign_draws::TestCampaignDraws)
#include "test_campaign_draws.moc"
