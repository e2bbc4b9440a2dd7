// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the dispatch page. OrderListView starts drags that show how many orders are under way; CourierView
// takes them and says why where it does not. Both keep their column layout in the preferences.
// Thread: GUI.
#pragma once

#include <QSortFilterProxyModel>
#include <QTableView>
#include <optional>
#include <utility>
#include <vector>

#include "ui/shell/preferences.h"

namespace evenhand::ui {

class ColumnRoom;

class DispatchTable : public QTableView {
    Q_OBJECT

public:
    /// `model` is shown through a sorting proxy; `key` names the layout in the preferences and the object.
    DispatchTable(QAbstractItemModel* model, const QString& key, Preferences& preferences, QWidget* parent = nullptr);

    /// Columns in use before the person changed anything: widths in pixels, sorted column.
    void setDefaults(const QList<int>& widths, int sortColumn, Qt::SortOrder order);
    /// After setDefaults(): columns that are hidden where there is no room for all, the first one first (ColumnRoom).
    void setYielding(std::vector<int> columns);
    [[nodiscard]] QSortFilterProxyModel& proxy() const noexcept { return *m_proxy; }
    /// Shows a column only while rows of several campuses are shown, as the second; meanwhile sorted by it if
    /// `sorted`, so that each campus stands together.
    void showGroupColumn(int column, bool shown, bool sorted);
    /// Selected rows as indexes of the source model, column 0, in the order shown.
    [[nodiscard]] QModelIndexList selectedRowsOfSource() const;
    /// Keys (kKeyRole) of the selected rows.
    [[nodiscard]] QStringList selectedKeys() const;
    void selectKey(const QString& key);
    /// Rows as shown (sorted, the columns wanted) as CSV text; cells that a spreadsheet would take for formulas are
    /// defused, numbers stay numbers.
    [[nodiscard]] QString toCsv() const;
    /// Plain text in the middle while there are no rows.
    void setPlaceholder(const QString& text);

Q_SIGNALS:
    void menuRequested(const QPoint& globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void showHeaderMenu(const QPoint& position);
    [[nodiscard]] bool isWanted(int column) const;
    void setWanted(int column, bool wanted);
    void saveLayout();

    Preferences& m_preferences;
    QString m_key;
    QSortFilterProxyModel* m_proxy;
    QList<int> m_widths;           ///< in use before the person changed anything
    ColumnRoom* m_room = nullptr;  ///< nullptr: no column gives way
    QString m_placeholder;
    bool m_restoring = false;
    std::optional<std::pair<int, Qt::SortOrder>> m_sortBefore;  ///< while sorted by the group column
};

class OrderListView : public DispatchTable {
    Q_OBJECT

public:
    OrderListView(QAbstractItemModel* model, const QString& key, Preferences& preferences, QWidget* parent = nullptr);

protected:
    void startDrag(Qt::DropActions supportedActions) override;
};

class CourierView : public DispatchTable {
    Q_OBJECT

public:
    CourierView(QAbstractItemModel* model, const QString& key, Preferences& preferences, QWidget* parent = nullptr);

protected:
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
};

}  // namespace evenhand::ui
