// SPDX-License-Identifier: GPL-3.0-or-later
// How a campaign's budget burns down: what is left as steps over time, the ideal line from begin to end, and where it
// goes on at the present rate. Against the clock in the business zone; amounts in the workspace's currency.
// Thread: GUI.
#pragma once

#include <optional>
#include <vector>

#include "engine/api/campaign_board.h"
#include "ui/plots/base_plot.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class BurnPlot : public BasePlot {
    Q_OBJECT

public:
    BurnPlot(UiPulse* pulse, const Formats& formats, QWidget* parent = nullptr);

    void setBoard(const api::CampaignBoard& board);
    void clear(const QString& notice);
    /// What is drawn, in minor units and seconds UTC; for tests.
    [[nodiscard]] const std::vector<api::BurnPoint>& points() const noexcept { return m_points; }
    /// Of the budget by the ideal line at an instant, minor units.
    [[nodiscard]] double idealAt(Instant at) const;
    struct Projection {
        Instant from;
        std::int64_t left = 0;  ///< at `from`
        Instant to;             ///< nothing is left
    };
    [[nodiscard]] const std::optional<Projection>& projection() const noexcept { return m_projection; }

protected:
    void takeOver() override;
    void restyle(const Colors& colors) override;
    [[nodiscard]] QString hoverText(const QPoint& position) const override;
    [[nodiscard]] QString spoken() const override;

private:
    [[nodiscard]] double amount(double minor) const;
    [[nodiscard]] double endShown() const;

    const Formats& m_formats;
    std::vector<api::BurnPoint> m_points;
    Instant m_begin, m_end;
    std::int64_t m_budget = 0;
    std::optional<Projection> m_projection;
    QString m_notice;
    QCPGraph* m_left;
    QCPGraph* m_ideal;
    QCPGraph* m_goesOn;
};

}  // namespace evenhand::ui
