// SPDX-License-Identifier: GPL-3.0-or-later
// How many timers fall due in each minute to come, as bars; what is overdue already stands before them in another
// colour, what comes later is told. A click on a bar asks for the timers of that minute.
// Thread: GUI.
#pragma once

#include <QTimeZone>
#include <optional>

#include "engine/api/timer_types.h"
#include "ui/plots/base_plot.h"

namespace evenhand::ui {

class DuePlot : public BasePlot {
    Q_OBJECT

public:
    DuePlot(UiPulse* pulse, const QTimeZone& zone, QWidget* parent = nullptr);

    void setHistogram(const api::DueHistogram& histogram);
    /// It could not be read: nothing is shown but the notice.
    void clear(const QString& notice);
    [[nodiscard]] const std::optional<api::DueHistogram>& histogram() const noexcept { return m_histogram; }
    /// The bar under `position`: -1 what is overdue, else the slice; nullopt: none.
    [[nodiscard]] std::optional<int> barAt(const QPoint& position) const;
    /// The middle of a bar's column in widget coordinates, once drawn.
    [[nodiscard]] QPoint centreOf(int bar) const;

Q_SIGNALS:
    /// nullopt: open at that side.
    void picked(std::optional<evenhand::Instant> from, std::optional<evenhand::Instant> to);

protected:
    void takeOver() override;
    void restyle(const Colors& colors) override;
    [[nodiscard]] QString hoverText(const QPoint& position) const override;
    [[nodiscard]] QString spoken() const override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] double middleOf(int bar) const;

    QTimeZone m_zone;
    std::optional<api::DueHistogram> m_histogram;
    QString m_notice;
    QCPBars* m_overdue;
    QCPBars* m_due;
};

}  // namespace evenhand::ui
