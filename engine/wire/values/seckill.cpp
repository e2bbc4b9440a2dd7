// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/seckill.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::ActivityState);
EVENHAND_WIRE_ENUM(evenhand::api::ActivityPhase);
EVENHAND_WIRE_ENUM(evenhand::api::ActivityAction);
EVENHAND_WIRE_ENUM(evenhand::api::AttemptOutcome);
EVENHAND_WIRE_ENUM(evenhand::api::ReservationState);
EVENHAND_WIRE_STRUCT(evenhand::api::ActivityInput);
EVENHAND_WIRE_STRUCT(evenhand::api::ActivityRow);
EVENHAND_WIRE_STRUCT(evenhand::api::ActivityLogRow);
EVENHAND_WIRE_STRUCT(evenhand::api::SeckillAttempt);
EVENHAND_WIRE_STRUCT(evenhand::api::AttemptAnswer);
EVENHAND_WIRE_STRUCT(evenhand::api::Reservation);
EVENHAND_WIRE_STRUCT(evenhand::api::AttemptSecond);
EVENHAND_WIRE_STRUCT(evenhand::api::SoldPoint);
EVENHAND_WIRE_STRUCT(evenhand::api::SeckillBoard);
EVENHAND_WIRE_STRUCT(evenhand::api::PendingRow);
EVENHAND_WIRE_STRUCT(evenhand::api::SeckillOutcome);
EVENHAND_WIRE_STRUCT(evenhand::api::SeckillLetterRow);
EVENHAND_WIRE_STRUCT(evenhand::api::SeckillComparison);
