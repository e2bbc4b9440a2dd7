// SPDX-License-Identifier: GPL-3.0-or-later
// The page of workers over the real engine in memory: the ring drawn and walked, hand-overs, dead letters with an
// outcome for each row, holds, and what somebody without the permission is told.
#include <QAbstractItemModel>
#include <QComboBox>
#include <QPointer>
#include <QSpinBox>
#include <QTableView>
#include <set>

#include "tests/support/shops/task_shop.h"
#include "tests/ui/people_hand.h"
#include "ui/pages/workers/workers_page.h"
#include "ui/widgets/labels.h"

namespace test_workers_page {

using namespace evenhand;
using api::TaskKind;
using api::TaskStatus;
using test::TaskShop;

namespace {

struct Desk : test::PeopleHand<ui::WorkersPage, TaskShop> {
    explicit Desk(const std::string& login = {}) { open(login); }
    [[nodiscard]] ui::TaskPane::Model& model() const { return page->tasks()->model(); }
    void select(const std::vector<TaskId>& ids) const {
        std::vector<int> rows;
        for (const auto id : ids) {
            rows.push_back(model().rowOf(id).value_or(-1));
        }
        page->tasks()->table()->select(rows);
    }
    void finish(const QString& reason) const {
        QSignalSpy finished(page->tasks()->flow(), &ui::RowFlow::finished);
        confirm(page->tasks()->flow()->question(), reason);
        QTRY_COMPARE(finished.count(), 1);
    }
};

}  // namespace

class TestWorkersPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theRingIsDrawnAndCovered() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const auto* ring = desk.page->ring();
        QCOMPARE(desk.page->workers()->model().rowCount(), TaskShop::kWorkers);
        std::uint64_t covered = 0;
        for (const auto& segment : ring->segments()) {
            covered += segment.range.size();
        }
        QCOMPARE(covered, std::uint64_t{1} << 32);
        QVERIFY(ring->accessibleDescription().contains(QStringLiteral("%1 workers").arg(TaskShop::kWorkers)));
        QVERIFY(ring->brushOf(0) != ring->brushOf(1));
    }

    void theRingIsWalkedByKeys() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        auto* ring = desk.page->ring();
        QTest::keyClick(ring, Qt::Key_Right);
        QCOMPARE(ring->currentSegment(), 0);
        QVERIFY(desk.page->ringNote()->text().contains(QStringLiteral("worker")));
        QVERIFY(desk.page->ringNote()->text().contains(QStringLiteral("0x")));
        QVERIFY(ring->accessibleDescription().startsWith(ring->current()));
        QTest::keyClick(ring, Qt::Key_Left);
        QCOMPARE(ring->currentSegment(), static_cast<int>(ring->segments().size()) - 1);
        QTest::keyClick(ring, Qt::Key_Home);
        QCOMPARE(ring->currentSegment(), 0);
        QTest::keyClick(ring, Qt::Key_Escape);
        QCOMPARE(ring->currentSegment(), -1);
    }

    void theMouseNamesTheSegmentUnderIt() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        auto* ring = desk.page->ring();
        // At the top, a little inside the rim: position 0, which is in one segment.
        const QPointF top(ring->width() / 2.0, (ring->height() - std::min(ring->width(), ring->height())) / 2.0 + 22);
        const int at = ring->segmentAt(top);
        QVERIFY(at >= 0);
        QVERIFY(ring->segments().at(static_cast<std::size_t>(at)).range.contains(0) ||
                ring->segments().at(static_cast<std::size_t>(at)).range.contains(0x01000000) ||
                ring->segments().at(static_cast<std::size_t>(at)).range.contains(0xff000000));
        QCOMPARE(ring->segmentAt(QPointF(ring->width() / 2.0, ring->height() / 2.0)), -1);
        QTest::mouseMove(ring, top.toPoint());
        QTRY_VERIFY(ring->currentSegment() >= 0);
    }

    void oneWorkerAndAHundredAndNone() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        for (int i = 2; i < TaskShop::kWorkers; ++i) {
            desk.engine.leave(TaskShop::worker(i));
        }
        desk.engine.lose(TaskShop::worker(TaskShop::kWorkers));
        QTRY_COMPARE(desk.page->workers()->model().rowCount(), 1);
        QCOMPARE(desk.page->ring()->segments().size(), std::size_t{1});
        QVERIFY(desk.page->ring()->segments().front().range.contains(12345));
        desk.engine.leave(TaskShop::worker(1));
        QTRY_COMPARE(desk.page->workers()->model().rowCount(), 0);
        QVERIFY(desk.page->ring()->segments().empty());
        QVERIFY(desk.page->ring()->accessibleDescription().contains(QStringLiteral("No worker")));
        for (int i = 0; i < 100; ++i) {
            desk.engine.join("w" + std::to_string(i));
        }
        QTRY_COMPARE(desk.page->workers()->model().rowCount(), 100);
        QVERIFY(!desk.page->ring()->grab().isNull());
    }

    /// What would move is shown before anybody starts a worker, and nothing is changed by it.
    void whatIfThereWereMore() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.page->planAction()->trigger();
        QTRY_VERIFY(desk.page->planDialog() != nullptr);
        const QPointer<ui::RingPlanDialog> dialog(desk.page->planDialog());
        const auto workersIn = [](const ui::RingView* ring) {
            std::set<std::size_t> workers;
            for (const auto& segment : ring->segments()) {
                workers.insert(segment.worker);
            }
            return workers.size();
        };
        const auto covered = [](const ui::RingView* ring) {
            std::uint64_t positions = 0;
            for (const auto& segment : ring->segments()) {
                positions += segment.range.size();
            }
            return positions == std::uint64_t{1} << 32;
        };
        constexpr std::size_t kWorkers = TaskShop::kWorkers;
        QTRY_COMPARE(workersIn(dialog->then()), kWorkers + 1);
        QCOMPARE(workersIn(dialog->now()), kWorkers);
        QVERIFY(covered(dialog->now()) && covered(dialog->then()));
        // Who is there has the same colour on both sides, and in the page's own ring.
        QVERIFY(dialog->now()->brushOf(1) == dialog->then()->brushOf(1));
        QVERIFY(dialog->then()->accessibleDescription().contains(QStringLiteral("new worker 1")));
        QVERIFY(!dialog->now()->accessibleDescription().contains(QStringLiteral("new worker")));
        QVERIFY2(dialog->summary()->text().startsWith(QStringLiteral("5 workers then, each with about 20.0 %")),
                 qPrintable(dialog->summary()->text()));
        // Each of those that are there gives some of its own, to the new one alone.
        QCOMPARE(dialog->moves()->model()->rowCount(), static_cast<int>(kWorkers));
        for (int row = 0; row < dialog->moves()->model()->rowCount(); ++row) {
            QCOMPARE(dialog->moves()->model()->index(row, 1).data().toString(), QStringLiteral("new worker 1"));
        }
        // Segments of either ring are named below both.
        QTest::keyClick(dialog->then(), Qt::Key_Right);
        QCOMPARE(dialog->findChild<QLabel*>(QStringLiteral("ringPlanSegment"))->text(), dialog->then()->current());
        dialog->count()->setValue(2);
        QTRY_COMPARE(workersIn(dialog->then()), kWorkers + 2);
        dialog->unit()->setCurrentIndex(1);  // services, of as many workers as the settings say
        QTRY_COMPARE(workersIn(dialog->then()), kWorkers + 8);
        QVERIFY(dialog->unit()->currentText().contains(QStringLiteral("4 workers")));
        // It follows the ring.
        desk.engine.join("another");
        QTRY_COMPARE(workersIn(dialog->now()), kWorkers + 1);
        QTRY_COMPARE(workersIn(dialog->then()), kWorkers + 9);
        QTRY_COMPARE(desk.page->workers()->model().rowCount(), TaskShop::kWorkers + 1);
        dialog->reject();
        QTRY_VERIFY(desk.page->planDialog() == nullptr);
        // As another page asks for it.
        desk.page->openTarget({{QStringLiteral("plan"), true}});
        QTRY_VERIFY(desk.page->planDialog() != nullptr);
        desk.page->planDialog()->reject();
    }

    void whatIfThereWereVeryMany() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.engine.leave(TaskShop::worker(1));
        desk.page->planAction()->trigger();
        QTRY_VERIFY(desk.page->planDialog() != nullptr);
        desk.page->planDialog()->count()->setValue(100);
        desk.page->planDialog()->unit()->setCurrentIndex(1);
        QTRY_VERIFY2(desk.page->planDialog()->summary()->text().startsWith(QStringLiteral("403 workers then")),
                     qPrintable(desk.page->planDialog()->summary()->text()));
        desk.page->planDialog()->reject();
    }

    void theNumberOfWorkersIsSet() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const auto root = test::Shop::by("root");
        const auto stored = [&] { return desk.engine.must(desk.engine.tasks().workerSettings(root)); };
        desk.page->settingsAction()->trigger();
        QTRY_VERIFY(desk.page->settingsDialog() != nullptr);
        auto* dialog = desk.page->settingsDialog();
        QCOMPARE(dialog->workers()->text(), QStringLiteral("4"));
        QVERIFY(!dialog->confirmButton()->isEnabled());  // nothing changed
        for (const char* typed : {"0", "101", "4.5", "many", ""}) {
            dialog->workers()->setText(QLatin1String(typed));
            QVERIFY2(!dialog->confirmButton()->isEnabled(), typed);
        }
        dialog->workers()->setText(QStringLiteral("7"));
        QVERIFY2(dialog->confirmButton()->isEnabled(), qPrintable(dialog->said()));
        QTest::mouseClick(dialog->confirmButton(), Qt::LeftButton);
        QTRY_VERIFY(desk.page->settingsDialog() == nullptr);
        QCOMPARE(stored().workers, 7);
        // Whoever comes second is told, and nothing is overwritten.
        desk.page->openTarget({{QStringLiteral("settings"), true}});
        QTRY_VERIFY(desk.page->settingsDialog() != nullptr);
        dialog = desk.page->settingsDialog();
        QCOMPARE(dialog->workers()->text(), QStringLiteral("7"));
        desk.engine.must(desk.engine.tasks().setWorkers(root, {9, 0}));
        dialog->workers()->setText(QStringLiteral("8"));
        QTest::mouseClick(dialog->confirmButton(), Qt::LeftButton);
        QTRY_VERIFY(!dialog->isBusy() && !dialog->said().isEmpty());
        QCOMPARE(stored().workers, 9);
        dialog->reject();
    }

    void moreHandOversThanAreReadAreNotCountedAsAll() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        auto* count = desk.page->handOvers()->countLabel();
        QTRY_COMPARE(desk.page->handOvers()->model().total(), TaskShop::kWorkers);  // each has come
        api::RingChangeRow change;
        change.worker = "w1";
        for (auto i = desk.page->handOvers()->model().total(); i < ui::kHandOvers; ++i) {
            (void)desk.engine.must(desk.engine.tasks().noteRing(test::Shop::by("bo"), change));
        }
        desk.page->handOvers()->refresh();
        QTRY_COMPARE(count->text(), QStringLiteral("500 hand-overs"));
        (void)desk.engine.must(desk.engine.tasks().noteRing(test::Shop::by("bo"), change));
        desk.page->handOvers()->refresh();
        QTRY_COMPARE(count->text(), QStringLiteral("More than 500 hand-overs"));
    }

    void handOversAreListedNewestFirst() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const auto* history = &desk.page->handOvers()->model();
        const auto newest = [history](const char* column) {
            return history->index(0, history->columnOf(QLatin1String(column))).data().toString();
        };
        QTRY_COMPARE(history->rowCount(), TaskShop::kWorkers);  // each has come
        QCOMPARE(newest("change"), QStringLiteral("Joined"));
        desk.engine.lose(TaskShop::worker(2));
        QTRY_COMPARE(history->rowCount(), TaskShop::kWorkers + 1);
        QCOMPARE(newest("change"), QStringLiteral("Lost"));
        QCOMPARE(newest("worker"), QString::fromStdString(TaskShop::worker(2)));
        QCOMPARE(newest("workers"), QString::number(TaskShop::kWorkers - 1));
    }

    void deadLettersAreTriedAgainWithAnOutcomeForEach() {
        Desk desk;
        const auto good = desk.engine.newest(TaskKind::Webhook, TaskStatus::Dead);
        const auto other = desk.engine.newest(TaskKind::Backup, TaskStatus::Dead);
        const auto money = desk.engine.newest(TaskKind::Refund, TaskStatus::Dead);
        QTRY_VERIFY(desk.ready());
        desk.page->deadAction()->trigger();
        QTRY_VERIFY(desk.ready() && desk.model().filter().statuses == std::vector{TaskStatus::Dead});
        desk.select({good, other, money});
        QVERIFY(desk.page->tasks()->retryAction()->isEnabled());
        desk.page->tasks()->retryAction()->trigger();
        auto* question = desk.page->tasks()->flow()->question();
        QVERIFY(question != nullptr);
        QVERIFY(!question->confirmButton()->isEnabled());  // a reason is needed
        desk.engine.tryInVain(other);                      // somebody else was quicker
        const auto tokens = desk.engine.task(other).token;
        desk.finish(QStringLiteral("the shop is back"));
        QCOMPARE(desk.engine.task(good).status, TaskStatus::Pending);
        QCOMPARE(desk.engine.task(good).attempts, std::int64_t{0});
        QCOMPARE(desk.engine.task(other).status, TaskStatus::Dead);
        QCOMPARE(desk.engine.task(other).token, tokens);
        QCOMPARE(desk.engine.task(money).status, TaskStatus::Dead);
        QCOMPARE(desk.engine.lastReason(), std::string("the shop is back"));
        auto* outcome = desk.page->tasks()->flow()->outcome();
        QVERIFY(outcome != nullptr);
        const QStringList words = Desk::outcomeWords(outcome);
        QCOMPARE(words.count(QStringLiteral("Done")), 1);
        QCOMPARE(words.count(QStringLiteral("Changed meanwhile")), 1);
        QCOMPARE(words.count(QStringLiteral("Skipped")), 1);
    }

    void aDroppedTaskIsGone() {
        Desk desk;
        const auto dead = desk.engine.newest(TaskKind::Webhook, TaskStatus::Dead);
        QTRY_VERIFY(desk.ready());
        QTRY_VERIFY(desk.model().rowOf(dead).has_value());
        desk.select({dead});
        desk.page->tasks()->dropAction()->trigger();
        desk.finish(QStringLiteral("not needed"));
        QCOMPARE(desk.engine.task(dead).status, TaskStatus::Dropped);
        QCOMPARE(desk.said().tone, ui::Tone::Good);
        QVERIFY(desk.said().text.contains(QStringLiteral("Dropped")));
    }

    void aTaskThatIsDoneCannotBeTriedAgain() {
        Desk desk;
        const auto done = desk.engine.newest(TaskKind::Webhook, TaskStatus::Done);
        QTRY_VERIFY(desk.ready() && desk.model().rowOf(done).has_value());
        desk.select({done});
        QVERIFY(!desk.page->tasks()->retryAction()->isEnabled());
        QVERIFY(Desk::why(desk.page->tasks()->retryAction()).contains(QStringLiteral("Done")));
    }

    void kindsAreHeldAndReleased() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        QVERIFY(!desk.page->kinds()->holdAction()->isEnabled());
        QVERIFY(Desk::why(desk.page->kinds()->releaseAction()).contains(QStringLiteral("Nothing is held")));
        desk.page->tabs()->setCurrentIndex(ui::WorkersPage::KindsTab);
        desk.page->kinds()->table()->selectRow(*desk.page->kinds()->model().rowOf(ui::kindId(TaskKind::Webhook)));
        QVERIFY2(desk.page->kinds()->holdAction()->isEnabled(),
                 qPrintable(Desk::why(desk.page->kinds()->holdAction())));
        desk.page->kinds()->holdAction()->trigger();
        Desk::confirm(desk.page->kinds()->flow()->question(), QStringLiteral("the shop moves"));
        QTRY_VERIFY(desk.engine.isHeld(TaskKind::Webhook));
        QTRY_VERIFY(desk.page->heldNote()->isVisible());
        QVERIFY(desk.page->heldNote()->text().contains(QStringLiteral("Webhook")));
        QTRY_VERIFY(desk.page->kinds()->releaseAction()->isEnabled());
        QTRY_VERIFY(desk.services->notices.undoable() != nullptr);
        desk.page->kinds()->releaseAction()->trigger();
        Desk::confirm(desk.page->kinds()->flow()->question(), QStringLiteral("it has moved"));
        QTRY_VERIFY(!desk.engine.isHeld(TaskKind::Webhook));
        QTRY_VERIFY(desk.services->notices.undoable() == nullptr);  // there is nothing left to release
        QTRY_VERIFY(!desk.page->heldNote()->isVisible());
    }

    void holdingIsTakenBackFromItsNotice() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        auto* kinds = desk.page->kinds();
        desk.page->tabs()->setCurrentIndex(ui::WorkersPage::KindsTab);
        kinds->table()->selectRow(*kinds->model().rowOf(ui::kindId(TaskKind::Webhook)));
        kinds->holdAction()->trigger();
        Desk::confirm(kinds->flow()->question(), QStringLiteral("the shop moves"));
        QTRY_VERIFY(desk.engine.isHeld(TaskKind::Webhook));
        desk.engine.must(desk.engine.tasks().setHeld(test::Shop::by("bo"), {TaskKind::Backup}, true));
        auto& notices = desk.services->notices;
        QTRY_VERIFY(notices.undoable() != nullptr);
        notices.undo();
        Desk::confirm(kinds->flow()->question(), QStringLiteral("it does not"));
        QTRY_VERIFY(!desk.engine.isHeld(TaskKind::Webhook));
        QVERIFY(desk.engine.isHeld(TaskKind::Backup));  // somebody else holds it
    }

    /// What somebody else has released and held anew stays held; the other kind is released all the same.
    void theUndoOfAHoldOverrulesNobody() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        auto* kinds = desk.page->kinds();
        desk.page->tabs()->setCurrentIndex(ui::WorkersPage::KindsTab);
        auto* selection = kinds->table()->selectionModel();
        for (const auto kind : {TaskKind::Webhook, TaskKind::Backup}) {
            selection->select(kinds->model().index(*kinds->model().rowOf(ui::kindId(kind)), 0),
                              QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
        kinds->holdAction()->trigger();
        Desk::confirm(kinds->flow()->question(), QStringLiteral("the shop moves"));
        QTRY_VERIFY(desk.engine.isHeld(TaskKind::Webhook) && desk.engine.isHeld(TaskKind::Backup));
        auto& notices = desk.services->notices;
        QTRY_VERIFY(notices.undoable() != nullptr);
        QTRY_VERIFY(kinds->flow()->outcome() != nullptr);
        kinds->flow()->outcome()->close();
        for (const bool held : {false, true}) {
            (void)desk.engine.must(desk.engine.tasks().setHeld(test::Shop::by("bo"), {TaskKind::Webhook}, held));
        }
        notices.undo();
        QSignalSpy finished(kinds->flow(), &ui::RowFlow::finished);
        Desk::confirm(kinds->flow()->question(), QStringLiteral("it does not"));
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(desk.engine.isHeld(TaskKind::Webhook));
        QVERIFY(!desk.engine.isHeld(TaskKind::Backup));
        const auto said = Desk::outcomeWords(kinds->flow()->outcome());
        QCOMPARE(said.count(QStringLiteral("Done")), 1);
        QCOMPARE(said.count(QStringLiteral("Changed meanwhile")), 1);
    }

    void withoutASelectionAllThatIsHeldIsReleased() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        auto* kinds = desk.page->kinds();
        const std::vector held{TaskKind::Webhook, TaskKind::Backup};
        desk.engine.must(desk.engine.tasks().setHeld(test::Shop::by("bo"), held, true));
        QTRY_VERIFY(kinds->releaseAction()->isEnabled());
        QVERIFY(!kinds->table()->selectionModel()->hasSelection());
        QVERIFY(Desk::why(kinds->holdAction()).contains(QStringLiteral("Select kinds")));
        kinds->releaseAction()->trigger();
        QSignalSpy finished(kinds->flow(), &ui::RowFlow::finished);
        Desk::confirm(kinds->flow()->question(), QStringLiteral("restored"));
        QTRY_COMPARE(finished.count(), 1);
        for (const auto kind : held) {
            QVERIFY(!desk.engine.isHeld(kind));
        }
        QVERIFY(kinds->flow()->outcome() != nullptr);
        QCOMPARE(Desk::outcomeWords(kinds->flow()->outcome()), QStringList(2, QStringLiteral("Done")));
    }

    void whoMayNotIsToldWhatIsMissing() {
        Desk desk("auditor");
        QTRY_VERIFY(desk.ready());
        for (const auto* action : {desk.page->kinds()->holdAction(), desk.page->kinds()->releaseAction(),
                                   desk.page->tasks()->retryAction(), desk.page->tasks()->dropAction()}) {
            QVERIFY(!action->isEnabled());
            QVERIFY2(Desk::why(action).contains(QStringLiteral("manage tasks")), qPrintable(Desk::why(action)));
            QVERIFY(Desk::why(action).contains(QStringLiteral("Administrator")));
            QVERIFY(action->toolTip().contains(QStringLiteral("manage tasks")));
        }
    }

    void aRingThatCannotBeReadSaysSo() {
        Desk desk;
        desk.close();
        desk.engine.breakDisk(true);
        desk.open();
        QTRY_VERIFY2(desk.page->ringNote()->text().contains(QStringLiteral("Could not be read")),
                     qPrintable(desk.page->ringNote()->text()));
        QVERIFY2(desk.page->ringNote()->text().contains(QStringLiteral("keeps retrying")),
                 qPrintable(desk.page->ringNote()->text()));
        QCOMPARE(desk.page->ring()->segments().size(), std::size_t{0});
        desk.engine.breakDisk(false);
        QTRY_VERIFY_WITH_TIMEOUT(desk.page->workers()->model().rowCount() == TaskShop::kWorkers, 20'000);
    }

    void theBadgeCountsDeadLetters() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const auto before = desk.page->badge().value();
        api::TaskFilter dead;
        dead.statuses = {TaskStatus::Dead};
        QCOMPARE(before, static_cast<qint64>(desk.engine.taskRows(dead).size()));
        desk.engine.buryBackup();
        desk.services->bridge.poll();
        QCOMPARE(desk.page->badge().value(), before + 1);
    }

    void tasksAreFiltered() {
        Desk desk;
        const auto backup = desk.engine.task(desk.engine.planBackup()).subject;  // ends in the millisecond it is of
        QTRY_VERIFY(desk.ready());
        desk.page->tasks()->textField()->setText(QString::fromStdString(backup).chopped(4));
        QTRY_COMPARE(desk.model().total(), std::int64_t{1});
        QCOMPARE(desk.model().row(0)->subject, backup);
        desk.page->tasks()->textField()->setText(QStringLiteral("nothing has this"));
        QTRY_VERIFY(desk.page->tasks()->emptyLabel()->isVisible());
    }
};

}  // namespace test_workers_page

QTEST_MAIN(test_workers_page::TestWorkersPage)
#include "test_workers_page.moc"
