// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_action_texts.h"

#include <QCoreApplication>

#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct ActionTexts {
    Q_DECLARE_TR_FUNCTIONS(ActionTexts)
};

QString question(std::int64_t count, const QString& one, const QString& many, const QString& orderNo) {
    return count == 1 ? one.arg(orderNo) : many.arg(Formats::number(count));
}

ActionDialog::Texts cancelTexts(std::int64_t count, const QString& no) {
    ActionDialog::Texts all = {
        ActionTexts::tr("Cancel orders"),
        question(count, ActionTexts::tr("Order %1 will be closed."),
                 ActionTexts::tr("%1 orders will be closed.", nullptr, Formats::plural(count)), no),
        ActionTexts::tr("Stock is restored, and what was paid is refunded in full. This cannot be undone."),
        count == 1 ? ActionTexts::tr("Cancel the order")
                   : ActionTexts::tr("Cancel %1 orders", nullptr, Formats::plural(count)).arg(Formats::number(count)),
        ActionTexts::tr("will be closed"),
        true,
        true};
    all.cancels = true;
    return all;
}

}  // namespace

ActionDialog::Texts actionTexts(OrderAction action, std::int64_t count, const api::OrderRow& first,
                                const Formats& formats) {
    const QString no = text(first.orderNo);
    switch (action) {
        case OrderAction::MarkPaid:
            return {ActionTexts::tr("Mark as paid"),
                    ActionTexts::tr("A payment of %1 will be recorded for order %2.")
                        .arg(formats.moneyWithCurrency(first.payable), no),
                    ActionTexts::tr("The order is then dispatched at once."),
                    ActionTexts::tr("Record the payment"),
                    ActionTexts::tr("will be paid"),
                    false,
                    true};
        case OrderAction::Cancel: return cancelTexts(count, no);
        case OrderAction::Failed:
            return {ActionTexts::tr("Report a failed delivery"),
                    ActionTexts::tr("Order %1 goes back to waiting for pick-up, with the same courier.").arg(no),
                    {},
                    ActionTexts::tr("Report the failure"),
                    ActionTexts::tr("will wait for pick-up again"),
                    false,
                    true};
        case OrderAction::PickedUp:
        case OrderAction::Delivered: {  // without a question
            ActionDialog::Texts texts;
            texts.title = ActionTexts::tr("Report");
            return texts;
        }
        case OrderAction::ReassignNext:  // givingSpec() asks
        case OrderAction::ReassignTo:
        case OrderAction::Refund:  // OrderMoneyFlow asks
        case OrderAction::RequestReturn: break;
    }
    return {};
}

QString reportedText(OrderAction action, const QString& orderNo) {
    switch (action) {
        case OrderAction::PickedUp: return ActionTexts::tr("%1 is reported as picked up.").arg(orderNo);
        case OrderAction::Delivered: return ActionTexts::tr("%1 is reported as delivered.").arg(orderNo);
        case OrderAction::Failed: return ActionTexts::tr("The failed delivery of %1 is reported.").arg(orderNo);
        case OrderAction::MarkPaid:
        case OrderAction::Cancel:
        case OrderAction::ReassignNext:
        case OrderAction::ReassignTo:
        case OrderAction::Refund:
        case OrderAction::RequestReturn: break;
    }
    return {};
}

}  // namespace evenhand::ui
