// SPDX-License-Identifier: GPL-3.0-or-later
// A bit that the disk did not keep is told by the work that reads its page and by the scan of all pages, wherever in
// the database or in its log it lies; a database without checksums gets them.
#include <sqlite3.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/store/database/database.h"
#include "engine/store/database/migrator.h"
#include "engine/store/database/page_scan.h"
#include "tests/support/check.h"
#include "tests/support/servers/fault_disk.h"

namespace test_page_checksums {

using namespace evenhand;
using namespace evenhand::store;
using Access = Database::Access;

namespace {

constexpr qint64 kPage = 4096;

struct Place {
    std::string btree;
    std::string table;
    std::int64_t page = 0;
};

/// Every row's text, so that each page of it is read.
Result<void> readAll(Database& database, const std::string& table) {
    const auto text = "SELECT * FROM \"" + table + "\" NOT INDEXED";
    auto& rows = database.statement(text);
    EVENHAND_TRY(rows.query());
    while (rows.next()) {
    }
    return rows.status();
}

Result<PageScan> scanOf(Database& database) {
    EVENHAND_TRY(database.beginRead());
    auto found = database.scanPages();
    database.rollback();
    return found;
}

std::vector<std::string> column(Database& database, const std::string& sql, int at = 0) {
    std::vector<std::string> values;
    auto& statement = database.statement(sql);
    if (statement.query()) {
        while (statement.next()) {
            values.push_back(statement.textAt(at));
        }
    }
    return values;
}

/// Some rows in every table, of whatever its columns take: what they say does not matter here.
Result<void> fillEveryTable(Database& database) {
    EVENHAND_TRY(database.execute("PRAGMA foreign_keys = OFF"));
    EVENHAND_TRY(database.execute("PRAGMA ignore_check_constraints = ON"));
    EVENHAND_TRY(database.begin());  // one commit: each waits for the disk, and there are thousands of rows
    for (const auto& table : column(database, "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")) {
        const auto types = column(database, "SELECT type FROM pragma_table_info('" + table + "')");
        for (int row = 1; row <= 30; ++row) {
            std::string values;
            for (std::size_t i = 0; i < types.size(); ++i) {
                const auto value = std::to_string(1000 * (i + 1) + static_cast<std::size_t>(row));
                values += i == 0 ? "" : ",";
                values += types[i] == "INTEGER" ? value
                          : types[i] == "BLOB"  ? "CAST('" + value + "' AS BLOB)"
                                                : "'" + value + "'";
            }
            EVENHAND_TRY(database.execute("INSERT OR IGNORE INTO \"" + table + "\" VALUES (" + values + ")"));
        }
    }
    return database.commit();
}

void flip(const QString& path, qint64 at, int bit = 3) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.size() > at);
    file.seek(at);
    char byte = 0;
    QVERIFY(file.getChar(&byte));
    file.seek(at);
    QVERIFY(file.putChar(static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << static_cast<unsigned>(bit)))));
}

int reservedIn(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.seek(20) ? static_cast<unsigned char>(file.read(1).at(0)) : -1;
}

/// As a program from before made them.
bool makeOld(const std::string& path) {
    sqlite3* old = nullptr;
    bool made = sqlite3_open(path.c_str(), &old) == SQLITE_OK;
    for (const char* sql : {"PRAGMA journal_mode=WAL", "CREATE TABLE old(id INTEGER PRIMARY KEY, padding TEXT)",
                            "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 2000) "
                            "INSERT INTO old SELECT i, hex(randomblob(100)) FROM c"}) {
        made = made && sqlite3_exec(old, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
    }
    return sqlite3_close(old) == SQLITE_OK && made;
}

}  // namespace

class TestPageChecksums : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        m_file = m_folder->filePath(QStringLiteral("pages.db"));
    }

    void aBitInEveryTable();
    void aBitInTheHeader();
    void aPageElsewhereOrZeroed();
    void theLastPages();
    void aPageCutShort();
    void pagesThatWereAddedAndFreedAtOnce();
    void aBitInTheLog();
    void aLogThatAnotherProgramWroteBack();
    void changedTwiceInOneTransaction();
    void changedTwiceAndRolledBack();
    void anOldDatabaseGetsThem();
    void anOldWorkspaceGetsThemWhenItIsOpenedForWriting();
    void noRoomForThem();
    void aCrashWhileItGetsThem();
    void anOldDatabaseThatIsDamagedStaysAsItIs();

