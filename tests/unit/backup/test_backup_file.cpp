// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a backup by itself: what was written is read, whatever was done to it in between is noticed and named,
// and nothing that looks good is left when writing ends early.
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <set>

#include "app/workspace/backup_file.h"
#include "app/workspace/backup_format.h"
#include "app/workspace/take_backup.h"
#include "engine/store/database/checksum.h"
#include "engine/store/database/migrator.h"
#include "tests/support/expect.h"

namespace test_backup_file {

using namespace evenhand;
using app::BackupFileReader;
using app::BackupFileWriter;
using store::backups::Bytes;
using store::backups::Kind;
using store::backups::Row;
using store::backups::Table;

namespace {

constexpr const char* kId = "01234567-89ab-cdef-0123-456789abcdef";

int schema() { return store::allMigrations().back().number; }

/// A row of `table` with texts that a careless format would trip over.
Row rowOf(const Table& table, int number) {
    static const std::vector<std::string> kTexts{std::string("\0 nul", 5),     "x'); DROP TABLE orders; --", "=1+1",
                                                 "\xe2\x80\xae right to left", std::string(5'000, 'y'),      ""};
    Row row;
    for (const auto& column : table.columns) {
        switch (column.kind) {
            case Kind::Number: row.emplace_back(std::int64_t{number} * -1'000'000'007 + number); break;
            case Kind::Text: row.emplace_back(kTexts[static_cast<std::size_t>(number) % kTexts.size()]); break;
            case Kind::Bytes: row.emplace_back(Bytes{std::string("\0\xff", 2) + std::to_string(number)}); break;
        }
        if (number % 7 == 3) {
            row.back() = std::monostate{};
        }
    }
    return row;
}

struct Content {
    api::BackupManifest manifest;
    std::vector<Table> tables = store::backups::tables(schema());
    std::vector<std::vector<Row>> rows;

    explicit Content(int each = 40) {
        manifest.program = "0.1.0";
        manifest.schemaVersion = schema();
        manifest.workspaceId = kId;
        manifest.currency = "CNY";
        manifest.timeZone = "Asia/Shanghai";
        manifest.source = "SQLite";
        manifest.at.ms = 1'717'200'000'000;
        manifest.auditHead = {17, base::sha256("head")};
        for (const auto& table : tables) {
            rows.emplace_back();
            for (int i = 0; i < each; ++i) {
                rows.back().push_back(rowOf(table, i));
            }
            manifest.rows[table.name] = each;
        }
    }
    [[nodiscard]] Result<void> write(const std::string& path) const {
        EVENHAND_ASSIGN(const auto writer, BackupFileWriter::create(path));
        EVENHAND_TRY(fill(*writer));
        return writer->publish();
    }
    [[nodiscard]] Result<void> fill(BackupFileWriter& writer) const {
        EVENHAND_TRY(writer.begin(manifest, tables));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (const auto& row : rows[i]) {
                EVENHAND_TRY(writer.add(i, row));
            }
        }
        return writer.finish();
    }
};

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(bytes), bytes.size());
}

QByteArray block(std::uint32_t kind, const QByteArray& raw, const QByteArray& packed, qsizetype at) {
    app::backupFormat::BlockHead head{kind, static_cast<std::uint32_t>(raw.size()),
                                      static_cast<std::uint32_t>(packed.size()),
                                      store::checksum64({packed.constData(), static_cast<std::size_t>(packed.size())},
                                                        static_cast<std::uint64_t>(at))};
    const auto bytes = head.bytes();
    return QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size())) + packed;
}

/// The manifest's JSON in a file.
QByteArray manifestIn(const QByteArray& file) {
    const auto head = app::backupFormat::BlockHead::from(
        {file.constData() + app::backupFormat::kMagic.size(), app::backupFormat::BlockHead::kSize});
    return file.mid(static_cast<qsizetype>(app::backupFormat::kMagic.size() + app::backupFormat::BlockHead::kSize),
                    static_cast<qsizetype>(head.raw));
}

