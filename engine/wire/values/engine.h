// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's events, its status and its workspace, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/engine_api.h"
#include "engine/base/histogram.h"
#include "engine/wire/values/alerts.h"
#include "engine/wire/values/errors.h"
#include "engine/wire/values/status.h"
#include "engine/wire/values/tasks.h"

namespace evenhand::base {

BOOST_DESCRIBE_STRUCT(HistogramCounts, (), (counts, sum))

}  // namespace evenhand::base

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(Event::Kind, OrderChanged, CourierChanged, CampusChanged, PaymentOwed, DeadLettersChanged,
                    StateChanged, TimersChanged, AlertFired, AlertsChanged, SeckillChanged, CampaignChanged,
                    ReturnChanged, RefundChanged, TasksChanged, RingChanged, WebhooksChanged, PeopleChanged,
                    TokensChanged, AuditGrown, BackupsChanged, CatalogueChanged, PresenceChanged, ConnectedChanged)
BOOST_DESCRIBE_ENUM(EngineState, Live, Degraded, ReadOnly, Disconnected)

BOOST_DESCRIBE_STRUCT(Event, (),
                      (kind, order, campus, courier, what, activity, campaign, returnId, refund, task, person, alert,
                       recorded, leavesOrders))
BOOST_DESCRIBE_STRUCT(StandingReason, (), (code, text))
BOOST_DESCRIBE_ENUM(PartKind, Database, Keyspace, Membership, Service)
BOOST_DESCRIBE_ENUM(PartState, Unknown, Well, Impaired, Away)
BOOST_DESCRIBE_ENUM(PartRole, None, Master, Replica, Leader, Follower, DueWork)
BOOST_DESCRIBE_ENUM(Persistence, Unknown, Snapshots, Log)
BOOST_DESCRIBE_STRUCT(PartHealth, (),
                      (kind, state, role, name, version, reason, refuses, nextTry, since, readAt, readMs, writeMs,
                       lagBytes, persistence, consoles, isAsked))
BOOST_DESCRIBE_STRUCT(EngineStatus, (),
                      (state, reason, standing, cause, since, deployment, now, committedAt, clock, committedPerSecond,
                       commitP50Ms, commitP99Ms, committed, inboxDepth, unassigned, deadLetters, late, overdue,
                       deadTimers, alerts, returnsWaiting, refundsFailed, deadTasks, workers, outwardHeld, parts, commitTimes,
                       timerLateness))
BOOST_DESCRIBE_STRUCT(WorkspaceInfo, (), (id, location, currency, minorDigits, timeZone, largestAmount, engineAlone))

}  // namespace evenhand::api
