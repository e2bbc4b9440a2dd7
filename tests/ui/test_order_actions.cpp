// SPDX-License-Identifier: GPL-3.0-or-later
// What is done with orders from the page Orders and what is said of it: payments that were not taken, reports of
// couriers, taking back a reassignment, questions whose orders move on, the evidence of an assignment, and what the
// palette opens.
#include <QLabel>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <algorithm>

#include "tests/support/fakes/altered_desks.h"
#include "tests/support/shops/shop.h"
#include "tests/ui/console_over.h"
#include "ui/pages/orders/order_actions.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/notices.h"
#include "ui/shell/status_line.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/mnemonics.h"
#include "ui/widgets/ranking_view.h"

namespace test_order_actions {

namespace {

using namespace evenhand;
using ui::OrderAction;

/// Before the window, so that it outlives it.
struct WithShop {
    test::Shop shop{{60}};
    test::AlteredDesks engine{shop.engine()};
};
struct Desk : WithShop, test::ConsoleOver {
    Desk() : ConsoleOver(engine) {
        open();
        window->resize(1400, 860);
        showOrders();
        QTRY_VERIFY(ready());
    }
    [[nodiscard]] bool ready() const { return orders()->isReady() && orders()->model().total() >= 0; }
    [[nodiscard]] ui::OrderPane::Model& model() const { return orders()->model(); }
    [[nodiscard]] ui::OrderDetailPanel* detail() const { return orders()->detail(); }
    [[nodiscard]] QAction* action(OrderAction which) const { return orders()->pane()->action(which); }
    [[nodiscard]] const ui::Notice& said() const { return window->context().notices.last(); }
    /// Selects the orders, in the order of the list.
    void select(const std::vector<OrderNo>& numbers) {
        orders()->table()->clearSelection();
        for (const auto& no : numbers) {
            const auto id = shop.order(no).id;
            QTRY_VERIFY(model().rowOf(id).has_value() && model().row(*model().rowOf(id)) != nullptr);
            QTRY_COMPARE(model().row(*model().rowOf(id))->version, shop.order(no).version);
            orders()->table()->selectionModel()->setCurrentIndex(
                model().index(*model().rowOf(id), 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }
    /// Fills the reason and confirms the question that stands; waits until the outcome is told.
    void confirm(const QString& reason) {
        auto* question = orders()->flow()->question();
        QVERIFY(question != nullptr);
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(reason);
        QVERIFY2(question->confirmButton()->isEnabled(), qPrintable(question->confirmButton()->toolTip()));
        QSignalSpy finished(orders()->flow(), &ui::OrderActionFlow::finished);
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
        QTRY_COMPARE(finished.count(), 1);
    }
    [[nodiscard]] OrderNo unpaid() {
        for (int row = 0; row < model().rowCount(); ++row) {
            if (const auto* order = model().row(row); order && order->status == api::OrderStatus::WaitPay) {
                return order->orderNo;
            }
        }
        return {};
    }
    /// Marks it as paid, and the engine's answer is this one.
    void pay(const OrderNo& no, api::PaymentAnswer answer) {
        engine.orders().recordInstead = [answer](const api::PayOrder&) {
            return QtFuture::makeReadyFuture(Result<api::PaymentAnswer>(answer));
        };
        select({no});
        action(OrderAction::MarkPaid)->trigger();
        QVERIFY(orders()->flow()->question() != nullptr);
        orders()
            ->flow()
            ->question()
            ->findChild<QLineEdit*>(QStringLiteral("paymentNumber"))
            ->setText(QStringLiteral("WX-1"));
        confirm(QStringLiteral("seen in the till"));
    }
    /// Types into the palette and runs what it found by this title.
    void openFromPalette(const QString& typed, const QString& title) {
        auto* palette = window->palette();
        QSignalSpy searched(palette, &ui::CommandPalette::searched);
        window->openPalette();
        palette->input()->setText(typed);
        QTRY_COMPARE(searched.count(), 1);
        auto* list = palette->findChild<QListView*>(QStringLiteral("paletteList"));
        for (int row = 0; row < palette->model()->rowCount(); ++row) {
            if (palette->model()->index(row).data().toString() == title) {
                list->setCurrentIndex(palette->model()->index(row));
                QTest::keyClick(palette->input(), Qt::Key_Return);
                return;
            }
        }
        QFAIL(qPrintable(title));
    }
};

}  // namespace

class TestOrderActions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // --- payments ------------------------------------------------------------------------------------------------

    void moneyThatWasNotTakenIsNotCalledAPayment() {
        Desk desk;
        const auto no = desk.unpaid();
        for (const auto& [outcome, owed, words] :
             {std::tuple(api::PaymentOutcome::Late, api::OwedKind::Late, "Late payment"),
              std::tuple(api::PaymentOutcome::Unmatched, api::OwedKind::WrongAmount, "Wrong amount")}) {
            desk.pay(no, {outcome, owed, false});
            QCOMPARE(desk.said().text, QStringLiteral("%1 was not paid: the money is kept and owed back (%2).")
                                           .arg(ui::text(no), QLatin1String(words)));
            QCOMPARE(desk.said().tone, ui::Tone::Warn);
        }
    }

    void aPaymentNumberThatWasUsedForItIsSaidToBe() {
        Desk desk;
        const auto no = desk.unpaid();
        desk.pay(no, {api::PaymentOutcome::Accepted, {}, true});
        QCOMPARE(desk.said().text, QStringLiteral("%1 was already paid with this payment number.").arg(ui::text(no)));
    }

    // --- reports -------------------------------------------------------------------------------------------------

    void whatTheCourierReportsIsWhatIsWrittenDown() {
        Desk desk;
        const auto delivered = desk.shop.paidOrder(3);
        const auto failed = desk.shop.paidOrder(4);
        for (const auto& no : {delivered, failed}) {
            desk.select({no});
            QVERIFY2(desk.action(OrderAction::PickedUp)->isEnabled(),
                     qPrintable(ui::whyDisabled(*desk.action(OrderAction::PickedUp))));
            desk.action(OrderAction::PickedUp)->trigger();
            QTRY_COMPARE(desk.shop.order(no).status, api::OrderStatus::Delivering);
            QTRY_COMPARE(desk.said().text, QStringLiteral("%1 is reported as picked up.").arg(ui::text(no)));
        }
        desk.select({delivered});
        desk.action(OrderAction::Delivered)->trigger();
        QTRY_COMPARE(desk.shop.order(delivered).status, api::OrderStatus::Delivered);
        QTRY_COMPARE(desk.said().text, QStringLiteral("%1 is reported as delivered.").arg(ui::text(delivered)));
        desk.select({failed});
        desk.action(OrderAction::Failed)->trigger();
        desk.confirm(QStringLiteral("nobody there"));
        QCOMPARE(desk.shop.order(failed).status, api::OrderStatus::WaitPickUp);
        const auto detail = desk.shop.must(desk.shop.engine().orders().detail(test::Shop::by("root"), failed));
        QCOMPARE(detail.events.back().kind, api::EventKind::DeliveryFailed);
        QVERIFY2(QString::fromStdString(detail.events.back().detail).endsWith(QStringLiteral(": nobody there")),
                 detail.events.back().detail.c_str());
        QCOMPARE(desk.said().text, QStringLiteral("The failed delivery of %1 is reported.").arg(ui::text(failed)));
    }

    // --- several -------------------------------------------------------------------------------------------------

    void takingBackManyNamesThreeAndCountsTheOthers() {
        Desk desk;
        std::vector<OrderNo> chosen;
        for (int i = 0; i < 5; ++i) {
            chosen.push_back(desk.shop.paidOrder(i));
        }
        desk.select(chosen);
        desk.action(OrderAction::ReassignNext)->trigger();
        desk.confirm(QStringLiteral("it rains"));
        QTest::mouseClick(desk.window->statusLine()->undoButton(), Qt::LeftButton);
        auto* question = desk.orders()->flow()->question();
        QVERIFY(question != nullptr);
        const QString asked = question->findChild<QLabel*>(QStringLiteral("actionQuestion"))->text();
        const auto named = std::count_if(chosen.begin(), chosen.end(),
                                         [&](const OrderNo& no) { return asked.contains(ui::text(no)); });
        QCOMPARE(named, std::ptrdiff_t{3});
        QVERIFY2(asked.contains(QStringLiteral(" and 2 more.")), qPrintable(asked));
        question->reject();
    }

    /// Before the undo, which is not before what is undone.
    void anUndoSaysHowTheOrdersStandBeforeIt() {
        Desk desk;
        std::vector<OrderNo> chosen;
        for (int i = 0; i < 3; ++i) {
            chosen.push_back(desk.shop.paidOrder(i));
        }
        desk.select(chosen);
        desk.action(OrderAction::ReassignNext)->trigger();
        desk.confirm(QStringLiteral("it rains"));
        QTest::mouseClick(desk.window->statusLine()->undoButton(), Qt::LeftButton);
        auto* question = desk.orders()->flow()->question();
        QVERIFY(question != nullptr);
        const auto* rows = question->findChild<QTableView*>(QStringLiteral("flowRows"))->model();
        QCOMPARE(rows->rowCount(), 3);
        for (int row = 0; row < 3; ++row) {
            const OrderNo no(rows->index(row, 0).data().toString().toStdString());
            QTRY_COMPARE(rows->index(row, 1).data().toString(), ui::standing(desk.shop.order(no)));
        }
        question->reject();
    }

    /// What became of an order that was not given away is no part of who has those that were.
    void onlyThoseWhoWereGivenAnOrderAreNamed() {
        Desk desk;
        const auto given = desk.shop.paidOrder(0);
        const auto closed = desk.shop.paidOrder(1);
        desk.select({given, closed});
        desk.action(OrderAction::ReassignNext)->trigger();
        auto* question = desk.orders()->flow()->question();
        QVERIFY(question != nullptr);
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(QStringLiteral("it rains"));
        (void)desk.shop.must(desk.shop.engine().orders().cancel(desk.shop.by("bo"), {{closed, 0}}));
        const auto stays = desk.shop.order(closed);
        QSignalSpy finished(desk.orders()->flow(), &ui::OrderActionFlow::finished);
        question->confirmButton()->click();
        QTRY_COMPARE(finished.count(), 1);
        const QString text = desk.said().text;
        QVERIFY2(text.contains(QStringLiteral("1 done")), qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("nobody")), qPrintable(text));
        if (!stays.courierName.empty() && stays.courier != desk.shop.order(given).courier) {
            QVERIFY2(!text.contains(ui::text(stays.courierName)), qPrintable(text));
        }
    }

