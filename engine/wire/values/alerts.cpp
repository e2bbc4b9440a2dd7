// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/alerts.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::AlertKind);
EVENHAND_WIRE_ENUM(evenhand::api::AlertSubjectType);
EVENHAND_WIRE_ENUM(evenhand::api::AlertState);
EVENHAND_WIRE_ENUM(evenhand::api::AlertSort);
EVENHAND_WIRE_STRUCT(evenhand::api::AlertSubject);
EVENHAND_WIRE_STRUCT(evenhand::api::AlertLimits);
EVENHAND_WIRE_STRUCT(evenhand::api::AlertQuery);
EVENHAND_WIRE_STRUCT(evenhand::api::AlertRow);
EVENHAND_WIRE_STRUCT(evenhand::api::AlertRef);
EVENHAND_WIRE_STRUCT(evenhand::api::AlertCounts);
EVENHAND_WIRE_STRUCT(evenhand::api::AlertOutcome);
