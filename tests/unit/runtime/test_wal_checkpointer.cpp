// SPDX-License-Identifier: GPL-3.0-or-later
// The write-ahead log is written into the database file beside the writer.
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>

#include "app/workspace/workspace_core.h"
#include "engine/runtime/wal_checkpointer.h"
#include "tests/support/check.h"
#include "tests/support/servers/fault_disk.h"
#include "tests/support/shops/toy_domain.h"

namespace test_wal_checkpointer {

using namespace evenhand;
using namespace evenhand::test;
using runtime::WalCheckpointer;
using store::Database;

namespace {

constexpr std::int64_t kIntervalNs = 200'000'000;

std::int64_t count(Database& database, std::string_view sql = "SELECT COUNT(*) FROM filled") {
    auto& statement = database.statement(sql);
    const auto number = statement.query() && statement.next() ? statement.onlyNumber() : -1;
    statement.finish();
    return number;
}

}  // namespace

class TestWalCheckpointer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(QStringLiteral("log.db")).toStdString();
        m_database = opened(Database::Access::ReadWrite, true);
        QVERIFY(m_database);
        EVENHAND_NEED(m_database->execute("CREATE TABLE filled(padding BLOB)"));
        EVENHAND_NEED(m_database->checkpoint(false));
    }
    void cleanup() { m_database.reset(); }

    void writesBackAndTheLogBeginsAnew() {
        auto checkpointer = createCheckpointer();
        fill(200);
        const auto before = m_database->logPages();
        QVERIFY(before >= 100);
        work(*checkpointer, 1);
        QVERIFY(checkpointer->takeDone());
        QVERIFY(!checkpointer->takeDone());  // told once
        fill(1);
        EVENHAND_NEED(m_database->checkpoint(false));
        fill(1);
        QVERIFY2(m_database->logPages() < before / 2, qPrintable(QString::number(m_database->logPages())));
        QCOMPARE(count(*m_database), 202);
    }

    void aReaderCutsItShort() {
        auto checkpointer = createCheckpointer();
        const auto reader = opened(Database::Access::ReadOnly, false);
        QVERIFY(reader);
        EVENHAND_NEED(reader->beginRead());
        QCOMPARE(count(*reader), 0);
        fill(200);
        work(*checkpointer, 1);
        QVERIFY(!checkpointer->takeDone());  // there is more left than the owner should write
        QCOMPARE(count(*reader), 0);
        EVENHAND_NEED(reader->commit());
        work(*checkpointer, 1 + kIntervalNs);
        QVERIFY(checkpointer->takeDone());
    }

    void goesOnUntilARoundIsShort() {
        for (const auto& [longOnes, rounds] : {std::pair(0, 1), std::pair(5, 6), std::pair(100, 16)}) {
            auto checkpointer = createCheckpointer();
            m_longRounds = longOnes;
            m_readings = 0;
            fill(10);
            work(*checkpointer, 1);
            QVERIFY(checkpointer->takeDone());
            QCOMPARE(m_readings.load(), 2 * rounds);
        }
    }

    void notAllTheTime() {
        auto checkpointer = createCheckpointer();
        fill(10);
        work(*checkpointer, 1);
        QVERIFY(checkpointer->takeDone());
        fill(10);
        checkpointer->begin(kIntervalNs);
        QVERIFY(!checkpointer->active());
        QVERIFY(!checkpointer->takeDone());
        work(*checkpointer, 1 + kIntervalNs);
        QVERIFY(checkpointer->takeDone());
    }

    void aDatabaseThatCannotBeOpened() {
        WalCheckpointer checkpointer(
            []() -> Result<std::unique_ptr<Database>> {
                return fail(ErrorCode::Storage, "as told", "path", "somewhere");
            },
            [] { return std::int64_t{0}; });
        work(checkpointer, 1);
        QVERIFY(!checkpointer.takeDone());
    }

    /// Whoever fails to sync the database file, and whenever: pages that were moved before may be lost with it, so all
    /// are moved again before the log begins anew over them.
    void pagesThatASyncLostAreMovedAgain() {
        int failed = 0;
        bool struck = true;
        for (int at = 1; struck; ++at) {
            FaultDisk disk;
            const auto open = [&](Database::Access access, bool create) {
                auto database = Database::openSqlite("/disk/workspace.db", access, create, disk.vfs());
                if (!database) {
                    qWarning("%s", database.error().text().c_str());
                }
                return database ? *std::move(database) : nullptr;
            };
            auto writer = open(Database::Access::ReadWrite, true);
            QVERIFY(writer);
            EVENHAND_NEED(writer->execute("CREATE TABLE filled(padding BLOB)"));
            fill(*writer, 30);
            EVENHAND_NEED(writer->checkpoint(false));
            fill(*writer, 1);  // the log begins anew
            auto reader = open(Database::Access::ReadOnly, false);
            QVERIFY(reader);
            auto checkpointer = open(Database::Access::ReadWrite, false);
            QVERIFY(checkpointer);

            fill(*writer, 20);
            EVENHAND_NEED(reader->beginRead());
            QCOMPARE(count(*reader), 51);
            fill(*writer, 25);
            disk.plan(Fault::SyncError, at, 1, 1);
            failed += checkpointer->checkpoint(false) ? 0 : 1;  // as far as the reader
            EVENHAND_NEED(reader->commit());
            failed += writer->checkpoint(false) ? 0 : 1;
            struck = disk.struck();
            disk.plan(Fault::None, 0, 0, 1);
            EVENHAND_NEED(writer->checkpoint(false));
            fill(*writer, 1);  // over the first pages of the log, if it began anew
            fill(*writer, 1);

            disk.plan(Fault::PowerLoss, 1, 1, 1);
            (void)writer->checkpoint(false);
            checkpointer.reset();
            reader.reset();
            writer.reset();
            disk.restart(true);
            const auto after = open(Database::Access::ReadWrite, false);
            QVERIFY(after);
            QCOMPARE(count(*after), 78);
            QCOMPARE(count(*after, "SELECT SUM(LENGTH(padding)) FROM filled"), 78 * 2'000);
            EVENHAND_NEED(after->execute("CREATE TABLE sound(a)"));
        }
        QVERIFY2(failed >= 4, qPrintable(QString::number(failed)));
    }

    /// A sync of everything at once would keep the log's syncs waiting.
    void theFileIsSyncedInSlices() {
        FaultDisk disk;
        auto database = Database::openSqlite("/disk/workspace.db", Database::Access::ReadWrite, true, disk.vfs());
        EVENHAND_NEED(database);
        EVENHAND_NEED((*database)->execute("CREATE TABLE filled(padding BLOB)"));
        EVENHAND_NEED((*database)->checkpoint(false));
        fill(**database, 4'000);
        constexpr std::int64_t kBegun = 10;  // the log's own sync, which comes first, is not meant
        disk.plan(Fault::SyncError, kBegun, 1, 1);
        QVERIFY(!(*database)->checkpoint(false));
        QVERIFY(disk.struck());
        QVERIFY2(disk.operations() < 300, qPrintable(QString::number(disk.operations())));
        disk.plan(Fault::None, 0, 0, 1);
        EVENHAND_NEED((*database)->checkpoint(false));
        QVERIFY2(disk.operations() > 1'500, qPrintable(QString::number(disk.operations())));
        QCOMPARE(count(**database), 4'000);
    }

    void theEngineHasOne() {
        const auto folder = m_folder->filePath(QStringLiteral("w")).toStdString();
        EVENHAND_NEED(app::WorkspaceCore::create(folder, {}, {}));
        app::OpenOptions options;
        options.engine.checkpointPages = 4;
        std::atomic<int> told{0};
        options.engine.checkpointed = [&told] { ++told; };
        auto core = app::WorkspaceCore::open(folder, options);
        EVENHAND_NEED(core);
        EVENHAND_NEED((*core)->start());
        std::int64_t asked = 0;
        const auto ask = [&] {
            EVENHAND_NEED(
                (*core)
                    ->engine()
                    .ask<std::int64_t>(toyCall(),
                                       [id = ++asked](runtime::UnitOfWork& work) { return runToy(work, {.id = id}); })
                    .result());
        };
        // What is in the database file without its log, as a copy shows.
        const auto copy = m_folder->filePath(QStringLiteral("copy.db"));
        const auto inFile = [&] {
            QFile::remove(copy);
            if (!QFile::copy(QString::fromStdString(folder + "/workspace.db"), copy)) {
                return std::int64_t{-1};
            }
            auto database = Database::openSqlite(copy.toStdString(), Database::Access::ReadWrite, false);
            return database ? count(**database, "SELECT COUNT(*) FROM product") : -1;
        };
        ask();
        QTRY_VERIFY((ask(), inFile() > 0));
        QTRY_VERIFY((ask(), told > 0));
    }

private:
    std::unique_ptr<Database> opened(Database::Access access, bool create) {
        auto database = Database::openSqlite(m_path, access, create);
        return database ? *std::move(database) : nullptr;
    }
    std::unique_ptr<WalCheckpointer> createCheckpointer() {
        return std::make_unique<WalCheckpointer>(
            [path = m_path] { return Database::openSqlite(path, Database::Access::ReadWrite, false); },
            [this] { return ++m_readings <= 2 * m_longRounds ? m_readings * kIntervalNs : 0; });
    }
    static void work(WalCheckpointer& checkpointer, std::int64_t nowNs) {
        checkpointer.begin(nowNs);
        QTRY_VERIFY(!checkpointer.active());
    }
    void fill(int rows) { fill(*m_database, rows); }
    static void fill(Database& database, int rows) {
        EVENHAND_NEED(database.begin());
        for (int i = 0; i < rows; ++i) {
            EVENHAND_NEED(database.statement("INSERT INTO filled(padding) VALUES (zeroblob(2000))").write());
        }
        EVENHAND_NEED(database.commit());
    }

    std::atomic<std::int64_t> m_readings{0};  ///< of the checkpointer's clock: two a round
    std::int64_t m_longRounds = 0;            ///< so many of its rounds take long
    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_path;
    std::unique_ptr<Database> m_database;
};

}  // namespace test_wal_checkpointer

QTEST_GUILESS_MAIN(test_wal_checkpointer::TestWalCheckpointer)
#include "test_wal_checkpointer.moc"
