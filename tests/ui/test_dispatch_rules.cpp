// SPDX-License-Identifier: GPL-3.0-or-later
// Which actions of the page Dispatch are offered for whom, what its menu of a courier leads to, and what is said where
// only a part could be given away, or nothing.
#include <QCheckBox>
#include <QComboBox>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <set>

#include "tests/ui/dispatch_fixture.h"
#include "ui/dialogs/row_outcome_dialog.h"
#include "ui/shell/navigator.h"
#include "ui/shell/notices.h"

namespace test_dispatch_rules {

namespace {

using namespace evenhand;
using test::Dispatch;

/// Selects the rows of these couriers, and no other.
void select(const Dispatch& d, const std::set<CourierId>& ids) {
    auto* view = d.table("dispatchCouriers");
    view->selectionModel()->clear();
    for (int row = 0; row < view->model()->rowCount(); ++row) {
        if (ids.contains(CourierId(d.keys("dispatchCouriers").at(row).toStdString()))) {
            view->selectionModel()->select(view->model()->index(row, 0),
                                           QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }
}

/// The first courier with so much work who is on duty or not.
api::CourierRow withWork(const Dispatch& d, bool some, bool onDuty = true) {
    for (const auto& row : d.board().couriers) {
        if (row.onDuty == onDuty && (row.inHand > 0) == some) {
            return row;
        }
    }
    return {};
}

QString why(const Dispatch& d, const char* action) { return ui::whyDisabled(*d.action(action)); }

}  // namespace

class TestDispatchRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dutyIsOfferedWhereItChangesSomebody() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto on = d.courier(true);
        const auto off = d.courier(false);
        select(d, {on.id});
        QCOMPARE(why(d, "dispatchOnDuty"), QStringLiteral("Already on duty."));
        QVERIFY(d.action("dispatchOffDuty")->isEnabled());
        select(d, {off.id});
        QVERIFY(d.action("dispatchOnDuty")->isEnabled());
        QCOMPARE(why(d, "dispatchOffDuty"), QStringLiteral("Already off duty."));
        select(d, {on.id, off.id});
        QVERIFY(d.action("dispatchOnDuty")->isEnabled() && d.action("dispatchOffDuty")->isEnabled());
    }

    void ofSeveralCouriersTheOneShownStays() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto one = withWork(d, true);
        select(d, {one.id, withWork(d, false).id});
        const auto shown = d.page->feed().courier();
        QVERIFY(!shown.empty());
        for (const bool descending : {true, false}) {
            d.table("dispatchCouriers")->orderBy(0, descending);
            QTRY_COMPARE(d.selectedKeys("dispatchCouriers").size(), 2);
            QTRY_VERIFY(d.page->isReady());
            QCOMPARE(d.page->feed().courier(), shown);
        }
    }

    /// Of several who go off duty at once, one cannot: of each it is said what became of it, and the undo is of the
    /// others.
    void theDutyOfSeveralHasAnOutcomeForEach() {
        Dispatch d(1, 1);
        QTRY_VERIFY(d.ready());
        std::vector<api::CourierRow> idle;
        for (const auto& row : d.board().couriers) {
            if (row.onDuty && row.inHand == 0 && idle.size() < 3) {
                idle.push_back(row);
            }
        }
        QCOMPARE(idle.size(), std::size_t{3});
        d.shop.dispatch().dutyKept = idle[1].id;
        select(d, {idle[0].id, idle[1].id, idle[2].id});
        d.action("dispatchOffDuty")->trigger();
        QTRY_VERIFY(d.page->findChild<ui::RowOutcomeDialog*>() != nullptr);
        auto* outcome = d.page->findChild<ui::RowOutcomeDialog*>();
        const auto* rows = outcome->findChild<QTableView*>(QStringLiteral("outcomeRows"))->model();
        QCOMPARE(rows->rowCount(), 3);
        QCOMPARE(rows->index(0, 1).data().toString(), ui::text(idle[1].id));
        const QStringList wanted{QStringLiteral("Refused"), QStringLiteral("Done"), QStringLiteral("Done")};
        for (int row = 0; row < 3; ++row) {
            QCOMPARE(rows->index(row, 2).data().toString(), wanted.at(row));
            QCOMPARE(rows->index(row, 3).data().toString(),
                     row == 0 ? ui::Formats::dash() : QStringLiteral("off duty"));
        }
        QVERIFY(rows->index(0, 4).data().toString().contains(QStringLiteral("disk error")));
        QCOMPARE(d.services->notices.last().text, QStringLiteral("Off duty: 2 done, 1 refused"));
        QCOMPARE(d.services->notices.last().tone, ui::Tone::Warn);
        outcome->close();
        QVERIFY(!d.shop.courierRow(idle[0].id).onDuty && d.shop.courierRow(idle[1].id).onDuty);
        d.services->notices.last().undo();
        QTRY_COMPARE(d.services->notices.last().text, QStringLiteral("2 couriers on duty."));
        QVERIFY(d.shop.courierRow(idle[0].id).onDuty && d.shop.courierRow(idle[2].id).onDuty);
        QVERIFY(!d.services->notices.last().undo);
    }

