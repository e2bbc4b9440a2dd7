// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/keyspace.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::KeyspacePart);
EVENHAND_WIRE_ENUM(evenhand::api::GenerationState);
EVENHAND_WIRE_STRUCT(evenhand::api::KeyspaceGeneration);
EVENHAND_WIRE_STRUCT(evenhand::api::KeyspaceDifference);
EVENHAND_WIRE_STRUCT(evenhand::api::KeyspacePartFound);
EVENHAND_WIRE_STRUCT(evenhand::api::KeyspaceComparison);
