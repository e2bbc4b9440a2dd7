// SPDX-License-Identifier: GPL-3.0-or-later
// Flash sales: activities, their units and their log. The orders of an activity are in order_store.h.
// Thread: that of the Database.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/api/seckill_types.h"
#include "engine/store/database/database.h"

namespace evenhand::store::activities {

/// False: there is one with this id.
[[nodiscard]] Result<bool> insert(Database& database, const api::ActivityInput& input, Instant at);
/// Without the figures of its orders (orders, paid, closed).
[[nodiscard]] Result<std::optional<api::ActivityRow>> find(Database& database, const ActivityId& id);
[[nodiscard]] Result<std::optional<api::ActivityState>> stateOf(Database& database, const ActivityId& id);
/// Replaces the settings, at this version.
[[nodiscard]] Result<bool> update(Database& database, const api::ActivityInput& input, std::int64_t version);
[[nodiscard]] Result<bool> remove(Database& database, const ActivityId& id);
/// Draft → started, with its units.
[[nodiscard]] Result<void> start(Database& database, const ActivityId& id, Instant at);
[[nodiscard]] Result<void> setState(Database& database, const ActivityId& id, api::ActivityState state);
[[nodiscard]] Result<void> setEnd(Database& database, const ActivityId& id, Instant end);
[[nodiscard]] Result<void> addUnits(Database& database, const ActivityId& id, std::int64_t units);
/// → ended: what is left has gone back to the voucher's stock.
[[nodiscard]] Result<void> end(Database& database, const ActivityId& id, std::int64_t left, Instant at);
/// An order was closed after the end: its unit went back to the voucher's stock.
[[nodiscard]] Result<void> countReturned(Database& database, const ActivityId& id, std::int64_t units);

/// One unit less. False, and nothing taken, if none is left.
[[nodiscard]] Result<bool> takeUnit(Database& database, const ActivityId& id);
/// One more.
[[nodiscard]] Result<void> giveUnitBack(Database& database, const ActivityId& id);

/// Those that are started or stopped, in order of id.
[[nodiscard]] Result<std::vector<ActivityId>> running(Database& database);
/// One of this campus, or of this voucher, that has not ended, drafts too.
[[nodiscard]] Result<std::optional<ActivityId>> notOver(Database& database, const CampusId& campus);
[[nodiscard]] Result<std::optional<ActivityId>> notOver(Database& database, const Sku& voucher);
/// The earliest end of these.
struct Ending {
    ActivityId id;
    Instant end;
};
[[nodiscard]] Result<std::vector<Ending>> endings(Database& database);

// For the outside, with the figures of their orders.
[[nodiscard]] Result<std::vector<api::ActivityRow>> all(Database& database);
[[nodiscard]] Result<std::optional<api::ActivityRow>> withFigures(Database& database, const ActivityId& id);
[[nodiscard]] Result<std::vector<api::SoldPoint>> soldCurve(Database& database, const ActivityId& id, Instant from,
                                                            Instant to, int points);

[[nodiscard]] Result<void> note(Database& database, const ActivityId& id, Instant at, std::string_view actor,
                                api::ActivityAction action, std::int64_t amount, std::string_view reason);
/// Newest first.
[[nodiscard]] Result<std::vector<api::ActivityLogRow>> log(Database& database, const ActivityId& id,
                                                           std::int64_t limit);

/// A live order.
struct LiveOrder {
    OrderId order;
    OrderNo orderNo;
    UserId user;
};
[[nodiscard]] Result<std::optional<LiveOrder>> liveOrder(Database& database, const ActivityId& activity,
                                                         const UserId& user);
/// In order of row id, after `after`.
[[nodiscard]] Result<std::vector<LiveOrder>> liveOrders(Database& database, const ActivityId& id, OrderId after,
                                                        std::int64_t limit);

// For the checks.
struct Sums {
    api::ActivityRow row;  ///< `ordered` as the units say
    std::int64_t live = 0;
};
[[nodiscard]] Result<void> eachSums(Database& database, const std::function<void(const Sums&)>& fn);
/// Orders of an activity whose `live` does not agree with their status, and users with several live ones.
[[nodiscard]] Result<std::int64_t> countOfActivities(Database& database);
[[nodiscard]] Result<void> eachWrongLive(Database& database, const std::function<void(std::string_view what)>& fn);
[[nodiscard]] Result<void> eachLive(Database& database, const ActivityId& id,
                                    const std::function<void(const LiveOrder&)>& fn);

}  // namespace evenhand::store::activities
