// SPDX-License-Identifier: GPL-3.0-or-later
// Everything about the engine's health, opened from its pill: where the workspace lives, the state with its reason and
// since when, and the figures. Kept up to date while it is open.
// Thread: GUI.
#pragma once

#include <QFrame>
#include <QLabel>

#include "ui/bridge/engine_bridge.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/pill.h"

namespace evenhand::ui {

/// "Live", "Reconnecting since 12:03:11", "Taken over by another engine since …".
[[nodiscard]] QString stateText(const api::EngineStatus& status, const Formats& formats);
/// Why the state is not Live: a line for each reason, in the language of the console where there is a text for it.
[[nodiscard]] QString reasonText(const api::EngineStatus& status, const Formats& formats);

class EnginePopover : public QFrame {
    Q_OBJECT

public:
    EnginePopover(EngineBridge& bridge, const Formats& formats, QWidget* parent);

    [[nodiscard]] const FactGrid& facts() const { return *m_facts; }
    [[nodiscard]] QString reason() const { return m_reason->text(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    EngineBridge& m_bridge;
    const Formats& m_formats;
    Pill* m_state = nullptr;
    QLabel* m_reason = nullptr;
    FactGrid* m_facts = nullptr;
};

}  // namespace evenhand::ui
