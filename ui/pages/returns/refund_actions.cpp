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

/// In the order of the actions.
const ActionShape& RefundActions::shapeOf(RefundAction action) {
    using Op = api::Operation;
    static constexpr std::array<ActionShape, kCount> kShapes{{
        {"retry", "refresh", QT_TR_NOOP("Retry…"), Op::RefundsRetry, Qt::CTRL | Qt::Key_T},
        {"recordPaid", "pay", QT_TR_NOOP("Record as paid…"), Op::RefundsRecordPaid, Qt::CTRL | Qt::Key_P, true},
        {"approve", "check", QT_TR_NOOP("Approve the refund…"), Op::RefundsApprove,
         Qt::CTRL | Qt::SHIFT | Qt::Key_Return},
        {"recordFailed", "failed", QT_TR_NOOP("Record as not paid…"), Op::RefundsRecordFailed, Qt::Key_unknown, true},
        {"cancel", "cancel", QT_TR_NOOP("Cancel the refund…"), Op::RefundsCancel},
    }};
    return kShapes.at(static_cast<std::size_t>(action));
}

RefundActions::RefundActions(EngineBridge& bridge, QWidget* owner, const QString& prefix)
    : QObject(owner), m_bridge(bridge) {
    for (std::size_t i = 0; i < kCount; ++i) {
        const auto which = static_cast<RefundAction>(i);
        const auto about = look(which, prefix);
        auto* made = named(new QAction(icon(about.icon), QString(), this), about.name);
        owner->addAction(made);
        connect(made, &QAction::triggered, this, [this, which] { Q_EMIT requested(which); });
        m_actions.push_back(made);
    }
    connect(&bridge, &EngineBridge::stateChanged, this, &RefundActions::refresh);
    retranslate();
}

ActionLook RefundActions::look(RefundAction action, const QString& prefix) {
    return lookOf(shapeOf(action), prefix, &RefundActions::tr);
}

api::Operation RefundActions::operation(RefundAction action) { return shapeOf(action).operation; }

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
    for (std::size_t i = 0; i < kCount; ++i) {
        const auto which = static_cast<RefundAction>(i);
        const QString mayNot = m_bridge.whyNotAllowed(operation(which));
        const QString whyNotNow = m_row ? whyNot(which, *m_row) : tr("Select a refund first.");
        setActionState(*action(which), mayNot.isEmpty() ? whyNotNow : mayNot);
    }
}

void RefundActions::retranslate() {
    for (std::size_t i = 0; i < kCount; ++i) {
        setActionTexts(*m_actions[i], tr(shapeOf(static_cast<RefundAction>(i)).label));
    }
    refresh();
}

}  // namespace evenhand::ui
