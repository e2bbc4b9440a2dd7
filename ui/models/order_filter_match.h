// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a row that is shown still belongs to what is asked for. The engine's filter is the one that counts; this is
// its echo for rows that change in place.
#pragma once

#include "engine/api/order_desk.h"

namespace evenhand::ui {

/// `now`: engine time, by which an order is late.
[[nodiscard]] bool matches(const api::OrderFilter& filter, const api::OrderRow& row, Instant now);

/// Paid, open and without a courier.
[[nodiscard]] bool isUnassigned(const api::OrderRow& row);

}  // namespace evenhand::ui
