// SPDX-License-Identifier: GPL-3.0-or-later
// Flash sales, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/seckill_types.h"
#include "engine/wire/values/errors.h"
#include "engine/wire/values/status.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(ActivityState, Draft, Started, Stopped, Ended)
BOOST_DESCRIBE_ENUM(ActivityPhase, Draft, Scheduled, OnSale, Stopped, Closing, Ended)
BOOST_DESCRIBE_ENUM(ActivityAction, SetUp, Edited, Discarded, Started, Stopped, Resumed, ToppedUp, EndOrdered, Ended,
                    Released, Acknowledged, Claimed, Retried, Dismissed, Repaired)
BOOST_DESCRIBE_ENUM(AttemptOutcome, Reserved, SoldOut, Duplicate, Unknown, NotStarted, Ended, Stopped)
BOOST_DESCRIBE_ENUM(ReservationState, None, Queued, Retrying, Ordered)

BOOST_DESCRIBE_STRUCT(ActivityInput, (), (id, name, voucher, campus, price, stock, begin, end))
BOOST_DESCRIBE_STRUCT(ActivityRow, (),
                      (set, voucherName, state, version, added, left, ordered, returned, orders, paid, closed,
                       createdAt, startedAt, endedAt))
BOOST_DESCRIBE_STRUCT(ActivityLogRow, (), (at, actor, action, amount, reason))
BOOST_DESCRIBE_STRUCT(SeckillAttempt, (), (activity, user, request))
BOOST_DESCRIBE_STRUCT(AttemptAnswer, (), (outcome, orderNo, repeated))
BOOST_DESCRIBE_STRUCT(Reservation, (), (state, orderNo, status))
BOOST_DESCRIBE_STRUCT(AttemptSecond, (), (at, counts))
BOOST_DESCRIBE_STRUCT(SoldPoint, (), (at, sold, paid))
BOOST_DESCRIBE_STRUCT(SeckillBoard, (),
                      (row, phase, at, stock, reserved, slots, streamLength, lag, pending, oldestPending, acknowledged,
                       deadLetters, agrees, attempts, seconds, orderP50Ms, orderP99Ms))
BOOST_DESCRIBE_STRUCT(PendingRow, (),
                      (messageId, user, orderNo, consumer, attempts, reservedAt, idleMs, nextTry, ordered))
BOOST_DESCRIBE_STRUCT(SeckillOutcome, (), (id, error))
BOOST_DESCRIBE_STRUCT(SeckillLetterRow, (), (id, activity, user, orderNo, reason, attempts, at))
BOOST_DESCRIBE_STRUCT(SeckillComparison, (),
                      (activity, at, lost, stock, stockExpected, slots, liveOrders, messages, missingSlots,
                       strandedSlots, stateDiffers, repaired))

}  // namespace evenhand::api
