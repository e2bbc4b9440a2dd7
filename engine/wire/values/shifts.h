// SPDX-License-Identifier: GPL-3.0-or-later
// Rosters and crews, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>

#include "engine/api/shift_desk.h"
#include "engine/api/shift_types.h"

namespace evenhand::api {

BOOST_DESCRIBE_STRUCT(CalendarDay, (), (number))
BOOST_DESCRIBE_STRUCT(ShiftHours, (), (begin, end))
BOOST_DESCRIBE_STRUCT(ShiftException, (), (day, hours))
BOOST_DESCRIBE_STRUCT(Roster, (), (courier, week, exceptions, version))
BOOST_DESCRIBE_STRUCT(RosterRow, (), (roster, campus, name))
BOOST_DESCRIBE_STRUCT(TimeSpan, (), (from, to))
BOOST_DESCRIBE_STRUCT(CrewRow, (),
                      (id, campus, name, phone, onDuty, inHand, dutyVersion, planned, rosterChange, plan, actual))
BOOST_DESCRIBE_STRUCT(Crew, (), (day, bounds, at, couriers))

}  // namespace evenhand::api
