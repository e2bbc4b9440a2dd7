// SPDX-License-Identifier: GPL-3.0-or-later
// Every state of a timer with every action, both sides of every bound, and what is written of each action.
#include <QtTest>

#include "table_world.h"
#include "timer_world.h"

namespace test_timer_actions {

using namespace evenhand;
using namespace evenhand::test;
using namespace evenhand::test::timer_tables;

class TestTimerActions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void failedTimers_data();
    void failedTimers();
    void retryIsForWhatFailed();
    void byHandBeforeItsTime_data();
    void byHandBeforeItsTime();
    void theTimerThatWasSeen();
    void longestDelays();
    void putOffAtTheVeryInstant();
    void settingsAreKept_data();
    void settingsAreKept();
    void settingsAreOfOneCampus();
    void onePausedKind_data();
    void onePausedKind();
    void queueSettings();
    void whatIsWritten();
    void nobodyElseToReassignTo();
    void unassignedIsTriedAgain();
    void clockBehindByHowMuch();
};

void TestTimerActions::failedTimers_data() {
    QTest::addColumn<bool>("dead");
    QTest::addColumn<QString>("action");
    for (const bool dead : {false, true}) {
        for (const char* action : {"run", "to", "by", "cancel", "retry"}) {
            QTest::addRow("%s, %s", dead ? "dead" : "retrying", action) << dead << QString::fromLatin1(action);
        }
    }
}

void TestTimerActions::failedTimers() {
    QFETCH(bool, dead);
    QFETCH(QString, action);
    TableWorld world;
    QVERIFY(world.place("A1"));
    world.clock.advanceMs(kMinute);
    QVERIFY(world.fails("A1", TimerKind::Unpaid,
                        dead ? std::optional<Instant>() : std::optional(world.clock.now().plusMs(kSecond))));
    const auto before = world.page();
    QCOMPARE(before.size(), 1U);
    QVERIFY(before[0].state == (dead ? TimerState::Dead : TimerState::Retrying));
    HOLDS(world);
    const auto now = world.clock.now();
    const std::vector<api::TimerRef> refs{{OrderNo("A1"), before[0].kind, before[0].due}};
    auto& timers = world.timers();
    const auto done = world.get(action == QStringLiteral("run")  ? timers.run(world.call, refs)
                                : action == QStringLiteral("to") ? timers.postponeTo(world.call, refs, now.plusMs(7))
                                : action == QStringLiteral("by") ? timers.postponeBy(world.call, refs, kHour)
                                : action == QStringLiteral("cancel") ? timers.cancel(world.call, refs)
                                                                     : timers.retry(world.call, refs));
    DONE(done);
    QVERIFY2(!done->front().error, done->front().error ? done->front().error->text().c_str() : "");
    QCOMPARE(done->front().orderNo.str(), std::string("A1"));
    if (action == QStringLiteral("run") || action == QStringLiteral("retry")) {
        QCOMPARE(world.closedAt("A1"), now.ms);
        QVERIFY(world.page().empty());
        QCOMPARE(done->front().due.has_value(), action == QStringLiteral("retry"));
        QVERIFY(!done->front().due || *done->front().due == now);
    } else if (action == QStringLiteral("cancel")) {
        QVERIFY(world.page().empty());
        QVERIFY(!done->front().due);
        world.pass(kDay);
        QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    } else {
        const auto due = action == QStringLiteral("to") ? now.plusMs(7) : before[0].due.plusMs(kHour);
        QVERIFY(done->front().due == due);
        const auto after = world.page();
        QCOMPARE(after.size(), 1U);
        QCOMPARE(after[0].state, TimerState::Pending);
        QCOMPARE(after[0].attempts, 0);
        QCOMPARE(after[0].due, due);
        HOLDS(world);
        world.pass(due.ms - now.ms);
        QCOMPARE(world.closedAt("A1"), due.ms);
    }
    HOLDS(world);
}

