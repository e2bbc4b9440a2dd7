// SPDX-License-Identifier: GPL-3.0-or-later
// Placing, paying, closing, courier reports and the catalogue, rule by rule with their refusals.
#include <QtTest>

#include "engine/api/limits.h"
#include "engine/orders/catalogue.h"
#include "engine/store/records/meta_store.h"
#include "engine/store/records/payment_store.h"
#include "engine/store/records/product_store.h"
#include "tests/support/expect.h"
#include "tests/support/shops/rule_world.h"

namespace test_orders {

using namespace evenhand;
using test::RuleWorld;
using Kind = api::CourierReport::Kind;
using Status = api::OrderStatus;

class TestOrders : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void placeTakesStockAndRecordsTheDeduction();
    void placeIsAllLinesOrNone();
    void sameKeySameBodyGetsTheFirstAnswer();
    void sameKeyOtherBodyIsRefused_data();
    void sameKeyOtherBodyIsRefused();
    void numbersAndKeysAreUnique();
    void placeRefusals_data();
    void placeRefusals();
    void totalBeyondMoneyIsOverflow();
    void amountsHaveALargest();
    void whatAnOrderAsksForIsPaid();
    void sumsOfTheLedgerAreBounded();
    void manyLines();
    void makesOrderNumbers();
    void placeAvailableLeavesOut();
    void placeAvailableMayPay();
    void payment();
    void paymentOfARecordedOrder();
    void paymentOfWhatWasSeen();
    void paymentAgain();
    void paymentOutcomes();
    void freeOrder();
    void failedUnitLeavesNothing();
    void closeGivesEverythingBackOnce();
    void closeBeforePayment();
    void closeRefusals();
    void latePayment();
    void stepIsKeptAfterPickUp();
    void reports();
    void reportRefusals();
    void catalogue();
    void eventsNameTheirActor();
    void paymentInEachStatus();
    void paymentLimits();
    void owedPaymentsAreListed();
    void closeInEachStatus();
    void closeResolvesItsDeadLetters();
    void reportInEachStatus();
    void reportFields();
    void limitsOfTheCatalogue();
    void whatTheCatalogueKeeps();
    void productsAreFound();
    void limitsOfAnOrder();
    void placeAvailableRefusals();

private:
    std::unique_ptr<RuleWorld> m_world;
};

void TestOrders::init() {
    m_world = std::make_unique<RuleWorld>();
    DONE(m_world->policy({}));
    DONE(m_world->product("tea", 100));
    DONE(m_world->product("rice", 5));
}

void TestOrders::placeTakesStockAndRecordsTheDeduction() {
    auto& world = *m_world;
    const auto placed = world.place(
        world.request("A1", {{Sku("tea"), 2, Money{150}}, {Sku("rice"), 1, Money{7}}, {Sku("tea"), 3, Money{100}}}));
    DONE(placed);
    QCOMPARE(placed->payable.minor, 607);
    QCOMPARE(world.stock("tea"), 95);
    QCOMPARE(world.stock("rice"), 4);
    const auto detail = world.detail("A1");
    QCOMPARE(detail.row.status, Status::WaitPay);
    QCOMPARE(detail.row.epoch, 1);
    QCOMPARE(detail.lines.size(), std::size_t{3});
    QCOMPARE(detail.lines[2].line.quantity, 3);
    QVERIFY(detail.deduction.valid());
    QCOMPARE(world.number("SELECT quantity FROM deduction_line WHERE sku = 'tea'"), 5);
    QCOMPARE(world.number("SELECT COUNT(*) FROM deduction_line"), 2);
    QCOMPARE(world.events.back().what, api::EventKind::Placed);
    QVERIFY(world.queue.empty());
}

void TestOrders::placeIsAllLinesOrNone() {
    auto& world = *m_world;
    const auto refused = world.place(world.request("A1", {{Sku("tea"), 1, Money{1}}, {Sku("rice"), 6, Money{1}}}));
    REFUSED(refused, ErrorCode::OutOfStock);
    QCOMPARE(refused.error().field, std::string("sku"));
    QCOMPARE(refused.error().value, std::string("rice"));
    // The same SKU on two lines counts together.
    REFUSED(world.place(world.request("A1", {{Sku("rice"), 3, Money{1}}, {Sku("rice"), 3, Money{1}}})),
            ErrorCode::OutOfStock);
    REFUSED(world.place(world.request("A1", {{Sku("tea"), 1, Money{1}}, {Sku("cake"), 1, Money{1}}})),
            ErrorCode::UnknownSku);
    QCOMPARE(world.stock("tea"), 100);
    QCOMPARE(world.stock("rice"), 5);
    QCOMPARE(world.number("SELECT COUNT(*) FROM orders"), 0);
    QCOMPARE(world.number("SELECT COUNT(*) FROM order_event"), 0);
}

void TestOrders::sameKeySameBodyGetsTheFirstAnswer() {
    auto& world = *m_world;
    const auto order = world.request("A1", {{Sku("rice"), 5, Money{3}}});
    const auto first = world.place(order);
    DONE(first);
    QVERIFY(!first->repeated);
    // Also now that there is no stock left for it.
    const auto again = world.place(order);
    DONE(again);
    QVERIFY(again->repeated);
    QCOMPARE(again->id, first->id);
    QCOMPARE(again->orderNo, first->orderNo);
    QCOMPARE(again->payable, first->payable);
    QCOMPARE(world.number("SELECT COUNT(*) FROM orders"), 1);
    QCOMPARE(world.stock("rice"), 0);
}

void TestOrders::sameKeyOtherBodyIsRefused_data() {
    QTest::addColumn<int>("change");
    for (const int change : {0, 1, 2, 3, 4, 5, 6}) {
        QTest::addRow("change %d", change) << change;
    }
}

void TestOrders::sameKeyOtherBodyIsRefused() {
    auto& world = *m_world;
    QFETCH(int, change);
    auto order = world.request("A1");
    DONE(world.place(order));
    switch (change) {
        case 0: order.user = UserId("other"); break;
        case 1: order.lines[0].quantity = 2; break;
        case 2: order.lines[0].unitPrice = Money{101}; break;
        case 3: order.lines[0].sku = Sku("rice"); break;
        case 4: order.lines.push_back(order.lines[0]); break;
        case 5: order.campus = CampusId("elsewhere"); break;
        default: order.placedAt = Instant{5}; break;
    }
    const auto refused = world.place(order);
    REFUSED(refused, ErrorCode::KeyReused);
    QCOMPARE(refused.error().value, std::string("A1"));
    QCOMPARE(world.stock("tea"), 99);
}

void TestOrders::numbersAndKeysAreUnique() {
    auto& world = *m_world;
    DONE(world.place(world.request("A1")));
    auto order = world.request("A1");
    order.key = "other key";
    REFUSED(world.place(order), ErrorCode::AlreadyExists);
    order = world.request("B1");
    order.key = "A1";  // the number of the first order was its key
    REFUSED(world.place(order), ErrorCode::KeyReused);
    order.key = "key of B1";
    DONE(world.place(order));
    order.orderNo = OrderNo("B2");
    REFUSED(world.place(order), ErrorCode::KeyReused);
    // Ids keep their case.
    DONE(world.place(world.request("a1")));
    QCOMPARE(world.stock("tea"), 97);
}

