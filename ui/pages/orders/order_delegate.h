// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the cells of the order table: one line, elided, money at the right, the status as a pill.
// Thread: GUI. Cheap enough for forty rows at ten pictures a second.
#pragma once

#include <QStyledItemDelegate>

namespace evenhand::ui {

class OrderDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace evenhand::ui
