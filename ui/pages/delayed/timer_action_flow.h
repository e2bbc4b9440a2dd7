// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with frozen timers, submitted with kind and instant as they were seen; in the tables of timers and
// where an order shows its own.
// Thread: GUI.
#pragma once

#include "ui/pages/delayed/timer_actions.h"
#include "ui/pages/shared/row_flow.h"
#include "ui/tables/table_spec.h"

namespace evenhand::ui {

[[nodiscard]] RowWords<api::TimerRow> timerWords(UiContext& context, QObject* receiver);
/// `prefix` begins its object name: "timer.run".
[[nodiscard]] RowAction<api::TimerRow> timerAction(UiContext& context, QObject* receiver, TimerAction action,
                                                   const QString& prefix);

/// Begins it where one order's timer is shown, as it is shown at this moment.
void askTimer(RowFlow& flow, UiContext& context, QObject* receiver, TimerAction action, const api::TimerRow& frozen);

}  // namespace evenhand::ui
