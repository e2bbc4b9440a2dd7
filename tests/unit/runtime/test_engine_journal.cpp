// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace's journal in the engine: when it is compacted into a snapshot, and what recovery makes of it.
#include <QtTest>

#include "engine/base/rng.h"
#include "engine_bench.h"
#include "tests/support/check.h"
#include "tests/support/servers/other_connection.h"
#include "tests/support/shops/toy_domain.h"

namespace test_engine_journal {

using namespace evenhand;
using namespace evenhand::test;
using namespace evenhand::test::toy_engine;

class TestEngineJournal : public QObject, protected EngineBench {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }

    void snapshotsBoundTheJournal();
    void anUndoneBatchTakesItsSliceAlong();
    void manyShortRecordsAreCompactedToo();
    void aSnapshotIsNotMadeAnewForLessThanItself();
    void aLongJournalIsCompactedWhenTheEngineStops();
    void recoveringTwiceIsTheSame();
    void damagedJournalRefusesToOpen();
};

void TestEngineJournal::snapshotsBoundTheJournal() {
    m_engineOptions.compaction.journalBytes = 4'000;
    m_engineOptions.compaction.journalRecords = 1'000'000;
    m_engineOptions.compaction.sliceBytes = 200;
    open();
    Rng rng(3);
    for (std::int64_t id = 1; id <= 600; ++id) {
        (void)ask({.id = id, .fails = rng.below(5) == 0 ? ToyCommand::Fails::AfterDatabase : ToyCommand::Fails::Never});
        (void)engine().step();  // a slice and a command each
        if (id % 97 == 0) {
            const auto digest = engine().keyspace().digest();
            open();  // in the middle of a snapshot, as often as not
            QCOMPARE(engine().keyspace().digest(), digest);
            QCOMPARE(state()->disagreement(), std::string());
        }
    }
    engine().runUntilIdle();
    const auto rows = [&](const char* sql) {
        auto& statement = engine().database().statement(sql);
        if (!statement.query() || !statement.next()) {
            return std::int64_t{-1};
        }
        const auto value = statement.onlyNumber();
        statement.finish();
        return value;
    };
    QVERIFY(rows("SELECT COUNT(*) FROM keyspace_snapshot WHERE slice_no = 0") == 1);
    QVERIFY(rows("SELECT COUNT(*) FROM keyspace_snapshot") > 10);
    QVERIFY2(rows("SELECT COUNT(*) FROM keyspace_journal") < 200, "the journal was not trimmed");
}

