// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace from before alerts were about anything but orders: those that it has stay as they are, and its open ones
// are the live ones of their order.
#include <QTemporaryDir>
#include <QtTest>
#include <iterator>

#include "engine/store/records/alert_store.h"
#include "tests/support/servers/old_workspace.h"

namespace test_alert_migration {

using namespace evenhand;
using namespace evenhand::store;

namespace {

constexpr int kSchemaBefore = 12;

const char* const kOldRows[] = {
    "INSERT INTO orders(order_id, order_no, body_hash, user_id, campus_id, status, payable, placed_at, created_at, "
    "epoch, version, timer_flags, timer) VALUES (1, 'A1', x'00', 'u', 'north', 'WAIT_PICK_UP', 100, 1, 1, 1, 2, 3, "
    "'pick_up_late')",
    "INSERT INTO alert(alert_id, order_id, campus_id, kind, state, due_at, fired_at, repeats, actor, acted_at, "
    "resolved_at, resolution, version) VALUES (4, 1, 'north', 'unassigned', 'resolved', 100, 110, 2, 'system', 150, "
    "150, "
    "'assigned', 2)",
    "INSERT INTO alert(alert_id, order_id, campus_id, kind, state, due_at, fired_at, repeats, next_at, version) VALUES "
    "(7, 1, 'north', 'pick_up_late', 'firing', 200, 210, 1, 900, 1)",
};

/// Of the version before, with its alerts.
Result<std::unique_ptr<Database>> oldOne(const std::string& path) {
    return evenhand::testing::oldWorkspace(path, kSchemaBefore, {std::begin(kOldRows), std::end(kOldRows)});
}

}  // namespace

class TestAlertMigration : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oldAlertsStay() {
        QTemporaryDir folder;
        const auto database = oldOne(folder.filePath(QStringLiteral("old.db")).toStdString());
        QVERIFY2(database, database ? "" : database.error().text().c_str());
        auto& all = **database;
        const auto meta = openSchema(all, true);
        QVERIFY2(meta, meta ? "" : meta.error().text().c_str());

        api::AlertQuery query;
        query.states = {api::AlertState::Firing, api::AlertState::Resolved};
        const auto rows = alerts::page(all, query);
        QVERIFY2(rows, rows ? "" : rows.error().text().c_str());
        QCOMPARE(rows->size(), std::size_t{2});
        const auto& open = rows->front();
        QCOMPARE(open.id, AlertId{7});
        QCOMPARE(open.kind, api::AlertKind::PickUpLate);
        QCOMPARE(open.state, api::AlertState::Firing);
        QCOMPARE(open.subject, (api::AlertSubject{api::AlertSubjectType::Order, "A1"}));
        QCOMPARE(open.orderNo, OrderNo("A1"));
        QCOMPARE(open.campus, CampusId("north"));
        QCOMPARE(open.due, Instant{200});
        QCOMPARE(open.firedAt, Instant{210});
        QCOMPARE(open.repeats, std::int64_t{1});
        QCOMPARE(open.nextRepeat, std::optional(Instant{900}));
        QVERIFY(!open.figure && open.detail.empty());
        const auto& resolved = rows->back();
        QCOMPARE(resolved.id, AlertId{4});
        QCOMPARE(resolved.state, api::AlertState::Resolved);
        QCOMPARE(resolved.resolution, std::string("assigned"));
        QCOMPARE(resolved.actor, std::string("system"));
        QCOMPARE(resolved.version, std::int64_t{2});

        const api::AlertSubject order{api::AlertSubjectType::Order, "A1"};
        const auto live = alerts::liveOf(all, api::AlertKind::PickUpLate, order);
        QVERIFY(live && *live && (*live)->id == AlertId{7});
        const auto none = alerts::liveOf(all, api::AlertKind::Unassigned, order);
        QVERIFY(none && !*none);
        // Not twice, whatever a rule forgets.
        alerts::NewAlert again;
        again.kind = api::AlertKind::PickUpLate;
        again.subject = order;
        again.order = OrderId{1};
        again.campus = CampusId("north");
        QVERIFY(!alerts::insert(all, again, Instant{300}, std::nullopt));
    }

    /// On a server, where each statement that changes a table commits by itself: whichever was the last, and whether it
    /// was counted or not, the rest brings every alert over once.
    void interruptedItGoesOn_data() {
        QTest::addColumn<int>("done");
        QTest::addColumn<bool>("counted");
        // What fills a table is counted in the same transaction.
        QTest::newRow("a place for the old ones") << 1 << false;
        QTest::newRow("the old ones in it") << 2 << true;
        QTest::newRow("the old table dropped") << 3 << false;
        QTest::newRow("the old table dropped, counted") << 3 << true;
        QTest::newRow("the new table made") << 4 << false;
        QTest::newRow("the new table filled") << 5 << true;
        QTest::newRow("the place dropped") << 6 << false;
        QTest::newRow("the first index") << 7 << false;
    }
    void interruptedItGoesOn() {
        if (!evenhand::testing::onMariadb()) {
            return;  // SQLite does all of it in one transaction
        }
        QFETCH(int, done);
        QFETCH(bool, counted);
        const auto database = oldOne({});
        QVERIFY2(database, database ? "" : database.error().text().c_str());
        auto& all = **database;
        const auto moves = splitMigration(all.dialect(), allMigrations()[kSchemaBefore].sql);
        for (int i = 0; i < done; ++i) {
            const auto ran = all.execute(moves[static_cast<std::size_t>(i)]);
            QVERIFY2(ran, ran ? "" : ran.error().text().c_str());
        }
        const auto progress = "13:" + std::to_string(done - (counted ? 0 : 1));
        QVERIFY(all.execute("INSERT INTO meta VALUES ('migrating', '" + progress + "')").has_value());
        const auto meta = openSchema(all, true);
        QVERIFY2(meta, meta ? "" : meta.error().text().c_str());
        api::AlertQuery query;
        query.states = {api::AlertState::Firing, api::AlertState::Resolved};
        const auto rows = alerts::page(all, query);
        QVERIFY2(rows, rows ? "" : rows.error().text().c_str());
        QCOMPARE(rows->size(), std::size_t{2});
        QVERIFY(rows->front().id == AlertId{7} && rows->back().id == AlertId{4});
        QVERIFY(!all.execute("SELECT 1 FROM alert_before").has_value());
    }
};

}  // namespace test_alert_migration

QTEST_GUILESS_MAIN(test_alert_migration::TestAlertMigration)
#include "test_alert_migration.moc"
