// SPDX-License-Identifier: GPL-3.0-or-later
// What RowFlow carries out with one row of a list that is read as a whole, by an operation of its own: a campaign is
// paused, a sale gets more stock. Thread: GUI.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "ui/pages/shared/flow_answers.h"

namespace evenhand::ui {

/// `submit` asks the engine, which answers with the row or with nothing; `said` tells how the row is now (of one that
/// is gone it is asked without); `back` would take it back, none: no undo is offered.
template <typename Row, typename Submit, typename Said>
void setOneRow(RowFlow::Spec& spec, QObject* receiver, Submit submit, Said said,
               std::function<RowFlow::Spec(const Row& now)> back) {
    auto answered = std::make_shared<std::optional<Row>>();
    spec.submit = [receiver, submit = std::move(submit), answered](const api::Call& call, const RowFlow::Rows& rows,
                                                                   std::function<void(RowFlow::Answers)> done) {
        answerRow(submit(call), rows.front().id, answered, receiver, std::move(done));
    };
    spec.said = [answered, said = std::move(said)](const std::vector<RowOutcome>&) -> FlowTold {
        if constexpr (std::is_invocable_v<Said, const Row&>) {
            return said(**answered);
        } else {
            return said();
        }
    };
    if (back) {
        spec.undo = [answered, back = std::move(back)](const std::vector<FlowDone>&) { return back(**answered); };
    }
}

/// How the row of `spec` stands afterwards, in the words of `standing`, is looked for by its key in what `all` answers.
template <typename Row>
void readOneRow(RowFlow::Spec& spec, QObject* receiver, std::function<api::Answer<std::vector<Row>>()> all,
                std::function<QString(const Row&)> standing) {
    spec.readBack = [receiver, all = std::move(all), standing = std::move(standing), frozen = spec.rows.front()](
                        const std::vector<std::int64_t>&, std::function<void(RowFlow::Now)> done) {
        whenReady(all(), receiver, [standing, frozen, done = std::move(done)](const Result<std::vector<Row>>& read) {
            RowFlow::Now now;
            for (const auto& row : read ? *read : std::vector<Row>{}) {
                if (cacheKey(row).value == frozen.key) {
                    now[frozen.id] = standing(row);
                }
            }
            done(std::move(now));
        });
    };
}

}  // namespace evenhand::ui
