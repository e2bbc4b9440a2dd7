// SPDX-License-Identifier: GPL-3.0-or-later
// What the questions before actions on returns and refunds say.
// Thread: GUI.
#pragma once

#include "ui/dialogs/action_dialog.h"
#include "ui/pages/returns/refund_actions.h"
#include "ui/pages/returns/return_actions.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

/// `count` rows are fit.
[[nodiscard]] ActionDialog::Texts returnTexts(ReturnAction action, std::int64_t count, Money amount,
                                              const Formats& formats);
/// What becomes of a return that is fit.
[[nodiscard]] QString returnPerRow(ReturnAction action, const api::ReturnRow& row, const Formats& formats);
[[nodiscard]] ActionDialog::Texts refundTexts(RefundAction action, std::int64_t count, Money amount,
                                              const Formats& formats);
[[nodiscard]] QString refundPerRow(RefundAction action, const api::RefundRow& row, const Formats& formats);

}  // namespace evenhand::ui
