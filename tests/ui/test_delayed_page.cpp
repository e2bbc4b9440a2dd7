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
#include "tests/ui/layout_watch.h"
#include "ui/shell/navigation_bar.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/people_labels.h"

namespace test_delayed_page {

using namespace evenhand;
using api::TimerKind;
using api::TimerState;
using test::Delayed;
using ui::TimerAction;

namespace {

QString cell(const QAbstractItemModel& model, int row, int column) {
    return model.index(row, column).data().toString();
}
template <typename Model>
QString cell(const Model& model, int row, const char* column) {
    return cell(model, row, model.columnOf(QLatin1String(column)));
}

/// What the board says of lateness.
std::function<void(api::TimerBoard&)> lateBy(std::optional<std::int64_t> p50, std::optional<std::int64_t> p99) {
    return [=](api::TimerBoard& board) {
        auto& unpaid = board.kinds.at(static_cast<std::size_t>(TimerKind::Unpaid));
        unpaid.lateP50Ms = p50;
        unpaid.lateP99Ms = p99;
        unpaid.effects = p50 ? 12 : 0;
    };
}

}  // namespace

class TestDelayedPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void delaysAreReadExactly() {
        constexpr std::int64_t kMax = api::kMaxTimerDelayMs;
        const auto ms = [](const char* text) { return ui::readDelay(QString::fromUtf8(text), 0, kMax).ms; };
        QCOMPARE(ms("30 min"), 1'800'000);
        QCOMPARE(ms("1h30m"), 5'400'000);
        QCOMPARE(ms("1.5 h"), 5'400'000);
        QCOMPARE(ms("0"), 0);
        QCOMPARE(ms("250 ms"), 250);
        QCOMPARE(ms("0.001 s"), 1);
        QCOMPARE(ms("2天 3小时"), 2LL * 86'400'000 + 3LL * 3'600'000);
        QCOMPARE(ms("3652 d"), kMax);
        for (const char* bad : {"", "5", "-5 min", "five", "5 parsecs", "1 h 2 h", "0.0001 s", "3653 d",
                                "99999999999999999999 d", "1e3 s", "NaN s", "5 min;", "1..5 s"}) {
            const auto read = ui::readDelay(QString::fromUtf8(bad), 0, kMax);
            QVERIFY2(!read.ms, bad);
            QVERIFY2(!read.problem.isEmpty(), bad);
        }
        QVERIFY(!ui::readDelay(QStringLiteral("0"), 1, kMax).ms);
        for (const std::int64_t each : {std::int64_t{0}, std::int64_t{1}, std::int64_t{90'061'001}, kMax - 1, kMax}) {
            QCOMPARE(ui::readDelay(ui::writeDelay(each), 0, kMax).ms, each);
        }
        QCOMPARE(ui::delayLevels().size(), std::size_t{18});
    }

