// SPDX-License-Identifier: GPL-3.0-or-later
// Days of the business time zone.
// Thread: immutable, any thread.
#pragma once

#include <QTimeZone>
#include <string_view>

#include "engine/api/shift_types.h"
#include "engine/base/clock.h"
#include "engine/base/result.h"

namespace evenhand::dispatch {

class BusinessDay {
public:
    /// `ianaName`: "Asia/Shanghai"; InvalidArgument if the zone is not known.
    [[nodiscard]] static Result<BusinessDay> of(std::string_view ianaName);
    /// Where the day of `instant` began.
    [[nodiscard]] Instant startOf(Instant instant) const;
    /// The first instant after `after` at `minute` (0 … 1439) of a business day. A minute that a day skips comes when
    /// the clock goes on.
    [[nodiscard]] Instant nextAt(Instant after, int minute) const;
    /// The day of `instant`.
    [[nodiscard]] api::CalendarDay dayOf(Instant instant) const;
    /// `minute` (0 …, above 1440 on the days after) of a day as clocks show it. Where they are put forward over that
    /// time, the instant at which they are; where they show it twice, the first.
    [[nodiscard]] Instant at(api::CalendarDay day, int minute) const;

private:
    explicit BusinessDay(const QTimeZone& zone) : m_zone(zone) {}
    [[nodiscard]] std::int64_t offsetMs(std::int64_t utcMs) const;
    QTimeZone m_zone;
};

}  // namespace evenhand::dispatch
