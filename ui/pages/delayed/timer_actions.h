// SPDX-License-Identifier: GPL-3.0-or-later
// The actions on timers, what they ask of the engine, and why one is not for a timer.
// Thread: GUI.
#pragma once

#include <QCoreApplication>

#include "ui/bridge/engine_bridge.h"
#include "ui/tables/action_shape.h"

namespace evenhand::ui {

enum class TimerAction : std::uint8_t { Run, Postpone, Cancel, Retry };

class TimerActions {
    Q_DECLARE_TR_FUNCTIONS(evenhand::ui::TimerActions)

public:
    static constexpr std::size_t kCount = 4;

    /// Empty: this timer may be acted on so; else why not (translated).
    [[nodiscard]] static QString whyNot(const EngineBridge& bridge, TimerAction action, const api::TimerRow& row);
    /// What it asks of the engine, whose table says who may.
    [[nodiscard]] static api::Operation operation(TimerAction action);
    /// As a button of a table, named "prefix.run".
    [[nodiscard]] static ActionLook look(TimerAction action, const QString& prefix);

private:
    [[nodiscard]] static const ActionShape& shapeOf(TimerAction action);
};

}  // namespace evenhand::ui
