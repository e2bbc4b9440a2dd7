// SPDX-License-Identifier: GPL-3.0-or-later
// The desk of shifts and the engine that follows rosters by itself: what people read, who is told what, the audit log,
// the crew of a day, and a workspace that was closed for a while.
#include <QtTest>
#include <algorithm>

#include "app/workspace/verification.h"
#include "tests/unit/desks/desk_world.h"

namespace test_shift_desk {

using namespace evenhand;
using test::DeskWorld;

namespace {

constexpr std::int64_t kHour = base::kHourMs;
const CourierId kAnn("ann");

api::Call by(const char* who) { return {api::Actor::administrator(who), "because", {}}; }

/// It is Saturday, 2024-06-01 08:00 in Shanghai.
struct ShiftWorld : DeskWorld {
    api::ShiftDesk& shifts() { return workspace->shifts(); }
    Result<std::int64_t> week(const char* text, std::int64_t version = 0, const char* who = "ann the boss") {
        return get(shifts().setWeek(by(who), kAnn, api::weekFrom(text).value(), version));
    }
    void pass(std::int64_t ms) {
        clock.advanceMs(ms);
        workspace->runUntilIdle();
    }
    api::CourierRow courier(const CourierId& id) {
        const auto board = get(dispatch().board(call, CampusId("north"))).value();
        return *std::find_if(board.couriers.begin(), board.couriers.end(),
                             [&](const api::CourierRow& row) { return row.id == id; });
    }
    api::CrewRow crewRow(const CourierId& id) {
        const auto crew = get(shifts().crew(call, CampusId())).value();
        return *std::find_if(crew.couriers.begin(), crew.couriers.end(),
                             [&](const api::CrewRow& row) { return row.id == id; });
    }
    std::vector<api::AuditRecord> entries(const char* operation) {
        api::AuditQuery query;
        query.filter.operations = {operation};
        return get(workspace->audit().page(call, query)).value();
    }
    /// Every check of verify holds.
    bool sound() {
        const auto checks = app::allChecks();
        bool holds = false;
        const auto seen =
            workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
                EVENHAND_ASSIGN(const auto verdicts, runtime::verify(checks, {database, keyspace}));
                holds = std::all_of(verdicts.begin(), verdicts.end(),
                                    [](const runtime::Verdict& verdict) { return verdict.finding.violations == 0; });
                return {};
            });
        return seen && holds;
    }
};

}  // namespace

