// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/alert_bell.h"

#include <QApplication>
#include <QAudioDevice>
#include <QMediaDevices>
#include <QSoundEffect>
#include <QUrl>

namespace evenhand::ui {
namespace {

const QString kSoundKey = QStringLiteral("alerts/sound");

}  // namespace

AlertBell::AlertBell(EngineBridge& bridge, Preferences& preferences, QObject* parent)
    : QObject(parent),
      m_preferences(preferences),
      m_on(preferences.value(kSoundKey, false).toBool()),
      m_sound([this] { play(); }) {
    connect(&bridge, &EngineBridge::alertFired, this, &AlertBell::ring);
}

void AlertBell::setOn(bool on) {
    if (m_on != on) {
        m_on = on;
        m_preferences.setValue(kSoundKey, on);
        if (on) {
            m_sound();  // so that it is known what to listen for
        }
        Q_EMIT onChanged();
    }
}

AlertBell::~AlertBell() = default;

/// A computer without a sound card beeps, if it can.
void AlertBell::play() {
    if (QMediaDevices::defaultAudioOutput().isNull()) {
        QApplication::beep();
        return;
    }
    if (!m_effect) {
        m_effect = std::make_unique<QSoundEffect>();
        m_effect->setSource(QUrl(QStringLiteral("qrc:/evenhand/sounds/alert.wav")));
    }
    m_effect->play();
}

void AlertBell::ring() {
    Q_EMIT fired();
    if (!m_on || (m_sinceSound.isValid() && m_sinceSound.elapsed() < kQuietMs)) {
        return;
    }
    m_sinceSound.start();
    m_sound();
}

}  // namespace evenhand::ui
