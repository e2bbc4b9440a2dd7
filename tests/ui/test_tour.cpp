// SPDX-License-Identifier: GPL-3.0-or-later
// What the pictures of the tour show, looked at without taking any: every page, dialog and wizard, small and large, in
// both languages, over shops that have something on each page.
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <functional>
#include <memory>

#include "engine/base/log.h"
#include "tests/support/shops/campaign_shop.h"
#include "tests/support/shops/delay_shop.h"
#include "tests/support/shops/dispatch_shop.h"
#include "tests/support/shops/returns_shop.h"
#include "tests/support/shops/seckill_shop.h"
#include "tests/support/shops/task_shop.h"
#include "tests/ui/console_over.h"
#include "tests/ui/cut_text.h"
#include "tests/ui/nameless.h"
#include "ui/shell/screenshot_tour.h"
#include "ui/tables/table_header.h"
#include "ui/widgets/detail_split.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/mnemonics.h"

namespace test_tour {

using namespace evenhand;

namespace {

using Look = std::function<void(QWidget& shown, const QString& name)>;

/// A shop and the console over it (which goes first), with the pages of which it has something.
struct Place {
    std::shared_ptr<void> shop;
    std::unique_ptr<test::ConsoleOver> console;
    QStringList pages;  ///< empty: all of them
};

template <typename ShopType>
Place placeIn(std::shared_ptr<ShopType> shop, QStringList pages) {
    Place place;
    if constexpr (std::is_base_of_v<api::EngineApi, ShopType>) {
        place.console = std::make_unique<test::ConsoleOver>(*shop);
    } else {
        place.console = std::make_unique<test::ConsoleOver>(shop->engine());
    }
    place.shop = std::move(shop);
    place.pages = std::move(pages);
    place.console->open();
    return place;
}

Place placeOf(const QString& name) {
    if (name == QLatin1String("returns")) {
        return placeIn(std::make_shared<test::ReturnsShop>(), {name});
    }
    if (name == QLatin1String("seckill")) {
        return placeIn(std::make_shared<test::SeckillShop>(), {name});
    }
    if (name == QLatin1String("campaigns")) {
        return placeIn(std::make_shared<test::CampaignShop>(), {name});
    }
    if (name == QLatin1String("dispatch")) {
        return placeIn(std::make_shared<test::DispatchShop>(), {name});
    }
    if (name == QLatin1String("people")) {
        return placeIn(std::make_shared<test::TaskShop>(),
                       {QStringLiteral("workers"), QStringLiteral("audit"), QStringLiteral("settings")});
    }
    auto shop = std::make_shared<test::DelayShop>();
    for (int i = 0; i < 4; ++i) {
        (void)shop->alarm(shop->of(api::TimerKind::PickUpLate).back().orderNo);
    }
    for (int i = 0; i < 3; ++i) {
        shop->bury(shop->select()[static_cast<std::size_t>(i) * 30].orderNo, "script error: no such key");
    }
    return placeIn(std::move(shop), {});
}

void addPlaces() {
    QTest::addColumn<QString>("place");
    for (const char* place : {"all", "returns", "seckill", "campaigns", "dispatch", "people"}) {
        QTest::newRow(place) << QString::fromLatin1(place);
    }
}

/// Cells of the first `rows` that say something to whoever looks at the table: a row of blank ones tells nothing.
qsizetype cellsWithText(const QTableView& table, qsizetype rows) {
    qsizetype cells = 0;
    const auto& model = *table.model();
    for (int row = 0; table.isVisible() && row < std::min<qsizetype>(rows, model.rowCount()); ++row) {
        for (int column = 0; column < model.columnCount(); ++column) {
            const QString said = model.index(row, column).data().toString().trimmed();
            const bool isBlank = said.isEmpty() || said == ui::Formats::dash();
            cells += isBlank || table.isColumnHidden(column) ? 0 : 1;
        }
    }
    return cells;
}

/// Goes where the tour goes in `language` at this size; `own`: to the pages as they are opened only. Answers what the
/// tour doubts.
QStringList walk(const Place& place, const QString& language, QSize size, bool own, const Look& look) {
    auto& window = *place.console->window;
    window.resize(size);
    ui::ScreenshotTour tour(window, QString());
    QStringList names;
    for (const QString& name : tour.names()) {
        const auto parts = name.split(QLatin1Char('-'));
        const bool isOf = place.pages.isEmpty() || place.pages.contains(parts.at(1));
        const bool isOwn = parts.size() == 2 && window.page(parts.at(1)) != nullptr;
        if (parts.at(0) == (language == QLatin1String("zh") ? language : QStringLiteral("light")) && isOf &&
            (isOwn || !own)) {
            names << name;
        }
    }
    tour.onlyPictures(names);
    qsizetype seen = 0;
    QObject::connect(&tour, &ui::ScreenshotTour::picturing, &tour, [&](QWidget* shown, const QString& name) {
        ++seen;
        look(*shown, name);
    });
    QSignalSpy finished(&tour, &ui::ScreenshotTour::finished);
    tour.start(240'000);
    const auto isDone = [&] { return finished.count() == 1; };
    if (!QTest::qWaitFor(isDone, 250'000) || !finished.at(0).at(0).toString().isEmpty()) {
        QTest::qFail("the tour did not come to its end", __FILE__, __LINE__);
    }
    if (seen != names.size()) {
        QTest::qFail("the tour has left something out", __FILE__, __LINE__);
    }
    return tour.doubts();
}

QString told(QStringList found) {
    found.removeDuplicates();
    for (const QString& each : found) {
        qWarning().noquote() << each;  // a message of a test is cut
    }
    return QLatin1Char('\n') + found.join(QLatin1Char('\n'));
}

}  // namespace

class TestTour : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    /// On every page, in every dialog and step of a wizard, in each size and language nothing is cut; in one of them,
    /// whatever is used has a name, and only a header by which the rows are put in order looks as if a click did
    /// something.
    void theTourShowsAllItHas_data() { addPlaces(); }
    void theTourShowsAllItHas() {
        QFETCH(QString, place);
        const auto at = placeOf(place);
        QStringList found;
        QStringList unnamed;
        QStringList unsorted;
        int cells = 0;
        int painted = 0;
        int headers = 0;
        const auto lookAtParts = [&](QWidget& shown, const QString& name) {
            for (const QString& each : test::nameless(shown)) {
                unnamed << name + QStringLiteral(": ") + each;
            }
            for (const auto* table : shown.findChildren<QTableView*>()) {
                const auto* header = table->horizontalHeader();
                headers += header->isVisible() ? 1 : 0;
                if (header->isVisible() && header->sectionsClickable() && !table->isSortingEnabled() &&
                    qobject_cast<const ui::TableHeader*>(header) == nullptr) {
                    unsorted << name + QStringLiteral(": ") + table->objectName();
                }
            }
        };
        for (const QSize size : {QSize(1280, 720), QSize(1440, 900)}) {
            for (const QString& language : {QStringLiteral("en"), QStringLiteral("zh")}) {
                walk(at, language, size, false, [&](QWidget& shown, const QString& name) {
                    if (size.width() == 1440 && language == QLatin1String("en")) {
                        lookAtParts(shown, name);
                    }
                    const QStringList here = test::cut(shown) + test::cutTiles(shown) + test::cutFields(shown) +
                                             test::cutTitles(shown) + test::cutCells(shown, cells) +
                                             test::cutPainted(*shown.window(), painted);
                    for (const QString& each : here) {
                        found << QStringLiteral("%1 %2: %3").arg(name).arg(size.width()).arg(each);
                    }
                });
            }
        }
        QVERIFY(cells > 100);
        QVERIFY(painted > 20);
        QVERIFY2(found.isEmpty(), qPrintable(told(found)));
        QVERIFY2(unnamed.isEmpty(), qPrintable(told(unnamed)));
        QVERIFY(headers > 3);
        QVERIFY2(unsorted.isEmpty(), qPrintable(told(unsorted)));
    }

    /// Where there are rows the panel beside them tells of one, by itself: nobody has selected anything.
    void noPanelOfDetailsIsEmpty_data() {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QStringList>("panels");
        const auto panels = [](std::initializer_list<const char*> of) {
            QStringList names;
            for (const char* each : of) {
                names << QLatin1String("light-") + QLatin1String(each);
            }
            return names;
        };
        QTest::newRow("all") << QStringLiteral("all") << panels({"audit", "orders", "shop"});
        QTest::newRow("returns") << QStringLiteral("returns") << panels({"returns"});
        QTest::newRow("people") << QStringLiteral("people") << panels({"audit"});
    }
    void noPanelOfDetailsIsEmpty() {
        QFETCH(QString, place);
        QFETCH(QStringList, panels);
        constexpr qsizetype kFacts = 8;  // an invitation to select a row is one text
        const auto at = placeOf(place);
        QStringList pictured;
        QStringList found;
        const auto lookAt = [&](QWidget& shown, const QString& name) {
            for (const auto* split : shown.findChildren<ui::DetailSplit*>()) {
                const auto* table = split->findChild<QTableView*>();
                const auto* panel =
                    split->findChildren<QFrame*>(QRegularExpression(QStringLiteral("DetailHolder$"))).constFirst();
                if (!split->isVisible() || table->model()->rowCount() == 0) {
                    continue;  // without rows there is nothing to tell of
                }
                qsizetype texts = 0;
                for (const auto* label : panel->findChildren<QLabel*>()) {
                    texts += label->isVisible() && !label->text().isEmpty() ? 1 : 0;
                }
                for (const auto* list : panel->findChildren<QTableView*>()) {
                    texts += cellsWithText(*list, kFacts);
                }
                found << (texts < kFacts ? QStringList(name + QStringLiteral(": %1 texts").arg(texts)) : QStringList());
                found << (table->selectionModel()->hasSelection() ? QStringList(name + QStringLiteral(": selected"))
                                                                  : QStringList());
                pictured << name;
            }
        };
        const auto doubts = walk(at, QStringLiteral("en"), {1440, 900}, true, lookAt);
        pictured.sort();
        QVERIFY2(pictured == panels, qPrintable(pictured.join(QLatin1Char(' '))));
        // Nobody answers for returns in a shop of timers: there is nothing to choose.
        for (const QString& doubt : doubts.filter(QStringLiteral("nothing is chosen"))) {
            found << (panels.contains(doubt.section(QLatin1Char(':'), 0, 0)) ? QStringList(doubt) : QStringList());
        }
        QVERIFY2(found.isEmpty(), qPrintable(told(found)));
    }

    /// Menus of buttons, of rows and of columns, on every page: each entry has a letter, none has that of another.
    void everyMenuHasItsKeys_data() { addPlaces(); }
    void everyMenuHasItsKeys() {
        QFETCH(QString, place);
        constexpr qsizetype kLetters = 26;
        const auto at = placeOf(place);
        QStringList found;
        QSet<QString> menus;
        const auto lookAt = [&](QMenu& menu, const QString& where) {
            QSet<QChar> keys;
            qsizetype entries = 0;
            for (const auto* action : menu.actions()) {
                if (action->isSeparator() || action->text().isEmpty() || !action->isVisible()) {
                    continue;
                }
                ++entries;
                const QChar key = ui::mnemonicIn(action->text());
                if ((key.isNull() && keys.size() < kLetters) || keys.contains(key)) {
                    found << QStringLiteral("%1: %2 “%3”").arg(where, menu.objectName(), action->text());
                }
                if (!key.isNull()) {
                    keys.insert(key);
                }
            }
            menus += entries > 0 ? menu.objectName() : QString();
        };
        for (const QString& language : {QStringLiteral("en"), QStringLiteral("zh")}) {
            walk(at, language, {1440, 900}, true, [&](QWidget& shown, const QString& name) {
                for (auto* menu : shown.window()->findChildren<QMenu*>()) {
                    menu->popup({0, 0});
                    lookAt(*menu, name);
                    menu->close();
                }
                for (auto* table : shown.findChildren<QTableView*>()) {
                    if (!table->isVisible() || table->model()->rowCount() == 0) {
                        continue;
                    }
                    table->selectRow(0);
                    const QPoint first = table->visualRect(table->model()->index(0, 0)).center();
                    QContextMenuEvent asked(QContextMenuEvent::Mouse, first, table->viewport()->mapToGlobal(first));
                    QApplication::sendEvent(table->viewport(), &asked);
                    if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
                        lookAt(*menu, name);
                        menu->close();
                    }
                    table->clearSelection();
                }
            });
        }
        menus.remove(QString());
        QVERIFY2(menus.size() > 4, qPrintable(QStringList(menus.values()).join(QLatin1Char(' '))));
        QVERIFY2(found.isEmpty(), qPrintable(told(found)));
    }
};

}  // namespace test_tour

QTEST_MAIN(test_tour::TestTour)
#include "test_tour.moc"
