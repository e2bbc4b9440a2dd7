// SPDX-License-Identifier: GPL-3.0-or-later
// What the questions before order actions say.
// Thread: GUI.
#pragma once

#include "ui/dialogs/action_dialog.h"
#include "ui/pages/orders/order_actions.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

/// `count` orders are fit; `first` names the order where there is only one.
[[nodiscard]] ActionDialog::Texts actionTexts(OrderAction action, std::int64_t count, const api::OrderRow& first,
                                              const Formats& formats);
/// "A1 is picked up."
[[nodiscard]] QString reportedText(OrderAction action, const QString& orderNo);

}  // namespace evenhand::ui
