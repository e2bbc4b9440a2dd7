// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_actions.h"

#include <array>

#include "ui/widgets/labels.h"

namespace evenhand::ui {

/// In the order of the actions.
const ActionShape& OrderActions::shapeOf(OrderAction action) {
    using Op = api::Operation;
    static constexpr std::array<ActionShape, kCount> kShapes{{
        {"markPaid", "pay", QT_TR_NOOP("Mark as paid…"), Op::OrdersRecordPayment, Qt::CTRL | Qt::Key_P, true, false,
         QT_TR_NOOP("Mark paid…")},
        {"cancel", "cancel", QT_TR_NOOP("Cancel…"), Op::OrdersCancel, Qt::CTRL | Qt::Key_Delete},
        {"reassignNext", "reassign", QT_TR_NOOP("Reassign to the next fairest…"), Op::DispatchReassign,
         Qt::CTRL | Qt::Key_R, false, false, QT_TR_NOOP("Reassign…")},
        {"reassignTo", "courier", QT_TR_NOOP("Reassign to a courier…"), Op::DispatchReassign,
         Qt::CTRL | Qt::SHIFT | Qt::Key_R},
        {"pickedUp", "pickup", QT_TR_NOOP("Report picked up"), Op::OrdersReport, Qt::CTRL | Qt::Key_1, true, true},
        {"delivered", "delivered", QT_TR_NOOP("Report delivered"), Op::OrdersReport, Qt::CTRL | Qt::Key_2, true, true},
        {"deliveryFailed", "failed", QT_TR_NOOP("Report a failed delivery…"), Op::OrdersReport, Qt::CTRL | Qt::Key_3,
         true, true},
        {"refund", "refund", QT_TR_NOOP("Refund…"), Op::RefundsRequest, Qt::CTRL | Qt::SHIFT | Qt::Key_P, true, true},
        {"requestReturn", "returns", QT_TR_NOOP("Request a return…"), Op::ReturnsRequest, Qt::CTRL | Qt::Key_B, true,
         true},
    }};
    return kShapes.at(static_cast<std::size_t>(action));
}

ActionLook OrderActions::look(OrderAction action) {
    auto look = lookOf(shapeOf(action), QStringLiteral("order"), &OrderActions::tr);
    look.whyNone = [] { return tr("Select an order first."); };
    return look;
}

api::Operation OrderActions::operation(OrderAction action) { return shapeOf(action).operation; }

QString OrderActions::whyNot(OrderAction action, const api::OrderRow& row) {
    const QString now = statusLabel(row);
    const auto is = [&row](api::OrderStatus status) { return row.status == status; };
    switch (action) {
        case OrderAction::MarkPaid:
            return is(api::OrderStatus::WaitPay)
                       ? QString()
                       : tr("Only an order that waits for payment can be marked as paid; this one is: %1.").arg(now);
        case OrderAction::Cancel:
            return api::mayMove(row.status, api::OrderStatus::Closed)
                       ? QString()
                       : tr("An order can be cancelled until it is picked up; this one is: %1.").arg(now);
        case OrderAction::ReassignNext:
        case OrderAction::ReassignTo:
            if (row.wait == api::WaitReason::Paused) {
                return tr("Dispatch is paused on its campus; resume it first.");
            }
            return is(api::OrderStatus::Paid) || is(api::OrderStatus::WaitPickUp) || is(api::OrderStatus::Delivering)
                       ? QString()
                       : tr("Only a paid order that is still open can be reassigned; this one is: %1.").arg(now);
        case OrderAction::PickedUp:
            return is(api::OrderStatus::WaitPickUp) && !row.courier.empty()
                       ? QString()
                       : tr("Only an assigned order that waits for pick-up can be picked up; this one is: %1.")
                             .arg(now);
        case OrderAction::Delivered:
        case OrderAction::Failed:
            return is(api::OrderStatus::Delivering) && !row.courier.empty()
                       ? QString()
                       : tr("Only an order on its way can be delivered or fail; this one is: %1.").arg(now);
        case OrderAction::Refund:
            return is(api::OrderStatus::WaitPay) || is(api::OrderStatus::Closed)
                       ? tr("Only a paid order that is not closed can be refunded; this one is: %1.").arg(now)
                       : QString();
        case OrderAction::RequestReturn:
            return is(api::OrderStatus::WaitPay) || is(api::OrderStatus::Closed)
                       ? tr("Only a paid order that is not closed can be returned; this one is: %1.").arg(now)
                       : QString();
    }
    return {};
}

}  // namespace evenhand::ui
