// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tile.h"

#include <QEnterEvent>
#include <QPainter>

#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

constexpr int kInset = 12;
constexpr int kMaxExtraPoints = 9;  // points above the font of texts

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
    sayAll();
    update();
}

void Tile::sayAll() {
    setToolTip(plainToolTip(m_note.isEmpty() ? text() + QLatin1Char('\n') + m_figure
                                             : text() + QLatin1Char('\n') + m_figure + QLatin1Char('\n') + m_note));
}

std::pair<QString, QFont> Tile::fitted(int width) const {
    bool isNumber = false;
    const double value = QString(m_figure).remove(QLatin1Char(',')).toDouble(&isNumber);
    const QString shorter = isNumber ? Formats::shortNumber(value) : m_figure;
    for (const QString& figure : {m_figure, shorter}) {
        for (int larger = kMaxExtraPoints; larger >= 0; --larger) {
            const QFont font = scaledFont(this->font(), larger, QFont::DemiBold);
            if (QFontMetrics(font).horizontalAdvance(figure) <= width) {
                return {figure, font};
            }
        }
    }
    return {shorter, scaledFont(font(), 0, QFont::DemiBold)};
}

void Tile::changeEvent(QEvent* event) {
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        sayAll();
    }
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
    const auto [figure, big] = fitted(inner.width());
    painter.setFont(big);
    const bool known = m_figure != Formats::dash();
    painter.setPen(!known ? c.textFaint : (m_tone == Tone::Muted ? c.text : c.tone(m_tone).text));
    const int line = QFontMetrics(scaledFont(font(), kMaxExtraPoints, QFont::DemiBold)).height();
    painter.drawText(QRect(inner.left(), inner.top() + small.height(), inner.width(), line),
                     static_cast<int>(Qt::AlignVCenter | Qt::AlignLeft) | Qt::TextSingleLine, figure);
    painter.setFont(scaledFont(font(), -1));
    painter.setPen(c.textMuted);
    painter.drawText(inner, static_cast<int>(Qt::AlignBottom | Qt::AlignLeft) | Qt::TextSingleLine,
                     QFontMetrics(painter.font()).elidedText(m_note, Qt::ElideRight, inner.width()));
}

}  // namespace evenhand::ui
