// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/timestamp.h"

#include <QDateTime>
#include <array>

namespace evenhand::import {
namespace {

constexpr int kFirstYear = 1970;
constexpr int kLastYear = 2199;

/// Takes between `least` and `most` digits from the front of `text`.
bool takeNumber(std::string_view& text, std::size_t least, std::size_t most, int& value) {
    std::size_t count = 0;
    value = 0;
    while (count < most && count < text.size() && text[count] >= '0' && text[count] <= '9') {
        value = value * 10 + (text[count] - '0');
        ++count;
    }
    text.remove_prefix(count);
    return count >= least;
}

bool takeChar(std::string_view& text, char c) {
    if (text.empty() || text.front() != c) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

/// The fraction of a second, any number of digits; milliseconds count.
bool takeFraction(std::string_view& text, int& milli) {
    int scale = 100;
    std::size_t count = 0;
    milli = 0;
    while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
        milli += (text.front() - '0') * scale;
        scale /= 10;
        text.remove_prefix(1);
        ++count;
    }
    return count > 0;
}

/// Nothing, Z, or ±hh, ±hhmm, ±hh:mm up to the end.
bool takeOffset(std::string_view text, std::optional<int>& offsetSeconds) {
    if (text.empty()) {
        return true;
    }
    if (text == "Z") {
        offsetSeconds = 0;
        return true;
    }
    const int sign = text.front() == '+' ? 1 : text.front() == '-' ? -1 : 0;
    text.remove_prefix(1);
    int hours = 0;
    int minutes = 0;
    if (sign == 0 || !takeNumber(text, 2, 2, hours)) {
        return false;
    }
    if (!text.empty()) {
        (void)takeChar(text, ':');
        if (!takeNumber(text, 2, 2, minutes)) {
            return false;
        }
    }
    offsetSeconds = sign * (hours * 3600 + minutes * 60);
    return text.empty() && hours <= 14 && minutes <= 59;
}

/// Days since 1970-01-01 of a valid date of the Gregorian calendar, else nullopt.
std::optional<std::int64_t> daysOf(int year, int month, int day) {
    constexpr std::array<int, 12> kLength{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (year < kFirstYear || year > kLastYear || month < 1 || month > 12 || day < 1) {
        return std::nullopt;
    }
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (day > kLength[static_cast<std::size_t>(month - 1)] + (leap && month == 2 ? 1 : 0)) {
        return std::nullopt;
    }
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil, for years >= 0.
    const int y = month <= 2 ? year - 1 : year;
    const int era = y / 400;
    const int yearOfEra = y - era * 400;
    const int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    const int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return std::int64_t{era} * 146'097 + dayOfEra - 719'468;
}

}  // namespace

TimestampReader::TimestampReader(const QTimeZone& zone, std::string pattern, std::string also)
    : m_zone(zone), m_pattern(std::move(pattern)), m_also(std::move(also)) {}

std::optional<Instant> TimestampReader::read(std::string_view text) {
    Parts parts;
    if (!(m_pattern.empty() ? readIso(text, parts) : readPattern(m_pattern, text, parts))) {
        parts = {};
        if (m_also.empty() || !readPattern(m_also, text, parts)) {
            return std::nullopt;
        }
    }
    const auto days = daysOf(parts.year, parts.month, parts.day);
    if (!days || parts.hour < 0 || parts.hour > 23 || parts.minute > 59 || parts.second > 59) {
        return std::nullopt;
    }
    const std::int64_t local =
        *days * base::kDayMs + ((parts.hour * 60LL + parts.minute) * 60 + parts.second) * 1000 + parts.milli;
    const std::int64_t utc = parts.offsetSeconds ? local - *parts.offsetSeconds * 1000LL : zoneToUtc(local);
    return utc < 0 ? std::nullopt : std::optional(Instant{utc});
}

bool TimestampReader::readIso(std::string_view text, Parts& parts) {
    if (!takeNumber(text, 4, 4, parts.year) || !takeChar(text, '-') || !takeNumber(text, 2, 2, parts.month) ||
        !takeChar(text, '-') || !takeNumber(text, 2, 2, parts.day) || !(takeChar(text, 'T') || takeChar(text, ' ')) ||
        !takeNumber(text, 2, 2, parts.hour) || !takeChar(text, ':') || !takeNumber(text, 2, 2, parts.minute)) {
        return false;
    }
    if (takeChar(text, ':')) {
        if (!takeNumber(text, 2, 2, parts.second) || (takeChar(text, '.') && !takeFraction(text, parts.milli))) {
            return false;
        }
    }
    return takeOffset(text, parts.offsetSeconds);
}

bool TimestampReader::readPattern(std::string_view pattern, std::string_view text, Parts& parts) {
    for (std::size_t i = 0; i < pattern.size();) {
        const char c = pattern[i];
        std::size_t run = 1;
        while (i + run < pattern.size() && pattern[i + run] == c) {
            ++run;
        }
        int* const part = c == 'y'   ? &parts.year
                          : c == 'M' ? &parts.month
                          : c == 'd' ? &parts.day
                          : c == 'H' ? &parts.hour
                          : c == 'm' ? &parts.minute
                          : c == 's' ? &parts.second
                                     : nullptr;
        if (part == nullptr) {
            run = 1;
            if (!takeChar(text, c)) {
                return false;
            }
        } else if (!takeNumber(text, run, run == 1 ? 2 : run, *part)) {
            return false;
        }
        i += run;
    }
    return text.empty();
}

bool TimestampReader::validPattern(std::string_view pattern) {
    bool year = false;
    bool month = false;
    bool day = false;
    bool hour = false;
    for (std::size_t i = 0; i < pattern.size();) {
        std::size_t run = 1;
        while (i + run < pattern.size() && pattern[i + run] == pattern[i]) {
            ++run;
        }
        const char c = pattern[i];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (c == 'y'
                ? run != 4
                : (letter && c != 'T' && (run > 2 || std::string_view("MdHms").find(c) == std::string_view::npos))) {
            return false;
        }
        year = year || c == 'y';
        month = month || c == 'M';
        day = day || c == 'd';
        hour = hour || c == 'H';
        i += run;
    }
    return year && month && day && hour;
}

std::int64_t TimestampReader::zoneToUtc(std::int64_t localMs) {
    const std::int64_t hour = localMs / base::kHourMs;
    if (hour == m_cachedHour) {
        return localMs - m_cachedOffsetMs;
    }
    const auto offsetAt = [this](std::int64_t utcMs) {
        return m_zone.offsetFromUtc(QDateTime::fromMSecsSinceEpoch(utcMs, Qt::UTC)) * 1000LL;
    };
    // A zone changes at most once in these two days: the offset is the one before or the one after.
    const std::int64_t before = offsetAt(localMs - base::kDayMs);
    const std::int64_t after = offsetAt(localMs + base::kDayMs);
    if (before == after) {
        m_cachedHour = hour;
        m_cachedOffsetMs = before;
        return localMs - before;
    }
    const bool fitsBefore = offsetAt(localMs - before) == before;
    const bool fitsAfter = offsetAt(localMs - after) == after;
    return localMs - (fitsBefore || !fitsAfter ? before : after);
}

}  // namespace evenhand::import
