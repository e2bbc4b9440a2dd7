// SPDX-License-Identifier: GPL-3.0-or-later
// How many timers are armed, kept: what is committed is counted along and nothing else, whatever happened to it.
#include <QTemporaryDir>
#include <QtTest>

#include "engine/store/pages/armed_timers.h"
#include "tests/support/check.h"

namespace test_timer_tally {

using namespace evenhand;
using store::Database;
using Kind = api::TimerKind;

namespace {
const CampusId kNorth("north");
const CampusId kSouth("south");
}  // namespace

class TestTimerTally : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        const auto path = m_folder->filePath(QStringLiteral("db")).toStdString();
        auto writer = Database::openSqlite(path, Database::Access::ReadWrite, true);
        EVENHAND_NEED(writer);
        m_writer = std::move(*writer);
        EVENHAND_NEED(m_writer->execute("CREATE TABLE orders(order_id INTEGER PRIMARY KEY, timer, due_at, campus_id)"));
        EVENHAND_NEED(m_writer->execute("CREATE TABLE timer_control(name, value)"));
        auto reader = Database::openSqlite(path, Database::Access::ReadOnly, false);
        EVENHAND_NEED(reader);
        m_reader = std::move(*reader);
        m_cache = {};
    }
    void whatIsCommittedIsCounted() {
        EVENHAND_NEED(m_writer->begin());
        arm(kNorth, Kind::Unpaid);
        arm(kSouth, Kind::Unpaid);
        arm(kSouth, Kind::AutoConfirm);
        EVENHAND_NEED(m_writer->commit());
        QCOMPARE(count(Kind::Unpaid), 2);
        EVENHAND_NEED(m_writer->begin());
        arm(kNorth, Kind::Unpaid);
        disarm(kSouth, Kind::AutoConfirm);
        QCOMPARE(count(Kind::Unpaid), 2);
        QCOMPARE(count(Kind::AutoConfirm, kSouth), 1);
        EVENHAND_NEED(m_writer->commit());
        QCOMPARE(count(Kind::Unpaid), 3);
        QCOMPARE(count(Kind::Unpaid, kNorth), 2);
        QCOMPARE(count(Kind::AutoConfirm), 0);
        QCOMPARE(count(Kind::Unpaid, CampusId("nowhere")), 0);
    }
    void theyAreNotCountedAgain() {
        EVENHAND_NEED(m_writer->begin());
        arm(kNorth, Kind::Unpaid);
        EVENHAND_NEED(m_writer->commit());
        QCOMPARE(count(Kind::Unpaid), 1);
        // Behind everybody's back.
        EVENHAND_NEED(m_writer->execute("DELETE FROM orders"));
        QCOMPARE(count(Kind::Unpaid), 1);
        // Told of changes that are not listed, they are.
        EVENHAND_NEED(m_writer->begin());
        store::timerTallyOf(*m_writer)->changeAll();
        EVENHAND_NEED(m_writer->commit());
        QCOMPARE(count(Kind::Unpaid), 0);
        // Without the connection that changes them, each time.
        EVENHAND_NEED(m_writer->execute("INSERT INTO orders(timer, due_at, campus_id) VALUES ('unpaid', 1, 'north')"));
        const auto armed = m_cache.beginRead(*m_reader, nullptr);
        EVENHAND_NEED(armed);
        QCOMPARE(armed->of(Kind::Unpaid, {}), 1);
        EVENHAND_NEED(m_reader->commit());
    }
    void whatIsUndoneIsNotCounted() {
        EVENHAND_NEED(m_writer->begin());
        arm(kNorth, Kind::Unpaid);
        EVENHAND_NEED(m_writer->commit());
        QCOMPARE(count(Kind::Unpaid), 1);
        // A command of a batch.
        EVENHAND_NEED(m_writer->begin());
        for (const bool kept : {true, false, true}) {
            m_writer->openScope();
            arm(kNorth, Kind::Unpaid);
            EVENHAND_NEED(kept ? m_writer->keepScope() : m_writer->undoScope());
        }
        EVENHAND_NEED(m_writer->commit());
        QCOMPARE(count(Kind::Unpaid), 3);
        // The whole batch.
        EVENHAND_NEED(m_writer->begin());
        arm(kNorth, Kind::Unpaid);
        m_writer->rollback();
        QCOMPARE(count(Kind::Unpaid), 3);
        // What may not be committed.
        m_writer->setCommitGuard([](Database&) -> Result<void> { return fail(ErrorCode::Conflict, "not mine"); });
        EVENHAND_NEED(m_writer->begin());
        arm(kNorth, Kind::Unpaid);
        QVERIFY(!m_writer->commit());
        m_writer->rollback();
        m_writer->setCommitGuard({});
        QCOMPARE(count(Kind::Unpaid), 3);
    }
    /// Nobody knows what became of the last commit: they are counted again.
    void aConnectionOpenedAnewIsCountedAgain() {
        EVENHAND_NEED(m_writer->begin());
        arm(kNorth, Kind::Unpaid);
        EVENHAND_NEED(m_writer->commit());
        QCOMPARE(count(Kind::Unpaid), 1);
        EVENHAND_NEED(m_writer->begin());
        arm(kNorth, Kind::Unpaid);
        m_writer->close();
        EVENHAND_NEED(m_writer->reopen());
        EVENHAND_NEED(m_writer->execute("INSERT INTO orders(timer, due_at, campus_id) VALUES ('unpaid', 1, 'north')"));
        QCOMPARE(count(Kind::Unpaid), 2);
        EVENHAND_NEED(m_writer->begin());
        arm(kNorth, Kind::Unpaid);
        EVENHAND_NEED(m_writer->commit());
        QCOMPARE(count(Kind::Unpaid), 3);
    }
    /// A figure and a snapshot belong together only if nothing was committed in between.
    void nothingMayBeCommittedInBetween() {
        auto& tally = *store::timerTallyOf(*m_writer);
        const auto before = tally.settled();
        QVERIFY(before && tally.cut(*before));
        EVENHAND_NEED(m_writer->begin());
        arm(kNorth, Kind::Unpaid);
        QVERIFY(tally.cut(*before));
        EVENHAND_NEED(m_writer->commit());
        QVERIFY(!tally.cut(*before));
        const auto after = tally.settled();
        QVERIFY(after && tally.cut(*after));
        // A commit that changes no timer does not matter.
        EVENHAND_NEED(m_writer->begin());
        EVENHAND_NEED(m_writer->statement("INSERT INTO timer_control(name, value) VALUES ('x', 1)").write());
        EVENHAND_NEED(m_writer->commit());
        QVERIFY(tally.cut(*after));
        // What failed is not told until another transaction begins.
        tally.began();
        tally.change(kNorth, Kind::Unpaid, 1);
        tally.committing();
        QVERIFY(!tally.cut(*after));
        tally.committed(false);
        QVERIFY(!tally.settled());
        tally.began();
        const auto again = tally.settled();
        QVERIFY(again && tally.cut(*again));
    }

