// SPDX-License-Identifier: GPL-3.0-or-later
// What a transaction on MariaDB holds back of orders, stock and payments: seen by every command of the batch, sent in a
// few statements, and undone command by command wherever the sending has got to.
#include <QtTest>

#include "engine/store/database/database.h"
#include "engine/store/database/migrator.h"
#include "engine/store/order_rows/read_ahead.h"
#include "engine/store/records/activity_store.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/deduction_store.h"
#include "engine/store/records/event_store.h"
#include "engine/store/records/order_store.h"
#include "engine/store/records/payment_store.h"
#include "engine/store/records/product_store.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_hot_rows {

using namespace evenhand;
using namespace evenhand::store;
namespace orders = evenhand::store::orders;

#define NEED(expression)                                                                 \
    do {                                                                                 \
        const auto& need = (expression);                                                 \
        QVERIFY2(need.has_value(), need.has_value() ? "" : need.error().text().c_str()); \
    } while (false)

class TestHotRows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();

    void manyOrdersAreFewStatements();
    void conflictsAreFoundBeforeAnythingIsSent();
    void undoneBeforeSendingCostsNothing();
    void undoneAfterSendingLeavesTheOlder();
    void keptAfterSendingIsChangedInPlace();
    void stockIsSentAsADifference();
    void newProductIsSentBeforeItsStockChanges();
    void paymentOfAnUndoneCommandIsUnused();
    void numbersOfOwedPaymentsAreUsedToo();
    void whoWaitsForNothingGoesOnSo();
    void directWriteIsSeen();
    void goneRowFaultsTheTransaction();
    void idsGoOnAfterARollback();
    void aWordThatStandsForNothingHindersItsRowAlone();
    void keptBehindASavepointCountsOnce();
    void givenBackWhatWasTakenInTheSameTransaction();
    void unitsOfASaleAreSentAsADifference();
    void orderedAgainWhereTheLiveOneHasEnded();
    void changedAgainAfterItWasUndone();
    void orderedAgainWhereTheFirstWasUndone();

private:
    static OrderRow row(const std::string& number, const std::string& key, const std::string& campus) {
        OrderRow order;
        order.number = number;
        order.key = key;
        order.bodyHash = "hash";
        order.user = "U";
        order.campus = campus;
        order.payable = 5;
        order.placedAt = order.createdAt = 1;
        return order;
    }
    Result<std::optional<OrderId>> place(const std::string& number, const std::string& key = {}) {
        return orders::insert(*m_database, row(number, key.empty() ? number : key, "C"));
    }
    /// Places, takes one of p, deducts and notes.
    Result<OrderId> placeWhole(const std::string& number) {
        EVENHAND_ASSIGN(const auto id, place(number));
        const std::vector<api::OrderLine> lines{{Sku("p"), 1, Money{5}}};
        EVENHAND_TRY(orders::insertLines(*m_database, *id, lines));
        EVENHAND_ASSIGN(const bool taken, products::take(*m_database, "p", 1));
        if (!taken) {
            return fail(ErrorCode::OutOfStock, "none left");
        }
        const std::vector<deductions::Line> deducted{{"p", 1}};
        EVENHAND_TRY(deductions::insert(*m_database, *id, Instant{1}, deducted));
        EVENHAND_TRY(events::add(*m_database, *id, Instant{1}, api::EventKind::Placed, "x", ""));
        return *id;
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
    /// Statements of one kind that this connection has run, asked outside the transaction's tables.
    std::int64_t counted(const std::string& name) {
        return scalar("SELECT variable_value FROM information_schema.session_status WHERE variable_name = '" + name +
                      "'");
    }

    std::unique_ptr<Database> m_database;
    MysqlSettings m_settings;
};