private:
    void fillTheEnd();
    std::unique_ptr<Database> opened(Access access = Access::ReadWrite, bool create = false) const {
        auto database = Database::openSqlite(m_file.toStdString(), access, create);
        if (!database) {
            qWarning("%s", database.error().text().c_str());
            return nullptr;
        }
        return *std::move(database);
    }
    std::unique_ptr<Database> filled() const {
        auto database = opened(Access::ReadWrite, true);
        WorkspaceMeta meta;
        meta.workspaceId = "w";
        meta.currency = "CNY";
        meta.timeZone = "UTC";
        const auto made = database ? createSchema(*database, meta) : fail(ErrorCode::Internal, "not opened");
        const auto full = made ? fillEveryTable(*database) : made;
        if (!full) {
            qWarning("%s", full.error().text().c_str());
            return nullptr;
        }
        return database;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
};

void TestPageChecksums::aBitInEveryTable() {
    std::vector<Place> places;
    {
        const auto database = filled();
        QVERIFY(database);
        const std::string sql =
            "SELECT d.name, s.tbl_name, d.pageno FROM dbstat d JOIN sqlite_schema s ON s.name = d.name "
            "WHERE d.ncell > 0 AND s.type IN ('table', 'index')";
        auto& pages = database->statement(sql);
        EVENHAND_NEED(pages.query());
        while (pages.next()) {
            places.push_back({pages.text("name"), pages.text("tbl_name"), pages.number("pageno")});
        }
        EVENHAND_NEED(pages.status());
        EVENHAND_NEED(database->checkpoint(true));
    }
    QCOMPARE(reservedIn(m_file), 8);
    QVERIFY2(places.size() >= 84, qPrintable(QString::number(places.size())));
    int read = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto& place = places[i];
        const bool isTable = place.btree == place.table;
        const auto at = place.page * kPage - 12 - static_cast<qint64>(i % 40);  // cells begin at the end of a page
        flip(m_file, at, static_cast<int>(i % 8));
        {
            const auto database = opened(Access::ReadOnly);
            QVERIFY(database);
            const auto scan = scanOf(*database);
            EVENHAND_NEED(scan);
            QVERIFY2(scan->kept && scan->bad.size() == 1, place.btree.c_str());
            QCOMPARE(scan->bad.front().number, place.page);
            QCOMPARE(scan->bad.front().table, place.btree);
            if (isTable) {
                ++read;
                const auto rows = readAll(*database, place.table);
                QVERIFY2(!rows, place.table.c_str());
                QCOMPARE(rows.error().code, ErrorCode::WorkspaceDamaged);
                QVERIFY2(rows.error().text().find("page " + std::to_string(place.page) + " ") != std::string::npos,
                         rows.error().text().c_str());
            }
        }
        flip(m_file, at, static_cast<int>(i % 8));
    }
    QVERIFY2(read >= 42, qPrintable(QString::number(read)));
    const auto database = opened(Access::ReadOnly);
    QVERIFY(database);
    const auto scan = scanOf(*database);
    EVENHAND_NEED(scan);
    QVERIFY(scan->bad.empty() && scan->checked >= static_cast<std::int64_t>(places.size()));
}

/// What the disk keeps in the wrong place holds together in itself.
/// What the header says of the file decides how all of it is read, the checks among it.
void TestPageChecksums::aBitInTheHeader() {
    {
        const auto database = filled();
        QVERIFY(database);
        EVENHAND_NEED(database->checkpoint(true));
    }
    for (int at = 0; at < 100; ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            flip(m_file, at, bit);
            for (const auto access : {Access::ReadOnly, Access::ReadWrite}) {
                const auto database = Database::openSqlite(m_file.toStdString(), access, false);
                QVERIFY2(!database && database.error().code == ErrorCode::WorkspaceDamaged,
                         qPrintable(QStringLiteral("bit %1 of byte %2").arg(bit).arg(at)));
            }
            flip(m_file, at, bit);
        }
    }
    const auto database = opened();
    QVERIFY(database);
    const auto found = scanOf(*database);
    EVENHAND_NEED(found);
    QVERIFY(found->kept && found->bad.empty());
}

