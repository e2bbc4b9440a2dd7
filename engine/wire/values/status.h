// SPDX-License-Identifier: GPL-3.0-or-later
// States of orders, kinds of their events, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/enum.hpp>

#include "engine/api/status.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(OrderStatus, WaitPay, Paid, WaitPickUp, Delivering, Delivered, Completed, Closed)
BOOST_DESCRIBE_ENUM(CloseReason, Timeout, Cancelled, Returned)
BOOST_DESCRIBE_ENUM(DispatchMode, Strong, Soft)
BOOST_DESCRIBE_ENUM(JoinRule, FairFromNow, CatchUp)
BOOST_DESCRIBE_ENUM(WaitReason, Message, NoCourier, Paused, DeadLetter, AtLimit)
BOOST_DESCRIBE_ENUM(OwedKind, Late, WrongAmount, SecondPayment, UnknownOrder)
BOOST_DESCRIBE_ENUM(PaymentOutcome, Accepted, Late, Unmatched)
BOOST_DESCRIBE_ENUM(EventKind, Placed, Paid, Assigned, AssignmentReleased, ReassignRequested, PickedUp, Delivered,
                    DeliveryFailed, Completed, Closed, LatePayment, UnmatchedPayment, TimerPostponed, TimerCancelled,
                    Late, ReturnChanged, RefundChanged, Noted)

}  // namespace evenhand::api