void TestHotRows::init() {
    auto* server = evenhand::testing::sharedMariadb();
    QVERIFY(server);
    const auto settings = server->newDatabase();
    NEED(settings);
    m_settings = *settings;
    auto opened = Database::openMysql(*settings, Database::Access::ReadWrite);
    NEED(opened);
    m_database = std::move(*opened);
    NEED(createSchema(*m_database, {0, "b7a1f9a2-1111-4222-8333-444455556666", "CNY", 2, "Asia/Shanghai", {1}, {}}));
    api::CampusRow campus;
    campus.id = CampusId("C");
    NEED(campuses::insert(*m_database, campus, {}));
    NEED(m_database->execute("INSERT INTO product (sku, name, unit_price, stock) VALUES ('p', 'Tea', 1, 1000)"));
}

void TestHotRows::manyOrdersAreFewStatements() {
    const auto inserts = counted("COM_INSERT");
    const auto selects = counted("COM_SELECT");
    const auto updates = counted("COM_UPDATE");
    NEED(m_database->begin());
    QVERIFY(m_database->gathers());
    std::vector<std::string> numbers;
    for (int i = 0; i < 300; ++i) {
        numbers.push_back("N" + std::to_string(i));
    }
    ReadAhead ahead;
    ahead.orderNumbers.assign(numbers.begin(), numbers.end());
    ahead.requestKeys.assign(numbers.begin(), numbers.end());
    NEED(readAhead(*m_database, ahead));
    for (const auto& number : numbers) {
        m_database->openScope();
        const auto id = placeWhole(number);
        NEED(id);
        NEED(orders::markPaid(*m_database, *id, Instant{2}, api::WaitReason::Message, {}));
        NEED(payments::insert(*m_database, PaymentNo("P" + number), *id, Money{5}, Instant{2}));
        NEED(m_database->keepScope());
    }
    NEED(m_database->commit());
    // orders, order_line, product, deduction, deduction_line, order_event, payment: one each
    QCOMPARE(counted("COM_INSERT") - inserts, 7);
    QVERIFY(counted("COM_SELECT") - selects < 20);
    QCOMPARE(counted("COM_SAVEPOINT"), 0);
    QCOMPARE(counted("COM_UPDATE"), updates);
    QVERIFY(!m_database->gathers());
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders WHERE status = 'PAID' AND paid_at = 2 AND version = 2 AND "
                    "request_key IS NULL AND courier_id IS NULL AND wait_reason IS NOT NULL"),
             300);
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders o JOIN deduction d ON d.order_id = o.order_id JOIN deduction_line l "
                    "ON l.deduction_id = d.deduction_id JOIN order_line i ON i.order_id = o.order_id JOIN payment p "
                    "ON p.order_id = o.order_id"),
             300);
    QCOMPARE(scalar("SELECT stock FROM product"), 700);
}

void TestHotRows::conflictsAreFoundBeforeAnythingIsSent() {
    NEED(m_database->begin());
    NEED(place("A", "K"));
    NEED(m_database->commit());
    NEED(m_database->begin());
    NEED(place("B", "L"));
    struct Case {
        const char* number;
        const char* key;
        bool fits;
    };
    for (const Case& one : std::initializer_list<Case>{{"A", "new", false},
                                                       {"new", "K", false},
                                                       {"B", "new", false},
                                                       {"new", "L", false},
                                                       {"K", "other", true},  // a key is no number
                                                       {"L", "L", false},
                                                       {"C", "A", true}}) {
        m_database->openScope();
        const auto made = place(one.number, one.key);
        NEED(made);
        QVERIFY2(made->has_value() == one.fits, one.number);
        NEED(m_database->undoScope());
    }
    QCOMPARE(counted("COM_SAVEPOINT"), 0);
    const auto first = orders::findByKey(*m_database, "L");
    NEED(first);
    QCOMPARE((*first)->orderNo.str(), std::string("B"));
    const auto none = orders::insert(*m_database, row("D", "D", "nowhere"));
    NEED(none);
    QVERIFY(!*none);
    NEED(m_database->commit());
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders"), 2);
}

