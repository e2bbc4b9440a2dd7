// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shared/order_note.h"

#include <QCoreApplication>
#include <map>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/shared/flow_answers.h"

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

void writeOrderNotes(EngineBridge& bridge, QObject* receiver, const std::vector<std::pair<std::int64_t, OrderNo>>& rows,
                     std::string note, std::function<void(RowFlow::Answers)> done) {
    std::map<OrderNo, std::int64_t> ids;
    std::vector<api::OrderRef> orders;
    for (const auto& [id, orderNo] : rows) {
        ids.emplace(orderNo, id);
        orders.push_back({orderNo, 0});
    }
    answerByOrder(bridge.orders().note(bridge.call(), std::move(orders), std::move(note)), std::move(ids), receiver,
                  std::move(done));
}

}  // namespace evenhand::ui
