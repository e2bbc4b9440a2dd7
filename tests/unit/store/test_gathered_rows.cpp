// SPDX-License-Identifier: GPL-3.0-or-later
// What a transaction on MariaDB gathers, in quantities: sent in parts and once each, in time, and undone by command
// wherever the sending has got to.
#include <QtTest>

#include "engine/store/database/database.h"
#include "engine/store/database/dialect.h"
#include "tests/support/check.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_gathered_rows {

using namespace evenhand;
using namespace evenhand::store;

namespace {

constexpr std::size_t kMebibyte = 1024 * 1024;
constexpr std::string_view kInsert = "INSERT INTO wide (n, s) VALUES (?, ?)";

}  // namespace

class TestGatheredRows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();

    void manyAreSentInParts_data();
    void manyAreSentInParts();
    void someOfBeforeAndSomeOfTheCommand_data();
    void someOfBeforeAndSomeOfTheCommand();
    void manyOfACommandBehindOlderOnes();
    void textThatIsNoneIsRefusedToItsCommandAlone();
    void longBatchesAreSentBeforeTheyEnd();
    void oneCommandOfManyBytes();
    void whatAnEndedTransactionHeldIsGone();
    void rowsThatOthersReferToAreSentFirst();

private:
    [[nodiscard]] Result<void> gather(std::int64_t n, const std::string& text) {
        return m_database->statement(kInsert).bind(n).bind(text).gather();
    }
    std::int64_t scalar(std::string_view sql) {
        auto& statement = m_database->statement(sql);
        if (!statement.query() || !statement.next()) {
            return -1;
        }
        const auto value = statement.onlyNumber();
        statement.finish();
        return value;
    }
    /// Of this connection, asked without naming the table.
    std::int64_t inserts() {
        return scalar(
            "SELECT variable_value FROM information_schema.session_status WHERE variable_name = 'COM_INSERT'");
    }
    /// "1:3 2:5": the numbers there are, each with its text's length.
    std::string rows() {
        std::string all;
        auto& statement = m_database->statement("SELECT n, LENGTH(s) AS bytes FROM wide ORDER BY n, k");
        if (statement.query()) {
            while (statement.next()) {
                all += (all.empty() ? "" : " ") + std::to_string(statement.number("n")) + ":" +
                       std::to_string(statement.number("bytes"));
            }
        }
        return all;
    }

    std::unique_ptr<Database> m_database;
};

void TestGatheredRows::init() {
    auto* server = evenhand::testing::sharedMariadb();
    QVERIFY(server);
    const auto settings = server->newDatabase();
    EVENHAND_NEED(settings);
    auto opened = Database::openMysql(*settings, Database::Access::ReadWrite);
    EVENHAND_NEED(opened);
    m_database = std::move(*opened);
    EVENHAND_NEED(m_database->execute(
        m_database->dialect().expandSchema("CREATE TABLE wide (k {pk}, n {int}, s {text}) {table}")));
}

void TestGatheredRows::manyAreSentInParts_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("statements");
    QTest::newRow("as many as go into one") << 1000 << 3 << 1;
    QTest::newRow("one more") << 1001 << 3 << 2;
    QTest::newRow("many") << 2500 << 3 << 3;
    QTest::newRow("long ones") << 30 << 100'000 << 6;  // five make half a mebibyte
    QTest::newRow("longer than a part") << 3 << 600'000 << 3;
}

/// Each once and as it was, whatever part it is in.
void TestGatheredRows::manyAreSentInParts() {
    QFETCH(int, count);
    QFETCH(int, bytes);
    QFETCH(int, statements);
    const auto before = inserts();
    EVENHAND_NEED(m_database->begin());
    std::int64_t sum = 0;
    for (int i = 1; i <= count; ++i) {
        EVENHAND_NEED(gather(i, std::string(static_cast<std::size_t>(bytes + i % 7), static_cast<char>('a' + i % 26))));
        sum += bytes + i % 7;
    }
    EVENHAND_NEED(m_database->commit());
    QCOMPARE(inserts() - before, statements);
    QCOMPARE(scalar("SELECT COUNT(*) FROM wide"), count);
    QCOMPARE(scalar("SELECT COUNT(DISTINCT n) FROM wide"), count);
    QCOMPARE(scalar("SELECT SUM(LENGTH(s)) FROM wide"), sum);
    QCOMPARE(scalar("SELECT COUNT(*) FROM wide WHERE LEFT(s, 1) <> CHAR(97 + n % 26)"), 0);
    QCOMPARE(scalar("SELECT COUNT(*) FROM wide WHERE n <> k"), 0);  // in the order in which they came
}

