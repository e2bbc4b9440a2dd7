// SPDX-License-Identifier: GPL-3.0-or-later
// The actions on selected timers, which of them are possible, and why the others are not. One set of QActions serves
// buttons, context menu and palette.
// Thread: GUI.
#pragma once

#include <QAction>
#include <QObject>
#include <vector>

#include "ui/bridge/engine_bridge.h"

namespace evenhand::ui {

enum class TimerAction : std::uint8_t { Run, Postpone, Cancel, Retry };

class TimerActions : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kCount = 4;

    /// `keys`: with shortcuts; of two sets on one page only one may have them.
    TimerActions(EngineBridge& bridge, QWidget* owner, const QString& prefix, bool keys);

    [[nodiscard]] QAction* action(TimerAction which) const { return m_actions.at(static_cast<std::size_t>(which)); }
    [[nodiscard]] const std::vector<QAction*>& all() const noexcept { return m_actions; }
    /// The rows at hand of `selected` selected ones.
    void setSelection(std::vector<api::TimerRow> known, std::int64_t selected);
    void refresh();
    void retranslate();

    /// Empty: this timer may be acted on so; else why not (translated).
    [[nodiscard]] static QString whyNot(const EngineBridge& bridge, TimerAction action, const api::TimerRow& row);
    /// What it asks of the engine, whose table says who may.
    [[nodiscard]] static api::Operation operation(TimerAction action);
    [[nodiscard]] static QString label(TimerAction action);

Q_SIGNALS:
    void requested(evenhand::ui::TimerAction action);

private:
    [[nodiscard]] QString whyDisabled(TimerAction action) const;

    EngineBridge& m_bridge;
    std::vector<QAction*> m_actions;
    std::vector<api::TimerRow> m_known;
    std::int64_t m_selected = 0;
};

}  // namespace evenhand::ui

Q_DECLARE_METATYPE(evenhand::ui::TimerAction)