/// A file of these blocks, with all its sums right: what somebody makes by hand.
QByteArray forged(const QByteArray& manifest, const QList<QByteArray>& rowBlocks, char total) {
    QByteArray file(app::backupFormat::kMagic.data(), static_cast<qsizetype>(app::backupFormat::kMagic.size()));
    file += block(app::backupFormat::kManifest, manifest, manifest, file.size());
    for (const auto& raw : rowBlocks) {
        file += block(app::backupFormat::kRows, raw, qCompress(raw, 1), file.size());
    }
    const QByteArray end = QByteArray(1, total) + QCryptographicHash::hash(file, QCryptographicHash::Sha256);
    return file + block(app::backupFormat::kEnd, end, end, file.size());
}

}  // namespace

class TestBackupFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_file = m_folder->filePath(QStringLiteral("b"));
        m_path = m_file.toStdString();
    }
    void tablesAreThoseOfTheSchema();
    void placesOfTablesStay();
    void whatIsWrittenIsRead();
    void blocksAreBounded();
    void everyCutIsNoticed();
    void everyFlippedBitIsNoticed();
    void whatFollowsIsNoticed();
    void anotherBlockWithARightSumIsNoticed();
    void otherFilesAreNone_data();
    void otherFilesAreNone();
    void newerFilesSayBothVersions();
    void manifestsThatLieAreNoticed_data();
    void manifestsThatLieAreNoticed();
    void rowsThatLieAreNoticed_data();
    void rowsThatLieAreNoticed();
    void nothingIsOverwritten();
    void endingEarlyLeavesNothing();
    void whatWasLeftIsBegunAnew();
    void aFullDiskLeavesNothing();
    void placesThatWillNotDo_data();
    void placesThatWillNotDo();
    void twoWritersDoNotMix();
    void namesSortByTime();
    void oldOnesGoAndNothingElse();

private:
    [[nodiscard]] ErrorCode readCode() const {
        const auto read = app::verifyBackup(m_path, {});
        return read ? ErrorCode::Internal : read.error().code;
    }
    [[nodiscard]] QStringList left() const {
        return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden | QDir::System);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
    std::string m_path;
};

void TestBackupFile::tablesAreThoseOfTheSchema() {
    // What SQLite says of itself, version by version.
    for (int version = 1; version <= schema(); ++version) {
        const auto path = m_folder->filePath(QStringLiteral("v%1.db").arg(version)).toStdString();
        auto database = store::Database::openSqlite(path, store::Database::Access::ReadWrite, true);
        DONE(database);
        DONE(store::beginRestore(**database, version));
        std::set<std::string> known{"engine_lease"};
        if (version >= 16) {
            known.insert("console_session");
        }
        if (version >= 20) {
            known.insert({"engine_node", "id_block"});
        }
        if (version >= 21) {
            known.insert("keyspace_gate");
        }
        for (const auto& table : store::backups::tables(version)) {
            known.insert(table.name);
            auto& columns = (*database)->statement("SELECT name, type, pk FROM pragma_table_info('" + table.name +
                                                   "') ORDER BY cid");
            DONE(columns.query());
            std::size_t at = 0;
            std::vector<std::size_t> key(table.key.size());
            while (columns.next()) {
                QVERIFY(at < table.columns.size());
                QCOMPARE(table.columns[at].name, columns.text("name"));
                const auto type = columns.text("type");
                QCOMPARE(table.columns[at].kind, type == "TEXT"   ? Kind::Text
                                                 : type == "BLOB" ? Kind::Bytes
                                                                  : Kind::Number);
                if (columns.number("pk") > 0) {
                    QVERIFY(columns.number("pk") <= static_cast<std::int64_t>(key.size()));
                    key[static_cast<std::size_t>(columns.number("pk")) - 1] = at;
                }
                ++at;
            }
            QCOMPARE(at, table.columns.size());
            QCOMPARE(table.key, key);
        }
        auto& names = (*database)->statement("SELECT name FROM sqlite_master WHERE type = 'table'");
        DONE(names.query());
        std::set<std::string> there;
        while (names.next()) {
            there.insert(names.text("name"));
        }
        QCOMPARE(known, there);
        // Parents before children: no row is there before what it refers to.
        std::set<std::string> before;
        for (const auto& table : store::backups::tables(version)) {
            auto& parents =
                (*database)->statement("SELECT \"table\" AS parent FROM pragma_foreign_key_list('" + table.name + "')");
            DONE(parents.query());
            while (parents.next()) {
                QVERIFY2(before.contains(parents.text("parent")),
                         (table.name + " before " + parents.text("parent")).c_str());
            }
            before.insert(table.name);
        }
    }
}

