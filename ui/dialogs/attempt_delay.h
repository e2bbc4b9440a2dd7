// SPDX-License-Identifier: GPL-3.0-or-later
// How long the next attempt at a password must wait, counted down beside the button. The window goes on meanwhile.
// Thread: GUI.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "engine/base/clock.h"
#include "engine/base/result.h"

namespace evenhand::ui {

class AttemptDelay : public QObject {
    Q_OBJECT

public:
    explicit AttemptDelay(QObject* parent = nullptr);

    /// Of an attempt that was refused: Locked says until when. `now` is the engine's.
    void note(const Error& error, Instant now);
    [[nodiscard]] bool isWaiting() const { return leftMs() > 0; }
    [[nodiscard]] std::int64_t leftMs() const;
    /// "Wait 0:07 before the next attempt."; empty: nothing to wait for.
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void changed();  ///< a second less, or over

private:
    std::int64_t m_forMs = 0;
    QElapsedTimer m_since;
    QTimer m_tick;
};

}  // namespace evenhand::ui
