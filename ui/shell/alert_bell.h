// SPDX-License-Identifier: GPL-3.0-or-later
// Sounds when an alert fires, for the first time or again, if the person wants it; also while the window is minimised.
// Thread: GUI. Costs nothing while no alert fires.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <functional>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/preferences.h"

namespace evenhand::ui {

class AlertBell : public QObject {
    Q_OBJECT

public:
    /// Many alerts at one moment are one sound.
    static constexpr int kQuietMs = 2'000;

    AlertBell(EngineBridge& bridge, Preferences& preferences, QObject* parent = nullptr);

    [[nodiscard]] bool isOn() const noexcept { return m_on; }
    /// Remembered for the person; off until wanted.
    void setOn(bool on);
    /// Instead of the system's beep; for tests.
    void setSound(std::function<void()> sound) { m_sound = std::move(sound); }

Q_SIGNALS:
    void onChanged();

private:
    void ring();

    Preferences& m_preferences;
    bool m_on;
    std::function<void()> m_sound;
    QElapsedTimer m_sinceSound;
};

}  // namespace evenhand::ui
