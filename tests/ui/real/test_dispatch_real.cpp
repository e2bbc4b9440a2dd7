// SPDX-License-Identifier: GPL-3.0-or-later
// The page Dispatch over the real engine, stepped on a virtual clock by the event loop: what the widgets do is what the
// engine did.
#include <QCheckBox>
#include <QLabel>
#include <QTableView>

#include "tests/support/check.h"
#include "tests/ui/dispatch_hand.h"
#include "tests/ui/real/real_workspace.h"
#include "ui/dialogs/calibration_dialog.h"
#include "ui/dialogs/evidence_dialog.h"
#include "ui/shell/notices.h"

namespace test_dispatch_real {

using namespace evenhand;

namespace {

const api::Call kCall{api::Actor::administrator("test"), "because", {}};
const CampusId kCampus("north");

struct Depot : test::RealWorkspace, test::DispatchHand {
    Depot() {
        auto& desk = workspace->dispatch();
        (void)desk.upsertCampus(kCall, {kCampus, "North", {}});
        (void)desk.upsertCouriers(kCall, {{CourierId("ann"), kCampus, "Ann", "", true},
                                          {CourierId("bob"), kCampus, "Bob", "", true},
                                          {CourierId("cid"), kCampus, "Cid", "", false}});
        (void)workspace->orders().upsertProducts(kCall, {{Sku("rice"), "Rice", Money{1'800}, 1'000}}, true);
        workspace->runUntilIdle();
    }
    ~Depot() { close(); }
    OrderNo paid(const std::string& number) {
        api::PlaceOrder order;
        order.key = number;
        order.orderNo = OrderNo(number);
        order.user = UserId("u1");
        order.campus = kCampus;
        order.lines = {{Sku("rice"), 1, Money{1'800}}};
        (void)workspace->orders().place(kCall, order);
        (void)workspace->orders().pay(kCall, {PaymentNo("P" + number), order.orderNo, Money{1'800}});
        workspace->runUntilIdle();
        return order.orderNo;
    }
    api::OrderRow row(const OrderNo& number) {
        auto answer = workspace->orders().detail(kCall, number);
        workspace->runUntilIdle();
        return answer.result() ? answer.result()->row : api::OrderRow{};
    }
    std::int64_t weight(const char* courier) {
        auto answer = workspace->dispatch().board(kCall, kCampus);
        workspace->runUntilIdle();
        const auto board = answer.result();
        for (const auto& line : board->couriers) {
            if (line.id.str() == courier) {
                return line.weight;
            }
        }
        return 0;
    }
};

/// Of the order that waits.
QString stateOf(const Depot& d) {
    const auto& model = d.page->list(ui::DispatchPage::kWaiting)->model();
    return model.index(0, model.columnOf(QStringLiteral("state"))).data().toString();
}

}  // namespace

class TestDispatchReal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dragReassignsAndTheUndoGivesTheStepBack() {
        Depot d;
        const auto order = d.paid("A-1");
        const auto first = d.row(order).courier;
        QVERIFY(!first.empty());
        const CourierId other(first.str() == "ann" ? "bob" : "ann");
        d.open(*d.workspace);
        QTRY_VERIFY(d.ready());
        d.select(first);
        auto* inHand = d.table("dispatchInHand");
        QTRY_COMPARE(inHand->model()->rowCount(), 1);
        test::DispatchHand::selectRows(inHand, 1);
        const auto mime = d.dragged(inHand);
        QVERIFY(!d.drop(*mime, CourierId("cid")));  // off duty
        QVERIFY(d.drop(*mime, other));
        d.confirm(QStringLiteral("too far"));
        QTRY_COMPARE(d.row(order).courier, other);
        QCOMPARE(d.weight(first.str().c_str()), api::kDefaultStartWeight);  // its step is back
        QCOMPARE(d.weight(other.str().c_str()), api::kDefaultStartWeight - api::kDefaultStep);
        QTRY_VERIFY(static_cast<bool>(d.services->notices.last().undo));
        QTRY_COMPARE(inHand->model()->rowCount(), 0);
        d.services->notices.last().undo();
        QTRY_VERIFY(d.question() != nullptr);
        d.confirm(QStringLiteral("the wrong one"));
        QTRY_COMPARE(d.row(order).courier, first);
        QTRY_COMPARE(inHand->model()->rowCount(), 1);
        // The evidence of what a person decided.
        test::DispatchHand::selectRows(inHand, 1);
        d.child<QTabBar>("dispatchLists")->setCurrentIndex(ui::DispatchPage::kInHand);
        d.action("dispatchWhy")->trigger();
        auto* why = d.page->findChild<ui::EvidenceDialog*>();
        QTRY_VERIFY(why->isLoaded());
        QVERIFY(why->findChild<QLabel*>(QStringLiteral("evidenceSentence"))
                    ->text()
                    .contains(QLatin1String("chosen by a person")));
    }

    void aStaleDropIsAConflict() {
        Depot d;
        const auto order = d.paid("A-1");
        const auto first = d.row(order).courier;
        const CourierId other(first.str() == "ann" ? "bob" : "ann");
        d.open(*d.workspace);
        QTRY_VERIFY(d.ready());
        d.select(first);
        auto* inHand = d.table("dispatchInHand");
        QTRY_COMPARE(inHand->model()->rowCount(), 1);
        test::DispatchHand::selectRows(inHand, 1);
        const auto mime = d.dragged(inHand);
        QVERIFY(d.drop(*mime, other));
        const auto now = d.row(order);
        (void)d.workspace->orders().report(kCall, {api::CourierReport::Kind::PickedUp, order, first, now.epoch, {}});
        d.workspace->runUntilIdle();
        d.confirm(QStringLiteral("too far"));
        QTRY_COMPARE(d.services->notices.last().tone, ui::Tone::Warn);
        QCOMPARE(d.row(order).courier, first);
    }

    void handOverPauseAndNobodyOnDuty() {
        Depot d;
        const auto first = d.paid("A-1");
        d.paid("A-2");
        const auto holder = d.row(first).courier;
        d.open(*d.workspace);
        QTRY_VERIFY(d.ready());
        d.select(holder);
        QTRY_VERIFY(d.action("dispatchHandOver")->isEnabled());
        d.action("dispatchHandOver")->trigger();
        d.confirm(QStringLiteral("unwell"));
        QTRY_VERIFY(d.row(first).courier != holder && !d.row(first).courier.empty());

        d.action("dispatchPause")->trigger();
        d.confirm(QStringLiteral("storm"));
        QTRY_COMPARE(d.action("dispatchPause")->text(), QStringLiteral("Resume"));
        const auto waits = d.paid("A-3");
        auto* waiting = d.table("dispatchWaiting");
        QTRY_COMPARE(waiting->model()->rowCount(), 1);
        QCOMPARE(stateOf(d), QStringLiteral("Dispatch paused"));
        d.action("dispatchPause")->trigger();
        QTRY_VERIFY(d.question() != nullptr);
        d.confirm(QStringLiteral("it is over"));
        QTRY_COMPARE(waiting->model()->rowCount(), 0);
        QTRY_VERIFY(!d.row(waits).courier.empty());

        d.table("dispatchCouriers")->selectAll();
        d.action("dispatchOffDuty")->trigger();
        QTRY_VERIFY(d.question() != nullptr);  // they have orders in hand, which they keep
        QVERIFY(!d.question()->findChild<QCheckBox*>(QStringLiteral("offDutyHandsOver"))->isChecked());
        d.confirm(QStringLiteral("the kitchen is closed"));
        QTRY_VERIFY(!d.action("dispatchOffDuty")->isEnabled());
        d.paid("A-4");
        QTRY_COMPARE(waiting->model()->rowCount(), 1);
        QCOMPARE(stateOf(d), QStringLiteral("No courier on duty"));
        d.select(CourierId("cid"));
        d.action("dispatchOnDuty")->trigger();
        QTRY_COMPARE(waiting->model()->rowCount(), 0);  // assigned by itself
    }

    void thePolicyIsKeptAndCalibrationFindsNothingToDo() {
        Depot d;
        d.paid("A-1");
        d.open(*d.workspace);
        QTRY_VERIFY(d.ready());
        d.action("dispatchCalibrate")->trigger();
        auto* dialog = d.page->findChild<ui::CalibrationDialog*>();
        QTRY_VERIFY(dialog->isLoaded());
        QCOMPARE(dialog->findChild<QTableView*>(QStringLiteral("calibrationTable"))->model()->rowCount(), 3);
        QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("calibrationSummary"))
                    ->text()
                    .startsWith(QLatin1String("Every weight")));
        dialog->close();
        d.action("dispatchEditPolicy")->trigger();
        auto* step = d.page->findChild<QLineEdit*>(QStringLiteral("policyStep"));
        step->setText(QStringLiteral("25"));
        QTest::mouseClick(d.page->findChild<QPushButton*>(QStringLiteral("policySave")), Qt::LeftButton);
        QTRY_COMPARE(d.board().campus.policy.step, std::int64_t{25});
    }
};

}  // namespace test_dispatch_real

QTEST_MAIN(test_dispatch_real::TestDispatchReal)
#include "test_dispatch_real.moc"
