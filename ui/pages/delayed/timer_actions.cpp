// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/delayed/timer_actions.h"

#include <QWidget>
#include <array>
#include <utility>

#include "ui/models/timer_table_model.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct Shape {
    TimerAction action;
    const char* name;
    const char* icon;
    QKeyCombination keys;
};

constexpr std::array<Shape, TimerActions::kCount> kShapes{{
    {TimerAction::Run, "run", "play", Qt::CTRL | Qt::Key_Return},
    {TimerAction::Postpone, "postpone", "clock", Qt::CTRL | Qt::Key_T},
    {TimerAction::Cancel, "cancel", "cancel", Qt::CTRL | Qt::Key_Delete},
    {TimerAction::Retry, "retry", "refresh", Qt::CTRL | Qt::SHIFT | Qt::Key_T},
}};

}  // namespace

TimerActions::TimerActions(EngineBridge& bridge, QWidget* owner, const QString& prefix, bool keys)
    : QObject(owner), m_bridge(bridge) {
    for (const auto& shape : kShapes) {
        auto* action = new QAction(icon(QLatin1String(shape.icon)), QString(), this);
        action->setObjectName(prefix + QLatin1Char('.') + QLatin1String(shape.name));
        if (keys) {
            action->setShortcut(QKeySequence(shape.keys));
            action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        }
        owner->addAction(action);
        connect(action, &QAction::triggered, this, [this, which = shape.action] { Q_EMIT requested(which); });
        m_actions.push_back(action);
    }
    connect(&bridge, &EngineBridge::stateChanged, this, &TimerActions::refresh);
    retranslate();
}

QString TimerActions::label(TimerAction action) {
    switch (action) {
        case TimerAction::Run: return tr("Run now…");
        case TimerAction::Postpone: return tr("Postpone…");
        case TimerAction::Cancel: return tr("Cancel the timer…");
        case TimerAction::Retry: return tr("Retry…");
    }
    return {};
}

QString TimerActions::whyNot(const EngineBridge& bridge, TimerAction action, const api::TimerRow& row) {
    const bool failing = row.state == api::TimerState::Dead || row.state == api::TimerState::Retrying;
    if (action == TimerAction::Retry && !failing) {
        return tr("Only a timer that failed can be retried; this one is: %1.").arg(ui::label(row.state));
    }
    const bool closes = action == TimerAction::Run || action == TimerAction::Retry;
    if (closes && row.kind == api::TimerKind::Unpaid && !bridge.mayDo(api::Operation::OrdersCancel)) {
        return tr("It closes the order, and %1 may not cancel orders.").arg(text(bridge.actor().name));
    }
    return {};
}

api::Operation TimerActions::operation(TimerAction action) {
    switch (action) {
        case TimerAction::Run: return api::Operation::TimersRun;
        case TimerAction::Postpone: return api::Operation::TimersPostpone;
        case TimerAction::Cancel: return api::Operation::TimersCancel;
        case TimerAction::Retry: return api::Operation::TimersRetry;
    }
    return api::Operation::TimersRun;
}

QString TimerActions::whyDisabled(TimerAction which) const {
    if (const QString why = m_bridge.whyNotAllowed(operation(which)); !why.isEmpty()) {
        return why;
    }
    if (m_selected == 0) {
        return tr("Select a timer first.");
    }
    if (m_selected > kMaxFrozen) {
        return tr("At most %1 timers at a time; %2 selected.")
            .arg(Formats::number(kMaxFrozen), Formats::number(m_selected));
    }
    // Rows that are not at hand may be fit; the dialog says which are.
    if (static_cast<std::int64_t>(m_known.size()) < m_selected) {
        return {};
    }
    QString first;
    for (const auto& row : m_known) {
        const QString why = whyNot(m_bridge, which, row);
        if (why.isEmpty()) {
            return {};
        }
        if (first.isEmpty()) {
            first = why;
        }
    }
    return m_known.size() == 1 ? first : tr("None of the selected timers allows it. %1").arg(first);
}

void TimerActions::setSelection(std::vector<api::TimerRow> known, std::int64_t selected) {
    m_known = std::move(known);
    m_selected = selected;
    refresh();
}

void TimerActions::refresh() {
    for (const auto& shape : kShapes) {
        setActionState(*action(shape.action), whyDisabled(shape.action));
    }
}

void TimerActions::retranslate() {
    for (const auto& shape : kShapes) {
        setActionTexts(*action(shape.action), label(shape.action));
    }
    refresh();
}

}  // namespace evenhand::ui
