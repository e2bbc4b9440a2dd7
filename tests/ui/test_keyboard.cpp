// SPDX-License-Identifier: GPL-3.0-or-later
// The daily jobs without a mouse, and how many chords each takes. A text that is typed counts as one.
#include <QApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTest>
#include <algorithm>
#include <utility>

#include "tests/support/shops/returns_shop.h"
#include "tests/ui/console_fixture.h"
#include "ui/pages/delayed/delayed_page.h"
#include "ui/pages/returns/returns_page.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/notices.h"
#include "ui/shell/top_bar.h"

namespace test_keyboard {

using namespace evenhand;

namespace {

constexpr int kMaxChords = 8;

/// Presses keys wherever the focus is, as a person does, and counts.
class Keys {
public:
    explicit Keys(ui::MainWindow& window) : m_window(window) { window.activateWindow(); }
    void chord(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(target(), static_cast<Qt::Key>(key), modifiers);
        ++count;
    }
    void text(const QString& words) {
        QTest::keyClicks(target(), words);
        ++count;
    }
    int count = 0;

private:
    [[nodiscard]] QWidget* target() const {
        QWidget* focus = QApplication::focusWidget();
        return focus != nullptr ? focus : &m_window;
    }
    ui::MainWindow& m_window;
};

/// Whether two actions belong to tabs of which one is shown at a time: their keys are never both there.
bool onTabsApart(const QWidget& page, const QAction& one, const QAction& other) {
    const auto tabOf = [](const QStackedWidget& stack, const QAction& action) -> const QWidget* {
        for (int i = 0; i < stack.count(); ++i) {
            for (const QObject* of : action.associatedObjects()) {
                for (const QObject* up = of; up != nullptr; up = up->parent()) {
                    if (up == stack.widget(i)) {
                        return stack.widget(i);
                    }
                }
            }
        }
        return nullptr;
    };
    const auto stacks = page.findChildren<QStackedWidget*>();
    return std::any_of(stacks.begin(), stacks.end(), [&](const QStackedWidget* stack) {
        const auto* first = tabOf(*stack, one);
        const auto* second = tabOf(*stack, other);
        return first != nullptr && second != nullptr && first != second;
    });
}

ui::Page* showPage(ui::MainWindow& window, const QString& id) {
    const auto& pages = window.pages();
    const auto at = std::find_if(pages.begin(), pages.end(), [&id](const ui::Page* each) { return each->id() == id; });
    window.showPage(static_cast<int>(at - pages.begin()));
    return *at;
}

QString focusName() {
    const auto* focus = QApplication::focusWidget();
    return focus != nullptr ? focus->objectName() : QString();
}

}  // namespace

class TestKeyboard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findAnOrderByAnyPartOfItsNumber() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const auto wanted = console.shop.paidOrder(37);
        const QString part = QString::fromStdString(wanted.str()).right(5);
        Keys keys(window);
        QSignalSpy searched(window.palette(), &ui::CommandPalette::searched);
        keys.chord(Qt::Key_K, Qt::ControlModifier);
        keys.text(part);
        QTRY_COMPARE(searched.count(), 1);
        keys.chord(Qt::Key_Return);
        QCOMPARE(window.currentPage(), console.orders());
        QTRY_COMPARE(console.orders()->detail()->orderNo(), wanted);
        // It is the selected one: actions are about it.
        QTRY_COMPARE(console.orders()->table()->selectionModel()->selectedRows().size(), 1);
        QVERIFY2(keys.count <= kMaxChords, qPrintable(QString::number(keys.count)));
    }

    /// Whoever has looked at the engine's state goes on by keys, without a way back to the list first.
    void keysOfThePageAreHeardFromTheFrameAroundIt() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        Keys keys(window);
        keys.chord(Qt::Key_3, Qt::AltModifier);
        auto* page = console.orders();
        QTRY_VERIFY(page->isReady() && page->model().rowCount() > 0);
        int places = 0;
        for (auto* place : window.topBar()->findChildren<QWidget*>()) {
            if (!place->isVisible() || place->focusPolicy() == Qt::NoFocus) {
                continue;
            }
            ++places;
            const bool shown = page->detail()->isVisible();
            place->setFocus(Qt::TabFocusReason);
            QVERIFY2(place->hasFocus(), qPrintable(place->objectName()));
            keys.chord(Qt::Key_F4);
            QVERIFY2(page->detail()->isVisible() != shown, qPrintable(place->objectName()));
            keys.chord(Qt::Key_F, Qt::ControlModifier);
            QVERIFY2(page->isAncestorOf(QApplication::focusWidget()), qPrintable(place->objectName()));
            QVERIFY2(qobject_cast<QLineEdit*>(QApplication::focusWidget()) != nullptr, qPrintable(place->objectName()));
        }
        QVERIFY(places >= 3);
        // One that cannot be done says why, as it does in the list.
        page->table()->clearSelection();
        window.topBar()->findChild<QWidget*>(QStringLiteral("searchButton"))->setFocus(Qt::TabFocusReason);
        const auto* action = page->pane()->action(ui::OrderAction::ReassignNext);
        QVERIFY(!action->isEnabled());
        QSignalSpy said(&window.context().notices, &ui::Notices::posted);
        keys.chord(Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(said.count(), 1);
    }

    void whatIsOpenedFromTheFrameGetsTheKeyboard() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const auto wanted = console.shop.paidOrder(37);
        Keys keys(window);
        keys.chord(Qt::Key_3, Qt::AltModifier);  // when it is opened first it takes the keyboard anyway
        QTRY_VERIFY(console.orders()->isReady());
        keys.chord(Qt::Key_1, Qt::AltModifier);
        window.topBar()->findChild<QWidget*>(QStringLiteral("searchButton"))->setFocus(Qt::TabFocusReason);
        QSignalSpy searched(window.palette(), &ui::CommandPalette::searched);
        keys.chord(Qt::Key_K, Qt::ControlModifier);
        keys.text(QString::fromStdString(wanted.str()).right(5));
        QTRY_COMPARE(searched.count(), 1);
        keys.chord(Qt::Key_Return);
        QTRY_COMPARE(console.orders()->detail()->orderNo(), wanted);
        QVERIFY(console.orders()->isAncestorOf(QApplication::focusWidget()));
    }

    void nothingFoundIsSaid() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QSignalSpy searched(window.palette(), &ui::CommandPalette::searched);
        Keys keys(window);
        keys.chord(Qt::Key_K, Qt::ControlModifier);
        keys.text(QStringLiteral("zzqzzq"));
        QTRY_COMPARE(searched.count(), 1);
        QVERIFY(window.palette()->findChild<QLabel*>(QStringLiteral("paletteEmpty"))->isVisible());
    }

    void reassignAnOrder() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        Keys keys(window);
        keys.chord(Qt::Key_3, Qt::AltModifier);
        auto* page = console.orders();
        QTRY_VERIFY(page->isReady() && page->model().rowCount() > 0);
        QVERIFY(page->isAncestorOf(QApplication::focusWidget()));
        // Down to an order that can be reassigned.
        int row = 0;
        while (!ui::OrderActions::whyNot(ui::OrderAction::ReassignNext, *page->model().row(row)).isEmpty()) {
            ++row;
        }
        page->table()->selectRow(row);  // which one is not the keyboard's matter
        keys.chord(Qt::Key_Down);
        keys.chord(Qt::Key_Up);
        keys.chord(Qt::Key_R, Qt::ControlModifier);
        QTRY_VERIFY(page->flow()->question() != nullptr);
        QTRY_VERIFY(qobject_cast<QPlainTextEdit*>(QApplication::focusWidget()) != nullptr);
        QSignalSpy finished(page->flow(), &ui::OrderActionFlow::finished);
        keys.text(QStringLiteral("Flat tyre"));
        keys.chord(Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY2(keys.count <= kMaxChords, qPrintable(QString::number(keys.count)));
    }

    void approveFiveReturns() {
        test::ReturnsShop shop;
        test::ConsoleOver console(shop.engine());
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        Keys keys(window);
        keys.chord(Qt::Key_7, Qt::AltModifier);
        auto* page = static_cast<ui::ReturnsPage*>(window.page(QStringLiteral("returns")));
        auto* pane = page->returns();
        QTRY_VERIFY(page->isReady() && pane->model().rowCount() >= 5);
        QVERIFY(pane->table()->hasFocus());
        keys.chord(Qt::Key_Down);
        for (int i = 0; i < 4; ++i) {
            keys.chord(Qt::Key_Down, Qt::ShiftModifier);
        }
        QCOMPARE(pane->table()->selectionModel()->selectedRows().size(), 5);
        keys.chord(Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(pane->flow()->question() != nullptr);
        QTRY_VERIFY(pane->flow()->question()->isAncestorOf(QApplication::focusWidget()));
        QSignalSpy finished(pane->flow(), &ui::ReturnActionFlow::finished);
        keys.chord(Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY2(keys.count <= kMaxChords, qPrintable(QString::number(keys.count)));
    }

    void everyPageBeginsInItsList() {
        const QMap<QString, QString> lists{{QStringLiteral("overview"), QStringLiteral("overviewAlerts")},
                                           {QStringLiteral("dispatch"), QStringLiteral("dispatchCouriersTable")},
                                           {QStringLiteral("orders"), QStringLiteral("ordersTable")},
                                           {QStringLiteral("delayed"), QStringLiteral("timersTable")},
                                           {QStringLiteral("seckill"), QStringLiteral("activities")},
                                           {QStringLiteral("campaigns"), QStringLiteral("campaigns")},
                                           {QStringLiteral("shop"), QStringLiteral("productsTable")},
                                           {QStringLiteral("workers"), QStringLiteral("tasksTable")},
                                           {QStringLiteral("audit"), QStringLiteral("auditTable")},
                                           {QStringLiteral("settings"), QStringLiteral("settingsList")}};
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        for (std::size_t i = 0; i < window.pages().size(); ++i) {
            auto* page = window.pages()[i];
            if (page->id() == QStringLiteral("returns")) {
                continue;  // nobody answers for returns here; approveFiveReturns() begins in their list
            }
            window.showPage(static_cast<int>(i));
            QTRY_VERIFY(page->isReady());
            const auto* focus = QApplication::focusWidget();
            // Of a list without rows what is said in its place.
            const QString name = focus ? focus->objectName() : QString();
            QVERIFY2(name.startsWith(lists.value(page->id())), qPrintable(page->id() + QLatin1Char(' ') + name));
        }
    }

    /// The key is never dead: where nothing that is shown finds rows, everything is searched.
    void findIsHeardOnEveryPage() {
        const QMap<QString, QString> fields{{QStringLiteral("dispatch"), QStringLiteral("dispatchCourierText")},
                                            {QStringLiteral("orders"), QStringLiteral("filterText")},
                                            {QStringLiteral("delayed"), QStringLiteral("timerFilterText")},
                                            {QStringLiteral("seckill"), QStringLiteral("activityText")},
                                            {QStringLiteral("campaigns"), QStringLiteral("campaignText")},
                                            {QStringLiteral("returns"), QStringLiteral("returnFilterText")},
                                            {QStringLiteral("shop"), QStringLiteral("productText")},
                                            {QStringLiteral("workers"), QStringLiteral("taskFilterText")},
                                            {QStringLiteral("audit"), QStringLiteral("auditText")}};
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        Keys keys(window);
        for (std::size_t i = 0; i < window.pages().size(); ++i) {
            auto* page = window.pages()[i];
            const QString id = page->id();
            window.showPage(static_cast<int>(i));
            if (id != QLatin1String("returns")) {  // nobody answers for them here
                QTRY_VERIFY(page->isReady());
            }
            QVERIFY2(page->commands().contains(page->findAction()), qPrintable(id));
            keys.chord(Qt::Key_F, Qt::ControlModifier);
            const bool isField = fields.contains(id);
            QVERIFY2(window.palette()->isVisible() != isField, qPrintable(id));
            if (isField) {
                QCOMPARE(focusName(), fields.value(id));
            } else {
                QVERIFY2(window.palette()->input()->hasFocus(), qPrintable(id));
                window.palette()->dismiss();
            }
        }
    }

    /// The key is never dead: it clears what filters, and where nothing does it says so.
    void clearingIsHeardOnEveryPage() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        Keys keys(window);
        int fields = 0;
        for (std::size_t i = 0; i < window.pages().size(); ++i) {
            auto* page = window.pages()[i];
            const QByteArray id = page->id().toUtf8();
            window.showPage(static_cast<int>(i));
            if (id != "returns") {  // nobody answers for them here
                QTRY_VERIFY(page->isReady());
            }
            QVERIFY2(page->commands().contains(page->clearAction()), id);
            keys.chord(Qt::Key_F, Qt::ControlModifier);
            auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
            if (window.palette()->isVisible()) {
                window.palette()->dismiss();
            } else {
                ++fields;
                QVERIFY2(field != nullptr, id);
                keys.text(QStringLiteral("zz"));
                QCOMPARE(field->text(), QStringLiteral("zz"));
                keys.chord(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
                QVERIFY2(field->text().isEmpty(), id);
            }
            const auto isSaid = [&] {
                return window.context().notices.last().text == QStringLiteral("Nothing is filtered here.");
            };
            window.context().notices.info(QStringLiteral("before"));
            constexpr int kTables = 9;  // some begin with a filter
            for (int at = 0; at < kTables && !isSaid(); ++at) {
                keys.chord(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
            }
            QVERIFY2(isSaid(), id);
        }
        QVERIFY(fields >= 9);
    }

    void clearingIsOfWhatIsShown() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto* page = static_cast<ui::DelayedPage*>(showPage(window, QStringLiteral("delayed")));
        QTRY_VERIFY(page->isReady());
        auto* hidden = page->findChild<QLineEdit*>(QStringLiteral("timerFilterText"));
        hidden->setText(QStringLiteral("A0"));
        page->tabs()->setCurrentIndex(ui::DelayedPage::DeadTab);
        auto* shown = page->findChild<QLineEdit*>(QStringLiteral("deadFilterText"));
        QTRY_VERIFY(shown->isVisible());
        shown->setText(QStringLiteral("A1"));
        shown->setFocus();
        Keys keys(window);
        keys.chord(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(shown->text(), QString());
        keys.chord(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(hidden->text(), QStringLiteral("A0"));
    }

    void findFollowsTheTabThatIsShown() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto* page = static_cast<ui::DelayedPage*>(showPage(window, QStringLiteral("delayed")));
        Keys keys(window);
        for (const auto& [tab, field] : {std::pair(ui::DelayedPage::DeadTab, "deadFilterText"),
                                         {ui::DelayedPage::LateTab, "lateOrderFilterText"},
                                         {ui::DelayedPage::TimersTab, "timerFilterText"}}) {
            page->tabs()->setCurrentIndex(tab);
            QTRY_VERIFY(page->isReady());
            keys.chord(Qt::Key_F, Qt::ControlModifier);
            QCOMPARE(focusName(), QString(QLatin1String(field)));
            QCOMPARE(page->tabs()->currentIndex(), static_cast<int>(tab));
        }
        page->tabs()->setCurrentIndex(ui::DelayedPage::AlertsTab);  // alerts have no field of text
        keys.chord(Qt::Key_F, Qt::ControlModifier);
        QVERIFY(window.palette()->isVisible());
    }

    /// Of the table that has the keyboard, also where it stands in the details of another one.
    void findIsOfTheTableWithTheKeyboard() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto* page = showPage(window, QStringLiteral("shop"));
        QTRY_VERIFY(page->isReady());
        page->findChild<QAction*>(QStringLiteral("products.detail"))->setChecked(true);
        page->findChild<QTableView*>(QStringLiteral("productsTable"))->selectRow(0);
        auto* inner = page->findChild<QWidget*>(QStringLiteral("stockChangeFilterClear"));
        auto* outer = page->findChild<QWidget*>(QStringLiteral("productFilterClear"));
        QTRY_VERIFY(inner->isVisible());
        Keys keys(window);
        inner->setFocus();
        keys.chord(Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(focusName(), QStringLiteral("stockHistoryText"));
        outer->setFocus();
        keys.chord(Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(focusName(), QStringLiteral("productText"));
    }

    /// What the list has not, the search over everything may find: the same key once more, with what was typed.
    void findingGoesOnOverEverything() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        console.showOrders();
        QTRY_VERIFY(console.orders()->isReady());
        Keys keys(window);
        keys.chord(Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(focusName(), QStringLiteral("filterText"));
        keys.text(QStringLiteral("Li"));
        QVERIFY(!window.palette()->isVisible());
        QSignalSpy searched(window.palette(), &ui::CommandPalette::searched);
        keys.chord(Qt::Key_F, Qt::ControlModifier);
        QVERIFY(window.palette()->isVisible() && window.palette()->input()->hasFocus());
        QCOMPARE(window.palette()->input()->text(), QStringLiteral("Li"));
        QCOMPARE(window.palette()->input()->selectedText(), QStringLiteral("Li"));
        QTRY_VERIFY(searched.count() > 0);
        // Opened from elsewhere it begins with nothing.
        window.palette()->dismiss();
        keys.chord(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(window.palette()->isVisible() && window.palette()->input()->text().isEmpty());
        window.palette()->dismiss();
    }

    void downSelectsTheOnlyRow() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        console.showOrders();
        auto* page = console.orders();
        QTRY_VERIFY(page->isReady());
        page->pane()->showOnly({{QStringLiteral("order"), QString::fromStdString(console.shop.paidOrder(37).str())}});
        QTRY_VERIFY(page->isReady() && page->model().rowCount() == 1);
        page->table()->setFocus();
        page->table()->clearSelection();
        QTest::keyClick(page->table(), Qt::Key_Down);
        QCOMPARE(page->table()->selectionModel()->selectedRows().size(), 1);
    }

    void commandsGoBeforeWhatTheFieldWouldDo() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        console.showOrders();
        auto* page = console.orders();
        QTRY_VERIFY(page->isReady());
        auto* field = page->findChild<QLineEdit*>(QStringLiteral("filterText"));
        field->setFocus();
        QTest::keyClick(field, Qt::Key_E, Qt::ControlModifier);
        auto* dialog = window.findChild<QDialog*>(QStringLiteral("exportDialog"));
        QVERIFY(dialog != nullptr);
        dialog->close();
        field->setFocus();
        QTest::keyClick(field, Qt::Key_K, Qt::ControlModifier);
        QVERIFY(window.palette()->isVisible());
        window.palette()->dismiss();
        // What edits a text stays the field's.
        field->setFocus();
        field->setText(QStringLiteral("two words"));
        field->setCursorPosition(0);
        QTest::keyClick(field, Qt::Key_Delete, Qt::ControlModifier);
        QCOMPARE(field->text(), QStringLiteral("words"));
        QVERIFY(page->flow()->question() == nullptr);
    }

    void tabGoesThroughAFilterAsItStands() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        for (std::size_t i = 0; i < window.pages().size(); ++i) {
            if (window.pages()[i]->id() == QLatin1String("returns")) {
                window.showPage(static_cast<int>(i));
            }
        }
        auto* page = window.page(QStringLiteral("returns"));
        QTRY_VERIFY(page->isReady());
        auto* clear = page->findChild<QWidget*>(QStringLiteral("returnFilterClear"));
        auto* chip = page->findChild<QWidget*>(QStringLiteral("returnStage.approval"));
        QVERIFY(clear != nullptr && chip != nullptr);
        int steps = 0;
        bool clearSeen = false;
        for (auto* at = chip->nextInFocusChain(); at != chip && steps < 2'000; at = at->nextInFocusChain(), ++steps) {
            clearSeen = clearSeen || at == clear;
            QVERIFY2(!clearSeen || !at->objectName().startsWith(QLatin1String("returnStage.")),
                     qPrintable(at->objectName()));
            if (at->objectName() == QLatin1String("returnsTable")) {
                break;
            }
        }
        QVERIFY(clearSeen);
    }

    void everyPageHasKeysAndNoneTwice() {
        test::Console console;
        auto& window = console.open();
        for (const auto* page : window.pages()) {
            QMap<QString, QString> byKeys;
            QMap<QString, const QAction*> ofKeys;
            const auto add = [&](const QAction* action) {
                const QString keys = action->shortcut().toString();
                if (!keys.isEmpty()) {
                    const QAction* other = ofKeys.value(keys);
                    QVERIFY2(other == nullptr || onTabsApart(*page, *action, *other),
                             qPrintable(page->id() + QLatin1Char(' ') + keys + QLatin1Char(' ') + action->objectName() +
                                        QLatin1Char(' ') + byKeys[keys]));
                    byKeys[keys] = action->objectName();
                    ofKeys[keys] = action;
                }
            };
            for (const auto* action : page->commands()) {
                add(action);
            }
            QVERIFY2(!byKeys.isEmpty(), qPrintable(page->id()));
            for (const auto* action : window.actions()) {
                add(action);
            }
            // One meaning on all pages.
            for (const auto& [keys, word] : {std::pair("Ctrl+E", "export"),
                                             {"F5", "refresh"},
                                             {"Ctrl+F", "find"},
                                             {"Ctrl+Shift+F", "clearFilter"}}) {
                const QString name = byKeys.value(QLatin1String(keys));
                QVERIFY2(name.isEmpty() || name.contains(QLatin1String(word), Qt::CaseInsensitive), qPrintable(name));
            }
        }
    }

    void aPagesKeyPutsTheKeyboardThere() {
        test::Console console;
        auto& window = console.open();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        console.showOrders();
        QTRY_VERIFY(console.orders()->isReady());
        // The keyboard is in the bar above; the page is shown already.
        window.topBar()->findChild<QWidget*>(QStringLiteral("campusScope"))->setFocus();
        QVERIFY(!console.orders()->isAncestorOf(window.focusWidget()));
        const auto at = std::find(window.pages().begin(), window.pages().end(), console.orders());
        Keys keys(window);
        keys.chord(Qt::Key_1 + static_cast<int>(at - window.pages().begin()), Qt::AltModifier);
        QVERIFY(console.orders()->isAncestorOf(window.focusWidget()));
    }

    void undoDoesNothingBehindTheLock() {
        test::Console console;
        api::SignedIn who;
        who.actor = console.look.actor;
        console.look.signedIn = who;
        auto& window = console.open();
        int undone = 0;
        window.context().notices.post(
            {QStringLiteral("Done"), ui::Tone::Good, QStringLiteral("Undo"), [&] { ++undone; }});
        window.lock();
        QVERIFY(window.isLocked());
        window.findChild<QAction*>(QStringLiteral("action.undo"))->trigger();
        QCOMPARE(undone, 0);
    }
};

}  // namespace test_keyboard

QTEST_MAIN(test_keyboard::TestKeyboard)
#include "test_keyboard.moc"
