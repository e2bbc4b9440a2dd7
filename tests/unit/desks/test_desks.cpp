// SPDX-License-Identifier: GPL-3.0-or-later
// Commands through the desks: permissions, reasons, outcomes per row, hand-over and undo, takes, dead letters.
#include <QFile>
#include <QtTest>
#include <set>

#include "app/workspace/workspace_stats.h"
#include "desk_world.h"
#include "engine/runtime/csv_export.h"
#include "engine/store/pages/figures.h"
#include "engine/task_making/make.h"

namespace test_desks {

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
    void notesStayInTheHistory();
    void reassignAnswersPerRow();
    void handOverAndUndo();
    void whatIsOnItsWayIsHandedOverToo();
    void takes();
    void takesOfTwoCampuses();
    void takeRefusals();
    void deadLetterPath();
    void eventsAreTold();
    void whatIsWritten();
    void figuresOfTheBoard();
    void fairnessRefusals();
    void survivesARestart();
    void statsOfTheWorkspace();
    void statsOfTasks();
    void figuresCountEachKind();
    void whatBelongsToNoCampusIsOfEach();
    void theFeedJoinsTwoHistories();
    void everyColumnOfExportedAssignments();

private:
    api::AuditRecord lastAudit(const std::string& operation) {
        api::AuditQuery query;
        query.filter.operations = {operation};
        const auto found = m_world->get(m_world->workspace->audit().page(m_world->call, query));
        return found && !found->empty() ? found->front() : api::AuditRecord{};
    }
    /// The figures after changes of the database that no rule would make, and that are undone again: waiting for a
    /// courier, dead letters, late, overdue, dead timers, alerts, returns, refunds, dead tasks, held; and in how many
    /// milliseconds a further one will be overdue.
    std::string countedAfter(std::vector<std::string> changes) {
        changes.insert(changes.begin(), "UPDATE orders SET timer = NULL, due_at = NULL");
        std::string counted;
        (void)m_world->get(m_world->workspace->core().engine().ask<bool>(
            m_world->call, [&changes, &counted](runtime::UnitOfWork& work) -> Result<bool> {
                counted.clear();
                for (const auto& sql : changes) {
                    if (const auto done = work.database().statement(sql).write(); !done) {
                        counted = sql + ": " + done.error().text();
                        return fail(done.error());
                    }
                }
                // What is changed past the stores is not remembered.
                work.database().memo(store::Database::Memo::Returns).reset();
                EVENHAND_ASSIGN(const auto figures, store::countFigures(work.database(), work.now()));
                for (const auto number : {figures.unassigned, figures.openDeadLetters, figures.late, figures.overdue,
                                          figures.deadTimers, figures.alerts, figures.returnsWaiting,
                                          figures.refundsFailed, figures.deadTasks, figures.outwardHeld}) {
                    counted += (counted.empty() ? "" : " ") + std::to_string(number);
                }
                if (figures.nextOverdue) {
                    counted += " next " + std::to_string(figures.nextOverdue->ms - work.now().ms);
                }
                return fail(ErrorCode::Cancelled, "undone");
            }));
        return counted;
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

void TestDesks::notesStayInTheHistory() {
    auto& world = *m_world;
    DONE(world.couriers({"ann"}));
    DONE(world.product("tea", 10));
    QVERIFY(world.buy("A1"));
    const auto version = world.row("A1").version;
    // Whoever has changed the order meanwhile has not made the note wrong.
    const auto done = world.get(
        world.orders().note(world.call, {{OrderNo("A1"), version + 5}, {OrderNo("none"), 0}}, "called, comes at six"));
    DONE(done);
    QCOMPARE(done->size(), std::size_t{2});
    QVERIFY(!done->front().error);
    QVERIFY(done->back().error && done->back().error->code == ErrorCode::NotFound);
    QCOMPARE(world.row("A1").version, version);
    const auto last = [&] { return world.get(world.orders().detail(world.call, OrderNo("A1")))->events.back(); };
    QCOMPARE(last().kind, api::EventKind::Noted);
    QCOMPARE(last().detail, std::string("called, comes at six"));
    QCOMPARE(last().actor, world.call.actor.name);
    QVERIFY(!lastAudit("orders.note").subject.empty());
    for (const auto& bad : {std::string(), std::string("  "), std::string("a\x01"), std::string(501, 'n')}) {
        const auto refused = world.get(world.orders().note(world.call, {{OrderNo("A1"), 0}}, bad));
        DONE(refused);
        QVERIFY(refused->front().error && refused->front().error->code == ErrorCode::InvalidArgument);
        QCOMPARE(refused->front().error->field, std::string("note"));
    }
    QCOMPARE(last().detail, std::string("called, comes at six"));
    DONE(world.get(world.orders().cancel(world.call, {{OrderNo("A1"), 0}})));
    DONE(world.get(world.orders().note(world.call, {{OrderNo("A1"), 0}}, "over")));
    QCOMPARE(last().detail, std::string("over"));
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

/// Whoever leaves leaves what was picked up already, too.
void TestDesks::whatIsOnItsWayIsHandedOverToo() {
    auto& world = *m_world;
    for (int i = 0; i < 6; ++i) {
        QVERIFY(world.buy("A" + std::to_string(i)));
    }
    api::OrderQuery ofBob;
    ofBob.filter.courier = CourierId("bob");
    const auto held = world.get(world.orders().page(world.call, ofBob)).value();
    QCOMPARE(held.size(), std::size_t{2});
    const auto& taken = held.front();
    DONE(world.get(world.orders().report(
        world.call, {api::CourierReport::Kind::PickedUp, taken.orderNo, taken.courier, taken.epoch, ""})));
    const auto handed = world.get(world.dispatch().handOver(world.call, CourierId("bob"), {}));
    DONE(handed);
    QCOMPARE(handed->size(), std::size_t{2});
    for (const auto& one : *handed) {
        QVERIFY(!one.error);
    }
    QVERIFY(world.get(world.orders().page(world.call, ofBob))->empty());
    const auto now = world.row(taken.orderNo.str());
    QCOMPARE(now.status, api::OrderStatus::Delivering);
    QVERIFY(!now.courier.empty());
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

/// Of one call, each is taken from its own campus.
void TestDesks::takesOfTwoCampuses() {
    auto& world = *m_world;
    DONE(world.couriers({"far"}, "south"));
    std::vector<api::DispatchDesk::Take> requests;
    for (int i = 0; i < 6; ++i) {
        requests.push_back({CampusId(i % 2 == 0 ? "north" : "south"), OrderNo("X" + std::to_string(i)), 1});
    }
    std::vector<Result<CourierId>> taken;
    world.dispatch().takeMany(world.call, requests, [&](auto results) { taken = std::move(results); });
    world.workspace->runUntilIdle();
    QCOMPARE(taken.size(), requests.size());
    for (std::size_t i = 0; i < taken.size(); ++i) {
        DONE(taken[i]);
        QCOMPARE(*taken[i] == CourierId("far"), i % 2 == 1);
    }
    const auto board = world.get(world.dispatch().board(world.call, CampusId("south")));
    QCOMPARE(board->couriers.at(0).weight, 9970);
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
    // What somebody else dispatches is not in hand here, however much it is; but whoever is full gets none of it.
    api::CampusPolicy policy;
    policy.loadLimit = 1;
    DONE(world.get(world.dispatch().upsertCampus(world.call, {CampusId("north"), "North", policy})));
    for (const char* no : {"X1", "X2", "X3", "X4", "X5"}) {
        DONE(take("north", no, 1));
    }
    for (int i = 0; i < 5; ++i) {
        (void)world.buy("B" + std::to_string(i));  // more than there are couriers
    }
    REFUSED(take("north", "X6", 1), ErrorCode::LoadLimit);
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
    // Each by itself: one that is not there stands in nobody's way.
    const auto retried = world.get(world.dispatch().retryDeadLetters(world.call, {{12345}, letter}));
    DONE(retried);
    QCOMPARE(retried->size(), std::size_t{2});
    QVERIFY((*retried)[0].id == DeadLetterId{12345} && (*retried)[0].error);
    QCOMPARE((*retried)[0].error->code, ErrorCode::NotFound);
    QVERIFY((*retried)[1].id == letter && !(*retried)[1].error);
    QVERIFY(letters().empty());
    QCOMPARE(lastAudit("dispatch.retry_letters").subject, "dead letter " + std::to_string(letter.value));
    // Whoever comes later is told who was quicker.
    const auto again = world.get(world.dispatch().retryDeadLetters(world.call, {letter}));
    QVERIFY(again && again->front().error);
    QCOMPARE(again->front().error->code, ErrorCode::Conflict);
    QVERIFY2(again->front().error->message.find(", by " + world.call.actor.name) != std::string::npos,
             again->front().error->text().c_str());
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
    const std::pair<std::optional<std::int64_t>, const char*> limits[] = {
        {3, "load limit 3"}, {0, "no load limit"}, {std::nullopt, "the load limit of the campus"}};
    for (const auto& [limit, text] : limits) {
        DONE(world.get(dispatch.setLoadLimit(world.call, CourierId("ann"), limit)));
        QCOMPARE(said("dispatch.set_load_limit"), std::string("courier ann | ") + text);
    }
    DONE(world.get(dispatch.calibrate(world.call, north)));
    QVERIFY(world.buy("A1"));
    QCOMPARE(world.row("A1").courier, CourierId("cid"));
    auto done = world.get(dispatch.reassign(world.call, {{OrderNo("A1"), 0}}, {CourierId("ann")}));
    DONE(done);
    QCOMPARE(said("dispatch.reassign"), std::string("order A1 | from cid to ann"));
    DONE(world.get(dispatch.reassign(world.call, {{OrderNo("A1"), 0}}, {CourierId("cid"), true})));
    QCOMPARE(said("dispatch.reassign"), std::string("order A1 | from ann to cid, over the limit"));
    done = world.get(dispatch.reassign(world.call, {{OrderNo("A1"), 0}}, {CourierId("ann")}));
    DONE(done);
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

void TestDesks::statsOfTheWorkspace() {
    auto& world = *m_world;
    DONE(world.couriers({"off"}, "north", false));  // never on duty: not among the least
    DONE(world.couriers({"sue"}, "south", false));
    for (const char* no : {"A1", "A2", "A3", "A4"}) {
        QVERIFY(world.buy(no));
    }
    QVERIFY(world.buy("S1", "south"));
    DONE(world.get(world.orders().place(world.call, DeskWorld::request("W1"))));
    DONE(world.get(world.orders().place(world.call, DeskWorld::request("W2"))));
    DONE(world.get(world.orders().cancel(world.call, {{OrderNo("W1"), 0}})));
    QVERIFY(world.buy("A5"));  // somebody has it until it is closed, and it counts for nobody then
    DONE(world.get(world.orders().cancel(world.call, {{OrderNo("A5"), 0}})));
    const auto stats = app::statsOf(*world.workspace);
    DONE(stats);
    QCOMPARE(stats->orders, 8);
    for (const auto& one : stats->byStatus) {
        const auto expected = one.status == api::OrderStatus::WaitPay      ? 1
                              : one.status == api::OrderStatus::Paid       ? 1
                              : one.status == api::OrderStatus::WaitPickUp ? 4
                              : one.status == api::OrderStatus::Closed     ? 2
                                                                           : 0;
        QCOMPARE(one.orders, expected);
    }
    QCOMPARE(stats->byStatus.size(), api::allOrderStatuses().size());
    QCOMPARE(stats->paidMinor, 600);
    QCOMPARE(stats->campuses.size(), std::size_t{2});
    const auto shown = [](const app::WorkspaceStats::Campus& campus) {
        return campus.id.str() + ": couriers " + std::to_string(campus.couriers) + ", assigned " +
               std::to_string(campus.assigned) + " from " + std::to_string(campus.assignedMin) + " to " +
               std::to_string(campus.assignedMax) + ", unassigned " + std::to_string(campus.unassigned);
    };
    QCOMPARE(shown(stats->campuses[0]), std::string("north: couriers 4, assigned 4 from 1 to 2, unassigned 0"));
    QCOMPARE(shown(stats->campuses[1]), std::string("south: couriers 1, assigned 0 from 0 to 0, unassigned 1"));
    QCOMPARE(stats->late, 0);
    QCOMPARE(stats->timersOverdue, 0);
    QCOMPARE(stats->timersDead, 0);
    QVERIFY(stats->timersPending >= 1);  // of the one that is not paid
    std::int64_t handled = 0;
    for (const auto& stream : stats->streams) {
        QCOMPARE(stream.added, stream.length + stream.acknowledged + stream.dead);
        QCOMPARE(stream.length + stream.pending + stream.dead, 0);
        handled += stream.acknowledged;
    }
    QVERIFY(handled >= 5);  // one for each order that was paid
}

/// Each task is in one of the figures: nothing of what was made is left out.
void TestDesks::statsOfTasks() {
    auto& world = *m_world;
    auto& desk = world.workspace->tasks();
    for (const char* subject : {"done", "dead", "dropped", "taken", "pending", "another"}) {
        DONE(world.get(world.workspace->core().engine().ask<bool>(world.call, [subject](runtime::UnitOfWork& work) {
            return tasks::make(work, api::TaskKind::Backup, subject, {}, work.now());
        })));
    }
    const auto jobs = world.get(desk.claim(world.call, {"worker", 4, {}, {}}));
    QVERIFY(jobs && jobs->size() == 4);
    const auto report = [&](std::size_t index, api::TaskOutcome outcome) {
        const auto& job = jobs->at(index);
        return world.get(desk.report(world.call, {{{job.id, job.token}, outcome, "why", {}, 0}}));
    };
    DONE(report(0, api::TaskOutcome::Done));
    DONE(report(1, api::TaskOutcome::Dead));
    DONE(report(2, api::TaskOutcome::Dead));
    const auto dropped = world.get(desk.drop(world.call, {{jobs->at(2).id, 0}}));
    QVERIFY(dropped && !dropped->front().error);
    const auto stats = app::statsOf(*world.workspace);
    DONE(stats);
    QCOMPARE(stats->tasksCreated, 6);
    QCOMPARE(stats->tasksDone, 2);
    QCOMPARE(stats->tasksDead, 1);
    QCOMPARE(stats->tasksPending, 3);
}

/// Where it is asked for. Whoever works for one campus would never see it otherwise.
void TestDesks::whatBelongsToNoCampusIsOfEach() {
    auto& world = *m_world;
    DONE(world.couriers({"eve"}, "south", false));
    DONE(world.get(world.workspace->shop().addProduct(world.call, {Sku("bun"), "Bun", Money{100}, 1, 5})));
    QVERIFY(world.buy("S1", "south"));  // nobody comes for it
    auto& alerts = world.workspace->alerts();
    const auto counted = [&](const char* campus, bool orNone) {
        api::AlertQuery query;
        query.kinds = {api::AlertKind::LowStock, api::AlertKind::NoCourier};
        query.states = {api::AlertState::Firing, api::AlertState::Acknowledged, api::AlertState::Silenced,
                        api::AlertState::Resolved};
        query.campus = CampusId(campus);
        query.orNone = orNone;
        const auto rows = world.get(alerts.page(world.call, query));
        const auto count = world.get(alerts.count(world.call, query));
        return rows && count && *count == std::ssize(*rows) ? *count : -1;
    };
    QCOMPARE(counted("south", false), std::int64_t{1});
    QCOMPARE(counted("south", true), std::int64_t{2});
    QCOMPARE(counted("north", false), std::int64_t{0});
    QCOMPARE(counted("north", true), std::int64_t{1});
    QCOMPARE(world.get(alerts.counts(world.call, CampusId("north")))->firing, std::int64_t{1});
    // Money for an order that nobody knows.
    DONE(world.get(world.orders().pay(world.call, {PaymentNo("P-9"), OrderNo("X-1"), Money{100}})));
    auto& refunds = world.workspace->refunds();
    const auto owed = [&](bool orNone) {
        api::RefundQuery query;
        query.filter.causes = {api::RefundCause::UnknownOrder};
        query.filter.campus = CampusId("north");
        query.filter.orNone = orNone;
        const auto rows = world.get(refunds.page(world.call, query));
        const auto count = world.get(refunds.count(world.call, query.filter));
        return rows && count && *count == std::ssize(*rows) ? *count : -1;
    };
    QCOMPARE(owed(false), std::int64_t{0});
    QCOMPARE(owed(true), std::int64_t{1});
    const auto counts = world.get(refunds.counts(world.call, CampusId("north")));
    DONE(counts);
    QCOMPARE(counts->pending + counts->held, std::int64_t{1});
}

void TestDesks::figuresCountEachKind() {
    auto& world = *m_world;
    QVERIFY(world.buy("A1") && world.buy("A2"));
    DONE(world.get(world.orders().place(world.call, DeskWorld::request("W1"))));
    DONE(world.get(world.orders().cancel(world.call, {{OrderNo("A2"), 0}})));  // its money goes back
    DONE(world.get(world.workspace->returns().request(
        world.call, {ReturnNo("R"), {}, OrderNo("A1"), {{Sku("tea"), 1}}, "spoilt", {}})));
    const auto none = std::string("0 0 0 0 0 0 1 0 0 0");
    QCOMPARE(countedAfter({}), none);
    QCOMPARE(countedAfter({"UPDATE orders SET wait_reason = 'no_courier', wait_since = 1 WHERE order_no = 'W1'"}),
             std::string("1 0 0 0 0 0 1 0 0 0"));
    const std::string letter =
        "INSERT INTO dead_letter(topic, message_id, payload, epoch, reason, attempts, at) "
        "VALUES ('x', '1-1', '', 1, 'x', 1, 1)";
    QCOMPARE(countedAfter({letter}), std::string("0 1 0 0 0 0 1 0 0 0"));
    QCOMPARE(countedAfter({letter, "UPDATE dead_letter SET resolved_at = 1"}), none);
    const std::string failure =
        "INSERT INTO timer_failure(order_id, kind, due_at, attempts, reason) SELECT order_id, "
        "'unpaid', 1, 1, 'x' FROM orders WHERE order_no = 'W1'";
    QCOMPARE(countedAfter({failure}), none);
    QCOMPARE(countedAfter({failure, "UPDATE timer_failure SET dead_at = 1"}), std::string("0 0 0 0 1 0 1 0 0 0"));
    const std::string alert =
        "INSERT INTO alert(order_id, campus_id, kind, subject, subject_id, state, level, due_at, fired_at, repeats, "
        "version) SELECT order_id, campus_id, 'unassigned', 'order', order_no, 'firing', 0, 1, 1, 0, 1 FROM orders "
        "WHERE order_no = 'W1'";
    QCOMPARE(countedAfter({alert}), std::string("0 0 0 0 0 1 1 0 0 0"));
    for (const char* state : {"acknowledged", "silenced", "resolved"}) {
        QCOMPARE(countedAfter({alert, std::string("UPDATE alert SET state = '") + state + "'"}), none);
    }
    QCOMPARE(countedAfter({"UPDATE goods_return SET stage = 'second_approval'"}), none);
    for (const char* stage : {"goods", "money", "failed", "done", "rejected", "cancelled"}) {
        QCOMPARE(countedAfter({std::string("UPDATE goods_return SET stage = '") + stage + "'"}),
                 std::string("0 0 0 0 0 0 0 0 0 0"));
    }
    QCOMPARE(countedAfter({"UPDATE refund SET status = 'FAILED'"}), std::string("0 0 0 0 0 0 1 1 0 0"));
    for (const char* status : {"REQUESTED", "HELD", "PENDING", "SENT", "SUCCEEDED", "CANCELLED"}) {
        QCOMPARE(countedAfter({std::string("UPDATE refund SET status = '") + status + "'"}), none);
    }
    const std::string task =
        "INSERT INTO task(kind, subject, payload, position, status, attempts, token, worker, note, "
        "last_error, created_at, dead_at) VALUES ('rehearsal', 'dead', '', 0, 'DEAD', 1, 1, '', "
        "'', '', 1, 1)";
    QCOMPARE(countedAfter({task}), std::string("0 0 0 0 0 0 1 0 1 0"));
    QCOMPARE(countedAfter({task, "UPDATE task SET kind = 'refund' WHERE subject = 'dead'"}),
             std::string("0 0 0 0 0 0 1 1 1 0"));
    const std::string hold = "INSERT INTO task_hold VALUES ('rehearsal', 1, 'x', 'x')";
    QCOMPARE(countedAfter({hold}), none);
    QCOMPARE(countedAfter({hold, "UPDATE task_hold SET kind = 'refund'"}), std::string("0 0 0 0 0 0 1 0 0 1"));
    QCOMPARE(countedAfter({hold, "UPDATE task_hold SET kind = 'webhook'"}), std::string("0 0 0 0 0 0 1 0 0 1"));
    // From the instant on, not before it.
    const auto now = world.workspace->status().now.ms;
    for (const auto kind : api::allTimerKinds()) {
        const auto due = [&](std::int64_t at) {
            return countedAfter({"UPDATE orders SET timer = '" + std::string(api::toText(kind)) +
                                 "', due_at = " + std::to_string(at) + " WHERE order_no = 'W1'"});
        };
        const bool isLimit = kind != api::TimerKind::Unpaid && kind != api::TimerKind::AutoConfirm;
        QCOMPARE(due(now), std::string(isLimit ? "0 0 1 1 0 0 1 0 0 0" : "0 0 0 1 0 0 1 0 0 0"));
        QCOMPARE(due(now + 1), none + " next 1");
    }
    const auto late = [&](std::int64_t at) {
        return countedAfter(
            {"INSERT INTO late_order(order_id, campus_id, kind, limit_at) SELECT order_id, campus_id, "
             "'unassigned', " +
             std::to_string(at) + " FROM orders WHERE order_no = 'W1'"});
    };
    QCOMPARE(late(now), std::string("0 0 1 0 0 0 1 0 0 0"));
    QCOMPARE(late(now + 1), none + " next 1");
}

void TestDesks::theFeedJoinsTwoHistories() {
    auto& world = *m_world;
    auto& feed = world.workspace->feed();
    const auto begin = world.get(feed.end(world.call));
    DONE(begin);
    QVERIFY(world.buy("A1"));
    DONE(world.get(world.workspace->returns().request(
        world.call, {ReturnNo("R"), {}, OrderNo("A1"), {{Sku("tea"), 1}}, "spoilt", {}})));
    world.clock.advanceMs(1'000);
    DONE(world.get(world.orders().place(world.call, DeskWorld::request("A2"))));
    const auto end = world.get(feed.end(world.call));
    DONE(end);
    for (std::int64_t limit = 1; limit <= 7; ++limit) {
        auto position = *begin;
        std::string told;
        while (true) {
            const auto slice = world.get(feed.after(world.call, position, limit));
            DONE(slice);
            if (slice->events.empty()) {
                QCOMPARE(slice->position, position);
                break;
            }
            QVERIFY(static_cast<std::int64_t>(slice->events.size()) <= limit);
            for (const auto& event : slice->events) {
                QVERIFY(event.order.has_value() != event.money.has_value());
                // One history goes on, the other stands.
                QCOMPARE(event.position.orders > position.orders, event.order.has_value());
                QCOMPARE(event.position.money > position.money, event.money.has_value());
                position = event.position;
                told += event.order ? std::string(api::toText(*event.order)) : "of " + event.returnNo.str();
                told += " " + event.orderNo.str() + " " + std::string(api::toText(event.status)) + ", ";
                QCOMPARE(event.user.str(), "user of " + event.orderNo.str());
                QCOMPARE(event.campus, CampusId("north"));
                QCOMPARE(event.courier.empty(), event.orderNo == OrderNo("A2"));
                QCOMPARE(event.epoch, 1);
            }
            QCOMPARE(slice->position, position);
        }
        // At the same instant what is of orders comes first.
        QCOMPARE(told, std::string("placed A1 WAIT_PICK_UP, paid A1 WAIT_PICK_UP, assigned A1 WAIT_PICK_UP, "
                                   "return A1 WAIT_PICK_UP, of R A1 WAIT_PICK_UP, placed A2 WAIT_PAY, "));
        QCOMPARE(position, *end);
    }
    for (const std::int64_t limit : {0, 1'001}) {
        REFUSED_FIELD(world.get(feed.after(world.call, *begin, limit)), ErrorCode::InvalidArgument, "limit");
    }
    DONE(world.get(feed.after(world.call, *begin, 1'000)));
}

/// Each at an instant of its own: assigned, picked up, assigned, taken away, assigned to somebody by name.
void TestDesks::everyColumnOfExportedAssignments() {
    using runtime::csvTime;
    auto& world = *m_world;
    const auto later = [&] {
        world.clock.advanceMs(1'000);
        return world.clock.now();
    };
    const auto first = later();
    QVERIFY(world.buy("A1"));
    const auto carried = world.row("A1");
    const auto pickedUp = later();
    // It failed and is on its way again: picked up it was at first.
    for (const auto kind :
         {api::CourierReport::Kind::PickedUp, api::CourierReport::Kind::Failed, api::CourierReport::Kind::PickedUp}) {
        DONE(world.get(world.orders().report(
            world.call, {kind, OrderNo("A1"), carried.courier, carried.epoch, "nobody was there", 0})));
        later();
    }
    const auto second = later();
    QVERIFY(world.buy("A2"));
    const auto before = world.row("A2");
    const CourierId other(before.courier == CourierId("ann") ? "bob" : "ann");
    const auto moved = later();
    const auto done = world.get(world.dispatch().reassign(world.call, {{OrderNo("A2"), 0}}, {other}));
    DONE(done);
    QVERIFY(!done->front().error);
    const auto after = world.row("A2");
    QCOMPARE(after.courier, other);

    const auto path = world.folder.filePath(QStringLiteral("assignments.csv"));
    QCOMPARE(world.get(world.dispatch().exportAssignments(world.call, path.toStdString(), {})).value_or(-1), 3);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto lines = file.readAll().split('\n');
    QCOMPARE(lines.size(), 5);
    const auto header = lines[0].trimmed().split(',');
    const auto cell = [&](int line, const char* column) {
        return lines[line].trimmed().split(',').value(header.indexOf(QByteArray(column))).toStdString();
    };
    const std::tuple<int, api::OrderRow, Instant, std::optional<Instant>, std::optional<Instant>, const char*> rows[] =
        {{1, carried, first, pickedUp, std::nullopt, "0"},
         {2, before, second, std::nullopt, moved, "0"},
         {3, after, moved, std::nullopt, std::nullopt, "1"}};
    for (const auto& [line, order, at, taken, released, byName] : rows) {
        QCOMPARE(lines[line].trimmed().split(',').size(), 12);
        QCOMPARE(cell(line, "order_no"), order.orderNo.str());
        QCOMPARE(cell(line, "epoch"), std::to_string(order.epoch));
        QCOMPARE(cell(line, "campus"), std::string("north"));
        QCOMPARE(cell(line, "courier_id"), order.courier.str());
        QCOMPARE(cell(line, "assigned_at"), csvTime(at));
        QCOMPARE(cell(line, "picked_up_at"), csvTime(taken));
        QCOMPARE(cell(line, "released_at"), csvTime(released));
        QCOMPARE(cell(line, "release_reason").empty(), !released.has_value());
        QCOMPARE(cell(line, "by_name"), std::string(byName));
    }
}

}  // namespace test_desks

QTEST_GUILESS_MAIN(test_desks::TestDesks)
#include "test_desks.moc"
