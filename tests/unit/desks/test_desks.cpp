// SPDX-License-Identifier: GPL-3.0-or-later
// Commands through the desks: permissions, reasons, outcomes per row, hand-over and undo, takes, dead letters.
#include <QtTest>
#include <set>

#include "desk_world.h"

using namespace evenhand;
using test::DeskWorld;

class TestDesks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void everyOperationNeedsItsPermission();
    void interventionsNeedAReason();
    void manyAtOnce();
    void cancelAnswersPerRow();
    void reassignAnswersPerRow();
    void handOverAndUndo();
    void takes();
    void takeRefusals();
    void deadLetterPath();
    void eventsAreTold();
    void whatIsWritten();
    void figuresOfTheBoard();
    void fairnessRefusals();
    void survivesARestart();

private:
    api::AuditRecord lastAudit(const std::string& operation) {
        api::AuditQuery query;
        query.filter.operations = {operation};
        const auto found = m_world->get(m_world->workspace->audit().page(m_world->call, query));
        return found && !found->empty() ? found->front() : api::AuditRecord{};
    }
    std::unique_ptr<DeskWorld> m_world;
};

void TestDesks::init() {
    m_world = std::make_unique<DeskWorld>();
    DONE(m_world->couriers({"ann", "bob", "cid"}));
    DONE(m_world->product("tea", 1000));
}

void TestDesks::everyOperationNeedsItsPermission() {
    auto& world = *m_world;
    QVERIFY(world.buy("A1"));
    api::Call nobody{{"auditor", 0}, "because", {}};
    const auto version = world.row("A1").version;
    auto& orders = world.orders();
    auto& dispatch = world.dispatch();
    constexpr auto kDenied = ErrorCode::PermissionDenied;
    const OrderNo a1("A1");
    const CampusId north("north");
    REFUSED(world.get(orders.place(nobody, DeskWorld::request("A2"))), kDenied);
    REFUSED(world.get(orders.placeAvailable(nobody, DeskWorld::request("A2"))), kDenied);
    REFUSED(world.get(orders.pay(nobody, {PaymentNo("P"), a1, Money{1}})), kDenied);
    REFUSED(world.get(orders.cancel(nobody, {{a1, 0}})), kDenied);
    REFUSED(world.get(orders.report(nobody, {})), kDenied);
    REFUSED(world.get(orders.upsertProducts(nobody, {}, true)), kDenied);
    REFUSED(world.get(orders.page(nobody, {})), kDenied);
    REFUSED(world.get(orders.count(nobody, {})), kDenied);
    REFUSED(world.get(orders.rows(nobody, {})), kDenied);
    REFUSED(world.get(orders.detail(nobody, a1)), kDenied);
    REFUSED(world.get(orders.products(nobody, {}, 1)), kDenied);
    REFUSED(world.get(orders.owedPayments(nobody, 0, 1)), kDenied);
    REFUSED(world.get(orders.exportCsv(nobody, {}, "/nowhere", {})), kDenied);
    REFUSED(world.get(dispatch.upsertCampus(nobody, {north, "", {}})), kDenied);
    REFUSED(world.get(dispatch.setPaused(nobody, north, true)), kDenied);
    REFUSED(world.get(dispatch.upsertCouriers(nobody, {})), kDenied);
    REFUSED(world.get(dispatch.setDuty(nobody, CourierId("ann"), false)), kDenied);
    REFUSED(world.get(dispatch.reassign(nobody, {{a1, 0}}, {})), kDenied);
    REFUSED(world.get(dispatch.handOver(nobody, CourierId("ann"), {})), kDenied);
    REFUSED(world.get(dispatch.undoReassign(nobody, {})), kDenied);
    REFUSED(world.get(dispatch.previewCalibration(nobody, north)), kDenied);
    REFUSED(world.get(dispatch.calibrate(nobody, north)), kDenied);
    REFUSED(world.get(dispatch.retryDeadLetters(nobody, {})), kDenied);
    REFUSED(world.get(dispatch.campuses(nobody)), kDenied);
    REFUSED(world.get(dispatch.board(nobody, north)), kDenied);
    REFUSED(world.get(dispatch.waiting(nobody, north, 1)), kDenied);
    REFUSED(world.get(dispatch.fairness(nobody, north, {0}, {1}, 1)), kDenied);
    REFUSED(world.get(dispatch.evidence(nobody, a1)), kDenied);
    REFUSED(world.get(dispatch.deadLetters(nobody, 1)), kDenied);
    REFUSED(world.get(dispatch.findCouriers(nobody, {}, 1)), kDenied);
    std::vector<Result<CourierId>> taken;
    dispatch.takeMany(nobody, {{north, a1, 9}}, [&](auto results) { taken = std::move(results); });
    QCOMPARE(taken.size(), std::size_t{1});
    REFUSED(taken[0], kDenied);
    std::vector<Result<api::PlacedOrder>> placed;
    orders.placeMany(nobody, {DeskWorld::request("A2"), DeskWorld::request("A3")},
                     [&](auto results) { placed = std::move(results); });
    QCOMPARE(placed.size(), std::size_t{2});
    REFUSED(placed[1], kDenied);
    QCOMPARE(world.row("A1").version, version);
    QCOMPARE(world.get(orders.count(world.call, {})).value(), 1);
    // The permission for one thing is none for another.
    api::Call reader{{"auditor", 1U << static_cast<unsigned>(api::Permission::Read)}, "because", {}};
    DONE(world.get(orders.page(reader, {})));
    REFUSED(world.get(orders.cancel(reader, {{a1, 0}})), kDenied);
}

