// SPDX-License-Identifier: GPL-3.0-or-later
// The page Shop over a small business: products, couriers and campuses are added, edited and disabled with the mouse,
// stock is received and corrected, its history is shown, and whoever was slower is told so.
#include <QLabel>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include "tests/ui/people_hand.h"
#include "ui/pages/shop/shop_page.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace test_shop_page {

using namespace evenhand;

namespace {

struct ShopEngine : test::Shop, test::AlteredEngine {
    ShopEngine() : AlteredEngine(Shop::engine()) {}
};

struct Desk : test::PeopleHand<ui::ShopPage, ShopEngine> {
    Desk() {
        open();
        page->resize(1500, 860);
        QTRY_VERIFY(settled());
    }
    ~Desk() { close(); }
    [[nodiscard]] bool settled() const {
        return page->isReady() && page->products()->model().total() >= 0 && services->scope.isLoaded();
    }
    [[nodiscard]] api::Call boss() const { return test::Shop::by("ann"); }
    [[nodiscard]] api::ShopDesk& desk() { return static_cast<test::AlteredEngine&>(engine).shop(); }
    template <typename T>
    T must(api::Answer<T> answer) {
        return engine.must(std::move(answer));
    }
    [[nodiscard]] api::ProductRow product(const char* sku) { return must(desk().product(boss(), Sku(sku))); }
    /// Selects the row that has this text in this column.
    static void select(ui::QueryPaneBase* pane, int column, const QString& cell) {
        auto* table = pane->table();
        const auto rowOf = [&] {
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                if (table->model()->index(row, column).data().toString() == cell) {
                    return row;
                }
            }
            return -1;
        };
        QTRY_VERIFY2(rowOf() >= 0, qPrintable(cell));
        table->select({rowOf()});
    }
    static QString cell(ui::QueryPaneBase* pane, int row, int column) {
        return pane->table()->model()->index(row, column).data().toString();
    }
    void act(ui::QueryPaneBase* pane, const char* name) const {
        auto* action = pane->action(QLatin1String(name));
        QVERIFY2(action != nullptr, name);
        QTRY_VERIFY2(action->isEnabled(), qPrintable(ui::whyDisabled(*action)));
        action->trigger();
    }
    /// Answers the question of disabling or enabling.
    void decide(ui::QueryPaneBase* pane, const char* name) const {
        act(pane, name);
        QTRY_VERIFY(pane->flow()->question() != nullptr);
        confirm(pane->flow()->question(), QStringLiteral("as the boss says"));
        QTRY_VERIFY(!pane->flow()->isBusy() && pane->isReady());
    }
};

}  // namespace

class TestShopPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void productsStandThereWithTheirStock() {
        Desk desk;
        auto* pane = desk.page->products();
        QCOMPARE(pane->model().rowCount(), 2);
        QCOMPARE(Desk::cell(pane, 0, 0), QStringLiteral("<b>Milk tea</b>"));
        QCOMPARE(Desk::cell(pane, 0, 1), QStringLiteral("tea-07"));
        QCOMPARE(Desk::cell(pane, 0, 2), QStringLiteral("8.20"));
        QCOMPARE(Desk::cell(pane, 0, 3).remove(QLatin1Char(',')).toLongLong(), desk.product("tea-07").stock);
        QCOMPARE(Desk::cell(pane, 0, 5), QStringLiteral("Active"));
        // What is ordered is seen by itself.
        (void)desk.engine.sell(0);
        QTRY_COMPARE(Desk::cell(pane, 0, 3).remove(QLatin1Char(',')).toLongLong(), desk.product("tea-07").stock);
    }

    void aProductIsAdded() {
        Desk desk;
        auto* pane = desk.page->products();
        desk.page->addProductAction()->trigger();
        auto* dialog = pane->dialog();
        QVERIFY(dialog != nullptr);
        QVERIFY(!dialog->confirmButton()->isEnabled());
        Desk::type(dialog, "shopId", QStringLiteral("bun"));
        Desk::type(dialog, "shopName", QStringLiteral("Bun"));
        Desk::type(dialog, "shopPrice", QStringLiteral("much"));
        Desk::type(dialog, "shopStock", QStringLiteral("30"));
        QVERIFY(!dialog->confirmButton()->isEnabled());  // that is no price
        Desk::type(dialog, "shopPrice", QStringLiteral("2.50"));
        Desk::type(dialog, "shopLowStock", QStringLiteral("40"));
        Desk::confirm(dialog, {});
        QTRY_COMPARE(pane->model().rowCount(), 3);
        const auto bun = desk.product("bun");
        QCOMPARE(bun.unitPrice, Money{250});
        QCOMPARE(bun.stock, std::int64_t{30});
        QCOMPARE(bun.lowStock, std::optional<std::int64_t>(40));
        QCOMPARE(desk.said().text, QStringLiteral("Bun is added."));
        QCOMPARE(Desk::cell(pane, 1, 5), QStringLiteral("Low"));
        pane->showLow();
        QTRY_COMPARE(pane->model().rowCount(), 1);
    }

    void aKnownIdIsRefusedAtItsField() {
        Desk desk;
        auto* pane = desk.page->products();
        desk.page->addProductAction()->trigger();
        auto* dialog = pane->dialog();
        Desk::type(dialog, "shopId", QStringLiteral("tea-07"));
        Desk::type(dialog, "shopName", QStringLiteral("Tea"));
        Desk::type(dialog, "shopPrice", QStringLiteral("1"));
        Desk::confirm(dialog, {});
        auto* hint = dialog->findChild<QLabel*>(QStringLiteral("productDialogHint_sku"));
        QVERIFY(hint != nullptr);
        QTRY_VERIFY2(hint->text().contains(QStringLiteral("already exists")), qPrintable(hint->text()));
        QVERIFY(dialog->isVisible());
        dialog->reject();
    }

    void stockIsReceivedAndCorrected() {
        Desk desk;
        auto* pane = desk.page->products();
        const auto before = desk.product("rice-01").stock;
        Desk::select(pane, 1, QStringLiteral("rice-01"));
        desk.act(pane, "shop.stock.receive");
        Desk::type(pane->dialog(), "shopUnits", QStringLiteral("0"));
        QVERIFY(!pane->dialog()->confirmButton()->isEnabled());
        Desk::type(pane->dialog(), "shopUnits", QStringLiteral("1,200"));
        Desk::type(pane->dialog(), "shopNote", QStringLiteral("van 3"));
        Desk::confirm(pane->dialog(), {});
        QTRY_COMPARE(desk.product("rice-01").stock, before + 1'200);
        QTRY_VERIFY(pane->isReady() && Desk::cell(pane, 1, 3).remove(QLatin1Char(',')).toLongLong() == before + 1'200);
        desk.act(pane, "shop.stock.correct");
        auto* dialog = pane->dialog();
        QVERIFY(!dialog->confirmButton()->isEnabled());  // nothing was counted anew
        // While somebody counts, two are sold: the difference counts.
        (void)desk.must(desk.desk().correctStock(desk.boss(), Sku("rice-01"), -2));
        Desk::type(dialog, "shopCounted", QString::number(before + 1'195));
        QVERIFY(!dialog->confirmButton()->isEnabled());  // no reason
        Desk::confirm(dialog, QStringLiteral("five were burnt"));
        QTRY_COMPARE(desk.product("rice-01").stock, before + 1'193);
        QCOMPARE(desk.engine.lastReason(), std::string("five were burnt"));
    }

    void theHistoryFollowsTheSelection() {
        Desk desk;
        auto* pane = desk.page->products();
        pane->detailToggle()->setChecked(true);
        Desk::select(pane, 1, QStringLiteral("rice-01"));
        (void)desk.must(desk.desk().receiveStock(desk.boss(), Sku("rice-01"), 5, "van"));
        auto* history = pane->history();
        QTRY_VERIFY(history->isReady() && history->model().rowCount() > 1 &&
                    Desk::cell(history, 0, 1) == QStringLiteral("Received"));
        QCOMPARE(Desk::cell(history, 0, 2), QStringLiteral("+5"));
        QCOMPARE(Desk::cell(history, 0, 5), QStringLiteral("van"));
        QCOMPARE(Desk::cell(history, 1, 1), QStringLiteral("Order"));
        QCOMPARE(Desk::cell(history, 1, 2), QStringLiteral("-3"));
        Desk::select(pane, 1, QStringLiteral("tea-07"));
        QTRY_VERIFY(history->isReady() && history->model().rowCount() > 1 &&
                    Desk::cell(history, 0, 2) == QStringLiteral("-2"));
    }

    /// The panel is never empty beside a list: while nothing is selected it tells of the first product.
    void theHistoryBeginsWithTheFirstProduct() {
        Desk desk;
        auto* pane = desk.page->products();
        pane->detailToggle()->setChecked(true);
        const auto begins = [&](const char* name) {
            return pane->detailTitle()->text().startsWith(QLatin1String(name));
        };
        QTRY_VERIFY2(begins("<b>Milk tea</b>: "), qPrintable(pane->detailTitle()->text()));
        QVERIFY(pane->table()->selectedAt(1).empty());
        auto* history = pane->history();
        QTRY_VERIFY(history->isVisible() && history->isReady() && history->model().rowCount() > 0);
        // Of several there is none to tell of.
        pane->table()->select({0, 1});
        QTRY_VERIFY2(begins("Select a product"), qPrintable(pane->detailTitle()->text()));
        QVERIFY(!history->isVisible());
        // Where the filter leaves no product, there is none to select.
        pane->table()->clearSelection();
        pane->filters()->setState({{QStringLiteral("text"), QStringLiteral("no such product")}});
        QTRY_COMPARE(pane->detailTitle()->text(), QString());
    }

    void aProductIsDisabledAndTheUndoEnablesIt() {
        Desk desk;
        auto* pane = desk.page->products();
        Desk::select(pane, 1, QStringLiteral("rice-01"));
        desk.decide(pane, "shop.product.disable");
        QVERIFY(desk.product("rice-01").disabledAt.has_value());
        QCOMPARE(desk.engine.lastReason(), std::string("as the boss says"));
        QVERIFY(static_cast<bool>(desk.said().undo));
        desk.said().undo();
        QTRY_VERIFY(pane->flow()->question() != nullptr);
        Desk::confirm(pane->flow()->question(), QStringLiteral("it was a mistake"));
        QTRY_VERIFY(!desk.product("rice-01").disabledAt.has_value());
    }

    void whoWasSlowerIsTold() {
        Desk desk;
        auto* pane = desk.page->products();
        Desk::select(pane, 1, QStringLiteral("rice-01"));
        desk.act(pane, "shop.product.edit");
        auto* dialog = pane->dialog();
        const auto seen = desk.product("rice-01");
        (void)desk.must(desk.desk().editProduct(desk.boss(), {seen.sku, "Ann's rice", Money{1'300}, {}, seen.version}));
        Desk::type(dialog, "shopName", QStringLiteral("My rice"));
        Desk::confirm(dialog, {});
        QTRY_VERIFY2(dialog->said().contains(QStringLiteral("ann")), qPrintable(dialog->said()));
        QVERIFY(dialog->isVisible());
        QCOMPARE(desk.product("rice-01").name, std::string("Ann's rice"));
        dialog->reject();
    }

    void aCourierIsAddedAndEdited() {
        Desk desk;
        auto* pane = desk.page->couriers();
        desk.page->addCourierAction()->trigger();
        QCOMPARE(desk.page->tabs()->currentIndex(), static_cast<int>(ui::ShopPage::CouriersTab));
        auto* dialog = pane->dialog();
        QVERIFY(dialog != nullptr);
        auto* campus = dialog->findChild<QComboBox*>(QStringLiteral("shopCampus"));
        QVERIFY(campus != nullptr && campus->count() == 4);
        campus->setCurrentIndex(campus->findData(ui::text(test::Shop::campus(1))));
        Desk::type(dialog, "shopId", QStringLiteral("kai"));
        Desk::type(dialog, "shopName", QStringLiteral("Kai"));
        Desk::type(dialog, "shopPhone", QStringLiteral("138 1"));
        Desk::confirm(dialog, {});
        Desk::select(pane, 3, QStringLiteral("kai"));
        desk.act(pane, "shop.courier.edit");
        Desk::type(pane->dialog(), "shopPhone", QStringLiteral("139 2"));
        Desk::confirm(pane->dialog(), {});
        const auto kai = [&] {
            for (const auto& row : desk.must(desk.desk().couriers(desk.boss(), {}, 100))) {
                if (row.id.str() == "kai") {
                    return row;
                }
            }
            return api::CourierRow{};
        };
        QTRY_COMPARE(kai().phone, std::string("139 2"));
        QCOMPARE(kai().campus, test::Shop::campus(1));
        QVERIFY(!kai().onDuty);
        // Others of another campus are not shown while one is chosen.
        desk.services->scope.setCurrent(test::Shop::campus(2));
        QTRY_VERIFY(pane->isReady() && pane->model().rowCount() == 6);
    }

    void aDisabledCourierLeavesWorkToHandOver() {
        Desk desk;
        auto* pane = desk.page->couriers();
        desk.page->tabs()->setCurrentIndex(ui::ShopPage::CouriersTab);
        const auto id = test::Shop::courier(0, 0);
        Desk::select(pane, 3, ui::text(id));
        desk.act(pane, "shop.courier.disable");
        QTRY_VERIFY(pane->flow()->question() != nullptr);
        Desk::confirm(pane->flow()->question(), QStringLiteral("has left"));
        QTRY_VERIFY(!pane->flow()->isBusy() && pane->isReady());
        const auto board = desk.must(desk.engine.Shop::engine().dispatch().board(desk.boss(), test::Shop::campus(0)));
        const auto row =
            std::find_if(board.couriers.begin(), board.couriers.end(), [&](const auto& each) { return each.id == id; });
        QVERIFY(row != board.couriers.end() && row->disabledAt && !row->onDuty && row->inHand > 0);
        QString wanted;
        QObject::connect(pane, &ui::ShopCourierPane::handOverWanted, pane,
                         [&wanted](const CampusId&, const CourierId& courier) { wanted = ui::text(courier); });
        Desk::select(pane, 3, ui::text(id));
        desk.act(pane, "shop.courier.handOver");
        QTRY_COMPARE(wanted, ui::text(id));
    }

    void couriersShowTheirLoadLimits() {
        Desk desk;
        auto* pane = desk.page->couriers();
        desk.page->tabs()->setCurrentIndex(ui::ShopPage::CouriersTab);
        const auto id = test::Shop::courier(0, 0);
        const auto limit = [&] {
            for (int row = 0; row < pane->model().rowCount(); ++row) {
                if (Desk::cell(pane, row, 3) == ui::text(id)) {
                    return Desk::cell(pane, row, 6);
                }
            }
            return QString();
        };
        QTRY_COMPARE(limit(), QStringLiteral("None"));
        (void)desk.must(desk.engine.Shop::engine().dispatch().setLoadLimit(desk.boss(), id, 3));
        QTRY_COMPARE(limit(), QStringLiteral("3"));
    }

    void rostersStandBesideTheCouriers() {
        Desk desk;
        desk.page->openTarget({{QStringLiteral("tab"), QStringLiteral("rosters")}});
        auto* pane = desk.page->rosters();
        QVERIFY(pane->isVisible());
        const auto id = test::Shop::courier(0, 0);
        const auto monday = [&] {
            const auto row = pane->table()->model().rowOf({id.str()});
            return row ? Desk::cell(pane->table(), *row, 3) : QString();
        };
        QTRY_COMPARE(monday(), ui::Formats::dash());
        const auto week = api::weekFrom("mon 09:00-17:00").value();
        (void)desk.must(desk.engine.Shop::engine().shifts().setWeek(desk.boss(), id, week));
        QTRY_COMPARE(monday(), QStringLiteral("09:00-17:00"));
        QVERIFY(desk.page->commands().contains(pane->table()->action(QStringLiteral("roster.edit"))));
        QTRY_VERIFY(desk.page->isReady());
    }

    void campusesAreAddedAndDisabled() {
        Desk desk;
        auto* pane = desk.page->campuses();
        desk.page->addCampusAction()->trigger();
        Desk::type(pane->dialog(), "shopId", QStringLiteral("west"));
        Desk::type(pane->dialog(), "shopName", QStringLiteral("West"));
        Desk::confirm(pane->dialog(), {});
        QTRY_COMPARE(pane->model().rowCount(), 5);
        Desk::select(pane, 1, QStringLiteral("west"));
        desk.decide(pane, "shop.campus.disable");
        const auto campuses = desk.must(desk.engine.Shop::engine().dispatch().campuses(desk.boss()));
        const auto west =
            std::find_if(campuses.begin(), campuses.end(), [](const auto& row) { return row.id.str() == "west"; });
        QVERIFY(west != campuses.end() && west->disabledAt);
        Desk::select(pane, 1, QStringLiteral("west"));
        QTRY_VERIFY(!pane->action(QStringLiteral("shop.campus.disable"))->isEnabled());
        desk.act(pane, "shop.campus.edit");
        Desk::type(pane->dialog(), "shopName", QStringLiteral("Far west"));
        Desk::confirm(pane->dialog(), {});
        Desk::select(pane, 0, QStringLiteral("Far west"));
    }
};

}  // namespace test_shop_page

QTEST_MAIN(test_shop_page::TestShopPage)
#include "test_shop_page.moc"
