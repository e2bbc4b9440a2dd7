// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/tasks.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::TaskKind);
EVENHAND_WIRE_ENUM(evenhand::api::TaskStatus);
EVENHAND_WIRE_ENUM(evenhand::api::TaskOutcome);
EVENHAND_WIRE_ENUM(evenhand::api::RingChange);
EVENHAND_WIRE_ENUM(evenhand::api::TaskSort);
EVENHAND_WIRE_STRUCT(evenhand::api::TaskClaim);
EVENHAND_WIRE_STRUCT(evenhand::api::TaskJob);
EVENHAND_WIRE_STRUCT(evenhand::api::TaskTicket);
EVENHAND_WIRE_STRUCT(evenhand::api::TaskReport);
EVENHAND_WIRE_STRUCT(evenhand::api::TaskRef);
EVENHAND_WIRE_STRUCT(evenhand::api::TaskAnswer);
EVENHAND_WIRE_STRUCT(evenhand::api::TaskFilter);
EVENHAND_WIRE_STRUCT(evenhand::api::TaskQuery);
EVENHAND_WIRE_STRUCT(evenhand::api::TaskRow);
EVENHAND_WIRE_STRUCT(evenhand::api::TaskCounts);
EVENHAND_WIRE_STRUCT(evenhand::api::RingWorker);
EVENHAND_WIRE_STRUCT(evenhand::api::RingSnapshot);
EVENHAND_WIRE_STRUCT(evenhand::api::RingChangeRow);
EVENHAND_WIRE_STRUCT(evenhand::api::TaskHold);
EVENHAND_WIRE_STRUCT(evenhand::api::PlannedWorker);
EVENHAND_WIRE_STRUCT(evenhand::api::PlannedMove);
EVENHAND_WIRE_STRUCT(evenhand::api::RingPlan);
EVENHAND_WIRE_STRUCT(evenhand::api::WorkerSettings);