    /// As many as the question says.
    void theButtonSaysWhatTheQuestionSays() {
        Desk desk;
        std::vector<OrderNo> chosen;
        for (int i = 0; i < 3; ++i) {
            chosen.push_back(desk.shop.paidOrder(i));
        }
        desk.select(chosen);
        desk.action(OrderAction::Cancel)->trigger();
        auto* question = desk.orders()->flow()->question();
        QVERIFY(question != nullptr);
        const auto* asked = question->findChild<QLabel*>(QStringLiteral("actionQuestion"));
        const auto* button = question->confirmButton();
        QVERIFY2(asked->text().startsWith(QStringLiteral("3 orders will be closed.")), qPrintable(asked->text()));
        QCOMPARE(ui::withoutMnemonic(button->text()), QStringLiteral("Cancel 3 orders"));
        (void)desk.shop.must(desk.shop.engine().orders().cancel(desk.shop.by("bo"), {{chosen[0], 0}}));
        QTRY_VERIFY2(asked->text().startsWith(QStringLiteral("2 orders will be closed.")), qPrintable(asked->text()));
        QCOMPARE(ui::withoutMnemonic(button->text()), QStringLiteral("Cancel 2 orders"));
        QCOMPARE(button->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_Return));
        question->reject();
    }

    /// The list could not be read since: the question does not take over what it shows.
    void aQuestionReadsItsOrdersAsItOpens() {
        Desk desk;
        const auto no = desk.shop.paidOrder(3);
        desk.select({no});
        desk.engine.orders().onRows = [](const api::Answer<std::vector<api::OrderRow>>&) {
            return QtFuture::makeReadyFuture(
                Result<std::vector<api::OrderRow>>(fail(ErrorCode::Storage, "the disk failed")));
        };
        (void)desk.shop.must(desk.engine.orders().cancel(desk.shop.by("bo"), {{no, 0}}));
        QTRY_VERIFY(desk.model().lastError().has_value());
        desk.engine.orders().onRows = {};
        desk.action(OrderAction::Cancel)->trigger();
        auto* question = desk.orders()->flow()->question();
        QVERIFY(question != nullptr);
        const auto* rows = question->findChild<QTableView*>(QStringLiteral("actionRows"))->model();
        QTRY_VERIFY(rows->index(0, 1).data().toString().startsWith(QStringLiteral("Closed")));
        QVERIFY(!question->confirmButton()->isEnabled());
        question->reject();
    }

