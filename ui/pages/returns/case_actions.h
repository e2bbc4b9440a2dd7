// SPDX-License-Identifier: GPL-3.0-or-later
// Returns and refunds as cases: who works on them, and what was noted. The same for both tables.
// Thread: GUI.
#pragma once

#include "engine/api/refund_types.h"
#include "engine/api/returns_types.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/shell/ui_context.h"
#include "ui/tables/table_spec.h"

namespace evenhand::ui {

/// How returns are called where nothing else is done with them.
[[nodiscard]] RowWords<api::ReturnRow> caseWords(UiContext& context, QObject* receiver);

[[nodiscard]] RowAction<api::ReturnRow> assignReturns(UiContext& context, QObject* receiver);
[[nodiscard]] RowAction<api::ReturnRow> noteOnReturn(UiContext& context, QObject* receiver);
[[nodiscard]] RowAction<api::RefundRow> assignRefunds(UiContext& context, QObject* receiver);
[[nodiscard]] RowAction<api::RefundRow> noteOnRefund(UiContext& context, QObject* receiver);

/// What only the person at the console works on.
template <typename Filter>
[[nodiscard]] FilterField<Filter> myQueueField(UiContext& context, const QString& objectName, const Words& title,
                                               const Words& hint) {
    return {{.key = QStringLiteral("mine"),
             .objectName = objectName,
             .kind = FieldLook::Kind::Switch,
             .title = title,
             .hint = hint},
            [&context](const FieldValue& value, Filter& filter) {
                if (value.on) {
                    filter.clerk = context.bridge.actor().name;
                }
            }};
}

}  // namespace evenhand::ui
