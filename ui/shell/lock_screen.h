// SPDX-License-Identifier: GPL-3.0-or-later
// In place of everything while the window is locked: whose it is, and the password to go on. The engine works on behind
// it. Thread: GUI.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QWidget>

#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/attempt_delay.h"
#include "ui/widgets/translated.h"

namespace evenhand::ui {

class LockScreen : public Translated<QWidget> {
    Q_OBJECT

public:
    explicit LockScreen(EngineBridge& bridge, QWidget* parent = nullptr);

    /// Locked just now; `idle`: because nobody was there.
    void begin(bool idle);
    [[nodiscard]] QLineEdit* password() const { return m_password; }
    [[nodiscard]] QPushButton* unlockButton() const { return m_unlock; }
    [[nodiscard]] QString problem() const { return m_problem->text(); }
    [[nodiscard]] QString said() const { return m_said->text(); }

Q_SIGNALS:
    void unlocked();
    void signOutRequested();

private:
    void check();
    void attempt();
    void retranslate() override;

    EngineBridge& m_bridge;
    AttemptDelay m_delay;
    bool m_busy = false;
    bool m_idle = false;
    QLabel* m_title = nullptr;
    QLabel* m_why = nullptr;
    QLabel* m_problem = nullptr;
    QLineEdit* m_password = nullptr;
    QPushButton* m_unlock = nullptr;
    QPushButton* m_signOut = nullptr;
    QLabel* m_said = nullptr;
};

}  // namespace evenhand::ui
