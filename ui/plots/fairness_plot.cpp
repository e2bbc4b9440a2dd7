// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/fairness_plot.h"

#include <QDateTime>
#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "ui/plots/plot_time.h"
#include "ui/plots/tickers.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {
namespace {

constexpr double kMinSpreadShown = 3;
constexpr std::size_t kSteps = 60;

}  // namespace

FairnessPlot::FairnessPlot(UiPulse* pulse, const QTimeZone& zone, QWidget* parent)
    : BasePlot(pulse, parent), m_zone(zone) {
    setNotAntialiasedElements(QCP::aeAll & ~QCP::AntialiasedElements(QCP::aePlottables));  // two short lines
    xAxis->setTicker(clockTicker(m_zone, QStringLiteral("HH:mm")));
    showCounts(*yAxis);
    showCounts(*yAxis2);
    yAxis2->setVisible(true);
    m_assigned = addGraph(xAxis, yAxis2);
    m_spread = addGraph(xAxis, yAxis);
    m_spread->setLineStyle(QCPGraph::lsStepRight);
    for (auto* graph : {m_assigned, m_spread}) {
        graph->setSelectable(QCP::stNone);
    }
    m_promise = new QCPItemLine(this);
    m_promise->setSelectable(false);
}

void FairnessPlot::setPoints(const std::vector<api::FairnessPoint>& points, api::DispatchMode mode) {
    // The day begins with the first assignment, not at midnight.
    const auto busy =
        std::find_if(points.begin(), points.end(), [](const api::FairnessPoint& point) { return point.assigned > 0; });
    const bool before = busy != points.end() && busy != points.begin();
    m_points.assign(before ? std::prev(busy) : busy, points.end());
    m_mode = mode;
    m_notice = m_points.empty() ? tr("No assignments yet today.") : QString();
    invalidate();
}

void FairnessPlot::clear(const QString& notice) {
    m_points.clear();
    m_notice = notice;
    invalidate();
}

void FairnessPlot::takeOver() {
    QVector<QCPGraphData> spread, assigned;
    double highest = kMinSpreadShown;
    double most = 1;
    // The spread goes up and down with every assignment; what counts is how far it went, so each step of the line
    // shows the highest of the stretch of time that ends there. Stretches become twice as long and begin where they
    // did, so that a step that is over keeps its height.
    const std::size_t stretch = std::bit_ceil(std::max<std::size_t>(1, (m_points.size() + kSteps - 1) / kSteps));
    double step = 0;
    for (std::size_t index = 0; index < m_points.size(); ++index) {
        const auto& point = m_points[index];
        const auto height = static_cast<double>(point.spread);
        step = index % stretch == 1 % stretch ? height : std::max(step, height);
        if (index % stretch == 0 || index + 1 == m_points.size()) {
            spread.append({seconds(point.at), step});
        }
        assigned.append({seconds(point.at), static_cast<double>(point.assigned)});
        highest = std::max(highest, height);
        most = std::max(most, static_cast<double>(point.assigned));
    }
    m_spread->data()->set(spread, true);
    m_assigned->data()->set(assigned, true);
    const bool some = !m_points.empty();
    setNotice(m_notice, some);
    yAxis->setRange(0, highest * 1.15);
    yAxis2->setRange(0, most * 1.15);
    m_promise->setVisible(some && m_mode == api::DispatchMode::Strong);
    yAxis->setLabel(some ? tr("Spread") : QString());
    yAxis2->setLabel(some ? tr("Assigned") : QString());
    if (some) {
        const double from = seconds(m_points.front().at);
        const double to = std::max(seconds(m_points.back().at), from + 60);
        xAxis->setRange(from, to);
        m_promise->start->setCoords(from, 1);
        m_promise->end->setCoords(to, 1);
    }
}

void FairnessPlot::restyle(const Colors& colors) {
    m_spread->setPen(QPen(colors.series[0], 2));
    m_assigned->setPen(QPen(colors.series[5], 1));
    m_promise->setPen(QPen(colors.series[2], 1, Qt::DotLine));
}

QString FairnessPlot::hoverText(const QPoint& position) const {
    if (m_points.empty() || !axisRect()->rect().contains(position)) {
        return {};
    }
    const double at = xAxis->pixelToCoord(position.x());
    auto next = std::upper_bound(m_points.begin(), m_points.end(), at,
                                 [](double time, const api::FairnessPoint& point) { return time < seconds(point.at); });
    const auto& point = next == m_points.begin() ? *next : *std::prev(next);
    const QString time = QDateTime::fromMSecsSinceEpoch(point.at.ms, m_zone).toString(QStringLiteral("HH:mm:ss"));
    return tr("%1\nSpread %2, %3 assigned").arg(time, Formats::number(point.spread), Formats::number(point.assigned));
}

QString FairnessPlot::spoken() const {
    if (m_points.empty()) {
        return {};
    }
    const auto& point = m_points.back();
    return tr("Spread %1, %2 assigned").arg(Formats::number(point.spread), Formats::number(point.assigned));
}

}  // namespace evenhand::ui
