// SPDX-License-Identifier: GPL-3.0-or-later
// Refunds, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/refund_sending.h"
#include "engine/api/refund_types.h"
#include "engine/api/returns_detail.h"
#include "engine/wire/values/errors.h"
#include "engine/wire/values/returns_status.h"
#include "engine/wire/values/ring.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(MoneyEventKind, Requested, FirstApproval, Approved, Rejected, Cancelled, Undone, GoodsReceived,
                    GoodsSkipped, Granted, Attempt, NotSent, Unknown, Succeeded, Failed, Retried, ByHand, Dead, Noted,
                    Assigned, ByRule)
BOOST_DESCRIBE_ENUM(RefundSort, Requested, Status, Campus, Amount, PaymentNo)

BOOST_DESCRIBE_STRUCT(RefundSettings, (),
                      (provider, url, keyId, secretName, timeoutMs, leaseMs, firstRetryMs, lastRetryMs, maxAttempts,
                       holdOwed, version))
BOOST_DESCRIBE_STRUCT(RequestRefund, (), (key, orderNo, amount, version, reasonCode))
BOOST_DESCRIBE_STRUCT(RefundAnswer, (), (id, status, amount, repeated))
BOOST_DESCRIBE_STRUCT(RefundRef, (), (id, version))
BOOST_DESCRIBE_STRUCT(RefundOutcome, (), (id, error, status, version))
BOOST_DESCRIBE_STRUCT(RefundFilter, (), (statuses, causes, campus, deadOnly, from, to, text, paymentNo, clerk, orNone))
BOOST_DESCRIBE_STRUCT(RefundKey, (), (requestedAt, id))
BOOST_DESCRIBE_STRUCT(RefundQuery, (), (filter, descending, after, offset, limit, sort))
BOOST_DESCRIBE_STRUCT(RefundRow, (),
                      (id, status, cause, orderNo, returnId, returnNo, paymentNo, campus, amount, provider, reference,
                       reason, requester, approver, firstApprover, requestedAt, grantedAt, sentAt, doneAt, attempts,
                       nextTry, dead, lastError, version, clerk, matchedOrderNo, reasonCode))
BOOST_DESCRIBE_STRUCT(RefundCounts, (),
                      (requested, held, pending, sent, failed, dead, pendingAmount, sentAmount, failedAmount,
                       oldestPending))
BOOST_DESCRIBE_STRUCT(RefundClaim, (), (worker, limit, ranges))
BOOST_DESCRIBE_STRUCT(RefundJob, (),
                      (id, token, key, paymentNo, orderNo, amount, currency, minorDigits, lookUp, attempt, leaseUntil))
BOOST_DESCRIBE_STRUCT(RefundReport, (), (id, token, outcome, reference, message, retryAfterMs))
BOOST_DESCRIBE_STRUCT(OrderMoney, (), (total, discount, paid, committed, granted, succeeded, refundable))
BOOST_DESCRIBE_STRUCT(MoneyEvent, (), (at, kind, actor, detail))

}  // namespace evenhand::api