void TestTimerActions::retryIsForWhatFailed() {
    TableWorld world;
    QVERIFY(world.place("A1"));
    QVERIFY(world.buy("A2"));
    const auto retry = [&](const api::Call& call, const char* no) {
        const auto done = world.get(world.timers().retry(call, {world.ref(no)}));
        return done ? done->front().error : std::optional(done.error());
    };
    for (const char* no : {"A1", "A2"}) {
        const auto error = retry(world.call, no);
        QVERIFY(error);
        QCOMPARE(error->code, ErrorCode::WrongStatus);
        QCOMPARE(error->field, std::string("order_no"));
    }
    QVERIFY(world.fails("A1", TimerKind::Unpaid, std::nullopt));
    QVERIFY(world.fails("A2", TimerKind::PickUpLate, std::nullopt));
    // To close an order by its timer is to cancel it.
    const api::Call dispatcher{{"dispatcher", 1U << static_cast<unsigned>(api::Permission::Dispatch)}, "because", {}};
    const auto denied = retry(dispatcher, "A1");
    QVERIFY(denied);
    QCOMPARE(denied->code, ErrorCode::PermissionDenied);
    QVERIFY(!retry(dispatcher, "A2"));
    QCOMPARE(world.status("A1"), OrderStatus::WaitPay);
    QCOMPARE(world.alerts().size(), 1U);
    api::AuditQuery refusals;
    refusals.filter.outcomes = {api::AuditOutcome::Refused};
    const auto written = world.get(world.workspace->audit().page(world.call, refusals));
    DONE(written);
    QCOMPARE(written->size(), 1U);
    QCOMPARE(written->front().operation, std::string("timers.retry"));
    QCOMPARE(written->front().actor, std::string("dispatcher"));
    QCOMPARE(written->front().detail, "lacks " + std::string(api::toText(api::Permission::CancelOrders)));
    HOLDS(world);
}

/// What a person has done at once is no timer that came too early (T2).
void TestTimerActions::byHandBeforeItsTime_data() {
    QTest::addColumn<int>("kind");
    for (const auto kind : api::allTimerKinds()) {
        QTest::newRow(textOf(kind).c_str()) << static_cast<int>(kind);
    }
}

void TestTimerActions::byHandBeforeItsTime() {
    QFETCH(int, kind);
    const auto timer = static_cast<TimerKind>(kind);
    TableWorld world;
    api::TimerPolicy policy;
    policy.alertRepeatMs = 0;
    DONE(world.policy(policy));
    if (timer == TimerKind::Unassigned) {
        QVERIFY(world.duty("ann", false) && world.duty("bob", false));
    }
    QVERIFY(world.buyAt("A1", "north", timer));
    world.clock.advanceMs(kSecond);
    QCOMPARE(world.page().at(0).kind, timer);
    QVERIFY(!world.get(world.timers().run(world.call, {world.ref("A1")}))->front().error);
    HOLDS(world);
    QVERIFY(world.page().empty());
    const auto status = world.status("A1");
    QCOMPARE(status == OrderStatus::Closed, timer == TimerKind::Unpaid);
    QCOMPARE(status == OrderStatus::Completed, timer == TimerKind::AutoConfirm);
    const bool alarms = timer != TimerKind::Unpaid && timer != TimerKind::AutoConfirm;
    QCOMPARE(world.alerts().size(), alarms ? std::size_t{1} : std::size_t{0});
    world.pass(8 * kDay);  // when it would have been due: it had its effect
    QCOMPARE(world.status("A1"), status);
    HOLDS(world);
}

void TestTimerActions::theTimerThatWasSeen() {
    TableWorld world;
    QVERIFY(world.place("A1"));
    const auto due = world.page()[0].due;
    const auto put = [&](std::optional<TimerKind> kind, std::optional<Instant> seen) {
        const auto done = world.get(world.timers().postponeTo(world.call, {{OrderNo("A1"), kind, seen}}, due));
        return done ? done->front().error : std::optional(done.error());
    };
    QVERIFY(!put(std::nullopt, std::nullopt));
    QVERIFY(!put(TimerKind::Unpaid, std::nullopt));
    QVERIFY(!put(std::nullopt, due));
    QVERIFY(!put(TimerKind::Unpaid, due));
    for (const auto& error : {put(TimerKind::Unassigned, std::nullopt), put(TimerKind::Unassigned, due),
                              put(std::nullopt, due.plusMs(1)), put(TimerKind::Unpaid, due.plusMs(-1))}) {
        QVERIFY(error);
        QCOMPARE(error->code, ErrorCode::Conflict);
        QCOMPARE(error->field, std::string("due"));
        QCOMPARE(error->value, std::to_string(due.ms));
    }
    const auto cancelled = world.get(world.timers().cancel(world.call, {world.ref("A1")}));
    QVERIFY(!cancelled->front().error);
    const auto none = put(std::nullopt, std::nullopt);
    QVERIFY(none);
    QCOMPARE(none->code, ErrorCode::WrongStatus);
    QCOMPARE(none->field, std::string("status"));
    QCOMPARE(none->value, std::string(api::toText(OrderStatus::WaitPay)));
}

