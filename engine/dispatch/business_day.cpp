// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/business_day.h"

#include <QDateTime>

namespace evenhand::dispatch {

Result<BusinessDay> BusinessDay::of(std::string_view ianaName) {
    QTimeZone zone(QByteArray(ianaName.data(), static_cast<qsizetype>(ianaName.size())));
    if (!zone.isValid()) {
        return fail(ErrorCode::InvalidArgument, "no such time zone", "time_zone", std::string(ianaName));
    }
    return BusinessDay(zone);
}

Instant BusinessDay::startOf(Instant instant) const {
    const auto local = QDateTime::fromMSecsSinceEpoch(instant.ms, m_zone);
    return {local.date().startOfDay(m_zone).toMSecsSinceEpoch()};
}

Instant BusinessDay::nextAt(Instant after, int minute) const {
    const auto day = QDateTime::fromMSecsSinceEpoch(after.ms, m_zone).date();
    for (qint64 offset = 0;; ++offset) {
        const QDateTime at(day.addDays(offset), QTime(minute / 60, minute % 60), m_zone);
        if (at.toMSecsSinceEpoch() > after.ms) {
            return {at.toMSecsSinceEpoch()};
        }
    }
}

std::int64_t BusinessDay::offsetMs(std::int64_t utcMs) const {
    constexpr std::int64_t kMsPerSecond = 1'000;
    return m_zone.offsetFromUtc(QDateTime::fromMSecsSinceEpoch(utcMs, Qt::UTC)) * kMsPerSecond;
}

api::CalendarDay BusinessDay::dayOf(Instant instant) const {
    return {QDate(1970, 1, 1).daysTo(QDateTime::fromMSecsSinceEpoch(instant.ms, m_zone).date())};
}

Instant BusinessDay::at(api::CalendarDay day, int minute) const {
    // As if the zone were UTC; no zone is a day away from it, so these are the offsets on both sides of a change.
    const std::int64_t local = day.number * base::kDayMs + minute * base::kMinuteMs;
    const auto before = offsetMs(local - base::kDayMs);
    const auto after = offsetMs(local + base::kDayMs);
    const auto early = local - before;
    if (offsetMs(early) == before) {
        return {early};
    }
    const auto late = local - after;
    if (offsetMs(late) == after) {
        return {late};
    }
    // The clocks are put forward over this time, after `late` and not after `early`.
    auto low = late;
    auto high = early;
    while (high - low > 1) {
        const auto middle = low + (high - low) / 2;
        (offsetMs(middle) == after ? high : low) = middle;
    }
    return {high};
}

}  // namespace evenhand::dispatch
