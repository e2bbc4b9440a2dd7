// SPDX-License-Identifier: GPL-3.0-or-later
// Returns, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/returns_types.h"
#include "engine/wire/values/errors.h"
#include "engine/wire/values/returns_status.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(ReturnSort, Requested, Stage, Campus, Number)

BOOST_DESCRIBE_STRUCT(ReturnReason, (), (code, name))
BOOST_DESCRIBE_STRUCT(CaseSettings, (), (reasons, ageLimitMs, version))
BOOST_DESCRIBE_STRUCT(ReturnPolicy, (),
                      (goods, fourEyesAbove, secondAbove, windowDays, autoApproveUpTo, autoReasons, feePoints,
                       feeFreeReasons))
BOOST_DESCRIBE_STRUCT(ReturnPolicyRow, (), (campus, policy, own, version))
BOOST_DESCRIBE_STRUCT(ReturnLine, (), (sku, units))
BOOST_DESCRIBE_STRUCT(RequestReturn, (), (number, deduction, orderNo, lines, reason, at, approve, history, reasonCode))
BOOST_DESCRIBE_STRUCT(MatchReturn, (), (number, user, line, reason, at, approve))
BOOST_DESCRIBE_STRUCT(ReturnAnswer, (), (id, number, deduction, orderNo, status, amount, repeated))
BOOST_DESCRIBE_STRUCT(ReturnRef, (), (id, version))
BOOST_DESCRIBE_STRUCT(ReturnOutcome, (), (id, error, stage, version))
BOOST_DESCRIBE_STRUCT(ReceivedLine, (), (sku, sellable, damaged))
BOOST_DESCRIBE_STRUCT(FourEyes, (), (needed, requester, first, compared, refusal))
BOOST_DESCRIBE_STRUCT(ReturnFilter, (), (stages, campus, user, orderNo, from, to, text, clerk))
BOOST_DESCRIBE_STRUCT(ReturnKey, (), (requestedAt, id))
BOOST_DESCRIBE_STRUCT(ReturnQuery, (), (filter, descending, after, offset, limit, sort))
BOOST_DESCRIBE_STRUCT(ReturnRow, (),
                      (id, number, deduction, orderNo, user, campus, status, stage, goods, refund, units, amount,
                       requestedAt, requester, firstApprover, version, clerk, reasonCode, fee))
BOOST_DESCRIBE_STRUCT(ReturnCounts, (), (approval, secondApproval, goods, money, failed, oldest, ageLimitMs))

}  // namespace evenhand::api
