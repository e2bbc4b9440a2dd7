// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/status.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::OrderStatus);
EVENHAND_WIRE_ENUM(evenhand::api::CloseReason);
EVENHAND_WIRE_ENUM(evenhand::api::DispatchMode);
EVENHAND_WIRE_ENUM(evenhand::api::JoinRule);
EVENHAND_WIRE_ENUM(evenhand::api::WaitReason);
EVENHAND_WIRE_ENUM(evenhand::api::OwedKind);
EVENHAND_WIRE_ENUM(evenhand::api::PaymentOutcome);
EVENHAND_WIRE_ENUM(evenhand::api::EventKind);
