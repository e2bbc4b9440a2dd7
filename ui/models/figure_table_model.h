// SPDX-License-Identifier: GPL-3.0-or-later
// A small live table of figures that are already written for people: what differs is changed in place. Rows keep the
// order they are given in.
// Thread: GUI. The owner feeds it; it asks nobody.
#pragma once

#include <QStringList>
#include <optional>

#include "ui/models/synced_rows.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

struct FigureRow {
    QStringList cells;
    std::optional<Tone> pill;  ///< of the first column
    int place = 0;             ///< set by the model
};

class FigureTableModel : public SyncedRows<FigureRow> {
    Q_OBJECT

public:
    struct Column {
        QString name;
        bool number = false;  ///< at the right
    };

    using SyncedRows::SyncedRows;
    void setColumns(std::vector<Column> columns);
    void setFigures(std::vector<FigureRow> rows);
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] std::string keyOf(const FigureRow& row) const override { return std::to_string(row.place); }
    [[nodiscard]] bool same(const FigureRow& a, const FigureRow& b) const override {
        return a.cells == b.cells && a.pill == b.pill;
    }

private:
    std::vector<Column> m_columns;
};

}  // namespace evenhand::ui
