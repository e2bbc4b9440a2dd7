// SPDX-License-Identifier: GPL-3.0-or-later
// An alert's whole life as a person sees and hears it: fire, repeat, acknowledge, silence, resolve; and the overview.
#include <algorithm>
#include <cmath>

#include "tests/ui/delayed_fixture.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/shell/alert_bell.h"
#include "ui/shell/top_bar.h"
#include "ui/widgets/action_state.h"

using namespace evenhand;
using api::AlertState;
using api::TimerKind;
using test::Delayed;
using Column = ui::AlertTableModel::Column;
using Figure = ui::OverviewPage::Figure;

namespace {

OrderNo no(std::int64_t id) { return test::FakeEngine::orderNoOf(id); }

struct Alarm : Delayed {
    Alarm() {
        page()->tabs()->setCurrentIndex(ui::DelayedPage::AlertsTab);
        window->context().bell.setSound([this] { ++sounds; });
    }
    [[nodiscard]] ui::AlertsPanel* panel() const { return page()->alerts(); }
    [[nodiscard]] QString cell(std::int64_t id, Column column) const {
        const int row = panel()->model().rowOf(std::to_string(id));
        return row < 0 ? QStringLiteral("(gone)") : panel()->model().index(row, column).data().toString();
    }
    [[nodiscard]] test::FakeTimers& desk() { return engine.timers(); }
    int sounds = 0;
};

struct Over : test::Console {
    Over() {
        open();
        window->resize(1400, 860);
        window->showPage(0);
    }
    [[nodiscard]] ui::OverviewPage* page() const {
        return static_cast<ui::OverviewPage*>(window->page(QStringLiteral("overview")));
    }
    [[nodiscard]] QString figure(Figure which) const { return page()->tile(which)->figure(); }
};

}  // namespace

