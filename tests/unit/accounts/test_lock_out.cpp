// SPDX-License-Identifier: GPL-3.0-or-later
// Delays and locks after failed sign-ins.
#include <QTest>

#include "engine/lock_out/lock_out.h"

namespace test_lock_out {

using namespace evenhand;
using namespace evenhand::accounts;

class TestLockOut : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theFirstFewCostNothingThenItGrows() {
        const api::AccountSettings settings;  // 3 free, 1 s, lock after 10 for 15 min
        const std::int64_t expected[] = {0, 0, 0, 0, 1'000, 2'000, 4'000, 8'000, 16'000, 32'000};
        for (std::int64_t failures = 0; failures < 10; ++failures) {
            QCOMPARE(waitMsAfter(failures, settings), expected[failures]);
            QVERIFY(!isLock(failures, settings));
        }
        QVERIFY(isLock(10, settings));
        QCOMPARE(waitMsAfter(10, settings), std::int64_t{15 * 60'000});
        QCOMPARE(waitMsAfter(11, settings), std::int64_t{30 * 60'000});
        QCOMPARE(waitMsAfter(1'000'000, settings), kMaxLockMs);
    }

    void itNeverShrinksWithMoreFailures() {
        api::AccountSettings settings;
        settings.lockAfter = 100;
        settings.lockMs = 60'000;
        QVERIFY(checkSettings(settings));
        std::int64_t before = 0;
        for (std::int64_t failures = 0; failures < 300; ++failures) {
            const auto wait = waitMsAfter(failures, settings);
            QVERIFY(wait >= before && wait <= kMaxLockMs);
            before = wait;
        }
    }

    void anAttemptCountsBeforeItsPasswordIsLookedAt() {
        const api::AccountSettings settings;
        Attempts attempts;
        const Instant now{1'000'000};
        for (int i = 1; i <= 4; ++i) {
            const auto begun = begin(attempts, now, settings);
            QVERIFY(begun);
            attempts = *begun;
            QCOMPARE(attempts.failures, std::int64_t{i});
        }
        QCOMPARE(attempts.waitUntil, std::optional(now.plusMs(1'000)));
        // Too early: refused, and it does not make it worse.
        const auto early = begin(attempts, now.plusMs(999), settings);
        QVERIFY(!early);
        QCOMPARE(early.error().code, ErrorCode::Locked);
        QCOMPARE(early.error().value, std::to_string(now.plusMs(1'000).ms));
        const auto later = begin(attempts, now.plusMs(1'000), settings);
        QVERIFY(later);
        QCOMPARE(later->failures, std::int64_t{5});
        QCOMPARE(later->waitUntil, std::optional(now.plusMs(3'000)));
    }

    void guessingForADayGetsNowhere() {
        const api::AccountSettings settings;
        Attempts attempts;
        Instant now{0};
        int tried = 0;
        while (now.ms < 86'400'000) {
            const auto begun = begin(attempts, now, settings);
            if (begun) {
                attempts = *begun;
                ++tried;
            } else {
                now = *attempts.waitUntil;
            }
        }
        QVERIFY2(tried < 20, qPrintable(QString::number(tried)));
    }

    /// Of many logins from one address: people share it, so it takes ten times as many, and none is shut out for long.
    void guessingManyLoginsFromOneAddress() {
        const api::AccountSettings settings;
        AddressAttempts attempts;
        Instant now{1'000'000};
        for (std::int64_t i = 0; i < kAddressShare * settings.freeFailures; ++i) {
            const auto begun = beginFrom(attempts, now, settings);
            QVERIFY(begun && !begun->waitUntil);
            attempts = *begun;
        }
        const auto tooMany = beginFrom(attempts, now, settings);
        QVERIFY(tooMany);
        QCOMPARE(tooMany->waitUntil, std::optional(now.plusMs(settings.firstDelayMs)));
        const auto early = beginFrom(*tooMany, now.plusMs(settings.firstDelayMs - 1), settings);
        QVERIFY(!early);
        QCOMPARE(early.error().code, ErrorCode::Locked);
        // One that succeeds is taken back, and the others stay.
        auto good = *tooMany;
        takeBack(good);
        QCOMPARE(good.failures, attempts.failures);
        QVERIFY(!good.waitUntil);
        QVERIFY(beginFrom(good, now, settings)->waitUntil);
        for (int i = 0; i < 200; ++i) {
            const auto begun = beginFrom(attempts, now, settings);
            QVERIFY(begun);
            QVERIFY(!begun->waitUntil || begun->waitUntil->ms - now.ms <= settings.lockMs);
            attempts = *begun;
            now = attempts.waitUntil.value_or(now);
        }
        const auto later = beginFrom(attempts, now.plusMs(kAddressMs + settings.lockMs), settings);
        QVERIFY(later);
        QCOMPARE(later->failures, std::int64_t{1});
    }

    /// An office in which somebody signs in all the time and mistypes now and then is never shut out.
    void typingErrorsOfAnAddressAreForgiven() {
        const api::AccountSettings settings;
        AddressAttempts attempts;
        Instant now{1'000'000};
        for (int i = 0; i < 1'000; ++i) {
            const auto begun = beginFrom(attempts, now, settings);
            QVERIFY2(begun && !begun->waitUntil, std::to_string(i).c_str());
            attempts = *begun;  // it has failed
            now = now.plusMs(kForgivenMs);
        }
    }

    void settingsAreJudgedByField() {
        const auto field = [](auto change) {
            api::AccountSettings settings;
            change(settings);
            const auto judged = checkSettings(settings);
            return judged ? std::string() : judged.error().field;
        };
        using S = api::AccountSettings;
        QCOMPARE(field([](S&) {}), std::string());
        QCOMPARE(field([](S& s) { s.idleLockMs = 0; }), std::string());
        QCOMPARE(field([](S& s) { s.idleLockMs = 59'999; }), std::string("idle_lock_ms"));
        QCOMPARE(field([](S& s) { s.freeFailures = -1; }), std::string("free_failures"));
        QCOMPARE(field([](S& s) { s.firstDelayMs = 99; }), std::string("first_delay_ms"));
        QCOMPARE(field([](S& s) { s.lockAfter = 3; }), std::string("lock_after"));
        QCOMPARE(field([](S& s) { s.lockMs = kMaxLockMs + 1; }), std::string("lock_ms"));
        // The other bound of each, and what is just within.
        QCOMPARE(field([](S& s) { s.idleLockMs = 86'400'001; }), std::string("idle_lock_ms"));
        QCOMPARE(field([](S& s) { s.freeFailures = 11; }), std::string("free_failures"));
        QCOMPARE(field([](S& s) { s.firstDelayMs = 60'001; }), std::string("first_delay_ms"));
        QCOMPARE(field([](S& s) { s.lockAfter = 101; }), std::string("lock_after"));
        QCOMPARE(field([](S& s) { s.lockMs = 59'999; }), std::string("lock_ms"));
        for (const auto& good : {S{60'000, 0, 100, 1, 60'000}, S{86'400'000, 10, 60'000, 11, 86'400'000},
                                 S{60'000, 3, 100, 100, 60'000}}) {
            QVERIFY(checkSettings(good));
        }
    }
};

}  // namespace test_lock_out

QTEST_GUILESS_MAIN(test_lock_out::TestLockOut)
#include "test_lock_out.moc"
