// SPDX-License-Identifier: GPL-3.0-or-later
// "1 order", "12 orders": counts as words.
// Thread: GUI.
#pragma once

#include <QString>

namespace evenhand::ui {

[[nodiscard]] QString countedOrders(std::int64_t count);
[[nodiscard]] QString countedCouriers(std::int64_t count);
[[nodiscard]] QString countedMessages(std::int64_t count);

}  // namespace evenhand::ui
