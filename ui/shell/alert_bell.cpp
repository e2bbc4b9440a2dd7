// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/alert_bell.h"

#include <QAudioDevice>
#include <QMediaDevices>
#include <QSoundEffect>
#include <QStringList>
#include <QUrl>

#include "ui/widgets/labels.h"
#include "ui/widgets/people_labels.h"

namespace evenhand::ui {
namespace {

const QString kSoundKey = QStringLiteral("alerts/sound");
const QString kNotifyKey = QStringLiteral("alerts/notify");
const QString kRolesKey = QStringLiteral("alerts/roles");

/// Nothing again within this time.
bool isQuiet(const QElapsedTimer& since) { return since.isValid() && since.elapsed() < AlertBell::kQuietMs; }

}  // namespace

AlertBell::AlertBell(EngineBridge& bridge, Preferences& preferences, QObject* parent)
    : QObject(parent),
      m_bridge(bridge),
      m_preferences(preferences),
      m_on(preferences.value(kSoundKey, false).toBool()),
      m_notifies(preferences.value(kNotifyKey, false).toBool()),
      m_sound([this] { play(); }),
      m_notify([this](const QString& title, const QString& body) { m_desktop.show(title, body); }) {
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

void AlertBell::setNotifying(bool on) {
    if (m_notifies != on) {
        m_notifies = on;
        m_preferences.setValue(kNotifyKey, on);
        Q_EMIT onChanged();
    }
}

std::vector<api::Role> AlertBell::roles() const {
    const auto kept = m_preferences.value(kRolesKey);
    if (!kept.isValid()) {
        return rolesBehind(m_bridge.permissions());
    }
    std::vector<api::Role> roles;
    for (const auto& word : kept.toStringList()) {
        if (const auto role = api::roleFrom(word.toStdString())) {
            roles.push_back(*role);
        }
    }
    return roles;
}

void AlertBell::setRoles(const std::vector<api::Role>& roles) {
    QStringList words;
    for (const auto role : roles) {
        words << keyText(api::toText(role));
    }
    m_preferences.setValue(kRolesKey, words);
    Q_EMIT onChanged();
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

void AlertBell::ring(quint32 kinds) {
    Q_EMIT fired();
    const AlertKinds heard = kinds & alertsOf(roles());
    if (heard == 0) {
        return;
    }
    if (m_on && !isQuiet(m_sinceSound)) {
        m_sinceSound.start();
        m_sound();
    }
    if (m_notifies && !isQuiet(m_sinceNotice)) {
        m_sinceNotice.start();
        notify(heard);
    }
}

void AlertBell::notify(AlertKinds kinds) {
    QStringList names;
    for (const auto kind : api::allAlertKinds()) {
        if ((kinds & bitOf(kind)) != 0) {
            names << label(kind);
        }
    }
    m_notify(tr("An alert fires"), names.join(tr(", ", "between alerts")));
}

}  // namespace evenhand::ui