    /// Set by its dialog, and undone; who has as many gets more only where somebody says so.
    void howManyOrdersACourierMayHave() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto busy = withWork(d, true);
        select(d, {busy.id});
        d.action("dispatchLimit")->trigger();
        QTRY_VERIFY(d.question() != nullptr);
        auto* kind = d.question()->findChild<QComboBox*>(QStringLiteral("loadLimitKind"));
        auto* orders = d.question()->findChild<QSpinBox*>(QStringLiteral("loadLimitOrders"));
        QVERIFY(kind != nullptr && orders != nullptr);
        QVERIFY(!orders->isEnabled());  // as the campus has it
        kind->setCurrentIndex(kind->findText(QStringLiteral("At most")));
        QVERIFY(orders->isEnabled());
        orders->setValue(static_cast<int>(busy.inHand));
        d.confirm({});
        QTRY_VERIFY(d.shop.courierRow(busy.id).loadLimit == std::optional(busy.inHand));
        QTRY_VERIFY(std::any_of(d.board().couriers.begin(), d.board().couriers.end(),
                                [&](const auto& row) { return row.id == busy.id && row.isFull(); }));
        // Given by hand, without and with what the question asks.
        const OrderNo order(d.keys("dispatchWaiting").front().toStdString());
        for (const bool over : {false, true}) {
            auto* view = d.table("dispatchWaiting");
            Dispatch::selectRows(view, 1);
            Q_EMIT view->customContextMenuRequested(QPoint(10, 10));
            auto* menu = d.page->findChildren<QMenu*>(QStringLiteral("dispatchWaitingOrderMenu")).last();
            auto* target = menu->findChild<QAction*>(QStringLiteral("target_") + ui::text(busy.id));
            QVERIFY(target != nullptr);
            target->trigger();
            menu->close();
            QTRY_VERIFY(d.question() != nullptr);
            auto* beyond = d.question()->findChild<QCheckBox*>(QStringLiteral("overLoadLimit"));
            QVERIFY(beyond != nullptr && !beyond->isChecked());
            beyond->setChecked(over);
            d.confirm(QStringLiteral("near"));
            if (!over) {
                QTRY_VERIFY(d.page->findChild<ui::RowOutcomeDialog*>() != nullptr);
                auto* outcome = d.page->findChild<ui::RowOutcomeDialog*>();
                const auto* rows = outcome->findChild<QTableView*>(QStringLiteral("outcomeRows"))->model();
                QVERIFY(rows->index(0, 4).data().toString().contains(
                    QStringLiteral("There are as many orders in hand as allowed.")));
                outcome->close();
                QVERIFY(d.shop.order(order).courier.empty());
                QTRY_VERIFY(d.page->findChild<ui::RowOutcomeDialog*>() == nullptr);
            }
        }
        QTRY_COMPARE(d.shop.order(order).courier, busy.id);
    }

    void aLimitIsTakenBack() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto who = d.courier(true);
        select(d, {who.id});
        d.action("dispatchLimit")->trigger();
        QTRY_VERIFY(d.question() != nullptr);
        auto* kind = d.question()->findChild<QComboBox*>(QStringLiteral("loadLimitKind"));
        kind->setCurrentIndex(kind->findText(QStringLiteral("No limit")));
        d.confirm({});
        QTRY_VERIFY(d.shop.courierRow(who.id).loadLimit == std::optional(std::int64_t{0}));
        QTRY_VERIFY(static_cast<bool>(d.services->notices.last().undo));
        d.services->notices.last().undo();
        QTRY_VERIFY(!d.shop.courierRow(who.id).loadLimit);
    }

    void workIsHandedOverWhereThereIsSomeAndSomebodyElse() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto busy = withWork(d, true);
        const auto idle = withWork(d, false);
        QVERIFY(!busy.id.empty() && !idle.id.empty());
        select(d, {busy.id});
        QVERIFY2(d.action("dispatchHandOver")->isEnabled(), qPrintable(why(d, "dispatchHandOver")));
        select(d, {idle.id});
        QCOMPARE(why(d, "dispatchHandOver"), QStringLiteral("%1 has no orders in hand.").arg(ui::text(idle.name)));
        select(d, {busy.id, idle.id});
        QCOMPARE(why(d, "dispatchHandOver"), QStringLiteral("Select one courier only."));
        // Whoever is the only one on duty has nobody to give it to.
        d.shop.setDuty(0, false);
        d.shop.must(d.shop.dispatch().setDuty(test::Shop::by("bo"), busy.id, true));
        QTRY_VERIFY(d.courier(true).id == busy.id && d.courier(true, busy.id).id.empty());
        select(d, {busy.id});
        QTRY_COMPARE(why(d, "dispatchHandOver"), QStringLiteral("Nobody else is on duty on this campus."));
        QCOMPARE(why(d, "dispatchHandOverTo"), why(d, "dispatchHandOver"));
        Dispatch::selectRows(d.table("dispatchWaiting"), 1);
        QVERIFY2(d.action("dispatchReassign")->isEnabled(), qPrintable(why(d, "dispatchReassign")));
        d.shop.setDuty(0, false);
        QTRY_COMPARE(why(d, "dispatchReassign"), QStringLiteral("Nobody is on duty on this campus."));
    }

    void aCouriersMenuLeadsToTheirOrdersAndToWhoMayTakeThem() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto busy = withWork(d, true);
        select(d, {busy.id});
        Q_EMIT d.table("dispatchCouriers")->customContextMenuRequested(QPoint(10, 10));
        auto* menu = d.page->findChild<QMenu*>(QStringLiteral("dispatchCourierMenu"));
        QVERIFY(menu != nullptr);
        std::set<QString> targets;
        for (const auto* sub : menu->findChildren<QMenu*>()) {
            for (const auto* each : sub->actions()) {
                targets.insert(each->objectName());
            }
        }
        std::set<QString> wanted;
        for (const auto& row : d.board().couriers) {
            if (row.onDuty && row.id != busy.id) {
                wanted.insert(QStringLiteral("target_") + ui::text(row.id));
            }
        }
        QVERIFY(wanted.size() > 2);
        QCOMPARE(targets, wanted);
        QSignalSpy opened(&d.services->navigator, &ui::Navigator::requested);
        for (auto* each : menu->actions()) {
            if (each->text() == QStringLiteral("Show in Orders")) {
                each->trigger();
            }
        }
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened.front().at(0).toString(), QStringLiteral("orders"));
        QCOMPARE(opened.front().at(1).toMap(), (QVariantMap{{QStringLiteral("courier"), ui::text(busy.id)}}));
        menu->close();
    }

    void ofAPartItIsSaidHowMany() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        auto* view = d.table("dispatchWaiting");
        QVERIFY(view->model()->rowCount() >= 3);
        Dispatch::selectRows(view, 3);
        const OrderNo changed(d.keys("dispatchWaiting").at(1).toStdString());
        d.action("dispatchReassign")->trigger();
        QVERIFY(d.question() != nullptr);
        (void)d.shop.must(d.shop.orders().cancel(test::Shop::by("bo"), {{changed, 0}}));
        d.confirm(QStringLiteral("late"));
        QTRY_VERIFY(d.page->findChild<ui::RowOutcomeDialog*>() != nullptr);
        const auto& said = d.services->notices.last();
        QVERIFY2(said.text.startsWith(QStringLiteral("Reassign: 2 done, 1 changed meanwhile.")), qPrintable(said.text));
        QCOMPARE(said.tone, ui::Tone::Warn);
    }

    /// Somebody else is quicker: the question says so, and cannot be confirmed any more.
    void whereNothingIsLeftToGiveThatIsSaid() {
        Dispatch d;
        QTRY_VERIFY(d.ready());
        const auto busy = withWork(d, true);
        select(d, {busy.id});
        d.action("dispatchHandOver")->trigger();
        QTRY_VERIFY(d.question() != nullptr);
        const auto* missing = d.question()->findChild<QLabel*>(QStringLiteral("actionMissing"));
        (void)d.shop.must(d.shop.dispatch().handOver(test::Shop::by("bo"), busy.id, {}));
        QTRY_COMPARE(missing->text(), QStringLiteral("None of the orders allows it."));
        QVERIFY(!d.question()->confirmButton()->isEnabled());
    }
};

}  // namespace test_dispatch_rules

QTEST_MAIN(test_dispatch_rules::TestDispatchRules)
#include "test_dispatch_rules.moc"