void TestOrders::placeRefusals_data() {
    QTest::addColumn<int>("fault");
    QTest::addColumn<QString>("field");
    QTest::addColumn<int>("code");
    const auto invalid = static_cast<int>(ErrorCode::InvalidArgument);
    QTest::newRow("no key") << 0 << "key" << invalid;
    QTest::newRow("key too long") << 1 << "key" << invalid;
    QTest::newRow("no user") << 2 << "user" << invalid;
    QTest::newRow("control character") << 3 << "user" << invalid;
    QTest::newRow("no lines") << 4 << "lines" << invalid;
    QTest::newRow("too many lines") << 5 << "lines" << invalid;
    QTest::newRow("quantity 0") << 6 << "quantity" << invalid;
    QTest::newRow("quantity too large") << 7 << "quantity" << invalid;
    QTest::newRow("negative price") << 8 << "unit_price" << invalid;
    QTest::newRow("price too large") << 9 << "unit_price" << invalid;
    QTest::newRow("empty sku") << 10 << "sku" << invalid;
    QTest::newRow("unknown campus") << 11 << "campus" << static_cast<int>(ErrorCode::NotFound);
    QTest::newRow("not UTF-8") << 12 << "order_no" << invalid;
}

void TestOrders::placeRefusals() {
    auto& world = *m_world;
    QFETCH(int, fault);
    QFETCH(QString, field);
    QFETCH(int, code);
    auto order = world.request("A1");
    switch (fault) {
        case 0: order.key.clear(); break;
        case 1: order.key = std::string(65, 'x'); break;
        case 2: order.user = UserId(""); break;
        case 3: order.user = UserId("a\nb"); break;
        case 4: order.lines.clear(); break;
        case 5: order.lines.resize(10'001, order.lines[0]); break;
        case 6: order.lines[0].quantity = 0; break;
        case 7: order.lines[0].quantity = 1'000'001; break;
        case 8: order.lines[0].unitPrice = Money{-1}; break;
        case 9: order.lines[0].unitPrice = Money{base::kMaxMoneyMinor + 1}; break;
        case 10: order.lines[0].sku = Sku(""); break;
        case 11: order.campus = CampusId("nowhere"); break;
        default: order.orderNo = OrderNo("\xff"); break;
    }
    const auto refused = world.place(order);
    REFUSED(refused, static_cast<ErrorCode>(code));
    QCOMPARE(QString::fromStdString(refused.error().field), field);
    QCOMPARE(world.number("SELECT COUNT(*) FROM orders"), 0);
    QCOMPARE(world.stock("tea"), 100);
}

void TestOrders::totalBeyondMoneyIsOverflow() {
    auto& world = *m_world;
    const Money most{base::kMaxMoneyMinor};
    REFUSED(world.place(world.request("A1", {{Sku("tea"), 2, most}})), ErrorCode::Overflow);
    REFUSED(world.place(world.request("A1", {{Sku("tea"), 1, most}, {Sku("tea"), 1, Money{1}}})), ErrorCode::Overflow);
}

void TestOrders::amountsHaveALargest() {
    auto& world = *m_world;
    const std::int64_t largest = 1'000'000'000;  // ten million of two digits
    const auto refused = [&](const auto& answer, const char* field, std::int64_t value) {
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::Overflow);
        QCOMPARE(answer.error().field, std::string(field));
        QCOMPARE(answer.error().value, std::to_string(value));
    };
    refused(world.place(world.request("A1", {{Sku("tea"), 1, Money{largest + 1}}})), "unit_price", largest + 1);
    refused(world.place(world.request("A1", {{Sku("tea"), 2, Money{largest / 2 + 1}}})), "total", largest + 2);
    refused(world.pay("nowhere", largest + 1), "amount", largest + 1);
    refused(world.run<void>([&](auto& work) {
        return orders::upsertProducts(work, {{Sku("tea"), "Tea", Money{largest + 1}, 1}}, true);
    }),
            "unit_price", largest + 1);
    QCOMPARE(world.number("SELECT (SELECT COUNT(*) FROM orders) + (SELECT COUNT(*) FROM owed_payment)"), 0);
    DONE(world.place(world.request("A1", {{Sku("tea"), 1, Money{largest}}})));
    refused(world.pay("A1", largest + 1), "amount", largest + 1);
    const auto paid = world.pay("A1", largest);
    DONE(paid);
    QCOMPARE(paid->outcome, api::PaymentOutcome::Accepted);
}

/// Placed while more was allowed.
void TestOrders::whatAnOrderAsksForIsPaid() {
    auto& world = *m_world;
    DONE(world.place(world.request("A1", {{Sku("tea"), 1, Money{500}}})));
    DONE(store::meta::setLargestAmount(world.database(), Money{400}));
    world.database().memo(store::Database::Memo::Refunds).reset();  // as when it is opened again
    REFUSED(world.place(world.request("A2", {{Sku("tea"), 1, Money{401}}})), ErrorCode::Overflow);
    REFUSED(world.pay("A1", 501, "P1"), ErrorCode::Overflow);
    const auto paid = world.pay("A1", 500, "P2");
    DONE(paid);
    QCOMPARE(paid->outcome, api::PaymentOutcome::Accepted);
    REFUSED(world.pay("A1", 500, "P3"), ErrorCode::Overflow);
}

void TestOrders::sumsOfTheLedgerAreBounded() {
    auto& world = *m_world;
    DONE(world.place(world.request("A1")));
    DONE(world.place(world.request("A2")));
    const auto most = (std::int64_t{1} << 62) - 150;
    DONE(world.database().execute("UPDATE ledger_balance SET debit = " + std::to_string(most) +
                                  " WHERE account = 'provider_clearing'"));
    world.database().memo(store::Database::Memo::Refunds).reset();
    DONE(world.pay("A1", 100));
    const auto refused = world.pay("A2", 100);
    REFUSED(refused, ErrorCode::Overflow);
    QCOMPARE(refused.error().field, std::string("amount"));
    QCOMPARE(world.number("SELECT debit FROM ledger_balance WHERE account = 'provider_clearing'"), most + 100);
    QCOMPARE(world.detail("A2").row.status, Status::WaitPay);
    QCOMPARE(world.number("SELECT COUNT(*) FROM payment"), 1);
    // To the last unit.
    DONE(world.place(world.request("A3", {{Sku("tea"), 1, Money{51}}})));
    DONE(world.place(world.request("A4", {{Sku("tea"), 1, Money{50}}})));
    DONE(world.place(world.request("A5", {{Sku("tea"), 1, Money{1}}})));
    REFUSED(world.pay("A3", 51), ErrorCode::Overflow);
    DONE(world.pay("A4", 50));
    REFUSED(world.pay("A5", 1), ErrorCode::Overflow);
}

