// SPDX-License-Identifier: GPL-3.0-or-later
// Rosters as values: shifts by weekday, exceptions by date, and how they are written ("mon 09:00-12:00, 14:00-18:00").
// All times of day are of the business zone. A local time that does not exist counts as the next that does, one that
// occurs twice as the first.
// Thread: value types and pure functions, any thread.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "engine/base/result.h"

namespace evenhand::api {

/// A day of the calendar.
struct CalendarDay {
    std::int64_t number = 0;  ///< days since 1970-01-01
    auto operator<=>(const CalendarDay&) const = default;
    [[nodiscard]] constexpr CalendarDay plus(std::int64_t days) const noexcept { return {number + days}; }
};
/// 0 (Monday) … 6 (Sunday): the place in a Week.
[[nodiscard]] std::size_t weekdayOf(CalendarDay day) noexcept;
/// "2026-03-29".
[[nodiscard]] std::string toText(CalendarDay day);
/// nullopt: not a date of the years 1970 to 9999, written so.
[[nodiscard]] std::optional<CalendarDay> calendarDayFrom(std::string_view text);
/// "mon" … "sun", Monday first.
inline constexpr std::array<std::string_view, 7> kWeekdays{"mon", "tue", "wed", "thu", "fri", "sat", "sun"};

inline constexpr int kDayMinutes = 1440;
inline constexpr std::size_t kMaxShiftsOfDay = 8;
/// How far ahead an exception may be.
inline constexpr std::int64_t kMaxExceptionDays = 800;

/// One shift, in minutes since its day began.
struct ShiftHours {
    int begin = 0;  ///< 0 … 1439
    int end = 0;    ///< above `begin`, less than a day later (or 0 to 1440: the whole day); above 1440: the next day
    auto operator<=>(const ShiftHours&) const = default;
};
/// Of one day, in order; empty: off.
using DayHours = std::vector<ShiftHours>;
using Week = std::array<DayHours, 7>;  ///< Monday first

struct ShiftException {
    CalendarDay day;
    DayHours hours;  ///< in place of the weekday's; empty: off all day
    bool operator==(const ShiftException&) const = default;
};

struct Roster {
    CourierId courier;
    Week week;
    std::vector<ShiftException> exceptions;  ///< by day, one for each
    std::int64_t version = 0;                ///< for those who change it; every change raises it
    /// There is no roster: duty is set by hand alone.
    [[nodiscard]] bool empty() const noexcept;
};

/// "09:00-12:00, 22:00-06:00" (the second ends on the next day), "00:00-24:00"; none: "off".
[[nodiscard]] std::string toText(const DayHours& hours);
/// Reads the same, "" as "off"; in order, and what is there twice once. InvalidArgument (`field`).
[[nodiscard]] Result<DayHours> dayHoursFrom(std::string_view text, std::string_view field);
/// "mon 09:00-17:00; sat off"; days that are off are left out, a week without shifts is "off".
[[nodiscard]] std::string toText(const Week& week);
/// Reads the same; a weekday that is left out is off. InvalidArgument (week).
[[nodiscard]] Result<Week> weekFrom(std::string_view text);
/// InvalidArgument (`field`) where a shift is not one, or there are too many. Puts them in order, each once.
[[nodiscard]] Result<DayHours> checkedHours(DayHours hours, std::string_view field);

}  // namespace evenhand::api
