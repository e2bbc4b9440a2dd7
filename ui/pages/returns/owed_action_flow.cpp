// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/owed_action_flow.h"

#include <QCoreApplication>
#include <QLineEdit>
#include <QPointer>
#include <array>
#include <memory>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/pages/returns/refund_action_flow.h"
#include "ui/pages/shared/flow_answers.h"
#include "ui/tables/action_shape.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

struct OwedFlow {
    Q_DECLARE_TR_FUNCTIONS(OwedFlow)
};

/// In the order of the actions.
const ActionShape& owedShapeOf(OwedAction action) {
    using Op = api::Operation;
    static constexpr std::array<ActionShape, kOwedActions> kShapes{{
        {"match", "check", QT_TRANSLATE_NOOP("OwedFlow", "Match to an order…"), Op::OrdersMatchPayment, Qt::Key_unknown,
         true},
        {"sendBack", "refund", QT_TRANSLATE_NOOP("OwedFlow", "Send back…"), Op::RefundsSendBack},
        {"recordPaid", "pay", QT_TRANSLATE_NOOP("OwedFlow", "Record as paid…"), Op::RefundsRecordPaid, Qt::Key_unknown,
         true},
        {"note", "edit", QT_TRANSLATE_NOOP("OwedFlow", "Write a note…"), Op::RefundsNote, Qt::Key_unknown, true},
    }};
    return kShapes.at(static_cast<std::size_t>(action));
}

/// The order that a payment is matched to, while its number is typed: what the engine would refuse is said beforehand.
class OwedOrderField : public QObject {
public:
    OwedOrderField(UiContext& context, ActionDialog& dialog, Money amount)
        : QObject(&dialog), m_context(context), m_dialog(dialog), m_amount(amount) {
        m_edit = named(new QLineEdit(&dialog), QStringLiteral("owedOrder"));
        m_edit->setMaxLength(static_cast<int>(base::kMaxIdCharacters));
        dialog.addField(OwedFlow::tr("Order"), m_edit, [this] { return whyNot(); });
        connect(m_edit, &QLineEdit::textChanged, this, [this] { look(); });
        m_edit->setFocus();
    }
    [[nodiscard]] OrderNo number() const { return OrderNo(m_edit->text().trimmed().toStdString()); }

private:
    [[nodiscard]] QString whyNot() const {
        return number().empty() ? OwedFlow::tr("Enter the order's number.") : m_whyNot;
    }
    void look() {
        const auto asked = number();
        m_whyNot.clear();
        m_dialog.recheck();
        if (asked.empty()) {
            return;
        }
        auto& bridge = m_context.bridge;
        whenReady(bridge.orders().detail(bridge.call(), asked), this,
                  [this, asked](const Result<api::OrderDetail>& detail) {
                      if (asked == number()) {
                          m_whyNot = detail ? whyNotOrder(detail->row) : errorText(detail.error());
                          m_dialog.recheck();
                      }
                  });
    }
    [[nodiscard]] QString whyNotOrder(const api::OrderRow& order) const {
        if (order.status != api::OrderStatus::WaitPay) {
            return OwedFlow::tr("This order does not wait for a payment; it is: %1.").arg(label(order.status));
        }
        return order.payable == m_amount
                   ? QString()
                   : OwedFlow::tr("This order asks for %1.").arg(m_context.formats.moneyWithCurrency(order.payable));
    }

    UiContext& m_context;
    ActionDialog& m_dialog;
    const Money m_amount;
    QLineEdit* m_edit = nullptr;
    QString m_whyNot;  ///< of the number as it stands, once that is known
};

ActionDialog::Texts owedTexts(OwedAction action, std::int64_t count, Money amount, const Formats& formats) {
    const QString sum = formats.moneyWithCurrency(amount);
    ActionDialog::Texts all;
    all.reasonHint = OwedFlow::tr("Required; kept in the history");
    switch (action) {
        case OwedAction::Match:
            all.title = OwedFlow::tr("Match to an order");
            all.question = OwedFlow::tr("This payment of %1 pays the order that it was for.").arg(sum);
            all.effect = OwedFlow::tr(
                "The order must wait for just this amount. It counts as paid from now on, and the payment no longer "
                "goes back.");
            all.confirm = OwedFlow::tr("Match");
            break;
        case OwedAction::SendBack:
            all.title = OwedFlow::tr("Send back");
            all.question = OwedFlow::tr("%1, %2 in all, will go back to the payers.", "n payments, amount")
                               .arg(countedPayments(count), sum);
            all.effect =
                OwedFlow::tr("By the refund method that is set. What has gone back cannot be matched any more.");
            all.confirm = OwedFlow::tr("Send back");
            break;
        case OwedAction::RecordPaid: break;  // as in the table of refunds
        case OwedAction::Note:
            all.title = OwedFlow::tr("Write a note");
            all.question = OwedFlow::tr("A note stays in the history of the payment and cannot be changed.");
            all.confirm = OwedFlow::tr("Write");
            all.reasonName = OwedFlow::tr("Note");
            all.reasonHint = OwedFlow::tr("Who was called, what was agreed");
            break;
    }
    return all;
}

