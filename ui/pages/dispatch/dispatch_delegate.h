// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the cells of the dispatch tables: pills for states, muted text for who is away, whole-row selection without
// changing the text's colour.
// Thread: GUI.
#pragma once

#include <QStyledItemDelegate>

namespace evenhand::ui {

class DispatchDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace evenhand::ui
