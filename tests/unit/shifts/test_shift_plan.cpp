// SPDX-License-Identifier: GPL-3.0-or-later
// What a roster plans and when it changes, over both changes of daylight-saving time too; and how shifts are written.
#include <QDateTime>
#include <QtTest>

#include "engine/shifts/plan.h"
#include "tests/support/expect.h"

namespace test_shift_plan {

using namespace evenhand;
using api::CalendarDay;

namespace {

Instant at(const char* utc) {
    return {QDateTime::fromString(QString::fromLatin1(utc), Qt::ISODate).toMSecsSinceEpoch()};
}

CalendarDay dayOf(const char* date) { return api::calendarDayFrom(date).value(); }

dispatch::BusinessDay zoneOf(const char* name) { return dispatch::BusinessDay::of(name).value(); }

api::Roster rosterOf(const std::string& week) {
    api::Roster roster;
    roster.courier = CourierId("a");
    roster.week = api::weekFrom(week).value();
    return roster;
}

/// "00:30-02:00 05:00-06:00", in UTC.
QString planOf(const api::Roster& roster, const dispatch::BusinessDay& days, const char* date) {
    const auto day = dayOf(date);
    QStringList all;
    for (const auto& span : shifts::planned(roster, days, {days.at(day, 0), days.at(day.plus(1), 0)})) {
        const auto time = [](Instant instant) {
            return QDateTime::fromMSecsSinceEpoch(instant.ms, Qt::UTC).toString(QStringLiteral("HH:mm"));
        };
        all << time(span.from) + QLatin1Char('-') + time(span.to);
    }
    return all.join(QLatin1Char(' '));
}

QString utc(std::optional<Instant> instant) {
    return instant ? QDateTime::fromMSecsSinceEpoch(instant->ms, Qt::UTC).toString(Qt::ISODate)
                   : QStringLiteral("never");
}

}  // namespace

class TestShiftPlan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plansOfADay_data() {
        QTest::addColumn<QString>("zone");
        QTest::addColumn<QString>("week");
        QTest::addColumn<QString>("date");
        QTest::addColumn<QString>("plan");
        const auto row = [](const char* name, const char* zone, const char* week, const char* date, const char* plan) {
            QTest::newRow(name) << QString::fromLatin1(zone) << QString::fromLatin1(week) << QString::fromLatin1(date)
                                << QString::fromLatin1(plan);
        };
        const char* const london = "Europe/London";
        row("plain", "Asia/Shanghai", "mon 09:00-17:00", "2026-03-30", "01:00-09:00");
        row("another weekday", "Asia/Shanghai", "mon 09:00-17:00", "2026-03-31", "");
        row("the whole day", "Asia/Shanghai", "mon 00:00-24:00", "2026-03-30", "16:00-16:00");
        row("over midnight, its begin", "Asia/Shanghai", "mon 22:00-06:00", "2026-03-30", "14:00-16:00");
        row("over midnight, its end", "Asia/Shanghai", "mon 22:00-06:00", "2026-03-31", "16:00-22:00");
        row("from Sunday to Monday", "Asia/Shanghai", "sun 22:00-06:00", "2026-03-30", "16:00-22:00");
        row("overlapping", "Asia/Shanghai", "mon 08:00-12:00, 11:00-14:00", "2026-03-30", "00:00-06:00");
        row("within another", "Asia/Shanghai", "mon 08:00-14:00, 09:00-10:00", "2026-03-30", "00:00-06:00");
        row("adjoining", "Asia/Shanghai", "mon 08:00-12:00, 12:00-14:00", "2026-03-30", "00:00-06:00");
        row("a break", "Asia/Shanghai", "mon 08:00-12:00, 12:01-14:00", "2026-03-30", "00:00-04:00 04:01-06:00");
        row("adjoining over midnight", "Asia/Shanghai", "mon 22:00-06:00; tue 06:00-10:00", "2026-03-31",
            "16:00-02:00");
        // Clocks in London go from 01:00 to 02:00 on 2026-03-29, and from 02:00 back to 01:00 on 2026-10-25.
        row("over the hour that is not", london, "sun 00:30-03:00", "2026-03-29", "00:30-02:00");
        row("begins within the hour that is not", london, "sun 01:30-03:00", "2026-03-29", "01:00-02:00");
        row("ends within the hour that is not", london, "sun 00:30-01:30", "2026-03-29", "00:30-01:00");
        row("lies within the hour that is not", london, "sun 01:10-01:50", "2026-03-29", "");
        row("a day of 23 hours", london, "sun 00:00-24:00", "2026-03-29", "00:00-23:00");
        row("over the hour that is twice", london, "sun 00:30-03:00", "2026-10-25", "23:30-03:00");
        row("begins within the hour that is twice", london, "sun 01:30-03:00", "2026-10-25", "00:30-03:00");
        row("ends within the hour that is twice", london, "sun 00:30-01:30", "2026-10-25", "23:30-00:30");
        row("a day of 25 hours", london, "sun 00:00-24:00", "2026-10-25", "23:00-00:00");
        row("a night of seven hours", london, "sat 22:00-06:00", "2026-03-29", "00:00-05:00");
        row("a night of nine hours", london, "sat 22:00-06:00", "2026-10-25", "23:00-06:00");
        row("a day without its midnight", "America/Sao_Paulo", "sun 00:00-02:00", "2018-11-04", "03:00-04:00");
    }
    void plansOfADay() {
        QFETCH(QString, zone);
        QFETCH(QString, week);
        QFETCH(QString, date);
        QFETCH(QString, plan);
        const auto days = zoneOf(zone.toLatin1().constData());
        QCOMPARE(planOf(rosterOf(week.toStdString()), days, date.toLatin1().constData()), plan);
    }

