// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/page.h"

#include <QAbstractItemView>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QLayout>
#include <QLineEdit>
#include <QStandardPaths>
#include <algorithm>
#include <utility>

#include "ui/bridge/continuation.h"
#include "ui/bridge/error_text.h"
#include "ui/plots/base_plot.h"
#include "ui/shell/notices.h"
#include "ui/tables/query_pane_base.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

/// Means the same in every text.
bool isEditing(const QKeyEvent& key) {
    const auto standards = {QKeySequence::Undo, QKeySequence::Redo,  QKeySequence::Cut,
                            QKeySequence::Copy, QKeySequence::Paste, QKeySequence::SelectAll};
    return std::any_of(standards.begin(), standards.end(), [&key](auto standard) { return key.matches(standard); });
}

}  // namespace

Page::Page(const QString& id, UiContext& context, QWidget* parent) : QWidget(parent), m_id(id), m_context(context) {
    setObjectName(id + QStringLiteral("Page"));
    m_find = addCommand("find", "search", Qt::CTRL | Qt::Key_F);
    m_clear = addCommand("clearFilter", "clear", Qt::CTRL | Qt::SHIFT | Qt::Key_F);
    connect(m_find, &QAction::triggered, this, &Page::openFinder);
    connect(m_clear, &QAction::triggered, this, &Page::clearFilter);
    nameOwn();
}

void Page::setActive(bool active) {
    if (m_active == active) {
        return;
    }
    m_active = active;
    if (active) {
        const bool opened = !std::exchange(m_keysReady, true);
        if (opened) {
            setupKeys();
        }
        onActivated();
        // Later the keyboard goes back to where it was on this page.
        if (QWidget* first = opened ? firstFocus() : nullptr) {
            first->setFocus(Qt::OtherFocusReason);
        }
    } else {
        onDeactivated();
    }
}

QAction* Page::addCommand(const char* name, const char* iconName, const QKeySequence& keys) {
    auto* action = named(new QAction(icon(QLatin1String(iconName)), QString(), this),
                         m_id + QLatin1Char('.') + QLatin1String(name));
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);
    return action;
}

void Page::noteReady() {
    if (isReady()) {
        Q_EMIT readyChanged();
    }
}

void Page::savePlot(BasePlot* plot, const QString& caption, const QString& fileName) {
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    auto* dialog =
        named(new QFileDialog(window(), caption, folder.filePath(fileName), tr("Images (*.png);;Documents (*.pdf)")),
              m_id + QStringLiteral("SaveDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("png"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, plot](const QString& path) {
        whenReady(plot->savePicture(path), this, [this, path](const Result<void>& saved) {
            if (saved) {
                m_context.notices.good(tr("Saved %1").arg(path));
            } else {
                m_context.notices.bad(
                    tr("%1 could not be written: %2").arg(path, errorText(saved.error(), m_context.formats)));
            }
        });
    });
    dialog->open();
}

void Page::takeFocus() {
    if (auto* to = keyboardPlace()) {
        to->setFocus(Qt::ShortcutFocusReason);
    }
}

QWidget* Page::keyboardPlace() const {
    auto* before = focusWidget();
    return before != nullptr && before->isVisibleTo(this) && before->isEnabled() ? before : firstFocus();
}

QWidget* Page::firstFocus() const {
    for (auto* view : findChildren<QAbstractItemView*>()) {
        if (view->isVisibleTo(this) && view->isEnabled() && view->focusPolicy() != Qt::NoFocus) {
            return view;
        }
    }
    return nullptr;
}

void Page::nameOwn() {
    setActionTexts(*m_find, tr("Find"),
                   tr("To the field that finds rows; again, or where there is none, to the search over everything"));
    setActionTexts(*m_clear, tr("Clear the filter"));
}

void Page::openFinder() {
    auto* field = finder();
    // A field that is empty may only have the keyboard because the page was shown.
    if (field == nullptr || (field->hasFocus() && !field->text().isEmpty())) {
        Q_EMIT searchRequested(field == nullptr ? QString() : field->text());
        return;
    }
    field->setFocus(Qt::ShortcutFocusReason);
    field->selectAll();  // is replaced by what is typed
}

/// A table may stand in the details of another one: the nearest around the keyboard goes before those further out.
QList<const QueryPaneBase*> Page::tablesByNearness() const {
    QList<const QueryPaneBase*> tables;
    for (const QWidget* at = keyboardPlace(); at != nullptr && at != this; at = at->parentWidget()) {
        if (const auto* table = qobject_cast<const QueryPaneBase*>(at)) {
            tables << table;
        }
    }
    for (const auto* table : findChildren<QueryPaneBase*>()) {
        tables << table;
    }
    return tables;
}

QLineEdit* Page::finder() const {
    for (const auto* table : tablesByNearness()) {
        auto* field = table->filters()->finder();
        if (field != nullptr && field->isVisibleTo(this)) {
            return field;
        }
    }
    return nullptr;
}

