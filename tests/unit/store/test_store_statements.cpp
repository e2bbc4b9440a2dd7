// SPDX-License-Identifier: GPL-3.0-or-later
// Statements: values and columns, what the database refuses and how it is told, pages of lists.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <array>
#include <csignal>

#include "engine/base/log.h"
#include "engine/store/database/database.h"
#include "engine/store/database/migrator.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/database/sqlite_error.h"
#include "engine/store/pages/verify_store.h"
#include "engine/store/records/backup_store.h"
#include "store_bench.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_store_statements {

using namespace test_store_bench;

namespace {

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

class TestStoreStatements : public QObject, protected StoreBench {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }

    void valuesComeBack();
    void columnsAreReadByName();
    void aColumnThatIsNotThereEndsTheProgram();
    void uniqueKeyIsAlreadyExists();
    void otherConstraintsAreInternal();
    void wrongTextAnswersOnRun();
    void rowsThatReferToNothing();
    void everyRowOfALongTable();
    void sameAddressOtherText();
    void pagesOfAListAtTheirBounds();
    void sqlitesErrors_data();
    void sqlitesErrors();
};

void TestStoreStatements::valuesComeBack() {
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

void TestStoreStatements::columnsAreReadByName() {
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

void TestStoreStatements::aColumnThatIsNotThereEndsTheProgram() {
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

void TestStoreStatements::uniqueKeyIsAlreadyExists() {
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

void TestStoreStatements::otherConstraintsAreInternal() {
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

void TestStoreStatements::wrongTextAnswersOnRun() {
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

/// Checks can be switched off, and a server may ignore what a schema refers to.
void TestStoreStatements::rowsThatReferToNothing() {
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
void TestStoreStatements::everyRowOfALongTable() {
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

void TestStoreStatements::sameAddressOtherText() {
    auto database = createDatabase();
    char text[] = "SELECT 1";
    QCOMPARE(scalar(*database, text), 1);
    text[7] = '2';
    QCOMPARE(scalar(*database, text), 2);
    QCOMPARE(scalar(*database, std::string_view(text, 6)), -1);  // "SELECT": same address, other length
    text[7] = '1';
    QCOMPARE(scalar(*database, text), 1);
}

void TestStoreStatements::pagesOfAListAtTheirBounds() {
    constexpr std::int64_t kMax = api::kMaxPageRows;
    NEED(checkPage(0, 1));
    NEED(checkPage(7, kMax));
    for (const std::int64_t limit : {std::int64_t{-1}, std::int64_t{0}, kMax + 1}) {
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

void TestStoreStatements::sqlitesErrors_data() {
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

void TestStoreStatements::sqlitesErrors() {
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

}  // namespace test_store_statements

QTEST_GUILESS_MAIN(test_store_statements::TestStoreStatements)
#include "test_store_statements.moc"