/// A backup's rows name their table by its place: what a version of the schema has at a place it has for good.
void TestBackupFile::placesOfTablesStay() {
    const std::vector<QStringList> added{
        QStringLiteral("meta campus courier duty_entry weight_entry product stock_entry orders order_line deduction "
                       "deduction_line payment owed_payment order_event assignment dead_letter keyspace_journal "
                       "keyspace_snapshot")
            .split(QLatin1Char(' ')),
        QStringLiteral("timer_control timer_end timer_failure alert").split(QLatin1Char(' ')),
        QStringLiteral("activity activity_log").split(QLatin1Char(' ')),
        QStringLiteral("campaign campaign_draw campaign_point").split(QLatin1Char(' ')),
        QStringLiteral("return_policy goods_return return_line line_share return_share order_refund refund "
                       "refund_task money_event ledger_entry ledger_balance refund_setting")
            .split(QLatin1Char(' ')),
        QStringLiteral("task task_sum task_hold task_schedule ring_change webhook webhook_event webhook_delivery "
                       "webhook_attempt person person_role account_setting audit_entry backup backup_setting")
            .split(QLatin1Char(' ')),
        QStringLiteral("api_token api_answer").split(QLatin1Char(' ')),
        QStringLiteral("late_order").split(QLatin1Char(' ')),
        QStringLiteral("setting_change").split(QLatin1Char(' '))};
    QVERIFY(schema() >= static_cast<int>(added.size()));
    QStringList expected;
    for (std::size_t i = 0; i < added.size(); ++i) {
        const int version = static_cast<int>(i) + 1;
        expected += added[i];
        if (version == 6) {
            expected.removeAll(QStringLiteral("refund_task"));
        }
        QStringList found;
        for (const auto& table : store::backups::tables(version)) {
            found << QString::fromStdString(table.name);
        }
        QCOMPARE(found, expected);
    }
    QVERIFY(store::backups::tables(0).empty());
}

void TestBackupFile::whatIsWrittenIsRead() {
    const Content content;
    DONE(content.write(m_path));
    QCOMPARE(left(), QStringList{QStringLiteral("b")});
    struct stat file {};
    QCOMPARE(::stat(m_path.c_str(), &file), 0);
    QCOMPARE(static_cast<int>(file.st_mode & 0777), 0600);
    const auto reader = BackupFileReader::open(m_path);
    DONE(reader);
    const auto& manifest = (*reader)->manifest();
    QCOMPARE(manifest.workspaceId, std::string(kId));
    QCOMPARE(manifest.schemaVersion, schema());
    QCOMPARE(manifest.rows, content.manifest.rows);
    QCOMPARE(manifest.auditHead, content.manifest.auditHead);
    QCOMPARE(manifest.at, content.manifest.at);
    QCOMPARE(manifest.source, content.manifest.source);
    QCOMPARE(manifest.timeZone, content.manifest.timeZone);
    QCOMPARE(manifest.bytes, QFile(m_file).size());
    std::vector<std::vector<Row>> seen(content.tables.size());
    DONE((*reader)->read([&](std::size_t table, std::span<const Row> rows) -> Result<void> {
        seen[table].insert(seen[table].end(), rows.begin(), rows.end());
        return {};
    }));
    QVERIFY(seen == content.rows);
}

