// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_action_flow.h"

#include <QCheckBox>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/pages/orders/order_action_texts.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/shell/notices.h"
#include "ui/widgets/courier_edit.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

bool needsQuestion(OrderAction action) { return action != OrderAction::PickedUp && action != OrderAction::Delivered; }

bool isOfMany(OrderAction action) {
    return action == OrderAction::Cancel || action == OrderAction::ReassignNext || action == OrderAction::ReassignTo;
}

}  // namespace

OrderActionFlow::OrderActionFlow(UiContext& context, QWidget* page)
    : QObject(page),
      m_context(context),
      m_page(page),
      m_rows(new RowFlow(context, page)),
      m_money(new OrderMoneyFlow(context, page)) {
    connect(m_rows, &RowFlow::asked, this, [this] {  // about taking back what was done
        m_question = m_rows->question();
        Q_EMIT asked();
    });
    connect(m_rows, &RowFlow::finished, this, &OrderActionFlow::finished);
    connect(m_money, &OrderMoneyFlow::asked, this, &OrderActionFlow::asked);
    connect(m_money, &OrderMoneyFlow::finished, this, &OrderActionFlow::finished);
}

// --- the question -------------------------------------------------------------------------------------------

void OrderActionFlow::begin(OrderAction action, std::vector<api::OrderRow> frozen) {
    if (frozen.empty()) {
        return;
    }
    const auto first = frozen.front();
    const QString whyNot = OrderActions::whyNot(action, first);
    if (isOfMany(action)) {
        askMany(action, std::move(frozen));
    } else if (action == OrderAction::Refund || action == OrderAction::RequestReturn) {
        m_money->begin(action, first);
    } else if (needsQuestion(action)) {
        askOne(action, {first, whyNot});
    } else if (whyNot.isEmpty()) {
        report(action, first, {});
    } else {
        m_context.notices.warn(whyNot);
    }
}

void OrderActionFlow::askMany(OrderAction action, Rows orders) {
    if (action == OrderAction::Cancel) {
        m_question = m_rows->begin(cancelSpec(m_context, this, std::move(orders)));
    } else {
        auto giving = std::make_shared<OrderGiving>();
        giving->orders = std::move(orders);
        m_question = m_rows->begin(reassignSpec(m_context, this, action, giving));
        if (m_question && action == OrderAction::ReassignTo) {
            giving->courier = addCourierField(m_question, giving->orders);
            auto* over = new QCheckBox(tr("Also beyond the courier's load limit"), m_question);
            over->setObjectName(QStringLiteral("overLoadLimit"));
            connect(over, &QCheckBox::toggled, m_question, [giving](bool allowed) { giving->overLimit = allowed; });
            m_question->addField({}, over, [] { return QString(); });
        }
    }
    if (m_question) {
        Q_EMIT asked();
    }
}

void OrderActionFlow::askOne(OrderAction action, ActionRow row) {
    const api::OrderRow order = row.order;
    auto* dialog =
        new ActionDialog(actionTexts(action, 1, order, m_context.formats), {std::move(row)}, m_page->window());
    m_question = dialog;
    followOrders(m_context, dialog, [this, action](const Rows& left) {
        return actionTexts(action, 1, left.front(), m_context.formats).question;
    });
    if (action == OrderAction::MarkPaid) {
        addPaymentFields(dialog, order);
    }
    connect(dialog, &QDialog::accepted, this, [this, action, order, dialog] { submit(action, order, dialog); });
    dialog->open();
    Q_EMIT asked();
}

void OrderActionFlow::addPaymentFields(ActionDialog* dialog, const api::OrderRow& order) {
    auto* number = new QLineEdit(dialog);
    number->setObjectName(QStringLiteral("paymentNumber"));
    number->setMaxLength(static_cast<int>(base::kMaxIdCharacters));
    dialog->addField(tr("Payment number"), number, [number] {
        return number->text().trimmed().isEmpty() ? tr("Enter a payment number.") : QString();
    });
    auto* amount = new QLineEdit(dialog);
    amount->setObjectName(QStringLiteral("paymentAmount"));
    amount->setText(m_context.formats.money(order.payable));
    amount->setAlignment(Qt::AlignRight);
    const auto& formats = m_context.formats;
    dialog->addField(tr("Amount (%1)").arg(formats.currency()), amount, [amount, &formats, payable = order.payable] {
        // Only one amount is right: the range is that amount.
        return formats.readMoney(amount->text()) == payable
                   ? QString()
                   : tr("The payable amount is %1; a payment must match it.").arg(formats.money(payable));
    });
    connect(number, &QLineEdit::textChanged, dialog, &ActionDialog::recheck);
    connect(amount, &QLineEdit::textChanged, dialog, &ActionDialog::recheck);
    number->setFocus();
}

