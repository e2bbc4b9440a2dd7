// SPDX-License-Identifier: GPL-3.0-or-later
// What the server has refused, summed up: by holder, address, status and reason; bounded whoever asks.
#include <QTest>
#include <algorithm>

#include "engine/ingest/http/refusal_sums.h"

namespace test_refusal_sums {

using namespace evenhand;
using ingest::RefusalSums;

class TestRefusalSums : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSameIsOneSum() {
        RefusalSums sums;
        QVERIFY(sums.empty());
        for (int i = 0; i < 1'000; ++i) {
            sums.add("token:till", "10.0.0.1", 429, "too_many_requests", Instant{i});
        }
        sums.add("token:till", "10.0.0.2", 429, "too_many_requests", Instant{7});
        sums.add("token:till", "10.0.0.1", 403, "scope_missing", Instant{7});
        sums.add("", "10.0.0.1", 401, "token_unknown", Instant{7});
        const auto all = sums.take();
        QCOMPARE(all.size(), std::size_t{4});
        const auto many = std::find_if(all.begin(), all.end(), [](const auto& sum) { return sum.count > 1; });
        QVERIFY(many != all.end());
        QCOMPARE(many->count, std::int64_t{1'000});
        QCOMPARE(many->from, Instant{0});
        QCOMPARE(many->holder, std::string("token:till"));
        QCOMPARE(many->peer, std::string("10.0.0.1"));
        QCOMPARE(many->status, 429);
        QVERIFY(sums.empty() && sums.take().empty());
    }

    /// Holder, address, status and reason: each alone makes another sum.
    void eachPartMakesAnother() {
        RefusalSums sums;
        sums.add("token:a", "10.0.0.1", 429, "x", Instant{9});
        sums.add("token:b", "10.0.0.1", 429, "x", Instant{5});
        sums.add("token:a", "10.0.0.2", 429, "x", Instant{7});
        sums.add("token:a", "10.0.0.1", 403, "x", Instant{7});
        sums.add("token:a", "10.0.0.1", 429, "y", Instant{7});
        sums.add("token:a", "10.0.0.1", 429, "x", Instant{4});  // the clock was turned back
        const auto all = sums.take();
        QCOMPARE(all.size(), std::size_t{5});
        QCOMPARE(std::count_if(all.begin(), all.end(), [](const auto& sum) { return sum.count == 2; }), 1);
        for (const auto& sum : all) {
            QVERIFY(sum.count == 1 || (sum.from == Instant{9} && sum.holder == "token:a" && sum.reason == "x"));
            QVERIFY(sum.holder == "token:a" || sum.from == Instant{5});
        }
    }

    /// Ten of each holder, a hundred of all holders, the rest without a name; those of nobody do not count among them.
    void manyHoldersAreToldOneByOne() {
        RefusalSums sums;
        for (int i = 0; i < 100; ++i) {
            sums.add("", "10.0.1." + std::to_string(i), 401, "token_unknown", Instant{1});
        }
        for (int i = 0; i < 100; ++i) {
            sums.add("token:" + std::to_string(i / 10), "10.0.0." + std::to_string(i), 403, "scope_missing",
                     Instant{1});
        }
        for (int i = 0; i < 3; ++i) {
            sums.add("token:late" + std::to_string(i), "10.0.0.1", 403, "scope_missing", Instant{2});
        }
        const auto all = sums.take();
        QCOMPARE(all.size(), std::size_t{201});
        const auto rest = std::find_if(all.begin(), all.end(), [](const auto& sum) { return sum.count == 3; });
        QVERIFY(rest != all.end());
        QVERIFY(rest->holder.empty() && rest->peer.empty());
        QCOMPARE(rest->status, 403);
        QCOMPARE(std::count_if(all.begin(), all.end(), [](const auto& sum) { return sum.peer.empty(); }), 1);
    }

    void manyAddressesAreToldOneByOne() {
        RefusalSums sums;
        for (int i = 0; i < 100; ++i) {
            sums.add("", "10.0.0." + std::to_string(i), 401, "token_unknown", Instant{i});
        }
        const auto all = sums.take();
        QCOMPARE(all.size(), std::size_t{100});
        QVERIFY(std::none_of(all.begin(), all.end(), [](const auto& sum) { return sum.peer.empty(); }));
    }

    void noHolderCrowdsOutAnother() {
        RefusalSums sums;
        for (int round = 0; round < 2; ++round) {
            for (int i = 0; i < 10'000; ++i) {
                sums.add("token:noisy", "2001:db8::" + std::to_string(i), 429, "too_many_requests", Instant{i});
            }
            sums.add("token:noisy", "10.0.0.1", 403, "scope_missing", Instant{5});
            sums.add("token:till", "10.0.0.1", 403, "scope_missing", Instant{5});
            const auto all = sums.take();
            // One by one; the rest of what it was refused for two reasons; and the other.
            QCOMPARE(all.size(), RefusalSums::kMaxOfHolder + 3);
            for (const auto& sum : all) {
                const bool other = sum.holder == "token:till";
                QVERIFY(other || sum.holder == "token:noisy");
                QVERIFY(!other || sum.peer == "10.0.0.1");
            }
            QCOMPARE(std::count_if(all.begin(), all.end(), [](const auto& sum) { return sum.peer.empty(); }), 2);
        }
    }

    void nobodyFillsTheLogOrTheMemory() {
        RefusalSums sums;
        for (int i = 0; i < 100'000; ++i) {
            sums.add("", "2001:db8::" + std::to_string(i), 401, "token_unknown", Instant{i});
        }
        // Who is known is told all the same.
        sums.add("token:till", "10.0.0.1", 403, "scope_missing", Instant{5});
        const auto all = sums.take();
        QCOMPARE(all.size(), RefusalSums::kMaxHeld + 2);
        std::int64_t count = 0;
        for (const auto& sum : all) {
            count += sum.count;
        }
        QCOMPARE(count, std::int64_t{100'001});
        QCOMPARE(std::count_if(all.begin(), all.end(), [](const auto& sum) { return sum.holder == "token:till"; }), 1);
        QCOMPARE(std::count_if(all.begin(), all.end(), [](const auto& sum) { return sum.peer.empty(); }), 1);
    }
};

}  // namespace test_refusal_sums

QTEST_GUILESS_MAIN(test_refusal_sums::TestRefusalSums)
#include "test_refusal_sums.moc"
