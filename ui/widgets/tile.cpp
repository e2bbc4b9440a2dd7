// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tile.h"

#include <QEnterEvent>
#include <QPainter>

#include "ui/widgets/formats.h"

namespace evenhand::ui {
namespace {

constexpr int kInset = 12;

}  // namespace

Tile::Tile(QWidget* parent) : QAbstractButton(parent), m_figure(Formats::dash()) {
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void Tile::setFigure(const QString& figure, const QString& note, Tone tone) {
    if (m_figure == figure && m_note == note && m_tone == tone) {
        return;
    }
    m_figure = figure;
    m_note = note;
    m_tone = tone;
    setAccessibleDescription(note.isEmpty() ? figure : figure + QStringLiteral(", ") + note);
    update();
}

void Tile::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void Tile::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

void Tile::paintEvent(QPaintEvent*) {
    const Colors& c = colorsOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? c.accent : c.border);
    painter.setBrush(underMouse() ? c.panelAlt : c.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    const QRect inner = rect().adjusted(kInset, kGap, -kInset, -kGap);
    const QFontMetrics small(font());
    painter.setPen(c.textMuted);
    painter.drawText(inner, static_cast<int>(Qt::AlignTop | Qt::AlignLeft) | Qt::TextSingleLine,
                     small.elidedText(text(), Qt::ElideRight, inner.width()));
    const QFont big = scaledFont(font(), 9, QFont::DemiBold);
    painter.setFont(big);
    const bool known = m_figure != Formats::dash();
    painter.setPen(!known ? c.textFaint : (m_tone == Tone::Muted ? c.text : c.tone(m_tone).text));
    painter.drawText(inner.adjusted(0, small.height(), 0, 0),
                     static_cast<int>(Qt::AlignTop | Qt::AlignLeft) | Qt::TextSingleLine,
                     QFontMetrics(big).elidedText(m_figure, Qt::ElideRight, inner.width()));
    painter.setFont(scaledFont(font(), -1));
    painter.setPen(c.textMuted);
    painter.drawText(inner, static_cast<int>(Qt::AlignBottom | Qt::AlignLeft) | Qt::TextSingleLine,
                     QFontMetrics(painter.font()).elidedText(m_note, Qt::ElideRight, inner.width()));
}

}  // namespace evenhand::ui
