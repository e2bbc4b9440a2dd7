// SPDX-License-Identifier: GPL-3.0-or-later
// The state of the engine in the top bar: live or not and since when, the server and database or the deployment,
// committed/s, commit latency.
// Thread: GUI. A click, Enter or Space opens every figure and the reason (EnginePopover).
#pragma once

#include <QPointer>
#include <QWidget>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/engine_popover.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/steady_label.h"

namespace evenhand::ui {

class EnginePill : public QWidget {
    Q_OBJECT

public:
    EnginePill(EngineBridge& bridge, const Formats& formats, QWidget* parent = nullptr);
    [[nodiscard]] Pill* state() const { return m_state; }
    [[nodiscard]] QString figures() const { return m_figures->text(); }
    void openDetails();
    /// Only the state; the figures are in the tip.
    void setCompact(bool compact);
    /// nullptr while it is closed.
    [[nodiscard]] EnginePopover* details() const { return m_details; }

protected:
    void changeEvent(QEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    [[nodiscard]] QString summary() const;

    EngineBridge& m_bridge;
    const Formats& m_formats;
    Pill* m_state = nullptr;
    SteadyLabel* m_figures = nullptr;
    QPointer<EnginePopover> m_details;
};

}  // namespace evenhand::ui
