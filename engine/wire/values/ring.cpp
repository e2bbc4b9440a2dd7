// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wire/values/ring.h"

#include "engine/wire/values/struct_codec.h"

EVENHAND_WIRE_STRUCT(evenhand::api::RingRange);
EVENHAND_WIRE_STRUCT(evenhand::api::Member);
