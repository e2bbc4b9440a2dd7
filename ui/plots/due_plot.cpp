// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/due_plot.h"

#include <QDateTime>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "ui/plots/tickers.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

DuePlot::DuePlot(UiPulse* pulse, const QTimeZone& zone, QWidget* parent)
    : BasePlot(pulse, parent), m_zone(zone), m_overdue(new QCPBars(xAxis, yAxis)), m_due(new QCPBars(xAxis, yAxis)) {
    xAxis->setTicker(clockTicker(m_zone, QStringLiteral("HH:mm")));
    showCounts(*yAxis);
    for (auto* bars : {m_overdue, m_due}) {
        bars->setWidthType(QCPBars::wtPlotCoords);
        bars->setSelectable(QCP::stNone);
    }
}

void DuePlot::setHistogram(const api::DueHistogram& histogram) {
    m_histogram = histogram;
    const auto some = histogram.before + histogram.after +
                      static_cast<std::int64_t>(std::count_if(histogram.counts.begin(), histogram.counts.end(),
                                                              [](std::int64_t count) { return count > 0; }));
    m_notice = some > 0 ? QString() : tr("No timer is armed.");
    invalidate();
}

void DuePlot::clear(const QString& notice) {
    m_histogram.reset();
    m_notice = notice;
    invalidate();
}

double DuePlot::middleOf(int bar) const {
    return (static_cast<double>(m_histogram->from.ms) + (bar + 0.5) * static_cast<double>(m_histogram->bucketMs)) /
           1000.0;
}

void DuePlot::takeOver() {
    QVector<QCPBarsData> overdue, due;
    double most = 1;
    if (m_histogram) {
        const double width = static_cast<double>(m_histogram->bucketMs) / 1000.0 * 0.8;
        m_overdue->setWidth(width);
        m_due->setWidth(width);
        if (m_histogram->before > 0) {
            overdue.append({middleOf(-1), static_cast<double>(m_histogram->before)});
            most = static_cast<double>(m_histogram->before);
        }
        for (std::size_t i = 0; i < m_histogram->counts.size(); ++i) {
            const auto count = static_cast<double>(m_histogram->counts[i]);
            if (count > 0) {
                due.append({middleOf(static_cast<int>(i)), count});
                most = std::max(most, count);
            }
        }
        const auto bars = static_cast<double>(m_histogram->counts.size());
        xAxis->setRange(middleOf(-1) - width, middleOf(0) + bars * static_cast<double>(m_histogram->bucketMs) / 1000.0);
    }
    m_overdue->data()->set(overdue, true);
    m_due->data()->set(due, true);
    yAxis->setRange(0, most * 1.15);
    setNotice(m_notice, m_histogram && m_notice.isEmpty());
}

void DuePlot::restyle(const Colors& colors) {
    m_overdue->setPen(Qt::NoPen);
    m_overdue->setBrush(colors.tone(Tone::Bad).text);
    m_due->setPen(Qt::NoPen);
    m_due->setBrush(colors.series[0]);
}

std::optional<int> DuePlot::barAt(const QPoint& position) const {
    if (!m_histogram || !axisRect()->rect().contains(position)) {
        return std::nullopt;
    }
    const double ms = xAxis->pixelToCoord(position.x()) * 1000.0 - static_cast<double>(m_histogram->from.ms);
    const int bar = static_cast<int>(std::floor(ms / static_cast<double>(m_histogram->bucketMs)));
    if (bar < -1 || bar >= static_cast<int>(m_histogram->counts.size())) {
        return std::nullopt;
    }
    return bar;
}

QPoint DuePlot::centreOf(int bar) const {
    return {static_cast<int>(std::lround(xAxis->coordToPixel(middleOf(bar)))), axisRect()->center().y()};
}

void DuePlot::mouseReleaseEvent(QMouseEvent* event) {
    BasePlot::mouseReleaseEvent(event);
    const auto bar = barAt(event->pos());
    if (event->button() != Qt::LeftButton || !bar) {
        return;
    }
    if (*bar < 0) {
        Q_EMIT picked(std::nullopt, m_histogram->from);
    } else {
        const Instant from = m_histogram->from.plusMs(*bar * m_histogram->bucketMs);
        Q_EMIT picked(from, from.plusMs(m_histogram->bucketMs));
    }
}

QString DuePlot::hoverText(const QPoint& position) const {
    const auto bar = barAt(position);
    if (!bar) {
        return {};
    }
    if (*bar < 0) {
        return tr("Overdue: %1").arg(Formats::number(m_histogram->before));
    }
    const Instant from = m_histogram->from.plusMs(*bar * m_histogram->bucketMs);
    const std::int64_t count = m_histogram->counts[static_cast<std::size_t>(*bar)];
    return tr("%1: %2 fall due", "time, count", Formats::plural(count))
        .arg(QDateTime::fromMSecsSinceEpoch(from.ms, m_zone).toString(QStringLiteral("HH:mm")), Formats::number(count));
}

QString DuePlot::spoken() const {
    if (!m_histogram) {
        return {};
    }
    const auto due = std::accumulate(m_histogram->counts.begin(), m_histogram->counts.end(), std::int64_t{0});
    const Instant end =
        m_histogram->from.plusMs(static_cast<std::int64_t>(m_histogram->counts.size()) * m_histogram->bucketMs);
    QStringList said;
    if (m_histogram->before > 0) {
        said << tr("Overdue: %1").arg(Formats::number(m_histogram->before));
    }
    said << tr("%1 fall due by %2", "count, time", Formats::plural(due))
                .arg(Formats::number(due),
                     QDateTime::fromMSecsSinceEpoch(end.ms, m_zone).toString(QStringLiteral("HH:mm")));
    return said.join(QStringLiteral("; "));
}

}  // namespace evenhand::ui
