// SPDX-License-Identifier: GPL-3.0-or-later
// Rules about a row mean the same in SQL and for a row that is held in memory, whatever stands there: so orders are
// changed alike on both databases.
#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/store/database/database.h"
#include "engine/store/order_rows/counter.h"
#include "engine/store/order_rows/row_rule.h"
#include "tests/support/check.h"

namespace test_row_rules {

using namespace evenhand;
using store::Counter;
using store::Database;
using store::RowRule;

namespace {

constexpr std::array kConditions{RowRule::Is, RowRule::IsNot, RowRule::IsNone, RowRule::IsAtLeast};
constexpr std::array kChanges{RowRule::Set, RowRule::Add, RowRule::Subtract, RowRule::KeepBits, RowRule::AddBits};
constexpr std::array<std::int64_t, 6> kNumbers{-2, 0, 1, 2, 5, 6};

}  // namespace

class TestRowRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        auto opened = Database::openSqlite(m_folder.filePath(QStringLiteral("db")).toStdString(),
                                           Database::Access::ReadWrite, true);
        EVENHAND_NEED(opened);
        m_database = std::move(*opened);
        EVENHAND_NEED(m_database->execute("CREATE TABLE one(number INTEGER, word TEXT)"));
        EVENHAND_NEED(m_database->execute("INSERT INTO one(number, word) VALUES (NULL, NULL)"));
        EVENHAND_NEED(m_database->execute("CREATE TABLE product(sku TEXT, stock INTEGER)"));
        EVENHAND_NEED(m_database->execute("CREATE TABLE activity(activity_id TEXT, units_left INTEGER)"));
    }

    void conditionsOfNumbersAreThoseOfSql() {
        std::vector<std::optional<std::int64_t>> values{std::nullopt};
        values.insert(values.end(), kNumbers.begin(), kNumbers.end());
        comparedWithSql<std::int64_t>("number", values);
    }

    void conditionsOfWordsAreThoseOfSql() {
        comparedWithSql<std::string>("word", {std::nullopt, "PAID", "CLOSED", "paid"});
    }

    void changesAreThoseOfSql() {
        for (const auto rule : kChanges) {
            QVERIFY(!store::isCondition(rule));
            for (const auto now : kNumbers) {
                for (const auto value : kNumbers) {
                    put<std::int64_t>("number", now);
                    auto& update = m_database->statement("UPDATE one SET " + store::sqlOf(rule, "number"));
                    EVENHAND_NEED(update.bind(value).write());
                    QCOMPARE(number("SELECT number FROM one"), store::changed(rule, now, value));
                }
            }
        }
    }

    void whatIsThereCanBeTakenAndNoMore_data() {
        QTest::addColumn<Counter>("counter");
        QTest::newRow("stock") << Counter::Stock;
        QTest::newRow("units of a sale") << Counter::Units;
    }
    void whatIsThereCanBeTakenAndNoMore() {
        QFETCH(const Counter, counter);
        const bool stock = counter == Counter::Stock;
        EVENHAND_NEED(m_database->execute(stock ? "INSERT INTO product VALUES ('a', 3), ('b', 3)"
                                                : "INSERT INTO activity VALUES ('a', 3), ('b', 3)"));
        const auto left = [&](const std::string& id) {
            return number(stock ? "SELECT stock FROM product WHERE sku = '" + id + "'"
                                : "SELECT units_left FROM activity WHERE activity_id = '" + id + "'");
        };
        const auto take = [&](const char* id, std::int64_t quantity) {
            const auto taken = store::take(*m_database, counter, id, quantity);
            return taken.has_value() && *taken;
        };
        QVERIFY(!take("a", 4));
        QCOMPARE(left("a"), 3);
        QVERIFY(take("a", 3));
        QCOMPARE(left("a"), 0);
        QVERIFY(!take("a", 1));
        QVERIFY(take("a", -2));  // given back
        QCOMPARE(left("a"), 2);
        QCOMPARE(left("b"), 3);
        QVERIFY(!take("nothing", 1));
        QVERIFY(!take("nothing", -1));
    }

private:
    template <typename Value>
    void put(const std::string& column, const std::optional<Value>& value) {
        EVENHAND_NEED(m_database->statement("UPDATE one SET " + column + " = ?").bind(value).write());
    }
    std::int64_t number(const std::string& sql) {
        auto& statement = m_database->statement(sql);
        if (!statement.query() || !statement.next()) {
            return -1;
        }
        const auto found = statement.onlyNumber();
        statement.finish();
        return found;
    }
    template <typename Value>
    void comparedWithSql(const std::string& column, const std::vector<std::optional<Value>>& values) {
        for (const auto rule : kConditions) {
            QVERIFY(store::isCondition(rule));
            for (const auto& now : values) {
                put<Value>(column, now);
                for (const auto& value : values) {
                    const auto sql = "SELECT COUNT(*) FROM one WHERE " + store::sqlOf(rule, column);
                    auto& statement = m_database->statement(sql);
                    if (store::takesValue(rule)) {
                        statement.bind(value);
                    }
                    EVENHAND_NEED(statement.query());
                    QVERIFY(statement.next());
                    const bool inSql = statement.onlyNumber() == 1;
                    statement.finish();
                    QVERIFY2(store::holds(rule, now, value) == inSql, sql.c_str());
                }
            }
        }
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Database> m_database;
};

}  // namespace test_row_rules

QTEST_GUILESS_MAIN(test_row_rules::TestRowRules)
#include "test_row_rules.moc"
