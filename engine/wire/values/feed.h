// SPDX-License-Identifier: GPL-3.0-or-later
// The feed, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>

#include "engine/api/feed_desk.h"
#include "engine/wire/values/refunds.h"
#include "engine/wire/values/returns_status.h"
#include "engine/wire/values/status.h"

namespace evenhand::api {

BOOST_DESCRIBE_STRUCT(FeedPosition, (), (orders, money))
BOOST_DESCRIBE_STRUCT(FeedEvent, (),
                      (position, at, order, money, actor, detail, orderNo, user, campus, status, courier, epoch,
                       returnNo, returnStatus, refund, refundStatus, refundAmount))
BOOST_DESCRIBE_STRUCT(FeedSlice, (), (events, position))

}  // namespace evenhand::api
