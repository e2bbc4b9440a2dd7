// SPDX-License-Identifier: GPL-3.0-or-later
// The page of delayed orders: countdowns, filters, each action, dead letters, stale selections, the board, the
// histogram, lateness, the queue, settings, languages and looks.
#include <QComboBox>
#include <QLineEdit>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "tests/ui/delayed_fixture.h"
#include "ui/shell/navigation_bar.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/delay_text.h"

using namespace evenhand;
using api::TimerKind;
using api::TimerState;
using test::Delayed;
using ui::TimerAction;
using Model = ui::TimerTableModel;

namespace {

QString cell(const QAbstractItemModel& model, int row, int column) {
    return model.index(row, column).data().toString();
}

/// A timer of an order that exists, due `inMs` from now.
api::TimerRow timerIn(test::FakeEngine& engine, std::int64_t id, std::int64_t inMs,
                      TimerKind kind = TimerKind::Unpaid) {
    const auto order = engine.row(test::FakeEngine::orderNoOf(id));
    api::TimerRow row;
    row.order = order.id;
    row.orderNo = order.orderNo;
    row.campus = order.campus;
    row.kind = kind;
    row.due = engine.now().plusMs(inMs);
    row.status = order.status;
    return row;
}

}  // namespace

class TestDelayedPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void delaysAreReadExactly() {
        constexpr std::int64_t kMost = api::kMaxTimerDelayMs;
        const auto ms = [](const char* text) { return ui::readDelay(QString::fromUtf8(text), 0, kMost).ms; };
        QCOMPARE(ms("30 min"), 1'800'000);
        QCOMPARE(ms("1h30m"), 5'400'000);
        QCOMPARE(ms("1.5 h"), 5'400'000);
        QCOMPARE(ms("0"), 0);
        QCOMPARE(ms("250 ms"), 250);
        QCOMPARE(ms("0.001 s"), 1);
        QCOMPARE(ms("2天 3小时"), 2LL * 86'400'000 + 3LL * 3'600'000);
        QCOMPARE(ms("3652 d"), kMost);
        for (const char* bad : {"", "5", "-5 min", "five", "5 parsecs", "1 h 2 h", "0.0001 s", "3653 d",
                                "99999999999999999999 d", "1e3 s", "NaN s", "5 min;", "1..5 s"}) {
            const auto read = ui::readDelay(QString::fromUtf8(bad), 0, kMost);
            QVERIFY2(!read.ms, bad);
            QVERIFY2(!read.problem.isEmpty(), bad);
        }
        QVERIFY(!ui::readDelay(QStringLiteral("0"), 1, kMost).ms);
        for (const std::int64_t each : {std::int64_t{0}, std::int64_t{1}, std::int64_t{90'061'001}, kMost - 1, kMost}) {
            QCOMPARE(ui::readDelay(ui::writeDelay(each), 0, kMost).ms, each);
        }
        QCOMPARE(ui::delayLevels().size(), std::size_t{18});
    }

    void aCountdownFollowsTheClockAndTurnsLate() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        const auto no = test::FakeEngine::orderNoOf(990);
        auto row = timerIn(desk.engine, 990, 125'000);
        desk.engine.timers().put(row);
        desk.page()->timers()->filters()->setText(QStringLiteral("A000000990"));
        QTRY_COMPARE(desk.model().rowCount(), 1);
        QCOMPARE(desk.orderAt(0), no);
        desk.moveTime(0);
        QCOMPARE(cell(desk.model(), 0, Model::CountdownColumn), QStringLiteral("in 2:05"));
        desk.moveTime(65'000);
        QCOMPARE(cell(desk.model(), 0, Model::CountdownColumn), QStringLiteral("in 1:00"));
        QCOMPARE(cell(desk.model(), 0, Model::StateColumn), QStringLiteral("Pending"));
        desk.moveTime(63'000);
        QCOMPARE(cell(desk.model(), 0, Model::CountdownColumn), QStringLiteral("0:03 late"));
        QCOMPARE(cell(desk.model(), 0, Model::StateColumn), QStringLiteral("Overdue"));
        // The clock is set back: it is to come again.
        desk.moveTime(-3'600'000);
        QVERIFY(cell(desk.model(), 0, Model::CountdownColumn).startsWith(QStringLiteral("in 1:00:")) ||
                cell(desk.model(), 0, Model::CountdownColumn).startsWith(QStringLiteral("in 59:")));
    }

    void theCountdownTouchesOnlyWhatIsSeenAndRestsWhenHidden() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        QTRY_VERIFY(desk.model().isTicking());
        const int seen = desk.page()->timers()->table()->viewport()->height() / ui::kRowHeight + 2;
        QVERIFY(desk.model().rowCount() > 3 * seen);
        QSignalSpy changed(&desk.model(), &QAbstractItemModel::dataChanged);
        QTRY_VERIFY(!changed.isEmpty());
        for (const auto& call : changed) {
            QVERIFY(call.at(1).toModelIndex().row() - call.at(0).toModelIndex().row() <= seen);
        }
        desk.window->hide();
        QVERIFY(!desk.model().isTicking());
        const int reads = desk.engine.timers().reads();
        desk.engine.timers().moveElsewhere(desk.orderAt(0), desk.engine.now().plusMs(1));
        QCoreApplication::processEvents();
        QCOMPARE(desk.engine.timers().reads(), reads);
        desk.window->show();
        QVERIFY(desk.model().isTicking());
        QTRY_VERIFY(desk.engine.timers().reads() > reads);
        desk.showOrders();
        QVERIFY(!desk.model().isTicking());
    }

    void filtersByKindStateCampusDueAndText() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        auto* filters = desk.page()->timers()->filters();
        const auto shows = [&](const api::TimerFilter& filter) {
            return desk.model().rowCount() == static_cast<int>(desk.engine.timers().select(filter).size());
        };
        const int all = desk.model().rowCount();
        QVERIFY(all > 100);
        filters->setKinds({TimerKind::Unpaid});
        QTRY_VERIFY(desk.model().rowCount() < all && shows({{TimerKind::Unpaid}, {}, {}, {}, {}, {}}));
        QCOMPARE(cell(desk.model(), 0, Model::KindColumn), QStringLiteral("Unpaid"));
        filters->states()->setChosen({QStringLiteral("overdue")});
        Q_EMIT filters->filterChanged();
        QTRY_VERIFY(shows({{TimerKind::Unpaid}, {TimerState::Overdue}, {}, {}, {}, {}}));
        QVERIFY(desk.model().rowCount() > 0);
        desk.window->context().scope.setCurrent(CampusId("C2"));
        QTRY_VERIFY(shows({{TimerKind::Unpaid}, {TimerState::Overdue}, CampusId("C2"), {}, {}, {}}));
        filters->clear();
        QTRY_COMPARE(desk.model().rowCount(), all);
        filters->due()->setChosen({QStringLiteral("300000")});
        Q_EMIT filters->filterChanged();
        QTRY_VERIFY(desk.engine.timers().lastQuery().filter.dueTo.has_value());
        const auto to = *desk.engine.timers().lastQuery().filter.dueTo;
        QVERIFY(to.ms - desk.engine.now().ms >= 300'000 && to.ms - desk.engine.now().ms < 320'000);
        filters->clear();
        QTest::keyClicks(filters->findChild<QLineEdit*>(QStringLiteral("timerFilterText")),
                         QStringLiteral("A00000099"));
        QTRY_VERIFY(desk.model().rowCount() > 0 && desk.model().rowCount() <= 10);
    }

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
        QCOMPARE(desk.engine.row(no).status, api::OrderStatus::Closed);
        QVERIFY(!desk.engine.timers().timer(no));
        QCOMPARE(desk.engine.timers().reasons().back(), std::string("customer said no"));
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
        desk.page()->timers()->filters()->setKinds({TimerKind::AutoConfirm});
        QTRY_COMPARE(desk.rowOf(TimerKind::AutoConfirm), 0);
        const int row = 0;
        const auto no = desk.orderAt(row);
        const auto due = desk.model().row(row)->due;
        desk.select({row});
        postpone([](ui::WhenField* when) { when->delay()->setCurrentIndex(1); });  // 5 s
        QCOMPARE(desk.engine.timers().timer(no)->due, due.plusMs(5'000));
        QTRY_VERIFY(desk.ready());
        const auto again = desk.model().rowOf(desk.engine.row(no).id);
        QTRY_COMPARE(desk.model().row(*again)->due, due.plusMs(5'000));
        desk.select({*again});
        postpone([](ui::WhenField* when) { when->delay()->setEditText(QStringLiteral("1 h 250 ms")); });
        QCOMPARE(desk.engine.timers().timer(no)->due, due.plusMs(5'000 + 3'600'250));
        QTRY_COMPARE(desk.model().row(*desk.model().rowOf(desk.engine.row(no).id))->due, due.plusMs(3'605'250));
        desk.select({*desk.model().rowOf(desk.engine.row(no).id)});
        const QDateTime wall = desk.window->context().formats.zoned(desk.engine.now().plusMs(9'000'007));
        postpone([&](ui::WhenField* when) {
            when->mode()->setCurrentIndex(1);
            when->at()->setDateTime(QDateTime(wall.date(), wall.time(), Qt::UTC));
        });
        QCOMPARE(desk.engine.timers().timer(no)->due.ms, wall.toMSecsSinceEpoch());
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
        const QDateTime past = desk.window->context().formats.zoned(desk.engine.now().plusMs(-60'000));
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
        const Instant later = desk.engine.now().plusMs(77'000'000);
        desk.engine.timers().moveElsewhere(moved, later);
        desk.engine.timers().remove(gone);
        QTRY_VERIFY(!desk.model().rowOf(desk.engine.row(gone).id));
        desk.confirm(QStringLiteral("by hand"));
        QCOMPARE(desk.engine.timers().timer(moved)->due, later);
        QVERIFY(!desk.engine.timers().timer(kept));
        QCOMPARE(Delayed::outcomeWords(desk.page()->timers()->flow()->outcome()),
                 (QStringList{QStringLiteral("Conflict"), QStringLiteral("Refused"), QStringLiteral("Done")}));
        QCOMPARE(desk.said().tone, ui::Tone::Warn);
        QVERIFY(desk.said().text.contains(QStringLiteral("1 done")));
    }

    void aFailureOfTheWholeIsNoSuccess() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        desk.select({0});
        desk.engine.failCommands(Error{ErrorCode::OutcomeUnknown, "commit failed", {}, {}});
        desk.action(TimerAction::Cancel)->trigger();
        desk.confirm(QStringLiteral("x"));
        QCOMPARE(desk.said().tone, ui::Tone::Bad);
        QVERIFY(!desk.said().text.contains(QStringLiteral("nothing was done")));
    }

    void aSelectionFollowsItsOrdersThroughChanges() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        desk.select({2, 4});
        const auto first = desk.orderAt(2);
        const auto second = desk.orderAt(4);
        desk.engine.timers().remove(desk.orderAt(0));
        desk.engine.timers().moveElsewhere(second, desk.engine.now().plusMs(60'000));
        const auto id = desk.engine.row(first).id;
        QTRY_COMPARE(desk.model().rowOf(id), std::optional(1));
        QStringList selected;
        for (const auto& index : desk.page()->timers()->table()->selectionModel()->selectedRows()) {
            const auto* timer = desk.model().row(index.row());
            QVERIFY(timer != nullptr);
            selected << QString::fromStdString(timer->orderNo.str());
        }
        selected.sort();
        QStringList expected{QString::fromStdString(first.str()), QString::fromStdString(second.str())};
        expected.sort();
        QCOMPARE(selected, expected);
    }

    void deadLettersAreTriedAgainOneByOneAndTogether() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        QList<OrderNo> dead;
        for (int row = 0; row < 3; ++row) {
            dead << desk.orderAt(row * 3);
        }
        for (const auto& no : dead) {
            desk.engine.timers().makeDead(no, "script error: no such key");
        }
        desk.page()->tabs()->setCurrentIndex(ui::DelayedPage::DeadTab);
        auto* pane = desk.page()->dead();
        QTRY_COMPARE(pane->model().rowCount(), 3);
        QTRY_VERIFY(desk.page()->tabs()->tabText(ui::DelayedPage::DeadTab).contains(QLatin1Char('3')));
        QCOMPARE(cell(pane->model(), 0, Model::ReasonColumn), QStringLiteral("script error: no such key"));
        QCOMPARE(cell(pane->model(), 0, Model::AttemptsColumn), QStringLiteral("8"));
        Delayed::select(pane, {1});
        const auto one = pane->model().row(1)->orderNo;
        pane->actions()->action(TimerAction::Retry)->trigger();
        Delayed::confirm(pane->flow(), QStringLiteral("fixed"));
        QCOMPARE(desk.engine.timers().timer(one)->state, TimerState::Pending);
        QTRY_COMPARE(pane->model().rowCount(), 2);
        pane->table()->selectAll();
        pane->actions()->action(TimerAction::Retry)->trigger();
        // One more dies while the question stands: it was not seen, it is not touched.
        const auto late = desk.engine.timers().select({})[20].orderNo;
        desk.engine.timers().makeDead(late, "another");
        QTRY_COMPARE(pane->model().rowCount(), 3);
        Delayed::confirm(pane->flow(), QStringLiteral("fixed"));
        QCOMPARE(desk.engine.timers().deadCount(), std::int64_t{1});
        QCOMPARE(desk.engine.timers().timer(late)->state, TimerState::Dead);
    }

    void aDisabledActionSaysWhy() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        QVERIFY(ui::whyDisabled(*desk.action(TimerAction::Run)).contains(QStringLiteral("Select")));
        desk.select({desk.rowOf(TimerKind::AutoConfirm)});
        QVERIFY(desk.action(TimerAction::Run)->isEnabled());
        QVERIFY(ui::whyDisabled(*desk.action(TimerAction::Retry)).contains(QStringLiteral("failed")));
        desk.engine.setState(api::EngineState::ReadOnly, "disk full");
        QTRY_VERIFY(ui::whyDisabled(*desk.action(TimerAction::Run)).contains(QStringLiteral("disk full")));
        QVERIFY(ui::whyDisabled(*desk.page()->pauseAction()).contains(QStringLiteral("disk full")));
    }

    void withoutTheRightToCancelAnUnpaidTimerIsNotRun() {
        Delayed desk({}, false);
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

    void theBoardTellsBacklogFromLatenessAndNeverZeroForUnknown() {
        Delayed desk;
        desk.engine.timers().setLateness(TimerKind::Unpaid, 4, 9);
        QTRY_VERIFY(desk.ready());
        auto& board = desk.page()->board();
        using Board = ui::TimerBoardModel;
        const int unpaid = Board::rowOf(TimerKind::Unpaid);
        const int confirm = Board::rowOf(TimerKind::AutoConfirm);
        QTRY_COMPARE(cell(board, unpaid, Board::P50), QStringLiteral("4 ms"));
        QCOMPARE(cell(board, unpaid, Board::P99), QStringLiteral("9 ms"));
        QCOMPARE(cell(board, confirm, Board::P50), QStringLiteral("–"));
        QCOMPARE(cell(board, confirm, Board::OldestLate), QStringLiteral("–"));
        QVERIFY(cell(board, unpaid, Board::OldestLate) != QStringLiteral("–"));
        QCOMPARE(cell(board, unpaid, Board::InFlight), QStringLiteral("0"));
        // The plot: reported, then not, then again, leaves a gap.
        auto* plot = desk.page()->latePlot();
        desk.page()->selectKind(TimerKind::Unpaid);
        const auto before = plot->points().size();
        desk.engine.timers().setLateness(TimerKind::Unpaid, std::nullopt, std::nullopt);
        desk.engine.setNow(desk.engine.now().plusMs(1'000));
        QTRY_VERIFY_WITH_TIMEOUT(plot->points().size() > before && !plot->points().back().values[0], 10'000);
        desk.engine.timers().setLateness(TimerKind::Unpaid, 7, 12);
        desk.engine.setNow(desk.engine.now().plusMs(1'000));
        QTRY_VERIFY_WITH_TIMEOUT(plot->points().back().values[0] == std::optional(7.0), 10'000);
        QTRY_VERIFY(plot->drawnValues(0).contains(7.0));
        const auto values = plot->drawnValues(0);
        QVERIFY(std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); }));
        QVERIFY(!values.contains(0.0));
        // What cannot be read any more is not shown as if it were so.
        desk.engine.failReads(Error{ErrorCode::Storage, "disk failed", {}, {}});
        QTRY_COMPARE_WITH_TIMEOUT(cell(board, unpaid, Board::Armed), QStringLiteral("–"), 10'000);
        QVERIFY(desk.page()->notice()->isVisible());
    }

    void theHistogramShowsWhatFallsDueByMinuteAndLeadsThere() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        auto* plot = desk.page()->duePlot();
        QTRY_VERIFY(plot->histogram().has_value());
        const auto& histogram = *plot->histogram();
        QCOMPARE(histogram.from.ms % 60'000, std::int64_t{0});
        QCOMPARE(histogram.counts.size(), std::size_t{60});
        QVERIFY(histogram.before > 0);
        const std::int64_t sum =
            std::accumulate(histogram.counts.begin(), histogram.counts.end(), histogram.before + histogram.after);
        QCOMPARE(sum, static_cast<std::int64_t>(desk.engine.timers().select({}).size()));
        const auto busiest = static_cast<int>(std::max_element(histogram.counts.begin(), histogram.counts.end()) -
                                              histogram.counts.begin());
        const auto count = histogram.counts[static_cast<std::size_t>(busiest)];
        QTRY_VERIFY(plot->drawn() > 0);
        QVERIFY(QTest::qWaitForWindowExposed(desk.window.get()));
        QTRY_COMPARE(plot->barAt(plot->centreOf(busiest)), std::optional(busiest));
        QTest::mouseClick(plot, Qt::LeftButton, {}, plot->centreOf(busiest));
        QTRY_COMPARE(desk.model().rowCount(), static_cast<int>(count));
        // Another kind, another histogram.
        desk.page()->timers()->filters()->clear();
        desk.page()->timers()->filters()->setKinds({TimerKind::AutoConfirm});
        QTRY_COMPARE(plot->histogram()->before, std::int64_t{0});
    }

    void aKindIsPausedAndResumedWithAReason() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        desk.page()->selectKind(TimerKind::PickUpLate);
        QTRY_VERIFY(desk.page()->pauseAction()->isEnabled());
        for (const bool paused : {true, false}) {
            desk.page()->pauseAction()->trigger();
            auto* question = desk.page()->question();
            QVERIFY(!question->confirmButton()->isEnabled());
            question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(QStringLiteral("storm"));
            QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
            QTRY_COMPARE(desk.engine.timers().isPaused(TimerKind::PickUpLate), paused);
            const int row = ui::TimerBoardModel::rowOf(TimerKind::PickUpLate);
            QTRY_COMPARE_WITH_TIMEOUT(cell(desk.page()->board(), row, ui::TimerBoardModel::State),
                                      paused ? QStringLiteral("Paused") : QStringLiteral("Runs"), 10'000);
            QTRY_VERIFY(desk.page()->pauseAction()->text().startsWith(paused ? QStringLiteral("Resume")
                                                                             : QStringLiteral("Pause")));
        }
        QCOMPARE(desk.engine.timers().reasons().back(), std::string("storm"));
    }

    void queueAndDatabaseAreComparedAndPutRight() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        desk.engine.timers().setDrift(5, 2);
        desk.page()->tabs()->setCurrentIndex(ui::DelayedPage::QueueTab);
        auto* queue = desk.page()->queue();
        QCOMPARE(queue->comparison()->valueOf(QStringLiteral("Missing in the queue")), QStringLiteral("–"));
        queue->compareAction()->trigger();
        QTRY_COMPARE(queue->comparison()->valueOf(QStringLiteral("Missing in the queue")), QStringLiteral("5"));
        QVERIFY(queue->verdict().contains(QLatin1Char('7')));
        queue->rearmAction()->trigger();
        QTRY_COMPARE(queue->comparison()->valueOf(QStringLiteral("Put right by this run")), QStringLiteral("7"));
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
        auto* question = queue->question();
        question->findChild<QComboBox*>(QStringLiteral("queueMode"))->setCurrentIndex(1);
        auto* interval = question->findChild<QLineEdit*>(QStringLiteral("queueInterval"));
        for (const char* bad : {"50 ms", "2 d", "often", ""}) {
            interval->setText(QString::fromUtf8(bad));
            QVERIFY2(!question->confirmButton()->isEnabled(), bad);
            QVERIFY2(question->confirmButton()->toolTip().contains(QStringLiteral("Poller")), bad);
        }
        interval->setText(QStringLiteral("2500 ms"));
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
        QTRY_VERIFY(!desk.engine.timers().queueOn());
        QCOMPARE(desk.engine.timers().pollIntervalMs(), std::int64_t{2'500});
        QTRY_VERIFY_WITH_TIMEOUT(desk.page()->notice()->text().contains(QStringLiteral("poller works alone")), 10'000);
        QTRY_VERIFY(!ui::whyDisabled(*queue->compareAction()).isEmpty());
    }

    void aClockSetBackIsSaid() {
        Delayed desk;
        desk.engine.timers().setClockBehind(3LL * 365 * 86'400'000);
        QTRY_VERIFY(desk.ready());
        QTRY_VERIFY(desk.page()->notice()->isVisible());
        QVERIFY(desk.page()->notice()->text().contains(QStringLiteral("set back")));
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
        desk.engine.timers().failPolicyField("pick_up_late_ms");
        QTest::mouseClick(save, Qt::LeftButton);
        auto* late = dialog->findChild<QLineEdit*>(QStringLiteral("timerPolicy_pick_up_late_ms"));
        QTRY_VERIFY(late->property("invalid").toBool());
        QVERIFY(dialog->isVisible());
        desk.engine.timers().failPolicyField({});
        QTest::mouseClick(save, Qt::LeftButton);
        QTRY_VERIFY(desk.page()->settings() == nullptr || !desk.page()->settings()->isVisible());
        const auto policy = desk.engine.timers().policy(campus);
        QCOMPARE(policy.unpaidMs, std::int64_t{0});
        QCOMPARE(policy.alertRepeatMs, std::int64_t{0});
        QVERIFY(policy.autoReassign);
        QCOMPARE(policy.pickUpLateMs, api::TimerPolicy{}.pickUpLateMs);
    }

    void badgesCountWhatIsOverdueUnassignedAndAlarming() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        const auto entryOf = [&](const char* id) {
            for (std::size_t i = 0; i < desk.window->pages().size(); ++i) {
                if (desk.window->pages()[i]->id() == QLatin1String(id)) {
                    return desk.window->navigation()->entry(static_cast<int>(i));
                }
            }
            return static_cast<ui::NavigationButton*>(nullptr);
        };
        QTRY_COMPARE(entryOf("delayed")->badge(), std::optional<qint64>(desk.engine.timers().overdue()));
        desk.engine.timers().makeDead(desk.orderAt(desk.rowOf(TimerKind::AutoConfirm)), "x");
        QTRY_COMPARE(entryOf("delayed")->badge(), std::optional<qint64>(desk.engine.timers().overdue() + 1));
        QTRY_COMPARE(entryOf("dispatch")->badge(),
                     std::optional<qint64>(desk.engine.status().unassigned + desk.engine.status().deadLetters));
        QCOMPARE(entryOf("overview")->badge(), std::optional<qint64>(0));
        desk.engine.timers().fire(test::FakeEngine::orderNoOf(999), TimerKind::Unassigned);
        QTRY_COMPARE(entryOf("overview")->badge(), std::optional<qint64>(1));
    }

    void languageAndLookAreSwitchedWhileItRuns() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        const QString english = desk.page()->tabs()->tabText(0);
        const QString header =
            desk.model().headerData(Model::CountdownColumn, Qt::Horizontal, Qt::DisplayRole).toString();
        desk.window->setLanguage(QStringLiteral("zh"));
        QTRY_VERIFY(desk.page()->tabs()->tabText(0) != english);
        QVERIFY(desk.model().headerData(Model::CountdownColumn, Qt::Horizontal, Qt::DisplayRole).toString() != header);
        QVERIFY(desk.action(TimerAction::Run)->text() != QStringLiteral("Do it now…"));
        desk.window->setLanguage(QStringLiteral("en"));
        QTRY_COMPARE(desk.page()->tabs()->tabText(0), english);
        QTRY_VERIFY(desk.page()->isReady());
        desk.window->setTheme(ui::ThemeChoice::Dark);
        const QImage dark = desk.page()->grab().toImage();
        desk.window->setTheme(ui::ThemeChoice::Light);
        const QImage light = desk.page()->grab().toImage();
        QVERIFY(dark.pixelColor(5, 5).lightness() < 90);
        QVERIFY(light.pixelColor(5, 5).lightness() > 180);
    }

    void aMillionEventsAskOnceASecond() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        const int before = desk.engine.timers().reads();
        for (int i = 0; i < 200; ++i) {
            desk.engine.burst(100, 50);
        }
        QCoreApplication::processEvents();
        QVERIFY(desk.engine.timers().reads() - before <= 2);
    }
};

QTEST_MAIN(TestDelayedPage)
#include "test_delayed_page.moc"