    /// What was done has left the filter, also where nobody stands at the top of the list.
    void whatWasDoneLeavesTheListWhereverItStands() {
        Desk desk;
        QStringList statuses;
        for (const auto status : {api::OrderStatus::WaitPay, api::OrderStatus::Paid, api::OrderStatus::WaitPickUp,
                                  api::OrderStatus::Delivering, api::OrderStatus::Delivered}) {
            statuses << QString::fromStdString(std::string(api::toText(status)));
        }
        desk.orders()->openTarget({{QStringLiteral("status"), statuses}});
        QTRY_VERIFY(desk.ready() && desk.model().filter().statuses.size() == 5);
        auto* bar = desk.orders()->table()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        bar->setValue(bar->maximum());
        OrderId id;
        OrderNo no;
        for (int row = desk.model().rowCount() - 1; row > bar->value() && !id.valid(); --row) {
            const auto* order = desk.model().row(row);
            if (order != nullptr && ui::OrderActions::whyNot(OrderAction::Cancel, *order).isEmpty()) {
                id = order->id;
                no = order->orderNo;
            }
        }
        QVERIFY(id.valid());
        desk.select({no});
        QVERIFY(bar->value() > 0);
        const auto before = desk.model().rowCount();
        desk.action(OrderAction::Cancel)->trigger();
        desk.confirm(QStringLiteral("sold out"));
        QTRY_VERIFY(!desk.model().rowOf(id).has_value());
        QCOMPARE(desk.model().rowCount(), before - 1);
        QVERIFY(desk.orders()->table()->selectionModel()->selectedRows().isEmpty());
    }

