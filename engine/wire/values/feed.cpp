// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/feed.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_STRUCT(evenhand::api::FeedPosition);
EVENHAND_WIRE_STRUCT(evenhand::api::FeedEvent);
EVENHAND_WIRE_STRUCT(evenhand::api::FeedSlice);
