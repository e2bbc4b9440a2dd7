// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with frozen timers, submitted with kind and instant as they were seen; in the tables of timers and
// where an order shows its own.
// Thread: GUI.
#pragma once

#include <QObject>

#include "ui/pages/delayed/timer_actions.h"
#include "ui/pages/shared/row_flow.h"
#include "ui/tables/table_spec.h"

namespace evenhand::ui {

[[nodiscard]] RowWords<api::TimerRow> timerWords(UiContext& context, QObject* receiver);
/// `prefix` begins its object name: "timer.run".
[[nodiscard]] RowAction<api::TimerRow> timerAction(UiContext& context, QObject* receiver, TimerAction action,
                                                   const QString& prefix);

class TimerActionFlow : public QObject {
    Q_OBJECT

public:
    TimerActionFlow(UiContext& context, QWidget* page);

    /// `frozen` as they are shown at this moment.
    void begin(TimerAction action, const std::vector<api::TimerRow>& frozen);
    [[nodiscard]] ActionDialog* question() const { return m_rows->question(); }
    [[nodiscard]] RowOutcomeDialog* outcome() const { return m_rows->outcome(); }
    [[nodiscard]] bool isBusy() const { return m_rows->isBusy(); }

Q_SIGNALS:
    void finished();  ///< the outcome is told

private:
    UiContext& m_context;
    RowFlow* m_rows;
};

}  // namespace evenhand::ui
