// SPDX-License-Identifier: GPL-3.0-or-later
// A small read-only table of plain texts with a pill in one column, for dialogs; up to some ten thousand rows. A click
// on a header sorts by it, rows and cells can be copied, columns are as wide as their texts need. Thread: GUI.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <QTableView>
#include <vector>

#include "ui/widgets/theme.h"

namespace evenhand::ui {

struct TextRow {
    QStringList cells;
    Tone tone = Tone::Muted;  ///< of the pill
};

class TextTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role { ToneRole = Qt::UserRole + 1 };

    TextTableModel(QStringList header, std::vector<TextRow> rows, QObject* parent = nullptr);
    void setRow(int row, TextRow line);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QStringList m_header;
    std::vector<TextRow> m_rows;
};

/// `pillColumn` -1: none. Widths in pixels; the last column takes the rest.
[[nodiscard]] QTableView* makeTextTable(TextTableModel* model, int pillColumn, const std::vector<int>& widths,
                                        QWidget* parent);

/// Makes columns as wide as their texts need, none more than `most` pixels, and `window` wide enough for all of them,
/// as far as its screen goes; the last column takes what is left. `beside`: pixels at 10 points of what stands in the
/// same line. Before the window is shown.
void fitToTexts(QTableView& table, QWidget& window, int beside = 0, int most = 420);

}  // namespace evenhand::ui
