// SPDX-License-Identifier: GPL-3.0-or-later
// What a change of an order's stage does to its timer: the old one is cancelled, the next one armed, alerts about what
// has now happened are resolved. Called by the rule that makes the change, in its unit of work. Thread: the engine's;
// stateless.
#pragma once

#include <string_view>

#include "engine/runtime/unit_of_work.h"
#include "engine/store/records/order_store.h"

namespace evenhand::timers {

/// The timer of the stage that begins now. `flags`: those of the order. Not armed for a stage that has none.
[[nodiscard]] Result<store::orders::Timer> nextTimer(runtime::UnitOfWork& work, const CampusId& campus,
                                                     std::int64_t flags, api::TimerKind kind);

struct Left {
    OrderId order;
    CampusId campus;
    store::orders::Timer timer;  ///< of the stage that ended
    std::int64_t flags = 0;
};
/// After the order's row was changed. `resolution`: what has happened ("assigned", …). `reassigned`: the order has no
/// courier again or another one, it is still not picked up: that alert stays.
[[nodiscard]] Result<void> moved(runtime::UnitOfWork& work, const Left& before, const store::orders::Timer& next,
                                 std::string_view resolution, bool reassigned = false);
/// A new order.
[[nodiscard]] Result<void> placed(runtime::UnitOfWork& work, OrderId order, const CampusId& campus,
                                  const store::orders::Timer& timer);

// The delay queue only says when to look; whether there is something to do says the order's row. So where keyspace and
// database commit apart, the queue is told after the commit, in the order of these calls, and nothing of a unit that
// fails has to be taken back. If the process dies in between, somebody looks for nothing, or the poller looks.
/// After the order's row was changed: puts its timer into the delay queue.
[[nodiscard]] Result<void> armed(runtime::UnitOfWork& work, OrderId order, const store::orders::Timer& timer);
/// Takes a timer that has ended out of it.
[[nodiscard]] Result<void> disarmed(runtime::UnitOfWork& work, OrderId order, api::TimerKind kind);
/// Every change of an armed timer is told, so that nobody has to count them (store/records/timer_tally.h): one more
/// (1), one less (-1), another instant (0). moved() and placed() do.
void tell(runtime::UnitOfWork& work, const CampusId& campus, api::TimerKind kind, int by);

}  // namespace evenhand::timers