void TestHotRows::undoneBeforeSendingCostsNothing() {
    NEED(m_database->begin());
    m_database->openScope();
    const auto kept = placeWhole("A");
    NEED(kept);
    NEED(m_database->keepScope());
    m_database->openScope();
    const auto undone = placeWhole("B");
    NEED(undone);
    QVERIFY(m_database->scopeHasWrites());
    NEED(orders::markPaid(*m_database, *kept, Instant{2}, api::WaitReason::Message, {}));
    NEED(m_database->undoScope());
    const auto stock = products::stockOf(*m_database, std::vector<std::string_view>{"p"});
    NEED(stock);
    QCOMPARE(*stock->front(), 999);
    const auto again = orders::find(*m_database, OrderNo("B"));
    NEED(again);
    QVERIFY(!*again);
    m_database->openScope();
    const auto next = placeWhole("B");
    NEED(next);
    QCOMPARE(next->value, undone->value);
    NEED(m_database->keepScope());
    NEED(m_database->commit());
    QCOMPARE(counted("COM_SAVEPOINT"), 0);
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders WHERE status = 'WAIT_PAY' AND version = 1"), 2);
    QCOMPARE(scalar("SELECT COUNT(*) FROM deduction_line"), 2);
    QCOMPARE(scalar("SELECT stock FROM product"), 998);
}

void TestHotRows::undoneAfterSendingLeavesTheOlder() {
    NEED(m_database->begin());
    m_database->openScope();
    const auto older = placeWhole("A");
    NEED(older);
    NEED(m_database->keepScope());
    m_database->openScope();
    NEED(orders::markPaid(*m_database, *older, Instant{2}, api::WaitReason::Message, {}));
    NEED(placeWhole("B"));
    // A statement of the command's own: everything older is sent, then the savepoint, then this command's rows.
    NEED(m_database->statement("UPDATE order_event SET actor = 'y' WHERE order_id > ?").bind(std::int64_t{0}).write());
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders WHERE status = 'PAID'"), 1);
    NEED(orders::assign(*m_database, *older, 1, api::OrderStatus::Paid, CourierId("none"), {}));
    NEED(m_database->undoScope());
    QVERIFY(m_database->transactionChanged());
    const auto seen = orders::find(*m_database, OrderNo("A"));
    NEED(seen);
    QCOMPARE((*seen)->status, api::OrderStatus::WaitPay);
    m_database->openScope();
    NEED(placeWhole("C"));
    NEED(m_database->keepScope());
    NEED(m_database->commit());
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders WHERE status = 'WAIT_PAY' AND version = 1 AND order_no IN ('A', 'C')"),
             2);
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders"), 2);
    QCOMPARE(scalar("SELECT COUNT(*) FROM order_event WHERE actor = 'x'"), 2);
    QCOMPARE(scalar("SELECT stock FROM product"), 998);
}

void TestHotRows::keptAfterSendingIsChangedInPlace() {
    NEED(m_database->begin());
    const auto id = placeWhole("A");
    NEED(id);
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders WHERE status = 'WAIT_PAY'"), 1);  // asked for by a statement: sent
    NEED(orders::markPaid(*m_database, *id, Instant{2}, api::WaitReason::Message, {}));
    const auto twice = orders::markPaid(*m_database, *id, Instant{3}, api::WaitReason::Message, {});
    NEED(twice);
    QVERIFY(!*twice);
    NEED(m_database->commit());
    NEED(m_database->begin());
    const auto stale = orders::close(*m_database, *id, 1, api::CloseReason::Cancelled, Instant{4});
    NEED(stale);
    QVERIFY(!*stale);
    const auto closed = orders::close(*m_database, *id, 2, api::CloseReason::Cancelled, Instant{4});
    NEED(closed);
    QVERIFY(*closed);
    NEED(m_database->commit());
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders WHERE status = 'CLOSED' AND paid_at = 2 AND closed_at = 4 AND "
                    "version = 3 AND wait_reason IS NULL AND wait_since IS NULL AND close_reason IS NOT NULL AND "
                    "order_no = 'A' AND user_id = 'U' AND body_hash = 'hash'"),
             1);
}

