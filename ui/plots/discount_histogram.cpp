// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/discount_histogram.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace evenhand::ui {
namespace {

constexpr double kDiscountBarWidth = 0.86;
constexpr double kHistogramRoom = 1.12;
constexpr int kLetter = 7;  // pixels, about

}  // namespace

DiscountHistogram::DiscountHistogram(UiPulse* pulse, const Formats& formats, QWidget* parent)
    : BasePlot(pulse, parent), m_formats(formats), m_bars(new QCPBars(xAxis, yAxis)), m_ends(new QCPAxisTickerText) {
    m_bars->setWidthType(QCPBars::wtPlotCoords);
    m_bars->setWidth(kDiscountBarWidth);
    m_bars->setSelectable(QCP::stNone);
    xAxis->setTicker(m_ends);
    showCounts(*yAxis);
}

void DiscountHistogram::setCounts(std::vector<std::int64_t> counts, Money max) {
    if (counts == m_counts && max == m_max && m_notice.isEmpty()) {
        return;
    }
    m_counts = std::move(counts);
    m_max = max;
    m_notice.clear();
    invalidate();
}

void DiscountHistogram::clear(const QString& notice) {
    m_counts.clear();
    m_notice = notice;
    invalidate();
}

QString DiscountHistogram::upperEnd(std::size_t tenth) const {
    const auto tenths = static_cast<std::int64_t>(std::max<std::size_t>(1, m_counts.size()));
    return m_formats.money(Money{m_max.minor * static_cast<std::int64_t>(tenth + 1) / tenths});
}

void DiscountHistogram::takeOver() {
    QVector<QCPBarsData> values;
    double most = 1;
    m_ends->clear();
    const auto letters = static_cast<int>(upperEnd(m_counts.empty() ? 0 : m_counts.size() - 1).size());
    const bool all = axisRect()->width() > static_cast<int>(m_counts.size()) * letters * kLetter;
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        values.append({static_cast<double>(i), static_cast<double>(m_counts[i])});
        most = std::max(most, static_cast<double>(m_counts[i]));
        if (all || i % 2 == 1) {
            m_ends->addTick(static_cast<double>(i), upperEnd(i));
        }
    }
    m_bars->data()->set(values, true);
    setNotice(m_notice, !m_counts.empty());
    xAxis->setRange(-0.5, static_cast<double>(std::max<std::size_t>(1, m_counts.size())) - 0.5);
    yAxis->setRange(0, most * kHistogramRoom);
}

void DiscountHistogram::restyle(const Colors& colors) {
    m_bars->setPen(Qt::NoPen);
    m_bars->setBrush(colors.series[0]);
}

QString DiscountHistogram::hoverText(const QPoint& position) const {
    if (m_counts.empty() || !axisRect()->rect().contains(position)) {
        return {};
    }
    const auto tenth = std::llround(xAxis->pixelToCoord(position.x()));
    if (tenth < 0 || tenth >= static_cast<std::int64_t>(m_counts.size())) {
        return {};
    }
    return shareOf(static_cast<std::size_t>(tenth));
}

QString DiscountHistogram::shareOf(std::size_t at) const {
    const auto all = std::accumulate(m_counts.begin(), m_counts.end(), std::int64_t{0});
    const QString from = at == 0 ? m_formats.money(Money{0}) : upperEnd(at - 1);
    return tr("over %1 to %2\n%3 of %4 (%5%)", "amount, amount, count, count, share")
        .arg(from, upperEnd(at), Formats::number(m_counts[at]), Formats::number(all),
             all > 0 ? Formats::decimal(static_cast<double>(m_counts[at]) * 100 / static_cast<double>(all), 1)
                     : Formats::dash());
}

QString DiscountHistogram::spoken() const {
    if (m_counts.empty()) {
        return {};
    }
    const auto most = std::max_element(m_counts.begin(), m_counts.end()) - m_counts.begin();
    return tr("Most: %1", "range and count")
        .arg(shareOf(static_cast<std::size_t>(most)).replace(QLatin1Char('\n'), QStringLiteral(", ")));
}

}  // namespace evenhand::ui
