// SPDX-License-Identifier: GPL-3.0-or-later
// The timer of the order in detail: what it shows, extending it, and what a person reads of it in the timeline.
#include "tests/ui/delayed_fixture.h"
#include "tests/ui/layout_watch.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/event_text.h"
#include "ui/widgets/timeline_view.h"

namespace test_order_timer {

using namespace evenhand;
using api::TimerKind;
using test::Delayed;

namespace {

struct Detail : Delayed {
    Detail() : Delayed(false), order(shop.sell(0, false)) {
        shop.postpone(order, shop.now().plusMs(125'000));
        showOrders();
        orders()->openTarget({{QStringLiteral("order"), QString::fromStdString(order.str())}});
    }
    [[nodiscard]] ui::OrderTimerBox* box() const { return orders()->detail()->timer(); }
    [[nodiscard]] bool known() const { return box()->timer() != nullptr && orders()->isReady(); }
    [[nodiscard]] QString countdown() const { return box()->facts()->valueOf(QStringLiteral("Unpaid")); }
    void extend(const QString& delay, const QString& reason) const {
        box()->extendAction()->trigger();
        QVERIFY(box()->flow()->question() != nullptr);
        box()->flow()->question()->findChild<ui::WhenField*>()->delay()->setEditText(delay);
        confirm(box()->flow(), reason);
    }
    const OrderNo order;
};

}  // namespace

class TestOrderTimer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itCountsDownTurnsLateAndRestsWhenHidden() {
        Detail desk;
        QTRY_VERIFY(desk.known());
        QTRY_COMPARE(desk.countdown(), QStringLiteral("in 2:05"));
        desk.moveTime(128'000);
        QTRY_COMPARE(desk.countdown(), QStringLiteral("0:03 late"));
        QVERIFY(desk.box()->isTicking());
        desk.window->hide();
        QVERIFY(!desk.box()->isTicking());
        const int reads = desk.shop.timers().reads;
        desk.shop.postpone(desk.order, desk.shop.now().plusMs(60'000));
        QCoreApplication::processEvents();
        QCOMPARE(desk.shop.timers().reads, reads);
        desk.window->show();
        QTRY_COMPARE(desk.countdown(), QStringLiteral("in 1:00"));
    }

    /// Each would have the whole window laid out, every second that a person looks at an order.
    void aSecondAsksForNoLayout() {
        Detail desk;
        QTRY_VERIFY(desk.known());
        QTRY_COMPARE(desk.countdown(), QStringLiteral("in 2:05"));
        const auto* timeline = desk.orders()->detail()->findChild<ui::TimelineView*>();
        QTRY_VERIFY(!timeline->accessibleDescription().isEmpty());
        test::LayoutWatch watch(*desk.window);
        QTRY_VERIFY(watch.take().isEmpty());
        for (const char* shown : {"in 2:04", "in 2:03", "in 2:02"}) {
            desk.moveTime(1'000);
            QTRY_COMPARE(desk.countdown(), QLatin1String(shown));
        }
        const QStringList asked = watch.take();
        QVERIFY2(asked.isEmpty(), qPrintable(asked.join(QStringLiteral(", "))));
    }

    void whatNeedsOtherRoomIsGivenIt() {
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* grid = new ui::FactGrid(&window);
        column->addWidget(grid);
        column->addStretch(1);
        const auto show = [grid](const QString& value, bool number) {
            grid->setFacts(
                {{QStringLiteral("Due"), value, number}, {QStringLiteral("Then"), QStringLiteral("closed")}});
        };
        show(QStringLiteral("1"), true);
        window.resize(400, 300);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto* value = grid->findChildren<QLabel*>().at(1);
        test::LayoutWatch watch(window);
        QTRY_VERIFY(watch.take().isEmpty());
        show(QStringLiteral("2"), true);
        QVERIFY(watch.take().isEmpty());
        show(QStringLiteral("a reason of many words ").repeated(8), false);
        QVERIFY(!watch.take().isEmpty());
        QTRY_VERIFY(value->height() >= value->heightForWidth(value->width()));
        const int high = value->height();
        show(QStringLiteral("few words"), false);
        QVERIFY(!watch.take().isEmpty());
        QTRY_VERIFY(value->height() < high);
    }

    void itIsExtended() {
        Detail desk;
        QTRY_VERIFY(desk.known());
        const Instant due = desk.box()->timer()->due;
        desk.extend(QStringLiteral("10 min"), QStringLiteral("asked for more time"));
        QCOMPARE(desk.shop.timer(desk.order)->due, due.plusMs(600'000));
        QCOMPARE(desk.reason(), QStringLiteral("asked for more time"));
        QCOMPARE(desk.said().tone, ui::Tone::Good);
        QTRY_COMPARE(desk.box()->timer()->due, due.plusMs(600'000));
    }

    void oneThatMovedMeanwhileIsAConflict() {
        Detail desk;
        QTRY_VERIFY(desk.known());
        const Instant elsewhere = desk.shop.now().plusMs(7'000'000);
        desk.box()->extendAction()->trigger();
        QVERIFY(desk.box()->flow()->question() != nullptr);
        desk.shop.postpone(desk.order, elsewhere);
        QTRY_COMPARE(desk.box()->timer()->due, elsewhere);
        Delayed::confirm(desk.box()->flow(), QStringLiteral("asked for more time"));
        QCOMPARE(desk.shop.timer(desk.order)->due, elsewhere);
        QCOMPARE(desk.said().tone, ui::Tone::Warn);
        QCOMPARE(Delayed::outcomeWords(desk.box()->flow()->outcome()),
                 QStringList{QStringLiteral("Changed meanwhile")});
    }

    void aDisabledExtensionSaysWhy() {
        Detail desk;
        QTRY_VERIFY(desk.known());
        auto* extend = desk.box()->extendAction();
        QVERIFY(extend->isEnabled());
        desk.shop.cancel(desk.order);
        QTRY_VERIFY(ui::whyDisabled(*extend).contains(QStringLiteral("has no timer")));
        QCOMPARE(desk.box()->facts()->valueOf(QStringLiteral("Due")), QStringLiteral("no timer"));
        desk.shop.fillDisk(true);
        QTRY_VERIFY(ui::whyDisabled(*extend).contains(QStringLiteral("disk is full")));
    }

    void whatFailedIsToldAndWhatCannotBeReadIsADash() {
        Detail desk;
        QTRY_VERIFY(desk.known());
        desk.shop.bury(desk.order, "script error: no such key");
        QTRY_COMPARE(desk.box()->facts()->valueOf(QStringLiteral("Failed because")),
                     QStringLiteral("script error: no such key"));
        QVERIFY(desk.box()->extendAction()->isEnabled());
        const auto id = desk.shop.order(desk.order).id;
        desk.shop.breakDisk(true);
        auto event = test::DelayShop::changed(id);
        event.kind = api::Event::Kind::TimersChanged;
        desk.shop.publish({event});
        QTRY_COMPARE(desk.box()->facts()->valueOf(QStringLiteral("Due")), QStringLiteral("–"));
        QVERIFY(!desk.box()->extendAction()->isEnabled());
    }

    void theTimelineSaysItInWords() {
        Delayed desk;
        const auto& formats = desk.window->context().formats;
        const auto said = [&](api::EventKind kind, const char* detail) {
            return ui::detailText({desk.shop.now(), kind, "p", detail}, formats);
        };
        const Instant to{1'700'000'600'000};
        QCOMPARE(said(api::EventKind::TimerPostponed, "unpaid 1700000000000 -> 1700000600000: by: hand -> x"),
                 QStringLiteral("Unpaid: %1 → %2. by: hand -> x")
                     .arg(formats.time(Instant{1'700'000'000'000}), formats.dateTime(to)));
        QCOMPARE(said(api::EventKind::TimerCancelled, "pick_up_late: called: them"),
                 QStringLiteral("Pick-up late: called: them"));
        QCOMPARE(said(api::EventKind::Late, "unassigned"), QStringLiteral("Unassigned"));
        QCOMPARE(said(api::EventKind::Completed, "auto_confirm"), QStringLiteral("Auto-confirm"));
        // What is not understood is shown as it is; other events are left alone.
        QCOMPARE(said(api::EventKind::TimerPostponed, "later"), QStringLiteral("later"));
        QCOMPARE(said(api::EventKind::TimerCancelled, "x: y"), QStringLiteral("x: y"));
        QCOMPARE(said(api::EventKind::Placed, "unpaid: y"), QStringLiteral("unpaid: y"));
    }
};

}  // namespace test_order_timer

QTEST_MAIN(test_order_timer::TestOrderTimer)
#include "test_order_timer.moc"