    void daysAndTheirMinutes() {
        const auto days = zoneOf("Europe/London");
        const auto spring = dayOf("2026-03-29");
        QCOMPARE(days.at(spring.plus(1), 0).ms - days.at(spring, 0).ms, 23 * base::kHourMs);
        const auto autumn = dayOf("2026-10-25");
        QCOMPARE(days.at(autumn.plus(1), 0).ms - days.at(autumn, 0).ms, 25 * base::kHourMs);
        QCOMPARE(utc(days.at(spring, 90)), QStringLiteral("2026-03-29T01:00:00Z"));
        QCOMPARE(utc(days.at(autumn, 90)), QStringLiteral("2026-10-25T00:30:00Z"));
        QCOMPARE(utc(days.at(autumn, 120)), QStringLiteral("2026-10-25T02:00:00Z"));
        QCOMPARE(days.at(spring, 1440), days.at(spring.plus(1), 0));
        QVERIFY(days.dayOf(days.at(spring, 0)) == spring);
        QVERIFY(days.dayOf(days.at(spring, 0).plusMs(-1)) == spring.plus(-1));
        // Clocks there were put forward at midnight.
        const auto brazil = zoneOf("America/Sao_Paulo");
        QCOMPARE(brazil.at(dayOf("2018-11-04"), 0), brazil.startOf(at("2018-11-04T12:00:00Z")));
    }

    void aShiftHasItsBeginAndNotItsEnd() {
        const auto days = zoneOf("Asia/Shanghai");
        const auto roster = rosterOf("mon 09:00-17:00");
        QVERIFY(!shifts::isOnDuty(roster, days, at("2026-03-30T00:59:59Z")));
        QVERIFY(shifts::isOnDuty(roster, days, at("2026-03-30T01:00:00Z")));
        QVERIFY(shifts::isOnDuty(roster, days, at("2026-03-30T08:59:59Z")));
        QVERIFY(!shifts::isOnDuty(roster, days, at("2026-03-30T09:00:00Z")));
        QVERIFY(shifts::isOnDuty(rosterOf("sun 22:00-06:00"), days, at("2026-03-29T21:00:00Z")));
    }