    void cancellingSaysHowMuchGoesBack() {
        Desk desk;
        const std::vector<OrderNo> chosen{desk.shop.paidOrder(3), desk.shop.paidOrder(4)};
        Money paid;
        for (const auto& no : chosen) {
            QVERIFY(desk.shop.order(no).paidAt.has_value());
            paid.minor += desk.shop.order(no).payable.minor;
        }
        desk.select(chosen);
        desk.action(OrderAction::Cancel)->trigger();
        auto* question = desk.orders()->flow()->question();
        QVERIFY(question != nullptr);
        const QString asked = question->findChild<QLabel*>(QStringLiteral("actionQuestion"))->text();
        QVERIFY2(asked.contains(desk.window->context().formats.moneyWithCurrency(paid)), qPrintable(asked));
        question->reject();
    }

    void whereNoneOfSeveralIsFitThatIsSaid() {
        Desk desk;
        const auto one = desk.shop.paidOrder(3);
        const auto two = desk.shop.paidOrder(4);
        for (const auto& no : {one, two}) {
            desk.shop.carry(no, true);
        }
        desk.select({one, two});
        QTRY_VERIFY(!desk.action(OrderAction::Cancel)->isEnabled());
        const QString why = ui::whyDisabled(*desk.action(OrderAction::Cancel));
        QVERIFY2(why.startsWith(QStringLiteral("None of the selected orders allows it. ")), qPrintable(why));
        // With one that is, it is offered: the question says which are left out.
        desk.select({one, two, desk.shop.paidOrder(5)});
        QTRY_VERIFY(desk.action(OrderAction::Cancel)->isEnabled());
    }