void TestDesks::interventionsNeedAReason() {
    auto& world = *m_world;
    QVERIFY(world.buy("A1"));
    auto call = world.call;
    for (const auto& reason : {std::string(), std::string("  \n"), std::string(501, 'x')}) {
        call.reason = reason;
        REFUSED(world.get(world.orders().cancel(call, {{OrderNo("A1"), 0}})), ErrorCode::InvalidArgument);
        REFUSED(world.get(world.dispatch().reassign(call, {{OrderNo("A1"), 0}}, {})), ErrorCode::InvalidArgument);
        REFUSED(world.get(world.dispatch().handOver(call, CourierId("cid"), {})), ErrorCode::InvalidArgument);
        REFUSED(world.get(world.dispatch().calibrate(call, CampusId("north"))), ErrorCode::InvalidArgument);
    }
    QCOMPARE(world.row("A1").status, api::OrderStatus::WaitPickUp);
    QCOMPARE(world.row("A1").epoch, 1);
}

void TestDesks::manyAtOnce() {
    auto& world = *m_world;
    std::vector<api::PlaceOrder> requests;
    for (int i = 0; i < 50; ++i) {
        requests.push_back(DeskWorld::request("A" + std::to_string(i)));
    }
    requests[7].lines[0].quantity = 0;
    requests[9].orderNo = OrderNo("A8");  // its key is new, its number is not
    std::vector<Result<api::PlacedOrder>> placed;
    world.orders().placeMany(world.call, requests, [&](auto results) { placed = std::move(results); });
    world.workspace->runUntilIdle();
    QCOMPARE(placed.size(), std::size_t{50});
    for (std::size_t i = 0; i < placed.size(); ++i) {
        if (i == 7) {
            REFUSED(placed[i], ErrorCode::InvalidArgument);
        } else if (i == 9) {
            REFUSED(placed[i], ErrorCode::AlreadyExists);
        } else {
            DONE(placed[i]);
            QCOMPARE(placed[i]->orderNo, requests[i].orderNo);
        }
    }
    std::vector<api::PayOrder> payments;
    for (int i = 0; i < 50; ++i) {
        payments.push_back({PaymentNo("P" + std::to_string(i)), OrderNo("A" + std::to_string(i)), Money{100}});
    }
    std::vector<Result<api::PaymentAnswer>> paid;
    world.orders().payMany(world.call, payments, [&](auto results) { paid = std::move(results); });
    world.workspace->runUntilIdle();
    QCOMPARE(paid.size(), std::size_t{50});
    QCOMPARE(paid[7]->owed, api::OwedKind::UnknownOrder);
    QCOMPARE(paid[8]->outcome, api::PaymentOutcome::Accepted);
    api::OrderFilter filter;
    filter.statuses = {api::OrderStatus::WaitPickUp};
    QCOMPARE(world.get(world.orders().count(world.call, filter)).value(), 48);
    const auto board = world.get(world.dispatch().board(world.call, CampusId("north")));
    DONE(board);
    for (const auto& courier : board->couriers) {
        QCOMPARE(courier.today, 16);
        QCOMPARE(courier.inHand, 16);
        QCOMPARE(courier.weight, 10000 - 160);
    }
    // An empty request has an empty answer.
    bool answered = false;
    world.orders().placeMany(world.call, {}, [&](auto results) { answered = results.empty(); });
    world.workspace->runUntilIdle();
    QVERIFY(answered);
}

