// SPDX-License-Identifier: GPL-3.0-or-later
// What returned units are worth, and who must agree: pure rules.
#include <QtTest>
#include <numeric>

#include "engine/base/rng.h"
#include "engine/returns/four_eyes.h"
#include "engine/returns/sending.h"
#include "engine/returns/settlement.h"

namespace test_settlement {

using namespace evenhand;
using returns::Verdict;
using store::returns::Share;

namespace {

std::int64_t sum(const std::vector<Money>& amounts) {
    return std::accumulate(amounts.begin(), amounts.end(), std::int64_t{0},
                           [](std::int64_t all, Money one) { return all + one.minor; });
}
std::vector<std::int64_t> minor(const std::vector<Money>& amounts) {
    std::vector<std::int64_t> values;
    for (const auto amount : amounts) {
        values.push_back(amount.minor);
    }
    return values;
}

/// As approving does.
void settle(std::vector<Share>& shares, const std::vector<store::returns::TakenShare>& taken, std::int64_t sign = 1) {
    for (const auto& one : taken) {
        for (auto& share : shares) {
            if (share.lineNo == one.lineNo) {
                share.units += sign * one.units;
                share.settled.minor += sign * one.amount.minor;
            }
        }
    }
}

}  // namespace

class TestSettlement : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void allocation() {
        using V = std::vector<std::int64_t>;
        const std::vector<Money> thirds{{100}, {100}, {100}};
        QCOMPARE(minor(returns::paidByLine({300}, thirds)), (V{100, 100, 100}));
        QCOMPARE(minor(returns::paidByLine({299}, thirds)),
                 (V{99, 100, 100}));  // a discount of 1; ties: the earlier line
        QCOMPARE(minor(returns::paidByLine({298}, thirds)), (V{99, 99, 100}));
        QCOMPARE(minor(returns::paidByLine({1}, thirds)), (V{0, 0, 1}));
        QCOMPARE(minor(returns::paidByLine({0}, thirds)), (V{0, 0, 0}));
        // A discount of 3 over 1, 3, 6: 0.3, 0.9, 1.8; the largest remainders are the second's and the third's.
        const std::vector<Money> uneven{{1}, {3}, {6}};
        QCOMPARE(minor(returns::paidByLine({7}, uneven)), (V{1, 2, 4}));
        const std::vector<Money> free{{0}, {0}};
        QCOMPARE(minor(returns::paidByLine({0}, free)), (V{0, 0}));
        const std::vector<Money> oneFree{{0}, {5}};
        QCOMPARE(minor(returns::paidByLine({3}, oneFree)), (V{0, 3}));
        QVERIFY(returns::paidByLine({0}, {}).empty());
    }
    void hugeAmounts() {
        constexpr auto most = base::kMaxMoneyMinor;
        const std::vector<Money> values{{most / 2}, {most - most / 2}};
        const auto shares = returns::paidByLine({most - 1}, values);
        QCOMPARE(sum(shares), most - 1);
        QCOMPARE(returns::worth({most}, 999'999, 1'000'000).minor, 9'007'190'247'541'736);  // floor, in 128 bits
        QCOMPARE(returns::worth({most}, 1'000'000, 1'000'000).minor, most);
    }
    void randomAllocationsSumExactly() {
        base::Rng rng(1);
        for (int round = 0; round < 2'000; ++round) {
            std::vector<Money> values;
            std::int64_t total = 0;
            for (auto left = rng.between(1, 12); left > 0; --left) {
                values.push_back({rng.between(0, 100'000)});
                total += values.back().minor;
            }
            const Money paid{rng.between(0, total)};
            const auto shares = returns::paidByLine(paid, values);
            QCOMPARE(sum(shares), paid.minor);
            for (std::size_t i = 0; i < values.size(); ++i) {
                // Never more than the line cost, and less than one unit of money from its exact part.
                QVERIFY(shares[i].minor >= 0 && shares[i].minor <= values[i].minor);
                QVERIFY(total == 0 || std::abs(static_cast<double>(shares[i].minor) -
                                               static_cast<double>(paid.minor) * static_cast<double>(values[i].minor) /
                                                   static_cast<double>(total)) < 1.0);
            }
        }
    }
    /// Whatever comes back in whatever portions, undone in between or not: all of it is worth exactly what was paid.
    void portionsSumToThePayment() {
        base::Rng rng(2);
        for (int round = 0; round < 500; ++round) {
            std::vector<Share> shares;
            std::vector<Money> values;
            std::int64_t total = 0, units = 0;
            const auto lines = rng.between(1, 5);
            for (std::int64_t line = 1; line <= lines; ++line) {
                const auto quantity = rng.between(1, 9);
                values.push_back({quantity * rng.between(0, 50)});
                shares.push_back({"tea", line, quantity, {}, 0, {}});
                total += values.back().minor;
                units += quantity;
            }
            const Money paid{rng.between(0, total)};
            const auto allocated = returns::paidByLine(paid, values);
            for (std::size_t i = 0; i < shares.size(); ++i) {
                shares[i].share = allocated[i];
            }
            std::vector<std::vector<store::returns::TakenShare>> approved;
            std::int64_t left = units, refunded = 0;
            while (left > 0) {
                if (!approved.empty() && rng.below(4) == 0) {  // one of them is undone
                    const auto which = rng.below(approved.size());
                    settle(shares, approved[which], -1);
                    refunded -= returns::sumOf(approved[which]).minor;
                    for (const auto& one : approved[which]) {
                        left += one.units;
                    }
                    approved.erase(approved.begin() + static_cast<std::ptrdiff_t>(which));
                    continue;
                }
                const auto some = rng.between(1, left);
                auto taken = returns::take(shares, "tea", some);
                std::int64_t got = 0;
                for (const auto& one : taken) {
                    QVERIFY(one.amount.minor >= 0);
                    got += one.units;
                }
                QCOMPARE(got, some);
                settle(shares, taken);
                refunded += returns::sumOf(taken).minor;
                approved.push_back(std::move(taken));
                left -= some;
                QVERIFY(refunded <= paid.minor);
            }
            QCOMPARE(refunded, paid.minor);
        }
    }
    void oneUnitAtATime() {
        std::vector<Share> shares{{"tea", 1, 3, {10}, 0, {}}};
        std::vector<std::int64_t> amounts;
        for (int i = 0; i < 3; ++i) {
            const auto taken = returns::take(shares, "tea", 1);
            amounts.push_back(returns::sumOf(taken).minor);
            settle(shares, taken);
        }
        QCOMPARE(amounts, (std::vector<std::int64_t>{3, 3, 4}));
        QVERIFY(returns::take(shares, "tea", 1).empty());
    }
    void linesInOrder() {
        std::vector<Share> shares{
            {"cup", 2, 5, {500}, 0, {}}, {"tea", 1, 2, {20}, 1, {10}}, {"tea", 3, 2, {40}, 0, {}}};
        const auto taken = returns::take(shares, "tea", 2);
        QCOMPARE(taken.size(), std::size_t{2});
        QCOMPARE(taken[0].lineNo, 1);
        QCOMPARE(taken[0].units, 1);
        QCOMPARE(taken[0].amount.minor, 10);
        QCOMPARE(taken[1].lineNo, 3);
        QCOMPARE(taken[1].amount.minor, 20);
    }

    void thresholds() {
        api::ReturnPolicy policy;
        policy.fourEyesAbove = Money{100};
        policy.secondAbove = Money{200};
        QCOMPARE(returns::approversNeeded(policy, {100}), 0);
        QCOMPARE(returns::approversNeeded(policy, {101}), 1);
        QCOMPARE(returns::approversNeeded(policy, {200}), 1);
        QCOMPARE(returns::approversNeeded(policy, {201}), 2);
        policy.secondAbove.reset();
        QCOMPARE(returns::approversNeeded(policy, {1'000'000}), 1);
        policy.fourEyesAbove.reset();
        QCOMPARE(returns::approversNeeded(policy, {1'000'000}), 0);
        policy.secondAbove = Money{5};
        QCOMPARE(returns::approversNeeded(policy, {6}), 2);
    }
    void verdicts() {
        QVERIFY(returns::judge(0, "ann", "", "ann") == Verdict::Approve);
        QVERIFY(returns::judge(1, "ann", "", "ann") == Verdict::Refuse);
        QVERIFY(returns::judge(1, "ann", "", "bob") == Verdict::Approve);
        QVERIFY(returns::judge(2, "ann", "", "ann") == Verdict::Refuse);
        QVERIFY(returns::judge(2, "ann", "", "bob") == Verdict::FirstOfTwo);
        QVERIFY(returns::judge(2, "ann", "bob", "bob") == Verdict::Refuse);
        QVERIFY(returns::judge(2, "ann", "bob", "ann") == Verdict::Refuse);
        QVERIFY(returns::judge(2, "ann", "bob", "cem") == Verdict::Approve);
    }
    void backOff() {
        api::RefundSettings settings;
        settings.firstRetryMs = 1'000;
        settings.lastRetryMs = 5'000;
        QCOMPARE(returns::retryAfterMs(settings, 1, 0), 1'000);
        QCOMPARE(returns::retryAfterMs(settings, 2, 0), 2'000);
        QCOMPARE(returns::retryAfterMs(settings, 3, 0), 4'000);
        QCOMPARE(returns::retryAfterMs(settings, 4, 0), 5'000);
        QCOMPARE(returns::retryAfterMs(settings, 900, 0), 5'000);
        QCOMPARE(returns::retryAfterMs(settings, 1, 60'000), 60'000);
        QCOMPARE(returns::retryAfterMs(settings, 1, -5), 1'000);
        QCOMPARE(returns::retryAfterMs(settings, 1, INT64_MAX), 7LL * 24 * 3600 * 1000);
    }
};

}  // namespace test_settlement

QTEST_GUILESS_MAIN(test_settlement::TestSettlement)
#include "test_settlement.moc"
