// SPDX-License-Identifier: GPL-3.0-or-later
// Placing an order, rule by rule with the refusals: all lines or none, the key, numbers, limits, what is available.
#include <QtTest>

#include "engine/api/limits.h"
#include "engine/orders/catalogue.h"
#include "order_bench.h"
#include "tests/support/expect.h"

namespace test_order_placing {

using namespace evenhand;
using namespace evenhand::test::order_rules;

class TestOrderPlacing : public QObject, protected OrderBench {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }

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
    void manyLines();
    void makesOrderNumbers();
    void placeAvailableLeavesOut();
    void placeAvailableMayPay();
    void freeOrder();
    void failedUnitLeavesNothing();
    void limitsOfAnOrder();
    void placeAvailableRefusals();
};

void TestOrderPlacing::placeTakesStockAndRecordsTheDeduction() {
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

void TestOrderPlacing::placeIsAllLinesOrNone() {
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

void TestOrderPlacing::sameKeySameBodyGetsTheFirstAnswer() {
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

void TestOrderPlacing::sameKeyOtherBodyIsRefused_data() {
    QTest::addColumn<int>("change");
    for (const int change : {0, 1, 2, 3, 4, 5, 6}) {
        QTest::addRow("change %d", change) << change;
    }
}

void TestOrderPlacing::sameKeyOtherBodyIsRefused() {
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

void TestOrderPlacing::numbersAndKeysAreUnique() {
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

void TestOrderPlacing::placeRefusals_data() {
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

void TestOrderPlacing::placeRefusals() {
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

void TestOrderPlacing::totalBeyondMoneyIsOverflow() {
    auto& world = *m_world;
    const Money most{base::kMaxMoneyMinor};
    REFUSED(world.place(world.request("A1", {{Sku("tea"), 2, most}})), ErrorCode::Overflow);
    REFUSED(world.place(world.request("A1", {{Sku("tea"), 1, most}, {Sku("tea"), 1, Money{1}}})), ErrorCode::Overflow);
}

void TestOrderPlacing::amountsHaveALargest() {
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

void TestOrderPlacing::manyLines() {
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

void TestOrderPlacing::makesOrderNumbers() {
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

void TestOrderPlacing::placeAvailableLeavesOut() {
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

void TestOrderPlacing::placeAvailableMayPay() {
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

void TestOrderPlacing::freeOrder() {
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

void TestOrderPlacing::failedUnitLeavesNothing() {
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

void TestOrderPlacing::limitsOfAnOrder() {
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

void TestOrderPlacing::placeAvailableRefusals() {
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

}  // namespace test_order_placing

QTEST_GUILESS_MAIN(test_order_placing::TestOrderPlacing)
#include "test_order_placing.moc"
