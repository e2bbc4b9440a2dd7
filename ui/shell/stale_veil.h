// SPDX-License-Identifier: GPL-3.0-or-later
// Greys the pages while the engine cannot be reached: what they show can still be read, but is plainly not up to date.
// It ignores the mouse, so that lists can be scrolled and texts copied.
// Thread: GUI.
#pragma once

#include <QWidget>

#include "ui/bridge/engine_bridge.h"

namespace evenhand::ui {

class StaleVeil : public QWidget {
    Q_OBJECT

public:
    /// Covers `pages`, as a child of the same parent.
    StaleVeil(EngineBridge& bridge, QWidget* pages);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    EngineBridge& m_bridge;
    QWidget* m_pages;
};

}  // namespace evenhand::ui
