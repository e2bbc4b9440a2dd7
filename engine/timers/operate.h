// SPDX-License-Identifier: GPL-3.0-or-later
// What operators do to one timer. Errors: NotFound, WrongStatus (the order has no such timer), Conflict (it is another
// one by now), InvalidArgument. Thread: the engine's; stateless.
#pragma once

#include "engine/api/timer_types.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::timers {

[[nodiscard]] Result<api::TimerOutcome> runTimer(runtime::UnitOfWork& work, const api::TimerRef& ref);
[[nodiscard]] Result<api::TimerOutcome> postponeTimerTo(runtime::UnitOfWork& work, const api::TimerRef& ref,
                                                        Instant due);
[[nodiscard]] Result<api::TimerOutcome> postponeTimerBy(runtime::UnitOfWork& work, const api::TimerRef& ref,
                                                        std::int64_t byMs);
/// Of an order that is late: its stage has time until then.
[[nodiscard]] Result<api::TimerOutcome> extendLimit(runtime::UnitOfWork& work, const api::TimerRef& ref,
                                                    std::int64_t byMs);
[[nodiscard]] Result<api::TimerOutcome> cancelTimer(runtime::UnitOfWork& work, const api::TimerRef& ref);
[[nodiscard]] Result<api::TimerOutcome> retryTimer(runtime::UnitOfWork& work, const api::TimerRef& ref);

}  // namespace evenhand::timers
