// SPDX-License-Identifier: GPL-3.0-or-later
// The view of a PagedTable: whole rows of one height; columns moved, resized and hidden, and the column by which the
// rows are in order, remembered per person; columns that give way where there is no room; tells the model what is in
// view. Thread: GUI. Invariant: what is kept of the columns is only what their person did to them.
#pragma once

#include <QMenu>
#include <QStringList>
#include <QTableView>
#include <QToolButton>
#include <functional>
#include <vector>

#include "ui/models/paged_table.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

class ColumnRoom;

class PagedView : public QTableView {
    Q_OBJECT

public:
    struct Columns {
        std::vector<int> widths;
        std::vector<int> hidden;  ///< until somebody wants them
        QStringList yielding;     ///< ids of those that give way; the first goes first
    };
    /// `prefix` names it and keys its columns ("returns"); the first column is always shown.
    PagedView(UiContext& context, PagedTable& model, const QString& prefix, const Columns& columns,
              QWidget* parent = nullptr);

    /// Shown, or not, as what the table shows needs it.
    void setColumnShown(int column, bool shown);
    /// One entry per column, ticked while shown.
    [[nodiscard]] QMenu* columnMenu() const { return m_columns; }
    /// Opens the column menu.
    [[nodiscard]] QToolButton* columnButton() const { return m_columnButton; }
    /// Positions of the rows selected, at most `most`, from the top.
    [[nodiscard]] std::vector<int> selectedAt(int most) const;
    void select(const std::vector<int>& rows);
    /// As after a click on the header, but not kept.
    void orderBy(int column, bool descending);
    /// Rows can be dragged away, or something dropped on them, as the model has it; `counted` names rows under way.
    void setCarrying(bool away, bool here, std::function<QString(std::int64_t)> counted);
    /// The columns shown, or hidden only because there is no room, as they stand.
    [[nodiscard]] std::vector<int> shownColumns() const;
    void saveLayout();
    /// Something lies over so many pixels of its right side: what is important has room beside it.
    void setCovered(int pixels);
    void retranslate();

Q_SIGNALS:
    void selectionMoved();
    /// Whoever sits here has chosen other rows, with the mouse or by a key.
    void otherRowsChosen();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void startDrag(Qt::DropActions supportedActions) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void setupColumns(const Columns& columns);
    void setupOrder();
    void showOrder();
    void fillColumnMenu();
    void tellVisible();
    void stayAtEnd();
    void moveByKey(QKeyEvent* event);
    /// What `handle` does to the selection is done by hand.
    template <typename Handle>
    void byHand(Handle&& handle) {
        const auto before = m_selections;
        handle();
        if (m_selections != before) {
            Q_EMIT otherRowsChosen();
        }
    }

    UiContext& m_context;
    PagedTable& m_model;
    QString m_prefix;
    ColumnRoom* m_room = nullptr;
    QMenu* m_columns = nullptr;
    QToolButton* m_columnButton = nullptr;
    int m_selections = 0;    ///< how often rows were selected
    bool m_isAtEnd = false;  ///< somebody went to the last row by its key, and has not scrolled away since
    std::function<QString(std::int64_t)> m_counted;
};

}  // namespace evenhand::ui