void TestTimerActions::longestDelays() {
    TableWorld world;
    DONE(world.get(world.timers().setPaused(world.call, TimerKind::Unpaid, true)));
    QVERIFY(world.place("A1"));
    world.pass(kHour);
    const auto now = world.clock.now();
    const auto by = [&](std::int64_t ms) {
        return world.get(world.timers().postponeBy(world.call, {world.ref("A1")}, ms))->front();
    };
    const auto to = [&](Instant due) {
        return world.get(world.timers().postponeTo(world.call, {world.ref("A1")}, due))->front();
    };
    // It is due already: later than now.
    const auto most = by(api::kMaxTimerDelayMs);
    QVERIFY2(!most.error, most.error ? most.error->text().c_str() : "");
    QCOMPARE(most.due->ms, now.ms + api::kMaxTimerDelayMs);
    QCOMPARE(by(1).error->field, std::string("due"));  // beyond ten years from now
    QVERIFY(!to(now.plusMs(1)).error);
    QVERIFY(!by(1).error);
    QCOMPARE(world.page()[0].due.ms, now.ms + 2);
    QVERIFY(!to(now.plusMs(api::kMaxTimerDelayMs)).error);
    QCOMPARE(to(now.plusMs(api::kMaxTimerDelayMs + 1)).error->field, std::string("due"));
    QCOMPARE(to(now).error->field, std::string("due"));
    for (const std::int64_t ms : {std::int64_t{0}, std::int64_t{-1}, api::kMaxTimerDelayMs + 1}) {
        const auto refused = by(ms);
        QVERIFY(refused.error);
        QCOMPARE(refused.error->field, std::string("by_ms"));
        QCOMPARE(refused.error->value, std::to_string(ms));
    }
}

/// An order whose limit is now is late, and putting its timer off does not change that.
void TestTimerActions::putOffAtTheVeryInstant() {
    TableWorld world;
    DONE(world.get(world.timers().setPaused(world.call, TimerKind::PickUpLate, true)));
    QVERIFY(world.buy("A1"));
    QVERIFY(world.buy("A2"));
    world.pass(2 * kHour - 1);
    QVERIFY(!world.get(world.timers().postponeBy(world.call, {world.ref("A2")}, kHour))->front().error);
    world.pass(1);
    QVERIFY(!world.get(world.timers().postponeBy(world.call, {world.ref("A1")}, kHour))->front().error);
    QVERIFY(world.row("A1").isLate(world.clock.now()));
    QVERIFY(!world.row("A2").isLate(world.clock.now()));
    QCOMPARE(world.workspace->status().late, 1);
    HOLDS(world);
}

void TestTimerActions::settingsAreKept_data() {
    QTest::addColumn<int>("field");
    QTest::addColumn<qint64>("value");
    for (int field = 0; field < 6; ++field) {
        QTest::addRow("%d: least", field) << field << qint64{0};
        QTest::addRow("%d: most", field) << field << qint64{api::kMaxTimerDelayMs};
    }
    QTest::newRow("as often as may be") << 5 << qint64{1'000};
}

void TestTimerActions::settingsAreKept() {
    QFETCH(int, field);
    QFETCH(qint64, value);
    TableWorld world;
    api::TimerPolicy policy;
    std::int64_t* const fields[] = {&policy.unpaidMs,       &policy.unassignedMs,  &policy.pickUpLateMs,
                                    &policy.deliveryLateMs, &policy.autoConfirmMs, &policy.alertRepeatMs};
    *fields[field] = value;
    DONE(world.policy(policy));
    QVERIFY(world.get(world.timers().policies(world.call))->front().policy == policy);
}

void TestTimerActions::settingsAreOfOneCampus() {
    TableWorld world;
    DONE(world.couriers({"cat"}, "south"));
    int changed = 0;
    const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& events) {
        for (const auto& event : events) {
            changed += event.kind == api::Event::Kind::CampusChanged && event.campus == CampusId("north") ? 1 : 0;
        }
    });
    auto policy = minutes();
    policy.autoReassign = true;
    policy.alertRepeatMs = 6 * kMinute;
    DONE(world.policy(policy));
    QVERIFY(changed > 0);
    const auto policies = world.get(world.timers().policies(world.call));
    DONE(policies);
    QCOMPARE(policies->size(), 2U);
    QCOMPARE((*policies)[0].campus.str(), std::string("north"));
    QVERIFY((*policies)[0].policy == policy);
    QCOMPARE((*policies)[1].campus.str(), std::string("south"));
    QVERIFY((*policies)[1].policy == api::TimerPolicy());
    REFUSED_FIELD(world.get(world.timers().setPolicy(world.call, CampusId("nowhere"), {})), ErrorCode::NotFound,
                  "campus");
    // The same again is no error.
    DONE(world.policy(policy));
}

