// SPDX-License-Identifier: GPL-3.0-or-later
// The last draws of the campaign shown, and giving granted ones back that no order has used: asked, submitted one by
// one, told per draw as the engine answered.
// Thread: GUI. Invariants: what is given back are the draws that were selected when it was asked; nothing is called
// given back that the engine did not answer so.
#pragma once

#include <QLabel>
#include <QPointer>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "ui/dialogs/action_dialog.h"
#include "ui/dialogs/row_outcome_dialog.h"
#include "ui/models/draw_table_model.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/empty_hint.h"

namespace evenhand::ui {

class DrawsPane : public QWidget {
    Q_OBJECT

public:
    DrawsPane(UiContext& context, QWidget* parent);

    /// `row`: the campaign they are of; nullopt: none is shown.
    void setDraws(const std::optional<api::CampaignRow>& row, const Result<std::vector<api::DrawRow>>& draws);
    [[nodiscard]] DrawTableModel& model() { return m_model; }
    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] QAction* giveBackAction() const { return m_giveBack; }
    [[nodiscard]] ActionDialog* question() const { return m_question; }
    [[nodiscard]] RowOutcomeDialog* outcome() const { return m_outcome; }
    [[nodiscard]] bool isBusy() const noexcept { return m_busy > 0; }

Q_SIGNALS:
    /// Something was given back, or may have been.
    void finished();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Progress {
        QString title;
        std::vector<api::DrawRow> rows;  ///< asked for
        std::vector<RowOutcome> outcomes;
        std::vector<RowOutcome> leftOut;
        std::size_t open = 0;
    };
    void setupTable();
    [[nodiscard]] std::vector<api::DrawRow> selected() const;
    [[nodiscard]] static QString whyNot(const api::DrawRow& row);
    void refreshAction();
    void ask();
    void submit(const std::shared_ptr<Progress>& progress, const QString& reason);
    void tell(const Progress& progress);
    void showMenu(const QPoint& at);
    void retranslate();

    UiContext& m_context;
    DrawTableModel& m_model;  ///< a child
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    EmptyHint* m_empty = nullptr;
    QLabel* m_state;
    QAction* m_giveBack;
    std::optional<api::CampaignRow> m_row;
    std::optional<Error> m_error;
    QPointer<ActionDialog> m_question;
    QPointer<RowOutcomeDialog> m_outcome;
    int m_busy = 0;
};

}  // namespace evenhand::ui