void TestDesks::cancelAnswersPerRow() {
    auto& world = *m_world;
    for (const auto* no : {"A1", "A2", "A3"}) {
        QVERIFY(world.buy(no));
    }
    const auto stale = world.row("A2").version - 1;
    const auto outcomes = world.get(world.orders().cancel(
        world.call, {{OrderNo("A1"), world.row("A1").version}, {OrderNo("A2"), stale}, {OrderNo("none"), 0}}));
    DONE(outcomes);
    QCOMPARE(outcomes->size(), std::size_t{3});
    QVERIFY(!outcomes->at(0).error);
    QCOMPARE(outcomes->at(1).error->code, ErrorCode::Conflict);
    QCOMPARE(outcomes->at(2).error->code, ErrorCode::NotFound);
    QCOMPARE(outcomes->at(2).orderNo, OrderNo("none"));
    QCOMPARE(world.row("A1").status, api::OrderStatus::Closed);
    QCOMPARE(world.row("A2").status, api::OrderStatus::WaitPickUp);
    const auto detail = world.get(world.orders().detail(world.call, OrderNo("A1")));
    QCOMPARE(detail->events.back().detail, std::string("cancelled: because"));
    const auto refunds = world.get(world.workspace->refunds().page(world.call, {}));
    QCOMPARE(refunds->size(), std::size_t{1});
    QCOMPARE(refunds->front().cause, api::RefundCause::ClosedOrder);
    DONE(world.get(world.orders().cancel(world.call, {})));
}

void TestDesks::reassignAnswersPerRow() {
    auto& world = *m_world;
    for (const auto* no : {"A1", "A2", "A3"}) {
        QVERIFY(world.buy(no));
    }
    QCOMPARE(world.row("A1").courier, CourierId("cid"));
    const auto outcomes = world.get(world.dispatch().reassign(
        world.call, {{OrderNo("A1"), 0}, {OrderNo("A2"), 999}, {OrderNo("A3"), 0}}, {CourierId("ann")}));
    DONE(outcomes);
    QVERIFY(!outcomes->at(0).error);
    QCOMPARE(outcomes->at(0).from, CourierId("cid"));
    QCOMPARE(outcomes->at(1).error->code, ErrorCode::Conflict);
    QCOMPARE(outcomes->at(2).error->code, ErrorCode::InvalidArgument);  // it is ann's already
    QCOMPARE(world.row("A1").courier, CourierId("ann"));
    QCOMPARE(world.row("A1").courierName, std::string("Name of ann"));
}

