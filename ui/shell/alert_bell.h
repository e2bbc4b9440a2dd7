// SPDX-License-Identifier: GPL-3.0-or-later
// Sounds when an alert fires, for the first time or again, and has the desktop say it, if the person wants that; also
// while the window is minimised. Of the kinds that concern the roles that the person has chosen, at first their own.
// Thread: GUI. Costs nothing while no alert fires: what sounds is made for the first one and goes when it was heard.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <functional>
#include <memory>
#include <vector>

#include "ui/bridge/alert_roles.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/shell/desktop_notifier.h"
#include "ui/shell/preferences.h"

class QSoundEffect;

namespace evenhand::ui {

class AlertBell : public QObject {
    Q_OBJECT

public:
    /// Many alerts at one moment are one sound.
    static constexpr int kQuietMs = 2'000;

    AlertBell(EngineBridge& bridge, Preferences& preferences, QObject* parent = nullptr);
    ~AlertBell() override;

    [[nodiscard]] bool isOn() const noexcept { return m_on; }
    /// Remembered for the person; off until wanted.
    void setOn(bool on);
    [[nodiscard]] bool isNotifying() const noexcept { return m_notifies; }
    /// As setOn().
    void setNotifying(bool on);
    /// Whose alerts are heard and said.
    [[nodiscard]] std::vector<api::Role> roles() const;
    /// Remembered for the person.
    void setRoles(const std::vector<api::Role>& roles);
    /// The computer's sound is in use; for tests.
    [[nodiscard]] bool isSounding() const noexcept { return m_effect != nullptr; }
    /// Instead of the bell; for tests.
    void setSound(std::function<void()> sound) { m_sound = std::move(sound); }
    /// Instead of the desktop; for tests.
    using Notify = std::function<void(const QString& title, const QString& body)>;
    void setNotify(Notify notify) { m_notify = std::move(notify); }

Q_SIGNALS:
    void onChanged();
    /// At least one alert fired since the last sound, wanted or not: the taskbar may say it too.
    void fired();

private:
    void ring(quint32 kinds);
    void notify(AlertKinds kinds);
    void play();
    void endSound();

    EngineBridge& m_bridge;
    Preferences& m_preferences;
    bool m_on;
    bool m_notifies;
    std::function<void()> m_sound;
    std::unique_ptr<QSoundEffect> m_effect;  ///< while it sounds
    QElapsedTimer m_sinceSound;
    DesktopNotifier m_desktop;
    Notify m_notify;
    QElapsedTimer m_sinceNotice;
};

}  // namespace evenhand::ui
