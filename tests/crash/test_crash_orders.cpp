// SPDX-License-Identifier: GPL-3.0-or-later
// The real rules crashed and failed by their disk: every answer kept, every invariant held, twice recovered the same.
#include <QtTest>

#include "engine/base/log.h"
#include "tests/crash/order_run.h"

namespace test_crash_orders {

using namespace evenhand;
using namespace evenhand::test;

class TestCrashOrders : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }
    void undisturbed_data() { seeds(6); }
    void undisturbed();
    void crashes_data();
    void crashes();
    void errors_data();
    void errors();

private:
    static void seeds(quint64 count) {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = 1; seed <= count; ++seed) {
            QTest::newRow(qPrintable(QStringLiteral("seed %1").arg(seed))) << seed;
        }
    }
};

void TestCrashOrders::undisturbed() {
    QFETCH(quint64, seed);
    OrderRun run(seed);
    run.run(Fault::None, 0, 0, 1);
    QVERIFY(run.acknowledged() > 5);
    run.heal();
    run.check();
    QVERIFY2(run.problem.empty(), run.problem.c_str());
}

void TestCrashOrders::crashes_data() { crashRows(); }

void TestCrashOrders::crashes() {
    QFETCH(bool, power);
    OrderRun run(power ? 3 : 4);
    const auto problem = run.crashSweep(power, 7);
    QVERIFY2(problem.isEmpty(), problem);
    QVERIFY(run.where > 100);
}

void TestCrashOrders::errors_data() {
    QTest::addColumn<int>("fault");
    QTest::addColumn<qint64>("count");
    for (const auto& [name, fault] :
         {std::pair("full", Fault::Full), std::pair("write", Fault::WriteError), std::pair("sync", Fault::SyncError)}) {
        QTest::newRow(qPrintable(QStringLiteral("%1 once").arg(QLatin1String(name))))
            << static_cast<int>(fault) << qint64{1};
        QTest::newRow(qPrintable(QStringLiteral("%1 often").arg(QLatin1String(name))))
            << static_cast<int>(fault) << qint64{9};
    }
}

void TestCrashOrders::errors() {
    QFETCH(int, fault);
    QFETCH(qint64, count);
    OrderRun run(5);
    const auto problem = run.errorSweep(static_cast<Fault>(fault), count, 11);
    QVERIFY2(problem.isEmpty(), problem);
    QVERIFY(run.struck > 5);
}

}  // namespace test_crash_orders

QTEST_GUILESS_MAIN(test_crash_orders::TestCrashOrders)
#include "test_crash_orders.moc"
