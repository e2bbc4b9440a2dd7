// SPDX-License-Identifier: GPL-3.0-or-later
// Campuses, couriers and dispatch, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>

#include "engine/api/dispatch_desk.h"
#include "engine/wire/values/errors.h"
#include "engine/wire/values/orders.h"
#include "engine/wire/values/status.h"

namespace evenhand::api {

BOOST_DESCRIBE_STRUCT(CampusPolicy, (), (mode, joinRule, startWeight, step, logTtlMs, calibrateMinute, loadLimit))
BOOST_DESCRIBE_STRUCT(CampusRow, (), (id, name, policy, version, paused, pauseVersion, disabledAt))
BOOST_DESCRIBE_STRUCT(CourierInput, (), (id, campus, name, phone, onDuty, version, dutyVersion))
BOOST_DESCRIBE_STRUCT(CourierRow, (),
                      (id, campus, name, phone, onDuty, weight, inHand, today, share, deviation, lastAssignment,
                       dutyVersion, planned, rosterChange, version, disabledAt, loadLimit, campusLoadLimit,
                       limitVersion))
BOOST_DESCRIBE_STRUCT(DispatchBoard, (), (campus, couriers, meanWeight, spreadWeight, waiting, at))
BOOST_DESCRIBE_STRUCT(WaitingOrder, (), (row, reason, since))
BOOST_DESCRIBE_STRUCT(FairnessPoint, (), (at, spread, assigned))
BOOST_DESCRIBE_STRUCT(CourierLoad, (), (courier, inHand, limit))
BOOST_DESCRIBE_STRUCT(AssignmentEvidence, (),
                      (orderNo, epoch, courier, at, mode, step, ranking, load, passedOver, passedMore, offDuty,
                       excluded, byName, scriptSha, releasedAt, releaseReason))
BOOST_DESCRIBE_STRUCT(ReassignTarget, (), (to, allowOverLimit))
BOOST_DESCRIBE_STRUCT(ReassignOutcome, (), (orderNo, error, from, epoch))
BOOST_DESCRIBE_STRUCT(CalibrationRow, (), (courier, name, onDuty, current, computed, difference))
BOOST_DESCRIBE_STRUCT(DeadLetterRow, (), (id, topic, messageId, orderNo, epoch, reason, attempts, at))
BOOST_DESCRIBE_STRUCT(DeadLetterOutcome, (), (id, error))
BOOST_DESCRIBE_STRUCT(DispatchDesk::Take, (), (campus, orderNo, epoch))

}  // namespace evenhand::api
