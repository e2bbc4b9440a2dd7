// SPDX-License-Identifier: GPL-3.0-or-later
// The table of orders: fixed row height, whole rows, columns moved, hidden and remembered per person; tells the model
// what is in view.
// Thread: GUI.
#pragma once

#include <QMenu>
#include <QTableView>

#include "ui/models/order_table_model.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class ColumnRoom;

class OrderTableView : public QTableView {
    Q_OBJECT

public:
    OrderTableView(UiContext& context, OrderTableModel& model, QWidget* parent = nullptr);
    /// One entry per column, ticked while shown; the first column always is.
    [[nodiscard]] QMenu* columnMenu() const { return m_columns; }
    void saveLayout();
    /// Something lies over so many pixels of its right side: what is important has room beside it.
    void setCovered(int pixels);
    void scrollToNewest();
    /// Rows selected, those not at hand included.
    [[nodiscard]] std::int64_t selectedCount() const;

Q_SIGNALS:
    void sortChosen(int column, bool descending);
    void selectionMoved();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void setupRows();
    void setupColumns();
    void tellVisible();
    void fillColumnMenu();

    UiContext& m_context;
    OrderTableModel& m_model;
    QMenu* m_columns = nullptr;
    ColumnRoom* m_room = nullptr;
};

}  // namespace evenhand::ui
