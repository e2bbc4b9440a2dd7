// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/seckill_rehearsal.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::RehearsalProgress::Stage);
EVENHAND_WIRE_STRUCT(evenhand::api::RehearsalPlan);
EVENHAND_WIRE_STRUCT(evenhand::api::RehearsalProgress);
EVENHAND_WIRE_STRUCT(evenhand::api::RehearsalPoint);
EVENHAND_WIRE_STRUCT(evenhand::api::RehearsalVerdict);
EVENHAND_WIRE_STRUCT(evenhand::api::RehearsalResult);
