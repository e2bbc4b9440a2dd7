// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/attempts_plot.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ui/plots/sale_plot.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/seckill_labels.h"

namespace evenhand::ui {

AttemptsPlot::AttemptsPlot(UiPulse* pulse, std::optional<QTimeZone> zone, QWidget* parent)
    : BasePlot(pulse, parent), m_zone(std::move(zone)) {
    QCPBars* below = nullptr;
    for (auto*& bars : m_bars) {
        bars = new QCPBars(xAxis, yAxis);
        bars->setWidthType(QCPBars::wtPlotCoords);
        bars->setSelectable(QCP::stNone);
        bars->setStackingGap(0);
        if (below) {
            bars->moveAbove(below);
        }
        below = bars;
    }
    putLegendOnTop({8, 8});
    showCounts(*yAxis);
}

void AttemptsPlot::setSlots(std::vector<Slot> bars, double width, double from, double to) {
    m_slots = std::move(bars);
    m_width = width;
    m_range = QCPRange(from, to);
    m_notice = m_slots.empty() ? tr("No attempts.") : QString();
    invalidate();
}

void AttemptsPlot::clear(const QString& notice) {
    m_slots.clear();
    m_notice = notice;
    invalidate();
}

void AttemptsPlot::nameOutcomes(const std::array<bool, api::kAttemptOutcomes>& came) {
    for (const auto outcome : api::allAttemptOutcomes()) {
        const auto at = static_cast<std::size_t>(outcome);
        m_bars[at]->setName(label(outcome));
        const bool named = legend->hasItemWithPlottable(m_bars[at]);
        if (came[at] && !named) {
            m_bars[at]->addToLegend();
        } else if (!came[at] && named) {
            m_bars[at]->removeFromLegend();
        }
    }
}

void AttemptsPlot::takeOver() {
    double most = 1;
    std::array<bool, api::kAttemptOutcomes> came{};
    for (std::size_t outcome = 0; outcome < m_bars.size(); ++outcome) {
        QVector<QCPBarsData> values;
        for (const auto& slot : m_slots) {
            if (slot.perSecond[outcome] > 0) {
                values.append({slot.at + m_width / 2, slot.perSecond[outcome]});
                came[outcome] = true;
            }
        }
        m_bars[outcome]->setWidth(m_width);
        m_bars[outcome]->data()->set(values, true);
    }
    for (const auto& slot : m_slots) {
        most = std::max(most, std::accumulate(slot.perSecond.begin(), slot.perSecond.end(), 0.0));
    }
    nameOutcomes(came);
    setNotice(m_notice, m_notice.isEmpty());
    if (m_range.size() > 0) {
        xAxis->setRange(m_range);
        setSaleTimeAxis(*xAxis, m_zone);
    }
    yAxis->setRange(0, most * 1.12);
}

void AttemptsPlot::restyle(const Colors& colors) {
    for (const auto outcome : api::allAttemptOutcomes()) {
        auto* bars = m_bars[static_cast<std::size_t>(outcome)];
        bars->setPen(Qt::NoPen);
        bars->setBrush(colorOf(outcome, colors));
    }
}

QString AttemptsPlot::hoverText(const QPoint& position) const {
    if (!axisRect()->rect().contains(position)) {
        return {};
    }
    const double at = xAxis->pixelToCoord(position.x());
    for (const auto& slot : m_slots) {
        if (at < slot.at || at >= slot.at + m_width) {
            continue;
        }
        QStringList lines{saleTime(slot.at, m_zone)};
        for (const auto outcome : api::allAttemptOutcomes()) {
            const double value = slot.perSecond[static_cast<std::size_t>(outcome)];
            if (value > 0) {
                lines << tr("%1: %2 per second").arg(label(outcome), Formats::decimal(value, value < 10 ? 1 : 0));
            }
        }
        return lines.join(QLatin1Char('\n'));
    }
    return {};
}

QString AttemptsPlot::spoken() const {
    QStringList said;
    for (const auto outcome : api::allAttemptOutcomes()) {
        const double value = m_slots.empty() ? 0 : m_slots.back().perSecond[static_cast<std::size_t>(outcome)];
        if (value > 0) {
            said << tr("%1: %2 per second").arg(label(outcome), Formats::decimal(value, value < 10 ? 1 : 0));
        }
    }
    return said.isEmpty() ? tr("No attempts now.") : said.join(QStringLiteral("; "));
}

}  // namespace evenhand::ui
