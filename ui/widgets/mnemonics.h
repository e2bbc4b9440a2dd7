// SPDX-License-Identifier: GPL-3.0-or-later
// Keys for what stands in dialogs and menus: Alt and the underlined letter presses a button or ticks a box, the letter
// alone chooses an entry of an open menu. They are given while something is shown and not written into the texts, so
// that a new button has one too and no two of a dialog have the same, in any language. Chinese has the letter behind
// the word: "取消(&C)". A text that brings its own mark keeps it. Leaving a dialog without doing anything ("Cancel",
// "Close", "Do not cancel") is the same letter in all of them, and no other button ever has that one: whoever presses
// it out of habit changes nothing.
// Thread: GUI. Costs a comparison per event, and a look through the dialog when it is laid out.
#pragma once

#include <QMenu>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QString>
#include <map>
#include <vector>

class QAbstractButton;
class QApplication;

namespace evenhand::ui {

/// Leaves every dialog, whatever its words are.
inline constexpr QChar kLeavingKey = u'C';
/// `button` leaves its dialog without doing anything, but does not stand in a QDialogButtonBox, where its role says so.
void setLeaves(QAbstractButton& button);
/// Buttons that stand in `list` itself get no keys: there are more of them than letters, and some with a key and some
/// without would tell nobody how to reach one. Tab and the arrow keys do.
void setKeyless(QWidget& list);
[[nodiscard]] bool isKeyless(const QAbstractButton& button);

/// The marked letter of a text, in upper case; null: none.
[[nodiscard]] QChar mnemonicIn(const QString& text);
/// `text` as people read it.
[[nodiscard]] QString withoutMnemonic(const QString& text);
/// `text` with a letter marked that is not in `taken`; where the text has none of its own to mark, one of `name` (an
/// object's name, English) or of the alphabet stands behind it. Unchanged where every letter is taken.
[[nodiscard]] QString withMnemonic(const QString& text, const QString& name, const QSet<QChar>& taken);
/// `text` with that letter (A–Z) marked: where a word begins with it, within one, or behind the text.
[[nodiscard]] QString withMnemonic(const QString& text, QChar key);

class Mnemonics : public QObject {
    Q_OBJECT

public:
    /// For all dialogs and menus of the program, as long as it lives.
    explicit Mnemonics(QApplication& app);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Marked {
        QPointer<QAction> action;
        QString plain;
        QString marked;
    };
    void giveTo(QWidget& dialog);
    void giveTo(QAbstractButton& button, QSet<QChar>& taken);
    void mark(QAbstractButton& button, const QString& marked);
    void attend(QMenu& menu);
    void giveTo(QMenu& menu);
    void takeBack(QMenu* menu);

    std::map<QMenu*, std::vector<Marked>> m_menus;  ///< that are open
};

}  // namespace evenhand::ui