class TestAlerts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void firesRepeatsAndIsAcknowledged() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        auto* bell = alarm.window->topBar()->alertButton();
        QVERIFY(!bell->isVisible());
        alarm.panel()->soundAction()->setChecked(true);
        QCOMPARE(alarm.sounds, 1);  // so that it is known what to listen for
        QSignalSpy fired(&alarm.window->context().bell, &ui::AlertBell::fired);
        const auto id = alarm.desk().fire(no(990), TimerKind::PickUpLate);
        QTRY_COMPARE(alarm.sounds, 2);
        QCOMPARE(fired.count(), 1);  // the taskbar is told too
        QTRY_COMPARE(alarm.cell(id, Column::State), QStringLiteral("Firing"));
        QCOMPARE(alarm.cell(id, Column::Kind), QStringLiteral("Pick-up late"));
        QCOMPARE(alarm.cell(id, Column::Repeats), QStringLiteral("0"));
        QVERIFY(alarm.cell(id, Column::Late).startsWith(QStringLiteral("1:0")));
        QTRY_VERIFY(bell->isVisible());
        QVERIFY(bell->text().contains(QLatin1Char('1')));
        alarm.desk().fireAgain(id);
        QTRY_COMPARE(alarm.cell(id, Column::Repeats), QStringLiteral("1"));
        alarm.panel()->select({id});
        alarm.panel()->acknowledgeAction()->trigger();
        QTRY_COMPARE(alarm.cell(id, Column::State), QStringLiteral("Acknowledged"));
        QCOMPARE(alarm.cell(id, Column::By), QStringLiteral("local:test"));
        QCOMPARE(alarm.cell(id, Column::Next), QStringLiteral("–"));
        QCOMPARE(alarm.desk().alert(id)->state, AlertState::Acknowledged);
        QTRY_VERIFY(!bell->isVisible());
        QCOMPARE(alarm.said().tone, ui::Tone::Good);
        // What was late happens: it is resolved by itself and leaves the list of open ones.
        alarm.desk().resolveBySelf(id, "picked_up");
        QTRY_COMPARE(alarm.cell(id, Column::State), QStringLiteral("(gone)"));
        alarm.panel()->resolvedToo()->setChecked(true);
        QTRY_COMPARE(alarm.cell(id, Column::Resolution), QStringLiteral("picked up"));
    }

    void isSilencedForAWhileAndFiresAgain() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        const auto id = alarm.desk().fire(no(991), TimerKind::Unassigned);
        QTRY_COMPARE(alarm.cell(id, Column::State), QStringLiteral("Firing"));
        alarm.panel()->select({id});
        alarm.panel()->silenceAction()->trigger();
        auto* question = alarm.panel()->question();
        auto* when = question->findChild<ui::WhenField*>(QStringLiteral("whenField"));
        when->delay()->setEditText(QStringLiteral("-1 h"));
        QVERIFY(!question->confirmButton()->isEnabled());
        when->delay()->setEditText(QStringLiteral("15 min"));
        alarm.moveTime(0);
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
        QTRY_COMPARE(alarm.cell(id, Column::State), QStringLiteral("Silenced"));
        const auto until = alarm.desk().alert(id)->nextRepeat->ms - alarm.engine.now().ms;
        QVERIFY(until >= 900'000 && until < 920'000);
        QVERIFY(alarm.cell(id, Column::Next) != QStringLiteral("–"));
        alarm.desk().fireAgain(id);
        QTRY_COMPARE(alarm.cell(id, Column::State), QStringLiteral("Firing"));
    }

    void whoHasTheOrderIsNamedWithATelephone() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        std::int64_t held = 990;  // an order that a courier has
        while (alarm.engine.row(no(held)).courier.empty()) {
            --held;
        }
        const auto id = alarm.desk().fire(no(held), TimerKind::PickUpLate);
        QTRY_COMPARE(alarm.cell(id, Column::State), QStringLiteral("Firing"));
        const auto courier = alarm.desk().alert(id)->courier;
        QVERIFY(!courier.empty());
        QTRY_VERIFY(alarm.cell(id, Column::Courier) != QString::fromStdString(courier.str()));
        QVERIFY(alarm.cell(id, Column::Courier) != QStringLiteral("–"));
    }

    void manyAreReassignedAndOpenedAtOnce() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        const auto a = alarm.desk().fire(no(990), TimerKind::PickUpLate);
        const auto b = alarm.desk().fire(no(991), TimerKind::PickUpLate);
        QTRY_COMPARE(alarm.panel()->model().rowCount(), 2);
        QVERIFY(!ui::whyDisabled(*alarm.panel()->reassignAction()).isEmpty());
        alarm.panel()->select({a, b});
        QVERIFY2(alarm.panel()->reassignAction()->isEnabled(),
                 qPrintable(ui::whyDisabled(*alarm.panel()->reassignAction())));
        alarm.panel()->reassignAction()->trigger();
        QTRY_VERIFY(alarm.panel()->flow()->question() != nullptr);
        QCOMPARE(alarm.panel()->flow()->question()->rows().size(), std::size_t{2});
        alarm.panel()->flow()->question()->reject();
        alarm.panel()->openAction()->trigger();
        QCOMPARE(alarm.window->currentPage(), alarm.orders());
        QTRY_VERIFY(alarm.orders()->isReady());
        QCOMPARE(alarm.orders()->filters()->filter().only.size(), std::size_t{2});
        QTRY_COMPARE(alarm.orders()->model().total(), 2);
        auto* chip = alarm.orders()->findChild<QPushButton*>(QStringLiteral("filterChosen"));
        QVERIFY(chip->isVisible());
        QTest::mouseClick(chip, Qt::LeftButton);
        QVERIFY(alarm.orders()->filters()->filter().only.empty());
        QTRY_VERIFY(alarm.orders()->model().total() > 2);
        QVERIFY(!chip->isVisible());
    }

    void theOrderOfTheListIsChosenAndKept() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        (void)alarm.desk().fire(no(990), TimerKind::PickUpLate);
        (void)alarm.desk().fire(no(991), TimerKind::PickUpLate);
        QTRY_COMPARE(alarm.panel()->model().rowCount(), 2);
        const auto* table = alarm.panel()->table();
        QCOMPARE(table->horizontalHeader()->sortIndicatorSection(), static_cast<int>(Column::Fired));
        QCOMPARE(table->horizontalHeader()->sortIndicatorOrder(), Qt::DescendingOrder);  // newest first
        alarm.panel()->table()->sortByColumn(Column::Late, Qt::DescendingOrder);
        ui::AlertsPanel another(alarm.window->context(), QStringLiteral("another"));
        QCOMPARE(another.table()->horizontalHeader()->sortIndicatorSection(), static_cast<int>(Column::Late));
    }

    void figuresAreThoseOfTheCampusLookedAt() {
        Over over;
        QTRY_VERIFY(over.page()->isReady());
        auto& scope = over.window->context().scope;
        QTRY_VERIFY(scope.campuses().size() > 1);
        const QString all = over.figure(Figure::Unassigned);
        QVERIFY(all != QStringLiteral("–"));
        scope.setCurrent(scope.campuses().front().id);
        api::OrderFilter filter;
        filter.campus = scope.current();
        filter.unassignedOnly = true;
        auto& bridge = over.window->context().bridge;
        const auto there = bridge.orders().count(bridge.call(), filter);
        QTRY_VERIFY(there.isFinished());
        QTRY_COMPARE(over.figure(Figure::Unassigned), ui::Formats::number(there.result().value()));
        QVERIFY(over.figure(Figure::Unassigned) != all);
        scope.setCurrent({});
        QTRY_COMPARE(over.figure(Figure::Unassigned), all);
    }

    void isResolvedByHandWithAReason() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        const auto a = alarm.desk().fire(no(992), TimerKind::DeliveryLate);
        const auto b = alarm.desk().fire(no(993), TimerKind::DeliveryLate);
        QTRY_COMPARE(alarm.panel()->model().rowCount(), 2);
        alarm.panel()->select({a, b});
        alarm.panel()->resolveAction()->trigger();
        auto* question = alarm.panel()->question();
        QVERIFY(!question->confirmButton()->isEnabled());
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(QStringLiteral("called them"));
        // One is resolved by somebody else while the question stands: told, not overwritten.
        alarm.desk().resolveBySelf(a, "delivered");
        QSignalSpy finished(alarm.panel(), &ui::AlertsPanel::finished);
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(alarm.desk().alert(a)->resolution, std::string("delivered"));
        QCOMPARE(alarm.desk().alert(b)->resolution, std::string("called them"));
        QCOMPARE(alarm.said().tone, ui::Tone::Warn);
        QVERIFY(alarm.panel()->outcome() != nullptr);
        QCOMPARE(Delayed::outcomeWords(alarm.panel()->outcome()),
                 (QStringList{QStringLiteral("Changed meanwhile"), QStringLiteral("Done")}));
        const auto* rows = alarm.panel()->outcome()->findChild<QTableView*>(QStringLiteral("outcomeRows"));
        const QString why = rows->model()->index(0, 4).data().toString();
        QVERIFY2(why.startsWith(QStringLiteral("Resolved")) && why.endsWith(QStringLiteral("delivered")),
                 qPrintable(why));
    }

    void soundsOnlyIfWantedOncePerMomentAndFromAMinimisedWindow() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        QVERIFY(!alarm.window->context().bell.isOn());
        const auto id = alarm.desk().fire(no(994), TimerKind::Unassigned);
        QTRY_COMPARE(alarm.cell(id, Column::State), QStringLiteral("Firing"));
        QCOMPARE(alarm.sounds, 0);
        alarm.panel()->soundAction()->setChecked(true);
        alarm.window->hide();
        for (int i = 0; i < 5; ++i) {
            alarm.desk().fireAgain(id);
            QCoreApplication::processEvents();
        }
        QCOMPARE(alarm.sounds, 2);  // as it was turned on, and once for all that fired
        // Remembered for the person.
        alarm.window.reset();
        alarm.open();
        QVERIFY(alarm.window->context().bell.isOn());
        QVERIFY(alarm.panel()->soundAction()->isChecked());
    }

    void aFailureIsNoSuccessAndADisabledActionSaysWhy() {
        Alarm alarm;
        QTRY_VERIFY(alarm.ready());
        const auto id = alarm.desk().fire(no(995), TimerKind::Unassigned);
        QTRY_COMPARE(alarm.panel()->model().rowCount(), 1);
        QVERIFY(ui::whyDisabled(*alarm.panel()->acknowledgeAction()).contains(QStringLiteral("Select")));
        alarm.panel()->select({id});
        alarm.engine.failCommands(Error{ErrorCode::Busy, "full", {}, {}});
        QSignalSpy finished(alarm.panel(), &ui::AlertsPanel::finished);
        alarm.panel()->acknowledgeAction()->trigger();
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(alarm.said().tone, ui::Tone::Bad);
        QCOMPARE(alarm.desk().alert(id)->state, AlertState::Firing);
    }

    void theAlertInTheTopBarLeadsToTheList() {
        Over over;
        QTRY_VERIFY(over.page()->isReady());
        const auto id = over.engine.timers().fire(no(996), TimerKind::DeliveryLate);
        auto* bell = over.window->topBar()->alertButton();
        QTRY_VERIFY(bell->isVisible());
        QTRY_COMPARE(over.page()->alerts()->model().rowOf(std::to_string(id)), 0);
        QTest::mouseClick(bell, Qt::LeftButton);
        QCOMPARE(over.window->currentPage()->id(), QStringLiteral("delayed"));
        auto* delayed = static_cast<ui::DelayedPage*>(over.window->currentPage());
        QCOMPARE(delayed->tabs()->currentIndex(), static_cast<int>(ui::DelayedPage::AlertsTab));
    }

    void theOverviewsTilesShowWhatIsThere() {
        Over over;
        QTRY_VERIFY(over.page()->isReady());
        QTRY_COMPARE(over.figure(Figure::OrdersToday), ui::Formats::number(over.engine.size()));
        QTRY_COMPARE(over.figure(Figure::Unassigned), QStringLiteral("3"));
        QTRY_COMPARE(over.figure(Figure::Late), QStringLiteral("0"));
        QVERIFY(over.engine.timers().overdue() > 0);  // timers that are not handled are another figure
        QVERIFY(
            over.page()->tile(Figure::Late)->note().startsWith(ui::Formats::number(over.engine.timers().overdue())));
        over.engine.setLimit(no(998), over.engine.now());
        over.engine.setLimit(no(997), over.engine.now().plusMs(1));  // not yet
        QTRY_COMPARE(over.figure(Figure::Late), QStringLiteral("1"));
        QCOMPARE(over.page()->tile(Figure::Late)->tone(), ui::Tone::Bad);
        const auto status = over.engine.status();
        QVERIFY(status.deadTasks > 0 && status.deadTimers + status.deadLetters == 2);
        QTRY_COMPARE(over.figure(Figure::DeadLetters), QString::number(2 + status.deadTasks));
        over.engine.timers().makeDead(over.engine.timers().select({})[0].orderNo, "x");
        QTRY_COMPARE(over.figure(Figure::DeadLetters), QString::number(3 + status.deadTasks));
        QVERIFY(over.figure(Figure::FairnessSpread) != QStringLiteral("–"));
        QTest::mouseClick(over.page()->tile(Figure::Late), Qt::LeftButton);
        QCOMPARE(over.window->currentPage()->id(), QStringLiteral("orders"));
        auto* late = over.window->currentPage()->findChild<QPushButton*>(QStringLiteral("filterLate"));
        QVERIFY(late && late->isChecked());
    }

    void whatIsNotMeasuredIsADashAndAGap() {
        Over over;
        over.engine.setFigures(128.4, -1, -1);
        QTRY_VERIFY(over.page()->isReady());
        QCOMPARE(over.figure(Figure::PaidPerMinute), QStringLiteral("–"));
        auto* plot = over.page()->latency();
        plot->clear();
        over.window->context().bridge.poll();
        QTRY_VERIFY(!plot->points().empty());
        QVERIFY(!plot->points().back().values[0]);
        over.engine.setFigures(128.4, 2.5, 6);
        over.engine.setNow(over.engine.now().plusMs(1'000));
        over.window->context().bridge.poll();
        QTRY_VERIFY(plot->drawnValues(0).contains(2.5));
        QVERIFY(std::isnan(plot->drawnValues(0).front()));
        over.engine.failReads(Error{ErrorCode::Storage, "disk failed", {}, {}});
        over.page()->commands().front()->trigger();  // read again
        QTRY_COMPARE_WITH_TIMEOUT(over.figure(Figure::OrdersToday), QStringLiteral("–"), 20'000);
        QTRY_COMPARE_WITH_TIMEOUT(over.figure(Figure::FairnessSpread), QStringLiteral("–"), 20'000);
        QTRY_COMPARE_WITH_TIMEOUT(over.page()->health()->valueOf(QStringLiteral("Delay queue")), QStringLiteral("–"),
                                  20'000);
    }

    void paidAMinuteCountsEvents() {
        ui::RateMeter meter;
        meter.begin({0});
        QVERIFY(!meter.perMinute({4'000}));
        meter.add({2'000}, 10);
        QCOMPARE(meter.perMinute({30'000}).value(), 20.0);
        meter.add({50'000}, 5);
        QCOMPARE(meter.perMinute({60'000}).value(), 15.0);
        QCOMPARE(meter.perMinute({100'000}).value(), 5.0);
        QCOMPARE(meter.perMinute({200'000}).value(), 0.0);
        Over over;
        QTRY_VERIFY(over.page()->isReady());
        over.engine.setNow(over.engine.now().plusMs(10'000));
        over.window->context().bridge.poll();
        QTRY_VERIFY(over.figure(Figure::PaidPerMinute) == QStringLiteral("0.0"));
        api::Event paid;
        paid.order = {1};
        paid.what = api::EventKind::Paid;
        over.engine.publish({paid, paid, paid});
        QTRY_VERIFY(over.figure(Figure::PaidPerMinute) != QStringLiteral("0.0"));
    }

    void hiddenTheOverviewAsksNothing() {
        Over over;
        QTRY_VERIFY(over.page()->isReady());
        over.window->hide();
        const int polls = over.engine.statusCalls();
        over.engine.timers().fire(no(997), TimerKind::Unassigned);
        over.engine.burst(100, 50);
        QCoreApplication::processEvents();
        QCOMPARE(over.engine.statusCalls(), polls);
        QVERIFY(over.window->context().bridge.isResting());
        QVERIFY(over.window->context().pulse.isResting());
    }
};

QTEST_MAIN(TestAlerts)
#include "test_alerts.moc"
