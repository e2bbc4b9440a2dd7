// SPDX-License-Identifier: GPL-3.0-or-later
// The one machinery of the long tables, over a list that the test changes: rows, their order, columns, what stays
// selected, and what is said where there are none.
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>
#include <memory>
#include <set>

#include "engine/base/log.h"
#include "tests/support/line/over_line.h"
#include "tests/ui/thing_pane.h"
#include "ui/shell/console_services.h"
#include "ui/widgets/action_state.h"

namespace evenhand::test::test_query_rows {

using namespace thing_pane;

class TestQueryRows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }

    void aHeaderAsksForItsOrder() {
        Stand stand(5'000);
        QTRY_COMPARE(stand.model().total(), 5'000);
        QVERIFY(stand.shelf.asked.back().sort == ThingSort::Id && stand.shelf.asked.back().descending);
        QCOMPARE(stand.cell(0, 0), QStringLiteral("5000"));
        stand.click(1);
        QTRY_VERIFY(stand.shelf.asked.back().sort == ThingSort::Name && !stand.shelf.asked.back().descending);
        QTRY_COMPARE(stand.cell(0, 1), QStringLiteral("apple 95000"));
        QCOMPARE(stand.header()->sortIndicatorSection(), 1);
        stand.click(1);
        QTRY_VERIFY(stand.shelf.asked.back().descending);
        QTRY_COMPARE(stand.cell(0, 1), QStringLiteral("pear 99994"));
    }

    void aHeaderThatCannotSortDoesNothing() {
        Stand stand(300);
        QTRY_COMPARE(stand.model().total(), 300);
        const auto asked = stand.shelf.asked.size();
        stand.click(2);
        QCOMPARE(stand.header()->sortIndicatorSection(), 0);
        QVERIFY(stand.header()->sortIndicatorOrder() == Qt::DescendingOrder);
        QCOMPARE(stand.shelf.asked.size(), asked);
        QVERIFY(!stand.model().isSortable(2));
    }

    // Ctrl+A far beyond what was scrolled to; then others come in above and below.
    void allThatWasSelectedStaysSelected() {
        Stand stand(6'000);
        stand.type(QStringLiteral("apple"));
        QTRY_COMPARE(stand.model().total(), 5'000);
        std::set<std::int64_t> wanted;
        for (const auto& thing : stand.shelf.matching({"apple"})) {
            wanted.insert(thing.id.value);
        }
        QTest::keyClick(stand.pane->table(), Qt::Key_A, Qt::ControlModifier);
        QTRY_VERIFY(stand.model().isAtHand(4'999));
        for (int i = 0; i < 7; ++i) {
            stand.shelf.add();
        }
        const auto now = std::ssize(stand.shelf.matching({"apple"}));
        QTRY_COMPARE(stand.model().total(), now);
        QCOMPARE(ui::selectedRows(*stand.pane->table()), 5'000);
        stand.named("things.take")->trigger();
        stand.shelf.add();
        stand.confirm();
        QCOMPARE(std::ssize(stand.shelf.submitted), 5'000);
        QVERIFY(std::set<std::int64_t>(stand.shelf.submitted.begin(), stand.shelf.submitted.end()) == wanted);
    }

    // --- the last row --------------------------------------------------------------------------------------------
    void afterEndTheLastRowStaysWhollyInView() {
        Stand stand(100);
        QTRY_COMPARE(stand.model().total(), 100);
        auto* table = stand.pane->table();
        const auto isLastWhole = [&] {
            const auto last = table->visualRect(stand.model().index(stand.model().rowCount() - 1, 0));
            return last.isValid() && table->viewport()->rect().contains(QRect(1, last.top(), 1, last.height()));
        };
        for (const int height : {600, 611, 619}) {
            stand.pane->resize(900, height);
            QTest::keyClick(table, Qt::Key_Home);
            QTest::keyClick(table, Qt::Key_End);
            QVERIFY(isLastWhole());
            for (int i = 0; i < 3; ++i) {
                const auto count = stand.model().rowCount();
                stand.shelf.add();
                QTRY_COMPARE(stand.model().rowCount(), count + 1);
                QTRY_VERIFY(isLastWhole());
            }
            QCOMPARE(stand.cell(table->currentIndex().row(), 0), QStringLiteral("1"));
        }
        // Until somebody looks elsewhere.
        table->verticalScrollBar()->setValue(table->verticalScrollBar()->value() - 20);
        const int at = table->verticalScrollBar()->value();
        stand.shelf.add();
        QTRY_COMPARE(stand.model().rowCount(), 110);
        QCoreApplication::processEvents();
        QCOMPARE(table->verticalScrollBar()->value(), at);
    }

    void columnsAreKeptAsTheirPersonLeavesThem() {
        Stand stand(300);
        QTRY_COMPARE(stand.model().total(), 300);
        stand.click(1);
        stand.header()->moveSection(1, 0);
        stand.pane->table()->setColumnWidth(0, 234);
        stand.pane->table()->saveLayout();
        stand.pane->table()->columnMenu()->actions().at(3)->trigger();
        stand.open();
        QTRY_COMPARE(stand.model().total(), 300);
        QCOMPARE(stand.header()->visualIndex(1), 0);
        QCOMPARE(stand.header()->sectionSize(0), 234);
        QVERIFY(!stand.pane->table()->isColumnHidden(3));
        QCOMPARE(stand.model().orderColumn(), 1);
        QVERIFY(!stand.model().isDescending());
        QVERIFY(stand.shelf.asked.back().sort == ThingSort::Name);
        QCOMPARE(stand.header()->sortIndicatorSection(), 1);
    }

    /// A column without room is not one that its person has hidden: it is in files, and back in a wider window.
    void columnsThatGaveWayAreNotForgotten() {
        Stand stand(30);
        QTRY_COMPARE(stand.model().total(), 30);
        auto* table = stand.pane->table();
        const int before = table->columnWidth(1);
        stand.pane->setMinimumWidth(0);
        table->setMinimumWidth(0);
        table->setFixedWidth(table->columnWidth(0) + 60);
        QTRY_VERIFY(table->isColumnHidden(1) && table->isColumnHidden(2));
        QVERIFY(!table->isColumnHidden(0));
        Q_EMIT table->columnMenu()->aboutToShow();
        QVERIFY(table->columnMenu()->actions().at(1)->isChecked());
        QCOMPARE(stand.exported().front(), QStringLiteral("No.,Name,Note"));
        table->saveLayout();
        stand.open();
        QTRY_COMPARE(stand.model().total(), 30);
        QTRY_VERIFY(!stand.pane->table()->isColumnHidden(1) && !stand.pane->table()->isColumnHidden(2));
        QCOMPARE(stand.pane->table()->columnWidth(1), before);
    }

    void aLayoutOfAnotherVersionIsNoHarm() {
        Stand stand(3);
        for (const char* kept : {"{\"columns\":[{\"id\":\"gone\"},{\"id\":\"note\",\"width\":-5},{\"id\":\"note\"},7],"
                                 "\"sort\":\"note\"}",
                                 "[]", "not a layout"}) {
            stand.services.preferences.setValue(QStringLiteral("things/columns"), QByteArray(kept));
            stand.open();
            QTRY_COMPARE(stand.model().total(), 3);
            QCOMPARE(stand.model().orderColumn(), 0);
            QVERIFY(!stand.pane->table()->isColumnHidden(0));
        }
    }

    void whereThereIsNothingItSaysWhatToDo() {
        Stand stand(0);
        QTRY_VERIFY(stand.pane->emptyLabel()->isVisible());
        QCOMPARE(stand.pane->emptyLabel()->text(), QStringLiteral("The shelf is empty."));
        auto* button = stand.pane->findChild<QPushButton*>(QStringLiteral("thingsEmptyButton"));
        QVERIFY(button != nullptr && !button->isVisible());
        QVERIFY(stand.pane->nextLabel()->isVisible());
        QCOMPARE(stand.pane->nextLabel()->text(), QStringLiteral("Put a thing on it."));
        // The keyboard stays in the list while it comes and goes.
        stand.pane->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(stand.pane.get()));
        auto* page = stand.pane->findChild<QWidget*>(QStringLiteral("thingsEmptyPage"));
        page->setFocus();
        stand.shelf.add();
        QTRY_VERIFY(!stand.pane->emptyLabel()->isVisible());
        QVERIFY(stand.pane->table()->hasFocus());
        stand.type(QStringLiteral("plum"));
        QTRY_COMPARE(stand.pane->emptyLabel()->text(), QStringLiteral("Nothing is called that."));
        QVERIFY(button->isVisible() && !stand.pane->nextLabel()->isVisible());
        button->click();
        QTRY_COMPARE(stand.model().total(), 1);
    }

    /// Where the step is an action of the page it is a button, which says why it cannot as the action does.
    void whatToDoMayBeAButton() {
        Stand stand(0);
        QAction add(QStringLiteral("Put a thing…"));
        int added = 0;
        connect(&add, &QAction::triggered, this, [&added] { ++added; });
        auto spec = specOf(stand.shelf);
        spec.look.texts.next = {};
        spec.look.texts.nextAction = &add;
        stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
        stand.pane->show();
        stand.pane->setActive(true);
        QTRY_VERIFY(stand.pane->emptyLabel()->isVisible());
        auto* button = stand.pane->findChild<QPushButton*>(QStringLiteral("thingsEmptyButton"));
        QVERIFY(button->isVisible() && button->isEnabled() && !stand.pane->nextLabel()->isVisible());
        QCOMPARE(button->text(), QStringLiteral("Put a thing…"));
        button->click();
        QCOMPARE(added, 1);
        ui::setActionState(add, QStringLiteral("The shelf is locked."));
        QVERIFY(!button->isEnabled() && button->toolTip().contains(QStringLiteral("locked")));
        stand.type(QStringLiteral("plum"));
        QTRY_COMPARE(button->text(), QStringLiteral("Clear the filter"));
        QVERIFY(button->isEnabled());
        stand.pane.reset();
    }

    void whatToDoMayBeACommandOfAnotherPage() {
        Stand stand(0);
        QWidget window;
        window.resize(900, 600);
        QAction put(QStringLiteral("Put a thing…"), &window);
        put.setObjectName(QStringLiteral("shelf.put"));
        int done = 0;
        connect(&put, &QAction::triggered, this, [&done] { ++done; });
        const auto again = [&](const char* command) {
            auto spec = specOf(stand.shelf);
            spec.look.texts.nextCommand = QLatin1String(command);
            stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
            stand.pane->setParent(&window);
            window.show();
            stand.pane->show();
            stand.pane->setActive(true);
            QTRY_VERIFY(stand.pane->emptyLabel()->isVisible());
        };
        const auto button = [&] { return stand.pane->findChild<QPushButton*>(QStringLiteral("thingsEmptyButton")); };
        again("shelf.put");
        QVERIFY(stand.pane->nextLabel()->isVisible());
        QVERIFY(button()->isVisible() && button()->isEnabled());
        QCOMPARE(button()->text(), QStringLiteral("Put a thing…"));
        button()->click();
        QCOMPARE(done, 1);
        ui::setActionState(put, QStringLiteral("The shelf is locked."));
        QVERIFY(!button()->isEnabled() && button()->toolTip().contains(QStringLiteral("locked")));
        again("shelf.none");  // a window without that page
        QVERIFY(stand.pane->nextLabel()->isVisible() && !button()->isVisible());
        stand.pane.reset();
    }

    /// A whole list comes by another way than one row.
    void thereMayBeAnotherWay() {
        Stand stand(0);
        QWidget window;
        window.resize(900, 600);
        QAction put(QStringLiteral("Put a thing…"), &window);
        put.setObjectName(QStringLiteral("shelf.put"));
        QAction fill(QStringLiteral("Fill it…"), &window);
        fill.setObjectName(QStringLiteral("shelf.fill"));
        int filled = 0;
        connect(&fill, &QAction::triggered, this, [&filled] { ++filled; });
        auto spec = specOf(stand.shelf);
        spec.look.texts.nextCommand = QStringLiteral("shelf.put");
        spec.look.texts.otherCommand = QStringLiteral("shelf.fill");
        stand.pane = std::make_unique<ThingPane>(spec, stand.services.context);
        stand.pane->setParent(&window);
        window.show();
        stand.pane->show();
        stand.pane->setActive(true);
        QTRY_VERIFY(stand.pane->emptyLabel()->isVisible());
        auto* other = stand.pane->findChild<QPushButton*>(QStringLiteral("thingsEmptyOther"));
        QVERIFY(other != nullptr && other->isVisible() && other->isEnabled());
        QCOMPARE(other->text(), QStringLiteral("Fill it…"));
        other->click();
        QCOMPARE(filled, 1);
        ui::setActionState(fill, QStringLiteral("The shelf is locked."));
        QVERIFY(!other->isEnabled() && other->toolTip().contains(QStringLiteral("locked")));
        stand.type(QStringLiteral("plum"));  // where a filter is why, none of them helps
        QTRY_VERIFY(!other->isVisible());
        stand.pane.reset();
    }

    void whoMayNotReadIsToldSo() {
        Stand stand(3);
        auto spec = specOf(stand.shelf);
        spec.look.permission = api::Permission::ReadAudit;
        spec.look.file.name = QStringLiteral("things.exportMore");
        spec.look.file.label = spec.look.file.tip = [] { return QStringLiteral("Export with more"); };
        const auto over = [&](ui::UiContext& context) {
            stand.pane = std::make_unique<ThingPane>(spec, context);
            stand.pane->show();
            stand.pane->setActive(true);
        };
        over(stand.services.context);
        QTRY_VERIFY(stand.pane->table()->isVisible() && stand.pane->fileAction()->isEnabled());
        const test::OverLine line(stand.engine, api::Actor{"bo", 0});
        ui::ConsoleServices other(line.engine(), {"bo", 0}, stand.folder.filePath(QStringLiteral("other.ini")));
        other.bridge.setVisible(true);
        over(other.context);
        QTRY_VERIFY(stand.pane->emptyLabel()->isVisible() && !stand.pane->table()->isVisible());
        QVERIFY(stand.pane->emptyLabel()->text().contains(QStringLiteral("bo has no permission")));
        QVERIFY(!stand.pane->exportAction()->isEnabled() && !stand.pane->fileAction()->isEnabled());
        stand.pane.reset();
    }
};

}  // namespace evenhand::test::test_query_rows

QTEST_MAIN(evenhand::test::test_query_rows::TestQueryRows)
#include "test_query_rows.moc"
