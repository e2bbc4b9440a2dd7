// SPDX-License-Identifier: GPL-3.0-or-later
// Random-discount campaigns, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/campaign_board.h"
#include "engine/api/campaign_types.h"
#include "engine/wire/values/draws.h"
#include "engine/wire/values/errors.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(CampaignState, Draft, Building, Running, Paused, Ended)
BOOST_DESCRIBE_ENUM(CampaignEnd, Time, Stopped, Exhausted)

BOOST_DESCRIBE_STRUCT(CampaignShape, (), (budget, places, maxDiscount, queues))
BOOST_DESCRIBE_STRUCT(CampaignSettings, (),
                      (name, shape, countLimit, amountLimit, begin, end, seed, capAtMax, validityMs, recoveryMs))
BOOST_DESCRIBE_STRUCT(Infeasible::Nearest, (), (field, value))
BOOST_DESCRIBE_STRUCT(Infeasible, (), (error, nearest))
BOOST_DESCRIBE_STRUCT(CampaignPreview::List, (), (places, amount))
BOOST_DESCRIBE_STRUCT(CampaignPreview, (), (infeasible, lists, histogram, queues, warnings, seed, sample))
BOOST_DESCRIBE_STRUCT(CampaignRow, (), (id, settings, state, ended, startedAt, endedAt, built, version))
BOOST_DESCRIBE_STRUCT(CampaignQueue, (), (places, amount, compensation, unspent))
BOOST_DESCRIBE_STRUCT(BurnPoint, (), (at, left, places))
BOOST_DESCRIBE_STRUCT(CampaignBoard::User, (), (user, count, amount))
BOOST_DESCRIBE_STRUCT(CampaignBoard::Refusals, (), (reason, draws))
BOOST_DESCRIBE_STRUCT(CampaignBoard, (),
                      (row, at, granted, givenBack, queued, compensation, inFlight, unspent, placesLeft, drawsGranted,
                       drawsRefused, drawsRolledBack, drawsInFlight, drawsOpen, users, oldestInFlight, queues, burnDown,
                       perMinute, projectedEnd, distribution, topUsers, refusals))
BOOST_DESCRIBE_STRUCT(CampaignRehearsal, (), (settings, users, draws, perSecond, duplicatePercent, orderPercent, seed))
BOOST_DESCRIBE_STRUCT(CampaignRehearsalResult::Point, (), (atMs, attempts, draws, amount))
BOOST_DESCRIBE_STRUCT(CampaignRehearsalResult::Invariant, (), (id, name, checked, violations, offender))
BOOST_DESCRIBE_STRUCT(CampaignRehearsalResult, (),
                      (board, attempts, granted, refused, repeated, orders, cancelled, tookMs, curve, invariants))

}  // namespace evenhand::api
