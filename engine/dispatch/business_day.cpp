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

}  // namespace evenhand::dispatch
