// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of buttons, of tiles and of outcomes share the room that there is.
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <set>
#include <utility>
#include <vector>

#include "ui/dialogs/row_outcome_dialog.h"
#include "ui/shell/language.h"
#include "ui/widgets/column_room.h"
#include "ui/widgets/tab_bar.h"
#include "ui/widgets/text_order.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tile.h"
#include "ui/widgets/tile_row.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/widgets/wrap_row.h"

namespace test_rows {

using namespace evenhand;

class TestRows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Where a table has nothing but texts: sign, separators, decimals, currencies and units are read, and what is no
    /// figure is a text in which numbers count.
    void textsAreInOrderAsTheyRead_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QStringList>("inOrder");
        const auto texts = [](std::initializer_list<const char*> of) {
            QStringList all;
            for (const char* each : of) {
                all << QString::fromUtf8(each);
            }
            return all;
        };
        QTest::newRow("counts") << "en" << texts({"-1,234", "-5", "0", "+3", "9", "10", "999", "1,000", "12,345,678"});
        QTest::newRow("decimals") << "en" << texts({"-1.5", "-1.25", "-0.5", "0.05", "0.5", "1.25", "1.5", "1,000.25"});
        QTest::newRow("money") << "en" << texts({"-¥1,200.00", "-¥3.50", "¥0.99", "¥12.00", "¥1,000.00"});
        QTest::newRow("code") << "en" << texts({"-CHF 2.00", "CHF 9.50", "CHF 10.00"});
        QTest::newRow("shares") << "en" << texts({"-2.0 %", "5%", "12.5 %", "100 %"});
        QTest::newRow("short") << "en" << texts({"950", "1.20k", "9.99k", "1.01M", "2.00B"});
        QTest::newRow("durations") << "en"
                                   << texts({"-1 h 05 min", "-3 s", "0 ms", "999 ms", "2 s", "59 s", "1 min",
                                             "1 h 00 min", "1 h 05 min", "10 h 00 min", "2 d"});
        QTest::newRow("Chinese") << "zh"
                                 << texts({"999 毫秒", "2 秒", "1 分钟", "1 小时 05 分", "10 小时 00 分", "2 天"});
        QTest::newRow("times") << "en" << texts({"2026-11-26 09:00:05", "2026-11-26 15:00:03", "2026-11-27 00:00:00"});
        QTest::newRow("names") << "en" << texts({"R1", "R2", "R10", "R10 a", "R-3", "R-12"});
        QTest::newRow("versions") << "en" << texts({"1.2", "1.2.3", "1.2.10", "1.10.1"});
        QTest::newRow("long") << "en"
                              << texts({"20261126000000000001", "20261126000000000002", "120261126000000000000"});
        QTest::newRow("mixed") << "en" << texts({"-3", "7", "5 min", "7 of 9", "no response"});
    }
    void textsAreInOrderAsTheyRead() {
        QFETCH(QString, language);
        QFETCH(QStringList, inOrder);
        ui::Language shown;
        QVERIFY(shown.apply(language));
        const ui::TextOrder order;
        for (qsizetype i = 0; i < inOrder.size(); ++i) {
            for (qsizetype j = 0; j < inOrder.size(); ++j) {
                const int compared = order.compare(inOrder[i], inOrder[j]);
                const int sign = compared < 0 ? -1 : (compared > 0 ? 1 : 0);
                QVERIFY2(sign == (i < j ? -1 : (i > j ? 1 : 0)),
                         qPrintable(inOrder[i] + QStringLiteral(" | ") + inOrder[j]));
            }
        }
    }

    void tilesFillTheirRows_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("width");
        for (int count = 1; count <= 10; ++count) {
            for (const int width : {300, 640, 900, 1'180, 1'900}) {
                QTest::addRow("%d in %d", count, width) << count << width;
            }
        }
    }
    void tilesFillTheirRows() {
        QFETCH(int, count);
        QFETCH(int, width);
        QWidget holder;
        auto* row = new ui::TileRow(std::vector<const char*>(static_cast<std::size_t>(count), "tile"), &holder);
        std::vector<ui::Tile*> tiles;
        for (int i = 0; i < count; ++i) {
            tiles.push_back(row->tile(i));
        }
        row->setGeometry(0, 0, width, 800);
        holder.resize(width, 800);
        holder.show();
        QVERIFY(QTest::qWaitForWindowExposed(&holder));
        QTRY_COMPARE(tiles.front()->x(), 0);
        QTRY_COMPARE(tiles.back()->geometry().right(), width - 1);
        for (std::size_t i = 1; i < tiles.size(); ++i) {
            const QRect before = tiles[i - 1]->geometry();
            const bool goesOn = tiles[i]->y() == before.y();
            QVERIFY(goesOn ? tiles[i]->x() > before.right() : before.right() == width - 1 && tiles[i]->x() == 0);
            QVERIFY(std::abs(tiles[i]->height() - before.height()) <= 1);
        }
        QVERIFY(count == 1 || row->columns() > 1 || width < 2 * ui::TileRow::kTileWidth);
    }

    void aRowGoesOnInASecondOne() {
        QWidget holder;
        auto* row = new ui::WrapRow(&holder);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(4);
        std::vector<QWidget*> parts;
        for (int i = 0; i < 4; ++i) {
            auto* part = new QWidget(&holder);
            part->setMinimumSize(100, 20);
            parts.push_back(part);
            if (i == 3) {
                row->addStretch();
            }
            row->addWidget(part);
        }
        holder.resize(500, 60);
        holder.show();
        QVERIFY(QTest::qWaitForWindowExposed(&holder));
        QCOMPARE(parts[3]->geometry().right(), 499);  // what comes after a stretch stands at the right
        QCOMPARE(row->heightForWidth(500), 20);
        // Three have room, the fourth does not stand alone.
        holder.resize(320, 60);
        QTRY_COMPARE(parts[3]->geometry().top(), 24);
        QCOMPARE(row->heightForWidth(320), 44);
        QCOMPARE(parts[1]->geometry().top(), 0);
        QCOMPARE(parts[2]->geometry().top(), 24);
        QCOMPARE(parts[3]->geometry().right(), 319);
        // Rows of two: the third and the fourth.
        holder.resize(210, 60);
        QTRY_COMPARE(parts[2]->geometry().top(), 24);
        QCOMPARE(row->heightForWidth(210), 44);
    }

    /// A shop with thirty campuses has a tab for each; its window fits the screen all the same.
    void tabsThatScrollDoNotWidenTheWindow() {
        QWidget holder;
        auto* row = new ui::WrapRow(&holder);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(4);
        auto* tabs = new ui::TabBar(&holder);
        tabs->setUsesScrollButtons(true);
        tabs->setElideMode(Qt::ElideRight);
        for (int i = 0; i < 30; ++i) {
            tabs->addTab(QStringLiteral("Campus number %1").arg(i));
        }
        row->addWidget(tabs);
        auto* button = new QPushButton(&holder);
        button->setFixedSize(100, 20);
        row->addWidget(button);
        QVERIFY(tabs->sizeHint().width() > 1'000);
        QVERIFY(row->minimumSize().width() < 400);
        holder.resize(400, 100);
        holder.show();
        QVERIFY(QTest::qWaitForWindowExposed(&holder));
        QCOMPARE(holder.width(), 400);
        QTRY_COMPARE(tabs->width(), 400);
        QVERIFY(tabs->tabRect(0).width() > tabs->fontMetrics().horizontalAdvance(tabs->tabText(0)));  // to be read
        tabs->setTabText(0, QString(300, QLatin1Char('w')));
        QVERIFY(tabs->tabRect(0).width() < 400);
        QVERIFY(button->y() > tabs->y());
    }

    void aButtonIsNotLeftAloneByTheNext() {
        QWidget holder;
        auto* row = new ui::WrapRow(&holder);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(4);
        std::vector<QPushButton*> buttons;
        for (int i = 0; i < 5; ++i) {
            buttons.push_back(new QPushButton(&holder));
            buttons.back()->setFixedSize(100, 20);
            row->addWidget(buttons.back());
        }
        holder.resize(220, 100);
        holder.show();
        QVERIFY(QTest::qWaitForWindowExposed(&holder));
        // 2, 2 and 1 cannot be made better, 3 and 2 can stay, and 4 and 1 become 3 and 2.
        QTRY_COMPARE(buttons[4]->y(), 48);
        QCOMPARE(buttons[3]->y(), 24);
        for (const int width : {320, 430}) {
            holder.resize(width, 100);
            QTRY_COMPARE(buttons[4]->y(), 24);
            QCOMPARE(buttons[3]->y(), 24);
            QCOMPARE(buttons[2]->y(), 0);
        }
    }

    // A figure that reaches beyond the edge would be read as another one.
    void columnsGiveWayWithoutGaps() {
        QStandardItemModel model(3, 5);
        const std::vector<int> widths{112, 144, 78, 110, 68};
        QTableView table;
        table.setModel(&model);
        ui::styleTable(table, true);
        table.setFrameShape(QFrame::NoFrame);
        for (int column = 0; column < 5; ++column) {
            table.setColumnWidth(column, widths[static_cast<std::size_t>(column)]);
        }
        const auto* room = new ui::ColumnRoom(table, widths, {4, 2});
        table.resize(600, 200);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        using Columns = std::set<int>;
        for (const auto& [width, hidden] :
             {std::pair(600, Columns{}), std::pair(470, Columns{4}), std::pair(400, Columns{2, 4}),
              std::pair(530, Columns{}), std::pair(400, Columns{2, 4}), std::pair(460, Columns{4})}) {
            table.resize(width, 200);
            for (int column = 0; column < 5; ++column) {
                QTRY_COMPARE(table.isColumnHidden(column), hidden.contains(column));
            }
            const auto last = hidden.contains(4) ? 3 : 4;
            QTRY_COMPARE(table.columnViewportPosition(last) + table.columnWidth(last), width);
            QCOMPARE(table.horizontalScrollBar()->maximum(), 0);
            int end = 0;
            for (int column = 0; column <= last; ++column) {
                if (!hidden.contains(column)) {
                    QCOMPARE(table.columnViewportPosition(column), end);
                    QVERIFY(table.columnWidth(column) >= widths[static_cast<std::size_t>(column)]);
                    end += table.columnWidth(column);
                }
            }
            // What is remembered knows nothing of the room.
            const auto yielded = room->yielded();
            for (int column = 0; column < 5; ++column) {
                QVERIFY(room->isWanted(column));
                const int wanted = widths[static_cast<std::size_t>(column)];
                const auto known = yielded.find(column);
                QVERIFY(!hidden.contains(column) || known != yielded.end());
                QVERIFY(column == 4 || known == yielded.end() || known->second == wanted);
                QVERIFY(column == last || known != yielded.end() || table.columnWidth(column) == wanted);
            }
        }
    }

    // Nobody has asked for what comes with the rows: others give way to it.
    void aColumnThatComesWithTheRowsMakesOthersGiveWay() {
        QStandardItemModel model(3, 4);
        const std::vector<int> widths{112, 144, 110, 110};
        QTableView table;
        table.setModel(&model);
        ui::styleTable(table, true);
        table.setFrameShape(QFrame::NoFrame);
        for (int column = 0; column < 4; ++column) {
            table.setColumnWidth(column, widths[static_cast<std::size_t>(column)]);
        }
        auto* room = new ui::ColumnRoom(table, widths, {2});
        room->setShown(1, false);
        table.resize(400, 200);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        QTRY_VERIFY(table.isColumnHidden(1) && !table.isColumnHidden(2));
        room->setShown(1, true);
        QTRY_VERIFY(!table.isColumnHidden(1) && table.isColumnHidden(2));
        QVERIFY(room->isWanted(2));
        QCOMPARE(table.horizontalScrollBar()->maximum(), 0);
    }

    // Who ticks a column loses no other one: they become narrower, then the table scrolls sideways.
    void aColumnThatIsAskedForTakesNobodysPlace() {
        QStandardItemModel model(3, 5);
        const std::vector<int> widths{112, 144, 78, 110, 68};
        QTableView table;
        table.setModel(&model);
        ui::styleTable(table, true);
        table.setFrameShape(QFrame::NoFrame);
        for (int column = 0; column < 5; ++column) {
            table.setColumnWidth(column, widths[static_cast<std::size_t>(column)]);
        }
        auto* room = new ui::ColumnRoom(table, widths, {4, 2});
        QVERIFY(!room->isShort());
        table.resize(400, 200);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        QTRY_VERIFY(table.isColumnHidden(2) && table.isColumnHidden(4));
        QVERIFY(room->isShort());
        room->setWanted(2, true);
        for (const int column : {0, 1, 2, 3}) {
            QVERIFY(!table.isColumnHidden(column));
        }
        QVERIFY(room->isShort());
        room->showAll();
        for (int column = 0; column < 5; ++column) {
            QVERIFY(!table.isColumnHidden(column));
        }
        QVERIFY(!room->isShort());
        // What is not wanted any more gives its place back, and can give way later.
        room->setWanted(4, false);
        QVERIFY(table.isColumnHidden(4) && !room->isWanted(4));
    }

    // What comes into view while somebody scrolls may be longer: no column goes from before their eyes.
    void noColumnGoesWhileItsRowsAreScrolled() {
        QStandardItemModel model(60, 3);
        QTableView table;
        table.setModel(&model);
        ui::styleTable(table, false);
        ui::fitColumns(table, std::vector<int>{20, 20, 20});
        const QString number = QStringLiteral("R-20260601-000123");
        model.setData(model.index(59, 1), number);
        const int needed = table.fontMetrics().horizontalAdvance(number);
        const int title = table.horizontalHeader()->sectionSizeHint(0) + 30;
        QVERIFY(needed > title + 40);  // no room for it beside the two others
        table.resize(3 * title + 20, 200);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        QTRY_VERIFY(table.verticalScrollBar()->maximum() > 0);
        QVERIFY(!table.isColumnHidden(1) && !table.isColumnHidden(2) && table.columnWidth(1) < needed);
        table.scrollToBottom();
        QTRY_VERIFY(table.columnWidth(1) >= needed);
        QVERIFY(!table.isColumnHidden(1) && !table.isColumnHidden(2));
    }

    // What stands in a cell is whole at the cost of columns that have room to spare, then of the last ones.
    void columnsAreAsWideAsWhatStandsInThem() {
        QStandardItemModel model(2, 4);
        QTableView table;
        table.setModel(&model);
        ui::styleTable(table, false);
        ui::fitColumns(table, std::vector<int>{60, 220, 60, 60});
        const QString number = QStringLiteral("R-20260601-000123");
        const int needed = table.fontMetrics().horizontalAdvance(number) + 16;
        QVERIFY(needed > 80);
        model.setData(model.index(1, 0), number);
        const int least = needed + 3 * 60;
        table.resize(least + 200, 200);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        QTRY_VERIFY(table.columnWidth(0) >= needed);
        QCOMPARE(table.columnWidth(1), ui::byText(220));
        // A narrow window: the wide column gives what it does not need.
        table.resize(least + 60, 200);
        QTRY_VERIFY(table.columnWidth(1) < ui::byText(220));
        QVERIFY(table.columnWidth(0) >= needed && !table.isColumnHidden(3));
        QCOMPARE(table.horizontalScrollBar()->maximum(), 0);
        // A narrower one: the last goes, and comes back. What comes later than the window is looked at too.
        table.resize(needed + 70, 200);
        QTRY_VERIFY(table.isColumnHidden(3) && table.isColumnHidden(2));
        QVERIFY(table.columnWidth(0) >= needed && !table.isColumnHidden(0));
        table.resize(least + 200, 200);
        QTRY_VERIFY(!table.isColumnHidden(3) && !table.isColumnHidden(2));
        model.setData(model.index(0, 2), number);
        QTRY_VERIFY(table.columnWidth(2) >= needed);
        // A text of people is cut before a column goes; a width chosen by hand is kept.
        model.setData(model.index(0, 0), QString(400, QLatin1Char('m')));
        table.setColumnWidth(1, 150);
        table.resize(ui::byText(ui::kWholeCell) + needed + 150 + 90, 200);
        QTRY_VERIFY(table.columnWidth(0) > needed);
        QVERIFY(!table.isColumnHidden(3));
        QCOMPARE(table.columnWidth(1), 150);
    }

    // As wide as the texts need, as far as the screen goes: then the longest gives way, and the reason has its room.
    void outcomesHaveRoomForTheirTexts_data() {
        QTest::addColumn<int>("longest");
        QTest::newRow("usual") << 5;
        QTest::newRow("long") << 90;
    }
    void outcomesHaveRoomForTheirTexts() {
        QFETCH(int, longest);
        std::vector<ui::RowOutcome> outcomes(3);
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            outcomes[i].name = QStringLiteral("R2024060%1").arg(i);
            outcomes[i].detail = QString(longest, QLatin1Char('m'));
            outcomes[i].now = QStringLiteral("Requested");
            outcomes[i].error = Error{ErrorCode::Conflict, "as told", {}, {}};
            outcomes[i].why = QStringLiteral("local:bo approved it at 12:30:05, while this was read");
        }
        ui::RowOutcomeDialog dialog(QStringLiteral("Approve"),
                                    {QStringLiteral("Return"), QStringLiteral("Order"), QStringLiteral("State now")},
                                    outcomes, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const auto* table = dialog.findChild<QTableView*>(QStringLiteral("outcomeRows"));
        QVERIFY(dialog.width() <= dialog.screen()->availableGeometry().width());
        QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
        const int last = table->model()->columnCount() - 1;
        QVERIFY(table->columnWidth(last) >= 190);
        for (int column = 0; column < last; ++column) {
            const QString words = table->model()->index(0, column).data().toString();
            const bool gave = column == 1 && longest > 5;
            QVERIFY2(gave || table->columnWidth(column) >= table->fontMetrics().horizontalAdvance(words) + 16,
                     qPrintable(words));
        }
    }

    void outcomesAreSortedAndCopied() {
        std::vector<ui::RowOutcome> outcomes(3);
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            outcomes[i].name = QStringLiteral("R%1").arg(i == 0 ? 10 : i);
            outcomes[i].now = QStringLiteral("Requested");
        }
        outcomes[1].error = Error{ErrorCode::Conflict, "as told", {}, {}};
        outcomes[1].why = QStringLiteral("ann was quicker");
        ui::RowOutcomeDialog dialog(QStringLiteral("Approve"),
                                    {QStringLiteral("Return"), QStringLiteral("Order"), QStringLiteral("State now")},
                                    outcomes, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto* table = dialog.findChild<QTableView*>(QStringLiteral("outcomeRows"));
        const auto names = [table] {
            QStringList all;
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                all << table->model()->index(row, 0).data().toString();
            }
            return all;
        };
        const QStringList given{QStringLiteral("R1"), QStringLiteral("R10"), QStringLiteral("R2")};
        QCOMPARE(names(), given);  // what went otherwise first
        auto* header = table->horizontalHeader();
        const auto click = [header] {
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              {header->sectionViewportPosition(0) + header->sectionSize(0) / 2, header->height() / 2});
        };
        click();
        QCOMPARE(names(), (QStringList{QStringLiteral("R1"), QStringLiteral("R2"), QStringLiteral("R10")}));
        click();
        QCOMPARE(names(), (QStringList{QStringLiteral("R10"), QStringLiteral("R2"), QStringLiteral("R1")}));
        click();
        QCOMPARE(names(), given);
        table->setFocus();
        table->selectAll();
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), qsizetype{3});
        QCOMPARE(lines.front(), QStringLiteral("R1\t\tChanged meanwhile\tRequested\tann was quicker"));
        table->setCurrentIndex(table->model()->index(0, 4));
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("ann was quicker"));
    }
};

}  // namespace test_rows

QTEST_MAIN(test_rows::TestRows)
#include "test_rows.moc"
