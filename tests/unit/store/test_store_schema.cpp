// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace's database as a whole: how it is made, opened and refused, its settings, its numbers and amounts.
#include <sqlite3.h>
#include <sys/stat.h>

#include <QFile>
#include <QtTest>

#include "engine/store/database/database.h"
#include "engine/store/database/meta_table.h"
#include "engine/store/database/migrator.h"
#include "engine/store/records/meta_store.h"
#include "store_bench.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_store_schema {

using namespace test_store_bench;

class TestStoreSchema : public QObject, protected StoreBench {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }

    void schemaIsMadeAndReadBack();
    void whatARestoreHasMadeIsTakenBack();
    void newerWorkspaceIsRefused();
    void foreignAndDamagedFilesAreRefused();
    void missingFileIsSaid();
    void settingsAreOn();
    void whatLiesBesideIsTheOwnersAloneToo();
    void versionsThatCannotBe();
    void theLargestAmount();
    void howManyWorkers();
};

void TestStoreSchema::schemaIsMadeAndReadBack() {
    {
        auto database = createDatabase();
        QVERIFY(database);
        const auto again = createSchema(*database, someMeta());
        QVERIFY(!again);
        QCOMPARE(again.error().code, ErrorCode::AlreadyExists);
    }
    // The URI did not mangle the name.
    QVERIFY(evenhand::testing::onMariadb() || QFile::exists(QString::fromStdString(m_path)));
    auto database = open();
    NEED(database);
    const auto meta = openSchema(**database, false);
    NEED(meta);
    QCOMPARE(meta->currency, std::string("GBP"));
    QCOMPARE(meta->minorDigits, 2);
    QCOMPARE(meta->timeZone, std::string("Europe/London"));
    QCOMPARE(meta->createdAt.ms, 1234567);
    QCOMPARE(meta->workspaceId, someMeta().workspaceId);
    QCOMPARE(meta->schemaVersion, allMigrations().back().number);
}

/// Also the tables that only an older version has, and none before those that refer to it.
void TestStoreSchema::whatARestoreHasMadeIsTakenBack() {
    constexpr int kBeforeATableWasDropped = 5;
    auto database = open(Database::Access::ReadWrite, true);
    NEED(database);
    NEED(beginRestore(**database, kBeforeATableWasDropped));
    NEED((*database)->execute("SELECT 1 FROM refund_task"));
    abandonRestore(**database);
    auto& tables = (*database)->statement((*database)->dialect().tableNames());
    NEED(tables.query());
    const bool left = tables.next();
    QVERIFY2(!left, left ? tables.text("name").c_str() : "");
}

void TestStoreSchema::newerWorkspaceIsRefused() {
    auto database = createDatabase();
    NEED(database->execute("UPDATE meta SET value = '900' WHERE name = 'schema_version'"));
    const auto meta = openSchema(*database, true);
    QVERIFY(!meta);
    QCOMPARE(meta.error().code, ErrorCode::WorkspaceVersion);
    QVERIFY(meta.error().message.find("900") != std::string::npos);
    QVERIFY(meta.error().message.find("version " + std::to_string(allMigrations().back().number)) != std::string::npos);
    NEED(database->execute("UPDATE meta SET value = 'x' WHERE name = 'schema_version'"));
    QCOMPARE(openSchema(*database, true).error().code, ErrorCode::WorkspaceDamaged);
    NEED(database->execute("DELETE FROM meta WHERE name = 'currency'"));
    NEED(database->execute("UPDATE meta SET value = '" + std::to_string(allMigrations().back().number) +
                           "' WHERE name = 'schema_version'"));
    QCOMPARE(openSchema(*database, true).error().code, ErrorCode::WorkspaceDamaged);
}

