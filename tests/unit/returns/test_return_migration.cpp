// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace from before returns: its payments get their ledger, what it owed becomes refunds, and all invariants of
// money hold from the first moment on.
#include <QTemporaryDir>
#include <QtTest>

#include "engine/ledger/ledger_checks.h"
#include "engine/orders/order_checks.h"
#include "engine/returns/return_checks.h"
#include "engine/store/pages/refund_page_store.h"
#include "engine/store/records/ledger_store.h"
#include "tests/support/servers/old_workspace.h"

namespace test_return_migration {

using namespace evenhand;
using namespace evenhand::store;

namespace {

constexpr int kBefore = 4;

/// As version 4 left it. Orders 1: paid with a discount; 2: paid and closed; 3: closed unpaid, paid late; 4: waits,
/// with a wrong payment; 5: paid twice; 6: paid with 0; 7: paid with 0 and closed.
const char* const kRows[] = {
    "INSERT INTO product VALUES ('tea', 'Tea', 100, 20)",
    "INSERT INTO stock_entry(sku, at, quantity, actor) VALUES ('tea', 1, 26, 'me')",
    "INSERT INTO campaign(campaign_no, campaign_id, name, budget, places, max_discount, queues, count_limit, "
    "amount_limit, begin_at, end_at, cap_at_max, validity_ms, recovery_ms, state, version) VALUES (1, 'lunch', 'L', "
    "100, 10, 1000, 1, 1, 1, 1, 2, 1, 1, 1, 'ended', 1)",
    "INSERT INTO campaign_draw(draw_no, draw_id, campaign_no, user_id, state, queue, amount, at, order_id) VALUES (1, "
    "'d', 1, 'u', 'granted', 0, 30, 1, 1)",
};

std::string order(int id, const char* status, int payable, bool paid, bool closed) {
    const auto no = std::to_string(id);
    return "INSERT INTO orders(order_id, order_no, body_hash, user_id, campus_id, status, payable, placed_at, "
           "created_at, paid_at, epoch, close_reason, closed_at, version, timer_flags) VALUES (" +
           no + ", 'A" + no + "', x'00', 'u', 'north', '" + status + "', " + std::to_string(payable) + ", 1, 1, " +
           (paid ? "5" : "NULL") + ", 1, " + (closed ? "'cancelled', 7" : "NULL, NULL") + ", 2, 1)";
}

std::vector<std::string> rows() {
    std::vector<std::string> all(std::begin(kRows), std::end(kRows));
    all.push_back(order(1, "PAID", 70, true, false));
    all.push_back(order(2, "CLOSED", 100, true, true));
    all.push_back(order(3, "CLOSED", 100, false, true));
    all.push_back(order(4, "WAIT_PAY", 100, false, false));
    all.push_back(order(5, "PAID", 100, true, false));
    all.push_back(order(6, "PAID", 0, true, false));
    all.push_back(order(7, "CLOSED", 0, true, true));
    for (int id = 1; id <= 7; ++id) {
        const auto no = std::to_string(id);
        const bool closed = id == 2 || id == 3 || id == 7;
        all.push_back("INSERT INTO order_line VALUES (" + no + ", 1, 'tea', 1, " + (id >= 6 ? "0" : "100") + ")");
        all.push_back("INSERT INTO deduction VALUES (" + no + ", " + no + ", 1, " + (closed ? "7" : "NULL") + ")");
        all.push_back("INSERT INTO deduction_line VALUES (" + no + ", 'tea', 1, " + (closed ? "1" : "0") + ")");
    }
    for (const auto* text :
         {"('P1', 1, 70, 5)", "('P2', 2, 100, 5)", "('P5', 5, 100, 5)", "('P6', 6, 0, 5)", "('P7', 7, 0, 5)"}) {
        all.push_back("INSERT INTO payment VALUES " + std::string(text));
    }
    for (const auto* text : {"('P2', 'A2', 100, 7, 'closed_order')", "('L3', 'A3', 100, 9, 'late')",
                             "('W4', 'A4', 99, 9, 'wrong_amount')", "('S5', 'A5', 100, 9, 'second_payment')",
                             "('U', 'nobody''s', 5, 9, 'unknown_order')", "('Z', 'A3', 0, 9, 'late')"}) {
        all.push_back("INSERT INTO owed_payment VALUES " + std::string(text));
    }
    // 26 received, 7 deducted, 3 given back.
    all.push_back("UPDATE product SET stock = 22");
    return all;
}

}  // namespace

class TestReturnMigration : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void moneyIsAccountedFor() {
        QTemporaryDir folder;
        const auto database =
            evenhand::testing::oldWorkspace(folder.filePath(QStringLiteral("old.db")).toStdString(), kBefore, rows());
        QVERIFY2(database, database ? "" : database.error().text().c_str());
        auto& all = **database;
        const auto meta = openSchema(all, true);
        QVERIFY2(meta, meta ? "" : meta.error().text().c_str());
        QCOMPARE(meta->schemaVersion, allMigrations().back().number);

        const auto refunds = refundPages::page(all, {});
        QVERIFY(refunds);
        QCOMPARE(refunds->size(), std::size_t{5});
        for (const auto& refund : *refunds) {
            QVERIFY(refund.status == api::RefundStatus::Pending);
            QVERIFY(refund.provider == api::RefundProviderKind::Manual);
        }
        QCOMPARE(*refundPages::refundedMinor(all), 404);
        const auto balances = store::ledger::balances(all);
        QVERIFY(balances);
        QCOMPARE((*balances)[0].balance.minor, 270 + 304);  // at the provider
        QCOMPARE((*balances)[1].balance.minor, -300);       // sold, at full price
        QCOMPARE((*balances)[2].balance.minor, 30);         // discount
        QCOMPARE((*balances)[3].balance.minor, 100);        // the closed order
        QCOMPARE((*balances)[4].balance.minor, 0);
        QCOMPARE((*balances)[5].balance.minor, -404);

        keyspace::EmbeddedKeyspace keyspace;
        std::vector<runtime::Check> checks = evenhand::returns::returnChecks();
        for (auto&& check : evenhand::ledger::ledgerChecks()) {
            checks.push_back(check);
        }
        for (auto&& check : evenhand::orders::orderChecks()) {
            if (check.id != "D6") {  // these orders have no history
                checks.push_back(check);
            }
        }
        const auto verdicts = runtime::verify(checks, {all, keyspace});
        QVERIFY2(verdicts, verdicts ? "" : verdicts.error().text().c_str());
        for (const auto& verdict : *verdicts) {
            QVERIFY2(verdict.finding.violations == 0,
                     (verdict.id + ": " +
                      (verdict.finding.offenders.empty() ? std::string() : verdict.finding.offenders.front()))
                         .c_str());
        }
    }
};

}  // namespace test_return_migration

QTEST_GUILESS_MAIN(test_return_migration::TestReturnMigration)
#include "test_return_migration.moc"
