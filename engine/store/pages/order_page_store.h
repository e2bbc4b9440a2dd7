// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of orders for the outside: pages, counts, details, and the slices of an export.
// A page first walks an index that covers filter and sort, and only then reads the rows it shows, so that a jump deep
// into a million orders costs milliseconds.
// Thread: that of the Database (the reader's).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "engine/api/order_desk.h"
#include "engine/store/database/database.h"

namespace evenhand::store::orderPages {

/// InvalidArgument for an offset or a limit out of range.
[[nodiscard]] Result<std::vector<api::OrderRow>> page(Database& database, const api::OrderQuery& query);
/// The same where `total` rows match, as count() says in the same snapshot: counted from the nearer end, so that at
/// most half of the index is stepped over.
[[nodiscard]] Result<std::vector<api::OrderRow>> page(Database& database, const api::OrderQuery& query,
                                                      std::int64_t total);
[[nodiscard]] Result<std::int64_t> count(Database& database, const api::OrderFilter& filter);
/// Of the orders with a row id above `after` and at most `upTo`: those that the filter wants. Only they are read.
[[nodiscard]] Result<std::int64_t> countAmong(Database& database, const api::OrderFilter& filter, std::int64_t after,
                                              std::int64_t upTo);
/// The highest row id; 0: there are no orders.
[[nodiscard]] Result<std::int64_t> highestId(Database& database);
/// In the order of `ids`; unknown ones are left out.
[[nodiscard]] Result<std::vector<api::OrderRow>> rows(Database& database, std::span<const OrderId> ids);
/// NotFound.
[[nodiscard]] Result<api::OrderDetail> detail(Database& database, const OrderNo& orderNo);
/// Paid, open, without a courier, longest waiting first.
[[nodiscard]] Result<std::vector<api::WaitingOrder>> waiting(Database& database, const CampusId& campus,
                                                             std::int64_t limit);
[[nodiscard]] Result<std::int64_t> countWaiting(Database& database, const CampusId& campus);

/// Next `limit` rows of the query after `last` (nullopt: from the start), by key, whatever was inserted meanwhile.
/// The query's offset and limit do not count.
[[nodiscard]] Result<std::vector<api::OrderRow>> slice(Database& database, const api::OrderQuery& query,
                                                       const std::optional<api::OrderRow>& last, std::int64_t limit);

}  // namespace evenhand::store::orderPages
