// SPDX-License-Identifier: GPL-3.0-or-later
// What the palette and the list of shortcuts offer: commands of the window and of its pages, and the places in them.
#include <QAction>

#include "ui/shell/command_palette.h"
#include "ui/shell/main_window.h"
#include "ui/shell/shortcuts_dialog.h"
#include "ui/widgets/action_state.h"

namespace evenhand::ui {

void MainWindow::openPalette() { searchEverything({}); }

void MainWindow::searchEverything(const QString& text) { m_palette->open(paletteItems(), text); }

std::vector<PaletteItem> MainWindow::paletteItems() {
    std::vector<PaletteItem> items;
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        items.push_back({m_pages[i]->title(),
                         tr("Page"),
                         m_pages[i]->iconName(),
                         m_pageActions[i]->shortcut().toString(QKeySequence::NativeText),
                         {},
                         [this, i] {
                             showPage(static_cast<int>(i));
                             focusPage();
                         }});
    }
    for (const Page* each : m_pages) {
        for (const auto& [title, target] : each->places()) {
            items.push_back({title, each->title(), each->iconName(), {}, {}, [this, id = each->id(), target = target] {
                                 openTarget(id, target);
                             }});
        }
    }
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        for (QAction* action : m_pages[i]->commands()) {
            const QString tip = actionTip(*action);
            const QString page = m_pages[i]->title();
            items.push_back({action->text(),
                             tip.isEmpty() ? page : tr("%1: %2", "page, what its command does").arg(page, tip),
                             m_pages[i]->iconName(), action->shortcut().toString(QKeySequence::NativeText),
                             whyDisabled(*action), [this, i, action] {
                                 showPage(static_cast<int>(i));
                                 focusPage();
                                 action->trigger();
                             }});
        }
    }
    for (QAction* action : m_commands) {
        if (action->objectName() != QLatin1String("action.palette")) {
            items.push_back({action->text(), tr("Console"), QStringLiteral("settings"),
                             action->shortcut().toString(QKeySequence::NativeText), whyDisabled(*action),
                             [action] { action->trigger(); }});
        }
    }
    return items;
}

void MainWindow::showShortcuts() {
    std::vector<ShortcutEntry> entries;
    const auto add = [&entries](const QString& group, const QAction* action) {
        if (!action->shortcut().isEmpty()) {
            entries.push_back({group, action->shortcut().toString(QKeySequence::NativeText), action->text()});
        }
    };
    for (const QAction* action : m_commands) {
        add(tr("Console"), action);
    }
    for (const QAction* action : m_pageActions) {
        add(tr("Pages"), action);
    }
    for (const Page* each : m_pages) {
        for (const QAction* action : each->commands()) {
            add(each->title(), action);
        }
    }
    auto* dialog = new ShortcutsDialog(entries, this);
    dialog->open();
}

}  // namespace evenhand::ui
