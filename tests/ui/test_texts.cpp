// SPDX-License-Identifier: GPL-3.0-or-later
// What numbers, amounts, moments, delays and states are called, at both sides of each limit. The tables are written by
// hand: whoever swaps two words, or shifts a limit by one, is contradicted here.
#include <QComboBox>
#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/api/timer_types.h"
#include "ui/dialogs/outcome_text.h"
#include "ui/shell/engine_place.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/event_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/moment_edit.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/seckill_labels.h"
#include "ui/widgets/time_range.h"
#include "ui/widgets/when_field.h"

namespace test_texts {

using namespace evenhand;
using ui::Formats;
using ui::Tone;

namespace {

Formats formatsOf(const char* currency, int minorDigits) {
    api::WorkspaceInfo info;
    info.currency = currency;
    info.minorDigits = minorDigits;
    info.timeZone = "Asia/Shanghai";
    return Formats(info);
}

/// At a wall clock in Shanghai.
Instant at(int month, int day, int hour, int minute, int second = 0) {
    return formatsOf("CNY", 2).fromZoned({2026, month, day}, {hour, minute, second});
}

struct Named {
    QString found;
    const char* wanted;
};
void compare(const std::vector<Named>& names) {
    for (const auto& each : names) {
        QCOMPARE(each.found, QString::fromUtf8(each.wanted));
    }
}

struct Toned {
    QString found;
    Tone tone;
    const char* wanted;
    Tone wantedTone;
};
void compare(const std::vector<Toned>& names) {
    for (const auto& each : names) {
        QCOMPARE(each.found, QString::fromUtf8(each.wanted));
        QVERIFY2(each.tone == each.wantedTone, each.wanted);
    }
}
/// A state with its colour.
template <typename State>
Toned of(State state, const char* wanted, Tone wantedTone) {
    return {ui::label(state), ui::tone(state), wanted, wantedTone};
}

}  // namespace

class TestTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // --- figures --------------------------------------------------------------------------------------------
    void numbersAreGrouped() {
        compare(std::vector<Named>{{Formats::number(0), "0"},
                                   {Formats::number(999), "999"},
                                   {Formats::number(1'000), "1,000"},
                                   {Formats::number(-999), "-999"},
                                   {Formats::number(-1'000), "-1,000"},
                                   {Formats::number(-123'456), "-123,456"},
                                   {Formats::number(1'234'567), "1,234,567"},
                                   {Formats::decimal(1'234.56, 1), "1,234.6"},
                                   {Formats::decimal(1'234'567, 0), "1,234,567"},
                                   {Formats::decimal(-0.5, 1), "-0.5"},
                                   {Formats::decimal(std::nan(""), 1), "–"},
                                   {Formats::decimal(std::numeric_limits<double>::infinity(), 0), "–"}});
        QCOMPARE(Formats::plural(-1), 0);
        QCOMPARE(Formats::plural(1), 1);
        QCOMPARE(Formats::plural(std::numeric_limits<std::int64_t>::max()), std::numeric_limits<int>::max());
    }

    void longNumbersAreShortened() {
        compare(std::vector<Named>{{Formats::shortNumber(0), "0"},
                                   {Formats::shortNumber(999), "999"},
                                   {Formats::shortNumber(1'000), "1.00k"},
                                   {Formats::shortNumber(-1'500), "-1.50k"},
                                   {Formats::shortNumber(9'990), "9.99k"},
                                   {Formats::shortNumber(10'000), "10.0k"},
                                   {Formats::shortNumber(99'900), "99.9k"},
                                   {Formats::shortNumber(100'000), "100k"},
                                   {Formats::shortNumber(999'000), "999k"},
                                   {Formats::shortNumber(1'000'000), "1.00M"},
                                   {Formats::shortNumber(2.5e9), "2.50B"},
                                   {Formats::shortNumber(3e12), "3.00T"},
                                   {Formats::shortNumber(4e15), "4,000T"}});
    }

    void amountsAreOfTheirCurrency() {
        const auto yuan = formatsOf("CNY", 2);
        const auto yen = formatsOf("JPY", 0);
        const auto dinar = formatsOf("KWD", 3);
        compare(std::vector<Named>{{yuan.money(Money{0}), "0.00"},
                                   {yuan.money(Money{-5}), "-0.05"},
                                   {yuan.money(Money{123'456'789}), "1,234,567.89"},
                                   {yuan.money(Money{-123'456}), "-1,234.56"},
                                   {yen.money(Money{1'234'567}), "1,234,567"},
                                   {dinar.money(Money{1'234'567}), "1,234.567"},
                                   {yuan.moneyWithCurrency(Money{100}), "¥1.00"},
                                   {yuan.moneyWithCurrency(Money{-100}), "-¥1.00"},
                                   {yen.moneyWithCurrency(Money{100}), "¥100"},
                                   {formatsOf("GBP", 2).moneyWithCurrency(Money{100}), "£1.00"},
                                   {formatsOf("EUR", 2).moneyWithCurrency(Money{100}), "€1.00"},
                                   {formatsOf("USD", 2).moneyWithCurrency(Money{100}), "$1.00"},
                                   {dinar.moneyWithCurrency(Money{1}), "KWD 0.001"}});
    }

    void amountsAreReadAsTheyAreWritten() {
        const auto formats = formatsOf("CNY", 2);
        const auto read = [&](const char* typed) { return formats.readMoney(QString::fromUtf8(typed)); };
        QCOMPARE(read("1,234.50"), std::optional(Money{123'450}));
        QCOMPARE(read("1234.5"), std::optional(Money{123'450}));
        QCOMPARE(read(" 5 "), std::optional(Money{500}));
        QCOMPARE(read("1,234,567.8"), std::optional(Money{123'456'780}));
        QCOMPARE(read("0.01"), std::optional(Money{1}));
        for (const char* bad : {"", "1,5", "12,34", "1,2345", "1,234,56", "0.001", "one", "1.2.3"}) {
            QVERIFY2(!read(bad), bad);
        }
    }

    void anAmountOutsideItsRangeIsToldTheRange() {
        const auto formats = formatsOf("CNY", 2);
        const auto problem = [&](const char* typed) {
            return ui::amountProblem(QString::fromUtf8(typed), Money{10}, Money{500}, formats);
        };
        compare(std::vector<Named>{
            {problem("0.10"), ""},
            {problem("5.00"), ""},
            {problem("0.09"), "Enter an amount from 0.10 to 5.00. You typed \"0.09\"."},
            {problem("5.01"), "Enter an amount from 0.10 to 5.00. You typed \"5.01\"."},
            {problem(" "), "Enter an amount from 0.10 to 5.00."},
        });
    }

    // --- time -----------------------------------------------------------------------------------------------
    void durations() {
        constexpr std::int64_t kHour = 3'600'000;
        compare(std::vector<Named>{{Formats::duration(0), "0 ms"},
                                   {Formats::duration(999), "999 ms"},
                                   {Formats::duration(1'000), "1 s"},
                                   {Formats::duration(59'999), "59 s"},
                                   {Formats::duration(60'000), "1 min"},
                                   {Formats::duration(kHour - 1), "59 min"},
                                   {Formats::duration(kHour), "1 h 00 min"},
                                   {Formats::duration(kHour + 65'000), "1 h 01 min"},
                                   {Formats::duration(48 * kHour - 1), "47 h 59 min"},
                                   {Formats::duration(48 * kHour), "2 d"},
                                   {Formats::duration(-1'500), "-1 s"}});
    }

    void countdowns() {
        constexpr std::int64_t kHour = 3'600'000;
        compare(std::vector<Named>{{Formats::countdown(0, true), "0:00"},
                                   {Formats::countdown(1, true), "0:01"},
                                   {Formats::countdown(1'000, true), "0:01"},
                                   {Formats::countdown(1'001, true), "0:02"},
                                   {Formats::countdown(999, false), "0:00"},
                                   {Formats::countdown(1'999, false), "0:01"},
                                   {Formats::countdown(61'000, true), "1:01"},
                                   {Formats::countdown(kHour - 1, false), "59:59"},
                                   {Formats::countdown(kHour - 1, true), "1:00:00"},
                                   {Formats::countdown(kHour + 61'000, false), "1:01:01"},
                                   {Formats::countdown(48 * kHour - 1, false), "47:59:59"},
                                   {Formats::countdown(48 * kHour, false), "2 d 0 h"},
                                   {Formats::countdown(74 * kHour, true), "3 d 2 h"},
                                   {Formats::dueIn(1), "in 0:01"},
                                   {Formats::dueIn(0), "0:00 late"},
                                   {Formats::dueIn(-1'999), "0:01 late"}});
    }

    void momentsAreOfTheBusinessZone() {
        const auto formats = formatsOf("CNY", 2);
        const Instant instant{1'700'000'000'000};  // 2023-11-14 22:13:20 UTC
        compare(std::vector<Named>{{formats.dateTime(instant), "2023-11-15 06:13:20"},
                                   {formats.time(instant), "06:13:20"}});
        const Instant midnight = formats.fromZoned({2023, 11, 15}, {0, 0});
        QCOMPARE(formats.dayStart(instant), midnight);
        QCOMPARE(formats.dayStart(midnight), midnight);
        QCOMPARE(formats.dayStart(midnight.plusMs(-1)), midnight.plusMs(-86'400'000));
        QCOMPARE(formats.dayStart(instant, 1), midnight.plusMs(86'400'000));
        QCOMPARE(formats.dayStart(instant, -6), midnight.plusMs(-6 * 86'400'000LL));
    }

    void rangesBeginAndEndWithTheDay() {
        using Preset = ui::TimeRange::Preset;
        const auto formats = formatsOf("CNY", 2);
        const Instant now = at(5, 2, 9, 30);
        const auto is = [&](Preset preset, std::optional<Instant> from, std::optional<Instant> to) {
            const auto bounds = ui::TimeRange{preset, Instant{1}, Instant{2}}.bounds(formats, now);
            return bounds.from == from && bounds.to == to;
        };
        QVERIFY(is(Preset::Any, std::nullopt, std::nullopt));
        QVERIFY(is(Preset::LastHour, at(5, 2, 8, 30), std::nullopt));
        QVERIFY(is(Preset::Today, at(5, 2, 0, 0), std::nullopt));
        QVERIFY(is(Preset::Yesterday, at(5, 1, 0, 0), at(5, 2, 0, 0)));
        QVERIFY(is(Preset::LastSevenDays, at(4, 26, 0, 0), std::nullopt));
        QVERIFY(is(Preset::Custom, Instant{1}, Instant{2}));
    }

    void aRangeIsToldOnceAndNamed() {
        using Preset = ui::TimeRange::Preset;
        const auto formats = formatsOf("CNY", 2);
        ui::TimeRangeButton button(formats);
        QSignalSpy changed(&button, &ui::TimeRangeButton::rangeChanged);
        QCOMPARE(button.text(), QStringLiteral("Any time"));
        QVERIFY(!button.property("active").toBool());
        const std::pair<Preset, const char*> named[] = {{Preset::Today, "Today"},
                                                        {Preset::Yesterday, "Yesterday"},
                                                        {Preset::LastHour, "Last hour"},
                                                        {Preset::LastSevenDays, "Last 7 days"}};
        int times = 0;
        for (const auto& [preset, name] : named) {
            button.setRange({preset, std::nullopt, std::nullopt});
            button.setRange({preset, std::nullopt, std::nullopt});
            QCOMPARE(changed.count(), ++times);
            QCOMPARE(button.text(), QString::fromLatin1(name));
            QVERIFY(button.property("active").toBool());
        }
        button.setRange({Preset::Custom, at(5, 1, 8, 0), at(5, 2, 9, 30)});
        QCOMPARE(button.text(), QStringLiteral("05-01 08:00 – 05-02 09:30"));
        button.setRange({});
        QCOMPARE(changed.count(), times + 2);
        QVERIFY(!button.property("active").toBool());
    }

    // --- delays ---------------------------------------------------------------------------------------------
    void delaysAreReadInEveryUnit() {
        const auto read = [](const char* typed) { return ui::readDelay(QString::fromUtf8(typed), 0, 1LL << 50).ms; };
        const std::pair<std::int64_t, std::vector<const char*>> units[] = {
            {1, {"2 ms", "2毫秒", "2 MS"}},
            {1'000, {"2 s", "2sec", "2 秒", "2秒钟"}},
            {60'000, {"2 min", "2m", "2 分", "2分钟"}},
            {3'600'000, {"2 h", "2小时", "2 时"}},
            {86'400'000, {"2 d", "2天", "2 日"}},
        };
        for (const auto& [ms, spelled] : units) {
            for (const char* typed : spelled) {
                QVERIFY2(read(typed) == std::optional<std::int64_t>(2 * ms), typed);
            }
        }
        QCOMPARE(read("1 d 2 h 3 min 4 s 5 ms"), std::optional<std::int64_t>(93'784'005));
        QCOMPARE(read("0.5 min"), std::optional<std::int64_t>(30'000));
    }

    void delaysKeepToTheirLimits() {
        const auto read = [](const char* typed) { return ui::readDelay(QString::fromLatin1(typed), 10'000, 90'000); };
        QCOMPARE(read("10 s").ms, std::optional<std::int64_t>(10'000));
        QCOMPARE(read("90 s").ms, std::optional<std::int64_t>(90'000));
        compare(std::vector<Named>{{read("10 s").problem, ""},
                                   {read("9999 ms").problem, "At least 10 s."},
                                   {read("90001 ms").problem, "At most 1 min 30 s."},
                                   {read("").problem, "Enter a delay."},
                                   {read("-10 s").problem, "A delay cannot be negative."},
                                   {read("15").problem, "Add a unit: ms, s, min, h or d."},
                                   {read("15 x").problem, "\"x\" is not a unit. Use ms, s, min, h or d."},
                                   {read("15 s 1 sec").problem, "The same unit is used twice."},
                                   {read("15.00001 s").problem, "Delays are whole milliseconds."}});
    }

    void delaysAreWrittenInAllTheirUnits() {
        compare(std::vector<Named>{{ui::writeDelay(0), "0 s"},
                                   {ui::writeDelay(999), "999 ms"},
                                   {ui::writeDelay(1'000), "1 s"},
                                   {ui::writeDelay(60'000), "1 min"},
                                   {ui::writeDelay(3'600'000), "1 h"},
                                   {ui::writeDelay(86'400'000), "1 d"},
                                   {ui::writeDelay(90'061'001), "1 d 1 h 1 min 1 s 1 ms"}});
        QStringList levels;
        for (const auto level : ui::delayLevels()) {
            levels << ui::writeDelay(level);
        }
        QCOMPARE(levels.join(QLatin1Char(' ')),
                 QStringLiteral("1 s 5 s 10 s 30 s 1 min 2 min 3 min 4 min 5 min 6 min 7 min 8 min 9 min 10 min 20 min "
                                "30 min 1 h 2 h"));
    }

    void aTimeIsAfterNowAndNotTooFar() {
        const auto formats = formatsOf("CNY", 2);
        const Instant now{1'764'000'000'123};
        ui::WhenField field(
            formats, [now] { return now; }, nullptr);
        QCOMPARE(field.delayMs(), std::optional<std::int64_t>(600'000));
        QVERIFY(!field.instant());
        auto* delay = field.findChild<QComboBox*>(QStringLiteral("whenDelay"));
        delay->setEditText(QStringLiteral("0 s"));
        QVERIFY(field.problem().startsWith(QStringLiteral("Delay: At least")));
        delay->setEditText(QStringLiteral("1 ms"));
        QCOMPARE(field.problem(), QString());
        delay->setEditText(QStringLiteral("3652 d"));
        QCOMPARE(field.problem(), QString());
        delay->setEditText(QStringLiteral("3652 d 1 ms"));
        QVERIFY(field.problem().startsWith(QStringLiteral("Delay: At most")));
        field.findChild<QComboBox*>(QStringLiteral("whenMode"))->setCurrentIndex(1);
        QVERIFY(!field.delayMs());
        auto* moment = field.findChild<ui::MomentEdit*>(QStringLiteral("whenAt"));
        const auto problem = [&](std::int64_t ms) {
            moment->setInstant(now.plusMs(ms));
            return field.problem();
        };
        QCOMPARE(problem(1), QString());
        QCOMPARE(field.instant(), std::optional(now.plusMs(1)));
        QVERIFY(problem(0).contains(QStringLiteral("passed")));
        QVERIFY(problem(-1).contains(QStringLiteral("passed")));
        QCOMPARE(problem(api::kMaxTimerDelayMs), QString());
        QVERIFY(problem(api::kMaxTimerDelayMs + 1).contains(QStringLiteral("at most")));
    }

    // --- states and their colours ---------------------------------------------------------------------------
    void statesOfOrdersAndTimers() {
        compare(std::vector<Toned>{
            of(api::OrderStatus::WaitPay, "Waiting for payment", Tone::Warn),
            of(api::OrderStatus::Paid, "Paid", Tone::Accent),
            of(api::OrderStatus::WaitPickUp, "Waiting for pick-up", Tone::Info),
            of(api::OrderStatus::Delivering, "Delivering", Tone::Info),
            of(api::OrderStatus::Delivered, "Delivered", Tone::Good),
            of(api::OrderStatus::Completed, "Completed", Tone::Good),
            of(api::OrderStatus::Closed, "Closed", Tone::Muted),
            of(api::WaitReason::Message, "Dispatch under way", Tone::Muted),
            of(api::WaitReason::NoCourier, "No courier on duty", Tone::Warn),
            of(api::WaitReason::Paused, "Dispatch paused", Tone::Warn),
            of(api::WaitReason::DeadLetter, "Dispatch failed", Tone::Bad),
            of(api::WaitReason::AtLimit, "All couriers at their limit", Tone::Warn),
            of(api::EventKind::Placed, "Placed", Tone::Muted),
            of(api::EventKind::Paid, "Paid", Tone::Accent),
            of(api::EventKind::Assigned, "Assigned", Tone::Info),
            of(api::EventKind::AssignmentReleased, "Assignment released", Tone::Muted),
            of(api::EventKind::ReassignRequested, "Reassignment requested", Tone::Warn),
            of(api::EventKind::PickedUp, "Picked up", Tone::Info),
            of(api::EventKind::Delivered, "Delivered", Tone::Good),
            of(api::EventKind::DeliveryFailed, "Delivery failed", Tone::Bad),
            of(api::EventKind::Completed, "Completed", Tone::Good),
            of(api::EventKind::Closed, "Closed", Tone::Muted),
            of(api::EventKind::LatePayment, "Late payment", Tone::Bad),
            of(api::EventKind::UnmatchedPayment, "Unmatched payment", Tone::Bad),
            of(api::EventKind::TimerPostponed, "Timer postponed", Tone::Warn),
            of(api::EventKind::TimerCancelled, "Timer cancelled", Tone::Warn),
            of(api::EventKind::Late, "Late", Tone::Bad),
            of(api::EventKind::ReturnChanged, "Return", Tone::Warn),
            of(api::EventKind::RefundChanged, "Refund", Tone::Warn),
            of(api::EventKind::Noted, "Note", Tone::Info),
            of(api::TimerState::Pending, "Pending", Tone::Muted),
            of(api::TimerState::Overdue, "Overdue", Tone::Warn),
            of(api::TimerState::Retrying, "Retrying", Tone::Warn),
            of(api::TimerState::Dead, "Dead letter", Tone::Bad),
            of(api::AlertState::Firing, "Firing", Tone::Bad),
            of(api::AlertState::Acknowledged, "Acknowledged", Tone::Warn),
            of(api::AlertState::Silenced, "Silenced", Tone::Muted),
            of(api::AlertState::Resolved, "Resolved", Tone::Good),
            of(api::EngineState::Live, "Live", Tone::Good),
            of(api::EngineState::Degraded, "Degraded", Tone::Warn),
            of(api::EngineState::ReadOnly, "Read-only", Tone::Bad),
            of(api::EngineState::Disconnected, "Disconnected", Tone::Bad),
        });
        compare(std::vector<Named>{
            {ui::label(api::CloseReason::Timeout), "timed out"},
            {ui::label(api::CloseReason::Cancelled), "cancelled"},
            {ui::label(api::CloseReason::Returned), "returned before pick-up"},
            {ui::label(api::TimerKind::Unpaid), "Unpaid"},
            {ui::label(api::TimerKind::Unassigned), "Unassigned"},
            {ui::label(api::TimerKind::PickUpLate), "Pick-up late"},
            {ui::label(api::TimerKind::DeliveryLate), "Delivery late"},
            {ui::label(api::TimerKind::AutoConfirm), "Auto-confirm"},
            {ui::effectOf(api::TimerKind::Unpaid), "closes the order"},
            {ui::effectOf(api::TimerKind::Unassigned), "raises an alert and tries to assign again"},
            {ui::effectOf(api::TimerKind::PickUpLate),
             "raises an alert; the order is reassigned too where the campus wants that"},
            {ui::effectOf(api::TimerKind::DeliveryLate), "raises an alert"},
            {ui::effectOf(api::TimerKind::AutoConfirm), "completes the order"},
            {ui::label(api::OwedKind::Late), "Late payment"},
            {ui::label(api::OwedKind::WrongAmount), "Wrong amount"},
            {ui::label(api::OwedKind::SecondPayment), "Second payment"},
            {ui::label(api::OwedKind::UnknownOrder), "Unknown order"},
            {ui::label(api::DispatchMode::Strong), "Strong"},
            {ui::label(api::DispatchMode::Soft), "Soft"},
            {ui::label(api::JoinRule::FairFromNow), "Fair from now"},
            {ui::label(api::JoinRule::CatchUp), "Catch up"},
            {ui::resolutionLabel("assigned"), "assigned"},
            {ui::resolutionLabel("picked_up"), "picked up"},
            {ui::resolutionLabel("delivered"), "delivered"},
            {ui::resolutionLabel("closed"), "closed"},
            {ui::resolutionLabel("because"), "because"},
        });
        api::OrderRow closed;
        closed.status = api::OrderStatus::Closed;
        QCOMPARE(ui::statusLabel(closed), QStringLiteral("Closed"));
        closed.closeReason = api::CloseReason::Timeout;
        QCOMPARE(ui::statusLabel(closed), QStringLiteral("Closed: timed out"));
    }

    void statesOfMoney() {
        compare(std::vector<Toned>{
            of(api::ReturnStage::Approval, "Approval", Tone::Warn),
            of(api::ReturnStage::SecondApproval, "Second approval", Tone::Warn),
            of(api::ReturnStage::Goods, "Goods", Tone::Info),
            of(api::ReturnStage::Money, "Money", Tone::Accent),
            of(api::ReturnStage::Failed, "Refund failed", Tone::Bad),
            of(api::ReturnStage::Done, "Done", Tone::Good),
            of(api::ReturnStage::Rejected, "Rejected", Tone::Muted),
            of(api::ReturnStage::Cancelled, "Cancelled", Tone::Muted),
            of(api::RefundStatus::Requested, "Needs approval", Tone::Warn),
            of(api::RefundStatus::Held, "Held for the goods", Tone::Warn),
            of(api::RefundStatus::Pending, "Granted, not sent", Tone::Accent),
            of(api::RefundStatus::Sent, "Sent, outcome open", Tone::Info),
            of(api::RefundStatus::Succeeded, "Paid back", Tone::Good),
            of(api::RefundStatus::Failed, "Failed, not paid", Tone::Bad),
            of(api::RefundStatus::Cancelled, "Cancelled", Tone::Muted),
            of(api::MoneyEventKind::Requested, "Requested", Tone::Muted),
            of(api::MoneyEventKind::FirstApproval, "First approval", Tone::Warn),
            of(api::MoneyEventKind::Approved, "Approved", Tone::Accent),
            of(api::MoneyEventKind::Rejected, "Rejected", Tone::Muted),
            of(api::MoneyEventKind::Cancelled, "Cancelled", Tone::Muted),
            of(api::MoneyEventKind::Undone, "Undone", Tone::Warn),
            of(api::MoneyEventKind::GoodsReceived, "Goods received", Tone::Info),
            of(api::MoneyEventKind::GoodsSkipped, "Goods not expected", Tone::Muted),
            of(api::MoneyEventKind::Granted, "Refund granted", Tone::Accent),
            of(api::MoneyEventKind::Attempt, "Refund sent", Tone::Info),
            of(api::MoneyEventKind::NotSent, "Not sent after all", Tone::Warn),
            of(api::MoneyEventKind::Unknown, "Outcome not known", Tone::Warn),
            of(api::MoneyEventKind::Succeeded, "Paid back", Tone::Good),
            of(api::MoneyEventKind::Failed, "Refund failed", Tone::Bad),
            of(api::MoneyEventKind::Retried, "Retried", Tone::Warn),
            of(api::MoneyEventKind::ByHand, "Recorded by hand", Tone::Warn),
            of(api::MoneyEventKind::Dead, "Given up", Tone::Bad),
            of(api::MoneyEventKind::Noted, "Note", Tone::Info),
            of(api::MoneyEventKind::Assigned, "Assigned", Tone::Muted),
            of(api::MoneyEventKind::ByRule, "Decided by rule", Tone::Accent),
        });
        compare(std::vector<Named>{
            {ui::label(api::GoodsState::None), "–"},
            {ui::label(api::GoodsState::Awaited), "awaited"},
            {ui::label(api::GoodsState::Received), "received"},
            {ui::label(api::GoodsState::Skipped), "not expected"},
            {ui::label(api::GoodsRule::MoneyFirst), "Money first: granted with the approval"},
            {ui::label(api::GoodsRule::GoodsFirst), "Goods first: held until they are received"},
            {ui::label(api::GoodsRule::NoGoods), "No goods: nothing is expected back"},
            {ui::label(api::RefundCause::Return), "Return"},
            {ui::label(api::RefundCause::Order), "Requested"},
            {ui::label(api::RefundCause::ClosedOrder), "Closed order"},
            {ui::label(api::RefundCause::LatePayment), "Late payment"},
            {ui::label(api::RefundCause::WrongAmount), "Wrong amount"},
            {ui::label(api::RefundCause::SecondPayment), "Second payment"},
            {ui::label(api::RefundCause::UnknownOrder), "Unknown order"},
            {ui::label(api::LedgerAccount::ProviderClearing), "Payment provider"},
            {ui::label(api::LedgerAccount::Sales), "Sales"},
            {ui::label(api::LedgerAccount::Discounts), "Discounts"},
            {ui::label(api::LedgerAccount::SalesReturns), "Sales returns"},
            {ui::label(api::LedgerAccount::UnmatchedMoney), "Unmatched money"},
            {ui::label(api::LedgerAccount::RefundsPayable), "Refunds payable"},
            {ui::label(api::LedgerAccount::RestockingFees), "Restocking fees"},
            {ui::kindOf(api::LedgerAccount::ProviderClearing), "asset"},
            {ui::kindOf(api::LedgerAccount::Sales), "revenue"},
            {ui::kindOf(api::LedgerAccount::Discounts), "contra revenue"},
            {ui::kindOf(api::LedgerAccount::SalesReturns), "contra revenue"},
            {ui::kindOf(api::LedgerAccount::UnmatchedMoney), "liability"},
            {ui::kindOf(api::LedgerAccount::RefundsPayable), "liability"},
            {ui::kindOf(api::LedgerAccount::RestockingFees), "revenue"},
            {ui::label(api::LedgerKind::Payment), "Payment"},
            {ui::label(api::LedgerKind::Discount), "Discount"},
            {ui::label(api::LedgerKind::LatePayment), "Late payment"},
            {ui::label(api::LedgerKind::UnmatchedPayment), "Unmatched payment"},
            {ui::label(api::LedgerKind::RefundGranted), "Refund granted"},
            {ui::label(api::LedgerKind::RefundCancelled), "Refund cancelled"},
            {ui::label(api::LedgerKind::RefundPaid), "Refund paid"},
            {ui::label(api::LedgerKind::PaymentMatched), "Payment matched"},
            {ui::label(api::LedgerKind::FeeKept), "Restocking fee kept"},
            {ui::label(api::LedgerKind::FeeWaived), "Restocking fee waived"},
            {ui::actorLabel(""), "–"},
            {ui::actorLabel("system"), "the system"},
            {ui::actorLabel("ann"), "ann"},
            {ui::actorLabel("token:till-7"), "token till-7"},
            {ui::keyText(ui::actorNamed(QStringLiteral("token till-7"))), "token:till-7"},
            {ui::keyText(ui::actorNamed(QStringLiteral("token:till-7"))), "token:till-7"},
            {ui::keyText(ui::actorNamed(QStringLiteral("the system"))), "system"},
            {ui::keyText(ui::actorNamed(QStringLiteral("ann"))), "ann"},
        });
        api::RefundRow givenUp;
        givenUp.dead = true;
        givenUp.status = api::RefundStatus::Sent;
        QCOMPARE(ui::statusLabel(givenUp), QStringLiteral("Given up, outcome open"));
        QVERIFY(ui::tone(givenUp) == Tone::Bad);
        givenUp.status = api::RefundStatus::Pending;
        QCOMPARE(ui::statusLabel(givenUp), QStringLiteral("Given up, not sent"));
        givenUp.dead = false;
        QCOMPARE(ui::statusLabel(givenUp), QStringLiteral("Granted, not sent"));
        api::RefundRow owed;
        owed.status = api::RefundStatus::Held;
        QCOMPARE(ui::statusLabel(owed), QStringLiteral("Held for the goods"));
        owed.cause = api::RefundCause::WrongAmount;
        QCOMPARE(ui::statusLabel(owed), QStringLiteral("Waits for a decision"));
        owed.status = api::RefundStatus::Cancelled;
        owed.matchedOrderNo = "A7";
        QCOMPARE(ui::statusLabel(owed), QStringLiteral("Paid order A7"));
        QVERIFY(ui::tone(givenUp) == Tone::Accent);
    }

    void whoMustApprove() {
        const auto formats = formatsOf("CNY", 2);
        const auto said = [&](int needed, const char* first) {
            api::FourEyes eyes;
            eyes.needed = needed;
            eyes.requester = "ann";
            eyes.first = first;
            eyes.compared = Money{12'300};
            return ui::fourEyesText(eyes, formats);
        };
        compare(std::vector<Named>{
            {said(0, ""), "One person is enough for ¥123.00: below the four-eyes threshold."},
            {said(1, ""), "¥123.00 is above the four-eyes threshold: somebody other than ann must approve."},
            {said(2, ""), "¥123.00 is above the second threshold: two people must approve, neither of them ann."},
            {said(2, "bo"),
             "¥123.00 is above the second threshold: bo has approved; one more must, neither bo nor ann."},
        });
        api::OrderMoney money;
        money.paid = Money{1'000};
        money.granted = Money{700};
        money.succeeded = Money{200};
        money.refundable = Money{300};
        auto figures = ui::figuresOf(money, formats);
        compare(std::vector<Named>{{figures.paid, "¥10.00"},
                                   {figures.discount, "–"},
                                   {figures.succeeded, "¥2.00"},
                                   {figures.onItsWay, "¥5.00"},
                                   {figures.refundable, "¥3.00"}});
        money.discount = Money{1};
        money.paid = Money{0};
        figures = ui::figuresOf(money, formats);
        compare(std::vector<Named>{{figures.paid, "–"}, {figures.discount, "¥0.01"}, {figures.onItsWay, "–"}});
    }

    void statesOfSalesAndCampaigns() {
        compare(std::vector<Toned>{
            of(api::ActivityPhase::Draft, "Draft", Tone::Muted),
            of(api::ActivityPhase::Scheduled, "Scheduled", Tone::Info),
            of(api::ActivityPhase::OnSale, "On sale", Tone::Good),
            of(api::ActivityPhase::Stopped, "Stopped", Tone::Bad),
            of(api::ActivityPhase::Closing, "Closing", Tone::Warn),
            of(api::ActivityPhase::Ended, "Ended", Tone::Muted),
            of(ui::CampaignPhase::Draft, "Draft", Tone::Muted),
            of(ui::CampaignPhase::Building, "Building", Tone::Info),
            of(ui::CampaignPhase::Scheduled, "Scheduled", Tone::Info),
            of(ui::CampaignPhase::Running, "Running", Tone::Good),
            of(ui::CampaignPhase::Paused, "Paused", Tone::Warn),
            of(ui::CampaignPhase::Ended, "Ended", Tone::Muted),
            of(api::DrawState::Granted, "Granted", Tone::Good),
            of(api::DrawState::Refused, "Refused", Tone::Muted),
            of(api::DrawState::RolledBack, "Rolled back", Tone::Warn),
        });
        compare(std::vector<Named>{
            {ui::label(api::AttemptOutcome::Reserved), "Reserved"},
            {ui::label(api::AttemptOutcome::SoldOut), "Sold out"},
            {ui::label(api::AttemptOutcome::Duplicate), "Has one already"},
            {ui::label(api::AttemptOutcome::Unknown), "Unknown sale"},
            {ui::label(api::AttemptOutcome::NotStarted), "Too early"},
            {ui::label(api::AttemptOutcome::Ended), "Too late"},
            {ui::label(api::AttemptOutcome::Stopped), "While stopped"},
            {ui::label(api::ReservationState::None), "no reservation"},
            {ui::label(api::ReservationState::Queued), "waiting to be read"},
            {ui::label(api::ReservationState::Retrying), "tried again later"},
            {ui::label(api::ReservationState::Ordered), "ordered"},
            {ui::label(api::CampaignEnd::Time), "end time reached"},
            {ui::label(api::CampaignEnd::Stopped), "stopped"},
            {ui::label(api::CampaignEnd::Exhausted), "all drawn"},
            {ui::label(api::DrawRefusal::NotStarted), "Before the start"},
            {ui::label(api::DrawRefusal::Paused), "While paused"},
            {ui::label(api::DrawRefusal::Ended), "After the end"},
            {ui::label(api::DrawRefusal::UnderWay), "Same draw in progress"},
            {ui::label(api::DrawRefusal::Exhausted), "All drawn"},
            {ui::label(api::DrawRefusal::CountLimit), "Over the draws per user"},
            {ui::label(api::DrawRefusal::AmountLimit), "Over the amount per user"},
            {ui::label(api::DrawRefusal::NothingPayable), "Nothing to pay"},
            {ui::label(api::DrawRefusal::RolledBack), "Interrupted and undone"},
        });
        // What the wizards say the engine's refusal is about.
        compare(std::vector<Named>{
            {ui::activityFieldLabel("id"), "Number"},
            {ui::activityFieldLabel("name"), "Name"},
            {ui::activityFieldLabel("voucher"), "Product"},
            {ui::activityFieldLabel("campus"), "Campus"},
            {ui::activityFieldLabel("price"), "Sale price"},
            {ui::activityFieldLabel("stock"), "Units"},
            {ui::activityFieldLabel("begin"), "Begins"},
            {ui::activityFieldLabel("end"), "Ends"},
            {ui::activityFieldLabel(""), ""},
            {ui::activityFieldLabel("version"), ""},
            {ui::campaignFieldLabel("campaign"), "Number"},
            {ui::campaignFieldLabel("name"), "Name"},
            {ui::campaignFieldLabel("budget"), "Budget"},
            {ui::campaignFieldLabel("places"), "Places"},
            {ui::campaignFieldLabel("max_discount"), "Largest discount"},
            {ui::campaignFieldLabel("queues"), "Queues"},
            {ui::campaignFieldLabel("count_limit"), "Draws per user"},
            {ui::campaignFieldLabel("amount_limit"), "Amount per user"},
            {ui::campaignFieldLabel("begin"), "Begins"},
            {ui::campaignFieldLabel("end"), "Ends"},
            {ui::campaignFieldLabel("seed"), "Seed"},
            {ui::campaignFieldLabel("cap_at_max"), "Cap per draw"},
            {ui::campaignFieldLabel("validity_ms"), "Valid for"},
            {ui::campaignFieldLabel("recovery_ms"), "Recovered after"},
            {ui::campaignFieldLabel(""), ""},
            {ui::campaignFieldLabel("version"), ""},
        });
        const std::pair<api::ActivityAction, Tone> actions[] = {
            {api::ActivityAction::SetUp, Tone::Muted},    {api::ActivityAction::Started, Tone::Good},
            {api::ActivityAction::Resumed, Tone::Good},   {api::ActivityAction::Stopped, Tone::Bad},
            {api::ActivityAction::Released, Tone::Bad},   {api::ActivityAction::Repaired, Tone::Warn},
            {api::ActivityAction::ToppedUp, Tone::Warn},  {api::ActivityAction::Claimed, Tone::Warn},
            {api::ActivityAction::Retried, Tone::Warn},   {api::ActivityAction::Ended, Tone::Muted},
            {api::ActivityAction::Dismissed, Tone::Muted}};
        for (const auto& [action, tone] : actions) {
            QVERIFY2(ui::activityActionTone(action) == tone, std::string(api::toText(action)).c_str());
        }
        api::CampaignRow row;
        row.state = api::CampaignState::Running;
        row.settings.begin = Instant{1'000};
        QVERIFY(ui::phaseOf(row, Instant{999}) == ui::CampaignPhase::Scheduled);
        QVERIFY(ui::phaseOf(row, Instant{1'000}) == ui::CampaignPhase::Running);
        row.state = api::CampaignState::Ended;
        QCOMPARE(ui::phaseLabel(row, Instant{2'000}), QStringLiteral("Ended"));
        row.ended = api::CampaignEnd::Exhausted;
        QCOMPARE(ui::phaseLabel(row, Instant{2'000}), QStringLiteral("Ended: all drawn"));
    }

    void statesOfWorkAndPeople() {
        compare(std::vector<Toned>{
            of(api::TaskStatus::Pending, "Pending", Tone::Muted),
            of(api::TaskStatus::Processing, "In progress", Tone::Info),
            of(api::TaskStatus::Done, "Done", Tone::Good),
            of(api::TaskStatus::Dead, "Dead letter", Tone::Bad),
            of(api::TaskStatus::Dropped, "Dropped", Tone::Warn),
            of(api::RingChange::Joined, "Joined", Tone::Good),
            of(api::RingChange::Left, "Left", Tone::Muted),
            of(api::RingChange::Lost, "Lost", Tone::Bad),
            of(api::DeliveryStatus::Pending, "Pending", Tone::Muted),
            of(api::DeliveryStatus::Delivered, "Delivered", Tone::Good),
            of(api::DeliveryStatus::Dead, "Dead letter", Tone::Bad),
            of(api::AuditOutcome::Done, "Done", Tone::Good),
            of(api::AuditOutcome::Refused, "Refused", Tone::Bad),
            of(api::AuditOutcome::Noted, "Noted", Tone::Info),
            of(api::BackupStatus::Running, "Being written", Tone::Info),
            of(api::BackupStatus::Verified, "Verified", Tone::Good),
            of(api::BackupStatus::Failed, "Failed", Tone::Bad),
        });
        QStringList permissions;
        for (const auto permission : api::allPermissions()) {
            permissions << ui::label(permission);
        }
        QCOMPARE(
            permissions.join(QStringLiteral("; ")),
            QStringLiteral("read; place orders; dispatch; cancel orders; manage the catalogue; manage couriers; "
                           "change settings; manage flash sales; manage campaigns; request returns; receive goods; "
                           "approve returns; refund money; approve refunds; send refunds (workers); record "
                           "payments by hand; manage tasks; run tasks (workers); manage webhooks; manage people; "
                           "read the audit log; manage backups; take orders by hand; assign cases and "
                           "write notes"));
        using api::Role;
        QCOMPARE(ui::labels({Role::Administrator, Role::Dispatcher, Role::CampaignManager, Role::RefundClerk,
                             Role::RefundApprover, Role::Auditor}),
                 QStringLiteral("Administrator, Dispatcher, Campaign manager, Refund clerk, Refund approver, Auditor"));
        QCOMPARE(ui::labels(std::vector<Role>{}), QStringLiteral("–"));
        for (const auto role : api::allRoles()) {
            QCOMPARE(ui::rolesBehind(api::permissionsOf(role)), std::vector<Role>{role});
        }
        QCOMPARE(ui::rolesBehind(api::permissionsOf(Role::Dispatcher) | api::permissionsOf(Role::Auditor)),
                 (std::vector<Role>{Role::Dispatcher, Role::Auditor}));
        QCOMPARE(ui::rolesBehind(0), std::vector<Role>{});
    }

    // --- what became of it ----------------------------------------------------------------------------------
    void outcomesOfARow() {
        using Kind = ui::OutcomeKind;
        const auto kind = [](ErrorCode code) { return ui::outcomeKind(Error{code, "", {}, {}}, false); };
        QVERIFY(ui::outcomeKind(std::nullopt, false) == Kind::Done);
        QVERIFY(ui::outcomeKind(std::nullopt, true) == Kind::LeftOut);
        QVERIFY(kind(ErrorCode::OutcomeUnknown) == Kind::Unknown);
        QVERIFY(kind(ErrorCode::Conflict) == Kind::Changed);
        QVERIFY(kind(ErrorCode::StaleEpoch) == Kind::Changed);
        for (const auto code : {ErrorCode::WrongStatus, ErrorCode::NotFound, ErrorCode::PermissionDenied,
                                ErrorCode::Busy, ErrorCode::ReadOnly}) {
            QVERIFY(kind(code) == Kind::Refused);
        }
        compare(std::vector<Toned>{
            {ui::outcomeWord(Kind::Unknown), ui::outcomeTone(Kind::Unknown), "Not known", Tone::Warn},
            {ui::outcomeWord(Kind::Changed), ui::outcomeTone(Kind::Changed), "Changed meanwhile", Tone::Warn},
            {ui::outcomeWord(Kind::Refused), ui::outcomeTone(Kind::Refused), "Refused", Tone::Bad},
            {ui::outcomeWord(Kind::LeftOut), ui::outcomeTone(Kind::LeftOut), "Skipped", Tone::Muted},
            {ui::outcomeWord(Kind::Done), ui::outcomeTone(Kind::Done), "Done", Tone::Good},
        });
        ui::OutcomeCounts counts;
        QCOMPARE(ui::outcomeSummary(counts), QStringLiteral("0 done"));
        QVERIFY(counts.allDone());
        ui::OutcomeCounts thousands;
        thousands.done = 3'795;
        thousands.unknown = thousands.changed = thousands.refused = thousands.notDone = thousands.leftOut = 1'936;
        QCOMPARE(ui::outcomeSummary(thousands).count(QStringLiteral("1,936 ")), 5);
        QVERIFY(ui::outcomeSummary(thousands).startsWith(QStringLiteral("3,795 done")));
        const std::pair<Kind, int> many[] = {
            {Kind::LeftOut, 5}, {Kind::Unknown, 1}, {Kind::Changed, 2}, {Kind::Refused, 3}, {Kind::Done, 4}};
        for (const auto& [each, times] : many) {
            for (int i = 0; i < times; ++i) {
                counts.add(each);
            }
            QCOMPARE(counts.allDone(), each == Kind::LeftOut);  // the first of them
        }
        QCOMPARE(ui::outcomeSummary(counts),
                 QStringLiteral("4 done, 1 not known, check before repeating, 2 changed meanwhile, "
                                "3 refused, 5 skipped"));
        for (const auto each : {Kind::Unknown, Kind::Changed, Kind::Refused}) {
            ui::OutcomeCounts one;
            one.add(each);
            QVERIFY(!one.allDone());
        }
    }

    void whoWasQuicker() {
        const auto formats = formatsOf("CNY", 2);
        const Instant then{1'700'000'000'000};
        const auto said = [&](ErrorCode code, const char* message, std::int64_t laterMs) {
            return ui::whoChanged(Error{code, message, {}, {}}, formats, then.plusMs(laterMs));
        };
        const char* message = "the alert 5 was changed meanwhile, by ann at 2023-11-14 22:13:20 UTC";
        compare(std::vector<Named>{
            {said(ErrorCode::Conflict, message, 60'000), "Changed by ann, 06:13:20"},
            {said(ErrorCode::Conflict, message, 86'400'000), "Changed by ann, 11-15 06:13"},
            {said(ErrorCode::Conflict, "it was changed, by system at 2023-11-14 22:13:20 UTC", 0),
             "Changed by the system, 06:13:20"},
            {said(ErrorCode::Conflict, "it was changed, by ann at 2023-11-14 22:13:20 UTC (campaigns.edit)", 0),
             "Changed by ann, 06:13:20: Edit a campaign"},
            {said(ErrorCode::Conflict, "it was changed, by ann at 2023-11-14 22:13:20 UTC (topped_up)", 0),
             "Changed by ann, 06:13:20: Stock added"},
            {said(ErrorCode::WrongStatus, "it was given back, by ann at 2023-11-14 22:13:20 UTC (campaigns.give_back)",
                  0),
             "Changed by ann, 06:13:20: Give a discount back"},
            {said(ErrorCode::Conflict, "it was changed meanwhile", 0), ""},
            {said(ErrorCode::Conflict, "it was changed, by ann at 2023-13-14 22:13:20 UTC", 0), ""},
            {said(ErrorCode::OutOfStock, message, 0), ""},
            {ui::whoChanged(std::nullopt, formats, then), ""},
        });
    }

    void whatAnEventSays() {
        const auto formats = formatsOf("CNY", 2);
        const auto nameOf = [](const CourierId& id) { return QString::fromStdString("<" + id.str() + ">"); };
        const auto said = [&](api::EventKind kind, const char* detail) {
            return ui::detailText({Instant{0}, kind, "p", detail}, formats, nameOf);
        };
        using Kind = api::EventKind;
        compare(std::vector<Named>{
            {said(Kind::Assigned, "K1"), "<K1>"},
            {said(Kind::AssignmentReleased, "K1"), "<K1>"},
            {said(Kind::ReassignRequested, "next fairest: ill"), "to the next fairest: ill"},
            {said(Kind::ReassignRequested, "next fairest"), "to the next fairest"},
            {said(Kind::ReassignRequested, "K2: is near"), "<K2>: is near"},
            {said(Kind::PickedUp, "K1"), "<K1>"},
            {said(Kind::Delivered, "K1: at the door"), "<K1>: at the door"},
            {said(Kind::DeliveryFailed, "K1: nobody: there"), "<K1>: nobody: there"},
            {said(Kind::Closed, "timeout"), "timed out"},
            {said(Kind::Closed, "cancelled: by phone"), "cancelled: by phone"},
            {said(Kind::Closed, "else"), "else"},
            {said(Kind::LatePayment, "P-1: 2000, late"), "P-1: ¥20.00, Late payment"},
            {said(Kind::UnmatchedPayment, "P: 1: 2000, wrong_amount"), "P: 1: ¥20.00, Wrong amount"},
            {said(Kind::UnmatchedPayment, "P: 2000, else"), "P: 2000, else"},
            {said(Kind::RefundChanged, "2000: granted"), "¥20.00: Refund granted"},
            {said(Kind::RefundChanged, "2000: cancelled: by: mistake"), "¥20.00: Cancelled (by: mistake)"},
            {said(Kind::RefundChanged, "some: granted"), "some: granted"},
            {said(Kind::ReturnChanged, "R: 1: approved"), "R: 1: Approved"},
            {said(Kind::ReturnChanged, "R-1: else"), "R-1: else"},
            {said(Kind::Placed, "K1: 2000"), "K1: 2000"},
            {said(Kind::Paid, "K1"), "K1"},
        });
    }

    void whereAServerIs() {
        const auto other = ui::placeOf(QStringLiteral("mariadb://desk@db.example:3307/shop"));
        QVERIFY(other.isServer());
        QCOMPARE(other.server, QStringLiteral("db.example:3307"));
        QCOMPARE(other.database, QStringLiteral("shop"));
        QVERIFY(!other.encrypted);
        QVERIFY(!ui::placeOf(QStringLiteral("/srv/mysql://shop")).isServer());
    }
};

}  // namespace test_texts

QTEST_MAIN(test_texts::TestTexts)
#include "test_texts.moc"
