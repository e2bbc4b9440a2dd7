// SPDX-License-Identifier: GPL-3.0-or-later
// What a dispatcher does: drag to reassign, menus, hand over, undo, duty, pause, policy, calibration, evidence, dead
// letters, exports. Everything through the widgets, told only as the engine answered.
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

#include "tests/ui/dispatch_fixture.h"
#include "ui/dialogs/calibration_dialog.h"
#include "ui/dialogs/courier_picker.h"
#include "ui/dialogs/evidence_dialog.h"
#include "ui/dialogs/evidence_text.h"
#include "ui/dialogs/policy_dialog.h"
#include "ui/dialogs/row_outcome_dialog.h"
#include "ui/plots/fairness_plot.h"
#include "ui/plots/weight_bars.h"
#include "ui/shell/notices.h"
#include "ui/shell/status_line.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/mnemonics.h"
#include "ui/widgets/pill.h"

namespace test_dispatch_actions {

using namespace evenhand;
using test::Dispatch;

namespace {

std::unique_ptr<QMimeData> dragOf(const Dispatch& d, int rows, const char* list = "dispatchWaiting") {
    auto* view = d.table(list);
    Dispatch::selectRows(view, rows);
    return d.dragged(view);
}

OrderNo orderAt(const ui::PagedView* view, int row) {
    return OrderNo(view->model()->index(row, 0).data().toString().toStdString());
}

QString hint(QDialog* dialog, const char* name) { return dialog->findChild<QLabel*>(QLatin1String(name))->text(); }

}  // namespace

class TestDispatchActions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dragReassignsAndUndoGivesBack() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto from = holder(d);
        const auto to = d.courier(true, from.id);
        d.select(from);
        QTRY_VERIFY(d.table("dispatchInHand")->model()->rowCount() >= 2);
        const auto mime = dragOf(d, 2, "dispatchInHand");
        const OrderNo first = orderAt(d.table("dispatchInHand"), 0);
        const OrderNo second = orderAt(d.table("dispatchInHand"), 1);
        QVERIFY(d.drop(*mime, to.id));
        QVERIFY(d.question() != nullptr);
        QCOMPARE(d.shop.order(first).courier, from.id);  // nothing before it is confirmed
        auto* confirm = d.question()->findChild<QPushButton*>(QStringLiteral("confirmButton"));
        QVERIFY(!confirm->isEnabled());
        d.confirm(QStringLiteral("too far away"));
        QTRY_COMPARE(d.shop.order(first).courier, to.id);
        QCOMPARE(d.shop.order(second).courier, to.id);
        QCOMPARE(d.shop.lastReason(), std::string("too far away"));
        QTRY_COMPARE(d.services->notices.last().tone, ui::Tone::Good);
        QVERIFY(d.services->notices.last().undo);
        QTRY_VERIFY(!d.selectedKeys("dispatchInHand").contains(ui::text(first)));
        d.services->notices.last().undo();
        QTRY_VERIFY(d.question() != nullptr);
        QVERIFY(!d.question()->confirmButton()->isEnabled());  // the program makes no reason up
        d.confirm(QStringLiteral("the wrong courier"));
        QTRY_COMPARE(d.shop.order(first).courier, from.id);
        QCOMPARE(d.shop.lastReason(), std::string("the wrong courier"));
        QTRY_VERIFY(d.services->notices.last().text.startsWith(QLatin1String("Undo the reassignment: 2 done.")));
    }

    void whatCameFromNobodyCannotBeGivenBack() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto to = d.courier(true);
        const auto mime = dragOf(d, 2);
        const OrderNo first = orderAt(d.table("dispatchWaiting"), 0);
        QVERIFY(d.drop(*mime, to.id));
        d.confirm(QStringLiteral("was forgotten"));
        QTRY_COMPARE(d.shop.order(first).courier, to.id);
        QTRY_COMPARE(d.services->notices.last().tone, ui::Tone::Good);
        QVERIFY(!d.services->notices.last().undo);  // the engine would refuse it
        QTRY_VERIFY(!d.selectedKeys("dispatchWaiting").contains(ui::text(first)));
    }

    void aCancelledQuestionChangesNothing() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto mime = dragOf(d, 1);
        const OrderNo order = orderAt(d.table("dispatchWaiting"), 0);
        QVERIFY(d.drop(*mime, d.courier(true).id));
        auto* leave = d.question()->findChild<QPushButton*>(QStringLiteral("backButton"));
        QCOMPARE(ui::withoutMnemonic(leave->text()), QStringLiteral("Cancel"));
        QTest::mouseClick(leave, Qt::LeftButton);
        QTRY_VERIFY(d.question() == nullptr);
        QCOMPARE(d.shop.order(order).courier, CourierId());
        QVERIFY(d.shop.lastReason() != "too far away");
    }

    void dropsThatCannotBeAreRefused() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto mime = dragOf(d, 1);
        QVERIFY(!d.drop(*mime, d.courier(false).id));  // off duty
        QVERIFY(!d.drop(*mime, CourierId("nobody")));  // beside the rows
        QMimeData words;
        words.setText(QStringLiteral("A-1"));
        QVERIFY(!d.drop(words, d.courier(true).id));
        QMimeData damaged;
        damaged.setData(QLatin1String(ui::kOrderRefsMime), QByteArray("\0\0\0\1garbage", 11));
        QVERIFY(!d.drop(damaged, d.courier(true).id));
        std::unique_ptr<QMimeData> elsewhere(
            ui::toMime({QStringLiteral("another workspace"), d.board().campus.id, {{OrderNo("A-1"), 1}}}));
        QVERIFY(!d.drop(*elsewhere, d.courier(true).id));
        std::unique_ptr<QMimeData> otherCampus(
            ui::toMime({ui::text(d.shop.workspace().id), CampusId("other"), {{OrderNo("A-1"), 1}}}));
        QVERIFY(!d.drop(*otherCampus, d.courier(true).id));
        QVERIFY(d.question() == nullptr);
        const auto& model = d.page->couriers()->model();
        const auto row = model.rowOf({d.courier(false).id.str()});
        QVERIFY(row && model.whyNoDrop(*row, mime.get()).contains(QLatin1String("off duty")));
    }

    void ordersAreDroppedOnBarsToo() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        auto* bars = d.child<ui::WeightBars>("dispatchWeights");
        QTRY_VERIFY(bars->drawn() > 0 && bars->couriers().size() == std::ssize(d.board().couriers));
        const auto mime = dragOf(d, 1);
        const OrderNo order = orderAt(d.table("dispatchWaiting"), 0);
        const auto to = d.courier(true);
        QTRY_COMPARE(bars->courierAt(bars->centreOf(ui::text(to.id))), ui::text(to.id));
        // The target is shown while the hand is over it, and no longer when it leaves.
        const QImage before = bars->grab().toImage();
        QVERIFY(d.dragOver(bars, *mime, bars->centreOf(ui::text(to.id))));
        QCOMPARE(bars->dropTarget(), ui::text(to.id));
        QTRY_VERIFY(bars->grab().toImage() != before);
        QDragLeaveEvent leave;
        QApplication::sendEvent(bars, &leave);
        QCOMPARE(bars->dropTarget(), QString());
        // The same checks as on the table.
        QVERIFY(!d.dragOver(bars, *mime, bars->centreOf(ui::text(d.courier(false).id))));  // off duty
        QVERIFY(!d.dragOver(bars, *mime, QPoint(1, 1)));                                   // beside the bars
        std::unique_ptr<QMimeData> otherCampus(
            ui::toMime({ui::text(d.shop.workspace().id), CampusId("other"), {{OrderNo("A-1"), 1}}}));
        QVERIFY(!d.dragOver(bars, *otherCampus, bars->centreOf(ui::text(to.id))));
        QVERIFY(!d.dropAt(bars, *otherCampus, bars->centreOf(ui::text(to.id))));
        QVERIFY(d.question() == nullptr);
        QVERIFY(d.dropAt(bars, *mime, bars->centreOf(ui::text(to.id))));
        QCOMPARE(bars->dropTarget(), QString());
        QVERIFY(d.question() != nullptr);
        d.confirm(QStringLiteral("too far away"));
        QTRY_COMPARE(d.shop.order(order).courier, to.id);
    }

    void whileReadOnlyNothingCanBeDropped() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        auto* bars = d.child<ui::WeightBars>("dispatchWeights");
        QTRY_VERIFY(bars->drawn() > 0);
        const auto mime = dragOf(d, 1);
        const auto to = d.courier(true);
        d.shop.fillDisk(true);
        QTRY_VERIFY(!d.action("dispatchPause")->isEnabled());
        QVERIFY(!d.dragOver(bars, *mime, bars->centreOf(ui::text(to.id))));
        QVERIFY(!d.drop(*mime, to.id));
    }

    void theQuestionNamesEachOrder() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        Dispatch::selectRows(d.table("dispatchWaiting"), 3);
        d.action("dispatchReassign")->trigger();
        QVERIFY(d.question() != nullptr);
        auto* rows = d.question()->findChild<QTableView*>(QStringLiteral("actionRows"));
        QCOMPARE(hint(d.question(), "actionQuestion"), QStringLiteral("3 orders go to the next fairest couriers."));
        QVERIFY(rows != nullptr);
        QCOMPARE(rows->model()->rowCount(), 3);
        QCOMPARE(rows->model()->index(0, 0).data().toString(), ui::text(orderAt(d.table("dispatchWaiting"), 0)));
        QVERIFY(rows->model()->index(0, 1).data().toString() != QStringLiteral("–"));
        // A reason by one click.
        auto* suggestion = d.question()->findChild<QToolButton*>(QStringLiteral("reasonSuggestion1"));
        QVERIFY(!d.question()->confirmButton()->isEnabled());
        QTest::mouseClick(suggestion, Qt::LeftButton);
        QCOMPARE(d.question()->reason(), suggestion->text());
        QVERIFY(d.question()->confirmButton()->isEnabled());
    }

    void aChangedOrderIsAConflictAndTheOthersAreDone() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto to = d.courier(true);
        const auto mime = dragOf(d, 3);
        const OrderNo changed = orderAt(d.table("dispatchWaiting"), 1);
        const OrderNo other = orderAt(d.table("dispatchWaiting"), 2);
        QVERIFY(d.drop(*mime, to.id));
        // Somebody else, while the question stands.
        (void)d.shop.must(d.shop.orders().cancel(test::Shop::by("bo"), {{changed, 0}}));
        d.confirm(QStringLiteral("late"));
        QTRY_COMPARE(d.shop.order(other).courier, to.id);
        QCOMPARE(d.shop.order(changed).courier, CourierId());
        QTRY_VERIFY(d.page->findChild<ui::RowOutcomeDialog*>() != nullptr);
        auto* outcome = d.page->findChild<ui::RowOutcomeDialog*>();
        auto* rows = outcome->findChild<QTableView*>(QStringLiteral("outcomeRows"));
        QCOMPARE(rows->model()->rowCount(), 3);
        QCOMPARE(rows->model()->index(0, 0).data().toString(), ui::text(changed));  // troubles first
        QCOMPARE(d.services->notices.last().tone, ui::Tone::Warn);
    }

    void anUndoAfterTheOrderMovedOnIsRefusedAndSaid() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto from = holder(d);
        d.select(from);
        QTRY_VERIFY(d.table("dispatchInHand")->model()->rowCount() > 0);
        const auto mime = dragOf(d, 1, "dispatchInHand");
        const OrderNo order = orderAt(d.table("dispatchInHand"), 0);
        QVERIFY(d.drop(*mime, d.courier(true, from.id).id));
        d.confirm(QStringLiteral("late"));
        QTRY_VERIFY(static_cast<bool>(d.services->notices.last().undo));
        const auto undo = d.services->notices.last().undo;
        (void)d.shop.must(d.shop.dispatch().reassign(test::Shop::by("bo"), {{order, d.shop.order(order).version}}, {}));
        const auto holder = d.shop.order(order).courier;
        undo();
        QTRY_VERIFY(d.question() != nullptr);
        d.confirm(QStringLiteral("the wrong one"));
        QTRY_COMPARE(d.services->notices.last().tone, ui::Tone::Warn);
        QCOMPARE(d.shop.order(order).courier, holder);
        QTRY_VERIFY(d.page->findChild<ui::RowOutcomeDialog*>() != nullptr);
    }

    void anEngineErrorIsNeverTakenForDone() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto mime = dragOf(d, 1);
        QVERIFY(d.drop(*mime, d.courier(true).id));
        d.shop.dispatch().refusal = Error{ErrorCode::OutcomeUnknown, "commit failed", {}, {}};
        d.confirm(QStringLiteral("late"));
        QTRY_COMPARE(d.services->notices.last().tone, ui::Tone::Bad);
        QVERIFY(!d.services->notices.last().undo);
    }

    void theMenuFreezesWhatWasSelected() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        auto* view = d.table("dispatchWaiting");
        Dispatch::selectRows(view, 2);
        const OrderNo first = orderAt(view, 0);
        Q_EMIT view->customContextMenuRequested(QPoint(10, 10));
        auto* menu = d.page->findChild<QMenu*>(QStringLiteral("dispatchWaitingOrderMenu"));
        QVERIFY(menu != nullptr);
        auto* targets = menu->findChild<QMenu*>(QStringLiteral("dispatchReassignTargets"));
        QVERIFY(targets != nullptr);
        QCOMPARE(targets->actions().size(), std::count_if(d.board().couriers.begin(), d.board().couriers.end(),
                                                          [](const auto& row) { return row.onDuty; }));
        view->selectionModel()->clear();  // what is selected later does not count
        const QString target = targets->actions().first()->objectName();
        const auto fairest = d.courier(true).id;
        QCOMPARE(target, QStringLiteral("target_") + ui::text(fairest));  // fairest first
        targets->actions().first()->trigger();
        menu->close();
        QVERIFY(d.question() != nullptr);
        d.confirm(QStringLiteral("late"));
        QTRY_COMPARE(d.shop.order(first).courier, fairest);
    }

    void handOverMovesEverythingInHand() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto from = holder(d);
        d.select(from);
        QTRY_VERIFY(d.page->feed().inHand() && !d.page->feed().inHand()->empty());
        const auto orders = *d.page->feed().inHand();
        auto* action = d.action("dispatchHandOver");
        QVERIFY2(action->isEnabled(), qPrintable(ui::whyDisabled(*action)));
        action->trigger();
        d.confirm(QStringLiteral("unwell"));
        for (const auto& order : orders) {
            QTRY_VERIFY(d.shop.order(order.orderNo).courier != from.id);
            QVERIFY(!d.shop.order(order.orderNo).courier.empty());
        }
        QTRY_VERIFY(static_cast<bool>(d.services->notices.last().undo));
        QTRY_VERIFY(d.page->feed().inHand() && d.page->feed().inHand()->empty());
        d.services->notices.undo();
        QTRY_VERIFY(d.question() != nullptr);
        d.confirm(QStringLiteral("well again"));
        QTRY_COMPARE(d.shop.order(orders.front().orderNo).courier, from.id);
        QVERIFY(d.shop.courierRow(from.id).onDuty);              // who went off duty for it is back
        QTRY_VERIFY(d.services->notices.undoable() == nullptr);  // and that is not undone once more
    }

    void anotherNoticeBesideAnUndoSaysWhatWouldBeUndone() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        auto& notices = d.services->notices;
        ui::StatusLine line(d.services->context);
        auto* undo = line.findChild<QPushButton*>(QStringLiteral("undoButton"));
        QVERIFY(undo != nullptr);
        notices.post({QStringLiteral("Given away."),
                      ui::Tone::Good,
                      QStringLiteral("Undo"),
                      [] {},
                      {},
                      QStringList{QStringLiteral("reassign/1")}});
        QCOMPARE(undo->text(), QStringLiteral("Undo"));
        QVERIFY(!undo->isHidden() && line.earlierText().isEmpty());
        notices.good(QStringLiteral("Policy saved."));
        QCOMPARE(line.resultText(), QStringLiteral("Policy saved."));
        QCOMPARE(line.earlierText(), QStringLiteral("Earlier: Given away."));
        QVERIFY(!undo->isHidden());
        notices.dismiss();
        QCOMPARE(line.resultText(), QString());
        QCOMPARE(line.earlierText(), QStringLiteral("Earlier: Given away."));
        notices.undo();
        QVERIFY(undo->isHidden() && line.earlierText().isEmpty());
    }

    void whatIsOfferedOfAnEarlierActionCanBeDismissed() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        auto& notices = d.services->notices;
        ui::StatusLine line(d.services->context);
        line.show();
        auto* undo = line.findChild<QPushButton*>(QStringLiteral("undoButton"));
        auto* dismiss = line.findChild<QToolButton*>(QStringLiteral("dismissEarlier"));
        QVERIFY(dismiss != nullptr && dismiss->isHidden());
        QVERIFY(!dismiss->accessibleName().isEmpty() && !dismiss->toolTip().isEmpty());
        QVERIFY(dismiss->focusPolicy() & Qt::TabFocus);
        int undone = 0;
        for (const bool mouse : {true, false}) {
            notices.post({QStringLiteral("Given away."),
                          ui::Tone::Good,
                          QStringLiteral("Undo"),
                          [&undone] { ++undone; },
                          {},
                          QStringList{QStringLiteral("reassign/1")}});
            QVERIFY(!undo->isHidden() && dismiss->isHidden());  // its own result goes by itself
            notices.good(QStringLiteral("Policy saved."));
            QVERIFY(!undo->isHidden() && !dismiss->isHidden());
            if (mouse) {
                QTest::mouseClick(dismiss, Qt::LeftButton);
            } else {
                QTest::keyClick(dismiss, Qt::Key_Space);
            }
            QVERIFY(undo->isHidden() && dismiss->isHidden() && line.earlierText().isEmpty());
            QCOMPARE(line.resultText(), QStringLiteral("Policy saved."));
        }
        QCOMPARE(undone, 0);
    }

    void handOverToOneChosenByName() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto from = holder(d);
        const auto to = d.courier(true, from.id);
        d.select(from);
        QTRY_VERIFY(d.page->feed().inHand() && !d.page->feed().inHand()->empty());
        const auto order = d.page->feed().inHand()->front().orderNo;
        d.action("dispatchHandOverTo")->trigger();
        QTRY_VERIFY(d.page->findChild<ui::CourierPicker*>() != nullptr);
        auto* picker = d.page->findChild<ui::CourierPicker*>();
        auto* list = picker->findChild<QListWidget*>(QStringLiteral("courierPickerList"));
        for (int row = 0; row < list->count(); ++row) {
            QVERIFY(!list->item(row)->data(Qt::UserRole + 1).toString().isEmpty());
            QVERIFY(list->item(row)->data(Qt::UserRole + 1).toString() != ui::text(from.id));
        }
        picker->findChild<QLineEdit*>(QStringLiteral("courierPickerSearch"))->setText(ui::text(to.id));
        QTest::mouseClick(picker->findChild<QPushButton*>(QStringLiteral("courierPickerChoose")), Qt::LeftButton);
        d.confirm(QStringLiteral("unwell"));
        QTRY_COMPARE(d.shop.order(order).courier, to.id);
    }

    void ordersInHandAreListedAndReassigned() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto from = holder(d);
        d.select(from);
        d.child<QTabBar>("dispatchLists")->setCurrentIndex(ui::DispatchPage::kInHand);
        auto* view = d.table("dispatchInHand");
        QTRY_VERIFY(view->model()->rowCount() > 0);
        Dispatch::selectRows(view, 1);
        const OrderNo order = orderAt(view, 0);
        QCOMPARE(d.shop.order(order).courier, from.id);
        d.action("dispatchReassign")->trigger();
        QCOMPARE(hint(d.question(), "actionQuestion"), QStringLiteral("1 order goes to the next fairest courier."));
        d.confirm(QStringLiteral("late"));
        QTRY_VERIFY(d.shop.order(order).courier != from.id);
    }

    void dutyIsSetAndUndone() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto who = d.shop.courierRow(test::Shop::courier(0, 0));
        QCOMPARE(who.inHand, std::int64_t{0});  // nothing to ask about
        d.select(who);
        d.action("dispatchOffDuty")->trigger();
        QTRY_COMPARE(d.shop.courierRow(who.id).onDuty, false);
        QTRY_VERIFY(static_cast<bool>(d.services->notices.last().undo));
        QTRY_VERIFY(d.action("dispatchOnDuty")->isEnabled());
        d.services->notices.last().undo();
        QTRY_COMPARE(d.shop.courierRow(who.id).onDuty, true);
    }

    /// At no width of the window does the page jump when its dispatch is paused.
    void pausingMovesNothing() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        auto* top = d.child<QWidget>("dispatchTop");
        const auto places = [&] {
            std::vector<int> found;
            for (int width = 1'000; width <= 1'500; width += 20) {
                d.page->resize(width, 900);
                QCoreApplication::sendPostedEvents();
                QTest::qWait(0);
                found.push_back(top->mapTo(d.page.get(), QPoint()).y());
            }
            return found;
        };
        const auto before = places();
        d.action("dispatchPause")->trigger();
        QVERIFY(d.question() != nullptr);
        d.confirm(QStringLiteral("storm"));
        QTRY_VERIFY(d.child<ui::Pill>("dispatchPaused")->isVisible());
        QCOMPARE(places(), before);
    }

    void pausingAndResumingAsk() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        auto* pill = d.child<ui::Pill>("dispatchPaused");
        QVERIFY(!pill->isVisible());
        d.action("dispatchPause")->trigger();
        QVERIFY(d.question() != nullptr);
        d.confirm(QStringLiteral("storm"));
        QTRY_VERIFY(pill->isVisible());
        QTRY_COMPARE(d.action("dispatchPause")->text(), QStringLiteral("Resume"));
        QTRY_VERIFY(d.question() == nullptr);
        // From its notice as well; after a no it is offered again.
        QVERIFY(d.services->notices.undoable() != nullptr);
        QCOMPARE(d.services->notices.undoable()->undoText, QStringLiteral("Resume"));
        d.services->notices.undo();
        QVERIFY(d.question() != nullptr);
        d.question()->reject();
        QTRY_VERIFY(d.question() == nullptr);
        QVERIFY(d.services->notices.undoable() != nullptr);
        d.action("dispatchPause")->trigger();
        QVERIFY(d.question() != nullptr);
        QVERIFY(!d.question()->confirmButton()->isEnabled());  // the program makes no reason up
        d.confirm(QStringLiteral("it is over"));
        QTRY_VERIFY(!pill->isVisible());
        QVERIFY(d.services->notices.undoable() == nullptr);  // there is nothing left to resume
    }

    /// What somebody else has paused anew is not resumed by who paused it before.
    void resumingFromTheNoticeOverrulesNobody() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        d.action("dispatchPause")->trigger();
        d.confirm(QStringLiteral("storm"));
        QTRY_VERIFY(d.services->notices.undoable() != nullptr);
        const CampusId campus = d.board().campus.id;
        for (const bool paused : {false, true}) {
            (void)d.shop.must(d.shop.dispatch().setPaused(test::Shop::by("bo"), campus, paused));
        }
        d.services->notices.undo();
        QVERIFY(d.question() != nullptr);
        d.confirm(QStringLiteral("it is over"));
        QTRY_VERIFY(d.services->notices.last().text.contains(QStringLiteral("by bo")));
        QVERIFY(d.shop.must(d.shop.dispatch().board(test::Shop::by("bo"), campus)).campus.paused);
    }

    void thePolicySaysWhatWouldBeValid() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        d.action("dispatchEditPolicy")->trigger();
        auto* dialog = d.page->findChild<ui::PolicyDialog*>();
        QVERIFY(dialog != nullptr);
        auto* save = dialog->findChild<QPushButton*>(QStringLiteral("policySave"));
        auto* step = dialog->findChild<QLineEdit*>(QStringLiteral("policyStep"));
        auto* ttl = dialog->findChild<QLineEdit*>(QStringLiteral("policyLogTtl"));
        QVERIFY(!save->isEnabled());  // nothing changed
        for (const char* bad : {"0", "-1", "1000001", "ten", "", "1.5"}) {
            step->setText(QLatin1String(bad));
            QVERIFY(!save->isEnabled());
            QVERIFY(hint(dialog, "policyHint_step").contains(QLatin1String("1 to 1,000,000")));
            QVERIFY(hint(dialog, "policyHint_step").startsWith(QLatin1String("Not valid")));
        }
        step->setText(QStringLiteral("25"));
        QVERIFY(save->isEnabled());
        auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("policyName"));
        const QString before = name->text();
        for (const QString& bad : {QString(), QStringLiteral("   ")}) {
            name->setText(bad);
            QVERIFY(!save->isEnabled());
            QVERIFY(hint(dialog, "policyHint_name").startsWith(QLatin1String("Not valid")));
        }
        name->setText(before);
        QVERIFY(!hint(dialog, "policyHint_name").startsWith(QLatin1String("Not valid")));
        dialog->findChild<QComboBox*>(QStringLiteral("policyLogUnit"))->setCurrentIndex(2);
        ttl->setText(QStringLiteral("31"));
        QVERIFY(!save->isEnabled());
        ttl->setText(QStringLiteral("30"));
        QVERIFY(save->isEnabled());
        // One engine alone has nobody between the two steps.
        QVERIFY(hint(dialog, "policyHint_mode").contains(QLatin1String("the same as strong")));
        auto* policy = d.page->findChild<ui::ElidedLabel*>(QStringLiteral("dispatchPolicy"));
        QVERIFY(!policy->fullText().contains(QLatin1String("as strong")));
        dialog->findChild<QComboBox*>(QStringLiteral("policyMode"))->setCurrentIndex(1);
        QTest::mouseClick(save, Qt::LeftButton);
        QTRY_COMPARE(d.board().campus.policy.step, std::int64_t{25});
        QCOMPARE(d.board().campus.policy.mode, api::DispatchMode::Soft);
        QTRY_VERIFY(policy->fullText().contains(QLatin1String("Soft (as strong)")));
        QCOMPARE(d.board().campus.policy.logTtlMs, evenhand::api::kMaxLogTtlMs);
        QCOMPARE(d.board().campus.policy.joinRule, api::JoinRule::FairFromNow);
    }

    void calibrationShowsEveryChangeBeforeItIsApplied() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        d.shop.driftWeight(d.board().campus.id, d.courier(true).id, -10);
        d.action("dispatchRefresh")->trigger();
        d.action("dispatchCalibrate")->trigger();
        auto* dialog = d.page->findChild<ui::CalibrationDialog*>();
        QTRY_VERIFY(dialog->isLoaded());
        auto* table = dialog->findChild<QTableView*>(QStringLiteral("calibrationTable"));
        QCOMPARE(table->model()->rowCount(), static_cast<int>(d.board().couriers.size()));
        // Largest differences first.
        QCOMPARE(table->model()->index(0, ui::CalibrationModel::Difference).data().toString(), QStringLiteral("+10"));
        const QString name = table->model()->index(0, ui::CalibrationModel::Courier).data().toString();
        auto* exporting = dialog->findChild<QPushButton*>(QStringLiteral("exportButton"));
        QVERIFY(exporting != nullptr && exporting->isVisible());
        QTest::mouseClick(exporting, Qt::LeftButton);
        auto* choice = dialog->findChild<QFileDialog*>(QStringLiteral("exportDialog"));
        QVERIFY(choice != nullptr);
        QCOMPARE(QFileInfo(choice->selectedFiles().constFirst()).fileName(), QStringLiteral("calibration.csv"));
        const QString path = d.folder.filePath(QStringLiteral("calibration.csv"));
        Q_EMIT choice->fileSelected(path);
        choice->close();
        QTRY_VERIFY(d.services->notices.last().text.contains(path));
        const auto lines = linesOf(path);
        QCOMPARE(lines.size(), table->model()->rowCount() + 1);
        QCOMPARE(lines.at(0), QStringLiteral("Courier,Duty,Current,Computed,Difference"));
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < ui::CalibrationModel::kColumns; ++column) {
                cells << table->model()->index(row, column).data().toString().remove(QLatin1Char(','));
            }
            QCOMPARE(lines.at(row + 1), cells.join(QLatin1Char(',')));
        }
        const auto before = weightOf(d, name);
        auto* apply = dialog->findChild<QPushButton*>(QStringLiteral("calibrationApply"));
        QVERIFY(!apply->isEnabled());
        QCOMPARE(hint(dialog, "calibrationHint"), QStringLiteral("Enter a reason."));
        dialog->findChild<QLineEdit*>(QStringLiteral("calibrationReason"))->setText(QStringLiteral("monthly"));
        QVERIFY(apply->isEnabled());
        QSignalSpy applied(dialog, &ui::CalibrationDialog::applied);
        QTest::mouseClick(apply, Qt::LeftButton);
        QTRY_COMPARE(applied.count(), 1);
        QVERIFY(hint(dialog, "calibrationSummary").startsWith(QLatin1String("Applied")));
        QVERIFY(!apply->isEnabled());
        QTRY_COMPARE(weightOf(d, name), before + 10);
    }

    /// What somebody else has calibrated since the preview is told, and nothing else is applied in its place.
    void calibrationAppliesWhatWasPreviewed() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const CampusId campus = d.board().campus.id;
        d.shop.driftWeight(campus, d.courier(true).id, -10);
        d.action("dispatchCalibrate")->trigger();
        auto* dialog = d.page->findChild<ui::CalibrationDialog*>();
        QTRY_VERIFY(dialog->isLoaded());
        (void)d.shop.must(d.shop.dispatch().calibrate(test::Shop::by("bo"), campus));
        dialog->findChild<QLineEdit*>(QStringLiteral("calibrationReason"))->setText(QStringLiteral("monthly"));
        auto* apply = dialog->findChild<QPushButton*>(QStringLiteral("calibrationApply"));
        QSignalSpy applied(dialog, &ui::CalibrationDialog::applied);
        QTest::mouseClick(apply, Qt::LeftButton);
        QTRY_VERIFY2(hint(dialog, "calibrationSummary").contains(QStringLiteral("by bo")),
                     qPrintable(hint(dialog, "calibrationSummary")));
        QCOMPARE(applied.count(), 0);
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("calibrationRefresh")), Qt::LeftButton);
        QTRY_VERIFY(hint(dialog, "calibrationSummary").startsWith(QLatin1String("Every weight matches")));
    }

    void whyThisCourierIsExplained() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto from = holder(d);
        d.select(from);
        d.child<QTabBar>("dispatchLists")->setCurrentIndex(ui::DispatchPage::kInHand);
        auto* view = d.table("dispatchInHand");
        QTRY_VERIFY(view->model()->rowCount() > 0);
        Dispatch::selectRows(view, 1);
        d.action("dispatchWhy")->trigger();
        auto* dialog = d.page->findChild<ui::EvidenceDialog*>();
        QVERIFY(dialog != nullptr);
        QTRY_VERIFY(dialog->isLoaded());
        QVERIFY2(hint(dialog, "evidenceSentence").contains(ui::text(from.name)),
                 qPrintable(hint(dialog, "evidenceSentence")));
        QCOMPARE(hint(dialog, "evidence_step"), QStringLiteral("10"));
        auto* ranking = dialog->findChild<QTableView*>(QStringLiteral("evidenceRanking"));
        const auto* rows = ranking->model();
        QVERIFY(rows->rowCount() > 1);
        // In their rank, until somebody wants another order; a third click gives it back.
        const auto first = [rows] { return rows->index(0, 0).data().toString(); };
        QCOMPARE(first(), QStringLiteral("1"));
        ranking->sortByColumn(ui::RankingModel::Place, Qt::DescendingOrder);
        QCOMPARE(first(), QString::number(rows->rowCount()));
        ranking->sortByColumn(-1, Qt::AscendingOrder);
        QCOMPARE(first(), QStringLiteral("1"));
        QVERIFY(ranking->findChild<QAction*>(QStringLiteral("exportRows")) != nullptr);
    }

    void theSentenceFitsTheEvidence() {
        const auto name = [](const CourierId& id) { return ui::text(id).toUpper(); };
        api::AssignmentEvidence e;
        e.courier = CourierId("ann");
        e.ranking = {{CourierId("ann"), 9980}, {CourierId("bob"), 9970}};
        QCOMPARE(ui::whyThisCourier(e, name),
                 QStringLiteral("ANN had the highest weight on duty, 9,980; next was BOB with 9,970."));
        e.courier = CourierId("bob");  // as the script has it: of equals the greatest id
        e.ranking = {{CourierId("bob"), 9980}, {CourierId("ann"), 9980}, {CourierId("cid"), 9970}};
        QCOMPARE(
            ui::whyThisCourier(e, name),
            QStringLiteral("BOB was tied with 1 other at the highest weight, 9,980; among equals the last by id is "
                           "chosen."));
        e.courier = CourierId("ann");
        e.ranking = {{CourierId("ann"), 9980}};
        QCOMPARE(ui::whyThisCourier(e, name), QStringLiteral("ANN was the only courier on duty."));
        e.ranking = {{CourierId("bob"), 9990}, {CourierId("ann"), 9980}, {CourierId("cid"), 9970}};
        e.excluded = {CourierId("bob")};
        const auto excluded = ui::whyThisCourier(e, name);
        QVERIFY2(excluded.startsWith(QLatin1String("ANN had the highest weight")), qPrintable(excluded));
        QVERIFY(excluded.contains(QLatin1String("Excluded")) && excluded.contains(QLatin1String("BOB")));
        e.excluded.clear();
        e.passedOver = {{CourierId("bob"), 3, 3}};
        QCOMPARE(ui::whyThisCourier(e, name),
                 QStringLiteral("ANN had the highest weight of those with room, 9,980; next was CID with 9,970. "
                                "Passed over, with as many orders in hand as allowed: BOB (3 of 3)."));
        e.ranking.pop_back();
        e.passedMore = 1;
        QCOMPARE(ui::whyThisCourier(e, name),
                 QStringLiteral("ANN had the highest weight of those with room, 9,980. Passed over, with as many "
                                "orders in hand as allowed: BOB (3 of 3) and 1 more courier."));
        ui::RankingModel ranking;
        ranking.setEvidence(e, {});
        QCOMPARE(ranking.index(0, ui::RankingModel::Note).data().toString(),
                 QStringLiteral("Passed over, 3 of 3 in hand"));
        QCOMPARE(ranking.index(1, ui::RankingModel::Place).data().toInt(), 3);  // one of those above is not shown
        e.passedOver.clear();
        e.passedMore = 0;
        e.mode = api::DispatchMode::Soft;
        QVERIFY(ui::whyThisCourier(e, name).contains(QLatin1String("soft mode")));
        e.ranking = {{CourierId("bob"), 9990}};
        QVERIFY(ui::whyThisCourier(e, name).contains(QLatin1String("assignment log")));
        e.byName = true;
        QVERIFY(ui::whyThisCourier(e, name).contains(QLatin1String("chosen by a person")));
    }

    void deadLettersAreRetriedAndAssigned() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        d.child<QTabBar>("dispatchLists")->setCurrentIndex(ui::DispatchPage::kDeadLetters);
        auto* view = d.child<ui::PagedView>("dispatchDeadLettersTable");
        QTRY_VERIFY(view->model()->rowCount() > 0);
        const int letters = view->model()->rowCount();
        QCOMPARE(d.shop.must(d.shop.dispatch().deadLetters(test::Shop::by("root"), 100)).size(),
                 static_cast<std::size_t>(letters));
        QVERIFY(!d.action("dispatchAssign")->isEnabled());
        view->select({0});
        QVERIFY(d.action("dispatchAssign")->isEnabled());
        d.action("dispatchAssign")->trigger();
        QTRY_VERIFY(d.page->findChild<ui::CourierPicker*>() != nullptr);
        d.page->findChild<ui::CourierPicker*>()->close();
        d.action("dispatchRetry")->trigger();
        d.confirm(QStringLiteral("mended"));
        QTRY_COMPARE(view->model()->rowCount(), letters - 1);  // the selected one
        view->selectionModel()->clear();
        QVERIFY(!d.action("dispatchRetry")->isEnabled());
        QVERIFY(d.action("dispatchRetry")->toolTip().contains(QStringLiteral("Select a row first.")));
        view->selectAll();
        d.action("dispatchRetry")->trigger();
        d.confirm(QStringLiteral("mended"));
        QTRY_COMPARE(view->model()->rowCount(), 0);
        QTRY_COMPARE(d.child<QLabel>("dispatchDeadLettersEmpty")->text(), QStringLiteral("No dead letters."));
    }

    /// A colleague was quicker with one of them.
    void eachDeadLetterHasItsOutcome() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        d.child<QTabBar>("dispatchLists")->setCurrentIndex(ui::DispatchPage::kDeadLetters);
        auto* view = d.child<ui::PagedView>("dispatchDeadLettersTable");
        QTRY_VERIFY(view->model()->rowCount() >= 2);
        const auto letters = d.shop.must(d.shop.dispatch().deadLetters(test::Shop::by("root"), 100));
        view->selectAll();
        d.action("dispatchRetry")->trigger();
        QTRY_VERIFY(d.question() != nullptr);
        const auto* asked = d.question()->findChild<QTableView*>(QStringLiteral("flowRows"));
        QVERIFY(asked != nullptr);
        QCOMPARE(asked->model()->rowCount(), static_cast<int>(letters.size()));
        (void)d.shop.must(d.shop.dispatch().retryDeadLetters(test::Shop::by("bo"), {letters.front().id}));
        d.confirm(QStringLiteral("mended"));
        QTRY_VERIFY(d.page->findChild<ui::RowOutcomeDialog*>() != nullptr);
        const auto* rows =
            d.page->findChild<ui::RowOutcomeDialog*>()->findChild<QTableView*>(QStringLiteral("outcomeRows"))->model();
        QCOMPARE(rows->rowCount(), static_cast<int>(letters.size()));
        QCOMPARE(rows->index(0, 0).data().toString(), ui::text(letters.front().orderNo));
        QCOMPARE(rows->index(0, 2).data().toString(), QStringLiteral("Changed meanwhile"));
        const QString why = rows->index(0, 4).data().toString();
        QVERIFY2(
            why.contains(QStringLiteral("by bo")) && why.endsWith(QStringLiteral("Retry dead letters of dispatch")),
            qPrintable(why));
        for (int row = 1; row < rows->rowCount(); ++row) {
            QCOMPARE(rows->index(row, 2).data().toString(), QStringLiteral("Done"));
        }
        QTRY_COMPARE(view->model()->rowCount(), 0);
    }

    void tablesAreWrittenAsSafeCsv() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const QString csv = exported(d, *d.page->couriers());
        const auto lines = csv.split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), static_cast<qsizetype>(d.board().couriers.size()) + 1);
        QVERIFY2(lines.first().startsWith(QLatin1String("Courier,Duty,Weight")), qPrintable(lines.first()));
        for (const auto& row : d.board().couriers) {
            QVERIFY(csv.contains(QStringLiteral(",%1,").arg(row.weight)));
        }
        api::OrderRow evil;
        evil.orderNo = OrderNo("=HYPERLINK(\"http://x\")");
        evil.user = UserId("@sum");
        evil.version = 1;
        evil.id = OrderId{1};
        ui::OrderListHooks hooks;
        hooks.now = [&d] { return d.services->bridge.now(); };
        hooks.campusName = [](const CampusId& id) { return ui::text(id); };
        hooks.none = hooks.next = [] { return QStringLiteral("none"); };
        ui::OrderListTable list(ui::describeOrderList(false, d.services->formats, hooks), d.services->context, nullptr);
        list.setActive(true);
        list.take(ui::listed(std::vector{evil}));
        QTRY_COMPARE(list.model().rowCount(), 1);
        const QString written = exported(d, list);
        QVERIFY2(written.contains(QStringLiteral("\"'=HYPERLINK(\"\"http://x\"\")\"")), qPrintable(written));
        QVERIFY2(written.contains(QStringLiteral("'@sum")), qPrintable(written));
        // Before the file there is an entry of it.
        const auto records = d.shop.must(d.shop.audit().page(test::Shop::by("root"), {}));
        QVERIFY(records.size() >= 2);
        const auto names = [&](std::size_t i) { return ui::text(records.at(i).subject + records.at(i).detail); };
        QVERIFY2(names(0).contains(QStringLiteral("orders")), qPrintable(names(0)));
        QVERIFY2(names(1).contains(QStringLiteral("couriers")), qPrintable(names(1)));
        const QString all = QStringLiteral("%1 rows; filter campus=C1; to ").arg(d.board().couriers.size());
        QVERIFY2(names(1).contains(all), qPrintable(names(1)));
    }

    void namesAreNeverReadAsMarkup() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        api::DispatchBoard board = d.board();
        board.couriers.front().name = "<b>Bold</b> & co";
        d.page->couriers()->take(ui::courierLines({&board}));
        auto& model = d.page->couriers()->model();
        const auto says = [&](int role) {
            return model.index(*model.rowOf({board.couriers.front().id.str()}), 0).data(role).toString();
        };
        QTRY_COMPARE(says(Qt::DisplayRole), QStringLiteral("<b>Bold</b> & co"));
        QVERIFY(says(Qt::ToolTipRole).contains(QLatin1String("&lt;b&gt;")));
    }

    void plotsRestWhenHiddenAndDrawOnceABeat() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        auto* bars = d.child<ui::WeightBars>("dispatchWeights");
        QTRY_VERIFY(bars->drawn() > 0);
        QTRY_VERIFY(d.services->pulse.isResting());
        const int before = bars->drawn();
        auto board = d.board();
        for (int i = 0; i < 100; ++i) {
            board.couriers.front().weight -= 10;
            bars->setBoard(board);
        }
        QCOMPARE(bars->drawn(), before);          // not at once
        QTRY_COMPARE(bars->drawn(), before + 1);  // once for all
        QTRY_VERIFY(d.services->pulse.isResting());
        d.page->hide();
        bars->setBoard(d.board());
        QVERIFY(d.services->pulse.isResting());
        QCOMPARE(bars->drawn(), before + 1);
        d.page->show();
        QTRY_COMPARE(bars->drawn(), before + 2);
    }

    void theWeightAxisHoldsEveryWeight() {
        for (const auto& [low, high, step] : {std::array<std::int64_t, 3>{9590, 9600, 10},
                                              {10000, 10000, 10},
                                              {1, 1'000'000'000, 10},
                                              {-500, -490, 1},
                                              {7, 7, 1'000'000}}) {
            const auto axis = ui::WeightBars::axisFor(low, high, step);
            QVERIFY(axis.lower < static_cast<double>(low));
            QVERIFY(axis.upper >= static_cast<double>(high));
            QVERIFY(axis.size() > 0);
        }
    }

    void aBarPicksItsCourier() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        auto* bars = d.child<ui::WeightBars>("dispatchWeights");
        QTRY_VERIFY(bars->drawn() > 0);
        const QPoint at(static_cast<int>(bars->xAxis->coordToPixel(2)), bars->axisRect()->center().y());
        QCOMPARE(bars->courierAt(at), bars->couriers().at(2));
        QTest::mouseClick(bars, Qt::LeftButton, {}, at);
        QCOMPARE(d.selectedKeys("dispatchCouriers"), QStringList{bars->couriers().at(2)});
    }

    void picturesAreWritten() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        auto* bars = d.child<ui::WeightBars>("dispatchWeights");
        auto* fairness = d.child<ui::FairnessPlot>("dispatchFairness");
        const QString png = d.folder.filePath(QStringLiteral("weights.png"));
        const QString pdf = d.folder.filePath(QStringLiteral("fairness.pdf"));
        QVERIFY(bars->savePicture(png).result().has_value());
        QVERIFY(fairness->savePicture(pdf).result().has_value());
        QCOMPARE(QImage(png).width(), 2 * bars->width());
        QFile file(pdf);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.read(5) == QByteArray("%PDF-"));
        QVERIFY(!bars->savePicture(d.folder.filePath(QStringLiteral("no/such/folder.png"))).result().has_value());
        QVERIFY(QDir(d.folder.path()).entryList({QStringLiteral("*.part")}).isEmpty());
    }

