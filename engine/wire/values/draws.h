// SPDX-License-Identifier: GPL-3.0-or-later
// Draws of campaigns, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/campaign_types.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(DrawState, Granted, Refused, RolledBack)
BOOST_DESCRIBE_ENUM(DrawRefusal, NotStarted, Paused, Ended, UnderWay, Exhausted, CountLimit, AmountLimit,
                    NothingPayable, RolledBack)
BOOST_DESCRIBE_ENUM(DrawSort, Drawn, Id)

BOOST_DESCRIBE_STRUCT(DrawRequest, (), (campaign, id, user, payable))
BOOST_DESCRIBE_STRUCT(OrderDraw, (), (campaign, id))
BOOST_DESCRIBE_STRUCT(DrawAnswer, (), (id, refusal, amount, validUntil, givenBack, repeated))
BOOST_DESCRIBE_STRUCT(DrawFilter, (), (campaign, user, states, id))
BOOST_DESCRIBE_STRUCT(DrawQuery, (), (filter, descending, offset, limit, sort))
BOOST_DESCRIBE_STRUCT(DrawRow, (),
                      (id, campaign, user, state, refusal, amount, at, queue, orderNo, validUntil, givenBackAt))

}  // namespace evenhand::api