void TestStoreSchema::foreignAndDamagedFilesAreRefused() {
    SQLITE_ONLY();
    {
        Raw raw(m_path);
        QVERIFY(raw.run("CREATE TABLE recipe (name TEXT)"));
    }
    {
        auto foreign = open();
        NEED(foreign);
        QCOMPARE(openSchema(**foreign, true).error().code, ErrorCode::WorkspaceVersion);
        QCOMPARE(createSchema(**foreign, someMeta()).error().code, ErrorCode::WorkspaceVersion);
    }
    QFile file(QString::fromStdString(m_path));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(QByteArray(8192, 'x'));
    file.close();
    const auto garbage = open();
    QVERIFY(!garbage);
    QCOMPARE(garbage.error().code, ErrorCode::WorkspaceDamaged);
    QCOMPARE(garbage.error().value, m_path);
}

void TestStoreSchema::missingFileIsSaid() {
    SQLITE_ONLY();
    const auto missing = open();
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, ErrorCode::WorkspaceMissing);
    QCOMPARE(missing.error().value, m_path);
    QVERIFY(!QFile::exists(QString::fromStdString(m_path)));
    const auto noFolder = Database::openSqlite(m_path + "/not/here.db", Database::Access::ReadWrite, true);
    QVERIFY(!noFolder);
    QCOMPARE(noFolder.error().code, ErrorCode::Storage);
}

void TestStoreSchema::settingsAreOn() {
    SQLITE_ONLY();
    auto database = createDatabase();
    QCOMPARE(scalar(*database, "PRAGMA synchronous"), 2);
    QCOMPARE(scalar(*database, "PRAGMA foreign_keys"), 1);
    auto& mode = database->statement("PRAGMA journal_mode");
    NEED(mode.query());
    QVERIFY(mode.next());
    QCOMPARE(mode.textAt(0), std::string("wal"));
    mode.finish();
    constexpr int kFast = 2;
    QCOMPARE(scalar(*database, "PRAGMA secure_delete"), kFast);
    QCOMPARE(sqlite3_memory_used(), 0);  // nobody counts it: that would take a lock each time
}

/// An earlier version that was killed has left its log, and whoever reads meanwhile keeps it.
void TestStoreSchema::whatLiesBesideIsTheOwnersAloneToo() {
    SQLITE_ONLY();
    createDatabase().reset();
    const auto path = QString::fromStdString(m_path);
    for (const auto* suffix : {"", "-wal", "-shm"}) {
        QFile left(path + QLatin1String(suffix));
        QVERIFY(left.open(QIODevice::Append));
        if (*suffix != 0) {  // SQLite takes one that is empty for its own, and gives it its mode
            QCOMPARE(left.write(QByteArray(100, 'x')), qint64{100});
        }
        QCOMPARE(::fchmod(left.handle(), 0644), 0);
    }
    const auto database = open();
    NEED(database);
    for (const auto* suffix : {"", "-wal", "-shm"}) {
        struct stat there {};
        QCOMPARE(::stat(qPrintable(path + QLatin1String(suffix)), &there), 0);
        QCOMPARE(there.st_mode & 07777U, 0600U);
    }
}

