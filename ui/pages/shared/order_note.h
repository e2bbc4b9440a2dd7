// SPDX-License-Identifier: GPL-3.0-or-later
// Writing a note on orders from a list whose rows are orders or are about orders. Thread: GUI.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "ui/dialogs/action_dialog.h"
#include "ui/pages/shared/row_flow.h"

namespace evenhand::ui {

class EngineBridge;

/// The label of the action.
[[nodiscard]] QString orderNoteLabel();
/// What it asks; the note is what is written in place of a reason.
[[nodiscard]] ActionDialog::Texts orderNoteTexts();
/// Writes `note` on the order of each row, once where several rows are about one; answers for the rows.
void writeOrderNotes(EngineBridge& bridge, QObject* receiver, std::vector<std::pair<std::int64_t, OrderNo>> rows,
                     std::string note, std::function<void(RowFlow::Answers)> done);

}  // namespace evenhand::ui
