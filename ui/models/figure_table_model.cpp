// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/figure_table_model.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

void FigureTableModel::setColumns(std::vector<Column> columns) {
    if (columns.size() != m_columns.size()) {
        beginResetModel();
        m_columns = std::move(columns);
        endResetModel();
        return;
    }
    m_columns = std::move(columns);
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, static_cast<int>(m_columns.size()) - 1);
}

void FigureTableModel::setFigures(std::vector<FigureRow> rows) {
    int place = 0;
    for (auto& row : rows) {
        row.place = place++;
    }
    setRows(std::move(rows));
}

int FigureTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant FigureTableModel::data(const QModelIndex& index, int role) const {
    const auto* row = at(index);
    if (row == nullptr || index.column() >= row->cells.size()) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole: return row->cells.at(index.column());
        case Qt::ToolTipRole: return plainToolTip(row->cells.at(index.column()));
        case Qt::TextAlignmentRole:
            return static_cast<int>(
                (m_columns[static_cast<std::size_t>(index.column())].number ? Qt::AlignRight : Qt::AlignLeft) |
                Qt::AlignVCenter);
        case PillRole: return index.column() == 0 && row->pill ? QVariant(static_cast<int>(*row->pill)) : QVariant();
        case StrongRole: return index.column() == 0 || m_columns[static_cast<std::size_t>(index.column())].number;
        default: return {};
    }
}

QVariant FigureTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    const auto& column = m_columns[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((column.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    return role == Qt::DisplayRole ? QVariant(column.name) : QVariant();
}

}  // namespace evenhand::ui
