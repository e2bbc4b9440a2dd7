// SPDX-License-Identifier: GPL-3.0-or-later
// Duty follows rosters, rule by rule: at their changes, around duty that was set by hand, after a time without the
// engine, when a roster is changed, over both changes of daylight-saving time, and when engine time is turned back.
#include <QDateTime>
#include <QtTest>
#include <algorithm>

#include "engine/shifts/roster_source.h"
#include "engine/shifts/rosters.h"
#include "engine/store/records/clock_store.h"
#include "engine/store/records/courier_store.h"
#include "engine/store/records/shift_store.h"
#include "tests/support/expect.h"
#include "tests/support/shops/rule_world.h"

namespace test_rosters {

using namespace evenhand;
using test::RuleWorld;

namespace {

constexpr std::int64_t kHour = base::kHourMs;
constexpr std::int64_t kWeek = 7 * base::kDayMs;
const CourierId kA("a");

Instant utc(const QString& at) { return {QDateTime::fromString(at, Qt::ISODate).toMSecsSinceEpoch()}; }

/// Now is Saturday, 2024-06-01 08:00 in Shanghai.
struct Crew : RuleWorld {
    explicit Crew(const char* zone = "Asia/Shanghai") : days(dispatch::BusinessDay::of(zone).value()) {
        source.emplace(days);
    }

    Result<shifts::Changed> week(const char* text, std::int64_t version = 0, const char* courier = "a") {
        const auto wanted = api::weekFrom(text).value();
        auto changed = run<shifts::Changed>(
            [&](auto& work) { return shifts::setWeek(work, days, CourierId(courier), wanted, version); });
        if (changed) {
            source->put(CourierId(courier), changed->nextAt);
        }
        return changed;
    }
    Result<shifts::Changed> except(const char* date, const char* hours, std::int64_t version = 0) {
        const api::ShiftException exception{api::calendarDayFrom(date).value(),
                                            api::dayHoursFrom(hours, "hours").value()};
        auto changed =
            run<shifts::Changed>([&](auto& work) { return shifts::setException(work, days, kA, exception, version); });
        if (changed) {
            source->put(kA, changed->nextAt);
        }
        return changed;
    }
    Result<shifts::Changed> noException(const char* date, std::int64_t version = 0) {
        const auto day = api::calendarDayFrom(date).value();
        auto changed =
            run<shifts::Changed>([&](auto& work) { return shifts::removeException(work, days, kA, day, version); });
        if (changed) {
            source->put(kA, changed->nextAt);
        }
        return changed;
    }
    /// Everything that is due by then, each at its instant.
    bool passTo(Instant to) {
        for (auto due = source->nextDue(); due && *due <= to; due = source->nextDue()) {
            now = std::max(now, *due);
            if (!run<void>([&](auto& work) { return source->runDue(work); })) {
                return false;
            }
        }
        now = to;
        return deliverAll();
    }
    bool pass(std::int64_t ms) { return passTo(now.plusMs(ms)); }
    bool isOnDuty(const char* courier = "a") {
        return store::couriers::find(database(), CourierId(courier)).value().value().onDuty;
    }
    std::int64_t dutyChanges(const char* courier = "a") {
        return number(std::string("SELECT COUNT(*) FROM duty_entry WHERE courier_id = '") + courier + "'");
    }

