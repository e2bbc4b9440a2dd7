// SPDX-License-Identifier: GPL-3.0-or-later
// What every plot of the console has in common: the colours of the look, quiet axes, one shared 10 Hz beat, rest while
// hidden, hover texts, what it shows in words for who does not see it, saving as PNG or PDF.
// Thread: GUI.
// Invariants: new data is only kept until the next beat of the pulse, then taken over and drawn once; a hidden plot
// takes nothing over and draws nothing. Bars and grids are not antialiased; nothing is filled under long lines.
#pragma once

#include <QFuture>
#include <QPointer>
#include <QString>

#include "engine/base/result.h"
#include "ui/bridge/ui_pulse.h"
#include "ui/plots/custom_plot.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

class BasePlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit BasePlot(UiPulse* pulse, QWidget* parent = nullptr);

    /// Writes what is shown; the file is whole or the former one. ".pdf" in the light look on white, else PNG at twice
    /// the size in the look shown. Drawn at once; the file is written beside the window.
    [[nodiscard]] QFuture<Result<void>> savePicture(const QString& path);
    /// At once, if something changed: for a picture that is taken before the next beat.
    void drawNow();
    /// A notice stands where data would.
    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] QString notice() const { return isEmpty() ? m_notice->text() : QString(); }
    /// Names in the line above; for tests.
    [[nodiscard]] QStringList named() const;
    /// How often data was taken over and drawn; for tests.
    [[nodiscard]] int drawn() const noexcept { return m_drawn; }
    [[nodiscard]] QSize sizeHint() const override { return {480, 200}; }

protected:
    /// The data differ: takeOver() comes with the next beat, or when the plot is shown.
    void invalidate();
    /// Puts the latest data into the plottables. `colors` of the present look, also asked for after a switch of it.
    virtual void takeOver() = 0;
    virtual void restyle(const Colors& colors) = 0;
    /// Plain text about the thing under `position`, empty for none.
    [[nodiscard]] virtual QString hoverText(const QPoint& position) const = 0;
    /// The figures that count now, in a line: the accessible description, said anew when data was taken over. Empty
    /// while there are none.
    [[nodiscard]] virtual QString spoken() const = 0;
    /// Shown in the middle instead of data; empty for none.
    void setNotice(const QString& text);
    /// The same of a plot whose axes have labels only beside data.
    void setNotice(const QString& text, bool hasData);
    /// In a row of its own above the data; whatever it names, the data have the whole width.
    void putLegendOnTop(QSize icon);
    /// The legend names those of these that have data, in this order.
    void nameInLegend(const QList<QCPGraph*>& graphs);
    /// Whole numbers, few of them.
    static void showCounts(QCPAxis& axis);

    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] bool drawPdf(QIODevice& to);
    void onTick();
    /// As many instants on the time axis as fit beside each other.
    void fitTimes();
    void showFrame();
    void describe();
    void applyStyle(const Colors& colors);
    void styleAxis(QCPAxis* axis, const Colors& colors, bool horizontal);

    QPointer<UiPulse> m_pulse;
    QCPItemText* m_notice;
    bool m_stale = true;
    int m_drawn = 0;
};

}  // namespace evenhand::ui
