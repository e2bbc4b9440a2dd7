// SPDX-License-Identifier: GPL-3.0-or-later
// Order timers, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/timer_types.h"
#include "engine/wire/values/errors.h"
#include "engine/wire/values/status.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(TimerKind, Unpaid, Unassigned, PickUpLate, DeliveryLate, AutoConfirm)
BOOST_DESCRIBE_ENUM(TimerState, Pending, Overdue, Retrying, Dead)
BOOST_DESCRIBE_ENUM(TimerSort, Due, Kind)

BOOST_DESCRIBE_STRUCT(TimerPolicy, (),
                      (unpaidMs, unassignedMs, pickUpLateMs, deliveryLateMs, autoConfirmMs, autoReassign,
                       alertRepeatMs))
BOOST_DESCRIBE_STRUCT(TimerPolicyRow, (), (campus, policy, version))
BOOST_DESCRIBE_STRUCT(TimerRef, (), (orderNo, kind, due))
BOOST_DESCRIBE_STRUCT(TimerOutcome, (), (orderNo, error, due))
BOOST_DESCRIBE_STRUCT(TimerFilter, (), (kinds, states, campus, text, dueFrom, dueTo, orderNo))
BOOST_DESCRIBE_STRUCT(TimerQuery, (), (filter, descending, offset, limit, sort))
BOOST_DESCRIBE_STRUCT(TimerRow, (),
                      (order, orderNo, user, campus, kind, state, due, status, wait, courier, courierName, payable,
                       attempts, nextTry, reason))
BOOST_DESCRIBE_STRUCT(TimerFigures, (),
                      (kind, paused, pauseVersion, armed, overdue, retrying, dead, inFlight, nextDue, oldestLateMs,
                       effects, lateP50Ms, lateP99Ms))
BOOST_DESCRIBE_STRUCT(TimerBoard, (),
                      (at, kinds, windowMs, queueOn, pollIntervalMs, queueVersion, lastPoll, pollRearmed,
                       clockBehindMs))
BOOST_DESCRIBE_STRUCT(DueHistogram, (), (from, bucketMs, before, counts, after))
BOOST_DESCRIBE_STRUCT(QueueComparison, (), (inDatabase, inQueue, missing, differing, extra, rearmed, at))
BOOST_DESCRIBE_STRUCT(ClockReset, (), (from, to, timers))

}  // namespace evenhand::api