    const dispatch::BusinessDay days;
    std::optional<shifts::RosterSource> source;
};

}  // namespace

class TestRosters : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_crew = std::make_unique<Crew>(); }

    void dutyFollowsTheRoster() {
        auto& crew = *m_crew;
        DONE(crew.couriers({"a", "b"}));
        DONE(crew.couriers({"c"}, false));
        QCOMPARE(crew.source->nextDue(), std::optional<Instant>(Instant{0}));  // it has to look first
        QVERIFY(crew.pass(0));
        QVERIFY(!crew.source->nextDue());
        const auto changed = crew.week("sat 09:00-17:00");
        DONE(changed);
        QCOMPARE(changed->version, std::int64_t{2});
        QVERIFY(!crew.isOnDuty());  // it is eight o'clock
        const auto nine = crew.now.plusMs(kHour);
        QCOMPARE(crew.source->nextDue(), std::optional<Instant>(nine));
        QVERIFY(crew.passTo(nine.plusMs(-1)));
        QVERIFY(!crew.isOnDuty());
        QVERIFY(crew.passTo(nine));
        QVERIFY(crew.isOnDuty());
        QCOMPARE(crew.number("SELECT COUNT(*) FROM weight_entry WHERE courier_id = 'a' AND kind = 'join'"), 2);
        QVERIFY(crew.weightsAgree());
        QVERIFY(crew.passTo(nine.plusMs(8 * kHour - 1)));
        QVERIFY(crew.isOnDuty());
        QVERIFY(crew.passTo(nine.plusMs(8 * kHour)));
        QVERIFY(!crew.isOnDuty());
        QCOMPARE(crew.source->nextDue(), std::optional<Instant>(nine.plusMs(kWeek)));
        QVERIFY(std::none_of(crew.events.begin(), crew.events.end(),
                             [](const api::Event& event) { return event.leavesOrders; }));
        // Whoever has no roster is left alone.
        QVERIFY(crew.isOnDuty("b"));
        QVERIFY(!crew.isOnDuty("c"));
        QCOMPARE(crew.dutyChanges("b"), 1);
        QCOMPARE(crew.dutyChanges("c"), 1);
    }

    void ordersWaitForAShift() {
        auto& crew = *m_crew;
        DONE(crew.couriers({"a"}));
        DONE(crew.product("tea", 10));
        DONE(crew.week("sat 09:00-17:00"));
        QVERIFY(crew.buy("A1"));
        QVERIFY(crew.deliverAll());
        QCOMPARE(crew.courierOf("A1"), std::string());
        QVERIFY(crew.pass(kHour));
        QCOMPARE(crew.courierOf("A1"), std::string("a"));
        // Off duty, the order stays in hand.
        const auto leaves = [&crew] {
            return std::count_if(crew.events.begin(), crew.events.end(),
                                 [](const api::Event& event) { return event.leavesOrders && event.courier == kA; });
        };
        QVERIFY(crew.pass(8 * kHour - 1));
        QCOMPARE(leaves(), 0);
        QVERIFY(crew.pass(1));
        QVERIFY(!crew.isOnDuty());
        QCOMPARE(crew.courierOf("A1"), std::string("a"));
        QCOMPARE(leaves(), 1);  // somebody has to know
        QVERIFY(crew.weightsAgree());
    }

    void dutySetByHandHoldsUntilTheNextChange() {
        auto& crew = *m_crew;
        DONE(crew.couriers({"a"}));
        DONE(crew.week("sat 09:00-12:00, 13:00-17:00"));
        QVERIFY(crew.pass(2 * kHour));
        DONE(crew.duty("a", false));
        QVERIFY(crew.pass(kHour));
        QVERIFY(!crew.isOnDuty());
        QVERIFY(crew.pass(2 * kHour - 1));  // over twelve, when the roster says the same
        QVERIFY(!crew.isOnDuty());
        QVERIFY(crew.pass(1));
        QVERIFY(crew.isOnDuty());
        QVERIFY(crew.pass(4 * kHour));
        QVERIFY(!crew.isOnDuty());
        DONE(crew.duty("a", true));  // extra work, until next Saturday at nine at the latest
        QVERIFY(crew.pass(24 * kHour));
        QVERIFY(crew.isOnDuty());
    }

    void whatPassedWithoutTheEngineIsNotReplayed() {
        auto& crew = *m_crew;
        DONE(crew.couriers({"a"}));
        DONE(crew.week("sat 09:00-17:00; sun 09:00-17:00"));
        QVERIFY(crew.pass(0));
        const auto before = crew.dutyChanges();
        crew.now = crew.now.plusMs(2 * kWeek + 2 * kHour);  // a Saturday, ten o'clock
        crew.source.emplace(crew.days);
        QVERIFY(crew.pass(0));
        QVERIFY(crew.isOnDuty());
        QCOMPARE(crew.dutyChanges(), before + 1);
        QCOMPARE(crew.source->nextDue(), std::optional<Instant>(crew.now.plusMs(7 * kHour)));
        // Again at night: it is as it was, after four changes.
        crew.now = crew.now.plusMs(kWeek + 12 * kHour);
        crew.source->undone();
        QVERIFY(crew.pass(0));
        QVERIFY(!crew.isOnDuty());
        QCOMPARE(crew.dutyChanges(), before + 2);
    }

    void whatWasSetByHandBeforeAChangeThatPassedHoldsNoLonger() {
        auto& crew = *m_crew;
        DONE(crew.couriers({"a"}));
        DONE(crew.week("sat 09:00-17:00; sun 09:00-17:00"));
        QVERIFY(crew.pass(2 * kHour));
        DONE(crew.duty("a", false));
        crew.now = crew.now.plusMs(24 * kHour);
        crew.source.emplace(crew.days);
        QVERIFY(crew.pass(0));
        QVERIFY(crew.isOnDuty());
    }

    void aChangedRosterCountsAtOnceWhereItSaysSomethingElse() {
        auto& crew = *m_crew;
        DONE(crew.couriers({"a"}));
        DONE(crew.week("sat 09:00-17:00"));
        QVERIFY(crew.pass(2 * kHour));
        DONE(crew.duty("a", false));
        DONE(crew.week("mon 09:00-17:00; sat 09:00-18:00"));  // the same for now
        QVERIFY(!crew.isOnDuty());
        QCOMPARE(crew.source->nextDue(), std::optional<Instant>(crew.now.plusMs(8 * kHour)));
        DONE(crew.week("sat 14:00-18:00"));
        QVERIFY(!crew.isOnDuty());
        DONE(crew.week("sat 09:00-18:00"));
        QVERIFY(crew.isOnDuty());
        DONE(crew.week("sun 09:00-18:00"));
        QVERIFY(!crew.isOnDuty());
        QVERIFY(crew.weightsAgree());
    }

    /// A time of day that does not exist is the next that does, one that occurs twice is the first; a shift that lies
    /// within the hour that is not is none. The week after is as usual.
    void dutyOverDaylightSaving_data() {
        QTest::addColumn<QString>("zone");
        QTest::addColumn<QString>("week");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QStringList>("changes");  // on duty, off duty, on duty, …
        const auto row = [](const char* name, const char* zone, const char* week, const char* from,
                            const char* changes) {
            QTest::newRow(name) << QString::fromLatin1(zone) << QString::fromLatin1(week) << QString::fromLatin1(from)
                                << QString::fromLatin1(changes).split(QLatin1Char(' '));
        };
        // Clocks in Berlin go from 02:00 to 03:00 on 2026-03-29, and from 03:00 back to 02:00 on 2026-10-25.
        const char* const berlin = "Europe/Berlin";
        const char* const march = "2026-03-27T12:00:00Z";
        const char* const october = "2026-10-23T12:00:00Z";
        row("Berlin, begins in the hour that is not", berlin, "sun 02:30-06:00", march,
            "2026-03-29T01:00:00Z 2026-03-29T04:00:00Z 2026-04-05T00:30:00Z 2026-04-05T04:00:00Z");
        row("Berlin, ends in the hour that is not", berlin, "sat 22:00-02:30", march,
            "2026-03-28T21:00:00Z 2026-03-29T01:00:00Z 2026-04-04T20:00:00Z 2026-04-05T00:30:00Z");
        row("Berlin, lies in the hour that is not", berlin, "sun 02:10-02:50", march,
            "2026-04-05T00:10:00Z 2026-04-05T00:50:00Z");
        row("Berlin, a night of seven hours", berlin, "sat 22:00-06:00", march,
            "2026-03-28T21:00:00Z 2026-03-29T04:00:00Z 2026-04-04T20:00:00Z 2026-04-05T04:00:00Z");
        row("Berlin, begins in the hour that is twice", berlin, "sun 02:30-06:00", october,
            "2026-10-25T00:30:00Z 2026-10-25T05:00:00Z 2026-11-01T01:30:00Z 2026-11-01T05:00:00Z");
        row("Berlin, ends in the hour that is twice", berlin, "sat 22:00-02:30", october,
            "2026-10-24T20:00:00Z 2026-10-25T00:30:00Z 2026-10-31T21:00:00Z 2026-11-01T01:30:00Z");
        row("Berlin, lies in the hour that is twice", berlin, "sun 02:10-02:50", october,
            "2026-10-25T00:10:00Z 2026-10-25T00:50:00Z 2026-11-01T01:10:00Z 2026-11-01T01:50:00Z");
        row("Berlin, a night of nine hours", berlin, "sat 22:00-06:00", october,
            "2026-10-24T20:00:00Z 2026-10-25T05:00:00Z 2026-10-31T21:00:00Z 2026-11-01T05:00:00Z");
        // In New York from 02:00 to 03:00 on 2026-03-08, and from 02:00 back to 01:00 on 2026-11-01.
        const char* const newYork = "America/New_York";
        row("New York, begins in the hour that is not", newYork, "sun 02:30-06:00", "2026-03-06T12:00:00Z",
            "2026-03-08T07:00:00Z 2026-03-08T10:00:00Z 2026-03-15T06:30:00Z 2026-03-15T10:00:00Z");
        row("New York, a night of seven hours", newYork, "sat 22:00-06:00", "2026-03-06T12:00:00Z",
            "2026-03-08T03:00:00Z 2026-03-08T10:00:00Z 2026-03-15T02:00:00Z 2026-03-15T10:00:00Z");
        row("New York, begins in the hour that is twice", newYork, "sun 01:30-06:00", "2026-10-30T12:00:00Z",
            "2026-11-01T05:30:00Z 2026-11-01T11:00:00Z 2026-11-08T06:30:00Z 2026-11-08T11:00:00Z");
        row("New York, a night of nine hours", newYork, "sat 22:00-06:00", "2026-10-30T12:00:00Z",
            "2026-11-01T02:00:00Z 2026-11-01T11:00:00Z 2026-11-08T03:00:00Z 2026-11-08T11:00:00Z");
    }
    void dutyOverDaylightSaving() {
        QFETCH(QString, zone);
        QFETCH(QString, week);
        QFETCH(QString, from);
        QFETCH(QStringList, changes);
        m_crew.reset();
        m_crew = std::make_unique<Crew>(zone.toLatin1().constData());
        auto& crew = *m_crew;
        crew.now = utc(from);
        DONE(crew.couriers({"a"}, false));
        QVERIFY(crew.pass(0));
        DONE(crew.week(week.toLatin1().constData()));
        const auto before = crew.dutyChanges();
        bool onDuty = false;
        for (const auto& each : changes) {
            const auto change = utc(each);
            QCOMPARE(crew.source->nextDue(), std::optional<Instant>(change));
            QVERIFY(crew.passTo(change.plusMs(-1)));
            QVERIFY2(crew.isOnDuty() == onDuty, qPrintable(each));
            QVERIFY(crew.passTo(change));
            onDuty = !onDuty;
            QVERIFY2(crew.isOnDuty() == onDuty, qPrintable(each));
        }
        QVERIFY(crew.pass(base::kDayMs));
        QCOMPARE(crew.dutyChanges(), before + changes.size());  // none in the hour that comes again
        QVERIFY(crew.weightsAgree());
    }

    void exceptionsByDate() {
        auto& crew = *m_crew;
        DONE(crew.couriers({"a"}));
        DONE(crew.week("sat 09:00-17:00; sun 09:00-17:00"));
        QVERIFY(crew.pass(2 * kHour));
        DONE(crew.except("2024-06-01", "off"));
        QVERIFY(!crew.isOnDuty());
        DONE(crew.except("2024-06-01", "10:00-11:00"));
        QVERIFY(crew.isOnDuty());
        DONE(crew.except("2024-06-02", "12:00-13:00"));
        QVERIFY(crew.pass(kHour));
        QVERIFY(!crew.isOnDuty());
        QCOMPARE(crew.source->nextDue(), std::optional<Instant>(crew.now.plusMs(25 * kHour)));
        DONE(crew.noException("2024-06-01"));
        QVERIFY(crew.isOnDuty());
        REFUSED_FIELD(crew.noException("2024-06-01"), ErrorCode::NotFound, "day");
        QCOMPARE(crew.number("SELECT COUNT(*) FROM shift_exception"), 1);
    }

    void anEmptyRosterIsNone() {
        auto& crew = *m_crew;
        DONE(crew.couriers({"a"}));
        DONE(crew.week("sat 09:00-17:00"));
        QVERIFY(crew.pass(2 * kHour));
        QVERIFY(crew.isOnDuty());
        DONE(crew.week("off"));
        QVERIFY(crew.isOnDuty());
        QVERIFY(!crew.source->nextDue());
        QCOMPARE(crew.number("SELECT COUNT(*) FROM shift_state"), 0);
        QVERIFY(crew.pass(kWeek));
        QVERIFY(crew.isOnDuty());
    }

    void theSecondOfTwoIsTold() {
        auto& crew = *m_crew;
        DONE(crew.couriers({"a"}));
        const auto first = crew.week("sat 09:00-17:00", 1);
        DONE(first);
        QCOMPARE(first->version, std::int64_t{2});
        crew.events.clear();
        REFUSED_FIELD(crew.week("sun 09:00-17:00", 1), ErrorCode::Conflict, "version");
        REFUSED_FIELD(crew.except("2024-06-01", "off", 1), ErrorCode::Conflict, "version");
        REFUSED_FIELD(crew.noException("2024-06-01", 1), ErrorCode::Conflict, "version");
        // Nothing to do is no change.
        const auto again = crew.week("sat 09:00-17:00", 2);
        DONE(again);
        QCOMPARE(again->version, std::int64_t{2});
        QVERIFY(again->nextAt == first->nextAt);
        QVERIFY(crew.events.empty());
        DONE(crew.except("2024-06-02", "off", 2));
        QCOMPARE(crew.events.size(), std::size_t{1});
        QVERIFY(crew.events.front().kind == api::Event::Kind::CourierChanged);
        QCOMPARE(crew.events.front().courier, kA);
        QCOMPARE(crew.week("sun 09:00-17:00")->version, std::int64_t{4});
    }

    void refusals() {
        auto& crew = *m_crew;
        DONE(crew.couriers({"a"}));
        REFUSED_FIELD(crew.week("sat 09:00-17:00", 0, "nobody"), ErrorCode::NotFound, "courier");
        api::Week week;
        week[3] = {{0, 5000}};
        REFUSED_FIELD(
            crew.run<shifts::Changed>([&](auto& work) { return shifts::setWeek(work, crew.days, kA, week, 0); }),
            ErrorCode::InvalidArgument, "week");
        const api::ShiftException wrong{api::calendarDayFrom("2024-06-01").value(), {{5, 5}}};
        REFUSED_FIELD(
            crew.run<shifts::Changed>([&](auto& work) { return shifts::setException(work, crew.days, kA, wrong, 0); }),
            ErrorCode::InvalidArgument, "hours");
        REFUSED_FIELD(crew.except("2024-05-30", "off"), ErrorCode::InvalidArgument, "day");
        DONE(crew.except("2024-05-31", "off"));  // a shift of yesterday may still go on
        REFUSED_FIELD(crew.except("2026-08-11", "off"), ErrorCode::InvalidArgument, "day");
        DONE(crew.except("2026-08-10", "off"));
        QCOMPARE(crew.number("SELECT COUNT(*) FROM shift_week"), 0);
    }

    void aFailedCommitChangesNothing() {
        auto& crew = *m_crew;
        DONE(crew.couriers({"a"}));
        DONE(crew.week("sat 09:00-17:00"));
        QVERIFY(crew.pass(0));
        crew.now = crew.now.plusMs(kHour);
        crew.failCommit = true;
        QVERIFY(!crew.run<void>([&](auto& work) { return crew.source->runDue(work); }));
        crew.failCommit = false;
        crew.source->undone();
        QVERIFY(!crew.isOnDuty());
        QVERIFY(crew.pass(0));
        QVERIFY(crew.isOnDuty());
        QVERIFY(crew.weightsAgree());
    }

    void engineTimeThatWasTurnedBack() {
        auto& crew = *m_crew;
        DONE(crew.couriers({"a"}));
        DONE(crew.week("sat 09:00-17:00"));
        QVERIFY(crew.pass(2 * kHour));
        QVERIFY(crew.isOnDuty());
        const auto from = crew.now;
        const auto to = from.plusMs(-90 * base::kMinuteMs);
        DONE(crew.run<std::int64_t>([&](auto& work) { return store::clock::turnBack(work.database(), from, to); }));
        crew.now = to;
        crew.source->timeTurnedBack();
        QVERIFY(crew.pass(0));
        QVERIFY(!crew.isOnDuty());  // half past eight again
        QVERIFY(crew.pass(30 * base::kMinuteMs));
        QVERIFY(crew.isOnDuty());
    }

private:
    std::unique_ptr<Crew> m_crew;
};

}  // namespace test_rosters

QTEST_GUILESS_MAIN(test_rosters::TestRosters)
#include "test_rosters.moc"
