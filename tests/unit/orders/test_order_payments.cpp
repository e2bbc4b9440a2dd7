// SPDX-License-Identifier: GPL-3.0-or-later
// Payments of an order, rule by rule: the first, the same again, one that does not fit, in each status, those owed.
#include <QtTest>

#include "engine/store/records/meta_store.h"
#include "engine/store/records/payment_store.h"
#include "order_bench.h"
#include "tests/support/expect.h"

namespace test_order_payments {

using namespace evenhand;
using namespace evenhand::test::order_rules;

class TestOrderPayments : public QObject, protected OrderBench {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }

    void whatAnOrderAsksForIsPaid();
    void sumsOfTheLedgerAreBounded();
    void payment();
    void paymentOfARecordedOrder();
    void paymentOfWhatWasSeen();
    void paymentAgain();
    void paymentOutcomes();
    void latePayment();
    void paymentInEachStatus();
    void paymentLimits();
    void owedPaymentsAreListed();
};

/// Placed while more was allowed.
void TestOrderPayments::whatAnOrderAsksForIsPaid() {
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

void TestOrderPayments::sumsOfTheLedgerAreBounded() {
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

void TestOrderPayments::payment() {
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
void TestOrderPayments::paymentOfARecordedOrder() {
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

void TestOrderPayments::paymentOfWhatWasSeen() {
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

void TestOrderPayments::paymentAgain() {
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

void TestOrderPayments::paymentOutcomes() {
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

void TestOrderPayments::latePayment() {
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

/// Whatever comes after the order's own payment is owed: late once it is closed, a second one before.
void TestOrderPayments::paymentInEachStatus() {
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

void TestOrderPayments::paymentLimits() {
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

void TestOrderPayments::owedPaymentsAreListed() {
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

}  // namespace test_order_payments

QTEST_GUILESS_MAIN(test_order_payments::TestOrderPayments)
#include "test_order_payments.moc"
