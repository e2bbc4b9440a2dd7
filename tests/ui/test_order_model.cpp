// SPDX-License-Identifier: GPL-3.0-or-later
// The virtual table of orders against an engine whose answers the test holds back, reorders and fails.
#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <set>
#include <string>

#include "tests/support/fakes/fake_engine.h"
#include "tests/support/line/over_line.h"
#include "tests/support/shops/order_shop.h"
#include "ui/pages/orders/order_pane.h"
#include "ui/shell/console_services.h"

namespace test_order_model {

using namespace evenhand;
using Orders = ui::OrderPane;

namespace {

using Spec = ui::OrderPane::Spec;
using Model = ui::OrderPane::Model;

/// The rows of the table of orders without their view.
struct BenchOver {
    explicit BenchOver(api::EngineApi& engine)
        : line(engine),
          services(line.engine(), api::Actor::administrator("local:test"),
                   folder.filePath(QStringLiteral("console.ini"))),
          spec(Orders::describeRows(services.context)),
          model(spec) {
        services.bridge.setVisible(true);
        model.setFilterSource([this] { return filter; });
        model.setVisibleRows(0, 30);
        model.setActive(true);
    }
    void ask(const api::OrderFilter& asked, int column = Orders::PlacedColumn, bool descending = true) {
        filter = asked;
        model.setOrder(column, descending);
        model.restart();
    }
    void open(const api::OrderFilter& asked = {}, int column = Orders::PlacedColumn, bool descending = true) {
        ask(asked, column, descending);
        QTRY_VERIFY(!model.isLoading() && model.total() >= 0);
    }
    [[nodiscard]] QString text(int row, int column = Orders::NumberColumn) const {
        return model.index(row, column).data().toString();
    }