void TestOrders::manyLines() {
    auto& world = *m_world;
    std::vector<api::OrderLine> lines;
    for (int i = 0; i < 150; ++i) {  // more than one statement takes
        const auto sku = "sku " + std::to_string(i % 75);
        DONE(world.product(sku.c_str(), 10));
        lines.push_back({Sku(sku), 1 + i % 3, Money{i}});
    }
    DONE(world.place(world.request("A1", lines)));
    const auto detail = world.detail("A1");
    QCOMPARE(detail.lines.size(), lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        QCOMPARE(detail.lines[i].line, lines[i]);
    }
    QCOMPARE(world.number("SELECT SUM(quantity) FROM deduction_line"), 300);
    QCOMPARE(world.number("SELECT SUM(10 - stock) FROM product WHERE sku LIKE 'sku %'"), 300);
}

void TestOrders::makesOrderNumbers() {
    auto& world = *m_world;
    auto order = world.request("K1");
    order.orderNo = OrderNo();
    const auto first = world.place(order);
    DONE(first);
    QCOMPARE(first->orderNo.str().size(), std::size_t{16});
    const auto again = world.place(order);
    DONE(again);
    QVERIFY(again->repeated);
    QCOMPARE(again->orderNo, first->orderNo);
    order.key = "K2";
    const auto second = world.place(order);
    DONE(second);
    QVERIFY(second->orderNo != first->orderNo);
}

void TestOrders::placeAvailableLeavesOut() {
    auto& world = *m_world;
    const auto available = [&](const api::PlaceOrder& order) {
        return world.run<api::PlacedOrder>([&](auto& work) { return orders::placeAvailable(work, order); });
    };
    // Line by line: the second rice line does not fit any more, the third does.
    const auto order = world.request("A1", {{Sku("rice"), 4, Money{10}},
                                            {Sku("rice"), 2, Money{10}},
                                            {Sku("cake"), 1, Money{10}},
                                            {Sku("rice"), 1, Money{10}}});
    const auto placed = available(order);
    DONE(placed);
    QCOMPARE(placed->payable.minor, 50);
    QCOMPARE(placed->skipped.size(), std::size_t{2});
    QCOMPARE(placed->skipped[0].first, std::size_t{1});
    QCOMPARE(placed->skipped[0].second.code, ErrorCode::OutOfStock);
    QCOMPARE(placed->skipped[1].first, std::size_t{2});
    QCOMPARE(placed->skipped[1].second.code, ErrorCode::UnknownSku);
    QCOMPARE(world.stock("rice"), 0);
    QCOMPARE(world.detail("A1").lines.size(), std::size_t{2});
    REFUSED(available(order), ErrorCode::AlreadyExists);
    REFUSED(available(world.request("A2", {{Sku("rice"), 1, Money{1}}, {Sku("cake"), 1, Money{1}}})),
            ErrorCode::OutOfStock);
    REFUSED(available(world.request("A2", {{Sku("cake"), 1, Money{1}}, {Sku("rice"), 1, Money{1}}})),
            ErrorCode::UnknownSku);
    QCOMPARE(world.number("SELECT COUNT(*) FROM orders"), 1);
}

void TestOrders::placeAvailableMayPay() {
    auto& world = *m_world;
    auto order = world.request("A1");
    order.payWith = PaymentNo("PX");
    DONE(world.run<api::PlacedOrder>([&](auto& work) { return orders::placeAvailable(work, order); }));
    QCOMPARE(world.detail("A1").row.status, Status::Paid);
    QCOMPARE(world.queue.size(), std::size_t{1});
    // The payment number is taken: neither order nor payment.
    auto second = world.request("A2");
    second.payWith = PaymentNo("PX");
    REFUSED(world.run<api::PlacedOrder>([&](auto& work) { return orders::placeAvailable(work, second); }),
            ErrorCode::KeyReused);
    QCOMPARE(world.number("SELECT COUNT(*) FROM orders"), 1);
    QCOMPARE(world.stock("tea"), 99);
}

void TestOrders::payment() {
    auto& world = *m_world;
    DONE(world.place(world.request("A1")));
    const auto paid = world.pay("A1");
    DONE(paid);
    QCOMPARE(paid->outcome, api::PaymentOutcome::Accepted);
    QVERIFY(!paid->owed);
    const auto detail = world.detail("A1");
    QCOMPARE(detail.row.status, Status::Paid);
    QCOMPARE(detail.row.wait, api::WaitReason::Message);
    QCOMPARE(detail.paid.minor, 100);
    QCOMPARE(detail.paymentNo, PaymentNo("PA1"));
    QCOMPARE(world.queue.size(), std::size_t{1});
    QCOMPARE(world.queue.front().topic, std::string("order@@first"));
    QCOMPARE(std::string(world.queue.front().field("no")), std::string("A1"));
    QCOMPARE(std::string(world.queue.front().field("epoch")), std::string("1"));
}

// What an import records was not paid in this minute, whenever it is recorded.
void TestOrders::paymentOfARecordedOrder() {
    auto& world = *m_world;
    const auto paidEvent = [&](const api::PlaceOrder& order) {
        world.events.clear();
        const bool paid = world.place(order) && world.pay(order.orderNo.str());
        for (const auto& event : world.events) {
            if (paid && event.what == api::EventKind::Paid) {
                return std::optional(event.recorded);
            }
        }
        return std::optional<bool>();
    };
    auto recorded = world.request("A1");
    recorded.placedAt = world.now.plusMs(-3'600'000);
    QCOMPARE(paidEvent(recorded), std::optional(true));
    QCOMPARE(world.detail("A1").row.placedAt, world.now.plusMs(-3'600'000));
    QCOMPARE(world.detail("A1").row.paidAt, std::optional(world.now));
    QCOMPARE(paidEvent(world.request("A2")), std::optional(false));
    QCOMPARE(world.detail("A2").row.placedAt, world.now);
}

void TestOrders::paymentOfWhatWasSeen() {
    auto& world = *m_world;
    DONE(world.place(world.request("A1")));
    const auto seen = world.detail("A1").row.version;
    const auto pay = [&](std::int64_t version) {
        const api::PayOrder payment{PaymentNo("P1"), OrderNo("A1"), Money{100}, version};
        return world.run<api::PaymentAnswer>([&](auto& work) { return orders::pay(work, payment); });
    };
    REFUSED(pay(seen + 1), ErrorCode::Conflict);
    QCOMPARE(world.number("SELECT COUNT(*) FROM owed_payment"), 0);  // nothing was paid, so nothing is owed
    DONE(pay(seen));
    QCOMPARE(world.detail("A1").row.status, Status::Paid);
    const auto again = pay(seen);  // the number is known: the first answer, whatever the version
    DONE(again);
    QVERIFY(again->repeated);
}