void TestDesks::handOverAndUndo() {
    auto& world = *m_world;
    for (int i = 0; i < 9; ++i) {
        QVERIFY(world.buy("A" + std::to_string(i)));
    }
    REFUSED(world.get(world.dispatch().handOver(world.call, CourierId("nobody"), {})), ErrorCode::NotFound);
    const auto handed = world.get(world.dispatch().handOver(world.call, CourierId("bob"), {}));
    DONE(handed);
    QCOMPARE(handed->size(), std::size_t{3});
    const auto countOf = [&](const char* courier) {
        api::OrderFilter filter;
        filter.courier = CourierId(courier);
        return world.get(world.orders().count(world.call, filter)).value();
    };
    QCOMPARE(countOf("bob"), 0);
    QCOMPARE(countOf("ann") + countOf("cid"), 9);
    QVERIFY(std::abs(countOf("ann") - countOf("cid")) <= 1);
    // One of them moves on: it is not undone.
    DONE(world.get(world.dispatch().reassign(world.call, {{handed->at(1).orderNo, 0}}, {})));
    const auto undone = world.get(world.dispatch().undoReassign(world.call, *handed));
    DONE(undone);
    QVERIFY(!undone->at(0).error);
    QCOMPARE(undone->at(1).error->code, ErrorCode::Conflict);
    QVERIFY(!undone->at(2).error);
    QVERIFY(countOf("bob") >= 2);
    const auto preview = world.get(world.dispatch().previewCalibration(world.call, CampusId("north")));
    for (const auto& row : *preview) {
        QCOMPARE(row.difference, 0);
    }
    // Nothing in hand: nothing to do.
    DONE(world.couriers({"new"}));
    QVERIFY(world.get(world.dispatch().handOver(world.call, CourierId("new"), {}))->empty());
}

void TestDesks::takes() {
    auto& world = *m_world;
    std::vector<api::DispatchDesk::Take> requests;
    for (int i = 0; i < 30; ++i) {
        requests.push_back({CampusId("north"), OrderNo("X" + std::to_string(i)), 1});
    }
    const auto take = [&] {
        std::vector<Result<CourierId>> taken;
        world.dispatch().takeMany(world.call, requests, [&](auto results) { taken = std::move(results); });
        world.workspace->runUntilIdle();
        return taken;
    };
    const auto first = take();
    std::map<std::string, int> counts;
    for (const auto& courier : first) {
        DONE(courier);
        ++counts[courier->str()];
    }
    QCOMPARE(counts["ann"], 10);
    QCOMPARE(counts["bob"], 10);
    const auto again = take();  // idempotent
    for (std::size_t i = 0; i < first.size(); ++i) {
        QCOMPARE(again[i].value(), first[i].value());
    }
    const auto board = world.get(world.dispatch().board(world.call, CampusId("north")));
    QCOMPARE(board->couriers[0].weight, 9900);
    QCOMPARE(board->spreadWeight, 0);
    const auto preview = world.get(world.dispatch().previewCalibration(world.call, CampusId("north")));
    for (const auto& row : *preview) {
        QCOMPARE(row.difference, 0);  // takes without an assignment count as open
    }
}

void TestDesks::takeRefusals() {
    auto& world = *m_world;
    const auto take = [&](const char* campus, const char* no, std::int64_t epoch) {
        std::vector<Result<CourierId>> taken;
        world.dispatch().takeMany(world.call, {{CampusId(campus), OrderNo(no), epoch}},
                                  [&](auto results) { taken = std::move(results); });
        world.workspace->runUntilIdle();
        return taken.at(0);
    };
    REFUSED(take("nowhere", "A1", 1), ErrorCode::NotFound);
    REFUSED(take("north", "A1", 0), ErrorCode::InvalidArgument);
    REFUSED(take("north", "", 1), ErrorCode::InvalidArgument);
    DONE(world.couriers({"far"}, "south", false));
    REFUSED(take("south", "A1", 1), ErrorCode::NoCourierOnDuty);
    DONE(world.get(world.dispatch().setPaused(world.call, CampusId("north"), true)));
    REFUSED(take("north", "A1", 1), ErrorCode::WrongStatus);
}

