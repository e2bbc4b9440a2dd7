// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace's journal in its table: what is replayed, trimmed and damaged, and whether a commit happened.
#include <QtTest>

#include "engine/store/database/checksum.h"
#include "engine/store/database/journal_store.h"
#include "store_bench.h"

namespace test_store_journal {

using namespace test_store_bench;

class TestStoreJournal : public QObject, protected StoreBench {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }

    void checksumVectors();
    void journalReplays();
    void journalDamage_data();
    void journalDamage();
    void trimKeepsWhatRecoveryNeeds();
    void whetherACommitHappened();
    void theNewestRecord();
};

void TestStoreJournal::checksumVectors() {
    QCOMPARE(checksum64(""), 0xef46db3751d8e999ULL);
    QCOMPARE(checksum64("a"), 0xd24ec4f1a98c6e5bULL);
    QCOMPARE(checksum64("abc"), 0x44bc2cf5ad770999ULL);
    QCOMPARE(checksum64("Nobody inspects the spammish repetition"), 0xfbcea83c8a378bf1ULL);
}

void TestStoreJournal::journalReplays() {
    auto database = createDatabase();
    JournalStore journal(*database);
    const auto collect = [&](std::vector<std::string>& into) {
        return [&into](std::string_view payload) -> Result<void> {
            into.emplace_back(payload);
            return {};
        };
    };
    std::vector<std::string> seen;
    auto end = journal.replay(collect(seen));
    NEED(end);
    QCOMPARE(end->seq, 0);
    for (std::int64_t seq = 1; seq <= 10; ++seq) {
        NEED(journal.append(seq, {1000 + seq}, seq == 4 ? std::string() : "record" + std::to_string(seq)));
    }
    NEED(journal.appendSlice(6, 1, "slice1"));
    NEED(journal.appendSlice(6, 2, "slice2"));
    seen.clear();
    end = journal.replay(collect(seen));  // the snapshot is not complete yet
    NEED(end);
    QCOMPARE(seen.size(), std::size_t{10});
    QCOMPARE(end->at.ms, 1010);
    QCOMPARE(end->recordsSince, 10);
    NEED(journal.completeSnapshot(6, 2, {1006}));
    seen.clear();
    end = journal.replay(collect(seen));
    NEED(end);
    QCOMPARE(seen, (std::vector<std::string>{"slice1", "slice2", "record7", "record8", "record9", "record10"}));
    QCOMPARE(end->seq, 10);
    QCOMPARE(end->snapshotId, 6);
    QCOMPARE(end->recordsSince, 4);
    QCOMPARE(end->bytesSince, 29);
}

void TestStoreJournal::journalDamage_data() {
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const char* sql, const char* says) {
        QTest::newRow(name) << QByteArray(sql) << QByteArray(says);
    };
    row("gap", "DELETE FROM keyspace_journal WHERE seq = 8", "record 8 is missing");
    row("first missing", "DELETE FROM keyspace_journal WHERE seq = 7", "record 7 is missing");
    row("changed byte", "UPDATE keyspace_journal SET payload = x'6263' WHERE seq = 9", "record 9");
    row("changed time", "UPDATE keyspace_journal SET at = 5 WHERE seq = 9", "record 9");
    row("swapped",
        "UPDATE keyspace_journal SET payload = (SELECT payload FROM keyspace_journal WHERE seq = 8), checksum = "
        "(SELECT checksum FROM keyspace_journal WHERE seq = 8) WHERE seq = 9",
        "record 9");
    row("slice missing", "DELETE FROM keyspace_snapshot WHERE slice_no = 1", "slice 1");
    row("last slice missing", "DELETE FROM keyspace_snapshot WHERE slice_no = 2", "slice 2");
    row("slice changed", "UPDATE keyspace_snapshot SET payload = x'00' WHERE slice_no = 2", "slice 2");
    row("header changed", "UPDATE keyspace_snapshot SET payload = x'00' WHERE slice_no = 0", "header of snapshot 6");
}

