// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fit_to_screen.h"

#include <QScreen>
#include <QStyle>
#include <QWidget>
#include <algorithm>

#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kBorder = 2;

/// The largest size of a window's content on a screen with so much free.
QSize largestOn(const QWidget& window, const QSize& available) {
    const int titleBar = window.style()->pixelMetric(QStyle::PM_TitleBarHeight);
    return available - QSize(2 * kBorder, titleBar + 2 * kBorder);
}

void popUpAt(QWidget& popup, const QWidget& anchor, int y) {
    QPoint at = anchor.mapToGlobal(QPoint(anchor.width() - popup.width(), y));
    if (const QScreen* screen = anchor.screen()) {
        const QRect all = screen->availableGeometry();
        at.setX(std::clamp(at.x(), all.left(), std::max(all.left(), all.right() - popup.width())));
        at.setY(std::max(all.top(), at.y()));
    }
    popup.move(at);
    popup.show();
}

}  // namespace

void popUpBelow(QWidget& popup, const QWidget& anchor) {
    popup.adjustSize();
    popUpAt(popup, anchor, anchor.height() + kGapSmall);
}

void popUpAbove(QWidget& popup, const QWidget& anchor) {
    popup.adjustSize();
    popUpAt(popup, anchor, -popup.height() - kGapSmall);
}

void fitToScreen(QWidget& window) {
    if (window.windowState().testFlag(Qt::WindowMaximized) || window.windowState().testFlag(Qt::WindowFullScreen)) {
        return;
    }
    const QRect free = window.screen()->availableGeometry();
    const QSize most = largestOn(window, free.size());
    window.resize(window.size().boundedTo(most));
    // A place that was kept from a larger screen; without one the window manager chooses.
    const QPoint kept = window.pos();
    const QPoint first = free.topLeft() + QPoint(kBorder, kBorder);
    const QPoint last = first + QPoint(most.width() - window.width(), most.height() - window.height());
    const QPoint in(std::clamp(kept.x(), first.x(), std::max(first.x(), last.x())),
                    std::clamp(kept.y(), first.y(), std::max(first.y(), last.y())));
    if (in != kept && !kept.isNull()) {
        window.move(in);
    }
}

}  // namespace evenhand::ui