    // --- in detail -----------------------------------------------------------------------------------------------

    void whenAnOrderWasPlacedAndWhenItWasPaidAreToldApart() {
        Desk desk;
        const auto no = desk.shop.sell(0, false);
        desk.shop.clock().advanceMs(95'000);
        (void)desk.shop.must(desk.shop.engine().orders().pay(
            desk.shop.by("shop"), {PaymentNo("P-later"), no, desk.shop.order(no).payable, 0}));
        desk.detail()->showOrder(no);
        QTRY_VERIFY(desk.ready() && desk.detail()->detail() && desk.detail()->detail()->row.paidAt);
        const auto& row = desk.detail()->detail()->row;
        QVERIFY(*row.paidAt != row.placedAt);
        const auto* facts = desk.detail()->findChild<ui::FactGrid*>(QStringLiteral("orderFacts"));
        const auto& formats = desk.window->context().formats;
        QCOMPARE(facts->valueOf(QStringLiteral("Placed")), formats.dateTime(row.placedAt));
        QCOMPARE(facts->valueOf(QStringLiteral("Paid at")), formats.dateTime(*row.paidAt));
    }

    /// Of three and two units, two and one came back before they were picked up.
    void unitsThatCameBackAreNotLeftToDeliver() {
        Desk desk;
        const auto no = desk.shop.paidOrder(3);
        desk.shop.must(desk.shop.engine().returns().setPolicy(test::Shop::by("root"), {}, api::ReturnPolicy{}));
        api::RequestReturn asked;
        asked.orderNo = no;
        asked.number = ReturnNo("R-1");
        asked.lines = {{Sku("rice-01"), 2}, {Sku("tea-07"), 1}};
        asked.reason = "sold out";
        const auto made = desk.shop.must(desk.shop.engine().returns().request(test::Shop::by("anna"), asked));
        QVERIFY(!desk.shop.must(desk.shop.engine().returns().approve(test::Shop::by("bo"), {made.id, 0}, {})).error);
        desk.detail()->showOrder(no);
        QTRY_VERIFY(desk.ready() && desk.detail()->detail() && desk.detail()->detail()->row.orderNo == no);
        const auto* lines = desk.detail()->findChild<ui::FactGrid*>(QStringLiteral("orderLines"));
        QCOMPARE(lines->valueOf(QStringLiteral("Left to deliver")), QStringLiteral("2"));
        QVERIFY(!lines->valueOf(QStringLiteral("3 × Fried rice 扬州炒饭 (2 returned)")).isEmpty());
    }

    void theEvidenceOfAnAssignmentIsShownAsItWas() {
        Desk desk;
        api::AssignmentEvidence evidence;
        evidence.orderNo = desk.shop.paidOrder(3);
        evidence.courier = CourierId("K103");
        evidence.epoch = 4;
        evidence.step = 71;
        evidence.at = desk.shop.now().plusMs(-5'000'000);
        evidence.excluded = {CourierId("K101")};
        evidence.offDuty = {CourierId("K105"), CourierId("K106")};
        evidence.scriptSha = "0123456789abcdef";
        for (int i = 1; i <= 9; ++i) {
            evidence.ranking.emplace_back(CourierId("K10" + std::to_string(i)), 100 - i);
        }
        auto older = evidence;
        older.courier = CourierId("K102");
        older.epoch = 3;
        desk.engine.dispatch().onEvidence = [evidence, older](const auto&) {
            return QtFuture::makeReadyFuture(
                Result<std::vector<api::AssignmentEvidence>>(std::vector<api::AssignmentEvidence>{evidence, older}));
        };
        desk.detail()->showOrder(evidence.orderNo);
        QTRY_VERIFY(desk.ready() && desk.detail()->detail() &&
                    desk.detail()->detail()->row.orderNo == evidence.orderNo);
        const auto& shown = desk.detail()->findChild<ui::RankingView*>(QStringLiteral("detailRanking"))->entries();
        QCOMPARE(shown.size(), std::size_t{8});
        for (std::size_t i = 0; i < shown.size(); ++i) {
            QCOMPARE(shown[i].weight, static_cast<std::int64_t>(99 - i));
            QCOMPARE(shown[i].chosen, i == 2);
            QCOMPARE(shown[i].excluded, i == 0);
        }
        const auto facts = desk.detail()->findChildren<ui::FactGrid*>();
        const auto with = std::find_if(facts.begin(), facts.end(), [](const auto* each) {
            return !each->valueOf(QStringLiteral("Charged")).isEmpty();
        });
        QVERIFY(with != facts.end());
        const auto& formats = desk.window->context().formats;
        auto& couriers = desk.window->context().couriers;
        QCOMPARE((*with)->valueOf(QStringLiteral("Time")), formats.dateTime(evidence.at));
        QCOMPARE((*with)->valueOf(QStringLiteral("Charged")), QStringLiteral("71"));
        QCOMPARE((*with)->valueOf(QStringLiteral("Assignment")), QStringLiteral("4"));
        QTRY_COMPARE((*with)->valueOf(QStringLiteral("Off duty")),
                     couriers.nameOf(CourierId("K105")) + QStringLiteral(", ") + couriers.nameOf(CourierId("K106")));
        QCOMPARE((*with)->valueOf(QStringLiteral("Script")), QStringLiteral("0123456789ab"));
    }

    // --- from the palette ----------------------------------------------------------------------------------------

    void thePaletteOpensTheOrdersOfACourierAndOfAUser() {
        Desk desk;
        const auto courier = test::Shop::courier(0, 0);
        desk.openFromPalette(ui::text(courier), QStringLiteral("Li Wei"));
        QCOMPARE(desk.window->currentPage()->id(), QStringLiteral("orders"));
        api::OrderFilter wanted;
        wanted.courier = courier;
        QVERIFY(desk.orders()->pane()->filter() == wanted);
        const auto user = desk.shop.order(desk.shop.paidOrder(3)).user;
        desk.openFromPalette(ui::text(user), ui::text(user));
        wanted = {};
        wanted.user = user;
        QVERIFY(desk.orders()->pane()->filter() == wanted);
    }

    void thePaletteRunsTheOneThatTheArrowsChose() {
        Desk desk;
        auto* palette = desk.window->palette();
        desk.window->openPalette();
        auto* list = palette->findChild<QListView*>(QStringLiteral("paletteList"));
        QCOMPARE(list->currentIndex().row(), 0);
        QTest::keyClick(palette->input(), Qt::Key_Up);  // nowhere to go
        QCOMPARE(list->currentIndex().row(), 0);
        QTest::keyClick(palette->input(), Qt::Key_Down);
        QTest::keyClick(palette->input(), Qt::Key_Down);
        QTest::keyClick(palette->input(), Qt::Key_Up);
        const QString title = list->currentIndex().data().toString();
        QCOMPARE(title, desk.window->pages().at(1)->title());
        QTest::keyClick(palette->input(), Qt::Key_Return);
        QCOMPARE(desk.window->currentPage(), desk.window->pages().at(1));
    }
};

}  // namespace test_order_actions

QTEST_MAIN(test_order_actions::TestOrderActions)
#include "test_order_actions.moc"
