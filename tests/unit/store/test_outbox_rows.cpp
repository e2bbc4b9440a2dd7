// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the outbox and of its relay, on both databases: numbers, who may give them, what is done, what is deleted.
#include <QtTest>
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "engine/store/records/outbox_store.h"
#include "store_bench.h"

namespace test_outbox_rows {

using namespace test_store_bench;

class TestOutboxRows : public QObject, protected StoreBench {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        begin();
        m_database = createDatabase();
        QVERIFY(m_database);
    }
    void cleanup() {
        m_database.reset();
        end();
    }

    void numbersAreDenseWhateverTheirCount_data() {
        QTest::addColumn<int>("count");
        for (const int count : {1, 2, 15, 16, 17, 255, 256}) {
            QTest::newRow(std::to_string(count).c_str()) << count;
        }
    }
    void numbersAreDenseWhateverTheirCount() {
        QFETCH(int, count);
        NEED(write(count));
        const auto held = take("a");
        NEED(held);
        auto rows = outbox::unnumbered(*m_database, outbox::kMostRows);
        NEED(rows);
        QCOMPARE(rows->size(), static_cast<std::size_t>(count));
        QVERIFY(std::is_sorted(rows->begin(), rows->end(), [](const auto& a, const auto& b) { return a.id < b.id; }));
        const auto given = give(*held, *rows);
        NEED(given);
        QVERIFY(*given);
        QCOMPARE(scalar(*m_database, "SELECT COUNT(*) FROM outbox WHERE number = outbox_id"), count);
        QCOMPARE(scalar(*m_database, "SELECT last_number FROM outbox_relay"), count);
        QVERIFY(outbox::unnumbered(*m_database, outbox::kMostRows).value().empty());
        const auto numbered = outbox::behind(*m_database, 0, outbox::kMostRows);
        NEED(numbered);
        QCOMPARE(numbered->size(), rows->size());
        QCOMPARE(numbered->front().message, std::string("m 0"));
        QCOMPARE(numbered->back().number, std::int64_t{count});
        QCOMPARE(numbered->back().topic, std::string("t"));
        QCOMPARE(numbered->back().campus, CampusId("north"));
        QCOMPARE(numbered->back().at, Instant{5});
    }

    void aLimitIsKept() {
        NEED(write(5));
        QCOMPARE(outbox::unnumbered(*m_database, 3).value().size(), std::size_t{3});
        NEED(number());
        QCOMPARE(outbox::undone(*m_database, 1, 2).value().front().number, std::int64_t{2});
        QCOMPARE(outbox::undone(*m_database, 1, 2).value().size(), std::size_t{2});
        QCOMPARE(outbox::behind(*m_database, 4, 9).value().size(), std::size_t{1});
    }

    /// Whoever comes with an epoch, an owner or a generation that is over changes nothing, whatever it comes with.
    void whoseTurnIsOverChangesNothing() {
        NEED(write(3));
        const auto first = take("a");
        NEED(first);
        const auto second = take("b");
        NEED(second);
        QCOMPARE(second->epoch, first->epoch + 1);
        auto rows = outbox::unnumbered(*m_database, outbox::kMostRows);
        NEED(rows);
        QCOMPARE(give(*first, *rows).value(), false);
        QCOMPARE(outbox::renewRelay(*m_database, *first, 3).value(), false);
        QCOMPARE(outbox::releaseRelay(*m_database, *first).value(), false);
        auto another = *second;
        another.owner = "c";
        QCOMPARE(give(another, *rows).value(), false);
        QCOMPARE(outbox::renewRelay(*m_database, another, 3).value(), false);
        QCOMPARE(scalar(*m_database, "SELECT COUNT(*) FROM outbox WHERE number IS NOT NULL"), 0);
        QCOMPARE(scalar(*m_database, "SELECT last_number + relayed FROM outbox_relay"), 0);

        QCOMPARE(give(*second, *rows).value(), true);
        QVERIFY(outbox::beginGeneration(*m_database, 2).value());
        QCOMPARE(outbox::renewRelay(*m_database, *second, 3).value(), false);
        QCOMPARE(scalar(*m_database, "SELECT relayed FROM outbox_relay"), 0);
        QCOMPARE(outbox::beginGeneration(*m_database, 2).value(), false);
        QCOMPARE(outbox::beginGeneration(*m_database, 1).value(), false);
    }

