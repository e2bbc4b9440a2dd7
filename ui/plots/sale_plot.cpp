// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/sale_plot.h"

#include <QDateTime>
#include <algorithm>
#include <cmath>

#include "ui/plots/tickers.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {
namespace {

constexpr qsizetype kFewPoints = 8;
constexpr std::size_t kMaxLines = 3;
constexpr double kRoom = 1.12;  // above the highest value

class ElapsedTicker : public Distinct<QCPAxisTickerTime> {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return tick < 1 && tick > 0 ? Formats::duration(std::llround(tick * 1000))
                                    : Formats::countdown(std::llround(tick * 1000), false);
    }
};

}  // namespace

void setSaleTimeAxis(QCPAxis& axis, const std::optional<QTimeZone>& zone) {
    if (zone) {
        axis.setTicker(clockTicker(*zone, axis.range().size() < 240     ? QStringLiteral("HH:mm:ss")
                                          : axis.range().size() < 86400 ? QStringLiteral("HH:mm")
                                                                        : QStringLiteral("MM-dd HH:mm")));
    } else {
        QSharedPointer<ElapsedTicker> gone(new ElapsedTicker);
        axis.setTicker(gone);
    }
}

QString saleTime(double seconds, const std::optional<QTimeZone>& zone) {
    const auto ms = std::llround(seconds * 1000);
    return zone ? QDateTime::fromMSecsSinceEpoch(ms, *zone).toString(QStringLiteral("HH:mm:ss"))
                : SalePlot::tr("%1 after the start").arg(Formats::countdown(ms, false));
}

SalePlot::SalePlot(UiPulse* pulse, std::optional<QTimeZone> zone, QWidget* parent)
    : BasePlot(pulse, parent), m_zone(std::move(zone)) {
    setNotAntialiasedElements(QCP::aeAll & ~QCP::AntialiasedElements(QCP::aePlottables));
    for (std::size_t i = 0; i < kMaxLines; ++i) {
        auto* graph = addGraph();
        graph->setLineStyle(QCPGraph::lsStepLeft);
        graph->setSelectable(QCP::stNone);
        m_graphs.push_back(graph);
    }
    m_unitsLine = addGraph();
    m_unitsLine->setSelectable(QCP::stNone);
    putLegendOnTop({14, 8});
    showCounts(*yAxis);
}

void SalePlot::setLines(std::vector<Line> lines, std::optional<std::int64_t> units, const QString& unitsName) {
    m_lines = std::move(lines);
    m_lines.resize(std::min(m_lines.size(), kMaxLines));
    m_units = units;
    m_unitsName = unitsName;
    m_notice.clear();
    invalidate();
}

void SalePlot::clear(const QString& notice) {
    m_lines.clear();
    m_units.reset();
    m_notice = notice;
    invalidate();
}

void SalePlot::takeOver() {
    double highest = m_units ? static_cast<double>(*m_units) : 0;
    std::optional<QCPRange> span;
    for (std::size_t i = 0; i < m_graphs.size(); ++i) {
        QVector<QCPGraphData> values;
        for (const auto& [x, y] : i < m_lines.size() ? m_lines[i].points : std::vector<std::pair<double, double>>{}) {
            values.append({x, y});
            highest = std::max(highest, y);
            span = span ? QCPRange(std::min(span->lower, x), std::max(span->upper, x)) : QCPRange(x, x);
        }
        // Between few points a step would stand where nothing happened: a rehearsal of less than a second was one line
        // upwards at its end.
        m_graphs[i]->setLineStyle(values.size() < kFewPoints ? QCPGraph::lsLine : QCPGraph::lsStepLeft);
        m_graphs[i]->data()->set(values, true);
    }
    const bool some = span.has_value() && m_notice.isEmpty();
    setNotice(m_notice, some);
    if (span) {
        xAxis->setRange(span->lower, std::max(span->upper, span->lower + (m_zone ? 60 : 0.01)));
        setSaleTimeAxis(*xAxis, m_zone);
    }
    yAxis->setRange(0, highest > 0 ? highest * kRoom : 1);
    QVector<QCPGraphData> units;
    if (m_units && some) {
        const auto all = static_cast<double>(*m_units);
        units = {{xAxis->range().lower, all}, {xAxis->range().upper, all}};
    }
    m_unitsLine->data()->set(units, true);
    nameLines();
}

QList<QCPGraph*> SalePlot::graphs() const {
    QList<QCPGraph*> all(m_graphs.begin(), m_graphs.end());
    return all << m_unitsLine;
}

void SalePlot::nameLines() {
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        m_graphs[i]->setName(m_lines[i].name);
    }
    m_unitsLine->setName(m_unitsName);
    nameInLegend(m_notice.isEmpty() ? graphs() : QList<QCPGraph*>());
}

void SalePlot::restyle(const Colors& colors) {
    for (std::size_t i = 0; i < m_graphs.size(); ++i) {
        m_graphs[i]->setPen(QPen(colors.series[i], i == 0 ? 2 : 1.4));
    }
    m_unitsLine->setPen(QPen(colors.textFaint, 1.2, Qt::DotLine));
}

QString SalePlot::hoverText(const QPoint& position) const {
    if (m_lines.empty() || m_lines.front().points.empty() || !axisRect()->rect().contains(position)) {
        return {};
    }
    const double at = xAxis->pixelToCoord(position.x());
    QStringList lines{saleTime(at, m_zone)};
    for (const auto& line : m_lines) {
        const auto next = std::upper_bound(line.points.begin(), line.points.end(), at,
                                           [](double time, const auto& point) { return time < point.first; });
        lines << tr("%1: %2", "name, value")
                     .arg(line.name, next == line.points.begin()
                                         ? Formats::dash()
                                         : Formats::number(std::llround(std::prev(next)->second)));
    }
    if (m_units) {
        lines << tr("%1: %2", "name, value").arg(m_unitsName, Formats::number(*m_units));
    }
    return lines.join(QLatin1Char('\n'));
}

QString SalePlot::spoken() const {
    QStringList said;
    for (const auto& line : m_lines) {
        if (!line.points.empty()) {
            said
                << tr("%1: %2", "name, value").arg(line.name, Formats::number(std::llround(line.points.back().second)));
        }
    }
    if (m_units) {
        said << tr("%1: %2", "name, value").arg(m_unitsName, Formats::number(*m_units));
    }
    return said.join(QStringLiteral("; "));
}

}  // namespace evenhand::ui
