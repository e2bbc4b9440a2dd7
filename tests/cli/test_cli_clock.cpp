// SPDX-License-Identifier: GPL-3.0-or-later
// Time on the command line: what an import may carry into the future, what says that time ran ahead, and the way back.
#include <pwd.h>
#include <unistd.h>
#include <QDateTime>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

#include "tests/cli/cli_support.h"

namespace test_cli_clock {

using namespace evenhand;
using namespace evenhand::cli;

namespace {

const QByteArray kOrders = "order_no,user_id,campus,sku,quantity,unit_price,placed_at\n";
const QByteArray kReturns = "return_no,order_no,sku,quantity,at\n";
constexpr qint64 kHour = 3'600'000;

QStringList words(const char* line) { return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

QByteArray fromNow(qint64 ms) {
    return QDateTime::currentDateTimeUtc().addMSecs(ms).toString(Qt::ISODateWithMs).toUtf8();
}

QByteArray orderAt(const char* no, qint64 ms) { return no + (",u,north,tea,2,1.50," + fromNow(ms)) + "\n"; }

QString codeOf(const Outcome& outcome) {
    const auto reasons = outcome.json().value(QStringLiteral("degraded")).toArray();
    return reasons.isEmpty() ? QString() : reasons.at(0).toObject().value(QStringLiteral("code")).toString();
}

/// Sells tea; engine time is 20 hours ahead of the machine's clock, by an order of then.
bool goAhead(const Scratch& scratch) {
    return scratch.init() &&
           scratch.run(words("import couriers -"), "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,1\n").code ==
               0 &&
           scratch.run(words("import products -"), "sku,name,unit_price,stock\ntea,Tea,1.50,100\n").code == 0 &&
           scratch.run(words("import orders - --paid"), kOrders + orderAt("A", -kHour) + orderAt("B", 20 * kHour))
                   .code == 0;
}

}  // namespace

class TestCliClock : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void importsRefuseTheFuture() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        const auto errors = scratch.path(QStringLiteral("errors.csv"));
        const auto orders = scratch.json(
            words("import orders - --paid --stock-for-new-sku 9 --errors") << errors,
            kOrders + orderAt("A", -kHour) + orderAt("B", 25 * kHour) + "C,u,north,tea,1,1.50,2100-01-01T00:00:00Z\n");
        QCOMPARE(orders.code, 3);
        QCOMPARE(orders.number(QStringLiteral("orders.accepted")), 1);
        QCOMPARE(orders.number(QStringLiteral("reasons.in_future")), 2);
        QCOMPARE(scratch.read(QStringLiteral("errors.csv")).count("in_future"), 2);
        const auto returns = scratch.json(
            words("import returns -"), kReturns + "R1,A,tea,1,2100-01-01T00:00:00Z\nR2,A,tea,1," + fromNow(0) + "\n");
        QCOMPARE(returns.code, 3);
        QCOMPARE(returns.number(QStringLiteral("reasons.in_future")), 1);
        QCOMPARE(returns.number(QStringLiteral("returns.accepted")), 1);
        QCOMPARE(scratch.json(words("clock")).json().value(QStringLiteral("state")).toString(), QStringLiteral("ok"));
    }

