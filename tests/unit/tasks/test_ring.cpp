// SPDX-License-Identifier: GPL-3.0-or-later
// The ring of workers (W2, W4), the positions on it, and back-off.
#include <QTest>
#include <algorithm>
#include <cstdlib>
#include <set>

#include "engine/ring/back_off.h"
#include "engine/ring/ring.h"
#include "engine/ring/ring_plan.h"

namespace test_ring {

using namespace evenhand;
using namespace evenhand::tasks;
using api::Member;
using api::RingRange;

namespace {

Member member(std::string id, std::vector<std::uint32_t> positions) {
    return {std::move(id), "worker", std::move(positions), {}, {}};
}

std::vector<Member> crew(int workers, int nodes, Rng& rng) {
    std::vector<Member> members;
    for (int i = 0; i < workers; ++i) {
        auto positions = drawPositions("host-" + std::to_string(i), Instant{1'000'000}, nodes, members, rng);
        members.push_back(member(rng.uuid(), std::move(positions)));
    }
    return members;
}

std::vector<RingRange> allRanges(const Ring& ring, std::size_t members) {
    std::vector<RingRange> all;
    for (std::size_t i = 0; i < members; ++i) {
        const auto ranges = ring.rangesOf(i);
        all.insert(all.end(), ranges.begin(), ranges.end());
    }
    return all;
}

/// Every owner by looking at all nodes: the lowest position above it, else the lowest of all.
std::size_t ownerByHand(const std::vector<Member>& members, std::uint32_t position) {
    std::optional<std::pair<std::uint32_t, std::size_t>> above;
    std::optional<std::pair<std::uint32_t, std::size_t>> lowest;
    for (std::size_t i = 0; i < members.size(); ++i) {
        for (const auto node : members[i].positions) {
            if (!lowest || node < lowest->first) {
                lowest = {node, i};
            }
            if (node > position && (!above || node < above->first)) {
                above = {node, i};
            }
        }
    }
    return above ? above->second : lowest->second;
}

constexpr std::uint32_t kTop = 0xffffffffU;

}  // namespace

class TestRing : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aTasksPositionIsTheBeginningOfASha1() {
        // printf 'refund:1' | sha1sum, and so on
        QCOMPARE(ringPositionOf("refund", "1"), 0x8e866886U);
        QCOMPARE(ringPositionOf("webhook", "42"), 0xbccae08fU);
        QVERIFY(ringPositionOf("refund", "42") != ringPositionOf("webhook", "42"));
    }

    void nobodyOwnsAnEmptyRing() {
        const Ring ring;
        QVERIFY(ring.empty());
        QVERIFY(!ring.ownerOf(0));
        QVERIFY(!coversRing({}));
    }

    void aSoleWorkerOwnsEverything() {
        const std::vector<std::vector<std::uint32_t>> some{{7}, {0}, {kTop}, {3, 5, kTop}};
        for (const auto& positions : some) {
            const std::vector<Member> members{member("a", positions)};
            const Ring ring(members);
            const auto ranges = ring.rangesOf(0);
            QCOMPARE(ranges.size(), std::size_t{1});
            QCOMPARE(ranges[0].size(), std::uint64_t{1} << 32);
            QVERIFY(coversRing(ranges));
            QCOMPARE(ring.shareOf(0), 1.0);
            for (const std::uint32_t position : {0U, 2U, 3U, 4U, 7U, kTop - 1, kTop}) {
                QCOMPARE(ring.ownerOf(position), std::optional<std::size_t>(0));
                QVERIFY(inRanges(ranges, position));
            }
        }
    }

