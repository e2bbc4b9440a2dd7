// SPDX-License-Identifier: GPL-3.0-or-later
// The alerts of timers: every state with every action, when they are silent and raised again, and their filters.
#include <QtTest>
#include <algorithm>

#include "table_world.h"
#include "timer_world.h"

namespace test_timer_alerts {

using namespace evenhand;
using namespace evenhand::test;
using namespace evenhand::test::timer_tables;

class TestTimerAlerts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void alertsInEachState_data();
    void alertsInEachState();
    void whatAnAlertSays();
    void silentUntil();
    void alertsRepeat_data();
    void alertsRepeat();
    void alertsRepeatWhoeverRaisedThem_data();
    void alertsRepeatWhoeverRaisedThem();
    void manyAlertsAtOnce();
    void alertFilters();
};

void TestTimerAlerts::alertsInEachState_data() {
    QTest::addColumn<int>("state");
    QTest::addColumn<int>("action");
    for (int state = 0; state < 4; ++state) {
        for (int action = 1; action < 4; ++action) {
            QTest::addRow("%s, to be %s", std::string(api::toText(static_cast<AlertState>(state))).c_str(),
                          std::string(api::toText(static_cast<AlertState>(action))).c_str())
                << state << action;
        }
    }
}

void TestTimerAlerts::alertsInEachState() {
    QFETCH(int, state);
    QFETCH(int, action);
    TableWorld world;
    QVERIFY(world.buy("A1"));
    world.pass(2 * kHour);
    const auto id = world.alerts().at(0).id;
    const auto order = world.row("A1").id;
    const auto to = [&](const api::Call& call, int wanted) {
        const auto done = wanted == static_cast<int>(AlertState::Acknowledged)
                              ? world.get(world.alertDesk().acknowledge(call, {id}))
                          : wanted == static_cast<int>(AlertState::Silenced)
                              ? world.get(world.alertDesk().silence(call, {id}, world.clock.now().plusMs(kHour)))
                              : world.get(world.alertDesk().resolve(call, {id}));
        return done && done->front().id == id ? done->front().error : std::optional(Error{});
    };
    if (state != static_cast<int>(AlertState::Firing)) {
        QVERIFY(!to(world.call, state));
    }
    world.clock.advanceMs(kSecond);
    int changed = 0;
    const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& events) {
        for (const auto& event : events) {
            changed += event.kind == api::Event::Kind::AlertsChanged && event.order == order &&
                               event.campus == CampusId("north")
                           ? 1
                           : 0;
        }
    });
    auto another = world.call;
    another.actor = api::Actor::administrator("local:other");
    another.reason = "it was there all along";
    const auto error = to(another, action);
    const auto row = world.alerts({static_cast<AlertState>(error ? state : action)}).at(0);
    if (state == static_cast<int>(AlertState::Resolved)) {
        QVERIFY(error);
        QCOMPARE(error->code, ErrorCode::WrongStatus);
        QCOMPARE(error->field, std::string("id"));
        QCOMPARE(row.actor, std::string("local:tester"));
        QCOMPARE(row.resolution, std::string("because"));
        return;
    }
    QVERIFY2(!error, error ? error->text().c_str() : "");
    QCOMPARE(changed, 1);
    QCOMPARE(row.actor, std::string("local:other"));
    QVERIFY(row.actedAt && *row.actedAt == world.clock.now());
    const bool resolved = action == static_cast<int>(AlertState::Resolved);
    QCOMPARE(row.resolvedAt.has_value(), resolved);
    QVERIFY(!row.resolvedAt || *row.resolvedAt == world.clock.now());
    QCOMPARE(row.resolution, std::string(resolved ? "it was there all along" : ""));
    QCOMPARE(row.nextRepeat.has_value(), action == static_cast<int>(AlertState::Silenced));
    QVERIFY(!row.nextRepeat || row.nextRepeat->ms == world.clock.now().ms + kHour);
    const char* const operations[] = {"", "alerts.acknowledge", "alerts.silence", "alerts.resolve"};
    QCOMPARE(world.lastAudit(operations[action]).subject, "alert " + std::to_string(id.value));
    const auto counts = world.get(world.alertDesk().counts(world.call, {}));
    DONE(counts);
    QCOMPARE(counts->firing, 0);
    QCOMPARE(counts->acknowledged, action == static_cast<int>(AlertState::Acknowledged) ? 1 : 0);
    QCOMPARE(counts->silenced, action == static_cast<int>(AlertState::Silenced) ? 1 : 0);
    HOLDS(world);
}

