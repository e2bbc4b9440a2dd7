// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/dispatch_delegate.h"

#include <QPainter>

#include "ui/pages/dispatch/dispatch_roles.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

void DispatchDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto& palette = colorsOf(option.palette);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
    painter->fillRect(option.rect, selected ? palette.selection : hovered ? palette.panelAlt : palette.panel);
    painter->setPen(palette.grid);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const QRect inner = option.rect.adjusted(kGap, 0, -kGap, -1);
    QString text = shownLine(index.data(Qt::DisplayRole).toString());
    if (option.fontMetrics.horizontalAdvance(text) > inner.width()) {
        const QString shorter = index.data(kShorterRole).toString();
        text = shorter.isEmpty() ? text : shorter;
    }
    const QVariant tone = index.data(kToneRole);
    if (tone.isValid()) {
        drawPill(*painter, inner, text, palette.tone(static_cast<Tone>(tone.toInt())), option.font);
        return;
    }
    painter->setFont(option.font);
    painter->setPen(index.data(kFaintRole).toBool() ? palette.textMuted : palette.text);
    const int alignment = index.data(Qt::TextAlignmentRole).toInt();
    painter->drawText(inner, (alignment != 0 ? alignment : Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                      fittedLine(option.fontMetrics, text, inner.width()));
}

QSize DispatchDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QString text = index.data(Qt::DisplayRole).toString();
    const int width =
        index.data(kToneRole).isValid() ? pillWidth(text, option.font) : option.fontMetrics.horizontalAdvance(text);
    return {width + 2 * kGap + 1, tableRowHeight()};
}

}  // namespace evenhand::ui
