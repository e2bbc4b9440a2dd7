// SPDX-License-Identifier: GPL-3.0-or-later
// What to do where a new workspace has nothing to show: lists come in by evenhandctl, which needs the workspace for
// itself.
// Thread: GUI.
#pragma once

#include <QString>

namespace evenhand::ui {

/// Two lines each, to stand below "There are no … yet.".
[[nodiscard]] QString howToGetCouriers();
[[nodiscard]] QString howToGetProducts();
[[nodiscard]] QString howToGetOrders();

}  // namespace evenhand::ui
