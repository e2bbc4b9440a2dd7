// SPDX-License-Identifier: GPL-3.0-or-later
// Shifts of couriers as the outside sees them: rosters by weekday with exceptions by date, and the crew of a day. Duty
// follows the roster by itself; duty that somebody has set by hand holds until the roster's next change. A courier
// without a roster is left alone.
// Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/api/call.h"
#include "engine/api/shift_types.h"

namespace evenhand::api {

struct RosterRow {
    Roster roster;  ///< maybe empty
    CampusId campus;
    std::string name;
};

struct TimeSpan {
    Instant from;  ///< included
    Instant to;    ///< excluded
    auto operator<=>(const TimeSpan&) const = default;
};

struct CrewRow {
    CourierId id;
    CampusId campus;
    std::string name;
    std::string phone;
    bool onDuty = false;                  ///< now
    std::int64_t inHand = 0;              ///< WAIT_PICK_UP and DELIVERING
    std::int64_t dutyVersion = 0;         ///< as CourierRow's
    std::optional<bool> planned;          ///< what the roster says now; nullopt: there is none
    std::optional<Instant> rosterChange;  ///< when it says something else; nullopt: never, or there is none
    std::vector<TimeSpan> plan;           ///< of the day, by the present roster; in order, none touch
    std::vector<TimeSpan> actual;         ///< on duty on that day, until now
};
struct Crew {
    CalendarDay day;
    TimeSpan bounds;                ///< of the day; 23 or 25 hours where the clock is changed
    Instant at;                     ///< engine time of what is said
    std::vector<CrewRow> couriers;  ///< by campus, then id
};

class ShiftDesk {
public:
    virtual ~ShiftDesk() = default;

    // Permission ManageCouriers; NotFound (courier); Conflict for a stale version (0: whatever it is now); nothing to
    // do if already so. They answer the version since. Where a change makes the roster say something else now, duty
    // follows at once; else duty that was set by hand stays. A roster that has become empty leaves duty as it is.

    /// InvalidArgument (week). Exceptions stay.
    virtual Answer<std::int64_t> setWeek(const Call& call, CourierId courier, Week week, std::int64_t version = 0) = 0;
    /// In place of one of the same day. InvalidArgument (hours; day: from yesterday on, at most kMaxExceptionDays
    /// ahead).
    virtual Answer<std::int64_t> setException(const Call& call, CourierId courier, ShiftException exception,
                                              std::int64_t version = 0) = 0;
    /// NotFound (day) if there is none.
    virtual Answer<std::int64_t> removeException(const Call& call, CourierId courier, CalendarDay day,
                                                 std::int64_t version = 0) = 0;

    // Permission Read.

    /// NotFound (courier); an empty roster for one who has none.
    virtual Answer<Roster> roster(const Call& call, CourierId courier) = 0;
    /// Of every courier, by campus, then id. Empty campus: all; NotFound (campus).
    virtual Answer<std::vector<RosterRow>> rosters(const Call& call, CampusId campus) = 0;
    /// Who is planned when on a day (nullopt: today), and who was on duty. Campus as above.
    virtual Answer<Crew> crew(const Call& call, CampusId campus, std::optional<CalendarDay> day = std::nullopt) = 0;
};

}  // namespace evenhand::api
