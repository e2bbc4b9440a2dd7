// SPDX-License-Identifier: GPL-3.0-or-later
// The orders at hand of a long table. See row_cache.h.
// Thread: GUI.
#pragma once

#include "engine/api/order_desk.h"
#include "ui/models/row_cache.h"

namespace evenhand::api {

// Found by argument-dependent lookup from RowCache.
[[nodiscard]] inline OrderId cacheKey(const OrderRow& row) { return row.id; }

}  // namespace evenhand::api

namespace evenhand::ui {

using OrderCache = RowCache<api::OrderRow>;

}  // namespace evenhand::ui
