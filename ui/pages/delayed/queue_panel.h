// SPDX-License-Identifier: GPL-3.0-or-later
// The delay queue against the database: how it is meant to work, what a comparison found, and putting it right.
// Thread: GUI. Compares only when asked to.
#pragma once

#include <QLabel>
#include <QPointer>
#include <optional>

#include "ui/dialogs/form_dialog.h"
#include "ui/pages/shared/compare_panel.h"
#include "ui/widgets/fact_grid.h"

namespace evenhand::ui {

class QueuePanel : public ComparePanel {
    Q_OBJECT

public:
    explicit QueuePanel(UiContext& context, QWidget* parent = nullptr);

    /// nullopt: not known.
    void setBoard(const std::optional<api::TimerBoard>& board);
    [[nodiscard]] QAction* compareAction() const { return commands()[0]; }
    [[nodiscard]] QAction* rearmAction() const { return commands()[1]; }
    [[nodiscard]] QAction* queueAction() const { return commands()[2]; }
    [[nodiscard]] FactGrid* comparison() const { return m_comparison; }
    [[nodiscard]] FactGrid* working() const { return m_working; }
    [[nodiscard]] FormDialog* settings() const { return m_settings; }

private:
    void setupColumns();
    void askRearm();
    /// `reason`: of re-arming.
    void compare(bool rearm, const QString& reason = {});
    void compared(bool rearm, const Result<api::QueueComparison>& result);
    void askQueue();
    void refresh() override;
    void refreshActions() override;
    void retranslate() override;
    void nameColumns();

    FactGrid* m_working = nullptr;
    FactGrid* m_comparison = nullptr;
    QLabel* m_workingTitle = nullptr;
    QLabel* m_comparisonTitle = nullptr;
    QPointer<FormDialog> m_settings;
    std::optional<api::TimerBoard> m_board;
    std::optional<api::QueueComparison> m_last;
    std::optional<Error> m_error;
};

}  // namespace evenhand::ui
