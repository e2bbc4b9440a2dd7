// SPDX-License-Identifier: GPL-3.0-or-later
// Draws of campaigns: one row a draw, unique by its id, whoever inserts first. Thread: that of the Database.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/api/campaign_board.h"
#include "engine/store/database/count_cache.h"
#include "engine/store/database/database.h"

namespace evenhand::store::draws {

struct Record {
    std::int64_t no = 0;  ///< row id, in order of drawing
    DrawId id;
    std::int64_t campaign = 0;  ///< its number
    UserId user;
    api::DrawState state = api::DrawState::Granted;
    std::optional<api::DrawRefusal> refusal;
    std::int64_t queue = -1;
    Money amount;  ///< granted
    Instant at;
    std::optional<OrderId> order;
    std::optional<Instant> expiresAt, givenBackAt;
    bool refundDue = false;
};
[[nodiscard]] Result<std::optional<Record>> find(Database& database, const DrawId& id);
/// The draw that an order has used.
[[nodiscard]] Result<std::optional<Record>> ofOrder(Database& database, OrderId order);

/// False, and nothing changed: there is a row of this draw.
[[nodiscard]] Result<bool> insert(Database& database, const Record& draw);
/// Where it is granted, has no order and was not given back.
[[nodiscard]] Result<bool> use(Database& database, std::int64_t no, OrderId order);
/// Once; `refundDue`: the keyspace is still to be told.
[[nodiscard]] Result<bool> giveBack(Database& database, std::int64_t no, Instant at, bool refundDue);
[[nodiscard]] Result<void> refundDone(Database& database, std::int64_t no);
/// Granted draws whose time without an order has ended, oldest first.
[[nodiscard]] Result<std::vector<Record>> expired(Database& database, Instant now, std::int64_t limit);
[[nodiscard]] Result<std::optional<Instant>> nextExpiry(Database& database);
[[nodiscard]] Result<std::vector<Record>> refundsDue(Database& database, std::int64_t limit);

// Reads for the outside.
[[nodiscard]] Result<std::vector<api::DrawRow>> page(Database& database, const api::DrawQuery& query);
using Counts = CountCache<std::tuple<CampaignId, UserId, std::vector<api::DrawState>, DrawId>>;
[[nodiscard]] Result<std::int64_t> count(Database& database, const api::DrawFilter& filter, Counts& kept);
/// Draws after row `after`, oldest first, for exports; the row ids come with them.
[[nodiscard]] Result<std::vector<std::pair<std::int64_t, api::DrawRow>>> slice(Database& database,
                                                                               const api::DrawFilter& filter,
                                                                               std::int64_t after, std::int64_t limit);
/// Every row after `after` in order, at most `limit`; for tallies and checks. Answers the rows read.
[[nodiscard]] Result<std::int64_t> each(Database& database, std::int64_t after, std::int64_t limit,
                                        const std::function<void(const Record&)>& fn);

/// Granted draws of a campaign after row `after` in order, at most `limit`. Answers the rows read.
[[nodiscard]] Result<std::int64_t> eachGranted(Database& database, std::int64_t campaign, std::int64_t after,
                                               std::int64_t limit, const std::function<void(const Record&)>& fn);
/// What was given back at `from` or later, in order of that.
[[nodiscard]] Result<void> eachGivenBack(Database& database, Instant from,
                                         const std::function<void(const Record&)>& fn);

/// Sums over the rows of one campaign.
struct Sums {
    std::int64_t granted = 0;  ///< amount, what was given back included
    std::int64_t givenBack = 0;
    std::int64_t refundsDue = 0;  ///< of what was given back
    std::int64_t draws = 0, refused = 0, rolledBack = 0, open = 0;
};
[[nodiscard]] Result<Sums> sums(Database& database, std::int64_t campaign);
/// Granted ones of a campaign that wait for an order.
[[nodiscard]] Result<std::int64_t> waiting(Database& database, std::int64_t campaign);
/// Draws whose order is not there; for checks.
[[nodiscard]] Result<std::int64_t> withoutOrder(Database& database);
/// Discounts of orders: granted and not given back.
[[nodiscard]] Result<std::int64_t> discountedMinor(Database& database);

}  // namespace evenhand::store::draws
