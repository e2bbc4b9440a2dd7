// SPDX-License-Identifier: GPL-3.0-or-later
// Load limits on the command line: setting one, what it does to orders, and going beyond it by hand.
#include <QDateTime>
#include <QTest>

#include "tests/cli/cli_support.h"

namespace test_cli_load_limits {

using namespace evenhand::cli;

namespace {

QStringList words(const char* line) { return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

/// Placed and paid some minutes ago.
QByteArray orderAt(const char* no, int minutesAgo) {
    const auto at = QDateTime::currentDateTimeUtc().addSecs(-60LL * minutesAgo).toString(Qt::ISODateWithMs).toUtf8();
    return "order_no,user_id,campus,sku,quantity,unit_price,placed_at\n" + QByteArray(no) + ",u,north,tea,1,1.50," +
           at + "\n";
}

bool open(const Scratch& scratch) {
    return scratch.init() &&
           scratch.run(words("import couriers -"), "courier_id,campus,name,phone,on_duty\nann,north,Ann,1,1\n").code ==
               0 &&
           scratch.run(words("import products -"), "sku,name,unit_price,stock\ntea,Tea,1.50,100\n").code == 0;
}

bool buys(const Scratch& scratch, const char* no, int minutesAgo) {
    return scratch.run(words("import orders - --paid"), orderAt(no, minutesAgo)).code == 0;
}

/// How many orders wait for room.
qsizetype waiting(const Scratch& scratch) { return scratch.run(words("export orders -")).out.count("at_limit"); }

}  // namespace

class TestCliLoadLimits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aLimitIsSetAndLifted() {
        const Scratch scratch;
        QVERIFY(open(scratch));
        const auto set = scratch.json(words("couriers limit ann 1"));
        QVERIFY2(set.code == 0, set.text());
        QCOMPARE(set.json().value(QStringLiteral("courier_id")).toString(), QStringLiteral("ann"));
        QCOMPARE(set.number(QStringLiteral("load_limit")), 1);
        QCOMPARE(set.number(QStringLiteral("version")), 2);
        QVERIFY(buys(scratch, "A", 50) && buys(scratch, "B", 40));
        QCOMPARE(waiting(scratch), 1);
        const auto verified = scratch.run(words("verify"));
        QVERIFY2(verified.code == 0, verified.text());
        const auto lifted = scratch.run(words("couriers limit ann none"));
        QVERIFY2(lifted.code == 0, lifted.text());
        QVERIFY2(lifted.out.contains("Courier ann has no load limit."), lifted.text());
        QCOMPARE(waiting(scratch), 0);
        const auto late = scratch.run(words("couriers limit ann 4 --version 2"));
        QVERIFY2(late.code == 1 && late.err.contains("conflict"), late.text());
        const auto campus = scratch.json(words("couriers limit ann campus --version 3 --reason usual"));
        QVERIFY2(campus.code == 0, campus.text());
        QVERIFY(campus.json().value(QStringLiteral("load_limit")).isNull());
        QCOMPARE(campus.number(QStringLiteral("version")), 4);
        const auto audit = scratch.run(words("audit list"));
        QVERIFY2(audit.out.contains("dispatch.set_load_limit"), audit.text());
    }
    void refusals_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("nothing to do") << words("couriers") << 2 << QByteArray("limit");
        QTest::newRow("without a limit") << words("couriers limit ann") << 2 << QByteArray("LIMIT");
        QTest::newRow("0") << words("couriers limit ann 0") << 2 << QByteArray("1 to 1000, none or campus");
        QTest::newRow("too many") << words("couriers limit ann 1001") << 2 << QByteArray("\"1001\"");
        QTest::newRow("no number") << words("couriers limit ann 3x") << 2 << QByteArray("\"3x\"");
        QTest::newRow("nobody") << words("couriers limit nobody 3") << 1 << QByteArray("not_found");
        QTest::newRow("over the limit of whom")
            << words("reassign A --over-limit --reason x") << 2 << QByteArray("--over-limit is for --to");
    }
    void refusals() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QByteArray, said);
        const Scratch scratch;
        QVERIFY(open(scratch));
        const auto refused = scratch.run(arguments);
        QVERIFY2(refused.code == code && refused.err.contains(said), refused.text());
    }
    void beyondTheLimitByHand() {
        const Scratch scratch;
        QVERIFY(open(scratch));
        QVERIFY(buys(scratch, "A", 50));
        QCOMPARE(scratch.run(words("couriers limit ann 1")).code, 0);
        QCOMPARE(
            scratch.run(words("import couriers -"), "courier_id,campus,name,phone,on_duty\nbob,north,Bob,1,1\n").code,
            0);
        QVERIFY(buys(scratch, "B", 40));
        const auto refused = scratch.run(words("reassign B --to ann --reason near"));
        QVERIFY2(refused.code == 1 && refused.err.contains("load_limit"), refused.text());
        const auto done = scratch.json(words("reassign B --to ann --over-limit --reason near"));
        QVERIFY2(done.code == 0, done.text());
        QCOMPARE(done.json().value(QStringLiteral("to")).toString(), QStringLiteral("ann"));
    }
};

}  // namespace test_cli_load_limits

QTEST_GUILESS_MAIN(test_cli_load_limits::TestCliLoadLimits)
#include "test_cli_load_limits.moc"
