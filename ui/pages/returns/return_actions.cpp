// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/return_actions.h"

#include <QWidget>
#include <array>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/models/paged_table.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"

namespace evenhand::ui {
namespace {

struct ReturnShape {
    ReturnAction action;
    const char* name;
    const char* icon;
    QKeyCombination keys;
};

constexpr std::array<ReturnShape, ReturnActions::kCount> kReturnShapes{{
    {ReturnAction::Approve, "approve", "check", Qt::CTRL | Qt::Key_Return},
    {ReturnAction::Reject, "reject", "close", Qt::CTRL | Qt::Key_Delete},
    {ReturnAction::Receive, "receive", "pickup", Qt::CTRL | Qt::Key_G},
    {ReturnAction::SkipGoods, "skipGoods", "clear", Qt::CTRL | Qt::SHIFT | Qt::Key_G},
    {ReturnAction::Undo, "undo", "undo", Qt::CTRL | Qt::SHIFT | Qt::Key_Z},
    {ReturnAction::UndoGoods, "undoGoods", "undo", Qt::CTRL | Qt::ALT | Qt::Key_Z},
    {ReturnAction::Cancel, "cancel", "cancel", Qt::Key_unknown},
}};

bool isOpen(const api::ReturnRow& row) { return row.status == api::ReturnStatus::Requested; }

bool hasLeft(const api::ReturnRow& row) {
    return row.refund == api::RefundStatus::Sent || row.refund == api::RefundStatus::Succeeded;
}

}  // namespace

ReturnActions::ReturnActions(EngineBridge& bridge, QWidget* owner) : QObject(owner), m_bridge(bridge) {
    for (const auto& shape : kReturnShapes) {
        auto* action = new QAction(icon(QLatin1String(shape.icon)), QString(), this);
        action->setObjectName(QStringLiteral("return.") + QLatin1String(shape.name));
        if (shape.keys.key() != Qt::Key_unknown) {
            action->setShortcut(QKeySequence(shape.keys));
            action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        }
        owner->addAction(action);
        connect(action, &QAction::triggered, this, [this, which = shape.action] { Q_EMIT requested(which); });
        m_actions.push_back(action);
    }
    connect(&bridge, &EngineBridge::stateChanged, this, &ReturnActions::refresh);
    retranslate();
}

QString ReturnActions::label(ReturnAction action) {
    switch (action) {
        case ReturnAction::Approve: return tr("Approve…");
        case ReturnAction::Reject: return tr("Reject…");
        case ReturnAction::Receive: return tr("Receive goods…");
        case ReturnAction::SkipGoods: return tr("Skip goods…");
        case ReturnAction::Undo: return tr("Undo the decision…");
        case ReturnAction::UndoGoods: return tr("Undo the receipt…");
        case ReturnAction::Cancel: return tr("Cancel the request…");
    }
    return {};
}

bool ReturnActions::single(ReturnAction action) {
    switch (action) {
        case ReturnAction::Approve:
        case ReturnAction::Reject:
        case ReturnAction::Cancel: return false;
        case ReturnAction::Receive:
        case ReturnAction::SkipGoods:
        case ReturnAction::Undo:
        case ReturnAction::UndoGoods: return true;
    }
    return true;
}

api::Operation ReturnActions::operation(ReturnAction action, const api::ReturnRow& row) {
    switch (action) {
        case ReturnAction::Approve: return api::Operation::ReturnsApprove;
        case ReturnAction::Reject: return api::Operation::ReturnsReject;
        case ReturnAction::Cancel: return api::Operation::ReturnsCancel;
        case ReturnAction::Undo:
            return row.status == api::ReturnStatus::Cancelled ? api::Operation::ReturnsUndoCancel
                                                              : api::Operation::ReturnsUndoDecision;
        case ReturnAction::Receive: return api::Operation::ReturnsReceive;
        case ReturnAction::SkipGoods: return api::Operation::ReturnsSkipGoods;
        case ReturnAction::UndoGoods: return api::Operation::ReturnsUndoGoods;
    }
    return api::Operation::ReturnsCancel;
}

QString ReturnActions::whyNot(const EngineBridge& bridge, ReturnAction action, const api::ReturnRow& row) {
    const QString now = ui::label(row.stage);
    switch (action) {
        case ReturnAction::Approve:
            if (!isOpen(row)) {
                return tr("Only a return that waits for approval can be approved; this one is: %1.").arg(now);
            }
            return row.firstApprover == bridge.actor().name && !row.firstApprover.empty()
                       ? tr("%1 has already approved it; somebody else must give the second approval.")
                             .arg(text(row.firstApprover))
                       : QString();
        case ReturnAction::Reject:
            return isOpen(row) ? QString()
                               : tr("Only a return that waits for approval can be rejected; this one is: %1.").arg(now);
        case ReturnAction::Cancel:
            return isOpen(row) ? QString()
                               : tr("Only a request that was not decided can be cancelled; this one is: %1.").arg(now);
        case ReturnAction::Receive:
        case ReturnAction::SkipGoods:
            return row.goods == api::GoodsState::Awaited
                       ? QString()
                       : tr("Only an approved return waits for goods; this one is: %1.").arg(ui::label(row.goods));
        case ReturnAction::UndoGoods:
            return row.status == api::ReturnStatus::Approved &&
                           (row.goods == api::GoodsState::Received || row.goods == api::GoodsState::Skipped)
                       ? QString()
                       : tr("No goods were received or skipped.");
        case ReturnAction::Undo:
            if (isOpen(row)) {
                return row.firstApprover.empty() ? tr("Nothing was decided yet.") : QString();
            }
            if (row.status == api::ReturnStatus::Approved && row.goods == api::GoodsState::Received) {
                return tr("The goods were received; undo the receipt first.");
            }
            return row.status == api::ReturnStatus::Approved && hasLeft(row)
                       ? tr("The refund was already sent: %1.").arg(ui::label(*row.refund))
                       : QString();
    }
    return {};
}

QString ReturnActions::whyDisabled(ReturnAction which) const {
    const auto first = m_known.empty() ? api::ReturnRow{} : m_known.front();
    if (const QString why = m_bridge.whyNotAllowed(operation(which, first)); !why.isEmpty()) {
        return why;
    }
    if (m_selected == 0) {
        return tr("Select a return first.");
    }
    if (single(which) && m_selected > 1) {
        return tr("One return at a time; %1 selected.").arg(Formats::number(m_selected));
    }
    if (m_selected > kMaxFrozen) {
        return tr("At most %1 returns at a time; %2 selected.")
            .arg(Formats::number(kMaxFrozen), Formats::number(m_selected));
    }
    // Rows that are not at hand may be fit; the dialog says which are.
    if (static_cast<std::int64_t>(m_known.size()) < m_selected) {
        return {};
    }
    QString firstWhy;
    for (const auto& row : m_known) {
        const QString why = whyNot(m_bridge, which, row);
        if (why.isEmpty()) {
            firstWhy.clear();
            break;
        }
        firstWhy = firstWhy.isEmpty() ? why : firstWhy;
    }
    if (!firstWhy.isEmpty()) {
        return m_known.size() == 1 ? firstWhy : tr("None of the selected returns allows it. %1").arg(firstWhy);
    }
    const bool mine = which == ReturnAction::Approve && m_known.size() == 1 && m_eyes && m_eyesOf == first.id;
    if (mine && m_eyes->refusal && m_eyes->refusal->code == ErrorCode::FourEyes) {
        return tr("Four eyes: %1").arg(errorText(*m_eyes->refusal));
    }
    return {};
}

void ReturnActions::setSelection(std::vector<api::ReturnRow> known, std::int64_t selected) {
    m_known = std::move(known);
    m_selected = selected;
    refresh();
}

void ReturnActions::setFourEyes(ReturnId id, std::optional<api::FourEyes> eyes) {
    m_eyesOf = id;
    m_eyes = std::move(eyes);
    refresh();
}

void ReturnActions::refresh() {
    for (const auto& shape : kReturnShapes) {
        setActionState(*action(shape.action), whyDisabled(shape.action));
    }
}

void ReturnActions::retranslate() {
    for (const auto& shape : kReturnShapes) {
        setActionTexts(*action(shape.action), label(shape.action));
    }
    refresh();
}

}  // namespace evenhand::ui