void TestBackupFile::blocksAreBounded() {
    // Rows of 5 kB, 10 MB of them: no block holds much more than it should.
    Content content(0);
    const auto writer = BackupFileWriter::create(m_path);
    DONE(writer);
    content.manifest.rows["orders"] = 2'000;
    DONE((*writer)->begin(content.manifest, content.tables));
    const auto orders = static_cast<std::size_t>(
        std::find_if(content.tables.begin(), content.tables.end(), [](const auto& t) { return t.name == "orders"; }) -
        content.tables.begin());
    for (int i = 0; i < 2'000; ++i) {
        DONE((*writer)->add(orders, rowOf(content.tables[orders], 4)));
    }
    DONE((*writer)->finish());
    DONE((*writer)->publish());
    const auto reader = BackupFileReader::open(m_path);
    DONE(reader);
    std::size_t most = 0;
    std::int64_t rows = 0;
    DONE((*reader)->read([&](std::size_t, std::span<const Row> some) -> Result<void> {
        most = std::max(most, some.size());
        rows += static_cast<std::int64_t>(some.size());
        return {};
    }));
    QCOMPARE(rows, std::int64_t{2'000});
    QVERIFY(most < 100);
}

void TestBackupFile::everyCutIsNoticed() {
    DONE(Content(3).write(m_path));
    const auto whole = bytesOf(m_file);
    for (qsizetype size = 0; size < whole.size(); size += size < 200 ? 1 : 37) {
        put(m_file, whole.first(size));
        QVERIFY2(readCode() == ErrorCode::BackupDamaged, qPrintable(QString::number(size)));
    }
    put(m_file, whole.first(whole.size() - 1));
    QCOMPARE(readCode(), ErrorCode::BackupDamaged);
    put(m_file, whole);
    DONE(app::verifyBackup(m_path, {}));
}

void TestBackupFile::everyFlippedBitIsNoticed() {
    DONE(Content(2).write(m_path));
    const auto whole = bytesOf(m_file);
    for (qsizetype at = 0; at < whole.size(); ++at) {
        auto bent = whole;
        bent[at] = static_cast<char>(bent[at] ^ (1 << (at % 8)));
        put(m_file, bent);
        const auto read = app::verifyBackup(m_path, {});
        QVERIFY2(!read, qPrintable(QString::number(at)));
        // A digit of the format's version may become that of a newer one.
        QVERIFY2(read.error().code == ErrorCode::BackupDamaged ||
                     (read.error().code == ErrorCode::WorkspaceVersion && at < 18),
                 read.error().text().c_str());
        QCOMPARE(read.error().field, std::string("path"));
        QCOMPARE(read.error().value, m_path);
    }
}

void TestBackupFile::whatFollowsIsNoticed() {
    DONE(Content(2).write(m_path));
    auto bytes = bytesOf(m_file);
    put(m_file, bytes + 'x');
    QCOMPARE(readCode(), ErrorCode::BackupDamaged);
    put(m_file, bytes + bytes);
    QCOMPARE(readCode(), ErrorCode::BackupDamaged);
}

/// The sum of each block holds; that of the whole does not.
void TestBackupFile::anotherBlockWithARightSumIsNoticed() {
    DONE(Content(2).write(m_path));
    const auto whole = bytesOf(m_file);
    const auto manifest = manifestIn(whole);
    auto other = manifest;
    QVERIFY(other.contains("Asia/Shanghai"));
    other.replace("Asia/Shanghai", "Asia/Makassar");
    const auto magic = static_cast<qsizetype>(app::backupFormat::kMagic.size());
    const auto head = static_cast<qsizetype>(app::backupFormat::BlockHead::kSize);
    put(m_file, whole.first(magic) + block(app::backupFormat::kManifest, other, other, magic) +
                    whole.mid(magic + head + manifest.size()));
    const auto verified = app::verifyBackup(m_path, {});
    QVERIFY(!verified);
    QCOMPARE(verified.error().code, ErrorCode::BackupDamaged);
    // Nothing before the sum of the whole found it: the other manifest is a right one.
    QVERIFY2(verified.error().message.find("SHA-256") != std::string::npos, verified.error().message.c_str());
    put(m_file, whole.first(magic) + block(app::backupFormat::kManifest, manifest, manifest, magic) +
                    whole.mid(magic + head + manifest.size()));
    DONE(app::verifyBackup(m_path, {}));
}

void TestBackupFile::otherFilesAreNone_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("hello, this is a letter and no backup");
    QTest::newRow("SQLite") << QByteArray("SQLite format 3\0 and so on and so on", 36);
    QTest::newRow("magic alone") << QByteArray("evenhand-backup 1\n");
    QTest::newRow("zeros behind the magic") << QByteArray("evenhand-backup 1\n") + QByteArray(4096, '\0');
    QTest::newRow("huge lengths") << QByteArray("evenhand-backup 1\n\1\0\0\0", 22) + QByteArray(200, '\xff');
}

void TestBackupFile::otherFilesAreNone() {
    QFETCH(QByteArray, bytes);
    put(m_file, bytes);
    QCOMPARE(readCode(), ErrorCode::BackupDamaged);
}

void TestBackupFile::newerFilesSayBothVersions() {
    DONE(Content(1).write(m_path));
    put(m_file, bytesOf(m_file).replace("evenhand-backup 1\n", "evenhand-backup 2\n"));
    auto read = app::verifyBackup(m_path, {});
    REFUSED(read, ErrorCode::WorkspaceVersion);
    QVERIFY(read.error().message.find("format 2") != std::string::npos);
    Content newer(0);
    newer.manifest.schemaVersion = schema() + 3;
    newer.manifest.program = "9.9.9";
    QVERIFY(QFile::remove(m_file));
    DONE(newer.write(m_path));
    read = app::verifyBackup(m_path, {});
    REFUSED(read, ErrorCode::WorkspaceVersion);
    for (const auto& says : {std::to_string(schema() + 3), std::to_string(schema()), std::string("9.9.9")}) {
        QVERIFY2(read.error().message.find(says) != std::string::npos, read.error().text().c_str());
    }
}

void TestBackupFile::manifestsThatLieAreNoticed_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QJsonValue>("value");
    QTest::newRow("workspace") << QStringLiteral("workspace") << QJsonValue(QStringLiteral("../../etc/passwd"));
    QTest::newRow("no workspace") << QStringLiteral("workspace") << QJsonValue();
    QTest::newRow("currency") << QStringLiteral("currency") << QJsonValue(QStringLiteral("dollars"));
    QTest::newRow("zone") << QStringLiteral("time_zone") << QJsonValue(QStringLiteral("Mars/Base"));
    QTest::newRow("instant") << QStringLiteral("at") << QJsonValue(-5);
    QTest::newRow("schema") << QStringLiteral("schema") << QJsonValue(0);
    QTest::newRow("format") << QStringLiteral("format") << QJsonValue(7);
    QTest::newRow("program") << QStringLiteral("program") << QJsonValue(QStringLiteral("a\nb"));
    QTest::newRow("audit") << QStringLiteral("audit") << QJsonValue(QJsonObject{{QStringLiteral("seq"), 3}});
    QTest::newRow("no tables") << QStringLiteral("tables") << QJsonValue(QJsonArray());
    QTest::newRow("foreign tables") << QStringLiteral("tables")
                                    << QJsonValue(QJsonArray{
                                           QJsonObject{{QStringLiteral("name"), QStringLiteral("sqlite_master")}}});
}

