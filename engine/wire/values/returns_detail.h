// SPDX-License-Identifier: GPL-3.0-or-later
// A return in full, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/returns_detail.h"
#include "engine/wire/values/errors.h"
#include "engine/wire/values/refunds.h"
#include "engine/wire/values/returns.h"
#include "engine/wire/values/returns_status.h"
#include "engine/wire/values/status.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(RequestDecision, Approval, ByRule, Approved)

BOOST_DESCRIBE_STRUCT(ReturnableLine, (),
                      (sku, productName, deducted, givenBack, requested, returned, returnable, share, settled))
BOOST_DESCRIBE_STRUCT(ReturnableOrder, (), (orderNo, deduction, status, lines, money, refusal))
BOOST_DESCRIBE_STRUCT(ReturnDetailLine, (), (sku, productName, requested, approved, sellable, damaged, amount))
BOOST_DESCRIBE_STRUCT(ReturnDetail, (),
                      (row, reason, reasonName, decisionReason, customerNote, lines, order, refunds, events, fourEyes,
                       goodsRule))
BOOST_DESCRIBE_STRUCT(RequestPreview, (), (amount, settlement, fee, feePoints, decision, approvers, upTo))
BOOST_DESCRIBE_STRUCT(ApprovalPreview, (), (lines, amount, settlement, fee, fourEyes, becomes))

}  // namespace evenhand::api
