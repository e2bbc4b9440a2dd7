// SPDX-License-Identifier: GPL-3.0-or-later
// Placing, paying, closing, courier reports and the catalogue, rule by rule with their refusals.
#include <QtTest>

#include "engine/api/limits.h"
#include "engine/orders/catalogue.h"
#include "engine/store/database/meta_store.h"
#include "tests/support/expect.h"
#include "tests/support/shops/rule_world.h"

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
    for (const int change : {0, 1, 2, 3, 4, 5}) {
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
    QCOMPARE(paidEvent(world.request("A2")), std::optional(false));
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
    const auto reported = [&](std::int64_t version) {
        const api::CourierReport report{Kind::PickedUp, OrderNo("A1"), CourierId(courier), 1, {}, version};
        return world.run<void>([&](auto& work) { return orders::report(work, report); });
    };
    REFUSED(reported(seen - 1), ErrorCode::Conflict);
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

QTEST_GUILESS_MAIN(TestOrders)
#include "test_orders.moc"