    void aWorkerOwnsFromThePreviousUpToItsOwn() {
        const std::vector<Member> members{member("a", {100}), member("b", {200}), member("c", {300})};
        const Ring ring(members);
        QCOMPARE(ring.rangesOf(1), (std::vector<RingRange>{{100, 200}}));
        QCOMPARE(ring.rangesOf(2), (std::vector<RingRange>{{200, 300}}));
        // The lowest also owns from the highest to the end.
        QCOMPARE(ring.rangesOf(0), (std::vector<RingRange>{{300, 100}}));
        QCOMPARE(*ring.ownerOf(100), std::size_t{1});
        QCOMPARE(*ring.ownerOf(199), std::size_t{1});
        QCOMPARE(*ring.ownerOf(200), std::size_t{2});
        QCOMPARE(*ring.ownerOf(99), std::size_t{0});
        QCOMPARE(*ring.ownerOf(0), std::size_t{0});
        QCOMPARE(*ring.ownerOf(300), std::size_t{0});
        QCOMPARE(*ring.ownerOf(kTop), std::size_t{0});
        QVERIFY(coversRing(allRanges(ring, 3)));
    }

    void neighbouringRangesOfOneWorkerAreOne() {
        const std::vector<Member> members{member("a", {10, 20, 40, 50}), member("b", {30})};
        const Ring ring(members);
        QCOMPARE(ring.rangesOf(0), (std::vector<RingRange>{{30, 20}}));
        QCOMPARE(ring.rangesOf(1), (std::vector<RingRange>{{20, 30}}));
        QVERIFY(coversRing(allRanges(ring, 2)));
    }

    void aPositionClaimedTwiceHasOneOwner() {
        const std::vector<Member> members{member("b", {10, 20}), member("a", {20, 30})};
        const Ring ring(members);
        QCOMPARE(*ring.ownerOf(15), std::size_t{1});  // "a" is the lower id
        QVERIFY(coversRing(allRanges(ring, 2)));
    }

    void coveringIsRefusedWhereItIsNot() {
        QVERIFY(coversRing(std::vector<RingRange>{{5, 5}}));
        QVERIFY(coversRing(std::vector<RingRange>{{0, 10}, {10, 0}}));
        QVERIFY(!coversRing(std::vector<RingRange>{{0, 10}, {11, 0}}));          // a gap
        QVERIFY(!coversRing(std::vector<RingRange>{{0, 10}, {9, 0}}));           // an overlap
        QVERIFY(!coversRing(std::vector<RingRange>{{0, 10}, {10, 0}, {5, 5}}));  // twice
        QVERIFY(!coversRing(std::vector<RingRange>{{0, 10}, {0, 10}}));
        QVERIFY(!coversRing(std::vector<RingRange>{{0, 10}}));
    }

    void rangesAreDisjointAndCoverForAnyCrew() {
        Rng rng(11);
        for (const int workers : {1, 2, 3, 8, 100}) {
            for (const int nodes : {1, 2, 64}) {
                const auto members = crew(workers, nodes, rng);
                const Ring ring(members);
                QVERIFY(coversRing(allRanges(ring, members.size())));
                double shares = 0;
                for (std::size_t i = 0; i < members.size(); ++i) {
                    shares += ring.shareOf(i);
                }
                QVERIFY(std::abs(shares - 1) < 1e-9);
                for (int i = 0; i < 200; ++i) {
                    auto position = static_cast<std::uint32_t>(rng.next());
                    if (i % 4 == 0) {  // a node's own position, and the one before it
                        const auto& some = members[rng.below(members.size())].positions;
                        position = some[rng.below(some.size())] - static_cast<std::uint32_t>(rng.below(2));
                    }
                    const auto owner = ownerByHand(members, position);
                    QCOMPARE(*ring.ownerOf(position), owner);
                    for (std::size_t j = 0; j < members.size(); ++j) {
                        const auto ranges = ring.rangesOf(j);
                        QCOMPARE(!ranges.empty() && inRanges(ranges, position), j == owner);
                    }
                    if (workers == 100 && i == 20) {
                        break;  // enough of a hundred
                    }
                }
            }
        }
    }

    void virtualNodesEvenOutTheShares() {
        Rng rng(12);
        const auto members = crew(8, kVirtualNodes, rng);
        const Ring ring(members);
        for (std::size_t i = 0; i < members.size(); ++i) {
            // 1/8 with a standard deviation of about 1/8 of itself; four of them.
            QVERIFY2(ring.shareOf(i) > 0.06 && ring.shareOf(i) < 0.19, qPrintable(QString::number(ring.shareOf(i))));
        }
    }

