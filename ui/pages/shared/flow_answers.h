// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's outcomes as a RowFlow takes them.
// Thread: GUI.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/base/ids.h"
#include "ui/bridge/continuation.h"
#include "ui/pages/shared/row_flow.h"

namespace evenhand::ui {

/// The engine said no to this row; anything else concerns the whole call.
[[nodiscard]] inline bool isRowRefusal(ErrorCode code) {
    return code == ErrorCode::Conflict || code == ErrorCode::WrongStatus || code == ErrorCode::FourEyes ||
           code == ErrorCode::NotFound || code == ErrorCode::ExceedsDeducted || code == ErrorCode::ExceedsRefundable ||
           code == ErrorCode::InvalidArgument || code == ErrorCode::OutOfStock || code == ErrorCode::PermissionDenied ||
           code == ErrorCode::LoadLimit || code == ErrorCode::Disabled || code == ErrorCode::StaleEpoch ||
           code == ErrorCode::AlreadyExists || code == ErrorCode::KeyReused;
}

template <typename Outcome>
void answerRows(const api::Answer<std::vector<Outcome>>& answer, QObject* context,
                std::function<void(RowFlow::Answers)> done) {
    whenReady(answer, context, [done = std::move(done)](const Result<std::vector<Outcome>>& outcomes) {
        if (!outcomes) {
            done(fail(outcomes.error()));
            return;
        }
        std::vector<FlowAnswer> answers;
        for (const auto& each : *outcomes) {
            answers.push_back({each.id.value, each.error, each.version});
        }
        done(std::move(answers));
    });
}

/// Of an operation that answers by numbers of orders; `ids`: of the row that was sent for each.
template <typename Outcome>
void answerByOrder(const api::Answer<std::vector<Outcome>>& answer, std::map<OrderNo, std::int64_t> ids,
                   QObject* context, std::function<void(RowFlow::Answers)> done) {
    whenReady(answer, context,
              [ids = std::move(ids), done = std::move(done)](const Result<std::vector<Outcome>>& outcomes) {
                  if (!outcomes) {
                      done(fail(outcomes.error()));
                      return;
                  }
                  std::vector<FlowAnswer> answers;
                  for (const auto& each : *outcomes) {
                      if (const auto id = ids.find(each.orderNo); id != ids.end()) {
                          answers.push_back({id->second, each.error});
                      }
                  }
                  done(std::move(answers));  // of an order that is not among them nothing is known
              });
}

/// Of an operation on one row, which may also answer with the error alone.
template <typename Outcome>
void answerOne(const api::Answer<Outcome>& answer, std::int64_t id, QObject* context,
               std::function<void(RowFlow::Answers)> done) {
    whenReady(answer, context, [id, done = std::move(done)](const Result<Outcome>& outcome) {
        if (outcome) {
            done(std::vector<FlowAnswer>{{id, outcome->error, outcome->version}});
        } else if (isRowRefusal(outcome.error().code)) {
            done(std::vector<FlowAnswer>{{id, outcome.error(), 0}});
        } else {
            done(fail(outcome.error()));
        }
    });
}

/// Of an operation on one row that answers with nothing, or with what is put into `answered`.
template <typename Answered, typename Kept>
void answerRow(const api::Answer<Answered>& answer, std::int64_t id,
               const std::shared_ptr<std::optional<Kept>>& answered, QObject* context,
               std::function<void(RowFlow::Answers)> done) {
    whenReady(answer, context, [id, answered, done = std::move(done)](const Result<Answered>& result) {
        if (!result && !isRowRefusal(result.error().code)) {
            done(fail(result.error()));
            return;
        }
        FlowAnswer only;
        only.id = id;
        if (!result) {
            only.error = result.error();
        } else if constexpr (!std::is_void_v<Answered>) {
            if constexpr (requires { result->version; }) {
                only.version = result->version;
            }
            *answered = *result;
        }
        done(std::vector<FlowAnswer>{only});
    });
}

/// Of an operation that is asked for each of these rows by itself.
template <typename Outcome>
void answerEach(const RowFlow::Rows& rows, const std::vector<api::Answer<Outcome>>& answers, QObject* context,
                std::function<void(RowFlow::Answers)> done) {
    whenAllReady(answers, context, [rows, done = std::move(done)](const std::vector<Result<Outcome>>& outcomes) {
        std::vector<FlowAnswer> each;
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            const auto& outcome = outcomes[i];
            each.push_back(outcome ? FlowAnswer{rows[i].id, outcome->error, outcome->version}
                                   : FlowAnswer{rows[i].id, outcome.error(), 0});
        }
        done(std::move(each));
    });
}

/// RowAction::submitRows of an operation that is asked for each row by itself and answers with the row, or with
/// nothing: `ask` asks for one, `now` says of what was answered how the row stands.
template <typename Row, typename Ask, typename Now>
auto submitEach(QObject* context, Ask ask, Now now) {
    return [context, ask, now](const api::Call& call, const std::vector<Row>& fit,
                               std::function<void(RowFlow::Answers)> done) {
        std::vector<std::invoke_result_t<Ask, const api::Call&, const Row&>> answers;
        for (const auto& row : fit) {
            answers.push_back(ask(call, row));
        }
        whenAllReady(answers, context, [now, done = std::move(done)](const auto& outcomes) {
            using Answered = typename std::decay_t<decltype(outcomes)>::value_type::value_type;
            std::vector<FlowAnswer> each(outcomes.size());
            for (std::size_t i = 0; i < each.size(); ++i) {
                if (!outcomes[i]) {
                    each[i].error = outcomes[i].error();
                } else if constexpr (std::is_void_v<Answered>) {
                    each[i].now = now();
                } else {
                    each[i].now = now(*outcomes[i]);
                }
            }
            done(std::move(each));
        });
    };
}

}  // namespace evenhand::ui
