// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_money_flow.h"

#include <functional>
#include <memory>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/pages/orders/order_rows_flow.h"
#include "ui/pages/shared/flow_answers.h"
#include "ui/shell/notices.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"

namespace evenhand::ui {
namespace {

/// Of the reason that is chosen; empty: none.
std::string chosenCode(const QPointer<QComboBox>& codes) {
    return codes ? codes->currentData().toString().toStdString() : std::string();
}

}  // namespace

OrderMoneyFlow::OrderMoneyFlow(UiContext& context, QWidget* page)
    : QObject(page), m_context(context), m_rows(new RowFlow(context, page)) {
    connect(m_rows, &RowFlow::asked, this, &OrderMoneyFlow::asked);  // about taking back what was done
    connect(m_rows, &RowFlow::finished, this, &OrderMoneyFlow::finished);
}

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

RowFlow::Spec OrderMoneyFlow::specOf(OrderAction action, const api::OrderRow& order, const QString& called,
                                     ActionDialog::Texts texts) {
    auto spec = ordersSpec(m_context, this, action, {order});
    spec.orders.clear();  // the question is about the money, and names the order
    spec.texts = std::move(texts);
    spec.called = called;
    return spec;
}

void OrderMoneyFlow::ask(RowFlow::Spec spec) {
    if (m_rows->begin(std::move(spec)) != nullptr) {
        Q_EMIT asked();
    }
}

QLineEdit* OrderMoneyFlow::addAmount(ActionDialog& dialog, const api::OrderMoney& money) {
    const auto& formats = m_context.formats;
    auto* amount = new QLineEdit(formats.money(money.refundable), &dialog);
    amount->setObjectName(QStringLiteral("refundAmount"));
    amount->setAlignment(Qt::AlignRight);
    dialog.addField(tr("Amount (%1)").arg(formats.currency()), amount, [amount, &formats, most = money.refundable] {
        const auto typed = formats.readMoney(amount->text());
        return typed && *typed > most ? tr("At most %1 can still be refunded.").arg(formats.money(most))
                                      : amountProblem(amount->text(), Money{1}, most, formats);
    });
    connect(amount, &QLineEdit::textChanged, &dialog, &ActionDialog::recheck);
    amount->setFocus();
    amount->selectAll();
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
    auto spec = specOf(OrderAction::Refund, order, tr("Refund"), texts);
    auto fields = std::make_shared<RefundFields>();
    auto answered = std::make_shared<std::optional<api::RefundAnswer>>();
    spec.addFields = [this, money, fields](ActionDialog& dialog) {
        *fields = {addAmount(dialog, money), addReasonCode(dialog, QStringLiteral("refundReasonCode"))};
    };
    spec.submit = [this, order, fields, answered, key = text(m_rng.uuid())](
                      const api::Call& call, const RowFlow::Rows& rows, std::function<void(RowFlow::Answers)> done) {
        const auto typed = fields->amount ? m_context.formats.readMoney(fields->amount->text()) : std::nullopt;
        api::RequestRefund asked;
        asked.key = key.toStdString();
        asked.orderNo = order.orderNo;
        asked.amount = typed.value_or(Money{});
        asked.version = order.version;
        asked.reasonCode = chosenCode(fields->reasonCode);
        answerRow(m_context.bridge.refunds().request(call, std::move(asked)), rows.front().id, answered, this,
                  std::move(done));
    };
    spec.said = [this, answered, number = text(order.orderNo)](const std::vector<RowOutcome>&) {
        return refundedText(number, **answered);
    };
    ask(std::move(spec));
}

FlowTold OrderMoneyFlow::refundedText(const QString& order, const api::RefundAnswer& answer) const {
    const QString amount = m_context.formats.moneyWithCurrency(answer.amount);
    if (answer.status == api::RefundStatus::Requested) {
        return {tr("%1 of %2: somebody else must approve it.", "amount, order").arg(amount, order), Tone::Warn};
    }
    if (answer.status == api::RefundStatus::Pending) {
        // It goes on by itself, while this is still read.
        return tr("%1 of %2 is granted; it goes to the provider next.", "amount, order").arg(amount, order);
    }
    return tr("%1 of %2: %3.", "amount, order, status").arg(amount, order, label(answer.status));
}

// --- return -------------------------------------------------------------------------------------------------

QLineEdit* OrderMoneyFlow::addNumber(ActionDialog& dialog, const api::OrderRow& order) {
    const QString proposed = QStringLiteral("R-%1-%2").arg(text(order.orderNo).left(40), text(m_rng.uuid()).left(6));
    auto* number = new QLineEdit(proposed, &dialog);
    number->setObjectName(QStringLiteral("returnNumberEdit"));
    number->setMaxLength(static_cast<int>(base::kMaxIdCharacters));
    dialog.addField(tr("Return number"), number,
                    [number] { return number->text().trimmed().isEmpty() ? tr("Enter a return number.") : QString(); });
    connect(number, &QLineEdit::textChanged, &dialog, &ActionDialog::recheck);
    return number;
}

UnitsGrid* OrderMoneyFlow::addUnits(ActionDialog& dialog, const api::ReturnableOrder& returnable) {
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
        std::move(lines), &dialog);
    m_units = grid;
    dialog.addField(tr("Units"), grid, [grid] { return grid->sum() > 0 ? QString() : tr("Enter at least one unit."); });
    connect(grid, &UnitsGrid::changed, &dialog, &ActionDialog::recheck);
    return grid;
}

