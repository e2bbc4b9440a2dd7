// SPDX-License-Identifier: GPL-3.0-or-later
// Changing rosters, and duty that follows them. A roster is looked at when it is changed and when it says something
// else; between these nothing touches duty, so what somebody has set by hand holds until then. A disabled courier stays
// off duty; enabled again, they follow the roster from its next change on.
// Thread: the engine's; stateless. Everything is checked before the first write.
#pragma once

#include <optional>

#include "engine/api/shift_types.h"
#include "engine/dispatch/business_day.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::shifts {

/// What became of a roster.
struct Changed {
    std::int64_t version = 0;       ///< since
    std::optional<Instant> nextAt;  ///< when it says something else; nullopt: never, or it is empty now
};

// NotFound (courier); Conflict for a stale version (0: whatever it is now); nothing to do if already so. Where the
// roster says something else now than before, or is a courier's first, duty is made what it says.
/// InvalidArgument (week).
[[nodiscard]] Result<Changed> setWeek(runtime::UnitOfWork& work, const dispatch::BusinessDay& days,
                                      const CourierId& courier, const api::Week& week, std::int64_t version);
/// InvalidArgument (hours, day).
[[nodiscard]] Result<Changed> setException(runtime::UnitOfWork& work, const dispatch::BusinessDay& days,
                                           const CourierId& courier, const api::ShiftException& exception,
                                           std::int64_t version);
/// NotFound (day) too.
[[nodiscard]] Result<Changed> removeException(runtime::UnitOfWork& work, const dispatch::BusinessDay& days,
                                              const CourierId& courier, api::CalendarDay day, std::int64_t version);

/// Duty becomes what the roster says now, if it was to say something else by now; however often it has changed since it
/// was looked at, only the present state counts. Answers when it says something else next; nullopt: never.
[[nodiscard]] Result<std::optional<Instant>> follow(runtime::UnitOfWork& work, const dispatch::BusinessDay& days,
                                                    const CourierId& courier);

}  // namespace evenhand::shifts
