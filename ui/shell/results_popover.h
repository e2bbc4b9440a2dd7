// SPDX-License-Identifier: GPL-3.0-or-later
// The results of this session, opened from the bottom line or by its command: when, what was told, the list of what
// became of each row where there is one, and the offer to undo it while there is one. Thread: GUI. A popup: it closes
// with a click elsewhere, with Escape, and when the console is locked.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTableView>

#include "ui/shell/result_history.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/translated.h"

namespace evenhand::ui {

class ResultsPopover : public Translated<QFrame> {
    Q_OBJECT

public:
    ResultsPopover(UiContext& context, const ResultHistory& history, QWidget* parent);

    /// Above `anchor`, its right edges in line.
    void openAbove(QWidget* anchor);
    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] QPushButton* undoButton() const { return m_undo; }
    /// Opens the list of what became of each row; so do a double click and Enter.
    [[nodiscard]] QPushButton* rowsButton() const { return m_rows; }

private:
    void fill();
    void showOffers();
    void showRows();
    void undo();
    void copy();
    void retranslate() override;
    [[nodiscard]] const ResultHistory::Entry* chosen() const;

    UiContext& m_context;
    const ResultHistory& m_history;
    QStandardItemModel m_model;
    QLabel* m_title = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_older = nullptr;
    QPushButton* m_rows = nullptr;
    QPushButton* m_undo = nullptr;
};

}  // namespace evenhand::ui
