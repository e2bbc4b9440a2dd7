// SPDX-License-Identifier: GPL-3.0-or-later
// A tab bar whose tabs may change while it is hidden: QTabBar tells its layout of them only while it is visible, and
// would be shown with the room of before, none at first.
// Thread: GUI.
#pragma once

#include <QTabBar>

namespace evenhand::ui {

class TabBar final : public QTabBar {
public:
    using QTabBar::QTabBar;

protected:
    void showEvent(QShowEvent* event) override {
        QTabBar::showEvent(event);
        updateGeometry();
    }
};

}  // namespace evenhand::ui