    QTemporaryDir folder;
    test::OverLine line;
    ui::ConsoleServices services;
    api::OrderFilter filter;
    Spec spec;
    Model model;
};

/// Has its engine before the model, so that it outlives it.
struct BenchEngine {
    test::FakeEngine engine;
};
struct Bench : BenchEngine, BenchOver {
    explicit Bench(std::int64_t orders) : BenchEngine{test::FakeEngine(orders)}, BenchOver(engine) {}
};

QString number(std::int64_t id) { return QString::fromStdString(test::FakeEngine::orderNoOf(id).str()); }

}  // namespace

class TestOrderModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsTheRulesOfModels() {
        Bench bench(2'000);
        QAbstractItemModelTester tester(&bench.model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        bench.open();
        QCOMPARE(bench.model.rowCount(), 2'000);
        bench.model.setVisibleRows(1'000, 1'030);
        QTRY_VERIFY(!bench.model.isLoading());
        bench.model.setVisibleRows(0, 30);
        bench.engine.placeNew(3);
        QTRY_COMPARE(bench.model.rowCount(), 2'003);
        bench.open({}, Orders::PayableColumn, false);
        api::OrderFilter filter;
        filter.statuses = {api::OrderStatus::Paid};
        bench.open(filter);
        bench.engine.moveTo(bench.model.row(2)->orderNo, api::OrderStatus::Closed);
        const int before = bench.model.rowCount();
        QTRY_COMPARE(bench.model.rowCount(), before - 1);
    }

    void aMillionOrdersTakeFewBlocks() {
        Bench bench(1'000'000);
        bench.open();
        QCOMPARE(bench.model.rowCount(), 1'000'000);
        for (int row = 0; row < 200'000; row += 2'000) {
            bench.model.setVisibleRows(row, row + 40);
        }
        QTRY_VERIFY(!bench.model.isLoading());
        QVERIFY(bench.model.blocksAtHand() <= ui::RowCache<api::OrderRow>::kMaxBlocks);
        QVERIFY(bench.engine.lastQuery().limit <= Model::kBlock);
    }

    void whatIsNotAtHandIsAPlaceholderAndIsRead() {
        Bench bench(3'000);
        bench.open();
        QCOMPARE(bench.text(0), number(3'000));
        QCOMPARE(bench.text(1'500), QStringLiteral("…"));
        bench.engine.hold(true);
        bench.model.setVisibleRows(1'500, 1'530);
        QTRY_VERIFY(bench.engine.pending() > 0);
        QCOMPARE(bench.text(1'500), QStringLiteral("…"));
        bench.engine.hold(false);
        bench.engine.release();
        QTRY_COMPARE(bench.text(1'500), number(1'500));
    }

    void anAnswerToAnOlderQuestionChangesNothing() {
        Bench bench(2'000);
        bench.open();
        bench.engine.hold(true);
        api::OrderFilter older;
        older.statuses = {api::OrderStatus::Closed};
        api::OrderFilter newer;
        newer.statuses = {api::OrderStatus::Delivered};
        bench.ask(older);
        bench.ask(newer);
        bench.line.settle();
        QCOMPARE(bench.engine.pending(), std::size_t{4});
        bench.engine.releaseNewest();  // count and page of the newer one, the older ones after them
        bench.engine.releaseNewest();
        QTRY_COMPARE(bench.model.filter(), newer);
        const int rows = bench.model.rowCount();
        bench.engine.release();
        QCoreApplication::processEvents();
        QCOMPARE(bench.model.filter(), newer);
        QCOMPARE(bench.model.rowCount(), rows);
        QCOMPARE(bench.model.row(0)->status, api::OrderStatus::Delivered);
    }

    void sortingAndFilteringAreTheDatabasesWork() {
        test::OrderShop shop;
        BenchOver bench(shop);
        bench.open({}, Orders::UserColumn, false);
        QCOMPARE(shop.orders().lastQuery.sort, api::OrderSort::User);
        QVERIFY(bench.model.row(0)->user < bench.model.row(100)->user);
        api::OrderFilter filter;
        filter.text = "u1";
        bench.open(filter);
        QCOMPARE(shop.orders().lastQuery.filter.text, std::string("u1"));
        QVERIFY(bench.model.rowCount() > 0 && bench.model.rowCount() < shop.size());
    }

    void changedRowsAreUpdatedInPlaceAndTheSelectionStays() {
        Bench bench(1'000);
        bench.open();
        QItemSelectionModel selection(&bench.model);
        selection.select(bench.model.index(4, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        const auto no = bench.model.row(4)->orderNo;
        QSignalSpy resets(&bench.model, &QAbstractItemModel::modelReset);
        QSignalSpy layouts(&bench.model, &QAbstractItemModel::layoutChanged);
        bench.engine.moveTo(no, api::OrderStatus::Completed);
        QTRY_COMPARE(bench.model.row(4)->status, api::OrderStatus::Completed);
        QCOMPARE(resets.count(), 0);
        QCOMPARE(layouts.count(), 0);
        QCOMPARE(selection.selectedRows().size(), 1);
        QCOMPARE(selection.selectedRows().front().row(), 4);
    }

    void newOrdersComeInAtTheTopAndTheSelectionFollowsItsOrder() {
        Bench bench(1'000);
        bench.open();
        QItemSelectionModel selection(&bench.model);
        selection.select(bench.model.index(4, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        const auto no = bench.model.row(4)->orderNo;
        bench.engine.placeNew(7);
        QTRY_COMPARE(bench.model.rowCount(), 1'007);
        QCOMPARE(bench.text(0), number(1'007));
        QCOMPARE(selection.selectedRows().size(), 1);
        QCOMPARE(selection.selectedRows().front().row(), 11);
        QCOMPARE(bench.model.row(11)->orderNo, no);
        bench.model.setVisibleRows(600, 640);  // rows further down are read at their new places
        QTRY_COMPARE(bench.text(607), number(400));
    }

    void scrolledAwayNewOrdersAreOnlyCounted() {
        Bench bench(2'000);
        bench.open();
        bench.model.setVisibleRows(700, 730);
        QTRY_COMPARE(bench.text(700), number(1'300));
        bench.engine.placeNew(5);
        QTRY_COMPARE(bench.model.arrived(), 5);
        QCOMPARE(bench.model.rowCount(), 2'000);
        QCOMPARE(bench.text(700), number(1'300));
        bench.model.setVisibleRows(1'500, 1'530);  // read after them: not pushed down
        QTRY_COMPARE(bench.text(1'500), number(500));
        bench.model.setVisibleRows(0, 30);
        QTRY_COMPARE(bench.model.arrived(), 0);
        QTRY_COMPARE(bench.text(0), number(2'005));
    }

    void onlyNewOrdersThatBelongAreCounted() {
        Bench bench(2'000);
        api::OrderFilter filter;
        filter.statuses = {api::OrderStatus::Completed};
        bench.open(filter);
        bench.model.setVisibleRows(1, 31);  // not at the top
        bench.engine.placeNew(5);           // they wait for payment
        bench.engine.touch(bench.model.row(1)->orderNo);
        const auto version = bench.model.row(1)->version;
        QTRY_VERIFY(bench.model.row(1)->version > version);
        QCOMPARE(bench.model.arrived(), 0);
    }

    void aRowThatNoLongerBelongsIsFaded() {
        Bench bench(2'000);
        api::OrderFilter filter;
        filter.statuses = {api::OrderStatus::Paid};
        bench.open(filter);
        bench.model.setVisibleRows(1, 31);  // not at the top
        const auto at = bench.model.index(3, 0);
        QCOMPARE(at.data(ui::FadedRole).toBool(), false);
        bench.engine.moveTo(bench.model.row(3)->orderNo, api::OrderStatus::Closed);
        QTRY_COMPARE(at.data(ui::FadedRole).toBool(), true);
    }

    void whatCannotBeReadIsADashAndNeverZero() {
        Bench bench(2'000);
        bench.open();
        bench.engine.failReads(Error{ErrorCode::Storage, "disk failed", {}, {}});
        bench.model.setVisibleRows(1'000, 1'030);
        QTRY_COMPARE(bench.text(1'000), QStringLiteral("–"));
        QCOMPARE(bench.text(1'000, Orders::PayableColumn), QStringLiteral("–"));
        QVERIFY(bench.model.lastError().has_value());
        bench.engine.failReads(std::nullopt);
        bench.model.refresh();
        QTRY_VERIFY(!bench.model.lastError().has_value());
        bench.model.setVisibleRows(1'000, 1'030);
        QTRY_COMPARE(bench.text(1'000), number(1'000));
    }

    void anUnknownCountIsUnknown() {
        Bench bench(2'000);
        bench.engine.failReads(Error{ErrorCode::Storage, "disk failed", {}, {}});
        bench.ask({});
        QTRY_VERIFY(bench.model.lastError().has_value());
        QCOMPARE(bench.model.total(), -1);
    }

    void itRestsWhileItsPageIsNotShown() {
        Bench bench(1'000);
        bench.open();
        bench.model.setActive(false);
        const int rows = bench.engine.rowsCalls();
        const int pages = bench.engine.pageCalls();
        QSignalSpy told(&bench.services.bridge, &ui::EngineBridge::ordersChanged);
        bench.engine.placeNew(2);
        bench.engine.touch(bench.model.row(1)->orderNo);
        QTRY_VERIFY(told.count() > 0);
        QCOMPARE(bench.engine.rowsCalls(), rows);
        QCOMPARE(bench.engine.pageCalls(), pages);
        bench.model.setActive(true);
        QTRY_COMPARE(bench.model.rowCount(), 1'002);
    }

    void aSelectionIsFrozenWithRowsThatWereNeverSeen() {
        Bench bench(2'000);
        bench.open();
        QItemSelection several(bench.model.index(0, 0), bench.model.index(599, bench.model.columnCount() - 1));
        std::optional<Result<std::vector<api::OrderRow>>> frozen;
        bench.model.freeze(several, this, [&frozen](auto rows) { frozen = std::move(rows); });
        QTRY_VERIFY(frozen.has_value());
        QVERIFY(frozen->has_value());
        QCOMPARE((*frozen)->size(), std::size_t{600});
        std::set<std::int64_t> ids;
        for (const auto& row : **frozen) {
            ids.insert(row.id.value);
            QVERIFY(row.version > 0);
        }
        QCOMPARE(ids.size(), std::size_t{600});
    }

    void ordersSelectedFarBelowWhatIsReadAgainStaySelected() {
        Bench bench(4'000);
        QAbstractItemModelTester tester(&bench.model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        api::OrderFilter filter;
        filter.statuses = {api::OrderStatus::Paid, api::OrderStatus::WaitPay, api::OrderStatus::Completed};
        bench.open(filter);
        QVERIFY(bench.model.rowCount() > 1'000);
        QItemSelectionModel selection(&bench.model);
        std::set<std::string> chosen;
        for (const int row : {5, 300, 900}) {
            bench.model.setVisibleRows(row, row + 30);
            QTRY_VERIFY(bench.model.row(row) != nullptr);
            selection.select(bench.model.index(row, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
            chosen.insert(bench.model.row(row)->orderNo.str());
        }
        const auto selected = [&] {
            std::set<std::string> numbers;
            for (const auto& each : selection.selectedRows()) {
                const auto* order = bench.model.row(each.row());
                numbers.insert(order == nullptr ? std::string("?") : order->orderNo.str());
            }
            return numbers;
        };
        bench.model.setVisibleRows(0, 30);
        for (int gone = 0; gone < 3; ++gone) {
            const int before = bench.model.rowCount();
            bench.engine.moveTo(bench.model.row(0)->orderNo, api::OrderStatus::Closed);
            QTRY_COMPARE(bench.model.rowCount(), before - 1);
            QCOMPARE(selected(), chosen);
        }
        for (const int row : {880, 280, 0}) {  // and once their blocks have been read again
            bench.model.setVisibleRows(row, row + 30);
            QTRY_VERIFY(!bench.model.isLoading());
            QCOMPARE(selected(), chosen);
        }
        QCOMPARE(selection.selectedRows().back().row(), 897);
    }

    void whatHappensWhileAPageOpensIsNotMissed() {
        Bench bench(1'000);
        bench.engine.hold(true);
        bench.ask({});
        QTRY_VERIFY(bench.engine.pending() > 0);
        bench.engine.releaseNewest();  // read, and not shown yet
        QSignalSpy told(&bench.services.bridge, &ui::EngineBridge::ordersChanged);
        bench.engine.placeNew(2);
        QTRY_VERIFY(told.count() > 0);
        bench.engine.hold(false);
        bench.engine.release();
        QTRY_COMPARE(bench.model.rowCount(), 1'002);
        QTRY_COMPARE(bench.text(0), number(1'002));
    }

    void tooLargeASelectionIsRefused() {
        Bench bench(20'000);
        bench.open();
        QItemSelection all(bench.model.index(0, 0), bench.model.index(19'999, bench.model.columnCount() - 1));
        bool refused = false;
        bench.model.freeze(all, this, [&refused](const auto& rows) { refused = !rows; });
        QVERIFY(refused);
    }
};

}  // namespace test_order_model

QTEST_MAIN(test_order_model::TestOrderModel)
#include "test_order_model.moc"
