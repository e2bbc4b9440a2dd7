// SPDX-License-Identifier: GPL-3.0-or-later
// The state of the engine in the top bar: live or not, deployment, committed/s, commit latency.
// Thread: GUI. A click shows the same as a tool tip does: every figure and the reason.
#pragma once

#include <QLabel>
#include <QWidget>

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/pill.h"

namespace evenhand::ui {

class EnginePill : public QWidget {
    Q_OBJECT

public:
    explicit EnginePill(EngineBridge& bridge, QWidget* parent = nullptr);
    [[nodiscard]] Pill* state() const { return m_state; }
    [[nodiscard]] QString figures() const { return m_figures->text(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    [[nodiscard]] QString summary() const;

    EngineBridge& m_bridge;
    Pill* m_state = nullptr;
    QLabel* m_figures = nullptr;
};

}  // namespace evenhand::ui