void TestDesks::deadLetterPath() {
    auto& world = *m_world;
    const auto placed = world.get(world.orders().place(world.call, DeskWorld::request("A1")));
    DONE(placed);
    // A message that no attempt can handle: of an epoch that the order has not reached.
    const auto id = std::to_string(placed->id.value);
    DONE(world.get(
        world.workspace->core().engine().ask<void>(world.call, [id](runtime::UnitOfWork& work) -> Result<void> {
            EVENHAND_TRY(
                work.publish("order@@first", {{"order", id}, {"no", "A1"}, {"campus", "north"}, {"epoch", "7"}}));
            return {};
        })));
    const auto letters = [&] { return world.get(world.dispatch().deadLetters(world.call, 10)).value(); };
    QVERIFY(letters().empty());  // it is tried again, later
    for (int i = 0; i < 200 && letters().empty(); ++i) {
        world.clock.advanceMs(60'000);
        world.workspace->runUntilIdle();
    }
    QCOMPARE(letters().size(), std::size_t{1});
    QCOMPARE(letters()[0].orderNo, OrderNo("A1"));
    QCOMPARE(letters()[0].epoch, 7);
    QVERIFY(letters()[0].attempts > 1);
    QVERIFY(letters()[0].reason.find("conflict") != std::string::npos);
    // The others were served meanwhile.
    QVERIFY(world.buy("A2"));
    QVERIFY(!world.row("A2").courier.empty());
    const auto letter = letters()[0].id;
    DONE(world.get(world.dispatch().retryDeadLetters(world.call, {letter})));
    QVERIFY(letters().empty());
    QCOMPARE(lastAudit("dispatch.retry_letters").subject, "dead letters " + std::to_string(letter));
    REFUSED(world.get(world.dispatch().retryDeadLetters(world.call, {12345})), ErrorCode::NotFound);
}

void TestDesks::eventsAreTold() {
    auto& world = *m_world;
    std::vector<api::Event> events;
    const auto subscription = world.workspace->subscribe(
        [&](const std::vector<api::Event>& batch) { events.insert(events.end(), batch.begin(), batch.end()); });
    QVERIFY(world.buy("A1"));
    std::vector<api::EventKind> kinds;
    for (const auto& event : events) {
        if (event.what) {
            kinds.push_back(*event.what);
            QCOMPARE(event.campus, CampusId("north"));
            QVERIFY(event.order.valid());
        }
    }
    const std::vector<api::EventKind> expected{api::EventKind::Placed, api::EventKind::Paid, api::EventKind::Assigned};
    QCOMPARE(kinds, expected);
    events.clear();
    auto refused = DeskWorld::request("A2");
    refused.lines[0].quantity = 100'000;
    REFUSED(world.get(world.orders().place(world.call, refused)), ErrorCode::OutOfStock);
    QVERIFY(events.empty());  // what did not happen is not told
}

void TestDesks::whatIsWritten() {
    auto& world = *m_world;
    auto& dispatch = world.dispatch();
    const auto said = [&](const char* operation) {
        const auto entry = lastAudit(operation);
        return entry.subject + " | " + entry.detail;
    };
    const CampusId north("north");
    DONE(world.get(dispatch.setPaused(world.call, north, true)));
    QCOMPARE(said("dispatch.set_paused"), std::string("campus north | paused"));
    DONE(world.get(dispatch.setPaused(world.call, north, false)));
    QCOMPARE(said("dispatch.set_paused"), std::string("campus north | goes on"));
    DONE(world.get(dispatch.upsertCampus(world.call, {north, "North", {}})));
    QCOMPARE(lastAudit("dispatch.upsert_campus").subject, std::string("campus north"));
    DONE(world.get(dispatch.setDuty(world.call, CourierId("ann"), false)));
    QCOMPARE(said("dispatch.set_duty"), std::string("courier ann | off duty"));
    DONE(world.get(dispatch.setDuty(world.call, CourierId("ann"), true)));
    QCOMPARE(said("dispatch.set_duty"), std::string("courier ann | on duty"));
    DONE(world.get(dispatch.calibrate(world.call, north)));
    QVERIFY(world.buy("A1"));
    QCOMPARE(world.row("A1").courier, CourierId("cid"));
    auto done = world.get(dispatch.reassign(world.call, {{OrderNo("A1"), 0}}, {CourierId("ann")}));
    DONE(done);
    QCOMPARE(said("dispatch.reassign"), std::string("order A1 | from cid to ann"));
    DONE(world.get(dispatch.undoReassign(world.call, *done)));
    QCOMPARE(said("dispatch.undo_reassign"), std::string("order A1 | from ann to cid"));
    DONE(world.get(dispatch.reassign(world.call, {{OrderNo("A1"), 0}}, {})));
    QCOMPARE(said("dispatch.reassign"), std::string("order A1 | from cid to the next fairest"));
    const auto courier = world.row("A1").courier.str();
    DONE(world.get(dispatch.handOver(world.call, CourierId(courier), {})));
    QCOMPARE(said("dispatch.hand_over"), "order A1 | from " + courier + " to the next fairest");
    DONE(world.couriers({"one"}, "south"));
    QCOMPARE(lastAudit("dispatch.upsert_couriers").subject, std::string("courier one"));
    DONE(world.couriers({"one", "two"}, "south"));
    QCOMPARE(said("dispatch.upsert_couriers"), std::string("2 couriers | one, two"));
    std::vector<api::CourierInput> many;
    std::string named;
    for (int i = 0; i < 20; ++i) {
        many.push_back({CourierId("c" + std::to_string(i)), CampusId("south"), "", "", false});
        named += (i == 0 ? "" : ", ") + many.back().id.str();
    }
    DONE(world.get(dispatch.upsertCouriers(world.call, many)));
    QCOMPARE(said("dispatch.upsert_couriers"), "20 couriers | " + named);
    many.push_back({CourierId("c20"), CampusId("south"), "", "", false});
    DONE(world.get(dispatch.upsertCouriers(world.call, many)));
    QCOMPARE(said("dispatch.upsert_couriers"), "21 couriers | " + named + ", …");
}

void TestDesks::figuresOfTheBoard() {
    auto& world = *m_world;
    auto& dispatch = world.dispatch();
    DONE(world.get(dispatch.setDuty(world.call, CourierId("cid"), false)));
    QVERIFY(world.buy("A1"));  // bob
    // To the last millisecond of the business day, and the first of the next: 16 hours after 8 in the morning.
    world.clock.advanceMs(16 * 3'600'000 - 1);
    QVERIFY(world.buy("A2"));  // ann
    world.clock.advanceMs(1);
    QVERIFY(world.buy("A3"));  // bob
    world.clock.advanceMs(1'000);
    QVERIFY(world.buy("A4"));  // ann
    const auto lastOfAnn = world.clock.now();
    world.clock.advanceMs(1'000);
    QVERIFY(world.buy("A5"));  // bob
    const auto report = [&](api::CourierReport::Kind kind, const char* no) {
        return world.get(world.orders().report(world.call, {kind, OrderNo(no), world.row(no).courier, 1, ""}));
    };
    const auto board = [&] { return *world.get(dispatch.board(world.call, CampusId("north"))); };
    const auto of = [](const api::DispatchBoard& all, const char* id) {
        return *std::find_if(all.couriers.begin(), all.couriers.end(),
                             [id](const auto& row) { return row.id.str() == id; });
    };
    auto found = board();
    QCOMPARE(found.couriers.size(), std::size_t{3});
    QCOMPARE(found.couriers[0].id, CourierId("cid"));
    QCOMPARE(found.couriers[1].id, CourierId("ann"));
    QCOMPARE(found.couriers[2].id, CourierId("bob"));
    QCOMPARE(found.meanWeight, 9975.0);  // of those on duty
    QCOMPARE(found.spreadWeight, 10);
    QCOMPARE(found.waiting, 0);
    QCOMPARE(found.at, world.clock.now());
    const auto ann = of(found, "ann");
    const auto bob = of(found, "bob");
    const auto cid = of(found, "cid");
    QVERIFY(ann.onDuty && bob.onDuty && !cid.onDuty);
    QCOMPARE(ann.weight, 9980);
    QCOMPARE(bob.weight, 9970);
    QCOMPARE(cid.weight, 10000);
    QCOMPARE(ann.today, 1);
    QCOMPARE(bob.today, 2);
    QCOMPARE(cid.today, 0);
    QCOMPARE(ann.inHand, 2);
    QCOMPARE(bob.inHand, 3);
    QCOMPARE(ann.share, 1.0 / 3);
    QCOMPARE(bob.share, 2.0 / 3);
    QCOMPARE(ann.deviation, -0.5);
    QCOMPARE(bob.deviation, 0.5);
    QCOMPARE(cid.deviation, -1.5);
    QVERIFY(ann.lastAssignment && *ann.lastAssignment == lastOfAnn);
    QVERIFY(!cid.lastAssignment);
    // On its way it is still in hand, delivered it is not.
    DONE(report(api::CourierReport::Kind::PickedUp, "A5"));
    QCOMPARE(of(board(), "bob").inHand, 3);
    DONE(report(api::CourierReport::Kind::Delivered, "A5"));
    QCOMPARE(of(board(), "bob").inHand, 2);
    QCOMPARE(of(board(), "bob").today, 2);
    // What was taken away does not count.
    DONE(world.get(dispatch.reassign(world.call, {{OrderNo("A3"), 0}}, {})));
    found = board();
    QCOMPARE(of(found, "bob").today, 1);
    QCOMPARE(of(found, "ann").today, 2);
    QCOMPARE(of(found, "bob").inHand, 1);
    QCOMPARE(of(found, "ann").inHand, 3);
    const auto looked = world.get(dispatch.findCouriers(world.call, "bob", 10));
    DONE(looked);
    QCOMPARE(looked->size(), std::size_t{1});
    QCOMPARE(looked->front().today, 1);
    QCOMPARE(looked->front().inHand, 1);
    QCOMPARE(looked->front().weight, 9980);
    for (const char* courier : {"ann", "bob"}) {
        DONE(world.get(dispatch.setDuty(world.call, CourierId(courier), false)));
    }
    QVERIFY(world.buy("A6"));
    found = board();
    QCOMPARE(found.waiting, 1);
    QCOMPARE(found.meanWeight, 0.0);
    QCOMPARE(found.spreadWeight, 0);
    QCOMPARE(of(found, "ann").deviation, 2.0);  // nobody is on duty: from nothing
}

void TestDesks::fairnessRefusals() {
    auto& world = *m_world;
    const auto now = world.clock.now();
    const auto ask = [&](Instant from, Instant to, int points) {
        return world.get(world.dispatch().fairness(world.call, CampusId("north"), from, to, points));
    };
    for (const int points : {1, 2, 2'000}) {
        const auto found = ask(now.plusMs(-60'000), now, points);
        DONE(found);
        QCOMPARE(found->size(), static_cast<std::size_t>(points));
        DONE(ask(now, now, points));
    }
    REFUSED_FIELD(ask(now.plusMs(-60'000), now, 0), ErrorCode::InvalidArgument, "points");
    REFUSED_FIELD(ask(now.plusMs(-60'000), now, 2'001), ErrorCode::InvalidArgument, "points");
    REFUSED_FIELD(ask(now, now.plusMs(-1), 1), ErrorCode::InvalidArgument, "points");
}

void TestDesks::survivesARestart() {
    auto& world = *m_world;
    QVERIFY(world.buy("A1"));
    DONE(world.get(world.dispatch().setDuty(world.call, CourierId("ann"), false)));
    const auto before = world.get(world.dispatch().board(world.call, CampusId("north")));
    world.workspace->stop();
    world.workspace.reset();
    app::OpenOptions options;
    options.clock = &world.clock;
    options.threaded = false;
    auto opened = app::Workspace::open(world.folder.filePath(QStringLiteral("w")).toStdString(), options);
    DONE(opened);
    world.workspace = std::move(*opened);
    const auto after = world.get(world.dispatch().board(world.call, CampusId("north")));
    QCOMPARE(after->couriers.size(), before->couriers.size());
    for (std::size_t i = 0; i < after->couriers.size(); ++i) {
        QCOMPARE(after->couriers[i].id, before->couriers[i].id);
        QCOMPARE(after->couriers[i].weight, before->couriers[i].weight);
        QCOMPARE(after->couriers[i].onDuty, before->couriers[i].onDuty);
    }
    QVERIFY(world.buy("A2"));
}

QTEST_GUILESS_MAIN(TestDesks)
#include "test_desks.moc"