CourierEdit* OrderActionFlow::addCourierField(ActionDialog* dialog, const Rows& orders) {
    auto* courier = new CourierEdit(m_context.bridge, dialog);
    courier->setObjectName(QStringLiteral("courierEdit"));
    courier->setCampus(orders.front().campus, true);
    courier->setTakers(orders.size() == 1 ? orders.front().courier : CourierId());
    courier->setPlaceholderText(tr("Name or id of a courier on duty"));
    dialog->addField(tr("Courier"), courier, [courier] {
        return !courier->courier().empty() ? QString()
               : courier->nobody().isEmpty()
                   ? tr("Choose a courier.")
                   : tr("No courier on duty matches \"%1\".").arg(shownLine(courier->nobody(), 60));
    });
    connect(courier, &CourierEdit::courierChanged, dialog, &ActionDialog::recheck);
    connect(courier, &CourierEdit::suggested, dialog, &ActionDialog::recheck);
    connect(courier, &QLineEdit::textEdited, dialog, &ActionDialog::recheck);
    courier->setFocus();
    return courier;
}

void OrderActionFlow::submit(OrderAction action, const api::OrderRow& order, ActionDialog* dialog) {
    if (action != OrderAction::MarkPaid) {
        report(action, order, dialog->reason());
        return;
    }
    const auto* number = dialog->findChild<QLineEdit*>(QStringLiteral("paymentNumber"));
    const auto* amount = dialog->findChild<QLineEdit*>(QStringLiteral("paymentAmount"));
    pay(order, number->text().trimmed(), m_context.formats.readMoney(amount->text()).value_or(Money{}),
        dialog->reason());
}

// --- what is done -------------------------------------------------------------------------------------------

void OrderActionFlow::pay(const api::OrderRow& order, const QString& number, Money amount, const QString& reason) {
    ++m_busy;
    auto& bridge = m_context.bridge;
    whenReady(bridge.orders().recordPayment(bridge.call(reason),
                                            {PaymentNo(number.toStdString()), order.orderNo, amount, order.version}),
              this, [this, order](const Result<api::PaymentAnswer>& answer) {
                  --m_busy;
                  paid(order, answer);
              });
}

void OrderActionFlow::paid(const api::OrderRow& order, const Result<api::PaymentAnswer>& answer) {
    const QString number = text(order.orderNo);
    if (!answer) {
        failOne(tr("Mark as paid"), order, answer.error());
        return;
    }
    switch (answer->outcome) {
        case api::PaymentOutcome::Accepted:
            m_context.notices.good(answer->repeated ? tr("%1 was already paid with this payment number.").arg(number)
                                                    : tr("%1 is paid.").arg(number));
            break;
        case api::PaymentOutcome::Late:
        case api::PaymentOutcome::Unmatched:
            m_context.notices.warn(tr("%1 was not paid: the money is kept and owed back (%2).")
                                       .arg(number, answer->owed ? label(*answer->owed) : Formats::dash()));
            break;
    }
    Q_EMIT finished();
}

void OrderActionFlow::report(OrderAction action, const api::OrderRow& order, const QString& note) {
    api::CourierReport report;
    report.kind = action == OrderAction::PickedUp    ? api::CourierReport::Kind::PickedUp
                  : action == OrderAction::Delivered ? api::CourierReport::Kind::Delivered
                                                     : api::CourierReport::Kind::Failed;
    report.orderNo = order.orderNo;
    report.courier = order.courier;
    report.epoch = order.epoch;
    report.note = note.toStdString();
    report.version = order.version;
    ++m_busy;
    auto& bridge = m_context.bridge;
    const QString said = reportedText(action, text(order.orderNo));
    whenReady(bridge.orders().report(bridge.call(note), std::move(report)), this,
              [this, said, order](const Result<void>& answer) {
                  --m_busy;
                  if (!answer) {
                      failOne(tr("Report"), order, answer.error());
                      return;
                  }
                  m_context.notices.good(said);
                  Q_EMIT finished();
              });
}

// --- what became of it --------------------------------------------------------------------------------------

void OrderActionFlow::failOne(const QString& title, const api::OrderRow& order, const Error& error) {
    if (error.code == ErrorCode::OutcomeUnknown) {
        m_context.notices.bad(tr("%1: %2").arg(title, errorText(error, m_context.formats)));
        Q_EMIT finished();
        return;
    }
    ++m_busy;
    whyRefused(m_context, this, order, error, [this, title](const QString& why) {
        --m_busy;
        m_context.notices.bad(tr("%1: nothing was done. %2").arg(title, why));
        Q_EMIT finished();
    });
}

}  // namespace evenhand::ui