private:
    static QString exported(const Dispatch& d, ui::QueryPaneBase& pane) {
        const QString path = d.folder.filePath(pane.objectName() + QStringLiteral(".csv"));
        pane.exportTo(path);
        QFile file(path);
        if (!QTest::qWaitFor([&file] { return file.exists(); }) || !file.open(QIODevice::ReadOnly)) {
            return {};
        }
        QString csv = QString::fromUtf8(file.readAll());
        return csv.startsWith(QChar(0xFEFF)) ? csv.mid(1) : csv;
    }
    /// Of a file that is there, without the mark at its beginning.
    static QStringList linesOf(const QString& path) {
        QFile file(path);
        const QString csv = file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        QStringList lines = csv.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        for (QString& line : lines) {
            line = line.remove(QChar(0xFEFF)).trimmed();
        }
        return lines;
    }
    /// A courier on duty with orders in hand in the engine.
    static api::CourierRow holder(const Dispatch& d) {
        for (const auto& row : d.board().couriers) {
            if (row.onDuty && row.inHand > 1) {
                return row;
            }
        }
        return {};
    }
    static std::int64_t weightOf(const Dispatch& d, const QString& name) {
        for (const auto& row : d.board().couriers) {
            if (ui::text(row.name) == name) {
                return row.weight;
            }
        }
        return 0;
    }
};

}  // namespace test_dispatch_actions

QTEST_MAIN(test_dispatch_actions::TestDispatchActions)
#include "test_dispatch_actions.moc"
