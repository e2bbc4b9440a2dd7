// SPDX-License-Identifier: GPL-3.0-or-later
// Engine time that has run ahead of the machine's clock (a clock that was wrong, rows of the future) goes on from it.
// Thread: the engine's; stateless.
#pragma once

#include "engine/api/timer_types.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::timers {

/// `clock`: the machine's, now. Everything in one unit of work: database, delay queue, the rest of the keyspace, engine
/// time. The delay queue is emptied; the poller builds it anew from the orders. WrongStatus: engine time is not ahead.
[[nodiscard]] Result<api::ClockReset> resetClock(runtime::UnitOfWork& work, Instant clock);

}  // namespace evenhand::timers
