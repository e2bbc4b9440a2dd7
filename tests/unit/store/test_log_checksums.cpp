// SPDX-License-Identifier: GPL-3.0-or-later
// Damage to the write-ahead log where no page's content is hit, or where the connection that reads has written the
// page itself.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/store/database/database.h"
#include "engine/store/database/page_scan.h"
#include "tests/support/check.h"

namespace test_log_checksums {

using namespace evenhand;
using namespace evenhand::store;
using Access = Database::Access;

namespace {

constexpr qint64 kPage = 4096;
constexpr qint64 kFrameHeader = 24;

void flip(const QString& path, qint64 at) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(at >= 0 && file.size() > at);
    char byte = 0;
    QVERIFY(file.seek(at) && file.getChar(&byte));
    QVERIFY(file.seek(at) && file.putChar(static_cast<char>(static_cast<unsigned char>(byte) ^ 4U)));
}

Result<void> readAll(Database& database, std::string_view sql) {
    auto& rows = database.statement(sql);
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

}  // namespace

class TestLogChecksums : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        m_file = m_folder->filePath(QStringLiteral("pages.db"));
    }

    void aBitOfAFramesHeader_data();
    void aBitOfAFramesHeader();
    void theWriterComparesWhatItHasCommitted();

private:
    std::unique_ptr<Database> opened(Access access = Access::ReadWrite, bool create = false) const {
        auto database = Database::openSqlite(m_file.toStdString(), access, create);
        if (!database) {
            qWarning("%s", database.error().text().c_str());
            return nullptr;
        }
        return *std::move(database);
    }
    [[nodiscard]] QString log() const { return m_file + QStringLiteral("-wal"); }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
};

void TestLogChecksums::aBitOfAFramesHeader_data() {
    QTest::addColumn<int>("at");
    QTest::newRow("page number") << 3;
    QTest::newRow("size of the database") << 6;
    QTest::newRow("first salt") << 8;  // after a crash SQLite would take the log to end before it
    QTest::newRow("second salt") << 15;
    QTest::newRow("first sum") << 17;
    QTest::newRow("second sum") << 23;
}

/// Of the last frame, whose sums no other frame is checked by.
void TestLogChecksums::aBitOfAFramesHeader() {
    QFETCH(int, at);
    const auto writer = opened(Access::ReadWrite, true);
    QVERIFY(writer);
    EVENHAND_NEED(writer->execute("CREATE TABLE kept(what TEXT)"));
    EVENHAND_NEED(writer->checkpoint(true));
    EVENHAND_NEED(writer->execute("INSERT INTO kept VALUES ('a'), ('b')"));
    EVENHAND_NEED(writer->execute("INSERT INTO kept VALUES ('c')"));
    const auto reader = opened(Access::ReadOnly);
    QVERIFY(reader);
    const auto before = scanOf(*reader);
    EVENHAND_NEED(before);
    QVERIFY(before->kept && before->bad.empty());
    const auto header = QFile(log()).size() - kPage - kFrameHeader;
    flip(log(), header + at);
    const auto found = scanOf(*reader);
    EVENHAND_NEED(found);
    QCOMPARE(found->bad.size(), std::size_t{1});
    QVERIFY(found->bad.front().inLog);
    flip(log(), header + at);
    QVERIFY(scanOf(*reader) && scanOf(*reader)->bad.empty());
}

/// Pages that were written twice in one transaction cannot be compared until it commits. From then on they are, also by
/// the connection that wrote them.
void TestLogChecksums::theWriterComparesWhatItHasCommitted() {
    const auto writer = opened(Access::ReadWrite, true);
    QVERIFY(writer);
    EVENHAND_NEED(writer->execute("CREATE TABLE wide(id INTEGER PRIMARY KEY, n INTEGER, padding BLOB)"));
    EVENHAND_NEED(writer->execute("PRAGMA cache_size = 10"));
    EVENHAND_NEED(writer->begin());
    for (int i = 0; i < 100; ++i) {
        EVENHAND_NEED(writer->execute("INSERT INTO wide(n, padding) VALUES (0, zeroblob(2000))"));
    }
    EVENHAND_NEED(writer->execute("UPDATE wide SET n = n + 1"));
    EVENHAND_NEED(writer->execute("UPDATE wide SET n = n + 1"));
    EVENHAND_NEED(writer->commit());
    EVENHAND_NEED(readAll(*writer, "SELECT * FROM wide"));
    const auto at = QFile(log()).size() - 20;
    flip(log(), at);
    EVENHAND_NEED(writer->execute("PRAGMA shrink_memory"));  // what was read just now would not be read again
    const auto rows = readAll(*writer, "SELECT * FROM wide");
    QVERIFY(!rows);
    QCOMPARE(rows.error().code, ErrorCode::WorkspaceDamaged);
    const auto moved = writer->checkpoint(false);
    QVERIFY(!moved);
    QCOMPARE(moved.error().code, ErrorCode::WorkspaceDamaged);
    flip(log(), at);
    EVENHAND_NEED(writer->checkpoint(false));
    EVENHAND_NEED(readAll(*writer, "SELECT * FROM wide"));
}

}  // namespace test_log_checksums

QTEST_GUILESS_MAIN(test_log_checksums::TestLogChecksums)
#include "test_log_checksums.moc"
