// SPDX-License-Identifier: GPL-3.0-or-later
// evenhandctl roster: show, set, exceptions, the crew; `import rosters`; and what they refuse.
#include <QJsonArray>
#include <QTest>

#include "tests/cli/cli_support.h"

namespace test_cli_roster {

using namespace evenhand::cli;

namespace {

QStringList words(const char* line) { return QString::fromLatin1(line).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

/// The words of a line, then one more with whatever is in it.
QStringList words(const char* line, const char* last) { return words(line) << QString::fromLatin1(last); }

bool populate(const Scratch& scratch) {
    return scratch.init() &&
           scratch.run(words("import couriers -"),
                       "courier_id,campus,name,phone,on_duty\nann,north,Ann,020 7946 0123,1\nbob,south,Bob,2,1\n")
                   .code == 0;
}

QJsonObject weekOf(const Outcome& outcome) { return outcome.json().value(QStringLiteral("week")).toObject(); }

QString shiftsOf(const Outcome& outcome, const char* weekday) {
    QStringList all;
    const auto shifts = weekOf(outcome).value(QLatin1String(weekday)).toArray();
    for (const auto& shift : shifts) {
        all << shift.toString();
    }
    return all.join(QLatin1Char(' '));
}

}  // namespace

class TestCliRoster : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRosterIsSetAndShown() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const Outcome none = scratch.run(words("roster show ann"));
        QVERIFY2(none.code == 0 && none.out.contains("ann has no roster"), none.text().constData());
        const Outcome set = scratch.json(words("roster set ann", "sat 22:00-06:00; mon 14:00-18:00, 09:00-12:00"));
        QVERIFY2(set.code == 0, set.text().constData());
        QCOMPARE(set.number(QStringLiteral("version")), 2);
        QCOMPARE(shiftsOf(set, "mon"), QStringLiteral("09:00-12:00 14:00-18:00"));
        QCOMPARE(shiftsOf(set, "sat"), QStringLiteral("22:00-06:00"));
        QCOMPARE(shiftsOf(set, "tue"), QString());
        const Outcome shown = scratch.run(words("roster show ann"));
        QVERIFY2(shown.out.contains("week: mon 09:00-12:00, 14:00-18:00; sat 22:00-06:00"), shown.text().constData());
        const Outcome all = scratch.json(words("roster show"));
        QCOMPARE(all.json().value(QStringLiteral("rosters")).toArray().size(), 1);
        QCOMPARE(
            scratch.json(words("roster show --campus south")).json().value(QStringLiteral("rosters")).toArray().size(),
            0);
        QCOMPARE(scratch.run(words("verify")).code, 0);
        // Off: no roster any more.
        QVERIFY(scratch.run(words("roster set ann off")).out.contains("ann has no roster"));
    }

