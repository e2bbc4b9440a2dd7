// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/refund_actions.h"

#include <QWidget>
#include <array>
#include <utility>

#include "ui/models/paged_table.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"

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

RefundActions::RefundActions(EngineBridge& bridge, QWidget* owner, const QString& prefix, bool keys)
    : QObject(owner), m_bridge(bridge) {
    for (const auto& shape : kRefundShapes) {
        auto* action = new QAction(icon(QLatin1String(shape.icon)), QString(), this);
        action->setObjectName(prefix + QLatin1Char('.') + QLatin1String(shape.name));
        if (keys && shape.keys.key() != Qt::Key_unknown) {
            action->setShortcut(QKeySequence(shape.keys));
            action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        }
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

QString RefundActions::whyDisabled(RefundAction which) const {
    if (QString why = m_bridge.whyNotAllowed(operation(which)); !why.isEmpty()) {
        return why;
    }
    if (m_selected == 0) {
        return tr("Select a refund first.");
    }
    if (single(which) && m_selected > 1) {
        return tr("One refund at a time; %1 selected.").arg(Formats::number(m_selected));
    }
    if (m_selected > kMaxFrozen) {
        return tr("At most %1 refunds at a time; %2 selected.")
            .arg(Formats::number(kMaxFrozen), Formats::number(m_selected));
    }
    if (static_cast<std::int64_t>(m_known.size()) < m_selected) {
        return {};
    }
    QString first;
    for (const auto& row : m_known) {
        const QString why = whyNot(which, row);
        if (why.isEmpty()) {
            return {};
        }
        first = first.isEmpty() ? why : first;
    }
    return m_known.size() == 1 ? first : tr("None of the selected refunds allows it. %1").arg(first);
}

void RefundActions::setSelection(std::vector<api::RefundRow> known, std::int64_t selected) {
    m_known = std::move(known);
    m_selected = selected;
    refresh();
}

void RefundActions::refresh() {
    for (const auto& shape : kRefundShapes) {
        setActionState(*action(shape.action), whyDisabled(shape.action));
    }
}

void RefundActions::retranslate() {
    for (const auto& shape : kRefundShapes) {
        setActionTexts(*action(shape.action), label(shape.action));
    }
    refresh();
}

}  // namespace evenhand::ui
