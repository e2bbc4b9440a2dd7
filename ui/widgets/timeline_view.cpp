// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/timeline_view.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <utility>

#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

constexpr int kEntryHeight = 40;
constexpr int kDotX = 7;
constexpr int kTextX = 24;
constexpr qsizetype kShownDetail = 2'000;  // characters

}  // namespace

TimelineView::TimelineView(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TimelineView::setEntries(std::vector<TimelineEntry> entries) {
    const bool sameRoom = entries.size() == m_entries.size();  // they are read again with each poll
    m_entries = std::move(entries);
    QStringList spoken;
    for (auto& entry : m_entries) {
        entry.actor = shownLine(entry.actor);
        entry.detail = shownLine(entry.detail, kShownDetail);
        spoken << QStringLiteral("%1 %2 %3 %4").arg(entry.time, entry.title, entry.actor, entry.detail);
    }
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    if (!sameRoom) {
        updateGeometry();
    }
    update();
}

QSize TimelineView::sizeHint() const { return {300, static_cast<int>(m_entries.size()) * byText(kEntryHeight)}; }

void TimelineView::paintEvent(QPaintEvent*) {
    const Colors& c = colorsOf(palette());
    QPainter painter(this);
    const QFont strong = scaledFont(font(), 0, QFont::Medium);
    const QFont small = scaledFont(font(), -1);
    const int entryHeight = byText(kEntryHeight);
    const int half = entryHeight / 2;
    int y = 0;
    for (std::size_t i = 0; i < m_entries.size(); ++i, y += entryHeight) {
        const auto& entry = m_entries[i];
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(c.border);
        painter.drawLine(kDotX, i == 0 ? y + half / 2 : y, kDotX,
                         i + 1 == m_entries.size() ? y + half / 2 : y + entryHeight);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(c.panel, 2));
        painter.setBrush(entry.tone == Tone::Muted ? c.textFaint : c.tone(entry.tone).text);
        painter.drawEllipse(QPointF(kDotX + 0.5, y + half / 2.0), 5, 5);
        painter.setFont(small);
        painter.setPen(c.textMuted);
        const int timeWidth = painter.fontMetrics().horizontalAdvance(entry.time);
        painter.drawText(QRect(0, y, width(), half), Qt::AlignRight | Qt::AlignVCenter, entry.time);
        const QRect second(kTextX, y + half - 1, width() - kTextX, half - 2);
        QString line = entry.actor;
        if (!entry.detail.isEmpty()) {
            line += (line.isEmpty() ? QString() : QStringLiteral(" · ")) + entry.detail;
        }
        painter.drawText(second, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         fittedLine(painter.fontMetrics(), line, second.width()));
        painter.setFont(strong);
        painter.setPen(c.text);
        const QRect first(kTextX, y, width() - kTextX - timeWidth - 8, half);
        painter.drawText(first, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         fittedLine(painter.fontMetrics(), entry.title, first.width()));
    }
}

bool TimelineView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto at = static_cast<std::size_t>(std::max(0, help->pos().y() / byText(kEntryHeight)));
        if (at < m_entries.size()) {
            QToolTip::showText(help->globalPos(), plainToolTip(m_entries[at].detail), this);
        }
        return true;
    }
    return QWidget::event(event);
}

}  // namespace evenhand::ui