void TestOrders::paymentAgain() {
    auto& world = *m_world;
    DONE(world.place(world.request("A1")));
    DONE(world.place(world.request("A2")));
    DONE(world.pay("A1"));
    const auto again = world.pay("A1");
    DONE(again);
    QVERIFY(again->repeated);
    QCOMPARE(again->outcome, api::PaymentOutcome::Accepted);
    QCOMPARE(world.queue.size(), std::size_t{1});
    REFUSED(world.pay("A1", 101), ErrorCode::KeyReused);
    REFUSED(world.pay("A2", 100, "PA1"), ErrorCode::KeyReused);
    // Also after the order was closed: the first answer stays.
    DONE(world.close("A1"));
    const auto late = world.pay("A1");
    DONE(late);
    QVERIFY(late->repeated);
    QCOMPARE(late->outcome, api::PaymentOutcome::Accepted);
    QCOMPARE(world.number("SELECT COUNT(*) FROM owed_payment"), 0);
}

void TestOrders::paymentOutcomes() {
    auto& world = *m_world;
    DONE(world.place(world.request("A1")));
    const auto expectOwed = [&](const char* no, std::int64_t amount, const char* number, api::OwedKind kind) {
        const auto answer = world.pay(no, amount, number);
        QVERIFY(answer.has_value());
        QCOMPARE(answer->outcome, api::PaymentOutcome::Unmatched);
        QCOMPARE(answer->owed, kind);
        QVERIFY(!answer->repeated);
        const auto again = world.pay(no, amount, number);  // first answer, no second row
        QVERIFY(again.has_value());
        QVERIFY(again->repeated);
        QCOMPARE(again->owed, kind);
    };
    expectOwed("A1", 99, "P1", api::OwedKind::WrongAmount);
    expectOwed("nowhere", 5, "P2", api::OwedKind::UnknownOrder);
    QCOMPARE(world.detail("A1").row.status, Status::WaitPay);
    DONE(world.pay("A1", 100, "P3"));
    expectOwed("A1", 100, "P4", api::OwedKind::SecondPayment);
    QCOMPARE(world.number("SELECT COUNT(*) FROM owed_payment"), 3);
    QCOMPARE(world.number("SELECT SUM(amount) FROM owed_payment"), 204);
    REFUSED(world.pay("A1", 98, "P1"), ErrorCode::KeyReused);
    REFUSED(world.pay("A1", 5, "P2"), ErrorCode::KeyReused);
    REFUSED(world.pay("A1", -1, "P9"), ErrorCode::InvalidArgument);
    // An order that comes to be after its payment: the number keeps its first answer.
    DONE(world.place(world.request("nowhere", {{Sku("tea"), 1, Money{5}}})));
    const auto known = world.pay("nowhere", 5, "P2");
    DONE(known);
    QVERIFY(known->repeated);
    QCOMPARE(known->owed, api::OwedKind::UnknownOrder);
    QCOMPARE(world.detail("nowhere").row.status, Status::WaitPay);
    QCOMPARE(world.detail("A1").owed.size(), std::size_t{2});
}

void TestOrders::freeOrder() {
    auto& world = *m_world;
    DONE(world.place(world.request("A1", {{Sku("tea"), 3, Money{0}}})));
    const auto paid = world.pay("A1", 0);
    DONE(paid);
    QCOMPARE(paid->outcome, api::PaymentOutcome::Accepted);
    DONE(world.close("A1"));
    QCOMPARE(world.number("SELECT COUNT(*) FROM owed_payment"), 0);
    QCOMPARE(world.number("SELECT COUNT(*) FROM refund"), 0);
    QCOMPARE(world.number("SELECT COUNT(*) FROM ledger_entry"), 0);
    QCOMPARE(world.stock("tea"), 100);
}

void TestOrders::failedUnitLeavesNothing() {
    auto& world = *m_world;
    DONE(world.place(world.request("A1")));
    world.failCommit = true;
    REFUSED(world.pay("A1"), ErrorCode::Storage);
    REFUSED(world.place(world.request("A2")), ErrorCode::Storage);
    world.failCommit = false;
    QVERIFY(world.queue.empty());  // the message exists if and only if the payment does
    QCOMPARE(world.detail("A1").row.status, Status::WaitPay);
    QCOMPARE(world.number("SELECT COUNT(*) FROM payment"), 0);
    QCOMPARE(world.stock("tea"), 99);
    DONE(world.pay("A1"));
    QCOMPARE(world.queue.size(), std::size_t{1});
}

void TestOrders::closeGivesEverythingBackOnce() {
    auto& world = *m_world;
    DONE(world.couriers({"ann", "bob"}));
    DONE(world.place(world.request("A1", {{Sku("tea"), 7, Money{10}}, {Sku("rice"), 2, Money{15}}})));
    DONE(world.pay("A1"));
    QVERIFY(world.deliverAll());
    const auto courier = world.courierOf("A1");
    QCOMPARE(world.weight(courier.c_str()), 9990);
    DONE(world.close("A1"));
    QCOMPARE(world.stock("tea"), 100);
    QCOMPARE(world.stock("rice"), 5);
    QCOMPARE(world.weight(courier.c_str()), 10000);
    const auto detail = world.detail("A1");
    QCOMPARE(detail.row.status, Status::Closed);
    QCOMPARE(detail.row.closeReason, api::CloseReason::Cancelled);
    QCOMPARE(detail.owed.size(), std::size_t{0});
    QCOMPARE(world.number("SELECT amount FROM refund WHERE cause = 'closed_order' AND status = 'PENDING'"), 100);
    QVERIFY(world.weightsAgree());
    REFUSED(world.close("A1"), ErrorCode::WrongStatus);
    QCOMPARE(world.stock("tea"), 100);
    QCOMPARE(world.weight(courier.c_str()), 10000);
    QCOMPARE(world.number("SELECT COUNT(*) FROM refund"), 1);
}