private:
    void arm(const CampusId& campus, Kind kind) {
        auto& statement = m_writer->statement("INSERT INTO orders(timer, due_at, campus_id) VALUES (?, 1, ?)");
        EVENHAND_NEED(statement.bind(api::toText(kind)).bind(campus.str()).write());
        store::timerTallyOf(*m_writer)->change(campus, kind, 1);
    }
    void disarm(const CampusId& campus, Kind kind) {
        auto& statement = m_writer->statement(
            "UPDATE orders SET due_at = NULL WHERE order_id = (SELECT MIN(order_id) FROM orders WHERE timer = ? AND "
            "due_at IS NOT NULL AND campus_id = ?)");
        EVENHAND_NEED(statement.bind(api::toText(kind)).bind(campus.str()).write());
        store::timerTallyOf(*m_writer)->change(campus, kind, -1);
    }
    std::int64_t count(Kind kind, const CampusId& campus = {}) {
        const auto armed = m_cache.beginRead(*m_reader, store::timerTallyOf(*m_writer).get());
        return armed && m_reader->commit() ? armed->of(kind, campus) : -1;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Database> m_writer, m_reader;
    store::ArmedTimersCache m_cache;
};

}  // namespace test_timer_tally

QTEST_GUILESS_MAIN(test_timer_tally::TestTimerTally)
#include "test_timer_tally.moc"
