// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/return_actions.h"

#include <array>

#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"

namespace evenhand::ui {
namespace {

bool isOpen(const api::ReturnRow& row) { return row.status == api::ReturnStatus::Requested; }

bool hasLeft(const api::ReturnRow& row) {
    return row.refund == api::RefundStatus::Sent || row.refund == api::RefundStatus::Succeeded;
}

}  // namespace

/// In the order of the actions.
const ActionShape& ReturnActions::shapeOf(ReturnAction action) {
    using Op = api::Operation;
    static constexpr std::array<ActionShape, kCount> kShapes{{
        {"approve", "check", QT_TR_NOOP("Approve…"), Op::ReturnsApprove, Qt::CTRL | Qt::Key_Return},
        {"reject", "close", QT_TR_NOOP("Reject…"), Op::ReturnsReject, Qt::CTRL | Qt::Key_Delete},
        {"receive", "pickup", QT_TR_NOOP("Receive goods…"), Op::ReturnsReceive, Qt::CTRL | Qt::Key_G, true},
        {"skipGoods", "clear", QT_TR_NOOP("Skip goods…"), Op::ReturnsSkipGoods, Qt::CTRL | Qt::SHIFT | Qt::Key_G, true,
         true},
        {"undo", "undo", QT_TR_NOOP("Undo the decision…"), Op::ReturnsUndoDecision, Qt::CTRL | Qt::SHIFT | Qt::Key_Z,
         true, false, QT_TR_NOOP("Undo…")},
        {"undoGoods", "undo", QT_TR_NOOP("Undo the receipt…"), Op::ReturnsUndoGoods, Qt::CTRL | Qt::ALT | Qt::Key_Z,
         true, true},
        {"cancel", "cancel", QT_TR_NOOP("Cancel the request…"), Op::ReturnsCancel, Qt::Key_unknown, false, true},
    }};
    return kShapes.at(static_cast<std::size_t>(action));
}

ActionLook ReturnActions::look(ReturnAction action) {
    return lookOf(shapeOf(action), QStringLiteral("return"), &ReturnActions::tr);
}

api::Operation ReturnActions::operation(ReturnAction action, const api::ReturnRow& row) {
    return action == ReturnAction::Undo && row.status == api::ReturnStatus::Cancelled
               ? api::Operation::ReturnsUndoCancel
               : shapeOf(action).operation;
}

QString ReturnActions::whyNot(const EngineBridge& bridge, ReturnAction action, const api::ReturnRow& row) {
    const QString now = ui::label(row.stage);
    switch (action) {
        case ReturnAction::Approve:
            if (!isOpen(row)) {
                return tr("Only a return that waits for approval can be approved; this one is: %1.").arg(now);
            }
            return row.firstApprover == bridge.actor().name && !row.firstApprover.empty()
                       ? tr("%1 has already approved it; somebody else must give the second approval.")
                             .arg(text(row.firstApprover))
                       : QString();
        case ReturnAction::Reject:
            return isOpen(row) ? QString()
                               : tr("Only a return that waits for approval can be rejected; this one is: %1.").arg(now);
        case ReturnAction::Cancel:
            return isOpen(row) ? QString()
                               : tr("Only a request that was not decided can be cancelled; this one is: %1.").arg(now);
        case ReturnAction::Receive:
        case ReturnAction::SkipGoods:
            return row.goods == api::GoodsState::Awaited
                       ? QString()
                       : tr("Only an approved return waits for goods; this one is: %1.").arg(ui::label(row.goods));
        case ReturnAction::UndoGoods:
            return row.status == api::ReturnStatus::Approved &&
                           (row.goods == api::GoodsState::Received || row.goods == api::GoodsState::Skipped)
                       ? QString()
                       : tr("No goods were received or skipped.");
        case ReturnAction::Undo:
            if (isOpen(row)) {
                return row.firstApprover.empty() ? tr("Nothing was decided yet.") : QString();
            }
            if (row.status == api::ReturnStatus::Approved && row.goods == api::GoodsState::Received) {
                return tr("The goods were received; undo the receipt first.");
            }
            return row.status == api::ReturnStatus::Approved && hasLeft(row)
                       ? tr("The refund was already sent: %1.").arg(ui::label(*row.refund))
                       : QString();
    }
    return {};
}

}  // namespace evenhand::ui
