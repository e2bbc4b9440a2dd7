// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts about late orders. An order has at most one open alert of a kind.
// Thread: that of the Database.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/api/timer_types.h"
#include "engine/store/database/count_cache.h"
#include "engine/store/database/database.h"

namespace evenhand::store::alerts {

struct Open {
    AlertId id;
    api::TimerKind kind = api::TimerKind::Unassigned;
    api::AlertState state = api::AlertState::Firing;
    OrderId order;
    CampusId campus;
    std::int64_t version = 0;
    std::string actor;  ///< who did something to it last; empty: nobody
    std::optional<Instant> actedAt;
};

[[nodiscard]] Result<void> insert(Database& database, OrderId order, const CampusId& campus, api::TimerKind kind,
                                  Instant due, Instant at, std::optional<Instant> next);
/// nullopt: there is none.
[[nodiscard]] Result<std::optional<Open>> openOf(Database& database, OrderId order, api::TimerKind kind);
/// nullopt: no such alert; one that is resolved comes with that state.
[[nodiscard]] Result<std::optional<Open>> find(Database& database, AlertId id);
/// Fires once more, whatever state it was in.
[[nodiscard]] Result<void> fireAgain(Database& database, AlertId id, std::optional<Instant> next);
/// Acknowledged (no `next`) or silenced.
[[nodiscard]] Result<void> act(Database& database, AlertId id, api::AlertState state, std::optional<Instant> next,
                               std::string_view actor, Instant at);
[[nodiscard]] Result<void> resolve(Database& database, AlertId id, std::string_view actor, std::string_view resolution,
                                   Instant at);
/// Open ones of an order.
[[nodiscard]] Result<std::vector<Open>> openOfOrder(Database& database, OrderId order);
/// Due to fire at `now`, earliest first.
[[nodiscard]] Result<std::vector<Open>> due(Database& database, Instant now, std::int64_t limit);
[[nodiscard]] Result<std::optional<Instant>> earliest(Database& database);

[[nodiscard]] Result<std::vector<api::AlertRow>> page(Database& database, const api::AlertQuery& query);
/// Campus and kinds: what never changes of an alert.
using Counts = CountCache<std::tuple<CampusId, std::vector<api::TimerKind>>>;
/// How many there are on all pages.
[[nodiscard]] Result<std::int64_t> count(Database& database, const api::AlertQuery& query, Counts& kept);
[[nodiscard]] Result<api::AlertCounts> counts(Database& database, const CampusId& campus);

}  // namespace evenhand::store::alerts
