// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/ranking_view.h"

#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/widgets/formats.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kLine = 22;

}  // namespace

RankingView::RankingView(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RankingView::setEntries(std::vector<Entry> entries) {
    const bool sameRoom = entries.size() == m_entries.size();  // they are read again with each poll
    m_entries = std::move(entries);
    QStringList spoken;
    for (const Entry& entry : m_entries) {
        spoken << QStringLiteral("%1 %2").arg(entry.name, Formats::number(entry.weight));
    }
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    if (!sameRoom) {
        updateGeometry();
    }
    update();
}

QSize RankingView::sizeHint() const { return {260, static_cast<int>(m_entries.size()) * byText(kLine)}; }

void RankingView::paintEvent(QPaintEvent*) {
    if (m_entries.empty()) {
        return;
    }
    const Colors& c = colorsOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto [low, high] = std::minmax_element(m_entries.begin(), m_entries.end(),
                                                 [](const Entry& a, const Entry& b) { return a.weight < b.weight; });
    // Differences are what counts: the bars start a little below the lowest weight.
    const double range = static_cast<double>(std::max<std::int64_t>(1, high->weight - low->weight));
    const int nameWidth = width() * 2 / 5;
    const int line = byText(kLine);
    const int numberWidth = byText(64);
    const int barSpace = std::max(20, width() - nameWidth - numberWidth - 16);
    int y = 0;
    for (const Entry& entry : m_entries) {
        const QFont own = scaledFont(font(), -0.5, entry.chosen ? QFont::DemiBold : QFont::Normal);
        painter.setFont(own);
        painter.setPen(entry.excluded ? c.textFaint : (entry.chosen ? c.text : c.textMuted));
        const QFontMetrics metrics(own);
        painter.drawText(QRect(0, y, nameWidth, line), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         metrics.elidedText(entry.name, Qt::ElideRight, nameWidth - 4));
        const double share = 0.25 + 0.75 * static_cast<double>(entry.weight - low->weight) / range;
        painter.setPen(Qt::NoPen);
        painter.setBrush(entry.excluded ? c.grid : (entry.chosen ? c.accent : c.border));
        painter.drawRoundedRect(QRectF(nameWidth + 8, y + 6, barSpace * share, line - 12), 3, 3);
        painter.setPen(entry.chosen ? c.text : c.textMuted);
        painter.drawText(QRect(width() - numberWidth, y, numberWidth, line), Qt::AlignRight | Qt::AlignVCenter,
                         Formats::number(entry.weight));
        y += line;
    }
}

}  // namespace evenhand::ui
