// SPDX-License-Identifier: GPL-3.0-or-later
// A disabled action always says why: its tool tip is the reason. Enabled, the tool tip is what it does and its keys.
// Thread: GUI.
#pragma once

#include <QAction>
#include <QString>

namespace evenhand::ui {

/// `whyNot` empty: enabled. Plain text.
void setActionState(QAction& action, const QString& whyNot);
/// The reason of a disabled action; empty if enabled.
[[nodiscard]] QString whyDisabled(const QAction& action);
/// Label, tip shown while enabled (may be empty), object name as key. Keeps the state.
void setActionTexts(QAction& action, const QString& label, const QString& tip = {});
/// What it does, as given.
[[nodiscard]] QString actionTip(const QAction& action);
/// For an icon that follows a state which is read again and again: every icon given to an action, the same one too, has
/// the window of its buttons laid out anew.
void setActionIcon(QAction& action, const QString& iconName);

}  // namespace evenhand::ui
