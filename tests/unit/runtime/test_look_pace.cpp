// SPDX-License-Identifier: GPL-3.0-or-later
// A keyspace that is far away is asked behind each batch and twice a second, one in the process every time.
#include <QtTest>

#include "engine/runtime/look_pace.h"

namespace test_look_pace {

using namespace evenhand;
using runtime::LookPace;

class TestLookPace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyTimeInTheProcess() {
        const base::VirtualClock clock(Instant{5});
        LookPace pace(clock, {});
        QVERIFY(pace.isTime());
        QVERIFY(pace.isTime());
    }
    void behindEachBatchAndTwiceASecond() {
        base::VirtualClock clock(Instant{10'000});
        std::int64_t batches = 0;
        LookPace pace(clock, [&batches] { return batches; });
        QVERIFY(pace.isTime());
        QVERIFY(!pace.isTime());
        ++batches;
        QVERIFY(pace.isTime());
        QVERIFY(!pace.isTime());
        clock.advanceMs(LookPace::kEveryMs - 1);
        QVERIFY(!pace.isTime());
        clock.advanceMs(1);
        QVERIFY(pace.isTime());
        QVERIFY(!pace.isTime());
        pace.again();
        QVERIFY(pace.isTime());
    }
};

}  // namespace test_look_pace

QTEST_GUILESS_MAIN(test_look_pace::TestLookPace)
#include "test_look_pace.moc"
