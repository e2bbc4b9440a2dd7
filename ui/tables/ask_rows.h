// SPDX-License-Identifier: GPL-3.0-or-later
// Begins an action on frozen rows, of a table or of a panel that shows one of them in detail.
// Thread: GUI.
#pragma once

#include <iterator>
#include <utility>
#include <vector>

#include "ui/tables/table_spec.h"

namespace evenhand::ui {

/// The question that was opened; nullptr: there is nothing to do.
template <typename Row>
ActionDialog* askRows(RowFlow& flow, const RowWords<Row>& words, const RowAction<Row>& action,
                      const std::vector<Row>& frozen) {
    RowFlow::Spec spec;
    std::vector<Row> fit;
    std::vector<std::int64_t> ids;  ///< of these, in the question
    for (const auto& row : frozen) {
        FlowRow each = words.frozen(row);
        each.id = each.key.empty() ? each.id : std::ssize(spec.rows) + 1;
        each.whyNot = action.whyNot ? action.whyNot(row) : QString();
        each.perRow = action.effect ? action.effect(row) : QString();
        if (each.whyNot.isEmpty()) {
            fit.push_back(row);
            ids.push_back(each.id);
        }
        spec.rows.push_back(std::move(each));
    }
    spec.texts = action.ask(fit);
    spec.header = words.header();
    spec.submit = action.submit;
    if (action.submitRows) {
        spec.submit = [submit = action.submitRows, fit, ids](const api::Call& call, const RowFlow::Rows&,
                                                             std::function<void(RowFlow::Answers)> done) {
            submit(call, fit, [ids, done = std::move(done)](RowFlow::Answers answers) {
                for (std::size_t i = 0; answers && i < ids.size() && i < answers->size(); ++i) {
                    (*answers)[i].id = (*answers)[i].id != 0 ? (*answers)[i].id : ids[i];
                }
                done(std::move(answers));
            });
        };
    }
    spec.readBack = words.readBack;
    spec.lastChange = words.lastChange;
    spec.undo = action.undo;
    spec.undoKind = action.undoKind;
    auto* question = flow.begin(std::move(spec));
    if (question != nullptr && action.addFields) {
        action.addFields(*question);
    }
    return question;
}

}  // namespace evenhand::ui
