// SPDX-License-Identifier: GPL-3.0-or-later
// Roots are locked in one order, whatever the order in which they are asked for, and what was read before is read
// again; with one engine nothing is asked of the server; and a test finds the unit that writes what it has not locked.
#include <QTemporaryDir>
#include <QtTest>
#include <string>
#include <thread>
#include <vector>

#include "engine/store/database/database.h"
#include "engine/store/database/migrator.h"
#include "engine/store/order_rows/lock_roots.h"
#include "engine/store/order_rows/read_ahead.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/event_store.h"
#include "engine/store/records/order_store.h"
#include "engine/store/records/product_store.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_root_locks {

using namespace evenhand;
using namespace evenhand::store;
namespace orders = evenhand::store::orders;

#define NEED(expression)                                                                 \
    do {                                                                                 \
        const auto& need = (expression);                                                 \
        QVERIFY2(need.has_value(), need.has_value() ? "" : need.error().text().c_str()); \
    } while (false)

class TestRootLocks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rootsStandInTheirOrder();
    void theStrongerHoldStays();
    void whoAsksInAnotherOrderWaitsWithoutHolding();
    void whoReadsItTogetherDoesNotWait();
    void whatWasReadBeforeTheLockIsReadAgain();
    void aBatchIsLockedAtOnce();
    void oneEngineAsksForNothing();
    void theCheckFindsAMissingLock();
    void theCheckKnowsWhatTheRowBelongsTo_data();
    void theCheckKnowsWhatTheRowBelongsTo();
    void theLockOfAnotherUnitIsNotEnough();
    void theCheckFindsItInMemoryToo();

private:
    static OrderRow row(const std::string& number) {
        OrderRow order;
        order.number = order.key = number;
        order.bodyHash = "hash";
        order.user = "U";
        order.campus = "C";
        order.payable = 5;
        order.placedAt = order.createdAt = 1;
        return order;
    }
    static Result<void> fill(Database& database) {
        EVENHAND_TRY(
            createSchema(database, {0, "b7a1f9a2-1111-4222-8333-444455556666", "CNY", 2, "Asia/Shanghai", {1}, {}}));
        api::CampusRow campus;
        campus.id = CampusId("C");
        EVENHAND_TRY(campuses::insert(database, campus, {}));
        EVENHAND_TRY(database.execute("INSERT INTO product (sku, name, unit_price, stock) VALUES ('p', 'Tea', 1, 10)"));
        EVENHAND_TRY(database.execute("INSERT INTO product (sku, name, unit_price, stock) VALUES ('q', 'Cup', 1, 10)"));
        EVENHAND_TRY(database.begin());
        EVENHAND_TRY(orders::insert(database, row("A")));
        EVENHAND_TRY(orders::insert(database, row("B")));
        return database.commit();
    }
    static Result<std::unique_ptr<Database>> openSqlite(const QTemporaryDir& folder) {
        EVENHAND_ASSIGN(auto database, Database::openSqlite(folder.filePath(QStringLiteral("t.db")).toStdString(),
                                                            Database::Access::ReadWrite, true));
        EVENHAND_TRY(fill(*database));
        return database;
    }
    /// A database on the server, filled.
    static Result<MysqlSettings> serverDatabase() {
        auto* server = evenhand::testing::sharedMariadb();
        if (server == nullptr) {
            return fail(ErrorCode::Storage, "no MariaDB server");
        }
        EVENHAND_ASSIGN(const auto settings, server->newDatabase());
        EVENHAND_ASSIGN(const auto database, Database::openMysql(settings, Database::Access::ReadWrite));
        EVENHAND_TRY(fill(*database));
        return settings;
    }
    /// As one of several engines has it.
    static Result<std::unique_ptr<Database>> openOneOfSeveral(const MysqlSettings& settings) {
        EVENHAND_ASSIGN(auto database, Database::openMysql(settings, Database::Access::ReadWrite));
        database->lockRoots(true);
        return database;
    }
    static std::int64_t scalar(Database& database, const std::string& sql) {
        auto& statement = database.statement(sql);
        if (!statement.query() || !statement.next()) {
            return -1;
        }
        const auto value = statement.onlyNumber();
        statement.finish();
        return value;
    }
    /// Statements that read, of this connection; itself included.
    static std::int64_t selects(Database& database) {
        return scalar(database,
                      "SELECT variable_value FROM information_schema.session_status WHERE variable_name = "
                      "'COM_SELECT'");
    }
    static std::int64_t waiting(Database& database) {
        return scalar(database,
                      "SELECT variable_value FROM information_schema.global_status WHERE variable_name = "
                      "'INNODB_ROW_LOCK_CURRENT_WAITS'");
    }
    /// Somebody else holds a row that `sql` would lock. Asked by a connection without a transaction.
    static bool isHeld(Database& database, const std::string& sql) {
        auto& statement = database.statement(sql + " FOR UPDATE NOWAIT");
        const bool got = statement.query().has_value();
        while (got && statement.next()) {
        }
        return !got;
    }
};

