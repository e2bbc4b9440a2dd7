// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/mnemonics.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QShortcut>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_words.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr char kGiven[] = "evenhandMnemonic";         // the text as it was marked here
constexpr char kOwnKeys[] = "evenhandOwnKeys";        // a button's other keys, which setText() takes away
constexpr char kLeaves[] = "evenhandLeaves";          // see setLeaves()
constexpr char kKeyless[] = "evenhandKeyless";        // see setKeyless()
constexpr char kAttended[] = "evenhandHasMnemonics";  // a menu that is watched
const QString kShortcutName = QStringLiteral("mnemonic");

bool isLetter(QChar c) {
    return (c >= QLatin1Char('a') && c <= QLatin1Char('z')) || (c >= QLatin1Char('A') && c <= QLatin1Char('Z'));
}

bool hasChinese(const QString& text) {
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.script() == QChar::Script_Han; });
}

/// Where the mark stands; -1: nowhere. Two of them are a sign that is shown.
qsizetype markIn(const QString& text) {
    for (qsizetype at = 0; at + 1 < text.size(); ++at) {
        if (text[at] == QLatin1Char('&')) {
            if (text[at + 1] != QLatin1Char('&')) {
                return at;
            }
            ++at;
        }
    }
    return -1;
}

/// A letter of the text itself, words' first ones before others; -1: none is free.
qsizetype freeLetter(const QString& text, const QSet<QChar>& taken) {
    for (const bool begins : {true, false}) {
        for (qsizetype at = 0; at < text.size(); ++at) {
            const bool first = at == 0 || text[at - 1].isSpace();
            if (isLetter(text[at]) && (first || !begins) && !taken.contains(text[at].toUpper())) {
                return at;
            }
        }
    }
    return -1;
}

/// The letters of "confirmButton" by how well they stand for it: C, B, then the others, then the alphabet.
QString lettersFor(const QString& name) {
    QString begins;
    QString others;
    for (qsizetype at = 0; at < name.size(); ++at) {
        if (isLetter(name[at])) {
            const bool first = at == 0 || name[at].isUpper() || !isLetter(name[at - 1]);
            (first ? begins : others) += name[at].toUpper();
        }
    }
    return begins + others + QStringLiteral("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

QDialogButtonBox::ButtonRole roleOf(const QAbstractButton& button) {
    const auto* box = qobject_cast<const QDialogButtonBox*>(button.parentWidget());
    return box != nullptr ? box->buttonRole(const_cast<QAbstractButton*>(&button)) : QDialogButtonBox::InvalidRole;
}

bool leaves(const QAbstractButton& button) {
    return roleOf(button) == QDialogButtonBox::RejectRole || button.property(kLeaves).toBool();
}

/// What is said in short: the role that a button has in every dialog comes before its own name.
QString spokenNameOf(const QAbstractButton& button) {
    return roleOf(button) == QDialogButtonBox::AcceptRole ? QStringLiteral("ok") : button.objectName();
}

QString markedBehind(const QString& text, QChar letter) {
    static const QRegularExpression end(QStringLiteral("(…|\\.\\.\\.)?[:：]?$"));
    QString marked = text;
    return marked.insert(end.match(text).capturedStart(), QStringLiteral("(&%1)").arg(letter));
}

bool takesPart(const QAbstractButton& button, const QWidget& dialog) {
    const bool kind = qobject_cast<const QPushButton*>(&button) != nullptr ||
                      qobject_cast<const QCheckBox*>(&button) != nullptr ||
                      qobject_cast<const QRadioButton*>(&button) != nullptr;
    return kind && !button.text().isEmpty() && !isKeyless(button) && button.window() == &dialog &&
           button.isVisibleTo(&dialog);
}

/// Not brought by the text itself.
bool isGiven(const QAbstractButton& button) { return button.property(kGiven).toString() == button.text(); }

}  // namespace

QChar mnemonicIn(const QString& text) {
    const qsizetype at = markIn(text);
    return at < 0 ? QChar() : text[at + 1].toUpper();
}

QString withoutMnemonic(const QString& text) {
    static const QRegularExpression behind(QStringLiteral("\\(&[A-Za-z]\\)"));
    QString plain = text;
    plain.remove(behind);
    if (const qsizetype at = markIn(plain); at >= 0) {
        plain.remove(at, 1);
    }
    return plain;
}

QString withMnemonic(const QString& text, const QString& name, const QSet<QChar>& taken) {
    QString marked = text;
    // A Chinese name in English words changes nothing: the words have letters of their own.
    if (!hasChinese(text) || showsEnglish()) {
        if (const qsizetype at = freeLetter(text, taken); at >= 0) {
            return marked.insert(at, QLatin1Char('&'));
        }
    }
    const QString letters = lettersFor(name);
    const auto free = std::find_if(letters.begin(), letters.end(), [&taken](QChar c) { return !taken.contains(c); });
    if (free == letters.end()) {
        return text;
    }
    return markedBehind(text, *free);
}

QString withMnemonic(const QString& text, QChar key) {
    QSet<QChar> others;
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
        if (key != QLatin1Char(letter)) {
            others.insert(QLatin1Char(letter));
        }
    }
    QString marked = text;
    const qsizetype at = hasChinese(text) ? -1 : freeLetter(text, others);
    return at < 0 ? markedBehind(text, key) : marked.insert(at, QLatin1Char('&'));
}

void setLeaves(QAbstractButton& button) { button.setProperty(kLeaves, true); }

void setKeyless(QWidget& list) { list.setProperty(kKeyless, true); }

