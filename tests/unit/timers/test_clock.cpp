// SPDX-License-Identifier: GPL-3.0-or-later
// A clock that was ahead and is put back: the engine says so, and lets time go on from the clock when it is told to.
#include <QTest>
#include <algorithm>
#include <map>

#include "tests/support/check.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/unit/timers/timer_world.h"

namespace test_clock {

using namespace evenhand;
using namespace evenhand::test;

namespace {

constexpr std::int64_t kYear = 365 * kDay;

/// A world whose clock was a year ahead while something was committed.
class AheadWorld : public TimerWorld {
public:
    /// The clock goes a year ahead and `act` runs there; then it is back at a minute after it was.
    template <typename Act>
    void ahead(Act act) {
        const auto before = clock.now();
        clock.set(before.plusMs(kYear));
        workspace->runUntilIdle();
        act();
        workspace->runUntilIdle();
        clock.set(before.plusMs(kMinute));
        workspace->runUntilIdle();
    }
    Result<api::ClockReset> reset() { return get(timers().resetClock(call)); }
    std::int64_t dueOf(const std::string& no) {
        for (const auto& timer : page()) {
            if (timer.orderNo.str() == no) {
                return timer.due.ms;
            }
        }
        return 0;
    }
    bool degraded() {
        const auto status = workspace->status();
        const bool stands = status.standing.size() == 1 && status.standing[0].code == api::kClockBehind;
        return stands && status.state == api::EngineState::Degraded && !status.reason.empty();
    }
    /// The first row of a query with one column.
    std::int64_t number(const char* sql) {
        auto& database = workspace->core().embedded()->database();
        auto& statement = database.statement(sql);
        const auto done = statement.query();
        const auto value = done && statement.next() ? statement.onlyNumber() : -1;
        statement.finish();
        return value;
    }
    bool change(const std::string& sql) {
        const auto done = get(workspace->core().engine().ask<std::int64_t>(
            call, [sql](runtime::UnitOfWork& work) { return work.database().statement(sql).write(); }));
        if (!done) {
            qWarning("%s", done.error().text().c_str());
        }
        return done && *done > 0;
    }
    /// Messages of "mine" that somebody has read and left for half a minute.
    std::int64_t claimable() {
        return get(workspace->core().engine().ask<std::int64_t>(
                       call,
                       [](runtime::UnitOfWork& work) -> Result<std::int64_t> {
                           EVENHAND_ASSIGN(const auto reply, work.keyspace().call({"XAUTOCLAIM", "mine", "g", "me",
                                                                                   "30000", "0-0", "JUSTID"}));
                           return static_cast<std::int64_t>(reply.elements.at(1).elements.size());
                       }))
            .value_or(-1);
    }
    std::int64_t ttl(const std::string& key) {
        return get(workspace->core().engine().ask<std::int64_t>(
                       call,
                       [key](runtime::UnitOfWork& work) -> Result<std::int64_t> {
                           EVENHAND_ASSIGN(const auto reply, work.keyspace().call({"PTTL", key}));
                           return reply.integer;
                       }))
            .value_or(-3);
    }
};

}  // namespace

class TestClock : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aClockBehindWhatWasCommittedDegradesTheEngine() {
        AheadWorld world;
        QVERIFY(world.place("A"));
        const auto committed = world.clock.now();
        QCOMPARE(world.workspace->status().state, api::EngineState::Live);
        world.clock.set(committed.plusMs(-api::kClockToleranceMs));
        QCOMPARE(world.workspace->status().state, api::EngineState::Live);
        world.clock.set(committed.plusMs(-api::kClockToleranceMs - 1));
        QVERIFY(world.degraded());
        const auto status = world.workspace->status();
        QCOMPARE(status.committedAt, committed);
        QCOMPARE(status.clock, world.clock.now());
        QVERIFY(status.reason.find("2024-06-01T00:00:00.000Z") != std::string::npos);  // what was committed
        QVERIFY(status.reason.find("2024-05-31T23:54Z") != std::string::npos);         // the clock's minute
        world.reopen();
        QVERIFY(world.degraded());
        world.clock.set(committed);
        QCOMPARE(world.workspace->status().state, api::EngineState::Live);
        QVERIFY(world.workspace->status().reason.empty());
    }

