// SPDX-License-Identifier: GPL-3.0-or-later
// Attempts a second by outcome as stacked bars, with a line of names above. Against the clock, or the time since the
// begin. Outcomes that never came are neither drawn nor named.
// Thread: GUI.
#pragma once

#include <QTimeZone>
#include <array>
#include <optional>
#include <vector>

#include "engine/api/seckill_types.h"
#include "ui/plots/base_plot.h"

namespace evenhand::ui {

class AttemptsPlot : public BasePlot {
    Q_OBJECT

public:
    struct Slot {
        double at = 0;  ///< begin of the slot, seconds
        std::array<double, api::kAttemptOutcomes> perSecond{};
    };

    AttemptsPlot(UiPulse* pulse, std::optional<QTimeZone> zone, QWidget* parent = nullptr);

    /// `width` of a slot and the range shown, seconds.
    void setSlots(std::vector<Slot> bars, double width, double from, double to);
    void clear(const QString& notice);
    [[nodiscard]] const std::vector<Slot>& bars() const noexcept { return m_slots; }

protected:
    void takeOver() override;
    void restyle(const Colors& colors) override;
    [[nodiscard]] QString hoverText(const QPoint& position) const override;
    [[nodiscard]] QString spoken() const override;

private:
    void nameOutcomes(const std::array<bool, api::kAttemptOutcomes>& came);

    std::optional<QTimeZone> m_zone;
    std::vector<Slot> m_slots;
    double m_width = 1;
    QCPRange m_range;
    QString m_notice;
    std::array<QCPBars*, api::kAttemptOutcomes> m_bars{};
};

}  // namespace evenhand::ui