    void figuresThatAreReadAgainHaveNothingLaidOutAnew() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        test::LayoutWatch watch(*desk.window);
        QTRY_VERIFY(watch.take().isEmpty());  // what the page still had to place
        auto* feed = desk.page()->findChild<ui::DelayedFeed*>();
        QSignalSpy boards(feed, &ui::DelayedFeed::boardRead);
        QSignalSpy histograms(feed, &ui::DelayedFeed::histogramRead);
        feed->refresh();
        QTRY_VERIFY(boards.count() > 0 && histograms.count() > 0);
        QCOMPARE(watch.take().join(QStringLiteral(", ")), QString());
    }

    void aCountdownFollowsTheClockAndTurnsLate() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        const auto no = desk.shop.sell(0, false);
        desk.shop.postpone(no, desk.shop.now().plusMs(125'000));
        desk.page()->timers()->setText(QString::fromStdString(no.str()));
        QTRY_COMPARE(desk.model().rowCount(), 1);
        QCOMPARE(desk.orderAt(0), no);
        desk.moveTime(0);
        QCOMPARE(cell(desk.model(), 0, "countdown"), QStringLiteral("in 2:05"));
        desk.moveTime(65'000);
        QCOMPARE(cell(desk.model(), 0, "countdown"), QStringLiteral("in 1:00"));
        QCOMPARE(cell(desk.model(), 0, "state"), QStringLiteral("Pending"));
        desk.moveTime(63'000);
        QCOMPARE(cell(desk.model(), 0, "countdown"), QStringLiteral("0:03 late"));
        QCOMPARE(cell(desk.model(), 0, "state"), QStringLiteral("Overdue"));
        // Engine time is turned back: it is to come again.
        desk.shop.statusChange = [](api::EngineStatus& status) { status.now = status.now.plusMs(-3'600'000); };
        desk.moveTime(0);
        QVERIFY(cell(desk.model(), 0, "countdown").startsWith(QStringLiteral("in 1:00:")) ||
                cell(desk.model(), 0, "countdown").startsWith(QStringLiteral("in 59:")));
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
        const int reads = desk.shop.timers().reads;
        desk.shop.postpone(desk.orderAt(0), desk.shop.now().plusMs(1));
        QCoreApplication::processEvents();
        QCOMPARE(desk.shop.timers().reads, reads);
        desk.window->show();
        QVERIFY(desk.model().isTicking());
        QTRY_VERIFY(desk.shop.timers().reads > reads);
        desk.showOrders();
        QVERIFY(!desk.model().isTicking());
    }

    void onlyWhatTimeChangesIsPaintedAgain() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        const auto no = desk.shop.sell(0, false);
        desk.shop.postpone(no, desk.shop.now().plusMs(125'000));
        desk.page()->timers()->setText(QString::fromStdString(no.str()));
        QTRY_COMPARE(desk.model().rowCount(), 1);
        QSignalSpy changed(&desk.model(), &QAbstractItemModel::dataChanged);
        const auto touched = [&](const char* id) {
            const int column = desk.model().columnOf(QLatin1String(id));
            return std::any_of(changed.begin(), changed.end(), [&](const auto& call) {
                return call.at(0).toModelIndex().column() == column && call.at(1).toModelIndex().column() == column;
            });
        };
        QTRY_VERIFY(touched("countdown"));
        QVERIFY(!touched("state"));
        desk.moveTime(126'000);
        QTRY_VERIFY(touched("state"));
        // The board likewise: only columns with a span.
        const auto& board = desk.page()->board()->model();
        QVERIFY(board.isTicking());
        QStringList ticking;
        for (const auto& column :
             ui::TimerBoardPane::describeColumns(desk.window->context().formats, [] { return Instant{}; })) {
            if (column.isTicking) {
                ticking << column.id;
            }
        }
        QCOMPARE(ticking, (QStringList{QStringLiteral("oldest"), QStringLiteral("next")}));
    }

    void filtersByKindStateCampusDueAndText() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        auto* pane = desk.page()->timers();
        auto* filters = pane->filters();
        const auto shows = [&](const api::TimerFilter& filter) {
            return desk.model().rowCount() == static_cast<int>(desk.shop.select(filter).size());
        };
        const int all = desk.model().rowCount();
        QVERIFY(all > 100);
        pane->setKinds({TimerKind::Unpaid});
        QTRY_VERIFY(desk.model().rowCount() < all && shows({{TimerKind::Unpaid}, {}, {}, {}, {}, {}}));
        QCOMPARE(cell(desk.model(), 0, "kind"), QStringLiteral("Unpaid"));
        filters->choice(QStringLiteral("states"))->setChosen({QStringLiteral("overdue")});
        QTRY_VERIFY(shows({{TimerKind::Unpaid}, {TimerState::Overdue}, {}, {}, {}, {}}));
        QVERIFY(desk.model().rowCount() > 0);
        desk.window->context().scope.setCurrent(CampusId("C2"));
        QTRY_VERIFY(shows({{TimerKind::Unpaid}, {TimerState::Overdue}, CampusId("C2"), {}, {}, {}}));
        filters->clear();  // the scope is everybody's and stays
        QTRY_VERIFY(shows({{}, {}, CampusId("C2"), {}, {}, {}}));
        desk.window->context().scope.setCurrent({});
        QTRY_COMPARE(desk.model().rowCount(), all);
        filters->choice(QStringLiteral("due"))->setChosen({QStringLiteral("300000")});
        QTRY_VERIFY(desk.shop.timers().lastQuery.filter.dueTo.has_value());
        const auto to = *desk.shop.timers().lastQuery.filter.dueTo;
        QVERIFY(to.ms - desk.shop.now().ms >= 300'000 && to.ms - desk.shop.now().ms < 320'000);
        filters->clear();
        QTest::keyClicks(filters->findChild<QLineEdit*>(QStringLiteral("timerFilterText")),
                         QStringLiteral("A00000009"));
        QTRY_VERIFY(desk.model().rowCount() > 0 && desk.model().rowCount() <= 10);
        pane->setText(QStringLiteral("no such order"));
        QTRY_COMPARE(desk.model().rowCount(), 0);
        QTRY_COMPARE(pane->emptyLabel()->text(), QStringLiteral("No timer matches the filter."));
    }

    void aSelectionFollowsItsOrdersThroughChanges() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        desk.select({2, 4});
        const auto first = desk.orderAt(2);
        const auto second = desk.orderAt(4);
        desk.shop.cancel(desk.orderAt(0));
        desk.shop.postpone(second, desk.shop.now().plusMs(60'000));
        const auto id = desk.shop.order(first).id;
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

    void theBoardTellsBacklogFromLatenessAndNeverZeroForUnknown() {
        Delayed desk;
        desk.shop.timers().boardChange = lateBy(4, 9);
        QTRY_VERIFY(desk.ready());
        const auto& board = desk.page()->board()->model();
        const int unpaid = desk.page()->board()->rowOf(TimerKind::Unpaid);
        const int confirm = desk.page()->board()->rowOf(TimerKind::AutoConfirm);
        QVERIFY(unpaid >= 0 && confirm >= 0);
        QTRY_COMPARE_WITH_TIMEOUT(cell(board, unpaid, "p50"), QStringLiteral("4 ms"), 20'000);
        QCOMPARE(cell(board, unpaid, "p99"), QStringLiteral("9 ms"));
        QCOMPARE(cell(board, confirm, "p50"), QStringLiteral("–"));
        QCOMPARE(cell(board, confirm, "oldest"), QStringLiteral("–"));
        QVERIFY(cell(board, unpaid, "oldest") != QStringLiteral("–"));
        QCOMPARE(cell(board, unpaid, "inFlight"), QStringLiteral("0"));
        // The plot: reported, then not, then again, leaves a gap.
        auto* plot = desk.page()->latePlot();
        desk.page()->selectKind(TimerKind::Unpaid);
        const auto before = plot->points().size();
        desk.shop.timers().boardChange = lateBy(std::nullopt, std::nullopt);
        desk.shop.pass(1'000);
        QTRY_VERIFY_WITH_TIMEOUT(plot->points().size() > before && !plot->points().back().values[0], 20'000);
        desk.shop.timers().boardChange = lateBy(7, 12);
        desk.shop.pass(1'000);
        QTRY_VERIFY_WITH_TIMEOUT(plot->points().back().values[0] == std::optional(7.0), 20'000);
        QTRY_VERIFY(plot->drawnValues(0).contains(7.0));
        const auto values = plot->drawnValues(0);
        QVERIFY(std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); }));
        QVERIFY(!values.contains(0.0));
        // What cannot be read any more is not shown as if it were so.
        desk.shop.breakDisk(true);
        QTRY_COMPARE_WITH_TIMEOUT(cell(board, unpaid, "armed"), QStringLiteral("–"), 20'000);
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
        QCOMPARE(sum, static_cast<std::int64_t>(desk.shop.select({}).size()));
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
        desk.page()->timers()->setKinds({TimerKind::AutoConfirm});
        QTRY_COMPARE(plot->histogram()->before, std::int64_t{0});
    }

    void otherPagesLeadToEachOfItsLists() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        const auto open = [&](const QVariantMap& target) {
            desk.page()->tabs()->setCurrentIndex(ui::DelayedPage::QueueTab);
            desk.page()->openTarget(target);
            return desk.page()->tabs()->currentIndex();
        };
        QCOMPARE(open({{QStringLiteral("dead"), true}}), static_cast<int>(ui::DelayedPage::DeadTab));
        QCOMPARE(open({{QStringLiteral("alerts"), true}}), static_cast<int>(ui::DelayedPage::AlertsTab));
        QCOMPARE(open({{QStringLiteral("overdue"), true}}), static_cast<int>(ui::DelayedPage::TimersTab));
        api::TimerFilter overdue;
        overdue.dueTo = desk.shop.now().plusMs(1);
        const auto due = static_cast<int>(desk.shop.select(overdue).size());
        QVERIFY(due > 0 && due < static_cast<int>(desk.shop.select({}).size()));
        QTRY_COMPARE(desk.model().rowCount(), due);
        const auto order = desk.shop.of(TimerKind::AutoConfirm).back().orderNo;
        QCOMPARE(open({{QStringLiteral("order"), ui::text(order)}}), static_cast<int>(ui::DelayedPage::TimersTab));
        QTRY_COMPARE(desk.model().rowCount(), 1);
        QTRY_VERIFY(desk.model().row(0) != nullptr);
        QCOMPARE(desk.orderAt(0), order);
    }

    /// A kind of the board leads to its timers.
    void aKindLeadsToItsTimers() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        desk.page()->tabs()->setCurrentIndex(ui::DelayedPage::QueueTab);
        auto* table = desk.page()->findChild<QTableView*>(QStringLiteral("timerBoard"));
        QVERIFY(table != nullptr);
        const int row = desk.page()->board()->rowOf(TimerKind::PickUpLate);
        Q_EMIT table->doubleClicked(table->model()->index(row, 0));
        QCOMPARE(desk.page()->tabs()->currentIndex(), static_cast<int>(ui::DelayedPage::TimersTab));
        QTRY_COMPARE(desk.model().rowCount(), static_cast<int>(desk.shop.of(TimerKind::PickUpLate).size()));
        QTRY_VERIFY(desk.model().row(0) != nullptr);
        QCOMPARE(desk.model().row(0)->kind, TimerKind::PickUpLate);
    }

    void theKindChosenStaysInAnyOrder() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        auto* board = desk.page()->board();
        desk.page()->selectKind(TimerKind::DeliveryLate);
        const auto chosen = [board] { return std::vector<int>{board->rowOf(TimerKind::DeliveryLate)}; };
        QCOMPARE(board->table()->selectedAt(9), chosen());
        const auto before = chosen();
        board->table()->sortByColumn(0, Qt::DescendingOrder);
        QTRY_VERIFY(chosen() != before);
        QCOMPARE(desk.page()->currentKind(), TimerKind::DeliveryLate);
        QCOMPARE(board->table()->selectedAt(9), chosen());
    }

    /// What is done to the kind chosen is done to one that is seen.
    void theKindChosenIsOneThatTheFilterShows() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        auto* board = desk.page()->board();
        const auto all = board->model().rowCount();
        desk.page()->selectKind(TimerKind::DeliveryLate);
        auto* kinds = board->filters()->choice(QStringLiteral("kinds"));
        kinds->setChosen(
            {ui::keyText(api::toText(TimerKind::Unpaid)), ui::keyText(api::toText(TimerKind::PickUpLate))});
        QTRY_COMPARE(board->model().rowCount(), 2);
        QTRY_COMPARE(desk.page()->currentKind(), board->model().row(0)->kind);
        QCOMPARE(board->table()->selectedAt(9), std::vector<int>{0});
        // One that is asked for is shown: the filter gives way.
        desk.page()->selectKind(TimerKind::AutoConfirm);
        QTRY_COMPARE(board->model().rowCount(), all);
        QTRY_COMPARE(board->table()->selectedAt(9), std::vector<int>{board->rowOf(TimerKind::AutoConfirm)});
        QCOMPARE(desk.page()->currentKind(), TimerKind::AutoConfirm);
    }

    void aClockSetBackIsSaid() {
        Delayed desk;
        desk.shop.timers().boardChange = [](api::TimerBoard& board) { board.clockBehindMs = 3LL * 365 * 86'400'000; };
        QTRY_VERIFY(desk.ready());
        QTRY_VERIFY_WITH_TIMEOUT(desk.page()->notice()->isVisible(), 20'000);
        QVERIFY(desk.page()->notice()->text().contains(QStringLiteral("set back")));
    }

    void badgesCountWhatIsLateUnassignedAndAlarming() {
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
        // Late is the order's matter; a timer that is due and not handled is another figure.
        QVERIFY(desk.shop.status().overdue > 0);
        QTRY_COMPARE(entryOf("delayed")->badge(), std::optional<qint64>(0));
        desk.shop.letLimitPass(desk.shop.paidOrder(3));
        QTRY_COMPARE(entryOf("delayed")->badge(), std::optional<qint64>(1));
        desk.shop.bury(desk.orderAt(desk.rowOf(TimerKind::AutoConfirm)), "x");
        QTRY_COMPARE(entryOf("delayed")->badge(), std::optional<qint64>(2));
        auto* late = desk.page()->findChild<QAction*>(QStringLiteral("delayed.late"));
        QTRY_COMPARE(late->text(), QStringLiteral("Late orders: 1"));
        QTRY_COMPARE(entryOf("dispatch")->badge(),
                     std::optional<qint64>(desk.shop.status().unassigned + desk.shop.status().deadLetters));
        QTRY_COMPARE(entryOf("overview")->badge(), std::optional<qint64>(1));  // the dead letter
        (void)desk.shop.alarm(desk.orderAt(desk.rowOf(TimerKind::Unassigned)));
        QTRY_COMPARE(entryOf("overview")->badge(), std::optional<qint64>(2));
    }

    void languageAndLookAreSwitchedWhileItRuns() {
        Delayed desk;
        QTRY_VERIFY(desk.ready());
        const QString english = desk.page()->tabs()->tabText(0);
        const int countdown = desk.model().columnOf(QStringLiteral("countdown"));
        const QString header = desk.model().headerData(countdown, Qt::Horizontal, Qt::DisplayRole).toString();
        desk.window->setLanguage(QStringLiteral("zh"));
        QTRY_VERIFY(desk.page()->tabs()->tabText(0) != english);
        QVERIFY(desk.model().headerData(countdown, Qt::Horizontal, Qt::DisplayRole).toString() != header);
        QVERIFY(desk.action(TimerAction::Run)->text() != QStringLiteral("Run now…"));
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
        const int before = desk.shop.timers().reads;
        const std::vector<api::Event> burst(100, test::DelayShop::changed(desk.model().row(0)->order));
        for (int i = 0; i < 200; ++i) {
            desk.shop.publish(burst);
        }
        QCoreApplication::processEvents();
        QVERIFY(desk.shop.timers().reads - before <= 2);
    }
};

}  // namespace test_delayed_page

QTEST_MAIN(test_delayed_page::TestDelayedPage)
#include "test_delayed_page.moc"
