// SPDX-License-Identifier: GPL-3.0-or-later
// Small windows: every page fits, nothing on it is cut, details lie over the list.
#include <QAbstractButton>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QScreen>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include "engine/base/log.h"
#include "tests/support/shops/campaign_shop.h"
#include "tests/support/shops/dispatch_shop.h"
#include "tests/support/shops/returns_shop.h"
#include "tests/support/shops/seckill_shop.h"
#include "tests/ui/console_fixture.h"
#include "tests/ui/cut_text.h"
#include "tests/ui/painted_text.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/pages/dispatch/dispatch_page.h"
#include "ui/pages/orders/order_detail_panel.h"
#include "ui/pages/returns/returns_page.h"
#include "ui/shell/navigation_bar.h"
#include "ui/shell/top_bar.h"
#include "ui/widgets/card.h"
#include "ui/widgets/detail_split.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fit_to_screen.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/tile.h"
#include "ui/widgets/wrap_row.h"
#include "ui/wizards/first_start/first_start.h"

namespace test_layouts {

using namespace evenhand;

namespace {

constexpr QSize kMinSize{1024, 640};

/// What of its rows a table cuts, and columns that do not begin where the one before ends.
QStringList cutCells(const QTableView& table) {
    QStringList found;
    const auto* header = table.horizontalHeader();
    int end = 0;
    for (int at = 0; at < header->count(); ++at) {
        const int column = header->logicalIndex(at);
        if (table.isColumnHidden(column)) {
            continue;
        }
        const int begin = table.columnViewportPosition(column);
        if (begin != end) {
            found << QStringLiteral("column %1 begins at %2, not at %3").arg(column).arg(begin).arg(end);
        }
        end = begin + table.columnWidth(column);
        const int room = std::min(end, table.viewport()->width()) - begin;
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            const auto index = table.model()->index(row, column);
            const QString words = index.data().toString();
            const int needed = (index.data(ui::PillRole).isValid() ? ui::pillWidth(words, table.font())
                                                                   : table.fontMetrics().horizontalAdvance(words)) +
                               16;
            if (needed > room) {
                found << QStringLiteral("%1 “%2”: %3 of %4").arg(table.objectName(), words).arg(room).arg(needed);
            }
        }
    }
    found.removeDuplicates();
    return found;
}

void chooseSomebodyWithOrders(ui::DispatchPage& page) {
    auto boards = page.feed().boards();
    if (page.feed().board()) {
        boards = {*page.feed().board()};
    }
    for (const auto& board : boards) {
        for (const auto& courier : board.couriers) {
            if (courier.inHand > 0) {
                page.couriers()->select({courier.id.str()});
                return;
            }
        }
    }
    QFAIL("nobody has an order");
}

void addLanguagesAndSizes() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    for (const char* language : {"en", "zh"}) {
        for (const QSize size : {QSize(1024, 700), QSize(1280, 720), QSize(1440, 900)}) {
            QTest::addRow("%s %d", language, size.width()) << QString::fromLatin1(language) << size;
        }
    }
}

/// Buttons that stand alone in a row of a bar that has several.
QStringList alone(const QWidget& root) {
    QStringList found;
    for (const auto* layout : root.findChildren<QLayout*>()) {
        if (dynamic_cast<const ui::WrapRow*>(layout) == nullptr) {
            continue;
        }
        std::vector<std::vector<QWidget*>> rows;
        for (int i = 0; i < layout->count(); ++i) {
            auto* widget = layout->itemAt(i)->widget();
            if (widget == nullptr || !widget->isVisible()) {
                continue;
            }
            if (rows.empty() || widget->x() < rows.back().back()->x()) {
                rows.emplace_back();
            }
            rows.back().push_back(widget);
        }
        for (const auto& row : rows) {
            const auto* button = qobject_cast<QAbstractButton*>(row.front());
            if (rows.size() > 1 && row.size() == 1 && button != nullptr) {
                found << QStringLiteral("%1 “%2” stands alone").arg(button->objectName(), button->text());
            }
        }
    }
    return found;
}

