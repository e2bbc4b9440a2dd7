// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with late and unmatched payments: matching one to the order that it was for, sending it back, a
// note; and which of them a payment allows.
// Thread: GUI.
#pragma once

#include "engine/api/refund_types.h"
#include "ui/shell/ui_context.h"
#include "ui/tables/table_spec.h"

namespace evenhand::ui {

enum class OwedAction : std::uint8_t { Match, SendBack, RecordPaid, Note };
inline constexpr std::size_t kOwedActions = 4;

/// Empty: this payment may be acted on so; else why not (translated).
[[nodiscard]] QString whyNotOwed(OwedAction action, const api::RefundRow& row);
[[nodiscard]] api::Operation operationOf(OwedAction action);
/// As a button of the table, named "owed.match".
[[nodiscard]] ActionLook owedLook(OwedAction action);
[[nodiscard]] RowWords<api::RefundRow> owedWords(UiContext& context, QObject* receiver);
[[nodiscard]] RowAction<api::RefundRow> owedAction(UiContext& context, QObject* receiver, OwedAction action);

}  // namespace evenhand::ui
