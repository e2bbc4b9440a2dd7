// SPDX-License-Identifier: GPL-3.0-or-later
// What every table of a dialog lets people write as CSV, as a QueryPane does for the tables of pages. Thread: GUI.
#pragma once

#include <QAction>
#include <QTableView>

#include "ui/shell/ui_context.h"

namespace evenhand::ui {

/// How the file of a dialog's table is called.
struct TableFile {
    QString title;           ///< of the action and the job: "Export the outcomes"
    QString fileName;        ///< proposed, "outcomes.csv"; the audit log calls by it what was exported
    QString shownOf = {};    ///< what the rows are of, for the audit log: "order=K1"; may be empty
    bool hasButton = false;  ///< beside the buttons of its dialog, too
};

/// All rows as they are shown, in their order and with the columns shown, by Ctrl+E and in the table's menu. The file
/// is entered in the audit log before it is there. Once, when the table has its model; `context` outlives it.
QAction* addExport(QTableView& table, UiContext& context, const TableFile& file);

}  // namespace evenhand::ui
