// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_money_flow.h"

#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/dialogs/outcome_text.h"
#include "ui/pages/shared/order_read_back.h"
#include "ui/shell/notices.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"

namespace evenhand::ui {

OrderMoneyFlow::OrderMoneyFlow(UiContext& context, QWidget* page) : QObject(page), m_context(context), m_page(page) {}

void OrderMoneyFlow::begin(OrderAction action, const api::OrderRow& order) {
    if (const QString why = OrderActions::whyNot(action, order); !why.isEmpty()) {
        m_context.notices.warn(why);
        return;
    }
    ++m_busy;
    auto& bridge = m_context.bridge;
    const bool money = action == OrderAction::Refund;
    whenReady(bridge.returns().returnable(bridge.call(), order.orderNo), this,
              [this, money, order](const Result<api::ReturnableOrder>& read) {
                  --m_busy;
                  const QString no = text(order.orderNo);
                  if (!read) {
                      m_context.notices.bad(tr("%1: %2").arg(no, errorText(read.error(), m_context.formats)));
                      Q_EMIT finished();
                  } else if (money && read->money.refundable.minor <= 0) {
                      m_context.notices.warn(tr("%1: nothing is left to refund.").arg(no));
                      Q_EMIT finished();
                  } else if (!money && read->refusal) {
                      m_context.notices.warn(tr("%1: %2").arg(no, errorText(*read->refusal, m_context.formats)));
                      Q_EMIT finished();
                  } else if (money) {
                      askRefund(order, read->money);
                  } else {
                      askReturn(order, *read);
                  }
              });
}

// --- refund -------------------------------------------------------------------------------------------------

QLineEdit* OrderMoneyFlow::addAmount(ActionDialog* dialog, const api::OrderMoney& money) {
    const auto& formats = m_context.formats;
    auto* amount = new QLineEdit(formats.money(money.refundable), dialog);
    amount->setObjectName(QStringLiteral("refundAmount"));
    amount->setAlignment(Qt::AlignRight);
    dialog->addField(tr("Amount (%1)").arg(formats.currency()), amount, [amount, &formats, most = money.refundable] {
        const auto typed = formats.readMoney(amount->text());
        return typed && *typed > most ? tr("At most %1 can still be refunded.").arg(formats.money(most))
                                      : amountProblem(amount->text(), Money{1}, most, formats);
    });
    connect(amount, &QLineEdit::textChanged, dialog, &ActionDialog::recheck);
    return amount;
}

void OrderMoneyFlow::askRefund(const api::OrderRow& order, const api::OrderMoney& money) {
    const auto figures = figuresOf(money, m_context.formats);
    ActionDialog::Texts texts;
    texts.title = tr("Refund of %1").arg(text(order.orderNo));
    texts.question = tr("The money of order %1 is paid back to the payer.").arg(text(order.orderNo));
    texts.effect =
        tr("Paid %1, refunded %2, on its way %3, still refundable %4. Goods and stock stay as they are. Above "
           "the four-eyes threshold somebody else must approve.")
            .arg(figures.paid, figures.succeeded, figures.onItsWay, figures.refundable);
    texts.confirm = tr("Request the refund");
    texts.reasonHint = tr("Required; kept with the order");
    auto* dialog = new ActionDialog(texts, {}, m_page->window());
    m_question = dialog;
    auto* amount = addAmount(dialog, money);
    amount->setFocus();
    amount->selectAll();
    const QString key = text(m_rng.uuid());
    connect(dialog, &QDialog::accepted, this, [this, dialog, amount, order, key] {
        refund(order, key, m_context.formats.readMoney(amount->text()).value_or(Money{}), dialog->reason());
    });
    dialog->open();
    Q_EMIT asked();
}

void OrderMoneyFlow::refund(const api::OrderRow& order, const QString& key, Money amount, const QString& reason) {
    ++m_busy;
    auto& bridge = m_context.bridge;
    whenReady(bridge.refunds().request(bridge.call(reason), {key.toStdString(), order.orderNo, amount, order.version}),
              this, [this, order](const Result<api::RefundAnswer>& answer) {
                  --m_busy;
                  refunded(order, answer);
              });
}

void OrderMoneyFlow::refunded(const api::OrderRow& order, const Result<api::RefundAnswer>& answer) {
    if (!answer) {
        const auto& error = answer.error();
        const QString title = tr("Refund of %1").arg(text(order.orderNo));
        if (error.code == ErrorCode::OutcomeUnknown) {
            tellFailure(title, error);
            return;
        }
        ++m_busy;
        whyRefused(m_context, this, order, error, [this, title](const QString& why) {
            --m_busy;
            m_context.notices.bad(tr("%1: nothing was done. %2").arg(title, why));
            Q_EMIT finished();
        });
        return;
    }
    const QString amount = m_context.formats.moneyWithCurrency(answer->amount);
    if (answer->status == api::RefundStatus::Requested) {
        m_context.notices.warn(
            tr("%1 of %2: somebody else must approve it.", "amount, order").arg(amount, text(order.orderNo)));
    } else if (answer->status == api::RefundStatus::Pending) {
        // It goes on by itself, while this is still read.
        m_context.notices.good(
            tr("%1 of %2 is granted; it goes to the provider next.", "amount, order").arg(amount, text(order.orderNo)));
    } else {
        m_context.notices.good(
            tr("%1 of %2: %3.", "amount, order, status").arg(amount, text(order.orderNo), label(answer->status)));
    }
    Q_EMIT finished();
}

// --- return -------------------------------------------------------------------------------------------------

QLineEdit* OrderMoneyFlow::addNumber(ActionDialog* dialog, const api::OrderRow& order) {
    const QString proposed = QStringLiteral("R-%1-%2").arg(text(order.orderNo).left(40), text(m_rng.uuid()).left(6));
    auto* number = new QLineEdit(proposed, dialog);
    number->setObjectName(QStringLiteral("returnNumberEdit"));
    number->setMaxLength(static_cast<int>(base::kMaxIdCharacters));
    dialog->addField(tr("Return number"), number, [number] {
        return number->text().trimmed().isEmpty() ? tr("Enter a return number.") : QString();
    });
    connect(number, &QLineEdit::textChanged, dialog, &ActionDialog::recheck);
    return number;
}

void OrderMoneyFlow::askReturn(const api::OrderRow& order, const api::ReturnableOrder& returnable) {
    ActionDialog::Texts texts;
    texts.title = tr("Return of %1").arg(text(order.orderNo));
    texts.question = tr("Units of order %1 will be returned.").arg(text(order.orderNo));
    texts.effect =
        tr("The units are held for this request until it is decided. The refund is based on what was actually paid.");
    texts.confirm = tr("Request the return");
    texts.reasonNeeded = false;
    texts.reasonHint = tr("The customer's reason");
    auto* dialog = new ActionDialog(texts, {}, m_page->window());
    m_question = dialog;
    std::vector<UnitsGrid::Line> lines;
    for (const auto& line : returnable.lines) {
        lines.push_back({text(line.sku),
                         line.productName.empty() ? text(line.sku) : text(line.productName),
                         {Formats::number(line.deducted), Formats::number(line.returned),
                          Formats::number(line.requested), Formats::number(line.returnable)},
                         0,
                         line.returnable,
                         0});
    }
    auto* grid = new UnitsGrid(
        {tr("Product"), {tr("Deducted"), tr("Returned"), tr("Waiting"), tr("Returnable")}, tr("Return"), {}},
        std::move(lines), dialog);
    m_units = grid;
    dialog->addField(tr("Units"), grid,
                     [grid] { return grid->sum() > 0 ? QString() : tr("Enter at least one unit."); });
    connect(grid, &UnitsGrid::changed, dialog, &ActionDialog::recheck);
    auto* number = addNumber(dialog, order);
    auto* approve = new QCheckBox(tr("Approve at once, if four eyes allow it"), dialog);
    approve->setObjectName(QStringLiteral("approveAtOnce"));
    const QString mayNot = m_context.bridge.whyNotAllowed(api::Operation::ReturnsApprove);
    approve->setEnabled(mayNot.isEmpty());
    approve->setToolTip(plainToolTip(mayNot));
    dialog->addField(QString(), approve, [] { return QString(); });
    dialog->resize(640, dialog->sizeHint().height());
    connect(dialog, &QDialog::accepted, this, [this, dialog, grid, number, approve, order, returnable] {
        api::RequestReturn asked;
        asked.number = ReturnNo(number->text().trimmed().toStdString());
        asked.deduction = returnable.deduction;
        asked.orderNo = order.orderNo;
        asked.reason = dialog->reason().toStdString();
        asked.approve = approve->isChecked();
        for (std::size_t i = 0; i < returnable.lines.size(); ++i) {
            if (grid->value(i) > 0) {
                asked.lines.push_back({returnable.lines[i].sku, grid->value(i)});
            }
        }
        request(std::move(asked), dialog->reason());
    });
    dialog->open();
    Q_EMIT asked();
}

void OrderMoneyFlow::request(api::RequestReturn asked, const QString& reason) {
    ++m_busy;
    auto& bridge = m_context.bridge;
    whenReady(bridge.returns().request(bridge.call(reason), std::move(asked)), this,
              [this](const Result<api::ReturnAnswer>& answer) {
                  --m_busy;
                  requested(answer);
              });
}

void OrderMoneyFlow::requested(const Result<api::ReturnAnswer>& answer) {
    if (!answer) {
        tellFailure(tr("Return"), answer.error());
        return;
    }
    const QString amount = m_context.formats.moneyWithCurrency(answer->amount);
    const QString number = text(answer->number);
    if (answer->status == api::ReturnStatus::Approved) {
        m_context.notices.good(tr("Return %1 is approved: %2.", "number, amount").arg(number, amount));
    } else if (answer->repeated) {
        m_context.notices.warn(tr("Return %1 was requested before; nothing was repeated.").arg(number));
    } else {
        m_context.notices.good(
            tr("Return %1 is requested: %2, waits for approval.", "number, amount").arg(number, amount));
    }
    Q_EMIT finished();
}

void OrderMoneyFlow::tellFailure(const QString& title, const Error& error) {
    const bool unknown = error.code == ErrorCode::OutcomeUnknown;
    const QString why = refusalText(error, m_context.formats, m_context.bridge.now());
    m_context.notices.bad(unknown ? tr("%1: %2").arg(title, why) : tr("%1: nothing was done. %2").arg(title, why));
    Q_EMIT finished();
}

}  // namespace evenhand::ui
