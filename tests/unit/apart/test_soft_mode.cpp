// SPDX-License-Identifier: GPL-3.0-or-later
// Soft dispatch reads who is on top, then charges: what others do between these two steps, that it evens out, and that
// one engine alone, which has nobody in between, chooses as strong dispatch does.
#include <QtTest>
#include <algorithm>
#include <map>

#include "tests/support/expect.h"
#include "tests/support/shops/rule_world.h"

namespace test_soft_mode {

using namespace evenhand;
using test::RuleWorld;
using Deployment = test::RuleBench::Deployment;

namespace {

const std::vector<const char*> kCrew{"a", "b", "c"};

bool open(RuleWorld& world, api::DispatchMode mode) {
    api::CampusPolicy policy;
    policy.mode = mode;
    return world.policy(policy) && world.couriers({"a", "b", "c"}) && world.product("tea", 1'000) && world.deliverAll();
}

std::int64_t spread(RuleWorld& world) {
    std::vector<std::int64_t> weights;
    for (const auto* courier : kCrew) {
        weights.push_back(world.weight(courier));
    }
    const auto [least, most] = std::minmax_element(weights.begin(), weights.end());
    return *most - *least;
}

/// Two consumers at once: the second one reads and charges after the first has read and before it charges.
bool bothAtOnce(RuleWorld& world, const std::string& one, const std::string& other) {
    if (!world.queue.empty() || !world.buy(one) || !world.buy(other)) {
        return false;
    }
    bool charged = false;
    world.afterStep = [&] {
        if (charged || world.keyspaceSteps() != 1) {
            return;
        }
        const auto keys = world.keys();
        const auto log = keys.log(other, 1);
        const auto seen = dispatch::top(world.keyspace(), keys, log, {});
        charged = seen && *seen && dispatch::charge(world.keyspace(), keys, log, (*seen)->courier, 10, 60'000, false);
    };
    const bool first = world.deliverOne();
    world.afterStep = nullptr;
    return first && charged && world.deliverOne();  // what the second one has charged is recorded
}

std::string name(int number) { return "A" + std::to_string(number); }

}  // namespace

class TestSoftMode : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void twoReadTheSameCourier() {
        RuleWorld world(Deployment::Apart);
        QVERIFY(open(world, api::DispatchMode::Soft));
        QVERIFY(bothAtOnce(world, "A1", "A2"));
        const auto courier = world.courierOf("A1");
        QVERIFY(!courier.empty());
        QCOMPARE(world.courierOf("A2"), courier);
        QCOMPARE(world.weight(courier.c_str()), 9'980);  // each of them has charged
        QCOMPARE(world.inHand(courier.c_str()), 2);
        QCOMPARE(spread(world), 20);
        QVERIFY(world.weightsAgree() && world.loadsAgree());
        QCOMPARE(world.logEntries(), std::size_t{0});
        // The next ones go to the others until they have as many.
        for (int i = 3; i <= 6; ++i) {
            QVERIFY(world.buy(name(i)) && world.deliverAll());
            QVERIFY(world.courierOf(name(i)) != courier);
        }
        QCOMPARE(spread(world), 0);
    }

    void itEvensOut() {
        RuleWorld world(Deployment::Apart);
        QVERIFY(open(world, api::DispatchMode::Soft));
        Rng rng(7);
        std::int64_t widest = 0;
        int number = 0;
        for (int i = 0; i < 60; ++i) {
            if (rng.below(2) == 0) {
                const auto one = name(++number);
                QVERIFY(bothAtOnce(world, one, name(++number)));
            } else {
                QVERIFY(world.buy(name(++number)) && world.deliverAll());
            }
            QVERIFY(spread(world) <= 20);  // two consumers: never more than the two steps of both
            widest = std::max(widest, spread(world));
        }
        QCOMPARE(widest, 20);  // more than strong dispatch would ever have
        QVERIFY(world.weightsAgree() && world.loadsAgree());
        std::map<std::string, int> counts;
        for (int i = 1; i <= number; ++i) {
            ++counts[world.courierOf(name(i))];
        }
        QCOMPARE(counts.size(), kCrew.size());
        const auto [least, most] = std::minmax_element(
            counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        QVERIFY(most->second - least->second <= 2);
    }

    void oneEngineAloneChoosesAsStrongDispatchDoes() {
        RuleWorld strong;
        RuleWorld soft;
        QVERIFY(open(strong, api::DispatchMode::Strong));
        QVERIFY(open(soft, api::DispatchMode::Soft));
        for (int i = 1; i <= 30; ++i) {
            for (auto* world : {&strong, &soft}) {
                QVERIFY(world->buy(name(i)) && world->deliverAll());
                QVERIFY(spread(*world) <= 10);
            }
            QCOMPARE(soft.courierOf(name(i)), strong.courierOf(name(i)));
        }
        for (const auto* courier : kCrew) {
            QCOMPARE(soft.weight(courier), strong.weight(courier));
        }
    }
};

}  // namespace test_soft_mode

QTEST_GUILESS_MAIN(test_soft_mode::TestSoftMode)
#include "test_soft_mode.moc"