    void changes_data() {
        QTest::addColumn<QString>("zone");
        QTest::addColumn<QString>("week");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("next");
        const auto row = [](const char* name, const char* zone, const char* week, const char* after, const char* next) {
            QTest::newRow(name) << QString::fromLatin1(zone) << QString::fromLatin1(week) << QString::fromLatin1(after)
                                << QString::fromLatin1(next);
        };
        const char* const shanghai = "Asia/Shanghai";
        const char* const london = "Europe/London";
        row("its begin", shanghai, "mon 09:00-17:00", "2026-03-30T00:59:59Z", "2026-03-30T01:00:00Z");
        row("after its begin", shanghai, "mon 09:00-17:00", "2026-03-30T01:00:00Z", "2026-03-30T09:00:00Z");
        row("next week's", shanghai, "mon 09:00-17:00", "2026-03-30T09:00:00Z", "2026-04-06T01:00:00Z");
        row("not where shifts adjoin", shanghai, "mon 08:00-12:00, 12:00-14:00", "2026-03-30T00:00:00Z",
            "2026-03-30T06:00:00Z");
        row("not at midnight between whole days", shanghai, "mon 00:00-24:00; tue 00:00-24:00", "2026-03-29T16:00:00Z",
            "2026-03-31T16:00:00Z");
        row("not between days that are read apart", shanghai,
            "mon 08:00-24:00; tue 00:00-24:00; wed 00:00-24:00; thu 00:00-24:00; fri 00:00-24:00; sat 00:00-12:00",
            "2026-03-30T00:00:00Z", "2026-04-04T04:00:00Z");
        row("always on duty", shanghai,
            "mon 00:00-24:00; tue 00:00-24:00; wed 00:00-24:00; thu 00:00-24:00; fri 00:00-24:00; sat 00:00-24:00; "
            "sun 00:00-24:00",
            "2026-03-30T00:00:00Z", "never");
        row("never on duty", shanghai, "off", "2026-03-30T00:00:00Z", "never");
        row("a shift that one week has not", london, "sun 01:10-01:50", "2026-03-28T12:00:00Z", "2026-04-05T00:10:00Z");
        row("at the end of winter", london, "sun 01:30-03:00", "2026-03-29T00:00:00Z", "2026-03-29T01:00:00Z");
        row("once in the hour that is twice", london, "sun 01:30-03:00", "2026-10-25T00:30:00Z",
            "2026-10-25T03:00:00Z");
    }
    void changes() {
        QFETCH(QString, zone);
        QFETCH(QString, week);
        QFETCH(QString, after);
        QFETCH(QString, next);
        const auto days = zoneOf(zone.toLatin1().constData());
        QCOMPARE(utc(shifts::nextChange(rosterOf(week.toStdString()), days, at(after.toLatin1().constData()))), next);
    }

    void anExceptionTakesThePlaceOfItsDay() {
        const auto days = zoneOf("Asia/Shanghai");
        auto roster = rosterOf("mon 22:00-06:00; tue 09:00-17:00; wed 09:00-17:00");
        roster.exceptions = {{dayOf("2026-03-31"), {}}, {dayOf("2026-04-01"), {{600, 660}}}};
        // What began on the day before goes on.
        QCOMPARE(planOf(roster, days, "2026-03-31"), QStringLiteral("16:00-22:00"));
        QCOMPARE(planOf(roster, days, "2026-04-01"), QStringLiteral("02:00-03:00"));
        QCOMPARE(planOf(roster, days, "2026-04-08"), QStringLiteral("01:00-09:00"));
        QCOMPARE(utc(shifts::nextChange(roster, days, at("2026-03-30T22:00:00Z"))),
                 QStringLiteral("2026-04-01T02:00:00Z"));
    }

    void exceptionsMayHideAWholeMonth() {
        const auto days = zoneOf("Asia/Shanghai");
        auto roster = rosterOf("mon 09:00-17:00; thu 09:00-17:00");
        const auto first = dayOf("2026-03-30");
        for (int i = 0; i < 30; ++i) {
            roster.exceptions.push_back({first.plus(i), {}});
        }
        QCOMPARE(utc(shifts::nextChange(roster, days, at("2026-03-29T16:00:00Z"))),
                 QStringLiteral("2026-04-30T01:00:00Z"));
        // On one date only, long ahead.
        api::Roster once;
        once.exceptions = {{dayOf("2027-01-01"), {{540, 600}}}};
        QCOMPARE(utc(shifts::nextChange(once, days, at("2026-03-29T16:00:00Z"))),
                 QStringLiteral("2027-01-01T01:00:00Z"));
        QCOMPARE(utc(shifts::nextChange(once, days, at("2027-01-01T02:00:00Z"))), QStringLiteral("never"));
    }

