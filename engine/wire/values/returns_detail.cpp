// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/returns_detail.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::RequestDecision);
EVENHAND_WIRE_STRUCT(evenhand::api::ReturnableLine);
EVENHAND_WIRE_STRUCT(evenhand::api::ReturnableOrder);
EVENHAND_WIRE_STRUCT(evenhand::api::ReturnDetailLine);
EVENHAND_WIRE_STRUCT(evenhand::api::ReturnDetail);
EVENHAND_WIRE_STRUCT(evenhand::api::RequestPreview);
EVENHAND_WIRE_STRUCT(evenhand::api::ApprovalPreview);