void TestPageChecksums::aPageElsewhereOrZeroed() {
    {
        const auto database = filled();
        QVERIFY(database);
        EVENHAND_NEED(database->checkpoint(true));
    }
    QFile file(m_file);
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.seek(4 * kPage);
    const auto fifth = file.read(kPage);
    file.seek(6 * kPage);
    file.write(fifth);
    file.seek(8 * kPage);
    file.write(QByteArray(kPage, '\0'));
    file.close();
    const auto database = opened(Access::ReadOnly);
    QVERIFY(database);
    const auto scan = scanOf(*database);
    EVENHAND_NEED(scan);
    QCOMPARE(scan->bad.size(), std::size_t{2});
    QCOMPARE(scan->bad[0].number, std::int64_t{7});
    QCOMPARE(scan->bad[1].number, std::int64_t{9});
}

/// So that the last pages of the file are of a table, and of nothing that opening reads of the schema.
void TestPageChecksums::fillTheEnd() {
    const auto database = filled();
    QVERIFY(database);
    EVENHAND_NEED(database->execute("CREATE TABLE at_the_end(id INTEGER PRIMARY KEY, padding TEXT)"));
    EVENHAND_NEED(
        database->execute("WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 500) "
                          "INSERT INTO at_the_end SELECT i, hex(randomblob(100)) FROM c"));
    EVENHAND_NEED(database->checkpoint(true));
}

/// No page is left out of what is looked through.
void TestPageChecksums::theLastPages() {
    fillTheEnd();
    const auto pages = QFile(m_file).size() / kPage;
    for (const qint64 number : {pages - 2, pages - 1, pages}) {
        const auto at = number * kPage - 12;
        flip(m_file, at);
        {
            const auto database = opened(Access::ReadOnly);
            QVERIFY(database);
            const auto scan = scanOf(*database);
            EVENHAND_NEED(scan);
            QCOMPARE(scan->checked, std::int64_t{pages});
            QCOMPARE(scan->bad.size(), std::size_t{1});
            QCOMPARE(scan->bad.front().number, std::int64_t{number});
        }
        flip(m_file, at);
    }
}

/// SQLite would take what is missing of the last page for zeros.
void TestPageChecksums::aPageCutShort() {
    fillTheEnd();
    QFile file(m_file);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const auto whole = file.readAll();
    QCOMPARE(whole.size() % kPage, qsizetype{0});
    for (const qint64 missing : {qint64{1}, qint64{8}, kPage / 2, kPage - 1}) {
        QVERIFY(file.resize(whole.size() - missing));
        {
            const auto database = opened(Access::ReadOnly);
            QVERIFY(database);
            const auto rows = readAll(*database, "at_the_end");
            QVERIFY2(!rows, qPrintable(QString::number(missing)));
            QCOMPARE(rows.error().code, ErrorCode::WorkspaceDamaged);
            const auto scan = scanOf(*database);
            EVENHAND_NEED(scan);
            QCOMPARE(scan->bad.size(), std::size_t{1});
            QCOMPARE(scan->bad.front().number, std::int64_t{whole.size() / kPage});
        }
        QVERIFY(file.resize(0));
        QVERIFY(file.seek(0));
        QCOMPARE(file.write(whole), whole.size());
        QVERIFY(file.flush());
    }
    const auto database = opened(Access::ReadOnly);
    QVERIFY(database);
    EVENHAND_NEED(readAll(*database, "at_the_end"));  // it was the missing part
}

