// SPDX-License-Identifier: GPL-3.0-or-later
// The real rules crashed and failed by their disk: every answer kept, every invariant held, twice recovered the same.
#include <QtTest>

#include "engine/base/log.h"
#include "tests/crash/order_run.h"

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
    static QByteArray where(const char* what, std::int64_t at, const OrderRun& run) {
        return QByteArray(what) + " at operation " + QByteArray::number(static_cast<qint64>(at)) + ": " +
               QByteArray::fromStdString(run.problem);
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

void TestCrashOrders::crashes_data() {
    QTest::addColumn<bool>("power");
    QTest::newRow("killed") << false;
    QTest::newRow("power lost") << true;
}

void TestCrashOrders::crashes() {
    QFETCH(bool, power);
    const auto fault = power ? Fault::PowerLoss : Fault::Kill;
    OrderRun run(power ? 3 : 4);
    run.run(Fault::None, 0, 0, 1);
    const auto operations = run.operations();
    for (std::int64_t at = 1; at <= operations; at += 7) {
        run.run(fault, at, 1, static_cast<std::uint64_t>(at));
        run.comeBack(false, false);
        const auto once = run.digest();
        run.comeBack(power);
        run.check();
        run.comeBack(power);
        run.check();
        if (at % 4 != 0) {
            continue;
        }
        run.run(fault, at, 1, static_cast<std::uint64_t>(at));
        run.comeBack(false, false);
        run.comeBack(power, false);
        if (run.problem.empty() && run.digest() != once) {
            run.problem = "recovering twice differs";
        }
        QVERIFY2(run.problem.empty(), where("crash", at, run));
    }
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
    run.run(Fault::None, 0, 0, 1);
    const auto operations = run.operations();
    int struck = 0;
    for (std::int64_t at = 1 + count % 7; at <= operations; at += 11) {
        run.run(static_cast<Fault>(fault), at, count, static_cast<std::uint64_t>(at));
        struck += run.struck() ? 1 : 0;
        run.heal();
        run.check();
        run.comeBack(true);
        run.check();
        QVERIFY2(run.problem.empty(), where("error", at, run));
    }
    QVERIFY(struck > 5);
}

QTEST_GUILESS_MAIN(TestCrashOrders)
#include "test_crash_orders.moc"