void TestRootLocks::rootsStandInTheirOrder() {
    Roots roots;
    roots.add(PersonId{1}).add(TaskId{1}).add(ActivityId("a")).addCampaign(1).add(OrderId{10}).add(OrderId{9});
    roots.add(Sku("tea")).add(Sku("Tea")).add(Sku("cup")).add(CampusId("z"));
    std::string order;
    for (const auto& entry : roots.holds()) {
        order += text(entry.first) + ", ";
    }
    QCOMPARE(order, std::string("campus z, product Tea, product cup, product tea, order 9, order 10, campaign 1, "
                                "activity a, task 1, person 1, "));
}

void TestRootLocks::theStrongerHoldStays() {
    Roots roots;
    roots.add(CampusId("c"), Hold::Read).add(CampusId("c")).add(CampusId("c"), Hold::Read);
    QCOMPARE(roots.holds().size(), std::size_t{1});
    QVERIFY(roots.holds().begin()->second == Hold::Change);
}

/// One holds p. Another asks for q and p, in this order: it waits for p and does not hold q meanwhile, so the first one
/// gets that too. Locked in the order in which they were asked for, each would wait for the other.
void TestRootLocks::whoAsksInAnotherOrderWaitsWithoutHolding() {
    const auto settings = serverDatabase();
    NEED(settings);
    auto first = openOneOfSeveral(*settings);
    NEED(first);
    NEED((*first)->begin());
    (*first)->openScope();
    const auto p = lockRoot(**first, Sku("p"));
    NEED(p);
    QVERIFY(*p);
    std::string problem = "it has not come to an end";
    std::thread other([&] {
        const auto run = [&]() -> Result<void> {
            EVENHAND_ASSIGN(auto database, openOneOfSeveral(*settings));
            EVENHAND_TRY(database->begin());
            database->openScope();
            EVENHAND_TRY(lockRoots(*database, Roots().add(Sku("q")).add(Sku("p"))));
            EVENHAND_TRY(products::take(*database, "q", 1));
            EVENHAND_TRY(products::take(*database, "p", 1));
            EVENHAND_TRY(database->keepScope());
            return database->commit();
        };
        const auto done = run();
        problem = done ? std::string() : done.error().text();
    });
    auto third = Database::openMysql(*settings, Database::Access::ReadWrite);
    bool waits = third.has_value();
    if (waits) {
        waits = QTest::qWaitFor([&] { return waiting(**third) == 1; });
    }
    const auto q = lockRoot(**first, Sku("q"));
    const auto taken = products::take(**first, "q", 2);
    const auto kept = (*first)->keepScope();
    const auto committed = (*first)->commit();
    first->reset();  // so that the other one goes on, whatever happened here
    other.join();
    QVERIFY(waits);
    NEED(q);
    QVERIFY(*q);
    NEED(taken);
    NEED(kept);
    NEED(committed);
    QCOMPARE(problem, std::string());
    QCOMPARE(scalar(**third, "SELECT stock FROM product WHERE sku = 'q'"), 7);
    QCOMPARE(scalar(**third, "SELECT stock FROM product WHERE sku = 'p'"), 9);
}