void TestStoreJournal::journalDamage() {
    QFETCH(QByteArray, sql);
    QFETCH(QByteArray, says);
    auto database = createDatabase();
    JournalStore journal(*database);
    for (std::int64_t seq = 1; seq <= 10; ++seq) {
        NEED(journal.append(seq, {1000 + seq}, "record" + std::to_string(seq)));
    }
    NEED(journal.appendSlice(6, 1, "slice1"));
    NEED(journal.appendSlice(6, 2, "slice2"));
    NEED(journal.completeSnapshot(6, 2, {1006}));
    NEED(database->execute(std::string_view(sql.constData(), static_cast<std::size_t>(sql.size()))));
    const auto end = journal.replay([](std::string_view) -> Result<void> { return {}; });
    QVERIFY(!end);
    QCOMPARE(end.error().code, ErrorCode::WorkspaceDamaged);
    QVERIFY2(end.error().message.find(says.constData()) != std::string::npos, end.error().message.c_str());
}

void TestStoreJournal::trimKeepsWhatRecoveryNeeds() {
    auto database = createDatabase();
    JournalStore journal(*database);
    for (std::int64_t seq = 1; seq <= 6; ++seq) {
        NEED(journal.append(seq, {1000 + seq}, "r"));
    }
    for (const std::int64_t snapshot : {3, 6}) {
        NEED(journal.appendSlice(snapshot, 1, "s"));
        NEED(journal.appendSlice(snapshot, 2, "s"));
        NEED(journal.completeSnapshot(snapshot, 2, {1000 + snapshot}));
    }
    while (true) {
        const auto gone = journal.trim(6, 1);
        NEED(gone);
        const auto end = journal.replay([](std::string_view) -> Result<void> { return {}; });
        NEED(end);  // whole after every slice of trimming
        QCOMPARE(end->seq, 6);
        QCOMPARE(end->at.ms, 1006);
        if (*gone == 0) {
            break;
        }
    }
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM keyspace_journal"), 1);
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM keyspace_snapshot"), 3);
}

/// What a commit that broke has written is looked for after the server is back.
void TestStoreJournal::whetherACommitHappened() {
    auto database = createDatabase();
    JournalStore journal(*database);
    for (std::int64_t seq = 1; seq <= 3; ++seq) {
        NEED(journal.append(seq, {1000 + seq}, "record" + std::to_string(seq)));
    }
    using Held = std::optional<bool>;
    const auto held = [&](std::int64_t seq, std::int64_t at, std::string_view payload, std::int64_t last) {
        const auto answer = journal.holds(seq, {at}, payload, last);
        return answer ? *answer : Held();
    };
    QCOMPARE(held(3, 1003, "record3", 3), Held(true));
    QCOMPARE(held(3, 1004, "record3", 3), Held(false));  // another engine's
    QCOMPARE(held(3, 1003, "record4", 3), Held(false));
    QCOMPARE(held(4, 1004, "record4", 3), Held(false));
    // It was compacted: nobody can say.
    QCOMPARE(held(4, 1004, "record4", 4), Held());
    NEED(database->execute("DELETE FROM keyspace_journal WHERE seq = 1"));
    QCOMPARE(held(1, 1001, "record1", 3), Held());
}

void TestStoreJournal::theNewestRecord() {
    auto database = createDatabase();
    JournalStore journal(*database);
    const auto none = journal.newest();
    NEED(none);
    QCOMPARE(none->seq, 0);
    QCOMPARE(journal.newestAt().value(), std::optional<Instant>());
    QCOMPARE(journal.appended().seq, 0);
    NEED(journal.append(1, {5'000}, "a"));
    NEED(journal.append(2, {4'000}, "b"));  // engine time was turned back
    const auto newest = journal.newest();
    NEED(newest);
    QCOMPARE(newest->seq, 2);
    QCOMPARE(newest->at, Instant{4'000});
    QVERIFY(*newest == journal.appended());
    QCOMPARE(journal.newestAt().value(), std::optional(Instant{4'000}));
}

}  // namespace test_store_journal

QTEST_GUILESS_MAIN(test_store_journal::TestStoreJournal)
#include "test_store_journal.moc"
