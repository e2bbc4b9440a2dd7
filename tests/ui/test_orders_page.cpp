// SPDX-License-Identifier: GPL-3.0-or-later
// The orders page as a person uses it: filters, sorting, selection, actions and their outcomes, detail, export.
#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPromise>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <functional>
#include <vector>

#include "tests/ui/console_fixture.h"
#include "ui/dialogs/courier_picker.h"
#include "ui/pages/returns/return_detail_panel.h"
#include "ui/shell/status_line.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/mnemonics.h"

namespace test_orders_page {

using namespace evenhand;
using ui::OrderAction;
using Orders = ui::OrderPane;

namespace {

/// A console with the orders page shown and read.
struct Desk : test::Console {
    explicit Desk(std::optional<api::Actor> who = {}) {
        if (who) {
            look.actor = *who;
        }
        open();
        window->resize(1400, 800);
        showOrders();
    }
    [[nodiscard]] bool ready() const { return orders()->model().total() >= 0 && orders()->isReady(); }
    [[nodiscard]] Orders::Model& model() const { return orders()->model(); }
    [[nodiscard]] ui::PagedView* table() const { return orders()->table(); }
    [[nodiscard]] QAction* action(OrderAction which) const { return orders()->pane()->action(which); }
    /// First row at hand with this status, and with a courier if `assigned`.
    [[nodiscard]] int rowWith(api::OrderStatus status, bool assigned = false, int from = 0) const {
        for (int row = from; row < 256; ++row) {
            const auto* order = model().row(row);
            if (order && order->status == status && (!assigned || !order->courier.empty())) {
                return row;
            }
        }
        return -1;
    }
    void select(const QList<int>& rows) const {
        table()->clearSelection();
        for (const int row : rows) {
            table()->selectionModel()->setCurrentIndex(model().index(row, 0),
                                                       QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }
    /// Chooses who gets the orders; then it is asked.
    void pick(const CourierId& to) const {
        QTRY_VERIFY(orders()->findChild<ui::CourierPicker*>() != nullptr);
        auto* picker = orders()->findChild<ui::CourierPicker*>();
        picker->findChild<QLineEdit*>(QStringLiteral("courierPickerSearch"))->setText(ui::text(to));
        QTest::mouseClick(picker->findChild<QPushButton*>(QStringLiteral("courierPickerChoose")), Qt::LeftButton);
    }
    /// Fills the reason and confirms the question that stands.
    void confirm(const QString& reason) const {
        auto* question = orders()->flow()->question();
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))->setPlainText(reason);
        QVERIFY2(question->confirmButton()->isEnabled(), qPrintable(question->confirmButton()->toolTip()));
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
    }
    /// Of each order: number, how it stood before, outcome, how it stands now, why.
    [[nodiscard]] QStringList outcomeColumn(int column) const {
        const auto* table = orders()->flow()->outcome()->findChild<QTableView*>(QStringLiteral("outcomeRows"));
        QStringList words;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            words << table->model()->index(row, column).data().toString();
        }
        return words;
    }
    [[nodiscard]] QStringList outcomeWords() const { return outcomeColumn(2); }
    [[nodiscard]] const ui::Notice& said() const { return window->context().notices.last(); }
};

}  // namespace

class TestOrdersPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void typingFiltersInTheDatabase() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const auto all = static_cast<int>(desk.shop.size());
        QCOMPARE(desk.model().rowCount(), all);
        QTest::keyClicks(desk.orders()->pane()->filters()->findChild<QLineEdit*>(QStringLiteral("filterText")),
                         QStringLiteral("A00000012"));
        QTRY_COMPARE(desk.model().rowCount(), 10);
        QTRY_COMPARE(desk.orders()->findChild<QLabel*>(QStringLiteral("orderCount"))->text(),
                     QStringLiteral("10 orders"));
        QTest::mouseClick(desk.orders()->pane()->filters()->findChild<QToolButton*>(QStringLiteral("orderFilterClear")),
                          Qt::LeftButton);
        QTRY_COMPARE(desk.model().rowCount(), all);
    }

    void statusesCampusAndTimeFilter() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        auto* status = desk.orders()->pane()->filters()->findChild<ui::ChoiceButton*>(QStringLiteral("filterStatus"));
        status->setChosen({QStringLiteral("PAID"), QStringLiteral("CLOSED")});
        QTRY_COMPARE(desk.model().filter().statuses.size(), std::size_t{2});
        QVERIFY(status->text().contains(QLatin1Char('2')));
        desk.window->context().scope.setCurrent(CampusId("C2"));
        QTRY_COMPARE(desk.model().filter().campus.str(), std::string("C2"));
        auto* time = desk.orders()->pane()->filters()->findChild<ui::TimeRangeButton*>(QStringLiteral("filterTime"));
        time->setRange({ui::TimeRange::Preset::Today, std::nullopt, std::nullopt});
        QTRY_VERIFY(desk.model().filter().placedFrom.has_value());
        // Midnight in the business zone, UTC+8.
        QCOMPARE(desk.model().filter().placedFrom->ms % 86'400'000, std::int64_t{16} * 3'600'000);
        QTest::mouseClick(desk.orders()->pane()->filters()->findChild<QPushButton*>(QStringLiteral("filterUnassigned")),
                          Qt::LeftButton);
        QTRY_VERIFY(desk.model().filter().unassignedOnly);
    }

    /// Each wish alone, and nothing of what was filtered before; kept by name it is the same again.
    void whatAnotherPageAsksForIsAllThatIsFiltered() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        auto* pane = desk.orders()->pane();
        auto* filters = pane->filters();
        using Filter = api::OrderFilter;
        struct Wish {
            const char* key;
            QVariant value;
            std::function<void(Filter&)> wanted;
        };
        const std::vector<Wish> wishes = {
            {"order", QStringLiteral("A0012"), [](Filter& f) { f.text = "A0012"; }},
            {"orders", QVariantList{3, 4},
             [](Filter& f) {
                 f.only = {OrderId{3}, OrderId{4}};
             }},
            {"status", QStringList{QStringLiteral("PAID")}, [](Filter& f) { f.statuses = {api::OrderStatus::Paid}; }},
            {"courier", QStringLiteral("K101"), [](Filter& f) { f.courier = CourierId("K101"); }},
            {"user", QStringLiteral("u1"), [](Filter& f) { f.user = UserId("u1"); }},
            {"unassigned", true, [](Filter& f) { f.unassignedOnly = true; }},
            {"late", true, [](Filter& f) { f.lateOnly = true; }},
            {"campus", QStringLiteral("C2"), [](Filter& f) { f.campus = CampusId("C2"); }},
        };
        for (const auto& wish : wishes) {
            pane->showOnly({{QStringLiteral("order"), QStringLiteral("A0099")},
                            {QStringLiteral("orders"), QVariantList{9}},
                            {QStringLiteral("status"), QStringList{QStringLiteral("CLOSED")}},
                            {QStringLiteral("courier"), QStringLiteral("K102")},
                            {QStringLiteral("user"), QStringLiteral("u9")},
                            {QStringLiteral("unassigned"), true},
                            {QStringLiteral("late"), true},
                            {QStringLiteral("campus"), QStringLiteral("C3")}});
            filters->findChild<ui::TimeRangeButton*>(QStringLiteral("filterTime"))
                ->setRange({ui::TimeRange::Preset::Today, std::nullopt, std::nullopt});
            pane->showOnly({{QLatin1String(wish.key), wish.value}});
            Filter wanted;
            wish.wanted(wanted);
            QVERIFY2(pane->filter() == wanted, wish.key);
            filters->saved()->save(QStringLiteral("wish"));
            filters->clear();
            QVERIFY2(pane->filter() == Filter{}, wish.key);
            filters->saved()->apply(QStringLiteral("wish"));
            wanted.only.clear();  // single orders are not a filter to keep
            QVERIFY2(pane->filter() == wanted, wish.key);
        }
    }

    void filtersAreKeptByName() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        auto* pane = desk.orders()->pane();
        auto* filters = pane->filters();
        pane->showOnly({{QStringLiteral("user"), QStringLiteral("user7")}, {QStringLiteral("unassigned"), true}});
        const auto wanted = pane->filter();
        filters->saved()->save(QStringLiteral("Night / 夜班"));
        filters->clear();
        QVERIFY(!(pane->filter() == wanted));
        QCOMPARE(filters->saved()->names(), QStringList{QStringLiteral("Night / 夜班")});
        filters->saved()->apply(QStringLiteral("Night / 夜班"));
        QVERIFY(pane->filter() == wanted);
        filters->saved()->remove(QStringLiteral("Night / 夜班"));
        QVERIFY(filters->saved()->names().isEmpty());
    }

    void whatEarlierVersionsKeptIsReadable() {
        QTemporaryDir folder;
        const QString settings = folder.filePath(QStringLiteral("console.ini"));
        test::OrderShop shop;
        {
            test::ConsoleOver console(shop, settings);
            auto& preferences = console.open().context().preferences;
            preferences.setValue(
                QStringLiteral("orders/filters/old"),
                QByteArray(R"({"text":"A00","statuses":["PAID"],"campus":"C2","courier":"K201","user":"u1",)"
                           R"("unassigned":true,"late":true,"time":5,"from":"1715300000000","to":"1715310000000"})"));
            // A header's own state: the first two columns changed places, users hidden, payment times shown.
            QStandardItemModel columns(0, Orders::PaidColumn + 1);  // there were no others then
            QHeaderView header(Qt::Horizontal);
            header.setModel(&columns);
            header.setSectionsMovable(true);
            header.setSectionsClickable(true);
            header.setStretchLastSection(true);
            header.moveSection(0, 1);
            header.hideSection(Orders::UserColumn);
            header.resizeSection(Orders::CampusColumn, 222);
            preferences.setValue(QStringLiteral("orders/columns"), header.saveState());
        }
        test::ConsoleOver console(shop, settings);
        console.open().resize(2'000, 800);
        console.showOrders();
        auto* table = console.orders()->table();
        QCOMPARE(table->horizontalHeader()->visualIndex(Orders::NumberColumn), 1);
        QVERIFY(table->isColumnHidden(Orders::UserColumn) && !table->isColumnHidden(Orders::PaidColumn));
        QCOMPARE(table->columnWidth(Orders::CampusColumn), 222);
        auto* pane = console.orders()->pane();
        pane->filters()->saved()->apply(QStringLiteral("old"));
        api::OrderFilter wanted;
        wanted.text = "A00";
        wanted.statuses = {api::OrderStatus::Paid};
        wanted.campus = CampusId("C2");
        wanted.courier = CourierId("K201");
        wanted.user = UserId("u1");
        wanted.unassignedOnly = true;
        wanted.lateOnly = true;
        wanted.placedFrom = Instant{1'715'300'000'000};
        wanted.placedTo = Instant{1'715'310'000'000};
        QVERIFY(pane->filter() == wanted);
    }

    void aFilterCanBeTheOneThatThePageBeginsWith() {
        QTemporaryDir folder;
        const QString settings = folder.filePath(QStringLiteral("console.ini"));
        test::OrderShop shop;
        {
            test::ConsoleOver console(shop, settings);
            console.open();
            auto* filters = console.orders()->pane()->filters();
            console.orders()->pane()->showOnly({{QStringLiteral("unassigned"), true}});
            filters->saved()->save(QStringLiteral("Waiting"));
            filters->saved()->setDefault(QStringLiteral("Waiting"));
        }
        {
            test::ConsoleOver console(shop, settings);
            console.open();
            QVERIFY(console.orders()->pane()->filter().unassignedOnly);
            QCOMPARE(console.orders()->pane()->filters()->saved()->defaultName(), QStringLiteral("Waiting"));
            // One that is forgotten is none any more.
            console.orders()->pane()->filters()->saved()->remove(QStringLiteral("Waiting"));
        }
        test::ConsoleOver console(shop, settings);
        console.open();
        QVERIFY(!console.orders()->pane()->filter().unassignedOnly);
    }

    void aClickOnTheHeaderSorts() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        auto* header = desk.table()->horizontalHeader();
        const QPoint at(header->sectionViewportPosition(Orders::PayableColumn) + 10, 10);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, at);
        QTRY_COMPARE(desk.model().sort(), api::OrderSort::Payable);
        const bool before = desk.model().isDescending();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, at);
        QTRY_VERIFY(desk.model().isDescending() != before);
    }

    void liveRowsKeepSelectionAndPlace() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const auto all = static_cast<int>(desk.shop.size());
        desk.table()->verticalScrollBar()->setValue(60);
        QTRY_VERIFY(desk.model().row(65) != nullptr);
        desk.select({65});
        const auto no = desk.model().row(65)->orderNo;
        const std::vector<api::Event> burst(400, test::OrderShop::changed(desk.model().row(65)->id));
        QSignalSpy told(&desk.window->context().bridge, &ui::EngineBridge::ordersChanged);
        for (int i = 0; i < 5; ++i) {
            desk.shop.publish(burst);
            for (int n = 0; n < 3; ++n) {
                (void)desk.shop.sell(n, false);
            }
            const auto seen = told.count();
            QTRY_VERIFY(told.count() > seen);
        }
        QTRY_COMPARE(desk.model().arrived(), 15);
        QTRY_VERIFY(desk.orders()->pane()->arrivedButton()->isVisible());
        QCOMPARE(desk.table()->verticalScrollBar()->value(), 60);
        QCOMPARE(desk.table()->selectionModel()->selectedRows().size(), 1);
        QCOMPARE(desk.model().row(desk.table()->selectionModel()->selectedRows().front().row())->orderNo, no);
        QTest::mouseClick(desk.orders()->pane()->arrivedButton(), Qt::LeftButton);
        QTRY_COMPARE(desk.model().rowCount(), all + 15);
        QCOMPARE(desk.table()->verticalScrollBar()->value(), 0);
    }

    void disabledActionsSayWhy() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        QVERIFY(!desk.action(OrderAction::Cancel)->isEnabled());
        QCOMPARE(ui::whyDisabled(*desk.action(OrderAction::Cancel)), QStringLiteral("Select an order first."));
        desk.select({desk.rowWith(api::OrderStatus::Completed)});
        QVERIFY(ui::whyDisabled(*desk.action(OrderAction::Cancel)).contains(QStringLiteral("Completed")));
        QVERIFY(desk.action(OrderAction::Cancel)->toolTip().contains(QStringLiteral("Completed")));
        desk.select({desk.rowWith(api::OrderStatus::WaitPay)});
        QVERIFY(desk.action(OrderAction::MarkPaid)->isEnabled());
        QVERIFY(desk.action(OrderAction::Cancel)->isEnabled());
        QVERIFY(!desk.action(OrderAction::Delivered)->isEnabled());
        desk.select({0, 1});
        QVERIFY(ui::whyDisabled(*desk.action(OrderAction::MarkPaid)).contains(QLatin1Char('2')));
        desk.shop.fillDisk(true);
        QTRY_VERIFY(!desk.action(OrderAction::Cancel)->isEnabled());
        QVERIFY(ui::whyDisabled(*desk.action(OrderAction::Cancel)).contains(QStringLiteral("disk is full")));
    }

    void withoutPermissionNothingCanBeDone() {
        test::Console console;
        console.look.actor = {"auditor", 1U << static_cast<unsigned>(api::Permission::Read)};
        console.open();
        console.showOrders();
        QTRY_VERIFY(console.orders()->model().total() >= 0);
        console.orders()->table()->selectRow(0);
        for (std::size_t i = 0; i < ui::OrderActions::kCount; ++i) {
            const auto* action = console.orders()->pane()->action(static_cast<OrderAction>(i));
            QVERIFY(!action->isEnabled());
            QVERIFY(ui::whyDisabled(*action).contains(QStringLiteral("auditor")));
        }
    }

    void cancellingNeedsAReasonAndTellsTheOutcomeOfEachRow() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const int a = desk.rowWith(api::OrderStatus::WaitPay);
        const int b = desk.rowWith(api::OrderStatus::WaitPay, false, a + 1);
        const int c = desk.rowWith(api::OrderStatus::Completed);
        const auto first = desk.model().row(a)->orderNo;
        desk.select({a, b, c});
        desk.action(OrderAction::Cancel)->trigger();
        auto* question = desk.orders()->flow()->question();
        QVERIFY(question != nullptr && question->isVisible());
        QVERIFY(question->findChild<QLabel*>(QStringLiteral("actionQuestion"))->text().contains(QLatin1Char('2')));
        QVERIFY(!question->confirmButton()->isEnabled());
        QCOMPARE(question->confirmButton()->toolTip().contains(QStringLiteral("reason")), true);
        // "Cancel" beside "Cancel 2 orders" could be taken for it.
        const auto* leave = question->findChild<QPushButton*>(QStringLiteral("backButton"));
        QCOMPARE(ui::withoutMnemonic(leave->text()), QStringLiteral("Do not cancel"));
        QSignalSpy finished(desk.orders()->flow(), &ui::OrderActionFlow::finished);
        desk.confirm(QStringLiteral("customer called"));
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(desk.shop.lastReason(), std::string("customer called"));
        QCOMPARE(desk.shop.order(first).status, api::OrderStatus::Closed);
        QCOMPARE(desk.outcomeWords(),
                 (QStringList{QStringLiteral("Skipped"), QStringLiteral("Done"), QStringLiteral("Done")}));
        QVERIFY(desk.said().text.contains(QStringLiteral("2 done")));
    }

    /// As every table of a dialog: what became of the rows can be taken along, and the audit log knows of the file.
    void outcomesAreWrittenToAFile() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const int a = desk.rowWith(api::OrderStatus::WaitPay);
        const int b = desk.rowWith(api::OrderStatus::Completed);
        const auto done = desk.model().row(a)->orderNo;
        const auto left = desk.model().row(b)->orderNo;
        desk.select({a, b});
        desk.action(OrderAction::Cancel)->trigger();
        QSignalSpy finished(desk.orders()->flow(), &ui::OrderActionFlow::finished);
        desk.confirm(QStringLiteral("customer called"));
        QTRY_COMPARE(finished.count(), 1);
        auto* outcome = desk.orders()->flow()->outcome();
        QVERIFY(outcome != nullptr);
        auto* button = outcome->findChild<QPushButton*>(QStringLiteral("exportButton"));
        QVERIFY(button != nullptr && button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        auto* dialog = outcome->findChild<QFileDialog*>(QStringLiteral("exportDialog"));
        QVERIFY(dialog != nullptr);
        const QString path = desk.folder.filePath(QStringLiteral("became.csv"));
        Q_EMIT dialog->fileSelected(path);
        dialog->close();
        QTRY_VERIFY(desk.said().text.contains(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 3);
        QVERIFY2(lines.at(0).startsWith(QStringLiteral("Order,Before,Outcome,Now,Why")), qPrintable(lines.at(0)));
        QVERIFY2(lines.at(1).startsWith(ui::text(left)) && lines.at(1).contains(QStringLiteral(",Skipped,")),
                 qPrintable(lines.at(1)));
        QVERIFY2(lines.at(2).startsWith(ui::text(done)) && lines.at(2).contains(QStringLiteral(",Done,")),
                 qPrintable(lines.at(2)));
        api::AuditQuery query;
        query.filter.operations = {"data.export"};
        const auto noted = desk.shop.must(desk.shop.audit().page(test::Shop::by("root"), query));
        QCOMPARE(noted.size(), std::size_t{1});
        const auto said = noted.front().subject + " " + noted.front().detail;
        QVERIFY2(said.find("outcomes") != std::string::npos, said.c_str());
    }

    void aRowChangedMeanwhileIsAConflictAndNotOverwritten() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const int a = desk.rowWith(api::OrderStatus::WaitPay);
        const int b = desk.rowWith(api::OrderStatus::WaitPay, false, a + 1);
        const auto changed = desk.model().row(a)->orderNo;
        const auto kept = desk.model().row(b)->orderNo;
        desk.select({a, b});
        desk.action(OrderAction::Cancel)->trigger();
        QVERIFY(desk.orders()->flow()->question() != nullptr);
        const auto* question = desk.orders()->flow()->question()->findChild<QLabel*>(QStringLiteral("actionQuestion"));
        QVERIFY2(question->text().contains(QLatin1Char('2')), qPrintable(question->text()));
        // Somebody else changes one of them while the question stands, and the table shows it.
        (void)desk.shop.must(desk.shop.orders().pay(test::Shop::by("provider"),
                                                    {PaymentNo("P-1"), changed, desk.shop.order(changed).payable, 0}));
        QTRY_COMPARE(desk.model().row(a)->version, desk.shop.order(changed).version);
        // What is asked is of the one that is left.
        QTRY_VERIFY2(question->text().contains(QString::fromStdString(kept.str())), qPrintable(question->text()));
        QSignalSpy finished(desk.orders()->flow(), &ui::OrderActionFlow::finished);
        desk.confirm(QStringLiteral("customer called"));
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(desk.shop.order(changed).paidAt.has_value());
        QVERIFY(desk.shop.order(changed).status != api::OrderStatus::Closed);
        QCOMPARE(desk.shop.order(kept).status, api::OrderStatus::Closed);
        QCOMPARE(desk.outcomeWords(), (QStringList{QStringLiteral("Changed meanwhile"), QStringLiteral("Done")}));
        QCOMPARE(desk.said().tone, ui::Tone::Warn);
        QCOMPARE(desk.outcomeColumn(0), (QStringList{ui::text(changed), ui::text(kept)}));
        QCOMPARE(desk.outcomeColumn(1), QStringList(2, ui::label(api::OrderStatus::WaitPay)));
        QVERIFY2(desk.outcomeColumn(3).front() != desk.outcomeColumn(1).front(), "it was paid since");
        QCOMPARE(desk.outcomeColumn(3).back(), ui::statusLabel(desk.shop.order(kept)));
        const QString why = desk.outcomeColumn(4).front();
        QVERIFY2(why.contains(QRegularExpression(QStringLiteral("by \\w+, \\d\\d:\\d\\d"))), qPrintable(why));
    }

    // Somebody else is quicker by a moment, before the console can have heard of it: the engine decides by what was
    // seen.
    void whoeverIsQuickerKeepsTheOrder_data() {
        QTest::addColumn<int>("action");
        QTest::newRow("cancel") << static_cast<int>(OrderAction::Cancel);
        QTest::newRow("to the next fairest") << static_cast<int>(OrderAction::ReassignNext);
        QTest::newRow("to a courier") << static_cast<int>(OrderAction::ReassignTo);
    }
    void whoeverIsQuickerKeepsTheOrder() {
        QFETCH(int, action);
        const auto which = static_cast<OrderAction>(action);
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const int a = desk.rowWith(api::OrderStatus::WaitPickUp, true);
        QVERIFY(a >= 0);
        const auto seen = *desk.model().row(a);
        int b = desk.rowWith(api::OrderStatus::WaitPickUp, true, a + 1);
        while (b >= 0 && desk.model().row(b)->campus != seen.campus) {
            b = desk.rowWith(api::OrderStatus::WaitPickUp, true, b + 1);
        }
        QVERIFY(b >= 0);
        const auto left = *desk.model().row(b);
        desk.select({a, b});
        desk.action(which)->trigger();
        if (which == OrderAction::ReassignTo) {
            CourierId to;
            for (const char* number : {"01", "02", "03"}) {
                const CourierId each("K" + seen.campus.str().substr(1) + number);
                to = each != seen.courier && each != left.courier ? each : to;
            }
            desk.pick(to);
        }
        QVERIFY(desk.orders()->flow()->question() != nullptr);
        // Without the event loop, so that the console does not hear of it before its own command is under way.
        const auto taken = desk.shop.dispatch().reassign(test::Shop::by("bo"), {{seen.orderNo, 0}}, {});
        desk.shop.engine().runUntilIdle();
        QVERIFY(taken.isFinished() && taken.result() && !taken.result()->front().error);
        QSignalSpy finished(desk.orders()->flow(), &ui::OrderActionFlow::finished);
        desk.confirm(QStringLiteral("asked for"));
        QTRY_COMPARE(finished.count(), 1);
        const auto now = desk.shop.order(seen.orderNo);
        QVERIFY(now.status != api::OrderStatus::Closed);
        QCOMPARE(now.epoch, seen.epoch + 1);  // once
        QVERIFY(desk.shop.order(left.orderNo).version != left.version);
        QCOMPARE(desk.outcomeWords(), (QStringList{QStringLiteral("Changed meanwhile"), QStringLiteral("Done")}));
        QCOMPARE(desk.said().tone, ui::Tone::Warn);
    }

    void aFailureOfTheWholeIsNoSuccess() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.select({desk.rowWith(api::OrderStatus::WaitPay)});
        desk.shop.orders().cancelRefusal = (Error{ErrorCode::OutcomeUnknown, "commit failed", {}, {}});
        desk.action(OrderAction::Cancel)->trigger();
        QSignalSpy finished(desk.orders()->flow(), &ui::OrderActionFlow::finished);
        desk.confirm(QStringLiteral("x"));
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(desk.said().tone, ui::Tone::Bad);
        QVERIFY(desk.said().text.contains(QStringLiteral("not known")));
        QVERIFY(!desk.said().text.contains(QStringLiteral("nothing was done")));
    }

    void payingAsksForNumberAndTheExactAmount() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const int row = desk.rowWith(api::OrderStatus::WaitPay);
        const auto no = desk.model().row(row)->orderNo;
        desk.select({row});
        desk.action(OrderAction::MarkPaid)->trigger();
        auto* question = desk.orders()->flow()->question();
        auto* amount = question->findChild<QLineEdit*>(QStringLiteral("paymentAmount"));
        const QString payable = amount->text();
        question->findChild<QLineEdit*>(QStringLiteral("paymentNumber"))->setText(QStringLiteral("WX-1"));
        question->findChild<QPlainTextEdit*>(QStringLiteral("reasonEdit"))
            ->setPlainText(QStringLiteral("paid in cash"));
        amount->setText(QStringLiteral("1.234"));
        QVERIFY(!question->confirmButton()->isEnabled());
        amount->setText(QStringLiteral("0.01"));
        QVERIFY(!question->confirmButton()->isEnabled());
        amount->setText(payable);
        QVERIFY(question->confirmButton()->isEnabled());
        QSignalSpy finished(desk.orders()->flow(), &ui::OrderActionFlow::finished);
        QTest::mouseClick(question->confirmButton(), Qt::LeftButton);
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(desk.shop.order(no).paidAt);
        QCOMPARE(desk.said().tone, ui::Tone::Good);
    }

    void payingByHandNeedsItsPermissionAndAReason() {
        const auto with = [](api::Role role) {
            Desk desk(api::Actor{"somebody", api::permissionsOf(role), {}, api::Via::Console});
            if (!QTest::qWaitFor([&] { return desk.ready(); })) {
                return QStringLiteral("not ready");
            }
            desk.select({desk.rowWith(api::OrderStatus::WaitPay)});
            return desk.action(OrderAction::MarkPaid)->isEnabled()
                       ? QString()
                       : ui::whyDisabled(*desk.action(OrderAction::MarkPaid));
        };
        for (const auto role : {api::Role::Dispatcher, api::Role::Auditor, api::Role::RefundApprover}) {
            const QString why = with(role);
            QVERIFY2(why.contains(QStringLiteral("\"record payments by hand\"")), qPrintable(why));
            QVERIFY2(why.contains(QStringLiteral("Refund clerk")), qPrintable(why));
        }
        QCOMPARE(with(api::Role::RefundClerk), QString());
        Desk desk(api::Actor{"clerk", api::permissionsOf(api::Role::RefundClerk), {}, api::Via::Console});
        QTRY_VERIFY(desk.ready());
        const int row = desk.rowWith(api::OrderStatus::WaitPay);
        const auto no = desk.model().row(row)->orderNo;
        desk.select({row});
        desk.action(OrderAction::MarkPaid)->trigger();
        auto* question = desk.orders()->flow()->question();
        question->findChild<QLineEdit*>(QStringLiteral("paymentNumber"))->setText(QStringLiteral("till 7"));
        QVERIFY(!question->confirmButton()->isEnabled());
        QVERIFY(question->confirmButton()->toolTip().contains(QStringLiteral("reason")));
        QSignalSpy finished(desk.orders()->flow(), &ui::OrderActionFlow::finished);
        desk.confirm(QStringLiteral("seen in the till"));
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(desk.shop.order(no).paidAt);
        QCOMPARE(desk.shop.lastReason(), std::string("seen in the till"));
    }

    void reassigningOffersUndoThatWorks() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const int row = desk.rowWith(api::OrderStatus::WaitPickUp, true);
        const auto no = desk.model().row(row)->orderNo;
        const auto from = desk.model().row(row)->courier;
        desk.select({row});
        desk.action(OrderAction::ReassignNext)->trigger();
        QSignalSpy finished(desk.orders()->flow(), &ui::OrderActionFlow::finished);
        desk.confirm(QStringLiteral("bike broke"));
        QTRY_COMPARE(finished.count(), 1);
        QTRY_VERIFY(desk.shop.order(no).courier != from);
        auto* undo = desk.window->statusLine()->undoButton();
        QVERIFY(undo->isVisible());
        QTest::mouseClick(undo, Qt::LeftButton);
        QVERIFY(!desk.orders()->flow()->question()->confirmButton()->isEnabled());  // the program makes no reason up
        desk.confirm(QStringLiteral("the wrong one"));
        QTRY_COMPARE(finished.count(), 2);
        QCOMPARE(desk.shop.order(no).courier, from);
        QVERIFY(!undo->isVisible());
    }

    /// As on the page Dispatch: whoever is chosen is named by the question, and has room.
    void reassigningToANamedCourierAsksWhoFirst() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const int row = desk.rowWith(api::OrderStatus::WaitPickUp, true);
        const auto order = *desk.model().row(row);
        desk.select({row});
        desk.action(OrderAction::ReassignTo)->trigger();
        QTRY_VERIFY(desk.orders()->findChild<ui::CourierPicker*>() != nullptr);
        QVERIFY(desk.orders()->flow()->question() == nullptr);
        const auto* list = desk.orders()->findChild<QListWidget*>(QStringLiteral("courierPickerList"));
        QVERIFY(list->count() > 1);
        for (int at = 0; at < list->count(); ++at) {  // whoever has it is not among them
            QVERIFY(list->item(at)->data(Qt::UserRole + 1).toString() != ui::text(order.courier));
        }
        const auto* last = list->item(list->count() - 1);
        const CourierId to(last->data(Qt::UserRole + 1).toString().toStdString());
        const QString name = last->data(Qt::UserRole + 2).toString();
        desk.pick(to);
        auto* question = desk.orders()->flow()->question();
        QVERIFY(question != nullptr);
        QCOMPARE(question->findChild<QLabel*>(QStringLiteral("actionQuestion"))->text(),
                 QStringLiteral("1 order will be given to %1.").arg(name));
        QVERIFY(question->findChild<QWidget*>(QStringLiteral("overLoadLimit")) == nullptr);
        QVERIFY(!question->confirmButton()->isEnabled());
        QSignalSpy finished(desk.orders()->flow(), &ui::OrderActionFlow::finished);
        desk.confirm(QStringLiteral("asked for"));
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(desk.shop.order(order.orderNo).courier, to);
        QVERIFY2(desk.said().text.contains(name), qPrintable(desk.said().text));
    }

    /// A courier works on one campus. What cannot be given away is left out, and does not count.
    void ordersOfSeveralCampusesHaveNoCourierInCommon() {
        using api::OrderStatus;
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const int one = desk.rowWith(OrderStatus::WaitPickUp, true);
        QVERIFY(one >= 0);
        const CampusId campus = desk.model().row(one)->campus;
        const auto elsewhere = [&](OrderStatus status) {
            int row = desk.rowWith(status);
            while (row >= 0 && desk.model().row(row)->campus == campus) {
                row = desk.rowWith(status, false, row + 1);
            }
            return row;
        };
        const int other = elsewhere(OrderStatus::WaitPickUp);
        const int closed = elsewhere(OrderStatus::Closed);
        QVERIFY(other >= 0 && closed >= 0);
        desk.select({one, other});
        desk.action(OrderAction::ReassignTo)->trigger();
        QTRY_COMPARE(desk.said().text,
                     QStringLiteral("These orders belong to several campuses, and a courier works on one: choose those "
                                    "of one campus."));
        QVERIFY(desk.orders()->findChild<ui::CourierPicker*>() == nullptr);
        QVERIFY(desk.orders()->flow()->question() == nullptr);

        desk.select({closed, one});
        desk.action(OrderAction::ReassignTo)->trigger();
        QTRY_VERIFY(desk.orders()->findChild<ui::CourierPicker*>() != nullptr);
        const auto* list = desk.orders()->findChild<QListWidget*>(QStringLiteral("courierPickerList"));
        QStringList known;
        for (int c = 0; c < 4; ++c) {
            for (int k = 0; k < 6 && test::Shop::campus(c) == campus; ++k) {
                known << ui::text(test::Shop::courier(c, k));
            }
        }
        QVERIFY(list->count() > 0);
        for (int at = 0; at < list->count(); ++at) {
            QVERIFY(known.contains(list->item(at)->data(Qt::UserRole + 1).toString()));
        }
    }

    void aReportCarriesTheEpochThatWasSeen() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const int row = desk.rowWith(api::OrderStatus::WaitPickUp, true);
        const auto no = desk.model().row(row)->orderNo;
        desk.select({row});
        QSignalSpy finished(desk.orders()->flow(), &ui::OrderActionFlow::finished);
        desk.action(OrderAction::PickedUp)->trigger();
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(desk.shop.order(no).status, api::OrderStatus::Delivering);
        QVERIFY(desk.said().text.contains(QString::fromStdString(no.str())));
    }

    void aStaleRowIsNeitherPaidNorReported() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.orders()->setActive(false);  // what is shown is from now on the past
        const int row = desk.rowWith(api::OrderStatus::WaitPay);
        const auto no = desk.model().row(row)->orderNo;
        desk.select({row});
        desk.action(OrderAction::MarkPaid)->trigger();
        auto* question = desk.orders()->flow()->question();
        QVERIFY(question != nullptr);
        // Somebody else, while the question stands.
        (void)desk.shop.must(desk.shop.orders().cancel(test::Shop::by("bo"), {{no, 0}}));
        question->findChild<QLineEdit*>(QStringLiteral("paymentNumber"))->setText(QStringLiteral("WX-1"));
        QSignalSpy finished(desk.orders()->flow(), &ui::OrderActionFlow::finished);
        desk.confirm(QStringLiteral("paid in cash"));
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(desk.shop.must(desk.shop.orders().detail(test::Shop::by("root"), no)).owed.empty());
        const QString changed = QStringLiteral(" was changed meanwhile; nothing was overwritten.");
        QVERIFY2(desk.said().text.contains(ui::text(no) + changed), qPrintable(desk.said().text));
        QVERIFY2(desk.said().text.contains(QStringLiteral(" by bo, ")), qPrintable(desk.said().text));
        for (const auto action : {OrderAction::PickedUp, OrderAction::Delivered, OrderAction::Failed}) {
            const auto status =
                OrderAction::PickedUp == action ? api::OrderStatus::WaitPickUp : api::OrderStatus::Delivering;
            const int each = desk.rowWith(status, true);
            const auto stale = desk.model().row(each)->orderNo;
            desk.select({each});
            (void)desk.shop.must(desk.shop.dispatch().reassign(test::Shop::by("bo"), {{stale, 0}}, {}));
            desk.action(action)->trigger();
            if (action == OrderAction::Failed) {
                desk.confirm(QStringLiteral("nobody there"));
            }
            const int told = action == OrderAction::PickedUp ? 2 : action == OrderAction::Delivered ? 3 : 4;
            QTRY_COMPARE(finished.count(), told);
            QCOMPARE(desk.shop.order(stale).status, status);
            QVERIFY2(desk.said().text.contains(ui::text(stale) + changed), qPrintable(desk.said().text));
            QCOMPARE(desk.outcomeWords(), QStringList{QStringLiteral("Changed meanwhile")});
        }
    }

    void filterButtonsKeepTheirTextOffTheEdge() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        for (const char* name : {"filterStatus", "filterCampus", "filterTime"}) {
            auto* button = desk.orders()->pane()->filters()->findChild<QPushButton*>(QLatin1String(name));
            const QImage picture = button->grab().toImage();
            // Within the border: the first column that differs from the background of the button.
            const int middle = picture.height() / 2;
            const QColor ground = picture.pixelColor(4, 4);
            int first = -1;
            for (int x = 3; x < picture.width() / 2 && first < 0; ++x) {
                for (int y = middle - 6; y < middle + 6; ++y) {
                    if (picture.pixelColor(x, y) != ground) {
                        first = x;
                        break;
                    }
                }
            }
            QVERIFY2(first >= 8,
                     qPrintable(QStringLiteral("%1: text begins at %2").arg(QLatin1String(name)).arg(first)));
        }
    }

    void theDetailFollowsItsOrder() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const int row = desk.rowWith(api::OrderStatus::Delivering, true);
        desk.select({row});
        auto* detail = desk.orders()->detail();
        QTRY_VERIFY(detail->detail().has_value());
        QCOMPARE(detail->orderNo(), desk.model().row(row)->orderNo);
        QVERIFY(detail->timeline()->entries().size() >= 3);
        QVERIFY(detail->findChild<QLabel*>(QStringLiteral("detailWhy"))->text().contains(QStringLiteral("weight")));
        QVERIFY(!detail->findChild<ui::RankingView*>(QStringLiteral("detailRanking"))->entries().empty());
        desk.shop.carry(detail->orderNo(), true);
        QTRY_COMPARE(detail->detail()->row.status, api::OrderStatus::Delivered);
    }

    void nobodyIsAskedToChooseFromAnEmptyList() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        ui::OrderDetailPanel order(desk.window->context());
        ui::ReturnDetailPanel back(desk.window->context());
        const auto* ofOrder = order.findChild<QLabel*>(QStringLiteral("detailEmpty"));
        const auto* ofReturn = back.findChild<QLabel*>(QStringLiteral("returnEmpty"));
        QCOMPARE(ofOrder->text(), QStringLiteral("Select an order to see it here."));
        QCOMPARE(ofReturn->text(), QStringLiteral("Select a return to see it here."));
        order.setListEmpty(true);
        back.setListEmpty(true);
        QCOMPARE(ofOrder->text(), QString());
        QCOMPARE(ofReturn->text(), QString());
        order.setListEmpty(false);
        back.setListEmpty(false);
        QVERIFY(!ofOrder->text().isEmpty() && !ofReturn->text().isEmpty());
    }

    /// Whoever calls couriers wants it in the list; nobody else has to look at it.
    void theTelephoneOfTheCourierIsAColumnOfOnesChoice() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        const int column = desk.model().columnOf(QStringLiteral("phone"));
        QCOMPARE(column, Orders::PaidColumn + 1);
        QVERIFY(desk.table()->isColumnHidden(column));
        desk.table()->columnMenu()->findChild<QAction*>(QStringLiteral("column.%1").arg(column))->setChecked(true);
        QVERIFY(!desk.table()->isColumnHidden(column));
        const auto shown = [&](int row) { return desk.model().index(row, column).data().toString(); };
        const int carried = desk.rowWith(api::OrderStatus::WaitPickUp, true);
        QVERIFY(carried >= 0);
        QTRY_VERIFY2(shown(carried).startsWith(QStringLiteral("+86 138 0000 1")), qPrintable(shown(carried)));
        const int unpaid = desk.rowWith(api::OrderStatus::WaitPay);
        QVERIFY(unpaid >= 0);
        QCOMPARE(shown(unpaid), QStringLiteral("–"));
    }

    /// Each column is there at the next start, or not, as it was left; also the one that is hidden at the first.
    void everyColumnIsRememberedAsItWasLeft() {
        test::OrderShop shop;
        const auto choice = [](const test::ConsoleOver& console, int column) {
            return console.orders()->table()->columnMenu()->findChild<QAction*>(
                QStringLiteral("column.%1").arg(column));
        };
        for (const int hidden : {0, 1}) {
            test::ConsoleOver first(shop);
            first.open().resize(1'600, 800);
            first.showOrders();
            const int count = first.orders()->model().columnCount();
            for (int column = Orders::NumberColumn + 1; column < count; ++column) {
                QVERIFY(choice(first, column) != nullptr);
                choice(first, column)->setChecked(column % 2 != hidden);
            }
            first.window.reset();
            test::ConsoleOver second(shop, first.look.settingsPath);
            second.open().resize(1'600, 800);
            second.showOrders();
            for (int column = Orders::NumberColumn + 1; column < count; ++column) {
                QVERIFY2(choice(second, column)->isChecked() == (column % 2 != hidden),
                         qPrintable(QString::number(column)));
            }
        }
    }

    void anExportRunsAsAJobAndIsCancelled() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        QPromise<Result<std::int64_t>> slow;
        slow.start();
        std::function<void(std::int64_t)> wrote;
        desk.shop.orders().exportInstead = [&](std::function<void(std::int64_t)> progress) {
            wrote = std::move(progress);
            return slow.future();
        };
        const QString path = desk.folder.filePath(QStringLiteral("out.csv"));
        desk.orders()->pane()->writeFileTo(path);
        const auto& jobs = desk.window->context().jobs;
        QCOMPARE(jobs.jobs().size(), std::size_t{1});
        desk.settle();
        wrote(30);
        QTRY_COMPARE(jobs.jobs().front().progress->done.load(), 30);
        desk.window->context().jobs.cancel(jobs.jobs().front().id);
        QTRY_VERIFY(slow.isCanceled());
        slow.finish();
        QTRY_VERIFY(jobs.jobs().empty());
        QVERIFY(!QFile::exists(path));
        QVERIFY(desk.said().text.contains(QStringLiteral("cancelled")));
        desk.shop.orders().exportInstead = nullptr;
        desk.orders()->pane()->writeFileTo(path);
        QTRY_VERIFY(QFile::exists(path));
        QTRY_VERIFY(desk.said().text.contains(QString::number(desk.shop.size())));
        // And what is shown, with the columns of the table.
        const QString shown = desk.folder.filePath(QStringLiteral("shown.csv"));
        desk.orders()->pane()->exportTo(shown);
        QTRY_VERIFY(QFile::exists(shown));
        QFile file(shown);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readLine().startsWith("\xEF\xBB\xBFOrder,Status,Campus,Courier,User,Payable"));
        QCOMPARE(file.readAll().count('\n'), desk.shop.size());
    }

    void whatCannotBeReadIsSaid() {
        Desk desk;
        QTRY_VERIFY(desk.ready());
        desk.shop.breakDisk(true);
        desk.orders()->pane()->showOnly({{QStringLiteral("user"), QStringLiteral("user7")}});
        QTRY_VERIFY(desk.orders()->findChild<QLabel*>(QStringLiteral("orderError"))->isVisible());
        QVERIFY(desk.orders()->findChild<QLabel*>(QStringLiteral("orderCount"))->text().contains(QStringLiteral("–")));
    }
};

}  // namespace test_orders_page

QTEST_MAIN(test_orders_page::TestOrdersPage)
#include "test_orders_page.moc"
