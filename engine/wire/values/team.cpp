// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/team.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_STRUCT(evenhand::api::ConnectedConsole);
EVENHAND_WIRE_STRUCT(evenhand::api::Subject);
EVENHAND_WIRE_STRUCT(evenhand::api::Looking);
EVENHAND_WIRE_STRUCT(evenhand::api::Onlooker);