void TestHotRows::stockIsSentAsADifference() {
    auto other = Database::openMysql(m_settings, Database::Access::ReadWrite);
    NEED(other);
    NEED(m_database->begin());
    NEED(products::take(*m_database, "p", 10));
    NEED((*other)->execute("UPDATE product SET stock = stock + 5"));
    NEED(m_database->commit());
    QCOMPARE(scalar("SELECT stock FROM product"), 995);
    NEED(m_database->begin());
    NEED(products::take(*m_database, "p", 995));
    const auto tooMuch = products::take(*m_database, "p", 1);
    NEED(tooMuch);
    QVERIFY(!*tooMuch);
    NEED((*other)->execute("UPDATE product SET stock = 3"));
    QVERIFY(!m_database->commit());  // the table's check has the last word
    QVERIFY(m_database->faulted());
    m_database->rollback();
    QCOMPARE(scalar("SELECT stock FROM product"), 3);
    NEED(m_database->begin());
    NEED(products::giveBack(*m_database, "p", 4));
    NEED(m_database->commit());
    QCOMPARE(scalar("SELECT stock FROM product"), 7);
    QCOMPARE(scalar("SELECT COUNT(*) FROM product WHERE name = 'Tea' AND unit_price = 1"), 1);
}

void TestHotRows::newProductIsSentBeforeItsStockChanges() {
    NEED(m_database->begin());
    NEED(placeWhole("N1"));
    QCOMPARE(scalar("SELECT stock FROM product WHERE sku = 'p'"), 999);  // sends what is held
    api::ProductRow product;
    product.sku = Sku("q");
    product.stock = 10;
    NEED(products::insert(*m_database, product));
    NEED(products::take(*m_database, "q", 3));
    const auto order = place("N2");
    NEED(order);
    const std::vector<api::OrderLine> lines{{Sku("q"), 3, Money{5}}};
    NEED(orders::insertLines(*m_database, **order, lines));
    NEED(m_database->commit());
    QCOMPARE(scalar("SELECT stock FROM product WHERE sku = 'q'"), 7);
    QCOMPARE(scalar("SELECT quantity FROM order_line WHERE sku = 'q'"), 3);
}

void TestHotRows::paymentOfAnUndoneCommandIsUnused() {
    NEED(m_database->begin());
    const auto id = placeWhole("A");
    NEED(id);
    m_database->openScope();
    NEED(payments::insert(*m_database, PaymentNo("P"), *id, Money{5}, Instant{2}));
    const auto known = payments::lookup(*m_database, PaymentNo("P"), OrderNo("A"));
    NEED(known);
    QVERIFY(known->known);
    NEED(m_database->undoScope());
    m_database->openScope();
    const auto unknown = payments::lookup(*m_database, PaymentNo("P"), OrderNo("A"));
    NEED(unknown);
    QVERIFY(!unknown->known);
    QVERIFY(unknown->order);
    NEED(payments::insert(*m_database, PaymentNo("P"), *id, Money{5}, Instant{2}));
    NEED(m_database->undoScope());  // nothing of it was sent
    const auto still = payments::lookup(*m_database, PaymentNo("P"), OrderNo("A"));
    NEED(still);
    QVERIFY(!still->known);
    NEED(m_database->commit());
    QCOMPARE(scalar("SELECT COUNT(*) FROM payment"), 0);
}

/// A number that was paid with is known in later transactions, whether the payment was accepted or is owed back.
void TestHotRows::numbersOfOwedPaymentsAreUsedToo() {
    NEED(m_database->begin());
    const auto id = placeWhole("A");
    NEED(id);
    NEED(payments::insert(*m_database, PaymentNo("accepted"), *id, Money{5}, Instant{2}));
    NEED(payments::insertOwed(*m_database,
                              {PaymentNo("owed"), "nowhere", Money{7}, Instant{2}, api::OwedKind::UnknownOrder}));
    for (const char* number : {"owed", "accepted"}) {
        const auto found = payments::lookup(*m_database, PaymentNo(number), OrderNo("A"));
        NEED(found);
        QVERIFY2(found->known, number);  // also by what comes in the same transaction
    }
    NEED(m_database->commit());
    NEED(m_database->begin());
    const auto known = [this](const char* number) {
        const auto found = payments::lookup(*m_database, PaymentNo(number), OrderNo("A"));
        return found ? found->known : std::nullopt;
    };
    QVERIFY(known("accepted"));
    QCOMPARE(known("accepted")->orderNo, std::string("A"));
    QVERIFY(!known("accepted")->owed);
    QVERIFY(known("owed"));
    QCOMPARE(known("owed")->orderNo, std::string("nowhere"));
    QCOMPARE(known("owed")->amount, Money{7});
    QCOMPARE(known("owed")->owed, std::optional(api::OwedKind::UnknownOrder));
    QVERIFY(!known("another"));
    m_database->rollback();
}