QComboBox* OrderMoneyFlow::addReasonCode(ActionDialog& dialog, const QString& objectName) {
    auto* codes = new QComboBox(&dialog);
    codes->setObjectName(objectName);
    codes->addItem(tr("None"), QString());
    codes->setEnabled(false);
    dialog.addField(tr("Reason from the list"), codes, [] { return QString(); });
    auto& bridge = m_context.bridge;
    whenReady(bridge.returns().caseSettings(bridge.call()), codes, [codes](const Result<api::CaseSettings>& settings) {
        for (const auto& reason : settings ? settings->reasons : std::vector<api::ReturnReason>{}) {
            codes->addItem(text(reason.name), text(reason.code));
        }
        codes->setEnabled(codes->count() > 1);
    });
    return codes;
}

OrderMoneyFlow::ReturnFields OrderMoneyFlow::addReturnFields(ActionDialog& dialog, const api::OrderRow& order,
                                                             const api::ReturnableOrder& returnable) {
    auto* grid = addUnits(dialog, returnable);
    auto* number = addNumber(dialog, order);
    auto* reasonCode = addReasonCode(dialog, QStringLiteral("returnReasonCode"));
    auto* approve = new QCheckBox(tr("Approve at once, if four eyes allow it"), &dialog);
    approve->setObjectName(QStringLiteral("approveAtOnce"));
    const QString mayNot = m_context.bridge.whyNotAllowed(api::Operation::ReturnsApprove);
    approve->setEnabled(mayNot.isEmpty());
    approve->setToolTip(plainToolTip(mayNot));
    dialog.addField(QString(), approve, [] { return QString(); });
    const ReturnFields fields{grid, number, approve, reasonCode};
    addPreview(dialog, fields, order, returnable);
    dialog.resize(640, dialog.sizeHint().height());
    if (grid->size() > 0) {
        grid->spin(0)->setFocus();
    }
    return fields;
}

void OrderMoneyFlow::addPreview(ActionDialog& dialog, const ReturnFields& fields, const api::OrderRow& order,
                                const api::ReturnableOrder& returnable) {
    auto* preview = new RequestPreviewField(m_context, order.id, &dialog);
    m_preview = preview;
    dialog.addField(tr("Refund"), preview, [preview] { return preview->problem(); });
    const auto again = [preview, fields, order, returnable] { preview->want(requestOf(fields, order, returnable)); };
    connect(fields.units, &UnitsGrid::changed, preview, again);
    connect(fields.approve, &QCheckBox::toggled, preview, again);
    connect(fields.reasonCode, &QComboBox::currentIndexChanged, preview, again);
    connect(preview, &RequestPreviewField::changed, &dialog, &ActionDialog::recheck);
}

