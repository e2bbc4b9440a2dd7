// SPDX-License-Identifier: GPL-3.0-or-later
// Who is connected and what they have open, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>

#include "engine/api/team_desk.h"
#include "engine/wire/values/accounts.h"

namespace evenhand::api {

BOOST_DESCRIBE_STRUCT(ConnectedConsole, (), (id, who, from, since, program, via, roundTripMs, own))
BOOST_DESCRIBE_STRUCT(Subject, (), (order, returnId, refund, campaign))
BOOST_DESCRIBE_STRUCT(Looking, (), (subject, deciding))
BOOST_DESCRIBE_STRUCT(Onlooker, (), (who, deciding, called))

}  // namespace evenhand::api