    void anUnpaidImportDoesNotCarryTimePastTheClock() {
        const Scratch scratch;
        QVERIFY(scratch.init());
        const auto old = scratch.json(words("import orders - --stock-for-new-sku 99"),
                                      kOrders + orderAt("old", -2 * kHour) + orderAt("fresh", -60'000));
        QCOMPARE(old.code, 0);
        const auto stats = scratch.json(words("stats"));
        QCOMPARE(stats.number(QStringLiteral("orders.by_status.CLOSED")), 1);
        QCOMPARE(stats.number(QStringLiteral("orders.by_status.WAIT_PAY")), 1);
        const auto clock = scratch.json(words("clock"));
        QVERIFY(clock.number(QStringLiteral("difference_ms")) <= 0);
    }

    void timeThatRanAheadIsSaidEverywhere() {
        const Scratch scratch;
        QVERIFY(goAhead(scratch));
        const auto clock = scratch.json(words("clock"));
        QCOMPARE(clock.code, 0);
        QCOMPARE(clock.json().value(QStringLiteral("state")).toString(), QStringLiteral("clock_behind"));
        const auto ahead = clock.number(QStringLiteral("difference_ms"));
        QVERIFY(ahead > 19 * kHour && ahead <= 20 * kHour);
        const auto said = scratch.run(words("clock show"));
        QVERIFY(said.out.contains("engine time is ahead by") && said.out.contains("degraded: the clock is behind"));
        QVERIFY2(!said.err.contains("degraded"), said.err.constData());  // once is enough
        for (const char* command : {"stats", "run --until-idle", "run --for 0", "run --for 1"}) {
            QCOMPARE(codeOf(scratch.json(words(command))), QStringLiteral("clock_behind"));
            const auto text = scratch.run(words(command));
            QVERIFY2(text.err.count("degraded: the machine's clock (") == 1, text.err.constData());
            static const QRegularExpression kToTheMinute(
                QStringLiteral("clock \\(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\dZ\\)"));
            QVERIFY2(QString::fromUtf8(text.err).contains(kToTheMinute), text.err.constData());
        }
    }

    /// The difference in days and hours is that of the two instants above it.
    void howFarTimeIsBehind_data() {
        QTest::addColumn<qint64>("agoMs");
        QTest::newRow("minutes") << kHour / 2;
        QTest::newRow("hours") << 5 * kHour + 61'000;
        QTest::newRow("a day") << 24 * kHour + 61'000;
        QTest::newRow("days") << 3 * 24 * kHour + 4 * kHour + 305'000;
    }
    void howFarTimeIsBehind() {
        QFETCH(qint64, agoMs);
        const Scratch scratch;
        QVERIFY(scratch.init());
        QCOMPARE(
            scratch.run(words("import orders - --paid --stock-for-new-sku 9"), kOrders + orderAt("A", -agoMs)).code, 0);
        const auto said = QString::fromUtf8(scratch.run(words("clock")).out);
        static const QRegularExpression kLines(
            QStringLiteral("machine's clock +(\\S+)\n *engine time +(\\S+)\n *engine time is behind by +([^\n]+)\n"));
        const auto found = kLines.match(said);
        QVERIFY2(found.hasMatch(), qPrintable(said));
        const auto instant = [&](int at) { return QDateTime::fromString(found.captured(at), Qt::ISODateWithMs); };
        const qint64 seconds = instant(2).msecsTo(instant(1)) / 1'000;
        QVERIFY(seconds >= agoMs / 1'000);
        const auto two = [](qint64 value) { return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0')); };
        const qint64 days = seconds / 86'400;
        QCOMPARE(found.captured(3), (days > 0 ? QString::number(days) + QStringLiteral(" d ") : QString()) +
                                        two(seconds / 3'600 % 24) + QLatin1Char(':') + two(seconds / 60 % 60) +
                                        QLatin1Char(':') + two(seconds % 60));
    }

    void resetLetsTimeGoOnFromTheClock() {
        const Scratch scratch;
        QVERIFY(goAhead(scratch));
        QCOMPARE(scratch.run(words("clock reset")).code, 2);
        QCOMPARE(scratch.run(words("clock --reason x")).code, 2);
        QCOMPARE(scratch.run(words("clock back")).code, 2);
        const auto ahead = scratch.json(words("clock")).json();
        const auto reset = scratch.json(words("clock reset --reason wrong-clock"));
        QVERIFY2(reset.code == 0, reset.text().constData());
        QCOMPARE(reset.json().value(QStringLiteral("from")), ahead.value(QStringLiteral("engine_time")));
        const auto instant = [](const QJsonObject& of, const char* name) {
            return QDateTime::fromString(of.value(QLatin1String(name)).toString(), Qt::ISODateWithMs);
        };
        QVERIFY(instant(reset.json(), "to") >= instant(ahead, "clock"));
        QVERIFY(instant(reset.json(), "to") < instant(ahead, "engine_time"));
        const auto clock = scratch.json(words("clock"));
        QCOMPARE(clock.json().value(QStringLiteral("state")).toString(), QStringLiteral("ok"));
        QVERIFY(clock.number(QStringLiteral("difference_ms")) <= 0);
        QVERIFY(codeOf(scratch.json(words("stats"))).isEmpty());
        QVERIFY(scratch.run(words("stats")).err.isEmpty());
        QCOMPARE(scratch.run(words("clock reset --reason again")).code, 1);
        QCOMPARE(scratch.run(words("verify")).code, 0);
        const auto audit = scratch.json(words("audit list --operation timers.reset_clock"));
        QCOMPARE(audit.number(QStringLiteral("total")), 1);
        const auto entry = audit.json().value(QStringLiteral("entries")).toArray().at(0).toObject();
        QCOMPARE(entry.value(QStringLiteral("reason")).toString(), QStringLiteral("wrong-clock"));
    }

    void theActorIsTheAccountAndNotAVariable() {
        const Scratch scratch;
        QVERIFY(goAhead(scratch));
        const auto reset = scratch.run(words("clock reset --reason x"), {}, [](QProcess& process) {
            auto environment = process.processEnvironment();
            environment.insert(QStringLiteral("USER"), QStringLiteral("somebody"));
            environment.insert(QStringLiteral("LOGNAME"), QStringLiteral("somebody"));
            process.setProcessEnvironment(environment);
        });
        QCOMPARE(reset.code, 0);
        const auto audit = scratch.json(words("audit list --operation timers.reset_clock"));
        const auto entry = audit.json().value(QStringLiteral("entries")).toArray().at(0).toObject();
        const passwd* account = ::getpwuid(::geteuid());
        QVERIFY(account != nullptr);
        QCOMPARE(entry.value(QStringLiteral("actor")).toString(),
                 QStringLiteral("local:") + QString::fromLocal8Bit(account->pw_name));
    }

    void moneyIsInMajorUnitsInTextAndInMinorOnesInDocuments() {
        const Scratch scratch;
        QVERIFY(goAhead(scratch));
        const auto text = scratch.run(words("stats"));
        QVERIFY2(text.out.contains("paid (GBP)") && text.out.contains("6.00"), text.out.constData());
        QCOMPARE(scratch.json(words("stats")).number(QStringLiteral("money.paid")), 600);
    }

    void grantedIsTheSameFigureInTextAndDocument() {
        const Scratch scratch;
        const auto command = words(
            "rehearse campaign --budget 20000 --places 200 --max 1000 --queues 2 --users 40 --attempts 150 --rate 100 "
            "--orders 60 --seed 7");
        const auto document = scratch.json(command);
        QVERIFY2(document.code == 0, document.text().constData());
        QVERIFY(document.number(QStringLiteral("given_back")) > 0);
        QCOMPARE(document.number(QStringLiteral("granted")) + document.number(QStringLiteral("queued")) +
                     document.number(QStringLiteral("compensation")) + document.number(QStringLiteral("in_flight")) +
                     document.number(QStringLiteral("unspent")),
                 document.number(QStringLiteral("budget")));
        const auto text = scratch.run(command).out.simplified();
        QVERIFY2(text.contains("granted (minor units) " +
                               QByteArray::number(document.number(QStringLiteral("granted"))) + " "),
                 text.constData());
    }
};

}  // namespace test_cli_clock

QTEST_GUILESS_MAIN(test_cli_clock::TestCliClock)
#include "test_cli_clock.moc"
