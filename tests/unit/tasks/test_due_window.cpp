// SPDX-License-Identifier: GPL-3.0-or-later
// What workers are given of the tasks that are due, against a model: each the first ones of its own range, none twice
// and none left out, whatever is made, postponed or ended meanwhile, and whichever way the clock is set. Every run
// prints its seed; EVENHAND_TEST_SEED repeats one.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <map>

#include "engine/base/rng.h"
#include "engine/store/database/migrator.h"
#include "engine/store/records/due_window.h"
#include "engine/store/records/task_store.h"
#include "tests/support/check.h"

namespace test_due_window {

using namespace evenhand;
using store::Database;
namespace tasks = store::tasks;

class TestDueWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        bool given = false;
        m_seed = qEnvironmentVariable("EVENHAND_TEST_SEED").toULongLong(&given);
        m_seed = given ? m_seed : Rng::systemSeed();
        qInfo("EVENHAND_TEST_SEED=%llu", static_cast<unsigned long long>(m_seed));
    }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        auto made = Database::openSqlite(m_folder->filePath(QStringLiteral("w.db")).toStdString(),
                                         Database::Access::ReadWrite, true);
        EVENHAND_NEED(made);
        m_database = *std::move(made);
        EVENHAND_NEED(store::createSchema(
            *m_database, {0, "b7a1f9a2-1111-4222-8333-444455556666", "CNY", 2, "Asia/Shanghai", {1}, {}}));
        EVENHAND_NEED(m_database->execute("PRAGMA synchronous = OFF"));
        m_model.clear();
        m_made = 0;
    }

    void anyHistoryGivesWhatIsDue();
    void moreThanIsReadAtOnce();
    void theClockIsSetBack();

private:
    using Key = std::pair<std::int64_t, std::int64_t>;  // due, id

    void make(std::int64_t due, std::uint32_t position) {
        tasks::Record record;
        record.kind = api::TaskKind::Rehearsal;
        record.subject = "t" + std::to_string(++m_made);
        record.position = position;
        record.due = record.createdAt = Instant{due};
        const auto inserted = tasks::insert(*m_database, record);
        EVENHAND_NEED(inserted);
        QVERIFY(*inserted);
        const auto there = tasks::find(*m_database, record.kind, record.subject);
        EVENHAND_NEED(there);
        m_model[{due, (*there)->id.value}] = position;
    }
    /// As who was given it would: done, or to be tried again.
    void leave(Key key, std::optional<std::int64_t> due) {
        const auto there = tasks::find(*m_database, TaskId{key.second});
        EVENHAND_NEED(there);
        QVERIFY(there->has_value());
        auto record = **there;
        const auto before = record.token++;
        record.due = due ? std::optional(Instant{*due}) : std::nullopt;
        record.status = due ? api::TaskStatus::Pending : api::TaskStatus::Done;
        const auto updated = tasks::update(*m_database, record, before);
        EVENHAND_NEED(updated);
        QVERIFY(*updated);
        const auto position = m_model.at(key);
        m_model.erase(key);
        if (due) {
            m_model[{*due, key.second}] = position;
        }
    }
    /// The ranges of worker `who` of `of`: each has a part of the ring.
    static tasks::DueWindow::Ranges rangesOf(std::uint32_t who, std::uint32_t of) {
        const std::uint32_t part = 0xffff'ffffU / of;
        return {{who * part, (who + 1) * part}};
    }
    static bool wants(const tasks::DueWindow::Ranges& ranges, std::uint32_t position) {
        return position >= ranges.front().from && position < ranges.front().to;
    }
    std::vector<Key> pick(std::int64_t now, std::int64_t limit, const tasks::DueWindow::Ranges& ranges) {
        const api::TaskKind kinds[] = {api::TaskKind::Rehearsal};
        const auto picked = tasks::dueWindow(*m_database)
                                ->pick(*m_database, Instant{now}, kinds, limit, ranges,
                                       [&](std::uint32_t position) { return wants(ranges, position); });
        std::vector<Key> keys;
        for (const auto& one : picked.value()) {
            keys.emplace_back(one.due.ms, one.id.value);
        }
        return keys;
    }
    std::vector<Key> expected(std::int64_t now, std::int64_t limit, const tasks::DueWindow::Ranges& ranges) const {
        std::vector<Key> keys;
        for (const auto& [key, position] : m_model) {
            if (key.first <= now && wants(ranges, position) && static_cast<std::int64_t>(keys.size()) < limit) {
                keys.push_back(key);
            }
        }
        return keys;
    }

    std::uint64_t m_seed = 0;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Database> m_database;
    std::map<Key, std::uint32_t> m_model;
    std::int64_t m_made = 0;
};

