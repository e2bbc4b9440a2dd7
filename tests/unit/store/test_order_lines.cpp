// SPDX-License-Identifier: GPL-3.0-or-later
// What is written once for each line of an order: nothing of it is sorted by product, because orders name products in
// no order and each line would change another page of such an index. What orders took of a product is found all the
// same, in workspaces of before too.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "engine/store/pages/product_page_store.h"
#include "engine/store/records/deduction_store.h"
#include "tests/support/servers/old_workspace.h"

namespace test_order_lines {

using namespace evenhand;
using namespace evenhand::store;

namespace {

constexpr int kSchemaBefore = 14;

/// In stretches that are side by side, in the few that are looked into first, and far behind them.
constexpr std::int64_t kTea[] = {1, 255, 256, 70'000, 70'001, 999'999, 1'000'000};
/// Stretches in each of which something was ordered, so that none is passed over: 16, 32 and 64 are looked into at
/// once.
constexpr std::int64_t kFirstFull = 1'000;
constexpr std::int64_t kFull = 100;
/// The first and the last of each of those looks, counted from the end.
constexpr std::int64_t kEgg[] = {0, 15, 16, 47, 48, 99};

std::vector<std::string> orderOf(std::int64_t id, const std::string& sku) {
    const auto no = std::to_string(id);
    return {
        "INSERT INTO orders(order_id, order_no, body_hash, user_id, campus_id, status, payable, placed_at, "
        "created_at, epoch, version, timer_flags) VALUES (" +
            no + ", 'A" + no + "', x'00', 'u', 'north', 'PAID', 100, 1, 1, 1, 2, 1)",
        "INSERT INTO deduction(deduction_id, order_id, at) VALUES (" + no + ", " + no + ", " + no + ")",
        "INSERT INTO deduction_line(deduction_id, sku, quantity, given_back) VALUES (" + no + ", '" + sku + "', 2, 0)"};
}

std::vector<std::string> rows() {
    std::vector<std::string> all = {"INSERT INTO product(sku, name, unit_price, stock) VALUES ('tea', 'Tea', 100, 20)",
                                    "INSERT INTO product(sku, name, unit_price, stock) VALUES ('bun', 'Bun', 100, 20)",
                                    "INSERT INTO product(sku, name, unit_price, stock) VALUES ('egg', 'Egg', 100, 20)"};
    for (const auto id : kTea) {
        for (auto& text : orderOf(id, "tea")) {
            all.push_back(std::move(text));
        }
    }
    for (std::int64_t i = 0; i < kFull; ++i) {
        const bool egg = std::ranges::find(kEgg, i) != std::end(kEgg);
        for (auto& text : orderOf(256 * (kFirstFull + kFull - 1 - i), egg ? "egg" : "ham")) {
            all.push_back(std::move(text));
        }
    }
    for (const std::int64_t id : {2, 70'002}) {
        for (auto& text : orderOf(id, "bun")) {
            all.push_back(std::move(text));
        }
    }
    return all;
}

std::string ordersOf(Database& database, const char* sku, std::int64_t offset = 0, std::int64_t limit = 100) {
    const auto history = productPages::history(database, Sku(sku), offset, limit);
    if (!history) {
        return history.error().text();
    }
    std::string all;
    for (const auto& row : *history) {
        all += (all.empty() ? "" : " ") + row.about + (row.units == -2 ? "" : " not 2");
    }
    return all;
}

/// The first column of each index of `table`.
std::set<std::string> firstColumns(Database& database, const std::string& table) {
    auto& statement = database.statement(
        evenhand::testing::onMariadb()
            ? "SELECT LOWER(column_name) AS first FROM information_schema.statistics WHERE table_schema = DATABASE() "
              "AND table_name = ? AND seq_in_index = 1"
            : "SELECT c.name AS first FROM pragma_index_list(?) i JOIN pragma_index_info(i.name) c ON c.seqno = 0");
    statement.bind(table);
    std::set<std::string> all;
    if (statement.query()) {
        while (statement.next()) {
            all.insert(statement.text("first"));
        }
    }
    return all;
}

}  // namespace

class TestOrderLines : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        m_database = evenhand::testing::oldWorkspace(m_folder.filePath(QStringLiteral("old.db")).toStdString(),
                                                     kSchemaBefore, rows());
        QVERIFY2(m_database, m_database ? "" : m_database.error().text().c_str());
        const auto meta = openSchema(**m_database, true);
        QVERIFY2(meta, meta ? "" : meta.error().text().c_str());
    }

    void whatOrdersTookIsFoundTheNewestFirst() {
        auto& all = **m_database;
        QCOMPARE(ordersOf(all, "tea"), std::string("A1000000 A999999 A70001 A70000 A256 A255 A1"));
        QCOMPARE(ordersOf(all, "bun"), std::string("A70002 A2"));
        QCOMPARE(ordersOf(all, "tea", 0, 2), std::string("A1000000 A999999"));
        QCOMPARE(ordersOf(all, "tea", 1, 3), std::string("A999999 A70001 A70000"));
        QCOMPARE(ordersOf(all, "tea", 5, 100), std::string("A255 A1"));
    }

    void noStretchIsLeftOutBetweenLooks() {
        std::string wanted;
        for (const auto i : kEgg) {
            wanted += (wanted.empty() ? "A" : " A") + std::to_string(256 * (kFirstFull + kFull - 1 - i));
        }
        // So that the looks begin at the last of the full ones.
        auto& all = **m_database;
        for (const auto id : {999'999, 1'000'000}) {
            QVERIFY(all.execute("DELETE FROM deduction_line WHERE deduction_id = " + std::to_string(id)));
        }
        QCOMPARE(ordersOf(all, "egg"), wanted);
        QCOMPARE(ordersOf(all, "egg", 2, 2), "A" + std::to_string(256 * (kFirstFull + kFull - 1 - 16)) + " A" +
                                                 std::to_string(256 * (kFirstFull + kFull - 1 - 47)));
    }

    void whatIsWrittenNowIsFoundToo() {
        auto& all = **m_database;
        const auto order = orderOf(1'000'001, "bun").front();
        QVERIFY2(all.execute(order), order.c_str());
        const deductions::Line line{"bun", 2};
        const auto id = deductions::insert(all, OrderId{1'000'001}, Instant{1'000'001}, {&line, 1});
        QVERIFY2(id, id ? "" : id.error().text().c_str());
        QCOMPARE(ordersOf(all, "bun"), std::string("A1000001 A70002 A2"));
        QCOMPARE(ordersOf(all, "bun", 0, 1), std::string("A1000001"));
    }

    void noIndexOfLinesBeginsWithTheProduct() {
        QCOMPARE(firstColumns(**m_database, "order_line"), (std::set<std::string>{"order_id"}));
        QCOMPARE(firstColumns(**m_database, "deduction_line"), (std::set<std::string>{"deduction_id", "stretch"}));
    }

private:
    QTemporaryDir m_folder;
    Result<std::unique_ptr<Database>> m_database = fail(ErrorCode::Internal, "not made");
};

}  // namespace test_order_lines

QTEST_GUILESS_MAIN(test_order_lines::TestOrderLines)
#include "test_order_lines.moc"
