// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/search.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_ENUM(evenhand::api::SearchKind);
EVENHAND_WIRE_STRUCT(evenhand::api::SearchQuery);
EVENHAND_WIRE_STRUCT(evenhand::api::SearchHit);
EVENHAND_WIRE_STRUCT(evenhand::api::SearchResult);
