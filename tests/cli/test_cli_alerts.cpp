// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts on the command line: the list, what is done to them, their limits.
#include <QDateTime>
#include <QJsonArray>
#include <QTest>

#include "tests/cli/cli_support.h"

namespace test_cli_alerts {

using namespace evenhand::cli;

namespace {

QStringList words(const char* line) { return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

/// A shop with one courier, who is off duty, and a paid order: so nobody is there to take it.
bool openWithOne(const Scratch& scratch) {
    const auto at = QDateTime::currentDateTimeUtc().addSecs(-1).toString(Qt::ISODateWithMs).toUtf8();
    return scratch.init() &&
           scratch.run(words("import couriers -"), "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,0\n").code ==
               0 &&
           scratch.run(words("import products -"), "sku,name,unit_price,stock\ntea,Tea,1.50,100\n").code == 0 &&
           scratch.run(words("import orders - --paid"),
                       "order_no,user_id,campus,sku,quantity,unit_price,placed_at\nA,u,north,tea,1,1.50," + at + "\n")
                   .code == 0;
}

QJsonObject only(const Outcome& listed) {
    const auto alerts = listed.json().value(QStringLiteral("alerts")).toArray();
    return alerts.size() == 1 ? alerts.first().toObject() : QJsonObject();
}

}  // namespace

class TestCliAlerts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fromFiringToResolved() {
        const Scratch scratch;
        QVERIFY(openWithOne(scratch));
        const auto list = words("alerts list --kind no_courier");
        const auto fired = scratch.json(list);
        QVERIFY2(fired.code == 0, fired.text());
        const auto alert = only(fired);
        QCOMPARE(alert.value(QStringLiteral("state")).toString(), QStringLiteral("firing"));
        QCOMPARE(alert.value(QStringLiteral("subject_type")).toString(), QStringLiteral("campus"));
        QCOMPARE(alert.value(QStringLiteral("subject")).toString(), QStringLiteral("north"));
        QVERIFY(alert.value(QStringLiteral("figure")).isNull());
        QCOMPARE(fired.number(QStringLiteral("total")), 1);
        const auto shown = scratch.run(list);
        QVERIFY2(shown.out.contains("campus north") && shown.out.contains("1 of 1 alert."), shown.text());
        const auto id = QString::number(alert.value(QStringLiteral("id")).toInteger());

        const auto known = scratch.run(words("alerts acknowledge") << id);
        QVERIFY2(known.code == 0 && known.out.contains("acknowledged"), known.text());
        QCOMPARE(only(scratch.json(list)).value(QStringLiteral("state")).toString(), QStringLiteral("acknowledged"));
        const auto quiet =
            scratch.run(words("alerts silence") << id << QStringLiteral("--for") << QStringLiteral("2h"));
        QVERIFY2(quiet.code == 0, quiet.text());
        QCOMPARE(only(scratch.json(list)).value(QStringLiteral("state")).toString(), QStringLiteral("silenced"));
        const auto over = scratch.run(words("alerts resolve")
                                      << id << QStringLiteral("--reason") << QStringLiteral("ann is on her way"));
        QVERIFY2(over.code == 0, over.text());
        QVERIFY(only(scratch.json(list)).isEmpty());
        const auto resolved = only(scratch.json(list + words("--state resolved")));
        QCOMPARE(resolved.value(QStringLiteral("resolution")).toString(), QStringLiteral("ann is on her way"));
        const auto again = scratch.run(words("alerts acknowledge") << id);
        QVERIFY2(again.code == 1 && again.err.contains("wrong_status"), again.text());
        const auto audit = scratch.run(words("audit list"));
        for (const char* operation : {"alerts.acknowledge", "alerts.silence", "alerts.resolve"}) {
            QVERIFY2(audit.out.contains(operation), audit.text());
        }
    }

