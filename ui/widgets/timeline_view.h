// SPDX-License-Identifier: GPL-3.0-or-later
// What happened to an order, from top to bottom: a dot per event, its time, what, by whom, and the detail.
// Thread: GUI. Text is drawn as it is.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/widgets/theme.h"

namespace evenhand::ui {

struct TimelineEntry {
    QString time;
    QString title;
    QString actor;
    QString detail;
    Tone tone = Tone::Muted;
};

class TimelineView : public QWidget {
    Q_OBJECT

public:
    explicit TimelineView(QWidget* parent = nullptr);
    void setEntries(std::vector<TimelineEntry> entries);
    [[nodiscard]] const std::vector<TimelineEntry>& entries() const noexcept { return m_entries; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::vector<TimelineEntry> m_entries;
};

}  // namespace evenhand::ui