/// A slice is written with a batch. Where that batch is undone, in whatever step of the compaction, the snapshot is
/// whole all the same.
void TestEngineJournal::anUndoneBatchTakesItsSliceAlong() {
    m_engineOptions.compaction.journalRecords = 20;
    m_engineOptions.compaction.sliceBytes = 200;
    std::int64_t id = 0;
    // Before a snapshot begins, with each of its first slices, and after.
    for (int undone = 18; undone < 30; ++undone) {
        open();
        for (int i = 0; i < undone; ++i) {
            auto asked = ask({.id = ++id});
            (void)engine().step();
            QVERIFY(asked.isFinished());
            EVENHAND_NEED(asked.result());
        }
        // It takes the place of the batch's own record, which is written behind the slice.
        auto refused = engine().ask<std::int64_t>(toyCall(), [](UnitOfWork& work) -> Result<std::int64_t> {
            EVENHAND_TRY(work.database().execute(
                "INSERT INTO keyspace_journal(seq, at, payload, checksum) SELECT seq + 1, at, payload, checksum FROM "
                "keyspace_journal ORDER BY seq DESC LIMIT 1"));
            return runToy(work, {.id = 1'000'000});
        });
        (void)engine().step();
        QVERIFY(refused.isFinished() && !refused.result());
        m_clock->advanceMs(60'000);
        engine().runUntilIdle();
        const auto digest = engine().keyspace().digest();
        open();
        QCOMPARE(engine().keyspace().digest(), digest);
        QCOMPARE(state()->disagreement(), std::string());
    }
    QVERIFY(numberOf("SELECT COUNT(*) FROM keyspace_snapshot") > 3);
}

void TestEngineJournal::manyShortRecordsAreCompactedToo() {
    m_engineOptions.compaction.journalRecords = 20;
    open();
    for (std::int64_t id = 1; id <= 20; ++id) {
        (void)ask({.id = id});
        engine().runUntilIdle();
    }
    QCOMPARE(numberOf("SELECT COUNT(*) FROM keyspace_snapshot"), 0);
    QCOMPARE(numberOf("SELECT COUNT(*) FROM keyspace_journal"), 20);
    (void)ask({.id = 21});
    engine().runUntilIdle();
    QCOMPARE(numberOf("SELECT COUNT(*) FROM keyspace_snapshot WHERE slice_no = 0"), 1);
    QCOMPARE(numberOf("SELECT COUNT(*) FROM keyspace_journal"), 1);  // the newest stays
    // They are counted from the snapshot on.
    for (std::int64_t id = 22; id <= 40; ++id) {
        (void)ask({.id = id});
        engine().runUntilIdle();
    }
    QCOMPARE(numberOf("SELECT MAX(snapshot_id) FROM keyspace_snapshot"), 21);
}

/// What is large is not written again and again for the little that changes.
void TestEngineJournal::aSnapshotIsNotMadeAnewForLessThanItself() {
    m_engineOptions.compaction.journalBytes = 1'000;
    open();
    Rng rng(5);
    std::string large;
    while (large.size() < 100'000) {
        large += static_cast<char>(rng.below(256));
    }
    auto set = engine().ask<std::int64_t>(toyCall(), [&](UnitOfWork& work) -> Result<std::int64_t> {
        EVENHAND_TRY(work.keyspace().call({"SET", "toy:large", large}));
        return 0;
    });
    engine().runUntilIdle();
    EVENHAND_NEED(set.result());
    QCOMPARE(numberOf("SELECT MAX(snapshot_id) FROM keyspace_snapshot"), 1);
    for (std::int64_t id = 1; id <= 60; ++id) {
        (void)ask({.id = id});
        engine().runUntilIdle();
        if (id == 30) {
            open();  // what the snapshot takes is known again
        }
    }
    QCOMPARE(numberOf("SELECT COUNT(*) FROM keyspace_journal WHERE seq > 1"), 60);  // far more than 1,000 bytes
    QCOMPARE(numberOf("SELECT MAX(snapshot_id) FROM keyspace_snapshot"), 1);
}

/// The next start reads a snapshot of what there is, not all that has ever changed.
void TestEngineJournal::aLongJournalIsCompactedWhenTheEngineStops() {
    m_engineOptions.compaction.restBytes = 2'000;
    open();
    const auto rows = [&](const char* sql) {
        auto& statement = engine().database().statement(sql);
        const auto value = statement.query() && statement.next() ? statement.onlyNumber() : -1;
        statement.finish();
        return value;
    };
    (void)ask({.id = 1});
    engine().runUntilIdle();
    open();
    QCOMPARE(rows("SELECT COUNT(*) FROM keyspace_snapshot"), 0);  // little to read
    for (std::int64_t id = 2; id <= 200; ++id) {
        (void)ask({.id = id});
        (void)engine().step();
    }
    engine().runUntilIdle();
    const auto digest = engine().keyspace().digest();
    QVERIFY(rows("SELECT COUNT(*) FROM keyspace_journal") >= 199);
    open();
    QCOMPARE(engine().keyspace().digest(), digest);
    QCOMPARE(rows("SELECT COUNT(*) FROM keyspace_snapshot WHERE slice_no = 0"), 1);
    QVERIFY(rows("SELECT COUNT(*) FROM keyspace_journal") < 10);
    QCOMPARE(state()->disagreement(), std::string());
    const auto seq = engine().journalSeq();
    open();  // nothing was added: nothing is compacted again
    QCOMPARE(engine().journalSeq(), seq);
    QCOMPARE(engine().keyspace().digest(), digest);
}

void TestEngineJournal::recoveringTwiceIsTheSame() {
    open();
    for (std::int64_t id = 1; id <= 100; ++id) {
        (void)ask({.id = id, .publish = false});
        if (id % 7 == 0) {
            engine().runUntilIdle();
        }
    }
    engine().runUntilIdle();
    const auto live = state();
    open();
    const auto once = state();
    open();
    const auto twice = state();
    QCOMPARE(once->digest, live->digest);
    QCOMPARE(twice->digest, live->digest);
    QCOMPARE(twice->inDatabase, live->inDatabase);
}

void TestEngineJournal::damagedJournalRefusesToOpen() {
    open();
    for (std::int64_t id = 1; id <= 5; ++id) {
        (void)ask({.id = id});
        engine().runUntilIdle();
    }
    m_core.reset();
    {
        auto database = evenhand::testing::openOther(m_path, store::Database::Access::ReadWrite);
        EVENHAND_NEED(database);
        EVENHAND_NEED((*database)->execute("DELETE FROM keyspace_journal WHERE seq = 3"));
    }
    auto core = app::WorkspaceCore::open(m_path, options());
    EVENHAND_NEED(core);
    const auto started = (*core)->start();
    QVERIFY(!started);
    QCOMPARE(started.error().code, ErrorCode::WorkspaceDamaged);
    QVERIFY(started.error().message.find("record 3") != std::string::npos);
}

}  // namespace test_engine_journal

QTEST_GUILESS_MAIN(test_engine_journal::TestEngineJournal)
#include "test_engine_journal.moc"