/// The log's frames are compared when a page is read out of them, by queries and by the checkpoint that would carry the
/// damage into the database file.
/// They are in the file and were of no use to anybody, which is no damage.
void TestPageChecksums::pagesThatWereAddedAndFreedAtOnce() {
    const auto database = opened(Access::ReadWrite, true);
    QVERIFY(database);
    EVENHAND_NEED(database->execute("CREATE TABLE brief(what BLOB)"));
    EVENHAND_NEED(database->execute("CREATE TABLE kept(what BLOB)"));
    for (const char* cache : {"PRAGMA cache_size = 10000", "PRAGMA cache_size = 10"}) {
        EVENHAND_NEED(database->execute(cache));
        EVENHAND_NEED(database->begin());
        EVENHAND_NEED(database->execute("INSERT INTO brief VALUES (zeroblob(4000000))"));
        EVENHAND_NEED(database->execute("INSERT INTO kept VALUES (zeroblob(9000))"));
        EVENHAND_NEED(database->execute("DELETE FROM brief"));
        EVENHAND_NEED(database->commit());
        EVENHAND_NEED(database->checkpoint(true));
        const auto found = scanOf(*database);
        EVENHAND_NEED(found);
        QVERIFY(found->kept && found->checked > 900);
        QVERIFY(found->bad.empty());
        EVENHAND_NEED(database->execute("INSERT INTO kept VALUES (zeroblob(4000000))"));  // takes them again
        EVENHAND_NEED(database->execute("DELETE FROM kept"));
    }
}

void TestPageChecksums::aBitInTheLog() {
    const auto writer = filled();
    QVERIFY(writer);
    EVENHAND_NEED(writer->checkpoint(true));
    EVENHAND_NEED(writer->execute("CREATE TABLE last(what TEXT)"));
    EVENHAND_NEED(writer->execute("INSERT INTO last VALUES ('kept'), ('kept too')"));
    const auto log = m_file + QStringLiteral("-wal");
    const auto bytes = QFile(log).size();
    flip(log, bytes - 20);

    const auto reader = opened(Access::ReadOnly);
    QVERIFY(reader);
    const auto rows = readAll(*reader, "last");
    QVERIFY(!rows);
    QCOMPARE(rows.error().code, ErrorCode::WorkspaceDamaged);
    QVERIFY2(rows.error().text().find("write-ahead log") != std::string::npos, rows.error().text().c_str());
    const auto scan = scanOf(*reader);
    EVENHAND_NEED(scan);
    QCOMPARE(scan->bad.size(), std::size_t{1});
    QVERIFY(scan->bad.front().inLog);
    QCOMPARE(scan->bad.front().table, std::string("last"));
    const auto moved = writer->checkpoint(false);
    QVERIFY(!moved);
    QCOMPARE(moved.error().code, ErrorCode::WorkspaceDamaged);

    flip(log, bytes - 20);
    EVENHAND_NEED(writer->checkpoint(false));
    EVENHAND_NEED(readAll(*reader, "last"));
}

/// SQLite changes a page that has left the cache for the log in its place, and counts the checksums behind it later.
/// A process was killed, and somebody looks into the database with `sqlite3`, which writes the log back when it closes.
void TestPageChecksums::aLogThatAnotherProgramWroteBack() {
    const QString copy = m_folder->filePath(QStringLiteral("killed.db"));
    {
        const auto database = filled();
        QVERIFY(database);
        EVENHAND_NEED(database->checkpoint(true));
        // Pages that were read and changed, and new ones.
        EVENHAND_NEED(database->execute("UPDATE product SET name = name || 'x'"));
        EVENHAND_NEED(database->execute("CREATE TABLE more AS SELECT * FROM product"));
        for (const char* end : {"", "-wal"}) {
            QVERIFY(QFile::copy(m_file + QLatin1String(end), copy + QLatin1String(end)));
        }
    }
    const auto look = [&](const char* sql) {
        sqlite3* other = nullptr;
        const bool done =
            sqlite3_open_v2(copy.toUtf8().constData(), &other, SQLITE_OPEN_READWRITE, "unix") == SQLITE_OK &&
            sqlite3_exec(other, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
        return sqlite3_close(other) == SQLITE_OK && done;
    };
    QVERIFY(look("SELECT COUNT(*) FROM product"));
    QVERIFY(!QFile::exists(copy + QStringLiteral("-wal")));
    {
        auto database = Database::openSqlite(copy.toStdString(), Access::ReadWrite, false);
        EVENHAND_NEED(database);
        EVENHAND_NEED(readAll(**database, "product"));
        EVENHAND_NEED(readAll(**database, "more"));
        const auto scanned = scanOf(**database);
        EVENHAND_NEED(scanned);
        QVERIFY(scanned->bad.empty());
        EVENHAND_NEED((*database)->execute("UPDATE product SET name = name || 'y'"));
        EVENHAND_NEED((*database)->checkpoint(true));
    }
    // What we have written since has its checksums again.
    auto database = Database::openSqlite(copy.toStdString(), Access::ReadOnly, false);
    EVENHAND_NEED(database);
    const auto root = column(**database, "SELECT rootpage FROM sqlite_schema WHERE name = 'product'");
    *database = nullptr;
    flip(copy, (std::stoll(root.front()) - 1) * kPage + 200);
    database = Database::openSqlite(copy.toStdString(), Access::ReadOnly, false);
    EVENHAND_NEED(database);
    const auto read = readAll(**database, "product");
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::WorkspaceDamaged);
}

