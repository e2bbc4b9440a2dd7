// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/delayed/timer_actions.h"

#include <array>

#include "ui/widgets/labels.h"

namespace evenhand::ui {

/// In the order of the actions.
const ActionShape& TimerActions::shapeOf(TimerAction action) {
    using Op = api::Operation;
    static constexpr std::array<ActionShape, kCount> kShapes{{
        {"run", "play", QT_TR_NOOP("Run now…"), Op::TimersRun, Qt::CTRL | Qt::Key_Return},
        {"postpone", "clock", QT_TR_NOOP("Postpone…"), Op::TimersPostpone, Qt::CTRL | Qt::Key_T},
        {"cancel", "cancel", QT_TR_NOOP("Cancel the timer…"), Op::TimersCancel, Qt::CTRL | Qt::Key_Delete},
        {"retry", "refresh", QT_TR_NOOP("Retry…"), Op::TimersRetry, Qt::CTRL | Qt::SHIFT | Qt::Key_T},
    }};
    return kShapes.at(static_cast<std::size_t>(action));
}

ActionLook TimerActions::look(TimerAction action, const QString& prefix) {
    return lookOf(shapeOf(action), prefix, &TimerActions::tr);
}

api::Operation TimerActions::operation(TimerAction action) { return shapeOf(action).operation; }

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

}  // namespace evenhand::ui
