// SPDX-License-Identifier: GPL-3.0-or-later
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <csignal>
#include <thread>

#include "engine/base/log.h"
#include "engine/store/database/checksum.h"
#include "engine/store/database/count_cache.h"
#include "engine/store/database/database.h"
#include "engine/store/database/journal_store.h"
#include "engine/store/database/meta_table.h"
#include "engine/store/database/migrator.h"
#include "engine/store/database/mysql_settings.h"
#include "engine/store/database/page_checksum.h"
#include "engine/store/database/read_cache.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/database/sqlite_error.h"
#include "engine/store/pages/verify_store.h"
#include "engine/store/records/backup_store.h"
#include "engine/store/records/campaign_store.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/meta_store.h"
#include "engine/store/records/refund_store.h"
#include "engine/store/records/return_store.h"
#include "engine/store/records/task_store.h"
#include "engine/store/records/timer_store.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_store {

using namespace evenhand;
using namespace evenhand::store;

#define NEED(expression)                                                                 \
    do {                                                                                 \
        const auto& need = (expression);                                                 \
        QVERIFY2(need.has_value(), need.has_value() ? "" : need.error().text().c_str()); \
    } while (false)

namespace {

WorkspaceMeta someMeta() {
    return {0, "b7a1f9a2-1111-4222-8333-444455556666", "GBP", 2, "Europe/London", {1234567}, "local:ann"};
}

std::int64_t scalar(Database& database, std::string_view sql) {
    auto& statement = database.statement(sql);
    if (!statement.query() || !statement.next()) {
        return -1;
    }
    const auto value = statement.onlyNumber();
    statement.finish();
    return value;
}

/// What the log says of a process that `act` ends by abort(); empty: it did not.
template <typename Act>
std::string lastWords(Act act) {
    std::array<int, 2> pipe{};
    if (::pipe(pipe.data()) != 0) {
        return {};
    }
    const auto child = ::fork();
    if (child == 0) {
        const rlimit none{0, 0};
        ::setrlimit(RLIMIT_CORE, &none);
        ::signal(SIGABRT, SIG_DFL);  // Qt Test's own would report a crash
        base::setLogSink([&](base::LogLevel, std::string_view, std::string_view said) {
            (void)!::write(pipe[1], said.data(), said.size());
        });
        act();
        ::_exit(0);
    }
    ::close(pipe[1]);
    std::string said;
    std::array<char, 512> part{};
    for (ssize_t got = 0; (got = ::read(pipe[0], part.data(), part.size())) > 0;) {
        said.append(part.data(), static_cast<std::size_t>(got));
    }
    ::close(pipe[0]);
    int status = 0;
    const bool ended = child > 0 && ::waitpid(child, &status, 0) == child;
    return ended && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? said : std::string();
}

/// A second, plain SQLite connection, to damage and to lock.
class Raw {
public:
    explicit Raw(const std::string& path) { sqlite3_open(path.c_str(), &m_handle); }
    ~Raw() { sqlite3_close(m_handle); }
    bool run(const char* sql) { return sqlite3_exec(m_handle, sql, nullptr, nullptr, nullptr) == SQLITE_OK; }

private:
    sqlite3* m_handle = nullptr;
};

#define SQLITE_ONLY()                                  \
    if (evenhand::testing::onMariadb()) {              \
        QSKIP("this is about SQLite's own behaviour"); \
    }

/// What a program that logs warnings only, as evenhandctl, writes into its log meanwhile.
class Warnings {
public:
    Warnings() {
        base::setLogLevel(base::LogLevel::Warning);
        base::setLogSink([this](base::LogLevel, std::string_view, std::string_view text) { m_text += text; });
    }
    ~Warnings() {
        base::setLogSink({});
        base::setLogLevel(base::LogLevel::Info);
    }
    Warnings(const Warnings&) = delete;
    Warnings& operator=(const Warnings&) = delete;
    [[nodiscard]] const std::string& text() const noexcept { return m_text; }

private:
    std::string m_text;
};

}  // namespace

class TestStore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(QStringLiteral("w %41#?.db")).toStdString();
        if (evenhand::testing::onMariadb()) {
            auto* server = evenhand::testing::sharedMariadb();
            QVERIFY(server);
            auto settings = server->newDatabase();
            NEED(settings);
            m_mysql = *settings;
        }
    }
    void cleanup() { m_folder.reset(); }

    void schemaIsMadeAndReadBack();
    void whatARestoreHasMadeIsTakenBack();
    void newerWorkspaceIsRefused();
    void foreignAndDamagedFilesAreRefused();
    void missingFileIsSaid();
    void settingsAreOn();
    void whatLiesBesideIsTheOwnersAloneToo();
    void valuesComeBack();
    void columnsAreReadByName();
    void aColumnThatIsNotThereEndsTheProgram();
    void uniqueKeyIsAlreadyExists();
    void otherConstraintsAreInternal();
    void wrongTextAnswersOnRun();
    void scopeUndoesAlone();
    void whatIsRememberedGoesWithWhatIsUndone_data();
    void whatIsRememberedGoesWithWhatIsUndone();
    void rowsThatReferToNothing();
    void everyRowOfALongTable();
    void undoneWithoutSavepoint();
    void scopeWithoutWriteMakesNoChange();
    void sameAddressOtherText();
    void busyIsStorageAndFaults();
    void reopenKeepsStatements();
    void cancelInterrupts();
    void readOnlyConnectionSeesCommitsOnly();
    void checkpointEmptiesTheLog();
    void checksumVectors();
    void journalReplays();
    void journalDamage_data();
    void journalDamage();
    void trimKeepsWhatRecoveryNeeds();
    void whetherACommitHappened();
    void theNewestRecord();
    void versionsThatCannotBe();
    void theLargestAmount();
    void howManyWorkers();
    void answersAreKeptUntilSomethingIsCommitted();
    void onlyWhatCameIsCounted();
    void pagesOfAListAtTheirBounds();
    void whatIsAPageAndWhereItLies();
    void sqlitesErrors_data();
    void sqlitesErrors();