void TestPageChecksums::changedTwiceInOneTransaction() {
    const auto writer = opened(Access::ReadWrite, true);
    QVERIFY(writer);
    EVENHAND_NEED(writer->execute("CREATE TABLE wide(id INTEGER PRIMARY KEY, n INTEGER, padding BLOB)"));
    EVENHAND_NEED(writer->execute("PRAGMA cache_size = 10"));
    EVENHAND_NEED(writer->begin());
    for (int i = 0; i < 300; ++i) {
        EVENHAND_NEED(writer->execute("INSERT INTO wide(n, padding) VALUES (0, zeroblob(2000))"));
    }
    for (int time = 0; time < 3; ++time) {
        EVENHAND_NEED(writer->execute("UPDATE wide SET n = n + 1"));
    }
    EVENHAND_NEED(readAll(*writer, "wide"));
    EVENHAND_NEED(writer->commit());
    const auto reader = opened(Access::ReadOnly);
    QVERIFY(reader);
    EVENHAND_NEED(readAll(*reader, "wide"));
    QVERIFY(scanOf(*reader) && scanOf(*reader)->bad.empty());
    EVENHAND_NEED(writer->checkpoint(false));
    QVERIFY(scanOf(*reader) && scanOf(*reader)->bad.empty());
}

/// What another connection commits in the place of a transaction that was rolled back is compared again.
void TestPageChecksums::changedTwiceAndRolledBack() {
    const auto writer = opened(Access::ReadWrite, true);
    QVERIFY(writer);
    EVENHAND_NEED(writer->execute("CREATE TABLE wide(id INTEGER PRIMARY KEY, n INTEGER, padding BLOB)"));
    EVENHAND_NEED(writer->execute("PRAGMA cache_size = 10"));
    EVENHAND_NEED(writer->begin());
    for (int i = 0; i < 100; ++i) {
        EVENHAND_NEED(writer->execute("INSERT INTO wide(n, padding) VALUES (0, zeroblob(2000))"));
    }
    EVENHAND_NEED(writer->execute("UPDATE wide SET n = n + 1"));
    writer->rollback();
    const auto log = m_file + QStringLiteral("-wal");
    const auto rolledBack = QFile(log).size();

    const auto other = opened(Access::ReadWrite);
    QVERIFY(other);
    EVENHAND_NEED(other->begin());
    for (int i = 0; i < 400; ++i) {
        EVENHAND_NEED(other->execute("INSERT INTO wide(n, padding) VALUES (1, zeroblob(2000))"));
    }
    EVENHAND_NEED(other->commit());
    const auto bytes = QFile(log).size();
    QVERIFY(bytes > rolledBack);
    EVENHAND_NEED(readAll(*writer, "wide"));
    flip(log, bytes - 20);                                   // in its last page
    EVENHAND_NEED(writer->execute("PRAGMA shrink_memory"));  // what was read just now would not be read again
    const auto rows = readAll(*writer, "wide");
    QVERIFY(!rows);
    QCOMPARE(rows.error().code, ErrorCode::WorkspaceDamaged);
}

