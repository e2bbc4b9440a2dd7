// SPDX-License-Identifier: GPL-3.0-or-later
// Figures over the last minutes as lines: throughput, latency, lateness. What was not reported is a gap, never 0.
// Thread: GUI. Keeps the points of the span shown and no more.
#pragma once

#include <QTimeZone>
#include <deque>
#include <optional>
#include <vector>

#include "engine/base/clock.h"
#include "ui/plots/base_plot.h"

namespace evenhand::ui {

class SeriesPlot : public BasePlot {
    Q_OBJECT

public:
    /// How the value axis and the hover text are written.
    enum class Unit : std::uint8_t { Plain, Milliseconds };
    static constexpr std::int64_t kSpanMs = 10LL * 60 * 1000;
    /// Points further apart than this are not joined: nobody looked meanwhile.
    static constexpr std::int64_t kGapMs = 8'000;

    SeriesPlot(UiPulse* pulse, const QTimeZone& zone, Unit unit, int series, QWidget* parent = nullptr);

    /// One value per series, nullopt: not reported. Instants that go back begin anew.
    void add(Instant at, const std::vector<std::optional<double>>& values);
    void clear();
    /// Names of the series, and what is shown while there is nothing.
    void setNames(const QStringList& names, const QString& nothing);
    struct Point {
        Instant at;
        std::vector<std::optional<double>> values;
    };
    [[nodiscard]] const std::deque<Point>& points() const noexcept { return m_points; }
    /// The lines as drawn, gaps as NaN; for tests.
    [[nodiscard]] QVector<double> drawnValues(int series) const;

protected:
    void takeOver() override;
    void restyle(const Colors& colors) override;
    [[nodiscard]] QString hoverText(const QPoint& position) const override;
    [[nodiscard]] QString spoken() const override;

private:
    [[nodiscard]] QString write(const std::optional<double>& value) const;

    QTimeZone m_zone;
    Unit m_unit;
    QStringList m_names;
    QString m_nothing;
    std::deque<Point> m_points;
    std::vector<QCPGraph*> m_graphs;
    QSharedPointer<QCPAxisTickerDateTime> m_time;
};

}  // namespace evenhand::ui