    void exceptionsComeAndGo() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const QByteArray day = QDate::currentDate().addDays(30).toString(Qt::ISODate).toLatin1();
        const QByteArray line = "roster exception ann " + day;
        const Outcome off = scratch.json(words(line.constData(), "off"));
        QVERIFY2(off.code == 0, off.text().constData());
        const auto exceptions = off.json().value(QStringLiteral("exceptions")).toArray();
        QCOMPARE(exceptions.size(), 1);
        QCOMPARE(exceptions.first().toObject().value(QStringLiteral("day")).toString(), QString::fromLatin1(day));
        QVERIFY(exceptions.first().toObject().value(QStringLiteral("shifts")).toArray().isEmpty());
        const Outcome hours = scratch.run(words(line.constData(), "10:00-11:00, 12:00-13:00"));
        QVERIFY2(hours.out.contains(day + ": 10:00-11:00, 12:00-13:00"), hours.text().constData());
        QCOMPARE(scratch.run(words(line.constData(), "none")).code, 0);
        QCOMPARE(scratch.run(words(line.constData(), "none")).code, 1);
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }

    void theCrewOfADay() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        QCOMPARE(scratch.run(words("roster set ann", "mon 09:00-17:00")).code, 0);
        const Outcome crew = scratch.json(words("roster crew --day 2030-01-07"));  // a Monday
        QVERIFY2(crew.code == 0, crew.text().constData());
        QCOMPARE(crew.json().value(QStringLiteral("day")).toString(), QStringLiteral("2030-01-07"));
        const auto couriers = crew.json().value(QStringLiteral("couriers")).toArray();
        QCOMPARE(couriers.size(), 2);
        const auto ann = couriers.first().toObject();
        QCOMPARE(ann.value(QStringLiteral("courier_id")).toString(), QStringLiteral("ann"));
        QCOMPARE(ann.value(QStringLiteral("phone")).toString(), QStringLiteral("020 7946 0123"));
        QVERIFY(scratch.run(words("roster crew")).out.contains("020 7946 0123"));  // who does not come is called
        QCOMPARE(ann.value(QStringLiteral("plan")).toArray().size(), 1);
        QVERIFY(ann.value(QStringLiteral("actual")).toArray().isEmpty());
        const auto bob = couriers.last().toObject();
        QVERIFY(bob.value(QStringLiteral("planned")).isNull());
        QVERIFY(bob.value(QStringLiteral("on_duty")).toBool());
        QCOMPARE(scratch.run(words("roster crew --campus nowhere")).code, 1);
    }

    void refusals_data() {
        QTest::addColumn<QStringList>("line");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("what") << words("roster") << 2 << QByteArray("say what to do");
        QTest::newRow("whose") << words("roster set") << 2 << QByteArray("COURIER");
        QTest::newRow("no week") << words("roster set ann") << 2 << QByteArray("WEEK");
        QTest::newRow("a day that is none")
            << words("roster exception ann 2026-02-30 off") << 2 << QByteArray("2026-02-30");
        QTest::newRow("a day of the crew that is none")
            << words("roster crew --day tomorrow") << 2 << QByteArray("tomorrow");
        QTest::newRow("a day that has passed")
            << words("roster exception ann 2001-01-01 off") << 1 << QByteArray("day = 2001-01-01");
        QTest::newRow("a week that is none")
            << words("roster set ann", "monday 9-17") << 1 << QByteArray("week = monday 9-17");
        QTest::newRow("nobody") << words("roster set nobody", "mon 09:00-17:00") << 1 << QByteArray("nobody");
        QTest::newRow("another version") << words("roster set ann --version 7", "mon 09:00-17:00") << 1
                                         << QByteArray("version = 1");
    }
    void refusals() {
        QFETCH(QStringList, line);
        QFETCH(int, code);
        QFETCH(QByteArray, says);
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const Outcome refused = scratch.run(line);
        QVERIFY2(refused.code == code && refused.err.contains(says), refused.text().constData());
        QVERIFY(scratch.run(words("roster show ann")).out.contains("ann has no roster"));
    }

    void rostersAreImported() {
        const Scratch scratch;
        QVERIFY(populate(scratch));
        const QByteArray file =
            "courier_id,mon,tue,wed,thu,fri,sat,sun\n"
            "ann,09:00-17:00,off,,\"09:00-12:00, 14:00-18:00\",22:00-06:00,off,off\n"
            "nobody,09:00-17:00,,,,,,\n"
            "bob,9 to 5,,,,,,\n"
            ",09:00-17:00,,,,,,\n";
        const Outcome first = scratch.json(words("import rosters -"), file);
        QVERIFY2(first.code == 3, first.text().constData());
        QCOMPARE(first.number(QStringLiteral("rosters.accepted")), 1);
        QCOMPARE(first.number(QStringLiteral("rosters.rejected")), 3);
        for (const char* reason : {"unknown_courier", "bad_shifts", "missing_courier_id"}) {
            QCOMPARE(first.number(QStringLiteral("reasons.") + QLatin1String(reason)), 1);
        }
        const Outcome shown = scratch.json(words("roster show ann"));
        QCOMPARE(shiftsOf(shown, "thu"), QStringLiteral("09:00-12:00 14:00-18:00"));
        QCOMPARE(shiftsOf(shown, "fri"), QStringLiteral("22:00-06:00"));
        // Again: nothing is changed.
        QCOMPARE(scratch.json(words("import rosters -"), file).code, 3);
        QCOMPARE(scratch.json(words("roster show ann")).number(QStringLiteral("version")),
                 shown.number(QStringLiteral("version")));
        QCOMPARE(scratch.json(words("import rosters - --dry-run"), file).number(QStringLiteral("rosters.accepted")), 2);
        QCOMPARE(scratch.run(words("verify")).code, 0);
    }
};

}  // namespace test_cli_roster

QTEST_GUILESS_MAIN(test_cli_roster::TestCliRoster)
#include "test_cli_roster.moc"