/// An order that waits for no courier does not begin to, whatever a message that comes late says.
void TestHotRows::whoWaitsForNothingGoesOnSo() {
    NEED(m_database->begin());
    const auto id = placeWhole("A");
    NEED(id);
    const auto waits = [&](api::WaitReason reason) { return orders::setWaiting(*m_database, *id, 1, reason).value(); };
    QVERIFY(!waits(api::WaitReason::NoCourier));
    NEED(orders::markPaid(*m_database, *id, Instant{2}, api::WaitReason::Message, {}));
    QVERIFY(waits(api::WaitReason::NoCourier));
    QVERIFY(!waits(api::WaitReason::NoCourier));
    NEED(orders::close(*m_database, *id, 3, api::CloseReason::Cancelled, Instant{3}));
    QVERIFY(!waits(api::WaitReason::NoCourier));
    NEED(m_database->commit());
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders WHERE status = 'CLOSED' AND wait_reason IS NULL AND version = 4"), 1);
}

void TestHotRows::directWriteIsSeen() {
    NEED(m_database->begin());
    const auto id = placeWhole("A");
    NEED(id);
    NEED(m_database->statement("UPDATE orders SET version = ? WHERE order_no = 'A'").bind(std::int64_t{7}).write());
    NEED(m_database->execute("UPDATE product SET stock = 4"));
    const auto order = orders::find(*m_database, OrderNo("A"));
    NEED(order);
    QCOMPARE((*order)->version, 7);
    const auto stock = products::stockOf(*m_database, std::vector<std::string_view>{"p", "q"});
    NEED(stock);
    QCOMPARE(*stock->front(), 4);
    QVERIFY(!stock->back());
    NEED(campuses::setPaused(*m_database, CampusId("C"), true));
    const auto view = orders::forDispatch(*m_database, *id);
    NEED(view);
    QVERIFY((*view)->paused);
    NEED(m_database->commit());
}

void TestHotRows::goneRowFaultsTheTransaction() {
    NEED(m_database->begin());
    NEED(place("A"));
    NEED(m_database->commit());
    NEED(m_database->begin());
    const auto order = orders::find(*m_database, OrderNo("A"));
    NEED(order);
    auto other = Database::openMysql(m_settings, Database::Access::ReadWrite);
    NEED(other);
    NEED((*other)->execute("DELETE FROM orders"));
    NEED(orders::markPaid(*m_database, (*order)->id, Instant{2}, api::WaitReason::Message, {}));
    const auto committed = m_database->commit();
    QVERIFY(!committed);
    QCOMPARE(committed.error().code, ErrorCode::Conflict);
    QVERIFY(m_database->faulted());
    m_database->rollback();
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders"), 0);  // nor was it made anew
}

void TestHotRows::aWordThatStandsForNothingHindersItsRowAlone() {
    NEED(m_database->begin());
    const auto sound = placeWhole("N1");
    NEED(sound);
    const auto damaged = placeWhole("N2");
    NEED(damaged);
    NEED(m_database->commit());
    NEED(m_database->execute("UPDATE orders SET status = 'nonsense' WHERE order_no = 'N2'"));
    NEED(m_database->begin());
    ReadAhead ahead;
    ahead.orderNumbers = {"N1", "N2"};
    NEED(readAhead(*m_database, ahead));
    QVERIFY(!m_database->takeDamage());  // read, and nobody has asked what it stands for
    NEED(orders::find(*m_database, *sound));
    QVERIFY(!m_database->takeDamage());
    NEED(orders::find(*m_database, *damaged));
    const auto damage = m_database->takeDamage();
    QVERIFY(damage);
    QVERIFY(damage->code == ErrorCode::WorkspaceDamaged);
    QCOMPARE(damage->field, std::string("orders.status"));
    QCOMPARE(damage->value, std::string("nonsense"));
    QVERIFY2(damage->message.ends_with("order_no N2"), damage->message.c_str());
    QVERIFY(!m_database->takeDamage());
    m_database->rollback();
}