api::RequestReturn OrderMoneyFlow::requestOf(const ReturnFields& fields, const api::OrderRow& order,
                                             const api::ReturnableOrder& returnable) {
    api::RequestReturn asked;
    asked.deduction = returnable.deduction;
    asked.orderNo = order.orderNo;
    if (!fields.units || !fields.number || !fields.approve) {
        return asked;  // without lines it is refused
    }
    asked.number = ReturnNo(fields.number->text().trimmed().toStdString());
    asked.approve = fields.approve->isChecked();
    asked.reasonCode = chosenCode(fields.reasonCode);
    for (std::size_t i = 0; i < returnable.lines.size(); ++i) {
        if (fields.units->value(i) > 0) {
            asked.lines.push_back({returnable.lines[i].sku, fields.units->value(i)});
        }
    }
    return asked;
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
    auto spec = specOf(OrderAction::RequestReturn, order, tr("Return"), texts);
    auto fields = std::make_shared<ReturnFields>();
    auto answered = std::make_shared<std::optional<api::ReturnAnswer>>();
    spec.addFields = [this, fields, order, returnable](ActionDialog& dialog) {
        *fields = addReturnFields(dialog, order, returnable);
    };
    spec.submit = [this, fields, order, returnable, answered](const api::Call& call, const RowFlow::Rows& rows,
                                                              std::function<void(RowFlow::Answers)> done) {
        auto request = requestOf(*fields, order, returnable);
        request.reason = call.reason;
        answerRow(m_context.bridge.returns().request(call, std::move(request)), rows.front().id, answered, this,
                  [this, answered, done = std::move(done)](RowFlow::Answers answers) {
                      addVersion(*answered, std::move(answers), done);
                  });
    };
    spec.said = [this, answered](const std::vector<RowOutcome>&) { return requestedText(**answered); };
    spec.undo = [this, answered](const std::vector<FlowDone>& done) {
        return withdrawSpec(**answered, done.front().version);
    };
    spec.undoKind = QStringLiteral("returnRequest");
    ask(std::move(spec));
}

void OrderMoneyFlow::addVersion(const std::optional<api::ReturnAnswer>& answered, RowFlow::Answers answers,
                                const std::function<void(RowFlow::Answers)>& done) {
    const bool isDone = answers && !answers->front().error && answered;
    if (!isDone || answered->repeated || answered->status != api::ReturnStatus::Requested) {
        if (answers) {
            answers->front().isFinal = true;  // what is approved is undone on the page of returns
        }
        done(std::move(answers));
        return;
    }
    auto& bridge = m_context.bridge;
    whenReady(bridge.returns().rows(bridge.call(), {answered->id}), this,
              [answers = std::move(answers), done](const Result<std::vector<api::ReturnRow>>& read) mutable {
                  const bool isRead = read && !read->empty();
                  answers->front().version = isRead ? read->front().version : 0;
                  answers->front().isFinal = !isRead;
                  done(std::move(answers));
              });
}

/// Whoever has decided on it since is not overruled.
RowFlow::Spec OrderMoneyFlow::withdrawSpec(const api::ReturnAnswer& requested, std::int64_t version) {
    RowFlow::Spec spec;
    spec.texts.title = tr("Undo the request");
    spec.texts.question =
        tr("Return %1 of order %2 will be cancelled.").arg(text(requested.number), text(requested.orderNo));
    spec.texts.confirm = tr("Undo");
    spec.texts.reasonHint = tr("Required; kept in the history");
    spec.header = {tr("Return"), tr("Order"), tr("Now")};
    spec.rows.push_back({.id = requested.id.value,
                         .version = version,
                         .name = text(requested.number),
                         .detail = text(requested.orderNo)});
    spec.submit = [this](const api::Call& call, const RowFlow::Rows& rows, std::function<void(RowFlow::Answers)> done) {
        const auto& only = rows.front();
        answerRows(m_context.bridge.returns().cancel(call, {{ReturnId{only.id}, only.version}}), this, std::move(done));
    };
    spec.readBack = [this](const std::vector<std::int64_t>& ids, std::function<void(RowFlow::Now)> done) {
        auto& bridge = m_context.bridge;
        whenReady(bridge.returns().rows(bridge.call(), {ReturnId{ids.front()}}), this,
                  [done = std::move(done)](const Result<std::vector<api::ReturnRow>>& read) {
                      RowFlow::Now now;
                      for (const auto& row : read ? *read : std::vector<api::ReturnRow>{}) {
                          now[row.id.value] = label(row.stage);
                      }
                      done(std::move(now));
                  });
    };
    return spec;
}

FlowTold OrderMoneyFlow::requestedText(const api::ReturnAnswer& answer) const {
    const QString amount = m_context.formats.moneyWithCurrency(answer.amount);
    const QString number = text(answer.number);
    if (answer.status == api::ReturnStatus::Approved) {
        return tr("Return %1 is approved: %2.", "number, amount").arg(number, amount);
    }
    if (answer.repeated) {
        return {tr("Return %1 was requested before; nothing was repeated.").arg(number), Tone::Warn};
    }
    return tr("Return %1 is requested: %2, waits for approval.", "number, amount").arg(number, amount);
}

}  // namespace evenhand::ui
