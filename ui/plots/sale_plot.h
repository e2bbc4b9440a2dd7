// SPDX-License-Identifier: GPL-3.0-or-later
// How a sale went: units over time as steps (sold, paid, left), and the units there are as a dotted line. Against the
// clock in the business zone, or against the time since the begin.
// Thread: GUI.
#pragma once

#include <QStringList>
#include <QTimeZone>
#include <optional>
#include <utility>
#include <vector>

#include "ui/plots/base_plot.h"

namespace evenhand::ui {

/// The time axis of the plots of a sale: by the clock, or (no zone) as time gone by.
void setSaleTimeAxis(QCPAxis& axis, const std::optional<QTimeZone>& zone);
/// "12:03:05" by the clock, "1:02:05" gone by.
[[nodiscard]] QString saleTime(double seconds, const std::optional<QTimeZone>& zone);

class SalePlot : public BasePlot {
    Q_OBJECT

public:
    struct Line {
        QString name;
        std::vector<std::pair<double, double>> points;  ///< seconds (UTC, or since the begin), units
    };

    /// Without a zone times are since the begin.
    SalePlot(UiPulse* pulse, std::optional<QTimeZone> zone, QWidget* parent = nullptr);

    /// At most three lines. `units`: the dotted line and what it says, nullopt: none.
    void setLines(std::vector<Line> lines, std::optional<std::int64_t> units, const QString& unitsName);
    void clear(const QString& notice);
    [[nodiscard]] const std::vector<Line>& lines() const noexcept { return m_lines; }

protected:
    void takeOver() override;
    void restyle(const Colors& colors) override;
    [[nodiscard]] QString hoverText(const QPoint& position) const override;
    [[nodiscard]] QString spoken() const override;

private:
    void nameLines();
    [[nodiscard]] QList<QCPGraph*> graphs() const;

    std::optional<QTimeZone> m_zone;
    std::vector<Line> m_lines;
    std::optional<std::int64_t> m_units;
    QString m_unitsName;
    QString m_notice;
    std::vector<QCPGraph*> m_graphs;
    QCPGraph* m_unitsLine = nullptr;
};

}  // namespace evenhand::ui
