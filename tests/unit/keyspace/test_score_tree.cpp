// SPDX-License-Identifier: GPL-3.0-or-later
// The order of sorted sets against a model: after every change all that the tree knows of itself holds, also what no
// command would show at once, such as a first entry that has gone. Every run prints its seed; EVENHAND_TEST_SEED
// repeats one.
#include <QtTest>
#include <set>
#include <vector>

#include "engine/base/rng.h"
#include "engine/keyspace/types/score_tree.h"

namespace evenhand::test::test_score_tree {

using keyspace::ScoreTree;
using keyspace::ZNode;

namespace {

struct Less {
    bool operator()(const ZNode* a, const ZNode* b) const {
        return a->score < b->score || (a->score == b->score && a->name() < b->name());
    }
};

/// A tree and the same entries in order.
class Twin {
public:
    ~Twin() {
        for (ZNode* node : m_model) {
            ZNode::destroy(node);
        }
    }
    void insert(const std::string& name, double score) {
        ZNode* node = ZNode::make(name, 0, score);
        m_tree.insert(node);
        m_model.insert(node);
    }
    /// Their memory goes too, so that whoever still refers to them is found out.
    void erase(std::size_t rank) {
        const auto at = std::next(m_model.begin(), static_cast<std::ptrdiff_t>(rank));
        ZNode* node = *at;
        m_tree.erase(node);
        m_model.erase(at);
        ZNode::destroy(node);
    }
    void update(std::size_t rank, double score) {
        const auto at = std::next(m_model.begin(), static_cast<std::ptrdiff_t>(rank));
        ZNode* node = *at;
        m_model.erase(at);
        m_tree.update(node, score);
        m_model.insert(node);
    }
    [[nodiscard]] std::size_t size() const { return m_model.size(); }
    [[nodiscard]] bool consistent() const { return m_tree.size() == m_model.size() && m_tree.consistent(); }
    /// Walked in both directions, and by rank.
    [[nodiscard]] bool sameOrder() const {
        const std::vector<ZNode*> all(m_model.begin(), m_model.end());
        if (all.empty()) {
            return m_tree.size() == 0;
        }
        auto forward = m_tree.at(0);
        auto backward = m_tree.at(all.size() - 1);
        for (std::size_t rank = 0; rank < all.size(); ++rank, forward.next(), backward.previous()) {
            if (!forward.valid() || forward.entry().node != all[rank] || !backward.valid() ||
                backward.entry().node != all[all.size() - 1 - rank] || m_tree.at(rank).entry().node != all[rank] ||
                m_tree.rankOf(all[rank]) != rank) {
                return false;
            }
        }
        return !forward.valid() && !backward.valid();
    }
    /// Where the entries from `score` on begin.
    [[nodiscard]] bool sameBound(double score) const {
        const auto found = m_tree.firstNot([score](const auto& entry) { return entry.score < score; });
        std::size_t rank = 0;
        for (const ZNode* node : m_model) {
            if (!(node->score < score)) {
                return found.rank == rank && found.position.valid() && found.position.entry().node == node;
            }
            ++rank;
        }
        return found.rank == rank && !found.position.valid();
    }

private:
    ScoreTree m_tree;
    std::set<ZNode*, Less> m_model;
};

}  // namespace

class TestScoreTree : public QObject {
    Q_OBJECT

private:
    std::uint64_t m_seed = 0;

    static std::string name(std::size_t number) { return "member " + std::to_string(number); }

private Q_SLOTS:
    void initTestCase() {
        bool given = false;
        m_seed = qEnvironmentVariable("EVENHAND_TEST_SEED").toULongLong(&given);
        m_seed = given ? m_seed : Rng::systemSeed();
        qInfo("EVENHAND_TEST_SEED=%llu", static_cast<unsigned long long>(m_seed));
    }

    /// Two and three levels, with scores of which many are equal and such that never are.
    void anyChangeKeepsItWhole() {
        Rng rng(m_seed);
        for (const std::uint64_t scores : {3, 40, 1'000'000}) {
            Twin twin;
            std::size_t next = 0;
            const auto someScore = [&] { return static_cast<double>(rng.below(scores)); };
            for (const std::size_t wanted : {30, 600, 3'000, 200, 900, 0}) {
                const bool often = wanted <= 900;
                for (int step = 0; twin.size() != wanted; ++step) {
                    const auto action = rng.below(10);
                    if (twin.size() > 1 && action < 3) {
                        twin.update(rng.below(twin.size()), someScore());
                    } else if ((twin.size() < wanted) == (action < 9)) {
                        twin.insert(name(next++), someScore());
                    } else if (twin.size() > 0) {
                        twin.erase(rng.below(twin.size()));
                    }
                    if (often || step % 16 == 0) {
                        QVERIFY(twin.consistent());
                    }
                    if (step % 512 == 0) {
                        QVERIFY(twin.sameOrder());
                        QVERIFY(twin.sameBound(someScore()));
                    }
                }
                QVERIFY(twin.consistent());
                QVERIFY(twin.sameOrder());
            }
        }
    }

    /// The way of queues: in at one end, out at the other, so that nodes at an end become empty rather than merge.
    void emptiedFromEitherEnd() {
        for (const bool front : {true, false}) {
            for (const bool ascending : {true, false}) {
                Twin twin;
                constexpr int kEntries = 4'000;
                for (int i = 0; i < kEntries; ++i) {
                    twin.insert(name(static_cast<std::size_t>(i)), ascending ? i : kEntries - i);
                }
                QVERIFY(twin.consistent());
                QVERIFY(twin.sameOrder());
                while (twin.size() > 0) {
                    twin.erase(front ? 0 : twin.size() - 1);
                    QVERIFY(twin.consistent());
                }
                QVERIFY(twin.sameOrder());
                twin.insert("again", 1);
                QVERIFY(twin.consistent());
                QVERIFY(twin.sameOrder());
            }
        }
    }

    /// A score that changes a little stays in its leaf where it can: to the neighbours' places and beyond, in every
    /// leaf.
    void smallStepsOfEveryEntry() {
        constexpr int kEntries = 700;
        Rng rng(m_seed + 1);
        for (const double by : {-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, -200.5, 200.5}) {
            Twin twin;
            for (int i = 0; i < kEntries; ++i) {
                twin.insert(name(static_cast<std::size_t>(i)), i);
            }
            for (std::size_t rank = 0; rank < std::size_t{kEntries}; ++rank) {
                twin.update(rank, static_cast<double>(rank) + by);
                QVERIFY(twin.consistent());
                twin.update(rank, static_cast<double>(rng.below(kEntries)));
                QVERIFY(twin.consistent());
            }
            QVERIFY(twin.sameOrder());
        }
    }
};

}  // namespace evenhand::test::test_score_tree

QTEST_APPLESS_MAIN(evenhand::test::test_score_tree::TestScoreTree)
#include "test_score_tree.moc"