/// The pages that need more room than `least`, with what they need.
QStringList tooLarge(const ui::MainWindow& window, QSize least) {
    QStringList found;
    for (const auto* page : window.pages()) {
        const QSize needs = page->minimumSizeHint();
        if (needs.width() > least.width() - 60 || needs.height() > least.height() - 90) {
            found << QStringLiteral("%1 needs %2×%3").arg(page->id()).arg(needs.width()).arg(needs.height());
        }
    }
    return found;
}

/// Numbers of orders, payments and the like that a list without room would not show the end of.
QStringList cutAtTheEnd(const QWidget& root) {
    QStringList found;
    for (const auto* table : root.findChildren<QTableView*>()) {
        const auto* model = table->model();
        for (int row = 0; table->isVisible() && row < std::min(model->rowCount(), 3); ++row) {
            for (int column = 0; column < model->columnCount(); ++column) {
                const auto index = model->index(row, column);
                const QString text = index.data().toString();
                static const QRegularExpression number(QStringLiteral("^(?=.*\\d)[A-Za-z0-9-]{8,}$"));
                if (!number.match(text).hasMatch()) {
                    continue;
                }
                const QString painted = test::paintedText(*table, index, 60);
                if (painted.contains(QChar(0x2026)) && !painted.endsWith(text.back())) {
                    found << QStringLiteral("%1: \"%2\" of \"%3\"").arg(table->objectName(), painted, text);
                }
            }
        }
    }
    return found;
}

/// Figures of tiles, cards, pills and tables that are not there as a whole, not even in a shorter form; `seen` counts
/// those that were looked at.
QStringList cutFigures(const QWidget& root, int& seen) {
    constexpr int kTileInset = 12;
    const QChar dots(0x2026);
    QStringList found;
    for (auto* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisible()) {
            continue;
        }
        bool isCut = false;
        if (const auto* tile = qobject_cast<const ui::Tile*>(widget)) {
            const int room = tile->width() - 2 * kTileInset;
            const auto [figure, font] = tile->fitted(room);
            isCut = QFontMetrics(font).horizontalAdvance(figure) > room || tile->height() < tile->minimumHeight() ||
                    tile->minimumSizeHint().height() > tile->height();
        } else if (const auto* label = qobject_cast<const ui::ElidedLabel*>(widget);
                   label != nullptr && qobject_cast<const ui::Card*>(widget->parentWidget()) != nullptr) {
            isCut = label->text().endsWith(dots) && !label->fullText().endsWith(dots);
        } else if (qobject_cast<const ui::Pill*>(widget) != nullptr) {
            isCut = widget->sizeHint().width() > widget->width() || widget->sizeHint().height() > widget->height();
        } else {
            continue;
        }
        ++seen;
        if (isCut) {
            found << widget->objectName() + QLatin1Char(' ') + widget->accessibleName();
        }
    }
    static const QRegularExpression number(QStringLiteral("^[-+]?[0-9][0-9,.: ]*%?$"));
    for (const auto* table : root.findChildren<QTableView*>()) {
        for (int row = 0; table->isVisible() && row < std::min(table->model()->rowCount(), 5); ++row) {
            for (int column = 0; column < table->model()->columnCount(); ++column) {
                const auto index = table->model()->index(row, column);
                const QString text = index.data().toString();
                if (table->isColumnHidden(column) || !number.match(text).hasMatch()) {
                    continue;
                }
                ++seen;
                const QString painted = test::paintedText(*table, index, table->columnWidth(column));
                if (painted.contains(dots)) {
                    found << QStringLiteral("%1: \"%2\" of \"%3\"").arg(table->objectName(), painted, text);
                }
            }
        }
    }
    return found;
}