void TestTimerAlerts::whatAnAlertSays() {
    TableWorld world;
    QVERIFY(world.buy("A1"));
    const auto assigned = world.clock.now();
    int fired = 0;
    const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& events) {
        for (const auto& event : events) {
            fired += event.kind == api::Event::Kind::AlertFired && event.campus == CampusId("north") ? 1 : 0;
        }
    });
    world.clock.advanceMs(2 * kHour + 5 * kSecond);  // the engine was away
    world.workspace->runUntilIdle();
    QCOMPARE(fired, 1);
    const auto rows = world.alerts();
    QCOMPARE(rows.size(), 1U);
    const auto& row = rows[0];
    const auto order = world.row("A1");
    QCOMPARE(row.kind, api::AlertKind::PickUpLate);
    QCOMPARE(row.state, AlertState::Firing);
    QVERIFY(row.order == order.id);
    QCOMPARE(row.orderNo.str(), std::string("A1"));
    QCOMPARE(row.campus.str(), std::string("north"));
    QCOMPARE(row.courier.str(), order.courier.str());
    QCOMPARE(row.due.ms, assigned.ms + 2 * kHour);
    QCOMPARE(row.firedAt.ms, assigned.ms + 2 * kHour + 5 * kSecond);
    QCOMPARE(row.repeats, 0);
    QVERIFY(row.nextRepeat && row.nextRepeat->ms == row.firedAt.ms + 5 * kMinute);
    QVERIFY(row.actor.empty() && !row.actedAt && !row.resolvedAt && row.resolution.empty());
    world.clock.advanceMs(kMinute);
    QVERIFY(world.report(Report::PickedUp, "A1"));
    const auto resolved = world.alerts({AlertState::Resolved}).at(0);
    QCOMPARE(resolved.resolution, std::string("picked_up"));
    QVERIFY(resolved.resolvedAt && *resolved.resolvedAt == world.clock.now());
    QVERIFY(!resolved.nextRepeat);
}

void TestTimerAlerts::silentUntil() {
    TableWorld world;
    QVERIFY(world.buy("A1"));
    world.pass(2 * kHour);
    const auto id = world.alerts().at(0).id;
    const auto now = world.clock.now();
    const auto silence = [&](Instant until) {
        return world.get(world.alertDesk().silence(world.call, {id}, until))->front().error;
    };
    for (const auto until : {now, now.plusMs(-1), now.plusMs(api::kMaxTimerDelayMs + 1)}) {
        const auto error = silence(until);
        QVERIFY(error);
        QCOMPARE(error->code, ErrorCode::InvalidArgument);
        QCOMPARE(error->field, std::string("until"));
    }
    QVERIFY(!silence(now.plusMs(api::kMaxTimerDelayMs)));
    QVERIFY(!silence(now.plusMs(1)));
    world.pass(1);
    const auto row = world.alerts({AlertState::Firing}).at(0);
    QCOMPARE(row.repeats, 1);
    QCOMPARE(row.nextRepeat->ms, now.ms + 1 + 5 * kMinute);
}