    void whoHasTheOrderIsNamedWithATelephone() {
        const Scratch scratch;
        QVERIFY(openWithOne(scratch));
        QCOMPARE(scratch.run(words("couriers edit ann --phone 020-7946-0123")).code, 0);
        QCOMPARE(scratch.run(words("couriers duty on ann")).code, 0);
        // One that was imported has no timer of its stage.
        const auto placed = scratch.json(words("orders place tea=1 --user u --campus north --cash --reason counter"));
        QVERIFY2(placed.code == 0, placed.text());
        const auto no = placed.json().value(QStringLiteral("order_no")).toString();
        const auto run = scratch.run(words("timers run") << no << words("--reason now"));
        QVERIFY2(run.code == 0, run.text());  // it is late to be picked up
        const auto list = words("alerts list --kind pick_up_late");
        const auto alert = only(scratch.json(list));
        QCOMPARE(alert.value(QStringLiteral("order_no")).toString(), no);
        QCOMPARE(alert.value(QStringLiteral("courier")).toString(), QStringLiteral("ann"));
        QCOMPARE(alert.value(QStringLiteral("courier_phone")).toString(), QStringLiteral("020-7946-0123"));
        const auto shown = scratch.run(list);
        QVERIFY2(shown.out.contains("020-7946-0123"), shown.text());
    }

    void limits() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        const auto first = scratch.json(words("alerts limits show"));
        QVERIFY2(first.code == 0, first.text());
        QCOMPARE(first.number(QStringLiteral("spread")), 0);
        QCOMPARE(first.number(QStringLiteral("pace_percent")), 20);
        QCOMPARE(first.number(QStringLiteral("version")), 1);
        const auto set = scratch.json(
            words("alerts limits set --spread 400 --budget 60,90 --pace never --backup-age 12h --version 1"));
        QVERIFY2(set.code == 0, set.text());
        QCOMPARE(set.number(QStringLiteral("spread")), 400);
        QCOMPARE(set.number(QStringLiteral("pace_percent")), 0);
        QCOMPARE(set.number(QStringLiteral("backup_age_ms")), 12 * 3'600'000);
        QCOMPARE(set.number(QStringLiteral("repeat_ms")), 300'000);  // not named: as it was
        QCOMPARE(set.json().value(QStringLiteral("budget_percent")).toArray(), (QJsonArray{0, 60, 90}));
        QCOMPARE(set.number(QStringLiteral("version")), 2);
        const auto shown = scratch.run(words("alerts limits show"));
        QVERIFY2(shown.out.contains("60,90") && shown.out.contains("12h") && shown.out.contains("never"), shown.text());
        const auto late = scratch.run(words("alerts limits set --spread 1 --version 1"));
        QVERIFY2(late.code == 1 && late.err.contains("conflict"), late.text());
    }

    void refusals_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("nothing to do") << words("alerts") << 2 << QByteArray("acknowledge");
        QTest::newRow("no such kind") << words("alerts list --kind late") << 2 << QByteArray("no_courier");
        QTest::newRow("no such state") << words("alerts list --state done") << 2 << QByteArray("silenced");
        QTest::newRow("no id") << words("alerts acknowledge") << 2 << QByteArray("ID");
        QTest::newRow("bad id") << words("alerts acknowledge 3x") << 2 << QByteArray("\"3x\"");
        QTest::newRow("nobody's") << words("alerts acknowledge 99") << 1 << QByteArray("not_found");
        QTest::newRow("for how long") << words("alerts silence 1") << 2 << QByteArray("--for");
        QTest::newRow("no duration") << words("alerts silence 1 --for soon") << 2 << QByteArray("\"soon\"");
        QTest::newRow("no reason") << words("alerts resolve 1") << 2 << QByteArray("--reason");
        QTest::newRow("limits of what") << words("alerts limits") << 2 << QByteArray("show or set");
        QTest::newRow("four limits") << words("alerts limits set --budget 1,2,3,4") << 2 << QByteArray("three");
        QTest::newRow("falling") << words("alerts limits set --budget 80,50") << 1 << QByteArray("budget_percent");
        QTest::newRow("no age") << words("alerts limits set --backup-age old") << 2 << QByteArray("\"old\"");
        QTest::newRow("an age too small")
            << words("alerts limits set --backup-age 1m") << 1 << QByteArray("backup_age_ms");
    }
    void refusals() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QByteArray, said);
        const Scratch scratch;
        QVERIFY(scratch.init());
        const auto refused = scratch.run(arguments);
        QCOMPARE(refused.code, code);
        QVERIFY2(refused.err.contains(said), refused.text());
    }
};

}  // namespace test_cli_alerts

QTEST_GUILESS_MAIN(test_cli_alerts::TestCliAlerts)
#include "test_cli_alerts.moc"