void TestRootLocks::whoReadsItTogetherDoesNotWait() {
    const auto settings = serverDatabase();
    NEED(settings);
    auto first = openOneOfSeveral(*settings);
    NEED(first);
    auto second = openOneOfSeveral(*settings);
    NEED(second);
    auto third = Database::openMysql(*settings, Database::Access::ReadWrite);
    NEED(third);
    for (auto* one : {first->get(), second->get()}) {
        NEED(one->begin());
        NEED(campuses::find(*one, CampusId("C")));
    }
    QVERIFY(isHeld(**third, "SELECT campus_id FROM campus WHERE campus_id = 'C'"));
    (*first)->rollback();
    QVERIFY(isHeld(**third, "SELECT campus_id FROM campus WHERE campus_id = 'C'"));
    (*second)->rollback();
    QVERIFY(!isHeld(**third, "SELECT campus_id FROM campus WHERE campus_id = 'C'"));
}

void TestRootLocks::whatWasReadBeforeTheLockIsReadAgain() {
    const auto settings = serverDatabase();
    NEED(settings);
    auto first = openOneOfSeveral(*settings);
    NEED(first);
    auto second = openOneOfSeveral(*settings);
    NEED(second);
    NEED((*first)->begin());
    const auto seen = orders::findByKey(**first, "A");  // decides nothing, so it locks nothing
    NEED(seen);
    QVERIFY(*seen);
    const auto id = (*seen)->id;
    NEED((*second)->begin());
    NEED(orders::find(**second, id));
    const auto paid = orders::markPaid(**second, id, Instant{2}, api::WaitReason::Message, {});
    NEED(paid);
    QVERIFY(*paid);
    NEED((*second)->commit());
    const auto found = orders::find(**first, OrderNo("A"));
    NEED(found);
    QVERIFY(*found);
    QVERIFY((*found)->status == api::OrderStatus::Paid);
    (*first)->rollback();
}

/// What commands of a batch are about to decide on is locked before the first of them runs, and none of them asks
/// again.
void TestRootLocks::aBatchIsLockedAtOnce() {
    const auto settings = serverDatabase();
    NEED(settings);
    auto first = openOneOfSeveral(*settings);
    NEED(first);
    auto third = Database::openMysql(*settings, Database::Access::ReadWrite);
    NEED(third);
    NEED((*first)->begin());
    ReadAhead ahead;
    ahead.orderNumbers = {"A", "B", "none"};
    ahead.skus = {"p"};
    NEED(readAhead(**first, ahead));
    const auto before = selects(**first);
    for (const auto* number : {"A", "B"}) {
        (*first)->openScope();
        const auto found = orders::find(**first, OrderNo(number));
        NEED(found);
        QVERIFY(*found);
        const auto taken = products::take(**first, "p", 1);
        NEED(taken);
        QVERIFY(*taken);
        NEED((*first)->keepScope());
    }
    QCOMPARE(selects(**first), before + 1);
    for (const char* sql :
         {"SELECT order_id FROM orders WHERE order_no = 'A'", "SELECT sku FROM product WHERE sku = 'p'"}) {
        QVERIFY2(isHeld(**third, sql), sql);
    }
    QVERIFY(!isHeld(**third, "SELECT sku FROM product WHERE sku = 'q'"));
    (*first)->rollback();
}

void TestRootLocks::oneEngineAsksForNothing() {
    const auto settings = serverDatabase();
    NEED(settings);
    auto database = Database::openMysql(*settings, Database::Access::ReadWrite);
    NEED(database);
    QVERIFY(!(*database)->locksRoots());
    NEED((*database)->begin());
    QVERIFY((*database)->roots() == nullptr);
    const auto before = selects(**database);
    const auto locked = lockRoots(**database, Roots().add(Sku("p")).add(CampusId("C")));
    NEED(locked);
    QVERIFY(!*locked);
    QCOMPARE(selects(**database), before + 1);
    (*database)->rollback();
}

