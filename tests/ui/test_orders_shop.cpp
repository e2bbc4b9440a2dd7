// SPDX-License-Identifier: GPL-3.0-or-later
// The page Orders over a small business: one order opened from elsewhere, what is read again after a failure or a
// change, search by part of a number, and how people write what the engine records.
#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPromise>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <algorithm>

#include "tests/support/fakes/altered_desks.h"
#include "tests/support/shops/shop.h"
#include "tests/ui/console_fixture.h"
#include "ui/bridge/error_text.h"
#include "ui/pages/delayed/timer_action_flow.h"
#include "ui/pages/orders/order_facts.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/notices.h"
#include "ui/widgets/event_text.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"

namespace test_orders_shop {

using namespace evenhand;

namespace {

constexpr int kOrders = 300;  // more than a block of the table

/// Before the window, so that it outlives it.
struct WithShop {
    test::Shop shop{{kOrders}};
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
    [[nodiscard]] QString label(const char* name) const {
        return orders()->findChild<QLabel*>(QLatin1String(name))->text();
    }
    [[nodiscard]] const ui::Notice& said() const { return window->context().notices.last(); }
    [[nodiscard]] ui::CampusScope& scope() const { return window->context().scope; }
    /// Older than all others, and its number is part of all their numbers.
    OrderNo placeOldest() {
        api::PlaceOrder order;
        order.key = "oldest";
        order.orderNo = OrderNo("A0000");
        order.user = UserId("u0");
        order.campus = shop.campus(1);
        order.lines = {{Sku("rice-01"), 1, Money{1'250}}};
        order.placedAt = shop.order(OrderNo("A000000001")).placedAt.plusMs(-60'000);
        return shop.must(shop.engine().orders().place(shop.by("shop"), order)).orderNo;
    }
    void openOrder(const OrderNo& no) const { orders()->openTarget({{QStringLiteral("order"), ui::text(no)}}); }
    [[nodiscard]] bool showsOnly(const OrderNo& no) const {
        return ready() && model().rowCount() == 1 && model().row(0) != nullptr && model().row(0)->orderNo == no &&
               orders()->table()->selectionModel()->selectedRows().size() == 1;
    }
};

template <typename T>
test::AnswerChange<T> broken() {
    return [](const api::Answer<T>&) { return test::refused<T>({ErrorCode::Storage, "the disk failed", {}, {}}); };
}

}  // namespace

class TestOrdersShop : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Whoever types into the search sees what was found, not the order of before with its actions.
    void thePanelFollowsTheFilter() {
        Desk desk;
        desk.orders()->table()->selectRow(5);
        const auto before = desk.detail()->orderNo();
        QTRY_VERIFY(!before.empty() && desk.detail()->isReady());
        const OrderNo sought = desk.model().row(20)->orderNo;
        QVERIFY(sought != before);
        auto* search = desk.orders()->findChild<QLineEdit*>(QStringLiteral("filterText"));
        search->setText(ui::text(sought));
        QTRY_VERIFY(desk.ready() && desk.model().total() == 1);
        QTRY_COMPARE(desk.detail()->orderNo(), sought);
        search->setText(QStringLiteral("zzzz"));
        QTRY_VERIFY(desk.ready() && desk.model().total() == 0);
        QTRY_VERIFY(desk.detail()->orderNo().empty());
    }
    /// The numbers of all orders are read while somebody begins to type, not when they have typed.
    void whoEntersTheSearchHasItPrepared() {
        Desk desk;
        desk.orders()->table()->setFocus();
        const int before = desk.engine.searchCalls;
        QTest::mouseClick(desk.orders()->findChild<QLineEdit*>(QStringLiteral("filterText")), Qt::LeftButton);
        QTRY_COMPARE(desk.engine.searchCalls, before + 1);
    }
    /// Nothing of the order before stands under the number of another one, and it begins at its top.
    void thePanelShowsOneOrderOnly() {
        Desk desk;
        desk.window->resize(1400, 640);  // too low for all of it
        desk.orders()->table()->selectRow(5);
        QTRY_VERIFY(!desk.detail()->orderNo().empty() && desk.detail()->isReady());
        auto* body = desk.detail()->findChild<QScrollArea*>(QStringLiteral("detailScroll"));
        QVERIFY(body->isVisible());
        QTRY_VERIFY(body->verticalScrollBar()->maximum() > 0);
        body->verticalScrollBar()->setValue(body->verticalScrollBar()->maximum());
        desk.orders()->table()->selectRow(6);
        QCOMPARE(desk.detail()->orderNo(), desk.model().row(6)->orderNo);
        QVERIFY(!body->isVisible());  // until it is read
        QTRY_VERIFY(desk.detail()->isReady() && body->isVisible());
        QCOMPARE(body->verticalScrollBar()->value(), 0);
    }

    // --- opened from elsewhere -----------------------------------------------------------------------------------

    void anOrderOpenedFromElsewhereIsTheOneShownAndSelected() {
        Desk desk;
        const auto no = desk.placeOldest();
        api::OrderFilter alike;
        alike.text = no.str();
        QVERIFY(desk.shop.must(desk.engine.orders().count(desk.shop.by("root"), alike)) > 256);
        desk.openOrder(no);
        QTRY_VERIFY(desk.showsOnly(no));
        QCOMPARE(desk.detail()->orderNo(), no);
        // And from there back to all of them.
        QTest::mouseClick(desk.orders()->findChild<QPushButton*>(QStringLiteral("filterChosen")), Qt::LeftButton);
        QTRY_VERIFY(desk.ready() && desk.model().rowCount() > 256);
    }

    void lateByGoesOnWhileNothingHappensToTheOrder() {
        Desk desk;
        api::OrderRow waits = desk.shop.order(desk.shop.paidOrder(0));
        QVERIFY(waits.limit.has_value());
        desk.openOrder(waits.orderNo);
        QTRY_VERIFY(desk.showsOnly(waits.orderNo));
        desk.shop.hold(true);  // nothing is read again from here
        const auto* facts = desk.detail()->findChild<ui::FactGrid*>(QStringLiteral("orderFacts"));
        const auto lateAt = [&](std::int64_t ms) {
            desk.shop.clock().advanceMs(waits.limit->ms + ms - desk.shop.clock().now().ms);
            desk.window->context().bridge.poll();
            return facts->valueOf(QStringLiteral("Late by"));
        };
        QCOMPARE(lateAt(-60'000), QString());
        QVERIFY(lateAt(20'000).endsWith(QLatin1String(" s")));
        QCOMPARE(lateAt(5 * 60'000 + 1'000), QStringLiteral("5 min"));
        desk.detail()->setActive(false);
        QCOMPARE(lateAt(9 * 60'000 + 1'000), QStringLiteral("5 min"));
        desk.shop.hold(false);
    }

    /// A field that is for people has a column, and a fact in the detail, under the words that the console has for it.
    void everyFactForPeopleIsAColumnAndInTheDetail() {
        Desk desk;
        const auto no = desk.shop.paidOrder(3);
        desk.openOrder(no);
        QTRY_VERIFY(desk.showsOnly(no));
        auto& context = desk.window->context();
        const auto row = desk.shop.order(no);
        const auto columns = ui::OrderPane::describeRows(context).columns;
        const auto* facts = desk.detail()->findChild<ui::FactGrid*>(QStringLiteral("orderFacts"));
        for (const auto& field : api::kOrderFields) {
            const auto* fact = ui::factOf(field);
            QCOMPARE(fact != nullptr, field.isForPeople);
            if (fact == nullptr) {
                continue;
            }
            const auto column = std::find_if(columns.begin(), columns.end(),
                                             [&](const auto& one) { return one.id == QLatin1String(fact->column); });
            QVERIFY2(column != columns.end(), fact->column);
            QCOMPARE(desk.model().headerData(int(column - columns.begin()), Qt::Horizontal, Qt::DisplayRole).toString(),
                     ui::factLabel(*fact, context.formats));
            QVERIFY2(!column->text(row).isEmpty(), fact->column);
            QCOMPARE(facts->valueOf(ui::factLabel(*fact, context.formats)).isEmpty(), fact->isElsewhere);
        }
    }

    /// Layouts are kept by these names, and those of versions before by these places.
    void theColumnsKeepTheirNamesAndPlaces() {
        Desk desk;
        QStringList ids, titles, hidden;
        for (const auto& column : ui::OrderPane::describeRows(desk.window->context()).columns) {
            ids << column.id;
            titles << column.title();
            if (column.isHidden) {
                hidden << column.id;
            }
        }
        QCOMPARE(ids.mid(0, 8).join(QLatin1Char(' ')),
                 QStringLiteral("number status campus courier user payable placed paid"));
        QCOMPARE(titles.mid(0, 8).join(QLatin1Char('|')),
                 QStringLiteral("Order|Status|Campus|Courier|User|Payable (CNY)|Placed|Paid at"));
        QCOMPARE(hidden.value(0), QStringLiteral("paid"));
    }

    void theScopeStaysWhereTheOrderIsOfTheCampusChosen() {
        Desk desk;
        const auto no = desk.placeOldest();
        desk.scope().setCurrent(desk.shop.campus(1));
        QTRY_VERIFY(desk.ready());
        desk.openOrder(no);
        QTRY_VERIFY(desk.showsOnly(no));
        QCOMPARE(desk.scope().current(), desk.shop.campus(1));
        QVERIFY2(!desk.said().text.contains(QStringLiteral("does not belong to")), qPrintable(desk.said().text));
        // Of another campus it is said, and shown all the same.
        desk.scope().setCurrent(desk.shop.campus(0));
        QTRY_VERIFY(desk.ready());
        desk.orders()->pane()->filters()->clear();
        desk.openOrder(no);
        QTRY_VERIFY(desk.showsOnly(no));
        QVERIFY(desk.scope().current().empty());
        QVERIFY2(desk.said().text.contains(QStringLiteral("A0000 does not belong to North Gate")),
                 qPrintable(desk.said().text));
    }

    void anotherCampusShowsItsOwnOrdersAfterOneWasOpened() {
        Desk desk;
        const auto no = desk.placeOldest();
        desk.openOrder(no);
        QTRY_VERIFY(desk.showsOnly(no));
        desk.scope().setCurrent(desk.shop.campus(0));
        QTRY_VERIFY(desk.ready() && desk.model().rowCount() > 1);
        QTRY_VERIFY(desk.detail()->detail().has_value());
        QCOMPARE(desk.detail()->detail()->row.campus, desk.shop.campus(0));
    }

    void anOrderThatIsNotThereIsSaidToBeSo() {
        Desk desk;
        desk.openOrder(OrderNo("B77"));
        QTRY_VERIFY(desk.ready() && desk.model().rowCount() == 0);
        QCOMPARE(desk.label("detailEmpty"), QStringLiteral("Not found. (order no: no such order – B77)"));
    }

    // --- read again ----------------------------------------------------------------------------------------------

    void aFirstReadOfAnOrderThatFailedIsTriedAgain() {
        Desk desk;
        const auto no = desk.shop.paidOrder(3);
        desk.engine.orders().onDetail = broken<api::OrderDetail>();
        desk.detail()->showOrder(no);
        QTRY_VERIFY(desk.label("detailEmpty").contains(QStringLiteral("files cannot be read")));
        QVERIFY(!desk.detail()->detail().has_value());
        desk.engine.orders().onDetail = {};
        QTRY_VERIFY(desk.detail()->detail().has_value());
        QCOMPARE(desk.detail()->detail()->row.orderNo, no);
    }

    void soIsWhyThisCourier() {
        Desk desk;
        const auto no = desk.shop.paidOrder(3);
        desk.engine.dispatch().onEvidence = broken<std::vector<api::AssignmentEvidence>>();
        desk.detail()->showOrder(no);
        QTRY_VERIFY(desk.label("detailWhy").contains(QStringLiteral("files cannot be read")));
        QVERIFY(desk.detail()->detail().has_value());  // what could be read is shown
        desk.engine.dispatch().onEvidence = {};
        QTRY_VERIFY(desk.label("detailWhy").contains(QStringLiteral("highest weight")));
    }

    /// A line that is cut, or a service that is busy, takes nothing away of what is shown: it stays, and is read anew
    /// by itself. What is gone, or may not be seen any more, goes.
    void whatIsShownStaysWhileItCannotBeRead_data() {
        QTest::addColumn<int>("code");
        QTest::addColumn<bool>("stays");
        QTest::newRow("cut line") << static_cast<int>(ErrorCode::Unreachable) << true;
        QTest::newRow("busy") << static_cast<int>(ErrorCode::Busy) << true;
        QTest::newRow("disk") << static_cast<int>(ErrorCode::Storage) << true;
        QTest::newRow("permission") << static_cast<int>(ErrorCode::PermissionDenied) << false;
        QTest::newRow("gone") << static_cast<int>(ErrorCode::NotFound) << false;
    }
    void whatIsShownStaysWhileItCannotBeRead() {
        QFETCH(int, code);
        QFETCH(bool, stays);
        Desk desk;
        const auto no = desk.shop.paidOrder(3);
        desk.detail()->showOrder(no);
        QTRY_VERIFY(desk.detail()->detail().has_value());
        QTRY_VERIFY(desk.label("detailWhy").contains(QStringLiteral("highest weight")));
        const auto* body = desk.detail()->findChild<QScrollArea*>(QStringLiteral("detailScroll"));
        const auto before = desk.detail()->detail()->row.status;
        QVERIFY(before != api::OrderStatus::Closed);
        const Error why{static_cast<ErrorCode>(code), "so", {}, {}};
        int reads = 0;
        desk.engine.orders().onDetail = [&reads, why](const auto&) {
            ++reads;
            return test::refused<api::OrderDetail>(why);
        };
        desk.engine.dispatch().onEvidence = [why](const auto&) {
            return test::refused<std::vector<api::AssignmentEvidence>>(why);
        };
        (void)desk.shop.must(desk.engine.orders().cancel(desk.shop.by("ann"), {{no, 0}}));
        if (stays) {
            QTRY_VERIFY(reads > 1);  // it was answered, and has tried again
            QVERIFY(desk.detail()->detail().has_value());
            QCOMPARE(desk.detail()->detail()->row.status, before);
            QVERIFY2(desk.label("detailWhy").contains(QStringLiteral("highest weight")),
                     qPrintable(desk.label("detailWhy")));
        } else {
            QTRY_VERIFY(!desk.detail()->detail().has_value());
        }
        QCOMPARE(body->isVisible(), stays);
        desk.engine.orders().onDetail = {};
        desk.engine.dispatch().onEvidence = {};
        if (static_cast<ErrorCode>(code) == ErrorCode::NotFound) {
            desk.detail()->refresh();  // nothing is asked again for what is gone
        }
        QTRY_VERIFY(desk.detail()->detail().has_value());
        QTRY_COMPARE(desk.detail()->detail()->row.status, api::OrderStatus::Closed);
        QVERIFY(body->isVisible());
    }

    void whatChangesWhileItIsReadIsReadAgain() {
        Desk desk;
        const auto no = desk.shop.paidOrder(3);
        QPromise<Result<api::OrderDetail>> late;
        late.start();
        std::optional<Result<api::OrderDetail>> old;
        desk.engine.orders().onDetail = [&](const api::Answer<api::OrderDetail>& answer) {
            old = answer.result();
            return late.future();
        };
        desk.detail()->showOrder(no);
        desk.settle();
        QVERIFY(old.has_value() && old->has_value());
        desk.engine.orders().onDetail = {};
        QSignalSpy changed(&desk.window->context().bridge, &ui::EngineBridge::ordersChanged);
        (void)desk.shop.must(desk.engine.orders().cancel(desk.shop.by("ann"), {{no, 0}}));
        QTRY_VERIFY(changed.count() > 0);
        late.addResult(*old);
        late.finish();
        QTRY_VERIFY(desk.detail()->detail().has_value());
        QTRY_COMPARE(desk.detail()->detail()->row.status, api::OrderStatus::Closed);
    }

    void aBlockThatCouldNotBeReadIsTriedAgainInItsPlace() {
        Desk desk;
        desk.orders()->table()->selectRow(2);
        const auto chosen = desk.model().row(2)->orderNo;
        QSignalSpy resets(&desk.model(), &QAbstractItemModel::modelReset);
        const int far = desk.model().rowCount() - 1;
        QVERIFY(desk.model().row(far) == nullptr);
        desk.engine.orders().onPage = broken<std::vector<api::OrderRow>>();
        desk.orders()->table()->scrollToBottom();
        const auto place = desk.orders()->table()->geometry();
        QTRY_VERIFY(desk.model().lastError().has_value());
        // What is said of it moves nothing.
        QTRY_VERIFY(desk.orders()->findChild<QLabel*>(QStringLiteral("orderError"))->isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(desk.orders()->table()->geometry(), place);
        const int top = desk.orders()->table()->rowAt(1);
        QVERIFY(top > 0);
        desk.engine.orders().onPage = {};
        QTRY_VERIFY(desk.model().row(far) != nullptr && !desk.model().lastError());
        QCOMPARE(resets.count(), 0);
        QCOMPARE(desk.orders()->table()->rowAt(1), top);
        const auto selected = desk.orders()->table()->selectionModel()->selectedRows();
        QCOMPARE(selected.size(), qsizetype{1});
        QCOMPARE(desk.model().row(selected.front().row())->orderNo, chosen);
    }

    void aChangedRowThatCouldNotBeReadIsTriedAgain() {
        Desk desk;
        const auto no = desk.shop.paidOrder(3);
        const auto id = desk.shop.order(no).id;
        QTRY_VERIFY(desk.model().rowOf(id).has_value());
        desk.engine.orders().onRows = broken<std::vector<api::OrderRow>>();
        (void)desk.shop.must(desk.engine.orders().cancel(desk.shop.by("ann"), {{no, 0}}));
        QTRY_VERIFY(desk.model().lastError().has_value());
        desk.engine.orders().onRows = {};
        QTRY_COMPARE(desk.model().row(*desk.model().rowOf(id))->status, api::OrderStatus::Closed);
        QTRY_VERIFY(!desk.model().lastError());
    }

    // --- changed by somebody else --------------------------------------------------------------------------------

    void aSingleOrderThatWasChangedSaysWhoWhatAndWhen() {
        Desk desk;
        const auto no = desk.shop.paidOrder(3);
        desk.openOrder(no);
        QTRY_VERIFY(desk.showsOnly(no));
        auto* picked = desk.orders()->pane()->action(ui::OrderAction::PickedUp);
        QVERIFY(picked->isEnabled());
        // The list does not know of it yet when the hand is quicker.
        desk.shop.hold(true);
        QSignalSpy finished(desk.orders()->flow(), &ui::OrderActionFlow::finished);
        auto cancelled = desk.engine.orders().cancel(desk.shop.by("ann"), {{no, 0}});
        picked->trigger();
        desk.shop.hold(false);
        QTRY_COMPARE(finished.count(), 1);
        const auto& text = desk.said().text;
        QVERIFY2(text.startsWith(QStringLiteral("Report: %1 was changed meanwhile;").arg(ui::text(no))),
                 qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("Closed by ann, ")), qPrintable(text));
        static const QRegularExpression kAsOf(QStringLiteral("At \\d\\d:\\d\\d:\\d\\d: Closed"));
        QVERIFY2(kAsOf.match(text).hasMatch(), qPrintable(text));
    }

    void aTimerThatIsGoneWasChangedByWhoEndedIt() {
        Desk desk;
        const auto no = desk.shop.paidOrder(3);
        api::TimerQuery query;
        query.filter.text = no.str();
        const auto timers = desk.shop.must(desk.engine.timers().page(desk.shop.by("root"), query));
        QCOMPARE(timers.size(), std::size_t{1});
        ui::RowFlow flow(desk.window->context(), desk.orders());
        ui::askTimer(flow, desk.window->context(), desk.orders(), ui::TimerAction::Cancel, timers.front());
        (void)desk.shop.must(desk.engine.orders().cancel(desk.shop.by("ann"), {{no, 0}}));
        flow.question()->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(QStringLiteral("late"));
        QTest::mouseClick(flow.question()->confirmButton(), Qt::LeftButton);
        QTRY_VERIFY(flow.outcome() != nullptr);
        const auto* rows = flow.outcome()->findChild<QTableView*>(QStringLiteral("outcomeRows"))->model();
        QCOMPARE(rows->index(0, 2).data().toString(), QStringLiteral("Changed meanwhile"));
        QVERIFY(rows->index(0, 3).data().toString().startsWith(QStringLiteral("Closed")));
        QVERIFY2(rows->index(0, 4).data().toString().startsWith(QStringLiteral("Closed by ann, ")),
                 qPrintable(rows->index(0, 4).data().toString()));
        flow.outcome()->close();
    }

    // --- search --------------------------------------------------------------------------------------------------

    void partsAreFoundWhateverTheirCase() {
        Desk desk;
        auto* field = desk.orders()->findChild<QLineEdit*>(QStringLiteral("filterText"));
        field->setText(QStringLiteral("a00000017"));
        QTRY_VERIFY(desk.ready() && desk.model().filter().text == "a00000017");
        QCOMPARE(desk.model().rowCount(), 10);
        // What is new in the meantime is matched in the same way.
        QSignalSpy searched(desk.window->palette(), &ui::CommandPalette::searched);
        desk.window->palette()->open({});
        desk.window->palette()->input()->setText(QStringLiteral("a000000017"));
        QTRY_COMPARE(searched.count(), 1);
        QCOMPARE(desk.window->palette()->model()->index(0).data().toString(), QStringLiteral("A000000017"));
    }

    void anEmptyResultSaysWhatANumberNeeds() {
        Desk desk;
        auto* field = desk.orders()->findChild<QLineEdit*>(QStringLiteral("filterText"));
        const auto* hint = desk.orders()->findChild<QLabel*>(QStringLiteral("ordersEmpty"));
        QVERIFY(hint != nullptr && !hint->isVisible());
        field->setText(QStringLiteral("017"));
        QTRY_VERIFY(desk.ready() && desk.model().rowCount() == 0);
        QVERIFY(hint->isVisible());
        QVERIFY2(hint->text().contains(QStringLiteral("four characters")), qPrintable(hint->text()));
        field->setText(QStringLiteral("no such number"));
        QTRY_VERIFY(desk.ready() && desk.model().filter().text == "no such number");
        QCOMPARE(hint->text(), QStringLiteral("No order was found."));
        auto* palette = desk.window->palette();
        palette->open({});
        QSignalSpy searched(palette, &ui::CommandPalette::searched);
        // There a short part is enough.
        palette->input()->setText(QStringLiteral("017"));
        QTRY_COMPARE(searched.count(), 1);
        const auto* empty = palette->findChild<QLabel*>(QStringLiteral("paletteEmpty"));
        QVERIFY(!empty->isVisible() && palette->model()->rowCount() > 0);
        palette->input()->setText(QStringLiteral("nothing is called so"));
        QTRY_COMPARE(searched.count(), 2);
        QVERIFY(empty->isVisible() && empty->text().startsWith(QStringLiteral("Nothing was found.")));
    }

    void peopleAreFoundByInitialsAndTelephone() {
        Desk desk;
        desk.shop.must(desk.engine.dispatch().upsertCouriers(
            desk.shop.by("root"), {{CourierId("K999"), desk.shop.campus(0), "刘洋", "+86 139 7777 1234", true}}));
        auto* palette = desk.window->palette();
        palette->open({});
        QSignalSpy searched(palette, &ui::CommandPalette::searched);
        for (const auto* typed : {"ly", "7777 12", "洋", "k999"}) {
            searched.clear();
            palette->input()->setText(QString::fromUtf8(typed));
            QTRY_COMPARE(searched.count(), 1);
            bool found = false;
            for (int row = 0; row < palette->model()->rowCount(); ++row) {
                found = found || palette->model()->index(row).data().toString() == QStringLiteral("刘洋");
            }
            QVERIFY2(found, typed);
        }
    }

    // --- as people write it --------------------------------------------------------------------------------------

    void eventsAreSaidInNamesAndMoney_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("stored");
        QTest::addColumn<QString>("shown");
        using enum api::EventKind;
        const auto row = [](const char* name, api::EventKind kind, const char* stored, const char* shown) {
            QTest::newRow(name) << static_cast<int>(kind) << QString::fromUtf8(stored) << QString::fromUtf8(shown);
        };
        row("wrong amount", UnmatchedPayment, "P1: 2000, wrong_amount", "P1: ¥20.00, Wrong amount");
        row("late payment", LatePayment, "P: 7: 205, late", "P: 7: ¥2.05, Late payment");
        row("refund", RefundChanged, "2000: granted", "¥20.00: Refund granted");
        row("refund with its reason", RefundChanged, "2000: granted: torn: twice",
            "¥20.00: Refund granted (torn: twice)");
        row("next fairest", ReassignRequested, "next fairest: ", "to the next fairest");
        row("next fairest because", ReassignRequested, "next fairest: ill", "to the next fairest: ill");
        row("reassigned to", ReassignRequested, "K101: ill", "Li Wei: ill");
        row("assigned", Assigned, "K101", "Li Wei");
        row("picked up", PickedUp, "K101", "Li Wei");
        row("delivered", Delivered, "K101", "Li Wei");
        row("failed", DeliveryFailed, "K101: nobody: home", "Li Wei: nobody: home");
        row("timed out", Closed, "timeout", "timed out");
        row("cancelled", Closed, "cancelled: by telephone", "cancelled: by telephone");
        row("returned", Closed, "returned", "returned before pick-up");
        row("not understood", Closed, "burnt", "burnt");
    }
    void eventsAreSaidInNamesAndMoney() {
        QFETCH(int, kind);
        QFETCH(QString, stored);
        QFETCH(QString, shown);
        api::OrderEvent event;
        event.kind = static_cast<api::EventKind>(kind);
        event.detail = stored.toStdString();
        api::WorkspaceInfo workspace;
        workspace.currency = "CNY";
        workspace.minorDigits = 2;
        workspace.timeZone = "Asia/Shanghai";
        const ui::Formats formats(workspace);
        QCOMPARE(ui::detailText(event, formats,
                                [](const CourierId& id) {
                                    return id.str() == "K101" ? QStringLiteral("Li Wei") : QStringLiteral("?");
                                }),
                 shown);
    }

    void theTimelineSaysMoneyAndWhoItWas() {
        Desk desk;
        const auto no = desk.shop.sell(0, false);
        (void)desk.shop.must(desk.engine.orders().pay(desk.shop.by("shop"), {PaymentNo("P-odd"), no, Money{2'000}, 0}));
        (void)desk.shop.must(
            desk.engine.orders().pay(desk.shop.by("shop"), {PaymentNo("P-right"), no, desk.shop.order(no).payable, 0}));
        QTRY_VERIFY(!desk.shop.order(no).courier.empty());
        desk.detail()->showOrder(no);
        QTRY_VERIFY(desk.ready() && desk.detail()->detail() && desk.detail()->detail()->row.orderNo == no);
        const auto& entries = desk.detail()->timeline()->entries();
        const auto with = [&](const QString& detail) {
            return std::find_if(entries.begin(), entries.end(),
                                [&](const auto& each) { return each.detail == detail; });
        };
        QVERIFY(with(QStringLiteral("P-odd: ¥20.00, Wrong amount")) != entries.end());
        const auto assigned = with(ui::text(desk.shop.order(no).courierName));
        QVERIFY(assigned != entries.end());
        QCOMPARE(assigned->actor, QStringLiteral("the system"));
    }

    void anApprovalSaysItsAmountInMoney() {
        Desk desk;
        const auto& formats = desk.window->context().formats;
        api::MoneyEvent event;
        event.kind = api::MoneyEventKind::Approved;
        event.detail = "1 x tea; 2000";
        QCOMPARE(ui::timelineOf({event}, formats, Instant{}).front().detail, QStringLiteral("1 x tea; ¥20.00"));
        event.kind = api::MoneyEventKind::Requested;
        QCOMPARE(ui::timelineOf({event}, formats, Instant{}).front().detail, QStringLiteral("1 x tea; 2000"));
    }

    void errorsSayMoneyAndTimeAsPeopleWriteThem() {
        Desk desk;
        const auto& formats = desk.window->context().formats;
        const Error less{ErrorCode::ExceedsRefundable, "only 2000 can still be refunded", "amount", "3050"};
        QCOMPARE(ui::errorText(less, formats),
                 QStringLiteral("More money than can still be refunded. (only ¥20.00 can still be refunded – ¥30.50)"));
        QCOMPARE(ui::errorText(less), QStringLiteral("More money than can still be refunded."));
        const Error raised{ErrorCode::WrongStatus, "may only be raised: at least 500", "amount_limit", "400"};
        QCOMPARE(ui::errorText(raised, formats),
                 QStringLiteral("The current status does not allow this. (may only be raised: at least ¥5.00)"));
        const Error large{ErrorCode::Overflow, "is above the largest amount, 100000", "unit_price", "200000"};
        QCOMPARE(ui::errorText(large, formats),
                 QStringLiteral(
                     "A number is out of range. (unit price: is above the largest amount, ¥1,000.00 – ¥2,000.00)"));
        QCOMPARE(ui::errorText(large), QStringLiteral("A number is out of range. (unit price)"));
        const Error past{ErrorCode::InvalidArgument, "must be after 1715300000000", "end", "1715200000000"};
        QCOMPARE(
            ui::errorText(past, formats),
            QStringLiteral("A value is not valid. (end: must be after 2024-05-10 08:13:20 – 2024-05-09 04:26:40)"));
        QCOMPARE(ui::errorText(past), QStringLiteral("A value is not valid. (end)"));
        const Error price{ErrorCode::OutOfStock, "only 3 left", "quantity", "2000"};
        QVERIFY(ui::errorText(price, formats).endsWith(QStringLiteral("(only 3 left – 2000)")));  // no amount
    }

    void valuesForProgramsAreNotSaid() {
        using enum ErrorCode;
        QCOMPARE(ui::errorText({Conflict, "the order was changed meanwhile", "version", "17"}),
                 QStringLiteral("Changed by somebody else meanwhile; nothing was overwritten. (the order was changed "
                                "meanwhile)"));
        QVERIFY(!ui::errorText({WrongStatus, "not open", "status", "WAIT_PAY"}).contains(QStringLiteral("WAIT_PAY")));
        QVERIFY(!ui::errorText({Locked, "wait", "until", "1715300000000"}).contains(QStringLiteral("1715300000000")));
        QVERIFY(ui::errorText({KeyReused, "used", "payment_no", "P-1"}).contains(QStringLiteral("P-1")));
    }
};

}  // namespace test_orders_shop

QTEST_MAIN(test_orders_shop::TestOrdersShop)
#include "test_orders_shop.moc"