void TestGatheredRows::someOfBeforeAndSomeOfTheCommand_data() {
    QTest::addColumn<bool>("kept");
    QTest::addColumn<QByteArray>("left");
    QTest::newRow("kept") << true << QByteArray("1:1 2:22 3:333 4:4 5:55 6:666 7:7");
    QTest::newRow("undone") << false << QByteArray("1:1 2:22 3:333 7:7");
}

/// The older ones go before the savepoint, the command's own behind it.
void TestGatheredRows::someOfBeforeAndSomeOfTheCommand() {
    QFETCH(bool, kept);
    QFETCH(QByteArray, left);
    EVENHAND_NEED(m_database->begin());
    for (const auto& [n, bytes] : {std::pair(1, 1), std::pair(2, 22), std::pair(3, 333)}) {
        m_database->openScope();
        EVENHAND_NEED(gather(n, std::string(static_cast<std::size_t>(bytes), 'o')));
        EVENHAND_NEED(m_database->keepScope());
    }
    m_database->openScope();
    for (const auto& [n, bytes] : {std::pair(4, 4), std::pair(5, 55), std::pair(6, 666)}) {
        EVENHAND_NEED(gather(n, std::string(static_cast<std::size_t>(bytes), 's')));
    }
    QCOMPARE(rows(), std::string("1:1 2:22 3:333 4:4 5:55 6:666"));  // asked for by a statement: sent
    if (kept) {
        EVENHAND_NEED(m_database->keepScope());
    } else {
        EVENHAND_NEED(m_database->undoScope());
    }
    QVERIFY(m_database->transactionChanged());
    m_database->openScope();
    EVENHAND_NEED(gather(7, "seventh"));
    EVENHAND_NEED(m_database->keepScope());
    EVENHAND_NEED(m_database->commit());
    QCOMPARE(rows(), left.toStdString());
}

