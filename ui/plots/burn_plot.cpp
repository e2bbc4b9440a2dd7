// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/burn_plot.h"

#include <QDateTime>
#include <algorithm>
#include <cmath>

#include "ui/plots/plot_time.h"
#include "ui/plots/sale_plot.h"

namespace evenhand::ui {
namespace {

constexpr double kBurnRoom = 1.08;  // above the budget
constexpr double kPastEnd = 1.25;   // of the campaign's length: how far a late projection is followed
constexpr double kMinSpan = 60;     // seconds

}  // namespace

BurnPlot::BurnPlot(UiPulse* pulse, const Formats& formats, QWidget* parent)
    : BasePlot(pulse, parent), m_formats(formats), m_left(nullptr), m_ideal(nullptr), m_goesOn(nullptr) {
    setNotAntialiasedElements(QCP::aeAll & ~QCP::AntialiasedElements(QCP::aePlottables));
    m_ideal = addGraph();
    m_goesOn = addGraph();
    m_left = addGraph();
    m_left->setLineStyle(QCPGraph::lsStepLeft);
    for (auto* graph : {m_left, m_ideal, m_goesOn}) {
        graph->setSelectable(QCP::stNone);
    }
    showCounts(*yAxis);
    putLegendOnTop({14, 8});
}

void BurnPlot::setBoard(const api::CampaignBoard& board) {
    const auto& row = board.row;
    m_points = board.burnDown;
    m_begin = row.settings.begin;
    m_end = row.settings.end;
    m_budget = row.settings.shape.budget.minor;
    m_notice = m_points.empty() ? tr("Not started.") : QString();
    m_projection.reset();
    const bool goesOn = row.state == api::CampaignState::Running && board.projectedEnd && !m_points.empty();
    if (goesOn && *board.projectedEnd > board.at) {
        m_projection = Projection{board.at, m_points.back().left, *board.projectedEnd};
    }
    invalidate();
}

void BurnPlot::clear(const QString& notice) {
    m_points.clear();
    m_projection.reset();
    m_notice = notice;
    invalidate();
}

double BurnPlot::idealAt(Instant at) const {
    const double length = static_cast<double>(m_end.ms - m_begin.ms);
    const double gone = length > 0 ? static_cast<double>(at.ms - m_begin.ms) / length : 1;
    return static_cast<double>(m_budget) * (1 - std::clamp(gone, 0.0, 1.0));
}

double BurnPlot::amount(double minor) const { return minor / std::pow(10.0, m_formats.minorDigits()); }

double BurnPlot::endShown() const {
    const double begin = seconds(m_begin);
    double end = std::max(seconds(m_end), m_points.empty() ? seconds(m_end) : seconds(m_points.back().at));
    if (m_projection) {
        end = std::max(end, std::min(seconds(m_projection->to), begin + (seconds(m_end) - begin) * kPastEnd));
    }
    return end;
}

void BurnPlot::takeOver() {
    const bool some = m_notice.isEmpty();
    setNotice(m_notice, some);
    QVector<QCPGraphData> left, ideal, goesOn;
    for (const auto& point : m_points) {
        left.append({seconds(point.at), amount(static_cast<double>(point.left))});
    }
    if (some) {
        ideal = {{seconds(m_begin), amount(static_cast<double>(m_budget))}, {seconds(m_end), 0}};
        const double from = std::min(seconds(m_begin), seconds(m_points.front().at));
        xAxis->setRange(from, std::max(endShown(), from + kMinSpan));
        yAxis->setRange(0, std::max(amount(static_cast<double>(m_budget)), 1e-9) * kBurnRoom);
        setSaleTimeAxis(*xAxis, m_formats.zone());
        yAxis->setNumberPrecision(yAxis->range().upper < 10 ? m_formats.minorDigits() : 0);
    }
    if (m_projection) {
        goesOn = {{seconds(m_projection->from), amount(static_cast<double>(m_projection->left))},
                  {seconds(m_projection->to), 0}};
    }
    m_left->data()->set(left, true);
    m_ideal->data()->set(ideal, true);
    m_goesOn->data()->set(goesOn, true);
    m_left->setName(tr("left"));
    m_ideal->setName(tr("ideal"));
    m_goesOn->setName(tr("at this rate"));
    nameInLegend({m_left, m_ideal, m_goesOn});
}

void BurnPlot::restyle(const Colors& colors) {
    m_left->setPen(QPen(colors.series[0], 2));
    m_ideal->setPen(QPen(colors.textFaint, 1.2, Qt::DotLine));
    m_goesOn->setPen(QPen(colors.series[1], 1.4, Qt::DashLine));
}

QString BurnPlot::hoverText(const QPoint& position) const {
    if (m_points.empty() || !axisRect()->rect().contains(position)) {
        return {};
    }
    const Instant at{std::llround(xAxis->pixelToCoord(position.x()) * 1'000)};
    const auto next = std::upper_bound(m_points.begin(), m_points.end(), at,
                                       [](Instant time, const api::BurnPoint& point) { return time < point.at; });
    QStringList lines{m_formats.dateTime(at)};
    if (next != m_points.begin() && at <= m_points.back().at) {
        lines << tr("left: %1, %2 places", nullptr, Formats::plural(std::prev(next)->places))
                     .arg(m_formats.money(Money{std::prev(next)->left}), Formats::number(std::prev(next)->places));
    } else if (m_projection && at > m_projection->from && at < m_projection->to) {
        const double part = static_cast<double>(m_projection->to.ms - at.ms) /
                            static_cast<double>(m_projection->to.ms - m_projection->from.ms);
        lines << tr("at this rate: %1")
                     .arg(m_formats.money(Money{std::llround(static_cast<double>(m_projection->left) * part)}));
    }
    if (at >= m_begin && at <= m_end) {
        lines << tr("ideal: %1").arg(m_formats.money(Money{std::llround(idealAt(at))}));
    }
    return lines.join(QLatin1Char('\n'));
}

QString BurnPlot::spoken() const {
    if (m_points.empty()) {
        return {};
    }
    const auto& last = m_points.back();
    QStringList said{tr("left: %1, %2 places", nullptr, Formats::plural(last.places))
                         .arg(m_formats.money(Money{last.left}), Formats::number(last.places))};
    if (m_projection) {
        said << tr("used up at this rate on %1", "date and time").arg(m_formats.dateTime(m_projection->to));
    }
    return said.join(QStringLiteral("; "));
}

}  // namespace evenhand::ui
