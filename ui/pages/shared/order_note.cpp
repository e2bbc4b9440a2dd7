// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shared/order_note.h"

#include <QCoreApplication>
#include <map>

#include "ui/bridge/engine_bridge.h"

namespace evenhand::ui {
namespace {

struct OrderNoteTexts {
    Q_DECLARE_TR_FUNCTIONS(OrderNoteTexts)
};

}  // namespace

QString orderNoteLabel() { return OrderNoteTexts::tr("Write a note…"); }

ActionDialog::Texts orderNoteTexts() {
    ActionDialog::Texts texts;
    texts.title = OrderNoteTexts::tr("Write a note");
    texts.question = OrderNoteTexts::tr("A note stays in the order's history and cannot be changed.");
    texts.confirm = OrderNoteTexts::tr("Write");
    texts.reasonName = OrderNoteTexts::tr("Note");
    texts.reasonHint = OrderNoteTexts::tr("Who was called, what was agreed");
    return texts;
}

void writeOrderNotes(EngineBridge& bridge, QObject* receiver, std::vector<std::pair<std::int64_t, OrderNo>> rows,
                     std::string note, std::function<void(RowFlow::Answers)> done) {
    std::map<OrderNo, std::optional<Error>> errors;
    std::vector<api::OrderRef> orders;
    for (const auto& [id, orderNo] : rows) {
        if (errors.emplace(orderNo, std::nullopt).second) {
            orders.push_back({orderNo, 0});
        }
    }
    whenReady(bridge.orders().note(bridge.call(), std::move(orders), std::move(note)), receiver,
              [rows = std::move(rows), errors = std::move(errors),
               done = std::move(done)](const Result<std::vector<api::RowOutcome>>& outcomes) mutable {
                  if (!outcomes) {
                      done(fail(outcomes.error()));
                      return;
                  }
                  for (const auto& each : *outcomes) {
                      errors[each.orderNo] = each.error;
                  }
                  std::vector<FlowAnswer> answers;
                  for (const auto& [id, orderNo] : rows) {
                      answers.push_back({id, errors[orderNo]});
                  }
                  done(std::move(answers));
              });
}

}  // namespace evenhand::ui
