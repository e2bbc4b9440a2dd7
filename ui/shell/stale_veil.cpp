// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/stale_veil.h"

#include <QEvent>
#include <QPainter>

namespace evenhand::ui {
namespace {

constexpr int kAlpha = 120;  // of 255: plainly grey, but easy to read

}  // namespace

StaleVeil::StaleVeil(EngineBridge& bridge, QWidget* pages)
    : QWidget(pages->parentWidget()), m_bridge(bridge), m_pages(pages) {
    setObjectName(QStringLiteral("staleVeil"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    pages->installEventFilter(this);
    connect(&bridge, &EngineBridge::stateChanged, this, &StaleVeil::refresh);
    refresh();
}

void StaleVeil::refresh() {
    setGeometry(m_pages->geometry());
    setVisible(m_bridge.status().state == api::EngineState::Disconnected);
}

bool StaleVeil::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move) {
        setGeometry(m_pages->geometry());
    }
    return QWidget::eventFilter(watched, event);
}

void StaleVeil::paintEvent(QPaintEvent*) {
    QColor grey = palette().color(QPalette::Window);
    grey.setAlpha(kAlpha);
    QPainter(this).fillRect(rect(), grey);
}

}  // namespace evenhand::ui
