// SPDX-License-Identifier: GPL-3.0-or-later
// The weights of a campus's couriers as bars, with the mean as a line and the spread as a band. The axis does not
// begin at 0: what counts are the differences, and they are some steps in ten thousand. Bars keep their place
// (couriers by name, off duty last), the one that gets the next order is marked.
// Thread: GUI.
#pragma once

#include <QString>
#include <QVector>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/plots/house_plot.h"

namespace evenhand::ui {

class WeightBars : public HousePlot {
    Q_OBJECT

public:
    explicit WeightBars(UiPulse* pulse, QWidget* parent = nullptr);

    void setBoard(const api::DispatchBoard& board);
    /// No board (yet): shows `notice`.
    void clear(const QString& notice);
    /// Marks one courier's bar; empty for none. Does not emit picked().
    void setSelected(const QString& courier);
    /// Couriers in the order of their bars.
    [[nodiscard]] QStringList couriers() const;
    /// The courier of the bar at `position`, empty for none.
    [[nodiscard]] QString courierAt(const QPoint& position) const;
    /// Lower and upper end of the weight axis for these weights; shared with tests.
    [[nodiscard]] static QCPRange axisFor(std::int64_t lowest, std::int64_t highest, std::int64_t step);

Q_SIGNALS:
    void picked(const QString& courier);
    void opened(const QString& courier);  ///< double click

protected:
    void takeOver() override;
    void restyle(const Colors& colors) override;
    [[nodiscard]] QString hoverText(const QPoint& position) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    struct Bar {
        QString id;
        QString name;
        std::int64_t weight = 0;
        double deviation = 0;
        bool onDuty = false;
        bool next = false;
    };
    void labelBars();
    [[nodiscard]] int indexAt(const QPoint& position) const;

    std::vector<Bar> m_bars;
    double m_mean = 0;
    std::int64_t m_spread = 0;
    std::int64_t m_step = 1;
    QString m_selected;
    QString m_notice;
    QCPBars* m_onDuty;
    QCPBars* m_next;
    QCPBars* m_offDuty;
    QCPItemRect* m_band;
    QCPItemLine* m_meanLine;
    QCPItemRect* m_mark;
    QSharedPointer<QCPAxisTickerText> m_names;
};

}  // namespace evenhand::ui
