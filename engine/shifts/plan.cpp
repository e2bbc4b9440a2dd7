// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/shifts/plan.h"

#include <algorithm>

namespace evenhand::shifts {
namespace {

using api::CalendarDay;
using api::TimeSpan;
using dispatch::BusinessDay;

const api::DayHours& hoursOf(const api::Roster& roster, CalendarDay day) {
    const auto exception =
        std::lower_bound(roster.exceptions.begin(), roster.exceptions.end(), day,
                         [](const api::ShiftException& one, CalendarDay other) { return one.day < other; });
    return exception != roster.exceptions.end() && exception->day == day ? exception->hours
                                                                         : roster.week[api::weekdayOf(day)];
}

/// Of shifts that begin on the days from `first` to `last`, merged, in order.
std::vector<TimeSpan> spansOf(const api::Roster& roster, const BusinessDay& days, CalendarDay first, CalendarDay last) {
    std::vector<TimeSpan> spans;
    for (auto day = first; day <= last; day = day.plus(1)) {
        for (const auto& hours : hoursOf(roster, day)) {
            const TimeSpan span{days.at(day, hours.begin), days.at(day, hours.end)};
            if (span.from < span.to) {
                spans.push_back(span);
            }
        }
    }
    std::sort(spans.begin(), spans.end());
    std::vector<TimeSpan> merged;
    for (const auto& span : spans) {
        if (!merged.empty() && span.from <= merged.back().to) {
            merged.back().to = std::max(merged.back().to, span.to);
        } else {
            merged.push_back(span);
        }
    }
    return merged;
}

}  // namespace

bool isOnDuty(const api::Roster& roster, const BusinessDay& days, Instant at) {
    const auto today = days.dayOf(at);  // a shift ends on the day after its own at the latest
    const auto spans = spansOf(roster, days, today.plus(-1), today);
    return std::any_of(spans.begin(), spans.end(),
                       [&](const TimeSpan& span) { return span.from <= at && at < span.to; });
}

std::optional<Instant> nextChange(const api::Roster& roster, const BusinessDay& days, Instant after) {
    // A weekday's shift may fall into an hour that one week has not, so two weeks without an exception tell all.
    constexpr std::int64_t kDaysAtOnce = 4;
    constexpr std::int64_t kWithoutExceptions = 15;
    const auto today = days.dayOf(after);
    const auto last = roster.exceptions.empty() ? today : std::max(today, roster.exceptions.back().day);
    for (auto first = today; first <= last.plus(kWithoutExceptions); first = first.plus(kDaysAtOnce)) {
        // The day before is needed for what goes on over midnight. At the end of the last day the next one may go on.
        const auto begin = first == today ? after.plusMs(1) : days.at(first, 0);
        const auto end = days.at(first.plus(kDaysAtOnce), 0);
        for (const auto& span : spansOf(roster, days, first.plus(-1), first.plus(kDaysAtOnce - 1))) {
            for (const auto at : {span.from, span.to}) {
                if (begin <= at && at < end) {
                    return at;
                }
            }
        }
    }
    return std::nullopt;
}

std::vector<TimeSpan> planned(const api::Roster& roster, const BusinessDay& days, const TimeSpan& bounds) {
    std::vector<TimeSpan> cut;
    for (const auto& span : spansOf(roster, days, days.dayOf(bounds.from).plus(-1), days.dayOf(bounds.to))) {
        const TimeSpan within{std::max(span.from, bounds.from), std::min(span.to, bounds.to)};
        if (within.from < within.to) {
            cut.push_back(within);
        }
    }
    return cut;
}

}  // namespace evenhand::shifts
