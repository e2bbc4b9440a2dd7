// SPDX-License-Identifier: GPL-3.0-or-later
// The sequence behind lists, streams and pending entries against a model, also where commands come rarely: keys between
// others, in chunks that are full. Every run prints its seed; EVENHAND_TEST_SEED repeats one.
#include <QtTest>
#include <map>

#include "engine/base/rng.h"
#include "engine/keyspace/types/sorted_runs.h"

namespace evenhand::test::test_sorted_runs {

namespace {

using Runs = keyspace::SortedRuns<std::int64_t, std::int64_t>;

class Twin {
public:
    void insert(std::int64_t key) {
        if (m_model.emplace(key, -key).second) {
            m_runs.insert(key, -key);
        }
    }
    /// Whether what is named afterwards is the entry behind it.
    [[nodiscard]] bool erase(std::int64_t key) {
        auto at = m_model.lower_bound(key);
        auto place = m_runs.lowerBound(key);
        if (at == m_model.end() || !isAt(place, at)) {
            return at == m_model.end() && place == m_runs.end();
        }
        m_runs.erase(place);
        return isAt(place, m_model.erase(at));
    }
    [[nodiscard]] bool eraseRank(std::size_t rank) {
        return erase(std::next(m_model.begin(), static_cast<std::ptrdiff_t>(rank))->first);
    }
    [[nodiscard]] std::size_t size() const { return m_model.size(); }
    [[nodiscard]] bool finds(std::int64_t key) const {
        const auto at = m_model.find(key);
        const auto* entry = m_runs.find(key);
        return at == m_model.end() ? entry == nullptr : entry != nullptr && entry->value == at->second;
    }
    [[nodiscard]] bool same() const {
        if (m_runs.size() != m_model.size() || m_runs.empty() != m_model.empty()) {
            return false;
        }
        if (m_model.empty()) {
            return m_runs.begin() == m_runs.end();
        }
        auto forward = m_runs.begin();
        std::size_t rank = 0;
        for (auto at = m_model.begin(); at != m_model.end(); ++at, ++rank, m_runs.next(forward)) {
            if (!isAt(forward, at) || !isAt(m_runs.nth(rank), at) || !isAt(m_runs.lowerBound(at->first), at) ||
                !isAt(m_runs.lowerBound(at->first - 1), m_model.lower_bound(at->first - 1))) {
                return false;
            }
        }
        auto backward = m_runs.end();
        for (auto at = m_model.rbegin(); at != m_model.rend(); ++at) {
            if (!m_runs.previous(backward) || m_runs.at(backward).key != at->first) {
                return false;
            }
        }
        return forward == m_runs.end() && !m_runs.previous(backward) && m_runs.front().key == m_model.begin()->first &&
               m_runs.back().key == m_model.rbegin()->first &&
               m_runs.lowerBound(m_model.rbegin()->first + 1) == m_runs.end();
    }

private:
    using Model = std::map<std::int64_t, std::int64_t>;
    [[nodiscard]] bool isAt(Runs::Position place, Model::const_iterator at) const {
        return at == m_model.end()
                   ? place == m_runs.end()
                   : place != m_runs.end() && m_runs.at(place).key == at->first && m_runs.at(place).value == at->second;
    }

    Runs m_runs;
    Model m_model;
};

}  // namespace

class TestSortedRuns : public QObject {
    Q_OBJECT

private:
    std::uint64_t m_seed = 0;

private Q_SLOTS:
    void initTestCase() {
        bool given = false;
        m_seed = qEnvironmentVariable("EVENHAND_TEST_SEED").toULongLong(&given);
        m_seed = given ? m_seed : Rng::systemSeed();
        qInfo("EVENHAND_TEST_SEED=%llu", static_cast<unsigned long long>(m_seed));
    }

    /// Mostly at one end or the other, or anywhere; grown and emptied again and again.
    void anyChangeAgreesWithAModel() {
        Rng rng(m_seed);
        for (int round = 0; round < 30; ++round) {
            Twin twin;
            std::int64_t first = 0;
            std::int64_t last = 0;
            const auto style = rng.below(4);
            for (const std::size_t wanted : {200, 50, 1'500, 0, 700}) {
                for (int step = 0; twin.size() != wanted; ++step) {
                    const bool grow = (twin.size() < wanted) == (rng.below(10) < 8);
                    const auto where = style == 3 ? 2 : rng.below(10) < 7 ? style : rng.below(3);
                    if (grow) {
                        // Steps of two at least, so that there is always a place between.
                        last += where == 0 ? 2 + static_cast<std::int64_t>(rng.below(3)) : 0;
                        first -= where == 1 ? 2 + static_cast<std::int64_t>(rng.below(3)) : 0;
                        twin.insert(where == 0 ? last : where == 1 ? first : rng.between(first, last + 3'000));
                        last = std::max(last, where == 2 ? last + 1 : last);
                    } else if (twin.size() > 0) {
                        QVERIFY(twin.eraseRank(where == 0 ? 0 : where == 1 ? twin.size() - 1 : rng.below(twin.size())));
                    }
                    QVERIFY(twin.finds(rng.between(first, last)));
                    if (step % 64 == 0) {
                        QVERIFY(twin.same());
                    }
                }
                QVERIFY(twin.same());
            }
        }
    }

    /// What was taken out of the middle of full chunks comes back, as by an undo after the places had been filled.
    void keysBetweenOthersInFullChunks() {
        for (const std::int64_t offset : {1, 63, 64, 65, 127, 128, 129, 255}) {
            Twin twin;
            for (std::int64_t i = 0; i < 1'000; ++i) {
                twin.insert(10 * i);
            }
            for (std::int64_t i = 0; i < 9; ++i) {
                twin.insert(10 * offset + 1 + i);
                QVERIFY(twin.same());
            }
            for (std::int64_t i = 0; i < 1'000; ++i) {
                twin.insert(10 * i + 5);
            }
            QVERIFY(twin.same());
        }
    }

    /// Chunks that have become thin are put together, whatever they are, and nothing gets lost.
    void thinnedOutEverywhere() {
        for (const std::int64_t kept : {2, 5, 9, 17, 40, 200}) {
            Twin twin;
            for (std::int64_t i = 0; i < 2'000; ++i) {
                twin.insert(i);
            }
            for (std::int64_t i = 0; i < 2'000; ++i) {
                if (i % kept != 0) {
                    QVERIFY(twin.erase(i));
                }
                if (i % 97 == 0) {
                    QVERIFY(twin.same());
                }
            }
            QVERIFY(twin.same());
            for (std::int64_t i = 0; i < 2'000; i += 3) {
                twin.insert(i);
            }
            QVERIFY(twin.same());
        }
    }
};

}  // namespace evenhand::test::test_sorted_runs

QTEST_APPLESS_MAIN(evenhand::test::test_sorted_runs::TestSortedRuns)
#include "test_sorted_runs.moc"
