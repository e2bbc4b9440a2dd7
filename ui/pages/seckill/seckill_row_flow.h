// SPDX-License-Identifier: GPL-3.0-or-later
// Carries an intervention on frozen messages or dead letters from the question to the outcome: ask, submit, read the
// reservations back, show per row what became of it.
// Thread: GUI. Invariant: nothing is called done that the engine did not answer as done.
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/dialogs/row_outcome_dialog.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

/// One frozen row.
struct SeckillRow {
    std::string id;  ///< as the engine answers it
    ActivityId activity;
    UserId user;
    OrderNo orderNo;
    QString perRow;  ///< what becomes of it
    QString whyNot;  ///< not empty: it is left out
};

class SeckillRowFlow : public QObject {
    Q_OBJECT

public:
    using Submit = std::function<api::Answer<std::vector<api::SeckillOutcome>>(const api::Call& call,
                                                                               std::vector<std::string> ids)>;

    SeckillRowFlow(UiContext& context, QWidget* page);

    void begin(ActionDialog::Texts texts, std::vector<SeckillRow> frozen, Submit submit);
    [[nodiscard]] ActionDialog* question() const { return m_question; }
    [[nodiscard]] RowOutcomeDialog* outcome() const { return m_outcome; }
    [[nodiscard]] bool isBusy() const noexcept { return m_busy > 0; }

Q_SIGNALS:
    void finished();  ///< the outcome is told

private:
    struct Progress {
        QString title;
        std::vector<SeckillRow> rows;
        std::vector<RowOutcome> outcomes;
        std::size_t toRead = 0;
    };
    void submitted(const std::shared_ptr<Progress>& progress, const Result<std::vector<api::SeckillOutcome>>& answer);
    void readBack(const std::shared_ptr<Progress>& progress);
    void tell(const Progress& progress);

    UiContext& m_context;
    QPointer<QWidget> m_page;
    QPointer<ActionDialog> m_question;
    QPointer<RowOutcomeDialog> m_outcome;
    int m_busy = 0;
};

}  // namespace evenhand::ui
