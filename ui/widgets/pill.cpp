// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/pill.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

namespace evenhand::ui {
namespace {

constexpr int kPillHeight = 20;
constexpr int kPillPadding = 8;
constexpr int kDot = 6;
constexpr int kDotGap = 6;

QFont pillFont(const QFont& base) { return scaledFont(base, -1.0, QFont::Medium); }

int pillHeight(const QFontMetrics& metrics) { return std::max(kPillHeight, metrics.height() + 2); }

}  // namespace

int pillWidth(const QString& text, const QFont& font) {
    return QFontMetrics(pillFont(font)).horizontalAdvance(text) + 2 * kPillPadding + 1;
}

void drawPill(QPainter& painter, const QRect& rect, const QString& text, const ToneColors& colors, const QFont& font,
              bool dot) {
    const QFont small = pillFont(font);
    const QFontMetrics metrics(small);
    const int extra = dot ? kDot + kDotGap : 0;
    const int width = std::min(rect.width(), pillWidth(text, font) + extra);
    if (width <= 2 * kPillPadding) {
        return;
    }
    const int height = std::min(pillHeight(metrics), rect.height());
    const QRect box(rect.left(), rect.top() + (rect.height() - height) / 2, width, height);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.fill);
    painter.drawRoundedRect(box, 5, 5);
    QRect inner = box.adjusted(kPillPadding, 0, -kPillPadding, 0);
    if (dot) {
        painter.setBrush(colors.text);
        painter.drawEllipse(QRectF(inner.left(), box.center().y() + 0.5 - kDot / 2.0, kDot, kDot));
        inner.setLeft(inner.left() + extra);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(small);
    painter.setPen(colors.text);
    painter.drawText(inner.adjusted(0, 0, 1, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                     metrics.elidedText(text, Qt::ElideRight, inner.width() + 1));
    painter.restore();
}

Pill::Pill(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }

void Pill::setPill(const QString& text, Tone tone, bool dot) {
    if (m_text == text && m_tone == tone && m_dot == dot) {
        return;
    }
    m_text = text;
    m_tone = tone;
    m_dot = dot;
    setAccessibleName(text);
    updateGeometry();
    update();
}

QSize Pill::sizeHint() const {
    const int width = m_text.isEmpty() ? 0 : pillWidth(m_text, font()) + (m_dot ? kDot + kDotGap : 0);
    return {width, pillHeight(QFontMetrics(pillFont(font())))};
}

void Pill::paintEvent(QPaintEvent*) {
    if (!m_text.isEmpty()) {
        QPainter painter(this);
        drawPill(painter, rect(), m_text, colorsOf(palette()).tone(m_tone), font(), m_dot);
    }
}

}  // namespace evenhand::ui
