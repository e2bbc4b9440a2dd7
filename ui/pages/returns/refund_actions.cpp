// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/refund_actions.h"

#include <QWidget>
#include <array>
#include <utility>

#include "ui/widgets/action_state.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

struct RefundShape {
    RefundAction action;
    const char* name;
    const char* icon;
    QKeyCombination keys;
};

constexpr std::array<RefundShape, RefundActions::kCount> kRefundShapes{{
    {RefundAction::Retry, "retry", "refresh", Qt::CTRL | Qt::Key_T},
    {RefundAction::RecordPaid, "recordPaid", "pay", Qt::CTRL | Qt::Key_P},
    {RefundAction::Approve, "approve", "check", Qt::CTRL | Qt::SHIFT | Qt::Key_Return},
    {RefundAction::RecordFailed, "recordFailed", "failed", Qt::Key_unknown},
    {RefundAction::Cancel, "cancel", "cancel", Qt::Key_unknown},
}};

}  // namespace

RefundActions::RefundActions(EngineBridge& bridge, QWidget* owner, const QString& prefix)
    : QObject(owner), m_bridge(bridge) {
    for (const auto& shape : kRefundShapes) {
        auto* action = named(new QAction(icon(QLatin1String(shape.icon)), QString(), this),
                             prefix + QLatin1Char('.') + QLatin1String(shape.name));
        owner->addAction(action);
        connect(action, &QAction::triggered, this, [this, which = shape.action] { Q_EMIT requested(which); });
        m_actions.push_back(action);
    }
    connect(&bridge, &EngineBridge::stateChanged, this, &RefundActions::refresh);
    retranslate();
}

ActionLook RefundActions::look(RefundAction action, const QString& prefix) {
    const auto& shape = kRefundShapes.at(static_cast<std::size_t>(action));
    ActionLook look;
    look.name = prefix + QLatin1Char('.') + QLatin1String(shape.name);
    look.icon = QLatin1String(shape.icon);
    look.keys = shape.keys.key() == Qt::Key_unknown ? QKeySequence() : QKeySequence(shape.keys);
    look.label = [action] { return label(action); };
    look.operation = operation(action);
    look.isSingle = single(action);
    return look;
}

QString RefundActions::label(RefundAction action) {
    switch (action) {
        case RefundAction::Retry: return tr("Retry…");
        case RefundAction::RecordPaid: return tr("Record as paid…");
        case RefundAction::Approve: return tr("Approve the refund…");
        case RefundAction::RecordFailed: return tr("Record as not paid…");
        case RefundAction::Cancel: return tr("Cancel the refund…");
    }
    return {};
}

bool RefundActions::single(RefundAction action) {
    return action == RefundAction::RecordPaid || action == RefundAction::RecordFailed;
}

api::Operation RefundActions::operation(RefundAction action) {
    switch (action) {
        case RefundAction::Retry: return api::Operation::RefundsRetry;
        case RefundAction::RecordPaid: return api::Operation::RefundsRecordPaid;
        case RefundAction::Approve: return api::Operation::RefundsApprove;
        case RefundAction::RecordFailed: return api::Operation::RefundsRecordFailed;
        case RefundAction::Cancel: return api::Operation::RefundsCancel;
    }
    return api::Operation::RefundsCancel;
}

QString RefundActions::whyNot(RefundAction action, const api::RefundRow& row) {
    using api::RefundStatus;
    const QString now = statusLabel(row);
    const auto is = [&row](RefundStatus status) { return row.status == status; };
    switch (action) {
        case RefundAction::Retry:
            return is(RefundStatus::Failed) || row.dead
                       ? QString()
                       : tr("Only a refund that failed or was given up can be retried; this one is: %1.").arg(now);
        case RefundAction::RecordPaid:
            return is(RefundStatus::Pending) || is(RefundStatus::Failed) || (is(RefundStatus::Sent) && row.dead)
                       ? QString()
                       : tr("Only a granted refund that is not with the provider can be recorded as paid; this one "
                            "is: %1.")
                             .arg(now);
        case RefundAction::Approve:
            return is(RefundStatus::Requested)
                       ? QString()
                       : tr("Only a refund that needs approval can be approved; this one is: %1.").arg(now);
        case RefundAction::RecordFailed:
            return is(RefundStatus::Sent) && row.dead
                       ? QString()
                       : tr("Only a refund that was sent and given up can be recorded as not paid; this one is: %1.")
                             .arg(now);
        case RefundAction::Cancel:
            if (row.cause != api::RefundCause::Return && row.cause != api::RefundCause::Order) {
                return tr("It is due by rule (%1) and cannot be cancelled.").arg(ui::label(row.cause));
            }
            return is(RefundStatus::Requested) || is(RefundStatus::Held) || is(RefundStatus::Pending) ||
                           is(RefundStatus::Failed)
                       ? QString()
                       : tr("Only a refund that was not sent can be cancelled; this one is: %1.").arg(now);
    }
    return {};
}

void RefundActions::setRefund(const std::optional<api::RefundRow>& row) {
    m_row = row;
    refresh();
}

void RefundActions::refresh() {
    for (const auto& shape : kRefundShapes) {
        const QString mayNot = m_bridge.whyNotAllowed(operation(shape.action));
        const QString whyNotNow = m_row ? whyNot(shape.action, *m_row) : tr("Select a refund first.");
        setActionState(*action(shape.action), mayNot.isEmpty() ? whyNotNow : mayNot);
    }
}

void RefundActions::retranslate() {
    for (const auto& shape : kRefundShapes) {
        setActionTexts(*action(shape.action), label(shape.action));
    }
    refresh();
}

}  // namespace evenhand::ui
