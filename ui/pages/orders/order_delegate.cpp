// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_delegate.h"

#include <QAbstractItemView>
#include <QPainter>

#include "ui/models/order_filter_match.h"
#include "ui/models/order_table_model.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

constexpr int kPadding = 8;

}  // namespace

void OrderDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto* model = static_cast<const OrderTableModel*>(index.model());
    const Colors& c = colorsOf(option.palette);
    const auto* order = model->row(index.row());
    const bool faded = index.data(OrderTableModel::FadedRole).toBool();
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter->fillRect(option.rect, c.selection);
    }
    painter->setPen(c.grid);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    if (index.column() == 0 && view && view->hasFocus() && view->currentIndex().row() == index.row()) {
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height() - 1), c.accent);
    }
    const QRect box = option.rect.adjusted(kPadding, 0, -kPadding, -1);
    const QString shown = shownLine(index.data(Qt::DisplayRole).toString());
    if (order && index.column() == OrderTableModel::StatusColumn) {
        const Tone what = index.data(OrderTableModel::LateRole).toBool() ? Tone::Bad
                          : order->wait && isUnassigned(*order)          ? tone(*order->wait)
                                                                         : tone(order->status);
        drawPill(*painter, box, shown, c.tone(faded ? Tone::Muted : what), option.font);
        return;
    }
    const bool main =
        index.column() == OrderTableModel::NumberColumn || index.column() == OrderTableModel::PayableColumn;
    const bool nothing = !order || shown == Formats::dash();
    painter->setFont(option.font);
    painter->setPen(faded || nothing ? c.textFaint : (main ? c.text : c.textMuted));
    const auto alignment = index.column() == OrderTableModel::PayableColumn ? Qt::AlignRight : Qt::AlignLeft;
    painter->drawText(box, static_cast<int>(alignment | Qt::AlignVCenter) | Qt::TextSingleLine,
                      fittedLine(option.fontMetrics, shown, box.width()));
}

QSize OrderDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const { return {80, kRowHeight}; }

}  // namespace evenhand::ui
