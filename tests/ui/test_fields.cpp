// SPDX-License-Identifier: GPL-3.0-or-later
// Fields that several pages share: a moment that is typed as it is shown, and the wheel over a field.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>

#include "ui/widgets/moment_edit.h"
#include "ui/widgets/wheel_guard.h"

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

QTEST_MAIN(TestFields)
#include "test_fields.moc"
