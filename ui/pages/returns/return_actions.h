// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with a return, by whom, and why not.
// Thread: GUI.
#pragma once

#include <QCoreApplication>

#include "engine/api/returns_types.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/tables/action_shape.h"

namespace evenhand::ui {

enum class ReturnAction : std::uint8_t { Approve, Reject, Receive, SkipGoods, Undo, UndoGoods, Cancel };

class ReturnActions {
    Q_DECLARE_TR_FUNCTIONS(evenhand::ui::ReturnActions)

public:
    static constexpr std::size_t kCount = 7;

    [[nodiscard]] static ActionLook look(ReturnAction action);
    /// Empty: this return may be acted on so; else why not (translated).
    [[nodiscard]] static QString whyNot(const EngineBridge& bridge, ReturnAction action, const api::ReturnRow& row);
    /// What it asks of the engine, whose table says who may.
    [[nodiscard]] static api::Operation operation(ReturnAction action, const api::ReturnRow& row);

private:
    [[nodiscard]] static const ActionShape& shapeOf(ReturnAction action);
};

}  // namespace evenhand::ui
