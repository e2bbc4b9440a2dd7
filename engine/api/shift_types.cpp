// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/api/shift_types.h"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace evenhand::api {
namespace {

constexpr std::string_view kOff = "off";
/// 1970-01-01 was a Thursday, the fourth day of a week that begins with Monday.
constexpr std::int64_t kFirstWeekday = 3;

std::string_view withoutBlanks(std::string_view text) {
    while (!text.empty() && text.front() == ' ') {
        text.remove_prefix(1);
    }
    while (!text.empty() && text.back() == ' ') {
        text.remove_suffix(1);
    }
    return text;
}

/// What stands before `separator`; takes it away from `rest`.
std::string_view takePart(std::string_view& rest, char separator) {
    const auto at = rest.find(separator);
    const auto part = rest.substr(0, at);
    rest.remove_prefix(at == std::string_view::npos ? rest.size() : at + 1);
    return withoutBlanks(part);
}

/// Digits only, as many as there are.
std::optional<int> digitsOnly(std::string_view text) {
    if (text.empty() || !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) {
        return std::nullopt;
    }
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// "9:00", "09:00", "24:00".
std::optional<int> minuteFrom(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos || colon > 2 || text.size() != colon + 3) {
        return std::nullopt;
    }
    const auto hour = digitsOnly(text.substr(0, colon));
    const auto minute = digitsOnly(text.substr(colon + 1));
    if (!hour || !minute || *minute > 59 || *hour * 60 + *minute > kDayMinutes) {
        return std::nullopt;
    }
    return *hour * 60 + *minute;
}

std::string padded(std::int64_t number, std::size_t width) {
    const auto text = std::to_string(number);
    return std::string(width > text.size() ? width - text.size() : 0, '0') + text;
}

std::string minuteText(int minute) { return padded(minute / 60, 2) + ":" + padded(minute % 60, 2); }

/// nullopt: it is not a shift.
std::optional<ShiftHours> shiftFrom(std::string_view text) {
    const auto dash = text.find('-');
    if (dash == std::string_view::npos) {
        return std::nullopt;
    }
    const auto begin = minuteFrom(withoutBlanks(text.substr(0, dash)));
    const auto end = minuteFrom(withoutBlanks(text.substr(dash + 1)));
    if (!begin || !end || *begin == kDayMinutes || *begin == *end) {
        return std::nullopt;
    }
    return ShiftHours{*begin, *end > *begin ? *end : *end + kDayMinutes};
}

bool isShift(const ShiftHours& hours) {
    const int length = hours.end - hours.begin;
    return hours.begin >= 0 && hours.begin < kDayMinutes && length > 0 &&
           (length < kDayMinutes || (hours.begin == 0 && length == kDayMinutes));
}

std::optional<std::size_t> weekdayFrom(std::string_view word) {
    const auto* found = std::find(kWeekdays.begin(), kWeekdays.end(), word);
    return found == kWeekdays.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - kWeekdays.begin()));
}

}  // namespace

std::size_t weekdayOf(CalendarDay day) noexcept {
    const auto place = (day.number + kFirstWeekday) % 7;
    return static_cast<std::size_t>(place < 0 ? place + 7 : place);
}

std::string toText(CalendarDay day) {
    const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{day.number}}};
    return padded(static_cast<int>(date.year()), 4) + "-" + padded(static_cast<unsigned>(date.month()), 2) + "-" +
           padded(static_cast<unsigned>(date.day()), 2);
}

std::optional<CalendarDay> calendarDayFrom(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') {
        return std::nullopt;
    }
    const auto year = digitsOnly(text.substr(0, 4));
    const auto month = digitsOnly(text.substr(5, 2));
    const auto day = digitsOnly(text.substr(8, 2));
    if (!year || !month || !day || *year < 1970) {
        return std::nullopt;
    }
    const std::chrono::year_month_day date{std::chrono::year{*year}, std::chrono::month{static_cast<unsigned>(*month)},
                                           std::chrono::day{static_cast<unsigned>(*day)}};
    if (!date.ok()) {
        return std::nullopt;
    }
    return CalendarDay{std::chrono::sys_days{date}.time_since_epoch().count()};
}

bool Roster::empty() const noexcept {
    return exceptions.empty() &&
           std::all_of(week.begin(), week.end(), [](const DayHours& hours) { return hours.empty(); });
}

std::string toText(const DayHours& hours) {
    std::string text;
    for (const auto& shift : hours) {
        const int end = shift.end > kDayMinutes ? shift.end - kDayMinutes : shift.end;
        text += (text.empty() ? "" : ", ") + minuteText(shift.begin) + "-" + minuteText(end);
    }
    return text.empty() ? std::string(kOff) : text;
}

Result<DayHours> checkedHours(DayHours hours, std::string_view field) {
    const auto wrong = std::find_if_not(hours.begin(), hours.end(), isShift);
    if (wrong != hours.end()) {
        return fail(ErrorCode::InvalidArgument, "a shift begins within its day and lasts less than a day",
                    std::string(field), std::to_string(wrong->begin) + " to " + std::to_string(wrong->end));
    }
    std::sort(hours.begin(), hours.end());
    hours.erase(std::unique(hours.begin(), hours.end()), hours.end());
    if (hours.size() > kMaxShiftsOfDay) {
        return fail(ErrorCode::InvalidArgument, "a day has at most " + std::to_string(kMaxShiftsOfDay) + " shifts",
                    std::string(field), std::to_string(hours.size()));
    }
    return hours;
}

Result<DayHours> dayHoursFrom(std::string_view text, std::string_view field) {
    DayHours hours;
    auto rest = withoutBlanks(text);
    if (rest == kOff) {
        return hours;
    }
    while (!rest.empty()) {
        const auto part = takePart(rest, ',');
        const auto shift = shiftFrom(part);
        if (!shift) {
            return fail(ErrorCode::InvalidArgument, "write shifts as 09:00-12:00, 14:00-18:00, or off",
                        std::string(field), std::string(part));
        }
        hours.push_back(*shift);
    }
    return checkedHours(std::move(hours), field);
}

std::string toText(const Week& week) {
    std::string text;
    for (std::size_t i = 0; i < week.size(); ++i) {
        if (!week[i].empty()) {
            text.append(text.empty() ? "" : "; ").append(kWeekdays[i]).append(" ").append(toText(week[i]));
        }
    }
    return text.empty() ? std::string(kOff) : text;
}

Result<Week> weekFrom(std::string_view text) {
    Week week;
    std::array<bool, 7> said{};
    auto rest = withoutBlanks(text);
    if (rest == kOff) {
        return week;
    }
    while (!rest.empty()) {
        auto part = takePart(rest, ';');
        const std::string whole(part);
        const auto weekday = weekdayFrom(takePart(part, ' '));
        if (!weekday || part.empty()) {
            return fail(ErrorCode::InvalidArgument, "write a week as \"mon 09:00-17:00; tue 22:00-06:00\"", "week",
                        whole);
        }
        if (said[*weekday]) {
            return fail(ErrorCode::InvalidArgument, "a weekday is there twice", "week", whole);
        }
        said[*weekday] = true;
        EVENHAND_ASSIGN(week[*weekday], dayHoursFrom(part, "week"));
    }
    return week;
}

}  // namespace evenhand::api