void TestBackupFile::manifestsThatLieAreNoticed() {
    QFETCH(QString, key);
    QFETCH(QJsonValue, value);
    DONE(Content(0).write(m_path));
    auto object = QJsonDocument::fromJson(manifestIn(bytesOf(m_file))).object();
    QVERIFY(!object.isEmpty());
    put(m_file, forged(QJsonDocument(object).toJson(QJsonDocument::Compact), {}, 0));
    DONE(app::verifyBackup(m_path, {}));
    object.insert(key, value);
    put(m_file, forged(QJsonDocument(object).toJson(QJsonDocument::Compact), {}, 0));
    QCOMPARE(readCode(), ErrorCode::BackupDamaged);
}

void TestBackupFile::rowsThatLieAreNoticed_data() {
    QTest::addColumn<QByteArray>("rows");
    QTest::addColumn<int>("total");
    // Table 0 is meta: two texts.
    QTest::newRow("fewer than the manifest says") << QByteArray() << 0;
    QTest::newRow("no such table") << QByteArray("\x7f\1\2\1a\2\1b", 8) << 1;
    QTest::newRow("a number for a text") << QByteArray("\0\1\1\1\2\1b", 7) << 1;
    QTest::newRow("bytes for a text") << QByteArray("\0\1\3\1a\2\1b", 8) << 1;
    QTest::newRow("no such tag") << QByteArray("\0\1\4\1a\2\1b", 8) << 1;
    QTest::newRow("longer than the block") << QByteArray(
                                                  "\0\1\2\x7f"
                                                  "a\2\1b",
                                                  8)
                                           << 1;
    QTest::newRow("more rows than there are") << QByteArray("\0\2\2\1a\2\1b", 8) << 2;
    QTest::newRow("more than its rows") << QByteArray("\0\1\2\1a\2\1b!", 9) << 1;
    QTest::newRow("wrong total") << QByteArray("\0\1\2\1a\2\1b", 8) << 9;
}

