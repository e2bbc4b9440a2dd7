// SPDX-License-Identifier: GPL-3.0-or-later
// Shifts and dates of rosters as people read and type them.
// Thread: GUI.
#pragma once

#include <QDate>
#include <QString>

#include "engine/api/shift_types.h"

namespace evenhand::ui {

/// "09:00-12:00, 22:00-06:00"; none: "Off" in the language shown.
[[nodiscard]] QString shiftsText(const api::DayHours& hours);
/// What a person typed; also with the signs of a Chinese keyboard, and "off" in the language shown. InvalidArgument.
[[nodiscard]] Result<api::DayHours> readShifts(const QString& typed);
/// "Monday", by its place in a week.
[[nodiscard]] QString weekdayName(std::size_t place);
/// "Mon".
[[nodiscard]] QString weekdayShort(std::size_t place);
[[nodiscard]] QDate dateOf(api::CalendarDay day);
[[nodiscard]] api::CalendarDay calendarDayOf(const QDate& date);

}  // namespace evenhand::ui
