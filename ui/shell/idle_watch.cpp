// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/idle_watch.h"

#include <QCoreApplication>
#include <QEvent>
#include <algorithm>

namespace evenhand::ui {
namespace {

constexpr std::int64_t kMaxLook = 60'000;  // a timer that sleeps longer gains nothing

}  // namespace

IdleWatch::IdleWatch(QObject* parent) : QObject(parent) {
    m_since.start();
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &IdleWatch::look);
    QCoreApplication::instance()->installEventFilter(this);
}

void IdleWatch::setLimit(std::int64_t limitMs) {
    m_limitMs = limitMs;
    m_timer.stop();
    touch();
}

void IdleWatch::touch() {
    m_since.restart();
    if (m_limitMs > 0 && !m_timer.isActive()) {
        m_timer.start(static_cast<int>(std::min(m_limitMs, kMaxLook)));
    }
}

void IdleWatch::look() {
    const std::int64_t left = m_limitMs - m_since.elapsed();
    if (m_limitMs <= 0) {
        return;
    }
    if (left <= 0) {
        Q_EMIT idle();
        return;
    }
    m_timer.start(static_cast<int>(std::min(left, kMaxLook)));
}

bool IdleWatch::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::KeyPress:
        case QEvent::MouseButtonPress:
        case QEvent::MouseMove:
        case QEvent::Wheel:
        case QEvent::TouchBegin:
        case QEvent::TabletPress: touch(); break;
        default: break;
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace evenhand::ui