bool isKeyless(const QAbstractButton& button) {
    return button.parentWidget() != nullptr && button.parentWidget()->property(kKeyless).toBool();
}

Mnemonics::Mnemonics(QApplication& app) : QObject(&app) { app.installEventFilter(this); }

bool Mnemonics::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::Show:
            if (auto* dialog = qobject_cast<QDialog*>(watched)) {
                giveTo(*dialog);
            }
            break;
        case QEvent::LayoutRequest:  // a text was changed, or something came
            if (auto* widget = qobject_cast<QWidget*>(watched)) {
                if (auto* dialog = qobject_cast<QDialog*>(widget->window()); dialog != nullptr && dialog->isVisible()) {
                    giveTo(*dialog);
                }
            }
            break;
        case QEvent::Polish:
            if (auto* menu = qobject_cast<QMenu*>(watched)) {
                attend(*menu);
            }
            break;
        default: break;
    }
    return QObject::eventFilter(watched, event);
}

void Mnemonics::giveTo(QWidget& dialog) {
    QSet<QChar> taken{kLeavingKey};  // also where nothing is there to leave it by
    for (const auto* label : dialog.findChildren<QLabel*>()) {
        if (label->buddy() != nullptr && label->isVisibleTo(&dialog)) {
            taken.insert(mnemonicIn(label->text()));
        }
    }
    QList<QAbstractButton*> buttons;
    for (auto* button : dialog.findChildren<QAbstractButton*>()) {
        if (takesPart(*button, dialog)) {
            buttons << button;
        }
    }
    // What every dialog has keeps its letter in every dialog.
    std::stable_partition(buttons.begin(), buttons.end(), [](const QAbstractButton* button) {
        return qobject_cast<const QDialogButtonBox*>(button->parentWidget()) != nullptr;
    });
    // Who has one keeps it; one of a page that was hidden may be somebody else's by now.
    QList<QAbstractButton*> without;
    bool canLeave = false;
    for (auto* button : buttons) {
        const QChar key = mnemonicIn(button->text());
        if (!canLeave && leaves(*button)) {
            canLeave = true;
            mark(*button, withMnemonic(withoutMnemonic(button->text()), kLeavingKey));
        } else if (key.isNull() || key == kLeavingKey || (isGiven(*button) && taken.contains(key))) {
            without << button;
        } else {
            taken.insert(key);
        }
    }
    for (auto* button : without) {
        giveTo(*button, taken);
    }
}

void Mnemonics::giveTo(QAbstractButton& button, QSet<QChar>& taken) {
    const QString marked = withMnemonic(withoutMnemonic(button.text()), spokenNameOf(button), taken);
    if (const QChar key = mnemonicIn(marked); !key.isNull()) {
        taken.insert(key);
        mark(button, marked);
    }
}

void Mnemonics::mark(QAbstractButton& button, const QString& marked) {
    const QString shown = button.text();
    if (shown == marked && isGiven(button)) {
        return;
    }
    // A button has one shortcut, and setText() makes it that of the text.
    if (const QKeySequence keys = button.shortcut(); !keys.isEmpty() && keys != QKeySequence::mnemonic(shown)) {
        button.setProperty(kOwnKeys, QVariant::fromValue(keys));
    }
    button.setText(marked);
    button.setProperty(kGiven, marked);
    if (const auto keys = button.property(kOwnKeys).value<QKeySequence>(); !keys.isEmpty()) {
        button.setShortcut(keys);
        auto* second = button.findChild<QShortcut*>(kShortcutName, Qt::FindDirectChildrenOnly);
        if (second == nullptr) {
            second = named(new QShortcut(&button), kShortcutName);
            connect(second, &QShortcut::activated, &button, &QAbstractButton::click);
        }
        second->setKey(QKeySequence::mnemonic(marked));
    }
}

/// From before it is first measured.
void Mnemonics::attend(QMenu& menu) {
    if (menu.property(kAttended).toBool()) {
        return;
    }
    menu.setProperty(kAttended, true);
    auto* watched = &menu;
    connect(watched, &QMenu::aboutToShow, this, [this, watched] { giveTo(*watched); });
    connect(watched, &QMenu::aboutToHide, this, [this, watched] { takeBack(watched); });
    connect(watched, &QObject::destroyed, this, [this, watched] { m_menus.erase(watched); });
}

/// An action stands in other places too (on buttons, in the command palette, in tips), so it is marked while the menu
/// is open only.
void Mnemonics::giveTo(QMenu& menu) {
    takeBack(&menu);
    QSet<QChar> taken;
    for (const auto* action : menu.actions()) {
        taken.insert(mnemonicIn(action->text()));
    }
    std::vector<Marked> marked;
    for (auto* action : menu.actions()) {
        if (action->isSeparator() || action->text().isEmpty() || !mnemonicIn(action->text()).isNull()) {
            continue;
        }
        const QString plain = action->text();
        action->setText(withMnemonic(plain, action->objectName(), taken));
        taken.insert(mnemonicIn(action->text()));
        marked.push_back({action, plain, action->text()});
    }
    m_menus[&menu] = std::move(marked);
}

void Mnemonics::takeBack(QMenu* menu) {
    const auto found = m_menus.find(menu);
    if (found == m_menus.end()) {
        return;
    }
    for (const auto& [action, plain, marked] : std::exchange(found->second, {})) {
        if (action && action->text() == marked) {
            action->setText(plain);
        }
    }
    m_menus.erase(menu);
}

}  // namespace evenhand::ui