void TestHotRows::idsGoOnAfterARollback() {
    NEED(m_database->begin());
    const auto first = placeWhole("A");
    NEED(first);
    NEED(m_database->commit());
    NEED(m_database->begin());
    NEED(placeWhole("B"));
    m_database->rollback();
    NEED(m_database->begin());
    const auto next = placeWhole("B");
    NEED(next);
    QCOMPARE(next->value, first->value + 1);
    NEED(m_database->commit());
    NEED(m_database->reopen());
    NEED(m_database->begin());
    const auto last = placeWhole("C");
    NEED(last);
    QCOMPARE(last->value, first->value + 2);
    NEED(m_database->commit());
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders"), 3);
}

/// What was taken before the command goes before its savepoint, and only the rest behind it.
void TestHotRows::keptBehindASavepointCountsOnce() {
    const std::string_view own = "UPDATE order_event SET actor = 'y' WHERE order_id > ?";
    NEED(m_database->begin());
    m_database->openScope();
    const auto older = placeWhole("A");
    NEED(older);
    NEED(m_database->keepScope());
    m_database->openScope();
    NEED(placeWhole("B"));
    NEED(products::take(*m_database, "p", 10));
    NEED(orders::markPaid(*m_database, *older, Instant{2}, api::WaitReason::Message, {}));
    NEED(m_database->statement(own).bind(std::int64_t{0}).write());
    NEED(m_database->keepScope());
    m_database->openScope();
    NEED(placeWhole("C"));
    NEED(m_database->keepScope());
    NEED(m_database->commit());
    QCOMPARE(scalar("SELECT stock FROM product"), 1000 - 1 - 11 - 1);
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders"), 3);
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders WHERE status = 'PAID' AND order_no = 'A' AND version = 2"), 1);
    QCOMPARE(scalar("SELECT COUNT(*) FROM deduction_line"), 3);
}

/// To the server nothing has changed, so it does not count the row, which is no sign of anybody else.
void TestHotRows::givenBackWhatWasTakenInTheSameTransaction() {
    NEED(m_database->begin());
    NEED(products::take(*m_database, "p", 3));
    NEED(products::giveBack(*m_database, "p", 3));
    NEED(place("A"));
    NEED(m_database->commit());
    QVERIFY(!m_database->faulted());
    QCOMPARE(scalar("SELECT stock FROM product"), 1000);
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders"), 1);
}

void TestHotRows::unitsOfASaleAreSentAsADifference() {
    const ActivityId sale("S");
    NEED(activities::insert(*m_database, {sale, "Sale", Sku("p"), CampusId("C"), Money{1}, 5, {10}, {20}}, Instant{1}));
    NEED(activities::start(*m_database, sale, Instant{2}));
    NEED(m_database->begin());
    for (int i = 0; i < 5; ++i) {
        const auto taken = activities::takeUnit(*m_database, sale);
        NEED(taken);
        QVERIFY(*taken);
    }
    const auto none = activities::takeUnit(*m_database, sale);
    NEED(none);
    QVERIFY(!*none);
    m_database->openScope();
    NEED(activities::giveUnitBack(*m_database, sale));
    NEED(m_database->undoScope());
    NEED(activities::giveUnitBack(*m_database, sale));
    const auto unknown = activities::takeUnit(*m_database, ActivityId("other"));
    NEED(unknown);
    QVERIFY(!*unknown);
    NEED(m_database->commit());
    QCOMPARE(scalar("SELECT units_left FROM activity"), 1);
    QCOMPARE(scalar("SELECT stock FROM product"), 1000);
    QCOMPARE(scalar("SELECT COUNT(*) FROM activity WHERE name = 'Sale' AND stock = 5 AND price = 1"), 1);
    NEED(m_database->begin());
    NEED(activities::giveUnitBack(*m_database, sale));
    NEED(m_database->commit());
    QCOMPARE(scalar("SELECT units_left FROM activity"), 2);
}

