// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/refunds.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::MoneyEventKind);
EVENHAND_WIRE_ENUM(evenhand::api::RefundSort);
EVENHAND_WIRE_STRUCT(evenhand::api::RefundSettings);
EVENHAND_WIRE_STRUCT(evenhand::api::RequestRefund);
EVENHAND_WIRE_STRUCT(evenhand::api::RefundAnswer);
EVENHAND_WIRE_STRUCT(evenhand::api::RefundRef);
EVENHAND_WIRE_STRUCT(evenhand::api::RefundOutcome);
EVENHAND_WIRE_STRUCT(evenhand::api::RefundFilter);
EVENHAND_WIRE_STRUCT(evenhand::api::RefundKey);
EVENHAND_WIRE_STRUCT(evenhand::api::RefundQuery);
EVENHAND_WIRE_STRUCT(evenhand::api::RefundRow);
EVENHAND_WIRE_STRUCT(evenhand::api::RefundCounts);
EVENHAND_WIRE_STRUCT(evenhand::api::RefundClaim);
EVENHAND_WIRE_STRUCT(evenhand::api::RefundJob);
EVENHAND_WIRE_STRUCT(evenhand::api::RefundReport);
EVENHAND_WIRE_STRUCT(evenhand::api::OrderMoney);
EVENHAND_WIRE_STRUCT(evenhand::api::MoneyEvent);
