// SPDX-License-Identifier: GPL-3.0-or-later
// States of returns and refunds, kinds of ledger entries, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/enum.hpp>

#include "engine/api/returns_status.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(ReturnStatus, Requested, Approved, Rejected, Cancelled)
BOOST_DESCRIBE_ENUM(GoodsState, None, Awaited, Received, Skipped)
BOOST_DESCRIBE_ENUM(GoodsRule, MoneyFirst, GoodsFirst, NoGoods)
BOOST_DESCRIBE_ENUM(ReturnStage, Approval, SecondApproval, Goods, Money, Failed, Done, Rejected, Cancelled)
BOOST_DESCRIBE_ENUM(RefundStatus, Requested, Held, Pending, Sent, Succeeded, Failed, Cancelled)
BOOST_DESCRIBE_ENUM(RefundCause, Return, Order, ClosedOrder, LatePayment, WrongAmount, SecondPayment, UnknownOrder)
BOOST_DESCRIBE_ENUM(RefundProviderKind, Manual, Http)
BOOST_DESCRIBE_ENUM(SendOutcome, Succeeded, Declined, NotSent, Unknown, Processing, NotKnown)
BOOST_DESCRIBE_ENUM(LedgerAccount, ProviderClearing, Sales, Discounts, SalesReturns, UnmatchedMoney, RefundsPayable,
                    RestockingFees)
BOOST_DESCRIBE_ENUM(LedgerKind, Payment, Discount, LatePayment, UnmatchedPayment, RefundGranted, RefundCancelled,
                    RefundPaid, PaymentMatched, FeeKept, FeeWaived)

}  // namespace evenhand::api
