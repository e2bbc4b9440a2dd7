// SPDX-License-Identifier: GPL-3.0-or-later
// What a roster says at an instant, when it says something else, and what it plans over a while. Shifts that overlap or
// adjoin are one. A shift that no clock ever shows, since the clocks are put forward over it, is none.
// Thread: pure functions, any thread.
#pragma once

#include <optional>
#include <vector>

#include "engine/api/shift_desk.h"
#include "engine/dispatch/business_day.h"

namespace evenhand::shifts {

[[nodiscard]] bool isOnDuty(const api::Roster& roster, const dispatch::BusinessDay& days, Instant at);
/// The first instant after `after` at which isOnDuty() is another; nullopt: there is none.
[[nodiscard]] std::optional<Instant> nextChange(const api::Roster& roster, const dispatch::BusinessDay& days,
                                                Instant after);
/// Of [bounds.from, bounds.to), in order; none touch.
[[nodiscard]] std::vector<api::TimeSpan> planned(const api::Roster& roster, const dispatch::BusinessDay& days,
                                                 const api::TimeSpan& bounds);

}  // namespace evenhand::shifts
