// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/alert_types.h"
#include "engine/wire/values/errors.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(AlertKind, Unassigned, PickUpLate, DeliveryLate, NoCourier, AtLimit, DeadLetter, RefundFailed,
                    RefundUnknown, Budget, BudgetPace, Spread, SaleDiffers, QueueDiffers, WorkerLost, LowStock, Clock,
                    Storage, AuditLog, BackupFailed, BackupOld, CaseOld)
BOOST_DESCRIBE_ENUM(AlertSubjectType, Workspace, Order, Campus, Campaign, Sale, Refund, Product, Worker, Tasks, Topic)
BOOST_DESCRIBE_ENUM(AlertState, Firing, Acknowledged, Silenced, Resolved)
BOOST_DESCRIBE_ENUM(AlertSort, Fired, Due, State)

BOOST_DESCRIBE_STRUCT(AlertSubject, (), (type, id))
BOOST_DESCRIBE_STRUCT(AlertLimits, (), (repeatMs, spread, budgetPercent, pacePercent, backupAgeMs, version))
BOOST_DESCRIBE_STRUCT(AlertQuery, (), (kinds, states, campus, offset, limit, sort, descending, only, orNone))
BOOST_DESCRIBE_STRUCT(AlertRow, (),
                      (id, kind, state, subject, order, orderNo, campus, courier, due, firedAt, repeats, nextRepeat,
                       figure, detail, actor, actedAt, resolvedAt, resolution, version))
BOOST_DESCRIBE_STRUCT(AlertRef, (), (id, version))
BOOST_DESCRIBE_STRUCT(AlertCounts, (), (firing, acknowledged, silenced))
BOOST_DESCRIBE_STRUCT(AlertOutcome, (), (id, error))

}  // namespace evenhand::api
