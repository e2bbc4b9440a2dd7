// SPDX-License-Identifier: GPL-3.0-or-later
// Carries an action on frozen timers from the question to the outcome: ask, submit with kind and instant as they were
// seen, read the orders back, show per row what became of it.
// Thread: GUI. Invariant: nothing is called done that the engine did not answer as done.
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

#include "ui/dialogs/action_dialog.h"
#include "ui/dialogs/outcome_dialog.h"
#include "ui/pages/delayed/timer_actions.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class TimerActionFlow : public QObject {
    Q_OBJECT

public:
    TimerActionFlow(UiContext& context, QWidget* page);

    /// `frozen` as they are shown at this moment.
    void begin(TimerAction action, std::vector<api::TimerRow> frozen);
    /// The question, if it stands; for tests and pictures.
    [[nodiscard]] ActionDialog* question() const { return m_question; }
    [[nodiscard]] OutcomeDialog* outcome() const { return m_outcome; }
    [[nodiscard]] bool isBusy() const noexcept { return m_busy > 0; }

Q_SIGNALS:
    void asked();     ///< question() is shown
    void finished();  ///< the outcome is told

private:
    using Outcomes = std::vector<OrderOutcome>;

    void submit(TimerAction action, ActionDialog* dialog, const std::vector<api::TimerRow>& frozen);
    void answered(TimerAction action, const Result<std::vector<api::TimerOutcome>>& answer,
                  const std::vector<api::TimerRow>& frozen, Outcomes leftOut);
    void readBack(TimerAction action, Outcomes outcomes);
    void tell(TimerAction action, const Outcomes& outcomes);

    UiContext& m_context;
    QPointer<QWidget> m_page;
    QPointer<ActionDialog> m_question;
    QPointer<OutcomeDialog> m_outcome;
    int m_busy = 0;
};

}  // namespace evenhand::ui
