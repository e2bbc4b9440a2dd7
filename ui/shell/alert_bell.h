// SPDX-License-Identifier: GPL-3.0-or-later
// Sounds when an alert fires, for the first time or again, if the person wants it; also while the window is minimised.
// Thread: GUI. Costs nothing while no alert fires: what sounds is made for the first one and goes when it was heard.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <functional>
#include <memory>

#include "ui/bridge/engine_bridge.h"
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
    /// The computer's sound is in use; for tests.
    [[nodiscard]] bool isSounding() const noexcept { return m_effect != nullptr; }
    /// Instead of the bell; for tests.
    void setSound(std::function<void()> sound) { m_sound = std::move(sound); }

Q_SIGNALS:
    void onChanged();
    /// At least one alert fired since the last sound, wanted or not: the taskbar may say it too.
    void fired();

private:
    void ring();
    void play();
    void endSound();

    Preferences& m_preferences;
    bool m_on;
    std::function<void()> m_sound;
    std::unique_ptr<QSoundEffect> m_effect;  ///< while it sounds
    QElapsedTimer m_sinceSound;
};

}  // namespace evenhand::ui
