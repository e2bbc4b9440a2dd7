// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks and who does them, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/task_board.h"
#include "engine/api/task_types.h"
#include "engine/wire/values/errors.h"
#include "engine/wire/values/ring.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(TaskKind, Refund, Webhook, Calibrate, Reconcile, CleanUp, Backup, Rehearsal)
BOOST_DESCRIBE_ENUM(TaskStatus, Pending, Processing, Done, Dead, Dropped)
BOOST_DESCRIBE_ENUM(TaskOutcome, Done, Retry, Dead)
BOOST_DESCRIBE_ENUM(RingChange, Joined, Left, Lost)
BOOST_DESCRIBE_ENUM(TaskSort, Made, Subject, Due, Ended)

BOOST_DESCRIBE_STRUCT(TaskClaim, (), (worker, limit, ranges, kinds))
BOOST_DESCRIBE_STRUCT(TaskJob, (), (id, token, kind, subject, payload, note, attempt, leaseUntil))
BOOST_DESCRIBE_STRUCT(TaskTicket, (), (id, token))
BOOST_DESCRIBE_STRUCT(TaskReport, (), (ticket, outcome, message, note, retryAfterMs))
BOOST_DESCRIBE_STRUCT(TaskRef, (), (id, token))
BOOST_DESCRIBE_STRUCT(TaskAnswer, (), (id, error, status, due))
BOOST_DESCRIBE_STRUCT(TaskFilter, (), (kinds, statuses, worker, text))
BOOST_DESCRIBE_STRUCT(TaskQuery, (), (filter, descending, after, offset, limit, sort))
BOOST_DESCRIBE_STRUCT(TaskRow, (),
                      (id, kind, subject, status, position, attempts, token, worker, due, endedAt, createdAt,
                       lastError))
BOOST_DESCRIBE_STRUCT(TaskCounts, (),
                      (kind, created, done, pending, processing, dead, dropped, oldestDue, held, holdVersion))
BOOST_DESCRIBE_STRUCT(RingWorker, (), (member, ranges, share, backlog, inHand, perSecond, done, lastSeen))
BOOST_DESCRIBE_STRUCT(RingSnapshot, (), (revision, workers, counts, at, covered))
BOOST_DESCRIBE_STRUCT(RingChangeRow, (), (id, at, change, worker, workers, moved))
BOOST_DESCRIBE_STRUCT(PlannedWorker, (), (name, positions, before, after, shareBefore, shareAfter))
BOOST_DESCRIBE_STRUCT(PlannedMove, (), (range, from, to))
BOOST_DESCRIBE_STRUCT(RingPlan, (), (workers, moves, moved))
BOOST_DESCRIBE_STRUCT(WorkerSettings, (), (workers, version))
BOOST_DESCRIBE_STRUCT(TaskHold, (), (kind, since, actor, reason))

}  // namespace evenhand::api