void TestOrders::closeBeforePayment() {
    auto& world = *m_world;
    DONE(world.place(world.request("A1", {{Sku("tea"), 7, Money{10}}})));
    DONE(world.close("A1"));
    QCOMPARE(world.stock("tea"), 100);
    QCOMPARE(world.number("SELECT COUNT(*) FROM owed_payment"), 0);
    // Paid, but its message comes after the closing: nobody is charged.
    DONE(world.couriers({"ann"}));
    QVERIFY(world.deliverAll());
    QVERIFY(world.buy("A2"));
    DONE(world.close("A2"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.weight("ann"), 10000);
    QCOMPARE(world.courierOf("A2"), std::string());
    QCOMPARE(world.number("SELECT COUNT(*) FROM refund WHERE cause = 'closed_order'"), 1);
}

void TestOrders::closeRefusals() {
    auto& world = *m_world;
    DONE(world.couriers({"ann"}));
    REFUSED(world.close("none"), ErrorCode::NotFound);
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    const auto version = world.detail("A1").row.version;
    REFUSED(world.close("A1", version - 1), ErrorCode::Conflict);
    DONE(world.report(Kind::PickedUp, "A1", "ann", 1));
    REFUSED(world.close("A1"), ErrorCode::WrongStatus);
    REFUSED(world.close("A1", version), ErrorCode::Conflict);
    DONE(world.report(Kind::Delivered, "A1", "ann", 1));
    REFUSED(world.close("A1"), ErrorCode::WrongStatus);
    QCOMPARE(world.stock("tea"), 99);
}

void TestOrders::latePayment() {
    auto& world = *m_world;
    DONE(world.place(world.request("A1")));
    DONE(world.close("A1"));
    for (const bool repeated : {false, true}) {
        const auto answer = world.pay("A1");
        DONE(answer);
        QCOMPARE(answer->outcome, api::PaymentOutcome::Late);
        QCOMPARE(answer->owed, api::OwedKind::Late);
        QCOMPARE(answer->repeated, repeated);
    }
    QCOMPARE(world.detail("A1").row.status, Status::Closed);
    QVERIFY(world.queue.empty());
    QCOMPARE(world.detail("A1").events.back().kind, api::EventKind::LatePayment);
    REFUSED(world.pay("A1", 7), ErrorCode::KeyReused);
}

void TestOrders::stepIsKeptAfterPickUp() {
    auto& world = *m_world;
    DONE(world.couriers({"ann"}));
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    DONE(world.report(Kind::PickedUp, "A1", "ann", 1));
    DONE(world.report(Kind::Failed, "A1", "ann", 1, "nobody at home"));
    DONE(world.close("A1"));
    QCOMPARE(world.weight("ann"), 9990);  // it has worked for it
    QVERIFY(world.weightsAgree());
}

void TestOrders::reports() {
    auto& world = *m_world;
    DONE(world.couriers({"ann"}));
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    DONE(world.report(Kind::PickedUp, "A1", "ann", 1));
    QCOMPARE(world.detail("A1").row.status, Status::Delivering);
    REFUSED(world.close("A1"), ErrorCode::WrongStatus);  // it is on its way
    DONE(world.report(Kind::Failed, "A1", "ann", 1, "nobody at home"));
    QCOMPARE(world.detail("A1").row.status, Status::WaitPickUp);
    DONE(world.report(Kind::PickedUp, "A1", "ann", 1));
    DONE(world.report(Kind::Delivered, "A1", "ann", 1));
    const auto detail = world.detail("A1");
    QCOMPARE(detail.row.status, Status::Delivered);
    std::vector<api::EventKind> kinds;
    for (const auto& event : detail.events) {
        kinds.push_back(event.kind);
    }
    using E = api::EventKind;
    const std::vector<E> expected{E::Placed,         E::Paid,     E::Assigned, E::PickedUp,
                                  E::DeliveryFailed, E::PickedUp, E::Delivered};
    QCOMPARE(kinds, expected);
}

void TestOrders::reportRefusals() {
    auto& world = *m_world;
    DONE(world.couriers({"ann", "bob"}));
    REFUSED(world.report(Kind::PickedUp, "none", "ann", 1), ErrorCode::NotFound);
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    const auto courier = world.courierOf("A1");
    const std::string other = courier == "ann" ? "bob" : "ann";
    REFUSED(world.report(Kind::PickedUp, "A1", other, 1), ErrorCode::InvalidArgument);
    REFUSED(world.report(Kind::PickedUp, "A1", courier, 2), ErrorCode::InvalidArgument);
    REFUSED(world.report(Kind::Delivered, "A1", courier, 1), ErrorCode::WrongStatus);
    const auto seen = world.detail("A1").row.version;
    const auto reportedBy = [&](const std::string& by, std::int64_t version) {
        const api::CourierReport report{Kind::PickedUp, OrderNo("A1"), CourierId(by), 1, {}, version};
        return world.run<void>([&](auto& work) { return orders::report(work, report); });
    };
    const auto reported = [&](std::int64_t version) { return reportedBy(courier, version); };
    REFUSED(reported(seen - 1), ErrorCode::Conflict);
    REFUSED(reportedBy(other, seen - 1), ErrorCode::Conflict);  // given to another since: a change, no mistake
    REFUSED(reportedBy(other, seen), ErrorCode::InvalidArgument);
    DONE(reported(seen));
    DONE(world.report(Kind::Failed, "A1", courier, 1, "nobody there"));
    REFUSED(reported(seen), ErrorCode::Conflict);  // the same status again, but not what was seen
    DONE(world.report(Kind::PickedUp, "A1", courier, 1));
    REFUSED(world.report(Kind::PickedUp, "A1", courier, 1), ErrorCode::WrongStatus);
    REFUSED(world.report(Kind::Failed, "A1", courier, 1), ErrorCode::InvalidArgument);  // no reason
    DONE(world.reassign("A1"));
    QVERIFY(world.deliverAll());
    QCOMPARE(world.courierOf("A1"), other);
    QCOMPARE(world.detail("A1").row.status, Status::Delivering);
    REFUSED(world.report(Kind::Delivered, "A1", courier, 1), ErrorCode::StaleEpoch);
    DONE(world.report(Kind::Delivered, "A1", other, 2));
}

void TestOrders::catalogue() {
    auto& world = *m_world;
    DONE(world.product("tea", 20, true));
    QCOMPARE(world.stock("tea"), 120);
    DONE(world.place(world.request("A1", {{Sku("tea"), 30, Money{1}}})));
    DONE(world.product("tea", 50, false));
    QCOMPARE(world.stock("tea"), 50);
    // M3: on hand = received − deducted.
    QCOMPARE(world.number("SELECT SUM(quantity) FROM stock_entry WHERE sku = 'tea'"), 80);
    using Rows = std::vector<api::ProductRow>;
    const auto upsert = [&](const Rows& rows) {
        return world.run<void>([&](auto& work) { return orders::upsertProducts(work, rows, true); });
    };
    REFUSED(upsert({{Sku("new"), "", Money{1}, 1}, {Sku("bad"), "", Money{-1}, 1}}), ErrorCode::InvalidArgument);
    REFUSED(upsert({{Sku("new"), "", Money{1}, 1}, {Sku("new"), "", Money{1}, 1}}), ErrorCode::InvalidArgument);
    REFUSED(upsert({{Sku("tea"), "", Money{1}, api::kMaxStock}}), ErrorCode::Overflow);
    QCOMPARE(world.number("SELECT COUNT(*) FROM product"), 2);
}

void TestOrders::eventsNameTheirActor() {
    auto& world = *m_world;
    DONE(world.couriers({"ann"}));
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    const auto events = world.detail("A1").events;
    QCOMPARE(events[0].actor, std::string("local:tester"));
    QCOMPARE(events[2].actor, std::string("system"));
    QCOMPARE(events[2].detail, std::string("ann"));
}

/// Whatever comes after the order's own payment is owed: late once it is closed, a second one before.
void TestOrders::paymentInEachStatus() {
    auto& world = *m_world;
    QVERIFY(world.buy("A1"));
    const auto order = world.detail("A1").row.id;
    for (const std::string status : {"PAID", "WAIT_PICK_UP", "DELIVERING", "DELIVERED", "COMPLETED", "CLOSED"}) {
        const bool late = status == "CLOSED";
        DONE(world.database().execute("UPDATE orders SET status = '" + status + "' WHERE order_no = 'A1'"));
        world.events.clear();
        const auto answer = world.pay("A1", 100, "P of " + status);
        DONE(answer);
        QCOMPARE(answer->outcome, late ? api::PaymentOutcome::Late : api::PaymentOutcome::Unmatched);
        QCOMPARE(answer->owed, std::optional(late ? api::OwedKind::Late : api::OwedKind::SecondPayment));
        const auto detail = world.detail("A1");
        QCOMPARE(detail.events.back().kind, late ? api::EventKind::LatePayment : api::EventKind::UnmatchedPayment);
        QCOMPARE(detail.events.back().detail, "P of " + status + ": 100, " + (late ? "late" : "second_payment"));
        QCOMPARE(std::string(api::toText(detail.row.status)), status);
        int told = 0;
        for (const auto& event : world.events) {
            if (event.kind == api::Event::Kind::PaymentOwed) {
                ++told;
                QCOMPARE(event.order, order);
                QCOMPARE(event.campus, world.campus);
            }
        }
        QCOMPARE(told, 1);
    }
    QCOMPARE(world.detail("A1").owed.size(), std::size_t{6});
    QCOMPARE(world.queue.size(), std::size_t{1});  // that of the first payment
}

void TestOrders::paymentLimits() {
    auto& world = *m_world;
    DONE(world.place(world.request("A1")));
    const auto pay = [&](const char* no, const char* number, std::int64_t amount) {
        const api::PayOrder payment{PaymentNo(number), OrderNo(no), Money{amount}};
        return world.run<api::PaymentAnswer>([&](auto& work) { return orders::pay(work, payment); });
    };
    REFUSED_FIELD(pay("A1", "", 100), ErrorCode::InvalidArgument, "payment_no");
    REFUSED_FIELD(pay("", "P", 100), ErrorCode::InvalidArgument, "order_no");
    REFUSED_FIELD(pay("A1", "P", -1), ErrorCode::InvalidArgument, "amount");
    REFUSED_FIELD(pay("A1", "P", base::kMaxMoneyMinor + 1), ErrorCode::InvalidArgument, "amount");
    REFUSED_FIELD(pay("A1", "P", base::kMaxMoneyMinor), ErrorCode::Overflow, "amount");
    QCOMPARE(world.number("SELECT COUNT(*) FROM owed_payment"), 0);
    DONE(pay("A1", "P", 100));
    QCOMPARE(world.detail("A1").row.paidAt, std::optional(world.now));
}

void TestOrders::owedPaymentsAreListed() {
    auto& world = *m_world;
    DONE(world.place(world.request("A1")));
    DONE(world.pay("A1", 1, "b"));
    DONE(world.pay("A1", 2, "a"));
    world.now = world.now.plusMs(1);
    DONE(world.pay("nowhere", 3, "c"));
    DONE(world.pay("A1", 4, "0"));
    const auto numbers = [&](std::int64_t offset, std::int64_t limit) {
        std::string found;
        for (const auto listed = store::payments::owed(world.database(), offset, limit);
             const auto& row : listed.value()) {
            found += row.paymentNo.str() + std::to_string(row.amount.minor);
        }
        return found;
    };
    QCOMPARE(numbers(0, 10), std::string("04c3a2b1"));  // the newest first
    QCOMPARE(numbers(1, 2), std::string("c3a2"));
    QCOMPARE(numbers(3, 10), std::string("b1"));
    const auto rows = store::payments::owed(world.database(), 1, 1);
    QCOMPARE(rows->front().orderNo, std::string("nowhere"));
    QCOMPARE(rows->front().kind, api::OwedKind::UnknownOrder);
    QCOMPARE(rows->front().at, world.now);
    const auto ofOrder = world.detail("A1").owed;  // the oldest first
    QCOMPARE(ofOrder.size(), std::size_t{3});
    QCOMPARE(ofOrder.front().paymentNo, PaymentNo("a"));
    QCOMPARE(ofOrder.back().paymentNo, PaymentNo("0"));
}

void TestOrders::closeInEachStatus() {
    auto& world = *m_world;
    int orders = 0;
    for (const std::string status :
         {"WAIT_PAY", "PAID", "WAIT_PICK_UP", "DELIVERING", "DELIVERED", "COMPLETED", "CLOSED"}) {
        const auto no = "A" + std::to_string(++orders);
        DONE(world.place(world.request(no)));
        if (status != "WAIT_PAY") {
            DONE(world.pay(no));
        }
        DONE(world.database().execute("UPDATE orders SET status = '" + status + "' WHERE order_no = '" + no + "'"));
        const auto before = world.detail(no).row.version;
        const auto closed = world.close(no, before);
        const auto row = world.detail(no).row;
        if (status == "WAIT_PAY" || status == "PAID" || status == "WAIT_PICK_UP") {
            DONE(closed);
            QCOMPARE(row.status, Status::Closed);
            QCOMPARE(row.version, before + 1);
            QCOMPARE(world.detail(no).events.back().detail, std::string("cancelled: because"));
        } else {
            REFUSED_FIELD(closed, ErrorCode::WrongStatus, "status");
            QCOMPARE(closed.error().value, status);
            QCOMPARE(row.version, before);
        }
    }
    QCOMPARE(world.stock("tea"), 100 - 4);
    QCOMPARE(world.number("SELECT COUNT(*) FROM refund WHERE cause = 'closed_order'"), 2);
}

/// Nobody has to look at what could not be dispatched of an order that is closed; of others it stays.
void TestOrders::closeResolvesItsDeadLetters() {
    auto& world = *m_world;
    const auto letter = [&](const char* no) {
        return world.database().execute(
            std::string("INSERT INTO dead_letter(topic, message_id, payload, order_no, epoch, reason, attempts, at) "
                        "VALUES ('order@@first', '1-0', '', '") +
            no + "', 1, 'because', 1, 1)");
    };
    const auto changed = [&] {
        int told = 0;
        for (const auto& event : world.events) {
            told += event.kind == api::Event::Kind::DeadLettersChanged ? 1 : 0;
        }
        return told;
    };
    const auto open = [&] { return world.number("SELECT COUNT(*) FROM dead_letter WHERE resolved_at IS NULL"); };
    for (const char* no : {"A1", "A2", "A3"}) {
        QVERIFY(world.buy(no));
    }
    DONE(letter("A1"));
    DONE(letter("A1"));
    DONE(letter("A2"));
    world.events.clear();
    DONE(world.close("A3"));  // has none
    QCOMPARE(open(), 3);
    QCOMPARE(changed(), 0);
    DONE(world.close("A1"));
    QCOMPARE(open(), 1);
    QCOMPARE(changed(), 1);
    QCOMPARE(world.number("SELECT COUNT(*) FROM dead_letter WHERE order_no = 'A1' AND resolution = 'order closed' AND "
                          "resolved_at = " +
                          std::to_string(world.now.ms)),
             2);
}

/// Each report in each status: it moves the order from one of them, and is refused in all others.
void TestOrders::reportInEachStatus() {
    auto& world = *m_world;
    DONE(world.couriers({"ann"}));
    struct Row {
        Kind kind;
        const char* from;
        const char* to;
        api::EventKind event;
        const char* detail;
    };
    int orders = 0;
    for (const auto& row :
         {Row{Kind::PickedUp, "WAIT_PICK_UP", "DELIVERING", api::EventKind::PickedUp, "ann: a note"},
          Row{Kind::Delivered, "DELIVERING", "DELIVERED", api::EventKind::Delivered, "ann: a note"},
          Row{Kind::Failed, "DELIVERING", "WAIT_PICK_UP", api::EventKind::DeliveryFailed, "ann: a note"}}) {
        for (const std::string status :
             {"WAIT_PAY", "PAID", "WAIT_PICK_UP", "DELIVERING", "DELIVERED", "COMPLETED", "CLOSED"}) {
            const auto no = "A" + std::to_string(++orders);
            QVERIFY(world.buy(no));
            QVERIFY(world.deliverAll());
            DONE(world.database().execute("UPDATE orders SET status = '" + status + "' WHERE order_no = '" + no + "'"));
            const auto before = world.detail(no).row.version;
            const auto reported = world.report(row.kind, no, "ann", 1, "a note");
            const auto detail = world.detail(no);
            if (status != row.from) {
                REFUSED_FIELD(reported, ErrorCode::WrongStatus, "status");
                QCOMPARE(reported.error().value, status);
                QCOMPARE(detail.row.version, before);
                continue;
            }
            DONE(reported);
            QCOMPARE(std::string(api::toText(detail.row.status)), std::string(row.to));
            QCOMPARE(detail.row.version, before + 1);
            QCOMPARE(detail.row.courier, CourierId("ann"));
            QCOMPARE(world.events.back().what, std::optional(row.event));
            QCOMPARE(world.events.back().courier, CourierId("ann"));
            QCOMPARE(world.events.back().order, detail.row.id);
            QCOMPARE(detail.events.back().kind, row.event);
            QCOMPARE(detail.events.back().detail, std::string(row.detail));
            QCOMPARE(world.number("SELECT COUNT(*) FROM assignment WHERE picked_up_at IS NOT NULL AND order_id = " +
                                  std::to_string(detail.row.id.value)),
                     row.kind == Kind::PickedUp ? 1 : 0);
        }
    }
}

void TestOrders::reportFields() {
    auto& world = *m_world;
    DONE(world.couriers({"ann", "bob"}));
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    DONE(world.reassign("A1", world.courierOf("A1") == "ann" ? "bob" : "ann"));
    QVERIFY(world.deliverAll());
    const auto courier = world.courierOf("A1");
    const std::string longest(500, 'x');
    REFUSED_FIELD(world.report(Kind::PickedUp, "", courier, 2), ErrorCode::InvalidArgument, "order_no");
    REFUSED_FIELD(world.report(Kind::PickedUp, "none", courier, 2), ErrorCode::NotFound, "order_no");
    REFUSED_FIELD(world.report(Kind::PickedUp, "A1", "", 2), ErrorCode::InvalidArgument, "courier");
    REFUSED_FIELD(world.report(Kind::PickedUp, "A1", "cid", 2), ErrorCode::InvalidArgument, "courier");
    REFUSED_FIELD(world.report(Kind::PickedUp, "A1", courier, 1), ErrorCode::StaleEpoch, "epoch");
    REFUSED_FIELD(world.report(Kind::PickedUp, "A1", courier, 3), ErrorCode::InvalidArgument, "epoch");
    REFUSED_FIELD(world.report(Kind::PickedUp, "A1", courier, 2, longest + "x"), ErrorCode::InvalidArgument, "note");
    DONE(world.report(Kind::PickedUp, "A1", courier, 2, longest));
    for (const char* blank : {"", " ", "\t\r\n "}) {
        REFUSED_FIELD(world.report(Kind::Failed, "A1", courier, 2, blank), ErrorCode::InvalidArgument, "note");
    }
    DONE(world.report(Kind::Delivered, "A1", courier, 2));
    QCOMPARE(world.detail("A1").events.back().detail, courier);
}

void TestOrders::limitsOfTheCatalogue() {
    auto& world = *m_world;
    const auto upsert = [&](const api::ProductRow& row, bool add = true) {
        return world.run<void>([&](auto& work) { return orders::upsertProducts(work, {row}, add); });
    };
    const std::int64_t largest = 1'000'000'000;  // ten million of two digits
    REFUSED_FIELD(upsert({Sku(""), "New", Money{1}, 1}), ErrorCode::InvalidArgument, "sku");
    REFUSED_FIELD(upsert({Sku("new"), "a\nb", Money{1}, 1}), ErrorCode::InvalidArgument, "name");
    REFUSED_FIELD(upsert({Sku("new"), "New", Money{-1}, 1}), ErrorCode::InvalidArgument, "unit_price");
    REFUSED_FIELD(upsert({Sku("new"), "New", Money{base::kMaxMoneyMinor + 1}, 1}), ErrorCode::InvalidArgument,
                  "unit_price");
    REFUSED_FIELD(upsert({Sku("new"), "New", Money{largest + 1}, 1}), ErrorCode::Overflow, "unit_price");
    REFUSED_FIELD(upsert({Sku("new"), "New", Money{1}, -1}), ErrorCode::InvalidArgument, "stock");
    REFUSED_FIELD(upsert({Sku("new"), "New", Money{1}, api::kMaxStock + 1}), ErrorCode::InvalidArgument, "stock");
    DONE(upsert({Sku("free"), "Free", Money{0}, 0}));
    DONE(upsert({Sku("dear"), "Dear", Money{largest}, api::kMaxStock}));
    QCOMPARE(world.number("SELECT COUNT(*) FROM stock_entry WHERE sku = 'free'"), 0);  // nothing came
    QCOMPARE(world.number("SELECT quantity FROM stock_entry WHERE sku = 'dear'"), api::kMaxStock);
    // To the hundred of tea.
    REFUSED_FIELD(upsert({Sku("tea"), "Tea", Money{1}, api::kMaxStock - 99}), ErrorCode::Overflow, "stock");
    QCOMPARE(world.stock("tea"), 100);
    DONE(upsert({Sku("tea"), "Tea", Money{1}, api::kMaxStock - 100}));
    QCOMPARE(world.stock("tea"), api::kMaxStock);
    DONE(upsert({Sku("tea"), "Tea", Money{1}, api::kMaxStock}, false));  // as it is
    DONE(upsert({Sku("tea"), "Tea", Money{1}, 0}, false));
    QCOMPARE(world.stock("tea"), 0);
}

void TestOrders::whatTheCatalogueKeeps() {
    auto& world = *m_world;
    const auto upsert = [&](const std::vector<api::ProductRow>& rows, bool add) {
        return world.run<void>([&](auto& work) { return orders::upsertProducts(work, rows, add); });
    };
    world.now = world.now.plusMs(1'000);
    world.call.actor = api::Actor::administrator("ann");
    DONE(upsert({{Sku("milk"), "Milk", Money{250}, 7}, {Sku("tea"), "Green tea", Money{130}, 5}}, true));
    const auto found = store::products::findByPrefix(world.database(), "", 10);
    QCOMPARE(found->size(), std::size_t{3});
    QCOMPARE(found->at(0).sku, Sku("milk"));
    QCOMPARE(found->at(0).name, std::string("Milk"));
    QCOMPARE(found->at(0).unitPrice.minor, 250);
    QCOMPARE(found->at(0).stock, 7);
    QCOMPARE(found->at(1).sku, Sku("rice"));
    QCOMPARE(found->at(2).name, std::string("Green tea"));
    QCOMPARE(found->at(2).unitPrice.minor, 130);
    QCOMPARE(found->at(2).stock, 105);
    const auto entries =
        "SELECT COUNT(*) FROM stock_entry WHERE actor = 'ann' AND at = " + std::to_string(world.now.ms);
    QCOMPARE(world.number(entries), 2);
    QCOMPARE(world.number("SELECT quantity FROM stock_entry WHERE actor = 'ann' AND sku = 'tea'"), 5);
    // Set and not added: what was received is the difference.
    DONE(upsert({{Sku("tea"), "Green tea", Money{130}, 100}, {Sku("milk"), "Milk", Money{250}, 7}}, false));
    QCOMPARE(world.stock("tea"), 100);
    QCOMPARE(world.number("SELECT SUM(quantity) FROM stock_entry WHERE sku = 'tea'"), 100);
    QCOMPARE(world.number("SELECT MIN(quantity) FROM stock_entry WHERE sku = 'tea'"), -5);
    QCOMPARE(world.number("SELECT COUNT(*) FROM stock_entry WHERE sku = 'milk'"), 1);  // as many as before
    const auto twice = upsert({{Sku("new"), "", Money{1}, 1}, {Sku("new"), "", Money{1}, 1}}, true);
    REFUSED_FIELD(twice, ErrorCode::InvalidArgument, "sku");
}

void TestOrders::productsAreFound() {
    auto& world = *m_world;
    DONE(world.run<void>([&](auto& work) {
        return orders::upsertProducts(work,
                                      {{Sku("b-1"), "Apple", Money{1}, 1},
                                       {Sku("b-2"), "Bread", Money{1}, 1},
                                       {Sku("a-1"), "Bread of yesterday", Money{1}, 1},
                                       {Sku("c-1"), "b-1 is my name", Money{1}, 1}},
                                      true);
    }));
    const auto skus = [&](const char* prefix, std::int64_t limit) {
        std::string found;
        for (const auto listed = store::products::findByPrefix(world.database(), prefix, limit);
             const auto& row : listed.value()) {
            found += (found.empty() ? "" : " ") + row.sku.str();
        }
        return found;
    };
    QCOMPARE(skus("b-", 10), std::string("b-1 b-2 c-1"));  // by either, in order of SKU
    QCOMPARE(skus("Bread", 10), std::string("a-1 b-2"));
    QCOMPARE(skus("Bread", 1), std::string("a-1"));
    QCOMPARE(skus("Bread of", 10), std::string("a-1"));
    QCOMPARE(skus("read", 10), std::string());
    QCOMPARE(skus("b-1", 10), std::string("b-1 c-1"));
}

void TestOrders::limitsOfAnOrder() {
    auto& world = *m_world;
    DONE(world.product("tea", api::kMaxOrderQuantity + 1));
    const auto with = [&](const char* no, std::int64_t quantity, std::int64_t price) {
        return world.place(world.request(no, {{Sku("tea"), quantity, Money{price}}}));
    };
    REFUSED_FIELD(with("A1", api::kMaxOrderQuantity + 1, 1), ErrorCode::InvalidArgument, "quantity");
    REFUSED_FIELD(with("A1", -1, 1), ErrorCode::InvalidArgument, "quantity");
    REFUSED_FIELD(with("A1", 1, base::kMaxMoneyMinor), ErrorCode::Overflow, "unit_price");
    DONE(with("A1", api::kMaxOrderQuantity, 1'000));  // the largest amount there is
    REFUSED_FIELD(with("A2", api::kMaxOrderQuantity, 1'001), ErrorCode::Overflow, "total");
    const auto left = world.stock("tea");
    REFUSED_FIELD(with("A2", left + 1, 0), ErrorCode::OutOfStock, "sku");
    const auto last = with("A2", left, 0);
    DONE(last);
    QCOMPARE(last->payable.minor, 0);
    QCOMPARE(world.stock("tea"), 0);
    auto order = world.request("A3", {{Sku("rice"), 1, Money{1}}});
    order.campus = CampusId("");
    REFUSED_FIELD(world.place(order), ErrorCode::InvalidArgument, "campus");
    const auto refused = with("A3", 1, 0);
    REFUSED_FIELD(refused, ErrorCode::OutOfStock, "sku");
    QCOMPARE(refused.error().message, std::string("only 0 left"));
    QCOMPARE(refused.error().value, std::string("tea"));
}

void TestOrders::placeAvailableRefusals() {
    auto& world = *m_world;
    const auto available = [&](const api::PlaceOrder& order) {
        return world.run<api::PlacedOrder>([&](auto& work) { return orders::placeAvailable(work, order); });
    };
    DONE(available(world.request("A1", {{Sku("rice"), 1, Money{10}}})));
    auto order = world.request("A2", {{Sku("rice"), 1, Money{10}}});
    order.key = "A1";  // another number under a key that is known
    REFUSED_FIELD(available(order), ErrorCode::AlreadyExists, "order_no");
    order = world.request("A1", {{Sku("rice"), 1, Money{10}}});
    order.key = "A2";  // a number that is known under another key
    REFUSED_FIELD(available(order), ErrorCode::AlreadyExists, "order_no");
    order = world.request("A2", {{Sku("rice"), 1, Money{10}}});
    order.draw = api::OrderDraw{};
    REFUSED_FIELD(available(order), ErrorCode::InvalidArgument, "draw");
    order.draw.reset();
    order.campus = CampusId("nowhere");
    REFUSED_FIELD(available(order), ErrorCode::NotFound, "campus");
    order.campus = world.campus;
    order.lines[0].quantity = 0;
    REFUSED_FIELD(available(order), ErrorCode::InvalidArgument, "quantity");
    order.lines[0].quantity = 4;  // all that is left
    const auto placed = available(order);
    DONE(placed);
    QVERIFY(placed->skipped.empty());
    QCOMPARE(world.stock("rice"), 0);
    const auto none = available(world.request("A3", {{Sku("rice"), 1, Money{10}}}));
    REFUSED_FIELD(none, ErrorCode::OutOfStock, "sku");
    QCOMPARE(none.error().message, std::string("only 0 left"));
    QCOMPARE(world.number("SELECT COUNT(*) FROM orders"), 2);
}

}  // namespace test_orders

QTEST_GUILESS_MAIN(test_orders::TestOrders)
#include "test_orders.moc"