void TestBackupFile::rowsThatLieAreNoticed() {
    QFETCH(QByteArray, rows);
    QFETCH(int, total);
    Content one(0);
    QCOMPARE(one.tables.front().name, std::string("meta"));
    one.manifest.rows["meta"] = 1;
    {
        const auto writer = BackupFileWriter::create(m_path);
        DONE(writer);
        DONE((*writer)->begin(one.manifest, one.tables));
        DONE((*writer)->add(0, {std::string("a"), std::string("b")}));
        DONE((*writer)->finish());
        DONE((*writer)->publish());
    }
    const auto manifest = manifestIn(bytesOf(m_file));
    put(m_file, forged(manifest, {QByteArray("\0\1\2\1a\2\1b", 8)}, 1));
    DONE(app::verifyBackup(m_path, {}));
    put(m_file,
        forged(manifest, rows.isEmpty() ? QList<QByteArray>() : QList<QByteArray>{rows}, static_cast<char>(total)));
    QCOMPARE(readCode(), ErrorCode::BackupDamaged);
}

void TestBackupFile::nothingIsOverwritten() {
    put(m_file, "mine");
    REFUSED(Content(1).write(m_path), ErrorCode::AlreadyExists);
    QCOMPARE(bytesOf(m_file), QByteArray("mine"));
    QVERIFY(QFile::remove(m_file));
    // Not even if it appears while the backup is written, or is a link to nowhere.
    const auto writer = BackupFileWriter::create(m_path);
    DONE(writer);
    DONE(Content(1).fill(**writer));
    put(m_file, "mine");
    REFUSED((*writer)->publish(), ErrorCode::AlreadyExists);
    QCOMPARE(bytesOf(m_file), QByteArray("mine"));
    QVERIFY(QFile::remove(m_file));
    QVERIFY(QFile::link(QStringLiteral("/nowhere"), m_file));
    REFUSED(Content(1).write(m_path), ErrorCode::AlreadyExists);
}