/// A user has one live order of a sale. The end of the former must be at the server before the next comes there.
void TestHotRows::orderedAgainWhereTheLiveOneHasEnded() {
    const auto ordered = [this](const char* number, const char* user) {
        auto order = row(number, number, "C");
        order.activity = "S";
        order.user = user;
        return orders::insert(*m_database, std::move(order));
    };
    NEED(m_database->begin());
    const auto first = ordered("A", "U");
    NEED(first);
    QVERIFY(*first);
    NEED(m_database->commit());
    NEED(m_database->begin());
    const auto early = ordered("B", "U");
    NEED(early);
    QVERIFY(!*early);
    const auto another = ordered("X", "V");
    NEED(another);
    QVERIFY(*another);
    const auto closed = orders::close(*m_database, **first, 1, api::CloseReason::Cancelled, Instant{4});
    NEED(closed);
    QVERIFY(*closed);
    const auto second = ordered("B", "U");
    NEED(second);
    QVERIFY(*second);
    const auto third = ordered("D", "U");
    NEED(third);
    QVERIFY(!*third);
    const auto live = activities::liveOrder(*m_database, ActivityId("S"), UserId("U"));
    NEED(live);
    QVERIFY(live->has_value());
    QCOMPARE((*live)->orderNo.str(), std::string("B"));
    NEED(m_database->commit());
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders"), 3);
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders WHERE live = 1 AND order_no IN ('B', 'X')"), 2);
}

/// A row that was as the server has it is so again once its first change is undone; its next one is sent.
void TestHotRows::changedAgainAfterItWasUndone() {
    NEED(m_database->begin());
    const auto stored = placeWhole("A");
    NEED(stored);
    NEED(m_database->commit());
    NEED(m_database->begin());
    for (const bool kept : {false, true}) {
        m_database->openScope();
        const auto paid = orders::markPaid(*m_database, *stored, Instant{2}, api::WaitReason::Message, {});
        NEED(paid);
        QVERIFY(*paid);
        NEED(products::take(*m_database, "p", 3));
        NEED(kept ? m_database->keepScope() : m_database->undoScope());
        QCOMPARE(m_database->transactionChanged(), kept);
    }
    NEED(m_database->commit());
    QCOMPARE(counted("COM_SAVEPOINT"), 0);
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders WHERE status = 'PAID' AND version = 2"), 1);
    QCOMPARE(scalar("SELECT stock FROM product"), 1000 - 1 - 3);
}

/// What a command that was undone has made is nobody's live order, nor anybody's number or key.
void TestHotRows::orderedAgainWhereTheFirstWasUndone() {
    auto order = row("A", "A", "C");
    order.activity = "S";
    NEED(m_database->begin());
    for (const bool kept : {false, true}) {
        m_database->openScope();
        const auto made = orders::insert(*m_database, order);
        NEED(made);
        QVERIFY(*made);
        NEED(kept ? m_database->keepScope() : m_database->undoScope());
        const auto live = activities::liveOrder(*m_database, ActivityId("S"), UserId("U"));
        NEED(live);
        QCOMPARE(live->has_value(), kept);
        const auto byKey = orders::findByKey(*m_database, "A");
        NEED(byKey);
        QCOMPARE(byKey->has_value(), kept);
    }
    NEED(m_database->commit());
    QCOMPARE(counted("COM_SAVEPOINT"), 0);
    QCOMPARE(scalar("SELECT COUNT(*) FROM orders WHERE live = 1"), 1);
}

}  // namespace test_hot_rows

QTEST_GUILESS_MAIN(test_hot_rows::TestHotRows)
#include "test_hot_rows.moc"
