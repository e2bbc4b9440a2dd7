// SPDX-License-Identifier: GPL-3.0-or-later
// The one 10 Hz timer of the console, shared by everything that repaints live figures. It only runs when asked:
// whoever has something to show calls request() and gets the next tick; to go on moving, request again in tick().
// Thread: GUI. Invariant: no tick while hidden and no timer running while nobody asked.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace evenhand::ui {

class UiPulse : public QObject {
    Q_OBJECT

public:
    static constexpr int kIntervalMs = 100;

    explicit UiPulse(QObject* parent = nullptr);

    /// A tick comes at the next beat, at most kIntervalMs from now; once however often it is asked for.
    void request();
    void setVisible(bool visible);
    /// Nothing is due.
    [[nodiscard]] bool isResting() const { return !m_timer.isActive(); }

Q_SIGNALS:
    void tick();

private:
    void start();

    QTimer m_timer;
    QElapsedTimer m_sinceTick;
    bool m_requested = false;
    bool m_visible = false;
};

}  // namespace evenhand::ui
