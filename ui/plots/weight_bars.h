// SPDX-License-Identifier: GPL-3.0-or-later
// The weights of a campus's couriers as bars, with the mean as a line and the spread as a band. The axis does not
// begin at 0: what counts are the differences, and they are some steps in ten thousand. Bars keep their place
// (couriers by name, off duty last), the one that gets the next order is marked. Orders can be dropped on a bar; the
// bar under the drag is marked, and a tool tip says why where it does not take them. The drop is only told.
// Thread: GUI.
#pragma once

#include <QMimeData>
#include <QString>
#include <QVector>
#include <functional>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/plots/base_plot.h"

namespace evenhand::ui {

class WeightBars : public BasePlot {
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
    /// Their names as they stand below the bars, in one line or two, empty where there is no room for any.
    [[nodiscard]] QStringList names() const { return m_names->ticks().values(); }
    /// The courier of the bar at `position`, empty for none.
    [[nodiscard]] QString courierAt(const QPoint& position) const;
    /// The middle of a courier's bar in widget coordinates; a null point if there is none.
    [[nodiscard]] QPoint centreOf(const QString& courier) const;
    /// Says whether a courier takes what is dragged (empty) or why not; without it nothing can be dropped.
    using DropCheck = std::function<QString(const QString& courier, const QMimeData* mime)>;
    void setDropCheck(DropCheck check);
    /// The courier whose bar is marked as the target of a drag; empty for none.
    [[nodiscard]] const QString& dropTarget() const noexcept { return m_target; }
    /// Lower and upper end of the weight axis for these weights; shared with tests.
    [[nodiscard]] static QCPRange axisFor(std::int64_t lowest, std::int64_t highest, std::int64_t step);

Q_SIGNALS:
    void picked(const QString& courier);
    void opened(const QString& courier);  ///< double click
    void dropped(const QString& courier, const QMimeData* mime);

protected:
    void takeOver() override;
    void restyle(const Colors& colors) override;
    [[nodiscard]] QString hoverText(const QPoint& position) const override;
    [[nodiscard]] QString spoken() const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

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
    [[nodiscard]] int indexOf(const QString& courier) const;
    void setTarget(const QString& courier, bool takes);
    void placeTarget();

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
    QCPItemRect* m_targetMark;
    QString m_target;
    bool m_targetTakes = false;
    DropCheck m_dropCheck;
    QSharedPointer<QCPAxisTickerText> m_names;
};

}  // namespace evenhand::ui