    /// Two that have seen the same row: one of them takes it. And a row that has moved since is not taken.
    void theRowIsTakenOnce() {
        const auto seen = outbox::relayRow(*m_database);
        NEED(seen);
        QVERIFY(outbox::takeRelay(*m_database, *seen, "a").value());
        QVERIFY(!outbox::takeRelay(*m_database, *seen, "b").value());
        const auto held = outbox::relayRow(*m_database);
        NEED(held);
        QCOMPARE(held->owner, std::string("a"));
        QVERIFY(outbox::renewRelay(*m_database, *held, 0).value());
        QVERIFY(!outbox::takeRelay(*m_database, *held, "b").value());
        QVERIFY(outbox::releaseRelay(*m_database, *held).value());
        QCOMPARE(outbox::relayRow(*m_database).value().owner, std::string());
    }

    void aMessageIsDoneOnce() {
        NEED(write(20));
        NEED(number());
        std::vector<std::int64_t> all(20);
        std::iota(all.begin(), all.end(), 1);
        const std::vector<std::int64_t> some{3, 17, 20};
        QCOMPARE(outbox::markDone(*m_database, some, Instant{0}).value(), std::int64_t{3});
        QCOMPARE(outbox::markDone(*m_database, some, Instant{7}).value(), std::int64_t{0});
        QCOMPARE(outbox::undoneAmong(*m_database, all).value().size(), std::size_t{17});
        const std::vector<std::int64_t> asked{99, 20, 18, 2};
        QCOMPARE(outbox::undoneAmong(*m_database, asked).value(), (std::vector<std::int64_t>{2, 18}));
        QCOMPARE(outbox::markDone(*m_database, all, Instant{9}).value(), std::int64_t{17});
        QVERIFY(outbox::undone(*m_database, 0, outbox::kMostRows).value().empty());
        QCOMPARE(outbox::behind(*m_database, 0, outbox::kMostRows).value().size(), std::size_t{20});
        QCOMPARE(outbox::markDone(*m_database, {}, Instant{9}).value(), std::int64_t{0});
    }

    /// Old done ones go in pieces, the oldest first; what is not done stays whatever its age, and no number comes
    /// again.
    void oldOnesAreDeletedInPieces() {
        NEED(write(6));
        NEED(number());
        for (const std::int64_t each : {6, 5, 4, 3}) {
            const std::vector<std::int64_t> one{each};
            NEED(outbox::markDone(*m_database, one, Instant{100 - each}));
        }
        QCOMPARE(outbox::clean(*m_database, Instant{97}, 2).value(), std::int64_t{2});
        QCOMPARE(scalar(*m_database, "SELECT SUM(number) FROM outbox"), 1 + 2 + 3 + 4);
        QCOMPARE(outbox::clean(*m_database, Instant{97}, 2).value(), std::int64_t{1});
        QCOMPARE(outbox::clean(*m_database, Instant{97}, 2).value(), std::int64_t{0});
        QCOMPARE(scalar(*m_database, "SELECT SUM(number) FROM outbox"), 1 + 2 + 3);
        NEED(write(1));
        NEED(number());
        QCOMPARE(scalar(*m_database, "SELECT MAX(number) FROM outbox"), 7);
    }

private:
    [[nodiscard]] Result<void> write(int count) {
        EVENHAND_TRY(m_database->begin());
        for (int i = 0; i < count; ++i) {
            const auto text = "m " + std::to_string(i);
            EVENHAND_TRY(outbox::add(*m_database, {"t", "north", text, Instant{5}}));
        }
        return m_database->commit();
    }
    /// Whoever has it.
    [[nodiscard]] Result<outbox::RelayRow> take(const std::string& owner) {
        EVENHAND_ASSIGN(const auto seen, outbox::relayRow(*m_database));
        EVENHAND_ASSIGN(const bool taken, outbox::takeRelay(*m_database, seen, owner));
        return taken ? outbox::relayRow(*m_database) : Result<outbox::RelayRow>(fail(ErrorCode::Busy, "not taken"));
    }
    [[nodiscard]] Result<bool> give(const outbox::RelayRow& held, std::vector<outbox::Row>& rows) {
        EVENHAND_TRY(m_database->begin());
        auto given = outbox::giveNumbers(*m_database, held, held.relayed, rows);
        if (!given || !*given) {
            m_database->rollback();
            return given;
        }
        EVENHAND_TRY(m_database->commit());
        return given;
    }
    /// Everything that has none.
    [[nodiscard]] Result<void> number() {
        EVENHAND_ASSIGN(const auto held, take("a"));
        EVENHAND_ASSIGN(auto rows, outbox::unnumbered(*m_database, outbox::kMostRows));
        EVENHAND_TRY(give(held, rows));
        return {};
    }

    std::unique_ptr<Database> m_database;
};

}  // namespace test_outbox_rows

QTEST_GUILESS_MAIN(test_outbox_rows::TestOutboxRows)
#include "test_outbox_rows.moc"
