// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/alert_bell.h"

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

/// Without a device there is no sound: the window and its taskbar say it all the same.
void AlertBell::play() {
    if (QMediaDevices::defaultAudioOutput().isNull()) {
        return;
    }
    if (!m_effect) {
        m_effect = std::make_unique<QSoundEffect>();
        m_effect->setSource(QUrl(QStringLiteral("qrc:/evenhand/sounds/alert.wav")));
        auto* effect = m_effect.get();
        connect(effect, &QSoundEffect::playingChanged, this, [this, effect] {
            if (!effect->isPlaying()) {
                endSound();
            }
        });
        connect(effect, &QSoundEffect::statusChanged, this, [this, effect] {
            if (effect->status() == QSoundEffect::Error) {
                endSound();
            }
        });
    }
    m_effect->play();
}

/// Once it was heard, or cannot be: an open device costs wake-ups, and the next alert may be hours away.
void AlertBell::endSound() {
    auto* heard = m_effect.release();
    heard->disconnect(this);
    heard->deleteLater();  // it is what calls
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
