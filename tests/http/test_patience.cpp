// SPDX-License-Identifier: GPL-3.0-or-later
// When a service that can store nothing gives up.
#include <QTest>

#include "app/service/patience.h"

namespace test_patience {

using namespace evenhand;
using app::Patience;

namespace {

constexpr std::int64_t kSecondNs = 1'000 * base::kNsPerMs;

}  // namespace

class TestPatience : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void overToTheNanosecond() {
        Patience patience(2'000);
        QVERIFY(!patience.isOver(false, 100 * kSecondNs));
        QVERIFY(!patience.isOver(false, 102 * kSecondNs - 1));
        QVERIFY(patience.isOver(false, 102 * kSecondNs));
        QVERIFY(patience.isOver(false, 200 * kSecondNs));
    }
    /// The next failure has all of it again, however long the first one was ago.
    void whateverIsStoredBeginsItAnew() {
        Patience patience(2'000);
        QVERIFY(!patience.isOver(false, 0));
        QVERIFY(!patience.isOver(true, 1 * kSecondNs));
        QVERIFY(!patience.isOver(false, 3'600 * kSecondNs));
        QVERIFY(!patience.isOver(false, 3'602 * kSecondNs - 1));
        QVERIFY(patience.isOver(false, 3'602 * kSecondNs));
        QVERIFY(!patience.isOver(true, 3'603 * kSecondNs));
    }
    void withoutEnd() {
        Patience patience(0);
        for (std::int64_t day = 0; day < 1'000; ++day) {
            QVERIFY(!patience.isOver(false, day * 86'400 * kSecondNs));
        }
    }
};

}  // namespace test_patience

QTEST_APPLESS_MAIN(test_patience::TestPatience)
#include "test_patience.moc"
