// SPDX-License-Identifier: GPL-3.0-or-later
// Members of the workers' ring and their ranges, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>

#include "engine/api/membership.h"
#include "engine/api/ring_range.h"

namespace evenhand::api {

BOOST_DESCRIBE_STRUCT(RingRange, (), (from, to))
BOOST_DESCRIBE_STRUCT(Member, (), (id, name, positions, joinedAt, leaseUntil))

}  // namespace evenhand::api