void TestRootLocks::theCheckFindsAMissingLock() {
    const QTemporaryDir folder;
    auto opened = openSqlite(folder);
    NEED(opened);
    auto& database = **opened;
    NEED(database.checkRoots(true));
    NEED(database.begin());
    database.openScope("orders.test");
    const auto refused = orders::markPaid(database, OrderId{1}, Instant{2}, api::WaitReason::Message, {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().message,
             std::string("the unit \"orders.test\" writes a row of orders and has not locked order 1"));
    NEED(database.undoScope());
    database.openScope("orders.test");
    NEED(lockRoot(database, OrderId{1}));
    const auto paid = orders::markPaid(database, OrderId{1}, Instant{2}, api::WaitReason::Message, {});
    NEED(paid);
    QVERIFY(*paid);
    NEED(database.keepScope());
    QCOMPARE(database.rootComplaints().size(), std::size_t{1});
    database.rollback();
    NEED(database.checkRoots(false));
    NEED(database.begin());
    database.openScope();
    NEED(orders::markPaid(database, OrderId{1}, Instant{2}, api::WaitReason::Message, {}));
    NEED(database.keepScope());
    database.rollback();
}

void TestRootLocks::theCheckKnowsWhatTheRowBelongsTo_data() {
    QTest::addColumn<bool>("onServer");
    QTest::newRow("SQLite") << false;
    QTest::newRow("MariaDB") << true;
}

/// A row that only belongs to an order, and one that is held less strongly than it is changed.
void TestRootLocks::theCheckKnowsWhatTheRowBelongsTo() {
    QFETCH(bool, onServer);
    const QTemporaryDir folder;
    auto opened = onServer ? serverDatabase().andThen(openOneOfSeveral) : openSqlite(folder);
    NEED(opened);
    auto& database = **opened;
    NEED(database.checkRoots(true));
    NEED(database.begin());
    database.openScope("orders.note");
    NEED(lockRoot(database, OrderId{2}));
    const auto refused = events::add(database, OrderId{1}, Instant{1}, api::EventKind::Noted, "x", "");
    QVERIFY(!refused);
    QCOMPARE(refused.error().field, std::string("order_event"));
    QCOMPARE(refused.error().value, std::string("order 1"));
    NEED(events::add(database, OrderId{2}, Instant{1}, api::EventKind::Noted, "x", ""));
    NEED(campuses::find(database, CampusId("C")));
    QVERIFY(!campuses::setPaused(database, CampusId("C"), true));
    NEED(campuses::find(database, CampusId("C"), Hold::Change));
    NEED(campuses::setPaused(database, CampusId("C"), true));
    // What a unit has made itself nobody else can hold.
    const auto made = orders::insert(database, row("N"));
    NEED(made);
    NEED(events::add(database, **made, Instant{1}, api::EventKind::Placed, "x", ""));
    NEED(database.keepScope());
    QCOMPARE(database.rootComplaints().size(), std::size_t{2});
    database.rollback();
}

void TestRootLocks::theLockOfAnotherUnitIsNotEnough() {
    const QTemporaryDir folder;
    auto opened = openSqlite(folder);
    NEED(opened);
    auto& database = **opened;
    NEED(database.checkRoots(true));
    NEED(database.begin());
    database.openScope("the first");
    NEED(lockRoot(database, Sku("p")));
    NEED(products::take(database, "p", 1));
    NEED(database.keepScope());
    database.openScope("the second");
    const auto refused = products::take(database, "p", 1);
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.find("the second") != std::string::npos, refused.error().message.c_str());
    NEED(database.undoScope());
    database.rollback();
}

/// Rows that a server's connection changes in memory are sent later, by whoever comes then.
void TestRootLocks::theCheckFindsItInMemoryToo() {
    const auto settings = serverDatabase();
    NEED(settings);
    auto opened = openOneOfSeveral(*settings);
    NEED(opened);
    auto& database = **opened;
    NEED(database.checkRoots(true));
    NEED(database.begin());
    database.openScope("orders.test");
    QVERIFY(!orders::markPaid(database, OrderId{1}, Instant{2}, api::WaitReason::Message, {}));
    QVERIFY(!products::take(database, "p", 1));
    NEED(orders::find(database, OrderId{1}));
    NEED(orders::markPaid(database, OrderId{1}, Instant{2}, api::WaitReason::Message, {}));
    const std::string_view skus[] = {"p"};
    NEED(products::offersOf(database, skus));
    NEED(products::take(database, "p", 1));
    const auto made = orders::insert(database, row("N"));
    NEED(made);
    NEED(orders::markPaid(database, **made, Instant{2}, api::WaitReason::Message, {}));
    NEED(database.keepScope());
    QCOMPARE(database.rootComplaints().size(), std::size_t{2});
    database.rollback();
}

}  // namespace test_root_locks

QTEST_GUILESS_MAIN(test_root_locks::TestRootLocks)
#include "test_root_locks.moc"
