// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/refund_action_flow.h"

#include <QCoreApplication>
#include <QPointer>
#include <iterator>
#include <memory>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/returns/return_action_texts.h"
#include "ui/pages/shared/flow_answers.h"
#include "ui/tables/ask_rows.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

struct RefundFlow {
    Q_DECLARE_TR_FUNCTIONS(RefundFlow)
};

std::vector<api::RefundRef> refundRefsOf(const RowFlow::Rows& rows) {
    std::vector<api::RefundRef> refs;
    for (const auto& row : rows) {
        refs.push_back({RefundId{row.id}, row.version});
    }
    return refs;
}

QString refundName(const api::RefundRow& row) { return row.orderNo.empty() ? text(row.paymentNo) : text(row.orderNo); }

using Reference = std::shared_ptr<QPointer<QLineEdit>>;

void addReference(ActionDialog& dialog, const Reference& shared) {
    auto* field = named(new QLineEdit(&dialog), QStringLiteral("refundReference"));
    field->setMaxLength(static_cast<int>(api::kMaxReference));
    field->setPlaceholderText(RefundFlow::tr("Number of the transfer or receipt"));
    dialog.addField(RefundFlow::tr("Reference"), field, [field] {
        return field->text().trimmed().isEmpty() ? RefundFlow::tr("Enter a reference.") : QString();
    });
    QObject::connect(field, &QLineEdit::textChanged, &dialog, &ActionDialog::recheck);
    field->setFocus();
    *shared = field;
}

void submitRefunds(UiContext& context, QObject* receiver, RefundAction action, const api::Call& call,
                   const RowFlow::Rows& fit, const Reference& reference, std::function<void(RowFlow::Answers)> done) {
    auto& desk = context.bridge.refunds();
    const auto& first = fit.front();
    const api::RefundRef only{RefundId{first.id}, first.version};
    switch (action) {
        case RefundAction::Retry: answerRows(desk.retry(call, refundRefsOf(fit)), receiver, std::move(done)); break;
        case RefundAction::Approve: answerRows(desk.approve(call, refundRefsOf(fit)), receiver, std::move(done)); break;
        case RefundAction::Cancel: answerRows(desk.cancel(call, refundRefsOf(fit)), receiver, std::move(done)); break;
        case RefundAction::RecordPaid: {
            const QString typed = *reference ? (*reference)->text().trimmed() : QString();
            answerOne(desk.recordPaid(call, only, typed.toStdString()), first.id, receiver, std::move(done));
            break;
        }
        case RefundAction::RecordFailed:
            answerOne(desk.recordFailed(call, only), first.id, receiver, std::move(done));
            break;
    }
}

}  // namespace

RowWords<api::RefundRow> refundWords(UiContext& context, QObject* receiver) {
    RowWords<api::RefundRow> words;
    words.header = [] { return QStringList{RefundFlow::tr("Order"), RefundFlow::tr("Cause"), RefundFlow::tr("Now")}; };
    words.frozen = [](const api::RefundRow& row) {
        return FlowRow{.id = row.id.value,
                       .version = row.version,
                       .name = refundName(row),
                       .detail = label(row.cause),
                       .was = statusLabel(row)};
    };
    words.readBack = [&context, receiver](const std::vector<std::int64_t>& ids,
                                          std::function<void(RowFlow::Now)> done) {
        std::vector<RefundId> asked;
        asked.reserve(ids.size());
        for (const auto id : ids) {
            asked.push_back({id});
        }
        auto& bridge = context.bridge;
        whenReady(bridge.refunds().rows(bridge.call(), std::move(asked)), receiver,
                  [done = std::move(done)](const Result<std::vector<api::RefundRow>>& read) {
                      RowFlow::Now now;
                      for (const auto& row : read ? *read : std::vector<api::RefundRow>{}) {
                          now[row.id.value] = statusLabel(row);
                      }
                      done(std::move(now));
                  });
    };
    words.lastChange = [&context, receiver](std::int64_t id, std::function<void(QString)> done) {
        auto& bridge = context.bridge;
        whenReady(bridge.refunds().history(bridge.call(), RefundId{id}), receiver,
                  [&context, done = std::move(done)](const Result<std::vector<api::MoneyEvent>>& events) {
                      done(events ? lastOf(*events, context.formats, context.bridge.now()) : QString());
                  });
    };
    return words;
}

RowAction<api::RefundRow> refundAction(UiContext& context, QObject* receiver, RefundAction which) {
    RowAction<api::RefundRow> action;
    action.look = RefundActions::look(which, QStringLiteral("refund"));
    action.whyNot = [which](const api::RefundRow& row) { return RefundActions::whyNot(which, row); };
    action.effect = [&context, which](const api::RefundRow& row) { return refundPerRow(which, row, context.formats); };
    action.ask = [&context, which](const std::vector<api::RefundRow>& fit) {
        Money sum;
        for (const auto& row : fit) {
            sum.minor += row.amount.minor;
        }
        return refundTexts(which, std::ssize(fit), sum, context.formats);
    };
    auto reference = std::make_shared<QPointer<QLineEdit>>();
    action.submit = [&context, receiver, which, reference](const api::Call& call, const RowFlow::Rows& rows,
                                                           std::function<void(RowFlow::Answers)> done) {
        submitRefunds(context, receiver, which, call, rows, reference, std::move(done));
    };
    if (which == RefundAction::RecordPaid) {
        action.addFields = [reference](ActionDialog& dialog) { addReference(dialog, reference); };
    }
    return action;
}

void askRefund(RowFlow& flow, UiContext& context, QObject* receiver, RefundAction action,
               const api::RefundRow& frozen) {
    (void)askRows(flow, refundWords(context, receiver), refundAction(context, receiver, action), {frozen});
}

}  // namespace evenhand::ui
