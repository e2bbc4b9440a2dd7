// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/timers.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::TimerKind);
EVENHAND_WIRE_ENUM(evenhand::api::TimerState);
EVENHAND_WIRE_ENUM(evenhand::api::TimerSort);
EVENHAND_WIRE_STRUCT(evenhand::api::TimerPolicy);
EVENHAND_WIRE_STRUCT(evenhand::api::TimerPolicyRow);
EVENHAND_WIRE_STRUCT(evenhand::api::TimerRef);
EVENHAND_WIRE_STRUCT(evenhand::api::TimerOutcome);
EVENHAND_WIRE_STRUCT(evenhand::api::TimerFilter);
EVENHAND_WIRE_STRUCT(evenhand::api::TimerQuery);
EVENHAND_WIRE_STRUCT(evenhand::api::TimerRow);
EVENHAND_WIRE_STRUCT(evenhand::api::TimerFigures);
EVENHAND_WIRE_STRUCT(evenhand::api::TimerBoard);
EVENHAND_WIRE_STRUCT(evenhand::api::DueHistogram);
EVENHAND_WIRE_STRUCT(evenhand::api::QueueComparison);
EVENHAND_WIRE_STRUCT(evenhand::api::ClockReset);
