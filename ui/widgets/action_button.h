// SPDX-License-Identifier: GPL-3.0-or-later
// The button of an action in a page's bar: its text beside its icon, reached with Tab, named after the action.
// Thread: GUI.
#pragma once

#include <QAction>
#include <QToolButton>

namespace evenhand::ui {

/// Object name: "button." and that of the action. Whoever cannot see it hears the action's text.
QToolButton* actionButton(QAction* action, QWidget* parent, Qt::ToolButtonStyle style = Qt::ToolButtonTextBesideIcon);

}  // namespace evenhand::ui
