// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/return_actions.h"

#include <array>

#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"

namespace evenhand::ui {
namespace {

struct ReturnShape {
    ReturnAction action;
    const char* name;
    const char* icon;
    QKeyCombination keys;
    bool iconOnly = false;
};

constexpr std::array<ReturnShape, ReturnActions::kCount> kReturnShapes{{
    {ReturnAction::Approve, "approve", "check", Qt::CTRL | Qt::Key_Return},
    {ReturnAction::Reject, "reject", "close", Qt::CTRL | Qt::Key_Delete},
    {ReturnAction::Receive, "receive", "pickup", Qt::CTRL | Qt::Key_G},
    {ReturnAction::SkipGoods, "skipGoods", "clear", Qt::CTRL | Qt::SHIFT | Qt::Key_G, true},
    {ReturnAction::Undo, "undo", "undo", Qt::CTRL | Qt::SHIFT | Qt::Key_Z},
    {ReturnAction::UndoGoods, "undoGoods", "undo", Qt::CTRL | Qt::ALT | Qt::Key_Z, true},
    {ReturnAction::Cancel, "cancel", "cancel", Qt::Key_unknown, true},
}};

bool isOpen(const api::ReturnRow& row) { return row.status == api::ReturnStatus::Requested; }

bool hasLeft(const api::ReturnRow& row) {
    return row.refund == api::RefundStatus::Sent || row.refund == api::RefundStatus::Succeeded;
}

}  // namespace

ActionLook ReturnActions::look(ReturnAction action) {
    const auto& shape = kReturnShapes.at(static_cast<std::size_t>(action));
    ActionLook look;
    look.name = QStringLiteral("return.") + QLatin1String(shape.name);
    look.icon = QLatin1String(shape.icon);
    look.keys = shape.keys.key() == Qt::Key_unknown ? QKeySequence() : QKeySequence(shape.keys);
    look.label = [action] { return label(action); };
    if (action == ReturnAction::Undo) {
        look.brief = [] { return tr("Undo…"); };
    }
    look.isIconOnly = shape.iconOnly;
    look.operation = operation(action, {});
    look.isSingle = single(action);
    return look;
}

QString ReturnActions::label(ReturnAction action) {
    switch (action) {
        case ReturnAction::Approve: return tr("Approve…");
        case ReturnAction::Reject: return tr("Reject…");
        case ReturnAction::Receive: return tr("Receive goods…");
        case ReturnAction::SkipGoods: return tr("Skip goods…");
        case ReturnAction::Undo: return tr("Undo the decision…");
        case ReturnAction::UndoGoods: return tr("Undo the receipt…");
        case ReturnAction::Cancel: return tr("Cancel the request…");
    }
    return {};
}

bool ReturnActions::single(ReturnAction action) {
    switch (action) {
        case ReturnAction::Approve:
        case ReturnAction::Reject:
        case ReturnAction::Cancel: return false;
        case ReturnAction::Receive:
        case ReturnAction::SkipGoods:
        case ReturnAction::Undo:
        case ReturnAction::UndoGoods: return true;
    }
    return true;
}

api::Operation ReturnActions::operation(ReturnAction action, const api::ReturnRow& row) {
    switch (action) {
        case ReturnAction::Approve: return api::Operation::ReturnsApprove;
        case ReturnAction::Reject: return api::Operation::ReturnsReject;
        case ReturnAction::Cancel: return api::Operation::ReturnsCancel;
        case ReturnAction::Undo:
            return row.status == api::ReturnStatus::Cancelled ? api::Operation::ReturnsUndoCancel
                                                              : api::Operation::ReturnsUndoDecision;
        case ReturnAction::Receive: return api::Operation::ReturnsReceive;
        case ReturnAction::SkipGoods: return api::Operation::ReturnsSkipGoods;
        case ReturnAction::UndoGoods: return api::Operation::ReturnsUndoGoods;
    }
    return api::Operation::ReturnsCancel;
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
