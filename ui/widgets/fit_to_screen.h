// SPDX-License-Identifier: GPL-3.0-or-later
// A window that is not larger than what its screen has free, its title bar and borders included.
// Thread: GUI.
#pragma once

class QWidget;

namespace evenhand::ui {

/// Makes a window smaller, and moves it, until all of it can be seen; down to the least size that it has. Before it is
/// shown: how high the window manager's title bar is, nobody knows then, so that of the style is reckoned with.
void fitToScreen(QWidget& window);
/// Shows a popup, as large as it wants to be, below or above what it belongs to, right edges in line.
void popUpBelow(QWidget& popup, const QWidget& anchor);
void popUpAbove(QWidget& popup, const QWidget& anchor);

}  // namespace evenhand::ui
