// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/refund_action_flow.h"

#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/returns/flow_answers.h"
#include "ui/pages/returns/return_action_texts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"

namespace evenhand::ui {
namespace {

std::vector<api::RefundRef> refundRefsOf(const RowFlow::Rows& rows) {
    std::vector<api::RefundRef> refs;
    for (const auto& row : rows) {
        refs.push_back({RefundId{row.id}, row.version});
    }
    return refs;
}

QString nameOf(const api::RefundRow& row) { return row.orderNo.empty() ? text(row.paymentNo) : text(row.orderNo); }

}  // namespace

RefundActionFlow::RefundActionFlow(UiContext& context, QWidget* page)
    : QObject(page), m_context(context), m_rows(new RowFlow(context, page)) {
    connect(m_rows, &RowFlow::finished, this, &RefundActionFlow::finished);
}

void RefundActionFlow::begin(RefundAction action, const std::vector<api::RefundRow>& frozen) {
    RowFlow::Spec spec;
    std::int64_t fit = 0;
    Money sum;
    for (const auto& row : frozen) {
        FlowRow flow{row.id.value,
                     row.version,
                     nameOf(row),
                     label(row.cause),
                     refundPerRow(action, row, m_context.formats),
                     RefundActions::whyNot(action, row),
                     statusLabel(row)};
        if (flow.whyNot.isEmpty()) {
            ++fit;
            sum.minor += row.amount.minor;
        }
        spec.rows.push_back(std::move(flow));
    }
    spec.texts = refundTexts(action, fit, sum, m_context.formats);
    spec.header = {tr("Order"), tr("Cause"), tr("Now")};
    spec.readBack = [this](std::vector<std::int64_t> ids, std::function<void(RowFlow::Now)> done) {
        std::vector<RefundId> asked;
        for (const auto id : ids) {
            asked.push_back({id});
        }
        auto& bridge = m_context.bridge;
        whenReady(bridge.refunds().rows(bridge.call(), std::move(asked)), this,
                  [done = std::move(done)](const Result<std::vector<api::RefundRow>>& read) {
                      RowFlow::Now now;
                      for (const auto& row : read ? *read : std::vector<api::RefundRow>{}) {
                          now[row.id.value] = statusLabel(row);
                      }
                      done(std::move(now));
                  });
    };
    spec.lastChange = [this](std::int64_t id, std::function<void(QString)> done) {
        auto& bridge = m_context.bridge;
        whenReady(bridge.refunds().history(bridge.call(), RefundId{id}), this,
                  [this, done = std::move(done)](const Result<std::vector<api::MoneyEvent>>& events) {
                      done(events ? lastOf(*events, m_context.formats, m_context.bridge.now()) : QString());
                  });
    };
    auto reference = std::make_shared<QPointer<QLineEdit>>();
    spec.submit = [this, action, reference](const api::Call& call, const RowFlow::Rows& rows,
                                            std::function<void(RowFlow::Answers)> done) {
        submit(action, call, rows, *reference ? (*reference)->text().trimmed() : QString(), std::move(done));
    };
    auto* dialog = m_rows->begin(std::move(spec));
    if (dialog && action == RefundAction::RecordPaid) {
        addReference(dialog, reference);
    }
}

void RefundActionFlow::addReference(ActionDialog* dialog, const std::shared_ptr<QPointer<QLineEdit>>& shared) {
    auto* field = new QLineEdit(dialog);
    field->setObjectName(QStringLiteral("refundReference"));
    field->setMaxLength(static_cast<int>(api::kMaxReference));
    field->setPlaceholderText(tr("Number of the transfer or receipt"));
    dialog->addField(tr("Reference"), field,
                     [field] { return field->text().trimmed().isEmpty() ? tr("Enter a reference.") : QString(); });
    connect(field, &QLineEdit::textChanged, dialog, &ActionDialog::recheck);
    field->setFocus();
    *shared = field;
}

void RefundActionFlow::submit(RefundAction action, const api::Call& call, const RowFlow::Rows& fit,
                              const QString& reference, std::function<void(RowFlow::Answers)> done) {
    auto& desk = m_context.bridge.refunds();
    const auto& first = fit.front();
    const api::RefundRef only{RefundId{first.id}, first.version};
    switch (action) {
        case RefundAction::Retry: answerRows(desk.retry(call, refundRefsOf(fit)), this, std::move(done)); break;
        case RefundAction::Approve: answerRows(desk.approve(call, refundRefsOf(fit)), this, std::move(done)); break;
        case RefundAction::Cancel: answerRows(desk.cancel(call, refundRefsOf(fit)), this, std::move(done)); break;
        case RefundAction::RecordPaid:
            answerOne(desk.recordPaid(call, only, reference.toStdString()), first.id, this, std::move(done));
            break;
        case RefundAction::RecordFailed:
            answerOne(desk.recordFailed(call, only), first.id, this, std::move(done));
            break;
    }
}

}  // namespace evenhand::ui