    void aJoinOrALeaveMovesAboutItsShareAndNothingElse() {
        Rng rng(13);
        for (const int workers : {1, 7, 99}) {
            auto before = crew(workers, kVirtualNodes, rng);
            auto after = before;
            after.push_back(member("zz", drawPositions("new", Instant{5}, kVirtualNodes, before, rng)));
            const Ring ring(after);
            const double share = ring.shareOf(after.size() - 1);
            // What moved is exactly what the new one owns: nothing went from one old worker to another.
            QVERIFY(std::abs(movedShare(before, after) - share) < 1e-12);
            QVERIFY(std::abs(movedShare(after, before) - share) < 1e-12);
            QVERIFY(share > 0.5 / (workers + 1) && share < 1.6 / (workers + 1));
        }
        const auto members = crew(3, 4, rng);
        QCOMPARE(movedShare(members, members), 0.0);
        QCOMPARE(movedShare({}, members), 1.0);
        QCOMPARE(movedShare({}, {}), 0.0);
    }

    /// Before anybody joins: who would own what, and which pieces would go from whom to whom.
    void aPlanSaysWhoTakesWhatFromWhom_data() {
        QTest::addColumn<int>("present");
        QTest::addColumn<int>("added");
        QTest::newRow("one more") << 4 << 1;
        QTest::newRow("several more") << 3 << 5;
        QTest::newRow("a second") << 1 << 1;
        QTest::newRow("the first ones") << 0 << 2;
    }
    void aPlanSaysWhoTakesWhatFromWhom() {
        QFETCH(int, present);
        QFETCH(int, added);
        Rng rng(17);
        const auto members = crew(present, kVirtualNodes, rng);
        const auto plan = planRing(members, added, 99);
        QCOMPARE(plan.workers.size(), static_cast<std::size_t>(present + added));
        const Ring before(members);
        std::vector<RingRange> after;
        std::vector<Member> then = members;
        double shares = 0;
        for (std::size_t i = 0; i < plan.workers.size(); ++i) {
            const auto& worker = plan.workers[i];
            const bool isThere = i < members.size();
            QCOMPARE(worker.name.empty(), !isThere);
            QVERIFY(worker.before == (isThere ? before.rangesOf(i) : std::vector<RingRange>()));
            QCOMPARE(worker.shareBefore, isThere ? before.shareOf(i) : 0.0);
            after.insert(after.end(), worker.after.begin(), worker.after.end());
            shares += worker.shareAfter;
            if (!isThere) {
                then.push_back(member("zz" + std::to_string(i), worker.positions));
            }
        }
        QVERIFY(coversRing(after));
        QVERIFY(std::abs(shares - 1) < 1e-9);
        const Ring ring(then);
        for (std::size_t i = 0; i < then.size(); ++i) {
            QVERIFY(plan.workers[i].after == ring.rangesOf(i));
        }
        // Piece by piece: from who has it to one of the new ones; together as much as moves.
        std::uint64_t moved = 0;
        std::optional<std::uint32_t> last;
        for (const auto& move : plan.moves) {
            QVERIFY(move.to >= present);
            const auto had = before.ownerOf(move.range.from);
            QCOMPARE(move.from, had ? static_cast<std::int64_t>(*had) : -1);
            QCOMPARE(static_cast<std::size_t>(move.to), *ring.ownerOf(move.range.from));
            QVERIFY(!last || move.range.from > *last);
            last = move.range.from;
            moved += move.range.size();
        }
        QVERIFY(std::abs(static_cast<double>(moved) / 4294967296.0 - plan.moved) < 1e-9);
        QVERIFY(std::abs(plan.moved - movedShare(members, then)) < 1e-12);
        // As long as the ring is the same, so is the plan; that of more workers begins with it.
        const auto again = planRing(members, added + 1, 99);
        for (std::size_t i = 0; i < plan.workers.size(); ++i) {
            QCOMPARE(again.workers[i].positions, plan.workers[i].positions);
        }
        const auto other = planRing(members, added, 98);
        QVERIFY(other.workers.back().positions != plan.workers.back().positions);
    }

