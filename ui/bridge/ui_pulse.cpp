// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/ui_pulse.h"

#include <algorithm>

namespace evenhand::ui {

UiPulse::UiPulse(QObject* parent) : QObject(parent) {
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_requested = false;
        m_sinceTick.start();
        Q_EMIT tick();
    });
}

void UiPulse::request() {
    m_requested = true;
    start();
}

void UiPulse::setVisible(bool visible) {
    m_visible = visible;
    if (!visible) {
        m_timer.stop();
    } else if (m_requested) {
        start();
    }
}

void UiPulse::start() {
    if (!m_visible || m_timer.isActive()) {
        return;
    }
    const qint64 since = m_sinceTick.isValid() ? m_sinceTick.elapsed() : kIntervalMs;
    m_timer.start(static_cast<int>(std::max<qint64>(0, kIntervalMs - since)));
}

}  // namespace evenhand::ui