void Page::clearFilter() {
    for (const auto* table : tablesByNearness()) {
        if (table->isVisibleTo(this) && !table->filters()->isClear()) {
            table->filters()->clear();
            return;
        }
    }
    m_context.notices.info(tr("Nothing is filtered here."));
}

// Lists: with nothing selected, Down and Up select the row where the cursor is, also where there is only one. Fields:
// the commands of page and window go before what the platform makes of their keys in a text (Ctrl+E, Ctrl+K).
void Page::setupKeys() {
    for (auto* view : findChildren<QAbstractItemView*>()) {
        view->installEventFilter(this);
    }
    for (auto* field : findChildren<QLineEdit*>()) {
        field->installEventFilter(this);
    }
    for (const auto* layout : findChildren<QLayout*>()) {
        if (const auto* row = dynamic_cast<const WrapRow*>(layout)) {
            row->orderTabs();
        }
    }
}

bool Page::isCommand(const QKeyEvent& key) const {
    if (isEditing(key)) {
        return false;
    }
    if (key.key() < Qt::Key_A || key.key() > Qt::Key_Z) {
        return false;  // Ctrl+Delete and Ctrl+Return edit here
    }
    const QKeySequence typed(key.keyCombination());
    const auto has = [&typed](const QList<QAction*>& actions) {
        return std::any_of(actions.begin(), actions.end(),
                           [&typed](const QAction* action) { return action->shortcut() == typed; });
    };
    return key.modifiers().testFlag(Qt::ControlModifier) && (has(commands()) || has(window()->actions()));
}

bool Page::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && qobject_cast<QLineEdit*>(watched) != nullptr) {
        return isCommand(*static_cast<QKeyEvent*>(event));  // not taken by the field, so it is a shortcut
    }
    if (event->type() == QEvent::KeyPress) {
        const auto& key = *static_cast<QKeyEvent*>(event);
        const auto* field = qobject_cast<QLineEdit*>(watched);
        if ((field == nullptr || isCommand(key)) && sayWhyNot(key, qobject_cast<QWidget*>(watched))) {
            return true;
        }
        auto* view = qobject_cast<QAbstractItemView*>(watched);
        const bool moves = (key.key() == Qt::Key_Down || key.key() == Qt::Key_Up) && key.modifiers() == Qt::NoModifier;
        if (moves && view != nullptr && view->model() != nullptr && view->model()->rowCount() > 0 &&
            view->selectionModel() != nullptr && !view->selectionModel()->hasSelection()) {
            const auto current = view->currentIndex();
            const auto first = current.isValid() ? current : view->model()->index(0, 0);
            view->selectionModel()->setCurrentIndex(first,
                                                    QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

bool Page::hears(const QAction& action, const QWidget* from) const {
    const auto owners = action.associatedObjects();
    return std::any_of(owners.begin(), owners.end(), [this, from](const QObject* owner) {
        const auto* widget = qobject_cast<const QWidget*>(owner);
        return widget != nullptr && (widget == this || widget == window() || widget == from ||
                                     (from != nullptr && widget->isAncestorOf(from)));
    });
}

bool Page::pressed(const QKeyEvent& key) {
    const bool isTyping = !(key.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) &&
                          (key.key() < Qt::Key_F1 || key.key() > Qt::Key_F35);
    if (isTyping || isEditing(key)) {
        return false;
    }
    const QKeySequence typed(key.keyCombination());
    const auto* from = keyboardPlace();
    for (auto* action : findChildren<QAction*>()) {
        if (action->shortcut() == typed && action->isEnabled() && action->isVisible() && hears(*action, from)) {
            action->trigger();
            return true;
        }
    }
    return sayWhyNot(key, from);
}

void Page::keyPressEvent(QKeyEvent* event) {
    if (!sayWhyNot(*event, focusWidget())) {
        QWidget::keyPressEvent(event);
    }
}

// The key of an enabled action does not come here: it is a shortcut. Of a disabled one it would do nothing and say
// nothing.
bool Page::sayWhyNot(const QKeyEvent& key, const QWidget* from) {
    const QKeySequence typed(key.keyCombination());
    for (const auto* action : findChildren<QAction*>() + window()->actions()) {
        if (action->shortcut().isEmpty() || action->shortcut() != typed || action->isEnabled() ||
            !action->isVisible() || !hears(*action, from)) {
            continue;
        }
        if (const QString why = whyDisabled(*action); !why.isEmpty()) {
            QString name = action->text();
            m_context.notices.info(tr("%1: %2", "action, why not").arg(name.remove(QChar(0x2026)), why));
            return true;
        }
    }
    return false;
}

void Page::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        nameOwn();
        retranslate();
        Q_EMIT commandsChanged();
    }
    QWidget::changeEvent(event);
}

}  // namespace evenhand::ui
