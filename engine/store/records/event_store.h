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
/// The newest `limit` of those that change the order itself, newest first: not what is written beside it, as notes and
/// the news of its returns are.
[[nodiscard]] Result<std::vector<api::OrderEvent>> newestChanges(Database& database, OrderId order, std::int64_t limit);
/// Oldest first.
[[nodiscard]] Result<std::vector<api::OrderEvent>> ofOrder(Database& database, OrderId order);

}  // namespace evenhand::store::events
