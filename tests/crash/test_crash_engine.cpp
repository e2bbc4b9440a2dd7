// SPDX-License-Identifier: GPL-3.0-or-later
// The engine killed, powered off and failed by its disk at every operation on the database in turn.
#include <QtTest>

#include "engine/base/log.h"
#include "tests/crash/toy_run.h"

namespace test_crash_engine {

using namespace evenhand;
using namespace evenhand::test;

class TestCrashEngine : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});  // thousands of failures are meant to happen
    }
    void killedAtEveryOperation();
    void powerLostAtEveryOperation();
    void diskFull_data() { errors(); }
    void diskFull() { failing(Fault::Full); }
    void writesFail_data() { errors(); }
    void writesFail() { failing(Fault::WriteError); }
    void syncsFail_data() { errors(); }
    void syncsFail() { failing(Fault::SyncError); }
    void crashedAgainWhileRecovering();

private:
    static void errors() {
        QTest::addColumn<qint64>("count");
        QTest::newRow("once") << qint64{1};
        QTest::newRow("twice") << qint64{2};
        QTest::newRow("a few") << qint64{6};
        QTest::newRow("long") << qint64{400};
    }
    void failing(Fault fault);
    static QByteArray where(Fault fault, std::int64_t at, const ToyRun& run) {
        return QByteArray("fault ") + QByteArray::number(static_cast<int>(fault)) + " at operation " +
               QByteArray::number(static_cast<qint64>(at)) + ": " + QByteArray::fromStdString(run.problem);
    }
};

void TestCrashEngine::killedAtEveryOperation() {
    ToyRun run(11);
    run.run(Fault::None, 0, 0, 1);
    QVERIFY2(run.problem.empty(), run.problem.c_str());
    const auto operations = run.operations();
    QVERIFY(run.acknowledged() > 30);
    run.comeBack();
    run.check();
    QVERIFY2(run.problem.empty(), run.problem.c_str());
    qInfo("%lld operations", static_cast<long long>(operations));
    for (std::int64_t at = 1; at <= operations; ++at) {
        run.alone = at % 2 == 0;
        run.run(Fault::Kill, at, 1, static_cast<std::uint64_t>(at));
        run.comeBack();
        run.check();
        const auto once = run.digest();
        run.comeBack();
        if (run.problem.empty() && run.digest() != once) {
            run.problem = "recovering twice differs";
        }
        run.goOn();
        run.check();
        QVERIFY2(run.problem.empty(), where(Fault::Kill, at, run));
    }
}

void TestCrashEngine::powerLostAtEveryOperation() {
    for (const std::uint64_t seed : {21U, 22U}) {
        ToyRun run(seed);
        run.run(Fault::None, 0, 0, 1);
        const auto operations = run.operations();
        for (std::int64_t at = 1; at <= operations; ++at) {
            run.alone = at % 2 == 0;
            run.run(Fault::PowerLoss, at, 1, static_cast<std::uint64_t>(at) * 7 + seed);
            run.comeBack();
            run.check();
            const auto once = run.digest();
            run.comeBack(true);
            if (run.problem.empty() && run.digest() != once) {
                run.problem = "recovering twice differs";
            }
            run.goOn();
            run.comeBack(true);
            run.check();
            QVERIFY2(run.problem.empty(), where(Fault::PowerLoss, at, run));
        }
    }
}

void TestCrashEngine::failing(Fault fault) {
    QFETCH(qint64, count);
    ToyRun run(31);
    run.run(Fault::None, 0, 0, 1);
    const auto operations = run.operations();
    int struck = 0;
    for (std::int64_t at = 1; at <= operations; at += count <= 2 ? 1 : 3) {
        run.alone = count == 2 || at / 3 % 2 == 0;
        run.checkpointPages = count == 2 ? 100'000 : 24;  // a checkpoint would make good what a failed sync lost
        run.run(fault, at, count, static_cast<std::uint64_t>(at), at % 4);
        if (!run.disk().struck()) {
            continue;  // no operation of that kind came after it
        }
        ++struck;
        run.heal();
        run.check();
        if (run.hasCore() && run.problem.empty() && run.state() != api::EngineState::Live) {
            run.problem = "the engine did not repair itself";
        }
        run.comeBack(true);  // what was acknowledged after the failure must be on the disk itself
        run.check();
        run.goOn();
        run.check();
        QVERIFY2(run.problem.empty(), where(fault, at, run));
    }
    QVERIFY(struck > 50);
}

void TestCrashEngine::crashedAgainWhileRecovering() {
    ToyRun run(41);
    run.run(Fault::None, 0, 0, 1);
    const auto operations = run.operations();
    for (std::int64_t at = 3; at <= operations; at += 17) {
        for (std::int64_t again = 1; again <= 12; ++again) {
            run.run(Fault::PowerLoss, at, 1, static_cast<std::uint64_t>(at));
            run.comeBackInto(Fault::PowerLoss, again);
            run.comeBack();
            run.check();
            run.goOn();
            run.check();
            QVERIFY2(run.problem.empty(), where(Fault::PowerLoss, at * 1000 + again, run));
        }
    }
}

}  // namespace test_crash_engine

QTEST_GUILESS_MAIN(test_crash_engine::TestCrashEngine)
#include "test_crash_engine.moc"
