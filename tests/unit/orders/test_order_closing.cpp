// SPDX-License-Identifier: GPL-3.0-or-later
// Closing an order and what couriers report of it, in each status and with the refusals.
#include <QtTest>

#include "order_bench.h"
#include "tests/support/expect.h"

namespace test_order_closing {

using namespace evenhand;
using namespace evenhand::test::order_rules;

class TestOrderClosing : public QObject, protected OrderBench {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }

    void closeGivesEverythingBackOnce();
    void closeBeforePayment();
    void closeRefusals();
    void stepIsKeptAfterPickUp();
    void reports();
    void reportRefusals();
    void eventsNameTheirActor();
    void closeInEachStatus();
    void closeResolvesItsDeadLetters();
    void reportInEachStatus();
    void reportFields();
};

void TestOrderClosing::closeGivesEverythingBackOnce() {
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

void TestOrderClosing::closeBeforePayment() {
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

void TestOrderClosing::closeRefusals() {
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

void TestOrderClosing::stepIsKeptAfterPickUp() {
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

void TestOrderClosing::reports() {
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

void TestOrderClosing::reportRefusals() {
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

void TestOrderClosing::eventsNameTheirActor() {
    auto& world = *m_world;
    DONE(world.couriers({"ann"}));
    QVERIFY(world.buy("A1"));
    QVERIFY(world.deliverAll());
    const auto events = world.detail("A1").events;
    QCOMPARE(events[0].actor, std::string("local:tester"));
    QCOMPARE(events[2].actor, std::string("system"));
    QCOMPARE(events[2].detail, std::string("ann"));
}

void TestOrderClosing::closeInEachStatus() {
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
void TestOrderClosing::closeResolvesItsDeadLetters() {
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
void TestOrderClosing::reportInEachStatus() {
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

void TestOrderClosing::reportFields() {
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

}  // namespace test_order_closing

QTEST_GUILESS_MAIN(test_order_closing::TestOrderClosing)
#include "test_order_closing.moc"
