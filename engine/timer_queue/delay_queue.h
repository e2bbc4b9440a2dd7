// SPDX-License-Identifier: GPL-3.0-or-later
// The delay queue in the keyspace: per kind of timer a sorted set by due instant, one of what is in flight by the end
// of its lease, attempts, dead letters. It only says when to look: the truth about a timer is its order's row. A
// queue's keys stand under one hash tag. Each function is one script of ../../lua (timer_*), atomic on its own. Thread:
// that of the keyspace; stateless.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/api/timer_types.h"
#include "engine/keyspace/keyspace.h"

namespace evenhand::timers {

struct QueueKeys {
    std::string due;
    std::string flight;
    std::string attempts;
    std::string dead;
};
[[nodiscard]] const QueueKeys& queueKeys(api::TimerKind kind);

/// Exists while the queue is known to hold every armed timer; its absence means that the queue was lost.
inline constexpr std::string_view kWholeKey = "timer:{control}:whole";
/// How far the queue has been built anew: "kind due order" of the last timer.
inline constexpr std::string_view kWalkKey = "timer:{control}:walk";

struct Claimed {
    OrderId order;
    Instant due;  ///< or the instant of a further try
};
struct Claims {
    std::vector<Claimed> taken;
    std::vector<OrderId> dead;  ///< leases that ended once too often
};
enum class Returned : std::uint8_t { NotOurs, Waits, Dead };
struct QueueFigures {
    std::int64_t due = 0;
    std::int64_t inFlight = 0;
    std::int64_t dead = 0;
    std::optional<Instant> nextDue;
    std::optional<Instant> nextLeaseEnd;
};

[[nodiscard]] Result<void> schedule(keyspace::Keyspace& keyspace, api::TimerKind kind, OrderId order, Instant due);
[[nodiscard]] Result<void> unschedule(keyspace::Keyspace& keyspace, api::TimerKind kind, OrderId order);
/// At most `limit` that are due at `now`, earliest first, until `leaseEnd`.
[[nodiscard]] Result<Claims> claim(keyspace::Keyspace& keyspace, api::TimerKind kind, Instant now, Instant leaseEnd,
                                   std::int64_t limit, std::int64_t maxAttempts);
/// False: it is not claimed under this lease any more.
[[nodiscard]] Result<bool> acknowledge(keyspace::Keyspace& keyspace, api::TimerKind kind, OrderId order,
                                       Instant leaseEnd);
[[nodiscard]] Result<Returned> giveBack(keyspace::Keyspace& keyspace, api::TimerKind kind, OrderId order,
                                        Instant leaseEnd, Instant nextTry, std::int64_t maxAttempts, Instant now);
[[nodiscard]] Result<QueueFigures> figures(keyspace::Keyspace& keyspace, api::TimerKind kind);
/// Where each of these stands in the queue: its due instant, that of its lease's end (claimed), nullopt: it is not
/// there.
[[nodiscard]] Result<std::vector<std::optional<Instant>>> lookUp(keyspace::Keyspace& keyspace, api::TimerKind kind,
                                                                 const std::vector<OrderId>& orders);

/// Nothing waits and nothing is claimed any more; the poller builds it anew from the orders. Where attempts are counted
/// they stay, a timer that failed is not a new one; what is dead stays dead.
[[nodiscard]] Result<void> emptyQueue(keyspace::Keyspace& keyspace);

}  // namespace evenhand::timers
