// SPDX-License-Identifier: GPL-3.0-or-later
// The delay queue against the database: how it is meant to work, what a comparison found, and putting it right.
// Thread: GUI. Compares only when asked to.
#pragma once

#include <QAction>
#include <QLabel>
#include <QPointer>
#include <QWidget>
#include <optional>

#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/action_dialog.h"
#include "ui/dialogs/form_dialog.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/translated.h"

namespace evenhand::ui {

class QueuePanel : public Translated<QWidget> {
    Q_OBJECT

public:
    explicit QueuePanel(UiContext& context, QWidget* parent = nullptr);

    /// nullopt: not known.
    void setBoard(const std::optional<api::TimerBoard>& board);
    [[nodiscard]] QList<QAction*> commands() const { return {m_compare, m_rearm, m_queue}; }
    [[nodiscard]] QAction* compareAction() const { return m_compare; }
    [[nodiscard]] QAction* rearmAction() const { return m_rearm; }
    [[nodiscard]] QAction* queueAction() const { return m_queue; }
    [[nodiscard]] FactGrid* comparison() const { return m_comparison; }
    [[nodiscard]] FactGrid* working() const { return m_working; }
    [[nodiscard]] QString verdict() const { return m_verdict->text(); }
    /// About re-arming.
    [[nodiscard]] ActionDialog* question() const { return m_question; }
    [[nodiscard]] FormDialog* settings() const { return m_settings; }
    [[nodiscard]] bool isReady() const noexcept { return m_busy == 0; }

Q_SIGNALS:
    void readyChanged();

private:
    void setupLayout();
    void askRearm();
    /// `reason`: of re-arming.
    void compare(bool rearm, const QString& reason = {});
    void compared(bool rearm, const Result<api::QueueComparison>& result);
    void askQueue();
    void refresh();
    void refreshActions();
    void retranslate() override;
    void nameColumns();

    UiContext& m_context;
    QAction* m_compare = nullptr;
    QAction* m_rearm = nullptr;
    QAction* m_queue = nullptr;
    FactGrid* m_working = nullptr;
    FactGrid* m_comparison = nullptr;
    QLabel* m_workingTitle = nullptr;
    QLabel* m_comparisonTitle = nullptr;
    QLabel* m_verdict = nullptr;
    QPointer<ActionDialog> m_question;
    QPointer<FormDialog> m_settings;
    std::optional<api::TimerBoard> m_board;
    std::optional<api::QueueComparison> m_last;
    std::optional<Error> m_error;
    int m_busy = 0;
};

}  // namespace evenhand::ui
