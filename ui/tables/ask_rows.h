// SPDX-License-Identifier: GPL-3.0-or-later
// Begins an action on frozen rows, of a table or of a panel that shows one of them in detail.
// Thread: GUI.
#pragma once

#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "ui/tables/table_spec.h"

namespace evenhand::ui {

/// What carries out an action on these rows.
template <typename Row>
RowFlow::Spec specOf(const RowWords<Row>& words, const RowAction<Row>& action, const std::vector<Row>& frozen) {
    RowFlow::Spec spec;
    std::vector<Row> fit;
    std::vector<std::int64_t> ids;  ///< of these, in the question
    for (const auto& row : frozen) {
        FlowRow each = words.frozen(row);
        each.id = each.key.empty() ? each.id : std::ssize(spec.rows) + 1;
        each.whyNot = action.whyNot ? action.whyNot(row) : QString();
        each.perRow = action.effect ? action.effect(row) : QString();
        each.once = action.once ? action.once(row) : std::string();
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
        spec.submit = [submit = action.submitRows, fit, ids](const api::Call& call, const RowFlow::Rows& rows,
                                                             std::function<void(RowFlow::Answers)> done) {
            std::vector<Row> asked;  ///< `rows` are of `fit`, in its order
            std::vector<std::int64_t> places;
            for (std::size_t i = 0; i < ids.size() && asked.size() < rows.size(); ++i) {
                if (ids[i] == rows[asked.size()].id) {
                    asked.push_back(fit[i]);
                    places.push_back(ids[i]);
                }
            }
            submit(call, asked, [places, done = std::move(done)](RowFlow::Answers answers) {
                for (std::size_t i = 0; answers && i < places.size() && i < answers->size(); ++i) {
                    (*answers)[i].id = (*answers)[i].id != 0 ? (*answers)[i].id : places[i];
                }
                done(std::move(answers));
            });
        };
    }
    spec.readBack = words.readBack;
    spec.lastChange = words.lastChange;
    if (action.undo) {
        spec.undo = [undo = action.undo, fit, ids](const std::vector<FlowDone>& done) {
            std::map<std::int64_t, std::size_t> places;
            for (std::size_t i = 0; i < ids.size(); ++i) {
                places.emplace(ids[i], i);
            }
            std::vector<Row> before;
            std::vector<std::int64_t> versions;
            for (const auto& each : done) {
                before.push_back(fit[places.at(each.row.id)]);
                versions.push_back(each.version);
            }
            return undo(before, versions);
        };
    }
    spec.undoKind = action.undoKind;
    spec.addFields = action.addFields;
    spec.isBrief = action.isBrief;
    if (action.isAtOnce) {
        spec.atOnce = QString();
    }
    return spec;
}

/// The question that was opened; nullptr: there is nothing to do.
template <typename Row>
ActionDialog* askRows(RowFlow& flow, const RowWords<Row>& words, const RowAction<Row>& action,
                      const std::vector<Row>& frozen) {
    return flow.begin(specOf(words, action, frozen));
}

}  // namespace evenhand::ui
