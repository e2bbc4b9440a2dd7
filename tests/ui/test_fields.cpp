// SPDX-License-Identifier: GPL-3.0-or-later
// Fields that several pages share: a moment that is typed as it is shown, and the wheel over a field.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include "ui/dialogs/text_table.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/moment_edit.h"
#include "ui/widgets/time_range.h"
#include "ui/widgets/wheel_guard.h"

namespace test_fields {

using namespace evenhand;

namespace {

api::WorkspaceInfo shanghai() {
    api::WorkspaceInfo info;
    info.currency = "CNY";
    info.timeZone = "Asia/Shanghai";
    return info;
}

void turnWheel(QWidget& over) {
    const QPointF at = QRectF(over.rect()).center();
    QWheelEvent event(at, over.mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&over, &event);
}

}  // namespace

class TestFields : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMomentIsTypedAsItIsShown_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<bool>("overAll");
        for (const bool overAll : {false, true}) {
            const auto row = [&](const char* typed) {
                QTest::addRow("%s%s", typed, overAll ? ", over all of it" : "")
                    << QString::fromLatin1(typed) << overAll;
            };
            row("2027-03-04 05:06:07");
            row("20270304050607");
            row("2027/03/04 05.06.07");
            row("2027-3-4 5:6:7");
        }
    }
    void aMomentIsTypedAsItIsShown() {
        QFETCH(QString, typed);
        QFETCH(bool, overAll);
        const ui::Formats formats(shanghai());
        ui::MomentEdit edit(
            formats, [] { return Instant{0}; }, Instant{1'764'000'000'000});
        edit.show();
        QVERIFY(QTest::qWaitForWindowExposed(&edit));
        edit.setFocus();
        if (overAll) {
            edit.selectAll();
        } else {
            edit.setSelectedSection(QDateTimeEdit::YearSection);
        }
        QTest::keyClicks(&edit, typed);
        QCOMPARE(formats.dateTime(edit.instant()), QStringLiteral("2027-03-04 05:06:07"));
    }

    void aMomentIsPasted() {
        const ui::Formats formats(shanghai());
        ui::MomentEdit edit(
            formats, [] { return Instant{0}; }, Instant{1'764'000'000'000});
        edit.show();
        QVERIFY(QTest::qWaitForWindowExposed(&edit));
        edit.setFocus();
        QApplication::clipboard()->setText(QStringLiteral(" 2027-03-04 05:06:07 "));
        QTest::keySequence(&edit, QKeySequence::Paste);
        QCOMPARE(formats.dateTime(edit.instant()), QStringLiteral("2027-03-04 05:06:07"));
    }

    void aMomentHasRoom_data() {
        QTest::addColumn<bool>("milliseconds");
        QTest::newRow("seconds") << false;
        QTest::newRow("milliseconds") << true;
    }
    /// As small as a layout makes it: it is read whole, the widest too.
    void aMomentHasRoom() {
        QFETCH(bool, milliseconds);
        const ui::Formats formats(shanghai());
        ui::MomentEdit edit(
            formats, [] { return Instant{0}; }, Instant{1'764'000'000'000}, milliseconds);
        edit.resize(edit.minimumSizeHint());
        edit.show();
        QVERIFY(QTest::qWaitForWindowExposed(&edit));
        auto* line = edit.findChild<QLineEdit*>();
        const int now = line->findChild<QToolButton*>(QStringLiteral("momentNow"))->width();
        QVERIFY(line->fontMetrics().horizontalAdvance(line->text()) <= line->contentsRect().width() - now);
    }

    void aRangeSaysWhyItIsNone() {
        const ui::Formats formats(shanghai());
        ui::TimeRangeDialog dialog(formats, Instant{0}, Instant{2'000}, Instant{1'000}, nullptr);
        auto* hint = dialog.findChild<QLabel*>(QStringLiteral("timeRangeHint"));
        QVERIFY(hint->text().contains(QStringLiteral("after the start")));
        QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("okButton"))->isEnabled());
        dialog.findChild<ui::MomentEdit*>(QStringLiteral("toEdit"))->setInstant(Instant{3'000});
        QVERIFY(hint->text().contains(QStringLiteral("Asia/Shanghai")));
    }

    void figuresOfACardGoOnePartAfterTheOther() {
        ui::Card card;
        card.setFigures(QStringLiteral("5,843.01 left · 22.90/min   ·   about 5,312.95 left at the end"));
        card.resize(card.minimumSizeHint());
        card.show();
        QVERIFY(QTest::qWaitForWindowExposed(&card));
        const auto labels = card.findChildren<ui::ElidedLabel*>();
        QCOMPARE(labels.size(), 1);
        QCOMPARE(labels.front()->text(), QStringLiteral("5,843.01 left"));
        QVERIFY(card.figures().contains(QStringLiteral("about 5,312.95 left at the end")));
    }

    /// Never a day that could be of another year.
    void aMomentInAColumnTellsItsDay() {
        const ui::Formats formats(shanghai());
        const auto now = formats.fromZoned({2026, 5, 2}, {9, 30});
        const auto shown = [&](const QDate& day, const QTime& time) {
            return formats.shortTime(formats.fromZoned(day, time), now);
        };
        QCOMPARE(shown({2026, 5, 2}, {0, 0, 5}), QStringLiteral("00:00:05"));
        QCOMPARE(shown({2026, 5, 1}, {12, 30}), QStringLiteral("05-01 12:30"));
        QCOMPARE(shown({2025, 12, 31}, {23, 59}), QStringLiteral("2025-12-31"));
        QCOMPARE(shown({2027, 1, 1}, {0, 0}), QStringLiteral("2027-01-01"));
    }

    void aTableShowsItsFirstRowsWhole_data() {
        QTest::addColumn<int>("rows");
        for (const int rows : {0, 1, 3, 30}) {
            QTest::addRow("%d rows", rows) << rows;
        }
    }
    /// Also where their reasons take several lines; and it is no higher than what it holds.
    void aTableShowsItsFirstRowsWhole() {
        QFETCH(int, rows);
        const auto reason =
            QStringLiteral("The present status does not allow it, and somebody has to look. ").repeated(4);
        std::vector<ui::TextRow> lines(static_cast<std::size_t>(rows),
                                       {{QStringLiteral("1"), reason}, ui::Tone::Muted});
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* model = new ui::TextTableModel({QStringLiteral("Order"), QStringLiteral("Why")}, std::move(lines));
        auto* table = ui::makeTextTable(model, -1, {80, 200}, &window);
        layout->addWidget(table);
        layout->addStretch(1);
        window.resize(320, 200);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        if (rows > 0) {
            QTRY_VERIFY(table->rowHeight(0) > table->fontMetrics().height() * 3);
        }
        for (int row = 0; row < std::min(rows, 4); ++row) {
            QVERIFY(table->rowViewportPosition(row) + table->rowHeight(row) <= table->viewport()->height());
        }
        QTRY_VERIFY(table->verticalHeader()->length() + 2 * table->horizontalHeader()->height() >=
                    table->maximumHeight());
    }

    /// On a page of a wizard that is not shown yet its columns have no width, and its texts would take many lines.
    void aHiddenTableDoesNotGrow() {
        const auto reason = QStringLiteral("until it is started; then only increased, ").repeated(4);
        std::vector<ui::TextRow> lines(9, {{QStringLiteral("Units"), reason}, ui::Tone::Muted});
        QWidget window;
        auto* model = new ui::TextTableModel({QStringLiteral("Setting"), QStringLiteral("Later")}, std::move(lines));
        auto* table = ui::makeTextTable(model, -1, {80, 200}, &window);
        const int high = table->maximumHeight();
        table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
        table->verticalHeader()->resizeSection(0, 300);
        QCoreApplication::processEvents();
        QCOMPARE(table->maximumHeight(), high);
        table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        table->resize(600, 300);
        window.resize(640, 400);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_COMPARE(
            table->verticalHeader()->length() + 2 * table->horizontalHeader()->height() >= table->maximumHeight(),
            true);
    }

    void theWheelChangesOnlyTheFieldInUse() {
        const ui::WheelGuard guard(*qApp);
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* box = new QComboBox(&window);
        box->addItems({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
        box->setCurrentIndex(1);
        auto* number = new QSpinBox(&window);
        number->setValue(7);
        auto* elsewhere = new QLineEdit(&window);
        for (QWidget* field :
             {static_cast<QWidget*>(box), static_cast<QWidget*>(number), static_cast<QWidget*>(elsewhere)}) {
            layout->addWidget(field);
        }
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        elsewhere->setFocus();
        turnWheel(*box);
        turnWheel(*number);
        QCOMPARE(box->currentIndex(), 1);
        QCOMPARE(number->value(), 7);
        box->setFocus();
        turnWheel(*box);
        QCOMPARE(box->currentIndex(), 0);
        number->setFocus();
        turnWheel(*number);
        QCOMPARE(number->value(), 8);
    }
};

}  // namespace test_fields

QTEST_MAIN(test_fields::TestFields)
#include "test_fields.moc"
