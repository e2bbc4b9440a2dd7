// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of buttons and entries of menus: one each, none twice, also after a text has changed; and texts are as they
// were. That every dialog of the console has them: test_screenshots.
#include <QCheckBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include "tests/ui/console_fixture.h"
#include "ui/widgets/mnemonics.h"
#include "ui/widgets/theme.h"

namespace test_mnemonics {

using namespace evenhand;

namespace {

/// A dialog with these buttons below each other.
struct Box {
    explicit Box(const QStringList& texts) {
        auto* layout = new QVBoxLayout(&dialog);
        for (const QString& text : texts) {
            auto* button = new QPushButton(text, &dialog);
            button->setObjectName(QStringLiteral("button%1").arg(buttons.size()));
            layout->addWidget(button);
            buttons << button;
        }
    }
    void show() {
        dialog.show();
        QCoreApplication::sendPostedEvents();
    }
    [[nodiscard]] QString keys() const {
        QString all;
        for (const auto* button : buttons) {
            all += ui::mnemonicIn(button->text());
        }
        return all;
    }
    QDialog dialog;
    QList<QPushButton*> buttons;
};

}  // namespace

class TestMnemonics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { ui::applyTheme(*qApp, ui::ThemeChoice::Light); }

    void aLetterOfTheWordsIsTaken_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("taken");
        QTest::addColumn<QString>("marked");
        QTest::newRow("first") << QStringLiteral("Save") << QStringLiteral("x") << QString() << QStringLiteral("&Save");
        QTest::newRow("second word") << QStringLiteral("Save a copy…") << QStringLiteral("x") << QStringLiteral("S")
                                     << QStringLiteral("Save &a copy…");
        QTest::newRow("within") << QStringLiteral("Save") << QStringLiteral("x") << QStringLiteral("S")
                                << QStringLiteral("S&ave");
        QTest::newRow("no letter is left")
            << QStringLiteral("So") << QStringLiteral("keepButton") << QStringLiteral("SO") << QStringLiteral("So(&K)");
        QTest::newRow("no letters") << QStringLiteral("1 – 2") << QStringLiteral("x") << QString()
                                    << QStringLiteral("1 – 2(&X)");
        QTest::newRow("Chinese") << QStringLiteral("取消") << QStringLiteral("cancel") << QString()
                                 << QStringLiteral("取消(&C)");
        QTest::newRow("Chinese, taken") << QStringLiteral("取消") << QStringLiteral("keepEditing")
                                        << QStringLiteral("K") << QStringLiteral("取消(&E)");
        QTest::newRow("Chinese, goes on")
            << QStringLiteral("打开…") << QStringLiteral("open") << QString() << QStringLiteral("打开(&O)…");
        QTest::newRow("a Chinese name in English") << QStringLiteral("刘洋 goes off duty") << QStringLiteral("x")
                                                   << QString() << QStringLiteral("刘洋 &goes off duty");
        QTest::newRow("a sign that is shown")
            << QStringLiteral("&&Bo") << QStringLiteral("x") << QString() << QStringLiteral("&&&Bo");
    }
    void aLetterOfTheWordsIsTaken() {
        QFETCH(QString, text);
        QFETCH(QString, name);
        QFETCH(QString, taken);
        QFETCH(QString, marked);
        QSet<QChar> letters(taken.begin(), taken.end());
        QCOMPARE(ui::withMnemonic(text, name, letters), marked);
        QCOMPARE(ui::withoutMnemonic(marked), text);
        QVERIFY(!letters.contains(ui::mnemonicIn(marked)));
    }

    void noTwoButtonsHaveTheSame() {
        Box box({QStringLiteral("Save"), QStringLiteral("Send"), QStringLiteral("保存"), QStringLiteral("Next"),
                 QStringLiteral("&Now")});
        box.show();
        const QString keys = box.keys();
        QCOMPARE(QSet<QChar>(keys.begin(), keys.end()).size(), 5);
        QVERIFY(!keys.contains(QChar()));
        QCOMPARE(ui::mnemonicIn(box.buttons[4]->text()), QLatin1Char('N'));  // brought its own
        QSignalSpy clicked(box.buttons[1], &QPushButton::clicked);
        QVERIFY(QTest::qWaitForWindowActive(&box.dialog));
        QTest::keyClick(&box.dialog, ui::mnemonicIn(box.buttons[1]->text()).toLatin1(), Qt::AltModifier);
        QTRY_COMPARE(clicked.count(), 1);
    }

    void aNewTextHasAKeyAgain() {
        Box box({QStringLiteral("Approve 1 return"), QStringLiteral("Back")});
        box.show();
        box.buttons[0]->setText(QStringLiteral("Approve 2 returns"));
        QTRY_COMPARE(box.buttons[0]->text(), QStringLiteral("&Approve 2 returns"));
        box.buttons[1]->hide();
        box.buttons[0]->setText(QStringLiteral("Begin"));
        QTRY_COMPARE(box.buttons[0]->text(), QStringLiteral("&Begin"));
        box.buttons[1]->show();  // had that letter before
        QTRY_COMPARE(box.keys(), QStringLiteral("BA"));
    }

    /// More boxes than letters: the arrow keys go through them, and the dialog's own buttons have all letters to
    /// choose.
    void whatIsListedHasNone() {
        Box box({QStringLiteral("Approve")});
        QWidget list(&box.dialog);
        ui::setKeyless(list);
        auto* down = new QVBoxLayout(&list);
        for (int i = 0; i < 30; ++i) {
            down->addWidget(new QCheckBox(QStringLiteral("Approve %1").arg(i), &list));
        }
        box.dialog.layout()->addWidget(&list);
        box.show();
        for (const auto* listed : list.findChildren<QCheckBox*>()) {
            QCOMPARE(ui::mnemonicIn(listed->text()), QChar());
        }
        QCOMPARE(box.keys(), QStringLiteral("A"));
        auto* first = list.findChild<QCheckBox*>();
        QVERIFY(QTest::qWaitForWindowActive(&box.dialog));
        first->setFocus();
        QTest::keyClick(first, Qt::Key_Down);
        QVERIFY(!first->hasFocus() && list.isAncestorOf(box.dialog.focusWidget()));
    }

    /// Ctrl+Enter confirms; the letter does too.
    void otherKeysOfAButtonStay() {
        Box box({QStringLiteral("Confirm"), QStringLiteral("Cancel")});
        box.buttons[0]->setShortcut(Qt::CTRL | Qt::Key_Return);
        box.show();
        QCOMPARE(box.buttons[0]->text(), QStringLiteral("C&onfirm"));
        box.buttons[0]->setText(QStringLiteral("Confirm all"));
        QTRY_COMPARE(box.buttons[0]->text(), QStringLiteral("C&onfirm all"));
        QCOMPARE(box.buttons[0]->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_Return));
        QVERIFY(QTest::qWaitForWindowActive(&box.dialog));
        QSignalSpy clicked(box.buttons[0], &QPushButton::clicked);
        QTest::keyClick(&box.dialog, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(clicked.count(), 1);
        QTest::keyClick(&box.dialog, Qt::Key_O, Qt::AltModifier);
        QTRY_COMPARE(clicked.count(), 2);
    }

    void aFieldsNameKeepsItsKey() {
        Box box({QStringLiteral("Name it")});
        auto* field = new QLineEdit(&box.dialog);
        auto* label = new QLabel(QStringLiteral("&Name"), &box.dialog);
        label->setBuddy(field);
        box.dialog.layout()->addWidget(label);
        box.dialog.layout()->addWidget(field);
        box.show();
        QCOMPARE(box.buttons[0]->text(), QStringLiteral("Name &it"));
    }

    void buttonsOfEveryDialogHaveTheLetterOfTheirRole() {
        QDialog dialog;
        auto* buttons = new QDialogButtonBox(&dialog);
        auto* yes = buttons->addButton(QStringLiteral("确定"), QDialogButtonBox::AcceptRole);
        auto* no = buttons->addButton(QStringLiteral("取消"), QDialogButtonBox::RejectRole);
        auto* box = new QCheckBox(QStringLiteral("关闭"), &dialog);
        box->setObjectName(QStringLiteral("close"));
        auto* layout = new QVBoxLayout(&dialog);
        layout->addWidget(box);
        layout->addWidget(buttons);
        dialog.show();
        QCoreApplication::sendPostedEvents();
        QCOMPARE(yes->text(), QStringLiteral("确定(&O)"));
        QCOMPARE(no->text(), QStringLiteral("取消(&C)"));
        QCOMPARE(box->text(), QStringLiteral("关闭(&L)"));
    }

    /// Whoever presses it out of habit changes nothing, whatever the other buttons are called.
    void leavingIsTheSameLetterInEveryDialog_data() {
        QTest::addColumn<QString>("act");
        QTest::addColumn<QString>("leave");
        QTest::addColumn<QString>("shown");
        QTest::newRow("cancelling orders") << QStringLiteral("Cancel 58 orders") << QStringLiteral("Do not cancel")
                                           << QStringLiteral("Do not &cancel");
        QTest::newRow("creating") << QStringLiteral("Create") << QStringLiteral("Close") << QStringLiteral("&Close");
        QTest::newRow("its own mark") << QStringLiteral("&Create") << QStringLiteral("&Leave")
                                      << QStringLiteral("Leave(&C)");
        QTest::newRow("no such letter") << QStringLiteral("Discard") << QStringLiteral("Keep editing")
                                        << QStringLiteral("Keep editing(&C)");
        QTest::newRow("Chinese") << QStringLiteral("取消订单") << QStringLiteral("不取消")
                                 << QStringLiteral("不取消(&C)");
    }
    void leavingIsTheSameLetterInEveryDialog() {
        QFETCH(QString, act);
        QFETCH(QString, leave);
        QFETCH(QString, shown);
        for (const bool isInBox : {true, false}) {
            QDialog dialog;
            auto* layout = new QVBoxLayout(&dialog);
            auto* doing = new QPushButton(act);
            auto* leaving = new QPushButton(leave);
            doing->setObjectName(QStringLiteral("campaignClose"));
            if (isInBox) {
                auto* buttons = new QDialogButtonBox(&dialog);
                buttons->addButton(doing, QDialogButtonBox::AcceptRole);
                buttons->addButton(leaving, QDialogButtonBox::RejectRole);
                layout->addWidget(buttons);
            } else {
                ui::setLeaves(*leaving);
                layout->addWidget(doing);
                layout->addWidget(leaving);
            }
            dialog.show();
            QCoreApplication::sendPostedEvents();
            QCOMPARE(leaving->text(), shown);
            QVERIFY2(ui::mnemonicIn(doing->text()) != ui::kLeavingKey, qPrintable(doing->text()));
            QVERIFY(!ui::mnemonicIn(doing->text()).isNull());
            leaving->hide();  // nobody else gets it
            doing->setText(act + QLatin1Char('C'));
            QTRY_VERIFY2(!ui::mnemonicIn(doing->text()).isNull() && ui::mnemonicIn(doing->text()) != ui::kLeavingKey,
                         qPrintable(doing->text()));
        }
    }

    void entriesOfAnOpenMenuHaveTheirs_data() {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("Chinese") << QStringLiteral("zh");
    }
    void entriesOfAnOpenMenuHaveTheirs() {
        QFETCH(QString, language);
        test::Console console;
        console.look.language = language;
        auto* menu = console.open().personMenu();
        QStringList before;
        for (const auto* action : menu->actions()) {
            before << action->text();
        }
        menu->popup({0, 0});
        QString keys;
        for (const auto* action : menu->actions()) {
            if (!action->isSeparator()) {
                QVERIFY2(!ui::mnemonicIn(action->text()).isNull(), qPrintable(action->text()));
                keys += ui::mnemonicIn(action->text());
            }
        }
        QVERIFY(keys.size() > 4);
        QCOMPARE(QSet<QChar>(keys.begin(), keys.end()).size(), keys.size());
        menu->close();
        QStringList after;
        for (const auto* action : menu->actions()) {
            after << action->text();
        }
        QCOMPARE(after, before);  // they stand on buttons and in the command palette too
    }
};

}  // namespace test_mnemonics

QTEST_MAIN(test_mnemonics::TestMnemonics)
#include "test_mnemonics.moc"
