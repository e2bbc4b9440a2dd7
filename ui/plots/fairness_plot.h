// SPDX-License-Identifier: GPL-3.0-or-later
// How even the day was: the spread (highest minus lowest number of assignments) as steps over time, each the highest
// of its stretch, and the orders assigned as a faint line on an axis of its own. In strong mode a dotted line stands at
// 1, the promise while nothing is given back or calibrated; in soft mode there is only what was measured. Thread: GUI.
#pragma once

#include <QTimeZone>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/plots/base_plot.h"

namespace evenhand::ui {

class FairnessPlot : public BasePlot {
    Q_OBJECT

public:
    FairnessPlot(UiPulse* pulse, const QTimeZone& zone, QWidget* parent = nullptr);

    /// `points` by time; what lies before the first assignment is left out.
    void setPoints(const std::vector<api::FairnessPoint>& points, api::DispatchMode mode);
    void clear(const QString& notice);
    [[nodiscard]] const std::vector<api::FairnessPoint>& points() const noexcept { return m_points; }

protected:
    void takeOver() override;
    void restyle(const Colors& colors) override;
    [[nodiscard]] QString hoverText(const QPoint& position) const override;
    [[nodiscard]] QString spoken() const override;

private:
    QTimeZone m_zone;
    std::vector<api::FairnessPoint> m_points;
    api::DispatchMode m_mode = api::DispatchMode::Strong;
    QString m_notice;
    QCPGraph* m_spread;
    QCPGraph* m_assigned;
    QCPItemLine* m_promise;
};

}  // namespace evenhand::ui
