// SPDX-License-Identifier: GPL-3.0-or-later
// Base of every page of the console. A page lives as long as the window, works only while it is the one shown, and
// says its texts anew when the language changes.
// Thread: GUI. Invariants: onActivated()/onDeactivated() alternate; between them isActive() is true.
#pragma once

#include <QAction>
#include <QKeyEvent>
#include <QKeySequence>
#include <QList>
#include <QVariantMap>
#include <QWidget>
#include <optional>
#include <utility>
#include <vector>

#include "ui/shell/ui_context.h"
#include "ui/widgets/theme.h"

class QLineEdit;

namespace evenhand::ui {

class BasePlot;
class QueryPaneBase;

class Page : public QWidget {
    Q_OBJECT

public:
    /// `id` is stable ("orders"): key of settings, target of Navigator, object name.
    Page(const QString& id, UiContext& context, QWidget* parent);

    [[nodiscard]] const QString& id() const noexcept { return m_id; }
    [[nodiscard]] virtual QString title() const = 0;     ///< in the language shown
    [[nodiscard]] virtual QString iconName() const = 0;  ///< resources/icons/NAME.svg
    /// What the command palette offers; disabled ones carry the reason as tool tip.
    [[nodiscard]] virtual QList<QAction*> commands() const { return {}; }
    /// Parts of the page that the palette opens too, as the lists of the settings: what each is called, and its target.
    [[nodiscard]] virtual std::vector<std::pair<QString, QVariantMap>> places() const { return {}; }
    /// The count in the navigation; nullopt: none shown.
    [[nodiscard]] virtual std::optional<qint64> badge() const { return std::nullopt; }
    /// Tone::Warn: that many things are to be done. Tone::Muted: there are that many, and all is well.
    [[nodiscard]] virtual Tone badgeTone() const { return Tone::Warn; }
    /// What it shows and counts belongs to no campus. While one is chosen the frame says so, beside the choice and with
    /// the count of the page.
    [[nodiscard]] virtual bool showsAllCampuses() const { return false; }
    /// Nothing is being loaded; for pictures and tests. Emit readyChanged() when it becomes true.
    [[nodiscard]] virtual bool isReady() const { return true; }
    /// Shows what Navigator::open() asked for; the page is active.
    virtual void openTarget(const QVariantMap& target) { Q_UNUSED(target) }
    /// Further views worth a picture (an open detail panel, a dialog): names in order.
    [[nodiscard]] virtual QStringList pictures() const { return {}; }
    /// Brings up one of pictures() and returns the widget to take a picture of (the page itself, or a dialog shown
    /// non-modally that the caller closes); emit readyChanged() once isReady().
    virtual QWidget* showPicture(const QString& name) {
        Q_UNUSED(name)
        return this;
    }
    /// The picture is taken: back to how the page is opened.
    virtual void endPicture() {}

    /// A page has whatever room the window leaves it. To ask each page of the window how high it would be at a width is
    /// most of what showing another one cost, and changes nothing.
    [[nodiscard]] bool hasHeightForWidth() const override { return false; }

    [[nodiscard]] bool isActive() const noexcept { return m_active; }
    /// Called by the window as the page is shown, hidden, or the window itself is.
    void setActive(bool active);
    /// The keyboard goes to where it was on this page, or to its list.
    void takeFocus();
    /// A key that was pressed in the frame around the page: does what it would do where the keyboard was on the page,
    /// or says why that cannot be done. False: nothing here has this key. Only what is no typing and no editing.
    [[nodiscard]] bool pressed(const QKeyEvent& key);
    /// Ctrl+F: to the field that finds rows of the table with the keyboard, else of the first table shown that has one;
    /// in that field, to the search over everything, with what was typed. Every page has it, among its commands(); it
    /// may have a name of its own there.
    [[nodiscard]] QAction* findAction() const noexcept { return m_find; }
    /// Ctrl+Shift+F: whatever filters the table with the keyboard, else the first table shown that is filtered, does so
    /// no more. Every page has it, among its commands().
    [[nodiscard]] QAction* clearAction() const noexcept { return m_clear; }

Q_SIGNALS:
    /// No table that is shown has a field that finds rows, or it has not found this: the search over everything may.
    void searchRequested(const QString& text);
    void badgeChanged();
    void readyChanged();
    void commandsChanged();

protected:
    [[nodiscard]] UiContext& context() const noexcept { return m_context; }
    /// "audit.verify" of the name "verify": the page's id goes before it.
    QAction* addCommand(const char* name, const char* iconName, const QKeySequence& keys = {});
    /// Something that isReady() waits for has come.
    void noteReady();
    /// Asks where to, as an image or a document, and tells what became of it.
    void savePlot(BasePlot* plot, const QString& caption, const QString& fileName);
    virtual void onActivated() {}
    /// What the keyboard goes to when the page is opened: its list.
    [[nodiscard]] virtual QWidget* firstFocus() const;
    virtual void onDeactivated() {}
    /// Sets every text; called at the end of the constructor of the page (by itself) and when the language changes.
    virtual void retranslate() = 0;
    void changeEvent(QEvent* event) override;
    /// Keys in lists and text fields of the page (see setupKeys()).
    bool eventFilter(QObject* watched, QEvent* event) override;
    /// Keys that nothing below has taken.
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// The key of an action that is disabled: says why. `from` has the keyboard. False: there is no such action.
    [[nodiscard]] bool sayWhyNot(const QKeyEvent& key, const QWidget* from);
    void setupKeys();
    void nameOwn();
    void openFinder();
    void clearFilter();
    [[nodiscard]] QLineEdit* finder() const;
    [[nodiscard]] QList<const QueryPaneBase*> tablesByNearness() const;
    [[nodiscard]] QWidget* keyboardPlace() const;
    [[nodiscard]] bool hears(const QAction& action, const QWidget* from) const;
    [[nodiscard]] bool isCommand(const QKeyEvent& key) const;

    QString m_id;
    UiContext& m_context;
    QAction* m_find = nullptr;
    QAction* m_clear = nullptr;
    bool m_active = false;
    bool m_keysReady = false;
};

}  // namespace evenhand::ui