    void shiftsAreWrittenAndRead_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* typed, const char* said) {
            QTest::newRow(typed) << QString::fromLatin1(typed) << QString::fromLatin1(said);
        };
        row("off", "off");
        row("", "off");
        row("  ", "off");
        row("09:00-17:00", "09:00-17:00");
        row("9:00 - 17:00", "09:00-17:00");
        row("14:00-18:00,09:00-12:00", "09:00-12:00, 14:00-18:00");
        row("09:00-12:00, 09:00-12:00", "09:00-12:00");
        row("22:00-06:00", "22:00-06:00");
        row("18:00-24:00", "18:00-24:00");
        row("18:00-00:00", "18:00-24:00");
        row("00:00-24:00", "00:00-24:00");
        for (const char* wrong :
             {"09:00", "09:00-", "-09:00", "9-17", "09:00-25:00", "24:00-06:00", "09:60-10:00", "09:00-09:00",
              "00:00-00:00", "09:00-10:00-11:00", "9:0-10:00", "009:00-10:00", "a9:00-10:00", "+9:00-10:00",
              "09:00-12:00; 14:00-18:00", "nonsense",
              "1:00-2:00,2:00-3:00,3:00-4:00,4:00-5:00,5:00-6:00,6:00-7:00,7:00-8:00,8:00-9:00,9:00-10:00"}) {
            row(wrong, "?");
        }
    }
    void shiftsAreWrittenAndRead() {
        QFETCH(QString, typed);
        QFETCH(QString, said);
        const auto read = api::dayHoursFrom(typed.toStdString(), "hours");
        if (said == QStringLiteral("?")) {
            REFUSED_FIELD(read, ErrorCode::InvalidArgument, "hours");
            return;
        }
        DONE(read);
        QCOMPARE(QString::fromStdString(api::toText(*read)), said);
        QVERIFY(api::dayHoursFrom(said.toStdString(), "hours").value() == *read);
    }

    void weeksAndDatesAreWrittenAndRead() {
        const auto week = api::weekFrom(" sat 22:00-06:00 ; mon 09:00-12:00, 14:00-18:00; sun off");
        DONE(week);
        QCOMPARE(api::toText(*week), std::string("mon 09:00-12:00, 14:00-18:00; sat 22:00-06:00"));
        QCOMPARE(api::toText(*api::weekFrom("off")), std::string("off"));
        QVERIFY(*api::weekFrom(api::toText(*week)) == *week);
        for (const char* wrong : {"monday 09:00-17:00", "mon", "09:00-17:00", "mon 09:00-17:00; mon 18:00-19:00",
                                  "mon 09:00-17:00 tue 09:00-17:00", ";"}) {
            REFUSED_FIELD(api::weekFrom(wrong), ErrorCode::InvalidArgument, "week");
        }
        QCOMPARE(dayOf("1970-01-01").number, std::int64_t{0});
        QCOMPARE(api::toText(dayOf("2024-02-29")), std::string("2024-02-29"));
        QCOMPARE(api::weekdayOf(dayOf("2026-03-30")), std::size_t{0});
        QCOMPARE(api::weekdayOf(dayOf("2026-03-29")), std::size_t{6});
        for (const char* wrong : {"", "2023-02-29", "2026-13-01", "2026-1-01", "1969-12-31", "2026/01/01", "26-01-01",
                                  "2026-01-01T", "20260-1-01"}) {
            QVERIFY2(!api::calendarDayFrom(wrong), wrong);
        }
    }

    void hoursAreJudged() {
        for (const api::ShiftHours wrong :
             {api::ShiftHours{-1, 10}, {1440, 1441}, {10, 10}, {10, 9}, {10, 1450}, {0, 1441}}) {
            REFUSED_FIELD(api::checkedHours({wrong}, "hours"), ErrorCode::InvalidArgument, "hours");
        }
        DONE(api::checkedHours({{10, 1449}, {0, 1440}}, "hours"));
    }
};

}  // namespace test_shift_plan

QTEST_GUILESS_MAIN(test_shift_plan::TestShiftPlan)
#include "test_shift_plan.moc"
