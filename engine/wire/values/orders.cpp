// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/orders.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::CourierReport::Kind);
EVENHAND_WIRE_ENUM(evenhand::api::OrderSort);
EVENHAND_WIRE_STRUCT(evenhand::api::OrderLine);
EVENHAND_WIRE_STRUCT(evenhand::api::PlaceOrder);
EVENHAND_WIRE_STRUCT(evenhand::api::OrderRow);
EVENHAND_WIRE_STRUCT(evenhand::api::PlacedOrder);
EVENHAND_WIRE_STRUCT(evenhand::api::PayOrder);
EVENHAND_WIRE_STRUCT(evenhand::api::PaymentAnswer);
EVENHAND_WIRE_STRUCT(evenhand::api::MatchPayment);
EVENHAND_WIRE_STRUCT(evenhand::api::MatchAnswer);
EVENHAND_WIRE_STRUCT(evenhand::api::CourierReport);
EVENHAND_WIRE_STRUCT(evenhand::api::ProductRow);
EVENHAND_WIRE_STRUCT(evenhand::api::OrderFilter);
EVENHAND_WIRE_STRUCT(evenhand::api::OrderKey);
EVENHAND_WIRE_STRUCT(evenhand::api::OrderQuery);
EVENHAND_WIRE_STRUCT(evenhand::api::OrderLineRow);
EVENHAND_WIRE_STRUCT(evenhand::api::OrderEvent);
EVENHAND_WIRE_STRUCT(evenhand::api::OwedPaymentRow);
EVENHAND_WIRE_STRUCT(evenhand::api::OrderDetail);
EVENHAND_WIRE_STRUCT(evenhand::api::OrderRef);
EVENHAND_WIRE_STRUCT(evenhand::api::RowOutcome);
