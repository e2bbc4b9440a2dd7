// SPDX-License-Identifier: GPL-3.0-or-later
// Orders, payments and products, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/order_desk.h"
#include "engine/api/order_types.h"
#include "engine/wire/values/draws.h"
#include "engine/wire/values/errors.h"
#include "engine/wire/values/status.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(CourierReport::Kind, PickedUp, Delivered, Failed)
BOOST_DESCRIBE_ENUM(OrderSort, Placed, OrderNo, Status, Campus, Courier, Payable, User, PaidAt, Late)

BOOST_DESCRIBE_STRUCT(OrderLine, (), (sku, quantity, unitPrice))
BOOST_DESCRIBE_STRUCT(PlaceOrder, (), EVENHAND_PLACE_ORDER_MEMBERS)
BOOST_DESCRIBE_STRUCT(OrderRow, (), EVENHAND_ORDER_ROW_MEMBERS)
BOOST_DESCRIBE_STRUCT(PlacedOrder, (), (id, orderNo, payable, repeated, skipped, draw))
BOOST_DESCRIBE_STRUCT(PayOrder, (), (paymentNo, orderNo, amount, version))
BOOST_DESCRIBE_STRUCT(PaymentAnswer, (), (outcome, owed, repeated))
BOOST_DESCRIBE_STRUCT(MatchPayment, (), (paymentNo, orderNo, version))
BOOST_DESCRIBE_STRUCT(MatchAnswer, (), (paymentNo, orderNo, amount, repeated))
BOOST_DESCRIBE_STRUCT(CourierReport, (), (kind, orderNo, courier, epoch, note, version))
BOOST_DESCRIBE_STRUCT(ProductRow, (), (sku, name, unitPrice, stock, lowStock, disabledAt, version))
BOOST_DESCRIBE_STRUCT(OrderFilter, (),
                      (statuses, campus, courier, user, unassignedOnly, lateOnly, lateAt, placedFrom, placedTo, only,
                       text, withPart))
BOOST_DESCRIBE_STRUCT(OrderKey, (), (placedAt, id))
BOOST_DESCRIBE_STRUCT(OrderQuery, (), (filter, sort, descending, offset, limit, after))
BOOST_DESCRIBE_STRUCT(OrderLineRow, (), (line, productName, returned))
BOOST_DESCRIBE_STRUCT(OrderEvent, (), (at, kind, actor, detail))
BOOST_DESCRIBE_STRUCT(OwedPaymentRow, (), (paymentNo, orderNo, amount, at, kind, matchedOrderNo))
BOOST_DESCRIBE_STRUCT(OrderDetail, (), (row, deduction, lines, events, paymentNo, paid, discount, owed))
BOOST_DESCRIBE_STRUCT(OrderRef, (), (orderNo, version))
BOOST_DESCRIBE_STRUCT(RowOutcome, (), (orderNo, error))

}  // namespace evenhand::api
