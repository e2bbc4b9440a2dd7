// SPDX-License-Identifier: GPL-3.0-or-later
// What to do where a new workspace has nothing to show: lists come in by an import.
// Thread: GUI.
#pragma once

#include <QKeySequence>
#include <QString>

namespace evenhand::ui {

/// Of the window's command that imports a file.
[[nodiscard]] QKeySequence importKeys();
/// A sentence each, to stand below "There are no … yet.".
[[nodiscard]] QString howToGetCouriers();
[[nodiscard]] QString howToGetProducts();
[[nodiscard]] QString howToGetOrders();

}  // namespace evenhand::ui