void TestTimerActions::onePausedKind_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("queue");
    for (const auto kind : api::allTimerKinds()) {
        for (const bool queue : {true, false}) {
            QTest::addRow("%s by the %s", textOf(kind).c_str(), queue ? "queue" : "poller")
                << static_cast<int>(kind) << queue;
        }
    }
}

void TestTimerActions::onePausedKind() {
    QFETCH(int, kind);
    QFETCH(bool, queue);
    const auto paused = static_cast<TimerKind>(kind);
    TableWorld world;
    DONE(world.get(world.timers().setQueue(world.call, queue, 1'000)));
    api::TimerPolicy policy;
    policy.unpaidMs = policy.unassignedMs = policy.pickUpLateMs = policy.deliveryLateMs = policy.autoConfirmMs =
        kMinute;
    DONE(world.policy(policy));
    DONE(world.get(world.timers().setPaused(world.call, paused, true)));
    for (const auto each : {TimerKind::Unpaid, TimerKind::PickUpLate, TimerKind::DeliveryLate, TimerKind::AutoConfirm,
                            TimerKind::Unassigned}) {
        if (each == TimerKind::Unassigned) {
            QVERIFY(world.duty("ann", false) && world.duty("bob", false));
        }
        QVERIFY(world.buyAt(textOf(each), "north", each));
    }
    QCOMPARE(world.page().size(), 5U);
    world.reopen();
    world.pass(kMinute + kSecond);
    const auto rows = world.page();
    QCOMPARE(rows.size(), 1U);
    QCOMPARE(rows[0].kind, paused);
    QCOMPARE(rows[0].state, TimerState::Overdue);
    const auto board = world.get(world.timers().board(world.call, {}));
    DONE(board);
    for (const auto& figures : board->kinds) {
        QCOMPARE(figures.paused, figures.kind == paused);
        QCOMPARE(figures.effects, figures.kind == paused ? 0 : 1);
    }
    DONE(world.get(world.timers().setPaused(world.call, paused, false)));
    world.pass(kSecond);
    QVERIFY(world.page().empty());
    QCOMPARE(world.alerts().size(), 3U);
    QCOMPARE(world.status("unpaid"), OrderStatus::Closed);
    QCOMPARE(world.status("auto_confirm"), OrderStatus::Completed);
    HOLDS(world);
}

void TestTimerActions::queueSettings() {
    TableWorld world;
    for (const std::int64_t ms : {std::int64_t{100}, kDay}) {
        for (const bool on : {false, true}) {
            DONE(world.get(world.timers().setQueue(world.call, on, ms)));
            const auto board = world.get(world.timers().board(world.call, {}));
            QCOMPARE(board->queueOn, on);
            QCOMPARE(board->pollIntervalMs, ms);
        }
    }
    REFUSED_FIELD(world.get(world.timers().setQueue(world.call, true, 99)), ErrorCode::InvalidArgument,
                  "poll_interval_ms");
    REFUSED_FIELD(world.get(world.timers().setQueue(world.call, true, kDay + 1)), ErrorCode::InvalidArgument,
                  "poll_interval_ms");
}

void TestTimerActions::whatIsWritten() {
    TableWorld world;
    const auto start = world.clock.now();
    const auto said = [&](const char* operation, const char* subject, const char* detail) {
        const auto entry = world.lastAudit(operation);
        return entry.subject == subject && entry.detail == detail && entry.reason == "because" &&
               entry.outcome == api::AuditOutcome::Done;
    };
    QVERIFY(world.place("A1"));
    QVERIFY(!world.get(world.timers().postponeBy(world.call, {world.ref("A1")}, kMinute))->front().error);
    auto last = world.events("A1").back();
    QCOMPARE(last.kind, api::EventKind::TimerPostponed);
    QCOMPARE(last.detail, "unpaid " + std::to_string(start.ms + 30 * kMinute) + " -> " +
                              std::to_string(start.ms + 31 * kMinute) + ": because");
    QCOMPARE(last.actor, std::string("local:tester"));
    QCOMPARE(world.lastAudit("timers.postpone").subject, std::string("order A1"));
    QVERIFY(!world.get(world.timers().cancel(world.call, {world.ref("A1")}))->front().error);
    last = world.events("A1").back();
    QCOMPARE(last.kind, api::EventKind::TimerCancelled);
    QCOMPARE(last.detail, std::string("unpaid: because"));
    QCOMPARE(world.lastAudit("timers.cancel").subject, std::string("order A1"));
    QVERIFY(world.buy("A2"));
    QVERIFY(!world.get(world.timers().run(world.call, {world.ref("A2")}))->front().error);
    last = world.events("A2").back();
    QCOMPARE(last.kind, api::EventKind::Late);
    QCOMPARE(last.detail, std::string("pick_up_late"));
    QCOMPARE(world.lastAudit("timers.run").subject, std::string("order A2"));
    QVERIFY(world.report(Report::PickedUp, "A2") && world.report(Report::Delivered, "A2"));
    world.pass(7 * kDay);
    last = world.events("A2").back();
    QCOMPARE(last.kind, api::EventKind::Completed);
    QCOMPARE(last.detail, std::string("auto_confirm"));
    DONE(world.get(world.timers().setPaused(world.call, TimerKind::PickUpLate, true)));
    QVERIFY(said("timers.set_paused", "timers pick up late", "paused"));
    DONE(world.get(world.timers().setPaused(world.call, TimerKind::PickUpLate, false)));
    QVERIFY(said("timers.set_paused", "timers pick up late", "go on"));
    DONE(world.get(world.timers().setQueue(world.call, false, 500)));
    QVERIFY(said("timers.set_queue", "delay queue", "off, polled every 500 ms"));
    DONE(world.get(world.timers().setQueue(world.call, true, 700)));
    QVERIFY(said("timers.set_queue", "delay queue", "on, polled every 700 ms"));
    DONE(world.policy({}));
    QCOMPARE(world.lastAudit("timers.set_policy").subject, std::string("campus north"));
}

/// The alert has to do; the timer has had its effect.
void TestTimerActions::nobodyElseToReassignTo() {
    TableWorld world;
    api::TimerPolicy policy;
    policy.autoReassign = true;
    DONE(world.policy(policy));
    QVERIFY(world.duty("bob", false));
    QVERIFY(world.buy("A1"));
    QCOMPARE(world.row("A1").courier.str(), std::string("ann"));
    world.pass(2 * kHour);
    QCOMPARE(world.alerts().size(), 1U);
    QCOMPARE(world.row("A1").epoch, 1);
    QCOMPARE(world.row("A1").courier.str(), std::string("ann"));
    QVERIFY(world.page().empty());
    HOLDS(world);
}

/// A kind of timer that alerts looks for a courier once more: an order that waits although somebody is there gets one.
void TestTimerActions::unassignedIsTriedAgain() {
    TableWorld world;
    QVERIFY(world.duty("ann", false) && world.duty("bob", false));
    QVERIFY(world.buy("A1"));
    QVERIFY(world.row("A1").courier.empty());
    // Somebody is in the ranking, and nobody was told.
    QVERIFY(world.tamper({"ZADD", "dispatch:{north}:weights", "10000", "ann"}));
    world.pass(2 * kMinute - 1);
    QVERIFY(world.row("A1").courier.empty());
    world.pass(1);
    QCOMPARE(world.row("A1").courier.str(), std::string("ann"));
}

void TestTimerActions::clockBehindByHowMuch() {
    TableWorld world;
    QVERIFY(world.place("A1"));
    world.clock.advanceMs(-1'000);
    QVERIFY(!world.get(world.timers().board(world.call, {}))->clockBehindMs);
    world.clock.advanceMs(-1);
    QCOMPARE(world.get(world.timers().board(world.call, {}))->clockBehindMs.value_or(0), std::int64_t{1'001});
}

}  // namespace test_timer_actions

QTEST_GUILESS_MAIN(test_timer_actions::TestTimerActions)
#include "test_timer_actions.moc"
