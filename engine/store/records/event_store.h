// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of an order: append-only.
// Thread: that of the Database.
#pragma once

#include <string_view>
#include <vector>

#include "engine/api/order_desk.h"
#include "engine/store/database/database.h"

namespace evenhand::store::events {

[[nodiscard]] Result<void> add(Database& database, OrderId order, Instant at, api::EventKind kind,
                               std::string_view actor, std::string_view detail);
/// Oldest first.
[[nodiscard]] Result<std::vector<api::OrderEvent>> ofOrder(Database& database, OrderId order);

}  // namespace evenhand::store::events