/// One page in each of its tabs, with the first row of every list chosen and its details shown.
void lookAt(api::EngineApi& engine, const QString& id, const QString& language, QSize size) {
    test::ConsoleOver console(engine);
    console.look.language = language;
    auto& window = console.open();
    window.resize(size);
    auto* page = window.page(id);
    for (std::size_t i = 0; i < window.pages().size(); ++i) {
        if (window.pages()[i] == page) {
            window.showPage(static_cast<int>(i));
        }
    }
    const auto settle = [&] {
        QTRY_VERIFY_WITH_TIMEOUT(window.context().scope.isLoaded() && page->isReady(), 20'000);
        for (int i = 0; i < 3; ++i) {
            QTest::qWait(0);  // a layout, those around it
        }
    };
    QStringList found;
    const auto look = [&] {
        settle();
        for (auto* table : page->findChildren<QTableView*>()) {
            if (table->isVisible() && table->model() != nullptr && table->model()->rowCount() > 0 &&
                !table->selectionModel()->hasSelection()) {
                table->selectRow(0);
            }
        }
        settle();
        for (auto* split : page->findChildren<ui::DetailSplit*>()) {
            if (split->isVisible() && split->isOverlay()) {
                QTest::keyClick(page->findChild<QTableView*>(), Qt::Key_Return);
            }
        }
        settle();
        found << test::cut(window) << alone(window) << cutAtTheEnd(window);
    };
    look();
    for (auto* tabs : page->findChildren<QTabBar*>()) {
        for (int i = 1; tabs->isVisible() && i < tabs->count(); ++i) {
            tabs->setCurrentIndex(i);
            look();
        }
    }
    if (window.size() != size) {
        found << QStringLiteral("the window is %1×%2").arg(window.width()).arg(window.height());
    }
    console.window.reset();
    found.removeDuplicates();
    QVERIFY2(found.isEmpty(), qPrintable(QLatin1Char('\n') + found.join(QLatin1Char('\n'))));
}

}  // namespace

