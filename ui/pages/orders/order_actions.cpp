// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_actions.h"

#include <array>

#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct Shape {
    OrderAction action;
    const char* name;
    const char* icon;
    QKeyCombination keys;
    bool isSingle;    ///< of one order at a time
    bool isIconOnly;  ///< its button
};

constexpr std::array<Shape, OrderActions::kCount> kShapes{{
    {OrderAction::MarkPaid, "markPaid", "pay", Qt::CTRL | Qt::Key_P, true, false},
    {OrderAction::Cancel, "cancel", "cancel", Qt::CTRL | Qt::Key_Delete, false, false},
    {OrderAction::ReassignNext, "reassignNext", "reassign", Qt::CTRL | Qt::Key_R, false, false},
    {OrderAction::ReassignTo, "reassignTo", "courier", Qt::CTRL | Qt::SHIFT | Qt::Key_R, false, false},
    {OrderAction::PickedUp, "pickedUp", "pickup", Qt::CTRL | Qt::Key_1, true, true},
    {OrderAction::Delivered, "delivered", "delivered", Qt::CTRL | Qt::Key_2, true, true},
    {OrderAction::Failed, "deliveryFailed", "failed", Qt::CTRL | Qt::Key_3, true, true},
    {OrderAction::Refund, "refund", "refund", Qt::CTRL | Qt::SHIFT | Qt::Key_P, true, true},
    {OrderAction::RequestReturn, "requestReturn", "returns", Qt::CTRL | Qt::Key_B, true, true},
}};

}  // namespace

ActionLook OrderActions::look(OrderAction action) {
    const auto& shape = kShapes.at(static_cast<std::size_t>(action));
    ActionLook look;
    look.name = QStringLiteral("order.") + QLatin1String(shape.name);
    look.icon = QLatin1String(shape.icon);
    look.keys = QKeySequence(shape.keys);
    look.isIconOnly = shape.isIconOnly;
    look.label = [action] { return label(action); };
    look.operation = operation(action);
    look.isSingle = shape.isSingle;
    look.whyNone = [] { return tr("Select an order first."); };
    // Buttons have less room than menus.
    if (action == OrderAction::ReassignNext) {
        look.brief = [] { return tr("Reassign…"); };
    } else if (action == OrderAction::MarkPaid) {
        look.brief = [] { return tr("Mark paid…"); };
    }
    return look;
}

QString OrderActions::label(OrderAction action) {
    switch (action) {
        case OrderAction::MarkPaid: return tr("Mark as paid…");
        case OrderAction::Cancel: return tr("Cancel…");
        case OrderAction::ReassignNext: return tr("Reassign to the next fairest…");
        case OrderAction::ReassignTo: return tr("Reassign to a courier…");
        case OrderAction::PickedUp: return tr("Report picked up");
        case OrderAction::Delivered: return tr("Report delivered");
        case OrderAction::Failed: return tr("Report a failed delivery…");
        case OrderAction::Refund: return tr("Refund…");
        case OrderAction::RequestReturn: return tr("Request a return…");
    }
    return {};
}

api::Operation OrderActions::operation(OrderAction action) {
    switch (action) {
        case OrderAction::MarkPaid: return api::Operation::OrdersRecordPayment;
        case OrderAction::Cancel: return api::Operation::OrdersCancel;
        case OrderAction::ReassignNext:
        case OrderAction::ReassignTo: return api::Operation::DispatchReassign;
        case OrderAction::PickedUp:
        case OrderAction::Delivered:
        case OrderAction::Failed: return api::Operation::OrdersReport;
        case OrderAction::Refund: return api::Operation::RefundsRequest;
        case OrderAction::RequestReturn: return api::Operation::ReturnsRequest;
    }
    return api::Operation::OrdersCancel;
}

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
