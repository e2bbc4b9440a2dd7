// SPDX-License-Identifier: GPL-3.0-or-later
// Writing a note on orders from a list whose rows are orders or are about orders. Thread: GUI.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "ui/tables/table_spec.h"

namespace evenhand::ui {

class EngineBridge;

/// The label of the action.
[[nodiscard]] QString orderNoteLabel();
/// What it asks; the note is what is written in place of a reason.
[[nodiscard]] ActionDialog::Texts orderNoteTexts();
/// Writes `note` on the order of each row; no two rows are about one.
void writeOrderNotes(EngineBridge& bridge, QObject* receiver, const std::vector<std::pair<std::int64_t, OrderNo>>& rows,
                     std::string note, std::function<void(RowFlow::Answers)> done);

/// The action, by the object name `name`, but for whyNot, which is the list's own; `rowOf`: a row's id and its order.
template <typename Row>
[[nodiscard]] RowAction<Row> orderNoteAction(EngineBridge& bridge, QObject* receiver, const QString& name,
                                             std::function<std::pair<std::int64_t, OrderNo>(const Row&)> rowOf) {
    RowAction<Row> action;
    action.look.name = name;
    action.look.icon = QStringLiteral("edit");
    action.look.label = orderNoteLabel;
    action.look.operation = api::Operation::OrdersNote;
    action.isBrief = true;
    action.once = [rowOf](const Row& row) { return rowOf(row).second.str(); };
    action.ask = [](const std::vector<Row>&) { return orderNoteTexts(); };
    action.submitRows = [&bridge, receiver, rowOf = std::move(rowOf)](const api::Call& call,
                                                                      const std::vector<Row>& fit,
                                                                      std::function<void(RowFlow::Answers)> done) {
        std::vector<std::pair<std::int64_t, OrderNo>> rows;
        rows.reserve(fit.size());
        for (const auto& row : fit) {
            rows.push_back(rowOf(row));
        }
        writeOrderNotes(bridge, receiver, rows, call.reason, std::move(done));
    };
    return action;
}

}  // namespace evenhand::ui
