// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/engine.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_STRUCT(evenhand::base::HistogramCounts);
EVENHAND_WIRE_ENUM(evenhand::api::Event::Kind);
EVENHAND_WIRE_ENUM(evenhand::api::EngineState);
EVENHAND_WIRE_STRUCT(evenhand::api::Event);
EVENHAND_WIRE_STRUCT(evenhand::api::StandingReason);
EVENHAND_WIRE_ENUM(evenhand::api::PartKind);
EVENHAND_WIRE_ENUM(evenhand::api::PartState);
EVENHAND_WIRE_ENUM(evenhand::api::PartRole);
EVENHAND_WIRE_ENUM(evenhand::api::Persistence);
EVENHAND_WIRE_STRUCT(evenhand::api::PartHealth);
EVENHAND_WIRE_STRUCT(evenhand::api::EngineStatus);
EVENHAND_WIRE_STRUCT(evenhand::api::WorkspaceInfo);
