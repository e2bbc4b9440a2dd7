// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_rows_flow.h"

#include <QCoreApplication>
#include <QLineEdit>
#include <QPointer>
#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/orders/order_action_texts.h"
#include "ui/pages/shared/flow_answers.h"
#include "ui/pages/shared/order_giving.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct OrderRowsFlow {
    Q_DECLARE_TR_FUNCTIONS(OrderRowsFlow)
};

using Done = std::function<void(RowFlow::Answers)>;

/// What the question about a payment asks for.
struct PaymentFields {
    QPointer<QLineEdit> number;
    QPointer<QLineEdit> amount;
};

void addPaymentFields(const Formats& formats, ActionDialog& dialog, Money payable, PaymentFields& fields) {
    auto* number = new QLineEdit(&dialog);
    number->setObjectName(QStringLiteral("paymentNumber"));
    number->setMaxLength(static_cast<int>(base::kMaxIdCharacters));
    dialog.addField(OrderRowsFlow::tr("Payment number"), number, [number] {
        return number->text().trimmed().isEmpty() ? OrderRowsFlow::tr("Enter a payment number.") : QString();
    });
    auto* amount = new QLineEdit(&dialog);
    amount->setObjectName(QStringLiteral("paymentAmount"));
    amount->setText(formats.money(payable));
    amount->setAlignment(Qt::AlignRight);
    dialog.addField(OrderRowsFlow::tr("Amount (%1)").arg(formats.currency()), amount, [amount, &formats, payable] {
        // Only one amount is right: the range is that amount.
        return formats.readMoney(amount->text()) == payable
                   ? QString()
                   : OrderRowsFlow::tr("The payable amount is %1; a payment must match it.")
                         .arg(formats.money(payable));
    });
    QObject::connect(number, &QLineEdit::textChanged, &dialog, &ActionDialog::recheck);
    QObject::connect(amount, &QLineEdit::textChanged, &dialog, &ActionDialog::recheck);
    number->setFocus();
    fields = {number, amount};
}

/// Money that was not taken is told as what it is.
FlowTold paidText(const QString& number, const api::PaymentAnswer& answer) {
    switch (answer.outcome) {
        case api::PaymentOutcome::Accepted:
            return answer.repeated ? OrderRowsFlow::tr("%1 was already paid with this payment number.").arg(number)
                                   : OrderRowsFlow::tr("%1 is paid.").arg(number);
        case api::PaymentOutcome::Late:
        case api::PaymentOutcome::Unmatched: break;
    }
    return {OrderRowsFlow::tr("%1 was not paid: the money is kept and owed back (%2).")
                .arg(number, answer.owed ? label(*answer.owed) : Formats::dash()),
            Tone::Warn};
}

Money paidOf(const std::vector<api::OrderRow>& orders) {
    Money sum;
    for (const auto& order : orders) {
        sum.minor += order.paidAt ? order.payable.minor : 0;
    }
    return sum;
}

}  // namespace

RowFlow::Spec ordersSpec(UiContext& context, QObject* receiver, OrderAction action,
                         const std::vector<api::OrderRow>& orders) {
    auto frozen = std::make_shared<OrderGiving>();
    frozen->orders = orders;
    auto spec = frozenSpec(context, receiver, frozen,
                           [action](const api::OrderRow& order) { return OrderActions::whyNot(action, order); });
    std::vector<api::OrderRow> fit;
    std::copy_if(orders.begin(), orders.end(), std::back_inserter(fit),
                 [action](const api::OrderRow& order) { return OrderActions::whyNot(action, order).isEmpty(); });
    const auto texts = [&context, action](const std::vector<api::OrderRow>& left, const api::OrderRow& first) {
        auto all = actionTexts(action, std::ssize(left), left.empty() ? first : left.front(), context.formats);
        if (const Money paid = paidOf(left); action == OrderAction::Cancel && paid.minor > 0) {
            // At most: some of it may have gone back for returns.
            all.question = OrderRowsFlow::tr("%1 Up to %2 goes back to customers.", "what is closed, amount")
                               .arg(all.question, context.formats.moneyWithCurrency(paid));
        }
        return all;
    };
    spec.texts = texts(fit, orders.front());
    spec.textsFor = [texts](const std::vector<api::OrderRow>& left) { return texts(left, left.front()); };
    spec.orders = orders;
    return spec;
}

RowFlow::Spec cancelSpec(UiContext& context, QObject* receiver, const std::vector<api::OrderRow>& orders) {
    auto spec = ordersSpec(context, receiver, OrderAction::Cancel, orders);
    spec.submit = [&context, receiver](const api::Call& call, const RowFlow::Rows& rows, const Done& done) {
        answerByOrder(context.bridge.orders().cancel(call, refsOf(rows)), idsOf(rows), receiver, done);
    };
    return spec;
}

RowFlow::Spec reportSpec(UiContext& context, QObject* receiver, OrderAction action, const api::OrderRow& order) {
    auto spec = ordersSpec(context, receiver, action, {order});
    spec.submit = [&context, receiver, action, order](const api::Call& call, const RowFlow::Rows& rows,
                                                      const Done& done) {
        api::CourierReport report;
        report.kind = action == OrderAction::PickedUp    ? api::CourierReport::Kind::PickedUp
                      : action == OrderAction::Delivered ? api::CourierReport::Kind::Delivered
                                                         : api::CourierReport::Kind::Failed;
        report.orderNo = order.orderNo;
        report.courier = order.courier;
        report.epoch = order.epoch;
        report.note = call.reason;
        report.version = order.version;
        answerRow(context.bridge.orders().report(call, std::move(report)), rows.front().id,
                  std::make_shared<std::optional<bool>>(), receiver, done);
    };
    spec.said = [action, number = text(order.orderNo)](const std::vector<RowOutcome>&) {
        return reportedText(action, number);
    };
    if (action != OrderAction::Failed) {
        spec.atOnce = QString();
    }
    return spec;
}

RowFlow::Spec paymentSpec(UiContext& context, QObject* receiver, const api::OrderRow& order) {
    auto spec = ordersSpec(context, receiver, OrderAction::MarkPaid, {order});
    auto fields = std::make_shared<PaymentFields>();
    auto answered = std::make_shared<std::optional<api::PaymentAnswer>>();
    spec.addFields = [&context, fields, payable = order.payable](ActionDialog& dialog) {
        addPaymentFields(context.formats, dialog, payable, *fields);
    };
    spec.submit = [&context, receiver, order, fields, answered](const api::Call& call, const RowFlow::Rows& rows,
                                                                const Done& done) {
        const QString number = fields->number ? fields->number->text().trimmed() : QString();
        const auto amount = fields->amount ? context.formats.readMoney(fields->amount->text()) : std::nullopt;
        answerRow(context.bridge.orders().recordPayment(
                      call, {PaymentNo(number.toStdString()), order.orderNo, amount.value_or(Money{}), order.version}),
                  rows.front().id, answered, receiver, done);
    };
    spec.said = [answered, number = text(order.orderNo)](const std::vector<RowOutcome>&) {
        return paidText(number, **answered);
    };
    return spec;
}

}  // namespace evenhand::ui
