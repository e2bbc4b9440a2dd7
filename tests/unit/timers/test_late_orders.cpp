// SPDX-License-Identifier: GPL-3.0-or-later
// Orders that are late: from the limit of their stage on, until the stage has moved on, whatever becomes of the timer.
#include <QtTest>

#include "engine/store/records/late_store.h"
#include "timer_world.h"

namespace test_late_orders {

using namespace evenhand;
using namespace evenhand::test;
using api::OrderStatus;
using api::TimerKind;
using Report = api::CourierReport::Kind;

namespace {

class LateWorld : public TimerWorld {
public:
    LateWorld() { call.reason = "a test"; }
    /// Numbers of the orders that are late, as the table shows them; "?": its count, its rows and the engine's figure
    /// do not agree.
    std::string late() {
        workspace->runUntilIdle();
        api::OrderQuery query;
        query.filter.lateOnly = true;
        query.sort = api::OrderSort::OrderNo;
        query.descending = false;
        const auto rows = get(orders().page(call, query));
        const auto count = get(orders().count(call, query.filter));
        const auto figure = get(workspace->core().engine().ask<std::int64_t>(
            call, [](runtime::UnitOfWork& work) { return store::late::count(work.database(), work.now()); }));
        if (!rows || !count || !figure) {
            return "failed";
        }
        std::string numbers;
        for (const auto& found : *rows) {
            numbers += (numbers.empty() ? "" : " ") + found.orderNo.str() + (found.isLate(clock.now()) ? "" : "?");
        }
        const auto size = static_cast<std::int64_t>(rows->size());
        return size == *count && size == *figure ? numbers : numbers + "?";
    }
    /// The latest first, or last.
    std::string byLateness(bool descending) {
        api::OrderQuery query;
        query.filter.lateOnly = true;
        query.sort = api::OrderSort::Late;
        query.descending = descending;
        std::string numbers;
        for (const auto& found : get(orders().page(call, query)).value_or(std::vector<api::OrderRow>())) {
            numbers += (numbers.empty() ? "" : " ") + found.orderNo.str();
        }
        return numbers;
    }
    std::int64_t lateByMs(const std::string& no) {
        const auto found = row(no);
        return found.limit ? clock.now().ms - found.limit->ms : -1;
    }
    bool duty(const char* courier, bool on) {
        return get(dispatch().setDuty(call, CourierId(courier), on)).has_value();
    }
    bool reassign(const std::string& no) {
        const auto done = get(dispatch().reassign(call, {{OrderNo(no), 0}}, {}));
        return done && !done->front().error;
    }
    template <typename T>
    static bool done(const Result<std::vector<T>>& outcomes) {
        return outcomes && !outcomes->empty() && !outcomes->front().error;
    }
};

}  // namespace

class TestLateOrders : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_world = std::make_unique<LateWorld>(); }

    /// Acknowledged, resolved, handled by its timer: none of it makes it less late.
    void untilTheStageMovesOn() {
        auto& world = *m_world;
        QVERIFY(world.duty("ann", false) && world.duty("bob", false));
        QVERIFY(world.buy("A1"));
        world.pass(2 * kMinute - 1);
        QCOMPARE(world.late(), std::string());
        QVERIFY(!world.row("A1").isLate(world.clock.now()));
        world.pass(1);
        QCOMPARE(world.late(), std::string("A1"));
        QCOMPARE(world.workspace->status().late, 1);
        QCOMPARE(world.workspace->status().overdue, 0);  // its timer was handled
        const auto alert = world.alerts().at(0).id;
        QVERIFY(world.done(world.get(world.alertDesk().acknowledge(world.call, {alert}))));
        world.pass(kMinute);
        QCOMPARE(world.late(), std::string("A1"));
        QCOMPARE(world.lateByMs("A1"), kMinute);
        QVERIFY(world.done(world.get(world.alertDesk().resolve(world.call, {alert}))));
        QCOMPARE(world.late(), std::string("A1"));
        HOLDS(world);
        QVERIFY(world.duty("ann", true));  // assigned: the next stage begins
        QCOMPARE(world.late(), std::string());
        QCOMPARE(world.lateByMs("A1"), -2 * kHour);
        HOLDS(world);
        world.pass(2 * kHour);
        QCOMPARE(world.late(), std::string("A1"));
        world.reopen();
        QCOMPARE(world.late(), std::string("A1"));
        QVERIFY(world.report(Report::PickedUp, "A1"));
        QCOMPARE(world.late(), std::string());
        world.pass(kDay + 5);
        QCOMPARE(world.late(), std::string("A1"));
        QCOMPARE(world.lateByMs("A1"), 5);
        HOLDS(world);
        QVERIFY(world.report(Report::Failed, "A1"));
        QCOMPARE(world.late(), std::string());
        QVERIFY(world.report(Report::PickedUp, "A1"));
        world.pass(kDay);
        QCOMPARE(world.late(), std::string("A1"));
        QVERIFY(world.report(Report::Delivered, "A1"));
        QCOMPARE(world.late(), std::string());
        QVERIFY(!world.row("A1").limit);
        QCOMPARE(world.workspace->status().late, 0);
        HOLDS(world);
    }

    void closedIsNotLate() {
        auto& world = *m_world;
        QVERIFY(world.buy("A1") && world.buy("A2"));
        world.pass(3 * kHour);
        QCOMPARE(world.late(), std::string("A1 A2"));
        QVERIFY(world.done(world.get(world.orders().cancel(world.call, {{OrderNo("A1"), 0}}))));
        QCOMPARE(world.late(), std::string("A2"));
        QVERIFY(world.place("A3"));  // not paid: what is due there is another stage
        world.pass(kMinute);
        QCOMPARE(world.late(), std::string("A2"));
        HOLDS(world);
    }

    /// Another courier does not make it less late: it is still not picked up.
    void handedOver() {
        auto& world = *m_world;
        QVERIFY(world.buy("A1") && world.buy("A2"));
        world.pass(kHour);
        QVERIFY(world.reassign("A1"));  // in time: a new courier has a new limit
        world.pass(kHour);
        QCOMPARE(world.late(), std::string("A2"));
        QVERIFY(world.reassign("A2"));
        world.pass(kMinute);
        QCOMPARE(world.late(), std::string("A2"));
        QCOMPARE(world.lateByMs("A2"), kMinute);
        HOLDS(world);
        world.pass(kHour);
        QCOMPARE(world.late(), std::string("A1 A2"));
        QCOMPARE(world.lateByMs("A1"), kMinute);
        QVERIFY(world.report(Report::PickedUp, "A2"));
        QCOMPARE(world.late(), std::string("A1"));
        HOLDS(world);
    }

    /// Handed over in time and then nobody is there: late as unassigned, until somebody has it.
    void handedOverToNobody() {
        auto& world = *m_world;
        QVERIFY(world.buy("A1"));
        QVERIFY(world.reassign("A1"));
        QVERIFY(world.duty("ann", false) && world.duty("bob", false));
        QVERIFY(world.buy("A2"));
        world.pass(2 * kMinute);
        QCOMPARE(world.late(), std::string("A2"));
        QVERIFY(world.duty("ann", true));
        QCOMPARE(world.late(), std::string());
        HOLDS(world);
    }

    void automaticallyHandedOver() {
        auto& world = *m_world;
        api::TimerPolicy policy;
        policy.autoReassign = true;
        DONE(world.policy(policy));
        QVERIFY(world.buy("A1"));
        world.pass(2 * kHour);
        QCOMPARE(world.row("A1").epoch, 2);
        QCOMPARE(world.late(), std::string("A1"));
        QCOMPARE(world.lateByMs("A1"), 0);
        world.pass(3 * kHour);
        QCOMPARE(world.lateByMs("A1"), 3 * kHour);
        QCOMPARE(world.row("A1").epoch, 2);  // once: it does not go round
        QVERIFY(world.report(Report::PickedUp, "A1"));
        QCOMPARE(world.late(), std::string());
        HOLDS(world);
    }

    /// What people do to timers: a limit that has not passed can be put off, a passed one has passed.
    void timersOfPeople() {
        auto& world = *m_world;
        for (const auto* no : {"A1", "A2", "A3", "A4"}) {
            QVERIFY(world.buy(no));
        }
        const api::TimerRef cancelled{OrderNo("A1"), {}, {}}, putOff{OrderNo("A2"), {}, {}},
            early{OrderNo("A3"), {}, {}};
        QVERIFY(world.done(world.get(world.timers().cancel(world.call, {cancelled}))));
        QVERIFY(world.done(world.get(world.timers().postponeBy(world.call, {putOff}, kHour))));
        QVERIFY(world.done(world.get(world.timers().run(world.call, {early}))));
        QCOMPARE(world.late(), std::string());
        HOLDS(world);
        world.pass(2 * kHour);
        QCOMPARE(world.late(), std::string("A1 A3 A4"));
        QCOMPARE(world.workspace->status().late, 3);  // though no timer of A1 told anybody
        world.pass(kHour);
        QCOMPARE(world.late(), std::string("A1 A2 A3 A4"));
        HOLDS(world);
        for (const auto* no : {"A1", "A2", "A3", "A4"}) {
            QVERIFY(world.report(Report::PickedUp, no));
        }
        QCOMPARE(world.late(), std::string());
        HOLDS(world);
    }

    /// Due and not handled is the timer's matter, late the order's.
    void pausedKind() {
        auto& world = *m_world;
        QVERIFY(world.buy("A1"));
        DONE(world.get(world.timers().setPaused(world.call, TimerKind::PickUpLate, true)));
        world.pass(3 * kHour);
        QCOMPARE(world.late(), std::string("A1"));
        QCOMPARE(world.workspace->status().overdue, 1);
        QCOMPARE(world.workspace->status().late, 1);
        QVERIFY(world.done(
            world.get(world.timers().postponeBy(world.call, {api::TimerRef{OrderNo("A1"), {}, {}}}, kHour))));
        QCOMPARE(world.late(), std::string("A1"));  // it was late already
        QCOMPARE(world.lateByMs("A1"), kHour);
        QCOMPARE(world.workspace->status().overdue, 0);
        QVERIFY(world.reassign("A1"));
        QCOMPARE(world.late(), std::string("A1"));
        HOLDS(world);
        QVERIFY(world.buy("B1"));
        world.pass(3 * kHour);
        QCOMPARE(world.late(), std::string("A1 B1"));
        QVERIFY(world.reassign("B1"));  // its timer was never handled, it is late all the same
        QCOMPARE(world.late(), std::string("A1 B1"));
        DONE(world.get(world.timers().setPaused(world.call, TimerKind::PickUpLate, false)));
        QCOMPARE(world.late(), std::string("A1 B1"));
        QCOMPARE(world.workspace->status().overdue, 0);
        QVERIFY(world.report(Report::PickedUp, "A1") && world.report(Report::PickedUp, "B1"));
        QCOMPARE(world.late(), std::string());
        HOLDS(world);
    }

    /// Late from the very instant of the limit on: handed over then, it was late before.
    void handedOverAtTheVeryInstant() {
        auto& world = *m_world;
        DONE(world.get(world.timers().setPaused(world.call, TimerKind::PickUpLate, true)));
        QVERIFY(world.buy("A1") && world.buy("A2"));
        world.pass(2 * kHour - 1);
        QVERIFY(world.reassign("A1"));
        QCOMPARE(world.late(), std::string());
        world.pass(1);
        QCOMPARE(world.late(), std::string("A2"));
        QVERIFY(world.reassign("A2"));
        QCOMPARE(world.late(), std::string("A2"));
        QCOMPARE(world.lateByMs("A2"), 0);
        world.pass(kMinute);
        QCOMPARE(world.late(), std::string("A2"));
        QCOMPARE(world.lateByMs("A2"), kMinute);
        HOLDS(world);
    }

    /// The limit that was set when the stage began counts.
    void changedDelays() {
        auto& world = *m_world;
        QVERIFY(world.buy("A1"));
        api::TimerPolicy policy;
        policy.pickUpLateMs = kMinute;
        DONE(world.policy(policy));
        QVERIFY(world.buy("A2"));
        world.pass(kMinute);
        QCOMPARE(world.late(), std::string("A2"));
        world.pass(2 * kHour);
        QCOMPARE(world.late(), std::string("A1 A2"));
        HOLDS(world);
    }

    void importedOrdersHaveNoLimits() {
        auto& world = *m_world;
        auto order = DeskWorld::request("A1");
        order.placedAt = world.clock.now().plusMs(-kDay);
        DONE(world.get(world.orders().place(world.call, order)));
        DONE(world.pay("A1"));
        world.pass(10 * kDay);
        QCOMPARE(world.late(), std::string());
        QVERIFY(!world.row("A1").limit);
        HOLDS(world);
    }

    /// In the table with other filters and every sort, from page to page.
    void amongOtherFilters() {
        auto& world = *m_world;
        for (int i = 0; i < 9; ++i) {
            QVERIFY(world.buy("A" + std::to_string(i)));
            world.pass(kMinute);
        }
        world.pass(2 * kHour - 5 * kMinute);
        QCOMPARE(world.late(), std::string("A0 A1 A2 A3 A4"));
        QVERIFY(world.report(Report::PickedUp, "A2"));
        for (int sort = 0; sort <= static_cast<int>(api::OrderSort::Late); ++sort) {
            api::OrderQuery query;
            query.filter.lateOnly = true;
            query.filter.statuses = {OrderStatus::WaitPickUp, OrderStatus::Delivering};
            query.filter.campus = CampusId("north");
            query.sort = static_cast<api::OrderSort>(sort);
            const auto rows = world.get(world.orders().page(world.call, query));
            QVERIFY(rows.has_value());
            QCOMPARE(rows->size(), 4U);
            query.filter.campus = CampusId("south");
            QCOMPARE(world.get(world.orders().count(world.call, query.filter)).value_or(-1), 0);
        }
    }

    /// By how late they are, whatever tells it: a timer that waits, one that had its effect, a courier before.
    void sortedByHowLate() {
        auto& world = *m_world;
        for (const auto* no : {"A1", "A2", "A3", "A4"}) {
            QVERIFY(world.buy(no));
            world.pass(kMinute);
        }
        world.pass(2 * kHour);
        DONE(world.get(world.timers().setPaused(world.call, TimerKind::DeliveryLate, true)));
        QVERIFY(world.report(Report::PickedUp, "A1"));
        QVERIFY(world.reassign("A3"));
        world.pass(kDay);
        QCOMPARE(world.byLateness(true), std::string("A2 A3 A4 A1"));
        QCOMPARE(world.byLateness(false), std::string("A1 A4 A3 A2"));
        api::OrderQuery query;
        query.sort = api::OrderSort::Late;
        const auto refused = world.get(world.orders().page(world.call, query));
        QVERIFY(!refused && refused.error().code == ErrorCode::InvalidArgument);
        QCOMPARE(refused.error().field, std::string("sort"));
    }

    /// More time for the stage: nobody is late any more, nothing fires until then, and then it does.
    void extended() {
        auto& world = *m_world;
        for (const auto* no : {"A1", "A2", "A3"}) {
            QVERIFY(world.buy(no));
        }
        QVERIFY(world.done(world.get(world.timers().cancel(world.call, {{OrderNo("A2"), {}, {}}}))));
        world.pass(2 * kHour);
        QCOMPARE(world.late(), std::string("A1 A2 A3"));
        QCOMPARE(world.alerts().size(), 2U);
        QVERIFY(world.reassign("A3"));
        QCOMPARE(world.late(), std::string("A1 A2 A3"));
        const auto limit = world.row("A1").limit;
        std::vector<api::TimerRef> refs;
        for (const auto* no : {"A1", "A2", "A3"}) {
            refs.push_back({OrderNo(no), TimerKind::PickUpLate, limit});
        }
        const auto done = world.get(world.timers().extend(world.call, refs, 3 * kHour));
        QVERIFY(done && done->size() == 3U);
        for (const auto& outcome : *done) {
            QVERIFY2(!outcome.error, outcome.orderNo.str().c_str());
            QCOMPARE(outcome.due->ms, world.clock.now().plusMs(3 * kHour).ms);
        }
        QCOMPARE(world.late(), std::string());
        QVERIFY(world.alerts().empty());
        const auto over = world.alerts({api::AlertState::Resolved});
        QCOMPARE(over.size(), 2U);
        for (const auto& alert : over) {
            QCOMPARE(alert.resolution, std::string("extended"));
        }
        HOLDS(world);
        world.pass(3 * kHour - 1);
        QCOMPARE(world.late(), std::string());
        world.pass(1);
        QCOMPARE(world.late(), std::string("A1 A2 A3"));
        QCOMPARE(world.lateByMs("A2"), 0);
        QCOMPARE(world.alerts().size(), 3U);
        HOLDS(world);
    }

    /// Who has it now keeps the time that it was given with.
    void extendedForAnotherCourier() {
        auto& world = *m_world;
        QVERIFY(world.buy("A1"));
        world.pass(2 * kHour);
        QVERIFY(world.reassign("A1"));
        const auto done = world.get(world.timers().extend(world.call, {{OrderNo("A1"), {}, {}}}, kHour));
        QVERIFY(world.done(done));
        QCOMPARE(done->front().due->ms, world.clock.now().plusMs(2 * kHour).ms);
        QCOMPARE(world.late(), std::string());
        QCOMPARE(world.lateByMs("A1"), -2 * kHour);
        HOLDS(world);
    }

    /// What an alert says is the limit that more time is compared with, whatever timer raised it: one that was put off
    /// when its order was late already, that of another courier, or one that was run early and then armed for another.
    void extendedFromItsAlert() {
        auto& world = *m_world;
        DONE(world.get(world.timers().setPaused(world.call, TimerKind::PickUpLate, true)));
        for (const auto* no : {"A1", "A2", "A3"}) {
            QVERIFY(world.buy(no));
        }
        const auto begun = world.clock.now();
        QVERIFY(world.done(world.get(world.timers().run(world.call, {{OrderNo("A3"), {}, {}}}))));
        world.pass(kHour);
        QVERIFY(world.reassign("A3"));
        world.pass(kHour);
        QVERIFY(world.done(world.get(world.timers().postponeBy(world.call, {{OrderNo("A1"), {}, {}}}, kHour))));
        DONE(world.get(world.timers().setPaused(world.call, TimerKind::PickUpLate, false)));
        world.pass(0);
        QVERIFY(world.reassign("A2"));
        for (const auto& alert : world.alerts()) {
            if (alert.orderNo == OrderNo("A2")) {
                QVERIFY(world.done(world.get(world.alertDesk().resolve(world.call, {alert.id}))));
            }
        }
        world.pass(2 * kHour);
        QCOMPARE(world.late(), std::string("A1 A2 A3"));
        const auto alerts = world.alerts();
        QCOMPARE(alerts.size(), 3U);
        for (const auto& alert : alerts) {
            const auto& no = alert.orderNo.str();
            QCOMPARE(alert.due.ms, begun.plusMs(no == "A3" ? 3 * kHour : 2 * kHour).ms);
            const auto done = world.get(world.timers().extend(world.call, {{alert.orderNo, {}, alert.due}}, kHour));
            QVERIFY2(world.done(done), no.c_str());
        }
        QCOMPARE(world.late(), std::string());
        QVERIFY(world.alerts().empty());
        HOLDS(world);
    }

    void whatCannotBeExtended() {
        auto& world = *m_world;
        QVERIFY(world.buy("A1") && world.buy("A2"));
        const auto extend = [&world](const char* no, std::optional<Instant> limit, std::int64_t byMs) {
            const auto done = world.get(world.timers().extend(world.call, {{OrderNo(no), {}, limit}}, byMs));
            return done && done->front().error ? std::optional(done->front().error->code) : std::optional<ErrorCode>();
        };
        QCOMPARE(extend("A1", {}, kHour), std::optional(ErrorCode::WrongStatus));  // not late yet
        world.pass(2 * kHour);
        QCOMPARE(extend("A9", {}, kHour), std::optional(ErrorCode::NotFound));
        QCOMPARE(extend("A1", {}, 0), std::optional(ErrorCode::InvalidArgument));
        QCOMPARE(extend("A1", {}, api::kMaxTimerDelayMs + 1), std::optional(ErrorCode::InvalidArgument));
        QCOMPARE(extend("A1", world.clock.now().plusMs(1), kHour), std::optional(ErrorCode::Conflict));
        QCOMPARE(extend("A1", world.clock.now(), kHour), std::optional<ErrorCode>());
        QVERIFY(world.report(Report::PickedUp, "A2"));
        QCOMPARE(extend("A2", {}, kHour), std::optional(ErrorCode::WrongStatus));  // of the next stage
        QCOMPARE(world.late(), std::string());
        HOLDS(world);
    }

    void lateOrdersAreFoundByAnEngineThatOnlyReads() {
        LateWorld world;
        QVERIFY(world.buy("A"));
        world.pass(2 * kHour);
        QCOMPARE(world.late(), std::string("A"));
        world.workspace.reset();
        auto reading = app::Workspace::openReadOnly(world.path(), world.options);
        QVERIFY(reading.has_value());
        world.workspace = *std::move(reading);
        api::OrderQuery query;
        query.filter.lateOnly = true;
        const auto rows = world.get(world.orders().page(world.call, query));
        QVERIFY2(rows.has_value(), rows ? "" : rows.error().text().c_str());
        QCOMPARE(rows->size(), std::size_t{1});
        QCOMPARE(world.get(world.orders().count(world.call, query.filter)).value_or(-1), 1);
    }

private:
    std::unique_ptr<LateWorld> m_world;
};

}  // namespace test_late_orders

QTEST_GUILESS_MAIN(test_late_orders::TestLateOrders)
#include "test_late_orders.moc"
