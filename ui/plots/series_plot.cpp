// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/series_plot.h"

#include <QDateTime>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "ui/plots/plot_time.h"
#include "ui/plots/tickers.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {
namespace {

constexpr std::size_t kDots = 60;
constexpr double kDotSize = 3;
constexpr double kShortSpan = 240;  // seconds; shorter ones need them in the labels
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// Milliseconds written with the unit that fits: "2.5 ms", "850 ms", "12 s".
class DurationTicker : public Distinct<QCPAxisTicker> {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        const bool broken = tick < 100 && tick != std::floor(tick);
        return broken ? SeriesPlot::tr("%1 ms").arg(Formats::decimal(tick, 1)) : Formats::duration(std::llround(tick));
    }
};

class NumberTicker : public Distinct<QCPAxisTicker> {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return Formats::decimal(tick, tick < 10 && tick != std::floor(tick) ? 1 : 0);
    }
};

}  // namespace

SeriesPlot::SeriesPlot(UiPulse* pulse, const QTimeZone& zone, Unit unit, int series, QWidget* parent)
    : BasePlot(pulse, parent), m_zone(zone), m_unit(unit) {
    setNotAntialiasedElements(QCP::aeAll & ~QCP::AntialiasedElements(QCP::aePlottables));
    m_time.reset(new ClockTicker);
    m_time->setTimeZone(m_zone);
    xAxis->setTicker(m_time);
    if (unit == Unit::Milliseconds) {
        QSharedPointer<DurationTicker> durations(new DurationTicker);
        durations->setTickCount(4);
        yAxis->setTicker(durations);
    } else {
        QSharedPointer<NumberTicker> numbers(new NumberTicker);
        numbers->setTickCount(4);
        yAxis->setTicker(numbers);
    }
    for (int i = 0; i < series; ++i) {
        auto* graph = addGraph();
        graph->setSelectable(QCP::stNone);
        m_graphs.push_back(graph);
    }
}

void SeriesPlot::setNames(const QStringList& names, const QString& nothing) {
    m_names = names;
    m_nothing = nothing;
    invalidate();
}

void SeriesPlot::add(Instant at, const std::vector<std::optional<double>>& values) {
    if (!m_points.empty() && at < m_points.back().at) {
        m_points.clear();  // the clock went back
    }
    m_points.push_back({at, values});
    while (m_points.front().at < at.plusMs(-kSpanMs)) {
        m_points.pop_front();
    }
    invalidate();
}

void SeriesPlot::clear() {
    m_points.clear();
    invalidate();
}

void SeriesPlot::takeOver() {
    double highest = 0;
    for (std::size_t series = 0; series < m_graphs.size(); ++series) {
        QVector<QCPGraphData> line;
        line.reserve(static_cast<qsizetype>(m_points.size()));
        Instant before{std::numeric_limits<std::int64_t>::min()};
        for (const auto& point : m_points) {
            if (!line.isEmpty() && point.at.ms - before.ms > kGapMs) {
                line.append({seconds(before) + 0.001, kNothing});
            }
            const auto& value = point.values.at(series);
            line.append({seconds(point.at), value.value_or(kNothing)});
            highest = std::max(highest, value.value_or(0));
            before = point.at;
        }
        m_graphs[series]->data()->set(line, true);
        // A point between two gaps has no line; while there are few of them they are seen as dots.
        m_graphs[series]->setScatterStyle(m_points.size() <= kDots ? QCPScatterStyle(QCPScatterStyle::ssDisc, kDotSize)
                                                                   : QCPScatterStyle(QCPScatterStyle::ssNone));
    }
    const bool some = std::any_of(m_points.begin(), m_points.end(), [](const Point& point) {
        return std::any_of(point.values.begin(), point.values.end(),
                           [](const auto& value) { return value.has_value(); });
    });
    setNotice(some ? QString() : m_nothing, some);
    yAxis->setRange(0, highest > 0 ? highest * 1.15 : 1);
    if (!m_points.empty()) {
        const double to = seconds(m_points.back().at);
        xAxis->setRange(std::min(seconds(m_points.front().at), to - 60), to);
        m_time->setDateTimeFormat(xAxis->range().size() < kShortSpan ? QStringLiteral("HH:mm:ss")
                                                                     : QStringLiteral("HH:mm"));
    }
}

QVector<double> SeriesPlot::drawnValues(int series) const {
    QVector<double> values;
    for (const auto& point : *m_graphs.at(static_cast<std::size_t>(series))->data()) {
        values << point.value;
    }
    return values;
}

void SeriesPlot::restyle(const Colors& colors) {
    for (std::size_t series = 0; series < m_graphs.size(); ++series) {
        m_graphs[series]->setPen(QPen(colors.series[series == 0 ? 0 : 1], series == 0 ? 2 : 1));
    }
}

QString SeriesPlot::write(const std::optional<double>& value) const {
    if (!value) {
        return Formats::dash();
    }
    return m_unit == Unit::Plain ? Formats::decimal(*value, 1)
           : *value < 100        ? tr("%1 ms").arg(Formats::decimal(*value, 1))
                                 : Formats::duration(std::llround(*value));
}

QString SeriesPlot::hoverText(const QPoint& position) const {
    if (m_points.empty() || !axisRect()->rect().contains(position)) {
        return {};
    }
    const double at = xAxis->pixelToCoord(position.x());
    auto next = std::upper_bound(m_points.begin(), m_points.end(), at,
                                 [](double time, const Point& point) { return time < seconds(point.at); });
    const Point& point = next == m_points.begin() ? *next : *std::prev(next);
    QStringList lines{QDateTime::fromMSecsSinceEpoch(point.at.ms, m_zone).toString(QStringLiteral("HH:mm:ss"))};
    for (qsizetype series = 0; series < m_names.size(); ++series) {
        lines << tr("%1: %2", "name, value")
                     .arg(m_names.at(series), write(point.values.at(static_cast<std::size_t>(series))));
    }
    return lines.join(QLatin1Char('\n'));
}

QString SeriesPlot::spoken() const {
    QStringList said;
    for (qsizetype series = 0; series < m_names.size() && !m_points.empty(); ++series) {
        said << tr("%1: %2", "name, value")
                    .arg(m_names.at(series), write(m_points.back().values.at(static_cast<std::size_t>(series))));
    }
    return said.join(QStringLiteral("; "));
}

}  // namespace evenhand::ui