void TestPageChecksums::anOldDatabaseGetsThem() {
    QVERIFY(makeOld(m_file.toStdString()));
    QCOMPARE(reservedIn(m_file), 0);
    {
        const auto reading = opened(Access::ReadOnly);  // as before, without
        QVERIFY(reading);
        EVENHAND_NEED(readAll(*reading, "old"));
        QVERIFY(scanOf(*reading) && !scanOf(*reading)->kept);

        const auto writing = opened();
        QVERIFY(writing);
        QVERIFY(!writing->hasPageChecksums().value());
        EVENHAND_NEED(reading->beginRead());
        EVENHAND_NEED(readAll(*reading, "old"));  // its snapshot stays as it is
        EVENHAND_NEED(writing->addPageChecksums());
        EVENHAND_NEED(readAll(*reading, "old"));
        reading->rollback();
        EVENHAND_NEED(writing->execute("UPDATE old SET padding = 'x' WHERE id % 7 = 0"));
        EVENHAND_NEED(writing->checkpoint(true));
        QVERIFY(writing->hasPageChecksums().value());
        const auto scan = scanOf(*reading);
        EVENHAND_NEED(scan);
        QVERIFY(scan->kept && scan->bad.empty() && scan->checked > 50);
        EVENHAND_NEED(readAll(*reading, "old"));
        QCOMPARE(column(*reading, "SELECT COUNT(*) FROM old"), std::vector<std::string>{"2000"});
    }
    QCOMPARE(reservedIn(m_file), 8);
    flip(m_file, 20 * kPage + 2000);
    const auto reading = opened(Access::ReadOnly);
    QVERIFY(reading);
    QCOMPARE(readAll(*reading, "old").error().code, ErrorCode::WorkspaceDamaged);
}

