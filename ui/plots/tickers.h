// SPDX-License-Identifier: GPL-3.0-or-later
// Ticks of axes whose labels do not repeat: whole numbers where something is counted, and elsewhere a label that equals
// the one before it is left out.
// Thread: GUI.
#pragma once

#include <QSharedPointer>
#include <QTimeZone>
#include <algorithm>
#include <cmath>

#include "ui/plots/custom_plot.h"

namespace evenhand::ui {

template <typename Ticker>
class Distinct : public Ticker {
protected:
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale& locale, QChar format,
                                       int precision) override {
        auto labels = Ticker::createLabelVector(ticks, locale, format, precision);
        QString last;
        for (auto& label : labels) {
            if (label == last) {
                label.clear();
            } else {
                last = label;
            }
        }
        return labels;
    }
};

/// Of counts: every step is a whole number, so that no label is a rounded one.
class CountTicker : public Distinct<QCPAxisTicker> {
protected:
    double getTickStep(const QCPRange& range) override {
        return std::max(1.0, std::floor(QCPAxisTicker::getTickStep(range) + 1e-6));
    }
};

/// Of time, with the zone and format that the plot sets: labels say whole seconds, or whole minutes, so every step is
/// one (elsewhere it may be two and a half).
class ClockTicker : public Distinct<QCPAxisTickerDateTime> {
protected:
    double getTickStep(const QCPRange& range) override {
        const double step = QCPAxisTickerDateTime::getTickStep(range);
        const double unit = step >= 60 ? 60 : 1;
        return std::max(unit, std::floor(step / unit) * unit);
    }
};

[[nodiscard]] inline QSharedPointer<QCPAxisTickerDateTime> clockTicker(const QTimeZone& zone, const QString& format) {
    QSharedPointer<QCPAxisTickerDateTime> clock(new ClockTicker);
    clock->setTimeZone(zone);
    clock->setDateTimeFormat(format);
    return clock;
}

}  // namespace evenhand::ui