class TestLayouts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    void theLeastWindowFitsASmallScreen_data() {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("Chinese") << QStringLiteral("zh");
    }
    void theLeastWindowFitsASmallScreen() {
        QFETCH(QString, language);
        test::Console console;
        console.look.language = language;
        auto& window = console.open();
        window.resize(kMinSize);
        QTRY_VERIFY(window.navigation()->isCompact());
        const QString pages = tooLarge(window, kMinSize).join(QStringLiteral("; "));
        const QSize least = window.minimumSizeHint();
        QVERIFY2(pages.isEmpty(), qPrintable(pages));
        QVERIFY2(least.width() <= kMinSize.width() && least.height() <= kMinSize.height(),
                 qPrintable(QStringLiteral("%1×%2").arg(least.width()).arg(least.height())));
    }

    void nothingIsCut_data() { addLanguagesAndSizes(); }
    void nothingIsCut() {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        test::Console console;
        console.look.language = language;
        auto& window = console.open();
        window.resize(size);
        QStringList found;
        for (std::size_t i = 0; i < window.pages().size(); ++i) {
            window.showPage(static_cast<int>(i));
            QTRY_VERIFY_WITH_TIMEOUT(window.pages()[i]->isReady(), 20'000);
            QCoreApplication::sendPostedEvents();
            QTest::qWait(0);
            const QSize least = window.pages()[i]->minimumSizeHint();
            if (window.size() != size) {
                found << QStringLiteral("%1 makes the window %2×%3, needs %4×%5")
                             .arg(window.pages()[i]->id())
                             .arg(window.width())
                             .arg(window.height())
                             .arg(least.width())
                             .arg(least.height());
                window.resize(size);
            }
            for (const QString& each : test::cut(window) + alone(window) + cutAtTheEnd(window)) {
                found << window.pages()[i]->id() + QStringLiteral(": ") + each;
            }
        }
        found.removeDuplicates();
        QVERIFY2(found.isEmpty(), qPrintable(QLatin1Char('\n') + found.join(QLatin1Char('\n'))));
    }

    /// The desktop's text is half as large again: every figure is there, whole or in its shorter form.
    void noFigureIsCutInLargerText_data() {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("Chinese") << QStringLiteral("zh");
    }
    void noFigureIsCutInLargerText() {
        QFETCH(QString, language);
        ui::applyTheme(*qApp, ui::ThemeChoice::Light);
        const QFont before = QApplication::font();
        const auto back = qScopeGuard([&before] { QApplication::setFont(before); });
        QFont larger = before;
        larger.setPointSizeF(1.5 * before.pointSizeF());
        QApplication::setFont(larger);
        test::Console console;
        console.look.language = language;
        auto& window = console.open();
        window.resize(1920, 1080);
        QCOMPARE(window.font().pointSizeF(), larger.pointSizeF());
        QStringList found;
        int figures = 0;
        for (std::size_t i = 0; i < window.pages().size(); ++i) {
            window.showPage(static_cast<int>(i));
            QTRY_VERIFY_WITH_TIMEOUT(window.pages()[i]->isReady(), 20'000);
            QCoreApplication::sendPostedEvents();
            QTest::qWait(0);
            for (const QString& each : cutFigures(window, figures)) {
                found << window.pages()[i]->id() + QStringLiteral(": ") + each;
            }
        }
        console.window.reset();
        QVERIFY(figures > 30);
        QVERIFY2(found.isEmpty(), qPrintable(QLatin1Char('\n') + found.join(QLatin1Char('\n'))));
    }

    void nothingOfARealShopIsCut_data() {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("language");
        QTest::addColumn<QSize>("size");
        for (const char* page : {"returns", "seckill", "campaigns"}) {
            for (const char* language : {"en", "zh"}) {
                for (const QSize size : {QSize(1024, 700), QSize(1280, 720), QSize(1440, 900)}) {
                    QTest::addRow("%s %s %d", page, language, size.width())
                        << QString::fromLatin1(page) << QString::fromLatin1(language) << size;
                }
            }
        }
    }
    void nothingOfARealShopIsCut() {
        QFETCH(QString, page);
        QFETCH(QString, language);
        QFETCH(QSize, size);
        if (page == QStringLiteral("returns")) {
            test::ReturnsShop shop;
            lookAt(shop.engine(), page, language, size);
        } else if (page == QStringLiteral("seckill")) {
            test::SeckillShop shop;
            lookAt(shop, page, language, size);
        } else {
            test::CampaignShop shop;
            lookAt(shop, page, language, size);
        }
    }

    void narrowWindowsShowIconsAndDetailsOverTheList() {
        test::Console console;
        auto& window = console.open();
        window.resize(1440, 900);
        console.showOrders();
        auto* page = console.orders();
        auto* split = page->findChild<ui::DetailSplit*>();
        QTRY_VERIFY(page->isReady() && page->model().rowCount() > 2);
        QVERIFY(!window.navigation()->isCompact() && !split->isOverlay());
        QVERIFY(page->detail()->isVisible());
        const int wide = page->table()->width();
        window.resize(1280, 720);
        QTRY_VERIFY(window.navigation()->isCompact() && split->isOverlay());
        QVERIFY(!page->detail()->isVisible());  // until it is asked for
        QTRY_COMPARE(window.navigation()->width(), 60);
        QTRY_COMPARE(page->table()->width(), page->width());
        QVERIFY(page->table()->width() > wide);
        // Enter opens the details of the row, over the right side of the list, which keeps its width; Esc closes them.
        page->table()->selectRow(1);
        page->table()->setFocus();
        const int whole = page->table()->width();
        QTest::keyClick(page->table(), Qt::Key_Return);
        QVERIFY(page->detail()->isVisible());
        QCOMPARE(page->table()->width(), whole);
        const QRect details(page->detail()->mapTo(page, QPoint()), page->detail()->size());
        QVERIFY(page->rect().contains(details));
        QVERIFY(details.right() > page->width() - 12);
        QTest::keyClick(page->table(), Qt::Key_Escape);
        QVERIFY(!page->detail()->isVisible());
        window.resize(1440, 900);
        QTRY_VERIFY(!window.navigation()->isCompact() && !split->isOverlay());
        QVERIFY(page->detail()->isVisible());
    }

    void whatMattersOfAnOrderIsWholeBesideItsDetails_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QSize>("size");
        for (const char* language : {"en", "zh"}) {
            for (const QSize size : {QSize(1280, 720), QSize(1440, 900)}) {
                QTest::addRow("%s %d", language, size.width()) << QString::fromLatin1(language) << size;
            }
        }
    }
    void whatMattersOfAnOrderIsWholeBesideItsDetails() {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        using Orders = ui::OrderPane;
        test::Console console;
        console.look.language = language;
        auto& window = console.open();
        window.resize(size);
        console.showOrders();
        auto* page = console.orders();
        auto* table = page->table();
        QTRY_VERIFY(page->isReady() && page->model().rowCount() > 2);
        table->selectRow(1);
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_VERIFY(page->detail()->isVisible());
        const auto* split = page->findChild<ui::DetailSplit*>();
        const auto free = [&] {
            return split->isOverlay() ? page->detail()->mapTo(page, QPoint()).x() - table->mapTo(page, QPoint()).x()
                                      : table->viewport()->width();
        };
        for (const auto column :
             {Orders::NumberColumn, Orders::StatusColumn, Orders::PayableColumn, Orders::PlacedColumn}) {
            QTRY_VERIFY(!table->isColumnHidden(column));
            // The last one has what is left over, also under the details.
            const int shown = std::min(table->columnWidth(column), free() - table->columnViewportPosition(column));
            for (int row = 0; row < page->model().rowCount(); ++row) {
                const QString words = page->model().index(row, column).data().toString();
                const int needed = table->fontMetrics().horizontalAdvance(words) + 16;
                QVERIFY2(needed <= shown, qPrintable(QStringLiteral("%1: %2 of %3").arg(words).arg(shown).arg(needed)));
            }
        }
        // What gave way comes back with the room for it, and nobody has hidden it meanwhile.
        QVERIFY(table->isColumnHidden(Orders::UserColumn));
        QVERIFY(
            table->columnMenu()->findChild<QAction*>(QStringLiteral("column.%1").arg(Orders::UserColumn))->isChecked());
        table->saveLayout();
        QVERIFY(table->isColumnHidden(Orders::UserColumn));
        Q_EMIT page->detail()->closeRequested();
        QTRY_VERIFY(!page->detail()->isVisible());
        QTRY_VERIFY(!table->isColumnHidden(Orders::UserColumn));
    }

    /// Whoever answers the phone has to know who has it; what is to be paid is among the details.
    void theNarrowestListOfOrdersSaysWhoHasThem() {
        using Orders = ui::OrderPane;
        test::Console console;
        auto& window = console.open();
        window.resize(1024, 700);
        console.showOrders();
        auto* page = console.orders();
        auto* table = page->table();
        QTRY_VERIFY(page->isReady() && page->model().rowCount() > 2);
        table->selectRow(1);
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_VERIFY(page->detail()->isVisible());
        QTRY_VERIFY(table->isColumnHidden(Orders::PayableColumn));
        const int free = page->detail()->mapTo(page, QPoint()).x() - table->mapTo(page, QPoint()).x();
        for (const auto column : {Orders::NumberColumn, Orders::StatusColumn, Orders::CourierColumn}) {
            QVERIFY(!table->isColumnHidden(column));
            for (int row = 0; row < page->model().rowCount(); ++row) {
                const QString words = page->model().index(row, column).data().toString();
                QVERIFY(table->columnViewportPosition(column) + table->fontMetrics().horizontalAdvance(words) + 16 <=
                        free);
            }
        }
        // With room, all of them.
        Q_EMIT page->detail()->closeRequested();
        QTRY_VERIFY(!table->isColumnHidden(Orders::PayableColumn));
        QVERIFY(!table->isColumnHidden(Orders::CourierColumn));
    }

    void theOrdersOfDispatchAreWhole_data() { addLanguagesAndSizes(); }
    void theOrdersOfDispatchAreWhole() {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        test::DispatchShop shop;
        test::ConsoleOver console(shop);
        console.look.language = language;
        auto& window = console.open();
        window.resize(size);
        auto* page = static_cast<ui::DispatchPage*>(window.page(QStringLiteral("dispatch")));
        for (std::size_t i = 0; i < window.pages().size(); ++i) {
            if (window.pages()[i] == page) {
                window.showPage(static_cast<int>(i));
            }
        }
        auto* campuses = page->findChild<QTabBar*>(QStringLiteral("dispatchCampuses"));
        auto* lists = page->findChild<QTabBar*>(QStringLiteral("dispatchLists"));
        QTRY_VERIFY_WITH_TIMEOUT(page->isReady() && campuses->count() > 1, 20'000);
        const auto* couriers = page->couriers()->table();
        QStringList found;
        const auto& known = window.context().scope.campuses();
        const auto c1 =
            std::find_if(known.begin(), known.end(), [](const auto& each) { return each.id.str() == "C1"; });
        QVERIFY(c1 != known.end());                                               // orders wait there
        for (const int campus : {0, 1 + static_cast<int>(c1 - known.begin())}) {  // all, each with its name; one
            campuses->setCurrentIndex(campus);
            QTRY_VERIFY_WITH_TIMEOUT(page->isReady() && couriers->model()->rowCount() > 0, 20'000);
            for (const auto tab : {ui::DispatchPage::kWaiting, ui::DispatchPage::kInHand}) {
                const auto* table = page->list(tab)->table();
                const auto column = [&](const char* id) {
                    return page->list(tab)->model().columnOf(QLatin1String(id));
                };
                lists->setCurrentIndex(tab);
                if (tab == ui::DispatchPage::kInHand) {
                    chooseSomebodyWithOrders(*page);
                }
                QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 0);
                QTest::qWait(0);
                found << cutCells(*table);
                QVERIFY(!table->isColumnHidden(column("order")) && !table->isColumnHidden(column("state")));
                QCOMPARE(table->isColumnHidden(column("campus")), campus != 0);
                for (const QString& longest : {ui::Formats::duration((23 * 60 + 59) * 60'000),
                                               QStringLiteral("08-28 20:58"), QStringLiteral("12,345.60")}) {
                    const int at = column(longest.endsWith(QLatin1Char('0')) ? "amount" : "since");
                    if (!table->isColumnHidden(at) &&
                        table->fontMetrics().horizontalAdvance(longest) + 16 > table->columnWidth(at)) {
                        found << longest;
                    }
                }
            }
        }
        console.window.reset();
        found.removeDuplicates();
        QVERIFY2(found.isEmpty(), qPrintable(QLatin1Char('\n') + found.join(QLatin1Char('\n'))));
    }

    void theNavigationKeepsNamesAndCountsAsTips() {
        test::Console console;
        auto& window = console.open();
        window.resize(1280, 720);
        QTRY_VERIFY(window.navigation()->isCompact());
        for (int i = 0; i < window.navigation()->count(); ++i) {
            const auto* entry = window.navigation()->entry(i);
            QVERIFY(entry->toolTip().contains(window.pages()[static_cast<std::size_t>(i)]->title()));
            QCOMPARE(entry->text(), window.pages()[static_cast<std::size_t>(i)]->title());  // for screen readers
        }
        QVERIFY(window.topBar()->searchButton()->width() >= window.topBar()->searchButton()->sizeHint().width());
    }

    /// Thousands of alerts do not make a page's name unreadable; how many they are says the tip. What is well is not
    /// coloured as work to do.
    void aCountLeavesThePagesNameWhole_data() {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("Chinese") << QStringLiteral("zh");
    }
    void aCountLeavesThePagesNameWhole() {
        QFETCH(QString, language);
        test::Console console;
        console.look.language = language;
        auto& window = console.open();
        window.resize(ui::byText(ui::DetailSplit::kWideWindow) + 60, 900);
        QTRY_VERIFY(!window.navigation()->isCompact());
        const std::pair<qint64, const char*> counts[] = {{999, "999"},    {1'000, "1.0k"}, {2'609, "2.6k"},
                                                         {9'999, "9.9k"}, {10'000, "10k"}, {123'456, "123k"}};
        for (int i = 0; i < window.navigation()->count(); ++i) {
            auto* entry = window.navigation()->entry(i);
            for (const auto& [count, shown] : counts) {
                entry->setBadge(count);
                const QStringList painted = test::textsPaintedBy(*entry);
                QVERIFY2(painted.join(QString()).contains(QLatin1String(shown)),
                         qPrintable(painted.join(QLatin1Char('|'))));
                QVERIFY2(painted.join(QString()).contains(entry->text()), qPrintable(painted.join(QLatin1Char('|'))));
                QCOMPARE(entry->accessibleDescription(), ui::Formats::number(count));
            }
            const auto* page = window.pages()[static_cast<std::size_t>(i)];
            const bool isWell = page->id() == QLatin1String("seckill") || page->id() == QLatin1String("campaigns");
            QVERIFY(entry->badgeTone() == (isWell ? ui::Tone::Muted : ui::Tone::Warn));
        }
    }

    void theFirstWindowFits768Pixels() {
        for (const char* picture : {"", "create", "database", "service"}) {
            ui::FirstStart first({QStringLiteral("/shops/one"), QStringLiteral("/shops/two")},
                                 QStringLiteral("/nowhere/new"));
            first.showPicture(QString::fromLatin1(picture));
            first.resize(760, 700);
            first.show();
            QVERIFY(QTest::qWaitForWindowExposed(&first));
            QVERIFY(first.height() <= 720);
            const auto found = test::cut(first);
            QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
            // Fields that stand in one column do not lie over each other.
            const auto fields = first.findChildren<QLineEdit*>();
            for (const auto* one : fields) {
                for (const auto* other : fields) {
                    if (one != other && one->isVisible() && other->isVisible()) {
                        const QRect a(one->mapTo(&first, QPoint()), one->size());
                        const QRect b(other->mapTo(&first, QPoint()), other->size());
                        QVERIFY2(!a.intersects(b), qPrintable(one->objectName() + other->objectName()));
                    }
                }
            }
        }
    }

    void questionsDoNotLieOverThemselves() {
        test::Console console;
        auto& window = console.open();
        window.resize(1280, 720);
        ui::ActionDialog::Texts texts;
        texts.title = QStringLiteral("Reject returns");
        texts.question = QStringLiteral("1 return will be rejected.");
        texts.effect =
            QStringLiteral("The units can be asked for again. The note is for the customer, the reason for you.");
        texts.confirm = QStringLiteral("Reject 1 return");
        auto* dialog = new ui::ActionDialog(texts, {}, &window);
        dialog->open();
        auto* note = new QPlainTextEdit(dialog);  // as some questions do: when it is open already
        note->setFixedHeight(56);
        dialog->addField(QStringLiteral("Note for the customer"), note, [] { return QString(); });
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        QTRY_VERIFY(note->isVisible());
        QCoreApplication::sendPostedEvents();
        const auto parts = dialog->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
        for (const auto* one : parts) {
            for (const auto* other : parts) {
                QVERIFY2(one == other || !one->isVisible() || !other->isVisible() ||
                             !one->geometry().intersects(other->geometry()),
                         qPrintable(one->objectName() + QStringLiteral(" over ") + other->objectName()));
            }
            QVERIFY(!one->isVisible() || dialog->rect().contains(one->geometry()));
        }
    }

    void windowsFitTheScreen() {
        // A size and a place that were kept from a larger screen, or from one that is not there any more.
        for (const QPoint& place : {QPoint(0, 0), QPoint(-900, -700), QPoint(5'000, 5'000)}) {
            QWidget window;
            const QRect free = window.screen()->availableGeometry();
            window.setGeometry(QRect(place, QSize(4'000, 3'000)));
            ui::fitToScreen(window);
            QVERIFY2(free.contains(window.geometry()), qPrintable(QDebug::toString(window.geometry())));
            const QSize least(free.width() / 2, free.height() / 2);
            QVERIFY(window.width() > least.width() && window.height() > least.height());
        }
        // One that fits is left alone.
        QWidget small;
        small.setGeometry(20, 40, 300, 200);
        ui::fitToScreen(small);
        QCOMPARE(small.geometry(), QRect(20, 40, 300, 200));
    }
};

}  // namespace test_layouts

QTEST_MAIN(test_layouts::TestLayouts)
#include "test_layouts.moc"
