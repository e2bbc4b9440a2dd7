// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/draws.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::DrawState);
EVENHAND_WIRE_ENUM(evenhand::api::DrawRefusal);
EVENHAND_WIRE_ENUM(evenhand::api::DrawSort);
EVENHAND_WIRE_STRUCT(evenhand::api::DrawRequest);
EVENHAND_WIRE_STRUCT(evenhand::api::OrderDraw);
EVENHAND_WIRE_STRUCT(evenhand::api::DrawAnswer);
EVENHAND_WIRE_STRUCT(evenhand::api::DrawFilter);
EVENHAND_WIRE_STRUCT(evenhand::api::DrawQuery);
EVENHAND_WIRE_STRUCT(evenhand::api::DrawRow);
