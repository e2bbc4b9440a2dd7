// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/alert_bell.h"

#include <QApplication>

namespace evenhand::ui {
namespace {

const QString kSoundKey = QStringLiteral("alerts/sound");

}  // namespace

AlertBell::AlertBell(EngineBridge& bridge, Preferences& preferences, QObject* parent)
    : QObject(parent),
      m_preferences(preferences),
      m_on(preferences.value(kSoundKey, false).toBool()),
      m_sound([] { QApplication::beep(); }) {
    connect(&bridge, &EngineBridge::alertFired, this, &AlertBell::ring);
}

void AlertBell::setOn(bool on) {
    if (m_on != on) {
        m_on = on;
        m_preferences.setValue(kSoundKey, on);
        Q_EMIT onChanged();
    }
}

void AlertBell::ring() {
    if (!m_on || (m_sinceSound.isValid() && m_sinceSound.elapsed() < kQuietMs)) {
        return;
    }
    m_sinceSound.start();
    m_sound();
}

}  // namespace evenhand::ui