void TestPageChecksums::anOldWorkspaceGetsThemWhenItIsOpenedForWriting() {
    {
        const auto database = filled();
        QVERIFY(database);
        EVENHAND_NEED(database->checkpoint(true));
    }
    const auto newer = m_file;
    m_file = m_folder->filePath(QStringLiteral("old.db"));
    sqlite3* raw = nullptr;
    QCOMPARE(sqlite3_open(m_file.toUtf8().constData(), &raw), SQLITE_OK);
    const auto run = [raw](const std::string& sql) {
        return sqlite3_exec(raw, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    };
    QVERIFY(run("PRAGMA journal_mode=WAL") && run("ATTACH '" + newer.toStdString() + "' AS newer"));
    std::string copy;
    sqlite3_stmt* made = nullptr;
    QCOMPARE(
        sqlite3_prepare_v2(raw,
                           "SELECT sql || ';' || CASE type WHEN 'table' THEN 'INSERT INTO ' || name || '(' || c || "
                           "') SELECT ' || c || ' FROM newer.' || name || ';' ELSE '' END FROM (SELECT s.*, "
                           "(SELECT group_concat(name) FROM pragma_table_info(s.name, 'newer')) AS c "
                           "FROM newer.sqlite_schema s) "
                           "WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' ORDER BY type = 'table' DESC",
                           -1, &made, nullptr),
        SQLITE_OK);
    while (sqlite3_step(made) == SQLITE_ROW) {
        copy += reinterpret_cast<const char*>(sqlite3_column_text(made, 0));
    }
    sqlite3_finalize(made);
    QVERIFY(run("PRAGMA ignore_check_constraints = ON") && run(copy));
    sqlite3_close(raw);
    QCOMPARE(reservedIn(m_file), 0);
    {
        const auto reading = opened(Access::ReadOnly);
        QVERIFY(reading);
        EVENHAND_NEED(openSchema(*reading, false));
        const auto writing = opened();
        QVERIFY(writing);
        EVENHAND_NEED(openSchema(*writing, false));
        QVERIFY(!writing->hasPageChecksums().value());
        EVENHAND_NEED(openSchema(*writing, true));
        QVERIFY(writing->hasPageChecksums().value());
        EVENHAND_NEED(writing->checkpoint(true));
    }
    QCOMPARE(reservedIn(m_file), 8);
    const auto reading = opened(Access::ReadOnly);
    QVERIFY(reading && scanOf(*reading) && scanOf(*reading)->bad.empty());
}

void TestPageChecksums::noRoomForThem() {
    test::FaultDisk disk;
    const auto open = [&disk](bool create) {
        return Database::openSqlite("old.db", Access::ReadWrite, create, disk.vfs());
    };
    sqlite3* old = nullptr;
    QCOMPARE(sqlite3_open_v2("old.db", &old, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, disk.vfs().c_str()),
             SQLITE_OK);
    QCOMPARE(sqlite3_exec(old, "PRAGMA journal_mode=WAL; CREATE TABLE old(x); INSERT INTO old VALUES (zeroblob(90000))",
                          nullptr, nullptr, nullptr),
             SQLITE_OK);
    sqlite3_close(old);
    auto database = open(false);
    EVENHAND_NEED(database);
    disk.plan(test::Fault::Full, 1, 1'000'000, 1);
    const auto added = (*database)->addPageChecksums();
    QVERIFY(!added);
    QCOMPARE(added.error().code, ErrorCode::Storage);
    disk.plan(test::Fault::None, 0, 0, 1);
    QVERIFY(!(*database)->hasPageChecksums().value());
    EVENHAND_NEED(readAll(**database, "old"));
    EVENHAND_NEED((*database)->addPageChecksums());
    QVERIFY((*database)->hasPageChecksums().value());
    EVENHAND_NEED(readAll(**database, "old"));
}

void TestPageChecksums::aCrashWhileItGetsThem() {
    test::FaultDisk disk;
    sqlite3* old = nullptr;
    QCOMPARE(sqlite3_open_v2("old.db", &old, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, disk.vfs().c_str()),
             SQLITE_OK);
    QCOMPARE(sqlite3_exec(old,
                          "PRAGMA journal_mode=WAL; CREATE TABLE old(x); INSERT INTO old VALUES (zeroblob(90000)); "
                          "INSERT INTO old VALUES (hex(randomblob(20000)))",
                          nullptr, nullptr, nullptr),
             SQLITE_OK);
    sqlite3_close(old);
    const auto image = disk.image();
    std::int64_t operations = 0;
    for (std::int64_t at = 0; at <= operations; ++at) {
        for (const auto fault : {test::Fault::Kill, test::Fault::PowerLoss}) {
            disk.restore(*image);
            {
                auto database = Database::openSqlite("old.db", Access::ReadWrite, false, disk.vfs());
                EVENHAND_NEED(database);
                disk.plan(at == 0 ? test::Fault::None : fault, at, 1, static_cast<std::uint64_t>(at) + 7);
                const auto added = (*database)->addPageChecksums();
                QVERIFY2(added || disk.dead(), added ? "" : added.error().text().c_str());
                operations = at == 0 ? disk.operations() : operations;
            }
            disk.restart();
            auto database = Database::openSqlite("old.db", Access::ReadWrite, false, disk.vfs());
            EVENHAND_NEED(database);
            EVENHAND_NEED(readAll(**database, "old"));
            EVENHAND_NEED((*database)->addPageChecksums());
            QCOMPARE(column(**database, "SELECT SUM(length(x)) FROM old"), std::vector<std::string>{"130000"});
            const auto scan = scanOf(**database);
            EVENHAND_NEED(scan);
            QVERIFY(scan->bad.empty());
            EVENHAND_NEED((*database)->checkpoint(true));
            QVERIFY((*database)->hasPageChecksums().value());
        }
    }
    QVERIFY(operations > 5);
}

/// Once it had checksums, its damage would pass for what was stored.
void TestPageChecksums::anOldDatabaseThatIsDamagedStaysAsItIs() {
    QVERIFY(makeOld(m_file.toStdString()));
    QFile file(m_file);
    QVERIFY(file.open(QIODevice::ReadWrite));
    bool swapped = false;
    for (qint64 page = 1; !swapped && page < file.size() / kPage; ++page) {
        constexpr char kLeafOfATable = 13;
        constexpr qint64 kPointers = 8;  // behind the page's header: where its rows lie, in their order
        QVERIFY(file.seek(page * kPage));
        const auto header = file.read(kPointers + 4);
        if (header.at(0) == kLeafOfATable) {
            swapped = file.seek(page * kPage + kPointers) && file.write(header.mid(10, 2) + header.mid(8, 2)) == 4;
        }
    }
    QVERIFY(swapped);
    file.close();
    const auto writing = opened();
    QVERIFY(writing);
    const auto added = writing->addPageChecksums();
    QVERIFY(!added);
    QCOMPARE(added.error().code, ErrorCode::WorkspaceDamaged);
    QVERIFY2(added.error().message.find("restore it from a backup") != std::string::npos,
             added.error().message.c_str());
    EVENHAND_NEED(writing->checkpoint(true));
    QCOMPARE(reservedIn(m_file), 0);
}

}  // namespace test_page_checksums

QTEST_GUILESS_MAIN(test_page_checksums::TestPageChecksums)
#include "test_page_checksums.moc"