void TestTimerAlerts::alertsRepeat_data() {
    QTest::addColumn<qint64>("every");
    QTest::addColumn<qint64>("repeats");
    QTest::newRow("never") << qint64{0} << qint64{0};
    QTest::newRow("each second") << qint64{1'000} << qint64{60};
    QTest::newRow("each half minute") << qint64{30'000} << qint64{2};
}

void TestTimerAlerts::alertsRepeat() {
    QFETCH(qint64, every);
    QFETCH(qint64, repeats);
    TableWorld world;
    api::TimerPolicy policy;
    policy.alertRepeatMs = every;
    DONE(world.policy(policy));
    QVERIFY(world.buy("A1"));
    world.pass(2 * kHour);
    QCOMPARE(world.alerts().at(0).repeats, 0);
    QCOMPARE(world.alerts().at(0).nextRepeat.has_value(), every > 0);
    world.pass(kMinute);
    QCOMPARE(world.alerts().at(0).repeats, repeats);
    QCOMPARE(world.alerts().at(0).state, AlertState::Firing);
}

/// The queue, the poller alone, or a person: an alert that nobody answers comes again.
void TestTimerAlerts::alertsRepeatWhoeverRaisedThem_data() {
    QTest::addColumn<bool>("queue");
    QTest::addColumn<bool>("byHand");
    QTest::newRow("the queue") << true << false;
    QTest::newRow("the poller") << false << false;
    QTest::newRow("a person") << true << true;
    QTest::newRow("a person, without the queue") << false << true;
}

void TestTimerAlerts::alertsRepeatWhoeverRaisedThem() {
    QFETCH(bool, queue);
    QFETCH(bool, byHand);
    TableWorld world;
    DONE(world.get(world.timers().setQueue(world.call, queue, 1'000)));
    QVERIFY(world.buy("A1"));
    world.pass(kMinute);
    if (byHand) {
        QVERIFY(!world.get(world.timers().run(world.call, {world.ref("A1")}))->front().error);
    } else {
        world.pass(2 * kHour);
    }
    auto alerts = world.alerts();
    QCOMPARE(alerts.size(), 1U);
    const auto next = alerts[0].nextRepeat;
    QVERIFY(next && next->ms == alerts[0].firedAt.ms + 5 * kMinute);
    const auto before = alerts[0].repeats;
    world.pass(next->ms - world.clock.now().ms - 1);
    QCOMPARE(world.alerts().at(0).repeats, before);
    world.pass(1);
    QCOMPARE(world.alerts().at(0).repeats, before + 1);
    world.pass(5 * kMinute);
    QCOMPARE(world.alerts().at(0).repeats, before + 2);
}

/// More than are repeated in one go.
void TestTimerAlerts::manyAlertsAtOnce() {
    TableWorld world;
    for (int i = 0; i < 70; ++i) {
        QVERIFY(world.buy("A" + std::to_string(i)));
    }
    world.pass(2 * kHour);
    QCOMPARE(world.alerts().size(), 70U);
    world.pass(5 * kMinute);
    for (const auto& alert : world.alerts()) {
        QCOMPARE(alert.repeats, 1);
    }
}

void TestTimerAlerts::alertFilters() {
    TableWorld world;
    DONE(world.couriers({"cat"}, "south"));
    for (const char* campus : {"north", "south"}) {
        DONE(world.get(world.timers().setPolicy(world.call, CampusId(campus), minutes())));
    }
    const std::vector<TimerKind> kinds{TimerKind::PickUpLate, TimerKind::DeliveryLate, TimerKind::Unassigned};
    for (const auto kind : kinds) {
        if (kind == TimerKind::Unassigned) {
            QVERIFY(world.duty("ann", false) && world.duty("bob", false) && world.duty("cat", false));
        }
        for (int i = 0; i < 4; ++i) {
            QVERIFY(world.buyAt("n-" + textOf(kind) + std::to_string(i), "north", kind));
        }
        QVERIFY(world.buyAt("s-" + textOf(kind), "south", kind));
    }
    world.pass(5 * kMinute - 1);
    for (const auto& alert : world.alerts()) {
        const auto no = alert.orderNo.str();
        const std::vector<api::AlertRef> ids{{alert.id}};
        if (no.ends_with("1")) {
            DONE(world.get(world.alertDesk().acknowledge(world.call, ids)));
        } else if (no.ends_with("2")) {
            DONE(world.get(world.alertDesk().silence(world.call, ids, world.clock.now().plusMs(kHour))));
        } else if (no.ends_with("3")) {
            DONE(world.get(world.alertDesk().resolve(world.call, ids)));
        }
    }
    const std::vector<AlertState> states{AlertState::Firing, AlertState::Acknowledged, AlertState::Silenced,
                                         AlertState::Resolved};
    api::AlertQuery everything;
    everything.states = states;
    const auto all = world.get(world.alertDesk().page(world.call, everything)).value();
    QCOMPARE(all.size(), 17U);  // also that nobody is on duty, at either campus
    for (std::size_t i = 1; i < all.size(); ++i) {
        QVERIFY(all[i - 1].id > all[i].id);
    }
    std::vector<std::vector<api::AlertKind>> kindSets{
        {}, {api::AlertKind::PickUpLate, api::AlertKind::DeliveryLate}, {api::AlertKind::NoCourier}};
    std::vector<std::vector<AlertState>> stateSets{states, {AlertState::Silenced, AlertState::Resolved}};
    for (const auto kind : kinds) {
        kindSets.push_back({api::alertOf(kind).value()});
    }
    for (const auto state : states) {
        stateSets.push_back({state});
    }
    for (const char* campus : {"", "north", "south", "nowhere"}) {
        const auto fitting = [&](const std::vector<api::AlertKind>& ofKinds, const std::vector<AlertState>& inStates) {
            std::vector<AlertId> ids;
            for (const auto& row : all) {
                if (among(ofKinds, row.kind) && among(inStates, row.state) &&
                    (*campus == '\0' || row.campus == CampusId(campus))) {
                    ids.push_back(row.id);
                }
            }
            return ids;
        };
        const auto found = [&](const api::AlertQuery& query) {
            std::vector<AlertId> ids;
            for (const auto listed = world.get(world.alertDesk().page(world.call, query));
                 const auto& row : listed.value()) {
                ids.push_back(row.id);
            }
            return ids;
        };
        const auto count = [&](const api::AlertQuery& query) {
            return world.get(world.alertDesk().count(world.call, query)).value_or(-1);
        };
        for (const auto& ofKinds : kindSets) {
            for (const auto& inStates : stateSets) {
                const auto wanted = fitting(ofKinds, inStates);
                QCOMPARE(found({ofKinds, inStates, CampusId(campus), 0, 100}), wanted);
                QCOMPARE(count({ofKinds, inStates, CampusId(campus), 1, 2}), std::ssize(wanted));
                const std::vector<AlertId> second(
                    wanted.begin() + (wanted.empty() ? 0 : 1),
                    wanted.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(wanted.size(), 3)));
                QCOMPARE(found({ofKinds, inStates, CampusId(campus), 1, 2}), second);
            }
            // None named: those that are open.
            const auto open = fitting(ofKinds, {AlertState::Firing, AlertState::Acknowledged, AlertState::Silenced});
            QCOMPARE(found({ofKinds, {}, CampusId(campus), 0, 100}), open);
            QCOMPARE(count({ofKinds, {}, CampusId(campus)}), std::ssize(open));
        }
        const auto counts = world.get(world.alertDesk().counts(world.call, CampusId(campus)));
        DONE(counts);
        const auto size = [&](AlertState state) { return static_cast<std::int64_t>(fitting({}, {state}).size()); };
        QCOMPARE(counts->firing, size(AlertState::Firing));
        QCOMPARE(counts->acknowledged, size(AlertState::Acknowledged));
        QCOMPARE(counts->silenced, size(AlertState::Silenced));
    }
    // What was counted before is right after others were resolved, too, and by their ids in any state.
    const auto counted = [&](const api::AlertQuery& query) {
        return world.get(world.alertDesk().count(world.call, query)).value_or(-1);
    };
    DONE(world.get(world.alertDesk().resolve(world.call, {{all.front().id}, {all[1].id}})));
    const auto inState = [&](AlertState state) { return counted({{}, {state}, {}}); };
    QCOMPARE(inState(AlertState::Resolved), std::ssize(world.alerts({AlertState::Resolved})));
    QCOMPARE(counted({{}, states, {}}), 17);
    api::AlertQuery two;
    two.only = {all.front().id, all.back().id};
    QCOMPARE(counted(two), 2);
    two.only.assign(1'001, all.front().id);
    QCOMPARE(counted(two), -1);
}

}  // namespace test_timer_alerts

QTEST_GUILESS_MAIN(test_timer_alerts::TestTimerAlerts)
#include "test_timer_alerts.moc"