void TestBackupFile::endingEarlyLeavesNothing() {
    const Content content;
    for (const int stage : {0, 1, 2, 3}) {
        {
            const auto writer = BackupFileWriter::create(m_path);
            DONE(writer);
            if (stage > 0) {
                DONE((*writer)->begin(content.manifest, content.tables));
            }
            if (stage > 1) {
                DONE((*writer)->add(0, content.rows[0][0]));
            }
            if (stage > 2) {
                DONE((*writer)->finish());
            }
        }
        QCOMPARE(left(), QStringList());
    }
    // What a process that was killed leaves is no backup, and in nobody's way.
    put(m_file + QStringLiteral(".part"), "evenhand-backup 1\nhalf of");
    QCOMPARE(app::verifyBackup(m_path + ".part", {}).error().code, ErrorCode::BackupDamaged);
    DONE(content.write(m_path));
    QCOMPARE(left(), QStringList{QStringLiteral("b")});
    DONE(app::verifyBackup(m_path, {}));
}

/// A .part that an earlier backup left is emptied and made its owner's alone. A symbolic link in its place is not
/// followed: the file that it leads to is somebody else's.
void TestBackupFile::whatWasLeftIsBegunAnew() {
    const auto part = m_file + QStringLiteral(".part");
    put(part, QByteArray(1'000'000, 'x'));
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(QFile::setPermissions(part, QFile::ReadOwner | QFile::WriteOwner | others));
    DONE(Content(1).write(m_path));
    DONE(app::verifyBackup(m_path, {}));
    QCOMPARE(QFile::permissions(m_file) & others, QFile::Permissions());
    QVERIFY(QFile::remove(m_file));
    const auto victim = m_folder->filePath(QStringLiteral("victim"));
    put(victim, "somebody's");
    QVERIFY(QFile::link(victim, part));
    REFUSED(Content(1).write(m_path), ErrorCode::Storage);
    QCOMPARE(bytesOf(victim), QByteArray("somebody's"));
    QVERIFY(!QFile::exists(m_file));
}

void TestBackupFile::aFullDiskLeavesNothing() {
    // A limit on the size of files answers as a full disk would.
    const auto before = std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &old), 0);
    for (const rlim_t most : {0UL, 10UL, 3'000UL, 20'000UL}) {
        const rlimit limit{most, old.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &limit), 0);
        const auto written = Content(200).write(m_path);
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &old), 0);
        REFUSED(written, ErrorCode::Storage);
        QCOMPARE(written.error().field, std::string("path"));
        QCOMPARE(written.error().value, m_path);
        QCOMPARE(left(), QStringList());
    }
    (void)std::signal(SIGXFSZ, before);
}

void TestBackupFile::placesThatWillNotDo_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("code");
    const auto invalid = static_cast<int>(ErrorCode::InvalidArgument);
    QTest::newRow("empty") << QString() << invalid;
    QTest::newRow("relative") << QStringLiteral("b") << invalid;
    QTest::newRow("parent") << QStringLiteral("FOLDER/../b") << invalid;
    QTest::newRow("control character") << QStringLiteral("FOLDER/b\nc") << invalid;
    QTest::newRow("NUL") << QStringLiteral("FOLDER/b") + QChar(0) << invalid;
    QTest::newRow("too long") << QStringLiteral("FOLDER/") + QString(5000, QLatin1Char('b')) << invalid;
    QTest::newRow("in the workspace") << QStringLiteral("FOLDER/w/b") << invalid;
    QTest::newRow("in the workspace by a link") << QStringLiteral("FOLDER/link/b") << invalid;
    const auto storage = static_cast<int>(ErrorCode::Storage);
    QTest::newRow("no such folder") << QStringLiteral("FOLDER/none/b") << storage;
    QTest::newRow("below a file") << QStringLiteral("FOLDER/file/b") << storage;
    QTest::newRow("name too long") << QStringLiteral("FOLDER/") + QString(300, QLatin1Char('b')) << storage;
    QTest::newRow("a folder") << QStringLiteral("FOLDER/other") << static_cast<int>(ErrorCode::AlreadyExists);
}

