// SPDX-License-Identifier: GPL-3.0-or-later
// The actions on selected orders, which of them are possible, and why the others are not. One set of QActions serves
// buttons, context menu and palette.
// Thread: GUI.
#pragma once

#include <QAction>
#include <QObject>
#include <vector>

#include "ui/bridge/engine_bridge.h"

namespace evenhand::ui {

enum class OrderAction : std::uint8_t {
    MarkPaid,
    Cancel,
    ReassignNext,
    ReassignTo,
    PickedUp,
    Delivered,
    Failed,
    Refund,
    RequestReturn
};

class OrderActions : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kCount = 9;

    OrderActions(EngineBridge& bridge, QWidget* owner);

    [[nodiscard]] QAction* action(OrderAction which) const { return m_actions.at(static_cast<std::size_t>(which)); }
    [[nodiscard]] const std::vector<QAction*>& all() const noexcept { return m_actions; }
    /// The rows at hand of `selected` selected ones.
    void setSelection(std::vector<api::OrderRow> known, std::int64_t selected);
    void refresh();
    void retranslate();

    /// Empty: this row may be acted on so; else why not (translated).
    [[nodiscard]] static QString whyNot(OrderAction action, const api::OrderRow& row);
    /// What it asks of the engine, whose table says who may.
    [[nodiscard]] static api::Operation operation(OrderAction action);
    [[nodiscard]] static QString label(OrderAction action);

Q_SIGNALS:
    void requested(evenhand::ui::OrderAction action);

private:
    [[nodiscard]] QString whyDisabled(OrderAction action) const;

    EngineBridge& m_bridge;
    std::vector<QAction*> m_actions;
    std::vector<api::OrderRow> m_known;
    std::int64_t m_selected = 0;
};

}  // namespace evenhand::ui

Q_DECLARE_METATYPE(evenhand::ui::OrderAction)
