// SPDX-License-Identifier: GPL-3.0-or-later
// The actions on orders, what they ask of the engine, and why one is not for an order.
// Thread: GUI.
#pragma once

#include <QCoreApplication>

#include "ui/bridge/engine_bridge.h"
#include "ui/tables/action_shape.h"

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

class OrderActions {
    Q_DECLARE_TR_FUNCTIONS(evenhand::ui::OrderActions)

public:
    static constexpr std::size_t kCount = 9;

    /// Empty: this order may be acted on so; else why not (translated).
    [[nodiscard]] static QString whyNot(OrderAction action, const api::OrderRow& row);
    /// What it asks of the engine, whose table says who may.
    [[nodiscard]] static api::Operation operation(OrderAction action);
    /// As a button of the table.
    [[nodiscard]] static ActionLook look(OrderAction action);

private:
    [[nodiscard]] static const ActionShape& shapeOf(OrderAction action);
};

}  // namespace evenhand::ui
