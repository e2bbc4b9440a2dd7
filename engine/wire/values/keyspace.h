// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace against the database, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/keyspace_types.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(KeyspacePart, Weights, Timers, Stocks, Queues, Streams)
BOOST_DESCRIBE_ENUM(GenerationState, Same, Missing, Older, Foreign)

BOOST_DESCRIBE_STRUCT(KeyspaceGeneration, (), (state, number, found, openedAt))
BOOST_DESCRIBE_STRUCT(KeyspaceDifference, (), (key, member, expected, found))
BOOST_DESCRIBE_STRUCT(KeyspacePartFound, (), (part, checked, differing, repaired, differences))
BOOST_DESCRIBE_STRUCT(KeyspaceComparison, (), (at, generation, parts))

}  // namespace evenhand::api
