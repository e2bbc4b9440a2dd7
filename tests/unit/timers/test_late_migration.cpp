// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace from before orders were told late apart from their timers: limits that no armed timer tells are found in
// what became of the timers, and returns that imports have made are known as such.
#include <QTemporaryDir>
#include <QtTest>

#include "engine/store/records/late_store.h"
#include "engine/store/records/order_store.h"
#include "engine/store/records/return_store.h"
#include "tests/support/servers/old_workspace.h"

namespace test_late_migration {

using namespace evenhand;
using namespace evenhand::store;
namespace orders = evenhand::store::orders;

namespace {

constexpr int kBefore = 7;

std::string order(int id, const char* status, const char* timer, const char* due) {
    const auto no = std::to_string(id);
    return "INSERT INTO orders(order_id, order_no, body_hash, user_id, campus_id, status, payable, placed_at, "
           "created_at, epoch, version, timer_flags, timer, due_at) VALUES (" +
           no + ", 'A" + no + "', x'00', 'u', 'north', '" + status + "', 100, 1, 1, 1, 2, 1, " + timer + ", " + due +
           ")";
}

std::string ended(int order, int version, const char* kind, int due) {
    return "INSERT INTO timer_end(order_id, version, kind, due_at, at, outcome, by_hand) VALUES (" +
           std::to_string(order) + ", " + std::to_string(version) + ", '" + kind + "', " + std::to_string(due) +
           ", 900, 'done', 0)";
}

std::string returned(int id, const char* number, int matched, int requestedAt) {
    return "INSERT INTO goods_return(return_id, return_no, deduction_id, order_id, campus_id, body_hash, matched, "
           "status, stage, goods, goods_first, units, asked_amount, requester, reason, requested_at, created_at, "
           "round, "
           "version) VALUES (" +
           std::to_string(id) + ", '" + number + "', 1, 1, 'north', x'00', " + std::to_string(matched) +
           ", 'REQUESTED', 'approval', 'none', 0, 1, 1, 'me', '', " + std::to_string(requestedAt) + ", 500, 0, 1)";
}

std::vector<std::string> rows() {
    std::vector<std::string> all;
    all.push_back(order(1, "WAIT_PICK_UP", "'pick_up_late'", "NULL"));  // late, twice in its life
    all.push_back(order(2, "WAIT_PICK_UP", "'pick_up_late'", "700"));   // its timer tells
    all.push_back(order(3, "DELIVERING", "'delivery_late'", "NULL"));   // its timer is dead
    all.push_back(order(4, "WAIT_PICK_UP", "'pick_up_late'", "800"));   // late before it got another courier
    all.push_back(order(5, "DELIVERED", "'auto_confirm'", "NULL"));     // no limit
    all.push_back(order(6, "WAIT_PAY", "'unpaid'", "600"));             // no limit
    all.push_back(ended(1, 2, "pick_up_late", 100));
    all.push_back(ended(1, 5, "pick_up_late", 200));
    all.push_back(ended(5, 2, "delivery_late", 100));
    all.push_back(ended(5, 3, "auto_confirm", 300));
    all.push_back(
        "INSERT INTO timer_failure(order_id, kind, due_at, attempts, reason, next_try_at, dead_at) VALUES "
        "(3, 'delivery_late', 400, 5, 'x', NULL, 500)");
    for (const auto* alert : {"(1, 'pick_up_late', 'firing', 200)", "(4, 'pick_up_late', 'acknowledged', 350)",
                              "(2, 'unassigned', 'resolved', 50)"}) {
        const std::string values(alert);
        all.push_back("INSERT INTO alert(order_id, campus_id, kind, state, due_at, fired_at, repeats) VALUES " +
                      values.substr(0, 3) + " 'north'," + values.substr(3, values.size() - 4) + ", 400, 0)");
    }
    all.push_back("INSERT INTO deduction(deduction_id, order_id, at) VALUES (1, 1, 1)");
    all.push_back(returned(1, "R1", 1, 500));
    all.push_back(returned(2, "R2", 0, 499));
    all.push_back(returned(3, "R3/1", 0, 500));
    all.push_back(returned(4, "R4", 0, 500));
    return all;
}

}  // namespace

class TestLateMigration : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void limitsAndImports() {
        QTemporaryDir folder;
        const auto database =
            evenhand::testing::oldWorkspace(folder.filePath(QStringLiteral("old.db")).toStdString(), kBefore, rows());
        QVERIFY2(database, database ? "" : database.error().text().c_str());
        auto& all = **database;
        const auto meta = openSchema(all, true);
        QVERIFY2(meta, meta ? "" : meta.error().text().c_str());
        const std::int64_t limits[] = {200, 0, 400, 350, 0, 0};
        for (int id = 1; id <= 6; ++id) {
            const auto limit = late::find(all, OrderId{id});
            QVERIFY(limit);
            QCOMPARE(*limit ? (**limit).at.ms : 0, limits[id - 1]);
            const auto found = orders::find(all, OrderId{id});
            QVERIFY(found && *found);
            QCOMPARE(((*found)->timerFlags & orders::kTimerTrouble) != 0, limits[id - 1] != 0);
        }
        QCOMPARE(*late::count(all, Instant{199}), 0);
        QCOMPARE(*late::count(all, Instant{400}), 3);
        QCOMPARE(*late::count(all, Instant{700}), 4);
        QCOMPARE(*late::count(all, Instant{900}), 4);  // order 4 is in both ranges
        QCOMPARE(*late::count(all, Instant{900}, 2), 2);
        const auto next = late::next(all, Instant{200});
        QVERIFY(next && *next == Instant{350});
        for (int id = 1; id <= 4; ++id) {
            const auto made = returns::find(all, ReturnId{id});
            QVERIFY(made && *made);
            QCOMPARE((*made)->imported, id != 4);
        }
    }
};

}  // namespace test_late_migration

QTEST_GUILESS_MAIN(test_late_migration::TestLateMigration)
#include "test_late_migration.moc"