class TestShiftDesk : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theEngineFollowsByItself() {
        ShiftWorld world;
        DONE(world.couriers({"ann", "bob"}));
        DONE(world.product("tea", 10));
        DONE(world.week("sat 09:00-17:00"));
        QVERIFY(!world.courier(kAnn).onDuty);
        QCOMPARE(world.courier(kAnn).planned, std::optional(false));
        const Instant nine = world.clock.now().plusMs(kHour);
        QVERIFY(world.courier(kAnn).rosterChange == nine);
        QVERIFY(!world.courier(CourierId("bob")).planned.has_value());
        QVERIFY(!world.courier(CourierId("bob")).rosterChange.has_value());
        world.pass(kHour - 1);
        QVERIFY(!world.courier(kAnn).onDuty);
        world.pass(1);
        QVERIFY(world.courier(kAnn).onDuty);
        QCOMPARE(world.courier(kAnn).planned, std::optional(true));
        QVERIFY(world.courier(kAnn).rosterChange == nine.plusMs(8 * kHour));
        QVERIFY(world.sound());
        // By hand: the roster still says what it says.
        DONE(world.get(world.dispatch().setDuty(by("bob the boss"), kAnn, false)));
        QVERIFY(!world.courier(kAnn).onDuty);
        QCOMPARE(world.courier(kAnn).planned, std::optional(true));
        QVERIFY(world.sound());
        world.pass(8 * kHour);
        QVERIFY(!world.courier(kAnn).onDuty);
        QVERIFY(world.sound());
    }

    void whoeverComesOnDutyIsToldInTheLog() {
        ShiftWorld world;
        DONE(world.couriers({"ann"}));
        DONE(world.week("sat 09:00-17:00"));
        const auto set = world.entries("shifts.set_roster");
        QCOMPARE(set.size(), std::size_t{1});
        QCOMPARE(set.front().actor, std::string("ann the boss"));
        QCOMPARE(set.front().subject, std::string("courier ann"));
        QCOMPARE(set.front().detail, std::string("week: sat 09:00-17:00"));
        QVERIFY(world.entries("dispatch.set_duty").empty());
        world.pass(kHour);
        const auto duty = world.entries("dispatch.set_duty");
        QCOMPARE(duty.size(), std::size_t{1});
        QCOMPARE(duty.front().actor, std::string("system"));
        QCOMPARE(duty.front().subject, std::string("courier ann"));
        QCOMPARE(duty.front().detail, std::string("on duty by the roster"));
        // Where duty is already so, nothing is done, and nothing said.
        DONE(world.get(world.dispatch().setDuty(by("bob the boss"), kAnn, false)));
        world.pass(8 * kHour);
        QCOMPARE(world.entries("dispatch.set_duty").size(), std::size_t{2});
        DONE(world.get(world.shifts().setException(by("eve"), kAnn, {api::calendarDayFrom("2024-06-02").value(), {}})));
        DONE(world.get(world.shifts().removeException(by("eve"), kAnn, api::calendarDayFrom("2024-06-02").value())));
        const auto changes = world.entries("shifts.set_roster");
        QCOMPARE(changes.size(), std::size_t{3});
        QCOMPARE(changes[1].detail, std::string("2024-06-02: off"));
        QCOMPARE(changes[0].detail, std::string("2024-06-02: as the weekday"));
    }

    void whoIsDisabledStaysOffDuty() {
        ShiftWorld world;
        DONE(world.couriers({"ann"}));
        DONE(world.week("sat 07:00-08:30, 09:00-10:00, 11:00-12:00, 13:00-17:00"));
        auto& shop = world.workspace->shop();
        const auto isOnDuty = [&] { return world.get(shop.couriers(world.call, {}, 10)).value().front().onDuty; };
        QVERIFY(isOnDuty());
        world.pass(kHour / 2);
        QVERIFY(!isOnDuty());
        DONE(world.get(shop.setCourierDisabled(by("eve"), kAnn, true, 0)));
        for (int hour = 9; hour <= 11; ++hour) {
            world.pass(hour == 9 ? kHour / 2 : kHour);
            QVERIFY(!isOnDuty());
            QVERIFY(world.sound());
        }
        DONE(world.week("sat 11:00-12:00, 14:00-17:00"));
        QVERIFY(!isOnDuty());
        QVERIFY(world.sound());
        // Enabled again they are off duty until the roster says something else, or somebody does.
        DONE(world.get(shop.setCourierDisabled(by("eve"), kAnn, false, 0)));
        QVERIFY(!isOnDuty());
        QVERIFY(world.sound());
        world.pass(kHour);
        QVERIFY(world.sound());
        world.pass(2 * kHour);
        QVERIFY(isOnDuty());
        QVERIFY(world.sound());
        QCOMPARE(world.entries("dispatch.set_duty").size(), std::size_t{2});  // off at half past eight, on at two
    }

    void aRosterOfWhoIsDisabledWaits() {
        ShiftWorld world;
        DONE(world.couriers({"ann"}));
        auto& shop = world.workspace->shop();
        DONE(world.get(shop.setCourierDisabled(by("eve"), kAnn, true, 0)));
        world.pass(kHour);
        DONE(world.week("sat 07:00-17:00"));
        QVERIFY(!world.get(shop.couriers(world.call, {}, 10)).value().front().onDuty);
        QVERIFY(world.sound());
    }

    void theSecondOfTwoIsToldWhoWasFirst() {
        ShiftWorld world;
        DONE(world.couriers({"ann"}));
        const auto seen = world.get(world.shifts().roster(world.call, kAnn));
        DONE(seen);
        QVERIFY(seen->empty());
        QCOMPARE(seen->version, std::int64_t{1});
        QCOMPARE(world.week("sat 09:00-17:00", seen->version).value(), std::int64_t{2});
        const auto second = world.week("sun 09:00-17:00", seen->version, "bob the boss");
        REFUSED_FIELD(second, ErrorCode::Conflict, "version");
        QCOMPARE(second.error().value, std::string("2"));
        for (const char* said : {"roster of ann", "by ann the boss", "2024-06-01", "(shifts.set_roster)"}) {
            QVERIFY2(second.error().message.find(said) != std::string::npos, second.error().text().c_str());
        }
        const auto now = world.get(world.shifts().roster(world.call, kAnn));
        QCOMPARE(api::toText(now->week), std::string("sat 09:00-17:00"));
        QCOMPARE(now->version, std::int64_t{2});
    }

    void rostersAndTheirCouriers() {
        ShiftWorld world;
        DONE(world.couriers({"ann", "bob"}));
        DONE(world.couriers({"cat"}, "south"));
        DONE(world.week("sat 09:00-17:00; sun 22:00-06:00"));
        DONE(world.get(world.shifts().setException(
            world.call, kAnn,
            {api::calendarDayFrom("2024-06-08").value(), api::dayHoursFrom("10:00-11:00", "hours").value()})));
        const auto all = world.get(world.shifts().rosters(world.call, CampusId()));
        DONE(all);
        QCOMPARE(all->size(), std::size_t{3});
        QCOMPARE(all->front().roster.courier, kAnn);
        QCOMPARE(all->front().name, std::string("Name of ann"));
        QCOMPARE(api::toText(all->front().roster.week), std::string("sat 09:00-17:00; sun 22:00-06:00"));
        QCOMPARE(all->front().roster.exceptions.size(), std::size_t{1});
        QCOMPARE(all->front().roster.version, std::int64_t{3});
        QCOMPARE((*all)[1].roster.courier, CourierId("bob"));
        QVERIFY((*all)[1].roster.empty());
        QCOMPARE((*all)[1].roster.version, std::int64_t{1});
        QCOMPARE((*all)[2].campus, CampusId("south"));
        QCOMPARE(world.get(world.shifts().rosters(world.call, CampusId("south")))->size(), std::size_t{1});
        REFUSED_FIELD(world.get(world.shifts().rosters(world.call, CampusId("nowhere"))), ErrorCode::NotFound,
                      "campus");
        REFUSED_FIELD(world.get(world.shifts().roster(world.call, CourierId("nobody"))), ErrorCode::NotFound,
                      "courier");
        REFUSED_FIELD(world.get(world.shifts().crew(world.call, CampusId("nowhere"))), ErrorCode::NotFound, "campus");
    }

    void theCrewOfToday() {
        ShiftWorld world;
        DONE(world.couriers({"ann", "bob"}));
        DONE(world.product("tea", 10));
        DONE(world.week("sat 09:00-12:00, 13:00-17:00"));
        const Instant midnight = world.clock.now().plusMs(-8 * kHour);
        const auto hour = [&](int of) { return midnight.plusMs(of * kHour); };
        const auto passHours = [&](int hours) {
            for (int i = 0; i < hours; ++i) {
                world.pass(kHour);  // what is due is done when its hour comes
            }
        };
        passHours(2);
        DONE(world.get(world.dispatch().setDuty(world.call, kAnn, false)));
        passHours(1);
        DONE(world.get(world.dispatch().setDuty(world.call, kAnn, true)));
        QVERIFY(world.buy("A1"));
        passHours(3);
        const auto crew = world.get(world.shifts().crew(world.call, CampusId("north")));
        DONE(crew);
        QCOMPARE(api::toText(crew->day), std::string("2024-06-01"));
        QVERIFY(crew->bounds == (api::TimeSpan{midnight, midnight.plusMs(base::kDayMs)}));
        QVERIFY(crew->at == hour(14));
        const auto ann = world.crewRow(kAnn);
        using Spans = std::vector<api::TimeSpan>;
        QVERIFY(ann.plan == (Spans{{hour(9), hour(12)}, {hour(13), hour(17)}}));
        // Hired at eight o'clock, off at once; by the roster at nine, by hand at ten and eleven, by the roster since.
        QVERIFY(ann.actual == (Spans{{hour(9), hour(10)}, {hour(11), hour(12)}, {hour(13), hour(14)}}));
        QVERIFY(ann.onDuty);
        QVERIFY(ann.rosterChange == hour(17));
        const auto bob = world.crewRow(CourierId("bob"));
        QVERIFY(bob.plan.empty());
        QVERIFY(!bob.planned.has_value());
        QVERIFY(bob.actual == (Spans{{hour(8), hour(14)}}));
        QCOMPARE(ann.inHand + bob.inHand, std::int64_t{1});
        // Another day: nobody has been there yet, and on Sunday nobody is to be.
        const auto later =
            world.get(world.shifts().crew(world.call, CampusId("north"), api::calendarDayFrom("2024-06-08").value()));
        DONE(later);
        QVERIFY(later->couriers.front().plan.size() == 2 && later->couriers.front().actual.empty());
        const auto sunday =
            world.get(world.shifts().crew(world.call, CampusId("north"), api::calendarDayFrom("2024-06-02").value()));
        QVERIFY(sunday->couriers.front().plan.empty());
        // Who was on duty over midnight has been there since the day began.
        world.pass(14 * kHour);
        QVERIFY(world.crewRow(CourierId("bob")).actual == (Spans{{hour(24), hour(28)}}));
    }

    void offDutyWithOrdersInHand() {
        ShiftWorld world;
        DONE(world.couriers({"ann"}));
        DONE(world.product("tea", 10));
        DONE(world.week("sat 07:00-17:00"));
        QVERIFY(world.buy("A1"));
        QCOMPARE(world.row("A1").courier, kAnn);
        DONE(world.couriers({"bob"}));
        world.pass(9 * kHour);
        QVERIFY(!world.courier(kAnn).onDuty);
        QCOMPARE(world.courier(kAnn).inHand, std::int64_t{1});
        DONE(world.get(world.dispatch().handOver(world.call, kAnn, {})));
        QCOMPARE(world.row("A1").courier, CourierId("bob"));
        QVERIFY(world.sound());
    }

    void aWorkspaceThatWasClosed() {
        ShiftWorld world;
        DONE(world.couriers({"ann"}));
        DONE(world.week("sat 09:00-17:00"));
        world.clock.advanceMs(7 * base::kDayMs + 3 * kHour);  // next Saturday, eleven o'clock
        DONE(world.reopen());
        world.workspace->runUntilIdle();
        QVERIFY(world.courier(kAnn).onDuty);
        QVERIFY(world.courier(kAnn).rosterChange == world.clock.now().plusMs(6 * kHour));
        QCOMPARE(world.entries("dispatch.set_duty").size(), std::size_t{1});
        QVERIFY(world.sound());
    }

    /// The roster comes before a command of the same instant.
    void aCommandOfTheSameInstantComesAfterTheRoster() {
        ShiftWorld world;
        DONE(world.couriers({"ann"}));
        DONE(world.week("sat 09:00-17:00"));
        world.clock.advanceMs(kHour);
        DONE(world.get(world.dispatch().setDuty(by("bob the boss"), kAnn, false)));
        QVERIFY(!world.courier(kAnn).onDuty);
        world.pass(kHour);
        QVERIFY(!world.courier(kAnn).onDuty);
        QVERIFY(world.sound());
    }
};

}  // namespace test_shift_desk

QTEST_GUILESS_MAIN(test_shift_desk::TestShiftDesk)
#include "test_shift_desk.moc"