    void aServerThatMayLoseCommitsDegradesTheEngineUntilItMayNot() {
        AheadWorld world;
        const auto standing = [&] { return world.workspace->status().standing; };
        QVERIFY(standing().empty());
        if (evenhand::testing::onMariadb()) {
            auto* server = evenhand::testing::sharedMariadb();
            QVERIFY(server->run("SET GLOBAL innodb_flush_log_at_trx_commit = 2"));
            world.reopen();
            QCOMPARE(standing().size(), std::size_t{1});
            QCOMPARE(standing().front().code, std::string(api::kServerNotDurable));
            QCOMPARE(world.workspace->status().state, api::EngineState::Degraded);
            QVERIFY(world.place("A"));  // it is told, and works on
            world.clock.advanceMs(-kHour);
            QCOMPARE(standing().size(), std::size_t{2});
            world.clock.advanceMs(kHour);
            QVERIFY(server->run("SET GLOBAL innodb_flush_log_at_trx_commit = 1"));
            int told = 0;
            const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& events) {
                for (const auto& event : events) {
                    told += event.kind == api::Event::Kind::StateChanged ? 1 : 0;
                }
            });
            world.workspace->core().embedded()->invalidate({ErrorCode::Storage, "the connection broke", {}, {}});
            QTRY_VERIFY(world.place("B"));  // it connects again
            QVERIFY(standing().empty());
            QCOMPARE(told, 3);  // away, a reason that has gone, back
        }
        QCOMPARE(world.workspace->status().state, api::EngineState::Live);
    }

    void timeThatDoesNotRunAheadIsNotReset() {
        AheadWorld world;
        QVERIFY(world.place("A"));
        world.clock.advanceMs(kSecond);
        const auto refused = world.reset();
        QVERIFY(!refused && refused.error().code == ErrorCode::WrongStatus);
        world.clock.advanceMs(-kMinute);
        auto call = world.call;
        call.reason.clear();
        const auto unfounded = world.get(world.timers().resetClock(call));
        QVERIFY(!unfounded && unfounded.error().field == "reason");
        QCOMPARE(world.number("SELECT COUNT(*) FROM audit_entry WHERE operation = 'timers.reset_clock'"),
                 std::int64_t{0});
    }

    void timersGoOnFromTheClock() {
        AheadWorld world;
        auto policy = api::TimerPolicy();
        policy.unpaidMs = 3 * kYear;
        QVERIFY(world.policy(policy));
        QVERIFY(world.place("long"));
        const auto longDue = world.dueOf("long");
        policy.unpaidMs = 30 * kMinute;
        QVERIFY(world.policy(policy));
        world.ahead([&] {
            QVERIFY(world.place("new"));
            QVERIFY(world.buy("paid"));
            QVERIFY(world.place("later"));
            world.clock.advanceMs(10 * kMinute);
            QVERIFY(world.get(world.timers().postponeBy(world.call, {{OrderNo("later"), {}, {}}}, kHour)));
            QVERIFY(world.place("newer"));
        });
        QVERIFY(world.degraded());
        QVERIFY(world.dueOf("new") > world.clock.now().plusMs(kYear - kMinute).ms);
        const auto done = world.reset();
        QVERIFY2(done.has_value(), done ? "" : done.error().text().c_str());
        const auto now = world.clock.now();
        QCOMPARE(done->to, now);
        QCOMPARE(done->timers, std::int64_t{4});
        QCOMPARE(world.workspace->status().state, api::EngineState::Live);
        QCOMPARE(world.workspace->status().now, now);
        // As if their stages began now, or as long as they were postponed; what was armed at the right time stays.
        QCOMPARE(world.dueOf("new"), now.plusMs(30 * kMinute).ms);
        QCOMPARE(world.dueOf("newer"), now.plusMs(30 * kMinute).ms);
        QCOMPARE(world.dueOf("paid"), now.plusMs(policy.pickUpLateMs).ms);
        QCOMPARE(world.dueOf("later"), now.plusMs(80 * kMinute).ms);
        QCOMPARE(world.dueOf("long"), longDue);
        HOLDS(world);
        world.pass(30 * kMinute - 1);
        QCOMPARE(world.status("new"), api::OrderStatus::WaitPay);
        world.pass(1);
        QCOMPARE(world.closedAt("new"), now.plusMs(30 * kMinute).ms);
        QCOMPARE(world.closedAt("newer"), now.plusMs(30 * kMinute).ms);
        QCOMPARE(world.status("later"), api::OrderStatus::WaitPay);
        QCOMPARE(world.number("SELECT COUNT(*) FROM timer_end WHERE outcome = 'done'"), std::int64_t{2});
        world.pass(2 * kHour);
        QCOMPARE(world.closedAt("later"), now.plusMs(80 * kMinute).ms);
        QCOMPARE(world.alerts().size(), std::size_t{1});
        QCOMPARE(world.alerts().front().firedAt, now.plusMs(policy.pickUpLateMs));
        HOLDS(world);
    }

    void itIsOneAuditedStepAndOutlivesARestart() {
        AheadWorld world;
        QVERIFY(world.buy("A"));
        world.ahead([&] { QVERIFY(world.buy("B")); });
        QVERIFY(world.reset());
        const auto now = world.clock.now();
        world.reopen();
        QCOMPARE(world.workspace->status().committedAt, now);
        QCOMPARE(world.workspace->status().state, api::EngineState::Live);
        QVERIFY(world.buy("C"));
        QCOMPARE(world.row("C").placedAt, now);
        QCOMPARE(world.number("SELECT COUNT(*) FROM audit_entry WHERE operation = 'timers.reset_clock' AND "
                              "outcome = 'done' AND reason = 'because'"),
                 std::int64_t{1});
        QCOMPARE(world.number("SELECT at FROM audit_entry WHERE operation = 'timers.reset_clock'"), now.ms);
        // An order of then is handed over now: its later assignment is the earlier one by its instant.
        QVERIFY(world.get(world.dispatch().reassign(world.call, {{OrderNo("B"), 0}}, {})));
        HOLDS(world);
        const auto again = world.reset();
        QVERIFY(!again && again.error().code == ErrorCode::WrongStatus);
    }

    /// More than are read and sent at once: all in one transaction, each of them once.
    void everyTimerOfManyIsArmedAnew() {
        constexpr std::int64_t kMany = 1'003;
        AheadWorld world;
        QVERIFY(world.product("tea", kMany));
        world.ahead([&] {
            std::vector<api::Answer<api::PlacedOrder>> placed;
            for (std::int64_t i = 0; i < kMany; ++i) {
                placed.push_back(world.orders().place(world.call, world.request("N" + std::to_string(i))));
            }
            world.workspace->runUntilIdle();
            QVERIFY(std::all_of(placed.begin(), placed.end(),
                                [](const auto& answer) { return answer.isFinished() && answer.result(); }));
        });
        const auto reset = world.reset();
        EVENHAND_NEED(reset);
        QCOMPARE(reset->timers, kMany);
        const auto due = std::to_string(reset->to.plusMs(api::TimerPolicy{}.unpaidMs).ms);
        QCOMPARE(world.number(("SELECT COUNT(*) FROM orders WHERE timer = 'unpaid' AND due_at = " + due).c_str()),
                 kMany);
        HOLDS(world);
    }

    /// Every page that shows instants reads them anew.
    void everybodyIsToldOfIt() {
        using Kind = api::Event::Kind;
        AheadWorld world;
        QVERIFY(world.place("A"));
        world.ahead([&] { QVERIFY(world.place("B")); });
        std::map<Kind, int> told;
        const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& events) {
            for (const auto& event : events) {
                ++told[event.kind];
            }
        });
        QVERIFY(world.reset());
        for (const auto kind : {Kind::StateChanged, Kind::TimersChanged, Kind::AlertsChanged, Kind::TasksChanged}) {
            QVERIFY2(told[kind] > 0, std::to_string(static_cast<int>(kind)).c_str());
        }
        told.clear();
        QVERIFY(!world.reset());  // what did not happen is not told
        QVERIFY(told.empty());
    }

    void whatIsTimedInTheKeyspaceKeepsTheTimeItHadLeft() {
        AheadWorld world;
        world.ahead([&] {
            QVERIFY(!world.tamper({"SET", "kept", "1", "PX", "60000"}));
            QVERIFY(world.tamper({"ZADD", "stream:{order@@first}:retry", "99999999999999", "1-1"}));
            (void)world.tamper({"XADD", "mine", "1-1", "f", "v"});
            (void)world.tamper({"XGROUP", "CREATE", "mine", "g", "0"});
            (void)world.tamper({"XREADGROUP", "GROUP", "g", "gone", "STREAMS", "mine", ">"});
        });
        const auto from = world.workspace->status().committedAt;
        QVERIFY(world.reset());
        QCOMPARE(world.ttl("kept"), std::int64_t{60'000});
        QVERIFY(!world.tamper({"ZRANGEBYSCORE", "stream:{order@@first}:retry",
                               std::to_string(99'999'999'999'999 - from.ms + world.clock.now().ms), "+inf"}));
        QCOMPARE(world.claimable(), std::int64_t{0});
        world.pass(60'000);
        QCOMPARE(world.ttl("kept"), std::int64_t{-2});
        QCOMPARE(world.claimable(), std::int64_t{1});
    }

    void alertsLatenessAndLocksFollow() {
        AheadWorld world;
        for (const char* courier : {"ann", "bob"}) {
            QVERIFY(world.get(world.dispatch().setDuty(world.call, CourierId(courier), false)));
        }
        world.ahead([&] {
            QVERIFY(world.buy("rung"));
            world.pass(2 * kMinute);  // its alert fires, and would again in five minutes
            QVERIFY(world.buy("fresh"));
            world.pass(kMinute);
            QVERIFY(world.product("rice", 1));  // the engine's time is that of the last commit
            const auto now = world.clock.now();
            const auto person = [&](const char* login, Instant until) {
                const std::string name(login);
                return world.change(
                    "INSERT INTO person(login, login_key, name, password, password_at, must_change, disabled, "
                    "failures, wait_until, created_at, created_by, version) VALUES ('" +
                    name + "', '" + name + "', 'N', '', 0, 0, 0, 9, " + std::to_string(until.ms) + ", 0, '', 0)");
            };
            QVERIFY(person("ahead", now.plusMs(kMinute)));
            QVERIFY(person("rightly", now.plusMs(-kYear + 20 * kMinute)));
        });
        QCOMPARE(world.alerts().size(), std::size_t{1});
        const auto repeats = world.alerts().front().repeats;
        QVERIFY(world.reset());
        api::OrderQuery late;
        late.filter.lateOnly = true;
        const auto isLate = [&] { return world.get(world.orders().count(world.call, late.filter)).value_or(-1); };
        // The one that was late is late still; the two minutes of the other, armed by the wrong clock, begin anew.
        QCOMPARE(isLate(), 1);
        world.pass(2 * kMinute - 1);
        QCOMPARE(isLate(), 1);
        QCOMPARE(world.alerts().size(), std::size_t{1});
        world.pass(1);
        QCOMPARE(isLate(), 2);
        QCOMPARE(world.alerts().size(), std::size_t{2});
        world.pass(2 * kMinute - 1);
        QCOMPARE(world.alerts().back().repeats + world.alerts().front().repeats, repeats);
        world.pass(1);
        QCOMPARE(world.alerts().back().repeats + world.alerts().front().repeats, repeats + 1);
        QCOMPARE(world.number("SELECT COUNT(*) FROM person WHERE login = 'ahead' AND wait_until IS NULL"),
                 std::int64_t{1});
        QCOMPARE(world.number("SELECT COUNT(*) FROM person WHERE login = 'rightly' AND wait_until > 0"),
                 std::int64_t{1});
        HOLDS(world);
    }

    void leasesSchedulesAndAnswersFollow() {
        AheadWorld world;
        world.workspace->runUntilIdle();
        world.ahead([&] {
            const auto now = std::to_string(world.clock.now().ms);
            QVERIFY(
                world.change("INSERT INTO task(kind, subject, payload, position, status, due_at, attempts, token, "
                             "worker, note, last_error, created_at) VALUES ('rehearsal', 'leased', '', 1, "
                             "'PROCESSING', " +
                             now + " + 30000, 1, 1, 'w', '', '', " + now + ")"));
            QVERIFY(world.change("UPDATE task_sum SET created = created + 1 WHERE kind = 'rehearsal'"));
            QVERIFY(world.change(
                "INSERT INTO api_answer(request_key, body_hash, answer, at) VALUES ('k', x'68', 'a', " + now + ")"));
            QVERIFY(world.change(
                "INSERT INTO task(kind, subject, payload, position, status, attempts, token, worker, note, last_error, "
                "created_at, ended_at, dead_at) VALUES ('rehearsal', 'over', '', 1, 'DEAD', 1, 1, '', '', '', " +
                now + ", " + now + ", " + now + ")"));
            for (const auto& at : {now, std::string("5")}) {
                QVERIFY(world.change("INSERT INTO webhook_event(message_id, event, subject, at, body) VALUES ('m" + at +
                                     "', 'order.closed', 'x', " + at + ", '{}')"));
            }
            QVERIFY(world.change("UPDATE campus SET calibrate_from = " + now));
            QVERIFY(
                world.change("INSERT INTO task_schedule(name, kind, payload, every_ms, next_at) VALUES ('hourly', "
                             "'clean_up', '', 3600000, " +
                             now + " + 3600000)"));
            QVERIFY(
                world.change("INSERT INTO task_schedule(name, kind, payload, minute_of_day, next_at) VALUES "
                             "('daily', 'clean_up', '', 210, " +
                             now + " + 7200000)"));
        });
        const auto daily = world.number("SELECT next_at FROM task_schedule WHERE name = 'daily'");
        QVERIFY(world.reset());
        const auto now = world.clock.now();
        QCOMPARE(world.number("SELECT due_at FROM task WHERE subject = 'leased'"), now.plusMs(30 * kSecond).ms);
        QCOMPARE(world.number("SELECT at FROM api_answer"), now.ms);
        QCOMPARE(world.number("SELECT ended_at FROM task WHERE subject = 'over'"), now.ms);
        QCOMPARE(world.number("SELECT dead_at FROM task WHERE subject = 'over'"), now.ms);
        QCOMPARE(world.number("SELECT MAX(at) FROM webhook_event"), now.ms);
        QCOMPARE(world.number("SELECT MIN(at) FROM webhook_event"), std::int64_t{5});
        QCOMPARE(world.number("SELECT MAX(calibrate_from) FROM campus"), now.ms);
        QCOMPARE(world.number("SELECT next_at FROM task_schedule WHERE name = 'hourly'"), now.plusMs(kHour).ms);
        const auto next = world.number("SELECT next_at FROM task_schedule WHERE name = 'daily'");
        QVERIFY(next > now.ms && next <= now.plusMs(kDay).ms);
        QCOMPARE((daily - next) % kDay, std::int64_t{0});  // at the same minute
    }

    /// Nothing of what was set by a clock that was right is put off with the rest.
    void whatWasSetByTheRightClockStays() {
        AheadWorld world;
        for (const char* courier : {"ann", "bob"}) {
            QVERIFY(world.get(world.dispatch().setDuty(world.call, CourierId(courier), false)));
        }
        QVERIFY(world.buy("before"));
        world.pass(2 * kMinute);
        QCOMPARE(world.alerts().size(), std::size_t{1});
        const auto before = world.alerts().front().id;
        const auto silentUntil = world.clock.now().plusMs(2 * kYear);
        QVERIFY(!world.get(world.alertDesk().silence(world.call, {before}, silentUntil))->front().error);
        const auto scheduled = world.clock.now().plusMs(3 * kYear);
        QVERIFY(world.change(
            "INSERT INTO task_schedule(name, kind, payload, every_ms, next_at) VALUES ('rare', 'clean_up', "
            "'', " +
            std::to_string(10 * kYear) + ", " + std::to_string(scheduled.ms) + ")"));
        AlertId ahead;
        world.ahead([&] {
            QVERIFY(world.buy("ahead"));
            world.pass(2 * kMinute);
            for (const auto& alert : world.alerts()) {
                ahead = alert.id != before ? alert.id : ahead;
            }
            const auto until = world.clock.now().plusMs(kHour);
            QVERIFY(!world.get(world.alertDesk().silence(world.call, {ahead}, until))->front().error);
        });
        QVERIFY(world.reset());
        const auto now = world.clock.now();
        for (const auto& alert : world.alerts()) {
            QCOMPARE(alert.state, api::AlertState::Silenced);
            // Whoever silenced it while the clock was ahead meant an hour.
            QCOMPARE(alert.nextRepeat.value_or(Instant{}), alert.id == before ? silentUntil : now.plusMs(kHour));
        }
        QCOMPARE(world.number("SELECT next_at FROM task_schedule WHERE name = 'rare'"), scheduled.ms);
        world.pass(kHour);
        QCOMPARE(world.alerts({api::AlertState::Firing}).size(), std::size_t{1});
        QCOMPARE(world.alerts({api::AlertState::Firing}).front().id, ahead);
    }

    /// A timer whose handling failed while the clock was ahead is tried again after the time that was left.
    void whatFailedIsTriedAgainFromTheClock() {
        AheadWorld world;
        QVERIFY(world.place("A"));
        QVERIFY(world.get(world.timers().setPaused(world.call, api::TimerKind::Unpaid, true)));
        world.ahead([&] {
            QVERIFY(world.product("rice", 1));  // the engine's time is that of the last commit
            const auto next = std::to_string(world.clock.now().plusMs(kMinute).ms);
            QVERIFY(
                world.change("INSERT INTO timer_failure(order_id, kind, due_at, attempts, reason, next_try_at) SELECT "
                             "order_id, 'unpaid', due_at, 3, 'because', " +
                             next + " FROM orders"));
        });
        const auto row = [&] { return world.page().at(0); };
        QCOMPARE(row().state, api::TimerState::Retrying);
        QVERIFY(row().nextTry > world.clock.now().plusMs(kYear - kMinute));
        QVERIFY(world.reset());
        QCOMPARE(row().state, api::TimerState::Retrying);
        QCOMPARE(row().attempts, 3);
        QCOMPARE(row().nextTry, std::optional(world.clock.now().plusMs(kMinute)));
    }

    /// A timer that begins anew has not failed, whatever became of it while the clock was ahead.
    void whatBeginsAnewHasNotFailed() {
        AheadWorld world;
        QVERIFY(world.get(world.timers().setPaused(world.call, api::TimerKind::Unpaid, true)));
        world.ahead([&] {
            QVERIFY(world.place("A"));
            const auto next = std::to_string(world.clock.now().plusMs(kHour).ms);
            QVERIFY(
                world.change("INSERT INTO timer_failure(order_id, kind, due_at, attempts, reason, next_try_at) SELECT "
                             "order_id, 'unpaid', due_at, 3, 'because', " +
                             next + " FROM orders"));
        });
        QCOMPARE(world.page().at(0).state, api::TimerState::Retrying);
        QVERIFY(world.reset());
        const auto row = world.page().at(0);
        QCOMPARE(row.due, world.clock.now().plusMs(30 * kMinute));
        QCOMPARE(row.state, api::TimerState::Pending);
        QCOMPARE(row.attempts, 0);
        QVERIFY(!row.nextTry && row.reason.empty());
        QVERIFY(world.page({{}, {api::TimerState::Retrying}, {}, {}, {}, {}}).empty());
        QCOMPARE(world.figures(api::TimerKind::Unpaid).retrying, 0);
    }

    /// Of assignments whose instants are now to come each still counts once.
    void todaysAssignmentsCountOnce() {
        AheadWorld world;
        const auto today = [&] {
            const auto board = world.get(world.dispatch().board(world.call, CampusId("north")));
            std::int64_t sum = 0;
            for (const auto& courier : board->couriers) {
                sum += courier.today;
            }
            return sum;
        };
        QVERIFY(world.buy("A"));
        world.clock.advanceMs(kHour);
        QVERIFY(world.buy("B"));
        world.clock.advanceMs(kMinute);
        QCOMPARE(today(), 2);
        world.clock.advanceMs(-50 * kMinute);
        QVERIFY(world.reset());
        QCOMPARE(today(), 2);
        QVERIFY(world.buy("C"));
        QCOMPARE(today(), 3);
        world.clock.advanceMs(kHour);
        QCOMPARE(today(), 3);
    }

    /// The queue is filled from its beginning again, wherever a walk that was under way had got to.
    void theQueueIsFilledFromItsBeginning() {
        AheadWorld world;
        world.ahead([&] {
            QVERIFY(world.place("A"));
            (void)world.tamper({"SET", "timer:{control}:walk", "4 0 0"});
        });
        QVERIFY(world.reset());
        world.workspace->runUntilIdle();
        HOLDS(world);
        const auto due = world.clock.now().plusMs(30 * kMinute);
        world.pass(31 * kMinute);
        QCOMPARE(world.closedAt("A"), due.ms);
    }

    /// Only a reset that was done lets a later assignment be the earlier one by its instant.
    void aRefusedResetExcusesNothing() {
        AheadWorld world;
        auto stranger = world.call;
        stranger.actor = {"stranger", 0};
        const auto refused = world.get(world.timers().resetClock(stranger));
        QVERIFY(!refused && refused.error().code == ErrorCode::PermissionDenied);
        QCOMPARE(world.number("SELECT COUNT(*) FROM audit_entry WHERE operation = 'timers.reset_clock' AND "
                              "outcome = 'refused'"),
                 std::int64_t{1});
        world.clock.advanceMs(kMinute);
        QVERIFY(world.buy("A"));
        world.clock.advanceMs(kMinute);
        QVERIFY(world.get(world.dispatch().reassign(world.call, {{OrderNo("A"), 0}}, {})));
        HOLDS(world);
        QVERIFY(world.change("UPDATE assignment SET at = at - 60001 WHERE epoch = 2"));
        QVERIFY2(world.verify().find("is older than the one before") != std::string::npos, world.verify().c_str());
    }
};

}  // namespace test_clock

QTEST_GUILESS_MAIN(test_clock::TestClock)
#include "test_clock.moc"
