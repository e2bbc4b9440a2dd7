// SPDX-License-Identifier: GPL-3.0-or-later
// How discounts are spread: one bar per tenth of (0, largest discount], the amounts below, the share in the hover text.
// Thread: GUI.
#pragma once

#include <vector>

#include "ui/plots/base_plot.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

class DiscountHistogram : public BasePlot {
    Q_OBJECT

public:
    DiscountHistogram(UiPulse* pulse, const Formats& formats, QWidget* parent = nullptr);

    /// `counts` per tenth; `max` is the upper end of the last.
    void setCounts(std::vector<std::int64_t> counts, Money max);
    void clear(const QString& notice);
    [[nodiscard]] const std::vector<std::int64_t>& counts() const noexcept { return m_counts; }
    [[nodiscard]] QSize sizeHint() const override { return {320, 180}; }

protected:
    void takeOver() override;
    void restyle(const Colors& colors) override;
    [[nodiscard]] QString hoverText(const QPoint& position) const override;
    [[nodiscard]] QString spoken() const override;

private:
    [[nodiscard]] QString upperEnd(std::size_t tenth) const;
    /// Of one bar: from where to where, and how many.
    [[nodiscard]] QString shareOf(std::size_t at) const;

    const Formats& m_formats;
    std::vector<std::int64_t> m_counts;
    Money m_max;
    QString m_notice;
    QCPBars* m_bars;
    QSharedPointer<QCPAxisTickerText> m_ends;
};

}  // namespace evenhand::ui