void submitOwed(UiContext& context, QObject* receiver, OwedAction action, const OrderNo& order, const api::Call& call,
                const std::vector<api::RefundRow>& fit, std::function<void(RowFlow::Answers)> done) {
    auto& bridge = context.bridge;
    const auto& first = fit.front();
    switch (action) {
        case OwedAction::Match:
            answerRow(bridge.orders().matchPayment(call, {first.paymentNo, order, first.version}), first.id.value,
                      std::make_shared<std::optional<api::MatchAnswer>>(), receiver, std::move(done));
            break;
        case OwedAction::SendBack: {
            std::vector<api::RefundRef> refs;
            for (const auto& row : fit) {
                refs.push_back({row.id, row.version});
            }
            answerRows(bridge.refunds().sendBack(call, std::move(refs)), receiver, std::move(done));
            break;
        }
        case OwedAction::RecordPaid: break;  // as in the table of refunds
        case OwedAction::Note:
            // What was written is the note, not a reason for it.
            answerOne(bridge.refunds().note(bridge.call(), {first.id, 0}, call.reason), first.id.value, receiver,
                      std::move(done));
            break;
    }
}

QString perPayment(OwedAction action, const api::RefundRow& row, const Formats& formats) {
    const QString amount = formats.moneyWithCurrency(row.amount);
    return action == OwedAction::SendBack ? OwedFlow::tr("%1 sent back", "amount").arg(amount) : amount;
}

}  // namespace

QString whyNotOwed(OwedAction action, const api::RefundRow& row) {
    using api::RefundStatus;
    const auto is = [&row](RefundStatus status) { return row.status == status; };
    if (action == OwedAction::Note) {
        return {};
    }
    if (action == OwedAction::RecordPaid) {
        return RefundActions::whyNot(RefundAction::RecordPaid, row);
    }
    if (!row.matchedOrderNo.empty()) {
        return OwedFlow::tr("It has paid order %1.").arg(text(row.matchedOrderNo));
    }
    if (action == OwedAction::SendBack) {
        return is(RefundStatus::Held) || is(RefundStatus::Failed) || row.dead
                   ? QString()
                   : OwedFlow::tr("It goes back already; it is: %1.").arg(statusLabel(row));
    }
    return is(RefundStatus::Held) || is(RefundStatus::Pending) || is(RefundStatus::Failed)
               ? QString()
               : OwedFlow::tr("It has been sent back; it is: %1.").arg(statusLabel(row));
}

api::Operation operationOf(OwedAction action) { return owedShapeOf(action).operation; }

ActionLook owedLook(OwedAction action) { return lookOf(owedShapeOf(action), QStringLiteral("owed"), &OwedFlow::tr); }

RowWords<api::RefundRow> owedWords(UiContext& context, QObject* receiver) {
    auto words = refundWords(context, receiver);
    words.header = [] { return QStringList{OwedFlow::tr("Payment"), OwedFlow::tr("Cause"), OwedFlow::tr("Now")}; };
    words.frozen = [](const api::RefundRow& row) {
        return FlowRow{.id = row.id.value,
                       .version = row.version,
                       .name = text(row.paymentNo),
                       .detail = label(row.cause),
                       .was = statusLabel(row)};
    };
    return words;
}

RowAction<api::RefundRow> owedAction(UiContext& context, QObject* receiver, OwedAction which) {
    if (which == OwedAction::RecordPaid) {
        auto paid = refundAction(context, receiver, RefundAction::RecordPaid);
        paid.look = owedLook(which);
        return paid;
    }
    RowAction<api::RefundRow> action;
    action.look = owedLook(which);
    action.whyNot = [which](const api::RefundRow& row) { return whyNotOwed(which, row); };
    action.effect = [&context, which](const api::RefundRow& row) { return perPayment(which, row, context.formats); };
    const auto amount = std::make_shared<Money>();  // of the payment that is asked about
    action.ask = [&context, which, amount](const std::vector<api::RefundRow>& fit) {
        Money sum;
        for (const auto& row : fit) {
            sum.minor += row.amount.minor;
        }
        *amount = sum;
        return owedTexts(which, std::ssize(fit), sum, context.formats);
    };
    const auto field = std::make_shared<QPointer<OwedOrderField>>();
    if (which == OwedAction::Match) {
        action.addFields = [&context, field, amount](ActionDialog& dialog) {
            *field = new OwedOrderField(context, dialog, *amount);
        };
    }
    action.submitRows = [&context, receiver, which, field](const api::Call& call,
                                                           const std::vector<api::RefundRow>& fit,
                                                           std::function<void(RowFlow::Answers)> done) {
        submitOwed(context, receiver, which, *field ? (*field)->number() : OrderNo(), call, fit, std::move(done));
    };
    return action;
}

}  // namespace evenhand::ui
