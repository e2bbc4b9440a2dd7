// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/delayed/timer_actions.h"

#include <array>

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

ActionLook TimerActions::look(TimerAction action, const QString& prefix) {
    const auto& shape = kShapes.at(static_cast<std::size_t>(action));
    ActionLook look;
    look.name = prefix + QLatin1Char('.') + QLatin1String(shape.name);
    look.icon = QLatin1String(shape.icon);
    look.keys = QKeySequence(shape.keys);
    look.label = [action] { return label(action); };
    look.operation = operation(action);
    return look;
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

}  // namespace evenhand::ui