    /// Wherever it lies, also over the end of the ring.
    void whatGoesFromOneToAnotherInOnePieceIsOneMove() {
        Rng rng(19);
        const auto members = crew(1, kVirtualNodes, rng);
        for (std::uint64_t seed = 1; seed <= 50; ++seed) {
            const auto moves = planRing(members, 1, seed).moves;
            for (std::size_t i = 0; i < moves.size(); ++i) {
                QVERIFY(moves[i].range.to != moves[(i + 1) % moves.size()].range.from);
            }
        }
        const auto all = planRing({}, 1, 1).moves;
        QVERIFY(all.size() == 1 && all.front().range.size() == std::uint64_t{1} << 32);
    }

    void drawnPositionsAreNeverTakenOnes() {
        // The same seed, address and time draw the same hashes: the second worker finds each of them taken first.
        Rng first(14);
        Rng second(14);
        const auto taken = drawPositions("host", Instant{7}, 32, {}, first);
        const std::vector<Member> members{member("a", taken)};
        const auto drawn = drawPositions("host", Instant{7}, 32, members, second);
        QCOMPARE(drawn.size(), std::size_t{32});
        std::set<std::uint32_t> all(taken.begin(), taken.end());
        all.insert(drawn.begin(), drawn.end());
        QCOMPARE(all.size(), std::size_t{64});
        QVERIFY(std::is_sorted(drawn.begin(), drawn.end()));
    }

    void drawnPositionsAreOfTheAddressAndTheTime() {
        // Workers that begin with the same random numbers do not meet on the same positions for that.
        const auto drawn = [](const char* address, std::int64_t ms) {
            Rng rng(17);
            return drawPositions(address, Instant{ms}, 1, {}, rng);
        };
        QCOMPARE(drawn("host", 7), drawn("host", 7));
        QVERIFY(drawn("host", 7) != drawn("tsoh", 7));
        QVERIFY(drawn("host", 7) != drawn("host", 8));
        QCOMPARE(drawn("host", 7).size(), std::size_t{1});
    }

    void aClaimWithoutRangesIsForAll() { QVERIFY(inRanges({}, 17)); }

    void gapsDoubleUpToTheLastAndEndAfterTheLastAttempt() {
        const api::TaskPolicy policy{60'000, 5'000, 60'000, 6};
        Rng rng(15);
        const std::int64_t full[] = {5'000, 10'000, 20'000, 40'000, 60'000};
        for (std::int64_t attempt = 1; attempt <= 5; ++attempt) {
            std::int64_t least = full[attempt - 1];
            std::int64_t most = 0;
            for (int i = 0; i < 500; ++i) {
                const auto gap = retryGapMs(policy, attempt, 0, rng);
                QVERIFY(gap && *gap <= full[attempt - 1] && *gap >= full[attempt - 1] * 4 / 5);
                least = std::min(least, *gap);
                most = std::max(most, *gap);
            }
            // Spread over the last fifth, all of it.
            QVERIFY(least < full[attempt - 1] * 82 / 100 && most > full[attempt - 1] * 98 / 100);
        }
        QVERIFY(!retryGapMs(policy, 6, 0, rng));
        QVERIFY(!retryGapMs(policy, 7, 60'000, rng));
    }

    void whatTheOtherSideAsksForIsNeverUndercut() {
        const api::TaskPolicy policy{60'000, 1'000, 2'000, 100};
        Rng rng(16);
        QCOMPARE(retryGapMs(policy, 1, 30'000, rng), std::optional<std::int64_t>(30'000));
        QCOMPARE(retryGapMs(policy, 1, 999LL * 86'400'000, rng), std::optional<std::int64_t>(86'400'000));
        QVERIFY(*retryGapMs(policy, 50, -5, rng) <= 2'000);
        const api::TaskPolicy huge{1, std::int64_t{1} << 61, INT64_MAX, 1'000};
        QVERIFY(*retryGapMs(huge, 999, 0, rng) > 0);  // does not overflow
    }
};

}  // namespace test_ring

QTEST_GUILESS_MAIN(test_ring::TestRing)
#include "test_ring.moc"