private:
    std::unique_ptr<Database> createDatabase() {
        if (evenhand::testing::onMariadb()) {
            auto prepared = evenhand::testing::sharedMariadb()->preparedDatabase();
            if (!prepared) {
                qWarning("%s", prepared.error().text().c_str());
                return nullptr;
            }
            m_mysql = *prepared;
        }
        auto database = open(Database::Access::ReadWrite, true);
        if (!database) {
            qWarning("%s", database.error().text().c_str());
            return nullptr;
        }
        if (auto schema = createSchema(**database, someMeta()); !schema) {
            qWarning("%s", schema.error().text().c_str());
            return nullptr;
        }
        return std::move(*database);
    }
    Result<std::unique_ptr<Database>> open(Database::Access access = Database::Access::ReadWrite, bool create = false) {
        return evenhand::testing::onMariadb() ? Database::openMysql(m_mysql, access)
                                              : Database::openSqlite(m_path, access, create);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_path;
    MysqlSettings m_mysql;
};

void TestStore::schemaIsMadeAndReadBack() {
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
void TestStore::whatARestoreHasMadeIsTakenBack() {
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

void TestStore::newerWorkspaceIsRefused() {
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

void TestStore::foreignAndDamagedFilesAreRefused() {
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

void TestStore::missingFileIsSaid() {
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

void TestStore::settingsAreOn() {
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
void TestStore::whatLiesBesideIsTheOwnersAloneToo() {
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

void TestStore::valuesComeBack() {
    auto database = createDatabase();
    NEED(database->execute(
        database->dialect().expandSchema("CREATE TABLE t (k {pk}, n {int}, s {text}, b {blob}, x {int}) {table}")));
    const std::string bytes("a\0b\xff", 4);
    auto& insert = database->statement("INSERT INTO t (n, s, b, x) VALUES (?, ?, ?, ?)");
    insert.bind(std::int64_t{-9007199254740993})
        .bind(std::string_view("校园 'x'"))
        .bindBlob(bytes)
        .bind(std::optional<std::int64_t>{});
    const auto rows = insert.write();
    NEED(rows);
    QCOMPARE(*rows, 1);
    QCOMPARE(insert.lastInsertId(), 1);
    NEED(database->statement("INSERT INTO t (n, s, b, x) VALUES (?, ?, ?, ?)")
             .bind(Instant{5})
             .bind(std::string_view{})
             .bindBlob({})
             .bind(std::optional<std::int64_t>{7})
             .write());
    auto& read = database->statement("SELECT n, s, b, x FROM t ORDER BY k");
    NEED(read.query());
    QVERIFY(read.next());
    QCOMPARE(read.number("n"), std::int64_t{-9007199254740993});
    QCOMPARE(read.text("s"), std::string("校园 'x'"));
    QCOMPARE(read.blob("b"), bytes);
    QVERIFY(read.isNull("x"));
    QVERIFY(!read.maybeNumber("x"));
    QVERIFY(read.next());
    QVERIFY(!read.isNull("s"));  // empty text is not NULL
    QVERIFY(!read.isNull("b"));
    QCOMPARE(read.text("s"), std::string());
    QCOMPARE(read.maybeNumber("x"), std::optional<std::int64_t>(7));
    QVERIFY(!read.next());
    NEED(read.status());
    // A statement that misses a value is refused rather than run with the last one.
    QCOMPARE(
        database->statement("INSERT INTO t (n, s, b, x) VALUES (?, ?, ?, ?)").bind(Instant{5}).write().error().code,
        ErrorCode::Internal);
}

void TestStore::columnsAreReadByName() {
    auto database = createDatabase();
    NEED(database->execute(
        database->dialect().expandSchema("CREATE TABLE t (k {pk}, a {int}, b {text}, c {int}) {table}")));
    for (std::int64_t row = 1; row <= 3; ++row) {
        const auto text = "row " + std::to_string(row);
        NEED(database->statement("INSERT INTO t (a, b, c) VALUES (?, ?, ?)")
                 .bind(row)
                 .bind(text)
                 .bind(row == 2 ? std::optional<std::int64_t>() : std::optional(10 * row))
                 .write());
    }
    // The same literals for every statement.
    const auto a = [](const Statement& row) { return row.number("a"); };
    const auto c = [](const Statement& row) { return row.maybeNumber("c").value_or(-1); };
    auto& read = database->statement("SELECT a, b, c, a * 2 AS twice FROM t ORDER BY k");
    NEED(read.query());
    QVERIFY(read.next());
    QCOMPARE(c(read), 10);  // in another order than they were selected
    QCOMPARE(a(read), 1);
    QCOMPARE(a(read), 1);
    QCOMPARE(read.number("twice"), 2);
    QCOMPARE(read.text("b"), std::string("row 1"));
    // Another result has these names elsewhere, and is read while the first one is open.
    auto& other = database->statement("SELECT b, c AS a, a AS c FROM t ORDER BY k DESC");
    NEED(other.query());
    QVERIFY(other.next());
    QVERIFY(read.next());
    QCOMPARE(a(other), 30);
    QCOMPARE(a(read), 2);
    QCOMPARE(c(other), 3);
    QCOMPARE(c(read), -1);
    QVERIFY(read.isNull("c"));
    QCOMPARE(read.blob("b"), std::string("row 2"));
    QCOMPARE(other.text("b"), std::string("row 3"));
    // The last row in an order of its own, and not all of it.
    QVERIFY(read.next());
    QCOMPARE(read.text("b"), std::string("row 3"));
    QCOMPARE(c(read), 30);
    QCOMPARE(a(read), 3);
    QVERIFY(!read.next());
    other.finish();
    // The statement knows its columns from before.
    auto& again = database->statement("SELECT a, b, c, a * 2 AS twice FROM t ORDER BY k");
    NEED(again.query());
    QVERIFY(again.next());
    QCOMPARE(a(again), 1);
    QCOMPARE(c(again), 10);
    QCOMPARE(again.number("twice"), 2);
    again.finish();
    auto& only = database->statement("SELECT COUNT(*) FROM t");
    NEED(only.query());
    QVERIFY(only.next());
    QCOMPARE(only.onlyNumber(), 3);
    QCOMPARE(only.numberAt(0), 3);
    QCOMPARE(only.textAt(0), std::string("3"));
    QVERIFY(!only.isNullAt(0));
    only.finish();
}

void TestStore::aColumnThatIsNotThereEndsTheProgram() {
    auto database = createDatabase();
    auto& read = database->statement("SELECT name, value, value AS name FROM meta");
    NEED(read.query());
    QVERIFY(read.next());
    QVERIFY(!read.text("value").empty());
    const auto holds = [](const std::string& said, std::string_view part) {
        return said.find(part) != std::string::npos;
    };
    const auto missing = lastWords([&] { (void)read.text("price"); });
    QVERIFY2(holds(missing, "no column \"price\""), missing.c_str());
    QVERIFY2(holds(missing, "SELECT name, value, value AS name FROM meta"), missing.c_str());
    const auto twice = lastWords([&] { (void)read.text("name"); });
    QVERIFY2(holds(twice, "more than one column \"name\""), twice.c_str());
    const auto several = lastWords([&] { (void)read.onlyNumber(); });
    QVERIFY2(holds(several, "one of several columns"), several.c_str());
    read.finish();
}

void TestStore::uniqueKeyIsAlreadyExists() {
    auto database = createDatabase();
    const std::string_view sql = "INSERT INTO product (sku, name, unit_price, stock) VALUES (?, 'n', 1, ?)";
    NEED(database->statement(sql).bind("A").bind(std::int64_t{1}).write());
    NEED(database->statement(sql).bind("a").bind(std::int64_t{1}).write());  // ids are case-sensitive
    const Warnings warnings;
    const auto again = database->statement(sql).bind("A").bind(std::int64_t{1}).write();
    QVERIFY(!again);
    QCOMPARE(again.error().code, ErrorCode::AlreadyExists);
    QCOMPARE(warnings.text(), std::string());  // that happens every day
    QVERIFY(!again.error().field.empty());
    const auto words = again.error().text();
    for (const char* word : {"UNIQUE", "constraint", "product", "Duplicate", "statement"}) {
        QVERIFY2(words.find(word) == std::string::npos, words.c_str());
    }
    QVERIFY(!database->faulted());
}

void TestStore::otherConstraintsAreInternal() {
    auto database = createDatabase();
    const Warnings warnings;
    QCOMPARE(database->statement("INSERT INTO product (sku, name, unit_price, stock) VALUES ('A', 'n', 1, ?)")
                 .bind(std::int64_t{-1})
                 .write()
                 .error()
                 .code,
             ErrorCode::Internal);
    // Whoever asked is not told why, so the log has to, also of a program that logs warnings only.
    QVERIFY2(warnings.text().find("INSERT INTO product") != std::string::npos, warnings.text().c_str());
    QVERIFY2(
        warnings.text().find("CHECK") != std::string::npos || warnings.text().find("CONSTRAINT") != std::string::npos,
        warnings.text().c_str());
    QCOMPARE(database->statement("INSERT INTO stock_entry (sku, at, quantity, actor) VALUES ('nope', 1, 1, 'x')")
                 .write()
                 .error()
                 .code,
             ErrorCode::Internal);
    QVERIFY2(warnings.text().find("INSERT INTO stock_entry") != std::string::npos, warnings.text().c_str());
}

void TestStore::wrongTextAnswersOnRun() {
    auto database = createDatabase();
    const Warnings warnings;
    const auto run = database->statement("SELECT * FROM no_such_table WHERE a = ?").bind(std::int64_t{1}).query();
    const auto& logged = warnings.text();
    QVERIFY(!run);
    QCOMPARE(run.error().code, ErrorCode::Internal);
    // Why is for the log, not for whoever asked.
    QVERIFY(logged.find("no_such_table") != std::string::npos);
    QVERIFY(run.error().message.find("no_such_table") == std::string::npos);
    QVERIFY(!database->statement("SELECT 1; SELECT 2").query());
}

void TestStore::scopeUndoesAlone() {
    auto database = createDatabase();
    const std::string_view insert = "INSERT INTO product (sku, name, unit_price, stock) VALUES (?, 'n', 1, 1)";
    NEED(database->begin());
    for (const std::string_view sku : {"keep1", "undo", "keep2"}) {
        database->openScope();
        QVERIFY(!database->scopeHasWrites());
        NEED(database->statement(insert).bind(sku).write());
        QVERIFY(database->scopeHasWrites());
        if (sku == "undo") {
            NEED(database->undoScope());
        } else {
            NEED(database->keepScope());
        }
    }
    QVERIFY(database->transactionChanged());
    NEED(database->commit());
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 2);
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product WHERE sku = 'undo'"), 0);
}

/// Without savepoints a scope that has changed nothing can be undone; one that has takes the whole transaction with it,
/// which then runs again with savepoints.
void TestStore::whatIsRememberedGoesWithWhatIsUndone_data() {
    QTest::addColumn<bool>("alone");
    QTest::newRow("a command") << true;
    QTest::newRow("its transaction") << false;
}

/// Settings that were changed, read and undone are read anew.
void TestStore::whatIsRememberedGoesWithWhatIsUndone() {
    QFETCH(bool, alone);
    auto database = createDatabase();
    QVERIFY(database);
    struct Setting {
        const char* name;
        Result<void> (*change)(Database&);
        Result<bool> (*isChanged)(Database&);
    };
    const Setting all[] = {
        {"held tasks",
         [](Database& of) -> Result<void> {
             EVENHAND_TRY(tasks::hold(of, {api::TaskKind::Backup, Instant{1}, "ann", "because"}));
             return {};
         },
         [](Database& of) -> Result<bool> {
             EVENHAND_ASSIGN(const auto held, tasks::holds(of));
             return !held.empty();
         }},
        {"the delay queue",
         [](Database& of) -> Result<void> {
             timers::Control off;
             off.queueOn = false;
             return timers::setControl(of, off);
         },
         [](Database& of) -> Result<bool> {
             EVENHAND_ASSIGN(const auto control, timers::control(of));
             return !control.queueOn;
         }},
        {"delays",
         [](Database& of) -> Result<void> {
             api::TimerPolicy other;
             other.unpaidMs = 77'000;
             EVENHAND_TRY(timers::setPolicy(of, CampusId("north"), other));
             return {};
         },
         [](Database& of) -> Result<bool> {
             EVENHAND_ASSIGN(const auto policy, timers::policy(of, CampusId("north")));
             return policy && policy->unpaidMs == 77'000;
         }},
        {"refunds",
         [](Database& of) -> Result<void> {
             api::RefundSettings other;
             other.maxAttempts = 77;
             return refunds::setSettings(of, other);
         },
         [](Database& of) -> Result<bool> {
             EVENHAND_ASSIGN(const auto settings, refunds::settings(of));
             return settings.maxAttempts == 77;
         }},
        {"returns",
         [](Database& of) -> Result<void> {
             api::ReturnPolicy other;
             other.fourEyesAbove = Money{77};
             return returns::setPolicy(of, CampusId(), other);
         },
         [](Database& of) -> Result<bool> {
             EVENHAND_ASSIGN(const auto policy, returns::policy(of, CampusId("north")));
             return policy.fourEyesAbove == Money{77};
         }},
        {"campaigns",
         [](Database& of) -> Result<void> {
             EVENHAND_TRY(campaigns::insert(of, CampaignId("spring"), {}));
             return {};
         },
         [](Database& of) { return campaigns::any(of); }},
    };
    api::CampusRow campus;
    campus.id = CampusId("north");
    NEED(campuses::insert(*database, campus, {}));
    for (const auto& setting : all) {
        NEED(database->begin());
        database->openScope();
        QVERIFY2(!setting.isChanged(*database).value(), setting.name);  // and this is remembered
        NEED(setting.change(*database));
        QVERIFY2(setting.isChanged(*database).value(), setting.name);
        if (alone) {
            NEED(database->undoScope());
            QVERIFY2(!setting.isChanged(*database).value(), setting.name);
            NEED(database->commit());
        } else {
            NEED(database->keepScope());
            database->rollback();
        }
        QVERIFY2(!setting.isChanged(*database).value(), setting.name);
    }
}

/// Checks can be switched off, and a server may ignore what a schema refers to.
void TestStore::rowsThatReferToNothing() {
    auto database = createDatabase();
    QVERIFY(database);
    const auto faults = [&] {
        std::vector<std::string> found;
        const auto read =
            verify::eachStructureFault(*database, [&](std::string_view fault) { found.emplace_back(fault); });
        return read ? found : std::vector<std::string>{read.error().text()};
    };
    QCOMPARE(faults(), std::vector<std::string>());
    const bool server = evenhand::testing::onMariadb();
    NEED(database->execute(server ? "SET SESSION foreign_key_checks = 0" : "PRAGMA foreign_keys = OFF"));
    NEED(database->execute("INSERT INTO deduction(deduction_id, order_id, at) VALUES (5, 77, 1)"));
    QCOMPARE(faults(), std::vector<std::string>{server ? "table deduction, order_id 77: no such row in orders"
                                                       : "table deduction, row 5: no such row in orders"});
}

/// On a server a table is read in pieces: each goes on where the last one has ended, also between two rows that have
/// the beginning of a key in common.
void TestStore::everyRowOfALongTable() {
    auto database = createDatabase();
    QVERIFY(database);
    NEED(database->execute(evenhand::testing::onMariadb() ? "SET SESSION foreign_key_checks = 0"
                                                          : "PRAGMA foreign_keys = OFF"));
    struct Long {
        const char* table;
        std::string columns;
        std::int64_t first;   ///< 1 to this
        std::int64_t second;  ///< 1 to this, of each
        std::string rest;
    };
    for (const Long& wanted :
         {Long{"order_line", "order_id, line_no, sku, quantity, unit_price", 1'501, 3, "'tea', 1, 1"},
          Long{"keyspace_snapshot", "snapshot_id, slice_no, payload, checksum", 2, 50, "X'00', 1"}}) {
        std::string rows;
        std::vector<std::pair<std::int64_t, std::int64_t>> keys;
        for (std::int64_t i = 1; i <= wanted.first; ++i) {
            for (std::int64_t j = 1; j <= wanted.second; ++j) {
                rows += (rows.empty() ? "(" : ", (") + std::to_string(i) + ", " + std::to_string(j) + ", " +
                        wanted.rest + ")";
                keys.emplace_back(i, j);
            }
        }
        NEED(database->execute("INSERT INTO " + std::string(wanted.table) + "(" + wanted.columns + ") VALUES " + rows));
        const auto tables = backups::tables(allMigrations().back().number);
        const auto table = std::find_if(tables.begin(), tables.end(),
                                        [&](const backups::Table& one) { return one.name == wanted.table; });
        QVERIFY(table != tables.end() && table->key.size() == 2);
        std::vector<std::pair<std::int64_t, std::int64_t>> read;
        NEED(backups::eachRow(*database, *table, [&](const backups::Row& row) {
            read.emplace_back(std::get<std::int64_t>(row[table->key[0]]), std::get<std::int64_t>(row[table->key[1]]));
            return true;
        }));
        QCOMPARE(read.size(), keys.size());
        QVERIFY(read == keys);
    }
}

void TestStore::undoneWithoutSavepoint() {
    SQLITE_ONLY();
    auto database = createDatabase();
    const auto write = [&](std::string_view sku) {
        return database->statement("INSERT OR IGNORE INTO product (sku, name, unit_price, stock) VALUES (?, 'n', 1, 1)")
            .bind(sku)
            .write();
    };
    NEED(database->begin(Database::Undo::Transaction));
    database->openScope();
    QVERIFY(!database->scopeHasWrites());
    NEED(write("kept"));
    QVERIFY(database->scopeHasWrites());
    NEED(database->keepScope());
    database->openScope();
    QVERIFY(!database->scopeHasWrites());
    QCOMPARE(write("kept").value(), 0);  // there is one: nothing was changed, nothing is to be undone
    NEED(database->undoScope());
    QVERIFY(!database->faulted());
    NEED(database->commit());
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 1);

    const auto twoScopes = [&] {
        database->openScope();
        NEED(write("second"));
        NEED(database->keepScope());
        database->openScope();
        NEED(write("third"));
    };
    NEED(database->begin(Database::Undo::Transaction));
    twoScopes();
    QVERIFY(!database->undoScope());
    QVERIFY(database->faulted());
    QCOMPARE(database->faultKind(), Database::FaultKind::Undone);
    database->rollback();
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 1);

    NEED(database->begin(Database::Undo::Scope));
    QCOMPARE(database->faultKind(), Database::FaultKind::None);
    twoScopes();
    NEED(database->undoScope());
    NEED(database->commit());
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 2);
}

void TestStore::scopeWithoutWriteMakesNoChange() {
    auto database = createDatabase();
    NEED(database->begin());
    database->openScope();
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 0);
    NEED(database->keepScope());
    QVERIFY(!database->transactionChanged());
    database->openScope();
    NEED(database->statement("INSERT INTO product (sku, name, unit_price, stock) VALUES ('x', 'n', 1, 1)").write());
    NEED(database->undoScope());
    QVERIFY(!database->transactionChanged());
    database->openScope();
    NEED(database->statement("UPDATE product SET stock = 2 WHERE sku = 'nobody'").write());
    NEED(database->keepScope());
    QVERIFY(!database->transactionChanged());
    database->rollback();
}

void TestStore::sameAddressOtherText() {
    auto database = createDatabase();
    char text[] = "SELECT 1";
    QCOMPARE(scalar(*database, text), 1);
    text[7] = '2';
    QCOMPARE(scalar(*database, text), 2);
    QCOMPARE(scalar(*database, std::string_view(text, 6)), -1);  // "SELECT": same address, other length
    text[7] = '1';
    QCOMPARE(scalar(*database, text), 1);
}

void TestStore::busyIsStorageAndFaults() {
    SQLITE_ONLY();
    auto database = createDatabase();
    Raw other(m_path);
    QVERIFY(other.run("BEGIN IMMEDIATE"));
    const auto begun = database->begin();
    QVERIFY(!begun);
    QCOMPARE(begun.error().code, ErrorCode::Storage);
    QVERIFY(begun.error().message.find("SQLITE_BUSY") != std::string::npos);
    QVERIFY(database->faulted());
    QVERIFY(other.run("COMMIT"));
    NEED(database->begin());
    QVERIFY(!database->faulted());
    NEED(database->commit());
}

void TestStore::reopenKeepsStatements() {
    auto database = createDatabase();
    const std::string_view sql = "SELECT COUNT(*) FROM meta";
    auto& statement = database->statement(sql);
    const auto before = scalar(*database, sql);
    NEED(database->begin());
    NEED(database->execute("DELETE FROM meta"));
    database->close();
    QVERIFY(!database->isOpen());
    const auto closed = database->statement(sql).query();
    QVERIFY(!closed);
    QCOMPARE(closed.error().code, ErrorCode::Storage);
    QVERIFY(!database->begin());
    NEED(database->reopen());
    QCOMPARE(&database->statement(sql), &statement);
    QCOMPARE(scalar(*database, sql), before);  // the open transaction was lost
}

void TestStore::cancelInterrupts() {
    auto database = createDatabase();
    // Runs for ever unless interrupted, on either database's side of the wire.
    auto& endless = database->statement(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) "
        "SELECT COUNT(*) FROM n a, n b, n c, n d, n e");
    std::atomic<bool> done{false};
    std::thread canceller([&] {
        while (!done.load()) {
            database->cancel();
            std::this_thread::yield();
        }
    });
    const bool answered = endless.query() && endless.next();
    const auto status = endless.status();
    done = true;
    canceller.join();
    QVERIFY(!answered);
    QVERIFY(!status);
    QCOMPARE(status.error().code, ErrorCode::Cancelled);
    QCOMPARE(scalar(*database, "SELECT 7"), 7);
    QVERIFY(!database->faulted());
}

void TestStore::readOnlyConnectionSeesCommitsOnly() {
    auto writer = createDatabase();
    auto reader = open(Database::Access::ReadOnly);
    NEED(reader);
    NEED(writer->begin());
    NEED(writer->execute("INSERT INTO product (sku, name, unit_price, stock) VALUES ('x', 'n', 1, 1)"));
    QCOMPARE(scalar(**reader, "SELECT COUNT(*) FROM product"), 0);
    NEED(writer->commit());
    QCOMPARE(scalar(**reader, "SELECT COUNT(*) FROM product"), 1);
    NEED((*reader)->beginRead());
    QCOMPARE(scalar(**reader, "SELECT COUNT(*) FROM product"), 1);
    NEED(writer->execute("DELETE FROM product"));
    QCOMPARE(scalar(**reader, "SELECT COUNT(*) FROM product"), 1);  // its snapshot stays
    NEED((*reader)->commit());
    QCOMPARE(scalar(**reader, "SELECT COUNT(*) FROM product"), 0);
    const auto write = (*reader)->statement("DELETE FROM meta").write();
    QVERIFY(!write);
    QCOMPARE(write.error().code, ErrorCode::Storage);
}

void TestStore::checkpointEmptiesTheLog() {
    SQLITE_ONLY();
    auto database = createDatabase();
    QVERIFY(database->logPages() > 0);
    NEED(database->checkpoint(false));
    QCOMPARE(database->logPages(), 0);
    NEED(database->execute("INSERT INTO product (sku, name, unit_price, stock) VALUES ('x', 'n', 1, 1)"));
    QVERIFY(database->logPages() > 0);
    NEED(database->checkpoint(true));
    QCOMPARE(QFileInfo(QString::fromStdString(m_path + "-wal")).size(), 0);
    auto reader = open(Database::Access::ReadOnly);
    NEED(reader);
    NEED((*reader)->beginRead());
    QCOMPARE(scalar(**reader, "SELECT COUNT(*) FROM product"), 1);
    NEED(database->execute("DELETE FROM product"));
    const auto blocked = database->checkpoint(true);
    QVERIFY(!blocked);
    QCOMPARE(blocked.error().code, ErrorCode::Storage);
}

void TestStore::checksumVectors() {
    QCOMPARE(checksum64(""), 0xef46db3751d8e999ULL);
    QCOMPARE(checksum64("a"), 0xd24ec4f1a98c6e5bULL);
    QCOMPARE(checksum64("abc"), 0x44bc2cf5ad770999ULL);
    QCOMPARE(checksum64("Nobody inspects the spammish repetition"), 0xfbcea83c8a378bf1ULL);
}

void TestStore::journalReplays() {
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

void TestStore::journalDamage_data() {
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

void TestStore::journalDamage() {
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

void TestStore::trimKeepsWhatRecoveryNeeds() {
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
void TestStore::whetherACommitHappened() {
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

void TestStore::theNewestRecord() {
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

void TestStore::versionsThatCannotBe() {
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

void TestStore::theLargestAmount() {
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

void TestStore::howManyWorkers() {
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

void TestStore::answersAreKeptUntilSomethingIsCommitted() {
    auto writer = createDatabase();
    auto reader = open(Database::Access::ReadOnly);
    NEED(reader);
    ReadCache<int, std::int64_t> cache;
    int reads = 0;
    const auto get = [&](int key) {
        return cache
            .get(**reader, key,
                 [&]() -> Result<std::int64_t> {
                     ++reads;
                     return scalar(**reader, "SELECT COUNT(*) FROM product") + 10 * key;
                 })
            .value();
    };
    // A server does not tell whether it was changed, so there nothing is kept.
    const bool keeps = !evenhand::testing::onMariadb();
    QCOMPARE(get(1), 10);
    QCOMPARE(get(1), 10);
    QCOMPARE(reads, keeps ? 1 : 2);
    QCOMPARE(get(2), 20);
    QCOMPARE(get(1), 10);
    QCOMPARE(reads, keeps ? 2 : 4);
    NEED(writer->execute("INSERT INTO product (sku, name, unit_price, stock) VALUES ('x', 'n', 1, 1)"));
    QCOMPARE(get(1), 11);
    QCOMPARE(get(2), 21);
    QCOMPARE(get(2), 21);
    QCOMPARE(reads, keeps ? 4 : 7);
    // Of another connection nothing is known, whatever its number of changes.
    (*reader)->close();
    NEED((*reader)->reopen());
    QCOMPARE(get(1), 11);
    QCOMPARE(reads, keeps ? 5 : 8);
    // What is not current any more is read again, and kept.
    const auto current = [&](bool is) {
        return cache
            .get(
                **reader, 1,
                [&]() -> Result<std::int64_t> {
                    ++reads;
                    return 77;
                },
                [is](std::int64_t) { return is; })
            .value();
    };
    if (keeps) {
        QCOMPARE(current(true), 11);
        QCOMPARE(current(false), 77);
        QCOMPARE(get(1), 77);
        QCOMPARE(reads, 6);
    }
    // A connection counts from the same number every time: what was committed between two of them counts in neither.
    NEED((*reader)->reopen());
    QCOMPARE(get(1), 11);
    NEED(writer->execute("INSERT INTO product (sku, name, unit_price, stock) VALUES ('y', 'n', 1, 1)"));
    NEED((*reader)->reopen());
    QCOMPARE(get(1), 12);
}

void TestStore::onlyWhatCameIsCounted() {
    const auto writer = createDatabase();
    QVERIFY(writer);
    auto database = open(Database::Access::ReadOnly);
    NEED(database);
    CountCache<int> cache;
    std::int64_t highest = 5;
    int all = 0;
    std::vector<std::pair<std::int64_t, std::int64_t>> among;
    const auto get = [&](int filter) {
        return cache
            .get(
                **database, filter, [&]() -> Result<std::int64_t> { return highest; },
                [&]() -> Result<std::int64_t> {
                    ++all;
                    return 100 * filter + highest;
                },
                [&](std::int64_t after, std::int64_t upTo) -> Result<std::int64_t> {
                    among.emplace_back(after, upTo);
                    return upTo - after;
                })
            .value();
    };
    QCOMPARE(get(1), 105);
    QCOMPARE(get(1), 105);
    QCOMPARE(all, 1);
    QVERIFY(among.empty());
    highest = 8;
    QCOMPARE(get(1), 108);
    QCOMPARE(get(1), 108);
    QCOMPARE(get(2), 208);
    QCOMPARE(all, 2);
    QCOMPARE(among.size(), std::size_t{1});
    QCOMPARE(among.front(), (std::pair<std::int64_t, std::int64_t>{5, 8}));
    highest = 9;
    QCOMPARE(get(1), 109);
    QCOMPARE(among.back(), (std::pair<std::int64_t, std::int64_t>{8, 9}));
    highest = 7;  // not the database that it was
    QCOMPARE(get(1), 107);
    QCOMPARE(all, 3);
    // Of thirty-two filters; then the oldest is forgotten.
    for (int filter = 3; filter <= 33; ++filter) {
        QCOMPARE(get(filter), 100 * filter + 7);
    }
    QCOMPARE(all, 34);
    QCOMPARE(get(33), 3'307);
    QCOMPARE(all, 34);
    QCOMPARE(get(1), 107);
    QCOMPARE(all, 35);
}

void TestStore::pagesOfAListAtTheirBounds() {
    constexpr std::int64_t kMost = api::kMaxPageRows;
    NEED(checkPage(0, 1));
    NEED(checkPage(7, kMost));
    for (const std::int64_t limit : {std::int64_t{-1}, std::int64_t{0}, kMost + 1}) {
        const auto refused = checkPage(0, limit);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
        QCOMPARE(refused.error().field, std::string("limit"));
        QCOMPARE(refused.error().value, std::to_string(limit));
    }
    QCOMPARE(checkPage(-1, 1).error().field, std::string("offset"));
    QCOMPARE(checkPage(-1, 1).error().value, std::string("-1"));
    NEED(checkAfter(false, false));
    NEED(checkAfter(false, true));
    NEED(checkAfter(true, true));
    QCOMPARE(checkAfter(true, false).error().field, std::string("after"));
}

void TestStore::whatIsAPageAndWhereItLies() {
    for (const int size : {512, 1'024, 4'096, 32'768, 65'536}) {
        QVERIFY(isPageSize(size));
    }
    for (const int size : {-4'096, 0, 1, 256, 511, 513, 1'000, 12'288, 131'072}) {
        QVERIFY(!isPageSize(size));
    }
    // The log has a header of 32 bytes, each of its frames one of 24 before the page.
    QVERIFY(isFrameContent(4'096, 56));
    QVERIFY(isFrameContent(4'096, 56 + 4'120));
    QVERIFY(isFrameContent(4'096, 56 + 10 * 4'120));
    for (const int offset : {-4'064, 0, 32, 55, 57, 56 + 4'096, 56 + 4'119}) {
        QVERIFY(!isFrameContent(4'096, offset));
    }
    QVERIFY(!isFrameContent(1'000, 56));
    // A page holds at its own number only; without its checksum it is unsealed, of zeros alone it is neither.
    std::string page(512, 'p');
    sealPage(page.data(), page.size(), 3);
    QVERIFY(pageHolds(page.data(), page.size(), 3));
    QVERIFY(!pageHolds(page.data(), page.size(), 4));
    QVERIFY(!pageIsUnsealed(page.data(), page.size()));
    unsealPage(page.data(), page.size());
    QVERIFY(!pageHolds(page.data(), page.size(), 3));
    QVERIFY(pageIsUnsealed(page.data(), page.size()));
    std::fill(page.begin(), page.end(), '\0');
    QVERIFY(!pageIsUnsealed(page.data(), page.size()));
    page[503] = 'x';  // the last byte before the checksum
    QVERIFY(pageIsUnsealed(page.data(), page.size()));
    page[504] = 'x';  // its first
    QVERIFY(!pageIsUnsealed(page.data(), page.size()));
    // What was read badly is told once.
    (void)takeBadPage();
    noteBadPage({12, true});
    const auto bad = takeBadPage();
    QVERIFY(bad && bad->number == 12 && bad->inLog);
    QVERIFY(!takeBadPage());
    QCOMPARE(store::text(*bad), std::string("page 12 in the write-ahead log does not have its checksum"));
    QCOMPARE(store::text(BadPage{7, false}), std::string("page 7 does not have its checksum"));
}

void TestStore::sqlitesErrors_data() {
    QTest::addColumn<int>("sqlite");
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("fault");
    QTest::addColumn<QByteArray>("field");
    const auto rows = [](ErrorCode code, bool fault, const char* field, std::initializer_list<int> numbers) {
        for (const int number : numbers) {
            QTest::newRow(qPrintable(QString::number(number)))
                << number << static_cast<int>(code) << fault << QByteArray(field);
        }
    };
    rows(ErrorCode::AlreadyExists, false, "number",
         {SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_ROWID});
    rows(
        ErrorCode::Internal, false, "constraint",
        {SQLITE_CONSTRAINT_CHECK, SQLITE_CONSTRAINT_NOTNULL, SQLITE_CONSTRAINT_FOREIGNKEY, SQLITE_CONSTRAINT_DATATYPE});
    rows(ErrorCode::Cancelled, false, "", {SQLITE_INTERRUPT});
    rows(ErrorCode::WorkspaceDamaged, true, "path",
         {SQLITE_CORRUPT, SQLITE_CORRUPT_INDEX, SQLITE_NOTADB, SQLITE_IOERR_DATA});
    rows(ErrorCode::Internal, false, "path",
         {SQLITE_ERROR, SQLITE_MISUSE, SQLITE_RANGE, SQLITE_MISMATCH, SQLITE_TOOBIG});
    rows(ErrorCode::Storage, true, "path",
         {SQLITE_FULL, SQLITE_IOERR, SQLITE_IOERR_FSYNC, SQLITE_BUSY, SQLITE_BUSY_SNAPSHOT, SQLITE_LOCKED,
          SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_READONLY_DBMOVED, SQLITE_NOMEM, SQLITE_PERM, SQLITE_PROTOCOL});
}

void TestStore::sqlitesErrors() {
    SQLITE_ONLY();
    QFETCH(int, sqlite);
    QFETCH(int, code);
    QFETCH(bool, fault);
    QFETCH(QByteArray, field);
    constexpr std::string_view kSaid = "UNIQUE constraint failed: campus_order.campus, campus_order.number";
    const auto error = sqliteError(sqlite, kSaid, "while writing", "/w/engine.db");
    QCOMPARE(static_cast<int>(error.code), code);
    QCOMPARE(isStorageFault(sqlite), fault);
    QCOMPARE(QByteArray::fromStdString(error.field), field);
    QCOMPARE(error.value, field == "path"         ? std::string("/w/engine.db")
                          : field == "constraint" ? std::string("number")
                                                  : std::string());
    // Whoever asked is told what is meant, and of storage the code too.
    if (error.code == ErrorCode::AlreadyExists || error.code == ErrorCode::Internal) {
        QVERIFY2(error.message.find("UNIQUE") == std::string::npos, error.message.c_str());
    }
    if (error.code == ErrorCode::Storage) {
        const auto number = "(code " + std::to_string(sqlite) + ")";
        QVERIFY2(error.message.find("SQLITE_") != std::string::npos && error.message.ends_with(number),
                 error.message.c_str());
    }
    for (const int fine : {SQLITE_OK, SQLITE_ROW, SQLITE_DONE}) {
        QVERIFY(!isStorageFault(fine));
    }
}

}  // namespace test_store

QTEST_GUILESS_MAIN(test_store::TestStore)
#include "test_store.moc"