void TestDueWindow::anyHistoryGivesWhatIsDue() {
    Rng rng(m_seed);
    std::int64_t now = 1'000'000;
    std::uint32_t workers = 2;
    for (int step = 0; step < 3'000; ++step) {
        switch (rng.below(8)) {
            case 0:
            case 1:
            case 2:
                // Often at the same instants, and before what was looked at already.
                make(now + 10 * rng.between(-3, 4), static_cast<std::uint32_t>(rng.below(0xffff'0000U)));
                break;
            case 3: now += 10 * rng.between(0, 3); break;
            case 4: now -= rng.below(4) == 0 ? 10 * rng.between(0, 5) : 0; break;
            case 5: workers = rng.below(10) == 0 ? 1 + static_cast<std::uint32_t>(rng.below(4)) : workers; break;
            default: {
                const auto ranges = rangesOf(static_cast<std::uint32_t>(rng.below(workers)), workers);
                const auto limit = rng.between(1, 6);
                const auto wanted = expected(now, limit, ranges);
                QCOMPARE(pick(now, limit, ranges), wanted);
                for (const auto& key : wanted) {
                    leave(key, rng.below(3) == 0 ? std::optional(now + 10 * rng.between(0, 5)) : std::nullopt);
                }
                break;
            }
        }
    }
    // At the end nothing that is due is left behind.
    for (std::uint32_t who = 0; who < workers; ++who) {
        const auto ranges = rangesOf(who, workers);
        const auto wanted = expected(now + 1'000, 10'000, ranges);
        QCOMPARE(pick(now + 1'000, 10'000, ranges), wanted);
    }
}

/// All due at one instant, so that only their numbers tell where the next part begins.
void TestDueWindow::moreThanIsReadAtOnce() {
    constexpr int kTasks = 9'000;
    EVENHAND_NEED(m_database->begin());
    for (int i = 0; i < kTasks; ++i) {
        make(500, i % 2 == 0 ? 5 : 0x9000'0000U);
    }
    EVENHAND_NEED(m_database->commit());
    const auto low = rangesOf(0, 2);
    const auto high = rangesOf(1, 2);
    QCOMPARE(pick(500, 1, high), expected(500, 1, high));
    leave(expected(500, 1, high).front(), std::nullopt);
    std::size_t got = 1;
    for (const auto& ranges : {low, high, low, high, low, high}) {
        const auto wanted = expected(500, 2'200, ranges);
        QCOMPARE(pick(500, 2'200, ranges), wanted);
        got += wanted.size();
        for (const auto& key : wanted) {
            m_model.erase(key);  // whoever was given one is not given it again
        }
    }
    QCOMPARE(got, std::size_t{kTasks});
    QVERIFY(pick(500, 10, low).empty() && pick(500, 10, high).empty());
}

/// What is not due any more is not given out, and not passed over for good either.
void TestDueWindow::theClockIsSetBack() {
    const auto all = rangesOf(0, 1);
    for (int i = 0; i < 6; ++i) {
        make(100 + 10 * i, 5);
    }
    QCOMPARE(pick(150, 1, all), expected(150, 1, all));  // reads all six
    leave(expected(150, 1, all).front(), std::nullopt);
    QCOMPARE(pick(115, 10, all), expected(115, 10, all));
    for (const auto& key : expected(115, 10, all)) {
        leave(key, std::nullopt);
    }
    QVERIFY(pick(119, 10, all).empty());
    QCOMPARE(pick(150, 10, all).size(), std::size_t{4});
}

}  // namespace test_due_window

QTEST_GUILESS_MAIN(test_due_window::TestDueWindow)
#include "test_due_window.moc"