void TestBackupFile::placesThatWillNotDo() {
    QFETCH(QString, path);
    QFETCH(int, code);
    const QDir folder(m_folder->path());
    QVERIFY(folder.mkpath(QStringLiteral("w")) && folder.mkpath(QStringLiteral("other")));
    QVERIFY(QFile::link(folder.filePath(QStringLiteral("w")), folder.filePath(QStringLiteral("link"))));
    put(folder.filePath(QStringLiteral("file")), "x");
    const auto full = path.replace(QLatin1String("FOLDER"), m_folder->path()).toStdString();
    auto done = app::checkBackupPath(full, m_folder->filePath(QStringLiteral("w")).toStdString());
    if (done) {
        done = Content(1).write(full);
    }
    QVERIFY(!done);
    QCOMPARE(static_cast<int>(done.error().code), code);
    QCOMPARE(done.error().field, std::string("path"));
}

void TestBackupFile::twoWritersDoNotMix() {
    const auto first = BackupFileWriter::create(m_path);
    DONE(first);
    const auto second = BackupFileWriter::create(m_path);
    QVERIFY(!second);
    QCOMPARE(second.error().code, ErrorCode::Busy);
    DONE(Content(2).fill(**first));
    DONE((*first)->publish());
    DONE(app::verifyBackup(m_path, {}));
}

void TestBackupFile::namesSortByTime() {
    const Instant at{1'767'607'200'000};  // 2026-01-05 10:00:00 UTC
    QCOMPARE(app::backupName(kId, at, false), std::string("evenhand-01234567-20260105-100000.evenhand-backup"));
    QCOMPARE(app::backupName(kId, at, true), std::string("evenhand-auto-01234567-20260105-100000.evenhand-backup"));
    QVERIFY(app::backupName(kId, at, true) < app::backupName(kId, at.plusMs(1'000), true));
}

void TestBackupFile::oldOnesGoAndNothingElse() {
    const QDir folder(m_folder->path());
    const auto at = [&](int day) { return Instant{1'767'607'200'000 + day * 86'400'000LL}; };
    const auto path = [&](const std::string& name) { return m_folder->path().toStdString() + "/" + name; };
    QStringList kept;
    for (int day = 0; day < 6; ++day) {
        DONE(Content(1).write(path(app::backupName(kId, at(day), true))));
        if (day >= 3) {
            kept << QString::fromStdString(app::backupName(kId, at(day), true));
        }
    }
    // By hand, of another workspace whose id begins the same, something else by such a name, nearly such a name, a
    // link.
    DONE(Content(1).write(path(app::backupName(kId, at(0), false))));
    kept << QString::fromStdString(app::backupName(kId, at(0), false));
    Content other(1);
    other.manifest.workspaceId = "01234567-0000-0000-0000-000000000000";
    DONE(other.write(path(app::backupName(kId, at(-1), true))));
    kept << QString::fromStdString(app::backupName(kId, at(-1), true));
    for (const auto& name :
         {app::backupName(kId, at(-2), true), std::string("evenhand-auto-01234567-2026010-1000000.evenhand-backup"),
          std::string("notes.txt")}) {
        put(folder.filePath(QString::fromStdString(name)), "something else");
        kept << QString::fromStdString(name);
    }
    // What a process that was killed has left goes; what is being written stays.
    put(folder.filePath(QString::fromStdString(app::backupName(kId, at(0), true) + ".part")), "half");
    const auto writing = BackupFileWriter::create(path(app::backupName(kId, at(9), true)));
    DONE(writing);
    kept << QString::fromStdString(app::backupName(kId, at(9), true) + ".part");
    // Taken when the clock was ahead: not the newest for good.
    DONE(Content(1).write(path(app::backupName(kId, at(4'000), true))));
    const auto deleted = app::deleteOldBackups(m_folder->path().toStdString(), kId, 3, at(9));
    DONE(deleted);
    QCOMPARE(*deleted, std::int64_t{5});
    kept.sort();
    auto there = left();
    there.sort();
    QCOMPARE(there, kept);
    REFUSED(app::deleteOldBackups(m_folder->path().toStdString() + "/none", kId, 3, at(9)), ErrorCode::Storage);
}

}  // namespace test_backup_file

QTEST_GUILESS_MAIN(test_backup_file::TestBackupFile)
#include "test_backup_file.moc"
