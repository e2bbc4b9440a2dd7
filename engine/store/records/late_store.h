// SPDX-License-Identifier: GPL-3.0-or-later
// Which orders are late: the limit of their stage (unassigned, pick-up, delivery) has passed and the stage has not
// moved on. The limit is the instant of the stage's timer for as long as that is armed, so that placing, paying and
// assigning write nothing for it; what no armed timer tells any more is a row here. The limit that counts is the one
// that was set when the stage began, whatever the campus' delays are now. Thread: that of the Database.
#pragma once

#include <optional>
#include <string_view>

#include "engine/api/timer_types.h"
#include "engine/base/ids.h"
#include "engine/store/database/database.h"

namespace evenhand::store::late {

/// Timers whose instant is the limit of a stage: an order that passes it is late.
[[nodiscard]] bool isLimit(api::TimerKind kind) noexcept;

struct Limit {
    api::TimerKind kind = api::TimerKind::Unassigned;
    Instant at;
};
/// The row of an order; nullopt: its timer tells, or it has no limit.
[[nodiscard]] Result<std::optional<Limit>> find(Database& database, OrderId order);
/// Keeps the limit of a timer that will no longer be armed at that instant; the one that is there already stays.
/// Answers the limit that counts. The order's timer_flags must say that there is something to look at
/// (orders::kTimerTrouble).
[[nodiscard]] Result<Limit> keep(Database& database, OrderId order, const CampusId& campus, const Limit& limit);
[[nodiscard]] Result<void> forget(Database& database, OrderId order);

inline constexpr std::int64_t kMaxCounted = 100'000;
/// Orders that are late at `now`, counted up to `most`.
[[nodiscard]] Result<std::int64_t> count(Database& database, Instant now, std::int64_t most = kMaxCounted);
/// When the next limit that only a row tells will have passed; nullopt: none is to come.
[[nodiscard]] Result<std::optional<Instant>> next(Database& database, Instant now);

/// SQL that selects the ids of late orders, to be put between parentheses; takes `kIdsParameters` times the instant.
[[nodiscard]] std::string_view idsSql() noexcept;
inline constexpr int kIdsParameters = 4;
/// SQL of an order's limit, passed or to come, NULL without one; the order's table is `o`.
[[nodiscard]] std::string_view limitSql() noexcept;

}  // namespace evenhand::store::late
