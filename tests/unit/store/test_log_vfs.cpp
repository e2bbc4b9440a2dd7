// SPDX-License-Identifier: GPL-3.0-or-later
// The write-ahead log gets the pages of a commit as few writes, and none of a transaction that was rolled back.
#include <QtTest>

#include "engine/store/database/database.h"
#include "engine/store/database/log_vfs.h"
#include "tests/support/check.h"
#include "tests/support/servers/fault_disk.h"

namespace test_log_vfs {

using namespace evenhand;
using namespace evenhand::store;
using test::Fault;
using test::FaultDisk;

namespace {

constexpr int kRows = 400;  // of half a page each

std::unique_ptr<Database> opened(const FaultDisk& disk, bool create) {
    auto database = Database::openSqlite("log.db", Database::Access::ReadWrite, create, disk.vfs());
    if (!database) {
        qWarning("%s", database.error().text().c_str());
        return nullptr;
    }
    return *std::move(database);
}

std::unique_ptr<Database> createDatabase(const FaultDisk& disk) {
    auto database = opened(disk, true);
    return database && database->execute("CREATE TABLE filled(what TEXT, padding BLOB)") ? std::move(database)
                                                                                         : nullptr;
}

Result<void> fill(Database& database, const std::string& what, int rows = kRows) {
    for (int i = 0; i < rows; ++i) {
        auto& insert = database.statement("INSERT INTO filled(what, padding) VALUES (?, zeroblob(2000))");
        EVENHAND_TRY(insert.bind(what).write());
    }
    return {};
}

std::string textOf(Database& database, std::string_view sql) {
    auto& statement = database.statement(sql);
    if (!statement.query() || !statement.next()) {
        return "?";
    }
    auto text = statement.textAt(0);
    statement.finish();
    return text;
}

}  // namespace

class TestLogVfs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fewWritesForManyPages();
    void aTransactionReadsWhatItHasWritten();
    void nothingOfWhatWasRolledBack();
    void anErrorIsToldByTheCommit();
    void unknownBase();
};

void TestLogVfs::fewWritesForManyPages() {
    FaultDisk disk;
    const auto database = createDatabase(disk);
    QVERIFY(database);
    EVENHAND_NEED(database->begin());
    EVENHAND_NEED(fill(*database, "a"));
    disk.plan(Fault::None, 0, 0, 1);
    EVENHAND_NEED(database->commit());
    QVERIFY(database->logPages() >= kRows / 2);
    QVERIFY2(disk.operations() < kRows / 10, qPrintable(QString::number(disk.operations())));

    const auto other = opened(disk, false);  // reads the log through a file of its own
    QVERIFY(other);
    QCOMPARE(textOf(*other, "SELECT COUNT(*) FROM filled"), std::to_string(kRows));
    QCOMPARE(textOf(*other, "PRAGMA integrity_check"), std::string("ok"));
}

/// Pages that left the cache before the rollback are forgotten: their place in the log is another connection's by the
/// time the first one writes again.
void TestLogVfs::aTransactionReadsWhatItHasWritten() {
    FaultDisk disk;
    const auto database = createDatabase(disk);
    QVERIFY(database);
    // Hardly any memory: what is changed goes to the log at once, and comes back from there.
    EVENHAND_NEED(database->execute("PRAGMA cache_size = 4"));
    EVENHAND_NEED(database->begin());
    EVENHAND_NEED(fill(*database, "a"));
    QCOMPARE(textOf(*database, "SELECT COUNT(*) || ' ' || SUM(LENGTH(padding)) FROM filled WHERE what = 'a'"),
             std::to_string(kRows) + " " + std::to_string(2'000 * kRows));
    EVENHAND_NEED(database->execute("UPDATE filled SET what = 'b'"));
    QCOMPARE(textOf(*database, "SELECT COUNT(*) FROM filled WHERE what = 'b'"), std::to_string(kRows));
    EVENHAND_NEED(database->commit());
    QCOMPARE(textOf(*database, "SELECT COUNT(*) FROM filled WHERE what = 'b'"), std::to_string(kRows));
}

void TestLogVfs::nothingOfWhatWasRolledBack() {
    FaultDisk disk;
    const auto first = createDatabase(disk);
    QVERIFY(first);
    const auto second = opened(disk, false);
    QVERIFY(second);
    EVENHAND_NEED(first->execute("PRAGMA cache_size = 10"));
    EVENHAND_NEED(first->checkpoint(true));  // rolling back reads from the database file, not from the log

    EVENHAND_NEED(first->begin());
    disk.plan(Fault::None, 0, 0, 1);
    EVENHAND_NEED(fill(*first, "gone"));
    QVERIFY(disk.operations() > 0);  // some have left it
    first->rollback();
    EVENHAND_NEED(second->begin());
    EVENHAND_NEED(fill(*second, "kept", 2 * kRows));  // further into the log
    EVENHAND_NEED(second->commit());
    EVENHAND_NEED(first->begin());
    EVENHAND_NEED(fill(*first, "later", 30));
    EVENHAND_NEED(first->commit());

    for (auto* database : {first.get(), second.get()}) {
        QCOMPARE(textOf(*database,
                        "SELECT group_concat(what || n) FROM (SELECT what, COUNT(*) AS n FROM filled "
                        "GROUP BY what ORDER BY what)"),
                 std::string("kept800,later30"));
        QCOMPARE(textOf(*database, "PRAGMA integrity_check"), std::string("ok"));
    }
}

void TestLogVfs::anErrorIsToldByTheCommit() {
    FaultDisk disk;
    const auto database = createDatabase(disk);
    QVERIFY(database);
    EVENHAND_NEED(database->begin());
    EVENHAND_NEED(fill(*database, "a"));
    disk.plan(Fault::Full, 1, 1'000, 1);
    const auto full = database->commit();
    QVERIFY(!full);
    QCOMPARE(full.error().code, ErrorCode::Storage);
    QVERIFY(full.error().text().find("SQLITE_FULL") != std::string::npos);
    database->rollback();
    disk.plan(Fault::None, 0, 0, 1);
    QCOMPARE(textOf(*database, "SELECT COUNT(*) FROM filled"), std::string("0"));
    EVENHAND_NEED(database->begin());
    EVENHAND_NEED(fill(*database, "b", 3));
    EVENHAND_NEED(database->commit());
    QCOMPARE(textOf(*database, "SELECT COUNT(*) FROM filled"), std::string("3"));
    QCOMPARE(textOf(*database, "PRAGMA integrity_check"), std::string("ok"));
}

void TestLogVfs::unknownBase() {
    const auto none = gatheringVfs("nobody's");
    QVERIFY(!none);
    QCOMPARE(none.error().code, ErrorCode::Storage);
    QCOMPARE(none.error().value, std::string("nobody's"));
}

}  // namespace test_log_vfs

QTEST_GUILESS_MAIN(test_log_vfs::TestLogVfs)
#include "test_log_vfs.moc"
