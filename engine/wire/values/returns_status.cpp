// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/returns_status.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::ReturnStatus);
EVENHAND_WIRE_ENUM(evenhand::api::GoodsState);
EVENHAND_WIRE_ENUM(evenhand::api::GoodsRule);
EVENHAND_WIRE_ENUM(evenhand::api::ReturnStage);
EVENHAND_WIRE_ENUM(evenhand::api::RefundStatus);
EVENHAND_WIRE_ENUM(evenhand::api::RefundCause);
EVENHAND_WIRE_ENUM(evenhand::api::RefundProviderKind);
EVENHAND_WIRE_ENUM(evenhand::api::SendOutcome);
EVENHAND_WIRE_ENUM(evenhand::api::LedgerAccount);
EVENHAND_WIRE_ENUM(evenhand::api::LedgerKind);
