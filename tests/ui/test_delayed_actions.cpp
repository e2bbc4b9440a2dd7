// SPDX-License-Identifier: GPL-3.0-or-later
// What is done on the page of delayed orders: each action on timers, single and as a frozen selection, dead letters,
// pausing, the queue, settings.
#include <QLineEdit>
#include <functional>

#include "tests/ui/delayed_fixture.h"
#include "ui/widgets/action_state.h"

namespace test_delayed_actions {

using namespace evenhand;
using api::TimerKind;
using api::TimerState;
using test::Delayed;
using ui::TimerAction;

namespace {

QString cell(const QAbstractItemModel& model, int row, int column) {
    return model.index(row, column).data().toString();
}

}  // namespace

class TestDelayedActions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void doingItNowClosesAnUnpaidOrder() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        const int row = desk.rowOf(TimerKind::Unpaid);
        const auto no = desk.orderAt(row);
        desk.select({row});
        desk.action(TimerAction::Run)->trigger();
        auto* question = desk.page()->timers()->flow()->question();
        QVERIFY(!question->confirmButton()->isEnabled());  // a reason is needed
        desk.confirm(QStringLiteral("customer said no"));
        QCOMPARE(desk.shop.order(no).status, api::OrderStatus::Closed);
        QVERIFY(!desk.shop.timer(no));
        QCOMPARE(desk.reason(), QStringLiteral("customer said no"));
        QCOMPARE(desk.said().tone, ui::Tone::Good);
    }

    void postponingByAPresetByAnyDelayAndToAnInstant() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        const auto postpone = [&](const std::function<void(ui::WhenField*)>& fill) {
            desk.action(TimerAction::Postpone)->trigger();
            auto* question = desk.page()->timers()->flow()->question();
            fill(question->findChild<ui::WhenField*>(QStringLiteral("whenField")));
            desk.confirm(QStringLiteral("asked for more time"));
        };
        desk.page()->timers()->setKinds({TimerKind::AutoConfirm});
        QTRY_COMPARE(desk.rowOf(TimerKind::AutoConfirm), 0);
        const int row = 0;
        const auto no = desk.orderAt(row);
        const auto due = desk.model().row(row)->due;
        desk.select({row});
        postpone([](ui::WhenField* when) { when->delay()->setCurrentIndex(1); });  // 5 s
        QCOMPARE(desk.shop.timer(no)->due, due.plusMs(5'000));
        QTRY_VERIFY(desk.ready());
        const auto id = desk.shop.order(no).id;
        const auto shown = [&] {  // it moves in the list, which is by due instants
            const auto at = desk.model().rowOf(id);
            return at ? std::optional(desk.model().row(*at)->due) : std::nullopt;
        };
        QTRY_COMPARE(shown(), std::optional(due.plusMs(5'000)));
        desk.select({*desk.model().rowOf(id)});
        postpone([](ui::WhenField* when) { when->delay()->setEditText(QStringLiteral("1 h 250 ms")); });
        QCOMPARE(desk.shop.timer(no)->due, due.plusMs(5'000 + 3'600'250));
        QTRY_COMPARE(shown(), std::optional(due.plusMs(3'605'250)));
        desk.select({*desk.model().rowOf(id)});
        const QDateTime wall = desk.window->context().formats.zoned(desk.shop.now().plusMs(9'000'007));
        postpone([&](ui::WhenField* when) {
            when->mode()->setCurrentIndex(1);
            when->at()->setDateTime(QDateTime(wall.date(), wall.time(), Qt::UTC));
        });
        QCOMPARE(desk.shop.timer(no)->due.ms, wall.toMSecsSinceEpoch());
    }

    /// Each to its own former instant; one that has moved on since stays where it is.
    void postponingIsTakenBack() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        const int a = desk.rowOf(TimerKind::AutoConfirm);
        const int b = desk.rowOf(TimerKind::AutoConfirm, a + 1);
        int c = 0;
        while (desk.model().row(c)->due <= desk.shop.now().plusMs(60'000) ||
               desk.model().row(c)->due == desk.model().row(a)->due) {
            ++c;
            QVERIFY(c < desk.model().rowCount());
        }
        const std::vector<OrderNo> orders{desk.orderAt(a), desk.orderAt(b), desk.orderAt(c)};
        std::vector<Instant> before;
        for (const auto& no : orders) {
            before.push_back(desk.shop.timer(no)->due);
        }
        QVERIFY(before[0] != before[2]);
        desk.select({a, b, c});
        desk.action(TimerAction::Postpone)->trigger();
        auto* flow = desk.page()->timers()->flow();
        flow->question()
            ->findChild<ui::WhenField*>(QStringLiteral("whenField"))
            ->delay()
            ->setEditText(QStringLiteral("2 h"));
        desk.confirm(QStringLiteral("storm"));
        QCOMPARE(desk.shop.timer(orders[0])->due, before[0].plusMs(7'200'000));
        const Instant later = desk.shop.now().plusMs(77'000'000);
        desk.shop.postpone(orders[1], later);
        auto& notices = desk.window->context().notices;
        QVERIFY(notices.undoable() != nullptr);
        notices.undo();
        QTRY_VERIFY(flow->question() != nullptr);
        desk.confirm(QStringLiteral("it has passed"));
        QCOMPARE(desk.shop.timer(orders[0])->due, before[0]);
        QCOMPARE(desk.shop.timer(orders[1])->due, later);
        QCOMPARE(desk.shop.timer(orders[2])->due, before[2]);
        QCOMPARE(Delayed::outcomeWords(flow->outcome()).count(QStringLiteral("Done")), 2);
        QCOMPARE(Delayed::outcomeWords(flow->outcome()).count(QStringLiteral("Changed meanwhile")), 1);
        QCOMPARE(desk.reason(), QStringLiteral("it has passed"));
    }

    void postponingRefusesWhatCannotBe() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        desk.select({0});
        desk.action(TimerAction::Postpone)->trigger();
        auto* question = desk.page()->timers()->flow()->question();
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(QStringLiteral("x"));
        auto* when = question->findChild<ui::WhenField*>(QStringLiteral("whenField"));
        QVERIFY(question->confirmButton()->isEnabled());
        for (const char* bad : {"-5 min", "soon", "5", "4000 d", "0 s"}) {
            when->delay()->setEditText(QString::fromUtf8(bad));
            QVERIFY2(!question->confirmButton()->isEnabled(), bad);
            QVERIFY2(question->confirmButton()->toolTip().contains(QStringLiteral("Delay")), bad);
        }
        when->mode()->setCurrentIndex(1);
        const QDateTime past = desk.window->context().formats.zoned(desk.shop.now().plusMs(-60'000));
        when->at()->setDateTime(QDateTime(past.date(), past.time(), Qt::UTC));
        QVERIFY(!question->confirmButton()->isEnabled());
        QVERIFY(question->confirmButton()->toolTip().contains(QStringLiteral("passed")));
    }

    void cancellingASelectionIsFrozenAndToldPerRow() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        const int a = desk.rowOf(TimerKind::AutoConfirm);
        const int b = desk.rowOf(TimerKind::AutoConfirm, a + 1);
        const int c = desk.rowOf(TimerKind::AutoConfirm, b + 1);
        const auto moved = desk.orderAt(a);
        const auto gone = desk.orderAt(b);
        const auto kept = desk.orderAt(c);
        desk.select({a, b, c});
        desk.action(TimerAction::Cancel)->trigger();
        // While the question stands somebody moves one, and another has its effect; the table follows.
        const Instant later = desk.shop.now().plusMs(77'000'000);
        desk.shop.postpone(moved, later);
        desk.shop.cancel(gone);
        QTRY_VERIFY(!desk.model().rowOf(desk.shop.order(gone).id));
        desk.confirm(QStringLiteral("by hand"));
        QCOMPARE(desk.shop.timer(moved)->due, later);
        QVERIFY(!desk.shop.timer(kept));
        QCOMPARE(Delayed::outcomeWords(desk.page()->timers()->flow()->outcome()),
                 (QStringList{QStringLiteral("Changed meanwhile"), QStringLiteral("Changed meanwhile"),
                              QStringLiteral("Done")}));
        QCOMPARE(desk.said().tone, ui::Tone::Warn);
        QVERIFY(desk.said().text.contains(QStringLiteral("1 done")));
    }

    void aFailureOfTheWholeIsNoSuccess() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        desk.select({0});
        desk.shop.timers().refusal = (Error{ErrorCode::OutcomeUnknown, "commit failed", {}, {}});
        desk.action(TimerAction::Cancel)->trigger();
        desk.confirm(QStringLiteral("x"));
        QCOMPARE(desk.said().tone, ui::Tone::Bad);
        QVERIFY(!desk.said().text.contains(QStringLiteral("nothing was done")));
    }

    void deadLettersAreTriedAgainOneByOneAndTogether() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        QList<OrderNo> dead;
        for (int row = 0; row < 3; ++row) {
            dead << desk.orderAt(row * 3);
        }
        for (const auto& no : dead) {
            desk.shop.bury(no, "script error: no such key");
        }
        desk.page()->tabs()->setCurrentIndex(ui::DelayedPage::DeadTab);
        auto* pane = desk.page()->dead();
        QTRY_COMPARE(pane->model().rowCount(), 3);
        QTRY_VERIFY(desk.page()->tabs()->tabText(ui::DelayedPage::DeadTab).contains(QLatin1Char('3')));
        QCOMPARE(cell(pane->model(), 0, pane->model().columnOf(QStringLiteral("reason"))),
                 QStringLiteral("script error: no such key"));
        QCOMPARE(cell(pane->model(), 0, pane->model().columnOf(QStringLiteral("attempts"))), QStringLiteral("8"));
        Delayed::select(pane, {1});
        const auto one = pane->model().row(1)->orderNo;
        pane->action(TimerAction::Retry)->trigger();
        Delayed::confirm(pane->flow(), QStringLiteral("fixed"));
        QVERIFY(desk.shop.timer(one)->state != TimerState::Dead);
        QTRY_COMPARE(pane->model().rowCount(), 2);
        pane->table()->selectAll();
        pane->action(TimerAction::Retry)->trigger();
        // One more dies while the question stands: it was not seen, it is not touched.
        const auto late = desk.shop.select({})[20].orderNo;
        desk.shop.bury(late, "another");
        QTRY_COMPARE(pane->model().rowCount(), 3);
        Delayed::confirm(pane->flow(), QStringLiteral("fixed"));
        QTRY_COMPARE(desk.shop.status().deadTimers, std::int64_t{1});
        QCOMPARE(desk.shop.timer(late)->state, TimerState::Dead);
    }

    void aDisabledActionSaysWhy() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        QVERIFY(ui::whyDisabled(*desk.action(TimerAction::Run)).contains(QStringLiteral("Select")));
        desk.select({desk.rowOf(TimerKind::AutoConfirm)});
        QVERIFY(desk.action(TimerAction::Run)->isEnabled());
        QVERIFY(ui::whyDisabled(*desk.action(TimerAction::Retry)).contains(QStringLiteral("failed")));
        desk.shop.fillDisk(true);
        QTRY_VERIFY(ui::whyDisabled(*desk.action(TimerAction::Run)).contains(QStringLiteral("disk is full")));
        QVERIFY(ui::whyDisabled(*desk.page()->pauseAction()).contains(QStringLiteral("disk is full")));
    }

    void withoutTheRightToCancelAnUnpaidTimerIsNotRun() {
        Delayed desk(false);
        desk.window.reset();
        desk.look.actor = api::Actor{"local:dispatcher", 1U << static_cast<unsigned>(api::Permission::Read) |
                                                             1U << static_cast<unsigned>(api::Permission::Dispatch)};
        desk.open();
        desk.show();
        QTRY_VERIFY(desk.ready());
        desk.select({desk.rowOf(TimerKind::Unpaid)});
        QVERIFY(ui::whyDisabled(*desk.action(TimerAction::Run)).contains(QStringLiteral("may not cancel")));
        QVERIFY(desk.action(TimerAction::Postpone)->isEnabled());
    }

    void aKindIsPausedAndResumedWithAReason() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        desk.page()->selectKind(TimerKind::PickUpLate);
        QTRY_VERIFY(desk.page()->pauseAction()->isEnabled());
        // A kind is paused everywhere, which is said while one campus is looked at.
        auto& scope = desk.window->context().scope;
        for (const bool one : {false, true}) {
            QTRY_VERIFY(!scope.campuses().empty());
            scope.setCurrent(one ? scope.campuses().front().id : CampusId());
            QTRY_VERIFY(desk.page()->pauseAction()->isEnabled());
            desk.page()->pauseAction()->trigger();
            QStringList told;
            for (const auto* label : desk.page()->question()->findChildren<QLabel*>()) {
                told << label->text();
            }
            QCOMPARE(told.join(QLatin1Char('\n')).contains(QStringLiteral("On all campuses, not only ")), one);
            desk.page()->question()->reject();
        }
        scope.setCurrent({});
        QTRY_VERIFY(desk.page()->pauseAction()->isEnabled());
        for (const bool paused : {true, false}) {
            desk.page()->pauseAction()->trigger();
            auto* question = desk.page()->question();
            QVERIFY(!question->confirmButton()->isEnabled());
            question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(QStringLiteral("storm"));
            QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
            QTRY_COMPARE(desk.shop.figures(TimerKind::PickUpLate).paused, paused);
            const int row = desk.page()->board()->rowOf(TimerKind::PickUpLate);
            QTRY_COMPARE_WITH_TIMEOUT(cell(desk.page()->board()->model(), row, 0),
                                      paused ? QStringLiteral("Pick-up late, paused") : QStringLiteral("Pick-up late"),
                                      20'000);
            QTRY_VERIFY(desk.page()->pauseAction()->text().startsWith(paused ? QStringLiteral("Resume")
                                                                             : QStringLiteral("Pause")));
        }
        QCOMPARE(desk.reason(), QStringLiteral("storm"));
        // Resumed by its button there is nothing left to resume.
        QVERIFY(desk.window->context().notices.undoable() == nullptr);
    }

    void aPauseIsTakenBackFromItsNotice() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        desk.page()->selectKind(TimerKind::PickUpLate);
        QTRY_VERIFY(desk.page()->pauseAction()->isEnabled());
        const auto confirm = [&desk] {
            auto* question = desk.page()->question();
            question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(QStringLiteral("storm"));
            QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
        };
        desk.page()->pauseAction()->trigger();
        confirm();
        auto& notices = desk.window->context().notices;
        QTRY_VERIFY(notices.undoable() != nullptr);
        QCOMPARE(notices.undoable()->undoText, QStringLiteral("Resume"));
        desk.page()->selectKind(TimerKind::Unpaid);  // what is resumed is what was paused
        notices.undo();
        QTRY_VERIFY(desk.page()->question() != nullptr && desk.page()->question()->isVisible());
        desk.page()->question()->reject();
        QVERIFY(notices.undoable() != nullptr);
        notices.undo();
        confirm();
        QTRY_VERIFY(!desk.shop.figures(TimerKind::PickUpLate).paused);
        QTRY_VERIFY(notices.undoable() == nullptr);
    }

    /// What somebody else has paused anew is not resumed by who paused it before.
    void resumingFromTheNoticeOverrulesNobody() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        desk.page()->selectKind(TimerKind::PickUpLate);
        QTRY_VERIFY(desk.page()->pauseAction()->isEnabled());
        const auto confirm = [&desk] {
            auto* question = desk.page()->question();
            question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(QStringLiteral("storm"));
            QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
        };
        desk.page()->pauseAction()->trigger();
        confirm();
        auto& notices = desk.window->context().notices;
        QTRY_VERIFY(notices.undoable() != nullptr);
        for (const bool paused : {false, true}) {
            (void)desk.shop.must(desk.shop.timers().setPaused(test::Shop::by("bo"), TimerKind::PickUpLate, paused));
        }
        notices.undo();
        confirm();
        QTRY_VERIFY(notices.last().text.contains(QStringLiteral("by bo")));
        QVERIFY(desk.shop.figures(TimerKind::PickUpLate).paused);
    }

    void queueAndDatabaseAreComparedAndPutRight() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        desk.shop.drift(5, 2);
        desk.page()->tabs()->setCurrentIndex(ui::DelayedPage::QueueTab);
        auto* queue = desk.page()->queue();
        QCOMPARE(queue->comparison()->valueOf(QStringLiteral("Missing in the queue")), QStringLiteral("–"));
        queue->compareAction()->trigger();
        QTRY_COMPARE(queue->comparison()->valueOf(QStringLiteral("Missing in the queue")), QStringLiteral("5"));
        QVERIFY(queue->verdict().contains(QLatin1Char('7')));
        queue->rearmAction()->trigger();
        QVERIFY(queue->question() && !queue->question()->confirmButton()->isEnabled());
        queue->question()
            ->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))
            ->setPlainText(QStringLiteral("gap"));
        QTest::mouseClick(queue->question()->confirmButton(), Qt::LeftButton);
        QTRY_COMPARE(queue->comparison()->valueOf(QStringLiteral("Fixed by this run")), QStringLiteral("7"));
        QVERIFY(queue->verdict().contains(QStringLiteral("agree")));
        QVERIFY(desk.said().text.contains(QLatin1Char('7')));
        QVERIFY(desk.window->context().jobs.jobs().empty());
        queue->compareAction()->trigger();
        QTRY_COMPARE(queue->comparison()->valueOf(QStringLiteral("Missing in the queue")), QStringLiteral("0"));
    }

    void theQueueIsSwitchedOffWithAnInterval() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        auto* queue = desk.page()->queue();
        queue->queueAction()->trigger();
        auto* question = queue->settings();
        QVERIFY(question != nullptr && !question->confirmButton()->isEnabled());  // nothing is changed yet
        question->findChild<QComboBox*>(QStringLiteral("queueMode"))->setCurrentIndex(1);
        auto* interval = question->findChild<QLineEdit*>(QStringLiteral("queueInterval"));
        for (const char* bad : {"50 ms", "2 d", "often", ""}) {
            interval->setText(QString::fromUtf8(bad));
            QVERIFY2(!question->confirmButton()->isEnabled(), bad);
            QVERIFY2(question->confirmButton()->toolTip().contains(QStringLiteral("Polling")), bad);
        }
        interval->setText(QStringLiteral("2500 ms"));
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
        QTRY_VERIFY(!desk.shop.figures().queueOn);
        QCOMPARE(desk.shop.figures().pollIntervalMs, std::int64_t{2'500});
        QTRY_VERIFY_WITH_TIMEOUT(desk.page()->notice()->text().contains(QStringLiteral("only the poller runs")),
                                 20'000);
        QTRY_VERIFY(!ui::whyDisabled(*queue->compareAction()).isEmpty());
    }

    void settingsNameTheFieldThatWillNotDo() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        desk.page()->settingsAction()->trigger();
        QTRY_VERIFY(desk.page()->settings() != nullptr);
        auto* dialog = desk.page()->settings();
        auto* save = dialog->findChild<QPushButton*>(QStringLiteral("timerPolicySave"));
        auto* error = dialog->findChild<QLabel*>(QStringLiteral("timerPolicyError"));
        auto* unpaid = dialog->findChild<QLineEdit*>(QStringLiteral("timerPolicy_unpaid_ms"));
        auto* repeat = dialog->findChild<QLineEdit*>(QStringLiteral("timerPolicy_alert_repeat_ms"));
        QCOMPARE(unpaid->text(), QStringLiteral("30 min"));
        QVERIFY(!save->isEnabled());  // nothing has been changed
        for (const char* bad : {"-1 s", "3653 d", "99999999999999 d", "half an hour", "", "15"}) {
            unpaid->setText(QString::fromUtf8(bad));
            QVERIFY2(!save->isEnabled(), bad);
            QVERIFY2(error->text().startsWith(QStringLiteral("Unpaid:")), bad);
            QVERIFY2(unpaid->property("invalid").toBool(), bad);
        }
        unpaid->setText(QStringLiteral("0 s"));
        repeat->setText(QStringLiteral("500 ms"));
        QVERIFY(error->text().startsWith(QStringLiteral("Alerts repeat every:")));
        repeat->setText(QStringLiteral("0"));
        dialog->findChild<QCheckBox*>(QStringLiteral("timerPolicyAutoReassign"))->setChecked(true);
        const CampusId campus(dialog->campus()->currentData().toString().toStdString());
        QVERIFY(save->isEnabled());
        // The engine refuses a field: it is said beside it, and the dialog stays.
        desk.shop.timers().refusal = Error{ErrorCode::InvalidArgument, "out of range", "pick_up_late_ms", "1"};
        QTest::mouseClick(save, Qt::LeftButton);
        auto* late = dialog->findChild<QLineEdit*>(QStringLiteral("timerPolicy_pick_up_late_ms"));
        QTRY_VERIFY(late->property("invalid").toBool());
        QVERIFY(dialog->isVisible());
        desk.shop.timers().refusal.reset();
        QTest::mouseClick(save, Qt::LeftButton);
        QTRY_VERIFY(desk.page()->settings() == nullptr || !desk.page()->settings()->isVisible());
        const auto policy = desk.shop.policy(campus);
        QCOMPARE(policy.unpaidMs, std::int64_t{0});
        QCOMPARE(policy.alertRepeatMs, std::int64_t{0});
        QVERIFY(policy.autoReassign);
        QCOMPARE(policy.pickUpLateMs, api::TimerPolicy{}.pickUpLateMs);
    }
};

}  // namespace test_delayed_actions

QTEST_MAIN(test_delayed_actions::TestDelayedActions)
#include "test_delayed_actions.moc"
