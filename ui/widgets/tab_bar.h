// SPDX-License-Identifier: GPL-3.0-or-later
// Tabs whose names change while they are there, and a tab bar whose tabs may change while it is hidden: QTabBar tells
// its layout of them only while it is visible, and would be shown with the room of before, none at first. Thread: GUI.
#pragma once

#include <QSize>
#include <QTabBar>
#include <QTabWidget>
#include <algorithm>

#include "ui/widgets/theme.h"

namespace evenhand::ui {

class TabBar final : public QTabBar {
public:
    using QTabBar::QTabBar;

protected:
    void showEvent(QShowEvent* event) override {
        QTabBar::showEvent(event);
        updateGeometry();
    }
    /// Where there is no room for all tabs Qt cuts every name down to a letter before it begins to scroll; a name that
    /// cannot be read names nothing.
    [[nodiscard]] QSize minimumTabSizeHint(int index) const override {
        constexpr int kReadable = 160;
        const QSize whole = tabSizeHint(index);
        return {std::min(whole.width(), byText(kReadable)), whole.height()};
    }
};

/// For names with figures that are read again and again: Qt has the whole window laid out again for each text that it
/// is given, the same one too.
template <typename Tabs>
void nameTab(Tabs& tabs, int tab, const QString& name) {
    if (tabs.tabText(tab) != name) {
        tabs.setTabText(tab, name);
    }
}

}  // namespace evenhand::ui
