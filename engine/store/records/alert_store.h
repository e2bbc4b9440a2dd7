// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts of every kind. There is one live alert (not resolved) of a kind and a subject at most, by a unique key. So
// there is of dismissed ones: resolved by a person though what is wrong goes on. The column `live` is 1, 0 if it is
// dismissed, and else NULL: what a person writes tells nothing, as it can be any word. Thread: that of the Database.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/api/alert_types.h"
#include "engine/store/database/count_cache.h"
#include "engine/store/database/database.h"

namespace evenhand::store::alerts {

struct Open {
    AlertId id;
    api::AlertKind kind = api::AlertKind::Unassigned;
    api::AlertSubject subject;
    api::AlertState state = api::AlertState::Firing;
    OrderId order;    ///< 0: it is about no order
    CampusId campus;  ///< empty: of the workspace
    Instant since;
    Instant firedAt;  ///< before `since`: it came back in a silence that began then
    std::int64_t repeats = 0;
    std::int64_t level = 0;
    std::optional<std::int64_t> figure;
    std::int64_t version = 0;
    std::string actor;  ///< who did something to it last; empty: nobody
    std::optional<Instant> actedAt;
};
struct NewAlert {
    api::AlertKind kind = api::AlertKind::Unassigned;
    api::AlertSubject subject;
    std::optional<OrderId> order;  ///< where the subject is one
    CampusId campus;               ///< empty: of the workspace
    Instant since;
    std::int64_t level = 0;
    std::optional<std::int64_t> figure;
    std::string detail;  ///< at most a few hundred characters
    bool flaps = false;  ///< it may come back soon after it has gone
};

[[nodiscard]] Result<AlertId> insert(Database& database, const NewAlert& alert, Instant at,
                                     std::optional<Instant> next);
/// The live one; nullopt: there is none, which costs a query only where it is about an order. For the engine's
/// connection alone, as liveLevel().
[[nodiscard]] Result<std::optional<Open>> liveOf(Database& database, api::AlertKind kind,
                                                 const api::AlertSubject& subject);
/// Whether there is one, and its level; not of orders. Remembered by the connection (Database::memo).
[[nodiscard]] Result<std::optional<std::int64_t>> liveLevel(Database& database, api::AlertKind kind,
                                                            const api::AlertSubject& subject);
/// Whether one is dismissed, and its level; not of orders. As liveLevel().
[[nodiscard]] Result<std::optional<std::int64_t>> dismissedLevel(Database& database, api::AlertKind kind,
                                                                 const api::AlertSubject& subject);
/// Live ones of a kind, the oldest first.
[[nodiscard]] Result<std::vector<Open>> liveOfKind(Database& database, api::AlertKind kind);
/// The newest one that is over, with who resolved it and when (`actor`, `actedAt`); nullopt: none is.
[[nodiscard]] Result<std::optional<Open>> lastResolved(Database& database, api::AlertKind kind,
                                                       const api::AlertSubject& subject);
/// nullopt: no such alert; one that is resolved comes with that state.
[[nodiscard]] Result<std::optional<Open>> find(Database& database, AlertId id);
/// Fires once more, whatever state it was in. `since`: another instant than before since when it is so.
[[nodiscard]] Result<void> fireAgain(Database& database, AlertId id, std::optional<Instant> next,
                                     std::optional<Instant> since = std::nullopt);
/// What was found is another by now: `level`, `figure` and `detail` of it.
[[nodiscard]] Result<void> setFound(Database& database, AlertId id, const NewAlert& found);
/// It holds since another instant than was found.
[[nodiscard]] Result<void> setSince(Database& database, AlertId id, Instant since);
/// Acknowledged (no `next`) or silenced.
[[nodiscard]] Result<void> act(Database& database, AlertId id, api::AlertState state, std::optional<Instant> next,
                               std::string_view actor, Instant at);
/// It is over, or (`isDismissed`) somebody said so; the live alert of that kind and subject is another one from here
/// on.
[[nodiscard]] Result<void> resolve(Database& database, const Open& alert, std::string_view actor,
                                   std::string_view resolution, Instant at, bool isDismissed = false);
/// What was dismissed is over, too, or worse by now. Costs a statement only where something was; never of orders.
[[nodiscard]] Result<void> endDismissal(Database& database, api::AlertKind kind, const api::AlertSubject& subject);
/// Oldest first.
[[nodiscard]] Result<std::vector<Open>> openOfOrder(Database& database, OrderId order);
/// Alerts that are due to fire again, earliest first.
[[nodiscard]] Result<std::vector<Open>> due(Database& database, Instant now, std::int64_t limit);
/// When the next one fires again; nullopt: none.
[[nodiscard]] Result<std::optional<Instant>> earliest(Database& database);

/// For checks: what says of an alert that it is over, which must agree.
struct Life {
    AlertId id;
    api::AlertState state = api::AlertState::Firing;
    bool live = false;
    bool resolved = false;
};
[[nodiscard]] Result<void> eachLife(Database& database, const std::function<void(const Life&)>& fn);
/// For checks: each product, and what its alert of low stock says.
struct LowStock {
    std::string sku;
    bool low = false;        ///< it is sold, and at its limit or below
    bool live = false;       ///< there is an alert that is not resolved
    bool dismissed = false;  ///< there is one that is dismissed
};
[[nodiscard]] Result<void> eachLowStock(Database& database, const std::function<void(const LowStock&)>& fn);

[[nodiscard]] Result<std::vector<api::AlertRow>> page(Database& database, const api::AlertQuery& query);
/// Counts of alerts in every state, kept by campus, whether with those of none, and kinds; alerts are never deleted.
using Counts = CountCache<std::tuple<CampusId, bool, std::vector<api::AlertKind>>>;
[[nodiscard]] Result<std::int64_t> count(Database& database, const api::AlertQuery& query, Counts& kept);
/// Also of those that belong to no campus.
[[nodiscard]] Result<api::AlertCounts> counts(Database& database, const CampusId& campus);

}  // namespace evenhand::store::alerts