void TestStoreSchema::versionsThatCannotBe() {
    auto database = createDatabase();
    const int known = allMigrations().back().number;
    const auto opened = [&](const std::string& version, bool mayMigrate) {
        const auto set = store::meta::set(*database, "schema_version", version);
        const auto meta = openSchema(*database, mayMigrate);
        return set && meta ? std::string("ok") : std::string(base::errorName(meta.error().code));
    };
    const auto says = [&](std::string_view part) {
        return openSchema(*database, false).error().message.find(part) != std::string::npos;
    };
    QCOMPARE(opened(std::to_string(known), false), std::string("ok"));
    QCOMPARE(opened(std::to_string(known + 1), true), std::string("workspace_version"));
    QVERIFY(says("use a newer program"));
    QCOMPARE(opened(std::to_string(known - 1), false), std::string("workspace_version"));
    QVERIFY(says("open it for writing once"));
    QCOMPARE(opened("0", true), std::string("workspace_damaged"));
    QCOMPARE(opened("-1", false), std::string("workspace_damaged"));
    QCOMPARE(opened("1x", false), std::string("workspace_damaged"));
    NEED(store::meta::set(*database, "schema_version", std::to_string(known)));
    for (const char* needed : {"currency", "minor_digits", "time_zone", "created_at", "created_by"}) {
        const auto before = store::meta::text(*database, needed);
        NEED(before);
        NEED(database->statement("DELETE FROM meta WHERE name = ?").bind(needed).write());
        const auto meta = openSchema(*database, false);
        QVERIFY2(!meta && meta.error().code == ErrorCode::WorkspaceDamaged, needed);
        QVERIFY2(meta.error().message.find(std::string("no entry ") + needed) != std::string::npos, needed);
        NEED(store::meta::set(*database, needed, before->value()));
    }
    NEED(openSchema(*database, false));
}

void TestStoreSchema::theLargestAmount() {
    QCOMPARE(meta::usualLargestAmount(0), Money{10'000'000});
    QCOMPARE(meta::usualLargestAmount(2), Money{1'000'000'000});
    QCOMPARE(meta::usualLargestAmount(3), Money{10'000'000'000});
    auto fresh = createDatabase();
    QCOMPARE(meta::largestAmount(*fresh).value(), Money{1'000'000'000});  // of pounds, with two digits
    NEED(meta::checkAmount(*fresh, Money{1'000'000'000}, "price"));
    const auto above = meta::checkAmount(*fresh, Money{1'000'000'001}, "price");
    QVERIFY(!above);
    QCOMPARE(above.error().code, ErrorCode::Overflow);
    QCOMPARE(above.error().field, std::string("price"));
    QCOMPARE(above.error().value, std::string("1000000001"));
    QCOMPARE(meta::amountText(*fresh, Money{123'456}).value(), base::formatMoney(Money{123'456}, 2));
    // What is stored is looked at once, so each attempt comes before the first that can be read.
    fresh.reset();
    auto reopened = open();
    NEED(reopened);
    auto& database = **reopened;
    for (const std::string bad : {"0", "-1", "x", "1.5", ""}) {
        NEED(meta::set(database, "largest_amount", bad));
        const auto amount = meta::largestAmount(database);
        QVERIFY2(!amount && amount.error().code == ErrorCode::WorkspaceDamaged, bad.c_str());
    }
    NEED(meta::set(database, "largest_amount", std::to_string(base::kMaxMoneyMinor) + "0"));
    QVERIFY(!meta::largestAmount(database));
    NEED(meta::set(database, "largest_amount", "1"));
    NEED(meta::set(database, "minor_digits", "x"));
    QVERIFY(!meta::largestAmount(database));
    QCOMPARE(meta::amountText(database, Money{1}).error().code, ErrorCode::WorkspaceDamaged);
    NEED(meta::set(database, "minor_digits", "0"));
    QCOMPARE(meta::largestAmount(database).value(), Money{1});
    QCOMPARE(meta::amountText(database, Money{12}).value(), base::formatMoney(Money{12}, 0));
}

void TestStoreSchema::howManyWorkers() {
    const auto database = createDatabase();
    QVERIFY(!meta::workers(*database).value());
    NEED(meta::setWorkers(*database, 7));
    QCOMPARE(meta::workers(*database).value(), std::optional<std::int64_t>(7));
    for (const std::string bad : {"0", "-1", "101", "x", "1.5", ""}) {
        NEED(meta::set(*database, "workers", bad));
        const auto count = meta::workers(*database);
        QVERIFY2(!count && count.error().code == ErrorCode::WorkspaceDamaged, bad.c_str());
    }
}

}  // namespace test_store_schema

QTEST_GUILESS_MAIN(test_store_schema::TestStoreSchema)
#include "test_store_schema.moc"
