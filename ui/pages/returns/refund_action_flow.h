// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with frozen refunds: trying again, recording by hand, approving, cancelling; in the table of refunds
// and where a return shows its refund.
// Thread: GUI.
#pragma once

#include "ui/pages/returns/refund_actions.h"
#include "ui/pages/shared/row_flow.h"
#include "ui/tables/table_spec.h"

namespace evenhand::ui {

[[nodiscard]] RowWords<api::RefundRow> refundWords(UiContext& context, QObject* receiver);
[[nodiscard]] RowAction<api::RefundRow> refundAction(UiContext& context, QObject* receiver, RefundAction action);

/// Begins it where a return shows its refund, as it is shown at this moment.
void askRefund(RowFlow& flow, UiContext& context, QObject* receiver, RefundAction action, const api::RefundRow& frozen);

}  // namespace evenhand::ui
