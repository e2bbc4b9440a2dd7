// SPDX-License-Identifier: GPL-3.0-or-later
// The amounts of a campaign: exact in sum, number and bounds for every feasible setting; the documented distributions
// at fixed seeds; the same seed, the same result.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/amounts/amounts.h"
#include "engine/base/sha1.h"

namespace test_campaign_amounts {

using namespace evenhand;
using namespace evenhand::campaigns;

namespace {

using Queues = std::vector<std::vector<std::int64_t>>;

api::CampaignShape shapeOf(std::int64_t budget, std::int64_t places, std::int64_t max, std::int64_t queues) {
    return {Money{budget}, places, Money{max}, queues};
}

Queues build(const api::CampaignShape& shape, std::uint64_t seed) {
    AmountBuilder builder(shape, seed);
    while (!builder.step(1'000)) {
    }
    return builder.queues();
}

std::int64_t sumOf(const std::vector<std::int64_t>& amounts) {
    return std::accumulate(amounts.begin(), amounts.end(), std::int64_t{0});
}

/// What is wrong with the queues of a feasible shape; empty: nothing.
std::string fault(const api::CampaignShape& shape, const Queues& queues) {
    std::int64_t places = 0;
    std::int64_t amount = 0;
    std::size_t least = SIZE_MAX;
    std::size_t most = 0;
    for (const auto& queue : queues) {
        places += static_cast<std::int64_t>(queue.size());
        amount += sumOf(queue);
        least = std::min(least, queue.size());
        most = std::max(most, queue.size());
        for (const auto value : queue) {
            if (value < 1 || value > shape.maxDiscount.minor) {
                return "an amount of " + std::to_string(value);
            }
        }
    }
    if (places != shape.places || amount != shape.budget.minor) {
        return std::to_string(places) + " places, " + std::to_string(amount);
    }
    if (static_cast<std::int64_t>(queues.size()) != shape.queues || most - least > 1) {
        return "places are not spread evenly over the queues";
    }
    const auto plan = planLists(shape);
    if (plan.list[1].places > 0) {  // the tail of each queue
        std::int64_t ones = 0;
        for (const auto& queue : queues) {
            for (auto at = queue.rbegin(); at != queue.rend() && *at == 1; ++at) {
                ++ones;
            }
        }
        if (ones < plan.list[1].places) {
            return "the small change does not stand at the tails";
        }
    }
    return {};
}

/// Chi-square of counts against equal expectation.
double chiSquare(const std::vector<std::int64_t>& counts) {
    const double expected = static_cast<double>(sumOf(counts)) / static_cast<double>(counts.size());
    double sum = 0;
    for (const auto count : counts) {
        sum += (static_cast<double>(count) - expected) * (static_cast<double>(count) - expected) / expected;
    }
    return sum;
}

}  // namespace

class TestCampaignAmounts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void exact_data() {
        QTest::addColumn<qint64>("budget");
        QTest::addColumn<qint64>("places");
        QTest::addColumn<qint64>("max");
        QTest::addColumn<qint64>("queues");
        const auto row = [](qint64 budget, qint64 places, qint64 max, qint64 queues) {
            QTest::addRow("%lld over %lld, %lld, %lld queues", budget, places, max, queues)
                << budget << places << max << queues;
        };
        row(1, 1, 10, 1);
        row(1'000, 1, 1'000, 1);
        row(10, 1, 10, 3);            // fewer places than queues
        row(5, 5, 1'000, 2);          // mean 1
        row(6, 5, 1'000, 2);          // mean close to 1
        row(50'000, 50, 1'000, 7);    // mean D
        row(49'999, 50, 1'000, 7);    // mean close to D
        row(2'999, 1'000, 1'000, 4);  // N/3000 < 1
        row(10'000, 20, 1'000, 3);    // one block exactly
        row(10'001, 21, 1'000, 3);
        row(1'000'000, 10'007, 1'000, 13);  // remainders
        row(4'999'999, 10'000, 1'000, 8);
        row(9'500, 1'000, 10, 5);  // no List 1
        row(30'000, 2'000, 20, 5);
        row(999'999'999'999, 1'000, 999'999'999'990, 3);
        row(999'999'999'999, 3'000, 1'000'000'000, 10);
        row(100'000, 3, 100'000, 10'000);
    }
    void exact() {
        QFETCH(qint64, budget);
        QFETCH(qint64, places);
        QFETCH(qint64, max);
        QFETCH(qint64, queues);
        const auto shape = shapeOf(budget, places, max, queues);
        QVERIFY(!infeasibility(shape));
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const auto problem = fault(shape, build(shape, seed));
            QVERIFY2(problem.empty(), problem.c_str());
        }
    }

    void everyFeasibleSetting() {
        Rng rng(7);
        for (int i = 0; i < 4'000; ++i) {
            const std::int64_t max = 10 * rng.between(1, rng.between(1, 200));
            const std::int64_t places = rng.between(1, rng.between(1, 500));
            // Often close to the bounds.
            std::int64_t budget = rng.between(places, places * max);
            if (rng.below(3) == 0) {
                budget = std::min(places * max, places + rng.between(0, 20));
            } else if (rng.below(3) == 0) {
                budget = std::max(places, places * max - rng.between(0, 20));
            }
            const auto shape = shapeOf(budget, places, max, rng.between(1, 40));
            QVERIFY(!infeasibility(shape));
            const auto problem = fault(shape, build(shape, rng.next()));
            QVERIFY2(problem.empty(), qPrintable(QStringLiteral("%1 over %2, %3: %4")
                                                     .arg(budget)
                                                     .arg(places)
                                                     .arg(max)
                                                     .arg(QString::fromStdString(problem))));
        }
    }

    void infeasible_data() {
        QTest::addColumn<qint64>("budget");
        QTest::addColumn<qint64>("places");
        QTest::addColumn<qint64>("max");
        QTest::addColumn<qint64>("queues");
        QTest::addColumn<QString>("field");
        QTest::newRow("no budget") << 0LL << 1LL << 1'000LL << 1LL << QStringLiteral("budget");
        QTest::newRow("negative") << -5LL << 1LL << 1'000LL << 1LL << QStringLiteral("budget");
        QTest::newRow("no places") << 10LL << 0LL << 1'000LL << 1LL << QStringLiteral("places");
        QTest::newRow("no queues") << 10LL << 1LL << 1'000LL << 0LL << QStringLiteral("queues");
        QTest::newRow("more places than budget") << 10LL << 11LL << 1'000LL << 1LL << QStringLiteral("places");
        QTest::newRow("more budget than places") << 1'001LL << 1LL << 1'000LL << 1LL << QStringLiteral("budget");
        QTest::newRow("not divisible") << 100LL << 10LL << 1'005LL << 1LL << QStringLiteral("max_discount");
        QTest::newRow("no discount") << 100LL << 10LL << 0LL << 1LL << QStringLiteral("max_discount");
        QTest::newRow("budget out of range")
            << 1'000'000'000'000LL << 10LL << 1'000'000'000LL << 1LL << QStringLiteral("budget");
    }
    void infeasible() {
        QFETCH(qint64, budget);
        QFETCH(qint64, places);
        QFETCH(qint64, max);
        QFETCH(qint64, queues);
        QFETCH(QString, field);
        const auto shape = shapeOf(budget, places, max, queues);
        const auto found = infeasibility(shape);
        QVERIFY(found);
        QCOMPARE(QString::fromStdString(found->error.field), field);
        QVERIFY(!found->error.message.empty());
        QVERIFY(!found->nearest.empty());
        QVERIFY(previewAmounts(shape, 1).infeasible);
        // Each of the nearest values alone puts this right.
        for (const auto& nearest : found->nearest) {
            auto changed = shape;
            (nearest.field == "budget"   ? changed.budget.minor
             : nearest.field == "places" ? changed.places
             : nearest.field == "queues" ? changed.queues
                                         : changed.maxDiscount.minor) = nearest.value;
            const auto still = infeasibility(changed);
            QVERIFY2(!still || still->error.field != found->error.field || still->error.message != found->error.message,
                     nearest.field.c_str());
        }
    }

    void nearestValues_data() {
        QTest::addColumn<qint64>("budget");
        QTest::addColumn<qint64>("places");
        QTest::addColumn<qint64>("max");
        QTest::addColumn<qint64>("queues");
        QTest::addColumn<QString>("nearest");
        const auto row = [](qint64 budget, qint64 places, qint64 max, qint64 queues, const char* nearest) {
            QTest::newRow(nearest) << budget << places << max << queues << QString::fromLatin1(nearest);
        };
        row(0, 1, 1'000, 1, "budget 1");
        row(1'000'000'000'000, 1, 1'000, 1, "budget 999999999999");
        row(10, 0, 1'000, 1, "places 1");
        row(999'999'999, 100'000'001, 1'000, 1, "places 100000000");
        row(10, 1, 1'000, 0, "queues 1");
        row(10, 1, 1'000, 10'001, "queues 10000");
        row(10, 1, 0, 1, "max_discount 10");
        row(10, 1, 1'000'000'000'000, 1, "max_discount 999999999990");
        row(10, 1, 1'005, 1, "max_discount 1000 or max_discount 1010");
        row(10, 11, 1'000, 1, "places 10 or budget 11");
        row(1'001, 1, 1'000, 1, "budget 1000 or places 2 or max_discount 1010");
        row(25'000, 3, 1'000, 1, "budget 3000 or places 25 or max_discount 8340");
        row(2'001, 2, 1'000, 1, "budget 2000 or places 3 or max_discount 1010");
        row(999'999'999'999, 1, 10, 1, "budget 10");  // nothing else can be so large
    }
    void nearestValues() {
        QFETCH(qint64, budget);
        QFETCH(qint64, places);
        QFETCH(qint64, max);
        QFETCH(qint64, queues);
        QFETCH(QString, nearest);
        const auto found = infeasibility(shapeOf(budget, places, max, queues));
        QVERIFY(found);
        QStringList told;
        for (const auto& one : found->nearest) {
            told << QString::fromStdString(one.field) + QLatin1Char(' ') + QString::number(one.value);
        }
        QCOMPARE(told.join(QStringLiteral(" or ")), nearest);
        const auto refused = checkShape(shapeOf(budget, places, max, queues));
        QVERIFY(!refused);
        QVERIFY(
            QString::fromStdString(refused.error().message).endsWith(QStringLiteral("; valid would be ") + nearest));
    }

    void warnings_data() {
        QTest::addColumn<qint64>("budget");
        QTest::addColumn<qint64>("places");
        QTest::addColumn<qint64>("queues");
        QTest::addColumn<QString>("warning");
        QTest::addColumn<bool>("told");
        const auto row = [](const char* name, qint64 budget, qint64 places, qint64 queues, const char* warning,
                            bool told) {
            QTest::newRow(name) << budget << places << queues << QString::fromLatin1(warning) << told;
        };
        row("a place for each queue", 2'000, 4, 4, "fewer_places_than_queues", false);
        row("one queue more", 2'000, 4, 5, "fewer_places_than_queues", true);
        row("a mean of 1.1", 1'100, 1'000, 1, "narrow_spread", false);
        row("less", 1'099, 1'000, 1, "narrow_spread", true);
        row("a mean of nine tenths", 9'000, 10, 1, "narrow_spread", false);
        row("more", 9'001, 10, 1, "narrow_spread", true);
        row("half of the places in blocks", 20'000, 40, 1, "no_even_spread", false);
        row("too few for a block", 5'000, 19, 1, "no_even_spread", true);
        // All amounts are the largest: none can be 1.
        row("no room for small change", 1'000'000, 1'000, 1, "no_small_change", true);
        row("nine places have no tenth", 9'000, 9, 1, "no_small_change", false);
        row("below 3,000 there is none", 2'999, 1'000, 1, "no_small_change", false);
    }
    void warnings() {
        QFETCH(qint64, budget);
        QFETCH(qint64, places);
        QFETCH(qint64, queues);
        QFETCH(QString, warning);
        QFETCH(bool, told);
        const auto preview = previewAmounts(shapeOf(budget, places, 1'000, queues), 5);
        QVERIFY(!preview.infeasible);
        const auto& all = preview.warnings;
        QCOMPARE(std::find(all.begin(), all.end(), warning.toStdString()) != all.end(), told);
    }

    void histogramOfTheBounds() {
        // All are 1, and all are the largest.
        const auto least = previewAmounts(shapeOf(50, 50, 10, 1), 9);
        QCOMPARE(least.histogram, (std::vector<std::int64_t>{50, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
        QCOMPARE(least.seed, 9);
        QCOMPARE(least.sample.size(), std::size_t{50});
        const auto most = previewAmounts(shapeOf(200'000, 200, 1'000, 1), 9);
        QCOMPARE(most.histogram, (std::vector<std::int64_t>{0, 0, 0, 0, 0, 0, 0, 0, 0, 200}));
        QCOMPARE(most.sample.size(), std::size_t{100});
    }

    void sameSeedSameResult() {
        const auto shape = shapeOf(1'234'567, 6'543, 1'000, 7);
        QCOMPARE(build(shape, 42), build(shape, 42));
        QVERIFY(build(shape, 42) != build(shape, 43));
        // In slices of any size, and on every machine.
        AmountBuilder whole(shape, 42);
        QVERIFY(whole.step(1'000'000));
        QCOMPARE(whole.queues(), build(shape, 42));
        std::string text;
        for (const auto& queue : whole.queues()) {
            for (const auto amount : queue) {
                text += std::to_string(amount) + ",";
            }
            text += ";";
        }
        const auto digest = base::sha1Hex(text);
        QCOMPARE(QString::fromLatin1(digest.data(), static_cast<qsizetype>(digest.size())),
                 QStringLiteral("e4751ad9af92aab05bd498c5f509822ccbc0333a"));
    }

    void evenSpreadIsEven() {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const auto shape = shapeOf(1'000'000, 2'000, 1'000, 1);  // List 1: 50 blocks, half of the places
            const auto plan = planLists(shape);
            QCOMPARE(plan.blocks, 50);
            // List 1 alone: all of a shape of exactly one block per 20 places would be; so take the difference.
            AmountBuilder builder(shapeOf(10'000, 20, 1'000, 1), seed);
            QVERIFY(builder.step(1'000));
            std::vector<std::int64_t> counts(10, 0);
            for (const auto amount : builder.queues()[0]) {
                ++counts[static_cast<std::size_t>((amount - 1) / 100)];
            }
            QCOMPARE(counts, std::vector<std::int64_t>(10, 2));
        }
    }

    void bothEndsOfTheBound() {
        // List 1 stops where the rest would leave [1.1, 0.9 D], and is as long as it may be otherwise.
        Rng rng(3);
        for (int i = 0; i < 2'000; ++i) {
            const std::int64_t max = 10 * rng.between(2, 100);
            const std::int64_t places = rng.between(1, 5'000);
            const auto shape = shapeOf(rng.between(places, places * max), places, max, 1);
            const auto plan = planLists(shape);
            const auto budget = shape.budget.minor;
            const auto& first = plan.list[0];
            const auto fits = [&](std::int64_t m, std::int64_t s) {
                return m >= 0 && s >= 0 && 11 * m <= 10 * s && 10 * s <= 9 * m * max;
            };
            QVERIFY(plan.blocks == 0 || fits(places - first.places, budget - first.amount));
            const bool enough = 2 * first.places >= places || 6 * first.amount >= 5 * budget;
            QVERIFY(enough || !fits(places - first.places - 20, budget - first.amount - 10 * max));
            // List 2: no larger number would do.
            const std::int64_t m = places - first.places;
            const std::int64_t s = budget - first.amount;
            std::int64_t largest = 0;
            for (std::int64_t k = 1; k <= std::min(places / 10, budget / 3000); ++k) {
                largest = fits(m - k, s - k) ? k : largest;
            }
            QCOMPARE(plan.list[1].places, largest);
        }
    }

    void restFitsItsDistribution_data() {
        QTest::addColumn<qint64>("mean");
        QTest::newRow("below the middle") << 300LL;
        QTest::newRow("low") << 51LL;
        QTest::newRow("above the middle") << 700LL;
    }
    void restFitsItsDistribution() {
        QFETCH(qint64, mean);
        constexpr std::int64_t kMax = 1'000;
        constexpr std::int64_t kPlaces = 100'000;
        const std::int64_t reach = std::min(mean - 1, kMax - mean);
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const auto rest = restOf(kPlaces, kPlaces * mean, kMax, seed);
            QCOMPARE(sumOf(rest), kPlaces * mean);
            std::vector<std::int64_t> counts(20, 0);
            std::int64_t outside = 0;
            for (const auto amount : rest) {
                QVERIFY(amount >= 1 && amount <= kMax);
                if (std::abs(amount - mean) > reach) {
                    ++outside;
                    continue;
                }
                // Twenty slices of the range; each holds a whole number of values or nearly so.
                ++counts[static_cast<std::size_t>((amount - (mean - reach)) * 20 / (2 * reach + 1))];
            }
            // As the sum closes, the mean of what is left wanders a little.
            QVERIFY2(outside < kPlaces / 100, qPrintable(QString::number(outside)));
            std::vector<double> expected(20, 0);
            for (std::int64_t value = 0; value <= 2 * reach; ++value) {
                expected[static_cast<std::size_t>(value * 20 / (2 * reach + 1))] += 1.0 / (2.0 * double(reach) + 1);
            }
            double chi = 0;
            const double total = static_cast<double>(sumOf(counts));
            for (std::size_t i = 0; i < counts.size(); ++i) {
                const double e = expected[i] * total;
                chi += (static_cast<double>(counts[i]) - e) * (static_cast<double>(counts[i]) - e) / e;
            }
            // 19 degrees of freedom; p = 0.001 over the five seeds.
            QVERIFY2(chi < 48.3, qPrintable(QString::number(chi)));
        }
    }

    void restHasNoDrift() {
        // Over many seeds every position has the same mean: the first, the middle, the last.
        constexpr std::int64_t kPlaces = 20;
        constexpr int kSeeds = 40'000;
        std::vector<double> sums(kPlaces, 0);
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
            const auto rest = restOf(kPlaces, kPlaces * 200 + 7, 1'000, seed);
            for (std::size_t i = 0; i < rest.size(); ++i) {
                sums[i] += static_cast<double>(rest[i]);
            }
        }
        const double mean = 200.35;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            // The last positions spread widest: a standard deviation of 300 at most.
            const double drift = sums[i] / kSeeds - mean;
            QVERIFY2(std::abs(drift) < 4.5 * 300 / std::sqrt(double(kSeeds)),
                     qPrintable(QStringLiteral("position %1: %2").arg(i).arg(drift)));
        }
    }

    void interleavingIsUniform() {
        // An amount of List 1 may stand anywhere before the tail: where do the largest ones go?
        const auto shape = shapeOf(1'000'000, 2'000, 1'000, 4);
        std::vector<std::int64_t> byTenth(10, 0);
        std::vector<std::int64_t> byQueue(4, 0);
        for (std::uint64_t seed = 1; seed <= 200; ++seed) {
            const auto queues = build(shape, seed);
            for (std::size_t q = 0; q < queues.size(); ++q) {
                const auto body = queues[q].size() - static_cast<std::size_t>(planLists(shape).list[1].places / 4) - 1;
                for (std::size_t i = 0; i < body; ++i) {
                    if (queues[q][i] > 900) {
                        ++byTenth[i * 10 / body];
                        ++byQueue[q];
                    }
                }
            }
        }
        QVERIFY2(chiSquare(byTenth) < 27.9, qPrintable(QString::number(chiSquare(byTenth))));  // 9 degrees, p = 0.001
        QVERIFY2(chiSquare(byQueue) < 16.3, qPrintable(QString::number(chiSquare(byQueue))));  // 3 degrees
    }

    void previewSaysWhatComes() {
        Queues all;
        const auto preview = previewAmounts(shapeOf(1'000'000, 10'000, 1'000, 8), 5, &all);
        QVERIFY(!preview.infeasible);
        QCOMPARE(preview.histogram.size(), std::size_t{10});
        QCOMPARE(sumOf(preview.histogram), 10'000);
        QCOMPARE(preview.lists.size(), std::size_t{3});
        QCOMPARE(preview.lists[0].amount + preview.lists[1].amount + preview.lists[2].amount, 1'000'000);
        QCOMPARE(sumOf(preview.queues), 10'000);
        QVERIFY(std::equal(preview.sample.begin(), preview.sample.end(), all[0].begin()));
        QVERIFY(previewAmounts(shapeOf(100, 100, 1'000, 1), 5).warnings.size() > 0);
    }
};

}  // namespace test_campaign_amounts

QTEST_GUILESS_MAIN(test_campaign_amounts::TestCampaignAmounts)
#include "test_campaign_amounts.moc"
