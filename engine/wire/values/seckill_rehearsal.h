// SPDX-License-Identifier: GPL-3.0-or-later
// Rehearsals of flash sales, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/seckill_rehearsal.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(RehearsalProgress::Stage, Preparing, Attempts, Payments, Checks)

BOOST_DESCRIBE_STRUCT(RehearsalPlan, (),
                      (copyOf, stock, users, attempts, perSecond, duplicatePercent, payerPercent, payWithinMs, seed))
BOOST_DESCRIBE_STRUCT(RehearsalProgress, (), (stage, attempts, orders))
BOOST_DESCRIBE_STRUCT(RehearsalPoint, (), (atMs, attempts, stock, orders, paid))
BOOST_DESCRIBE_STRUCT(RehearsalVerdict, (), (id, name, checked, violations, offenders))
BOOST_DESCRIBE_STRUCT(RehearsalResult, (),
                      (plan, attempts, orders, paid, closedUnpaid, unsold, soldOutMs, curve, verdicts, tookMs))

}  // namespace evenhand::api