/// Where the command's own rows begin is counted anew, once the older ones have gone.
void TestGatheredRows::manyOfACommandBehindOlderOnes() {
    constexpr int kOwn = 1'500;
    EVENHAND_NEED(m_database->begin());
    m_database->openScope();
    EVENHAND_NEED(gather(1, std::string(1'000, 'o')));
    EVENHAND_NEED(gather(2, "older"));
    EVENHAND_NEED(m_database->keepScope());
    m_database->openScope();
    for (int i = 0; i < kOwn; ++i) {
        EVENHAND_NEED(gather(3 + i, "own"));
    }
    QCOMPARE(scalar("SELECT COUNT(*) FROM wide"), kOwn + 2);  // asked for by a statement: sent
    EVENHAND_NEED(m_database->keepScope());
    EVENHAND_NEED(m_database->commit());
    QCOMPARE(scalar("SELECT COUNT(DISTINCT n) FROM wide"), kOwn + 2);
    QCOMPARE(scalar("SELECT COUNT(*) FROM wide WHERE s = 'own'"), kOwn);
}

/// The server would refuse the statement of many commands for it.
void TestGatheredRows::textThatIsNoneIsRefusedToItsCommandAlone() {
    EVENHAND_NEED(m_database->begin());
    m_database->openScope();
    EVENHAND_NEED(gather(1, "fine"));
    EVENHAND_NEED(m_database->keepScope());
    m_database->openScope();
    QVERIFY(!gather(2, "a\xff\x62"));
    QVERIFY(!m_database->faulted());
    EVENHAND_NEED(m_database->undoScope());
    m_database->openScope();
    EVENHAND_NEED(gather(3, "fine"));
    EVENHAND_NEED(m_database->keepScope());
    EVENHAND_NEED(m_database->commit());
    QCOMPARE(rows(), std::string("1:4 3:4"));
}

/// Or they would lie in memory until the commit.
void TestGatheredRows::longBatchesAreSentBeforeTheyEnd() {
    const std::string text(kMebibyte, 'x');
    EVENHAND_NEED(m_database->begin());
    const auto before = inserts();
    for (int i = 1; i <= 3; ++i) {
        m_database->openScope();
        EVENHAND_NEED(gather(i, text));
        EVENHAND_NEED(m_database->keepScope());
    }
    QCOMPARE(inserts(), before);
    m_database->openScope();
    EVENHAND_NEED(gather(4, text));
    QCOMPARE(inserts(), before);  // not within the command
    EVENHAND_NEED(m_database->keepScope());
    QCOMPARE(inserts(), before + 4);
    m_database->openScope();
    EVENHAND_NEED(gather(5, text));
    EVENHAND_NEED(m_database->keepScope());
    QCOMPARE(inserts(), before + 4);  // counted from the beginning again
    EVENHAND_NEED(m_database->commit());
    QCOMPARE(scalar("SELECT COUNT(*) FROM wide"), 5);
    QCOMPARE(scalar("SELECT COUNT(DISTINCT n) FROM wide"), 5);
}

/// It too is sent before its end, and undone all the same.
void TestGatheredRows::oneCommandOfManyBytes() {
    const std::string text(4 * kMebibyte, 'x');
    EVENHAND_NEED(m_database->begin());
    const auto before = inserts();
    m_database->openScope();
    for (int i = 1; i <= 7; ++i) {
        EVENHAND_NEED(gather(i, text));
    }
    QCOMPARE(inserts(), before);
    EVENHAND_NEED(gather(8, text));
    QCOMPARE(inserts(), before + 8);
    EVENHAND_NEED(m_database->undoScope());
    m_database->openScope();
    EVENHAND_NEED(gather(9, "last"));
    EVENHAND_NEED(m_database->keepScope());
    EVENHAND_NEED(m_database->commit());
    QCOMPARE(rows(), std::string("9:4"));
}

void TestGatheredRows::whatAnEndedTransactionHeldIsGone() {
    EVENHAND_NEED(m_database->begin());
    EVENHAND_NEED(gather(1, "rolled back"));
    m_database->rollback();
    EVENHAND_NEED(m_database->begin());
    QVERIFY(!m_database->transactionChanged());
    EVENHAND_NEED(gather(2, "lost"));
    EVENHAND_NEED(m_database->reopen());
    EVENHAND_NEED(m_database->begin());
    QVERIFY(!m_database->transactionChanged());
    EVENHAND_NEED(gather(3, "kept"));
    EVENHAND_NEED(m_database->commit());
    QCOMPARE(rows(), std::string("3:4"));
}

/// Whoever gathers them says in which turn they are sent; in what order they come does not matter.
void TestGatheredRows::rowsThatOthersReferToAreSentFirst() {
    for (const auto* table : {"CREATE TABLE root (n {int} NOT NULL PRIMARY KEY) {table}",
                              "CREATE TABLE branch (n {int} NOT NULL PRIMARY KEY REFERENCES root(n)) {table}",
                              "CREATE TABLE leaf (n {int} NOT NULL REFERENCES branch(n)) {table}"}) {
        EVENHAND_NEED(m_database->execute(m_database->dialect().expandSchema(table)));
    }
    EVENHAND_NEED(m_database->begin());
    for (std::int64_t n = 1; n <= 2; ++n) {
        EVENHAND_NEED(m_database->statement("INSERT INTO leaf (n) VALUES (?)").bind(n).gather());
        EVENHAND_NEED(m_database->statement("INSERT INTO branch (n) VALUES (?)").bind(n).gather(InsertTurn::Second));
        EVENHAND_NEED(m_database->statement("INSERT INTO root (n) VALUES (?)").bind(n).gather(InsertTurn::First));
    }
    EVENHAND_NEED(m_database->commit());
    QCOMPARE(scalar("SELECT COUNT(*) FROM leaf"), 2);
}

}  // namespace test_gathered_rows

QTEST_GUILESS_MAIN(test_gathered_rows::TestGatheredRows)
#include "test_gathered_rows.moc"
