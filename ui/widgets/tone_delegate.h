// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the cells of tables that say by role how they look: a pill, a coloured ink, faint or strong; one line, elided.
// Thread: GUI. Cheap enough for forty rows at ten pictures a second.
#pragma once

#include <QStyledItemDelegate>
#include <QTableView>
#include <span>

namespace evenhand::ui {

/// PillRole and InkRole hold a Tone as int; StrongRole a bool. None: muted ink. FadedRole, a bool, goes before them:
/// what is shown does not belong here any more.
enum ToneRole { PillRole = Qt::UserRole + 101, InkRole, StrongRole, FadedRole };

/// What is drawn of a cell where there is room for `width` pixels. A text is cut. A figure is not, since what is left
/// of it would be another one: it is said in few signs, and where there is no room for these either, "…".
[[nodiscard]] QString fittedCell(const QFontMetrics& metrics, const QString& shown, bool isNumber, int width);

class ToneDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// Of a figure without room the whole, where the model has no tip of its own.
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;
};

/// What the style takes of a header beyond its hint.
inline constexpr int kHeaderSlack = 6;
/// Whole rows, one height, no grid, drawn by a ToneDelegate. `several`: more than one row can be selected.
void styleTable(QTableView& table, bool several);
/// Columns as wide as `least` and wide enough for what stands in them in the language shown, as far as there is room
/// (ColumnRoom). To be said again when the texts have changed.
void fitColumns(QTableView& table, std::span<const int> least);
/// Columns that people move, hide and resize are wide enough for their titles when they come to be seen, and in another
/// language; narrower only by hand. `table` has its model already.
void keepTitlesWhole(QTableView& table);
/// Rows selected, whole ones; cheap however many there are.
[[nodiscard]] std::int64_t selectedRows(const QTableView& table);

}  // namespace evenhand::ui
