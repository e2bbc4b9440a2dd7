// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/scroll_column.h"

#include <QEvent>
#include <QScrollBar>
#include <algorithm>

namespace evenhand::ui {
namespace {

constexpr int kMinHeight = 160;

}  // namespace

ScrollColumn::ScrollColumn(QWidget* content, QWidget* parent) : QScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setWidget(content);
    content->installEventFilter(this);
    // The page behind shows through, whatever the look is.
    viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
}

QSize ScrollColumn::minimumSizeHint() const {
    const int bar = verticalScrollBar()->sizeHint().width();
    const QSize content = widget()->minimumSizeHint();
    return {content.width() + bar, std::min(content.height(), kMinHeight)};
}

bool ScrollColumn::eventFilter(QObject* watched, QEvent* event) {
    if (watched == widget() && event->type() == QEvent::LayoutRequest) {
        updateGeometry();
    }
    return QScrollArea::eventFilter(watched, event);
}

}  // namespace evenhand::ui
