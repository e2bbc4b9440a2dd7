// SPDX-License-Identifier: GPL-3.0-or-later
// What every table of a dialog or of a wizard's step lets people copy, by keys and by a menu on it.
// Thread: GUI.
#pragma once

#include <QTableView>

namespace evenhand::ui {

/// Ctrl+C copies the selected rows as lines with tabs, in the order and with the columns that are shown, Ctrl+Shift+C
/// the current cell. Once, when the table has its model.
void addCopying(QTableView& table);

}  // namespace evenhand::ui
